//! Scores, exact to a hundredth of a point.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Sub};

use qili_words::{Localized, Texts};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A number of points. Halves and hundredths are exact, so that equal scores compare equal.
///
/// ```
/// use qili_competition::points::Points;
///
/// let half: Points = "0.5".parse()?;
/// assert_eq!((half + half).to_string(), "1");
/// # Ok::<(), qili_competition::points::PointsError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Points(i64);

/// The text is not a number with at most two decimals.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, miette::Diagnostic)]
#[error("`{0}` is not a number of points with at most two decimals")]
#[diagnostic(code(qili::competition::points))]
pub struct PointsError(String);

impl Localized for PointsError {
    fn chinese(&self) -> Texts {
        Texts::new(format!("`{}` 不是分数：至多两位小数", self.0))
    }
}

impl Points {
    /// No points.
    pub const ZERO: Self = Self(0);

    /// The score in hundredths of a point.
    #[must_use]
    pub fn hundredths(self) -> i64 {
        self.0
    }
}

impl std::str::FromStr for Points {
    type Err = PointsError;

    fn from_str(text: &str) -> Result<Self, PointsError> {
        let value: f64 = text.parse().map_err(|_| PointsError(text.to_owned()))?;
        let hundredths = (value * 100.0).round();
        if !value.is_finite() || hundredths.abs() > 1e9 || (hundredths - value * 100.0).abs() > 1e-6
        {
            return Err(PointsError(text.to_owned()));
        }
        #[allow(clippy::cast_possible_truncation)] // bounded above
        Ok(Self(hundredths as i64))
    }
}

impl fmt::Display for Points {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, part) = (self.0.abs() / 100, self.0.abs() % 100);
        let text = match (part, part % 10) {
            (0, _) => format!("{sign}{whole}"),
            (_, 0) => format!("{sign}{whole}.{}", part / 10),
            _ => format!("{sign}{whole}.{part:02}"),
        };
        out.pad(&text)
    }
}

impl Add for Points {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Points {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Self>>(points: I) -> Self {
        points.fold(Self::ZERO, Add::add)
    }
}

impl Serialize for Points {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 % 100 == 0 {
            serializer.serialize_i64(self.0 / 100)
        } else {
            #[allow(clippy::cast_precision_loss)] // bounded when read
            serializer.serialize_f64(self.0 as f64 / 100.0)
        }
    }
}

impl<'de> Deserialize<'de> for Points {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = f64::deserialize(deserializer)?;
        value.to_string().parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_exact() {
        let points: Points = "2.25".parse().unwrap();
        assert_eq!(points.to_string(), "2.25");
        assert_eq!((points + "0.25".parse().unwrap()).to_string(), "2.5");
        assert!("1.234".parse::<Points>().is_err());
        assert!("nan".parse::<Points>().is_err());
    }
}
