use std::fmt;

use qili_board::Move;
use qili_board::fen::Fen;
use qili_edition::outcome::Outcome;
pub use qili_interpreter::procedure::Policy;
use qili_interpreter::procedure::Watched;
use qili_notation::files::{self, Format};
use qili_notation::game::{GameResult, NodeId};
use qili_notation::moves::{Notation, Style};
use qili_report::game::{self, GameJson, Shown};
use qili_report::record::{self, RecordJson};
use qili_words::Language;

use crate::engine::Engine;
use crate::error::{Error, ErrorKind};
use crate::judgement::Detail;
use crate::position::Position;
use crate::referee::Referee;

/// A game as it was recorded, as far as it can be played: [`Engine::games`] reads them.
///
/// ```
/// use qili::{Engine, GameResult, Policy};
///
/// let engine = Engine::open("2020")?;
/// let game = engine.game("[Red \"甲\"]\n[FEN \"4k4/9/9/9/9/9/9/9/9/R2K5 w\"]\n\n1. a0a9 e9e8 2. a9a8 e8e9 1-0\n")?;
/// assert_eq!((game.tag("Red"), game.moves().len()), (Some("甲"), 4));
/// let adjudged = game.adjudicate(Policy::First)?;
/// assert_eq!(adjudged.outcome(), qili::Outcome::None);
/// # Ok::<(), qili::Error>(())
/// ```
#[derive(Clone)]
pub struct Game {
    engine: Engine,
    game: qili_notation::Game,
}

impl Game {
    pub(crate) fn new(engine: &Engine, game: qili_notation::Game) -> Self {
        Self {
            engine: engine.clone(),
            game,
        }
    }

    /// A game that is played from a position.
    pub(crate) fn played(start: &Position, moves: &[Move]) -> Result<Self, Error> {
        let mut game = qili_notation::Game::new(Fen {
            position: start.board().clone(),
            idle_plies: 0,
            move_number: 1,
        });
        let mut here = NodeId::ROOT;
        for &mv in moves {
            here = game
                .tree
                .add(here, mv)
                .map_err(Error::of(ErrorKind::Game))?;
        }
        Ok(Self::new(start.engine(), game))
    }

    /// Its number in the file, from 1.
    ///
    /// ```
    /// assert_eq!(qili::Engine::open("2020")?.game("1. h2e2 *")?.number(), 1);
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub const fn number(&self) -> u64 {
        self.game.number
    }

    /// What its record says under a name of PGN.
    ///
    /// ```
    /// let game = qili::Engine::open("2020")?.game("[Event \"Cup\"]\n\n1. h2e2 *\n")?;
    /// assert_eq!(game.tag("Event"), Some("Cup"));
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.game.tags.get(name)
    }

    /// What its record says, under the names of PGN, in order.
    ///
    /// ```
    /// let game = qili::Engine::open("2020")?.game("[Event \"Cup\"]\n\n1. h2e2 *\n")?;
    /// assert!(game.tags().any(|tag| tag == ("Event", "Cup")));
    /// # Ok::<(), qili::Error>(())
    /// ```
    pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.game.tags.iter()
    }

    /// The position that it starts from.
    ///
    /// ```
    /// let engine = qili::Engine::open("2020")?;
    /// assert_eq!(engine.game("1. h2e2 *")?.start(), engine.start());
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub fn start(&self) -> Position {
        Position::unchecked(&self.engine, self.game.start.position.clone())
    }

    /// The moves of its main line, which are legal.
    ///
    /// ```
    /// let game = qili::Engine::open("2020")?.game("1. C2=5 H8+7 *")?;
    /// assert_eq!(game.moves().len(), 2);
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub fn moves(&self) -> Vec<Move> {
        self.game.moves().collect()
    }

    /// How it ended, as its record says.
    ///
    /// ```
    /// use qili::{GameResult, Side};
    ///
    /// let game = qili::Engine::open("2020")?.game("1. C2=5 H8+7 1-0")?;
    /// assert_eq!(game.result(), GameResult::Win(Side::Red));
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub const fn result(&self) -> GameResult {
        self.game.result
    }

    /// What could not be read or played, each in one sentence; the moves are those before it.
    ///
    /// ```
    /// let game = qili::Engine::open("2020")?.game("1. C2=5 H8+9 2. h2h9 *")?;
    /// assert_eq!(game.problems().count(), 1);
    /// # Ok::<(), qili::Error>(())
    /// ```
    pub fn problems(&self) -> impl Iterator<Item = String> {
        let problems = self.game.problems.iter();
        problems.map(|problem| problem.kind.to_string())
    }

    /// It in a format of files; the notation counts where moves are written as text.
    ///
    /// ```
    /// use qili::{Format, Notation};
    ///
    /// let game = qili::Engine::open("2020")?.game("1. C2=5 H8+7 *")?;
    /// let text = String::from_utf8(game.write(Format::Pgn, Notation::Chinese)?).unwrap();
    /// assert!(text.contains("1. 炮二平五 马8进7 *"));
    /// # Ok::<(), qili::Error>(())
    /// ```
    ///
    /// # Errors
    /// A format that is only read, or has no place for a piece.
    pub fn write(&self, format: Format, notation: Notation) -> Result<Vec<u8>, Error> {
        let style = match notation {
            Notation::Chinese => self.engine.0.style(),
            other => Style::from(other),
        };
        let written = files::write(&self.game, format, self.engine.files(), &style);
        written.map_err(Error::of(ErrorKind::Game))
    }

    /// Takes it through the edition's procedure as a record that does not say who asked for a ruling; for a game under way
    /// there is the [`Referee`].
    ///
    /// ```
    /// use qili::{Engine, Policy};
    ///
    /// let engine = Engine::open("2020")?;
    /// let game = engine.game("[FEN \"4k4/9/9/9/9/9/9/9/9/R2K5 w\"]\n
    /// 1. a0a1 e9e8 2. a1a0 e8e9 3. a0a1 e9e8 4. a1a0 e8e9 *\n")?;
    /// assert_eq!(game.adjudicate(Policy::Last)?.outcome(), qili::Outcome::Draw);
    /// # Ok::<(), qili::Error>(())
    /// ```
    ///
    /// # Errors
    /// A move that cannot be played, of which a game has none.
    pub fn adjudicate(&self, policy: Policy) -> Result<Adjudication, Error> {
        let watched = record::watched(&self.engine.0, &self.game, policy);
        Ok(Adjudication {
            watched: watched.map_err(Error::of(ErrorKind::Game))?,
            game: self.clone(),
        })
    }

    /// A referee who has seen it played.
    ///
    /// ```
    /// let mut referee = qili::Engine::open("2020")?.game("1. C2=5 H8+7 *")?.referee()?;
    /// referee.play("马二进三")?;
    /// assert_eq!(referee.moves().len(), 3);
    /// # Ok::<(), qili::Error>(())
    /// ```
    ///
    /// # Errors
    /// A move that cannot be played, of which a game has none.
    pub fn referee(&self) -> Result<Referee, Error> {
        let mut referee = Referee::new(&self.start());
        for mv in self.game.moves() {
            referee.play_move(mv)?;
        }
        Ok(referee)
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Game")
            .field("start", &self.start())
            .field("moves", &self.moves())
            .field("result", &self.result())
            .finish_non_exhaustive()
    }
}

/// What a recorded game comes to, step by step.
///
/// ```
/// use qili::{Detail, Language, Policy};
///
/// let game = qili::Engine::open("2020")?.game("1. C2=5 H8+7 *")?;
/// let adjudged = game.adjudicate(Policy::Last)?;
/// assert!(adjudged.text(Language::English, Detail::Short).contains("No position occurs again"));
/// # Ok::<(), qili::Error>(())
/// ```
pub struct Adjudication {
    game: Game,
    watched: Watched,
}

impl Adjudication {
    /// What the game comes to: by its end, by a loss for not complying, or else as the last ruling says.
    ///
    /// ```
    /// # use qili::Policy;
    /// let game = qili::Engine::open("2020")?.game("1. C2=5 H8+7 *")?;
    /// assert_eq!(game.adjudicate(Policy::Last)?.outcome(), qili::Outcome::None);
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        self.watched.outcome()
    }

    /// Whether the recorded result is what it comes to; `None` where one of the two says nothing.
    ///
    /// ```
    /// # use qili::Policy;
    /// let game = qili::Engine::open("2020")?.game("1. C2=5 H8+7 *")?;
    /// assert_eq!(game.adjudicate(Policy::Last)?.agrees(), None);
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub fn agrees(&self) -> Option<bool> {
        record::agrees(&self.watched, self.game.result())
    }

    /// The game in words: the steps of the procedure, the cycle judged, what it comes to.
    ///
    /// ```
    /// # use qili::{Detail, Language, Policy};
    /// let game = qili::Engine::open("2020")?.game("1. C2=5 H8+7 *")?;
    /// let text = game.adjudicate(Policy::Last)?.text(Language::Chinese, Detail::Short);
    /// assert!(text.contains("没有重复的局面"));
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub fn text(&self, language: Language, detail: Detail) -> String {
        let book = &self.game.engine.0;
        game::text(book, &self.watched, language, detail, Shown::Last)
    }

    /// It for programs.
    ///
    /// ```
    /// # use qili::{Language, Policy};
    /// let game = qili::Engine::open("2020")?.game("1. C2=5 H8+7 *")?;
    /// assert_eq!(game.adjudicate(Policy::Last)?.json(Language::English).length, 2);
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub fn json(&self, language: Language) -> GameJson {
        game::json(&self.game.engine.0, &self.watched, language, Shown::Last)
    }

    /// It with what its record says, for programs; `file` is the name of what it was read from.
    ///
    /// ```
    /// # use qili::{Language, Policy};
    /// let game = qili::Engine::open("2020")?.game("[Red \"甲\"]\n\n1. C2=5 H8+7 *")?;
    /// assert_eq!(game.adjudicate(Policy::Last)?.record(Language::English, "a.pgn").tags["Red"], "甲");
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub fn record(&self, language: Language, file: &str) -> RecordJson {
        let Game { engine, game } = &self.game;
        record::json(&engine.0, file, game, &self.watched, language, Shown::Last)
    }
}

impl fmt::Debug for Adjudication {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Adjudication")
            .field("outcome", &self.outcome())
            .finish_non_exhaustive()
    }
}
