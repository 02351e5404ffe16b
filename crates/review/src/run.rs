//! Runs a case: plays its moves, judges them, and compares with what the case expects.

use qili_board::{Move, Position, Side};
use qili_edition::case::{Case, CaseError, Disagreement, Pattern, Scenario};
use qili_edition::outcome::Outcome;
use qili_interpreter::judge::Judgement;
use qili_interpreter::{Cycle, judge};
use qili_notation::moves::{self, MoveError};
use qili_report::Rulebook;

/// A scenario of a case, judged and compared.
#[derive(Debug)]
pub struct Run<'c> {
    /// The case.
    pub case: &'c Case,
    /// The scenario's name: the case's, or the variant's.
    pub id: &'c str,
    /// The scenario.
    pub scenario: &'c Scenario,
    /// The position that it begins with.
    pub start: Position,
    /// The judgement; `None` where the case has no moves, or only shows how pieces move.
    pub judged: Option<Judgement>,
    /// Every expectation compared.
    pub checks: Vec<Check<'c>>,
}

/// One expectation, and what came out.
#[derive(Debug)]
pub struct Check<'c> {
    /// What is compared.
    pub scope: Scope,
    /// What the case expects.
    pub expected: String,
    /// What came out.
    pub got: String,
    /// Whether they agree.
    pub agrees: bool,
    /// The disagreement that the case records for it.
    pub known: Option<&'c Disagreement>,
}

/// What an expectation speaks of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// The natures of a ply, counted from 1.
    Natures(usize),
    /// The targets of a ply, counted from 1.
    Targets(usize),
    /// The pattern of a side.
    Pattern(Side),
    /// The ruling.
    Ruling,
    /// The clauses named for the ruling.
    Clauses,
    /// Where the piece on a square can move.
    Reach(qili_board::Square),
}

impl Check<'_> {
    /// Whether a test must fail over it: a difference that the case does not record, or a recorded one that is none.
    #[must_use]
    pub const fn fails(&self) -> bool {
        self.agrees == self.known.is_some()
    }
}

impl Run<'_> {
    /// Whether everything is as the case says, recorded disagreements included.
    #[must_use]
    pub fn passes(&self) -> bool {
        !self.checks.iter().any(Check::fails)
    }

    /// How many expectations of one sort agree, and how many there are.
    pub fn tally(&self, of: impl Fn(Scope) -> bool) -> (usize, usize) {
        let those = self.checks.iter().filter(|check| of(check.scope));
        let (agree, all): (Vec<bool>, Vec<()>) = those.map(|check| (check.agrees, ())).unzip();
        (
            agree.into_iter().filter(|agrees| *agrees).count(),
            all.len(),
        )
    }
}

/// Runs a scenario of a case by the rules of an edition (the case's own, or another's).
///
/// # Errors
/// A position or move that cannot be played; the error points into the case file.
pub fn run<'c>(
    book: &Rulebook,
    case: &'c Case,
    id: &'c str,
    scenario: &'c Scenario,
) -> Result<Run<'c>, CaseError> {
    let (start, moves) = play(book, case, scenario)?;
    let judged = (!moves.is_empty() && !book.edition.rules.rulings.is_empty())
        .then(|| judge(&book.engine, Cycle::new(&start, &moves, None)));
    let mut run = Run {
        case,
        id,
        scenario,
        start,
        judged,
        checks: Vec::new(),
    };
    run.compare_plies(book);
    run.compare_sides(book);
    run.compare_ruling(book);
    run.compare_reaches(book);
    Ok(run)
}

/// The position and the moves of a scenario, checked by an edition's movement.
///
/// # Errors
/// As [`run`].
pub fn play(
    book: &Rulebook,
    case: &Case,
    scenario: &Scenario,
) -> Result<(Position, Vec<Move>), CaseError> {
    let start = case
        .position(scenario, book.vocabulary.alphabet())?
        .position;
    let mut position = start.clone();
    let mut played = Vec::new();
    let written = scenario.moves.len().max(scenario.coordinates.len());
    for index in 0..written {
        let mv = match (scenario.moves.get(index), scenario.coordinates.get(index)) {
            (Some(text), coordinates) => {
                let mv = match moves::parse(text, &position, book.movement(), &book.vocabulary) {
                    // books leave out 前 and 后 where the diagram shows what is meant
                    Err(MoveError::Ambiguous { candidates, .. })
                        if coordinates.is_some_and(|mv| candidates.contains(mv)) =>
                    {
                        coordinates.copied().unwrap_or(candidates[0])
                    }
                    read => read.map_err(|error| {
                        case.illegal_move(scenario, index, error.to_string(), None)
                    })?,
                };
                if let Some(&other) = coordinates
                    && other != mv
                {
                    let problem = format!("`{text}` is {mv} here, but the coordinates say {other}");
                    return Err(case.illegal_move(scenario, index, problem, None));
                }
                mv
            }
            (None, Some(&mv)) => {
                book.movement()
                    .check_move(&position, mv)
                    .map_err(|error| case.illegal_move(scenario, index, error.to_string(), None))?;
                mv
            }
            (None, None) => break,
        };
        position.play(mv);
        played.push(mv);
    }
    Ok((start, played))
}

impl Run<'_> {
    fn check(
        &mut self,
        book: &Rulebook,
        scope: Scope,
        expected: String,
        got: String,
        agrees: bool,
    ) {
        let ply = match scope {
            Scope::Natures(ply) => Some(Some(ply)),
            Scope::Ruling => Some(None),
            _ => None,
        };
        let known = self
            .scenario
            .disagreements
            .iter()
            .find(|known| ply == Some(known.ply) && known.by == book.edition.about.id);
        self.checks.push(Check {
            scope,
            expected,
            got,
            agrees,
            known,
        });
    }

    fn compare_plies(&mut self, book: &Rulebook) {
        let Some(judged) = self.judged.take() else {
            return;
        };
        let name = |id| book.edition.rules.natures[id].names.clone();
        for ply in &judged.plies {
            let number = ply.ply.0 + 1;
            if let Some(expected) = self.scenario.natures.get(ply.ply.0) {
                let names: Vec<_> = ply.natures.iter().map(|&id| name(id)).collect();
                let listed = |wanted: &String| {
                    names
                        .iter()
                        .any(|names| names.zh == *wanted || names.en == *wanted)
                };
                let main = ply.nature.map(name);
                let agrees = expected.0.iter().all(listed)
                    && main.as_ref().is_some_and(|main| {
                        expected.0.contains(&main.zh) || expected.0.contains(&main.en)
                    });
                let got = main.map_or_else(
                    || "?".to_owned(),
                    |main| {
                        let lighter = names
                            .iter()
                            .filter(|names| **names != main)
                            .map(|names| names.zh.as_str());
                        std::iter::once(main.zh.as_str())
                            .chain(lighter)
                            .collect::<Vec<_>>()
                            .join("+")
                    },
                );
                self.check(
                    book,
                    Scope::Natures(number),
                    expected.to_string(),
                    got,
                    agrees,
                );
            }
            if let Some(expected) = self
                .scenario
                .targets
                .get(ply.ply.0)
                .filter(|expected| !expected.is_empty())
            {
                let mut got: Vec<_> = ply.targets.iter().map(|target| target.square).collect();
                got.sort_unstable();
                let agrees = expected.iter().all(|square| got.contains(square));
                self.check(
                    book,
                    Scope::Targets(number),
                    squares(expected),
                    squares(&got),
                    agrees,
                );
            }
        }
        self.judged = Some(judged);
    }

    fn compare_sides(&mut self, book: &Rulebook) {
        let Some(patterns) = &self.scenario.patterns else {
            return;
        };
        let Some(judged) = self.judged.take() else {
            return;
        };
        for side in Side::ALL {
            let natures = judged
                .plies
                .iter()
                .filter(|ply| ply.side == side)
                .map(|ply| {
                    ply.nature
                        .map_or("?", |id| book.edition.rules.natures[id].names.zh.as_str())
                });
            let got = Pattern::of(natures);
            let expected = patterns.of(side);
            self.check(
                book,
                Scope::Pattern(side),
                expected.to_string(),
                got.to_string(),
                *expected == got,
            );
        }
        self.judged = Some(judged);
    }

    fn compare_ruling(&mut self, book: &Rulebook) {
        let Some(judged) = self.judged.take() else {
            return;
        };
        if let Some(expected) = self.scenario.ruling {
            let got = judged.ruling.outcome;
            self.check(
                book,
                Scope::Ruling,
                expected.to_string(),
                got.to_string(),
                expected == got,
            );
        }
        if !self.scenario.clauses.is_empty() && judged.ruling.outcome != Outcome::Undetermined {
            let articles: Vec<_> = judged
                .ruling
                .clauses
                .iter()
                .map(|&id| book.clause(id).article.clone())
                .collect();
            let agrees = self
                .scenario
                .clauses
                .iter()
                .all(|clause| articles.contains(clause));
            self.check(
                book,
                Scope::Clauses,
                self.scenario.clauses.join(" "),
                articles.join(" "),
                agrees,
            );
        }
        self.judged = Some(judged);
    }

    fn compare_reaches(&mut self, book: &Rulebook) {
        for reach in &self.scenario.reaches {
            let mut position = self.start.clone();
            if let Some(piece) = position.piece_at(reach.from) {
                position.set_turn(piece.side);
            }
            let mut list = qili_interpreter::movement::MoveList::new();
            book.movement().legal_moves(&position, &mut list);
            let mut got: Vec<_> = list
                .iter()
                .filter(|mv| mv.from == reach.from)
                .map(|mv| mv.to)
                .collect();
            got.sort_unstable();
            let expected: Vec<_> = reach.to.squares().collect();
            let agrees = got == expected;
            self.check(
                book,
                Scope::Reach(reach.from),
                squares(&expected),
                squares(&got),
                agrees,
            );
        }
    }
}

fn squares(squares: &[qili_board::Square]) -> String {
    squares
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(" ")
}
