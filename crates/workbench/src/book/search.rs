//! What is searched: clauses and cases of all editions, Chinese by characters and pairs of them, other words whole.

use std::collections::{BTreeMap, BTreeSet};

use maud::html;
use qili_lang::format::numbered;
use qili_review::wording::{folded, is_chinese};
use serde::Serialize;

use super::address::{Address, Lang, Place};
use super::{Book, Content, Here, figure, text};

/// The index as the script reads it.
#[derive(Serialize)]
struct Index {
    /// What can be found.
    entries: Vec<Entry>,
    /// In which entries a word stands: a Chinese character, two that follow one another, a word of other letters.
    words: BTreeMap<String, BTreeSet<usize>>,
    /// The simplified forms of traditional characters that occur.
    simplified: BTreeMap<char, char>,
}

/// A page that can be found.
#[derive(Serialize)]
struct Entry {
    href: String,
    title: String,
    edition: String,
    /// Its number, for a clause.
    #[serde(skip_serializing_if = "Option::is_none")]
    article: Option<String>,
}

/// The index of a language, as a script that sets one name: a page from a folder may load nothing else.
pub(super) fn index(book: &Book, lang: Lang) -> String {
    let address = Address::Page(lang, Place::Search);
    let here = Here {
        book,
        lang,
        address: &address,
    };
    let language = lang.language();
    let mut index = Index {
        entries: Vec::new(),
        words: BTreeMap::new(),
        simplified: BTreeMap::new(),
    };
    for volume in &book.volumes {
        let edition = volume.book.edition.about.title.get(language);
        for (at, one) in volume.clauses().iter().enumerate() {
            let clause = &one.clause;
            let mut said = text::says(clause, language).join("\n");
            said += &format!("\n{}\n{}", clause.title.get(language), clause.article.text);
            for name in clause.effect.iter().flat_map(super::volume::declared) {
                said += &format!("\n{}", name.text);
            }
            let entry = Entry {
                href: here.to_clause(volume, at),
                title: numbered(&clause.article.text, &clause.title, language),
                edition: edition.to_owned(),
                article: Some(clause.article.text.clone()),
            };
            index.add(entry, &said);
        }
        for case in &volume.cases {
            let title = figure::titled(case, language);
            let mut said = format!("{title}\n{}", case.id);
            for (_, scenario) in case.scenarios() {
                let notes = scenario.notes.iter().chain(&scenario.reading);
                let notes = notes.chain(scenario.why.iter().flatten());
                said.extend(notes.map(|note| format!("\n{}", note.get(language))));
            }
            let place = Place::Figure(volume.id().to_owned(), case.id.clone());
            let entry = Entry {
                href: here.to(&place),
                title,
                edition: edition.to_owned(),
                article: None,
            };
            index.add(entry, &said);
        }
    }
    index.simplify();
    let json = serde_json::to_string(&index).unwrap_or_default();
    // `</` would end the script where a page holds it
    format!(
        "\"use strict\";\nconst qiliIndex = {};\n",
        json.replace("</", "<\\/")
    )
}

impl Index {
    fn add(&mut self, entry: Entry, said: &str) {
        let number = self.entries.len();
        self.entries.push(entry);
        for word in words(said) {
            self.words.entry(word).or_default().insert(number);
        }
    }

    /// Of the characters that occur, the traditional forms by which someone may ask for them.
    fn simplify(&mut self) {
        let single = |word: &String| {
            let mut letters = word.chars();
            letters.next().filter(|_| letters.next().is_none())
        };
        let known: BTreeSet<char> = self.words.keys().filter_map(single).collect();
        let traditional = ('\u{4e00}'..='\u{9fff}').filter_map(|c| {
            let simple = folded(&c.to_string()).chars().next()?;
            (simple != c && known.contains(&simple)).then_some((c, simple))
        });
        self.simplified = traditional.collect();
    }
}

/// The words of a text as the script takes a question apart.
fn words(text: &str) -> BTreeSet<String> {
    let folded = folded(text);
    let mut words = BTreeSet::new();
    for run in folded.split_whitespace() {
        let mut latin = String::new();
        let mut before = None;
        for c in run.chars() {
            if is_chinese(c) {
                words.insert(c.to_string());
                words.extend(before.map(|before| format!("{before}{c}")));
                before = Some(c);
                words.insert(std::mem::take(&mut latin));
            } else {
                latin.push(c);
                before = None;
            }
        }
        words.insert(latin);
    }
    words.remove("");
    words
}

/// The page that searches; without script it says how to look things up.
pub(super) fn page(here: Here<'_>) -> Content {
    let body = html! {
        div id="found" aria-live="polite" {
            p {
                (here.say(
                    "检索要用脚本。不用脚本时，请由各版目录按条号查找：",
                    "Searching needs a script. Without it, look an article up in the contents of its edition:",
                ))
            }
            ul {
                @for volume in &here.book.volumes {
                    li {
                        a href=(here.to(&Place::Edition(volume.id().to_owned()))) {
                            (volume.book.edition.about.title.get(here.language()))
                        }
                    }
                }
            }
        }
    };
    Content {
        title: here.say("检索", "Search").to_owned(),
        trail: vec![Place::Editions],
        scripts: vec![
            format!("{}/search-index.js", here.language()),
            "search.js".to_owned(),
        ],
        body,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chinese_is_found_by_characters_and_pairs_and_other_words_whole() {
        let found = words("長捉車 26.9 Perpetual");
        let expected = ["26", "9", "perpetual", "捉", "捉车", "车", "长", "长捉"];
        assert_eq!(found, expected.map(str::to_owned).into());
    }
}
