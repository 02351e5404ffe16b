use std::fmt;

use qili_board::{Move, Side, Square};
use qili_edition::outcome::Outcome;
use qili_interpreter::judge::{JudgedPly, JudgedRuling};
use qili_report::explain;
pub use qili_report::explain::Detail;
use qili_report::json::{self, JudgementJson, RulingJson};
use qili_words::Language;

use crate::engine::Engine;
use crate::stretch::Stretch;

/// A stretch judged: what each move is and why, what each side does, and the ruling.
///
/// ```
/// use qili::{Detail, Engine, Language};
///
/// let engine = Engine::open("2020")?;
/// let judged = engine.start().stretch("a0a1 a9a8 a1a0 a8a9")?.judge();
/// assert!(judged.text(Language::English, Detail::Full).contains("Ruling: a draw"));
/// assert_eq!(serde_json::to_value(judged.json(Language::English)).unwrap()["schema"], "qili.judgement/1");
/// # Ok::<(), qili::Error>(())
/// ```
#[derive(Clone)]
pub struct Judgement {
    engine: Engine,
    judged: qili_interpreter::Judgement,
}

impl Judgement {
    pub(crate) fn new(stretch: &Stretch) -> Self {
        let engine = stretch.start().engine().clone();
        Self {
            judged: qili_interpreter::judge(&engine.0.engine, stretch.cycle.clone()),
            engine,
        }
    }

    /// The ruling.
    ///
    /// ```
    /// let judged = qili::Engine::open("2020")?.start().stretch("a0a1 a9a8 a1a0 a8a9")?.judge();
    /// assert_eq!(judged.ruling().outcome().against(), None);
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub fn ruling(&self) -> Ruling {
        Ruling::new(&self.engine, self.judged.ruling.clone())
    }

    /// What each move is.
    ///
    /// ```
    /// let judged = qili::Engine::open("2020")?.start().stretch("a0a1 a9a8 a1a0 a8a9")?.judge();
    /// assert!(judged.plies().all(|ply| ply.is("闲")));
    /// # Ok::<(), qili::Error>(())
    /// ```
    pub fn plies(&self) -> impl ExactSizeIterator<Item = Ply<'_>> {
        let engine = &self.engine;
        self.judged.plies.iter().map(move |ply| Ply { engine, ply })
    }

    /// What a side does over the whole cycle: the edition's name for it, or its natures counted.
    ///
    /// ```
    /// use qili::{Language, Side};
    ///
    /// let judged = qili::Engine::open("2020")?.start().stretch("a0a1 a9a8 a1a0 a8a9")?.judge();
    /// assert_eq!(judged.pattern(Side::Red, Language::English), "every move idle");
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub fn pattern(&self, side: Side, language: Language) -> String {
        self.engine.0.pattern(&self.judged, side, language)
    }

    /// It in words, a board first.
    ///
    /// ```
    /// use qili::{Detail, Language};
    ///
    /// let judged = qili::Engine::open("2020")?.start().stretch("a0a1 a9a8 a1a0 a8a9")?.judge();
    /// assert!(judged.text(Language::Chinese, Detail::Short).contains("裁决：双方不变作和"));
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub fn text(&self, language: Language, detail: Detail) -> String {
        explain::judgement(&self.engine.0, &self.judged, language, detail)
    }

    /// It for programs.
    ///
    /// ```
    /// let judged = qili::Engine::open("2020")?.start().stretch("a0a1 a9a8 a1a0 a8a9")?.judge();
    /// let json = judged.json(qili::Language::English);
    /// assert_eq!((json.edition.as_str(), json.plies.len()), ("2020", 4));
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub fn json(&self, language: Language) -> JudgementJson {
        json::stretch(&self.engine.0, &self.judged, language)
    }
}

impl fmt::Debug for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Judgement")
            .field("ruling", &self.ruling())
            .finish_non_exhaustive()
    }
}

/// What a move of a stretch is.
///
/// ```
/// let judged = qili::Engine::open("2020")?.start().stretch("a0a1 a9a8 a1a0 a8a9")?.judge();
/// let ply = judged.plies().next().unwrap();
/// assert_eq!((ply.side(), ply.played().to_string().as_str()), (qili::Side::Red, "a0a1"));
/// # Ok::<(), qili::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Ply<'j> {
    engine: &'j Engine,
    ply: &'j JudgedPly,
}

impl Ply<'_> {
    /// Who plays it.
    ///
    /// ```
    /// # let judged = qili::Engine::open("2020")?.start().stretch("a0a1 a9a8 a1a0 a8a9")?.judge();
    /// assert_eq!(judged.plies().nth(1).unwrap().side(), qili::Side::Black);
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub const fn side(&self) -> Side {
        self.ply.side
    }

    /// The move.
    ///
    /// ```
    /// # let judged = qili::Engine::open("2020")?.start().stretch("a0a1 a9a8 a1a0 a8a9")?.judge();
    /// assert_eq!(judged.plies().nth(1).unwrap().played().to_string(), "a9a8");
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub const fn played(&self) -> Move {
        self.ply.played
    }

    /// Its nature, the heaviest that it has; `None` where that could not be determined.
    ///
    /// ```
    /// use qili::Language;
    /// # let judged = qili::Engine::open("2020")?.start().stretch("a0a1 a9a8 a1a0 a8a9")?.judge();
    /// assert_eq!(judged.plies().next().unwrap().nature(Language::English), Some("idle"));
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub fn nature(&self, language: Language) -> Option<&str> {
        let nature = self.ply.nature?;
        Some(self.engine.0.nature(nature).get(language))
    }

    /// Whether it has a nature, by its name in either language.
    ///
    /// ```
    /// # let judged = qili::Engine::open("2020")?.start().stretch("a0a1 a9a8 a1a0 a8a9")?.judge();
    /// let ply = judged.plies().next().unwrap();
    /// assert!(ply.is("闲") && ply.is("idle") && !ply.is("捉"));
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub fn is(&self, nature: &str) -> bool {
        let names = |id: &_| {
            let names = self.engine.0.nature(*id);
            names.zh == nature || names.en == nature
        };
        self.ply.natures.iter().any(names)
    }

    /// Whether it gives check.
    ///
    /// ```
    /// # let judged = qili::Engine::open("2020")?.start().stretch("a0a1 a9a8 a1a0 a8a9")?.judge();
    /// assert!(!judged.plies().any(|ply| ply.gives_check()));
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub const fn gives_check(&self) -> bool {
        self.ply.check
    }

    /// Where the targets of its nature stand.
    ///
    /// ```
    /// # let judged = qili::Engine::open("2020")?.start().stretch("a0a1 a9a8 a1a0 a8a9")?.judge();
    /// assert_eq!(judged.plies().next().unwrap().targets().count(), 0);
    /// # Ok::<(), qili::Error>(())
    /// ```
    pub fn targets(&self) -> impl Iterator<Item = Square> {
        self.ply.targets.iter().map(|target| target.square)
    }

    /// The line of play that shows its nature; empty where it needs none.
    ///
    /// ```
    /// # let judged = qili::Engine::open("2020")?.start().stretch("a0a1 a9a8 a1a0 a8a9")?.judge();
    /// assert!(judged.plies().next().unwrap().line().is_empty());
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub fn line(&self) -> &[Move] {
        &self.ply.line.moves
    }
}

/// A ruling with its reason.
///
/// ```
/// let ruling = qili::Engine::open("2020")?.start().stretch("a0a1 a9a8 a1a0 a8a9")?.rule();
/// assert_eq!(ruling.articles(), ["principle.2"]);
/// # Ok::<(), qili::Error>(())
/// ```
#[derive(Clone)]
pub struct Ruling {
    engine: Engine,
    ruling: JudgedRuling,
}

impl Ruling {
    pub(crate) fn new(engine: &Engine, ruling: JudgedRuling) -> Self {
        Self {
            engine: engine.clone(),
            ruling,
        }
    }

    /// What it says.
    ///
    /// ```
    /// # let ruling = qili::Engine::open("2020")?.start().stretch("a0a1 a9a8 a1a0 a8a9")?.rule();
    /// assert_eq!(ruling.outcome(), qili::Outcome::Draw);
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub const fn outcome(&self) -> Outcome {
        self.ruling.outcome
    }

    /// The articles of the clauses that decide.
    ///
    /// ```
    /// # let ruling = qili::Engine::open("2020")?.start().stretch("a0a1 a9a8 a1a0 a8a9")?.rule();
    /// assert_eq!(ruling.articles().len(), 1);
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub fn articles(&self) -> Vec<String> {
        self.json(Language::English).clauses
    }

    /// It in words, with the reason where nothing could be decided.
    ///
    /// ```
    /// # let ruling = qili::Engine::open("2020")?.start().stretch("a0a1 a9a8 a1a0 a8a9")?.rule();
    /// assert_eq!(ruling.text(qili::Language::English), "a draw if neither side changes");
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        self.json(language).text
    }

    /// It for programs.
    ///
    /// ```
    /// # let ruling = qili::Engine::open("2020")?.start().stretch("a0a1 a9a8 a1a0 a8a9")?.rule();
    /// assert_eq!(ruling.json(qili::Language::English).outcome, "draw");
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub fn json(&self, language: Language) -> RulingJson {
        json::ruling(&self.engine.0, &self.ruling, language)
    }
}

impl fmt::Debug for Ruling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ruling")
            .field("outcome", &self.outcome())
            .field("articles", &self.articles())
            .finish()
    }
}

impl fmt::Display for Ruling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text(Language::English))
    }
}
