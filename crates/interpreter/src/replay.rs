//! Plays a game under an edition's movement and watches it for repetition and for its end.

use miette::Diagnostic;
use qili_board::{Move, Position, Side};
use rustc_hash::FxHashMap;
use thiserror::Error;

use crate::ending::{self, Ended};
use crate::engine::Engine;
use crate::movement::IllegalMove;

/// A game as far as it has been played: positions, moves, and where positions recurred.
#[derive(Debug, Clone)]
pub struct Replay<'e> {
    engine: &'e Engine,
    positions: Vec<Position>,
    moves: Vec<Move>,
    /// Plies without a capture up to each position.
    quiet: Vec<u32>,
    /// Where each position since the last capture occurred, by its hash.
    seen: FxHashMap<u64, Vec<usize>>,
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
        let seen = FxHashMap::from_iter([(start.hash(), vec![0])]);
        Self {
            engine,
            positions: vec![start],
            moves: Vec::new(),
            quiet: vec![0],
            seen,
        }
    }

    /// The position now.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.positions[self.moves.len()]
    }

    /// Every position, the first included.
    #[must_use]
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// Every move.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The side to move.
    #[must_use]
    pub fn turn(&self) -> Side {
        self.position().turn()
    }

    /// Full moves by each side without a capture.
    #[must_use]
    pub fn captureless(&self) -> u32 {
        self.quiet[self.moves.len()] / 2
    }

    /// Plays a move; says whether the position now has occurred before.
    ///
    /// # Errors
    /// When the move is not legal; the game stays as it was.
    pub fn play(&mut self, mv: Move) -> Result<Option<Repetition>, IllegalPly> {
        let movement = self.engine.movement();
        movement
            .check_move(self.position(), mv)
            .map_err(|reason| IllegalPly {
                ply: self.moves.len() + 1,
                position: Box::new(self.position().clone()),
                reason,
            })?;
        let mut next = self.position().clone();
        let captured = next.play(mv);
        let quiet = if captured.is_some() {
            0
        } else {
            self.quiet[self.moves.len()] + 1
        };
        if captured.is_some() {
            // no earlier position can come back
            self.seen.clear();
        }
        self.moves.push(mv);
        self.quiet.push(quiet);
        self.positions.push(next);
        let now = self.moves.len();
        let here = &self.positions[now];
        let occurred = self.seen.entry(here.hash()).or_default();
        occurred.retain(|&index| self.positions[index] == *here);
        let repetition = occurred.last().map(|&since| Repetition {
            since,
            now,
            occurrences: occurred.len() + 1,
        });
        occurred.push(now);
        Ok(repetition)
    }

    /// The ending on the board that applies now.
    #[must_use]
    pub fn ended(&self) -> Option<Ended> {
        ending::on_board(self.engine, self.position(), self.captureless())
    }

    /// The last round of a repetition as a cycle.
    #[must_use]
    pub fn cycle(&self, repetition: Repetition) -> crate::Cycle {
        let Repetition { since, now, .. } = repetition;
        let previous = since
            .checked_sub(1)
            .map(|before| (&self.positions[before], self.moves[before]));
        crate::Cycle::new(&self.positions[since], &self.moves[since..now], previous)
    }
}
