//! From kinds to consequences: shrunk, judged again, grouped by the clauses that make them, the simplest first.

use std::collections::{BTreeMap, BTreeSet};

use qili_interpreter::Engine;
use qili_interpreter::judge::Judgement;
use qili_lang::rules::ClauseId;
use rayon::prelude::*;

use crate::kind::{Class, Consequence, Direction, Kind};
use crate::matter::Matter;
use crate::question::{Question, Wanted};
use crate::search::{Raw, Tried};
use crate::shrink::Shrinker;
use crate::simplicity::{Figures, Scales, Simplicity};
use crate::stretch::Stretch;

/// How many stretches are judged to shrink one find.
const BUDGET: usize = 1500;
/// How many kinds of one consequence are shrunk.
const KINDS: usize = 2;
/// A find is judged again with so many times the budget.
const TIMES: u32 = 10;

/// A find as it is shown.
#[derive(Debug)]
pub struct Find {
    /// Its stretch.
    pub stretch: Stretch,
    /// Its kind.
    pub kind: Kind,
    /// How the judgements differ.
    pub class: Class,
    /// How simple it is.
    pub simplicity: Simplicity,
    /// How many of the stretches tried have the same consequence.
    pub stretches: u64,
    /// Of how many kinds they are.
    pub kinds: usize,
    /// The articles that make it.
    pub clauses: Vec<String>,
    /// Every judgement, with the number of its reading.
    pub judged: Vec<(usize, Judgement)>,
    /// What matters in it.
    pub matter: Matter,
}

/// Where the other edition is stricter, milder or against the other side, for one pair of patterns.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Directions {
    /// The other is stricter.
    pub stricter: u64,
    /// The other is milder.
    pub milder: u64,
    /// The other is against the other side.
    pub other_side: u64,
}

/// The result of a search.
#[derive(Debug)]
pub struct Report {
    /// What was tried.
    pub tried: Tried,
    /// The seed.
    pub seed: Option<u64>,
    /// How many kinds of finds were found.
    pub kinds: usize,
    /// How many consequences could be told apart before they were shrunk.
    pub consequences: usize,
    /// The finds.
    pub finds: Vec<Find>,
    /// By what the two sides do, in Chinese and in English: the direction.
    pub directions: Vec<([String; 2], Directions)>,
    /// The changes that did not show.
    pub missing: Vec<usize>,
    /// What was tried without exception, where something was.
    pub exhausted: Option<qili_words::Bilingual>,
    /// Whether it is about kept finds that were judged again.
    pub replayed: bool,
    /// Of those, the ones that are no finds any more.
    pub gone: Vec<Stretch>,
}

impl Report {
    /// Nothing was found.
    #[must_use]
    pub const fn empty(tried: Tried) -> Self {
        Self {
            tried,
            seed: None,
            kinds: 0,
            consequences: 0,
            finds: Vec::new(),
            directions: Vec::new(),
            missing: Vec::new(),
            exhausted: None,
            replayed: false,
            gone: Vec::new(),
        }
    }
}

/// Judges again what is to be shown.
struct Verifier<'q> {
    question: &'q Question,
    engines: Vec<Option<Engine>>,
}

impl<'q> Verifier<'q> {
    /// Compiles every edition anew, with more budget.
    fn new(question: &'q Question) -> Self {
        let engine = |reading: &crate::reading::Reading| {
            let engine = Engine::new(reading.book.edition.rules.clone()).ok()?;
            let budget = reading.book.engine.threats().budget();
            Some(engine.with_budget(budget.saturating_mul(TIMES)))
        };
        Self {
            question,
            engines: question.readings.iter().map(engine).collect(),
        }
    }

    /// Whether a find is of its kind: as it stands, mirrored, with the sides changed.
    fn holds(&self, kind: &Kind, stretch: &Stretch) -> bool {
        let (Some(first), Some(other)) = (&self.engines[0], &self.engines[kind.against]) else {
            return false;
        };
        let is = |image: &Stretch| {
            self.question
                .kind_by(image, kind.against, [first, other])
                .as_ref()
                == Some(kind)
        };
        stretch.images().iter().all(is)
    }
}

/// Makes the report of what a search has found: so many consequences, shrunk until it is late.
#[must_use]
pub fn report(
    question: &Question,
    figures: &Figures,
    found: &BTreeMap<Kind, Raw>,
    tried: Tried,
    show: usize,
    late: &(dyn Fn() -> bool + Sync),
) -> Report {
    let scales = Scales {
        reading: question.first(),
        figures,
    };
    let shrinker = Shrinker::new(question, scales, BUDGET, late);
    let mut kinds = found.clone();
    let mut shrunk: BTreeMap<Kind, (Simplicity, Stretch)> = BTreeMap::new();
    // what slips into another kind on the way seeds that one
    for _ in 0..2 {
        let mut chosen = choose(&kinds, question, show);
        chosen.retain(|(kind, _)| !shrunk.contains_key(*kind));
        chosen.sort_by_key(|(_, raw)| std::cmp::Reverse(raw.stretch.men()));
        let done: Vec<_> = chosen
            .into_par_iter()
            .map(|(kind, raw)| (kind.clone(), shrinker.shrink(kind, &raw.stretch)))
            .collect();
        for (kind, one) in done {
            for (slipped, stretch) in one.slipped {
                let fewer = |raw: &Raw| stretch.men() < raw.stretch.men();
                match kinds.get_mut(&slipped) {
                    Some(raw) if fewer(raw) => raw.stretch = stretch,
                    Some(_) => {}
                    None => {
                        kinds.insert(slipped, Raw { stretch, count: 0 });
                    }
                }
            }
            shrunk.insert(kind, (one.simplicity, one.stretch));
        }
    }
    let verifier = Verifier::new(question);
    let holds =
        |(kind, (_, stretch)): &(Kind, (Simplicity, Stretch))| verifier.holds(kind, stretch);
    let shrunk: Vec<(Kind, (Simplicity, Stretch))> = shrunk.into_iter().collect();
    let shrunk: Vec<_> = shrunk.into_par_iter().filter(holds).collect();
    let finds = grouped(question, &kinds, shrunk, show);
    let missing = question
        .others()
        .filter(|(_, reading)| reading.change.is_some());
    let missing = missing
        .map(|(against, _)| against)
        .filter(|against| finds.iter().all(|find| find.kind.against != *against));
    Report {
        kinds: found.len(),
        consequences: found
            .keys()
            .map(Kind::consequence)
            .collect::<BTreeSet<_>>()
            .len(),
        directions: directions(question, found),
        missing: missing.collect(),
        finds,
        ..Report::empty(tried)
    }
}

impl Report {
    /// Makes what is shown as simple as its kind can be, until it is late: see [`Shrinker::settle`].
    pub fn settle(
        &mut self,
        question: &Question,
        figures: &Figures,
        late: &(dyn Fn() -> bool + Sync),
    ) {
        let scales = Scales {
            reading: question.first(),
            figures,
        };
        let shrinker = Shrinker::new(question, scales, BUDGET, late);
        let verifier = Verifier::new(question);
        self.finds.par_iter_mut().for_each(|known| {
            let settled = shrinker.settle(&known.kind, &known.stretch);
            if settled.simplicity < known.simplicity
                && verifier.holds(&known.kind, &settled.stretch)
                && let Some(again) =
                    find(question, &known.kind, settled.simplicity, &settled.stretch)
            {
                *known = Find {
                    stretches: known.stretches,
                    kinds: known.kinds,
                    ..again
                };
            }
        });
        let order = |find: &Find| (find.class, find.simplicity.clone());
        self.finds.sort_by_cached_key(order);
    }
}

/// A find, judged in full.
#[must_use]
pub fn find(
    question: &Question,
    kind: &Kind,
    simplicity: Simplicity,
    stretch: &Stretch,
) -> Option<Find> {
    let mut judged = vec![(0, question.first().judge(stretch)?)];
    if kind.other.is_some() {
        judged.push((
            kind.against,
            question.readings[kind.against].judge(stretch)?,
        ));
    }
    let mut clauses: Vec<String> = Vec::new();
    for ((reading, _), own) in judged.iter().zip(reasons(question, &judged)) {
        let reading = &question.readings[*reading];
        for article in own.iter().map(|&clause| reading.article(clause)) {
            if !clauses.iter().any(|known| known == article) {
                clauses.push(article.to_owned());
            }
        }
    }
    Some(Find {
        class: kind.class(),
        matter: Matter::of(question, kind, stretch),
        kind: kind.clone(),
        stretch: stretch.clone(),
        simplicity,
        stretches: 1,
        kinds: 1,
        clauses,
        judged,
    })
}

/// The kinds that are shrunk: the smallest of each consequence, the consequences that most stretches have first.
fn choose<'k>(
    kinds: &'k BTreeMap<Kind, Raw>,
    question: &Question,
    show: usize,
) -> Vec<(&'k Kind, &'k Raw)> {
    let mut groups: BTreeMap<Consequence, Vec<(&Kind, &Raw)>> = BTreeMap::new();
    for (kind, raw) in kinds {
        groups
            .entry(kind.consequence())
            .or_default()
            .push((kind, raw));
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    let count = |group: &[(&Kind, &Raw)]| group.iter().map(|(_, raw)| raw.count).sum::<u64>();
    groups.sort_by_cached_key(|(consequence, group)| {
        (consequence.class, std::cmp::Reverse(count(group)))
    });
    let changes = question.readings.len() > 2;
    let mut against = vec![0; question.readings.len()];
    let mut chosen = Vec::new();
    for (consequence, mut group) in groups {
        // of each change one find is wanted, of two editions many
        let taken = &mut against[consequence.against];
        if *taken >= if changes { 2 } else { 3 * show } {
            continue;
        }
        *taken += 1;
        group.sort_by_key(|(_, raw)| (raw.stretch.men(), raw.stretch.moves.len()));
        group.truncate(KINDS);
        chosen.extend(group);
    }
    chosen
}

/// What finds have in common that are shown as one.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Group {
    class: Class,
    against: usize,
    direction: Option<Direction>,
    clauses: [Vec<ClauseId>; 2],
}

fn grouped(
    question: &Question,
    kinds: &BTreeMap<Kind, Raw>,
    shrunk: Vec<(Kind, (Simplicity, Stretch))>,
    show: usize,
) -> Vec<Find> {
    let judged: Vec<_> = shrunk
        .into_par_iter()
        .filter_map(|(kind, (simplicity, stretch))| {
            let mut judged = vec![(0, question.first().judge(&stretch)?)];
            if kind.other.is_some() {
                judged.push((
                    kind.against,
                    question.readings[kind.against].judge(&stretch)?,
                ));
            }
            let group = Group {
                class: kind.class(),
                against: kind.against,
                direction: kind.direction(),
                clauses: reasons(question, &judged),
            };
            Some((group, kind, simplicity, stretch))
        })
        .collect();
    let mut groups: BTreeMap<Group, Vec<_>> = BTreeMap::new();
    for (group, kind, simplicity, stretch) in judged {
        groups
            .entry(group)
            .or_default()
            .push((simplicity, kind, stretch));
    }
    let mut simplest = Vec::new();
    for (group, mut finds) in groups {
        let consequences: BTreeSet<Consequence> = finds
            .iter()
            .map(|(_, kind, _)| kind.consequence())
            .collect();
        let those = kinds
            .iter()
            .filter(|(kind, _)| consequences.contains(&kind.consequence()));
        let counts = those.fold((0, 0), |(stretches, kinds), (_, raw)| {
            (stretches + raw.count, kinds + 1)
        });
        finds.sort_by(|one, other| (&one.0, &one.1).cmp(&(&other.0, &other.1)));
        simplest.push((group, finds.swap_remove(0), counts));
    }
    simplest.sort_by(|(group, find, _), (other_group, other, _)| {
        (group.class, &find.0).cmp(&(other_group.class, &other.0))
    });
    if question.readings.len() > 2 {
        // one for each change
        let mut known = BTreeSet::new();
        simplest.retain(|(group, ..)| known.insert(group.against));
    } else {
        simplest.truncate(show);
    }
    let told =
        simplest
            .into_iter()
            .filter_map(|(_, (simplicity, kind, stretch), (stretches, kinds))| {
                let find = find(question, &kind, simplicity, &stretch)?;
                Some(Find {
                    stretches,
                    kinds,
                    ..find
                })
            });
    told.collect()
}

/// The clauses of either judgement that make the difference: those of the rulings, and those of plies whose natures differ.
fn reasons(question: &Question, judged: &[(usize, Judgement)]) -> [Vec<ClauseId>; 2] {
    let name = |(reading, judgement): &(usize, Judgement), ply: usize| {
        let nature = judgement.plies.get(ply)?.nature?;
        Some(question.readings[*reading].book.nature(nature).zh.clone())
    };
    let differs = |ply: usize| match judged {
        [one, other] => name(one, ply) != name(other, ply),
        _ => true,
    };
    let mut reasons: [Vec<ClauseId>; 2] = Default::default();
    for (reasons, (_, judgement)) in reasons.iter_mut().zip(judged) {
        reasons.extend(&judgement.ruling.clauses);
        for ply in judgement.plies.iter().filter(|ply| differs(ply.ply.0)) {
            reasons.extend(&ply.clauses);
            reasons.extend(ply.lifted.iter().map(|lift| lift.by));
        }
        reasons.sort_unstable();
        reasons.dedup();
    }
    reasons
}

/// The table of directions, by what both sides do in the words of the first edition.
fn directions(question: &Question, found: &BTreeMap<Kind, Raw>) -> Vec<([String; 2], Directions)> {
    use qili_edition::case::Pattern;
    use qili_words::Language;
    if !matches!(question.wanted, Wanted::Otherwise) || question.readings.len() > 2 {
        return Vec::new();
    }
    let mut table: BTreeMap<[String; 2], Directions> = BTreeMap::new();
    for (kind, raw) in found {
        let (Some(direction), Some(other)) = (kind.direction(), &kind.other) else {
            continue;
        };
        let against = other.outcome.against().or(kind.first.outcome.against());
        // the side that moves first is called Red
        let begins = usize::from(against == Some(qili_board::Side::Black));
        let natures = &kind.first.natures;
        let pattern = |from: usize, language: Language| {
            let names: Vec<String> = natures
                .iter()
                .skip(from)
                .step_by(2)
                .map(|&one| question.names.name(one).get(language).to_owned())
                .collect();
            Pattern::of(names.iter().map(String::as_str)).said(language)
        };
        let row = [Language::Chinese, Language::English].map(|language| {
            format!(
                "{} – {}",
                pattern(begins, language),
                pattern(1 - begins, language)
            )
        });
        let row = table.entry(row).or_default();
        *match direction {
            Direction::Stricter => &mut row.stricter,
            Direction::Milder => &mut row.milder,
            Direction::OtherSide => &mut row.other_side,
        } += raw.count;
    }
    let mut table: Vec<_> = table.into_iter().collect();
    let all = |row: &Directions| row.stricter + row.milder + row.other_side;
    table.sort_by_key(|(_, row)| std::cmp::Reverse(all(row)));
    table
}
