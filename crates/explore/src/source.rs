//! Where stretches come from: cases, recorded games, changes of what is known, positions made up.

use fastrand::Rng;
use qili_board::{Bitboard, Move, Piece, Position, Side, Square, fen};
use qili_edition::EditionError;
use qili_edition::folder::Folder;
use qili_interpreter::movement::{MoveList, Movement};
use qili_interpreter::replay::Replay;
use qili_report::{OpenError, Rulebook};
use qili_review::run::play;
use rustc_hash::FxHashSet;

use crate::question::Question;
use crate::reading::Reading;
use crate::stretch::Stretch;

/// Stretches and positions to begin with, in the pieces of the first reading.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    /// The stretches of cases that lead back to their position.
    pub cases: Vec<Stretch>,
    /// The repeated stretches of games.
    pub games: Vec<Stretch>,
    /// Positions of games.
    pub positions: Vec<Position>,
}

/// How many positions of games are kept.
const POSITIONS: usize = 20_000;
/// Of a game, one position in so many is kept.
const APART: usize = 6;

impl Sources {
    /// The cases of the editions that are asked, and of all that ship.
    ///
    /// # Errors
    /// An edition or a case that cannot be read.
    pub fn shipped(question: &Question) -> Result<Self, OpenError> {
        let first = &question.first().book;
        let mut sources = Self::default();
        let asked = question
            .readings
            .iter()
            .filter(|reading| reading.change.is_none());
        for reading in asked {
            sources.add_cases(first, &reading.book)?;
        }
        for edition in Folder::shipped() {
            sources.add_cases(first, &Rulebook::open(edition)?)?;
        }
        Ok(sources)
    }

    /// Adds the cases of an edition, those that it inherits included, which its own movement can play.
    ///
    /// # Errors
    /// A case file that cannot be read.
    pub fn add_cases(&mut self, first: &Rulebook, book: &Rulebook) -> Result<(), EditionError> {
        let mut known: FxHashSet<u64> = self.cases.iter().map(Stretch::key).collect();
        let mut cases = book.edition.cases()?;
        cases.extend(book.edition.inherited_cases()?);
        for case in &cases {
            for (_, scenario) in case.scenarios() {
                let Ok((start, moves)) = play(book, case, scenario) else {
                    continue;
                };
                let text = fen::write(&start, book.vocabulary.alphabet());
                let Ok(start) = fen::parse(&text, first.vocabulary.alphabet()) else {
                    continue;
                };
                let stretch = Stretch {
                    start: start.position,
                    moves,
                };
                if stretch.is_played(first.movement()) && known.insert(stretch.key()) {
                    self.cases.push(stretch);
                }
            }
        }
        Ok(())
    }

    /// Adds the repeated stretches and some positions of a game, as far as it can be played.
    pub fn add_game(
        &mut self,
        first: &Rulebook,
        start: Position,
        moves: impl IntoIterator<Item = Move>,
    ) {
        let Ok(mut replay) = Replay::new(first.engine.clone(), start) else {
            return;
        };
        for (ply, mv) in moves.into_iter().enumerate() {
            let Ok(repetition) = replay.play(mv) else {
                return;
            };
            if ply.is_multiple_of(APART) && self.positions.len() < POSITIONS {
                self.positions.push(replay.position().clone());
            }
            let Some(repetition) = repetition else {
                continue;
            };
            let stretch = Stretch {
                start: replay.position_at(repetition.since),
                moves: replay.moves()[repetition.since..repetition.now].to_vec(),
            };
            if stretch.is_played(first.movement()) {
                self.games.push(stretch);
            }
        }
    }
}

/// How many men, beside the royal ones, a position that is made up has at most.
const MEN: usize = 9;
/// How often something is tried anew before it is given up.
const TRIES: usize = 24;

/// Makes stretches up and changes them; the same from the same numbers.
#[derive(Debug)]
pub struct Maker<'q> {
    reading: &'q Reading,
    /// The men of a fresh game, without the royal ones.
    men: Vec<Piece>,
    royals: Vec<Piece>,
}

impl<'q> Maker<'q> {
    /// For the pieces of an edition.
    #[must_use]
    pub fn new(reading: &'q Reading) -> Self {
        let start = reading.book.start();
        let royal = |piece: &Piece| reading.book.movement().royal_kinds().contains(&piece.kind);
        let all = start
            .occupied()
            .squares()
            .filter_map(|square| start.piece_at(square));
        let (royals, men) = all.partition(royal);
        Self {
            reading,
            men,
            royals,
        }
    }

    fn movement(&self) -> &Movement {
        self.reading.book.movement()
    }

    /// A position with a few men anywhere, and a stretch from it.
    pub fn made_up(&self, rng: &mut Rng) -> Option<Stretch> {
        for _ in 0..TRIES {
            let mut position = Position::empty(side(rng));
            let mut men = self.men.clone();
            rng.shuffle(&mut men);
            men.truncate(rng.usize(2..=MEN));
            for &piece in self.royals.iter().chain(&men) {
                if let Some(square) = self.place(&position, piece, Bitboard::EMPTY, rng) {
                    position.place(square, piece);
                }
            }
            if self.movement().validate(&position).is_ok()
                && let Some(stretch) = self.round(&position, rng)
            {
                return Some(stretch);
            }
        }
        None
    }

    /// An empty square where a piece can stand.
    fn place(
        &self,
        position: &Position,
        piece: Piece,
        but: Bitboard,
        rng: &mut Rng,
    ) -> Option<Square> {
        let free = self.movement().allowed_squares(piece) - position.occupied() - but;
        pick(free, rng)
    }

    /// Moves that lead round from a position.
    pub fn round(&self, start: &Position, rng: &mut Rng) -> Option<Stretch> {
        (0..TRIES).find_map(|_| {
            let rounds = [2, 2, 2, 2, 2, 2, 3, 4][rng.usize(..8)];
            let moves = self.walk(start, rounds, rng)?;
            let stretch = Stretch {
                start: start.clone(),
                moves,
            };
            stretch.is_played(self.movement()).then_some(stretch)
        })
    }

    /// Moves of both sides in turn after which every man that moved is back; nothing where chance leads elsewhere.
    fn walk(&self, start: &Position, rounds: usize, rng: &mut Rng) -> Option<Vec<Move>> {
        let mut position = start.clone();
        let mut moves = Vec::with_capacity(2 * rounds);
        // one man of a side goes round, or, where there is time, two go there and back
        let two = [rounds == 4 && rng.bool(), rounds == 4 && rng.bool()];
        let mut walkers: [Vec<(Square, Square)>; 2] = [Vec::new(), Vec::new()];
        let mut legal = MoveList::new();
        for round in 0..rounds {
            for turn in 0..2 {
                self.movement().legal_moves(&position, &mut legal);
                let mine = &walkers[turn];
                let walker = if two[turn] {
                    mine.get(round.wrapping_sub(2))
                } else {
                    mine.first()
                };
                let back = if two[turn] {
                    round >= 2
                } else {
                    round + 1 == rounds
                };
                let fits = |mv: &&Move| {
                    let quiet = position.piece_at(mv.to).is_none();
                    quiet
                        && match walker {
                            Some(&(home, at)) => mv.from == at && (mv.to == home) == back,
                            None => mine.iter().all(|(_, at)| *at != mv.from),
                        }
                };
                let fitting: Vec<Move> = legal.iter().filter(fits).copied().collect();
                let mv = self.attractive(&position, &fitting, rng)?;
                match walkers[turn].iter_mut().find(|(_, at)| *at == mv.from) {
                    Some((_, at)) => *at = mv.to,
                    None => walkers[turn].push((mv.from, mv.to)),
                }
                position.play(mv);
                moves.push(mv);
            }
        }
        Some(moves)
    }

    /// A move, rather one that checks, attacks or flees.
    fn attractive(&self, position: &Position, moves: &[Move], rng: &mut Rng) -> Option<Move> {
        let attraction = |mv: &Move| {
            let movement = self.movement();
            let fled = !movement
                .attackers(position, mv.from, !position.turn())
                .is_empty();
            let mut after = position.clone();
            after.play(*mv);
            let checks = movement.in_check(&after, after.turn());
            let attacks = movement
                .targets(&after, mv.to)
                .intersects(after.side(after.turn()));
            2 * u8::from(checks) + u8::from(attacks) + u8::from(fled)
        };
        if moves.is_empty() {
            return None;
        }
        let mut one = || moves[rng.usize(..moves.len())];
        let few = [one(), one(), one()];
        let best = few.into_iter().max_by_key(attraction)?;
        Some(if rng.u8(..3) == 0 { few[0] } else { best })
    }

    /// A stretch changed in one place or a few.
    pub fn changed(&self, stretch: &Stretch, rng: &mut Rng) -> Option<Stretch> {
        for _ in 0..TRIES {
            let mut changed = Some(stretch.clone());
            loop {
                changed = changed.and_then(|stretch| self.change(stretch, rng));
                if changed.is_none() || rng.u8(..3) > 0 {
                    break;
                }
            }
            let played =
                changed.filter(|changed| changed != stretch && changed.is_played(self.movement()));
            if played.is_some() {
                return played;
            }
        }
        None
    }

    /// One change, whether or not it can be played.
    fn change(&self, stretch: Stretch, rng: &mut Rng) -> Option<Stretch> {
        let Stretch { mut start, moves } = stretch;
        let trodden = moves
            .iter()
            .flat_map(|mv| [mv.from, mv.to])
            .fold(Bitboard::EMPTY, Bitboard::with);
        let royals = Side::ALL.into_iter().fold(Bitboard::EMPTY, |all, side| {
            all | self.movement().royals(&start, side)
        });
        let standing = start.occupied() - trodden;
        match rng.u8(..10) {
            0..3 => {
                start.remove(pick(standing - royals, rng)?);
            }
            3 => {
                let piece = self.man(rng)?;
                let square = self.place(&start, piece, trodden, rng)?;
                start.place(square, piece);
            }
            4..6 => {
                let square = pick(standing, rng)?;
                let piece = start.remove(square)?;
                let to = if rng.bool() {
                    let (files, ranks) = (rng.i8(-1..=1), rng.i8(-1..=1));
                    square
                        .offset(files, ranks)
                        .filter(|&to| !(start.occupied() | trodden).contains(to))?
                } else {
                    self.place(&start, piece, trodden, rng)?
                };
                start.place(to, piece);
            }
            6 => {
                let square = pick(start.occupied() - royals, rng)?;
                let side = start.piece_at(square)?.side;
                let kind = self.man(rng)?.kind;
                start.place(square, Piece { side, kind });
            }
            7 => {
                let square = pick(standing - royals, rng)?;
                let piece = start.piece_at(square)?;
                start.place(
                    square,
                    Piece {
                        side: piece.side.other(),
                        ..piece
                    },
                );
            }
            8 => return self.round(&start, rng),
            _ => {
                let mut legal = MoveList::new();
                for _ in 0..rng.usize(1..=4) {
                    self.movement().legal_moves(&start, &mut legal);
                    if legal.is_empty() {
                        return None;
                    }
                    start.play(legal[rng.usize(..legal.len())]);
                }
                return self.round(&start, rng);
            }
        }
        Some(Stretch { start, moves })
    }

    fn man(&self, rng: &mut Rng) -> Option<Piece> {
        (!self.men.is_empty()).then(|| self.men[rng.usize(..self.men.len())])
    }
}

fn side(rng: &mut Rng) -> Side {
    Side::ALL[usize::from(rng.bool())]
}

/// One of some squares.
fn pick(squares: Bitboard, rng: &mut Rng) -> Option<Square> {
    match squares.count() as usize {
        0 => None,
        count => squares.squares().nth(rng.usize(..count)),
    }
}
