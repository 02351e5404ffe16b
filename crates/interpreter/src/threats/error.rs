use miette::Diagnostic;
use qili_lang::rules::{ClauseId, Rules};
use qili_words::{Localized, Texts};
use thiserror::Error;

use super::MAX_UNITS;

/// Why an edition's clauses about material cannot be compiled.
#[derive(Debug, Clone, PartialEq, Eq, Error, Diagnostic)]
pub enum CompileError {
    /// More units than a search can keep apart.
    #[error("there are {declared} units of material, at most {MAX_UNITS} are possible")]
    #[diagnostic(code(qili::threats::too_many_units))]
    TooManyUnits {
        /// How many there are.
        declared: usize,
    },
    /// A piece that is worth too much.
    #[error("a worth of {amount} in clause `{article}` is out of range")]
    #[diagnostic(code(qili::threats::worth), help("a worth is a number from -50 to 50"))]
    Worth {
        /// The amount as declared.
        amount: i32,
        /// The clause.
        article: String,
    },
    /// A result that asks for more than what has been won and lost.
    #[error("the result in clause `{article}` asks for more than net amounts of units")]
    #[diagnostic(
        code(qili::threats::result),
        help("compare the names of units with numbers, such as `strong >= 1 and weak = 0`")
    )]
    Result {
        /// The clause.
        article: String,
    },
    /// A discount that asks for more than the capture itself.
    #[error("the discount in clause `{article}` asks for more than its capture")]
    #[diagnostic(
        code(qili::threats::discount),
        help("ask for the kind of the capturing piece and for facts about the capture")
    )]
    Discount {
        /// The clause.
        article: String,
    },
}

impl Localized for CompileError {
    fn chinese(&self) -> Texts {
        match self {
            Self::TooManyUnits { declared } => {
                Texts::new(format!("子力单位有 {declared} 种，最多 {MAX_UNITS} 种"))
            }
            Self::Worth { amount, article } => {
                Texts::new(format!("条 `{article}` 的价值 {amount} 太大或太小"))
                    .help("价值是 -50 到 50 的数")
            }
            Self::Result { article } => {
                Texts::new(format!("条 `{article}` 的得失问了净得的单位以外的东西"))
                    .help("把单位的名称与数比较，如 `强子 >= 1 且 弱子 = 0`")
            }
            Self::Discount { article } => {
                Texts::new(format!("条 `{article}` 的不计问了吃子本身以外的东西"))
                    .help("问吃子的是哪种棋子，和吃子的情形")
            }
        }
    }
}

/// The article of a clause, for messages.
pub(super) fn article(rules: &Rules, clause: ClauseId) -> String {
    rules
        .clauses
        .get(clause.index())
        .map_or_else(String::new, |clause| clause.article.clone())
}
