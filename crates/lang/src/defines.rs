//! What clauses define, in words that stay the same from edition to edition.
//!
//! ```
//! use qili_lang::{defines::defines, parse::parse};
//!
//! let file = parse("r", r#"
//! clause 24.11 "捉" "chase" { nature 捉 chase targets x of opponent where x is material }
//! clause 26.2 "守和" "drawing point" { exception to 24.11 for x when x is 士 }
//! clause 25.1 "长将" "perpetual check" { ruling for s when s is 长将 then s loses }
//! "#)?;
//! let clauses: Vec<_> = file.clauses.iter().collect();
//! assert_eq!(defines(&clauses), ["nature 捉", "exception to nature 捉 #1", "ruling #1"]);
//! # Ok::<(), qili_lang::parse::ParseError>(())
//! ```

use crate::check::{Class, declaration};
use crate::syntax::{Clause, Effect, Ending, Name, Names};
use std::collections::HashMap;

/// For each clause what it defines. Two editions' clauses with one text here speak of the same thing.
///
/// Things with names go by their first name; endings on the board, discounts, exceptions to one clause and rulings are
/// numbered in the order of the book. A clause that repeals something is known by the article.
#[must_use]
pub fn defines(clauses: &[&Clause]) -> Vec<String> {
    let by_article: HashMap<&str, &Effect> = clauses
        .iter()
        .filter_map(|clause| Some((clause.article.text.as_str(), clause.effect.as_ref()?)))
        .collect();
    let declared = clauses
        .iter()
        .filter_map(|clause| declaration(clause.effect.as_ref()?));
    let firsts: HashMap<(Class, &str), &str> = declared
        .filter_map(|(class, names)| Some((class, names, names.names.first()?)))
        .flat_map(|(class, names, first)| {
            let names = names.names.iter();
            names.map(move |name| ((class, name.text.as_str()), first.text.as_str()))
        })
        .collect();
    let mut counts: HashMap<String, usize> = HashMap::new();
    clauses
        .iter()
        .map(|clause| {
            let Some(effect) = &clause.effect else {
                return format!("repeal of {}", clause.article.text);
            };
            let (base, numbered) = match effect {
                Effect::Exception { of, .. } => {
                    let lifted: Vec<String> = of
                        .iter()
                        .map(|article| match by_article.get(article.text.as_str()) {
                            Some(Effect::Exception { .. }) | None => {
                                format!("clause {}", article.text)
                            }
                            Some(effect) => thing(effect, &firsts).0,
                        })
                        .collect();
                    (format!("exception to {}", lifted.join(", ")), true)
                }
                other => thing(other, &firsts),
            };
            if !numbered {
                return base;
            }
            let count = counts.entry(base.clone()).or_default();
            *count += 1;
            format!("{base} #{count}")
        })
        .collect()
}

/// What an effect defines, and whether there may be several of the kind. What it names goes by its first name, too.
fn thing(effect: &Effect, firsts: &HashMap<(Class, &str), &str>) -> (String, bool) {
    let first = |class: Class, name: &Name| {
        let known = firsts.get(&(class, name.text.as_str()));
        known.map_or_else(|| name.text.clone(), |first| (*first).to_owned())
    };
    let of = |word: &str, names: &Names| {
        let name = names
            .names
            .first()
            .map(|name| name.text.as_str())
            .unwrap_or_default();
        (format!("{word} {name}"), false)
    };
    match effect {
        Effect::Board { .. } => ("board".to_owned(), false),
        Effect::Zone { names, .. } => of("zone", names),
        Effect::Piece(piece) => of("piece", &piece.names),
        Effect::Facing { one, other, .. } => {
            let [one, other] = [one, other].map(|name| first(Class::Word, name));
            (format!("facing {one} {other}"), false)
        }
        Effect::Ending(Ending::OnEvent { event, .. }) => {
            (format!("ending on {}", event.text), false)
        }
        Effect::Ending(Ending::OnBoard { .. }) => ("ending".to_owned(), true),
        Effect::Unit { names } => of("unit", names),
        Effect::Worth {
            kind, zone, unit, ..
        } => {
            let zone = zone
                .as_ref()
                .map(|zone| format!(" on {}", first(Class::Zone, zone)))
                .unwrap_or_default();
            let (kind, unit) = (first(Class::Word, kind), first(Class::Word, unit));
            (format!("worth {kind}{zone} {unit}"), false)
        }
        Effect::Result { names, .. } => of("result", names),
        Effect::Discount { .. } => ("discount".to_owned(), true),
        Effect::Search(search) => of("search", &search.names),
        Effect::Define { names, .. } => of("definition", names),
        Effect::Situation { names, .. } => of("situation", names),
        Effect::Nature(nature) => of("nature", &nature.names),
        Effect::Severity { .. } => ("severity".to_owned(), false),
        Effect::Exception { .. } => ("exception".to_owned(), true),
        Effect::Quality { names, .. } => of("quality", names),
        Effect::Pattern { names, .. } => of("pattern", names),
        Effect::Ruling { .. } => ("ruling".to_owned(), true),
    }
}
