//! The position at a place of a game.

use qili_board::{Move, Piece, Position};

use super::{NodeId, Tree};

/// Walks through a tree and keeps the position there.
#[derive(Debug, Clone)]
pub struct Cursor {
    position: Position,
    path: Vec<(NodeId, Move, Option<Piece>)>,
}

impl Cursor {
    /// At the start of a game.
    pub fn new(start: Position) -> Self {
        Self {
            position: start,
            path: Vec::new(),
        }
    }

    /// The position here.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The place.
    pub fn node(&self) -> NodeId {
        self.path.last().map_or(NodeId::ROOT, |&(id, ..)| id)
    }

    /// Goes to a place of the tree, by the shortest way.
    pub fn go_to(&mut self, tree: &Tree, target: NodeId) {
        let mut ahead = Vec::new();
        let mut id = target;
        while tree[id].ply as usize > self.path.len() {
            ahead.push(id);
            id = tree[id].parent();
        }
        while self.path.len() > tree[id].ply as usize {
            self.leave();
        }
        while self.node() != id {
            ahead.push(id);
            id = tree[id].parent();
            self.leave();
        }
        for id in ahead.into_iter().rev() {
            if let Some(mv) = tree[id].mv {
                let captured = self.position.play(mv);
                self.path.push((id, mv, captured));
            }
        }
    }

    fn leave(&mut self) {
        if let Some((_, mv, captured)) = self.path.pop() {
            self.position.undo(mv, captured);
        }
    }
}
