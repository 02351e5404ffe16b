//! The rule language: from text to a checked syntax tree, and back.
//!
//! A rule file is a statute: clauses of one effect each. [`parse`] reads it into the tree of [`syntax`], [`mod@format`] prints
//! the tree in English or Chinese, [`check`] applies amendments and turns the clauses in force into [`rules`], which the
//! interpreter evaluates. This crate knows no board and no edition.
//!
//! ```
//! use qili_lang::{check::check, parse::parse};
//!
//! let file = parse("rulings.rule", r#"
//! 语言 中文
//! 条 1 "将" "check" { 性质 将 check 当 (对方 被将) 在应时 }
//! 条 2 "长将" "perpetual check" { 形 长将 对 s 当 凡 p 于 s 的 着: p 是 将 }
//! 条 3 "长将判负" "perpetual check loses" { 裁决 对 s 当 s 是 长将 且 非 s 的 另一方 是 长将 则 s 负 }
//! "#)?;
//! let clauses: Vec<_> = file.clauses.into_iter().map(|clause| (0, clause)).collect();
//! let rules = check(&clauses).map_err(|errors| errors[0].clone())?;
//! assert_eq!(rules.rulings.len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod advice;
pub mod check;
pub mod defines;
pub mod eval;
pub mod expected;
pub mod format;
mod grammar;
pub mod keywords;
pub mod meaning;
pub mod mentions;
pub mod parse;
pub mod rules;
mod scan;
pub mod syntax;
pub mod tokens;
mod truth;
pub mod visit;

pub use truth::Truth;
