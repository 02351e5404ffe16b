//! What changed in a sentence for those who read it: punctuation, full-width forms, and simplified or traditional
//! characters are no change.
//!
//! ```
//! use qili_review::diff::Part;
//! use qili_review::wording::changed;
//!
//! assert_eq!(changed("雙方不變，作和。", "双方不变作和"), [Part::Same("双方不变作和".into())]);
//! assert_eq!(
//!     changed("双方长捉，作和", "双方长杀，作和"),
//!     [Part::Same("双方长".into()), Part::Old("捉，".into()), Part::New("杀，".into()), Part::Same("作和".into())]
//! );
//! ```

use similar::{Algorithm, DiffOp, capture_diff_slices};

use crate::diff::Part;

/// So few words that stayed between two changes are shown as changed with them: marks of single characters are not read.
const ISLAND: usize = 2;

/// A word of Latin letters or digits, or a Chinese character, with what follows that is neither.
struct Word<'t> {
    /// The form in which it is compared.
    folded: String,
    text: &'t str,
}

/// The new wording with what was taken out where it stood; neighbours of one sort are joined.
#[must_use]
pub fn changed(old: &str, new: &str) -> Vec<Part> {
    let (old, new) = (words(old), words(new));
    let forms = |words: &[Word<'_>]| -> Vec<String> {
        words.iter().map(|word| word.folded.clone()).collect()
    };
    let text = |words: &[Word<'_>]| words.iter().map(|word| word.text).collect::<String>();
    let ops = capture_diff_slices(Algorithm::Myers, &forms(&old), &forms(&new));
    let last = ops.len().saturating_sub(1);
    let mut parts = Vec::new();
    let mut pending = (String::new(), String::new());
    for (number, op) in ops.iter().enumerate() {
        let (before, after) = (text(&old[op.old_range()]), text(&new[op.new_range()]));
        let island = number > 0 && number < last && op.new_range().len() <= ISLAND;
        if matches!(op, DiffOp::Equal { .. }) && !island {
            flush(&mut pending, &mut parts);
            parts.push(Part::Same(after));
        } else {
            pending.0 += &before;
            pending.1 += &after;
        }
    }
    flush(&mut pending, &mut parts);
    parts
}

fn flush(pending: &mut (String, String), parts: &mut Vec<Part>) {
    let (old, new) = std::mem::take(pending);
    if !old.is_empty() {
        parts.push(Part::Old(old));
    }
    if !new.is_empty() {
        parts.push(Part::New(new));
    }
}

/// Whether two wordings are one to their readers.
#[must_use]
pub fn same(old: &str, new: &str) -> bool {
    let form = |text| words(text).into_iter().map(|word| word.folded);
    form(old).eq(form(new))
}

/// A text as it is compared and searched: simplified, half-width, in small letters; what is no letter or digit is a blank.
///
/// ```
/// assert_eq!(qili_review::wording::folded("長捉（Ａ）、4"), "长捉 a  4");
/// ```
#[must_use]
pub fn folded(text: &str) -> String {
    let half_width = |c: char| match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        c => c,
    };
    let simplified = qili_words::simplified(text);
    let letters = simplified.chars().map(half_width);
    let letters = letters.map(|c| if c.is_alphanumeric() { c } else { ' ' });
    letters.flat_map(char::to_lowercase).collect()
}

/// Whether a character is a word by itself.
#[must_use]
pub fn is_chinese(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{9fff}' | '\u{20000}'..='\u{323af}')
}

fn words(text: &str) -> Vec<Word<'_>> {
    let mut starts = Vec::new();
    let mut before = None;
    for (at, c) in text.char_indices() {
        let word = c.is_alphanumeric();
        if word && (before != Some(true) || is_chinese(c)) {
            starts.push(at);
        }
        // after a Chinese character, whatever follows begins anew
        before = Some(word && !is_chinese(c));
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let words = starts.iter().zip(ends).enumerate();
    words
        .map(|(number, (&start, end))| Word {
            folded: folded(&text[start..end]).trim_end().to_owned(),
            // what stands before the first word goes with it
            text: &text[if number == 0 { 0 } else { start }..end],
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_latin_letters_are_compared_whole() {
        assert_eq!(
            changed("Red must change", "Red may change."),
            [
                Part::Same("Red ".into()),
                Part::Old("must ".into()),
                Part::New("may ".into()),
                Part::Same("change.".into()),
            ]
        );
    }

    #[test]
    fn a_character_that_stayed_between_two_changes_is_no_island() {
        assert_eq!(
            changed("先甲中乙后", "先丙中丁后"),
            [
                Part::Same("先".into()),
                Part::Old("甲中乙".into()),
                Part::New("丙中丁".into()),
                Part::Same("后".into()),
            ]
        );
    }

    #[test]
    fn the_form_of_characters_and_signs_is_no_change() {
        for (one, other) in [
            ("帥(將)", "帅（将）"),
            ("“捉”，兑", "捉、兑"),
            ("26.9 条", "２６.９条"),
            ("", "。"),
        ] {
            assert!(same(one, other), "{one} {other}");
            assert!(
                !changed(one, other)
                    .iter()
                    .any(|part| !matches!(part, Part::Same(_)))
            );
        }
        assert!(!same("捉", "杀") && !same("4.1", "41"));
    }
}
