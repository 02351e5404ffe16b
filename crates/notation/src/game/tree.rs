//! Moves with variations and comments, in one array: however deep they are nested, nothing recurses.

use std::ops::Index;

use miette::Diagnostic;
use qili_board::Move;
use qili_words::{Localized, Texts};
use thiserror::Error;

use super::MAX_NODES;
use crate::visible::one_line;

/// A place in a [`Tree`]: the start, or after a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// The start of the game.
    pub const ROOT: Self = Self(0);
}

/// The root's number, which is nobody's child, says that there is none.
const NONE: u32 = 0;

/// What is written beside a move.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Notes {
    /// A comment after the move (before the first one: on the game); [`Notes::remark`] adds to it.
    pub(crate) comment: String,
    /// PGN's numeric annotations.
    pub nags: Vec<u8>,
}

impl Notes {
    /// What is said after the move (before the first one: on the game).
    pub fn comment(&self) -> &str {
        &self.comment
    }

    /// Says more, on a line of its own. Lines have no white space around them, and control characters are [`crate::visible`].
    pub fn remark(&mut self, text: &str) {
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        for line in text.trim().lines() {
            if !self.comment.is_empty() {
                self.comment.push('\n');
            }
            self.comment.push_str(&one_line(line));
        }
        if !self.comment.lines().all(fits_braces) {
            let lines: Vec<_> = self
                .comment
                .lines()
                .filter(|line| !line.is_empty())
                .collect();
            self.comment = lines.join("\n");
        }
    }
}

/// Whether a line can stand between the braces of a PGN comment: it does not end it, nor look like the tag of another game.
pub(crate) fn fits_braces(line: &str) -> bool {
    !line.contains('}') && !crate::files::pgn::is_tag(line)
}

/// A move in its place.
#[derive(Debug, Clone)]
pub struct Node {
    /// The move that leads here; `None` at the start.
    pub mv: Option<Move>,
    /// How many moves lead here.
    pub ply: u32,
    parent: u32,
    first: u32,
    last: u32,
    next: u32,
    notes: Option<Box<Notes>>,
}

impl Node {
    /// The place before the move.
    pub fn parent(&self) -> NodeId {
        NodeId(self.parent)
    }

    /// What is written beside it.
    pub fn notes(&self) -> Option<&Notes> {
        self.notes.as_deref()
    }

    /// The comment beside it, perhaps empty.
    pub fn comment(&self) -> &str {
        self.notes.as_ref().map_or("", |notes| &notes.comment)
    }
}

/// A game with too many moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error, Diagnostic)]
#[error("a game has more than {MAX_NODES} moves")]
#[diagnostic(code(qili::game::too_long))]
pub struct TreeError;

impl Localized for TreeError {
    fn chinese(&self) -> Texts {
        Texts::new(format!("一局超过 {MAX_NODES} 着"))
    }
}

/// Moves with variations. The first continuation of a place is its main one.
#[derive(Debug, Clone)]
pub struct Tree(Vec<Node>);

impl Default for Tree {
    fn default() -> Self {
        Self::new()
    }
}

impl Index<NodeId> for Tree {
    type Output = Node;

    fn index(&self, id: NodeId) -> &Node {
        &self.0[id.0 as usize]
    }
}

impl Tree {
    /// A tree without moves.
    pub fn new() -> Self {
        Self(vec![Node {
            mv: None,
            ply: 0,
            parent: NONE,
            first: NONE,
            last: NONE,
            next: NONE,
            notes: None,
        }])
    }

    /// How many moves there are, variations included.
    pub fn len(&self) -> usize {
        self.0.len() - 1
    }

    /// Whether there is no move.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds a move after a place, as its main continuation if it is the first one there, else as a variation.
    ///
    /// # Errors
    /// There are [`MAX_NODES`] already.
    pub fn add(&mut self, parent: NodeId, mv: Move) -> Result<NodeId, TreeError> {
        if self.0.len() > MAX_NODES {
            return Err(TreeError);
        }
        let id = self.0.len() as u32;
        let ply = self[parent].ply + 1;
        self.0.push(Node {
            mv: Some(mv),
            ply,
            parent: parent.0,
            first: NONE,
            last: NONE,
            next: NONE,
            notes: None,
        });
        let above = &mut self.0[parent.0 as usize];
        let sister = above.last;
        above.last = id;
        match sister {
            NONE => above.first = id,
            _ => self.0[sister as usize].next = id,
        }
        Ok(NodeId(id))
    }

    /// What is written beside a move, to be changed.
    pub fn notes_mut(&mut self, id: NodeId) -> &mut Notes {
        self.0[id.0 as usize].notes.get_or_insert_default()
    }

    /// The continuations of a place, the main one first.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(some(self[id].first), |child| some(self[*child].next))
    }

    /// The next alternative to the move that leads to a place.
    pub fn sister(&self, id: NodeId) -> Option<NodeId> {
        some(self[id].next)
    }

    /// The main line after a place.
    pub fn line(&self, after: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(some(self[after].first), |id| some(self[*id].first))
    }

    /// All moves in the order of PGN: each main move, then the variations to it in brackets, then what follows it.
    pub fn events(&self) -> impl Iterator<Item = Event> {
        Events {
            tree: self,
            todo: some(self[NodeId::ROOT].first)
                .map(Todo::Main)
                .into_iter()
                .collect(),
        }
    }
}

fn some(id: u32) -> Option<NodeId> {
    (id != NONE).then_some(NodeId(id))
}

/// A step through a [`Tree`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// A move.
    Move(NodeId),
    /// A variation to the move before begins.
    Open,
    /// It ends.
    Close,
}

enum Todo {
    /// A main move, its variations, and what follows.
    Main(NodeId),
    /// A variation beginning with a move.
    Variation(NodeId),
    /// The first move of a variation.
    First(NodeId),
    /// What follows a move.
    After(NodeId),
    Close,
}

struct Events<'a> {
    tree: &'a Tree,
    todo: Vec<Todo>,
}

impl Iterator for Events<'_> {
    type Item = Event;

    fn next(&mut self) -> Option<Event> {
        loop {
            match self.todo.pop()? {
                Todo::Main(id) => {
                    self.todo.push(Todo::After(id));
                    if let Some(sister) = some(self.tree[id].next) {
                        self.todo.push(Todo::Variation(sister));
                    }
                    return Some(Event::Move(id));
                }
                Todo::Variation(id) => {
                    if let Some(sister) = some(self.tree[id].next) {
                        self.todo.push(Todo::Variation(sister));
                    }
                    self.todo.extend([Todo::Close, Todo::After(id)]);
                    // The variation's first move comes right after its bracket.
                    self.todo.push(Todo::First(id));
                    return Some(Event::Open);
                }
                Todo::After(id) => self.todo.extend(some(self.tree[id].first).map(Todo::Main)),
                Todo::First(id) => return Some(Event::Move(id)),
                Todo::Close => return Some(Event::Close),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_moves_as_are_allowed_fit_and_no_more() {
        let mut tree = Tree::new();
        let mv = "h2e2".parse().unwrap();
        let added = std::iter::from_fn(|| tree.add(NodeId::ROOT, mv).ok()).count();
        assert_eq!(added, MAX_NODES);
        assert_eq!(tree.len(), MAX_NODES);
    }
}
