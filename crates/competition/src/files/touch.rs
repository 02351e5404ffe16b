//! The pieces that a player touched.

use serde::Deserialize;

use crate::explanation::Explanation;

/// The pieces that a player touched, and what was played.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TouchFile {
    /// The position, with the player who touched to move.
    pub fen: String,
    /// The touches in their order.
    pub touches: Vec<Touch>,
    /// The points that the piece in hand touched one after the other, before it was put down.
    #[serde(default)]
    pub points: Vec<String>,
    /// The move that the player made.
    #[serde(default)]
    pub played: Option<String>,
    /// What the arbiter makes of the explanation of a player who can meet no duty.
    #[serde(default)]
    pub explanation: Explanation,
    /// The number of that player in the event, for the record of a violation.
    #[serde(default)]
    pub player: Option<u32>,
    /// The round of the event, for the record of a violation.
    #[serde(default)]
    pub round: Option<usize>,
}

/// One touch: of a piece, or of several at the same time.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Touch {
    /// Where the pieces stand.
    pub at: OneOrMore,
    /// The player had said that they were adjusting.
    #[serde(default)]
    pub adjusting: bool,
}

/// A square, or several.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub enum OneOrMore {
    /// One.
    One(String),
    /// Several.
    More(Vec<String>),
}

impl OneOrMore {
    /// All of them.
    #[must_use]
    pub fn as_slice(&self) -> &[String] {
        match self {
            Self::One(text) => std::slice::from_ref(text),
            Self::More(texts) => texts,
        }
    }
}
