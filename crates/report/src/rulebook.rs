//! An edition with all that is needed to judge by it and to say so.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use miette::Diagnostic;
use qili_board::{Position, Side};
use qili_edition::about::Numerals as EditionNumerals;
use qili_edition::{Edition, EditionError};
use qili_interpreter::Engine;
use qili_interpreter::engine::EngineError;
use qili_interpreter::movement::{CompileError, Movement};
use qili_lang::rules::ClauseInfo;
use qili_lang::syntax::Effect;
use qili_notation::moves::{Notation, Numerals, Style};
use qili_notation::{Vocabulary, VocabularyError};
use qili_words::{Localized, Said, Texts, both, in_both};
use thiserror::Error;

/// An edition, its engine, and the names of its pieces.
#[derive(Debug, Clone)]
pub struct Rulebook {
    /// The edition.
    pub edition: Arc<Edition>,
    /// The digest of its law.
    pub law: String,
    /// It compiled.
    pub engine: Arc<Engine>,
    /// What its pieces are called.
    pub vocabulary: Vocabulary,
}

/// An edition that cannot be used.
#[derive(Debug, Error, Diagnostic)]
pub enum OpenError {
    /// It cannot be read.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Edition(#[from] EditionError),
    /// It cannot be compiled.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Engine(#[from] EngineError),
    /// No game can begin with its initial position, shown where it stands.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Start(Said),
    /// Its pieces cannot be named.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Vocabulary(#[from] VocabularyError),
}

impl Localized for OpenError {
    fn chinese(&self) -> Texts {
        self.inner().chinese()
    }

    fn further(&self) -> Vec<&dyn Localized> {
        self.inner().further()
    }
}

impl OpenError {
    /// Why an edition cannot be compiled, shown in its files where it is about the initial position.
    fn compiling(error: EngineError, edition: &Edition) -> Self {
        let EngineError::Movement(CompileError::Start(_) | CompileError::Impossible(_)) = &error
        else {
            return Self::Engine(error);
        };
        let board = edition
            .clauses
            .iter()
            .find_map(|one| match &one.clause.effect {
                Some(Effect::Board { start, .. }) => Some((one.file, start.span)),
                _ => None,
            });
        let place = board.and_then(|(file, span)| Some((edition.files.get(file)?, span)));
        let Some((file, span)) = place else {
            return Self::Engine(error);
        };
        let (message, help) = in_both(&error);
        let said = Said::new("qili::edition::start", message);
        let said = match help {
            Some(help) => said.help(help),
            None => said,
        };
        let label = both!("棋局从这里开始", "games begin with this");
        Self::Start(said.at(file.source.clone(), span.start..span.end, label))
    }

    fn inner(&self) -> &dyn Localized {
        match self {
            Self::Edition(error) => error,
            Self::Engine(error) => error,
            Self::Start(error) => error,
            Self::Vocabulary(error) => error,
        }
    }
}

impl Rulebook {
    /// Opens an edition by name or path.
    ///
    /// # Errors
    /// Whatever is wrong with it.
    pub fn open(reference: &str) -> Result<Self, OpenError> {
        Self::new(Edition::open(reference)?)
    }

    /// Compiles an edition.
    ///
    /// # Errors
    /// Pieces that cannot be played or named.
    pub fn new(edition: impl Into<Arc<Edition>>) -> Result<Self, OpenError> {
        let edition = edition.into();
        let engine = Engine::new(edition.rules.clone());
        let engine = engine.map_err(|error| OpenError::compiling(error, &edition))?;
        let vocabulary = Vocabulary::of(&edition.rules, engine.movement())?
            .with_first_mover(edition.first_mover());
        Ok(Self {
            law: edition.digest(),
            edition,
            engine: Arc::new(engine),
            vocabulary,
        })
    }

    /// The same with another budget for searches; see [`Engine::with_budget`].
    #[must_use]
    pub fn with_budget(self, nodes: u32) -> Self {
        Self {
            engine: Arc::new(Arc::unwrap_or_clone(self.engine).with_budget(nodes)),
            ..self
        }
    }

    /// The same, giving up when a flag is set; see [`Engine::stopped_by`].
    #[must_use]
    pub fn stopped_by(self, flag: Arc<AtomicBool>) -> Self {
        Self {
            engine: Arc::new(Arc::unwrap_or_clone(self.engine).stopped_by(flag)),
            ..self
        }
    }

    /// The same for positions that cannot occur as well; see [`Engine::with_any_position`].
    #[must_use]
    pub fn with_any_position(self) -> Self {
        Self {
            engine: Arc::new(Arc::unwrap_or_clone(self.engine).with_any_position()),
            ..self
        }
    }

    /// How pieces move.
    #[must_use]
    pub fn movement(&self) -> &Movement {
        self.engine.movement()
    }

    /// How this edition prints moves in Chinese notation.
    #[must_use]
    pub fn style(&self) -> Style {
        let mut style = Style::from(Notation::Chinese);
        if let Some(numerals) = self.edition.numerals() {
            style.numerals = Side::ALL.map(|side| match numerals.of(side) {
                EditionNumerals::Chinese => Numerals::Chinese,
                EditionNumerals::Arabic => Numerals::Arabic,
            });
        }
        style
    }

    /// The initial position of a fresh game, with the edition's first mover to move.
    #[must_use]
    pub fn start(&self) -> Position {
        self.vocabulary.start().position.clone()
    }

    /// A clause by its handle.
    #[must_use]
    pub fn clause(&self, id: qili_lang::rules::ClauseId) -> &ClauseInfo {
        &self.edition.rules.clauses[id]
    }
}
