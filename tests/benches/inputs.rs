//! Stretches to judge: the figures of the editions, rounds in positions of games, of random play and of men strewn at
//! random. What is random is made by a seed, so that every run is about the same.

use qili_board::{Move, Piece, Position, Side, Square, fen};
use qili_interpreter::Cycle;
use qili_interpreter::movement::MoveList;
use qili_report::Rulebook;
use qili_review::run;

/// Numbers that look random, the same in every run.
pub(crate) struct Random(u64);

impl Random {
    /// A number below another.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }

    fn legal(&mut self, book: &Rulebook, position: &Position) -> Option<Move> {
        let mut moves = MoveList::new();
        book.movement().legal_moves(position, &mut moves);
        moves.get(self.below(moves.len())).copied()
    }
}

/// A move of each side, and both back.
fn round(book: &Rulebook, start: &Position, random: &mut Random) -> Option<Cycle> {
    let mut position = start.clone();
    let mut moves = Vec::with_capacity(4);
    for index in 0..4_usize {
        let mv = match moves.get(index.wrapping_sub(2)) {
            None => random.legal(book, &position)?,
            Some(&Move { from, to }) => Move::new(to, from),
        };
        if !book.movement().is_legal(&position, mv) {
            return None;
        }
        position.play(mv);
        moves.push(mv);
    }
    (position == *start).then(|| Cycle::unchecked(start, &moves, None))
}

/// What the cases of an edition play.
pub(crate) fn figures(book: &Rulebook) -> Vec<Cycle> {
    let cases = book.edition.cases().unwrap();
    let played = cases.iter().map(|case| {
        let (start, moves) = run::play(book, case, &case.scenario).unwrap();
        Cycle::unchecked(&start, &moves, None)
    });
    played.collect()
}

/// Rounds in positions of the games of masters.
pub(crate) fn from_games(book: &Rulebook, count: usize) -> Vec<Cycle> {
    let path = qili_tests::root().join("tests/data/cycles/masters.txt");
    let text = std::fs::read_to_string(path).unwrap();
    let alphabet = book.vocabulary.alphabet();
    let starts: Vec<Position> = text
        .lines()
        .filter_map(|line| fen::parse(line.split_once(';')?.0, alphabet).ok())
        .map(|read| read.position)
        .collect();
    let mut random = Random(29);
    let mut tries = (0..).map(|_| {
        let start = &starts[random.below(starts.len())];
        round(book, start, &mut random)
    });
    tries.by_ref().flatten().take(count).collect()
}

/// Rounds in positions of random play, one position after the other.
pub(crate) fn random_play(book: &Rulebook, count: usize) -> Vec<Cycle> {
    let mut random = Random(0x2545_F491_4F6C_DD1D);
    let mut found = Vec::with_capacity(count);
    let (mut position, mut plies) = (book.start(), 0);
    while found.len() < count {
        found.extend(round(book, &position, &mut random));
        plies += 1;
        match random.legal(book, &position).filter(|_| plies < 150) {
            Some(mv) => {
                position.play(mv);
            }
            None => (position, plies) = (book.start(), 0),
        }
    }
    found
}

/// Rounds in positions with all the men of a game, each anywhere it may stand.
pub(crate) fn strewn(book: &Rulebook, count: usize) -> Vec<Cycle> {
    let mut random = Random(32);
    let tries = (0..).map(|_| round(book, &strew(book, &mut random)?, &mut random));
    tries.flatten().take(count).collect()
}

fn strew(book: &Rulebook, random: &mut Random) -> Option<Position> {
    let start = book.start();
    let mut position = Position::empty(Side::ALL[random.below(2)]);
    let mut men: Vec<Piece> = start
        .occupied()
        .squares()
        .filter_map(|square| start.piece_at(square))
        .collect();
    // those with few squares first, or nothing would be left for them
    men.sort_by_key(|&man| book.movement().allowed_squares(man).count());
    for man in men {
        let free = book.movement().allowed_squares(man) - position.occupied();
        let free: Vec<Square> = free.squares().collect();
        position.place(*free.get(random.below(free.len()))?, man);
    }
    book.movement().validate(&position).ok()?;
    Some(position)
}
