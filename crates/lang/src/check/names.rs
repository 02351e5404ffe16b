//! Who declares which name, and which clause lifts which.

use super::error::{CheckError, Fault, cited, did_you_mean};
use crate::keywords::{ATTRIBUTES, WORDS, Word};
use crate::syntax::{Amendment, Clause, Effect, Name, Names, Span};
use qili_words::{Bilingual, both, nearest};
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
    fn described(self) -> Bilingual {
        match self {
            Self::Word => both!(
                "棋子、单位、特性或定义",
                "kind, unit, quality or definition"
            ),
            Self::Nature => both!("性质", "nature"),
            Self::Pattern => both!("形", "pattern"),
            Self::Zone => both!("区域", "zone"),
            Self::Search => both!("算法", "search"),
            Self::Result => both!("得失", "result"),
            Self::Situation => both!("局势", "situation"),
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
    /// The characters by which pieces are written, and their names.
    glyphs: HashMap<&'c str, &'c str>,
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
            if let Some(Effect::Piece(piece)) = &clause.effect
                && let Some(name) = piece.names.names.first()
            {
                let glyphs = piece.red.iter().chain(&piece.black);
                let glyphs = glyphs.map(|glyph| (glyph.text.as_str(), name.text.as_str()));
                directory.glyphs.extend(glyphs);
            }
            if let Some(first) = directory.articles.insert(&clause.article.text, place) {
                directory.articles.insert(&clause.article.text, first);
                report(
                    Fault::new(
                        "qili::rule::duplicate_article",
                        clause.article.span,
                        both!("这个条号用了两次", "this article is given twice"),
                    )
                    .label(both!(
                        "同一条号的第二条",
                        "a second clause with this number"
                    ))
                    .help(both!(
                        "一个版本的每一条都有自己的条号",
                        "every clause of an edition has an article of its own"
                    )),
                );
            }
            if clause.amendment == Amendment::Repeal {
                report(Fault::new(
                    "qili::rule::no_such_article",
                    clause.article.span,
                    both!("没有可废除的条目", "nothing is there to be repealed"),
                ));
            }
            let Some((class, names)) = clause.effect.as_ref().and_then(declaration) else {
                continue;
            };
            for name in &names.names {
                if let Some(word) = vocabulary(&name.text) {
                    report(taken(name, word));
                } else if let Some(first) = directory.declared.get(&(class, name.text.as_str())) {
                    let article = cited(&clauses[*first].1);
                    let (own, sort) = (&name.text, class.described());
                    let message = both!("`{own}` 定了两次", "`{own}` is declared twice");
                    report(
                        Fault::new("qili::rule::duplicate_name", name.span, message)
                            .label(both!(
                                "{}已定了这个名称",
                                "{} already declares this name"; article
                            ))
                            .help(both!(
                                "给这个{}换一个名称，或改写{}",
                                "give the {} another name, or amend {}"; sort, article
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
                let text = &article.text;
                let Some(lifted) = self.articles.get(article.text.as_str()).copied() else {
                    let known = self.articles.keys().copied();
                    report(
                        Fault::new(
                            "qili::rule::exception_to_nothing",
                            article.span,
                            both!(
                                "`{text}` 的例外，但施行的条目中没有 `{text}`",
                                "an exception to `{text}`, which is no clause in force"
                            ),
                        )
                        .label(both!("没有这个条号", "no such article"))
                        .help(match nearest(text, known) {
                            Some(near) => did_you_mean(near),
                            None => both!(
                                "写出例外所针对的条号",
                                "name the article of the clause that is lifted"
                            ),
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
                            both!(
                                "条 `{text}` 不能有例外",
                                "clause {text} cannot have exceptions"
                            ),
                        )
                        .label(both!(
                            "所定的东西不能有例外",
                            "declares something that cannot be lifted"
                        ))
                        .help(both!(
                            "可以有例外的是定义、得失、性质、特性、形、裁决和别的例外",
                            "exceptions lift definitions, results, natures, qualities, patterns, rulings and other exceptions"
                        )),
                    ),
                    Some(count) if !variables.is_empty() && variables.len() != count => report(
                        Fault::new(
                            "qili::rule::exception_variables",
                            article.span,
                            both!(
                                "例外有{}，与条 `{text}` 不合，那一条有{}",
                                "an exception for {} does not fit clause {text}, which has {}";
                                counted(variables.len()),
                                counted(count)
                            ),
                        )
                        .label(both!("例外所针对的条", "the clause that is lifted"))
                        .help(if count == 0 {
                            both!(
                                "不写 `对`（`for`）：整条都不适用",
                                "leave `for` away: the clause is lifted as a whole"
                            )
                        } else {
                            both!(
                                "在 `对`（`for`）后写{}；不写则整条都不适用",
                                "name {} after `for`, or none to lift the clause as a whole"; counted(count)
                            )
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
        what: &Bilingual,
        name: &Name,
    ) -> Fault {
        let own = &name.text;
        let fault = Fault::new(
            "qili::rule::unknown_name",
            name.span,
            both!("没有叫 `{own}` 的{}", "there is no {} `{own}`"; what),
        )
        .label(both!("没有这个名称", "not known"));
        if let Some(advice) = crate::advice::about(own) {
            return fault.help(advice);
        }
        if let (true, Some(name)) = (
            classes.contains(&Class::Word),
            self.glyphs.get(own.as_str()),
        ) {
            return fault.help(both!(
                "`{own}` 是棋子 `{name}` 的另一个字；写作 `{name}`",
                "`{own}` is another character of the piece `{name}`: write `{name}`"
            ));
        }
        match self.suggestion(classes, words, own) {
            Some(near) => fault.help(did_you_mean(&near)),
            None => fault.help(self.listing(classes, words, what)),
        }
    }

    fn listing(&self, classes: &[Class], words: &[Word], what: &Bilingual) -> Bilingual {
        let mut declared: Vec<&str> = self
            .declared
            .keys()
            .filter(|(class, _)| classes.contains(class))
            .map(|(_, name)| *name)
            .collect();
        declared.sort_unstable();
        let all = declared.len() + words.len();
        if all == 0 {
            both!("没有一条定了{}", "no clause declares a {}"; what)
        } else if all > 24 {
            both!(
                "另立一条来定它，或看 `crates/lang/README.zh.md` 里语言的词",
                "declare it in a clause of its own, or see the words of the vocabulary in crates/lang/README.md"
            )
        } else {
            let english = words.iter().map(|word| word.english);
            let english: Vec<&str> = declared.iter().copied().chain(english).collect();
            declared.extend(words.iter().map(|word| word.chinese));
            let (zh, en) = (declared.join("`、`"), english.join(", "));
            both!("现有的是 `{zh}`", "known are {en}")
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
    let own = &name.text;
    Fault::new(
        "qili::rule::reserved_name",
        name.span,
        both!(
            "`{own}` 是语言本身的词，不能另作他用",
            "`{own}` is a word of the language and cannot be given another meaning"
        ),
    )
    .label(both!("已指 `{word}`", "already means `{word}`"))
    .help(both!("换一个名称", "choose another name"))
}

/// The fault of an attribute that does not exist.
pub(super) fn unknown_attribute(name: &Name, span: Span) -> Fault {
    let words = ATTRIBUTES
        .iter()
        .flat_map(|word| [word.english, word.chinese]);
    let own = &name.text;
    Fault::new(
        "qili::rule::unknown_field",
        span,
        both!("没有叫 `{own}` 的属性", "there is no attribute `{own}`"),
    )
    .label(both!("没有这个属性", "not known"))
    .help(match nearest(own, words) {
        Some(near) => did_you_mean(near),
        None => {
            let all = |of: fn(&Word) -> &'static str| ATTRIBUTES.iter().map(of).collect::<Vec<_>>();
            let (zh, en) = (
                all(|word| word.chinese).join("`、`"),
                all(|word| word.english).join(", "),
            );
            both!("属性有 `{zh}`", "attributes are {en}")
        }
    })
}

fn counted(variables: usize) -> Bilingual {
    match variables {
        0 => both!("零个变量", "no variable"),
        1 => both!("一个变量", "one variable"),
        more => both!("{more} 个变量", "{more} variables"),
    }
}
