//! Thinking time, exact to the second.

use std::fmt;

use qili_words::{Localized, Texts};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A length of time in whole seconds, written `1:30:00`, `2:05` (minutes and seconds) or as a number of seconds.
///
/// ```
/// use qili_competition::duration::Duration;
///
/// let time: Duration = "1:30:00".parse()?;
/// assert_eq!(time.seconds(), 5400);
/// assert_eq!(time.to_string(), "1:30:00");
/// # Ok::<(), qili_competition::duration::DurationError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Duration(u64);

/// The text is not a length of time.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, miette::Diagnostic)]
#[error("`{0}` is not a time such as `1:30:00`, `2:05` or a number of seconds")]
#[diagnostic(code(qili::competition::time))]
pub struct DurationError(String);

impl Localized for DurationError {
    fn chinese(&self) -> Texts {
        Texts::new(format!(
            "`{}` 不是时间：写 `1:30:00`、`2:05` 或秒数",
            self.0
        ))
    }
}

impl Duration {
    /// No time.
    pub const ZERO: Self = Self(0);

    /// A number of seconds.
    #[must_use]
    pub const fn from_seconds(seconds: u64) -> Self {
        Self(seconds)
    }

    /// A number of minutes.
    #[must_use]
    pub const fn from_minutes(minutes: u32) -> Self {
        Self(minutes as u64 * 60)
    }

    /// The time in seconds.
    #[must_use]
    pub const fn seconds(self) -> u64 {
        self.0
    }

    /// The sum of two times.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    /// What is left of this time after `other`, at least nothing.
    #[must_use]
    pub const fn less(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl std::str::FromStr for Duration {
    type Err = DurationError;

    fn from_str(text: &str) -> Result<Self, DurationError> {
        let wrong = || DurationError(text.to_owned());
        let parts: Vec<&str> = text.trim().split(':').collect();
        if parts.len() > 3 {
            return Err(wrong());
        }
        let mut seconds: u64 = 0;
        for (place, part) in parts.iter().enumerate() {
            if part.is_empty() || part.len() > 6 || !part.bytes().all(|byte| byte.is_ascii_digit())
            {
                return Err(wrong());
            }
            let value: u64 = part.parse().map_err(|_| wrong())?;
            if place > 0 && value >= 60 {
                return Err(wrong());
            }
            seconds = seconds * 60 + value;
        }
        Ok(Self(seconds))
    }
}

impl fmt::Display for Duration {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (hours, minutes, seconds) = (self.0 / 3600, self.0 / 60 % 60, self.0 % 60);
        out.pad(&if hours > 0 {
            format!("{hours}:{minutes:02}:{seconds:02}")
        } else {
            format!("{minutes}:{seconds:02}")
        })
    }
}

impl Serialize for Duration {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Duration {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Seconds(u32),
            Text(String),
        }
        match Written::deserialize(deserializer)? {
            Written::Seconds(seconds) => Ok(Self(u64::from(seconds))),
            Written::Text(text) => text.parse().map_err(serde::de::Error::custom),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_it_writes() {
        for text in ["0:00", "2:05", "59:59", "1:30:00"] {
            assert_eq!(text.parse::<Duration>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn a_part_has_six_digits_at_most() {
        assert_eq!("999999".parse(), Ok(Duration(999_999)));
        assert_eq!("999999:59:59".parse(), Ok(Duration(999_999 * 3600 + 3599)));
    }

    #[test]
    fn refuses_what_is_no_time() {
        for text in [
            "",
            ":",
            "1:75",
            "1:2:3:4",
            "-5",
            "1.5",
            "0:60",
            "1000000",
            "99999999999999999999",
        ] {
            assert!(text.parse::<Duration>().is_err(), "{text}");
        }
    }
}
