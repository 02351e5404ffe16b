use std::fmt;
use std::io::BufRead;
use std::sync::Arc;

use qili_notation::files;
use qili_report::{Rulebook, given};

use crate::edition::Edition;
use crate::error::{Error, ErrorKind};
use crate::game::Game;
use crate::position::Position;

/// An edition compiled: what plays, judges and writes by it. Cheap to clone, and good for any number of threads.
///
/// Opening takes some ten milliseconds and two megabytes; open each edition once.
///
/// ```
/// use qili::Engine;
///
/// let engine = Engine::open("2020")?;
/// let other = engine.clone();
/// std::thread::spawn(move || assert_eq!(other.start().legal_moves().len(), 44)).join().unwrap();
/// # Ok::<(), qili::Error>(())
/// ```
#[derive(Clone)]
pub struct Engine(pub(crate) Arc<Rulebook>);

impl Engine {
    /// Compiles an edition.
    ///
    /// ```
    /// let edition = qili::Edition::open("1965")?;
    /// let engine = qili::Engine::new(&edition)?;
    /// assert_eq!(engine.edition().id(), "1965");
    /// # Ok::<(), qili::Error>(())
    /// ```
    ///
    /// # Errors
    /// Pieces that cannot be played or named.
    pub fn new(edition: &Edition) -> Result<Self, Error> {
        let book = Rulebook::new(edition.0.clone());
        Ok(Self(Arc::new(book.map_err(Error::of(ErrorKind::Edition))?)))
    }

    /// Opens an edition by name or path, and compiles it.
    ///
    /// ```
    /// assert!(qili::Engine::open("2007-trial").is_ok());
    /// ```
    ///
    /// # Errors
    /// As [`Edition::open`] and [`new`](Self::new).
    pub fn open(reference: &str) -> Result<Self, Error> {
        Self::new(&Edition::open(reference)?)
    }

    /// The same with another budget: how many positions one search for a mate or a gain may visit before its answer is "not
    /// known". Beyond it a ruling is [`Undetermined`](crate::Outcome::Undetermined), never a guess.
    ///
    /// ```
    /// let engine = qili::Engine::open("2020")?.with_budget(10_000);
    /// # let _ = engine;
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub fn with_budget(&self, nodes: u32) -> Self {
        let book = Rulebook::clone(&self.0);
        Self(Arc::new(book.with_budget(nodes)))
    }

    /// The edition.
    ///
    /// ```
    /// assert_eq!(qili::Engine::open("asian")?.edition().id(), "asian");
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub fn edition(&self) -> Edition {
        Edition(self.0.edition.clone())
    }

    /// The position in which a game begins.
    ///
    /// ```
    /// let start = qili::Engine::open("2020")?.start();
    /// assert_eq!(start.turn(), qili::Side::Red);
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub fn start(&self) -> Position {
        Position::unchecked(self, self.0.start())
    }

    /// A position in FEN, or `start`. It is checked: what cannot stand so is no [`Position`].
    ///
    /// ```
    /// let engine = qili::Engine::open("2020")?;
    /// assert!(engine.position("4k4/9/9/9/9/9/9/9/9/R2K5 w").is_ok());
    /// let facing = engine.position("3k5/9/9/9/9/9/9/9/4R4/3K5 w").unwrap_err();
    /// assert_eq!(facing.code().as_deref(), Some("qili::position::facing"));
    /// # Ok::<(), qili::Error>(())
    /// ```
    ///
    /// # Errors
    /// A text that is no FEN, and a position that cannot occur: without a general, with a side in check that is not to move, …
    pub fn position(&self, fen: &str) -> Result<Position, Error> {
        let board = given::position(&self.0, fen).map_err(Error::of(ErrorKind::Position))?;
        Ok(Position::unchecked(self, board))
    }

    /// The games of a text or file in any format that is known, one after the other, as they are read. `name` is for
    /// messages.
    ///
    /// ```
    /// let engine = qili::Engine::open("2020")?;
    /// let text = "1. 炮二平五 马8进7 *\n\n1. C2=5 H8+7 2. H2+3 1-0\n";
    /// let lengths: Vec<usize> = engine.games(text.as_bytes(), "two games")?
    ///     .map(|game| Ok(game?.moves().len()))
    ///     .collect::<Result<_, qili::Error>>()?;
    /// assert_eq!(lengths, [2, 3]);
    /// # Ok::<(), qili::Error>(())
    /// ```
    ///
    /// # Errors
    /// A source that cannot be read. What is wrong in a game is told by [`Game::problems`], and keeps back no other game.
    pub fn games<'a>(
        &'a self,
        source: impl BufRead + Send + 'a,
        name: &str,
    ) -> Result<impl Iterator<Item = Result<Game, Error>> + 'a, Error> {
        let games = files::games(source, name, self.files());
        let games = games.map_err(Error::of(ErrorKind::Game))?;
        Ok(games.map(|game| {
            let game = game.map_err(Error::of(ErrorKind::Game))?;
            Ok(Game::new(self, game))
        }))
    }

    /// The first game of a text.
    ///
    /// ```
    /// let game = qili::Engine::open("2020")?.game("1. 炮二平五 马8进7 *")?;
    /// assert_eq!(game.moves()[0].to_string(), "h2e2");
    /// # Ok::<(), qili::Error>(())
    /// ```
    ///
    /// # Errors
    /// A text without a game.
    pub fn game(&self, text: &str) -> Result<Game, Error> {
        let first = self.games(text.as_bytes(), "game")?.next();
        first.unwrap_or_else(|| {
            let file = "game".into();
            Err(Error::new(
                ErrorKind::Game,
                files::ReadError::NoGame { file },
            ))
        })
    }

    pub(crate) fn files(&self) -> files::Edition<'_> {
        files::Edition {
            movement: self.0.movement(),
            vocabulary: &self.0.vocabulary,
        }
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Engine").field(&self.edition().id()).finish()
    }
}
