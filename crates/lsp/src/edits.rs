//! Changes of texts, as clients send them and as they are sent.

use std::collections::BTreeMap;
use std::path::PathBuf;

use lsp_types::{TextDocumentContentChangeEvent, TextEdit};
use qili_lang::syntax::Span;

use crate::position::Lines;

/// A text after a change by the client, and where the change ends.
pub(crate) fn applied(lines: &Lines, change: &TextDocumentContentChangeEvent) -> (String, usize) {
    let Some(range) = change.range else {
        return (change.text.clone(), 0);
    };
    let span = lines.span(range);
    let text = replaced(lines.text(), &[(span, change.text.clone())]);
    (text, span.start + change.text.len())
}

/// A text in which spans that do not overlap say something else.
pub(crate) fn replaced(text: &str, edits: &[(Span, String)]) -> String {
    let mut edits: Vec<&(Span, String)> = edits.iter().collect();
    edits.sort_by_key(|(span, _)| (span.start, span.end));
    let mut changed = String::with_capacity(text.len());
    let mut at = 0;
    for (span, new) in edits {
        if span.start >= at {
            changed.push_str(&text[at..span.start]);
            changed.push_str(new);
            at = span.end;
        }
    }
    changed.push_str(&text[at..]);
    changed
}

/// The edit that makes one text of another: what lies between the lines that both begin and end with. None if they are
/// the same.
pub(crate) fn between(lines: &Lines, new: &str) -> Option<TextEdit> {
    let old = lines.text();
    if **old == *new {
        return None;
    }
    let alike = |(one, other): &(&str, &str)| one == other;
    let own: Vec<&str> = old.split_inclusive('\n').collect();
    let others: Vec<&str> = new.split_inclusive('\n').collect();
    let pairs = own.iter().copied().zip(others.iter().copied());
    let before = pairs.take_while(alike).count();
    let rest = own.len().min(others.len()) - before;
    let pairs = own.iter().rev().copied().zip(others.iter().rev().copied());
    let after = pairs.take(rest).take_while(alike).count();
    let length = |lines: &[&str]| lines.iter().map(|line| line.len()).sum::<usize>();
    let span = Span {
        start: length(&own[..before]),
        end: old.len() - length(&own[own.len() - after..]),
    };
    Some(TextEdit {
        range: lines.range(span),
        new_text: others[before..others.len() - after].concat(),
    })
}

/// Changes of several texts, by their paths.
pub(crate) type Changes = BTreeMap<PathBuf, Vec<(Span, String)>>;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Encoding;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn an_edit_makes_the_one_text_of_the_other(old in "([将a𠮷]{0,2}\r?\n){0,6}[a将]{0,2}", new in "([将a𠮷]{0,2}\n){0,6}[a将]{0,2}") {
            let lines = Lines::new(old.as_str().into(), Encoding::Utf16);
            match between(&lines, &new) {
                None => prop_assert_eq!(&old, &new),
                Some(edit) => {
                    let change = TextDocumentContentChangeEvent {
                        range: Some(edit.range),
                        range_length: None,
                        text: edit.new_text,
                    };
                    prop_assert_eq!(applied(&lines, &change).0, new);
                }
            }
        }
    }
}
