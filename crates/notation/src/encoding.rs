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
use qili_words::{Localized, Texts, refusal};
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
/// The bytes may end in the middle of a character, and a few of them may be damaged.
pub fn sniff(bytes: &[u8]) -> Option<Encoding> {
    if let Some(encoding) = mark(bytes) {
        return Some(encoding);
    }
    if let Some(encoding) = utf16_without_mark(bytes) {
        return Some(encoding);
    }
    if bytes.is_ascii() {
        return None;
    }
    let mut evidence = Evidence::default();
    evidence.add(bytes);
    Some(evidence.encoding().unwrap_or(Encoding::Utf8))
}

/// Decodes a whole text in whatever encoding it has; what cannot be decoded becomes U+FFFD.
pub fn decode(bytes: &[u8]) -> (Cow<'_, str>, Encoding) {
    let encoding = sniff(bytes).unwrap_or(Encoding::Utf8);
    (encoding.decode(bytes), encoding)
}

/// What a byte order mark says.
fn mark(bytes: &[u8]) -> Option<Encoding> {
    match bytes {
        [0xEF, 0xBB, 0xBF, ..] => Some(Encoding::Utf8),
        [0xFF, 0xFE, ..] => Some(Encoding::Utf16Le),
        [0xFE, 0xFF, ..] => Some(Encoding::Utf16Be),
        _ => None,
    }
}

/// UTF-16 that does not say so: the zero bytes of its ASCII characters stand all on one side. A single zero is damage.
fn utf16_without_mark(bytes: &[u8]) -> Option<Encoding> {
    let zeros = |odd: usize| {
        let side = bytes.iter().skip(odd).step_by(2);
        side.filter(|&&b| b == 0).count()
    };
    match (zeros(0), zeros(1)) {
        (0, odd) if odd > 1 && odd * 16 > bytes.len() => Some(Encoding::Utf16Le),
        (even, 0) if even > 1 && even * 16 > bytes.len() => Some(Encoding::Utf16Be),
        _ => None,
    }
}

/// What some bytes that are not all valid UTF-8 tell of their encoding.
#[derive(Debug, Default)]
struct Evidence {
    /// Bytes in valid sequences of UTF-8 that hardly occur by chance.
    utf8: usize,
    /// Bytes that UTF-8 does not know.
    invalid: usize,
    gb18030: i64,
    big5: i64,
}

impl Evidence {
    /// How much better an encoding has to look than the other one before no more bytes are asked.
    const CLEAR: i64 = 8;

    fn add(&mut self, bytes: &[u8]) {
        if bytes.is_ascii() {
            return;
        }
        for chunk in bytes.utf8_chunks() {
            let long = chunk.valid().chars().map(char::len_utf8);
            self.utf8 += long.filter(|&length| length > 2).sum::<usize>();
            self.invalid += chunk.invalid().len();
        }
        self.gb18030 += plausibility(Encoding::Gb18030, bytes);
        self.big5 += plausibility(Encoding::Big5, bytes);
    }

    fn is_utf8(&self) -> bool {
        self.utf8 > self.invalid || self.invalid == 0
    }

    fn is_clear(&self) -> bool {
        let best = self.gb18030.max(self.big5);
        self.is_utf8() || best >= Self::CLEAR && (self.gb18030 - self.big5).abs() >= Self::CLEAR
    }

    /// The encoding; `None` where the bytes look like damage rather than like text of any encoding.
    fn encoding(&self) -> Option<Encoding> {
        if self.is_utf8() {
            Some(Encoding::Utf8)
        } else if self.gb18030.max(self.big5) <= 0 {
            None
        } else if self.big5 > self.gb18030 {
            Some(Encoding::Big5)
        } else {
            Some(Encoding::Gb18030)
        }
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

impl Localized for LineError {
    fn chinese(&self) -> Texts {
        match self {
            Self::Io(error) => Texts::new(format!("读不出：{}", refusal(error).zh)),
            Self::TooLong { line } => {
                Texts::new(format!("第 {line} 行超过 {MAX_LINE} 字节")).help("这不像是棋谱文件")
            }
        }
    }
}

/// What is wrong with the bytes of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Damage {
    /// A control character, which no text of a game has.
    Control(char),
    /// Bytes that the encoding does not know.
    Malformed(Encoding),
}

/// The lines of a text in any encoding, one at a time, in constant memory.
///
/// A file put together from others may mix UTF-8 with a legacy encoding; each line is decoded for itself. What a line becomes
/// depends on the bytes alone, never on how many of them a source delivers at a time. A line in a legacy encoding may have to
/// wait for those after it to tell which one it is, but for none beyond the end of a game.
#[derive(Debug)]
pub struct Lines<R> {
    reader: R,
    /// What has been read beyond the line, and how much of it has been taken.
    ahead: Vec<u8>,
    taken: usize,
    encoding: Option<Encoding>,
    /// How many bytes from here on have been looked at, and no encoding was found for them.
    undecided: usize,
    number: u64,
    raw: Vec<u8>,
    text: String,
    damage: Option<(usize, Damage)>,
}

impl<R: BufRead> Lines<R> {
    /// The lines of a reader.
    pub fn new(reader: R) -> Self {
        Self {
            reader,
            ahead: Vec::new(),
            taken: 0,
            encoding: None,
            undecided: 0,
            number: 0,
            raw: Vec::new(),
            text: String::new(),
            damage: None,
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

    /// Drops the beginning of the line read last.
    pub(crate) fn drop_text(&mut self, end: usize) {
        self.text.drain(..end);
        self.damage = None;
    }

    /// The first thing that is wrong with the line read last, and where in its text, in bytes.
    pub fn damage(&self) -> Option<(usize, Damage)> {
        self.damage
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
            self.find_utf16()?;
        }
        self.raw.clear();
        self.text.clear();
        self.damage = None;
        self.number += 1;
        if !self.read_raw()? {
            self.number -= 1;
            return Ok(false);
        }
        self.decode()?;
        self.undecided = self.undecided.saturating_sub(self.raw.len());
        Ok(true)
    }

    /// Looks at the first bytes for UTF-16, whose lines are cut otherwise.
    fn find_utf16(&mut self) -> io::Result<()> {
        let plain = |b: &u8| matches!(b, b'\t' | b'\n' | b'\r' | b' '..=b'~');
        let first = self.peek(4)?;
        if first.iter().all(plain) {
            return Ok(());
        }
        self.encoding = mark(first);
        if self.encoding.is_none() {
            let end = self.line_ahead(0)?;
            let line = &self.ahead[..end];
            self.encoding = utf16_without_mark(line);
        }
        Ok(())
    }

    /// Some bytes that come next, fewer at the end.
    fn peek(&mut self, count: usize) -> io::Result<&[u8]> {
        while self.ahead.len() < count {
            let room = (count - self.ahead.len()) as u64;
            if self
                .reader
                .by_ref()
                .take(room)
                .read_to_end(&mut self.ahead)?
                == 0
            {
                break;
            }
        }
        Ok(&self.ahead)
    }

    /// Reads ahead the line that begins at an offset of what is ahead, or a part of it; where it ends.
    fn line_ahead(&mut self, start: usize) -> io::Result<usize> {
        let rest = self.ahead.get(start..).unwrap_or_default();
        if let Some(end) = rest.iter().position(|&b| b == b'\n') {
            return Ok(start + end + 1);
        }
        let mut rest = self.reader.by_ref().take(SNIFFED as u64);
        rest.read_until(b'\n', &mut self.ahead)?;
        Ok(self.ahead.len())
    }

    /// Takes bytes up to the end of a line, but no more than there is room for.
    fn take_line(&mut self, room: usize) -> io::Result<usize> {
        let before = self.raw.len();
        let rest = &self.ahead[self.taken..];
        if !rest.is_empty() {
            let end = rest.iter().position(|&b| b == b'\n');
            let count = end.map_or(rest.len(), |end| end + 1).min(room);
            self.raw.extend_from_slice(&rest[..count]);
            self.taken += count;
            if self.taken == self.ahead.len() {
                self.ahead.clear();
                self.taken = 0;
            }
            if end.is_some() || count == room {
                return Ok(count);
            }
        }
        let room = (room - (self.raw.len() - before)) as u64;
        self.reader
            .by_ref()
            .take(room)
            .read_until(b'\n', &mut self.raw)?;
        Ok(self.raw.len() - before)
    }

    fn read_raw(&mut self) -> Result<bool, LineError> {
        loop {
            if self.take_line(MAX_LINE + 1 - self.raw.len())? == 0 {
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
                    // the high byte of the line feed
                    if self.take_line(1)? == 0 || self.raw.ends_with(b"\n\0") {
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
        while !self.raw.ends_with(b"\n") {
            self.raw.clear();
            if self.take_line(SNIFFED)? == 0 {
                break;
            }
        }
        Ok(())
    }

    fn decode(&mut self) -> io::Result<()> {
        let raw = std::mem::take(&mut self.raw);
        let bytes = if self.number == 1 {
            without_mark(&raw)
        } else {
            &raw
        };
        match std::str::from_utf8(bytes) {
            Ok(text) if self.takes_utf8(text) => {
                if self.encoding.is_none() && !text.is_ascii() {
                    self.encoding = Some(Encoding::Utf8);
                }
                self.text.push_str(text);
            }
            _ => {
                let encoding = self.encoding_of(bytes)?;
                self.text.push_str(&encoding.decode(bytes));
                let first = self.text.find('\u{FFFD}');
                self.damage = first.map(|at| (at, Damage::Malformed(encoding)));
            }
        }
        self.raw = raw;
        while self.text.ends_with(['\n', '\r', '\u{1A}']) {
            self.text.pop();
        }
        let control = |&b: &u8| b < b' ' && !matches!(b, b'\t' | b'\r') || b == 0x7F;
        if self.damage.is_none()
            && let Some(at) = self.text.bytes().position(|b| control(&b))
        {
            let character = self.text.as_bytes()[at].into();
            self.damage = Some((at, Damage::Control(character)));
        }
        Ok(())
    }

    /// Whether a line that is valid UTF-8 is meant as such.
    fn takes_utf8(&self, text: &str) -> bool {
        match self.encoding {
            None | Some(Encoding::Utf8) => true,
            Some(legacy) => text.is_ascii() && !legacy.is_utf16() || is_surely_utf8(text, legacy),
        }
    }

    /// The encoding of a line that is not all UTF-8.
    fn encoding_of(&mut self, line: &[u8]) -> io::Result<Encoding> {
        /// As many bytes as one damaged character has.
        const ONE: usize = 3;
        if let Some(utf16) = self.encoding.filter(|encoding| encoding.is_utf16()) {
            return Ok(utf16);
        }
        let mut evidence = Evidence::default();
        evidence.add(line);
        let is_damaged = self.encoding == Some(Encoding::Utf8) && evidence.invalid <= ONE;
        if evidence.is_utf8() || is_damaged {
            return Ok(Encoding::Utf8);
        }
        if let Some(legacy) = self.encoding.filter(|known| *known != Encoding::Utf8) {
            return Ok(legacy);
        }
        if self.undecided > 0 {
            return Ok(Encoding::Utf8);
        }
        let looked = self.look_ahead(line, &mut evidence)?;
        match evidence.encoding() {
            Some(Encoding::Utf8) | None => {
                self.undecided = looked;
                Ok(Encoding::Utf8)
            }
            Some(legacy) => {
                self.encoding = Some(legacy);
                Ok(legacy)
            }
        }
    }

    /// Looks at the lines after one until they tell the encoding, or a game ends; how many bytes these were.
    fn look_ahead(&mut self, line: &[u8], evidence: &mut Evidence) -> io::Result<usize> {
        let first = self.taken;
        let mut start = first;
        let mut ended = ends_game(line);
        while !ended && !evidence.is_clear() && start - first < SNIFFED {
            let end = self.line_ahead(start)?;
            if end == start {
                break;
            }
            let line = &self.ahead[start..end];
            evidence.add(line);
            ended = ends_game(line);
            start = end;
        }
        Ok(line.len() + start - first)
    }
}

/// Whether a line of any encoding ends with the result of a game: who waits for an answer sends nothing after it.
fn ends_game(line: &[u8]) -> bool {
    let line = line.trim_ascii_end();
    [&b"*"[..], b"1-0", b"0-1", b"1/2-1/2"]
        .iter()
        .any(|result| line.ends_with(result))
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

    /// A source that delivers a few bytes at a time.
    struct Drops<'b>(&'b [u8], usize);

    impl Read for Drops<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = self.1.min(buffer.len());
            (&mut self.0).take(count as u64).read(buffer)
        }
    }

    #[test]
    fn lines_do_not_depend_on_how_bytes_arrive() {
        let damaged = [
            &SIMPLIFIED.as_bytes()[..10],
            b"\xFF\0",
            TRADITIONAL.as_bytes(),
        ]
        .concat();
        for bytes in [
            Encoding::Gb18030.encode(SIMPLIFIED),
            Encoding::Big5.encode(TRADITIONAL),
            utf16(SIMPLIFIED, false, true),
            utf16(SIMPLIFIED, true, false),
            damaged,
        ] {
            for size in 1..bytes.len() {
                let source = io::BufReader::with_capacity(size, Drops(&bytes, size));
                let mut read = Lines::new(source);
                let mut all = Vec::new();
                while read.advance().unwrap() {
                    all.push(read.text().to_owned());
                }
                assert_eq!(all, lines(&bytes), "{size}");
            }
        }
    }

    #[test]
    fn what_looks_alike_in_two_encodings_tells_nothing_yet() {
        let clear = |gb18030, big5| {
            let evidence = Evidence {
                invalid: 1,
                gb18030,
                big5,
                ..Evidence::default()
            };
            evidence.is_clear()
        };
        assert!(clear(8, 0) && clear(-3, 12));
        assert!(!clear(10, 9) && !clear(20, 13) && !clear(5, -5));
    }

    #[test]
    fn a_single_zero_byte_is_damage_on_whichever_side_it_stands() {
        let utf16 = [Some(Encoding::Utf16Be), Some(Encoding::Utf16Le)];
        assert_eq!([&b"\0a\0b"[..], b"a\0b\0"].map(sniff), utf16);
        for damaged in [&b"\0abc"[..], b"a\0bc"] {
            assert_eq!(sniff(damaged), None, "{damaged:?}");
        }
    }

    #[test]
    fn damage_costs_a_character_and_has_a_place() {
        let mut read =
            Lines::new(&b"[Red \"\xE7\x94\xB2\xE4\xB8\"]\n[Black \"\xE4\xB8\"]\na\0b\x07\n"[..]);
        let mut all = Vec::new();
        while read.advance().unwrap() {
            all.push((read.text().to_owned(), read.damage()));
        }
        let malformed = Damage::Malformed(Encoding::Utf8);
        assert_eq!(
            all,
            [
                ("[Red \"甲\u{FFFD}\"]".to_owned(), Some((9, malformed))),
                ("[Black \"\u{FFFD}\"]".to_owned(), Some((8, malformed))),
                ("a\0b\u{7}".to_owned(), Some((1, Damage::Control('\0')))),
            ]
        );
    }
}
