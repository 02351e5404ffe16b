use std::sync::{Arc, OnceLock};

use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

/// How much of a long line is shown on each side of what is wrong, in bytes.
const REACH: usize = 160;

/// A text with its name, as diagnostics show it: cheap to clone, and a place in it is found without reading it from the
/// start. Long lines are cut, columns count characters, and control characters do not reach a terminal.
///
/// ```
/// use qili_words::Source;
///
/// let source = Source::new("draft.rule", "clause 1 …");
/// assert_eq!((source.name(), &**source.inner()), ("draft.rule", "clause 1 …"));
/// ```
#[derive(Clone)]
pub struct Source(Arc<Inner>);

struct Inner {
    name: String,
    text: Arc<str>,
    shown: OnceLock<Shown>,
}

/// What is worked out when something is shown for the first time.
struct Shown {
    /// The text without control characters; every character as long as what it stands for.
    text: Arc<str>,
    /// First bytes of the lines.
    lines: Vec<usize>,
}

impl Source {
    /// A text and what messages call it.
    pub fn new(name: impl Into<String>, text: impl Into<Arc<str>>) -> Self {
        Self(Arc::new(Inner {
            name: name.into(),
            text: text.into(),
            shown: OnceLock::new(),
        }))
    }

    /// What messages call it.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The text.
    #[must_use]
    pub fn inner(&self) -> &Arc<str> {
        &self.0.text
    }

    fn shown(&self) -> &Shown {
        self.0.shown.get_or_init(|| {
            let text = &self.0.text;
            let starts = text.match_indices('\n').map(|(newline, _)| newline + 1);
            Shown {
                lines: std::iter::once(0).chain(starts).collect(),
                text: if text.contains(is_control) {
                    text.chars().map(visible).collect::<String>().into()
                } else {
                    Arc::clone(text)
                },
            }
        })
    }
}

/// The text is often long and says nothing of the value.
impl std::fmt::Debug for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Source").field(&self.name()).finish()
    }
}

/// Characters that a terminal obeys instead of showing them: controls, and marks that turn the direction of writing.
fn is_control(c: char) -> bool {
    c.is_control() && !matches!(c, '\n' | '\r' | '\t')
        || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

pub(crate) fn visible(c: char) -> char {
    match (is_control(c), c.len_utf8()) {
        (false, _) => c,
        (true, 1) => '?',
        (true, 2) => '¿',
        (true, _) => '\u{fffd}',
    }
}

/// The nearest place at or before one that is no part of a character.
fn boundary(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

impl SourceCode for Source {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let Shown { text, lines } = self.shown();
        let (from, to) = (span.offset(), span.offset().saturating_add(span.len()));
        if to > text.len() {
            return Err(MietteError::OutOfBounds);
        }
        let line_of = |at: usize| {
            lines
                .partition_point(|start| *start <= at)
                .saturating_sub(1)
        };
        let start_of = |line: usize| lines.get(line).copied().unwrap_or(text.len());
        // What is wrong is shown from its beginning; a context line is shown whole or not at all.
        let own = line_of(from);
        let first = (own.saturating_sub(before)..=own)
            .find(|line| from - start_of(*line) <= 2 * REACH)
            .map_or(from.saturating_sub(REACH), start_of);
        let begin = if before == 0 {
            from
        } else {
            boundary(text, first)
        };
        let reach = (to.min(from + REACH) + REACH).min(text.len());
        let last = line_of(to.saturating_sub(1).max(from));
        let end = (last..=last + after)
            .rev()
            .map(|line| start_of(line + 1))
            .find(|end| *end <= reach && after > 0)
            .unwrap_or_else(|| boundary(text, if after > 0 { reach } else { to }))
            .max(begin);
        let line = line_of(begin);
        let column = text[start_of(line)..boundary(text, begin)].chars().count();
        let data = &text.as_bytes()[begin..end];
        let contents = MietteSpanContents::new_named(
            self.name().to_owned(),
            data,
            (begin, end - begin).into(),
            line,
            column,
            line_of(end.saturating_sub(1)).saturating_sub(line) + 1,
        );
        Ok(Box::new(contents))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, span: (usize, usize)) -> (String, usize, usize) {
        let source = Source::new("t", text);
        let contents = source.read_span(&span.into(), 1, 1).unwrap();
        let data = String::from_utf8(contents.data().to_vec()).unwrap();
        (data, contents.line(), contents.column())
    }

    #[test]
    fn a_place_is_shown_with_the_lines_around_it() {
        let text = "一\n二\n三\n四\n五\n";
        assert_eq!(read(text, (8, 3)), ("二\n三\n四\n".to_owned(), 1, 0));
        assert_eq!(read(text, (0, 3)), ("一\n二\n".to_owned(), 0, 0));
        assert_eq!(read(text, (20, 0)).1, 4);
        let source = Source::new("t", "长捉 x");
        assert_eq!(source.read_span(&(7, 1).into(), 0, 0).unwrap().column(), 3);
        let alone = source.read_span(&(3, 3).into(), 0, 0).unwrap();
        assert_eq!(alone.data(), "捉".as_bytes());
        assert!(source.read_span(&(9, 1).into(), 0, 0).is_err());
    }

    #[test]
    fn long_lines_are_cut() {
        let long = "将".repeat(100_000);
        for (span, text) in [
            ((150_000, 3), long.clone()),
            ((150_000, 150_000), long.clone()),
            ((0, 3), long.clone()),
            ((long.len(), 0), long.clone()),
            ((long.len() + 1, 1), format!("{long}\nx\n{long}")),
            ((long.len() + 1, 1), format!("{long}\nx")),
        ] {
            let (data, line, column) = read(&text, span);
            assert!(data.len() <= 4 * REACH + 3, "{}", data.len());
            let begin = text
                .lines()
                .take(line)
                .map(|line| line.len() + 1)
                .sum::<usize>()
                + 3 * column;
            assert!(text[begin..].starts_with(&data));
            assert!(begin <= span.0 && span.0 <= begin + data.len());
        }
    }

    #[test]
    fn control_characters_are_not_shown() {
        let (data, ..) = read("a\u{1b}[2J\u{9b}\u{202e}b\tc\n", (0, 1));
        assert_eq!(data, "a?[2J¿\u{fffd}b\tc\n");
    }
}
