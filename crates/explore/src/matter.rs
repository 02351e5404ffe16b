//! What matters in a find: for each man, what becomes of the rulings without it, beside where it stands, or of another kind.

use qili_board::{Piece, Position, Square};
use qili_edition::outcome::Outcome;
use qili_interpreter::movement::Movement;
use qili_notation::Script;
use qili_report::Rulebook;
use qili_words::{Bilingual, Language};
use rayon::prelude::*;

use crate::kind::Kind;
use crate::limit::{Over, Stage};
use crate::question::{Question, Wanted};
use crate::reading::Answer;
use crate::stretch::Stretch;

/// What matters in a find.
#[derive(Debug, Clone, Default)]
pub struct Matter {
    /// For each man but the royal ones, what the readings rule without it; nothing where the moves cannot be played then.
    pub without: Vec<(Square, Option<Vec<Outcome>>)>,
    /// Men that may stand on a point beside and leave the find what it is.
    pub elsewhere: Vec<Square>,
    /// Men that may be of another kind.
    pub another: Vec<Square>,
    /// The nearest stretch that is no find: both editions say the same of it.
    pub neighbour: Option<Neighbour>,
}

/// A stretch one man or point away.
#[derive(Debug, Clone)]
pub struct Neighbour {
    /// What is changed.
    pub change: Change,
    /// The stretch.
    pub stretch: Stretch,
    /// What is ruled then.
    pub outcome: Outcome,
}

/// A change of one man.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
    /// It stands on a point beside.
    To(Square, Square),
    /// It is gone.
    Without(Square),
    /// It is another.
    Another(Square, Piece),
}

/// What a change leads to.
enum Led {
    /// The find is what it was.
    Same,
    /// It is no find any more.
    Alike(Outcome),
    /// It is a find of another kind, or somebody cannot say.
    Else,
    /// It cannot be played.
    Unplayable,
}

impl Matter {
    /// Looks at every man of a find; nothing where the time is over before the end.
    #[must_use]
    pub fn of(
        question: &Question,
        kind: &Kind,
        stretch: &Stretch,
        over: &Over<'_>,
    ) -> Option<Self> {
        let first = question.first();
        let changes = changes(stretch, first.book.movement(), &first.book.start());
        let led: Option<Vec<_>> = changes
            .into_par_iter()
            .map(|change| {
                let changed = change.made(stretch);
                let (led, outcomes) =
                    (!over(Stage::Tell)).then(|| lead(question, kind, &changed))?;
                Some((change, changed, led, outcomes))
            })
            .collect();
        let led = led?;
        let mut matter = Self::default();
        for (change, _, led, outcomes) in &led {
            let same = matches!(led, Led::Same);
            match *change {
                Change::Without(square) => {
                    let playable = !matches!(led, Led::Unplayable);
                    matter
                        .without
                        .push((square, playable.then(|| outcomes.clone())));
                }
                Change::To(square, _) if same && !matter.elsewhere.contains(&square) => {
                    matter.elsewhere.push(square)
                }
                Change::Another(square, _) if same && !matter.another.contains(&square) => {
                    matter.another.push(square)
                }
                _ => {}
            }
        }
        let alike = led
            .into_iter()
            .filter_map(|(change, stretch, led, _)| match led {
                Led::Alike(outcome) => Some(Neighbour {
                    change,
                    stretch,
                    outcome,
                }),
                _ => None,
            });
        matter.neighbour = alike.min_by_key(|one| one.change);
        Some(matter)
    }

    /// What matters, in words, for a position in the pieces of an edition.
    #[must_use]
    pub fn caption(&self, question: &Question, stretch: &Stretch) -> Bilingual {
        let said = |language| self.said(question, &stretch.start, language);
        Bilingual::new(said(Language::Chinese), said(Language::English))
    }

    fn said(&self, question: &Question, start: &Position, language: Language) -> String {
        let book = &question.first().book;
        let names = |squares: &[Square]| {
            let names: Vec<String> = squares
                .iter()
                .map(|&square| man(book, start, square, language))
                .collect();
            language.list(&names)
        };
        let mut parts = Vec::new();
        let alike = |(square, outcomes): &(Square, Option<Vec<Outcome>>)| {
            let outcomes = outcomes.as_ref()?;
            let same = outcomes.windows(2).all(|pair| pair[0] == pair[1]);
            (same && outcomes.len() > 1).then(|| (*square, outcomes[0]))
        };
        let mut outcomes: Vec<(Outcome, Vec<Square>)> = Vec::new();
        for (square, outcome) in self.without.iter().filter_map(alike) {
            match outcomes.iter_mut().find(|(known, _)| *known == outcome) {
                Some((_, squares)) => squares.push(square),
                None => outcomes.push((outcome, vec![square])),
            }
        }
        for (outcome, squares) in outcomes {
            let (names, said) = (names(&squares), outcome.said(language));
            parts.push(match (language, squares.len()) {
                (Language::Chinese, 1) => format!("去掉{names}，两版裁决相同：{said}"),
                (Language::Chinese, _) => format!("{names}，去掉其中一子，两版裁决相同：{said}"),
                (Language::English, 1) => format!("without {names} both rule alike: {said}"),
                (Language::English, _) => {
                    format!("without any one of {names} both rule alike: {said}")
                }
            });
        }
        if !self.elsewhere.is_empty() {
            parts.push(match language {
                Language::Chinese => format!("不必正在此点的有{}", names(&self.elsewhere)),
                Language::English => format!("may stand beside: {}", names(&self.elsewhere)),
            });
        }
        if !self.another.is_empty() {
            parts.push(match language {
                Language::Chinese => format!("换成别的棋子也一样的有{}", names(&self.another)),
                Language::English => format!("may be of another kind: {}", names(&self.another)),
            });
        }
        if let Some(neighbour) = &self.neighbour {
            let change = neighbour.change.said(book, start, language);
            let outcome = neighbour.outcome.said(language);
            let alone = question.readings.len() == 1;
            parts.push(match (language, alone) {
                (Language::Chinese, false) => {
                    format!("最近的对照：{change}，两版所断相同（{outcome}）")
                }
                (Language::Chinese, true) => {
                    format!("最近的对照：{change}，就不是所求（{outcome}）")
                }
                (Language::English, false) => {
                    format!("nearest by: {change}, and both say the same ({outcome})")
                }
                (Language::English, true) => {
                    format!("nearest by: {change}, and it is not what was asked for ({outcome})")
                }
            });
        }
        parts.join(language.of("；", "; "))
    }
}

/// What a changed stretch is, and what everybody rules.
fn lead(question: &Question, kind: &Kind, stretch: &Stretch) -> (Led, Vec<Outcome>) {
    if !stretch.is_played(question.first().book.movement()) {
        return (Led::Unplayable, Vec::new());
    }
    let first = question.first().answer(stretch);
    let other = matches!(question.wanted, Wanted::Otherwise)
        .then(|| question.readings[kind.against].answer(stretch));
    let said = || [Some(&first), other.as_ref()].into_iter().flatten();
    let outcome = |answer: &Answer| match answer {
        Answer::Said(said) => Some(said.outcome),
        Answer::Undetermined { .. } => Some(Outcome::Undetermined),
        Answer::Unplayable => None,
    };
    let outcomes: Vec<Outcome> = said().filter_map(outcome).collect();
    let led = match question.kind_of(stretch, kind.against, &first, other.as_ref()) {
        Some(other) if other == *kind => Led::Same,
        Some(_) => Led::Else,
        None if outcomes.len() < said().count() => Led::Unplayable,
        None if outcomes.contains(&Outcome::Undetermined) => Led::Else,
        None => Led::Alike(outcomes[0]),
    };
    (led, outcomes)
}

/// Every change of one man that is looked at.
fn changes(stretch: &Stretch, movement: &Movement, fresh: &Position) -> Vec<Change> {
    let start = &stretch.start;
    let mut changes = Vec::new();
    for square in start.occupied() {
        let Some(piece) = start.piece_at(square) else {
            continue;
        };
        let beside = (-1..=1)
            .flat_map(|files| (-1..=1).filter_map(move |ranks| square.offset(files, ranks)));
        let free = movement.allowed_squares(piece) - start.occupied() - stretch.trodden();
        if !stretch.trodden().contains(square) {
            changes.extend(
                beside
                    .filter(|&to| free.contains(to))
                    .map(|to| Change::To(square, to)),
            );
        }
        if movement.royal_kinds().contains(&piece.kind) {
            continue;
        }
        changes.push(Change::Without(square));
        let others = others(piece, movement, fresh).into_iter();
        changes.extend(others.map(|other| Change::Another(square, other)));
    }
    changes
}

/// The other pieces of its side that could stand in place of one that is not royal.
pub(crate) fn others(piece: Piece, movement: &Movement, fresh: &Position) -> Vec<Piece> {
    let own = fresh.side(piece.side).squares();
    let mut others: Vec<Piece> = own.filter_map(|square| fresh.piece_at(square)).collect();
    others.sort_unstable_by_key(|other| other.kind.index());
    others.dedup();
    others
        .retain(|other| other.kind != piece.kind && !movement.royal_kinds().contains(&other.kind));
    others
}

impl Change {
    fn made(self, stretch: &Stretch) -> Stretch {
        let mut changed = stretch.clone();
        match self {
            Self::Without(square) => {
                changed.start.remove(square);
            }
            Self::To(square, to) => {
                if let Some(piece) = changed.start.remove(square) {
                    changed.start.place(to, piece);
                }
            }
            Self::Another(square, piece) => changed.start.place(square, piece),
        }
        changed
    }

    fn said(self, book: &Rulebook, start: &Position, language: Language) -> String {
        match self {
            Self::Without(square) => match language {
                Language::Chinese => format!("去掉{}", man(book, start, square, language)),
                Language::English => format!("without {}", man(book, start, square, language)),
            },
            Self::To(square, to) => match language {
                Language::Chinese => format!("{}改在 {to}", man(book, start, square, language)),
                Language::English => {
                    format!("{} on {to} instead", man(book, start, square, language))
                }
            },
            Self::Another(square, piece) => {
                let mut other = start.clone();
                other.place(square, piece);
                match language {
                    Language::Chinese => format!(
                        "{}换成{}",
                        man(book, start, square, language),
                        man(book, &other, square, language)
                    ),
                    Language::English => format!(
                        "{} in place of {}",
                        man(book, &other, square, language),
                        man(book, start, square, language)
                    ),
                }
            }
        }
    }
}

/// A man by its side, its name and its square.
fn man(book: &Rulebook, position: &Position, square: Square, language: Language) -> String {
    let Some(piece) = position.piece_at(square) else {
        return square.to_string();
    };
    match language {
        Language::Chinese => {
            let character = book
                .vocabulary
                .character(piece.side, piece.kind, Script::Simplified);
            format!("{}{character}({square})", piece.side.name(language))
        }
        Language::English => format!(
            "{}'s {}",
            piece.side.name(language),
            book.piece(square, position, language)
        ),
    }
}
