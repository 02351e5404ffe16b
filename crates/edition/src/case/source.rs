//! Where a case comes from.

use std::fmt;
use std::str::FromStr;

use qili_words::both;
use serde::Deserialize;

/// The place of a figure in its book; every part is there only where the book numbers it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reference {
    /// Chapter.
    pub chapter: Option<u32>,
    /// Section of the chapter.
    pub section: Option<u32>,
    /// Part, where the text has parts instead of chapters.
    pub part: Option<u32>,
    /// Appendix.
    pub appendix: Option<u32>,
    /// Numbered item of the section.
    pub item: Option<u32>,
    /// Numbered example of the appendix.
    pub example: Option<u32>,
    /// Number of the figure.
    pub figure: Option<u32>,
}

/// Where the position of a case comes from.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub enum Diagram {
    /// `printed`: the book's own diagram.
    Printed,
    /// `reconstructed`: the printed diagram is lost, and the position satisfies every statement of the text.
    Reconstructed,
    /// `found`: no book prints it; it occurred in play.
    Found,
    /// `made`: no book prints it; it was made to show what a sentence of the text decides.
    Made,
    /// `shared:2020/figure-25`: the diagram of a case of another edition.
    Shared {
        /// The other edition.
        edition: String,
        /// Its case.
        case: String,
    },
    /// `variant:figure-13`: made from another case of this edition.
    Variant(String),
}

impl fmt::Display for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Diagram::Printed => f.write_str("printed"),
            Diagram::Reconstructed => f.write_str("reconstructed"),
            Diagram::Found => f.write_str("found"),
            Diagram::Made => f.write_str("made"),
            Diagram::Shared { edition, case } => write!(f, "shared:{edition}/{case}"),
            Diagram::Variant(case) => write!(f, "variant:{case}"),
        }
    }
}

impl FromStr for Diagram {
    type Err = DiagramError;

    fn from_str(text: &str) -> Result<Self, DiagramError> {
        let error = || DiagramError(text.to_owned());
        match text.split_once(':') {
            None if text == "printed" => Ok(Diagram::Printed),
            None if text == "reconstructed" => Ok(Diagram::Reconstructed),
            None if text == "found" => Ok(Diagram::Found),
            None if text == "made" => Ok(Diagram::Made),
            Some(("variant", case)) if !case.is_empty() => Ok(Diagram::Variant(case.to_owned())),
            Some(("shared", place)) => match place.split_once('/') {
                Some((edition, case)) if !edition.is_empty() && !case.is_empty() => {
                    Ok(Diagram::Shared {
                        edition: edition.to_owned(),
                        case: case.to_owned(),
                    })
                }
                _ => Err(error()),
            },
            _ => Err(error()),
        }
    }
}

impl TryFrom<String> for Diagram {
    type Error = DiagramError;

    fn try_from(text: String) -> Result<Self, DiagramError> {
        text.parse()
    }
}

/// A text that names no origin of a diagram.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiagramError(pub String);

impl fmt::Display for DiagramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = &self.0;
        let said = both!(
            "`{text}` 不是图的来源：写 `printed`、`reconstructed`、`found`、`made`、`shared:EDITION/CASE` 或 `variant:CASE`",
            "`{text}` is no origin of a diagram: write `printed`, `reconstructed`, `found`, `made`, `shared:EDITION/CASE` or `variant:CASE`"
        );
        fmt::Display::fmt(&said, f)
    }
}

impl std::error::Error for DiagramError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_read_back() {
        for text in [
            "printed",
            "reconstructed",
            "found",
            "made",
            "shared:2020/figure-25",
            "variant:figure-13",
        ] {
            assert_eq!(text.parse::<Diagram>().unwrap().to_string(), text);
        }
        for text in [
            "",
            "drawn",
            "shared:2020",
            "shared:/x",
            "variant:",
            "printed:2020",
        ] {
            assert!(text.parse::<Diagram>().is_err(), "{text}");
        }
    }
}
