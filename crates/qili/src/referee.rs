use std::fmt;

use qili_board::{Move, Side};
use qili_edition::outcome::Outcome;
use qili_interpreter::referee::{self, Left, Standing, Turn};

use crate::engine::Engine;
use crate::error::{Error, ErrorKind};
use crate::judgement::{Judgement, Ruling};
use crate::position::Position;
use crate::stretch::Stretch;

/// A game under way, and what the rules say about it move by move.
///
/// It owns all that it needs: keep one for each game that is played, clone it, take moves back. Nobody is convicted of what
/// nobody told him: a ruling that may be asked for changes nothing until a player [claims](Self::claim) it or the
/// [arbiter](Self::arbiter) rules unasked.
///
/// ```
/// use qili::{Engine, Referee, Side, Status};
///
/// let engine = Engine::open("2020")?;
/// let start = engine.position("4k4/9/9/9/9/9/9/9/3R5/3K5 w")?;
/// let mut referee = Referee::new(&start);
/// for mv in "d1e1 e9f9 e1f1 f9e9 f1e1 e9f9 e1f1 f9e9 f1e1".split(' ') {
///     referee.play(mv)?;
/// }
/// let claim = referee.claims().expect("the position has occurred three times");
/// assert_eq!(claim.ruling.text(qili::Language::English), "Red loses");
/// assert_eq!(referee.status(), Status::Playing, "nobody has asked");
///
/// referee.claim(Side::Black)?;
/// assert!(matches!(referee.status(), Status::Over { outcome: qili::Outcome::RedLoses, .. }));
/// # Ok::<(), qili::Error>(())
/// ```
#[derive(Clone)]
pub struct Referee {
    engine: Engine,
    referee: qili_interpreter::Referee,
}

/// How a game stands.
///
/// ```
/// use qili::{Referee, Side, Status};
///
/// let mut referee = Referee::new(&qili::Engine::open("2020")?.start());
/// assert_eq!(referee.status(), Status::Playing);
/// referee.resign(Side::Red);
/// assert!(matches!(referee.status(), Status::Over { outcome: qili::Outcome::RedLoses, .. }));
/// # Ok::<(), qili::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Status {
    /// Nothing is decided or ordered.
    Playing,
    /// A side has been told to play something else.
    MustChange {
        /// Who.
        side: Side,
        /// What it has left to do so.
        left: Left,
    },
    /// The game is over.
    Over {
        /// What it came to.
        outcome: Outcome,
        /// By which article, where one says so.
        article: Option<String>,
    },
}

/// A ruling that may be asked for now.
///
/// ```
/// # let engine = qili::Engine::open("2020")?;
/// # let start = engine.position("4k4/9/9/9/9/9/9/9/9/R2K5 w")?;
/// let mut referee = qili::Referee::new(&start);
/// for mv in "a0a1 e9e8 a1a0 e8e9 a0a1 e9e8 a1a0 e8e9".split(' ') {
///     referee.play(mv)?;
/// }
/// let claim = referee.claims().unwrap();
/// assert_eq!((claim.occurrences, claim.since), (3, 4));
/// # Ok::<(), qili::Error>(())
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Claim {
    /// Who may ask for it.
    pub by: Vec<Side>,
    /// Whether the arbiter may also rule unasked.
    pub unasked: bool,
    /// How often the position has occurred.
    pub occurrences: usize,
    /// After how many plies the stretch begins that is ruled on.
    pub since: usize,
    /// What it would say.
    pub ruling: Ruling,
}

/// A move that was played, and what it brought about.
///
/// ```
/// let mut referee = qili::Referee::new(&qili::Engine::open("2020")?.start());
/// let played = referee.play("炮二平五")?;
/// assert_eq!((played.mv.to_string().as_str(), played.occurrences), ("h2e2", 1));
/// # Ok::<(), qili::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Played {
    /// The move.
    pub mv: Move,
    /// How often the position after it has occurred, this time included.
    pub occurrences: usize,
    /// The side that had been told to change has done so with this move.
    pub complied: Option<Side>,
    /// The side that had been told to change has not done so with all that it had left, and has lost.
    pub ignored: Option<Side>,
}

impl Referee {
    /// A game before its first move.
    ///
    /// ```
    /// let referee = qili::Referee::new(&qili::Engine::open("2020")?.start());
    /// assert!(referee.moves().is_empty());
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub fn new(start: &Position) -> Self {
        let engine = start.engine().clone();
        let procedure = engine.0.edition.procedure().cloned();
        let compiled = engine.0.engine.clone();
        Self {
            referee: qili_interpreter::Referee::unchecked(
                compiled,
                procedure,
                start.board().clone(),
            ),
            engine,
        }
    }

    /// Plays a move in any notation. After the end of the game moves change the board and nothing else.
    ///
    /// ```
    /// # let mut referee = qili::Referee::new(&qili::Engine::open("2020")?.start());
    /// referee.play("炮二平五")?;
    /// let error = referee.play("h2e2").unwrap_err();
    /// assert_eq!((error.kind(), referee.moves().len()), (qili::ErrorKind::Move, 1));
    /// # Ok::<(), qili::Error>(())
    /// ```
    ///
    /// # Errors
    /// A text that is no legal move; the game stays as it was.
    pub fn play(&mut self, text: &str) -> Result<Played, Error> {
        let mv = self.position().read(text)?;
        self.play_move(mv)
    }

    /// Plays a move.
    ///
    /// ```
    /// # let mut referee = qili::Referee::new(&qili::Engine::open("2020")?.start());
    /// referee.play_move("h2e2".parse().unwrap())?;
    /// # Ok::<(), qili::Error>(())
    /// ```
    ///
    /// # Errors
    /// A move that is not legal; the game stays as it was.
    pub fn play_move(&mut self, mv: Move) -> Result<Played, Error> {
        let played = self.referee.play(mv).map_err(Error::of(ErrorKind::Move))?;
        let (complied, ignored) = match played.turn {
            Some(Turn::Complied { side, .. }) => (Some(side), None),
            Some(Turn::Ignored { side, .. }) => (None, Some(side)),
            Some(Turn::Ended { .. }) | None => (None, None),
        };
        Ok(Played {
            mv,
            occurrences: played.repetition.map_or(1, |again| again.occurrences),
            complied,
            ignored,
        })
    }

    /// Takes the last move back, with all that came of it.
    ///
    /// ```
    /// # let mut referee = qili::Referee::new(&qili::Engine::open("2020")?.start());
    /// referee.play("h2e2")?;
    /// assert_eq!(referee.undo().unwrap().to_string(), "h2e2");
    /// assert_eq!(referee.undo(), None);
    /// # Ok::<(), qili::Error>(())
    /// ```
    pub fn undo(&mut self) -> Option<Move> {
        self.referee.undo()
    }

    /// The position now.
    ///
    /// ```
    /// # let mut referee = qili::Referee::new(&qili::Engine::open("2020")?.start());
    /// referee.play("h2e2")?;
    /// assert_eq!(referee.position().turn(), qili::Side::Black);
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub fn position(&self) -> Position {
        Position::unchecked(&self.engine, self.referee.game().position().clone())
    }

    /// The moves that were played.
    ///
    /// ```
    /// # let mut referee = qili::Referee::new(&qili::Engine::open("2020")?.start());
    /// referee.play("h2e2")?;
    /// assert_eq!(referee.moves().len(), 1);
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        self.referee.game().moves()
    }

    /// How the game stands.
    ///
    /// ```
    /// let referee = qili::Referee::new(&qili::Engine::open("2020")?.start());
    /// assert_eq!(referee.status(), qili::Status::Playing);
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub fn status(&self) -> Status {
        match self.referee.status() {
            referee::Status::Playing => Status::Playing,
            referee::Status::MustChange { side, left } => Status::MustChange { side, left },
            referee::Status::Over { outcome, clause } => Status::Over {
                outcome,
                article: clause.map(|id| self.engine.0.clause(id).article.clone()),
            },
        }
    }

    /// What may be claimed now, by whom, and what the ruling would be. While the same round goes on it is ruled on once.
    ///
    /// ```
    /// let referee = qili::Referee::new(&qili::Engine::open("2020")?.start());
    /// assert!(referee.claims().is_none());
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub fn claims(&self) -> Option<Claim> {
        let claim = self.referee.claims()?;
        Some(Claim {
            by: claim.by,
            unasked: claim.moment.standing == Standing::Plain,
            occurrences: claim.moment.repetition.occurrences,
            since: claim.moment.from,
            ruling: Ruling::new(&self.engine, claim.ruling),
        })
    }

    /// The judgement of the stretch that may be ruled on now, with what every move of it is.
    ///
    /// ```
    /// # let engine = qili::Engine::open("2020")?;
    /// # let mut referee = qili::Referee::new(&engine.position("4k4/9/9/9/9/9/9/9/9/R2K5 w")?);
    /// for mv in "a0a1 e9e8 a1a0 e8e9 a0a1 e9e8 a1a0 e8e9".split(' ') {
    ///     referee.play(mv)?;
    /// }
    /// assert_eq!(referee.judge().unwrap().plies().len(), 4);
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub fn judge(&self) -> Option<Judgement> {
        let moment = self.referee.moment().filter(|moment| moment.is_ripe())?;
        let game = self.referee.game();
        let start = Position::unchecked(&self.engine, game.position_at(moment.from));
        let stretch = Stretch::unchecked(&start, game.moves().get(moment.stretch())?);
        Some(stretch.judge())
    }

    /// A player asks for a ruling; what it says is so from now on.
    ///
    /// ```
    /// let mut referee = qili::Referee::new(&qili::Engine::open("2020")?.start());
    /// let error = referee.claim(qili::Side::Red).unwrap_err();
    /// assert_eq!(error.code().as_deref(), Some("qili::claim::too_early"));
    /// # Ok::<(), qili::Error>(())
    /// ```
    ///
    /// # Errors
    /// There is nothing to rule on, or the other player alone may ask.
    pub fn claim(&mut self, by: Side) -> Result<Ruling, Error> {
        let ruling = self.referee.claim(by);
        let ruling = ruling.map_err(Error::of(ErrorKind::Claim))?;
        Ok(Ruling::new(&self.engine, ruling))
    }

    /// The arbiter rules unasked, if the repetition is plain enough for it; what the ruling says is so from now on.
    ///
    /// ```
    /// let mut referee = qili::Referee::new(&qili::Engine::open("2020")?.start());
    /// assert!(referee.arbiter().is_none());
    /// # Ok::<(), qili::Error>(())
    /// ```
    pub fn arbiter(&mut self) -> Option<Ruling> {
        let ruling = self.referee.arbiter()?;
        Some(Ruling::new(&self.engine, ruling))
    }

    /// A side resigns; `None` if the game was over before, or the edition knows no resignation.
    ///
    /// ```
    /// let mut referee = qili::Referee::new(&qili::Engine::open("2020")?.start());
    /// assert_eq!(referee.resign(qili::Side::Black), Some(qili::Outcome::BlackLoses));
    /// # Ok::<(), qili::Error>(())
    /// ```
    pub fn resign(&mut self, side: Side) -> Option<Outcome> {
        self.event("resignation", side)
    }

    /// Something happens beside the board to a side that ends the game, by the English name that the edition has for it;
    /// `None` if the game was over before, or the edition has no such ending.
    ///
    /// ```
    /// let mut referee = qili::Referee::new(&qili::Engine::open("2020")?.start());
    /// assert_eq!(referee.event("agreement", qili::Side::Red), Some(qili::Outcome::Draw));
    /// # Ok::<(), qili::Error>(())
    /// ```
    pub fn event(&mut self, name: &str, side: Side) -> Option<Outcome> {
        self.referee.event(name, side).map(|ended| ended.outcome)
    }
}

impl fmt::Debug for Referee {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Referee")
            .field("moves", &self.moves())
            .field("status", &self.status())
            .finish_non_exhaustive()
    }
}
