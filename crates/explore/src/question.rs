//! What is looked for: where editions differ, what one leaves open, or a pattern with its ruling.

use miette::Diagnostic;
use qili_edition::EditionError;
use qili_edition::case::Pattern;
use qili_interpreter::Engine;
use qili_interpreter::evaluate::Evaluator;
use qili_lang::format::format_clause;
use qili_lang::rules::{ClauseId, Verdict};
use qili_report::{OpenError, Rulebook};
use qili_review::coverage::{Coverage, Mutant, Mutation};
use qili_review::run::Wording;
use qili_review::things::label;
use qili_words::{Bilingual, Language, Localized, Texts, both, nearest};
use rustc_hash::FxHashSet;
use thiserror::Error;

use crate::kind::{Class, Kind};
use crate::reading::{Answer, NatureNames, Opened, Reading, Said};
use crate::stretch::Stretch;

/// What is looked for.
#[derive(Debug, Clone)]
pub enum Wanted {
    /// What other readings say otherwise than the first.
    Otherwise,
    /// What the first reading leaves open.
    Undetermined,
    /// A side that shows a pattern, and perhaps a verdict about it.
    Shown {
        /// What the side does: an edition's name for it, or natures counted.
        pattern: Wording,
        /// What the ruling says of that side.
        verdict: Option<Verdict>,
    },
}

/// A question to editions.
#[derive(Debug)]
pub struct Question {
    /// Who is asked; stretches are in the pieces of the first.
    pub readings: Vec<Reading>,
    /// What the natures are called.
    pub names: NatureNames,
    /// What is looked for.
    pub wanted: Wanted,
    /// The clauses that are asked about: those of the first reading, and those of the other where there is one.
    focus: [FxHashSet<ClauseId>; 2],
}

/// What cannot be asked.
#[derive(Debug, Error, Diagnostic)]
pub enum QuestionError {
    /// An edition that cannot be used.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Open(#[from] OpenError),
    /// Its cases cannot be read.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Edition(#[from] EditionError),
    /// A clause that the edition does not have.
    #[error("`{edition}` has no clause `{article}`")]
    #[diagnostic(code(qili::explore::clause), help("{help}"))]
    Clause {
        /// The edition.
        edition: String,
        /// What was asked for.
        article: String,
        /// The likely article.
        help: Bilingual,
    },
    /// A clause without which there are no rules, and that cannot be changed either.
    #[error(
        "nothing that natures and rulings rest on can be left out of clause `{}` or changed in it", article.en
    )]
    #[diagnostic(
        code(qili::explore::unchangeable),
        help("ask for a clause that speaks of natures, patterns or rulings")
    )]
    Unchangeable {
        /// The clause, as readers know it.
        article: Bilingual,
    },
    /// A reading of a clause with which there are no rules.
    #[error("`{edition}` with clause `{}` of `{from}` is no edition", article.en)]
    #[diagnostic(
        code(qili::explore::reading),
        help("compare the two editions as they are, without `--clause`")
    )]
    Reading {
        /// The edition.
        edition: String,
        /// The clause, as readers know it.
        article: Bilingual,
        /// Where its other reading stands.
        from: String,
    },
    /// A pattern that nobody could show.
    #[error("`{edition}` has no pattern `{pattern}`")]
    #[diagnostic(code(qili::explore::pattern), help("{help}"))]
    Pattern {
        /// The edition.
        edition: String,
        /// What was asked for.
        pattern: String,
        /// What there is.
        help: Bilingual,
    },
}

impl Localized for QuestionError {
    fn chinese(&self) -> Texts {
        match self {
            Self::Open(error) => error.chinese(),
            Self::Edition(error) => error.chinese(),
            Self::Clause {
                edition,
                article,
                help,
            } => Texts::new(format!("`{edition}` 没有第 `{article}` 条")).help(&help.zh),
            Self::Unchangeable { article } => Texts::new(format!(
                "条目“{}”不能删去也不能改动，性质和裁决都不由它而定",
                article.zh
            ))
            .help("问一条说性质、形或裁决的条目"),
            Self::Reading {
                edition,
                article,
                from,
            } => Texts::new(format!(
                "`{edition}` 换上 `{from}` 的条目“{}”就不成规则",
                article.zh
            ))
            .help("不写 `--clause`，比较两个版本"),
            Self::Pattern {
                edition,
                pattern,
                help,
            } => Texts::new(format!("`{edition}` 没有形 `{pattern}`")).help(&help.zh),
        }
    }

    fn further(&self) -> Vec<&dyn Localized> {
        match self {
            Self::Open(error) => error.further(),
            Self::Edition(error) => error.further(),
            _ => Vec::new(),
        }
    }
}

/// A clause, what is changed in it, and the edition with the change.
type Changed = (ClauseId, Bilingual, Rulebook);

/// What came of asking about one stretch.
#[derive(Debug, Clone, Default)]
pub struct Asked {
    /// The kinds that it is a find of.
    pub kinds: Vec<Kind>,
    /// What is remarkable about it, as numbers: stretches with something new are worth changing further.
    pub traits: Vec<u64>,
    /// It could be played by all who were asked.
    pub playable: bool,
    /// Somebody could not say.
    pub open: bool,
    /// A clause that is asked about held in it.
    pub near: bool,
}

impl Question {
    /// On what two editions, opened under these labels, differ.
    #[must_use]
    pub fn otherwise(first: Opened, other: Opened) -> Self {
        let mut names = NatureNames::default();
        let first = Reading::new(first, None, None, &mut names);
        let other = Reading::new(other, None, Some(&first.book), &mut names);
        let focus = [
            unlike(&first.book, &other.book),
            unlike(&other.book, &first.book),
        ];
        Self {
            readings: vec![first, other],
            names,
            wanted: Wanted::Otherwise,
            focus,
        }
    }

    /// What an edition leaves open.
    #[must_use]
    pub fn undetermined(opened: Opened) -> Self {
        Self::alone(opened, Wanted::Undetermined)
    }

    fn alone(opened: Opened, wanted: Wanted) -> Self {
        let mut names = NatureNames::default();
        let readings = vec![Reading::new(opened, None, None, &mut names)];
        Self {
            readings,
            names,
            wanted,
            focus: Default::default(),
        }
    }

    /// Who shows a pattern, and what the ruling is.
    ///
    /// # Errors
    /// The edition has neither a pattern nor natures of that name.
    pub fn shown(
        opened: Opened,
        pattern: &str,
        verdict: Option<Verdict>,
    ) -> Result<Self, QuestionError> {
        let rules = &opened.book.edition.rules;
        let Some(pattern) = Wording::read(rules, pattern) else {
            let patterns = rules.patterns.iter().map(|one| one.names.zh.as_str());
            let natures = rules.natures.iter().map(|one| one.names.zh.as_str());
            let known: Vec<&str> = patterns.chain(natures).collect();
            let help = match nearest(pattern, known.iter().copied()) {
                Some(near) => both!("是不是 `{near}`？", "did you mean `{near}`?"),
                None => {
                    let known = known.join("`, `");
                    both!(
                        "写一种形，或数性质，如 `长捉`、`一将一捉`；现有 `{known}`",
                        "name a pattern or count natures, as in `长捉` and `一将一捉`; it has `{known}`"
                    )
                }
            };
            return Err(QuestionError::Pattern {
                edition: opened.label,
                pattern: pattern.to_owned(),
                help,
            });
        };
        Ok(Self::alone(opened, Wanted::Shown { pattern, verdict }))
    }

    /// Where a clause decides: the edition against itself without the clause, or, where it cannot be without, with it changed.
    ///
    /// # Errors
    /// There is no such clause, or no rules are left however it is changed.
    pub fn decided_by(opened: Opened, article: &str) -> Result<Self, QuestionError> {
        let book = &opened.book;
        let clause = place(&opened.label, book, article)?;
        let mut changed: Vec<Changed> = Vec::new();
        for mutant in Mutant::of(book, clause) {
            if let Some(without) = mutant.book(book) {
                changed.push((clause, change(book, clause, mutant.mutation), without));
                if mutant.mutation == Mutation::Removed {
                    break;
                }
            }
        }
        if changed.is_empty() {
            return Err(QuestionError::Unchangeable {
                article: known_as(book, clause),
            });
        }
        Ok(Self::against(opened, changed))
    }

    /// Where a clause and its other reading, that of another edition, give something else: everything but this clause is as
    /// the first edition has it.
    ///
    /// # Errors
    /// Either edition has no such clause, or the one cannot stand in the other.
    pub fn read_otherwise(
        opened: Opened,
        article: &str,
        other: &Opened,
    ) -> Result<Self, QuestionError> {
        let here = place(&opened.label, &opened.book, article)?;
        let there = place(&other.label, &other.book, article)?;
        let clause = &other.book.edition.clauses[usize::from(there.0)].clause;
        let Some(changed) = Mutant::with(here, Some(clause.clone())).book(&opened.book) else {
            return Err(QuestionError::Reading {
                edition: opened.label,
                article: known_as(&opened.book, here),
                from: other.label.clone(),
            });
        };
        let said = changed_to(&opened.book, here, |language| {
            let other = label(&other.label, language);
            match language {
                Language::Chinese => format!("依 {other}"),
                Language::English => format!("as in {other}"),
            }
        });
        Ok(Self::against(opened, vec![(here, said, changed)]))
    }

    /// Where a change shows that no case of the edition notices; with no other reading where they notice all.
    #[must_use]
    pub fn unnoticed(opened: Opened, coverage: &Coverage) -> Self {
        let book = &opened.book;
        let changed: Vec<Changed> = coverage
            .survivors()
            .filter_map(|(row, mutation)| {
                let mutants = Mutant::of(book, row.clause);
                let mutant = mutants.into_iter().find(|one| one.mutation == mutation)?;
                Some((
                    row.clause,
                    change(book, row.clause, mutation),
                    mutant.book(book)?,
                ))
            })
            .collect();
        Self::against(opened, changed)
    }

    fn against(opened: Opened, changed: Vec<Changed>) -> Self {
        let mut names = NatureNames::default();
        let Opened {
            label, reference, ..
        } = &opened;
        let (label, reference) = (label.clone(), reference.clone());
        let mut readings = vec![Reading::new(opened, None, None, &mut names)];
        let mut focus = FxHashSet::default();
        for (clause, change, book) in changed {
            focus.insert(clause);
            let label = format!("{label} ({})", change.en);
            let opened = Opened {
                label,
                reference: reference.clone(),
                book,
            };
            readings.push(Reading::new(opened, Some(change), None, &mut names));
        }
        let focus = [focus, FxHashSet::default()];
        Self {
            readings,
            names,
            wanted: Wanted::Otherwise,
            focus,
        }
    }

    /// The reading in whose pieces stretches are.
    #[must_use]
    pub fn first(&self) -> &Reading {
        &self.readings[0]
    }

    /// The readings that the first is compared with.
    pub fn others(&self) -> impl Iterator<Item = (usize, &Reading)> {
        self.readings.iter().enumerate().skip(1)
    }

    /// Asks about a stretch. Readings for which `done` says so are left out.
    #[must_use]
    pub fn ask(&self, stretch: &Stretch, done: &dyn Fn(usize) -> bool) -> Asked {
        let (answer, held) = self.first().traced(stretch);
        let mut asked = Asked {
            playable: !matches!(answer, Answer::Unplayable),
            open: matches!(answer, Answer::Undetermined { .. }),
            near: held.iter().any(|clause| self.focus[0].contains(clause)),
            ..Asked::default()
        };
        asked
            .traits
            .extend(held.iter().map(|clause| u64::from(clause.0)));
        asked.kinds.extend(self.alone_kind(&answer, stretch));
        if let (Answer::Said(first), Wanted::Otherwise) = (&answer, &self.wanted) {
            for (against, reading) in self.others().filter(|(against, _)| !done(*against)) {
                let (answer, held) = reading.traced(stretch);
                asked.near |= held.iter().any(|clause| self.focus[1].contains(clause));
                match answer {
                    Answer::Said(other) => asked
                        .kinds
                        .extend(self.differs(against, stretch, first, &other)),
                    Answer::Undetermined { .. } => asked.open = true,
                    Answer::Unplayable => {}
                }
            }
        }
        if let Answer::Said(first) = &answer {
            let plain = Kind::of(0, stretch.start.turn(), first, None);
            asked.traits.push(hash(&plain));
        }
        asked.traits.extend(asked.kinds.iter().map(hash));
        asked
    }

    /// Of what kind a stretch is as a find about one reading, by the first engines or by others in their place.
    #[must_use]
    pub fn kind(&self, stretch: &Stretch, against: usize) -> Option<Kind> {
        self.kind_by(
            stretch,
            against,
            [
                &self.first().book.engine,
                &self.readings[against].book.engine,
            ],
        )
    }

    /// The same by other engines for the two readings.
    #[must_use]
    pub fn kind_by(
        &self,
        stretch: &Stretch,
        against: usize,
        engines: [&Engine; 2],
    ) -> Option<Kind> {
        let first = self.first().answer_by(engines[0], stretch);
        let compared = matches!(self.wanted, Wanted::Otherwise) && matches!(first, Answer::Said(_));
        let other = compared.then(|| self.readings[against].answer_by(engines[1], stretch));
        self.kind_of(stretch, against, &first, other.as_ref())
    }

    /// The same from what the two have answered.
    pub(crate) fn kind_of(
        &self,
        stretch: &Stretch,
        against: usize,
        first: &Answer,
        other: Option<&Answer>,
    ) -> Option<Kind> {
        match (first, other) {
            (Answer::Said(first), Some(Answer::Said(other))) => {
                self.differs(against, stretch, first, other)
            }
            _ => self.alone_kind(first, stretch),
        }
    }

    fn differs(
        &self,
        against: usize,
        stretch: &Stretch,
        first: &Said,
        other: &Said,
    ) -> Option<Kind> {
        let differs = first.outcome != other.outcome || first.natures != other.natures;
        differs.then(|| Kind::of(against, stretch.start.turn(), first, Some(other)))
    }

    /// Of what kind a stretch is where only the first reading is asked.
    fn alone_kind(&self, answer: &Answer, stretch: &Stretch) -> Option<Kind> {
        let turn = stretch.start.turn();
        match (&self.wanted, answer) {
            (
                Wanted::Undetermined,
                Answer::Undetermined {
                    by,
                    natures,
                    ruling: true,
                },
            ) => {
                let said = Said {
                    outcome: qili_edition::outcome::Outcome::Undetermined,
                    clauses: by.iter().copied().collect(),
                    natures: natures.clone(),
                };
                Some(Kind::of(0, turn, &said, None))
            }
            (Wanted::Shown { pattern, verdict }, Answer::Said(said)) => {
                let ruled = |side| {
                    verdict.is_none_or(|verdict| {
                        qili_interpreter::judge::outcome(verdict, side) == said.outcome
                    })
                };
                let shown = |side| self.shows(stretch, side, pattern);
                let one = qili_board::Side::ALL
                    .into_iter()
                    .any(|side| ruled(side) && shown(side));
                one.then(|| Kind::of(0, turn, said, None))
            }
            _ => None,
        }
    }

    fn shows(&self, stretch: &Stretch, side: qili_board::Side, pattern: &Wording) -> bool {
        let first = self.first();
        let cycle = stretch.cycle();
        let mut evaluator = Evaluator::new(&first.book.engine, &cycle);
        match pattern {
            Wording::Named(id) => evaluator.shows(side, *id).is_yes(),
            Wording::Counted(counted) => {
                let rules = &first.book.edition.rules;
                let natures = cycle.plies_of(side).map(|ply| {
                    let heaviest = evaluator.heaviest(ply).known();
                    heaviest.map_or("?", |finding| {
                        rules.natures[finding.nature].names.zh.as_str()
                    })
                });
                Pattern::of(natures) == *counted
            }
        }
    }
}

fn hash(kind: &Kind) -> u64 {
    use std::hash::{Hash as _, Hasher as _};
    let mut hasher = rustc_hash::FxHasher::default();
    kind.hash(&mut hasher);
    // apart from the numbers of clauses
    hasher.finish() | 1 << 63
}

/// The clauses of an edition that another one does not have word for word.
fn unlike(book: &Rulebook, other: &Rulebook) -> FxHashSet<ClauseId> {
    let text = |one: &qili_edition::InForce| format_clause(&one.clause, Language::English);
    let known: FxHashSet<String> = other.edition.clauses.iter().map(text).collect();
    let own = book.edition.clauses.iter().enumerate();
    own.filter(|(_, one)| !known.contains(&text(one)))
        .map(|(place, _)| clause_id(place))
        .collect()
}

fn clause_id(place: usize) -> ClauseId {
    ClauseId(u16::try_from(place).unwrap_or(u16::MAX))
}

/// Where a clause stands in an edition.
fn place(label: &str, book: &Rulebook, article: &str) -> Result<ClauseId, QuestionError> {
    let articles = || {
        book.edition
            .clauses
            .iter()
            .map(|one| one.clause.article.text.as_str())
    };
    articles()
        .position(|known| known == article)
        .map(clause_id)
        .ok_or_else(|| QuestionError::Clause {
            edition: label.to_owned(),
            article: article.to_owned(),
            help: match nearest(article, articles()) {
                Some(near) => both!("是不是 `{near}`？", "did you mean `{near}`?"),
                None => both!(
                    "`qili show {label}` 列出各条",
                    "`qili show {label}` lists its clauses"
                ),
            },
        })
}

fn change(book: &Rulebook, clause: ClauseId, mutation: Mutation) -> Bilingual {
    changed_to(book, clause, |language| match language {
        Language::Chinese => mutation.zh(),
        Language::English => mutation.en(),
    })
}

/// A clause as readers know it, and what is done to it.
fn changed_to(book: &Rulebook, clause: ClauseId, done: impl Fn(Language) -> String) -> Bilingual {
    let clause = known_as(book, clause);
    let said = |language| format!("{} {}", clause.get(language), done(language));
    Bilingual::new(said(Language::Chinese), said(Language::English))
}

/// A clause by its number, or where it has none that readers know, its title.
fn known_as(book: &Rulebook, clause: ClauseId) -> Bilingual {
    let said = |language| book.numbers(&[clause], language).concat();
    Bilingual::new(said(Language::Chinese), said(Language::English))
}

impl Class {
    /// What it is called in a report.
    #[must_use]
    pub const fn said(self, language: Language) -> &'static str {
        match self {
            Self::Fault => language.of("谁犯规不同", "who is in the wrong"),
            Self::Natures => language.of("只有性质不同", "natures only"),
            Self::Punishment => {
                language.of("同一方犯规，处罚不同", "how the same side is punished")
            }
            Self::Alone => language.of("所求局面", "what was asked for"),
        }
    }
}

impl Kind {
    /// The clauses that make the two rulings, as readers of a language know them.
    #[must_use]
    pub fn numbers(&self, question: &Question, language: Language) -> Vec<String> {
        let first = &question.first().book;
        let mut numbers = first.numbers(&self.first.clauses, language);
        if let Some(other) = &self.other {
            let book = &question.readings[self.against].book;
            numbers.extend(book.numbers(&other.clauses, language));
        }
        numbers
    }
}
