//! Every stretch of a class, without exception: there and only there "none" is a proof.

use qili_board::{Bitboard, Move, Piece, Position, Side, Square};
use qili_interpreter::movement::{MoveList, Movement};
use qili_words::Bilingual;
use rayon::prelude::*;

use crate::search::Search;
use crate::stretch::Stretch;

/// After so many beginnings it is asked whether time is left; with two men each has some thousand positions.
const CHUNK: usize = 4;

/// Where royal pieces stand, who moves, and which men are still to be placed.
struct Beginning {
    position: Position,
    men: Vec<Piece>,
}

impl Search<'_> {
    /// Looks at every stretch of two plies a side with at most so many men, the royal ones among them. Says what was
    /// exhausted; nothing where the time did not suffice.
    pub fn exhaust(
        &mut self,
        men: usize,
        late: &dyn Fn() -> bool,
        step: &dyn Fn(usize, usize),
    ) -> Option<Bilingual> {
        let movement = self.question().first().book.movement();
        let fresh = self.question().first().book.start();
        let beginnings = beginnings(movement, &fresh, men);
        let all = beginnings.len();
        for (done, some) in beginnings.chunks(CHUNK).enumerate() {
            if late() {
                return None;
            }
            step(done * CHUNK, all);
            let question = self.question();
            let found: Vec<Vec<_>> = some
                .par_iter()
                .map(|beginning| {
                    let mut asked = Vec::new();
                    let mut position = beginning.position.clone();
                    placed(
                        movement,
                        &mut position,
                        &beginning.men,
                        None,
                        &mut |position| {
                            for stretch in there_and_back(movement, position) {
                                let one = question.ask(&stretch, &|_| false);
                                let kept = !one.kinds.is_empty();
                                asked.push((kept.then_some(stretch), one));
                            }
                        },
                    );
                    asked
                })
                .collect();
            for (stretch, asked) in found.into_iter().flatten() {
                self.count(stretch, asked);
            }
        }
        Some(Bilingual::new(
            format!("双方各走两着(一子往返)、不超过 {men} 子的一切循环"),
            format!(
                "all stretches of two plies a side, a man there and back, with at most {men} men"
            ),
        ))
    }
}

fn beginnings(movement: &Movement, fresh: &Position, most: usize) -> Vec<Beginning> {
    let all: Vec<Piece> = fresh
        .occupied()
        .squares()
        .filter_map(|square| fresh.piece_at(square))
        .collect();
    let (royals, men): (Vec<Piece>, Vec<Piece>) = all
        .into_iter()
        .partition(|piece| movement.royal_kinds().contains(&piece.kind));
    let mut sets = vec![Vec::new()];
    let mut men = men;
    men.sort_unstable_by_key(|piece| piece.index());
    subsets(
        &men,
        most.saturating_sub(royals.len()),
        &mut Vec::new(),
        &mut sets,
    );
    let mut beginnings = Vec::new();
    for turn in Side::ALL {
        let mut position = Position::empty(turn);
        placed(movement, &mut position, &royals, None, &mut |position| {
            for men in &sets {
                beginnings.push(Beginning {
                    position: position.clone(),
                    men: men.clone(),
                });
            }
        });
    }
    beginnings
}

/// Every choice of at most so many men, each once, whichever of equal men they are.
fn subsets(men: &[Piece], most: usize, chosen: &mut Vec<Piece>, sets: &mut Vec<Vec<Piece>>) {
    if chosen.len() == most {
        return;
    }
    for (index, &piece) in men.iter().enumerate() {
        if index > 0 && men[index - 1] == piece {
            continue;
        }
        chosen.push(piece);
        sets.push(chosen.clone());
        subsets(&men[index + 1..], most, chosen, sets);
        chosen.pop();
    }
}

/// Every way to place men; equal ones in the order of the board.
fn placed(
    movement: &Movement,
    position: &mut Position,
    men: &[Piece],
    last: Option<(Piece, Square)>,
    each: &mut dyn FnMut(&Position),
) {
    let Some((&piece, rest)) = men.split_first() else {
        each(position);
        return;
    };
    let free = movement.allowed_squares(piece) - position.occupied();
    for square in free {
        if last.is_some_and(|(before, at)| before == piece && square < at) {
            continue;
        }
        position.place(square, piece);
        placed(movement, position, rest, Some((piece, square)), each);
        position.remove(square);
    }
}

/// Every stretch from a position in which a man of either side goes there and back, if it is the image and the beginning that
/// stands for all of them.
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
            if stretch.is_played(movement) && stretch.is_least() {
                stretches.push(stretch);
            }
        }
    }
    stretches
}
