//! An edition's own data: `edition.yaml`.

use qili_board::Side;
use qili_words::Bilingual;
use serde::Deserialize;

use crate::procedure::ProcedureChange;

/// What `edition.yaml` says.
///
/// ```yaml
/// id: "2020"
/// title: { zh: 象棋竞赛规则（2020）, en: Xiangqi competition rules (2020) }
/// status: in-force
/// amends: common
/// first-mover: red
/// numerals: { red: chinese, black: arabic }
/// files: [natures.rule, rulings.rule]
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct About {
    /// The edition's name: that of its folder.
    pub id: String,
    /// Its title.
    pub title: Bilingual,
    /// How it stands.
    pub status: Status,
    /// Who issued it, and when.
    #[serde(default)]
    pub issued: Option<Issued>,
    /// What a reader should know about it.
    #[serde(default)]
    pub note: Option<Bilingual>,
    /// The edition that it amends.
    #[serde(default)]
    pub amends: Option<String>,
    /// Whether it is tested with the cases of the edition that it amends, besides its own.
    #[serde(default)]
    pub cases: CasesOf,
    /// Who moves first in a fresh game; an amended edition's if absent.
    #[serde(default)]
    pub first_mover: Option<Side>,
    /// Which numerals each side's moves are printed with; an amended edition's if absent.
    #[serde(default)]
    pub numerals: Option<SideNumerals>,
    /// How a ruling comes about: what it changes of an amended edition's.
    #[serde(default)]
    pub procedure: Option<ProcedureChange>,
    /// What can happen beside the board: the events on which endings may be declared, beside those of an amended edition.
    #[serde(default)]
    pub events: Vec<Bilingual>,
    /// The rule files, in the order of the book.
    #[serde(default)]
    pub files: Vec<String>,
}

/// How an edition stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// A common base that editions amend; nobody issued it.
    Base,
    /// In force.
    InForce,
    /// Replaced by a later one.
    Superseded,
    /// On trial.
    Trial,
    /// A training text on another edition.
    Training,
    /// A draft.
    Draft,
}

/// Which cases an edition is tested with.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CasesOf {
    /// Its own.
    #[default]
    Own,
    /// Its own, and those of the edition that it amends.
    Inherited,
}

/// Who issued an edition, and when.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Issued {
    /// The body.
    pub by: Bilingual,
    /// The year.
    pub year: u16,
}

/// How numbers in moves are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Numerals {
    /// 一二三
    Chinese,
    /// 123
    Arabic,
}

/// The numerals of each side's moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SideNumerals {
    /// Red's.
    pub red: Numerals,
    /// Black's.
    pub black: Numerals,
}

impl SideNumerals {
    /// Those of a side.
    #[must_use]
    pub const fn of(self, side: Side) -> Numerals {
        match side {
            Side::Red => self.red,
            Side::Black => self.black,
        }
    }
}
