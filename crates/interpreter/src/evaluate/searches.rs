//! Asks [`crate::threats`] what a rule asks: mates and gains, with what the rule bars.

use std::rc::Rc;

use qili_board::{Bitboard, Move, Square};
use qili_lang::Truth;
use qili_lang::eval::World;
use qili_lang::rules::{DefinitionId, Handle, KindId, SearchId, UnitId};

use super::misses::Failed;
use super::{Evaluator, Fact};
use crate::scene::{PieceId, Scene};
use crate::thing::{Frame, Thing, Value};
use crate::threats::{Barred, Line, MateQuestion, Question};

/// The captures that a rule bars in a scene.
#[derive(Debug, Clone, Default)]
pub struct BarredBy {
    /// As the search wants them.
    pub captures: Barred,
    /// A part could not be known, so no answer that depends on it can be either.
    pub uncertain: bool,
}

impl Evaluator<'_> {
    pub(super) fn wins(
        &mut self,
        search: SearchId,
        first: &Value,
        target: Option<&Value>,
        barring: &[DefinitionId],
        scene: &Rc<Scene>,
    ) -> Truth {
        if self.withholds_search(scene) {
            return Truth::Unknown;
        }
        let Value::Thing(Thing::Move(first)) = *first else {
            return Truth::No;
        };
        let target = match target {
            None => None,
            Some(Value::Thing(Thing::Piece(piece))) => Some(*piece),
            Some(_) => return Truth::No,
        };
        let square = match target.map(|piece| scene.board.square_of(piece)) {
            None => None,
            Some(Some(square)) => Some(square),
            Some(None) => return Truth::No,
        };
        if !self.view(scene).is_legal(first) {
            return Truth::No;
        }
        let barred = self.barred(barring, scene);
        if barred.uncertain {
            return Truth::Unknown;
        }
        let before = self.memo.nodes();
        self.memo.limit(self.limit());
        let truth = self.engine.threats().wins(
            &mut self.memo,
            &Question {
                position: &scene.board.position,
                search,
                first,
                target: square,
                barred: &barred.captures,
                every_capture: scene.every_capture,
                waived: scene.ignored,
                opening: scene.opening,
            },
        );
        self.spend(self.memo.nodes() - before);
        if truth.is_no()
            && let Some(failed) = &mut self.failed
        {
            failed.push(Failed {
                scene: scene.key(),
                search,
                first,
                target,
                barring: barring.to_vec(),
                barred: barred.clone(),
            });
        }
        if truth.is_yes() {
            self.mark_search(search, square, scene);
            self.facts.push(Fact::Wins {
                scene: scene.clone(),
                search,
                first,
                target,
                barred,
            });
        }
        truth
    }

    /// Remembers the clauses behind a search that succeeded.
    fn mark_search(&mut self, search: SearchId, target: Option<Square>, scene: &Scene) {
        if self.held.is_none() {
            return;
        }
        let rules = self.rules();
        let search = &rules.searches[search];
        self.mark(search.clause, Truth::Yes);
        self.mark(rules.results[search.wants].clause, Truth::Yes);
        let won = target.and_then(|at| scene.board.id_at(at));
        if let Some(piece) = won {
            self.mark_worth(&Value::Thing(Thing::Piece(piece)), None, scene);
        }
    }

    /// Remembers the clauses behind the worth of a piece where it stands, in one unit or in any.
    pub(super) fn mark_worth(&mut self, of: &Value, unit: Option<UnitId>, scene: &Scene) {
        if self.held.is_none() {
            return;
        }
        let Some((at, piece)) = self.view(scene).piece_of(of) else {
            return;
        };
        let rules = self.rules();
        for worth in &rules.kinds[KindId::at(piece.kind.index())].worths {
            let here = worth
                .zone
                .is_none_or(|zone| self.engine.movement().zone(zone, piece.side).contains(at));
            let counted = unit.is_none_or(|unit| worth.unit == unit);
            self.mark(worth.clause, (here && counted).into());
        }
    }

    pub(super) fn mates(
        &mut self,
        subject: &Value,
        within: &Value,
        barring: &[DefinitionId],
        scene: &Rc<Scene>,
    ) -> Truth {
        if self.withholds_search(scene) {
            return Truth::Unknown;
        }
        let Value::Int(within) = *within else {
            return Truth::No;
        };
        let within = u8::try_from(within.clamp(0, i64::from(u8::MAX))).unwrap_or(u8::MAX);
        let turn = scene.board.position.turn();
        let (scene, first) = match *subject {
            Value::Thing(Thing::Move(first)) if self.view(scene).is_legal(first) => {
                (scene.clone(), Some(first))
            }
            Value::Thing(Thing::Side(side)) if side == turn => (scene.clone(), None),
            Value::Thing(Thing::Side(_)) => {
                (Rc::new(scene.changed(|scene| scene.board.pass())), None)
            }
            _ => return Truth::No,
        };
        let position = &scene.board.position;
        if self.view(&scene).is_over() {
            return Truth::No;
        }
        let barred = self.barred(barring, &scene);
        if barred.uncertain {
            return Truth::Unknown;
        }
        let before = self.memo.nodes();
        self.memo.limit(self.limit());
        let truth = self.engine.threats().mates(
            &mut self.memo,
            &MateQuestion {
                position,
                first,
                within,
                barred: &barred.captures,
                waived: scene.ignored,
            },
        );
        self.spend(self.memo.nodes() - before);
        if truth.is_yes() {
            self.facts.push(Fact::Mates {
                scene: scene.clone(),
                first,
                within,
                barred,
            });
        }
        truth
    }

    /// The line of play of a fact, from its first move.
    pub fn line(&mut self, fact: &Fact) -> Line {
        let line = match fact {
            Fact::Wins {
                scene,
                search,
                first,
                target,
                barred,
            } => {
                let target = target.and_then(|piece| scene.board.square_of(piece));
                self.engine.threats().line(
                    &mut self.memo,
                    &Question {
                        position: &scene.board.position,
                        search: *search,
                        first: *first,
                        target,
                        barred: &barred.captures,
                        every_capture: scene.every_capture,
                        waived: scene.ignored,
                        opening: scene.opening,
                    },
                )
            }
            Fact::Mates {
                scene,
                first,
                within,
                barred,
            } => self.engine.threats().mate_line(
                &mut self.memo,
                &MateQuestion {
                    position: &scene.board.position,
                    first: *first,
                    within: *within,
                    barred: &barred.captures,
                    waived: scene.ignored,
                },
            ),
            Fact::Takes { scene, by, what } => {
                let (from, to) = (scene.board.square_of(*by), scene.board.square_of(*what));
                from.zip(to).map(|(from, to)| Line {
                    moves: vec![Move::new(from, to)],
                    ..Line::default()
                })
            }
            Fact::Another { .. } => None,
        };
        line.unwrap_or_default()
    }

    /// Evaluates what is barred in a scene: definitions of one piece bar its capture, definitions of two bar the
    /// capture of the second by the first.
    fn barred(&mut self, barring: &[DefinitionId], scene: &Rc<Scene>) -> Rc<BarredBy> {
        if let Some(bars) = &scene.bars {
            return self.barred(barring, &bars.clone());
        }
        let barring = if scene.unbarred { &[] } else { barring };
        if barring.is_empty() {
            return self.nothing_barred.clone();
        }
        let key = barring
            .iter()
            .fold(scene.key(), |key, id| key.and(id.index() as u64));
        if let Some(known) = self.barred.get(&key) {
            return known.clone();
        }
        let mark = self.facts.len();
        let mut by = BarredBy::default();
        let turn = scene.board.position.turn();
        let stands = |side| {
            let board = &scene.board;
            let squares = board.position.side(side).squares();
            squares
                .filter_map(|square| Some((square, board.id_at(square)?)))
                .collect::<Vec<_>>()
        };
        let (own, enemy) = (stands(turn), stands(turn.other()));
        for &id in barring {
            let pair = self.rules().definitions[id].parameters.len() == 2;
            let taking = self.engine.costs().is_taking(id);
            for &(to, what) in &enemy {
                if pair {
                    let able = if taking {
                        self.view(scene).attackers(to)
                    } else {
                        Bitboard::ALL
                    };
                    for &(from, piece) in own.iter().filter(|(from, _)| able.contains(*from)) {
                        match self.call(id, pieces(&[piece, what]), scene).truth() {
                            Truth::Yes => by.captures.bar_capture(Move::new(from, to)),
                            Truth::Unknown => by.uncertain = true,
                            Truth::No => {}
                        }
                    }
                } else {
                    match self.call(id, pieces(&[what]), scene).truth() {
                        Truth::Yes => by.captures.bar_piece(to),
                        Truth::Unknown => by.uncertain = true,
                        Truth::No => {}
                    }
                }
            }
        }
        self.facts.truncate(mark);
        let by = Rc::new(by);
        self.barred.insert(key, by.clone());
        by
    }
}

fn pieces(ids: &[PieceId]) -> Frame {
    ids.iter()
        .map(|&id| Value::Thing(Thing::Piece(id)))
        .collect()
}
