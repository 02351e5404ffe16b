//! The search: rounds of stretches, each made from what the rounds before have found, so that the same seed and count give
//! the same finds on any number of cores.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use fastrand::Rng;
use qili_board::Position;
use rayon::prelude::*;
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

use crate::kept::SearchJson;
use crate::kind::{Consequence, Kind};
use crate::limit::{Over, Stage};
use crate::question::{Asked, Question};
use crate::source::{Maker, Sources};
use crate::stretch::Stretch;

/// How many stretches are looked for before it is learnt from them.
pub const ROUND: usize = 256;
/// After so many rounds without a stretch that was not tried before there are no others.
const IDLE: usize = 8;
/// Stretches with more men than these are not changed further where there are others.
const MANY: usize = 16;
/// After so many kinds against one of several changes it is not asked any more.
const ENOUGH: usize = 4;

/// Where a stretch comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Source {
    Case,
    Game,
    Changed,
    MadeUp,
}

/// What was tried.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tried {
    /// All stretches, no two of them alike.
    pub stretches: u64,
    /// Stretches of cases.
    pub cases: u64,
    /// Stretches of games, and made from their positions.
    pub games: u64,
    /// Stretches made by changing others.
    pub changed: u64,
    /// Stretches from positions that were made up.
    pub made_up: u64,
    /// Stretches of which somebody could not say what they are; they are no difference.
    pub undetermined: u64,
    /// Stretches that are finds.
    pub found: u64,
}

/// The simplest stretch known of a kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Raw {
    /// The stretch.
    pub stretch: Stretch,
    /// How many stretches of this kind were found.
    pub count: u64,
}

impl Raw {
    /// One stretch.
    #[must_use]
    pub fn of(stretch: &Stretch) -> Self {
        Self {
            stretch: stretch.clone(),
            count: 1,
        }
    }

    /// Joins what is known of its kind; whether nothing was.
    pub(crate) fn join(self, kind: Kind, found: &mut BTreeMap<Kind, Self>) -> bool {
        let size = |stretch: &Stretch| (stretch.men(), stretch.moves.len());
        match found.entry(kind) {
            Entry::Vacant(new) => {
                new.insert(self);
                true
            }
            Entry::Occupied(mut known) => {
                let known = known.get_mut();
                known.count += self.count;
                if size(&self.stretch) < size(&known.stretch) {
                    known.stretch = self.stretch;
                }
                false
            }
        }
    }
}

/// A search under way.
#[derive(Debug)]
pub struct Search<'q> {
    question: &'q Question,
    maker: Maker<'q>,
    pub(crate) fixed: Vec<(Source, Stretch)>,
    pub(crate) positions: Vec<Position>,
    pub(crate) seed: u64,
    pub(crate) rounds: u64,
    pub(crate) idle: usize,
    /// Stretches that are changed further; those near to what is asked for apart.
    pub(crate) pool: Vec<Stretch>,
    pub(crate) near: Vec<Stretch>,
    pub(crate) traits: FxHashSet<u64>,
    pub(crate) seen: FxHashSet<u64>,
    pub(crate) consequences: FxHashSet<Consequence>,
    /// Of an enumeration, how many beginnings were looked at: see [`Search::exhaust`].
    pub(crate) beginnings: usize,
    /// Where it goes on later, if the last round was cut short.
    pub(crate) resumed_from: Option<Box<SearchJson>>,
    /// How many kinds are known against each reading.
    pub(crate) kinds_against: Vec<usize>,
    /// What is known of each kind.
    pub found: BTreeMap<Kind, Raw>,
    /// What was tried.
    pub tried: Tried,
}

/// A find of a new kind of consequence, as soon as it is made.
pub type First<'f> = dyn FnMut(&Kind, &Stretch) + 'f;

impl<'q> Search<'q> {
    /// A search that has not begun.
    #[must_use]
    pub fn new(question: &'q Question, sources: &Sources, seed: u64) -> Self {
        let cases = sources
            .cases
            .iter()
            .map(|stretch| (Source::Case, stretch.clone()));
        let games = sources
            .games
            .iter()
            .map(|stretch| (Source::Game, stretch.clone()));
        Self {
            question,
            maker: Maker::new(question.first()),
            fixed: cases.chain(games).collect(),
            positions: sources.positions.clone(),
            seed,
            rounds: 0,
            idle: 0,
            pool: Vec::new(),
            near: Vec::new(),
            traits: FxHashSet::default(),
            seen: FxHashSet::default(),
            consequences: FxHashSet::default(),
            beginnings: 0,
            resumed_from: None,
            kinds_against: vec![0; question.readings.len()],
            found: BTreeMap::new(),
            tried: Tried::default(),
        }
    }

    /// Looks once more; `false` where nothing is left to be looked at, or the time for it is over: then what was looked at
    /// is learnt from, and a search that goes on later begins the round anew.
    pub fn round(&mut self, over: &Over<'_>, first: &mut First<'_>) -> bool {
        let made: Vec<Option<(Source, Stretch, u64)>> = (0..ROUND)
            .into_par_iter()
            .map(|index| {
                let (source, stretch) = self.candidate(index)?;
                let key = stretch.key();
                (!self.seen.contains(&key)).then_some((source, stretch, key))
            })
            .collect();
        let mut keys = FxHashSet::default();
        let fresh: Vec<(Source, Stretch)> = made
            .into_iter()
            .flatten()
            .filter_map(|(source, stretch, key)| keys.insert(key).then_some((source, stretch)))
            .collect();
        let several = self.question.readings.len() > 2;
        let done = |against: usize| several && self.kinds_against[against] >= ENOUGH;
        let asked: Vec<Option<Asked>> = fresh
            .par_iter()
            .map(|(_, stretch)| (!over(Stage::Search)).then(|| self.question.ask(stretch, &done)))
            .collect();
        let whole = asked.iter().all(Option::is_some);
        if whole {
            self.rounds += 1;
            self.idle = if fresh.is_empty() { self.idle + 1 } else { 0 };
            self.seen.extend(keys);
        } else {
            self.resumed_from = Some(Box::new(self.state()));
        }
        for ((source, stretch), asked) in fresh.into_iter().zip(asked) {
            if let Some(asked) = asked {
                self.learn(source, stretch, asked, first);
            }
        }
        whole && self.idle < IDLE
    }

    /// Whether all changes that are asked about show already.
    #[must_use]
    pub fn is_answered(&self) -> bool {
        self.kinds_against.len() > 2 && self.kinds_against[1..].iter().all(|&kinds| kinds >= ENOUGH)
    }

    fn candidate(&self, index: usize) -> Option<(Source, Stretch)> {
        let number = self.rounds * ROUND as u64 + index as u64;
        if let Some(fixed) = usize::try_from(number)
            .ok()
            .and_then(|number| self.fixed.get(number))
        {
            return Some(fixed.clone());
        }
        // neighbouring numbers make streams that are alike at first
        let mut rng =
            Rng::with_seed(self.seed.rotate_left(32) ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        match rng.u8(..8) {
            0 if !self.positions.is_empty() => {
                let position = &self.positions[rng.usize(..self.positions.len())];
                Some((Source::Game, self.maker.round(position, &mut rng)?))
            }
            0..2 => Some((Source::MadeUp, self.maker.made_up(&mut rng)?)),
            _ => {
                let near = !self.near.is_empty() && rng.bool();
                let pool = if near { &self.near } else { &self.pool };
                let Some(parent) = simpler(pool, &mut rng) else {
                    return Some((Source::MadeUp, self.maker.made_up(&mut rng)?));
                };
                Some((Source::Changed, self.maker.changed(parent, &mut rng)?))
            }
        }
    }

    pub(crate) const fn question(&self) -> &'q Question {
        self.question
    }

    /// Keeps a find where it is the simplest of its kind; says it where it is the first of its consequence.
    pub(crate) fn keep(&mut self, kind: Kind, raw: Raw, first: &mut First<'_>) {
        if self.consequences.insert(kind.consequence()) {
            first(&kind, &raw.stretch);
        }
        let against = kind.against;
        if raw.join(kind, &mut self.found) {
            self.kinds_against[against] += 1;
        }
    }

    fn learn(&mut self, source: Source, stretch: Stretch, asked: Asked, first: &mut First<'_>) {
        if !asked.playable {
            return;
        }
        let tried = &mut self.tried;
        tried.stretches += 1;
        *match source {
            Source::Case => &mut tried.cases,
            Source::Game => &mut tried.games,
            Source::Changed => &mut tried.changed,
            Source::MadeUp => &mut tried.made_up,
        } += 1;
        tried.undetermined += u64::from(asked.open);
        tried.found += u64::from(!asked.kinds.is_empty());
        for kind in asked.kinds {
            self.keep(kind, Raw::of(&stretch), first);
        }
        let mut new = false;
        for one in asked.traits {
            new |= self.traits.insert(one);
        }
        if new || source == Source::Case {
            if asked.near {
                self.near.push(stretch.clone());
            }
            self.pool.push(stretch);
        }
    }
}

/// One of some stretches, rather one with few men.
fn simpler<'p>(pool: &'p [Stretch], rng: &mut Rng) -> Option<&'p Stretch> {
    if pool.is_empty() {
        return None;
    }
    let mut one = || &pool[rng.usize(..pool.len())];
    let (one, other) = (one(), one());
    let many = |stretch: &Stretch| stretch.men().max(MANY);
    Some(if many(other) < many(one) { other } else { one })
}
