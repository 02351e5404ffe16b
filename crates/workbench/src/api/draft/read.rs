//! `POST /draft/read`, `/draft/check`: the words of a draft, what is wrong with it, and what can be written at a place.

use std::collections::BTreeMap;

use qili_lsp::typed::{CompletionItem, Diagnostic, Position};
use serde::{Deserialize, Serialize};

use super::super::asked::Lang;
use super::super::{Answer, Question};
use super::Given;
use crate::server::Problem;

/// How many proposals are worth reading.
const MOST: usize = 40;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    draft: Given,
    /// The file that is shown.
    file: String,
    /// Where somebody is typing in it.
    typing: Option<Position>,
    #[serde(default)]
    lang: Lang,
}

#[derive(Debug, Serialize)]
struct ReadJson {
    schema: &'static str,
    /// The words of the file by what they are: line, character and length of each.
    words: BTreeMap<String, Vec<[u32; 3]>>,
    /// What is wrong, by file.
    wrong: BTreeMap<String, Vec<Diagnostic>>,
    /// What can be written where somebody is typing, the likely first.
    proposals: Vec<CompletionItem>,
}

/// What an editor shows at once.
pub(in super::super) fn read(question: &Question<'_>) -> Result<Answer, Problem> {
    let Asked {
        draft,
        file,
        typing,
        lang,
    } = question.json()?;
    let draft = draft.open(question)?.typed(lang.into(), question);
    let mut words: BTreeMap<String, Vec<[u32; 3]>> = BTreeMap::new();
    for word in draft.words(&file) {
        let sort = words.entry(word.sort.as_str().to_owned()).or_default();
        sort.push([word.line, word.character, word.length]);
    }
    question.stop.check()?;
    let mut proposals = typing.map_or_else(Vec::new, |at| draft.proposals(&file, at));
    proposals.truncate(MOST);
    Answer::json(&ReadJson {
        schema: "qili.draft/1",
        words,
        wrong: by_file(draft.wrong(typing.map(|at| (file.as_str(), at)))),
        proposals,
    })
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct AskedCheck {
    draft: Given,
    #[serde(default)]
    lang: Lang,
}

#[derive(Debug, Serialize)]
struct CheckJson {
    schema: &'static str,
    /// What is doubtful, by file.
    doubtful: BTreeMap<String, Vec<Diagnostic>>,
}

/// What is found by checking the whole: what nothing uses, what no case exercises.
pub(in super::super) fn check(question: &Question<'_>) -> Result<Answer, Problem> {
    let AskedCheck { draft, lang } = question.json()?;
    let draft = draft.open(question)?.typed(lang.into(), question);
    Answer::json(&CheckJson {
        schema: "qili.draft-check/1",
        doubtful: by_file(draft.doubtful()),
    })
}

fn by_file(found: Vec<(String, Diagnostic)>) -> BTreeMap<String, Vec<Diagnostic>> {
    let mut files: BTreeMap<String, Vec<Diagnostic>> = BTreeMap::new();
    for (file, diagnostic) in found {
        files.entry(file).or_default().push(diagnostic);
    }
    files
}
