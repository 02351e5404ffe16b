//! Places in a text, as editors count them and as the rest of Qili does: in bytes. All conversion is here.

use std::sync::Arc;

use lsp_types::{Position, PositionEncodingKind, Range};
use qili_lang::syntax::Span;

/// In what a client counts the characters of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Encoding {
    /// Bytes of UTF-8.
    Utf8,
    /// Units of UTF-16: what every client knows.
    #[default]
    Utf16,
    /// Characters.
    Utf32,
}

impl Encoding {
    /// The one to use with a client that offers these, or offers nothing.
    #[must_use]
    pub fn negotiated(offered: Option<&[PositionEncodingKind]>) -> Self {
        let offered = offered.unwrap_or_default();
        let offers = |kind: PositionEncodingKind| offered.contains(&kind);
        if offers(PositionEncodingKind::UTF8) {
            Self::Utf8
        } else if offers(PositionEncodingKind::UTF32) && !offers(PositionEncodingKind::UTF16) {
            Self::Utf32
        } else {
            Self::Utf16
        }
    }

    /// Its name in the protocol.
    #[must_use]
    pub const fn kind(self) -> PositionEncodingKind {
        match self {
            Self::Utf8 => PositionEncodingKind::UTF8,
            Self::Utf16 => PositionEncodingKind::UTF16,
            Self::Utf32 => PositionEncodingKind::UTF32,
        }
    }

    const fn width(self, c: char) -> usize {
        match self {
            Self::Utf8 => c.len_utf8(),
            Self::Utf16 => c.len_utf16(),
            Self::Utf32 => 1,
        }
    }

    /// How long a text is.
    #[must_use]
    pub fn length(self, text: &str) -> u32 {
        number(text.chars().map(|c| self.width(c)).sum())
    }
}

/// A text with the places where its lines begin.
#[derive(Debug, Clone)]
pub struct Lines {
    text: Arc<str>,
    starts: Vec<usize>,
    encoding: Encoding,
}

impl Lines {
    /// The lines of a text; a line ends with `\n`, `\r\n` or `\r`.
    #[must_use]
    pub fn new(text: Arc<str>, encoding: Encoding) -> Self {
        let bytes = text.as_bytes();
        let ends = bytes.iter().enumerate().filter(|(at, byte)| match byte {
            b'\n' => true,
            b'\r' => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        });
        let starts = std::iter::once(0).chain(ends.map(|(at, _)| at + 1));
        Self {
            starts: starts.collect(),
            text,
            encoding,
        }
    }

    /// The text.
    #[must_use]
    pub const fn text(&self) -> &Arc<str> {
        &self.text
    }

    /// The encoding in which positions are given.
    #[must_use]
    pub const fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// A line without what ends it; empty where there is none.
    fn line(&self, line: usize) -> &str {
        let Some(start) = self.starts.get(line).copied() else {
            return "";
        };
        let end = self.starts.get(line + 1).copied();
        self.text[start..end.unwrap_or(self.text.len())].trim_end_matches(['\r', '\n'])
    }

    /// The byte of a position; one beyond a line is its end, one beyond the text the end of it, and one inside a
    /// character where that begins.
    #[must_use]
    pub fn offset(&self, position: Position) -> usize {
        let line = position.line as usize;
        let Some(start) = self.starts.get(line).copied() else {
            return self.text.len();
        };
        let (mut left, mut at) = (position.character as usize, start);
        for c in self.line(line).chars() {
            let width = self.encoding.width(c);
            if left < width {
                break;
            }
            left -= width;
            at += c.len_utf8();
        }
        at
    }

    /// The position of a byte; of one inside a character, or of a line's end, where that begins.
    #[must_use]
    pub fn position(&self, offset: usize) -> Position {
        let offset = offset.min(self.text.len());
        let line = self.starts.partition_point(|start| *start <= offset) - 1;
        let start = self.starts[line];
        let mut character = 0;
        for (at, c) in self.line(line).char_indices() {
            if start + at + c.len_utf8() > offset {
                break;
            }
            character += self.encoding.width(c);
        }
        Position::new(number(line), number(character))
    }

    /// The same, counted from a place before it: a line may be long.
    pub(crate) fn position_behind(&self, known: (usize, Position), offset: usize) -> Position {
        let (from, place) = known;
        match self.text.get(from..offset) {
            Some(between) if !between.contains(['\n', '\r']) => {
                Position::new(place.line, place.character + self.encoding.length(between))
            }
            _ => self.position(offset),
        }
    }

    /// The range of a span.
    #[must_use]
    pub fn range(&self, span: Span) -> Range {
        Range::new(self.position(span.start), self.position(span.end))
    }

    /// The span of a range; one that ends before it begins is empty.
    #[must_use]
    pub fn span(&self, range: Range) -> Span {
        let start = self.offset(range.start);
        Span {
            start,
            end: self.offset(range.end).max(start),
        }
    }

    /// The range of all of it.
    #[must_use]
    pub fn whole(&self) -> Range {
        Range::new(Position::new(0, 0), self.position(self.text.len()))
    }

    /// What its lines end with: that of the first.
    #[must_use]
    pub fn line_end(&self) -> &'static str {
        let first = self.text.find('\n').unwrap_or(0);
        if self.text[..first].ends_with('\r') {
            "\r\n"
        } else {
            "\n"
        }
    }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const ALL: [Encoding; 3] = [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32];

    fn lines(text: &str, encoding: Encoding) -> Lines {
        Lines::new(text.into(), encoding)
    }

    #[test]
    fn units_are_those_of_the_encoding() {
        let text = "\u{feff}将𠮷😀x\r\n杀\ry";
        for (encoding, character) in [
            (Encoding::Utf8, 14),
            (Encoding::Utf16, 6),
            (Encoding::Utf32, 4),
        ] {
            let lines = lines(text, encoding);
            let x = text.find('x').unwrap();
            assert_eq!(lines.position(x), Position::new(0, character));
            assert_eq!(lines.offset(Position::new(0, character)), x);
            assert_eq!(lines.position(text.len()), Position::new(2, 1));
            assert_eq!(
                lines.offset(Position::new(1, 99)),
                text.find('\r').unwrap() + 2 + 3
            );
            assert_eq!(lines.offset(Position::new(9, 0)), text.len());
        }
        // the second half of a pair of units is where the character begins
        let lines = lines("𠮷", Encoding::Utf16);
        assert_eq!(lines.offset(Position::new(0, 1)), 0);
    }

    proptest! {
        #[test]
        fn every_place_is_found_again(text in "([a将𠮷😀 \\r\\n\u{feff}]{0,40})") {
            for encoding in ALL {
                let lines = lines(&text, encoding);
                for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
                    let again = lines.offset(lines.position(at));
                    // a place between `\r` and `\n` is the end of the line
                    let between = c == '\n' && text[..at].ends_with('\r');
                    prop_assert_eq!(again, if between { at - 1 } else { at });
                }
                for line in 0..8 {
                    for character in 0..30 {
                        let at = lines.offset(Position::new(line, character));
                        prop_assert!(text.is_char_boundary(at));
                    }
                }
            }
        }
    }
}
