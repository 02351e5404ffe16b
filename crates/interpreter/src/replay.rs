//! Plays a game under an edition's movement and watches it for repetition and for its end.

use miette::Diagnostic;
use qili_board::{Move, Piece, Position, Side};
use rustc_hash::FxHashMap;
use thiserror::Error;

use crate::cycle::Cycle;
use crate::ending::{self, Ended};
use crate::engine::Engine;
use crate::movement::IllegalMove;

/// A game as far as it has been played: its moves, the position now, and where positions recurred.
///
/// Earlier positions are kept as hashes; [`position_at`](Replay::position_at) plays back to one. A ply takes some tens
/// of bytes, and since a capture lets no earlier position come back, what is watched for repetition is forgotten there.
#[derive(Debug, Clone)]
pub struct Replay<'e> {
    engine: &'e Engine,
    start: Position,
    position: Position,
    moves: Vec<Move>,
    captured: Vec<Option<Piece>>,
    /// The hash of every position, the first included.
    hashes: Vec<u64>,
    /// Plies since the last capture.
    quiet: u32,
    /// Positions since the last capture, by their hash.
    seen: FxHashMap<u64, Seen>,
}

/// When and how often a position has occurred.
#[derive(Debug, Clone, Copy)]
struct Seen {
    last: usize,
    occurrences: usize,
}

/// A move of a game that cannot be played.
#[derive(Debug, Clone, Error, Diagnostic)]
#[error("ply {ply}: {reason}")]
#[diagnostic(code(qili::game::illegal_move), forward(reason))]
pub struct IllegalPly {
    /// Which ply, counted from 1.
    pub ply: usize,
    /// The position in which it was tried.
    pub position: Box<Position>,
    /// Why it cannot be played.
    pub reason: IllegalMove,
}

/// A position that occurred again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Repetition {
    /// Index of the position where the last round began (0: the first position of the game).
    pub since: usize,
    /// Index of the position now.
    pub now: usize,
    /// How often it has occurred, its first time included.
    pub occurrences: usize,
}

impl<'e> Replay<'e> {
    /// A game before its first move.
    #[must_use]
    pub fn new(engine: &'e Engine, start: Position) -> Self {
        let first = Seen {
            last: 0,
            occurrences: 1,
        };
        Self {
            engine,
            position: start.clone(),
            moves: Vec::new(),
            captured: Vec::new(),
            hashes: vec![start.hash()],
            quiet: 0,
            seen: FxHashMap::from_iter([(start.hash(), first)]),
            start,
        }
    }

    /// The position before the first move.
    #[must_use]
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// The position now.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The position after a number of plies (0: the first; more than were played: the position now).
    #[must_use]
    pub fn position_at(&self, plies: usize) -> Position {
        let mut position = self.position.clone();
        let played = self.moves.iter().zip(&self.captured);
        for (&mv, &captured) in played.skip(plies).rev() {
            position.undo(mv, captured);
        }
        position
    }

    /// The hash of every position, the first included.
    #[must_use]
    pub fn hashes(&self) -> &[u64] {
        &self.hashes
    }

    /// Every move.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The side to move.
    #[must_use]
    pub fn turn(&self) -> Side {
        self.position.turn()
    }

    /// Full moves by each side without a capture.
    #[must_use]
    pub const fn captureless(&self) -> u32 {
        self.quiet / 2
    }

    /// Plays a move; says whether the position now has occurred before.
    ///
    /// # Errors
    /// When the move is not legal; the game stays as it was.
    pub fn play(&mut self, mv: Move) -> Result<Option<Repetition>, IllegalPly> {
        let checked = self.engine.movement().check_move(&self.position, mv);
        checked.map_err(|reason| IllegalPly {
            ply: self.moves.len() + 1,
            position: Box::new(self.position.clone()),
            reason,
        })?;
        let captured = self.position.play(mv);
        if captured.is_some() {
            // no earlier position can come back
            self.seen.clear();
            self.quiet = 0;
        } else {
            self.quiet += 1;
        }
        self.moves.push(mv);
        self.captured.push(captured);
        let hash = self.position.hash();
        self.hashes.push(hash);
        let now = self.moves.len();
        let repetition = match self.seen.get(&hash) {
            // two positions may share a hash
            Some(seen) if self.position_at(seen.last) == self.position => Some(Repetition {
                since: seen.last,
                now,
                occurrences: seen.occurrences + 1,
            }),
            _ => None,
        };
        let occurrences = repetition.map_or(1, |repetition| repetition.occurrences);
        let seen = Seen {
            last: now,
            occurrences,
        };
        self.seen.insert(hash, seen);
        Ok(repetition)
    }

    /// The ending on the board that applies now.
    #[must_use]
    pub fn ended(&self) -> Option<Ended> {
        ending::on_board(self.engine, &self.position, self.captureless())
    }

    /// The last round of a repetition as a cycle.
    #[must_use]
    pub fn cycle(&self, repetition: Repetition) -> Cycle {
        let Repetition { since, now, .. } = repetition;
        let previous = since
            .checked_sub(1)
            .map(|before| (self.position_at(before), self.moves[before]));
        let previous = previous.as_ref().map(|(position, mv)| (position, *mv));
        Cycle::new(&self.position_at(since), &self.moves[since..now], previous)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use qili_edition::Edition;

    fn engine() -> Engine {
        let garden = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../tests/data/editions/garden"
        );
        let edition = Edition::open(garden).unwrap();
        Engine::new(Arc::clone(&edition.rules)).unwrap()
    }

    /// Both sides' rooks on open files, the generals out of each other's sight.
    fn start() -> Position {
        let mut position = Position::empty(Side::Red);
        let movement = engine();
        let rules = movement.rules();
        let kind = |letter: char| {
            let index = rules
                .kinds
                .iter()
                .position(|kind| kind.letters.contains(&letter.to_ascii_uppercase()))
                .unwrap();
            qili_board::Kind::new(u8::try_from(index).unwrap()).unwrap()
        };
        for (side, letter, square) in [
            (Side::Red, 'k', "e0"),
            (Side::Red, 'r', "a0"),
            (Side::Black, 'k', "d9"),
            (Side::Black, 'r', "i9"),
        ] {
            let piece = Piece {
                side,
                kind: kind(letter),
            };
            position.place(square.parse().unwrap(), piece);
        }
        position
    }

    fn moves(text: &str) -> Vec<Move> {
        text.split(' ').map(|mv| mv.parse().unwrap()).collect()
    }

    #[test]
    fn a_repetition_counts_from_its_last_occurrence() {
        let engine = engine();
        let mut replay = Replay::new(&engine, start());
        let round = moves("a0a1 i9i8 a1a0 i8i9");
        let mut found = Vec::new();
        for &mv in round.iter().cycle().take(9) {
            found.extend(replay.play(mv).unwrap());
        }
        let at = |since, now, occurrences| Repetition {
            since,
            now,
            occurrences,
        };
        let expected = [
            at(0, 4, 2),
            at(1, 5, 2),
            at(2, 6, 2),
            at(3, 7, 2),
            at(4, 8, 3),
            at(5, 9, 3),
        ];
        assert_eq!(found, expected);
        assert_eq!(replay.position_at(0), start());
        assert_eq!(replay.position_at(8), start());
        assert_eq!(replay.position_at(9), *replay.position());
        let cycle = replay.cycle(expected[4]);
        assert!(cycle.closes());
        assert_eq!(cycle.plies().len(), 4);
    }

    #[test]
    fn an_illegal_move_changes_nothing() {
        let engine = engine();
        let mut replay = Replay::new(&engine, start());
        let error = replay.play("a0b1".parse().unwrap()).unwrap_err();
        assert_eq!(error.ply, 1);
        assert!(replay.moves().is_empty());
        assert_eq!(*replay.position(), start());
    }

    #[test]
    fn a_capture_ends_the_count_of_quiet_moves() {
        let engine = engine();
        let mut replay = Replay::new(&engine, start());
        for mv in moves("a0a1 i9i8 a1a2 i8i2") {
            replay.play(mv).unwrap();
        }
        assert_eq!(replay.captureless(), 2);
        replay.play("a2i2".parse().unwrap()).unwrap();
        assert_eq!(replay.captureless(), 0);
    }
}
