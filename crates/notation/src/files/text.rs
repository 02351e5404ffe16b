//! Plain move text as Chinese studio programs export it: lines such as `红方：某某`, then the moves pair by pair.
//!
//! It is read like PGN ([`super::pgn`]); here it is written.

use super::write::{self, Layout};
use super::{Edition, pgn};
use crate::game::{Game, NodeId};
use crate::moves::Style;

/// Writes a game.
pub fn write(game: &Game, edition: Edition<'_>, style: &Style) -> String {
    let mut text = String::new();
    let mut heading = |name: &str, value: &str| {
        if !value.is_empty() {
            text.push_str(&format!("{name}：{value}\n"));
        }
    };
    let is_own = |tag: &str| {
        ["Result", "FEN"]
            .iter()
            .any(|own| tag.eq_ignore_ascii_case(own))
    };
    for (tag, value) in game.tags.iter() {
        let tag = if tag.eq_ignore_ascii_case("White") {
            "Red"
        } else {
            tag
        };
        if let Some(name) = pgn::heading_of(tag, style.script).filter(|_| !is_own(tag)) {
            heading(name, value);
        }
    }
    if let Some(fen) = pgn::start_tag(game, edition.vocabulary) {
        heading("FEN", &fen);
    }
    let begins_with_move = !game.tree.is_empty() && game.tree[NodeId::ROOT].comment().is_empty();
    if text.is_empty() && !begins_with_move {
        // something has to tell that a game begins
        text.push_str(&format!("{}：\n", pgn::TITLE));
    }
    text.push_str(&"-".repeat(52));
    text.push('\n');
    text.push_str(&write::moves(game, edition, style, Layout::Pairs));
    text
}
