//! Slips of the pen that a YAML parser reports far from their place, if at all.

use std::ops::Range;

use qili_words::{Bilingual, both};

/// A likely slip.
pub(super) struct Slip {
    pub(super) place: Range<usize>,
    pub(super) help: Bilingual,
}

/// How many lines above the parser's complaint a slip may stand.
const LINES: usize = 6;

/// The slip nearest above the place where the parser gave up.
pub(super) fn slip(text: &str, stopped: usize) -> Option<Slip> {
    let rest = text.get(stopped..)?;
    let end = rest
        .find('\n')
        .map_or(text.len(), |length| stopped + length);
    let mut lines = Vec::new();
    let mut start = 0;
    for line in text.get(..end)?.split_inclusive('\n') {
        lines.push((start, line.trim_end()));
        start += line.len();
    }
    let above = lines.iter().rev().filter(|(_, line)| !line.is_empty());
    above
        .take(LINES)
        .find_map(|&(start, line)| in_line(start, line))
}

fn in_line(start: usize, line: &str) -> Option<Slip> {
    let entry = line.trim_start().trim_start_matches("- ").trim_start();
    let from = start + line.len() - entry.len();
    if entry.starts_with(['#', '"', '\'', '[', '{']) {
        return None;
    }
    let key = entry.split(' ').next().unwrap_or_default();
    colon(key).map(|help| Slip {
        place: from..from + key.len(),
        help,
    })
}

/// What to write where keys and values have run together, so that they are one text.
pub(super) fn joined(text: &str, start: usize) -> Option<Bilingual> {
    let line = text.get(start..)?.lines().next()?;
    colon(line.split_whitespace().next()?)
}

/// What to write where a key and its value have run together, as in `ruling:draw`, or have a full-width colon between.
pub(super) fn colon(word: &str) -> Option<Bilingual> {
    let (at, colon) = word.char_indices().find(|(_, c)| ":：".contains(*c))?;
    let (key, value) = (&word[..at], &word[at + colon.len_utf8()..]);
    let plain = |text: &str| {
        text.chars()
            .all(|c| c.is_alphanumeric() || "-_".contains(c))
    };
    if key.is_empty() || !plain(key) || (colon == ':' && value.is_empty()) {
        return None;
    }
    let value = if value.is_empty() { "…" } else { value };
    Some(match colon {
        ':' => both!(
            "冒号后要空一格：`{key}: {value}`",
            "put a blank after the colon: `{key}: {value}`"
        ),
        _ => both!(
            "冒号是全角的；写作 `{key}: {value}`",
            "the colon is full-width; write `{key}: {value}`"
        ),
    })
}
