use std::fmt;

use qili_board::Side;
use qili_interpreter::oracle::{self, Verdict};

use crate::engine::Engine;
use crate::stretch::Stretch;

/// What an engine asks in its search: would going round here be ruled against one side?
///
/// It looks at as little as settles that one question, remembers over calls what it found out about every move, and has one
/// budget for a call. A `NotAgainst` or `Against` is what [`Stretch::rule`] says, given the time it wants; all else is
/// `Unknown`. Make one for each thread.
///
/// ```
/// use qili::{Engine, Oracle, Outcome, Side, Verdict};
///
/// let engine = Engine::open("2020")?;
/// let mut oracle = Oracle::new(&engine);
/// let checks = engine.position("4k4/9/9/9/9/9/9/9/4R4/3K5 b")?.stretch("e9f9 e1f1 f9e9 f1e1")?;
/// assert_eq!(oracle.verdict(Side::Red, &checks, 100_000), Verdict::Against(Outcome::RedLoses));
/// assert_eq!(oracle.verdict(Side::Black, &checks, 100_000), Verdict::NotAgainst);
/// # Ok::<(), qili::Error>(())
/// ```
pub struct Oracle(oracle::Oracle);

impl Oracle {
    /// An oracle that knows nothing yet.
    ///
    /// ```
    /// let oracle = qili::Oracle::new(&qili::Engine::open("2020")?);
    /// assert_eq!(oracle.work(), 0);
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub fn new(engine: &Engine) -> Self {
        Self(oracle::Oracle::new(engine.0.engine.clone()))
    }

    /// The same with another limit to what is remembered, in findings; 0: nothing.
    ///
    /// ```
    /// let oracle = qili::Oracle::new(&qili::Engine::open("2020")?).with_memory(10_000);
    /// # let _ = oracle;
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub fn with_memory(self, findings: usize) -> Self {
        Self(self.0.with_memory(findings))
    }

    /// Whether the ruling on a stretch goes against a side, with so much work at most: positions visited and steps of
    /// evaluation. With less work allowed less is done, never more. A stretch of the engine's own moves comes from
    /// [`Position::stretch_unchecked`](crate::Position::stretch_unchecked).
    ///
    /// ```
    /// use qili::{Oracle, Side, Verdict};
    ///
    /// let engine = qili::Engine::open("2020")?;
    /// let idle = engine.start().stretch("a0a1 a9a8 a1a0 a8a9")?;
    /// let mut oracle = Oracle::new(&engine);
    /// assert_eq!(oracle.verdict(Side::Red, &idle, 1), Verdict::Unknown);
    /// assert_eq!(oracle.verdict(Side::Red, &idle, 100_000), Verdict::NotAgainst);
    /// # Ok::<(), qili::Error>(())
    /// ```
    pub fn verdict(&mut self, side: Side, stretch: &Stretch, work: u64) -> Verdict {
        self.0.verdict(side, &stretch.cycle, work)
    }

    /// How much work all calls have done.
    ///
    /// ```
    /// use qili::{Oracle, Side};
    ///
    /// let engine = qili::Engine::open("2020")?;
    /// let idle = engine.start().stretch("a0a1 a9a8 a1a0 a8a9")?;
    /// let mut oracle = Oracle::new(&engine);
    /// oracle.verdict(Side::Red, &idle, 100_000);
    /// let first = oracle.work();
    /// oracle.verdict(Side::Red, &idle, 100_000);
    /// assert!(oracle.work() - first < first / 2, "it remembers");
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub const fn work(&self) -> u64 {
        self.0.work()
    }

    /// Forgets what was found out.
    ///
    /// ```
    /// let mut oracle = qili::Oracle::new(&qili::Engine::open("2020")?);
    /// oracle.forget();
    /// # Ok::<(), qili::Error>(())
    /// ```
    pub fn forget(&mut self) {
        self.0.forget();
    }
}

impl fmt::Debug for Oracle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Oracle")
            .field("remembered", &self.0.remembered())
            .field("work", &self.work())
            .finish_non_exhaustive()
    }
}
