//! Text in both languages of the project.

use serde::{Deserialize, Serialize};

/// The same short text in Chinese and in English.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bilingual {
    /// Chinese.
    pub zh: String,
    /// English.
    pub en: String,
}
