//! Conduct and officials: prohibitions, duties, and how many arbiters an event needs.

use serde::{Deserialize, Serialize};

use crate::clause::Clause;
use qili_words::{Bilingual, Localized, Texts};

/// The part of `competition.yaml` about conduct.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConductRules {
    /// What players must not do.
    pub prohibitions: Vec<Prohibition>,
    /// What players must do.
    pub duties: Vec<Clause>,
}

/// Something that players must not do.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prohibition {
    /// The key by which files name it.
    pub id: String,
    /// The clause.
    pub text: Clause,
    /// Whether it holds while a game is adjourned.
    pub during_adjournment: bool,
    /// What may follow, the mildest first.
    pub consequences: Vec<Consequence>,
}

/// What may follow from a breach.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Consequence {
    /// It is recorded.
    Record,
    /// The game is lost, by the gravity of the breach.
    Loss,
    /// A disciplinary measure, by the gravity of the breach.
    Discipline,
    /// It counts when places cannot be told apart.
    TieBreak,
}

/// The part of `competition.yaml` about officials.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OfficialRules {
    /// The committee.
    pub committee: Clause,
    /// The chief arbiter.
    pub chief: Chief,
    /// How many boards one arbiter takes, by the level of the event.
    pub levels: Vec<Level>,
    /// What arbiters do.
    pub powers: Vec<Clause>,
}

/// The chief arbiter.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chief {
    /// From how many arbiters on a chief is named.
    pub needed_from: usize,
    /// Whether chiefs and deputies count among the arbiters that the boards need.
    pub counted: bool,
    /// The clause.
    pub clause: Clause,
}

/// How many boards one arbiter takes at one level of event.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// The key by which commands name it.
    pub id: String,
    /// Its name.
    pub name: Bilingual,
    /// The fewest and the most boards of one arbiter.
    pub boards_each: [usize; 2],
    /// The article.
    pub article: String,
}

/// How many arbiters an event needs.
#[derive(Debug, Clone, Serialize)]
pub struct Officials {
    /// The level of the event.
    pub level: String,
    /// Its name.
    pub name: Bilingual,
    /// How many boards play at the same time.
    pub boards: usize,
    /// The fewest arbiters.
    pub fewest: usize,
    /// The most arbiters that the proportion gives.
    pub most: usize,
    /// A chief arbiter is named.
    pub chief: bool,
    /// The chief comes on top of the arbiters.
    pub chief_extra: bool,
    /// The article.
    pub article: String,
}

/// Why arbiters cannot be counted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, miette::Diagnostic)]
pub enum OfficialError {
    /// No such level.
    #[error("there is no level `{name}` of events")]
    #[diagnostic(code(qili::competition::level), help("the rules have {known}"))]
    Level {
        /// What was asked for.
        name: String,
        /// The names of those that exist.
        known: String,
    },
}

impl Localized for OfficialError {
    fn chinese(&self) -> Texts {
        match self {
            Self::Level { name, known } => {
                Texts::new(format!("没有比赛级别 `{name}`")).help(format!("规则里有 {known}"))
            }
        }
    }
}

impl OfficialRules {
    /// How many arbiters `boards` boards need at a level.
    ///
    /// # Errors
    /// [`OfficialError::Level`] with the names of the levels.
    pub fn needed(&self, level: &str, boards: usize) -> Result<Officials, OfficialError> {
        let Some(level) = self.levels.iter().find(|one| one.id == level) else {
            let known: Vec<String> = self
                .levels
                .iter()
                .map(|one| format!("`{}`", one.id))
                .collect();
            return Err(OfficialError::Level {
                name: level.to_owned(),
                known: known.join(", "),
            });
        };
        let [few_boards, many_boards] = level.boards_each.map(|boards| boards.max(1));
        let (fewest, most) = (boards.div_ceil(many_boards), boards.div_ceil(few_boards));
        let chief = most >= self.chief.needed_from;
        Ok(Officials {
            level: level.id.clone(),
            name: level.name.clone(),
            boards,
            fewest,
            most,
            chief,
            chief_extra: chief && !self.chief.counted,
            article: level.article.clone(),
        })
    }
}
