//! Shrinking: the simplest stretch of the same kind that can be reached in small steps.

use qili_board::{Bitboard, Side, Square};
use rustc_hash::FxHashSet;

use crate::kind::Kind;
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
    /// Whether no step makes it simpler; otherwise the budget was spent.
    pub done: bool,
}

/// Makes stretches simpler.
pub struct Shrinker<'q> {
    question: &'q Question,
    scales: Scales<'q>,
    /// How many stretches may be judged.
    budget: usize,
    /// Whether there is no time left.
    late: &'q (dyn Fn() -> bool + Sync),
}

/// A shrinking under way.
struct Work<'w> {
    shrinker: &'w Shrinker<'w>,
    kind: &'w Kind,
    best: Stretch,
    simplicity: Simplicity,
    tried: FxHashSet<u64>,
    slipped: Vec<(Kind, Stretch)>,
    judged: usize,
}

impl<'q> Shrinker<'q> {
    /// One that judges so many stretches of each find.
    #[must_use]
    pub fn new(
        question: &'q Question,
        scales: Scales<'q>,
        budget: usize,
        late: &'q (dyn Fn() -> bool + Sync),
    ) -> Self {
        Self {
            question,
            scales,
            budget,
            late,
        }
    }

    /// Makes a find simpler; its kind stays.
    #[must_use]
    pub fn shrink(&self, kind: &Kind, stretch: &Stretch) -> Shrunk {
        let mut work = Work {
            shrinker: self,
            kind,
            best: stretch.clone(),
            simplicity: self.scales.normal(stretch).0,
            tried: FxHashSet::default(),
            slipped: Vec::new(),
            judged: 0,
        };
        while work.fewer_men() || work.fewer_plies() || work.fewer_men_by_two() || work.elsewhere()
        {
        }
        Shrunk {
            done: !work.is_over(),
            stretch: self.scales.normal(&work.best).1,
            simplicity: work.simplicity,
            slipped: work.slipped,
            judged: work.judged,
        }
    }
}

impl Work<'_> {
    fn is_over(&self) -> bool {
        self.judged >= self.shrinker.budget || (self.shrinker.late)()
    }

    /// Takes a stretch if it is simpler, can be played and is of the kind.
    fn take(&mut self, stretch: &Stretch) -> bool {
        let movement = self.shrinker.question.first().book.movement();
        if self.is_over() || !stretch.is_played(movement) {
            return false;
        }
        let simplicity = self.shrinker.scales.normal(stretch).0;
        if simplicity >= self.simplicity || !self.tried.insert(stretch.key()) {
            return false;
        }
        self.judged += 1;
        match self.shrinker.question.kind(stretch, self.kind.against) {
            Some(kind) if kind == *self.kind => {
                self.best = stretch.clone();
                self.simplicity = simplicity;
                true
            }
            Some(kind) => {
                self.slipped.push((kind, stretch.clone()));
                false
            }
            None => false,
        }
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

    /// With another point in place of one that a man stands on or goes to: where it stands in a printed figure, or where that
    /// makes the moves more plausible.
    fn elsewhere(&mut self) -> bool {
        let used = self.best.start.occupied() | self.best.trodden();
        let free = Bitboard::ALL - used;
        used.squares().any(|from| {
            free.squares()
                .any(|to| self.take(&self.best.with(from, to)))
        }) || self
            .best
            .start
            .occupied()
            .squares()
            .any(|man| self.aside(man))
    }

    /// With the whole way of a man elsewhere.
    fn aside(&mut self, man: Square) -> bool {
        let offsets = (-8..=8).flat_map(|files| (-9..=9).map(move |ranks| (files, ranks)));
        offsets.into_iter().any(|(files, ranks)| {
            let moved = self
                .best
                .with_way(man, |square| square.offset(files, ranks));
            moved.is_some_and(|moved| self.take(&moved))
        })
    }
}
