//! The text of moves in PGN and its relatives: numbers, moves, comments, variations, annotations, a result.

use std::sync::Arc;

use crate::game::{Builder, Excerpt, GameResult, ProblemKind};
use crate::moves::{looks_like_move, narrow};
use crate::vocabulary::Vocabulary;

/// One line and where it stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line<'t> {
    pub(super) file: &'t Arc<str>,
    pub(super) number: u64,
    pub(super) text: &'t str,
}

impl Line<'_> {
    /// A part of the line for a message.
    pub(super) fn excerpt(&self, part: &str) -> Excerpt {
        let start = (part.as_ptr() as usize)
            .saturating_sub(self.text.as_ptr() as usize)
            .min(self.text.len());
        let end = (start + part.len()).min(self.text.len());
        Excerpt {
            file: self.file.clone(),
            line: self.number,
            text: self.text.to_owned(),
            span: (start, end),
        }
    }
}

/// Reads lines of moves into a builder; comments may go on from line to line.
#[derive(Debug, Default)]
pub(super) struct MoveText {
    comment: Option<(u64, String)>,
    depth: usize,
    /// The result, once it has been read.
    pub(super) result: Option<GameResult>,
}

impl MoveText {
    /// Reads a line, or the part of it that has moves.
    pub(super) fn line(
        &mut self,
        text: &str,
        line: Line<'_>,
        builder: &mut Builder<'_>,
        vocabulary: &Vocabulary,
    ) {
        let mut rest = text;
        if self.comment.is_none() && rest.starts_with('%') {
            return;
        }
        while let Some(first) = rest.chars().next() {
            if let Some((_, comment)) = &mut self.comment {
                let (text, after) = rest
                    .split_once('}')
                    .map_or((rest, None), |(text, after)| (text, Some(after)));
                comment.push_str(text);
                match after {
                    Some(after) => {
                        builder.comment(comment);
                        self.comment = None;
                        rest = after;
                    }
                    None => {
                        comment.push('\n');
                        return;
                    }
                }
                continue;
            }
            let after = &rest[first.len_utf8()..];
            rest = match first {
                '{' => {
                    self.comment = Some((line.number, String::new()));
                    after
                }
                ';' => {
                    builder.comment(after);
                    ""
                }
                '(' | '（' => match remark(after, vocabulary) {
                    Some((remark, after)) => {
                        builder.comment(remark);
                        after
                    }
                    None => {
                        self.depth += 1;
                        builder.open_variation(|| Some(line.excerpt(&rest[..first.len_utf8()])));
                        after
                    }
                },
                ')' | '）' => {
                    self.depth = self.depth.saturating_sub(1);
                    builder.close_variation(|| Some(line.excerpt(&rest[..first.len_utf8()])));
                    after
                }
                '}' => after,
                c if c.is_whitespace() => after,
                _ => {
                    let end = rest.find(ends_word).unwrap_or(rest.len());
                    let (word, after) = rest.split_at(end);
                    self.word(word, line, builder, vocabulary);
                    after
                }
            };
        }
    }

    /// The text has ended.
    pub(super) fn finish(&mut self, builder: &mut Builder<'_>) {
        if let Some((line, comment)) = self.comment.take() {
            builder.comment(&comment);
            builder.problem(ProblemKind::OpenComment { line }, None, None);
        }
    }

    fn word(
        &mut self,
        word: &str,
        line: Line<'_>,
        builder: &mut Builder<'_>,
        vocabulary: &Vocabulary,
    ) {
        if let Some(nag) = nag(word) {
            builder.nag(nag);
            return;
        }
        if let Ok(result) = word.parse() {
            if self.depth == 0 {
                self.result = Some(result);
            }
            return;
        }
        let word = if is_numbered_soldier(word) {
            word
        } else {
            without_number(word)
        };
        if word.chars().all(|c| {
            c.is_ascii_punctuation() || matches!(c, '…' | '—' | '。' | '．' | '，' | '、' | '；')
        }) {
            return;
        }
        let mut play = |text: &str| builder.play_text(text, || Some(line.excerpt(text)));
        if word.is_ascii() || looks_like_move(word, vocabulary) {
            play(word);
        } else {
            // Some programs leave no space between the moves of a pair.
            fours(word).for_each(play);
        }
        let marks = word.trim_start_matches(|c| !matches!(c, '!' | '?'));
        if let Some(nag) = nag(marks) {
            builder.nag(nag);
        }
    }
}

fn ends_word(c: char) -> bool {
    c.is_whitespace() || matches!(c, '{' | '}' | '(' | ')' | '（' | '）' | ';')
}

/// A bracket that holds words and not moves, as Chinese texts have them: the words, and what follows.
fn remark<'t>(after: &'t str, vocabulary: &Vocabulary) -> Option<(&'t str, &'t str)> {
    let first = after.trim_start().split(ends_word).next()?;
    let moves = first.is_empty()
        || first.starts_with(|c: char| narrow(c).is_ascii_digit() || matches!(c, '.' | '$' | '…'))
        || looks_like_move(first, vocabulary);
    if moves {
        return None;
    }
    let end = after.find([')', '）'])?;
    Some((&after[..end], after[end..].trim_start_matches([')', '）'])))
}

/// `35.6`: the third soldier on file 5, and not move 35.
fn is_numbered_soldier(word: &str) -> bool {
    matches!(
        word.as_bytes(),
        [b'1'..=b'5', b'1'..=b'9', b'.', b'1'..=b'9']
    )
}

/// A word without the number of the move in front of it.
pub(super) fn without_number(word: &str) -> &str {
    let after = word.trim_start_matches(|c| narrow(c).is_ascii_digit());
    if after.len() == word.len() {
        return word;
    }
    match after.trim_start_matches(['.', '．', '、', '，', '…']) {
        "" => "",
        rest if rest.len() < after.len() => rest,
        _ => word,
    }
}

/// Whether a line begins like one of moves: with a number, a move, a comment or a bracket.
pub(super) fn begins_moves(line: &str, vocabulary: &Vocabulary) -> bool {
    let line = line.trim_start();
    let mut words = line.split(ends_word).filter(|word| !word.is_empty());
    let Some(first) = words.next() else {
        return false;
    };
    let word = without_number(first);
    match word {
        "" => words.next().is_some_and(|w| {
            looks_like_move(w, vocabulary) || w.chars().all(|c| matches!(c, '.' | '…'))
        }),
        _ => {
            looks_like_move(word, vocabulary)
                || fours(word).all(|four| looks_like_move(four, vocabulary))
        }
    }
}

/// The number that a line of moves begins with.
pub(super) fn first_number(line: &str) -> Option<u32> {
    let line = line.trim_start();
    let digits: String = line
        .chars()
        .map(narrow)
        .take_while(char::is_ascii_digit)
        .collect();
    let after = line.chars().map(narrow).nth(digits.len())?;
    (matches!(after, '.' | '、') || after.is_whitespace()).then(|| digits.parse().ok())?
}

/// A text in pieces of four characters.
fn fours(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let end = rest
            .char_indices()
            .nth(4)
            .map_or(rest.len(), |(end, _)| end);
        let (four, after) = rest.split_at(end);
        rest = after;
        (!four.is_empty()).then_some(four)
    })
}

/// `$6`, `!`, `??` as a numeric annotation.
fn nag(word: &str) -> Option<u8> {
    match word {
        "!" => Some(1),
        "?" => Some(2),
        "!!" => Some(3),
        "??" => Some(4),
        "!?" => Some(5),
        "?!" => Some(6),
        _ => word.strip_prefix('$')?.parse().ok(),
    }
}
