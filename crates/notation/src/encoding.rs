//! The encodings that Chinese game files come in: which one a file has, and its text line by line.
//!
//! Files seldom say what they are. UTF-8 is recognised by being valid; UTF-16 by its byte order mark or its zero bytes; GB18030
//! (with GBK and GB2312 inside it) and Big5 are told apart by decoding both and seeing which result looks like Chinese.
//!
//! ```
//! use qili_notation::encoding::{decode, Encoding};
//!
//! let (text, encoding) = decode(b"\xc5\xda\xb6\xfe\xc6\xbd\xce\xe5");
//! assert_eq!((text.as_ref(), encoding), ("炮二平五", Encoding::Gb18030));
//! ```

use std::borrow::Cow;
use std::fmt;
use std::io::{self, BufRead, Read};

use miette::Diagnostic;
use thiserror::Error;

/// How many bytes of a file are looked at to find its encoding.
pub const SNIFFED: usize = 64 * 1024;

/// The longest line, in bytes, that a text reader accepts.
pub const MAX_LINE: usize = 1024 * 1024;

/// A text encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// UTF-8, with or without a byte order mark; plain ASCII too.
    Utf8,
    /// GB18030, which contains GBK and GB2312: the usual one of mainland programs.
    Gb18030,
    /// Big5: the usual one of older programs from Hong Kong and Taiwan.
    Big5,
    /// UTF-16, little-endian.
    Utf16Le,
    /// UTF-16, big-endian.
    Utf16Be,
}

impl Encoding {
    /// The table that decodes it.
    fn table(self) -> &'static encoding_rs::Encoding {
        match self {
            Self::Utf8 => encoding_rs::UTF_8,
            Self::Gb18030 => encoding_rs::GB18030,
            Self::Big5 => encoding_rs::BIG5,
            Self::Utf16Le => encoding_rs::UTF_16LE,
            Self::Utf16Be => encoding_rs::UTF_16BE,
        }
    }

    /// The text of some bytes; what cannot be decoded becomes U+FFFD. A byte order mark is dropped.
    pub fn decode(self, bytes: &[u8]) -> Cow<'_, str> {
        self.table().decode_with_bom_removal(bytes).0
    }

    /// Bytes of some text; what the encoding lacks becomes `?`. UTF-16 is written as UTF-8.
    pub fn encode(self, text: &str) -> Vec<u8> {
        match self.table().encode(text) {
            (bytes, _, false) => bytes.into_owned(),
            (_, _, true) => text.chars().flat_map(|c| self.encode_char(c)).collect(),
        }
    }

    /// The first character of a text that the encoding lacks.
    ///
    /// ```
    /// use qili_notation::encoding::Encoding;
    ///
    /// assert_eq!(Encoding::Big5.lacks("馬8進7"), None);
    /// assert_eq!(Encoding::Big5.lacks("马8进7"), Some('马'));
    /// ```
    pub fn lacks(self, text: &str) -> Option<char> {
        let (_, _, lossy) = self.table().encode(text);
        let lacking = |c: &char| self.table().encode(c.encode_utf8(&mut [0; 4])).2;
        text.chars().filter(|_| lossy).find(lacking)
    }

    fn encode_char(self, c: char) -> Vec<u8> {
        let mut buffer = [0; 4];
        match self.table().encode(c.encode_utf8(&mut buffer)) {
            (bytes, _, false) => bytes.into_owned(),
            (_, _, true) => vec![b'?'],
        }
    }

    /// Whether a Chinese character is in the first level of GB2312 or of Big5, which hold the everyday ones of simplified and
    /// of traditional text; false in the other encodings.
    pub(crate) fn is_everyday(self, c: char) -> bool {
        match (self, self.encode_char(c).as_slice()) {
            (Self::Gb18030, [lead, trail]) => (0xB0..=0xD7).contains(lead) && *trail >= 0xA1,
            (Self::Big5, [lead, _]) => (0xA4..=0xC6).contains(lead),
            _ => false,
        }
    }

    fn is_utf16(self) -> bool {
        matches!(self, Self::Utf16Le | Self::Utf16Be)
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.table().name())
    }
}

/// The encoding of a text whose beginning these bytes are; `None` if they are plain ASCII and leave it open.
///
/// The bytes may end in the middle of a character.
pub fn sniff(bytes: &[u8]) -> Option<Encoding> {
    match bytes {
        [0xEF, 0xBB, 0xBF, ..] => return Some(Encoding::Utf8),
        [0xFF, 0xFE, ..] => return Some(Encoding::Utf16Le),
        [0xFE, 0xFF, ..] => return Some(Encoding::Utf16Be),
        _ => {}
    }
    if bytes.contains(&0) {
        return utf16_without_mark(bytes);
    }
    if bytes.is_ascii() {
        return None;
    }
    match std::str::from_utf8(bytes) {
        Ok(_) => Some(Encoding::Utf8),
        // Cut short inside its last character.
        Err(error) if error.error_len().is_none() && error.valid_up_to() > 0 => {
            Some(Encoding::Utf8)
        }
        Err(_) => Some(legacy(bytes)),
    }
}

/// Whether these first bytes of a file can be text at all.
pub fn is_text(bytes: &[u8]) -> bool {
    let control = |b: &&u8| matches!(b, 0..=8 | 14..=25 | 27..=31 | 127);
    match sniff(bytes) {
        Some(encoding) if encoding.is_utf16() => !encoding.decode(bytes).contains('\0'),
        _ => bytes.iter().filter(control).count() == 0,
    }
}

/// Decodes a whole text in whatever encoding it has; what cannot be decoded becomes U+FFFD.
pub fn decode(bytes: &[u8]) -> (Cow<'_, str>, Encoding) {
    let encoding = sniff(bytes).unwrap_or(Encoding::Utf8);
    (encoding.decode(bytes), encoding)
}

/// UTF-16 that does not say so: the zero bytes of its ASCII characters stand all on one side.
fn utf16_without_mark(bytes: &[u8]) -> Option<Encoding> {
    let zeros = |odd: usize| {
        bytes
            .iter()
            .skip(odd)
            .step_by(2)
            .filter(|&&b| b == 0)
            .count()
    };
    match (zeros(0), zeros(1)) {
        (0, _) => Some(Encoding::Utf16Le),
        (_, 0) => Some(Encoding::Utf16Be),
        _ => None,
    }
}

/// GB18030 or Big5, whichever makes more sense of the bytes.
fn legacy(bytes: &[u8]) -> Encoding {
    if plausibility(Encoding::Big5, bytes) > plausibility(Encoding::Gb18030, bytes) {
        Encoding::Big5
    } else {
        Encoding::Gb18030
    }
}

/// How much like Chinese game text the bytes look in an encoding: characters of move texts and everyday ones count for it,
/// undecodable bytes and rare characters against it.
fn plausibility(encoding: Encoding, bytes: &[u8]) -> i64 {
    const MOVE_TEXT: &str =
        "一二三四五六七八九十进進退平前后後中，。：；（）《》第红紅黑方胜勝负負和棋局赛賽年月日";
    let rare = |c: char| matches!(c as u32, 0x3400..=0x4DBF | 0xE000..=0xF8FF | 0x20000..);
    let text = encoding.decode(bytes);
    let mut score = 0;
    for c in text.chars().filter(|c| !c.is_ascii()) {
        score += match c {
            '\u{FFFD}' => -10,
            _ if MOVE_TEXT.contains(c) => 5,
            _ if rare(c) => -3,
            '\u{FF10}'..='\u{FF19}' | '\u{3000}' => 3,
            _ if encoding.is_everyday(c) => 1,
            '\u{4E00}'..='\u{9FFF}' => -1,
            _ => 0,
        };
    }
    score
}

/// Why a line could not be read.
#[derive(Debug, Error, Diagnostic)]
pub enum LineError {
    /// The source failed.
    #[error("the input cannot be read")]
    #[diagnostic(code(qili::text::io))]
    Io(#[from] io::Error),
    /// The line is longer than [`MAX_LINE`]; the reader has skipped it.
    #[error("line {line} is longer than {MAX_LINE} bytes")]
    #[diagnostic(code(qili::text::long_line), help("this is hardly a game file"))]
    TooLong {
        /// The line's number, from 1.
        line: u64,
    },
}

/// The lines of a text in any encoding, one at a time, in constant memory.
///
/// A file put together from others may mix UTF-8 with a legacy encoding; each line is decoded for itself.
#[derive(Debug)]
pub struct Lines<R> {
    reader: R,
    encoding: Option<Encoding>,
    number: u64,
    raw: Vec<u8>,
    text: String,
    malformed: bool,
}

impl<R: BufRead> Lines<R> {
    /// The lines of a reader.
    pub fn new(reader: R) -> Self {
        Self {
            reader,
            encoding: None,
            number: 0,
            raw: Vec::new(),
            text: String::new(),
            malformed: false,
        }
    }

    /// The number of the line read last, from 1.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The line read last.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether the line read last has bytes that its encoding does not know.
    pub fn is_malformed(&self) -> bool {
        self.malformed
    }

    /// The encoding found so far; `None` while everything was plain ASCII.
    pub fn encoding(&self) -> Option<Encoding> {
        self.encoding
    }

    /// Reads one line, without its end; false at the end of the text.
    ///
    /// # Errors
    /// The source fails, or the line is too long; after the latter, reading goes on with the next line.
    pub fn advance(&mut self) -> Result<bool, LineError> {
        if self.number == 0 {
            let ahead = self.reader.fill_buf()?;
            self.encoding = sniff(ahead.get(..SNIFFED).unwrap_or(ahead));
        }
        self.raw.clear();
        self.text.clear();
        self.number += 1;
        if !self.read_raw()? {
            self.number -= 1;
            return Ok(false);
        }
        if self.encoding.is_none() && !self.raw.is_ascii() {
            // The first line that tells, with what comes after it.
            let ahead = self.reader.fill_buf()?;
            let sample = [&self.raw, ahead.get(..SNIFFED).unwrap_or(ahead)].concat();
            self.encoding = sniff(&sample);
        }
        self.decode();
        Ok(true)
    }

    fn read_raw(&mut self) -> Result<bool, LineError> {
        loop {
            let room = (MAX_LINE + 1 - self.raw.len()) as u64;
            let read = self
                .reader
                .by_ref()
                .take(room)
                .read_until(b'\n', &mut self.raw)?;
            if read == 0 {
                return Ok(!self.raw.is_empty());
            }
            if self.raw.len() > MAX_LINE {
                self.skip_line()?;
                self.raw.clear();
                return Err(LineError::TooLong { line: self.number });
            }
            let odd = self.raw.len() % 2 == 1;
            match self.encoding {
                Some(Encoding::Utf16Le) if odd => {
                    let mut high = [0];
                    if self.reader.read(&mut high)? == 1 {
                        self.raw.push(high[0]);
                    }
                    if high[0] == 0 {
                        return Ok(true);
                    }
                }
                Some(Encoding::Utf16Le) => {}
                Some(Encoding::Utf16Be) if odd || !self.raw.ends_with(&[0, b'\n']) => {}
                _ => return Ok(true),
            }
        }
    }

    /// Drops the rest of a line that is too long.
    fn skip_line(&mut self) -> io::Result<()> {
        if self.raw.ends_with(b"\n") {
            return Ok(());
        }
        loop {
            let ahead = self.reader.fill_buf()?;
            let (length, done) = match ahead.iter().position(|&b| b == b'\n') {
                Some(end) => (end + 1, true),
                None => (ahead.len(), ahead.is_empty()),
            };
            self.reader.consume(length);
            if done {
                return Ok(());
            }
        }
    }

    fn decode(&mut self) {
        let raw = if self.number == 1 {
            without_mark(&self.raw)
        } else {
            &self.raw
        };
        let legacy = self.encoding.unwrap_or(Encoding::Utf8);
        match std::str::from_utf8(raw) {
            Ok(text)
                if legacy == Encoding::Utf8
                    || text.is_ascii() && !legacy.is_utf16()
                    || is_surely_utf8(text, legacy) =>
            {
                self.text.push_str(text);
                self.malformed = false;
            }
            _ => {
                let encoding = if legacy == Encoding::Utf8 {
                    crate::encoding::legacy(raw)
                } else {
                    legacy
                };
                self.text.push_str(&encoding.decode(raw));
                self.malformed = self.text.contains('\u{FFFD}');
            }
        }
        while self.text.ends_with(['\n', '\r', '\u{1A}']) {
            self.text.pop();
        }
    }
}

/// UTF-8 inside a file that began in another encoding: two-byte sequences may be accidents, Chinese characters are not.
fn is_surely_utf8(text: &str, legacy: Encoding) -> bool {
    !legacy.is_utf16() && text.chars().all(|c| c.is_ascii() || c as u32 >= 0x2E80)
}

fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIMPLIFIED: &str = "  1. 炮二平五 马２进３\n  2. 马八进七 车１平２\n北京\n";
    const TRADITIONAL: &str = "  1. 炮二平五 馬２進３\n  2. 馬八進七 車１平２\n臺北\n";

    fn lines(bytes: &[u8]) -> Vec<String> {
        let mut lines = Lines::new(bytes);
        let mut all = Vec::new();
        while lines.advance().unwrap() {
            all.push(lines.text().to_owned());
        }
        all
    }

    fn utf16(text: &str, mark: bool, little: bool) -> Vec<u8> {
        let mark = mark.then_some(0xFEFF);
        mark.into_iter()
            .chain(text.encode_utf16())
            .flat_map(|u| {
                if little {
                    u.to_le_bytes()
                } else {
                    u.to_be_bytes()
                }
            })
            .collect()
    }

    #[test]
    fn encodings_are_told_apart() {
        for (text, encoding) in [
            (SIMPLIFIED, Encoding::Gb18030),
            (TRADITIONAL, Encoding::Big5),
            (SIMPLIFIED, Encoding::Utf8),
            ("[Site \"北京\"]", Encoding::Gb18030),
            ("兵七進一 卒７進１", Encoding::Gb18030),
            ("兵七進一 卒７進１", Encoding::Big5),
        ] {
            let bytes = encoding.encode(text);
            assert_eq!(sniff(&bytes), Some(encoding), "{text}");
            assert_eq!(lines(&bytes), text.lines().collect::<Vec<_>>());
        }
        assert_eq!(sniff(b"1. h2e2"), None);
    }

    #[test]
    fn utf_16_is_read_with_and_without_a_mark() {
        for (mark, little) in [(true, true), (true, false), (false, true), (false, false)] {
            let bytes = utf16(SIMPLIFIED, mark, little);
            assert_eq!(
                lines(&bytes),
                SIMPLIFIED.lines().collect::<Vec<_>>(),
                "{mark} {little}"
            );
        }
        // A character whose low or high byte is a line feed does not end the line.
        let bytes = utf16("上\u{0A0A}\u{4E0A}x\ny", true, true);
        assert_eq!(lines(&bytes), ["上\u{0A0A}\u{4E0A}x", "y"]);
    }

    #[test]
    fn lines_of_two_encodings_in_one_file() {
        let mut bytes = Encoding::Gb18030.encode(SIMPLIFIED);
        bytes.extend_from_slice(SIMPLIFIED.as_bytes());
        let expected: Vec<_> = SIMPLIFIED.lines().chain(SIMPLIFIED.lines()).collect();
        assert_eq!(lines(&bytes), expected);
    }

    #[test]
    fn an_endless_line_is_an_error_and_the_next_one_is_read() {
        let source = io::repeat(b'x')
            .take(20 * MAX_LINE as u64)
            .chain(&b"\n1. h2e2\n"[..]);
        let mut lines = Lines::new(io::BufReader::new(source));
        assert!(matches!(
            lines.advance(),
            Err(LineError::TooLong { line: 1 })
        ));
        assert!(lines.advance().unwrap());
        assert_eq!((lines.text(), lines.number()), ("1. h2e2", 2));
        assert!(!lines.advance().unwrap());
    }

    #[test]
    fn what_is_not_text() {
        assert!(is_text("炮二平五\r\n\t".as_bytes()));
        assert!(!is_text(b"\x7fELF\x02\x01\x01\0\0\0"));
    }
}
