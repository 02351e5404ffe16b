//! Puts a game together from what a file says, piece by piece.

use std::sync::Arc;

use qili_board::fen::{self, Fen};
use qili_board::{Move, Position, Side, Square};
use qili_interpreter::movement::{Movement, Reason};

use super::{
    Cursor, Excerpt, Game, GameResult, MAX_PROBLEMS, MAX_VARIATION_DEPTH, NodeId, Problem,
    ProblemKind,
};
use crate::diagram;
use crate::files::Edition;
use crate::moves::{self, MoveError};
use crate::visible::visible;
use crate::vocabulary::Vocabulary;

/// Dropped moves of a line no part of which can be played.
const HOPELESS: u32 = 2;

/// Builds a [`Game`], playing its moves. A move that cannot be played ends its line: what follows is dropped up to the end of the
/// variation (or of the game), and a [`Problem`] tells.
pub struct Builder<'a> {
    file: Arc<str>,
    movement: &'a Movement,
    vocabulary: &'a Vocabulary,
    game: Game,
    cursor: Cursor,
    here: NodeId,
    /// Per open variation, where the line outside it stands, how many of its moves were dropped, and the place it leaves from.
    outside: Vec<(NodeId, u32, NodeId)>,
    /// How many moves of this line were dropped since one could not be played.
    dropped: u32,
    /// Whether the rest of the game is dropped.
    abandoned: bool,
    /// What is known of the position that the game starts from.
    opening: Opening,
    /// Where the tags stand that give the position and the result.
    fen_place: Option<Excerpt>,
    result_place: Option<Excerpt>,
}

/// The position that a game starts from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Opening {
    /// The initial one; the first move may show that it is the other side's turn.
    Initial,
    /// One that the file gives and that is still to be checked.
    Given,
    /// A position that can occur, or has been complained about.
    Checked,
}

impl<'a> Builder<'a> {
    /// A game of a file, with its number there, that starts from the initial position.
    pub fn new(file: &Arc<str>, number: u64, edition: Edition<'a>) -> Self {
        let Edition {
            movement,
            vocabulary,
        } = edition;
        let mut game = Game::new(vocabulary.start().clone());
        game.number = number;
        Self {
            file: file.clone(),
            movement,
            vocabulary,
            cursor: Cursor::new(game.start.position.clone()),
            game,
            here: NodeId::ROOT,
            outside: Vec::new(),
            dropped: 0,
            abandoned: false,
            opening: Opening::Initial,
            fen_place: None,
            result_place: None,
        }
    }

    /// What is said about the game.
    pub fn tag(&mut self, name: &str, value: &str) {
        self.tag_at(name, value, None);
    }

    /// What is said about the game, and the line that says it.
    pub fn tag_at(&mut self, name: &str, value: &str, excerpt: Option<Excerpt>) {
        let before = self.game.tags.get(name).map(str::to_owned);
        self.game.tags.set(name, value);
        if before.is_some_and(|before| Some(before.as_str()) != self.game.tags.get(name)) {
            let name = name.to_owned();
            self.problem(ProblemKind::TagTwice { name }, None, excerpt.clone());
        }
        for (place, of) in [
            (&mut self.fen_place, "FEN"),
            (&mut self.result_place, "Result"),
        ] {
            if name.eq_ignore_ascii_case(of) {
                place.clone_from(&excerpt);
            }
        }
    }

    /// Starts from the position that the tag `FEN` gives, if there is one.
    pub fn start_from_tag(&mut self) {
        let fen = self.tag_value("FEN").unwrap_or_default().to_owned();
        if !fen.is_empty() {
            let place = self.fen_place.clone();
            self.start_from_fen(&fen, place);
        }
    }

    /// The value of a tag so far.
    pub fn tag_value(&self, name: &str) -> Option<&str> {
        self.game.tags.get(name)
    }

    /// Whether there is no move yet.
    pub fn is_empty(&self) -> bool {
        self.game.tree.is_empty() && self.dropped == 0
    }

    /// The position where the next move is played.
    pub fn position(&mut self) -> &Position {
        self.cursor.go_to(&self.game.tree, self.here);
        self.cursor.position()
    }

    /// The place of the move played last.
    pub fn here(&self) -> NodeId {
        self.here
    }

    /// Goes back to a place, to play a variation from there.
    pub fn go_to(&mut self, place: NodeId) {
        self.here = place;
        self.dropped = 0;
    }

    /// Starts from a position that stands on a line; before the first move.
    pub fn start_at(&mut self, start: Fen, excerpt: Option<Excerpt>) {
        self.fen_place = excerpt;
        self.start(start);
    }

    /// Starts from another position; before the first move.
    pub fn start(&mut self, start: Fen) {
        self.cursor = Cursor::new(start.position.clone());
        self.here = NodeId::ROOT;
        self.game.start = start;
        self.opening = Opening::Given;
    }

    /// Checks the position that the game starts from, once the first move has shown whose turn it is.
    fn check_start(&mut self) {
        if self.opening == Opening::Given {
            self.opening = Opening::Checked;
            if let Err(error) = self.movement.validate(&self.game.start.position) {
                let board = self.draw(&self.game.start.position);
                let place = self.fen_place.clone();
                self.push_problem(ProblemKind::Position(error), None, None, place, Some(board));
                self.dropped = HOPELESS;
            }
        }
    }

    fn draw(&self, position: &Position) -> String {
        diagram::text(position, self.vocabulary, &diagram::Options::default())
    }

    /// Gives the turn to the side that has a piece on a square, before the first move: what files say of the turn is less
    /// reliable than what they do.
    pub fn let_move(&mut self, from: Square) {
        if let (true, Some(piece)) = (
            self.game.tree.is_empty(),
            self.game.start.position.piece_at(from),
        ) {
            self.game.start.position.set_turn(piece.side);
            self.cursor = Cursor::new(self.game.start.position.clone());
        }
    }

    /// Starts from the position of a FEN; if it cannot be read, the game keeps no moves.
    pub fn start_from_fen(&mut self, text: &str, excerpt: Option<Excerpt>) {
        /// Longer than any position.
        const ENOUGH: usize = 400;
        let text = text
            .char_indices()
            .nth(ENOUGH)
            .map_or(text, |(end, _)| &text[..end]);
        match fen::parse(&visible(text), self.vocabulary.alphabet()) {
            Ok(start) if self.opening != Opening::Initial && start != self.game.start => {
                self.problem(ProblemKind::TwoStarts, None, excerpt);
                self.dropped = HOPELESS;
            }
            Ok(start) => self.start_at(start, excerpt),
            Err(error) => {
                self.problem(ProblemKind::Fen(error), None, excerpt);
                self.dropped = HOPELESS;
            }
        }
    }

    /// Before the first move: the place of the first mover's move is left empty, so that the other side begins.
    pub fn second_begins(&mut self, excerpt: impl FnOnce() -> Option<Excerpt>) {
        // beside a position that the file gives, `1...` is Black's, whoever begins a game by the edition
        let first = match self.opening {
            Opening::Given => Side::Red,
            Opening::Initial | Opening::Checked => self.vocabulary.start().position.turn(),
        };
        if !self.is_empty() || self.game.start.position.turn() != first {
            return;
        }
        if self.opening == Opening::Initial {
            self.opening = Opening::Checked;
        } else {
            self.problem(ProblemKind::Turn, None, excerpt());
        }
        self.game.start.position.set_turn(!first);
        self.cursor = Cursor::new(self.game.start.position.clone());
    }

    /// Plays a move written in any notation.
    pub fn play_text(&mut self, text: &str, excerpt: impl FnOnce() -> Option<Excerpt>) {
        self.check_start();
        if self.drops() {
            return;
        }
        self.cursor.go_to(&self.game.tree, self.here);
        let read = moves::parse(text, self.cursor.position(), self.movement, self.vocabulary);
        let read = match read {
            Err(MoveError::Illegal { mv, reason, .. }) if self.may_turn(&reason.reason) => {
                self.let_move(mv.from);
                moves::parse(text, self.cursor.position(), self.movement, self.vocabulary)
            }
            read => read,
        };
        match read {
            Ok(mv) => self.add(mv),
            Err(error) => self.fail(error, excerpt()),
        }
    }

    /// Whether it is the first move of a game that does not say who begins, and the other side's.
    fn may_turn(&self, reason: &Reason) -> bool {
        let is_first = self.game.tree.is_empty() && self.opening == Opening::Initial;
        is_first && matches!(reason, Reason::NotYours { .. })
    }

    /// Plays a move that a file format gives as two squares; false if it is not legal.
    pub fn play(&mut self, mv: Move) -> bool {
        self.play_at(mv, || None)
    }

    /// The same for a move that stands on a line.
    pub fn play_at(&mut self, mv: Move, excerpt: impl FnOnce() -> Option<Excerpt>) -> bool {
        self.check_start();
        if self.drops() {
            return false;
        }
        self.cursor.go_to(&self.game.tree, self.here);
        match self.movement.check_move(self.cursor.position(), mv) {
            Ok(()) => self.add(mv),
            Err(reason) => {
                let (text, reason) = (mv.to_string(), Box::new(reason));
                let notation = moves::Notation::Coordinates;
                self.fail(
                    MoveError::Illegal {
                        text,
                        notation,
                        mv,
                        reason,
                    },
                    excerpt(),
                );
            }
        }
        self.dropped == 0 && !self.abandoned
    }

    /// Whether a move is dropped, and counts it.
    fn drops(&mut self) -> bool {
        if self.dropped > 0 {
            self.dropped = self.dropped.saturating_add(1);
        }
        self.dropped > 0 || self.abandoned
    }

    fn add(&mut self, mv: Move) {
        match self.game.tree.add(self.here, mv) {
            Ok(id) => self.here = id,
            Err(_) => self.abandon(ProblemKind::TooLong, None),
        }
    }

    fn fail(&mut self, error: MoveError, excerpt: Option<Excerpt>) {
        let board = self.draw(self.cursor.position());
        let ply = self.game.tree[self.here].ply + 1;
        let variation = self.variation(&error);
        self.push_problem(
            ProblemKind::Move(error),
            Some(ply),
            variation,
            excerpt,
            Some(board),
        );
        self.dropped = 1;
    }

    /// The variation that a move which cannot be played belongs to: its first ply and move; `None` in the main line.
    fn variation(&self, error: &MoveError) -> Option<(u32, String)> {
        let tree = &self.game.tree;
        let is_first_child = |id: NodeId| tree.children(tree[id].parent()).next() == Some(id);
        let outside = self.outside.last().map(|&(.., base)| base);
        if outside == Some(self.here) || tree.children(self.here).next().is_some() {
            return Some((tree[self.here].ply + 1, error.text().to_owned()));
        }
        let mut id = self.here;
        while id != NodeId::ROOT && is_first_child(id) && outside != Some(tree[id].parent()) {
            id = tree[id].parent();
        }
        let mv = tree[id].mv?;
        Some((tree[id].ply, mv.to_string()))
    }

    /// A comment on the move before, or on the game.
    pub fn comment(&mut self, text: &str) {
        if !text.trim().is_empty() && self.dropped == 0 && !self.abandoned {
            self.game.tree.notes_mut(self.here).remark(text);
        }
    }

    /// A numeric annotation of the move before.
    pub fn nag(&mut self, nag: u8) {
        if self.dropped == 0 && !self.abandoned {
            self.game.tree.notes_mut(self.here).nags.push(nag);
        }
    }

    /// A variation to the move before begins.
    pub fn open_variation(&mut self, excerpt: impl FnOnce() -> Option<Excerpt>) {
        if self.abandoned {
            return;
        }
        if self.outside.len() == MAX_VARIATION_DEPTH {
            self.abandon(ProblemKind::TooDeep, excerpt());
            return;
        }
        let outside = (self.here, self.dropped);
        match self.dropped {
            0 if self.here == NodeId::ROOT => self.dropped = HOPELESS,
            0 => self.here = self.game.tree[self.here].parent(),
            // An alternative to the move that could not be played.
            1 => self.dropped = 0,
            _ => {}
        }
        self.outside.push((outside.0, outside.1, self.here));
    }

    /// The variation ends.
    pub fn close_variation(&mut self, excerpt: impl FnOnce() -> Option<Excerpt>) {
        if self.abandoned {
            return;
        }
        match self.outside.pop() {
            Some((here, dropped, _)) => {
                self.here = here;
                self.dropped = dropped;
            }
            None => self.problem(ProblemKind::NoVariation, None, excerpt()),
        }
    }

    /// The moves have ended; variations that are still open are reported.
    pub fn leave_variations(&mut self, excerpt: impl FnOnce() -> Option<Excerpt>) {
        if !self.outside.is_empty() {
            self.outside.clear();
            self.problem(ProblemKind::OpenVariation, None, excerpt());
        }
    }

    /// Something is wrong with the file.
    pub fn problem(&mut self, kind: ProblemKind, ply: Option<u32>, excerpt: Option<Excerpt>) {
        self.push_problem(kind, ply, None, excerpt, None);
    }

    /// Something is so wrong that the rest of the game is dropped.
    pub fn abandon(&mut self, kind: ProblemKind, excerpt: Option<Excerpt>) {
        if !self.abandoned {
            self.problem(kind, None, excerpt);
            self.abandoned = true;
        }
    }

    fn push_problem(
        &mut self,
        kind: ProblemKind,
        ply: Option<u32>,
        variation: Option<(u32, String)>,
        excerpt: Option<Excerpt>,
        board: Option<String>,
    ) {
        if self.game.problems.len() < MAX_PROBLEMS {
            self.game.problems.push(Problem {
                kind,
                file: self.file.clone(),
                game: self.game.number,
                ply,
                variation,
                excerpt,
                board,
            });
        }
    }

    /// The game is complete.
    pub fn finish(mut self, result: Option<GameResult>) -> Game {
        self.check_start();
        self.leave_variations(|| None);
        let result = result.filter(|r| *r != GameResult::Unknown);
        let tagged = self.tagged_result();
        if let (Some(moves), Some(tag)) = (result, tagged)
            && moves != tag
            && tag != GameResult::Unknown
        {
            let place = self.result_place.clone();
            self.problem(ProblemKind::TwoResults { tag, moves }, None, place);
        }
        self.game.result = result.or(tagged).unwrap_or_default();
        self.game
    }

    /// The result that the tags give.
    fn tagged_result(&mut self) -> Option<GameResult> {
        let value = self.game.tags.get("Result")?.to_owned();
        match value.parse() {
            Ok(result) => Some(result),
            Err(_) if matches!(value.as_str(), "" | "?" | "-") => None,
            Err(_) => {
                let place = self.result_place.clone();
                self.problem(ProblemKind::Result { value }, None, place);
                None
            }
        }
    }
}
