//! Every stretch of a class, without exception: there and only there "none" is a proof.

use std::collections::BTreeMap;

use qili_board::{Bitboard, Move, Piece, Position, Side, Square};
use qili_interpreter::movement::{MoveList, Movement};
use qili_words::Bilingual;
use rayon::prelude::*;

use crate::kind::Kind;
use crate::limit::{Over, Stage};
use crate::question::Question;
use crate::search::{First, Raw, Search};
use crate::stretch::Stretch;

/// How far an enumeration has come.
#[derive(Debug, Clone, Default)]
pub struct Reached {
    /// The class that was exhausted.
    pub exhausted: Option<Bilingual>,
    /// What of the next class was looked at, where the time did not suffice.
    pub further: Option<Bilingual>,
}

/// The beginnings of an enumeration, those with fewer men first: where the royal pieces stand, and which men are to be placed.
struct Beginnings {
    royals: Vec<Position>,
    /// By how many men there are beside the royal ones.
    sets: Vec<Vec<Vec<Piece>>>,
    royal_men: usize,
}

/// What came of one beginning.
#[derive(Default)]
struct Tally {
    stretches: u64,
    undetermined: u64,
    found: u64,
    kinds: BTreeMap<Kind, Raw>,
}

impl Search<'_> {
    /// Looks at every stretch of two plies a side with at most so many men, the royal ones among them, one image of each;
    /// goes on where it was. Where the time is over, what was begun is left out, and begun anew later.
    pub fn exhaust(
        &mut self,
        men: usize,
        over: &Over<'_>,
        first: &mut First<'_>,
        step: &dyn Fn(usize, usize),
    ) -> Reached {
        let question = self.question();
        let movement = question.first().book.movement();
        let beginnings = Beginnings::of(movement, &question.first().book.start(), men);
        let all = beginnings.count();
        while let Some((position, men)) = beginnings.get(self.beginnings) {
            step(self.beginnings, all);
            let Some(tally) = looked_at(question, position, men, over) else {
                break;
            };
            self.beginnings += 1;
            self.tried.stretches += tally.stretches;
            self.tried.made_up += tally.stretches;
            self.tried.undetermined += tally.undetermined;
            self.tried.found += tally.found;
            for (kind, raw) in tally.kinds {
                self.keep(kind, raw, first);
            }
        }
        beginnings.reached(self.beginnings)
    }
}

impl Beginnings {
    fn of(movement: &Movement, fresh: &Position, most: usize) -> Self {
        let all: Vec<Piece> = fresh
            .occupied()
            .squares()
            .filter_map(|square| fresh.piece_at(square))
            .collect();
        let (royals, mut men): (Vec<Piece>, Vec<Piece>) = all
            .into_iter()
            .partition(|piece| movement.royal_kinds().contains(&piece.kind));
        men.sort_unstable_by_key(|piece| piece.index());
        let most = most.saturating_sub(royals.len());
        let mut sets = vec![Vec::new(); most + 1];
        subsets(&men, most, &mut Vec::new(), &mut sets);
        let mut beginnings = Self {
            royals: Vec::new(),
            sets,
            royal_men: royals.len(),
        };
        // every stretch can begin with a move of either side
        let mut position = Position::empty(Side::Red);
        placed(movement, &mut position, &royals, None, &mut |position| {
            beginnings.royals.push(position.clone());
            true
        });
        beginnings
    }

    fn count(&self) -> usize {
        self.royals.len() * self.sets.iter().map(Vec::len).sum::<usize>()
    }

    fn get(&self, mut number: usize) -> Option<(&Position, &[Piece])> {
        let royals = self.royals.len().max(1);
        for sets in &self.sets {
            if let Some(set) = sets.get(number / royals) {
                return Some((self.royals.get(number % royals)?, set));
            }
            number -= royals * sets.len();
        }
        None
    }

    /// How far one has come who has looked at so many.
    fn reached(&self, mut done: usize) -> Reached {
        let mut reached = Reached::default();
        for (men, sets) in (self.royal_men..).zip(&self.sets) {
            let all = self.royals.len() * sets.len();
            if done < all {
                reached.further = Some(Bilingual::new(
                    format!("{men} 子的 {all} 种开头，试过 {done} 种"),
                    format!("of {all} beginnings with {men} men, {done} were looked at"),
                ));
                break;
            }
            done -= all;
            reached.exhausted = Some(Bilingual::new(
                format!("双方各走两着(一子往返)、不超过 {men} 子的一切循环"),
                format!(
                    "all stretches of two plies a side, a man there and back, with at most {men} men"
                ),
            ));
        }
        reached
    }
}

/// Looks at every stretch with these men and those on the board; nothing where the time was over before the end.
fn looked_at(
    question: &Question,
    position: &Position,
    men: &[Piece],
    over: &Over<'_>,
) -> Option<Tally> {
    let movement = question.first().book.movement();
    let Some((&piece, rest)) = men.split_first() else {
        let mut tally = Tally::default();
        return tally.add_all(question, position, over).then_some(tally);
    };
    let free = movement.allowed_squares(piece) - position.occupied();
    let places: Vec<Square> = free.squares().collect();
    let tallies: Vec<Option<Tally>> = places
        .into_par_iter()
        .map(|square| {
            let mut tally = Tally::default();
            let mut position = position.clone();
            position.place(square, piece);
            let last = Some((piece, square));
            placed(movement, &mut position, rest, last, &mut |position| {
                tally.add_all(question, position, over)
            })
            .then_some(tally)
        })
        .collect();
    let mut all = Tally::default();
    for tally in tallies {
        all.join(tally?);
    }
    Some(all)
}

impl Tally {
    /// Adds every stretch from a position; `false` where the time is over.
    fn add_all(&mut self, question: &Question, position: &Position, over: &Over<'_>) -> bool {
        let movement = question.first().book.movement();
        for stretch in there_and_back(movement, position) {
            if over(Stage::Search) {
                return false;
            }
            let asked = question.ask(&stretch, &|_| false);
            self.stretches += 1;
            self.undetermined += u64::from(asked.open);
            self.found += u64::from(!asked.kinds.is_empty());
            for kind in asked.kinds {
                Raw::of(&stretch).join(kind, &mut self.kinds);
            }
        }
        true
    }

    fn join(&mut self, more: Self) {
        self.stretches += more.stretches;
        self.undetermined += more.undetermined;
        self.found += more.found;
        for (kind, raw) in more.kinds {
            raw.join(kind, &mut self.kinds);
        }
    }
}

/// Every choice of at most so many men by their number, each once, whichever of equal men they are.
fn subsets(men: &[Piece], most: usize, chosen: &mut Vec<Piece>, sets: &mut [Vec<Vec<Piece>>]) {
    sets[chosen.len()].push(chosen.clone());
    if chosen.len() == most {
        return;
    }
    for (index, &piece) in men.iter().enumerate() {
        if index > 0 && men[index - 1] == piece {
            continue;
        }
        chosen.push(piece);
        subsets(&men[index + 1..], most, chosen, sets);
        chosen.pop();
    }
}

/// Every way to place men, equal ones in the order of the board, as long as `each` says so; whether it did to the end.
fn placed(
    movement: &Movement,
    position: &mut Position,
    men: &[Piece],
    last: Option<(Piece, Square)>,
    each: &mut dyn FnMut(&Position) -> bool,
) -> bool {
    let Some((&piece, rest)) = men.split_first() else {
        return each(position);
    };
    let free = movement.allowed_squares(piece) - position.occupied();
    for square in free {
        if last.is_some_and(|(before, at)| before == piece && square < at) {
            continue;
        }
        position.place(square, piece);
        let whole = placed(movement, position, rest, Some((piece, square)), each);
        position.remove(square);
        if !whole {
            return false;
        }
    }
    true
}

/// Every stretch from a position in which a man of either side goes there and back, if it is the one that stands for its images
/// and beginnings.
fn there_and_back(movement: &Movement, position: &Position) -> Vec<Stretch> {
    let mut stretches = Vec::new();
    if movement.validate(position).is_err() {
        return stretches;
    }
    let back = |mv: Move| Move::new(mv.to, mv.from);
    let quiet = |position: &Position| {
        let mut moves = MoveList::new();
        movement.legal_moves(position, &mut moves);
        let empty = Bitboard::ALL - position.occupied();
        moves
            .iter()
            .copied()
            .filter(|mv| empty.contains(mv.to))
            .collect::<Vec<_>>()
    };
    for one in quiet(position) {
        let mut after = position.clone();
        after.play(one);
        for other in quiet(&after) {
            let stretch = Stretch {
                start: position.clone(),
                moves: vec![one, other, back(one), back(other)],
            };
            if one.from < one.to
                && stretch.is_played(movement)
                && stands_for_all(movement, &stretch)
            {
                stretches.push(stretch);
            }
        }
    }
    stretches
}

/// Whether a stretch is the one that is looked at among its images and beginnings: the side moves that does, away to a later
/// square, and of those that are left, one for each image that can be played, it is the least.
fn stands_for_all(movement: &Movement, stretch: &Stretch) -> bool {
    let order = |stretch: &Stretch| (stretch.start.hash(), stretch.moves.clone());
    let own = order(stretch);
    stretch.images().iter().skip(1).all(|image| {
        let from = usize::from(image.start.turn() != stretch.start.turn());
        let mut begun = image.begun(from);
        if begun.moves[0].from > begun.moves[0].to {
            begun = begun.begun(2);
        }
        order(&begun) >= own || !begun.is_played(movement)
    })
}
