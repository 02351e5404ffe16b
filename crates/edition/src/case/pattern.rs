//! What a side does over a cycle, in the short form that books print.

use std::collections::BTreeMap;
use std::fmt;

use qili_words::{Language, both};

/// Chinese numbers in their order, from one; 两 is the other two.
const NUMBERS: [char; 9] = ['一', '两', '三', '四', '五', '六', '七', '八', '九'];
/// The word for "with every move".
const EVERY: char = '长';

/// What one side does over a cycle: `长捉` (a chase with every move), `一捉一兑` (a chase, then an exchange offer).
///
/// Only how often each nature occurs matters, and only in proportion: a cycle may be entered anywhere and run through
/// twice. So `一将一捉` equals `一捉一将`, and `两闲` (two idle moves, nothing else) equals `长闲`.
///
/// ```
/// use qili_edition::case::Pattern;
///
/// let chase: Pattern = "一将一捉".parse()?;
/// assert_eq!(chase, Pattern::of(["捉", "将", "捉", "将"]));
/// assert_eq!(Pattern::of(["捉", "捉"]).to_string(), "长捉");
/// assert_eq!(Pattern::of(["将", "闲", "闲"]).to_string(), "一将两闲");
/// assert_eq!("二闲".parse::<Pattern>()?, "长闲".parse()?);
/// assert_eq!("闲".parse::<Pattern>()?, "长闲".parse()?);
/// # Ok::<(), qili_edition::case::PatternError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Pattern(Vec<(usize, String)>);

impl Pattern {
    /// The pattern of one side's natures, one for each of its moves, in the order in which they were played.
    pub fn of<'a>(natures: impl IntoIterator<Item = &'a str>) -> Self {
        let mut counts: Vec<(usize, String)> = Vec::new();
        for nature in natures {
            match counts.iter_mut().find(|(_, name)| name == nature) {
                Some((count, _)) => *count += 1,
                None => counts.push((1, nature.to_owned())),
            }
        }
        Pattern::reduced(counts)
    }

    /// How often each nature occurs, in lowest terms.
    pub fn counts(&self) -> impl Iterator<Item = (usize, &str)> {
        self.0
            .iter()
            .map(|(count, nature)| (*count, nature.as_str()))
    }

    /// The same with each nature called as `name` calls it.
    #[must_use]
    pub fn named<'a>(&'a self, name: impl Fn(&'a str) -> &'a str) -> Self {
        let counts = self.counts();
        Pattern(
            counts
                .map(|(count, nature)| (count, name(nature).to_owned()))
                .collect(),
        )
    }

    /// The pattern for a reader, given the natures in the reader's language.
    ///
    /// ```
    /// use qili_edition::case::Pattern;
    /// use qili_words::{Language, both};
    ///
    /// assert_eq!(Pattern::of(["捉", "捉"]).said(Language::Chinese), "长捉");
    /// assert_eq!(Pattern::of(["check", "idle"]).said(Language::English), "1 check, 1 idle");
    /// ```
    #[must_use]
    pub fn said(&self, language: Language) -> String {
        if language == Language::Chinese {
            return self.to_string();
        }
        match &self.0[..] {
            [(_, one)] => format!("every move {one}"),
            counts => {
                let said = counts
                    .iter()
                    .map(|(count, nature)| format!("{count} {nature}"));
                said.collect::<Vec<_>>().join(", ")
            }
        }
    }

    fn reduced(mut counts: Vec<(usize, String)>) -> Self {
        let divisor = counts.iter().fold(0, |divisor, (count, _)| {
            greatest_common_divisor(divisor, *count)
        });
        for (count, _) in &mut counts {
            *count /= divisor.max(1);
        }
        Pattern(counts)
    }
}

fn greatest_common_divisor(a: usize, b: usize) -> usize {
    if b == 0 {
        a
    } else {
        greatest_common_divisor(b, a % b)
    }
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Self) -> bool {
        let sorted = |pattern: &Self| {
            pattern
                .0
                .iter()
                .map(|(n, name)| (name.clone(), *n))
                .collect::<BTreeMap<_, _>>()
        };
        sorted(self) == sorted(other)
    }
}

impl Eq for Pattern {}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let [(_, nature)] = &self.0[..] {
            return write!(f, "{EVERY}{nature}");
        }
        for (count, nature) in &self.0 {
            match NUMBERS.get(count - 1) {
                Some(number) => write!(f, "{number}{nature}")?,
                None => write!(f, "{count}{nature}")?,
            }
        }
        Ok(())
    }
}

impl std::str::FromStr for Pattern {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Self, PatternError> {
        let error = || PatternError(text.to_owned());
        if let Some(nature) = text.strip_prefix(EVERY) {
            return if nature.is_empty() {
                Err(error())
            } else {
                Ok(Pattern(vec![(1, nature.to_owned())]))
            };
        }
        let number = |character| match character {
            '二' => Some(2),
            _ => NUMBERS.iter().position(|n| *n == character).map(|i| i + 1),
        };
        let mut characters = text.chars();
        if let (Some(only), None) = (characters.next(), characters.next())
            && number(only).is_none()
        {
            // one nature alone: nothing else is played
            return Ok(Pattern(vec![(1, text.to_owned())]));
        }
        let mut counts: Vec<(usize, String)> = Vec::new();
        for character in text.chars() {
            match (number(character), counts.last_mut()) {
                (Some(number), _) => counts.push((number, String::new())),
                (None, Some((_, nature))) => nature.push(character),
                (None, None) => return Err(error()),
            }
        }
        let complete = counts.iter().all(|(_, nature)| !nature.is_empty());
        let distinct = counts
            .iter()
            .map(|(_, nature)| nature)
            .collect::<std::collections::BTreeSet<_>>()
            .len()
            == counts.len();
        if counts.is_empty() || !complete || !distinct {
            Err(error())
        } else {
            Ok(Pattern::reduced(counts))
        }
    }
}

/// A text that is no pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PatternError(pub String);

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = &self.0;
        let said = both!(
            "`{text}` 不是形：写长和性质，或每种性质之前写数，如 `一捉一兑`",
            "`{text}` is no pattern: write 长 and a nature, or a number and a nature for each nature, as in `一捉一兑`"
        );
        fmt::Display::fmt(&said, f)
    }
}

impl std::error::Error for PatternError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_reads_back() {
        for text in ["长捉", "一捉一兑", "一将两闲", "三兑一闲", "长解将"] {
            assert_eq!(text.parse::<Pattern>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn a_nature_alone_is_played_with_every_move() {
        assert_eq!("闲".parse::<Pattern>().unwrap().to_string(), "长闲");
    }

    #[test]
    fn what_is_no_pattern_is_refused() {
        for text in ["", "长", "一", "捉兑", "一捉一", "一一捉", "一捉一捉"] {
            assert_eq!(
                text.parse::<Pattern>(),
                Err(PatternError(text.into())),
                "{text}"
            );
        }
    }

    #[test]
    fn what_is_refused_is_told() {
        let said = qili_words::Bilingual::of(&PatternError("捉兑".into()));
        assert!(said.zh.starts_with("`捉兑` 不是形"), "{said:?}");
        assert!(said.en.starts_with("`捉兑` is no pattern"), "{said:?}");
    }

    #[test]
    fn different_proportions_differ() {
        assert_ne!(Pattern::of(["捉", "捉", "闲"]), Pattern::of(["捉", "闲"]));
        assert_ne!(Pattern::of(["捉"]), Pattern::of(["闲"]));
    }
}
