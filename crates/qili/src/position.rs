use std::fmt;

use qili_board::{Move, Side, fen};
use qili_edition::outcome::Outcome;
use qili_interpreter::ending;
use qili_interpreter::movement::MoveList;
use qili_notation::moves::{self, Notation, Style};
use qili_notation::{Script, diagram};
use qili_report::{explain, given};

use crate::engine::Engine;
use crate::error::{Error, ErrorKind};
use crate::game::Game;
use crate::stretch::Stretch;

/// A position that can occur by the rules of its engine's edition.
///
/// ```
/// let engine = qili::Engine::open("2020")?;
/// let position = engine.start().play("炮二平五")?.play("H8+7")?;
/// assert_eq!(position.fen(), "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 0 1");
/// # Ok::<(), qili::Error>(())
/// ```
#[derive(Clone)]
pub struct Position {
    engine: Engine,
    board: qili_board::Position,
}

impl Position {
    /// A position that is known to be one of the engine's edition: nothing is checked.
    pub(crate) fn unchecked(engine: &Engine, board: qili_board::Position) -> Self {
        Self {
            engine: engine.clone(),
            board,
        }
    }

    pub(crate) const fn board(&self) -> &qili_board::Position {
        &self.board
    }

    /// The engine by whose edition it is one.
    ///
    /// ```
    /// let start = qili::Engine::open("1965")?.start();
    /// assert_eq!(start.engine().edition().id(), "1965");
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub const fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Who is to move.
    ///
    /// ```
    /// let engine = qili::Engine::open("2020")?;
    /// assert_eq!(engine.start().play("h2e2")?.turn(), qili::Side::Black);
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub fn turn(&self) -> Side {
        self.board.turn()
    }

    /// It in FEN, with the edition's letters.
    ///
    /// ```
    /// let engine = qili::Engine::open("2020")?;
    /// let fen = engine.start().fen();
    /// assert_eq!(engine.position(&fen)?, engine.start());
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub fn fen(&self) -> String {
        fen::write(&self.board, self.engine.0.vocabulary.alphabet())
    }

    /// The legal moves.
    ///
    /// ```
    /// assert_eq!(qili::Engine::open("2020")?.start().legal_moves().len(), 44);
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut legal = MoveList::new();
        let movement = self.engine.0.movement();
        movement.legal_moves(&self.board, &mut legal);
        legal.to_vec()
    }

    /// Whether a move is legal.
    ///
    /// ```
    /// let start = qili::Engine::open("2020")?.start();
    /// assert!(start.is_legal("h2e2".parse().unwrap()));
    /// assert!(!start.is_legal("h2h8".parse().unwrap()), "a cannon passes over nothing but to take");
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        self.engine.0.movement().is_legal(&self.board, mv)
    }

    /// Whether the side to move is in check.
    ///
    /// ```
    /// let engine = qili::Engine::open("2020")?;
    /// assert!(engine.position("4k4/9/9/9/9/9/9/9/4R4/3K5 b")?.is_check());
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub fn is_check(&self) -> bool {
        let movement = self.engine.0.movement();
        movement.in_check(&self.board, self.board.turn())
    }

    /// How the game has ended on the board, by a clause on endings, if it has.
    ///
    /// ```
    /// let engine = qili::Engine::open("2020")?;
    /// let mated = engine.position("R3k4/8R/9/9/9/9/9/9/9/3K5 b")?;
    /// assert_eq!(mated.ended(), Some(qili::Outcome::BlackLoses));
    /// assert_eq!(engine.start().ended(), None);
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub fn ended(&self) -> Option<Outcome> {
        ending::on_board(&self.engine.0.engine, &self.board, ending::Quiet::default())
            .map(|ended| ended.outcome)
    }

    /// Reads a legal move in any notation: Chinese, WXF, ICCS, coordinates, letters.
    ///
    /// ```
    /// let start = qili::Engine::open("2020")?.start();
    /// let mv = start.read("炮二平五")?;
    /// assert_eq!([start.read("C2=5")?, start.read("H2-E2")?, start.read("h2e2")?], [mv; 3]);
    /// let error = start.read("马二进四").unwrap_err();
    /// assert!(error.message().contains("the way is blocked on `g0`"));
    /// # Ok::<(), qili::Error>(())
    /// ```
    ///
    /// # Errors
    /// A text that is no move, fits several moves, or is not legal, with the reason.
    pub fn read(&self, text: &str) -> Result<Move, Error> {
        let book = &self.engine.0;
        let read = moves::parse(text, &self.board, book.movement(), &book.vocabulary);
        read.map_err(Error::of(ErrorKind::Move))
    }

    /// A move from here as people write it; Chinese with the edition's numerals.
    ///
    /// ```
    /// use qili::Notation;
    ///
    /// let start = qili::Engine::open("2020")?.start();
    /// let mv = start.read("h2e2")?;
    /// assert_eq!(start.write(mv, Notation::Chinese), "炮二平五");
    /// assert_eq!(start.write(mv, Notation::Wxf), "C2=5");
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub fn write(&self, mv: Move, notation: Notation) -> String {
        let book = &self.engine.0;
        let style = match notation {
            Notation::Chinese => book.style(),
            other => Style::from(other),
        };
        moves::write(mv, &self.board, book.movement(), &book.vocabulary, style)
    }

    /// The position after a move in any notation.
    ///
    /// ```
    /// let start = qili::Engine::open("2020")?.start();
    /// assert!(start.play("炮二平五").is_ok());
    /// assert!(start.play("炮二进九").is_err());
    /// # Ok::<(), qili::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn play(&self, text: &str) -> Result<Self, Error> {
        let mv = self.read(text)?;
        let mut next = self.clone();
        next.board.play(mv);
        Ok(next)
    }

    /// How many positions can be reached in a number of plies.
    ///
    /// ```
    /// assert_eq!(qili::Engine::open("2020")?.start().perft(2), 1920);
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub fn perft(&self, plies: u32) -> u64 {
        let movement = self.engine.0.movement();
        movement.perft(&mut self.board.clone(), plies)
    }

    /// The stretch of moves from here, in any notation and separated by blanks, that is to be judged as a cycle.
    ///
    /// ```
    /// let engine = qili::Engine::open("2020")?;
    /// let position = engine.position("4k4/9/9/9/9/9/9/9/9/R2K5 w")?;
    /// assert!(position.stretch("a0a9 e9e8 a9a0 e8e9")?.closes());
    /// assert!(position.stretch("a0a9 e9e9").is_err());
    /// # Ok::<(), qili::Error>(())
    /// ```
    ///
    /// # Errors
    /// A move that is none or not legal, and moves that cannot go round: too few, an odd number, or too many.
    pub fn stretch(&self, moves: &str) -> Result<Stretch, Error> {
        let played = given::moves(&self.engine.0, &self.board, moves, "moves");
        let played = played.map_err(Error::of(ErrorKind::Move))?;
        Stretch::new(self, &played, moves)
    }

    /// The game of moves from here, in any notation and separated by blanks.
    ///
    /// ```
    /// let engine = qili::Engine::open("2020")?;
    /// let game = engine.start().game("炮二平五 马8进7")?;
    /// assert_eq!(game.moves().len(), 2);
    /// # Ok::<(), qili::Error>(())
    /// ```
    ///
    /// # Errors
    /// A move that is none or not legal.
    pub fn game(&self, moves: &str) -> Result<Game, Error> {
        let played = given::moves(&self.engine.0, &self.board, moves, "moves");
        Game::played(self, &played.map_err(Error::of(ErrorKind::Move))?)
    }

    /// The stretch of moves that the caller has checked, as those of an engine's search are. Moves that are not legal, or are
    /// none, give an answer without meaning.
    ///
    /// ```
    /// let engine = qili::Engine::open("2020")?;
    /// let position = engine.position("4k4/9/9/9/9/9/9/9/9/R2K5 w")?;
    /// let moves = ["a0a9", "e9e8", "a9a0", "e8e9"].map(|mv| mv.parse().unwrap());
    /// assert!(position.stretch_unchecked(&moves).closes());
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub fn stretch_unchecked(&self, moves: &[Move]) -> Stretch {
        Stretch::unchecked(self, moves)
    }

    /// The board as text.
    ///
    /// ```
    /// let start = qili::Engine::open("2020")?.start();
    /// assert!(start.text().contains("(帅)"));
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub fn text(&self) -> String {
        explain::board(&self.engine.0, &self.board)
    }

    /// The board as an SVG picture, which needs no font.
    ///
    /// ```
    /// use qili::Drawing;
    ///
    /// let start = qili::Engine::open("2020")?.start();
    /// let svg = start.svg(&Drawing::new().line(&["h2e2".parse().unwrap()]));
    /// assert!(svg.starts_with("<svg"));
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub fn svg(&self, drawing: &Drawing) -> String {
        diagram::svg(&self.board, self.engine.files(), &drawing.0)
    }

    /// The board as a PNG picture of a width in pixels.
    ///
    /// ```
    /// use qili::Drawing;
    ///
    /// let start = qili::Engine::open("2020")?.start();
    /// assert!(start.png(&Drawing::new(), 300)?.starts_with(b"\x89PNG"));
    /// # Ok::<(), qili::Error>(())
    /// ```
    ///
    /// # Errors
    /// A width of 0 or more than 8192.
    #[cfg(feature = "png")]
    pub fn png(&self, drawing: &Drawing, width: u32) -> Result<Vec<u8>, Error> {
        let drawn = diagram::png(&self.board, self.engine.files(), &drawing.0, width);
        drawn.map_err(Error::of(ErrorKind::Drawing))
    }
}

impl PartialEq for Position {
    /// Whether the same pieces stand on the same squares, with the same side to move.
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board
    }
}

impl Eq for Position {}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.fen())
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Position").field(&self.fen()).finish()
    }
}

/// What is drawn besides the pieces.
///
/// ```
/// use qili::Drawing;
///
/// let engine = qili::Engine::open("2020")?;
/// let last = engine.start().read("h2e2")?;
/// let svg = engine.start().play("h2e2")?.svg(&Drawing::new().last(last).traditional());
/// # let _ = svg;
/// # Ok::<(), qili::Error>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Drawing(diagram::Options);

impl Drawing {
    /// Nothing but the pieces, in simplified characters.
    ///
    /// ```
    /// # let _ =
    /// qili::Drawing::new();
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Also the move that has led here.
    ///
    /// ```
    /// # let _ =
    /// qili::Drawing::new().last("h2e2".parse().unwrap());
    /// ```
    #[must_use]
    pub fn last(mut self, mv: Move) -> Self {
        self.0.last = Some(mv);
        self
    }

    /// Also a line of play from here.
    ///
    /// ```
    /// # let _ =
    /// qili::Drawing::new().line(&["h2e2".parse().unwrap(), "h9g7".parse().unwrap()]);
    /// ```
    #[must_use]
    pub fn line(mut self, moves: &[Move]) -> Self {
        self.0.line = moves.to_vec();
        self
    }

    /// Traditional characters.
    ///
    /// ```
    /// # let _ =
    /// qili::Drawing::new().traditional();
    /// ```
    #[must_use]
    pub fn traditional(mut self) -> Self {
        self.0.script = Script::Traditional;
        self
    }
}
