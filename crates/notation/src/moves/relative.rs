//! Moves described from the mover's seat: which man, in which direction, how far. Chinese and WXF texts both are such
//! descriptions in different letters.

use qili_board::{File, Kind, Move, Position, Side, Square};
use qili_interpreter::movement::{MoveList, Movement};

use crate::vocabulary::{Kinds, Vocabulary};

/// Where to, as the mover sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Direction {
    Forward,
    Backward,
    Sideways,
}

/// Which of several men of a kind on one file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    Front,
    Middle,
    Rear,
    /// Counted from the front, from 1.
    Nth(u8),
}

/// A move in relative terms. The number counts files from the mover's right or, for a move along a file, points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Relative {
    /// The kinds that the man may be of; `None` where the text leaves the name out.
    pub(super) kinds: Option<Kinds>,
    pub(super) order: Option<Order>,
    /// The file it starts from, counted from the mover's right, 1-9.
    pub(super) file: Option<u8>,
    pub(super) direction: Direction,
    /// 1-9.
    pub(super) number: u8,
}

/// What a text turned out to mean in a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Meaning {
    /// One legal move.
    One(Move),
    /// Several legal moves.
    Several(Vec<Move>),
    /// No legal move, but the man meant could be told: the likeliest move that is meant.
    Illegal(Move),
    /// Nobody to whom the text applies.
    Nobody,
}

/// The number of a file as a side counts it, 1-9 from its right.
pub(super) fn file_number(file: File, side: Side) -> u8 {
    match side {
        Side::Red => File::COUNT - file.index(),
        Side::Black => file.index() + 1,
    }
}

/// How many ranks a move goes forward for a side.
fn advance(mv: Move, side: Side) -> i8 {
    let ranks = mv.to.rank().index() as i8 - mv.from.rank().index() as i8;
    if side == Side::Red { ranks } else { -ranks }
}

/// Direction and number of a move, as its mover would say it.
pub(crate) fn step(mv: Move, side: Side) -> (Direction, u8) {
    let ahead = advance(mv, side);
    let direction = match ahead {
        0 => Direction::Sideways,
        1.. => Direction::Forward,
        _ => Direction::Backward,
    };
    let along_file = mv.from.file() == mv.to.file();
    let number = if along_file {
        ahead.unsigned_abs()
    } else {
        file_number(mv.to.file(), side)
    };
    (direction, number)
}

/// The men of a side and kind on a file, from the front to the rear.
fn column(position: &Position, side: Side, kind: Kind, file: File) -> Vec<Square> {
    let mut men: Vec<_> = position
        .pieces(side, kind)
        .into_iter()
        .filter(|s| s.file() == file)
        .collect();
    if side == Side::Red {
        men.reverse();
    }
    men
}

/// All files with men of a side and kind, from the mover's right, each from the front to the rear.
fn columns(position: &Position, side: Side, kind: Kind) -> Vec<Vec<Square>> {
    let mut files: Vec<_> = File::all().collect();
    if side == Side::Red {
        files.reverse();
    }
    files
        .into_iter()
        .map(|f| column(position, side, kind, f))
        .filter(|men| !men.is_empty())
        .collect()
}

impl Relative {
    /// Which move of the position this is.
    pub(super) fn resolve(
        &self,
        position: &Position,
        movement: &Movement,
        vocabulary: &Vocabulary,
    ) -> Meaning {
        let side = position.turn();
        let mut moves = MoveList::new();
        movement.legal_moves(position, &mut moves);
        let readings = self.readings(position, vocabulary);
        for men in &readings {
            let mut fitting = moves.iter().copied().filter(|m| {
                men.contains(&m.from) && step(*m, side) == (self.direction, self.number)
            });
            match (fitting.next(), fitting.next()) {
                (None, _) => {}
                (Some(mv), None) => return Meaning::One(mv),
                (Some(a), Some(b)) => {
                    return Meaning::Several([a, b].into_iter().chain(fitting).collect());
                }
            }
        }
        let intended = readings
            .iter()
            .flatten()
            .flat_map(|&from| self.targets(from, position, vocabulary));
        // A man that could go there on an empty board explains more than one that never can.
        match intended.min_by_key(|&(_, reachable)| !reachable) {
            Some((mv, _)) => Meaning::Illegal(mv),
            None => Meaning::Nobody,
        }
    }

    /// The squares that the direction and number lead to, legal or not, and whether the man moves like that at all.
    fn targets(
        &self,
        from: Square,
        position: &Position,
        vocabulary: &Vocabulary,
    ) -> impl Iterator<Item = (Move, bool)> {
        let reach = position
            .piece_at(from)
            .map(|piece| vocabulary.reach(piece, from));
        let wanted = (self.direction, self.number);
        Square::all()
            .filter(move |&to| to != from)
            .map(move |to| Move::new(from, to))
            .filter(move |&mv| step(mv, position.turn()) == wanted)
            .map(move |mv| (mv, reach.is_some_and(|r| r.contains(mv.to))))
    }

    /// The men that may be meant: sets in order of preference.
    fn readings(&self, position: &Position, vocabulary: &Vocabulary) -> Vec<Vec<Square>> {
        let side = position.turn();
        let kinds = self.kinds.unwrap_or_else(|| vocabulary.numerous());
        let of_kinds = || kinds.iter().map(|k| columns(position, side, k));
        let on_file = |men: &Vec<Square>| {
            self.file
                .is_none_or(|n| file_number(men[0].file(), side) == n)
        };
        let Some(order) = self.order else {
            return vec![of_kinds().flatten().filter(on_file).flatten().collect()];
        };
        let several: Vec<_> = of_kinds()
            .map(|c| {
                c.into_iter()
                    .filter(|men| men.len() > 1)
                    .collect::<Vec<_>>()
            })
            .collect();
        let mut readings = Vec::new();
        if let (Order::Nth(n), None) = (order, self.file) {
            // Men on several crowded files are numbered through, from the right and from the front.
            let through = several.iter().filter(|c| c.len() > 1);
            readings.push(
                through
                    .filter_map(|c| c.iter().flatten().nth(n as usize - 1).copied())
                    .collect(),
            );
        }
        let crowded = several.into_iter().flatten().filter(on_file);
        readings.push(crowded.flat_map(|men| order.pick(&men)).collect());
        // Somebody says "front" of a man that is alone on its file.
        readings.push(
            of_kinds()
                .flatten()
                .filter(on_file)
                .filter(|men| men.len() == 1)
                .flatten()
                .collect(),
        );
        readings
    }
}

impl Order {
    /// The men that it means in a column.
    fn pick(self, men: &[Square]) -> Vec<Square> {
        match (self, men) {
            (Self::Front, [first, ..]) => vec![*first],
            (Self::Rear, [.., last]) => vec![*last],
            (Self::Middle, [_, middle @ .., _]) => middle.to_vec(),
            (Self::Nth(n), _) => men.get(n as usize - 1).copied().into_iter().collect(),
            _ => Vec::new(),
        }
    }
}

/// How a man is told from others of its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Selector {
    /// By its file, counted from the mover's right.
    File(u8),
    /// By its place on the file.
    Order(Order),
    /// By its place on the file, also counted from the front, and the file; then the kind is left out.
    OrderOnFile { order: Order, nth: u8, file: u8 },
}

/// Says a move in relative terms: kind, selector, direction, number. `None` if nobody stands on its first square.
pub(super) fn describe(
    mv: Move,
    position: &Position,
    vocabulary: &Vocabulary,
    by_file: bool,
) -> Option<(Kind, Selector, Direction, u8)> {
    let piece = position.piece_at(mv.from)?;
    let (direction, number) = step(mv, piece.side);
    let file = file_number(mv.from.file(), piece.side);
    let men = column(position, piece.side, piece.kind, mv.from.file());
    let selector = match men.iter().position(|&s| s == mv.from) {
        Some(index) if men.len() > 1 && vocabulary.needs_order(piece) => {
            let order = match (index, men.len()) {
                (0, ..=3) => Order::Front,
                (1, 3) => Order::Middle,
                (_, ..=3) => Order::Rear,
                _ => Order::Nth(index as u8 + 1),
            };
            let crowded = columns(position, piece.side, piece.kind)
                .iter()
                .filter(|men| men.len() > 1)
                .count();
            let by_file = by_file && men.len() > 2 || crowded > 1;
            if by_file && vocabulary.numerous().contains(piece.kind) {
                Selector::OrderOnFile {
                    order,
                    nth: index as u8 + 1,
                    file,
                }
            } else {
                Selector::Order(order)
            }
        }
        _ => Selector::File(file),
    };
    Some((piece.kind, selector, direction, number))
}
