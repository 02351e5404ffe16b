//! Text in both languages of the project.

use serde::{Deserialize, Serialize};

/// The same short text in Chinese and in English; one of them may be left out.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bilingual {
    /// Chinese; empty if it is not given.
    #[serde(default)]
    pub zh: String,
    /// English; empty if it is not given.
    #[serde(default)]
    pub en: String,
}
