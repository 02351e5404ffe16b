use qili_board::{Bitboard, Position, Square};

use super::Net;
use crate::key::{Key, code, limit};

/// What a search for a gain remembers beside the position.
#[derive(Debug, Clone, Copy)]
pub(super) struct State {
    /// What the attacker has won so far.
    pub(super) net: Net,
    /// The target has fallen.
    pub(super) got: bool,
    /// The side to move is in check, as long as no check is waived.
    pub(super) checked: bool,
    /// Checks and captures that the attacker may still play.
    pub(super) initiatives: u8,
    /// Quiet captures that he may still play; `None`: any number.
    pub(super) quiet_captures: Option<u8>,
    /// Checks without capture that he may still play after the target has fallen.
    pub(super) quiet_checks: u8,
    /// Checks that the defender may still throw in.
    pub(super) opponent_checks: u8,
    /// Moves that the defender may still make; `None`: any number.
    pub(super) defender_moves: Option<u8>,
    /// Where the target stands, unless it has fallen or anything will do.
    pub(super) target: Option<Square>,
    /// Where the piece stands with which the attacker captured last.
    pub(super) capturer: Option<Square>,
    /// Where the piece stands that the defender has just moved, if it captured or gave check.
    pub(super) provoker: Option<Square>,
    /// Where the only piece stands that may play on, if there is such a restriction.
    pub(super) mover: Option<Square>,
    /// Where the attacker has made captures that count.
    pub(super) captured_on: Bitboard,
    /// Where the attacker may not capture any more.
    pub(super) shut: Bitboard,
    /// Where enemy pieces stand that the attacker may only retake.
    pub(super) spared: Bitboard,
    /// Squares with pieces whose checks the other side ignores.
    pub(super) waived: Bitboard,
}

impl State {
    /// A key for the position and everything that decides how the search goes on.
    #[inline]
    pub(super) fn key(&self, position: &Position, seed: Key) -> Key {
        let mut key = Key::of(position).and_key(seed).and(
            u64::from(self.net.bits()) << 32
                | u64::from(self.initiatives) << 24
                | limit(self.quiet_captures) << 16
                | u64::from(self.quiet_checks) << 8
                | u64::from(self.opponent_checks),
        );
        key = key.and(
            limit(self.defender_moves) << 40
                | code(self.target) << 32
                | code(self.capturer) << 24
                | code(self.provoker) << 16
                | code(self.mover) << 8
                | u64::from(self.got),
        );
        key = key.and_set(self.captured_on);
        if !self.spared.is_empty() {
            key = key.and(3).and_set(self.spared);
        }
        if !self.shut.is_empty() || !self.waived.is_empty() {
            key = key.and(1).and_set(self.shut).and(2).and_set(self.waived);
        }
        key
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Change = fn(&mut State);

    fn set(square: &str) -> Bitboard {
        square.parse::<Square>().into_iter().collect()
    }

    /// Each says another thing of how the search goes on.
    const CHANGES: [Change; 24] = [
        |_| (),
        |state| state.net.0[0] = 1,
        |state| state.net.0[1] = 1,
        |state| state.got = true,
        |state| state.initiatives = 1,
        |state| state.quiet_captures = Some(0),
        |state| state.quiet_captures = Some(1),
        |state| state.quiet_checks = 1,
        |state| state.opponent_checks = 1,
        |state| state.defender_moves = Some(0),
        |state| state.defender_moves = Some(1),
        |state| state.target = set("a0").first(),
        |state| state.capturer = set("a0").first(),
        |state| state.provoker = set("a0").first(),
        |state| state.mover = set("a0").first(),
        |state| state.captured_on = set("a0"),
        |state| state.captured_on = set("i9"),
        |state| state.shut = set("a0"),
        |state| state.shut = set("i9"),
        |state| state.spared = set("a0"),
        |state| state.spared = set("i9"),
        |state| state.waived = set("a0"),
        |state| state.waived = set("i9"),
        |state| (state.shut, state.waived) = (set("a0"), set("a0")),
    ];

    #[test]
    fn a_key_tells_apart_whatever_decides_how_the_search_goes_on() {
        let position = Position::empty(qili_board::Side::Red);
        let seed = Key::of(&position);
        let keys = CHANGES.map(|change| {
            let mut state = State {
                net: Net::ZERO,
                got: false,
                checked: false,
                initiatives: 0,
                quiet_captures: None,
                quiet_checks: 0,
                opponent_checks: 0,
                defender_moves: None,
                target: None,
                capturer: None,
                provoker: None,
                mover: None,
                captured_on: Bitboard::EMPTY,
                shut: Bitboard::EMPTY,
                spared: Bitboard::EMPTY,
                waived: Bitboard::EMPTY,
            };
            change(&mut state);
            state.key(&position, seed)
        });
        for (index, key) in keys.iter().enumerate() {
            let same = keys[..index].iter().position(|other| other == key);
            assert_eq!(same, None, "{index}");
        }
    }
}
