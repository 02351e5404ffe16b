//! Who declares which name, and which clause lifts which.

use super::error::{CheckError, Fault};
use crate::keywords::{ATTRIBUTES, WORDS, Word};
use crate::syntax::{Amendment, Clause, Effect, Name, Names, Span};
use qili_words::nearest;
use std::collections::HashMap;

/// Classes of names; within one of them a name means one thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Class {
    /// What can be said of a piece, a move, a side or a ply: kinds, units, qualities, definitions.
    Word,
    /// Natures.
    Nature,
    /// Patterns.
    Pattern,
    /// Zones.
    Zone,
    /// Searches.
    Search,
    /// Classes of outcomes.
    Result,
    /// Situations.
    Situation,
}

impl Class {
    fn described(self) -> &'static str {
        match self {
            Self::Word => "kind, unit, quality or definition",
            Self::Nature => "nature",
            Self::Pattern => "pattern",
            Self::Zone => "zone",
            Self::Search => "search",
            Self::Result => "result",
            Self::Situation => "situation",
        }
    }
}

/// The names of an edition.
#[derive(Default)]
pub(super) struct Directory<'c> {
    /// The clause (by its place in the book) that declares a name.
    declared: HashMap<(Class, &'c str), usize>,
    /// The clause of an article.
    articles: HashMap<&'c str, usize>,
    /// For each clause the exceptions to it, by their places.
    pub(super) exceptions: HashMap<usize, Vec<usize>>,
}

/// What a clause declares.
#[must_use]
pub fn declaration(effect: &Effect) -> Option<(Class, &Names)> {
    Some(match effect {
        Effect::Zone { names, .. } => (Class::Zone, names),
        Effect::Piece(piece) => (Class::Word, &piece.names),
        Effect::Unit { names } | Effect::Define { names, .. } | Effect::Quality { names, .. } => {
            (Class::Word, names)
        }
        Effect::Result { names, .. } => (Class::Result, names),
        Effect::Search(search) => (Class::Search, &search.names),
        Effect::Nature(nature) => (Class::Nature, &nature.names),
        Effect::Pattern { names, .. } => (Class::Pattern, names),
        Effect::Situation { names, .. } => (Class::Situation, names),
        _ => return None,
    })
}

impl<'c> Directory<'c> {
    /// Collects articles, names and exceptions of the clauses in force.
    pub(super) fn new(clauses: &'c [(usize, Clause)], errors: &mut Vec<CheckError>) -> Self {
        let mut directory = Self::default();
        for (place, (source, clause)) in clauses.iter().enumerate() {
            let mut report = |fault: Fault| errors.push(fault.of(*source, clause));
            if let Some(first) = directory.articles.insert(&clause.article.text, place) {
                directory.articles.insert(&clause.article.text, first);
                report(
                    Fault::new(
                        "qili::rule::duplicate_article",
                        clause.article.span,
                        "this article is given twice",
                    )
                    .label("a second clause with this number")
                    .help("every clause of an edition has an article of its own"),
                );
            }
            if clause.amendment == Amendment::Repeal {
                report(Fault::new(
                    "qili::rule::no_such_article",
                    clause.article.span,
                    "nothing is there to be repealed",
                ));
            }
            let Some((class, names)) = clause.effect.as_ref().and_then(declaration) else {
                continue;
            };
            for name in &names.names {
                if let Some(word) = vocabulary(&name.text) {
                    report(taken(name, word));
                } else if let Some(first) = directory.declared.get(&(class, name.text.as_str())) {
                    let article = &clauses[*first].1.article.text;
                    let message = format!("`{}` is declared twice", name.text);
                    report(
                        Fault::new("qili::rule::duplicate_name", name.span, message)
                            .label(format!("clause {article} already declares this name"))
                            .help(format!(
                                "give the {} another name, or amend clause {article}",
                                class.described()
                            )),
                    );
                } else {
                    directory.declared.insert((class, &name.text), place);
                }
            }
        }
        directory.link_exceptions(clauses, errors);
        directory
    }

    fn link_exceptions(&mut self, clauses: &'c [(usize, Clause)], errors: &mut Vec<CheckError>) {
        for (place, (source, clause)) in clauses.iter().enumerate() {
            let Some(Effect::Exception { of, variables, .. }) = &clause.effect else {
                continue;
            };
            for article in of {
                let mut report = |fault: Fault| errors.push(fault.of(*source, clause));
                let Some(lifted) = self.articles.get(article.text.as_str()).copied() else {
                    let known = self.articles.keys().copied();
                    report(
                        Fault::new(
                            "qili::rule::exception_to_nothing",
                            article.span,
                            format!(
                                "an exception to `{}`, which is no clause in force",
                                article.text
                            ),
                        )
                        .label("no such article")
                        .help(match nearest(&article.text, known) {
                            Some(near) => format!("did you mean `{near}`?"),
                            None => "name the article of the clause that is lifted".to_owned(),
                        }),
                    );
                    continue;
                };
                let allowed = clauses[lifted].1.effect.as_ref().and_then(liftable);
                match allowed {
                    None => report(
                        Fault::new(
                            "qili::rule::exception_to_nothing",
                            article.span,
                            format!("clause {} cannot have exceptions", article.text),
                        )
                        .label("declares something that cannot be lifted")
                        .help(
                            "exceptions lift definitions, results, natures, qualities, patterns, rulings and other exceptions",
                        ),
                    ),
                    Some(count) if !variables.is_empty() && variables.len() != count => report(
                        Fault::new(
                            "qili::rule::exception_variables",
                            article.span,
                            format!(
                                "an exception for {} does not fit clause {}, which has {}",
                                counted(variables.len()),
                                article.text,
                                counted(count)
                            ),
                        )
                        .label("the clause that is lifted")
                        .help(if count == 0 {
                            "leave `for` away: the clause is lifted as a whole".to_owned()
                        } else {
                            format!("name {} after `for`, or none to lift the clause as a whole", counted(count))
                        }),
                    ),
                    Some(_) => self.exceptions.entry(lifted).or_default().push(place),
                }
            }
        }
    }

    /// The clause that declares a name.
    pub(super) fn find(&self, class: Class, name: &str) -> Option<usize> {
        self.declared.get(&(class, name)).copied()
    }

    /// The declared name nearest to one that is not known; first of the class, then of the vocabulary given.
    pub(super) fn suggestion(
        &self,
        classes: &[Class],
        words: &[Word],
        name: &str,
    ) -> Option<String> {
        let mut declared: Vec<&str> = self
            .declared
            .keys()
            .filter(|(class, _)| classes.contains(class))
            .map(|(_, name)| *name)
            .collect();
        declared.sort_unstable();
        let words = words.iter().flat_map(|word| [word.english, word.chinese]);
        nearest(name, declared.into_iter().chain(words)).map(str::to_owned)
    }

    /// The fault of a name that is not known.
    pub(super) fn unknown(
        &self,
        classes: &[Class],
        words: &[Word],
        what: &str,
        name: &Name,
    ) -> Fault {
        let fault = Fault::new(
            "qili::rule::unknown_name",
            name.span,
            format!("there is no {what} `{}`", name.text),
        )
        .label("not known");
        if let Some(advice) = crate::advice::about(&name.text) {
            return fault.help(advice.en);
        }
        match self.suggestion(classes, words, &name.text) {
            Some(near) => fault.help(format!("did you mean `{near}`?")),
            None => fault.help(self.listing(classes, words, what)),
        }
    }

    fn listing(&self, classes: &[Class], words: &[Word], what: &str) -> String {
        let mut declared: Vec<&str> = self
            .declared
            .keys()
            .filter(|(class, _)| classes.contains(class))
            .map(|(_, name)| *name)
            .collect();
        declared.sort_unstable();
        declared.extend(words.iter().map(|word| word.english));
        if declared.is_empty() {
            format!("no clause declares a {what}")
        } else if declared.len() > 24 {
            "declare it in a clause of its own, or see the words of the vocabulary in crates/lang/README.md".to_owned()
        } else {
            format!("known are {}", declared.join(", "))
        }
    }
}

/// How many variables an exception to an effect may have; `None` if it cannot be lifted.
fn liftable(effect: &Effect) -> Option<usize> {
    Some(match effect {
        Effect::Define { parameters, .. } => parameters.len(),
        Effect::Result { .. } => 0,
        Effect::Nature(nature) => usize::from(nature.targets.is_some()),
        Effect::Quality { .. } | Effect::Pattern { .. } => 1,
        Effect::Ruling { side, .. } => usize::from(side.is_some()),
        Effect::Exception { variables, .. } => variables.len(),
        _ => return None,
    })
}

/// A word of the vocabulary, which no clause may declare or bind.
pub(super) fn vocabulary(name: &str) -> Option<&'static str> {
    crate::keywords::canonical(WORDS, name)
}

/// The fault of using a word of the vocabulary as a name of one's own.
pub(super) fn taken(name: &Name, word: &str) -> Fault {
    Fault::new(
        "qili::rule::reserved_name",
        name.span,
        format!(
            "`{}` is a word of the language and cannot be given another meaning",
            name.text
        ),
    )
    .label(format!("already means `{word}`"))
    .help("choose another name")
}

/// The fault of an attribute that does not exist.
pub(super) fn unknown_attribute(name: &Name, span: Span) -> Fault {
    let words = ATTRIBUTES
        .iter()
        .flat_map(|word| [word.english, word.chinese]);
    Fault::new(
        "qili::rule::unknown_field",
        span,
        format!("there is no attribute `{}`", name.text),
    )
    .label("not known")
    .help(match nearest(&name.text, words) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!(
            "attributes are {}",
            ATTRIBUTES
                .iter()
                .map(|word| word.english)
                .collect::<Vec<_>>()
                .join(", ")
        ),
    })
}

fn counted(variables: usize) -> String {
    match variables {
        0 => "no variable".to_owned(),
        1 => "one variable".to_owned(),
        more => format!("{more} variables"),
    }
}
