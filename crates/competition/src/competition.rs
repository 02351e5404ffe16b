//! The competition rules in force, and the edition by whose pieces they are applied.

use std::path::Path;
use std::sync::OnceLock;

use miette::Diagnostic;
use qili_edition::folder::Folder;
use qili_edition::yaml::YamlError;
use qili_edition::{Edition, EditionError};
use qili_report::Rulebook;
use qili_words::{Localized, Texts, refusal};
use thiserror::Error;

use crate::pieces::Pieces;
use crate::rules::CompetitionRules;

/// The file of an edition's folder.
const FILE: &str = "competition.yaml";

/// The competition rules in force, and the edition by whose pieces they are applied.
#[derive(Debug)]
pub struct Competition {
    /// The rules.
    pub rules: CompetitionRules,
    /// Where the rules come from, unless from a single file.
    folder: Option<Folder>,
    /// Opened when something on the board is asked for the first time.
    rulebook: OnceLock<Rulebook>,
}

/// Why there are no rules to apply.
#[derive(Debug, Error, Diagnostic)]
pub enum OpenError {
    /// Neither an edition with competition rules, nor a folder with them, nor a file.
    #[error("there are no competition rules `{wanted}`")]
    #[diagnostic(
        code(qili::competition::rules),
        help("editions with competition rules: {known}")
    )]
    Unknown {
        /// What was asked for.
        wanted: String,
        /// The shipped editions that have some.
        known: String,
    },
    /// The file cannot be read.
    #[error("cannot read `{path}`")]
    #[diagnostic(
        code(qili::competition::unreadable),
        help("the competition rules are a text file in UTF-8")
    )]
    Unreadable {
        /// The file.
        path: String,
        /// Why.
        #[source]
        cause: std::io::Error,
    },
    /// The file is not of the shape of competition rules.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Shape(#[from] YamlError),
    /// No edition says how the pieces move.
    #[error("no edition says how the pieces move: neither `{edition}` nor `{pieces}` is one")]
    #[diagnostic(
        code(qili::competition::pieces),
        help("name an edition under `pieces` of the competition rules")
    )]
    NoPieces {
        /// The edition that the rules name as their own.
        edition: String,
        /// The edition that they name for its pieces.
        pieces: String,
    },
    /// The edition cannot be read.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Edition(#[from] EditionError),
    /// The edition cannot be compiled, or its pieces cannot be named.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Rulebook(#[from] qili_report::OpenError),
}

impl Localized for OpenError {
    fn chinese(&self) -> Texts {
        match self {
            Self::Unknown { wanted, known } => Texts::new(format!("没有竞赛规程 `{wanted}`"))
                .help(format!("有竞赛规程的版本：{known}")),
            Self::Unreadable { path, cause } => {
                Texts::new(format!("`{path}` 读不出：{}", refusal(cause).zh))
                    .help("竞赛规程是 `UTF-8` 的文本文件")
            }
            Self::Shape(error) => error.chinese(),
            Self::NoPieces { edition, pieces } => Texts::new(format!(
                "没有版本说明棋子怎样走：`{edition}` 和 `{pieces}` 都不是版本"
            ))
            .help("在竞赛规程的 `pieces` 里写一个版本"),
            Self::Edition(error) => error.chinese(),
            Self::Rulebook(error) => error.chinese(),
        }
    }

    fn further(&self) -> Vec<&dyn Localized> {
        match self {
            Self::Edition(error) => error.further(),
            Self::Rulebook(error) => error.further(),
            _ => Vec::new(),
        }
    }
}

impl From<CompetitionRules> for Competition {
    /// Rules that were read elsewhere; the pieces are those of the edition that they name.
    fn from(rules: CompetitionRules) -> Self {
        Self {
            rules,
            folder: None,
            rulebook: OnceLock::new(),
        }
    }
}

impl Competition {
    /// Opens the rules of an edition by name, of a folder with a `competition.yaml`, or such a file.
    ///
    /// # Errors
    /// [`OpenError`] where there are none or they cannot be read.
    pub fn open(wanted: &str) -> Result<Self, OpenError> {
        let path = Path::new(wanted);
        if path.is_file() {
            let text = std::fs::read_to_string(path).map_err(|cause| OpenError::Unreadable {
                path: wanted.to_owned(),
                cause,
            })?;
            return Ok(CompetitionRules::parse(wanted, text)?.into());
        }
        let found = Folder::find(wanted).and_then(|folder| Some((folder.read(FILE).ok()?, folder)));
        let Some((text, folder)) = found else {
            let has_rules = |name: &&str| Folder::Shipped((*name).to_owned()).read(FILE).is_ok();
            let known: Vec<String> = Folder::shipped()
                .filter(has_rules)
                .map(|name| format!("`{name}`"))
                .collect();
            return Err(OpenError::Unknown {
                wanted: wanted.to_owned(),
                known: known.join(", "),
            });
        };
        Ok(Self {
            rules: CompetitionRules::parse(folder.display(FILE), text)?,
            folder: Some(folder),
            rulebook: OnceLock::new(),
        })
    }

    /// The pieces that go with the rules: those of their folder, of the edition that they name, or of the one that they say.
    ///
    /// # Errors
    /// [`OpenError`] where no edition says how the pieces move, or it is faulty.
    pub fn pieces(&self) -> Result<Pieces<'_>, OpenError> {
        if let Some(rulebook) = self.rulebook.get() {
            return Ok(Pieces::of(rulebook));
        }
        let rulebook = self.open_rulebook()?;
        Ok(Pieces::of(self.rulebook.get_or_init(|| rulebook)))
    }

    fn open_rulebook(&self) -> Result<Rulebook, OpenError> {
        let (edition, pieces) = (&self.rules.edition, &self.rules.pieces);
        let named = [edition, pieces].map(|name| Folder::find(name));
        let folder = std::iter::once(self.folder.clone())
            .chain(named)
            .flatten()
            .find(|folder| folder.read("edition.yaml").is_ok())
            .ok_or_else(|| OpenError::NoPieces {
                edition: edition.clone(),
                pieces: pieces.clone(),
            })?;
        Ok(Rulebook::new(Edition::from_folder(folder)?)?)
    }
}
