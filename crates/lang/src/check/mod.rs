//! From the clauses in force to checked rules: names looked up, expressions typed, circles refused.
//!
//! ```
//! let file = qili_lang::parse::parse("natures.rule", r#"
//! clause 1 "将" "check" { nature 将 check when (opponent is in check) at reply }
//! clause 2 "闲" "idle" { nature 闲 idle }
//! clause 3 "从重" "the heaviest counts" { severity 将 闲 }
//! "#)?;
//! let clauses: Vec<_> = file.clauses.into_iter().map(|clause| (0, clause)).collect();
//! let rules = qili_lang::check::check(&clauses).unwrap();
//! assert_eq!(rules.natures[qili_lang::rules::NatureId(0)].names.en, "check");
//! # Ok::<(), qili_lang::parse::ParseError>(())
//! ```

mod amend;
mod effects;
mod error;
mod expressions;
mod graph;
mod lints;
mod names;
mod pieces;
mod quantifiers;
mod said;
mod searches;
mod situations;
mod values;
mod words;

use crate::rules::{
    ClauseInfo, DefinitionId, Handle, KindId, NatureId, PatternId, QualityId, ResultId, Rules,
    SearchId, SituationId, UnitId, ZoneId,
};
use crate::syntax::{Clause, Effect, Names, Type};
pub use amend::{Gone, amend, gone, still_used};
pub use error::{AmendError, CheckError};
use error::{Fault, cited};
use expressions::Uses;
pub use lints::{lint, live, names_used};
use names::Directory;
pub use names::{Class, declaration};
use qili_words::{Bilingual, both};

use std::collections::HashSet;

/// The most kinds of pieces that an edition may declare.
pub const KIND_LIMIT: usize = 16;

/// How often exceptions may apply in an edition, those to exceptions counted for every clause that they reach.
const EXCEPTION_LIMIT: usize = 20_000;

/// Checks the clauses in force, in the order of the book; each goes with the index of its file, which diagnostics and
/// [`ClauseInfo`] carry along. Amendments are applied before: see [`amend`].
///
/// # Errors
/// Everything that is wrong, in the order of the book. See the crate's README for what is checked.
pub fn check(clauses: &[(usize, Clause)]) -> Result<Rules, Vec<CheckError>> {
    let mut errors = Vec::new();
    let directory = Directory::new(clauses, &mut errors);
    let mut checker = Checker {
        clauses,
        directory,
        things: vec![None; clauses.len()],
        signatures: Vec::new(),
        rules: Rules::default(),
        exceptions_left: EXCEPTION_LIMIT,
        errors,
    };
    checker.run();
    let mut seen = HashSet::new();
    let mut errors = checker.errors;
    errors.retain(|error| {
        seen.insert((error.source_index, error.span(), error.message().en.clone()))
    });
    errors.sort_by_key(|error| (error.source_index, error.span().start));
    if errors.is_empty() {
        Ok(checker.rules)
    } else {
        Err(errors)
    }
}

/// The handle of what a clause declares.
#[derive(Debug, Clone, Copy)]
enum Thing {
    Zone(ZoneId),
    Kind(KindId),
    Unit(UnitId),
    Result(ResultId),
    Search(SearchId),
    Situation(SituationId),
    Definition(DefinitionId),
    Nature(NatureId),
    Quality(QualityId),
    Pattern(PatternId),
}

/// What callers of a definition need to know of it.
#[derive(Debug, Clone)]
struct Signature {
    parameters: Vec<Type>,
    ty: Type,
    uses: Uses,
}

/// The work in progress.
struct Checker<'c> {
    clauses: &'c [(usize, Clause)],
    directory: Directory<'c>,
    /// For each clause what it declares.
    things: Vec<Option<Thing>>,
    /// For each definition its signature, once it is known to be sound.
    signatures: Vec<Option<Signature>>,
    rules: Rules,
    /// How many more times an exception may be read: once for each clause that it lifts, directly or not.
    exceptions_left: usize,
    errors: Vec<CheckError>,
}

impl<'c> Checker<'c> {
    fn run(&mut self) {
        if self.clauses.len() > usize::from(u16::MAX) {
            let (source, clause) = &self.clauses[0];
            let fault = Fault::new(
                "qili::rule::too_many_clauses",
                clause.span,
                both!(
                    "一个版本最多有 65535 条",
                    "an edition may have 65535 clauses"
                ),
            );
            self.errors.push(fault.of(*source, clause));
            return;
        }
        self.rules.clauses = self
            .clauses
            .iter()
            .map(|(source, clause)| info(*source, clause))
            .collect();
        let Some(order) = self.order() else {
            return; // circles: nothing else can be said before they are gone
        };
        self.give_handles(&order);
        self.declare_board();
        self.declare_results(&order);
        self.declare_searches();
        self.declare_situations();
        self.declare_definitions(&order);
        self.declare_rules();
    }

    /// Gives every declared thing its handle. Natures are numbered by severity, definitions by who uses whom.
    fn give_handles(&mut self, order: &[usize]) {
        let severity = self.severity();
        let mut counts = Counts::default();
        let clauses = self.clauses;
        for (place, (_, clause)) in clauses.iter().enumerate() {
            self.things[place] = match &clause.effect {
                Some(Effect::Zone { .. }) => Some(Thing::Zone(ZoneId(next(&mut counts.zones)))),
                Some(Effect::Piece(_)) => Some(Thing::Kind(KindId(next(&mut counts.kinds)))),
                Some(Effect::Unit { .. }) => Some(Thing::Unit(UnitId(next(&mut counts.units)))),
                Some(Effect::Result { .. }) => {
                    Some(Thing::Result(ResultId(next(&mut counts.results))))
                }
                Some(Effect::Search(_)) => {
                    Some(Thing::Search(SearchId(next(&mut counts.searches))))
                }
                Some(Effect::Situation { .. }) => {
                    Some(Thing::Situation(SituationId(next(&mut counts.situations))))
                }
                Some(Effect::Quality { .. }) => {
                    Some(Thing::Quality(QualityId(next(&mut counts.qualities))))
                }
                Some(Effect::Pattern { .. }) => {
                    Some(Thing::Pattern(PatternId(next(&mut counts.patterns))))
                }
                _ => None,
            };
        }
        for (index, place) in severity.iter().enumerate() {
            self.things[*place] = Some(Thing::Nature(NatureId::at(index)));
        }
        for place in order {
            if let Some(Effect::Define { .. }) = &clauses[*place].1.effect {
                self.things[*place] = Some(Thing::Definition(DefinitionId(next(
                    &mut counts.definitions,
                ))));
                self.signatures.push(None);
            }
        }
    }

    /// The clauses of natures, the heaviest first.
    fn severity(&mut self) -> Vec<usize> {
        let clauses = self.clauses;
        let natures: Vec<usize> = (0..clauses.len())
            .filter(|place| matches!(clauses[*place].1.effect, Some(Effect::Nature(_))))
            .collect();
        let mut stated: Option<(usize, Vec<usize>)> = None;
        for (place, (_, clause)) in clauses.iter().enumerate() {
            let Some(Effect::Severity { natures: listed }) = &clause.effect else {
                continue;
            };
            if let Some((first, _)) = &stated {
                let article = cited(&clauses[*first].1);
                let fault = Fault::new(
                    "qili::rule::severity",
                    clause.article.span,
                    both!("轻重定了两次", "severity is stated twice"),
                )
                .label(both!(
                    "{}已经定了",
                    "{} states it already"; article
                ))
                .help(both!(
                    "改写{}",
                    "replace {} instead"; article
                ));
                self.report(place, fault);
                continue;
            }
            let mut order = Vec::new();
            for name in listed {
                match self.directory.find(names::Class::Nature, &name.text) {
                    None => {
                        let fault = self.directory.unknown(
                            &[names::Class::Nature],
                            &[],
                            &both!("性质", "nature"),
                            name,
                        );
                        self.report(place, fault);
                    }
                    Some(nature) if order.contains(&nature) => {
                        let own = &name.text;
                        let message = both!("`{own}` 列了两次", "`{own}` is listed twice");
                        self.report(
                            place,
                            Fault::new("qili::rule::severity", name.span, message),
                        );
                    }
                    Some(nature) => order.push(nature),
                }
            }
            stated = Some((place, order));
        }
        let Some((severity, mut order)) = stated else {
            return natures;
        };
        for place in natures {
            if !order.contains(&place) {
                let clause = &clauses[place].1;
                let article = cited(&clauses[severity].1);
                let fault = Fault::new(
                    "qili::rule::severity",
                    clause.article.span,
                    both!(
                        "轻重的次序里没有这个性质",
                        "this nature has no place in the order of severity"
                    ),
                )
                .label(both!(
                    "{}没有列出",
                    "not listed by {}"; article
                ))
                .help(both!(
                    "在{}里写明它比哪些重、比哪些轻",
                    "say in {} which natures are heavier and which are lighter"; article
                ));
                self.report(place, fault);
                order.push(place);
            }
        }
        order
    }

    fn report(&mut self, place: usize, fault: Fault) {
        let (source, clause) = &self.clauses[place];
        self.errors.push(fault.of(*source, clause));
    }
}

#[derive(Default)]
struct Counts {
    zones: u16,
    kinds: u16,
    units: u16,
    results: u16,
    searches: u16,
    situations: u16,
    qualities: u16,
    patterns: u16,
    definitions: u16,
}

fn next(count: &mut u16) -> u16 {
    let this = *count;
    *count = count.saturating_add(1);
    this
}

fn info(source: usize, clause: &Clause) -> ClauseInfo {
    ClauseInfo {
        article: clause.article.text.clone(),
        title: clause.title.clone(),
        remarks: clause.remarks.clone(),
        source,
        span: clause.span,
    }
}

/// The names of a declared thing.
fn named(names: &Names) -> Bilingual {
    let text =
        |name: Option<&crate::syntax::Name>| name.map(|name| name.text.clone()).unwrap_or_default();
    Bilingual {
        zh: text(names.names.first()),
        en: text(names.names.last()),
    }
}
