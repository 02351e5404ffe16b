//! Editions as readers of stretches: what each says of one, in terms that can be compared.

use qili_board::{Kind, Position, Square};
use qili_edition::outcome::Outcome;
use qili_interpreter::evaluate::Evaluator;
use qili_interpreter::judge::{JudgedRuling, Judgement};
use qili_interpreter::{Cycle, Engine, judge};
use qili_lang::eval::Found;
use qili_lang::rules::ClauseId;
use qili_report::Rulebook;
use qili_words::Bilingual;

use crate::stretch::Stretch;

/// A nature by its name, the same number in every edition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NatureName(u8);

/// The natures of some editions.
#[derive(Debug, Clone, Default)]
pub struct NatureNames(Vec<Bilingual>);

impl NatureNames {
    /// No nature, or one that is not known.
    pub const NONE: NatureName = NatureName(u8::MAX);

    fn number(&mut self, name: &Bilingual) -> NatureName {
        let known = self.0.iter().position(|known| known.zh == name.zh);
        let number = known.unwrap_or_else(|| {
            self.0.push(name.clone());
            self.0.len() - 1
        });
        // an edition has no more natures than it has clauses on a few pages
        u8::try_from(number).map_or(Self::NONE, NatureName)
    }

    /// A nature's names.
    #[must_use]
    pub fn name(&self, nature: NatureName) -> Bilingual {
        let name = self.0.get(usize::from(nature.0));
        name.cloned().unwrap_or_else(|| Bilingual::new("？", "?"))
    }
}

/// What an edition says of a stretch.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Said {
    /// The ruling.
    pub outcome: Outcome,
    /// Its clauses.
    pub clauses: Vec<ClauseId>,
    /// The heaviest nature of each ply.
    pub natures: Vec<NatureName>,
}

/// What comes of asking an edition about a stretch.
#[derive(Debug, Clone)]
pub enum Answer {
    /// It cannot be played by this edition.
    Unplayable,
    /// The ruling or a nature is open.
    Undetermined {
        /// The clause that leaves it open, where one does.
        by: Option<ClauseId>,
        /// The natures as far as they are known.
        natures: Vec<NatureName>,
        /// Whether the ruling is open, and not a nature alone.
        ruling: bool,
    },
    /// This.
    Said(Said),
}

/// An edition as it was asked for.
#[derive(Debug)]
pub struct Opened {
    /// What reports call it.
    pub label: String,
    /// By what it was opened: its name or its folder.
    pub reference: String,
    /// The edition.
    pub book: Rulebook,
}

/// An edition that is asked.
#[derive(Debug)]
pub struct Reading {
    /// What reports call it.
    pub label: String,
    /// By what it was opened.
    pub reference: String,
    /// The edition.
    pub book: Rulebook,
    /// What was changed in it, where it is made from another one.
    pub change: Option<Bilingual>,
    /// For each kind of piece of the first edition its own; nothing where all are the same.
    kinds: Option<Vec<Option<Kind>>>,
    /// The name of each of its natures.
    natures: Vec<NatureName>,
}

impl Reading {
    /// An edition to be asked about stretches in the pieces of `first` (nothing: its own).
    pub fn new(
        Opened {
            label,
            reference,
            book,
        }: Opened,
        change: Option<Bilingual>,
        first: Option<&Rulebook>,
        names: &mut NatureNames,
    ) -> Self {
        let kinds = first.map(|first| kinds(first, &book));
        let natures = book.edition.rules.natures.iter();
        let natures = natures.map(|nature| names.number(&nature.names)).collect();
        Self {
            label,
            reference,
            book,
            change,
            kinds: kinds.filter(|kinds| {
                !Kind::all()
                    .map(Some)
                    .take(kinds.len())
                    .eq(kinds.iter().copied())
            }),
            natures,
        }
    }

    /// A stretch in its own pieces.
    fn own(&self, stretch: &Stretch) -> Option<Position> {
        let Some(kinds) = &self.kinds else {
            return Some(stretch.start.clone());
        };
        let mut position = Position::empty(stretch.start.turn());
        for square in stretch.start.occupied() {
            let mut piece = stretch.start.piece_at(square)?;
            piece.kind = *kinds.get(piece.kind.index())?.as_ref()?;
            position.place(square, piece);
        }
        Some(position)
    }

    /// The stretch as it is judged, if it can be played.
    fn cycle(&self, stretch: &Stretch) -> Option<Cycle> {
        let own = Stretch {
            start: self.own(stretch)?,
            moves: stretch.moves.clone(),
        };
        own.is_played(self.book.movement()).then(|| own.cycle())
    }

    /// Judges a stretch in full.
    #[must_use]
    pub fn judge(&self, stretch: &Stretch) -> Option<Judgement> {
        Some(judge(&self.book.engine, self.cycle(stretch)?))
    }

    /// What it says of a stretch.
    #[must_use]
    pub fn answer(&self, stretch: &Stretch) -> Answer {
        self.answer_by(&self.book.engine, stretch)
    }

    /// The same, with the clauses that held.
    #[must_use]
    pub fn traced(&self, stretch: &Stretch) -> (Answer, Vec<ClauseId>) {
        self.answer_with(&self.book.engine, stretch, true)
    }

    /// What its engine with another budget says.
    #[must_use]
    pub fn answer_by(&self, engine: &Engine, stretch: &Stretch) -> Answer {
        self.answer_with(engine, stretch, false).0
    }

    fn answer_with(
        &self,
        engine: &Engine,
        stretch: &Stretch,
        tracing: bool,
    ) -> (Answer, Vec<ClauseId>) {
        let Some(cycle) = self.cycle(stretch) else {
            return (Answer::Unplayable, Vec::new());
        };
        let mut evaluator = Evaluator::new(engine, &cycle);
        if tracing {
            evaluator = evaluator.tracing();
        }
        let ruling = evaluator.ruling();
        let mut unknown = ruling.outcome == Outcome::Undetermined;
        let nature = |ply| match evaluator.heaviest(ply) {
            Found::This(finding) => self.natures[finding.nature.index()],
            Found::Nothing => NatureNames::NONE,
            Found::Unknown => {
                unknown = true;
                NatureNames::NONE
            }
        };
        let natures: Vec<NatureName> = cycle.plies().map(nature).collect();
        let held = evaluator.held();
        let answer = if unknown {
            Answer::Undetermined {
                by: open_by(&ruling),
                ruling: ruling.outcome == Outcome::Undetermined,
                natures,
            }
        } else {
            Answer::Said(Said {
                outcome: ruling.outcome,
                clauses: ruling.clauses,
                natures,
            })
        };
        (answer, held)
    }

    /// The article of a clause.
    #[must_use]
    pub fn article(&self, clause: ClauseId) -> &str {
        &self.book.clause(clause).article
    }

    /// What stands on a square counts for something.
    pub(crate) fn has_worth(&self, position: &Position, square: Square) -> bool {
        let piece = position.piece_at(square);
        let material = self.book.engine.threats().material();
        piece.is_some_and(|piece| !material.worth(piece, square).is_zero())
    }
}

/// The clause that leaves a ruling open, where one does.
fn open_by(ruling: &JudgedRuling) -> Option<ClauseId> {
    use qili_interpreter::judge::Open;
    match ruling.open.as_ref()? {
        Open::Arbiter(clause) | Open::Natures(clause, _) | Open::Contradiction(clause) => {
            Some(*clause)
        }
        Open::NotCovered | Open::TooLong | Open::TooMany => None,
    }
}

/// For each kind of `from` the kind of `to` with the same letter.
fn kinds(from: &Rulebook, to: &Rulebook) -> Vec<Option<Kind>> {
    let all = Kind::all().take(from.vocabulary.len());
    all.map(|kind| to.vocabulary.kind_of_letter(from.vocabulary.letter(kind)))
        .collect()
}
