//! The text of moves in PGN and its relatives: numbers, moves, comments, variations, annotations, a result.

use std::sync::Arc;

use super::records::{Record, ends_with_result};
use crate::game::{Builder, Excerpt, GameResult, ProblemKind};
use crate::moves::{looks_like_move, looks_like_squares, narrow, ranks_from_one};
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
        Excerpt::new(self.file, self.number, self.text, start..end)
    }
}

/// Reads lines of moves into a builder; comments may go on from line to line.
#[derive(Debug)]
pub(super) struct MoveText {
    comment: Option<(u64, String)>,
    depth: usize,
    /// The line where the outermost variation begins.
    opened: u64,
    /// The word before was the number of a move.
    after_number: bool,
    /// Ranks are counted from 1 to 10.
    from_one: bool,
    /// The result, once it has been read.
    pub(super) result: Option<GameResult>,
}

impl MoveText {
    /// For the text of a whole game, which tells how ranks are counted.
    pub(super) fn new(game: &str) -> Self {
        Self {
            comment: None,
            depth: 0,
            opened: 0,
            after_number: false,
            from_one: counts_from_one(game),
            result: None,
        }
    }

    /// Whether a comment has begun and not ended.
    pub(super) fn in_comment(&self) -> bool {
        self.comment.is_some()
    }

    /// Reads a line, or the part of it that has moves.
    pub(super) fn line(
        &mut self,
        text: &str,
        line: Line<'_>,
        builder: &mut Builder<'_>,
        vocabulary: &Vocabulary,
    ) {
        let mut rest = text;
        if let (true, Some((_, comment))) = (text.is_empty(), &mut self.comment) {
            comment.push('\n');
        }
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
                        if self.depth == 0 {
                            self.opened = line.number;
                        }
                        self.depth += 1;
                        builder.open_variation(|| Some(line.excerpt(&rest[..first.len_utf8()])));
                        after
                    }
                },
                ')' | '）' if self.after_number && self.depth == 0 => after,
                ')' | '）' => {
                    self.depth = self.depth.saturating_sub(1);
                    builder.close_variation(|| Some(line.excerpt(&rest[..first.len_utf8()])));
                    after
                }
                '}' => after,
                c if ends_word(c) => after,
                _ => {
                    let end = rest.find(ends_word).unwrap_or(rest.len());
                    let (word, after) = rest.split_at(end);
                    self.after_number = word.chars().all(|c| narrow(c).is_ascii_digit());
                    self.words(word, line, builder, vocabulary);
                    rest = after;
                    continue;
                }
            };
            self.after_number = false;
        }
    }

    /// A word, in which control characters may stand between others or inside a move.
    fn words(
        &mut self,
        word: &str,
        line: Line<'_>,
        builder: &mut Builder<'_>,
        vocabulary: &Vocabulary,
    ) {
        if !word.contains(char::is_control) {
            self.word(word, word, line, builder, vocabulary);
            return;
        }
        let plain: String = word.chars().filter(|c| !c.is_control()).collect();
        if plain.parse::<GameResult>().is_ok()
            || looks_like_move(without_number(&plain), vocabulary)
        {
            self.word(&plain, word, line, builder, vocabulary);
            return;
        }
        for part in word.split(char::is_control).filter(|part| !part.is_empty()) {
            self.word(part, part, line, builder, vocabulary);
        }
    }

    /// The text has ended.
    pub(super) fn finish(&mut self, record: &Record, builder: &mut Builder<'_>) {
        if let Some((line, comment)) = self.comment.take() {
            builder.comment(&comment);
            let place = place_of(record, line, '{');
            builder.problem(ProblemKind::OpenComment { line }, None, place);
        }
        if self.depth > 0 {
            builder.leave_variations(|| place_of(record, self.opened, '('));
        }
    }

    /// A word as it is understood; `shown` is the place of it in the line.
    fn word(
        &mut self,
        word: &str,
        shown: &str,
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
        let place = |part: &str| {
            let inside = shown.as_bytes().as_ptr_range().contains(&part.as_ptr());
            Some(line.excerpt(if inside { part } else { shown }))
        };
        if is_gap(word) {
            builder.second_begins(|| place(word));
        }
        let word = if is_numbered_soldier(word) {
            word
        } else {
            without_number(word)
        };
        let is_mark = |c: char| {
            c.is_ascii_punctuation() || matches!(c, '…' | '—' | '。' | '．' | '，' | '、' | '；')
        };
        if word.chars().all(is_mark) {
            return;
        }
        let mut play = |text: &str| match ranks_from_one(text) {
            Some(mv) if self.from_one => builder.play_text(&mv.to_string(), || place(text)),
            _ => builder.play_text(text, || place(text)),
        };
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

/// Where a line of a record opens a bracket last.
fn place_of(record: &Record, line: u64, bracket: char) -> Option<Excerpt> {
    let line = record.lines().find(|one| one.number == line)?;
    let at = line.text.rfind(bracket)?;
    Some(line.excerpt(&line.text[at..=at]))
}

/// Whether a game is written with ranks from 1 to 10: one of its moves has a 10, and none a 0.
fn counts_from_one(game: &str) -> bool {
    let has_ten = game
        .as_bytes()
        .windows(3)
        .any(|three| matches!(three, [file, b'1', b'0'] if file.is_ascii_alphabetic()));
    if !has_ten {
        return false;
    }
    let mut found = false;
    for word in game.split(ends_word).map(without_number) {
        let digits = || word.bytes().filter(u8::is_ascii_digit).count();
        match ranks_from_one(word) {
            Some(_) => found |= digits() > 2,
            None if looks_like_squares(word) => return false,
            None => {}
        }
    }
    found
}

/// `...` or `1...`: the place of a move that is not there.
fn is_gap(word: &str) -> bool {
    let dots = word.trim_start_matches(|c| narrow(c).is_ascii_digit());
    let count = |c: char| match c {
        '…' => 3,
        '.' | '．' => 1,
        _ => 0,
    };
    dots.chars()
        .map_while(|c| Some(count(c)).filter(|&n| n > 0))
        .sum::<usize>()
        > 1
}

fn ends_word(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            '{' | '}' | '(' | ')' | '（' | '）' | ';' | ',' | '，' | '；' | '。' | '、' | '：'
        )
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

/// A word without what tells whose move it is or which, as `1.`, `第1回合` or `红:`.
pub(super) fn without_number(word: &str) -> &str {
    if !word.is_ascii() {
        let named = without_side(without_round(word));
        if named.len() < word.len() {
            return without_number(named);
        }
        if !word.is_empty() && word.chars().all(is_numeral) {
            return "";
        }
    }
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

/// What follows `第一回合`, or all of a word.
fn without_round(word: &str) -> &str {
    let number = |c: char| is_numeral(c) || narrow(c).is_ascii_digit();
    let after = word
        .strip_prefix('第')
        .map(|rest| rest.trim_start_matches(number));
    after
        .and_then(|after| {
            after
                .strip_prefix("回合")
                .or_else(|| after.strip_prefix('回'))
        })
        .unwrap_or(word)
}

/// What follows `红:`, or all of a word.
fn without_side(word: &str) -> &str {
    const SIDES: [&str; 11] = [
        "红方", "紅方", "黑方", "红先", "紅先", "先手", "后手", "後手", "红", "紅", "黑",
    ];
    let named = SIDES.iter().find_map(|side| word.strip_prefix(side));
    match named {
        Some("") => "",
        Some(rest) => rest.strip_prefix(':').unwrap_or(word),
        None => word,
    }
}

fn is_numeral(c: char) -> bool {
    matches!(c, '一'..='十' | '百') && "一二三四五六七八九十百".contains(c)
}

/// Whether a line has only comments.
pub(super) fn is_remark(line: &str) -> bool {
    let mut rest = line.trim();
    loop {
        if rest.is_empty() || rest.starts_with([';', '%']) {
            return true;
        }
        let Some(inside) = rest.strip_prefix('{') else {
            return false;
        };
        rest = inside.split_once('}').map_or("", |(_, after)| after.trim());
    }
}

/// Whether a line before the moves is none of them, but words.
pub(super) fn is_prose(line: &str, vocabulary: &Vocabulary) -> bool {
    first_number(line).is_none()
        && !ends_with_result(line)
        && !line.trim_start().starts_with(['(', '{', ';', '%', '（'])
        && !line
            .split(ends_word)
            .map(without_number)
            .any(|word| looks_like_move(word, vocabulary) || ranks_from_one(word).is_some())
        && !begins_moves(line, vocabulary)
}

/// Whether a line begins like one of moves: with a number, a move, a comment or a bracket.
pub(super) fn begins_moves(line: &str, vocabulary: &Vocabulary) -> bool {
    let line = line.trim_start_matches(|c: char| c.is_whitespace() || c.is_control());
    if let Some((_, after)) = line
        .strip_prefix('{')
        .and_then(|inside| inside.split_once('}'))
    {
        return begins_moves(after, vocabulary);
    }
    let mut words = line.split(ends_word).filter(|word| !word.is_empty());
    let Some(first) = words.next() else {
        return false;
    };
    let is_move = |word: &str| looks_like_move(word, vocabulary) || ranks_from_one(word).is_some();
    let word = without_number(first);
    if word.is_empty() {
        let is_word =
            |w: &str| is_move(without_number(w)) || w.chars().all(|c| matches!(c, '.' | '…'));
        return words
            .find(|w| !without_number(w).is_empty())
            .is_some_and(is_word);
    }
    is_move(word) || fours(word).all(is_move)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_without_what_numbers_it() {
        for (word, rest) in [
            ("炮二平五", "炮二平五"),
            ("1.炮二平五", "炮二平五"),
            ("１．炮二平五", "炮二平五"),
            ("第12回合红:炮二平五", "炮二平五"),
            ("第一回", ""),
            ("十二", ""),
            ("3、", ""),
            ("12", ""),
            ("1...", ""),
            // what a number runs into is one word with it
            ("3x", "3x"),
            ("h2e2", "h2e2"),
        ] {
            assert_eq!(without_number(word), rest, "{word}");
        }
    }
}
