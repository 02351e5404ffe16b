//! The letters of Western chess interfaces, like algebraic notation: `Cbe2`, `R9xd7`, `xe4`, `Ci0+`, `c4`.

use qili_board::{File, Move, Position, Rank, Square};
use qili_interpreter::movement::{MoveList, Movement};

use super::relative::Meaning;
use crate::vocabulary::{Kinds, Vocabulary};

/// A move by what goes where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Letters {
    kinds: Option<Kinds>,
    file: Option<File>,
    rank: Option<Rank>,
    to: Square,
}

/// Reads a text already narrowed to half width.
pub(super) fn parse(text: &[char], vocabulary: &Vocabulary) -> Option<Letters> {
    let [rest @ .., file, rank] = text else {
        return None;
    };
    let to = Square::new(
        File::from_char(*file).filter(|_| file.is_ascii_lowercase())?,
        Rank::from_char(*rank)?,
    );
    let rest = match rest {
        [rest @ .., 'x' | ':' | '-'] => rest,
        _ => rest,
    };
    let (kinds, rest) = match rest {
        [letter, rest @ ..] if letter.is_ascii_uppercase() => (
            Some(Kinds::from_iter([vocabulary.kind_of_letter(*letter)?])),
            rest,
        ),
        _ => (None, rest),
    };
    let (file, rank) = match rest {
        [] => (None, None),
        [f] if f.is_ascii_lowercase() => (Some(File::from_char(*f)?), None),
        [r] => (None, Some(Rank::from_char(*r)?)),
        [f, r] if f.is_ascii_lowercase() => {
            (Some(File::from_char(*f)?), Some(Rank::from_char(*r)?))
        }
        _ => return None,
    };
    Some(Letters {
        kinds,
        file,
        rank,
        to,
    })
}

impl Letters {
    /// Which move of the position this is.
    pub(super) fn resolve(
        &self,
        position: &Position,
        movement: &Movement,
        vocabulary: &Vocabulary,
    ) -> Meaning {
        let mut moves = MoveList::new();
        movement.legal_moves(position, &mut moves);
        let kinds = self.kinds.unwrap_or_else(|| vocabulary.numerous());
        let meant = |from: Square| {
            self.file.is_none_or(|f| from.file() == f)
                && self.rank.is_none_or(|r| from.rank() == r)
                && position
                    .piece_at(from)
                    .is_some_and(|p| p.side == position.turn() && kinds.contains(p.kind))
        };
        let mut fitting = moves
            .iter()
            .copied()
            .filter(|m| m.to == self.to && meant(m.from));
        match (fitting.next(), fitting.next()) {
            (Some(mv), None) => return Meaning::One(mv),
            (Some(a), Some(b)) => {
                return Meaning::Several([a, b].into_iter().chain(fitting).collect());
            }
            (None, _) => {}
        }
        let reaches = |from: Square| {
            position
                .piece_at(from)
                .is_some_and(|p| vocabulary.reach(p, from).contains(self.to))
        };
        let men = position
            .side(position.turn())
            .into_iter()
            .filter(|&s| meant(s) && s != self.to);
        match men.min_by_key(|&s| !reaches(s)) {
            Some(from) => Meaning::Illegal(Move::new(from, self.to)),
            None => Meaning::Nobody,
        }
    }
}

/// Writes a move in letters; `None` if nobody stands on its first square.
pub(super) fn write(
    mv: Move,
    position: &Position,
    movement: &Movement,
    vocabulary: &Vocabulary,
) -> Option<String> {
    let piece = position.piece_at(mv.from)?;
    let mut moves = MoveList::new();
    movement.legal_moves(position, &mut moves);
    let nameless = vocabulary.numerous().contains(piece.kind);
    let alike = |k| {
        if nameless {
            vocabulary.numerous().contains(k)
        } else {
            k == piece.kind
        }
    };
    let rivals: Vec<_> = moves
        .iter()
        .filter(|m| {
            m.to == mv.to
                && m.from != mv.from
                && position.piece_at(m.from).is_some_and(|p| alike(p.kind))
        })
        .map(|m| m.from)
        .collect();
    let shares_file = rivals.iter().any(|s| s.file() == mv.from.file());
    let shares_rank = rivals.iter().any(|s| s.rank() == mv.from.rank());
    let mut text = String::new();
    if !nameless {
        text.push(vocabulary.letter(piece.kind));
    }
    if !rivals.is_empty() && (!shares_file || shares_rank) {
        text.push(mv.from.file().char());
    }
    if shares_file {
        text.push(mv.from.rank().char());
    }
    if position.piece_at(mv.to).is_some() {
        text.push('x');
    }
    text.push_str(&mv.to.to_string());
    let mut after = position.clone();
    after.play(mv);
    if movement.in_check(&after, after.turn()) {
        text.push('+');
    }
    Some(text)
}
