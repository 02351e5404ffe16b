//! WXF move texts: `C2=5`, `H8+7`, `C2.5`, `+C=5`, `C+=5`, `35=6` (the third soldier on file 5).

use qili_board::{Move, Position, Side};

use super::Style;
use super::relative::{self, Direction, Order, Relative, Selector};
use crate::vocabulary::Vocabulary;

fn digit(c: char) -> Option<u8> {
    matches!(c, '1'..='9').then(|| c as u8 - b'0')
}

fn order(c: char) -> Option<Order> {
    match c {
        '+' => Some(Order::Front),
        '.' => Some(Order::Middle),
        '-' => Some(Order::Rear),
        _ => digit(c).map(Order::Nth),
    }
}

/// Reads a text already narrowed to half width.
pub(super) fn parse(text: &[char], vocabulary: &Vocabulary) -> Option<Relative> {
    let &[first, second, direction, number] = text else {
        return None;
    };
    let direction = match direction {
        '+' => Direction::Forward,
        '-' => Direction::Backward,
        '=' | '.' => Direction::Sideways,
        _ => return None,
    };
    let number = digit(number)?;
    let named = |c: char| Some(vocabulary.kinds_of_wxf(c)).filter(|k| !k.is_empty());
    let (kinds, order, file) = if let Some(kinds) = named(first) {
        match digit(second) {
            Some(file) => (Some(kinds), None, Some(file)),
            None => (Some(kinds), Some(order(second)?), None),
        }
    } else if let Some(kinds) = named(second) {
        (Some(kinds), Some(order(first)?), None)
    } else {
        (None, Some(order(first)?), Some(digit(second)?))
    };
    Some(Relative {
        kinds,
        order,
        file,
        direction,
        number,
    })
}

/// Writes a move in WXF; `None` if nobody stands on its first square.
pub(super) fn write(
    mv: Move,
    position: &Position,
    vocabulary: &Vocabulary,
    style: &Style,
) -> Option<String> {
    // Where three or more stand on a file, their number takes the place of the letter.
    let (kind, selector, direction, number) = relative::describe(mv, position, vocabulary, true)?;
    let side = position.piece_at(mv.from)?.side;
    let order = |order: Order| match order {
        Order::Front => '+',
        Order::Middle => '.',
        Order::Rear => '-',
        Order::Nth(n) => (b'0' + n) as char,
    };
    let digit = |n: u8| (b'0' + n) as char;
    let letter = vocabulary.wxf(kind);
    let letter = if style.lower_case && side == Side::Black {
        letter.to_ascii_lowercase()
    } else {
        letter
    };
    let (first, second) = match selector {
        Selector::File(n) => (letter, digit(n)),
        Selector::Order(o) => (letter, order(o)),
        Selector::OrderOnFile { nth, file, .. } => (digit(nth), digit(file)),
    };
    let direction = match direction {
        Direction::Forward => '+',
        Direction::Backward => '-',
        Direction::Sideways => '=',
    };
    Some(
        [first, second, direction, digit(number)]
            .into_iter()
            .collect(),
    )
}
