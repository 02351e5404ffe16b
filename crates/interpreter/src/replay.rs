//! Plays a game under an edition's movement and watches it for repetition and for its end.

use std::ops::Range;
use std::sync::Arc;

use miette::Diagnostic;
use qili_board::{Move, Piece, Position, Side};
use qili_words::{Localized, Texts};
use rustc_hash::FxHashMap;
use thiserror::Error;

use crate::cycle::Cycle;
use crate::ending::{self, Ended, Quiet};
use crate::engine::Engine;
use crate::movement::{IllegalMove, PositionError};

/// A game as far as it has been played: its moves, the position now, and where positions recurred.
///
/// Earlier positions are kept as hashes; [`position_at`](Replay::position_at) plays back to one. A ply takes some tens
/// of bytes, and since a capture lets no earlier position come back, what is watched for repetition is forgotten there.
#[derive(Debug, Clone)]
pub struct Replay {
    engine: Arc<Engine>,
    start: Position,
    position: Position,
    moves: Vec<Move>,
    captured: Vec<Option<Piece>>,
    /// The hash of every position, the first included.
    hashes: Vec<u64>,
    /// Of every position, the first included: when it occurred before.
    earlier: Vec<Earlier>,
    /// Of every position, the first included: how long nothing had been taken.
    quiet: Vec<Quiet>,
    /// Positions since the last capture by their hash: where each occurred last.
    seen: FxHashMap<u64, usize>,
}

/// When a position occurred before.
#[derive(Debug, Clone, Copy)]
struct Earlier {
    first: usize,
    last: Option<usize>,
    occurrences: usize,
    /// The position that was known by its hash: the same one, or another that shares the hash.
    replaced: Option<usize>,
}

impl Earlier {
    /// That of a position which is new.
    const fn none(now: usize, replaced: Option<usize>) -> Self {
        Self {
            first: now,
            last: None,
            occurrences: 1,
            replaced,
        }
    }
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

impl Localized for IllegalPly {
    fn chinese(&self) -> Texts {
        let Texts { message, help, .. } = self.reason.chinese();
        Texts {
            message: format!("第 {} 着：{message}", self.ply),
            help,
            ..Texts::default()
        }
    }
}

/// A position that occurred again. Positions of a game are counted from 0, the first one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Repetition {
    /// Where it occurred first.
    pub first: usize,
    /// Where the last round began.
    pub since: usize,
    /// The position now.
    pub now: usize,
    /// How often it has occurred, its first time included.
    pub occurrences: usize,
}

impl Repetition {
    /// The plies of its last round.
    #[must_use]
    pub const fn last_round(self) -> Range<usize> {
        self.since..self.now
    }
}

impl Replay {
    /// A game before its first move.
    ///
    /// # Errors
    /// When the edition's pieces cannot stand so.
    pub fn new(engine: Arc<Engine>, start: Position) -> Result<Self, PositionError> {
        engine.movement().validate(&start)?;
        Ok(Self::unchecked(engine, start))
    }

    /// The same from a position that the caller has checked.
    #[must_use]
    pub fn unchecked(engine: Arc<Engine>, start: Position) -> Self {
        Self {
            engine,
            position: start.clone(),
            moves: Vec::new(),
            captured: Vec::new(),
            hashes: vec![start.hash()],
            earlier: vec![Earlier::none(0, None)],
            quiet: vec![Quiet::default()],
            seen: FxHashMap::from_iter([(start.hash(), 0)]),
            start,
        }
    }

    /// The engine that it is played with.
    #[must_use]
    pub const fn engine(&self) -> &Arc<Engine> {
        &self.engine
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
    pub fn captureless(&self) -> u32 {
        self.quiet().full_moves(None)
    }

    fn quiet(&self) -> Quiet {
        self.quiet.last().copied().unwrap_or_default()
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
        let mover = self.position.turn();
        let captured = self.position.play(mv);
        if captured.is_some() {
            // no earlier position can come back
            self.seen.clear();
            self.quiet.push(Quiet::default());
        } else {
            let checks = self.engine.counts_checks()
                && self
                    .engine
                    .movement()
                    .in_check(&self.position, mover.other());
            self.quiet.push(self.quiet().after(mover, checks));
        }
        self.moves.push(mv);
        self.captured.push(captured);
        let hash = self.position.hash();
        self.hashes.push(hash);
        let now = self.moves.len();
        let replaced = self.seen.insert(hash, now);
        let earlier = match replaced {
            // two positions may share a hash
            Some(last) if self.position_at(last) == self.position => Earlier {
                first: self.earlier[last].first,
                last: Some(last),
                occurrences: self.earlier[last].occurrences + 1,
                replaced,
            },
            _ => Earlier::none(now, replaced),
        };
        self.earlier.push(earlier);
        Ok(self.repetition())
    }

    /// Takes the last move back.
    pub fn undo(&mut self) -> Option<Move> {
        let mv = self.moves.pop()?;
        let captured = self.captured.pop().flatten();
        self.position.undo(mv, captured);
        self.quiet.pop();
        let (hash, earlier) = (self.hashes.pop(), self.earlier.pop());
        if captured.is_some() {
            self.remember();
            return Some(mv);
        }
        if let Some(hash) = hash {
            match earlier.and_then(|earlier| earlier.replaced) {
                Some(last) => self.seen.insert(hash, last),
                None => self.seen.remove(&hash),
            };
        }
        Some(mv)
    }

    /// Remembers the positions since the last capture anew.
    fn remember(&mut self) {
        let quiet = self.captured.iter().rev();
        let quiet = quiet.take_while(|captured| captured.is_none()).count();
        let now = self.moves.len();
        self.seen.clear();
        let hashes = self.hashes.iter().enumerate().skip(now - quiet);
        self.seen.extend(hashes.map(|(index, &hash)| (hash, index)));
    }

    /// How the position now has occurred before, if it has.
    #[must_use]
    pub fn repetition(&self) -> Option<Repetition> {
        let earlier = self.earlier.last()?;
        Some(Repetition {
            first: earlier.first,
            since: earlier.last?,
            now: self.moves.len(),
            occurrences: earlier.occurrences,
        })
    }

    /// The ending on the board that applies now.
    #[must_use]
    pub fn ended(&self) -> Option<Ended> {
        ending::on_board(&self.engine, &self.position, self.quiet())
    }

    /// A stretch of it, from one position to another, with what went before.
    #[must_use]
    pub fn cycle(&self, stretch: Range<usize>) -> Cycle {
        let previous = stretch
            .start
            .checked_sub(1)
            .map(|before| (self.position_at(before), self.moves[before]));
        let previous = previous.as_ref().map(|(position, mv)| (position, *mv));
        let start = self.position_at(stretch.start);
        Cycle::unchecked(&start, &self.moves[stretch], previous)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use qili_edition::Edition;

    fn engine() -> Arc<Engine> {
        let garden = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../tests/data/editions/garden"
        );
        let edition = Edition::open(garden).unwrap();
        Arc::new(Engine::new(Arc::clone(&edition.rules)).unwrap())
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
        let mut replay = Replay::new(engine(), start()).unwrap();
        let round = moves("a0a1 i9i8 a1a0 i8i9");
        let mut found = Vec::new();
        for &mv in round.iter().cycle().take(9) {
            found.extend(replay.play(mv).unwrap());
        }
        let at = |since, now, occurrences| Repetition {
            first: now % 4,
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
        let cycle = replay.cycle(expected[4].last_round());
        assert!(cycle.closes());
        assert_eq!(cycle.plies().len(), 4);
    }

    #[test]
    fn an_illegal_move_changes_nothing() {
        let mut replay = Replay::new(engine(), start()).unwrap();
        let error = replay.play("a0b1".parse().unwrap()).unwrap_err();
        assert_eq!(error.ply, 1);
        assert!(replay.moves().is_empty());
        assert_eq!(*replay.position(), start());
    }

    #[test]
    fn a_capture_ends_the_count_of_quiet_moves() {
        let mut replay = Replay::new(engine(), start()).unwrap();
        for mv in moves("a0a1 i9i8 a1a2 i8i2") {
            replay.play(mv).unwrap();
        }
        assert_eq!(replay.captureless(), 2);
        replay.play("a2i2".parse().unwrap()).unwrap();
        assert_eq!(replay.captureless(), 0);
    }
}
