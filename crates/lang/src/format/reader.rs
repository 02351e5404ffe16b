//! Clauses as readers of one language are shown them, in reports: nothing here is meant to be read back.

use std::collections::HashMap;

use super::format_clause;
use crate::check::{Class, declaration};
use crate::mentions::{Mention, Role, mentions};
use crate::parse::parse_recovering;
use crate::syntax::{Amendment, Clause, Remark, Span, cites, written_in};
use qili_words::{Bilingual, Language};

/// The number of an article as readers of a language know it: in Chinese without the English part of a handle of ours,
/// and so none of `principle.4`, whose title is shown instead.
///
/// ```
/// use qili_lang::format::number;
/// use qili_words::Language;
///
/// assert_eq!(number("28.3-winnable", Language::Chinese), "28.3");
/// assert_eq!(number("principle.4", Language::Chinese), "");
/// assert_eq!(number("principle.4", Language::English), "principle.4");
/// ```
#[must_use]
pub fn number(article: &str, language: Language) -> &str {
    match (language, article.find(|c: char| c.is_ascii_alphabetic())) {
        (Language::Chinese, Some(letters)) => article[..letters].trim_end_matches(['-', '.']),
        _ => article,
    }
}

/// The number of an article, or its title where readers of a language know it by no number.
#[must_use]
pub fn known_as<'c>(article: &'c str, title: &'c Bilingual, language: Language) -> &'c str {
    match number(article, language) {
        "" => title.get(language),
        number => number,
    }
}

/// The number of an article and its title, as readers of a language know them.
///
/// ```
/// use qili_lang::format::numbered;
/// use qili_words::{Bilingual, Language};
///
/// let title = Bilingual::new("一方犯禁", "one side's moves are prohibited");
/// assert_eq!(numbered("principle.4", &title, Language::Chinese), "一方犯禁");
/// assert_eq!(numbered("26.9", &title, Language::Chinese), "26.9 一方犯禁");
/// ```
#[must_use]
pub fn numbered(article: &str, title: &Bilingual, language: Language) -> String {
    match (number(article, language), title.get(language)) {
        // no other name
        ("", "") => format!("`{article}`"),
        ("", title) => title.to_owned(),
        (number, "") => number.to_owned(),
        (number, title) => format!("{number} {title}"),
    }
}

/// An edition's names and titles, by which a reader is shown its clauses.
///
/// A reader of Chinese is shown keywords, names and titles in Chinese, and of a handle that has an English part the printed
/// number or the title. A reader of English is shown names as they are written.
///
/// ```
/// use qili_lang::{format::Reader, parse::parse};
/// use qili_words::Language;
///
/// let file = parse("r", r#"
/// clause nature.kill "杀" "mate threat" { says "下一着将死" says "mate next move" nature 杀 kill when mover has initiatives }
/// clause 26.1 "应将" "out of check" { exception to nature.kill when moved is 帅 and not kill }
/// "#)?;
/// let reader = Reader::new(&file.clauses, Language::Chinese);
/// assert_eq!(reader.clause(&file.clauses[1]), "条 26.1 \"应将\" {\n  例外 “杀”\n    当 动子 是 帅 且 非 杀\n}");
/// # Ok::<(), qili_lang::parse::ParseError>(())
/// ```
#[derive(Debug)]
pub struct Reader {
    language: Language,
    names: HashMap<(Class, String), String>,
    titles: HashMap<String, Bilingual>,
    events: Vec<Bilingual>,
}

impl Reader {
    /// A reader of the clauses of an edition.
    pub fn new<'c>(clauses: impl IntoIterator<Item = &'c Clause>, language: Language) -> Self {
        let mut reader = Self {
            language,
            names: HashMap::new(),
            titles: HashMap::new(),
            events: Vec::new(),
        };
        for clause in clauses {
            let title = (clause.article.text.clone(), clause.title.clone());
            reader.titles.extend([title]);
            let Some((class, names)) = clause.effect.as_ref().and_then(declaration) else {
                continue;
            };
            let mut names = names.names.iter().map(|name| &name.text);
            if let Some(own) = names.clone().find(|name| is_chinese(name)) {
                for other in names.by_ref().filter(|name| !is_chinese(name)) {
                    reader.names.insert((class, other.clone()), own.clone());
                }
            }
        }
        reader
    }

    /// With the events beside the board, which have names in both languages.
    #[must_use]
    pub fn with_events<'e>(mut self, events: impl IntoIterator<Item = &'e Bilingual>) -> Self {
        self.events.extend(events.into_iter().cloned());
        self
    }

    /// What an event is called.
    #[must_use]
    pub fn event<'e>(&'e self, event: &'e str) -> &'e str {
        let mut events = self.events.iter();
        let known = events.find(|one| one.zh == event || one.en == event);
        known.map_or(event, |one| one.get(self.language))
    }

    /// What an article is called where it is spoken of; a title stands in quotation marks.
    #[must_use]
    pub fn article(&self, article: &str) -> String {
        let number = number(article, self.language);
        if number == article {
            return article.to_owned();
        }
        match self.titles.get(article) {
            Some(title) if !title.get(self.language).is_empty() => {
                format!("{number}“{}”", title.get(self.language))
            }
            // of another edition
            _ => format!("`{article}`"),
        }
    }

    /// A clause as its edition would print it had it written all of it itself, without what is said in the other language.
    #[must_use]
    pub fn clause(&self, clause: &Clause) -> String {
        let mut shown = Clause {
            amendment: Amendment::Add,
            former: None,
            comments: Vec::new(),
            ..clause.clone()
        };
        let said = cites(&clause.remarks, self.language);
        shown.remarks.retain(
            |remark| !matches!(remark, Remark::Cites(text) if !said.contains(&text.as_str())),
        );
        let wanted = |remark: &Remark| match remark {
            Remark::Says(text) | Remark::Reading(text) => {
                Some(is_chinese(text) == (self.language == Language::Chinese))
            }
            _ => None,
        };
        if shown.remarks.iter().any(|one| wanted(one) == Some(true)) {
            shown.remarks.retain(|one| wanted(one) != Some(false));
        }
        if self.language == Language::English {
            return format_clause(&shown, self.language).trim_end().to_owned();
        }
        self.in_chinese(shown)
    }

    fn in_chinese(&self, mut clause: Clause) -> String {
        let own = number(&clause.article.text, self.language).to_owned();
        let handle = std::mem::take(&mut clause.article.text);
        // a place to read back from, which is taken out again
        clause.article.text = if own.is_empty() { handle } else { own.clone() };
        let written = format_clause(&clause, self.language);
        let (read, mistakes) = parse_recovering("", &written);
        let ([there], []) = (&read.clauses[..], &mistakes[..]) else {
            return written.trim_end().to_owned();
        };
        let mut changes: Vec<(Span, String)> = Vec::new();
        if own.is_empty() {
            let mut span = there.article.span;
            span.end += 1;
            changes.push((span, String::new()));
        }
        let all = mentions(there);
        for mention in &all {
            let new = match mention.role {
                // of several names the Chinese one
                Role::Declares(class) => self
                    .names
                    .contains_key(&key(class, mention.text))
                    .then(String::new),
                Role::Uses(classes) => {
                    let mut found = classes.iter().map(|class| key(*class, mention.text));
                    found.find_map(|key| self.names.get(&key).cloned())
                }
                Role::Article => Some(self.article(mention.text)),
                Role::Variable { .. } => letter(mention.text, &all),
                Role::Event => Some(self.event(mention.text).to_owned()),
                Role::Word => None,
            };
            if let Some(new) = new {
                let mut span = mention.span;
                // with the blank before it
                span.start -= usize::from(new.is_empty());
                changes.push((span, new));
            }
        }
        let mut text = written.clone();
        changes.sort_by_key(|(span, _)| std::cmp::Reverse(span.start));
        for (span, new) in changes {
            text.replace_range(span.start..span.end, &new);
        }
        let (head, rest) = text.split_once('\n').unwrap_or((&text, ""));
        // of its two titles the Chinese one
        let english = format!(" {}", super::quoted(&clause.title.en));
        let head = match head.rfind(&english) {
            Some(at) if !clause.title.zh.is_empty() => {
                format!("{}{}", &head[..at], &head[at + english.len()..])
            }
            _ => head.to_owned(),
        };
        format!("{head}\n{rest}").trim_end().to_owned()
    }
}

/// The first letter of a variable of several, unless another variable of the clause has it.
fn letter(name: &str, all: &[Mention<'_>]) -> Option<String> {
    let first = name.chars().next().filter(char::is_ascii_alphabetic)?;
    let mut others = all
        .iter()
        .filter(|one| matches!(one.role, Role::Variable { .. }) && one.text != name);
    let taken = others.any(|other| other.text.starts_with(first));
    (name.len() > 1 && !taken).then(|| first.to_string())
}

fn key(class: Class, name: &str) -> (Class, String) {
    (class, name.to_owned())
}

fn is_chinese(text: &str) -> bool {
    written_in(text) == Some(Language::Chinese)
}
