//! What can be asked of a position by itself: its pieces, moves and attacks.

use std::cell::OnceCell;

use qili_board::{Bitboard, Kind, Move, Piece, Position, Square};
use qili_lang::rules::{Attribute, ExprKind, SideWord};
use qili_lang::syntax::{LoneVerb, Verb};

use crate::movement::{MoveList, Movement};
use crate::scene::{Known, PieceId, Tracked};
use crate::thing::{Thing, Value};
use crate::threats::{Material, Net};

/// A position, and how it is looked at.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    pub(crate) movement: &'a Movement,
    pub(crate) material: &'a Material,
    pub(crate) position: &'a Position,
    /// Who is who, where pieces have come from elsewhere; otherwise each is known by its square.
    pub(crate) tracked: Option<&'a Tracked>,
    /// What is known already, where it is kept.
    pub(crate) known: Option<&'a Known>,
    /// Pieces whose attack on the royal piece of the side to move is disregarded when its moves are tested.
    pub(crate) ignored: Bitboard,
    /// The position is only supposed: that the other side stands in check means nothing.
    pub(crate) supposed: bool,
}

impl View<'_> {
    /// Answers a question about the position; what asks for more is unknown here.
    pub(crate) fn atom(&self, asked: &ExprKind, operands: &[Value]) -> Value {
        match (asked, operands) {
            (ExprKind::Side(SideWord::Turn), _) => Value::Thing(self.position.turn().into()),
            (ExprKind::KindConst(kind), _) => {
                let kind = u8::try_from(kind.index()).ok().and_then(Kind::new);
                Value::thing(kind.map(Thing::Kind))
            }
            (ExprKind::NatureConst(nature), _) => Value::Thing(Thing::Nature(*nature)),
            (ExprKind::Moves, _) => kept(self.known.map(|known| &known.moves), || {
                self.moves(Movement::legal_moves_ignoring)
            }),
            (ExprKind::Initiatives, _) => kept(self.known.map(|known| &known.initiatives), || {
                self.moves(Movement::checks_and_captures)
            }),
            (ExprKind::Attribute(attribute, _), [of]) => self.attribute(*attribute, of),
            (ExprKind::IsKind(_, kind), [of]) => {
                self.says_of(of, |_, piece| piece.kind.index() == kind.index())
            }
            (ExprKind::IsUnit(_, unit), [of]) => {
                self.says_of(of, |at, piece| self.worth(piece, at).of(*unit) != 0)
            }
            (ExprKind::IsMaterial(_), [of]) => {
                self.says_of(of, |at, piece| !self.worth(piece, at).is_zero())
            }
            (ExprKind::InZone(_, zone), [of]) => self.says_of(of, |at, piece| {
                self.movement.zone(*zone, piece.side).contains(at)
            }),
            (ExprKind::Verb(verb, ..), [subject, object]) => self.verb(*verb, subject, object),
            (ExprKind::Lone(verb, _), [subject]) => self.lone(*verb, subject),
            _ => Value::Unknown,
        }
    }

    /// The piece that a value speaks of (for a move: the piece that plays it), and where it stands.
    pub(crate) fn piece_of(&self, value: &Value) -> Option<(Square, Piece)> {
        let square = match value {
            Value::Thing(Thing::Piece(id)) => self.square_of(*id)?,
            Value::Thing(Thing::Move(mv)) => mv.from,
            _ => return None,
        };
        let piece = self.position.piece_at(square);
        piece.map(|piece| (square, piece))
    }

    fn says_of(&self, value: &Value, holds: impl FnOnce(Square, Piece) -> bool) -> Value {
        let piece = self.piece_of(value);
        piece.is_some_and(|(at, piece)| holds(at, piece)).into()
    }

    fn id_at(&self, square: Square) -> Option<PieceId> {
        match self.tracked {
            Some(tracked) => tracked.id_at(square),
            None => {
                let piece = self.position.piece_at(square);
                piece.map(|_| PieceId::starting_on(square))
            }
        }
    }

    fn square_of(&self, id: PieceId) -> Option<Square> {
        match self.tracked {
            Some(tracked) => tracked.square_of(id),
            None => id.start(),
        }
    }

    fn pieces(&self, squares: Bitboard) -> Value {
        let ids = squares.squares().filter_map(|square| self.id_at(square));
        Value::set(ids.map(Thing::Piece))
    }

    fn worth(&self, piece: Piece, square: Square) -> Net {
        self.material.worth(piece, square)
    }

    /// Whether nothing can be asked of the side to move: the other side stands in check and cannot have passed.
    ///
    /// In a position that is only supposed (a piece taken off the board, or the position before the opponent answered a
    /// check) that may happen and means nothing.
    pub(crate) fn is_over(&self) -> bool {
        let other = self.position.turn().other();
        let over = || self.movement.in_check(self.position, other);
        !self.supposed && kept(self.known.map(|known| &known.over), over)
    }

    /// Whether the side to move may play a move.
    pub(crate) fn is_legal(&self, mv: Move) -> bool {
        let movement = self.movement;
        !self.is_over() && movement.is_legal_ignoring(self.position, mv, self.ignored)
    }

    /// Moves of the side to move, in an order of their own; none where nothing can be asked.
    fn moves(&self, list: impl Fn(&Movement, &Position, &mut MoveList, Bitboard)) -> Value {
        let mut moves = MoveList::new();
        if !self.is_over() {
            list(self.movement, self.position, &mut moves, self.ignored);
        }
        let mut moves = moves.to_vec();
        moves.sort_unstable();
        Value::set(moves.into_iter().map(Thing::Move))
    }

    /// The position after a move, legal or not.
    fn after(&self, mv: Move) -> Option<(Position, Piece)> {
        let piece = self.position.piece_at(mv.from)?;
        let mut position = self.position.clone();
        position.play(mv);
        Some((position, piece))
    }

    fn attribute(&self, attribute: Attribute, of: &Value) -> Value {
        match (attribute, of) {
            (Attribute::Other, Value::Thing(Thing::Side(side))) => {
                Value::Thing(side.other().into())
            }
            (Attribute::Pieces, Value::Thing(Thing::Side(side))) => {
                self.pieces(self.position.side(*side))
            }
            (Attribute::Checkers, Value::Thing(Thing::Side(side))) => {
                self.pieces(self.movement.checkers(self.position, *side))
            }
            (Attribute::Kind, of) => {
                Value::thing(self.piece_of(of).map(|(_, piece)| Thing::Kind(piece.kind)))
            }
            (Attribute::Side, of) => {
                Value::thing(self.piece_of(of).map(|(_, piece)| piece.side.into()))
            }
            (Attribute::Piece, Value::Thing(Thing::Move(mv))) => {
                Value::thing(self.id_at(mv.from).map(Thing::Piece))
            }
            (Attribute::Attackers | Attribute::Protectors, of) => match self.piece_of(of) {
                Some((square, piece)) => {
                    let by = if attribute == Attribute::Attackers {
                        piece.side.other()
                    } else {
                        piece.side
                    };
                    let attackers = self.movement.attackers(self.position, square, by);
                    self.pieces(attackers.without(square))
                }
                None => Value::set([]),
            },
            (Attribute::Screens, Value::Thing(Thing::Move(mv))) => {
                self.pieces(self.movement.screens(self.position, *mv))
            }
            (Attribute::Retakes, Value::Thing(Thing::Move(mv))) => match self.after(*mv) {
                Some((after, piece)) => {
                    let takers = self.movement.attackers(&after, mv.to, !piece.side);
                    Value::set(
                        takers
                            .squares()
                            .map(|from| Thing::Move(Move::new(from, mv.to))),
                    )
                }
                None => Value::set([]),
            },
            (Attribute::Exposers, Value::Thing(Thing::Move(mv))) => match self.after(*mv) {
                // enemy pieces stand where they stood before the move
                Some((after, piece)) => self.pieces(self.movement.checkers(&after, piece.side)),
                None => Value::set([]),
            },
            (Attribute::Other | Attribute::Piece, Value::Absent) => Value::Absent,
            (_, Value::Absent) => Value::set([]),
            _ => Value::Unknown,
        }
    }

    /// The pieces of the side to move that attack a square.
    pub(crate) fn attackers(&self, square: Square) -> Bitboard {
        let (position, by) = (self.position, self.position.turn());
        self.movement.attackers(position, square, by)
    }

    /// Whether the first of two pieces attacks the second.
    pub(crate) fn could_take(&self, pieces: &[Value]) -> bool {
        let [by, what] = pieces else {
            return false;
        };
        let (by, what) = (self.piece_of(by), self.piece_of(what));
        let attacks = |((from, _), (to, _))| self.movement.attacks(self.position, from, to);
        by.zip(what).is_some_and(attacks)
    }

    /// Whether the piece on one square may, at once and legally, capture on another, whoever's turn it is.
    fn can_capture(&self, from: Square, to: Square) -> bool {
        let (movement, mv) = (self.movement, Move::new(from, to));
        movement.attacks(self.position, from, to)
            && movement.is_safe_ignoring(self.position, mv, self.ignored)
    }

    fn verb(&self, verb: Verb, subject: &Value, object: &Value) -> Value {
        let (Some((from, piece)), Some((to, what))) =
            (self.piece_of(subject), self.piece_of(object))
        else {
            return false.into();
        };
        let attacks = || from != to && self.movement.attacks(self.position, from, to);
        match (verb, subject) {
            (Verb::Takes, Value::Thing(Thing::Move(mv))) => mv.to == to,
            (Verb::Takes, _) => piece.side != what.side && self.can_capture(from, to),
            (Verb::Attacks, _) => piece.side != what.side && attacks(),
            (Verb::Protects, _) => piece.side == what.side && attacks(),
            (Verb::DearerThan, _) => self.worth(piece, from) > self.worth(what, to),
        }
        .into()
    }

    fn lone(&self, verb: LoneVerb, subject: &Value) -> Value {
        match (verb, subject) {
            (LoneVerb::Checks, Value::Thing(Thing::Move(mv))) => {
                !self.movement.gives_check(self.position, *mv).is_empty()
            }
            (LoneVerb::Captures, Value::Thing(Thing::Move(mv))) => {
                self.position.piece_at(mv.to).is_some()
            }
            (LoneVerb::IsInCheck, Value::Thing(Thing::Side(side))) => {
                self.movement.in_check(self.position, *side)
            }
            (LoneVerb::HasMove, Value::Thing(Thing::Side(side))) => {
                if *side == self.position.turn() {
                    self.movement.has_legal_move(self.position)
                } else {
                    let mut position = self.position.clone();
                    position.set_turn(*side);
                    self.movement.has_legal_move(&position)
                }
            }
            _ => false,
        }
        .into()
    }
}

/// What is kept in a cell, or found out and kept if there is one.
fn kept<T: Clone>(cell: Option<&OnceCell<T>>, find: impl FnOnce() -> T) -> T {
    match cell {
        Some(cell) => cell.get_or_init(find).clone(),
        None => find(),
    }
}
