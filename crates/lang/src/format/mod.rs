//! From tree to text: one canonical form, in either language.
//!
//! ```
//! use qili_lang::{format::format, parse::parse};
//! use qili_words::Language;
//!
//! let file = parse("r", "clause 25.1 \"单方面长将\" \"one-sided perpetual check\" { ruling for s when s is 长将 then s loses }")?;
//! assert_eq!(format(&file, Language::Chinese), r#"语言 中文
//!
//! 条 25.1 "单方面长将" "one-sided perpetual check" {
//!   裁决 对 s
//!     当 s 是 长将
//!     则 s 负
//! }
//! "#);
//! # Ok::<(), qili_lang::parse::ParseError>(())
//! ```
//!
//! Names of declared things stay as they are written; keywords and words of the vocabulary are translated. Comments stay
//! at their statement.

mod effects;
mod expression;
mod reader;

use crate::grammar::Rule;
use crate::keywords::text;
use crate::parse::parse_recovering;
use crate::syntax::{Amendment, Clause, Comment, Expr, File, Remark};
pub use expression::print_expr;
use qili_words::{Language, Localized, Texts};
pub use reader::{Reader, known_as, number, numbered};

/// Lines are broken, where they can be, to stay within this width; a Chinese character counts as two.
const WIDTH: usize = 110;

/// The canonical text of a file in a language, whatever language it was written in.
#[must_use]
pub fn format(file: &File, language: Language) -> String {
    let mut printer = Printer {
        language,
        out: String::new(),
    };
    printer.comments(&file.header, 0);
    let own_name = match language {
        Language::Chinese => Rule::kw_chinese,
        Language::English => Rule::kw_english,
    };
    let line = format!(
        "{} {}",
        printer.word(Rule::kw_language),
        printer.word(own_name)
    );
    printer.line(0, &line, None);
    for clause in &file.clauses {
        printer.out.push('\n');
        printer.clause(clause);
    }
    if !file.footer.is_empty() {
        printer.out.push('\n');
        printer.comments(&file.footer, 0);
    }
    // An empty line after the last comment says nothing.
    let length = printer.out.trim_end().len();
    printer.out.truncate(length);
    printer.out.push('\n');
    printer.out
}

/// The canonical text of a file, if it reads back as the same file; a file may be rewritten with nothing less.
///
/// # Errors
/// A name that would be read as something else where it comes to stand.
pub fn faithful(name: &str, file: &File, language: Language) -> Result<String, Unfaithful> {
    let text = format(file, language);
    let (again, mistakes) = parse_recovering(name, &text);
    let own = |file: &File| (file.header.clone(), file.footer.clone());
    if mistakes.is_empty() && again.clauses == file.clauses && own(&again) == own(file) {
        return Ok(text);
    }
    let differing = |clause: &&Clause| !again.clauses.contains(clause);
    let article = file.clauses.iter().find(differing);
    let article = article.map_or_else(String::new, |clause| clause.article.text.clone());
    Err(Unfaithful { article })
}

/// A file that would say something else in its canonical form.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, miette::Diagnostic)]
#[error("clause {article} would say something else once it is formatted; nothing is changed")]
#[diagnostic(
    code(qili::rule::unfaithful),
    help("give the things that it names names that are no words of the language")
)]
pub struct Unfaithful {
    /// The first such clause.
    pub article: String,
}

impl Localized for Unfaithful {
    fn chinese(&self) -> Texts {
        Texts {
            message: format!("条 {} 整理格式后意思会改变；文件未改动", self.article),
            help: Some("其中的名称请不要用语言本身的词".to_owned()),
            ..Texts::default()
        }
    }
}

/// The canonical text of one clause, as it stands in a file.
#[must_use]
pub fn format_clause(clause: &Clause, language: Language) -> String {
    let mut printer = Printer {
        language,
        out: String::new(),
    };
    printer.clause(clause);
    printer.out
}

/// A line of a clause, or several where it is too long for one.
struct Statement {
    indent: usize,
    text: String,
}

struct Printer {
    language: Language,
    out: String,
}

impl Printer {
    fn word(&self, rule: Rule) -> &'static str {
        text(rule, self.language)
    }

    fn line(&mut self, indent: usize, text: &str, trailing: Option<&Comment>) {
        self.out.push_str(&" ".repeat(indent));
        self.out.push_str(text);
        if let Some(comment) = trailing {
            self.out.push(' ');
            self.out.push_str(&commented(comment));
        }
        self.out.push('\n');
    }

    fn comments<'c>(&mut self, comments: impl IntoIterator<Item = &'c Comment>, indent: usize) {
        for comment in comments {
            self.line(indent, &commented(comment), None);
            if comment.gap {
                self.out.push('\n');
            }
        }
    }

    fn clause(&mut self, clause: &Clause) {
        let statements = self.statements(clause);
        for (index, statement) in statements.iter().enumerate() {
            let here = || {
                clause
                    .comments
                    .iter()
                    .filter(move |comment| comment.statement == index)
            };
            self.comments(
                here().filter(|comment| !comment.trailing),
                statement.indent.max(self.inner(index, &statements)),
            );
            let trailing = here().find(|comment| comment.trailing);
            self.line(statement.indent, &statement.text, trailing);
        }
    }

    /// Comments before the closing brace are indented as what they follow.
    fn inner(&self, index: usize, statements: &[Statement]) -> usize {
        if index > 0 && index + 1 == statements.len() {
            2
        } else {
            0
        }
    }

    fn statements(&self, clause: &Clause) -> Vec<Statement> {
        let keyword = match clause.amendment {
            Amendment::Add => Rule::kw_clause,
            Amendment::Replace => Rule::kw_replace,
            Amendment::Repeal => Rule::kw_repeal,
        };
        let article = match &clause.former {
            Some(former) => {
                let renumbered = self.word(Rule::kw_as);
                format!("{} {renumbered} {}", former.text, clause.article.text)
            }
            None => clause.article.text.clone(),
        };
        let mut head = format!("{} {article}", self.word(keyword));
        if clause.amendment != Amendment::Repeal
            || !clause.title.zh.is_empty()
            || !clause.title.en.is_empty()
        {
            head = format!(
                "{head} {} {}",
                quoted(&clause.title.zh),
                quoted(&clause.title.en)
            );
        }
        let body = clause.effect.is_some()
            || !clause.remarks.is_empty()
            || clause.comments.iter().any(|comment| comment.statement > 0);
        if !body {
            return vec![Statement {
                indent: 0,
                text: head,
            }];
        }
        let mut statements = vec![Statement {
            indent: 0,
            text: format!("{head} {{"),
        }];
        statements.extend(clause.remarks.iter().map(|remark| Statement {
            indent: 2,
            text: self.remark(remark),
        }));
        if let Some(effect) = &clause.effect {
            statements.extend(self.effect(effect));
        }
        statements.push(Statement {
            indent: 0,
            text: "}".to_owned(),
        });
        statements
    }

    fn remark(&self, remark: &Remark) -> String {
        let (keyword, said) = match remark {
            Remark::NumberUnknown => return self.word(Rule::kw_number_unknown).to_owned(),
            Remark::Cites(said) => (Rule::kw_cites, said),
            Remark::Reading(said) => (Rule::kw_reading, said),
            Remark::Says(said) => (Rule::kw_says, said),
        };
        format!("{} {}", self.word(keyword), quoted(said))
    }

    /// A keyword and an expression, over several lines if need be.
    fn said(&self, indent: usize, keyword: &str, expr: &Expr) -> Statement {
        let flat = print_expr(expr, self.language);
        let text = if indent + expression::width(keyword) + 1 + expression::width(&flat) <= WIDTH {
            format!("{keyword} {flat}")
        } else {
            let inner = indent + 2;
            let laid = expression::lay_out(expr, self.language, inner);
            format!("{keyword}\n{}{laid}", " ".repeat(inner))
        };
        Statement { indent, text }
    }
}

fn commented(comment: &Comment) -> String {
    if comment.text.is_empty() {
        "#".to_owned()
    } else {
        format!("# {}", comment.text)
    }
}

/// A text in quotation marks that do not close within it.
fn quoted(text: &str) -> String {
    let marks = [('"', '"'), ('“', '”'), ('「', '」'), ('＂', '＂')];
    let (open, close) = marks
        .into_iter()
        .find(|(_, close)| !text.contains(*close))
        .unwrap_or(('"', '"'));
    format!("{open}{text}{close}")
}
