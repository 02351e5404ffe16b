//! A case reduced to what it expects, so that many editions can be tried on it.

use qili_board::{Move, Position};
use qili_edition::case::{Case, CaseError, Diagram, Natures, Scenario, Target};
use qili_edition::outcome::Outcome;
use qili_interpreter::{Cycle, Engine, Evaluator, Ply};
use qili_lang::rules::ClauseId;
use qili_report::Rulebook;
use qili_words::Bilingual;

use crate::run::{Aim, aimed, play, read};

/// A scenario to be judged.
#[derive(Debug)]
pub struct Trial {
    /// The scenario's name.
    pub name: String,
    /// Its case's title.
    pub title: Bilingual,
    /// Whether its position was found or made up, and is in no book.
    pub found: bool,
    cycle: Cycle,
    natures: Vec<Natures>,
    targets: Vec<Option<Vec<Target>>>,
    ruling: Option<Outcome>,
    clauses: Vec<String>,
    patterns: Option<[String; 2]>,
}

/// What came out of a trial, where it is what the case expects; `None` elsewhere.
///
/// Where the edition itself already differs from the case, nothing is expected of others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expected {
    /// Of each ply, whether its natures and its targets are.
    plies: Vec<[bool; 2]>,
    ruling: Option<Outcome>,
    articles: Option<Vec<String>>,
    patterns: [Option<String>; 2],
}

/// All scenarios of an edition that have moves.
///
/// # Errors
/// A case whose moves cannot be played.
pub fn trials(book: &Rulebook, cases: &[Case]) -> Result<Vec<Trial>, CaseError> {
    let mut trials = Vec::new();
    for case in cases {
        for (id, scenario) in case.scenarios() {
            let (start, moves) = read(book, case, scenario)?;
            trials.extend(Trial::of(case, id, scenario, &start, &moves));
        }
    }
    Ok(trials)
}

/// All scenarios of inherited cases that have moves and can be played.
#[must_use]
pub fn inherited_trials(book: &Rulebook, cases: &[Case]) -> Vec<Trial> {
    let scenarios = cases.iter().flat_map(|case| {
        case.scenarios()
            .map(move |(id, scenario)| (case, id, scenario))
    });
    scenarios
        .filter_map(|(case, id, scenario)| {
            let (start, moves) = play(book, case, scenario).ok()?;
            Trial::of(case, id, scenario, &start, &moves)
        })
        .collect()
}

impl Trial {
    fn of(
        case: &Case,
        id: &str,
        scenario: &Scenario,
        start: &Position,
        moves: &[Move],
    ) -> Option<Self> {
        let patterns = scenario.patterns.as_ref();
        (!moves.is_empty()).then(|| Self {
            name: if id == case.id {
                id.to_owned()
            } else {
                format!("{} {id}", case.id)
            },
            title: case.title.clone(),
            found: matches!(case.diagram, Diagram::Found | Diagram::Made),
            cycle: Cycle::unchecked(start, moves, None),
            natures: scenario.natures.clone(),
            targets: scenario.targets.clone(),
            ruling: scenario.ruling,
            clauses: scenario.clauses.clone(),
            patterns: patterns
                .map(|patterns| qili_board::Side::ALL.map(|side| patterns.of(side).to_owned())),
        })
    }

    /// How much there is to judge, roughly: men on the board, for each ply.
    pub(super) fn size(&self) -> usize {
        let men = self.cycle.before(Ply(0)).position.occupied().count() as usize;
        men * self.cycle.plies().len()
    }

    /// Judges with every nature of every ply, and says which clauses held.
    #[must_use]
    pub fn trace(&self, engine: &Engine) -> (Expected, Vec<ClauseId>) {
        let mut evaluator = Evaluator::new(engine, &self.cycle).tracing();
        for ply in self.cycle.plies() {
            for nature in evaluator.natures() {
                let finding = evaluator.finding(ply, nature);
                for target in &finding.targets {
                    for (id, quality) in engine.rules().qualities.enumerated() {
                        if quality.nature == nature {
                            evaluator.has_quality(ply, target.piece, id);
                        }
                    }
                }
            }
        }
        let expected = self.expected(engine, &mut evaluator);
        (expected, evaluator.held())
    }

    /// Whether rules give anything else than expected; stops at the first difference.
    #[must_use]
    pub fn notices(&self, engine: &Engine, expected: &Expected) -> bool {
        let mut evaluator = Evaluator::new(engine, &self.cycle);
        if expected.ruling.is_some() || expected.articles.is_some() {
            let (ruling, articles) = ruling(engine, &mut evaluator);
            if expected.ruling.is_some_and(|expected| expected != ruling)
                || expected
                    .articles
                    .as_ref()
                    .is_some_and(|all| *all != articles)
            {
                return true;
            }
        }
        for (ply, [natures, targets]) in self.cycle.plies().zip(&expected.plies) {
            if *natures && !self.has_natures(engine, &mut evaluator, ply)
                || *targets && !self.has_targets(engine, &mut evaluator, ply)
            {
                return true;
            }
        }
        qili_board::Side::ALL.into_iter().any(|side| {
            let expected = &expected.patterns[side.index()];
            expected.is_some() && pattern(engine, &mut evaluator, side) != *expected
        })
    }

    fn expected(&self, engine: &Engine, evaluator: &mut Evaluator<'_>) -> Expected {
        let plies = self
            .cycle
            .plies()
            .map(|ply| {
                [
                    self.has_natures(engine, evaluator, ply),
                    self.has_targets(engine, evaluator, ply),
                ]
            })
            .collect();
        let (outcome, articles) = ruling(engine, evaluator);
        let agrees = self.ruling == Some(outcome);
        let cited = self.clauses.iter().all(|clause| articles.contains(clause));
        Expected {
            plies,
            ruling: self.ruling.filter(|_| agrees),
            articles: (agrees && cited && !self.clauses.is_empty()).then_some(articles),
            patterns: qili_board::Side::ALL.map(|side| {
                let name = pattern(engine, evaluator, side)?;
                let wanted = &self.patterns.as_ref()?[side.index()];
                let mut called = engine.rules().patterns.iter().map(|one| &one.names);
                let called = called.find(|names| names.zh == *wanted || names.en == *wanted)?;
                (called.zh == name).then_some(name)
            }),
        }
    }

    /// Whether a ply has all the natures that the case names, its heaviest among them.
    fn has_natures(&self, engine: &Engine, evaluator: &mut Evaluator<'_>, ply: Ply) -> bool {
        let Some(Natures(wanted)) = self.natures.get(ply.0) else {
            return false;
        };
        let names = |id| &engine.rules().natures[id].names;
        let is = |id, word: &String| names(id).zh == *word || names(id).en == *word;
        let Some(heaviest) = evaluator.heaviest(ply).known() else {
            return false;
        };
        wanted.iter().any(|word| is(heaviest.nature, word))
            && wanted.iter().all(|word| {
                evaluator
                    .natures()
                    .filter(|&id| is(id, word))
                    .any(|id| evaluator.finding(ply, id).holds.is_yes())
            })
    }

    /// Whether the pieces that the case names are targets of a ply's heaviest nature.
    fn has_targets(&self, engine: &Engine, evaluator: &mut Evaluator<'_>, ply: Ply) -> bool {
        let wanted = self.targets.get(ply.0).and_then(Option::as_ref);
        let (Some(wanted), Some(finding)) = (wanted, evaluator.heaviest(ply).known()) else {
            return false;
        };
        let (rules, after) = (engine.rules(), self.cycle.after(ply));
        let told = wanted.iter().any(|target| !target.said.is_empty());
        let mut got = Vec::new();
        for target in &finding.targets {
            let Some(square) = after.square_of(target.piece) else {
                continue;
            };
            let qualities = rules.qualities.enumerated().filter(|_| told);
            let has = qualities.filter(|(id, quality)| {
                quality.nature == finding.nature
                    && evaluator.has_quality(ply, target.piece, *id).is_yes()
            });
            let said = has.map(|(_, quality)| &quality.names).collect();
            got.push(Aim {
                square,
                heaviest: true,
                said,
            });
        }
        for nature in evaluator
            .natures()
            .filter(|&id| told && id != finding.nature)
        {
            let finding = evaluator.finding(ply, nature);
            let targets = finding.targets.iter().filter(|_| finding.holds.is_yes());
            for square in targets.filter_map(|target| after.square_of(target.piece)) {
                Aim::add(&mut got, square, &rules.natures[nature].names);
            }
        }
        aimed(rules, wanted, &got, &after.position)
    }
}

fn ruling(engine: &Engine, evaluator: &mut Evaluator<'_>) -> (Outcome, Vec<String>) {
    let ruling = evaluator.ruling();
    let articles = ruling
        .clauses
        .iter()
        .map(|id| engine.rules().clauses[*id].article.clone())
        .collect();
    (ruling.outcome, articles)
}

/// The first pattern that a side shows.
fn pattern(
    engine: &Engine,
    evaluator: &mut Evaluator<'_>,
    side: qili_board::Side,
) -> Option<String> {
    let shown = evaluator.pattern(side)?;
    Some(engine.rules().patterns[shown].names.zh.clone())
}
