//! From kinds to consequences: shrunk, judged again, grouped by the clauses that make them, the simplest first.

use std::collections::{BTreeMap, BTreeSet};

use qili_edition::case::Pattern;
use qili_interpreter::Engine;
use qili_interpreter::judge::Judgement;
use qili_lang::rules::ClauseId;
use qili_words::{Bilingual, Language};
use rayon::prelude::*;

use crate::exhaust::Reached;
use crate::kind::{Class, Consequence, Direction, Kind};
use crate::limit::{Over, Stage};
use crate::matter::Matter;
use crate::question::{Question, Wanted};
use crate::search::{Raw, Tried};
use crate::shrink::Shrinker;
use crate::simplicity::{Figures, Scales, Simplicity};
use crate::stretch::Stretch;

/// How many stretches are judged to shrink one find, and to settle it.
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
    /// The clauses that make it, by each of the judgements.
    pub clauses: [Vec<ClauseId>; 2],
    /// Every judgement, with the number of its reading.
    pub judged: Vec<(usize, Judgement)>,
    /// Whether no step makes it simpler; kept finds are shown as they are kept.
    pub shrunk: bool,
    /// Whether it was judged again with more budget, mirrored, and with the sides changed.
    pub judged_again: bool,
    /// What matters in it; nothing where there was no time to look.
    pub matter: Option<Matter>,
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
    /// How many consequences they have, with those of what was come by in making them simpler.
    pub consequences: usize,
    /// The finds.
    pub finds: Vec<Find>,
    /// By what the two sides do, in Chinese and in English: the direction.
    pub directions: Vec<([String; 2], Directions)>,
    /// The changes that did not show.
    pub missing: Vec<usize>,
    /// What was tried without exception, where something was.
    pub reached: Option<Reached>,
    /// Whether it is about kept finds that were judged again.
    pub replayed: bool,
    /// Of those, the ones that are no finds any more.
    pub gone: Vec<Stretch>,
    /// Of those, the ones for which there was no time.
    pub left: Vec<Stretch>,
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
            reached: None,
            replayed: false,
            gone: Vec::new(),
            left: Vec::new(),
        }
    }
}

/// Judges again what is to be shown.
pub struct Verifier<'q> {
    question: &'q Question,
    engines: Vec<Option<Engine>>,
}

impl<'q> Verifier<'q> {
    /// Compiles every edition anew, with more budget.
    #[must_use]
    pub fn new(question: &'q Question) -> Self {
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
    #[must_use]
    pub fn holds(&self, kind: &Kind, stretch: &Stretch) -> bool {
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

/// Makes the report of what a search has found: so many consequences, each as simple as there was time for, judged again.
#[must_use]
pub fn report(
    question: &Question,
    figures: &Figures,
    found: &BTreeMap<Kind, Raw>,
    tried: Tried,
    show: usize,
    over: &Over<'_>,
) -> Report {
    let scales = Scales {
        reading: question.first(),
        figures,
    };
    let shrinker = Shrinker::new(question, scales, BUDGET, over);
    let (kinds, shrunk) = shrunk(question, &shrinker, found, show);
    let verifier = Verifier::new(question);
    let mut finds = shown(question, &verifier, &kinds, shrunk, show, over);
    finds.par_iter_mut().for_each(|find| {
        if find.shrunk && !over(Stage::Settle) {
            find.settle(question, &shrinker, &verifier, over);
        }
        find.matter = Matter::of(question, &find.kind, &find.stretch, over);
    });
    finds.sort_by_cached_key(|find| (find.class, find.simplicity.clone()));
    let consequences: BTreeSet<Consequence> = kinds.keys().map(Kind::consequence).collect();
    let missing = question
        .others()
        .filter(|(_, reading)| reading.change.is_some());
    let missing = missing
        .map(|(against, _)| against)
        .filter(|against| finds.iter().all(|find| find.kind.against != *against));
    Report {
        kinds: found.len(),
        consequences: consequences.len().max(finds.len()),
        directions: directions(question, found),
        missing: missing.collect(),
        finds,
        ..Report::empty(tried)
    }
}

/// A find on the way to being shown.
struct Candidate {
    kind: Kind,
    simplicity: Simplicity,
    stretch: Stretch,
    shrunk: bool,
}

/// What is chosen of all kinds, made simpler until it is late, in the order of the choice; and the kinds, with what slipped into
/// them on the way.
fn shrunk(
    question: &Question,
    shrinker: &Shrinker<'_>,
    found: &BTreeMap<Kind, Raw>,
    show: usize,
) -> (BTreeMap<Kind, Raw>, Vec<Candidate>) {
    let mut kinds = found.clone();
    let mut shrunk: Vec<Candidate> = Vec::new();
    for _ in 0..2 {
        let known: BTreeSet<&Kind> = shrunk.iter().map(|one| &one.kind).collect();
        let mut chosen = choose(&kinds, question, show);
        chosen.retain(|(kind, _)| !known.contains(kind));
        let done: Vec<_> = chosen
            .into_par_iter()
            .map(|(kind, raw)| (kind.clone(), shrinker.shrink(kind, &raw.stretch)))
            .collect();
        for (kind, one) in done {
            for (slipped, stretch) in one.slipped {
                Raw { stretch, count: 0 }.join(slipped, &mut kinds);
            }
            shrunk.push(Candidate {
                kind,
                simplicity: one.simplicity,
                stretch: one.stretch,
                shrunk: one.done,
            });
        }
    }
    (kinds, shrunk)
}

impl Find {
    /// A find, judged in full, of which nothing more is known.
    #[must_use]
    pub fn new(
        question: &Question,
        kind: &Kind,
        simplicity: Simplicity,
        stretch: &Stretch,
    ) -> Option<Self> {
        let mut judged = vec![(0, question.first().judge(stretch)?)];
        if kind.other.is_some() {
            let other = question.readings[kind.against].judge(stretch)?;
            judged.push((kind.against, other));
        }
        Some(Self {
            class: kind.class(),
            kind: kind.clone(),
            stretch: stretch.clone(),
            simplicity,
            stretches: 1,
            kinds: 1,
            clauses: reasons(question, &judged),
            judged,
            shrunk: false,
            judged_again: false,
            matter: None,
        })
    }

    /// Makes it as simple as its kind can be, until it is late: see [`Shrinker::settle`].
    fn settle(
        &mut self,
        question: &Question,
        shrinker: &Shrinker<'_>,
        verifier: &Verifier<'_>,
        over: &Over<'_>,
    ) {
        let settled = shrinker.settle(&self.kind, &self.stretch);
        if settled.simplicity < self.simplicity
            && !over(Stage::Tell)
            && verifier.holds(&self.kind, &settled.stretch)
            && let Some(again) =
                Self::new(question, &self.kind, settled.simplicity, &settled.stretch)
        {
            *self = Self {
                stretches: self.stretches,
                kinds: self.kinds,
                shrunk: self.shrunk,
                judged_again: true,
                ..again
            };
        }
    }

    /// What matters in it, in words.
    #[must_use]
    pub fn caption(&self, question: &Question) -> Option<Bilingual> {
        let matter = self.matter.as_ref()?;
        Some(matter.caption(question, &self.stretch))
    }

    /// The clauses that make it, as readers of a language know them.
    #[must_use]
    pub fn numbers(&self, question: &Question, language: Language) -> Vec<String> {
        let of = |((reading, _), clauses): (&(usize, Judgement), &Vec<ClauseId>)| {
            question.readings[*reading].book.numbers(clauses, language)
        };
        let mut numbers: Vec<String> = Vec::new();
        for number in self.judged.iter().zip(&self.clauses).flat_map(of) {
            if !numbers.contains(&number) {
                numbers.push(number);
            }
        }
        numbers
    }
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
        if *taken >= if changes { 2 } else { show.saturating_mul(3) } {
            continue;
        }
        *taken += 1;
        group.sort_by_key(|(_, raw)| (raw.stretch.men(), raw.stretch.moves.len()));
        group.truncate(KINDS);
        chosen.extend(group);
    }
    chosen
}

/// What finds have in common that are shown as one: of several changes each has one, whatever makes it.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Group {
    against: usize,
    made_by: Option<(Class, Option<Direction>, [Vec<ClauseId>; 2])>,
}

/// Of each group the simplest that holds, the simplest groups first, until there are enough to show.
fn shown(
    question: &Question,
    verifier: &Verifier<'_>,
    kinds: &BTreeMap<Kind, Raw>,
    candidates: Vec<Candidate>,
    show: usize,
    over: &Over<'_>,
) -> Vec<Find> {
    let several = question.readings.len() > 2;
    // where it is late, those are judged that are shown at any rate
    let finds: Vec<Find> = candidates
        .into_par_iter()
        .enumerate()
        .filter(|(place, _)| *place < show || several || !over(Stage::Tell))
        .filter_map(|(_, one)| {
            let find = Find::new(question, &one.kind, one.simplicity, &one.stretch)?;
            Some(Find {
                shrunk: one.shrunk,
                ..find
            })
        })
        .collect();
    let mut groups: BTreeMap<Group, Vec<Find>> = BTreeMap::new();
    for find in finds {
        let made_by = (!several).then(|| {
            let direction = find.kind.direction();
            (find.class, direction, find.clauses.clone())
        });
        let group = Group {
            against: find.kind.against,
            made_by,
        };
        groups.entry(group).or_default().push(find);
    }
    let mut groups: Vec<Vec<Find>> = groups.into_values().collect();
    let order = |find: &Find| (find.class, find.simplicity.clone(), find.kind.clone());
    for group in &mut groups {
        group.sort_by_cached_key(order);
    }
    groups.sort_by_cached_key(|group| group.first().map(order));
    let show = if several { groups.len() } else { show };
    let mut shown = Vec::new();
    for some in groups.chunks_mut(show.max(1)) {
        let held = some.par_iter_mut().filter_map(|group| {
            let told = told(kinds, group);
            let group = std::mem::take(group);
            let held = group.into_iter().find_map(|find| {
                let again = !over(Stage::Tell);
                let holds = !again || verifier.holds(&find.kind, &find.stretch);
                holds.then_some(Find {
                    judged_again: again,
                    ..find
                })
            });
            held.map(|find| Find {
                stretches: told.0,
                kinds: told.1,
                ..find
            })
        });
        shown.append(&mut held.collect());
        if shown.len() >= show {
            break;
        }
    }
    shown.truncate(show);
    shown
}

/// How many stretches of how many kinds have the consequences of some finds.
fn told(kinds: &BTreeMap<Kind, Raw>, finds: &[Find]) -> (u64, usize) {
    let consequences: BTreeSet<Consequence> =
        finds.iter().map(|find| find.kind.consequence()).collect();
    let those = kinds
        .iter()
        .filter(|(kind, _)| consequences.contains(&kind.consequence()));
    those.fold((0, 0), |(stretches, kinds), (_, raw)| {
        (stretches + raw.count, kinds + 1)
    })
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
