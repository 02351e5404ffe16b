//! What the fields of `edition.yaml` and of a case file mean, as the pages about them say it: one text for readers of the
//! pages and for editors.

use qili_words::Language;

const PAGES: [&str; 2] = [
    include_str!("../README.zh.md"),
    include_str!("../README.md"),
];

/// The files whose fields are described.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sheet {
    /// `edition.yaml`.
    Edition,
    /// A case.
    Case,
}

/// A field with what it means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// The field in which it stands, by its English name; empty at the top.
    pub within: &'static str,
    /// Its names.
    pub names: Vec<&'static str>,
    /// What it means, in Markdown.
    pub meaning: &'static str,
}

impl Field {
    /// The words that can stand for its value, where it takes one of a few.
    pub fn words(&self) -> impl Iterator<Item = &'static str> {
        let plain = |word: &&str| word.chars().all(|c| c.is_ascii_lowercase() || c == '-');
        ticked(self.meaning).filter(plain)
    }
}

/// The fields of a file, in the order in which they are described.
#[must_use]
pub fn fields(sheet: Sheet, language: Language) -> Vec<Field> {
    let [zh, en] = PAGES;
    let sections = language.of(zh, en).split("\n## ");
    let number = match sheet {
        Sheet::Edition => 1,
        Sheet::Case => 2,
    };
    let section = sections.into_iter().nth(number).unwrap_or_default();
    let mut within = "";
    let mut found = Vec::new();
    let mut lines = section.lines().peekable();
    while let Some(line) = lines.next() {
        let mut cells = line.split('|').skip(1).map(str::trim);
        let (Some(name), Some(meaning)) = (cells.next(), cells.next()) else {
            continue;
        };
        if lines.next_if(|next| next.starts_with("| ---")).is_some() {
            within = ticked(name).last().unwrap_or_default();
        } else if !meaning.is_empty() {
            let names = ticked(name).collect();
            found.push(Field {
                within,
                names,
                meaning,
            });
        }
    }
    found
}

/// What a field means, by the English name of the field in which it stands.
///
/// ```
/// use qili_edition::fields::{Sheet, field};
/// use qili_words::Language;
///
/// let field = field(Sheet::Edition, "procedure", "asked-by", Language::Chinese).expect("it is described");
/// assert!(field.meaning.starts_with("谁可以要求"));
/// assert_eq!(field.words().collect::<Vec<_>>(), ["either", "to-move", "not-at-fault"]);
/// ```
#[must_use]
pub fn field(sheet: Sheet, within: &str, name: &str, language: Language) -> Option<Field> {
    let all = fields(sheet, language);
    let called = |within: &str| {
        let is = |field: &&Field| field.within == within && field.names.contains(&name);
        all.iter().find(is).cloned()
    };
    called(within).or_else(|| called(""))
}

/// What stands in backticks.
fn ticked(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.split('`').skip(1).step_by(2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::about::About;
    use crate::case::keys;
    use crate::yaml::Document;

    /// The fields that a message names when it is asked for one that there is not.
    fn known(text: &str) -> Vec<String> {
        let document = Document::parse("edition.yaml", text).unwrap();
        let error = miette::Report::new(document.decode::<About>().unwrap_err());
        let help = error.help().unwrap().to_string();
        let (_, names) = help.split_once("known are ").unwrap_or(("", &help));
        let names = names.split('`').skip(1).step_by(2);
        names.map(str::to_owned).collect()
    }

    #[test]
    fn every_field_is_described_in_both_languages() {
        for language in [Language::Chinese, Language::English] {
            for (within, text) in [("", "zzz: 1"), ("procedure", "procedure: { zzz: 1 }")] {
                let names = known(text);
                assert!(names.len() > 5, "{names:?}");
                for name in names {
                    let found = field(Sheet::Edition, within, &name, language);
                    assert!(found.is_some(), "{language:?}: {within} {name}");
                }
            }
            for (zh, en) in keys() {
                let all = fields(Sheet::Case, language);
                let with = |name: &str| all.iter().any(|field| field.names.contains(&name));
                assert!(with(zh) && with(en), "{language:?}: {zh} {en}");
            }
        }
    }

    #[test]
    fn the_pages_describe_the_same_fields() {
        for sheet in [Sheet::Edition, Sheet::Case] {
            let [zh, en] = [Language::Chinese, Language::English].map(|language| {
                let all = fields(sheet, language).into_iter();
                all.map(|field| (field.within, field.names))
                    .collect::<Vec<_>>()
            });
            assert_eq!(zh, en);
        }
    }
}
