//! Sets and attributes of pieces, moves, plies and sides.

use qili_board::{Bitboard, Move, Piece, Square};
use qili_lang::rules::Attribute;

use super::Evaluator;
use super::value::Value;
use crate::movement::MoveList;
use crate::scene::Scene;
use crate::threats::Net;

impl Evaluator<'_> {
    /// The piece that a value speaks of (for a move: the piece that plays it), and where it stands.
    pub(super) fn piece_of(&self, value: &Value, scene: &Scene) -> Option<(Square, Piece)> {
        let square = match value {
            Value::Piece(id) => scene.board.square_of(*id)?,
            Value::Move(mv) => mv.from,
            _ => return None,
        };
        scene
            .board
            .position
            .piece_at(square)
            .map(|piece| (square, piece))
    }

    /// Whether the piece on one square may, at once and legally, capture on another, whoever's turn it is.
    pub(super) fn can_capture(&self, scene: &Scene, from: Square, to: Square) -> bool {
        let Some(piece) = scene.board.position.piece_at(from) else {
            return false;
        };
        let movement = self.engine.movement();
        if !movement
            .attackers(&scene.board.position, to, piece.side)
            .contains(from)
        {
            return false;
        }
        let mut position = scene.board.position.clone();
        position.set_turn(piece.side);
        position.play(Move::new(from, to));
        !movement.in_check_ignoring(&position, piece.side, scene.ignored)
    }

    pub(super) fn attribute(&mut self, attribute: Attribute, of: &Value, scene: &Scene) -> Value {
        match (attribute, of) {
            (Attribute::Pieces, Value::Side(side)) => {
                pieces(scene, scene.board.position.side(*side))
            }
            (Attribute::Plies, Value::Side(side)) => {
                Value::set(self.cycle.plies_of(*side).map(Value::Ply))
            }
            (Attribute::Targets, Value::Ply(ply)) => {
                let finding = self.heaviest_known(*ply);
                Value::set(
                    finding
                        .iter()
                        .flat_map(|finding| &finding.targets)
                        .map(|target| Value::Piece(target.piece)),
                )
            }
            (Attribute::Kind, of) => self
                .piece_of(of, scene)
                .map_or(Value::Nothing, |(_, piece)| Value::Kind(piece.kind)),
            (Attribute::Side, Value::Ply(ply)) => Value::Side(self.cycle.mover(*ply)),
            (Attribute::Side, of) => self
                .piece_of(of, scene)
                .map_or(Value::Nothing, |(_, piece)| Value::Side(piece.side)),
            (Attribute::Piece, Value::Ply(ply)) => {
                let from = self.cycle.played(*ply).from;
                self.cycle
                    .before(*ply)
                    .id_at(from)
                    .map_or(Value::Nothing, Value::Piece)
            }
            (Attribute::Piece, Value::Move(mv)) => scene
                .board
                .id_at(mv.from)
                .map_or(Value::Nothing, Value::Piece),
            (Attribute::Attackers | Attribute::Protectors, of) => match self.piece_of(of, scene) {
                Some((square, piece)) => {
                    let by = if attribute == Attribute::Attackers {
                        piece.side.other()
                    } else {
                        piece.side
                    };
                    let attackers =
                        self.engine
                            .movement()
                            .attackers(&scene.board.position, square, by);
                    pieces(scene, attackers.without(square))
                }
                None => Value::set([]),
            },
            (Attribute::Screens, Value::Move(mv)) => pieces(
                scene,
                self.engine.movement().screens(&scene.board.position, *mv),
            ),
            (Attribute::Checkers, Value::Side(side)) => pieces(
                scene,
                self.engine
                    .movement()
                    .checkers(&scene.board.position, *side),
            ),
            (Attribute::Retakes, Value::Move(mv)) => {
                let takers = self.engine.threats().retakes(&scene.board.position, *mv);
                Value::set(
                    takers
                        .squares()
                        .map(|from| Value::Move(Move::new(from, mv.to))),
                )
            }
            (Attribute::Exposers, Value::Move(mv)) => {
                let exposers = self.engine.threats().exposers(&scene.board.position, *mv);
                // enemy pieces stand where they stood before the move
                pieces(scene, exposers)
            }
            (Attribute::Other, Value::Side(side)) => Value::Side(side.other()),
            (Attribute::Number, Value::Set(values)) => {
                Value::Int(i64::try_from(values.len()).unwrap_or(i64::MAX))
            }
            (
                Attribute::Pieces
                | Attribute::Plies
                | Attribute::Targets
                | Attribute::Screens
                | Attribute::Checkers
                | Attribute::Retakes
                | Attribute::Exposers,
                _,
            ) => Value::set([]),
            _ => Value::Nothing,
        }
    }

    /// The legal moves of the side to move; none while the other side stands in check, for it cannot have passed.
    pub(super) fn moves(&self, scene: &Scene) -> Value {
        Value::set(
            self.listed(scene, |moves| {
                let position = &scene.board.position;
                self.engine
                    .movement()
                    .legal_moves_ignoring(position, moves, scene.ignored);
            })
            .map(Value::Move),
        )
    }

    /// Those of them that check or capture.
    pub(super) fn initiatives(&self, scene: &Scene) -> Value {
        Value::set(
            self.listed(scene, |moves| {
                let position = &scene.board.position;
                self.engine
                    .threats()
                    .initiatives(position, scene.ignored, moves);
            })
            .map(Value::Move),
        )
    }

    /// Whether nothing can be asked of the side to move: the other side stands in check and cannot have passed.
    ///
    /// In a position that is only supposed (a piece taken off the board, or the position before the opponent answered a
    /// check) that may happen and means nothing.
    pub(super) fn is_over(&self, scene: &Scene) -> bool {
        let position = &scene.board.position;
        !scene.supposed
            && self
                .engine
                .movement()
                .in_check(position, position.turn().other())
    }

    /// The moves that are listed, in an order of their own; none where nothing can be asked.
    fn listed(&self, scene: &Scene, list: impl FnOnce(&mut MoveList)) -> std::vec::IntoIter<Move> {
        let mut moves = MoveList::new();
        if !self.is_over(scene) {
            list(&mut moves);
        }
        let mut moves = moves.to_vec();
        moves.sort_unstable();
        moves.into_iter()
    }

    /// What a piece is worth on a square.
    pub(super) fn worth(&self, piece: Piece, square: Square) -> Net {
        self.engine.threats().material().worth(piece, square)
    }
}

fn pieces(scene: &Scene, squares: Bitboard) -> Value {
    Value::set(
        squares
            .squares()
            .filter_map(|square| scene.board.id_at(square))
            .map(Value::Piece),
    )
}
