//! Characters that do not belong into a text, made visible.

use std::borrow::Cow;

/// A text in which characters that would steer a terminal or turn the direction of text are replaced by signs: control characters
/// by their pictures, others by U+FFFD. Line feeds and tabs stay.
///
/// ```
/// assert_eq!(qili_notation::visible("a\x1b[2Jb"), "a␛[2Jb");
/// ```
pub fn visible(text: &str) -> Cow<'_, str> {
    if text.chars().any(|c| sign(c).is_some()) {
        text.chars().map(|c| sign(c).unwrap_or(c)).collect()
    } else {
        Cow::Borrowed(text)
    }
}

/// What stands for a character that is not shown.
fn sign(c: char) -> Option<char> {
    match c {
        '\n' | '\t' | ' '..='~' => None,
        '\0'..='\x1F' => char::from_u32(0x2400 + u32::from(c)),
        '\x7F' => Some('␡'),
        '\u{80}'..='\u{9F}'
        | '\u{200E}'
        | '\u{200F}'
        | '\u{2028}'..='\u{202E}'
        | '\u{2066}'..='\u{2069}'
        | '\u{FEFF}' => Some('\u{FFFD}'),
        _ => None,
    }
}

/// The same on one line, without white space around it.
pub(crate) fn one_line(text: &str) -> Cow<'_, str> {
    let shown = visible(text.trim());
    if shown.contains(['\n', '\t']) {
        Cow::Owned(shown.replace(['\n', '\t'], " "))
    } else {
        shown
    }
}

/// The beginning of a text, where it is long.
pub(crate) fn shortened(text: &str) -> String {
    const SHOWN: usize = 60;
    let text = one_line(text);
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.into_owned(),
    }
}
