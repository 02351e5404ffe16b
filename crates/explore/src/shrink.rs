//! Shrinking: the simplest stretch of the same kind that can be reached in small steps.

use fastrand::Rng;
use qili_board::{Bitboard, Side, Square};
use rustc_hash::FxHashSet;

use crate::kind::Kind;
use crate::question::Question;
use crate::simplicity::{Scales, Simplicity};
use crate::source::Maker;
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

/// How many changes of a find, none of which leads to a simpler one, are enough.
const KICKS: usize = 192;

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
        let mut work = self.begin(kind, stretch);
        work.descend();
        work.end()
    }

    /// The same, and on from there: where no step makes it simpler, changes of it are made simpler in turn, until none of
    /// many of them leads further. It takes several times as long, and ends where other finds of the kind do.
    #[must_use]
    pub fn settle(&self, kind: &Kind, stretch: &Stretch) -> Shrunk {
        let mut work = self.begin(kind, stretch);
        work.descend();
        work.wander();
        work.end()
    }

    fn begin<'w>(&'w self, kind: &'w Kind, stretch: &Stretch) -> Work<'w> {
        Work {
            shrinker: self,
            kind,
            best: stretch.clone(),
            simplicity: self.scales.normal(stretch).0,
            tried: FxHashSet::default(),
            slipped: Vec::new(),
            judged: 0,
        }
    }
}

impl Work<'_> {
    fn is_over(&self) -> bool {
        self.judged >= self.shrinker.budget || (self.shrinker.late)()
    }

    fn end(self) -> Shrunk {
        Shrunk {
            done: !self.is_over(),
            stretch: self.shrinker.scales.normal(&self.best).1,
            simplicity: self.simplicity,
            slipped: self.slipped,
            judged: self.judged,
        }
    }

    /// Takes one step after the other as long as there are any.
    fn descend(&mut self) {
        while self.fewer_men() || self.fewer_plies() || self.fewer_men_by_two() || self.elsewhere()
        {
        }
    }

    /// Makes changes of the best simpler, and goes on from the first that becomes simpler than it.
    fn wander(&mut self) {
        let maker = Maker::new(self.shrinker.question.first());
        loop {
            // the same from whichever image of it, so that what has settled stays where it is
            self.best = self.shrinker.scales.normal(&self.best).1;
            let mut rng = Rng::with_seed(self.best.key());
            if !(0..KICKS).any(|_| self.is_over() || self.kick(&maker, &mut rng)) || self.is_over()
            {
                return;
            }
        }
    }

    /// Whether a change of the best, of its kind, becomes simpler than it.
    fn kick(&mut self, maker: &Maker<'_>, rng: &mut Rng) -> bool {
        let mut changed = self.best.clone();
        for _ in 0..rng.usize(1..=4) {
            let next = maker.changed(&changed, rng);
            let next = next.filter(|next| next.men() <= self.best.men() + 1);
            self.judged += usize::from(next.is_some());
            let kind = |next: &Stretch| self.shrinker.question.kind(next, self.kind.against);
            if let Some(next) = next.filter(|next| kind(next).as_ref() == Some(self.kind)) {
                changed = next;
            }
        }
        if changed == self.best {
            return false;
        }
        let mut work = self.shrinker.begin(self.kind, &changed);
        work.judged = self.judged;
        work.descend();
        self.judged = work.judged;
        self.slipped.append(&mut work.slipped);
        let simpler = work.simplicity < self.simplicity;
        if simpler {
            (self.best, self.simplicity) = (work.best, work.simplicity);
        }
        simpler
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
