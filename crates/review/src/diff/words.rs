//! What changed in a text, word by word.
//!
//! ```
//! use qili_review::diff::{Part, parts};
//!
//! let marked: Vec<Part> = parts("worth 马 is 1 强子", "worth 马 is 2 强子");
//! assert_eq!(marked[1], Part::Old("1".into()));
//! assert_eq!(marked[2], Part::New("2".into()));
//! ```

use serde::Serialize;
use similar::{Algorithm, DiffOp, capture_diff_slices};

/// A part of a text that was changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// It stands in both.
    Same(String),
    /// It was taken out.
    Old(String),
    /// It was put in.
    New(String),
}

/// A word as it is compared: how lines are broken is no difference.
#[derive(PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Word<'t> {
    Blank,
    Text(&'t str),
}

/// The changed text, with what was taken out where it stood; adjacent words of one sort are joined.
#[must_use]
pub fn parts(old: &str, new: &str) -> Vec<Part> {
    let (old, new) = (split(old), split(new));
    let (old_words, new_words) = (compared(&old), compared(&new));
    let mut marked = Vec::new();
    for op in capture_diff_slices(Algorithm::Myers, &old_words, &new_words) {
        match op {
            DiffOp::Equal { new_index, len, .. } => {
                marked.push(Part::Same(new[new_index..new_index + len].concat()));
            }
            DiffOp::Delete {
                old_index, old_len, ..
            } => marked.push(Part::Old(old[old_index..old_index + old_len].concat())),
            DiffOp::Insert {
                new_index, new_len, ..
            } => marked.push(Part::New(new[new_index..new_index + new_len].concat())),
            DiffOp::Replace {
                old_index,
                old_len,
                new_index,
                new_len,
            } => {
                marked.push(Part::Old(old[old_index..old_index + old_len].concat()));
                marked.push(Part::New(new[new_index..new_index + new_len].concat()));
            }
        }
    }
    joined(marked)
}

/// How much of two texts is the same, from 0 to 1.
#[must_use]
pub fn likeness(old: &str, new: &str) -> f32 {
    let (old, new) = (split(old), split(new));
    let (old, new) = (compared(&old), compared(&new));
    let ops = capture_diff_slices(Algorithm::Myers, &old, &new);
    similar::get_diff_ratio(&ops, old.len(), new.len())
}

/// Between two changes, a blank alone that stayed is part of the change: it would only tear the marks apart.
fn joined(marked: Vec<Part>) -> Vec<Part> {
    let mut pending = (String::new(), String::new());
    let mut joined = Vec::new();
    let last = marked.len();
    for (index, part) in marked.into_iter().enumerate() {
        match part {
            Part::Same(text)
                if text.trim().is_empty()
                    && !text.contains('\n')
                    && index + 1 < last
                    && (!pending.0.is_empty() || !pending.1.is_empty()) =>
            {
                pending.0 += &text;
                pending.1 += &text;
            }
            Part::Same(text) => {
                flush(&mut pending, &mut joined);
                joined.push(Part::Same(text));
            }
            Part::Old(text) => pending.0 += &text,
            Part::New(text) => pending.1 += &text,
        }
    }
    flush(&mut pending, &mut joined);
    joined
}

fn flush(pending: &mut (String, String), joined: &mut Vec<Part>) {
    let (old, new) = std::mem::take(pending);
    if !old.is_empty() {
        joined.push(Part::Old(old));
    }
    if !new.is_empty() {
        joined.push(Part::New(new));
    }
}

fn compared<'t>(words: &[&'t str]) -> Vec<Word<'t>> {
    let word = |text: &&'t str| match text.trim() {
        "" => Word::Blank,
        _ => Word::Text(text),
    };
    words.iter().map(word).collect()
}

/// Names and numbers, runs of blanks, and single signs.
fn split(text: &str) -> Vec<&str> {
    #[derive(PartialEq, Clone, Copy)]
    enum Sort {
        Name,
        Blank,
        Sign,
    }
    let sort = |c: char| match c {
        _ if c.is_whitespace() => Sort::Blank,
        '-' | '.' | '_' => Sort::Name,
        _ if c.is_alphanumeric() => Sort::Name,
        _ => Sort::Sign,
    };
    let mut words = Vec::new();
    let mut start = 0;
    let mut before = None;
    for (at, c) in text.char_indices() {
        let this = sort(c);
        if before.is_some_and(|before| before != this || this == Sort::Sign) {
            words.push(&text[start..at]);
            start = at;
        }
        before = Some(this);
    }
    if start < text.len() {
        words.push(&text[start..]);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_changed_words_are_marked_and_nothing_else() {
        assert_eq!(
            parts("when s is 长将 then s loses", "when s is 长捉 then draw"),
            [
                Part::Same("when s is ".into()),
                Part::Old("长将".into()),
                Part::New("长捉".into()),
                Part::Same(" then ".into()),
                Part::Old("s loses".into()),
                Part::New("draw".into()),
            ]
        );
    }

    #[test]
    fn how_lines_are_broken_is_no_change() {
        assert_eq!(
            parts("a and b", "a\n  and b"),
            [Part::Same("a\n  and b".into())]
        );
        assert!(likeness("a and b", "a\n and b") > 0.99);
    }

    #[test]
    fn nothing_is_like_itself() {
        assert_eq!(parts("", ""), []);
        assert_eq!(parts("", "x"), [Part::New("x".into())]);
        assert_eq!(parts("x", ""), [Part::Old("x".into())]);
    }
}
