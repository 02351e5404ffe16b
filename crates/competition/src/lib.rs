//! Competition rules around the board, evaluated from an edition's `competition.yaml`.
//!
//! Every number, order and list is data; this crate knows how to apply them: [touch] and [correction] of moves, [handicap]s,
//! draw [offers], the [clock], [adjournment], move [limits], [pairing], [results] and [conduct].
//!
//! ```
//! use qili_competition::rules::CompetitionRules;
//!
//! let text = include_str!("../../../rules/1965/competition.yaml");
//! let rules = CompetitionRules::parse("competition.yaml", text)?;
//! let officials = rules.officials.needed("national", 12)?;
//! assert_eq!((officials.fewest, officials.most), (6, 12));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod adjournment;
pub mod clock;
pub mod conduct;
pub mod correction;
pub mod document;
pub mod duration;
pub mod handicap;
pub mod law;
pub mod limits;
pub mod offers;
pub mod pairing;
pub mod points;
pub mod results;
pub mod rules;
mod show;
pub mod side;
#[cfg(test)]
mod test_support;
pub mod text;
pub mod touch;
