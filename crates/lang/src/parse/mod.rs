//! From text to tree.
//!
//! ```
//! let file = qili_lang::parse::parse("natures.rule", r#"
//! clause 24.11 "捉" "chase" {
//!   nature 捉 chase
//!   targets x of opponent where x is prey
//! }
//! "#)?;
//! assert_eq!(file.clauses[0].article.text, "24.11");
//! # Ok::<(), qili_lang::parse::ParseError>(())
//! ```
//!
//! Every clause is read by itself, so that one with a mistake does not hide the others: see [`parse_recovering`].

mod build;
mod error;
mod explain;
mod expression;
mod pieces;
mod searches;

use crate::grammar::{Rule, read};
use crate::scan::{Scan, scan};
use crate::syntax::{Clause, Comment, File, Span};
use build::{Builder, Built};
use error::Problem;
pub use error::{ParseError, SHOWN};
use qili_words::{Language, Source};

/// The longest rule file, in bytes.
pub const SIZE_LIMIT: usize = 1 << 18;
/// The longest clause with the comments in and behind it, in bytes.
pub const CLAUSE_SIZE_LIMIT: usize = 1 << 15;
/// The longest name, in characters.
pub const NAME_LIMIT: usize = 64;
/// The most clauses that one file may have.
pub const CLAUSE_LIMIT: usize = 4096;
/// How deeply expressions may be nested; every bracket, quantifier, `not`, `of`, sign and place counts.
pub const DEPTH_LIMIT: usize = 64;

/// Reads a rule file; `name` is what diagnostics call it.
///
/// # Errors
/// The mistakes, [together](ParseError::together).
pub fn parse(name: &str, text: &str) -> Result<File, ParseError> {
    let (file, errors) = parse_recovering(name, text);
    match ParseError::together(errors) {
        Some(error) => Err(error),
        None => Ok(file),
    }
}

/// Reads as much of a rule file as can be read: the clauses without mistakes, and the mistake of each other clause.
///
/// ```
/// let text = "clause 1 \"一\" \"one\" { unit 子 piece }\nclause 2 \"二\" { unti 子 }\nclause 3 \"三\" { unit 兵 soldier }";
/// let (file, errors) = qili_lang::parse::parse_recovering("units.rule", text);
/// assert_eq!(file.clauses.len(), 2);
/// assert_eq!(errors.len(), 1);
/// ```
#[must_use]
pub fn parse_recovering(name: &str, text: &str) -> (File, Vec<ParseError>) {
    let mut reader = Reader::new(name, text);
    reader.read();
    (reader.file, reader.errors)
}

/// Keywords that are not in the language that a file states, one diagnostic (a warning) for each clause that mixes them.
///
/// ```
/// let text = "clause 1 \"一\" \"one\" { 单位 强子 }";
/// let warnings = qili_lang::parse::mixed_keywords("r", text);
/// assert_eq!(warnings[0].to_string(), "`单位` is not a keyword of this file's language");
/// ```
#[must_use]
pub fn mixed_keywords(name: &str, text: &str) -> Vec<ParseError> {
    let mut reader = Reader::new(name, text);
    reader.read();
    let problems = std::mem::take(&mut reader.mixed);
    reader.errors.clear();
    for problem in problems {
        reader.report(problem);
    }
    reader.errors
}

struct Reader<'t> {
    name: &'t str,
    text: &'t str,
    /// What the diagnostics share.
    source: Option<Source>,
    scan: Scan,
    file: File,
    errors: Vec<ParseError>,
    mixed: Vec<Problem>,
}

impl<'t> Reader<'t> {
    fn new(name: &'t str, text: &'t str) -> Self {
        Self {
            name,
            text,
            source: None,
            scan: Scan::default(),
            file: File {
                language: Language::English,
                clauses: Vec::new(),
                header: Vec::new(),
                footer: Vec::new(),
            },
            errors: Vec::new(),
            mixed: Vec::new(),
        }
    }

    fn read(&mut self) {
        if self.text.len() > SIZE_LIMIT {
            return self.report(Problem::too_large(self.text.len(), SIZE_LIMIT));
        }
        self.scan = scan(self.text);
        if let Some(at) = self.scan.clauses.get(CLAUSE_LIMIT) {
            return self.report(Problem::too_many_clauses(*at, CLAUSE_LIMIT));
        }
        let starts = std::mem::take(&mut self.scan.clauses);
        let header_end = starts.first().copied().unwrap_or(self.text.len());
        let language_line = self.header(header_end);
        let mut leading = self.header_comments(language_line, header_end);
        for (index, start) in starts.iter().enumerate() {
            let end = starts.get(index + 1).copied().unwrap_or(self.text.len());
            leading = self.clause(*start, end, leading);
        }
        self.file.footer = leading;
    }

    /// The text as the grammar reads it, with the same places.
    fn plain(&self) -> &str {
        self.scan.simplified.as_deref().unwrap_or(self.text)
    }

    fn report(&mut self, problem: Problem) {
        let source = self
            .source
            .get_or_insert_with(|| Source::new(self.name, self.text));
        self.errors.push(ParseError::new(problem, source.clone()));
    }

    /// The line that states the language; returns where it begins, if there is one.
    fn header(&mut self, end: usize) -> Option<usize> {
        match read(Rule::header, &self.plain()[..end]) {
            Ok(pairs) => {
                let words: Vec<_> = pairs.flatten().collect();
                let is_chinese = words.iter().any(|pair| pair.as_rule() == Rule::kw_chinese);
                let line = words
                    .iter()
                    .find(|pair| pair.as_rule() == Rule::kw_language)
                    .map(|pair| pair.as_span().start());
                if is_chinese {
                    self.file.language = Language::Chinese;
                }
                line
            }
            Err(unread) => {
                let problem = Problem::unread(&unread, self.text, 0, self.file.language);
                self.report(problem);
                None
            }
        }
    }

    fn header_comments(&mut self, language_line: Option<usize>, end: usize) -> Vec<Comment> {
        let mut leading = Vec::new();
        for comment in &self.scan.comments {
            if comment.start >= end {
                break;
            }
            let above = language_line.is_some_and(|line| {
                comment.start < line || !self.text[line..comment.start].contains('\n')
            });
            let remembered = self.comment(*comment, 0, false);
            if above {
                self.file.header.push(remembered);
            } else {
                leading.push(remembered);
            }
        }
        leading
    }

    /// One clause and the comments up to the next; returns those that belong to the next.
    fn clause(&mut self, start: usize, end: usize, leading: Vec<Comment>) -> Vec<Comment> {
        match self.built(start, end) {
            Ok((mut clause, statements, foreign)) => {
                self.mixed.extend(foreign);
                clause.comments = leading;
                let next = self.attach(&mut clause, &statements, end);
                self.file.clauses.push(clause);
                next
            }
            Err(problem) => {
                self.report(problem);
                Vec::new()
            }
        }
    }

    /// A clause, the first bytes of its statements, and its first keyword of the other language.
    fn built(&self, start: usize, end: usize) -> Built<(Clause, Vec<usize>, Option<Problem>)> {
        let language = self.file.language;
        let plain = self.plain();
        let long = self.scan.long.iter().find(|word| word.start >= start);
        if let Some(word) = long.filter(|word| word.end <= end) {
            return Err(Problem::too_long(*word));
        }
        let parsed = read(Rule::whole_clause, &plain[start..end])
            .map_err(|unread| Problem::unread(&unread, self.text, start, language))?;
        let foreign = parsed.clone().flatten().find_map(|pair| {
            let word = crate::keywords::keyword(pair.as_rule())?;
            let is_chinese = !pair.as_str().is_ascii();
            (is_chinese != (language == Language::Chinese)).then(|| {
                let span = pair.as_span();
                let span = Span {
                    start: start + span.start(),
                    end: start + span.end(),
                };
                Problem::mixed(pair.as_str(), word.word(language), span)
            })
        });
        let builder = Builder::new(plain, start, &self.scan.comments, language);
        let (clause, statements) = builder.clause(parsed)?;
        Ok((clause, statements, foreign))
    }

    /// Gives a clause its comments; `statements` are the first bytes of its statements, the last its closing brace.
    fn attach(&self, clause: &mut Clause, statements: &[usize], end: usize) -> Vec<Comment> {
        let mut next = Vec::new();
        let last = statements.len().saturating_sub(1);
        let first = self
            .scan
            .comments
            .partition_point(|comment| comment.start < clause.span.start);
        for comment in self.scan.comments[first..]
            .iter()
            .take_while(|comment| comment.start < end)
        {
            let line = self.text[..comment.start]
                .rfind('\n')
                .map_or(0, |newline| newline + 1);
            let own_line = self.text[line..comment.start].trim().is_empty();
            if comment.start >= clause.span.end && (own_line || line >= clause.span.end) {
                next.push(self.comment(*comment, 0, false));
                continue;
            }
            let after = statements.partition_point(|statement| *statement < comment.start);
            let inside = statements
                .get(after)
                .is_none_or(|next| self.says_something(comment.end, *next));
            let statement = if own_line && !inside {
                after.min(last)
            } else {
                after.saturating_sub(1)
            };
            let taken = clause
                .comments
                .iter()
                .any(|other| other.trailing && other.statement == statement);
            clause
                .comments
                .push(self.comment(*comment, statement, !own_line && !taken));
        }
        clause
            .comments
            .sort_by_key(|comment| (comment.statement, comment.trailing));
        next
    }

    /// Whether anything but blanks and comments stands between two places.
    fn says_something(&self, mut from: usize, to: usize) -> bool {
        let next = self
            .scan
            .comments
            .partition_point(|comment| comment.start < from);
        for comment in self.scan.comments[next..]
            .iter()
            .take_while(|comment| comment.start < to)
        {
            if !self.text[from..comment.start].trim().is_empty() {
                return true;
            }
            from = comment.end;
        }
        !self.text[from..to].trim().is_empty()
    }

    fn comment(&self, span: Span, statement: usize, trailing: bool) -> Comment {
        let gap = !trailing && {
            let rest = &self.text[span.end..];
            let blank = &rest[..rest
                .find(|c: char| !c.is_whitespace())
                .unwrap_or(rest.len())];
            blank.matches('\n').count() > 1
        };
        Comment {
            text: self.text[span.start..span.end]
                .trim_start_matches(['#', '＃'])
                .trim()
                .to_owned(),
            statement,
            trailing,
            gap,
        }
    }
}
