use std::fmt;

use qili_board::Move;
use qili_interpreter::Cycle;
use qili_report::given::BadCycle;

use crate::error::{Error, ErrorKind};
use crate::judgement::{Judgement, Ruling};
use crate::position::Position;

/// A stretch of play that is judged as a cycle: [`Position::stretch`] makes one of legal moves.
///
/// ```
/// use qili::{Engine, Language, Outcome};
///
/// let engine = Engine::open("2020")?;
/// let checks = engine.position("4k4/9/9/9/9/9/9/9/4R4/3K5 b")?.stretch("e9f9 e1f1 f9e9 f1e1")?;
/// assert_eq!(checks.rule().outcome(), Outcome::RedLoses);
/// assert_eq!(checks.rule().text(Language::Chinese), "红方作负");
/// # Ok::<(), qili::Error>(())
/// ```
#[derive(Clone)]
pub struct Stretch {
    start: Position,
    moves: Vec<Move>,
    pub(crate) cycle: Cycle,
}

impl Stretch {
    pub(crate) fn new(start: &Position, moves: &[Move], text: &str) -> Result<Self, Error> {
        let engine = &start.engine().0.engine;
        let cycle = Cycle::checked(engine, start.board(), moves);
        let cycle = cycle.map_err(|reason| {
            Error::new(ErrorKind::Stretch, BadCycle::new(reason, text, "moves"))
        })?;
        Ok(Self {
            start: start.clone(),
            moves: moves.to_vec(),
            cycle,
        })
    }

    pub(crate) fn unchecked(start: &Position, moves: &[Move]) -> Self {
        Self {
            start: start.clone(),
            moves: moves.to_vec(),
            cycle: Cycle::unchecked(start.board(), moves, None),
        }
    }

    /// The position before its first move.
    ///
    /// ```
    /// let engine = qili::Engine::open("2020")?;
    /// let stretch = engine.start().stretch("h2e2 h9g7")?;
    /// assert_eq!(*stretch.start(), engine.start());
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// Its moves.
    ///
    /// ```
    /// let stretch = qili::Engine::open("2020")?.start().stretch("炮二平五 马8进7")?;
    /// assert_eq!(stretch.moves()[1].to_string(), "h9g7");
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Whether its moves lead back to the position before the first. What does not is judged as it stands, as printed
    /// figures are.
    ///
    /// ```
    /// let stretch = qili::Engine::open("2020")?.start().stretch("a0a1 a9a8 a1a0 a8a9")?;
    /// assert!(stretch.closes());
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub fn closes(&self) -> bool {
        self.cycle.closes()
    }

    /// What each move is, and the ruling.
    ///
    /// ```
    /// let stretch = qili::Engine::open("2020")?.start().stretch("a0a1 a9a8 a1a0 a8a9")?;
    /// assert_eq!(stretch.judge().ruling().outcome(), qili::Outcome::Draw);
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub fn judge(&self) -> Judgement {
        Judgement::new(self)
    }

    /// The ruling alone, which takes less time.
    ///
    /// ```
    /// let stretch = qili::Engine::open("2020")?.start().stretch("a0a1 a9a8 a1a0 a8a9")?;
    /// assert_eq!(stretch.rule().outcome(), qili::Outcome::Draw);
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub fn rule(&self) -> Ruling {
        let engine = self.start.engine();
        Ruling::new(
            engine,
            qili_interpreter::rule(&engine.0.engine, &self.cycle),
        )
    }
}

impl fmt::Debug for Stretch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stretch")
            .field("start", &self.start)
            .field("moves", &self.moves)
            .finish_non_exhaustive()
    }
}
