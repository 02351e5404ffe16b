//! The cases of two editions, judged by both.

use std::collections::HashMap;

use qili_board::Move;
use qili_edition::EditionError;
use qili_edition::case::{Case, CaseError, Scenario};
use qili_interpreter::judge::{JudgedRuling, Judgement};
use qili_interpreter::{Cycle, judge};
use qili_lang::format::numbered;
use qili_report::Rulebook;
use qili_report::explain::brief;
use qili_words::Bilingual;
use qili_words::Language;
use rayon::prelude::*;
use serde::Serialize;

use crate::run::play;
use crate::things::label;

/// A case that comes out otherwise.
#[derive(Debug, Clone, Default, Serialize)]
pub struct CaseChange {
    /// Under which names it stands in the two editions: `2020/figure-13`.
    pub names: Vec<String>,
    /// What it is about.
    pub title: Bilingual,
    /// Its position.
    pub fen: String,
    /// The plies of which the nature differs.
    pub plies: Vec<PlyChange>,
    /// The ruling, if it differs.
    pub ruling: Option<RulingChange>,
    /// What each side is said to do, where that differs.
    pub patterns: Vec<PatternChange>,
    /// The rulings that the books give.
    pub printed: Vec<Printed>,
    /// Why one of the editions cannot judge it at all.
    pub problem: Option<String>,
    /// Its moves.
    #[serde(skip)]
    pub line: Vec<Move>,
}

/// A side's pattern under another name.
#[derive(Debug, Clone, Serialize)]
pub struct PatternChange {
    /// Whose, in the language of the report.
    pub side: String,
    /// By the first edition.
    pub old: String,
    /// By the second edition.
    pub new: String,
}

/// What a book gives as the ruling of a case.
#[derive(Debug, Clone, Serialize)]
pub struct Printed {
    /// The case: `2020/figure-13`.
    pub name: String,
    /// The ruling, in the language of the report.
    pub ruling: String,
}

/// A ply of another nature.
#[derive(Debug, Clone, Serialize)]
pub struct PlyChange {
    /// Which, from 1.
    pub ply: usize,
    /// Who plays it, in the language of the report.
    pub side: String,
    /// The move, in the language of the report.
    #[serde(rename = "move")]
    pub played: String,
    /// By the first edition.
    pub old: Side,
    /// By the second edition.
    pub new: Side,
}

/// Another ruling.
#[derive(Debug, Clone, Serialize)]
pub struct RulingChange {
    /// By the first edition.
    pub old: Side,
    /// By the second edition.
    pub new: Side,
}

/// What one edition says, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Side {
    /// The nature's name, or the outcome; `?` if it could not be determined.
    pub says: String,
    /// The reason on one line.
    pub because: String,
}

/// How many different cases the two editions have, and those of them that come out otherwise.
///
/// A position with the same moves is one case, however often it is printed.
///
/// # Errors
/// A case file that cannot be read.
pub fn case_changes(
    old: &Rulebook,
    new: &Rulebook,
    language: Language,
) -> Result<(usize, Vec<CaseChange>), EditionError> {
    let cases = [all_cases(old)?, all_cases(new)?];
    let gathered = gather(&[(old, &cases[0]), (new, &cases[1])]);
    let changes = gathered
        .par_iter()
        .filter_map(|one| one.compare(old, new, language))
        .collect();
    Ok((gathered.len(), changes))
}

/// The cases of an edition, its own before those that it inherits.
///
/// # Errors
/// A case file that cannot be read.
pub fn all_cases(book: &Rulebook) -> Result<Vec<Case>, EditionError> {
    let mut cases = book.edition.cases()?;
    cases.extend(book.edition.inherited_cases()?);
    Ok(cases)
}

/// A scenario under all its names.
#[derive(Debug, Clone)]
pub struct Gathered<'c> {
    /// The names: `2020/figure-13`, of a variant `2020/figure-13 13b`.
    pub names: Vec<String>,
    /// The case.
    pub case: &'c Case,
    /// The figure or a variant of it.
    pub scenario: &'c Scenario,
    /// Everywhere it stands, inherited or not: the numbers of the edition, of its case, and of the scenario in the case.
    pub places: Vec<[usize; 3]>,
    /// What each edition that has it says of it, by the number of the edition.
    pub printed: Vec<(usize, &'c Scenario)>,
}

/// The scenarios of some editions that have moves.
#[must_use]
pub fn gather<'c>(editions: &[(&Rulebook, &'c [Case])]) -> Vec<Gathered<'c>> {
    let mut gathered: Vec<Gathered<'c>> = Vec::new();
    let mut known: HashMap<(String, Vec<Move>), usize> = HashMap::new();
    for (number, (book, cases)) in editions.iter().enumerate() {
        let own = book.edition.cases().map_or(cases.len(), |own| own.len());
        for (at, case) in cases.iter().enumerate() {
            for (which, (id, scenario)) in case.scenarios().enumerate() {
                if scenario.plies() == 0 {
                    continue;
                }
                let name = name(&book.edition.about.id, case, id);
                let place = [number, at, which];
                let key =
                    play(book, case, scenario).map(|(_, moves)| (scenario.fen.clone(), moves));
                let found = key.as_ref().ok().and_then(|key| known.get(key));
                if let Some(&found) = found {
                    let one = &mut gathered[found];
                    one.places.push(place);
                    // what is only inherited has its name already
                    if at < own {
                        one.printed.push((number, scenario));
                        if !one.names.contains(&name) {
                            one.names.push(name);
                        }
                    }
                    continue;
                }
                if let Ok(key) = key {
                    known.insert(key, gathered.len());
                }
                gathered.push(Gathered {
                    names: vec![name],
                    case,
                    scenario,
                    places: vec![place],
                    printed: vec![(number, scenario)],
                });
            }
        }
    }
    gathered
}

/// What a scenario is called among those of several editions: `2020/figure-13`, `2020/figure-13 13b`.
#[must_use]
pub fn name(edition: &str, case: &Case, id: &str) -> String {
    match id == case.id {
        true => format!("{edition}/{id}"),
        false => format!("{edition}/{} {id}", case.id),
    }
}

impl CaseChange {
    /// How a stretch comes out by two editions, where that differs.
    #[must_use]
    pub fn between(old: Judged<'_>, new: Judged<'_>, language: Language) -> Option<Self> {
        let change = Self {
            plies: ply_changes(old, new, language),
            ruling: ruling_change(old, new, language),
            patterns: pattern_changes(old, new, language),
            line: old.1.plies.iter().map(|ply| ply.played).collect(),
            ..Self::default()
        };
        let differs =
            !change.plies.is_empty() || !change.patterns.is_empty() || change.ruling.is_some();
        differs.then_some(change)
    }
}

impl Gathered<'_> {
    fn compare(&self, old: &Rulebook, new: &Rulebook, language: Language) -> Option<CaseChange> {
        let unplayable = |book, problem| CaseChange {
            problem: Some(unplayable(book, &problem, language)),
            ..CaseChange::default()
        };
        let change = match (self.judge(old), self.judge(new)) {
            (Ok(before), Ok(after)) => {
                CaseChange::between((old, &before), (new, &after), language)?
            }
            (Err(problem), _) => unplayable(old, problem),
            (_, Err(problem)) => unplayable(new, problem),
        };
        Some(CaseChange {
            names: self.names.clone(),
            title: self.case.title.clone(),
            fen: self.scenario.fen.clone(),
            printed: self.printed(language),
            ..change
        })
    }

    /// The judgement of an edition.
    ///
    /// # Errors
    /// It does not allow the position or a move.
    pub fn judge(&self, book: &Rulebook) -> Result<Judgement, CaseError> {
        let (start, moves) = play(book, self.case, self.scenario)?;
        Ok(judge(&book.engine, Cycle::unchecked(&start, &moves, None)))
    }

    /// The rulings that books give, each with the name under which it stands.
    pub(crate) fn printed(&self, language: Language) -> Vec<Printed> {
        let rulings = self.names.iter().zip(&self.printed);
        rulings
            .filter_map(|(name, (_, scenario))| {
                Some(Printed {
                    name: name.clone(),
                    ruling: scenario.ruling?.word_in(language).to_owned(),
                })
            })
            .collect()
    }
}

fn unplayable(book: &Rulebook, problem: &CaseError, language: Language) -> String {
    format!(
        "{}{}{}",
        label(&book.edition.about.id, language),
        language.of("：", ": "),
        crate::inherited::said(problem).get(language)
    )
}

/// What an edition says of a stretch.
pub type Judged<'j> = (&'j Rulebook, &'j Judgement);

fn pattern_changes(
    (old, before): Judged<'_>,
    (new, after): Judged<'_>,
    language: Language,
) -> Vec<PatternChange> {
    let change = |side: qili_board::Side| {
        let name = |language| {
            (
                old.pattern(before, side, language),
                new.pattern(after, side, language),
            )
        };
        let (one, other) = name(Language::Chinese);
        let said = name(language);
        (one != other).then(|| PatternChange {
            side: side.name(language).to_owned(),
            old: said.0,
            new: said.1,
        })
    };
    qili_board::Side::ALL
        .into_iter()
        .filter_map(change)
        .collect()
}

fn ply_changes(
    (old, before): Judged<'_>,
    (new, after): Judged<'_>,
    language: Language,
) -> Vec<PlyChange> {
    let plies = before.plies.iter().zip(&after.plies);
    plies
        .filter_map(|(one, other)| {
            let names = (
                one.nature.map(|id| old.nature(id)),
                other.nature.map(|id| new.nature(id)),
            );
            if names.0 == names.1 {
                return None;
            }
            let says = |name: Option<&Bilingual>| {
                name.map_or_else(|| "?".to_owned(), |name| name.get(language).to_owned())
            };
            let position = &before.cycle.before(one.ply).position;
            Some(PlyChange {
                ply: one.ply.0 + 1,
                side: one.side.name(language).to_owned(),
                played: old.written(one.played, position, language),
                old: Side {
                    says: says(names.0),
                    because: brief(old, before, one, language),
                },
                new: Side {
                    says: says(names.1),
                    because: brief(new, after, other, language),
                },
            })
        })
        .collect()
}

fn ruling_change(
    (old, before): Judged<'_>,
    (new, after): Judged<'_>,
    language: Language,
) -> Option<RulingChange> {
    let side = |book: &Rulebook, judged: &Judgement| {
        let mut side = ruling(book, &judged.ruling, language);
        for colour in qili_board::Side::ALL {
            let does = book.pattern(judged, colour, language);
            side.because += language.of("；", "; ");
            side.because += &format!("{}{}{does}", colour.name(language), language.of("：", ": "));
        }
        side
    };
    (before.ruling.outcome != after.ruling.outcome).then(|| RulingChange {
        old: side(old, before),
        new: side(new, after),
    })
}

/// A ruling and its reason on one line.
pub(crate) fn ruling(book: &Rulebook, ruling: &JudgedRuling, language: Language) -> Side {
    let cited: Vec<String> = ruling
        .clauses
        .iter()
        .map(|&id| {
            let clause = book.clause(id);
            numbered(&clause.article, &clause.title, language)
        })
        .collect();
    let because = match &ruling.open {
        Some(open) => book.why_open(open, language),
        None => cited.join(language.of("；", "; ")),
    };
    Side {
        says: ruling.outcome.to_string(),
        because: match because.is_empty() {
            true => book.ruling(ruling, language),
            false => format!(
                "{}{}{because}",
                book.ruling(ruling, language),
                language.of("：", ": ")
            ),
        },
    }
}
