//! Shrinking: the simplest stretch of the same kind that can be reached in small steps.

use qili_board::{Bitboard, Side, Square};
use qili_report::Rulebook;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::kind::Kind;
use crate::limit::{Over, Stage};
use crate::matter::others;
use crate::question::Question;
use crate::simplicity::{Scales, Simplicity};
use crate::stretch::Stretch;

/// A stretch made simpler.
#[derive(Debug)]
pub struct Shrunk {
    /// The simplest that was reached.
    pub stretch: Stretch,
    /// How simple it is.
    pub simplicity: Simplicity,
    /// What turned out to be of another kind on the way.
    pub slipped: Vec<(Kind, Stretch)>,
    /// How many stretches were judged.
    pub judged: usize,
    /// Whether no step makes it simpler; otherwise the budget was spent, or the time over.
    pub done: bool,
}

/// Makes stretches simpler.
pub struct Shrinker<'q> {
    question: &'q Question,
    scales: Scales<'q>,
    /// How many stretches may be judged.
    budget: usize,
    over: &'q Over<'q>,
}

/// What is known of a stretch that was come by.
struct Known {
    simplicity: Simplicity,
    /// Whether it is of the kind, once it was judged.
    is_find: Option<bool>,
}

/// A shrinking under way.
struct Work<'w> {
    shrinker: &'w Shrinker<'w>,
    kind: &'w Kind,
    stage: Stage,
    best: Stretch,
    simplicity: Simplicity,
    known: FxHashMap<u64, Known>,
    /// The finds that were gone on from.
    passed: FxHashSet<u64>,
    slipped: Vec<(Kind, Stretch)>,
    judged: usize,
    /// Whether something was left out.
    cut: bool,
}

impl<'q> Shrinker<'q> {
    /// One that judges so many stretches of each find.
    #[must_use]
    pub fn new(
        question: &'q Question,
        scales: Scales<'q>,
        budget: usize,
        over: &'q Over<'q>,
    ) -> Self {
        Self {
            question,
            scales,
            budget,
            over,
        }
    }

    /// Makes a find simpler; its kind stays.
    #[must_use]
    pub fn shrink(&self, kind: &Kind, stretch: &Stretch) -> Shrunk {
        let mut work = self.begin(kind, stretch, Stage::Shrink);
        work.descend();
        work.end()
    }

    /// The same, and on from there: where no step makes it simpler, every find of its kind one step away is made simpler in
    /// turn, until a whole round of them leads no further.
    #[must_use]
    pub fn settle(&self, kind: &Kind, stretch: &Stretch) -> Shrunk {
        let mut work = self.begin(kind, stretch, Stage::Settle);
        work.descend();
        work.wander();
        work.end()
    }

    fn begin<'w>(&'w self, kind: &'w Kind, stretch: &Stretch, stage: Stage) -> Work<'w> {
        let (simplicity, best) = self.scales.normal(stretch);
        Work {
            shrinker: self,
            kind,
            stage,
            best,
            simplicity,
            known: FxHashMap::default(),
            passed: FxHashSet::default(),
            slipped: Vec::new(),
            judged: 0,
            cut: false,
        }
    }
}

impl Work<'_> {
    fn is_over(&mut self) -> bool {
        self.cut |= self.judged >= self.shrinker.budget || (self.shrinker.over)(self.stage);
        self.cut
    }

    fn end(self) -> Shrunk {
        Shrunk {
            done: !self.cut,
            stretch: self.shrinker.scales.normal(&self.best).1,
            simplicity: self.simplicity,
            slipped: self.slipped,
            judged: self.judged,
        }
    }

    /// Takes one step after the other as long as there are any, and none leads where it was before.
    fn descend(&mut self) {
        loop {
            // the same from whichever image of it
            self.best = self.shrinker.scales.normal(&self.best).1;
            let simpler = self.passed.insert(self.best.key())
                && (self.fewer_men()
                    || self.fewer_plies()
                    || self.fewer_men_by_two()
                    || self.elsewhere());
            if !simpler {
                return;
            }
        }
    }

    /// Goes on by way of the finds one step away, as long as that leads further.
    fn wander(&mut self) {
        loop {
            let best = self.best.clone();
            let book = &self.shrinker.question.first().book;
            let mut around = moved(&best).chain(replaced(&best, book));
            if !around.any(|next| self.goes_further(&next)) {
                return;
            }
        }
    }

    /// Whether a stretch one step away is of the kind, and becomes simpler than the best, which it replaces then.
    fn goes_further(&mut self, next: &Stretch) -> bool {
        if self.is_over()
            || !self.is_played(next)
            || self.passed.contains(&next.key())
            || !self.is_find(next)
        {
            return false;
        }
        let simplicity = self.shrinker.scales.normal(next).0;
        let best = std::mem::replace(&mut self.best, next.clone());
        let simplicity = std::mem::replace(&mut self.simplicity, simplicity);
        self.descend();
        let further = self.simplicity < simplicity;
        if !further {
            (self.best, self.simplicity) = (best, simplicity);
        }
        further
    }

    fn is_played(&self, stretch: &Stretch) -> bool {
        stretch.is_played(self.shrinker.question.first().book.movement())
    }

    /// Takes a stretch if it is simpler, can be played and is of the kind.
    fn take(&mut self, stretch: &Stretch) -> bool {
        let size = (stretch.men(), stretch.moves.len());
        let larger = size > (self.simplicity.men, self.simplicity.plies);
        if self.is_over() || larger || !self.is_played(stretch) {
            return false;
        }
        let scales = self.shrinker.scales;
        let known = self.known.entry(stretch.key()).or_insert_with(|| Known {
            simplicity: scales.normal(stretch).0,
            is_find: None,
        });
        if known.simplicity >= self.simplicity {
            return false;
        }
        let simplicity = known.simplicity.clone();
        if !self.is_find(stretch) {
            return false;
        }
        (self.best, self.simplicity) = (stretch.clone(), simplicity);
        true
    }

    /// Whether a stretch is of the kind.
    fn is_find(&mut self, stretch: &Stretch) -> bool {
        let known = self.known.get(&stretch.key());
        if let Some(is_find) = known.and_then(|known| known.is_find) {
            return is_find;
        }
        self.judged += 1;
        let kind = self.shrinker.question.kind(stretch, self.kind.against);
        let is_find = kind.as_ref() == Some(self.kind);
        let simplicity = || self.shrinker.scales.normal(stretch).0;
        let known = self.known.entry(stretch.key()).or_insert_with(|| Known {
            simplicity: simplicity(),
            is_find: None,
        });
        known.is_find = Some(is_find);
        if let Some(kind) = kind.filter(|_| !is_find) {
            self.slipped.push((kind, stretch.clone()));
        }
        is_find
    }

    fn royals(&self) -> Bitboard {
        let movement = self.shrinker.question.first().book.movement();
        let of = |side| movement.royals(&self.best.start, side);
        of(Side::Red) | of(Side::Black)
    }

    /// Without one man after the other.
    fn fewer_men(&mut self) -> bool {
        let men = (self.best.start.occupied() - self.royals()).squares();
        men.filter(|&square| self.without(&[square])).count() > 0
    }

    fn fewer_men_by_two(&mut self) -> bool {
        let men: Vec<Square> = (self.best.start.occupied() - self.royals() - self.best.trodden())
            .squares()
            .collect();
        let pairs =
            (0..men.len()).flat_map(|one| (one + 1..men.len()).map(move |other| [one, other]));
        pairs
            .into_iter()
            .any(|pair| self.without(&pair.map(|at| men[at])))
    }

    fn without(&mut self, squares: &[Square]) -> bool {
        let mut stretch = self.best.clone();
        for &square in squares {
            stretch.start.remove(square);
        }
        self.take(&stretch)
    }

    /// Without some plies in a row, wherever they begin.
    fn fewer_plies(&mut self) -> bool {
        let plies = self.best.moves.len();
        let starts: Vec<Stretch> = (0..plies).map(|at| self.best.begun(at)).collect();
        (2..plies).step_by(2).rev().any(|left_out| {
            starts.iter().any(|begun| {
                let moves = begun.moves[left_out..].to_vec();
                self.take(&Stretch {
                    start: begun.start.clone(),
                    moves,
                })
            })
        })
    }

    /// With another point in place of one, or the whole way of a man elsewhere: where a man stands in a printed figure, or where
    /// the moves are more plausible.
    fn elsewhere(&mut self) -> bool {
        let best = self.best.clone();
        moved(&best).any(|moved| self.take(&moved))
    }
}

/// With another point in place of one that a man stands on or goes to, or with the whole way of a man elsewhere.
fn moved(stretch: &Stretch) -> impl Iterator<Item = Stretch> {
    let used = stretch.start.occupied() | stretch.trodden();
    let free = Bitboard::ALL - used;
    let points = used
        .squares()
        .flat_map(move |from| free.squares().map(move |to| stretch.with(from, to)));
    let offsets = || (-8..=8).flat_map(|files| (-9..=9).map(move |ranks| (files, ranks)));
    let ways = stretch.start.occupied().squares().flat_map(move |man| {
        offsets().filter_map(move |(files, ranks)| {
            stretch.with_way(man, |square| square.offset(files, ranks))
        })
    });
    points.chain(ways)
}

/// With another man in place of one that is not royal.
fn replaced(stretch: &Stretch, book: &Rulebook) -> impl Iterator<Item = Stretch> {
    let (fresh, movement) = (book.start(), book.movement());
    let men = stretch.start.occupied().squares();
    let men = men.filter_map(|square| Some((square, stretch.start.piece_at(square)?)));
    men.filter(|(_, piece)| !movement.royal_kinds().contains(&piece.kind))
        .flat_map(move |(square, piece)| {
            let others = others(piece, movement, &fresh).into_iter();
            others.map(move |other| {
                let mut replaced = stretch.clone();
                replaced.start.place(square, other);
                replaced
            })
        })
}
