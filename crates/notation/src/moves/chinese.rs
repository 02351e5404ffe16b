//! Chinese move texts: 炮二平五, 马８进７, 前炮退二, 三兵平六, 前七平六.

use qili_board::{Move, Position, Side};

use super::relative::{self, Direction, Order, Relative, Selector};
use super::{Numerals, Style};
use crate::vocabulary::{Script, Vocabulary};

const DIGITS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// What one character of a move text says.
enum Word {
    Order(Order),
    Number(u8),
    Direction(Direction),
}

fn word(c: char) -> Option<Word> {
    Some(match c {
        '前' => Word::Order(Order::Front),
        '中' => Word::Order(Order::Middle),
        '后' | '後' => Word::Order(Order::Rear),
        '进' | '進' | '上' => Word::Direction(Direction::Forward),
        '退' | '下' => Word::Direction(Direction::Backward),
        '平' => Word::Direction(Direction::Sideways),
        '1'..='9' => Word::Number(c as u8 - b'0'),
        _ => Word::Number(DIGITS.iter().position(|&d| d == c)? as u8 + 1),
    })
}

/// Reads a text of Chinese characters, already narrowed to half width.
pub(super) fn parse(text: &[char], vocabulary: &Vocabulary) -> Option<Relative> {
    let (mut kinds, mut order, mut file, mut direction, mut number) =
        (None, None, None, None, None);
    for &c in text {
        if direction.is_some() {
            match word(c) {
                Some(Word::Number(n)) if number.is_none() => number = Some(n),
                _ => return None,
            }
            continue;
        }
        match word(c) {
            // A number before the name counts men, one after it names the file.
            Some(Word::Number(n)) if kinds.is_none() && order.is_none() && file.is_none() => {
                order = Some(Order::Nth(n))
            }
            Some(Word::Number(n)) if file.is_none() => file = Some(n),
            Some(Word::Order(o)) if order.is_none() => order = Some(o),
            Some(Word::Direction(d)) => direction = Some(d),
            Some(_) => return None,
            None => {
                let named = vocabulary.kinds_of_character(c);
                if kinds.is_some() || named.is_empty() {
                    return None;
                }
                kinds = Some(named);
            }
        }
    }
    if kinds.is_none() && (order.is_none() || file.is_none()) {
        return None;
    }
    Some(Relative {
        kinds,
        order,
        file,
        direction: direction?,
        number: number?,
    })
}

/// Writes a move in Chinese; `None` if nobody stands on its first square.
pub(super) fn write(
    mv: Move,
    position: &Position,
    vocabulary: &Vocabulary,
    style: &Style,
) -> Option<String> {
    let (kind, selector, direction, number) =
        relative::describe(mv, position, vocabulary, style.by_file)?;
    let side = position.piece_at(mv.from)?.side;
    let digit = |n: u8| style.numerals[side.index()].digit(n);
    let order = |order: Order| match (order, style.script) {
        (Order::Front, _) => '前',
        (Order::Middle, _) => '中',
        (Order::Rear, Script::Simplified) => '后',
        (Order::Rear, Script::Traditional) => '後',
        (Order::Nth(n), _) => DIGITS[(n as usize - 1).min(8)],
    };
    let name = vocabulary.character(side, kind, style.script);
    let (first, second) = match selector {
        Selector::File(n) => (name, digit(n)),
        Selector::Order(o) => (order(o), name),
        Selector::OrderOnFile { order: o, file, .. } => (order(o), digit(file)),
    };
    let direction = match (direction, style.script) {
        (Direction::Forward, Script::Simplified) => '进',
        (Direction::Forward, Script::Traditional) => '進',
        (Direction::Backward, _) => '退',
        (Direction::Sideways, _) => '平',
    };
    Some(
        [first, second, direction, digit(number)]
            .into_iter()
            .collect(),
    )
}

impl Numerals {
    /// The digit for a number from 1 to 9.
    pub fn digit(self, number: u8) -> char {
        let index = number.clamp(1, 9) - 1;
        match self {
            Self::Chinese => DIGITS[index as usize],
            Self::Arabic => (b'1' + index) as char,
            Self::FullWidth => char::from_u32('１' as u32 + index as u32).unwrap_or('１'),
        }
    }

    /// What mainland books print: Chinese digits for Red, Arabic ones for Black.
    pub fn customary(side: Side) -> Self {
        match side {
            Side::Red => Self::Chinese,
            Side::Black => Self::Arabic,
        }
    }
}
