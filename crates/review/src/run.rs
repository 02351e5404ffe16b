//! Runs a case: plays its moves, judges them, and compares with what the case expects.

use qili_board::{Move, Position, Side, Square};
use qili_edition::case::{Case, CaseError, Disagreement, Named, Pattern, Scenario, Target};
use qili_edition::outcome::Outcome;
use qili_interpreter::judge::{JudgedPly, Judgement};
use qili_interpreter::movement::MoveList;
use qili_interpreter::{Cycle, judge};
use qili_lang::rules::{ClauseId, Kind, NatureId, PatternId, Rules};
use qili_notation::moves::{self, MoveError};
use qili_report::Rulebook;
use qili_words::{Bilingual, Language, both, in_both};

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
    /// What the case expects, as it is written there; an outcome in either language.
    pub expected: Bilingual,
    /// What came out.
    pub got: Bilingual,
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
    Reach(Square),
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
    let (start, moves) = read(book, case, scenario)?;
    let judged = (!moves.is_empty() && !book.edition.rules.rulings.is_empty())
        .then(|| judge(&book.engine, Cycle::unchecked(&start, &moves, None)));
    let compare = Compare {
        book,
        scenario,
        start: &start,
        moves: &moves,
    };
    let mut checks = Vec::new();
    if let Some(judged) = &judged {
        checks.extend(compare.plies(judged));
        checks.extend(compare.sides(judged));
        checks.extend(compare.ruling(judged));
    }
    checks.extend(compare.reaches());
    Ok(Run {
        case,
        id,
        scenario,
        start,
        judged,
        checks,
    })
}

/// The position and the moves of a scenario of the edition's own cases: as [`play`], and everything that the scenario says
/// in the edition's words is looked up.
///
/// # Errors
/// As [`play`]; also moves that do not lead back where the case does not say so, targets that are not there, and names
/// that the edition does not have.
pub fn read(
    book: &Rulebook,
    case: &Case,
    scenario: &Scenario,
) -> Result<(Position, Vec<Move>), CaseError> {
    let (start, moves) = play(book, case, scenario)?;
    let mut last = start.clone();
    for (index, &mv) in moves.iter().enumerate() {
        last.play(mv);
        check_targets(book, case, scenario, index, &last)?;
    }
    case.check_open(scenario, last == start)?;
    check_names(book, case, scenario)?;
    for reach in &scenario.reaches {
        if start.piece_at(reach.from).is_none() {
            let from = reach.from;
            let problem = both!("`{from}` 上没有棋子", "no piece stands on `{from}`");
            let path = format!("reaches/{}", reach.from);
            let help = both!(
                "写所示着法的棋子在哪一点",
                "name the square of the piece whose moves are shown"
            );
            return Err(case.wrong_word(scenario, &path, problem, help));
        }
    }
    Ok((start, moves))
}

/// That what a move is said to be aimed at is there when it has been played.
fn check_targets(
    book: &Rulebook,
    case: &Case,
    scenario: &Scenario,
    index: usize,
    after: &Position,
) -> Result<(), CaseError> {
    let targets = scenario.targets.get(index).and_then(Option::as_ref);
    for (place, target) in targets.into_iter().flatten().enumerate() {
        let path = format!("targets/{index}/{place}");
        let side = after.turn();
        match &target.piece {
            Named::Square(square) if after.piece_at(*square).is_none_or(|at| at.side != side) => {
                let (ply, side_zh) = (index + 1, side.name(Language::Chinese));
                let problem = both!(
                    "第 {ply} 着之后 `{square}` 上没有{side_zh}的棋子",
                    "no piece of {side} stands on `{square}` after ply {ply}"
                );
                let help = both!(
                    "目标是对方的棋子，写它在这一着之后所在的点",
                    "a target is a piece of the opponent, where it stands after the move"
                );
                return Err(case.wrong_word(scenario, &path, problem, help));
            }
            Named::Piece(name) if kind(&book.edition.rules, name).is_none() => {
                let kinds = &book.edition.rules.kinds;
                let known = kinds.iter().map(|kind| kind.names.zh.as_str());
                let problem = both!(
                    "本版没有棋子 `{name}`",
                    "there is no piece `{name}` in this edition"
                );
                return Err(case.unknown_name(scenario, &path, problem, name, known));
            }
            _ => {}
        }
        let known = words(&book.edition.rules).flat_map(both_names);
        for name in &target.said {
            if !known.clone().any(|known| known == name) {
                let problem = both!(
                    "目标没有 `{name}` 这种说法",
                    "nothing that a target is in this edition is called `{name}`"
                );
                return Err(case.unknown_name(scenario, &path, problem, name, known));
            }
        }
    }
    Ok(())
}

/// What can be said of a target: its qualities, and the natures that aim at it.
fn words(rules: &Rules) -> impl Iterator<Item = &Bilingual> + Clone {
    let qualities = rules.qualities.iter().map(|quality| &quality.names);
    qualities.chain(rules.natures.iter().map(|nature| &nature.names))
}

fn both_names(names: &Bilingual) -> [&str; 2] {
    [&names.zh, &names.en]
}

/// That natures and patterns are called what the edition calls them.
fn check_names(book: &Rulebook, case: &Case, scenario: &Scenario) -> Result<(), CaseError> {
    let rules = &book.edition.rules;
    let natures = rules.natures.iter();
    let known = natures.flat_map(|nature| both_names(&nature.names));
    let check = |path: &str, name: &str| {
        if known.clone().any(|known| known == name) {
            return Ok(());
        }
        let problem = both!(
            "本版没有性质 `{name}`",
            "there is no nature `{name}` in this edition"
        );
        Err(case.unknown_name(scenario, path, problem, name, known.clone()))
    };
    for (index, natures) in scenario.natures.iter().enumerate() {
        for name in &natures.0 {
            check(&format!("natures/{index}"), name)?;
        }
    }
    for side in Side::ALL {
        let Some(patterns) = &scenario.patterns else {
            break;
        };
        let (text, path) = (patterns.of(side), format!("patterns/{side}"));
        if Wording::read(rules, text).is_some() {
            continue;
        }
        match text.parse::<Pattern>() {
            Ok(counted) => counted
                .counts()
                .try_for_each(|(_, name)| check(&path, name))?,
            Err(error) => {
                let named = rules.patterns.iter();
                let named = named.flat_map(|pattern| both_names(&pattern.names));
                let problem = Bilingual::of(&error);
                return Err(case.unknown_name(scenario, &path, problem, text, named));
            }
        }
    }
    Ok(())
}

/// What a side does over a cycle, as a case or a question says it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wording {
    /// Natures counted: `长捉`, `一将一闲`.
    Counted(Pattern),
    /// By the name that the edition has for it.
    Named(PatternId),
}

impl Wording {
    /// What a text says in the words of an edition; `None` where it knows no such natures and no such pattern.
    ///
    /// ```
    /// use qili_report::Rulebook;
    /// use qili_review::run::Wording;
    ///
    /// let book = Rulebook::open("2020")?;
    /// let read = |text| Wording::read(&book.edition.rules, text);
    /// assert!(matches!(read("一捉一兑"), Some(Wording::Counted(_))));
    /// assert!(matches!(read("长捉无根子"), Some(Wording::Named(_))));
    /// assert_eq!(read("长长"), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn read(rules: &Rules, text: &str) -> Option<Self> {
        let is = |names: &Bilingual, name: &str| both_names(names).contains(&name);
        let known = |name: &str| rules.natures.iter().any(|nature| is(&nature.names, name));
        let counted = text.parse::<Pattern>().ok();
        match counted.filter(|counted| counted.counts().all(|(_, name)| known(name))) {
            Some(counted) => Some(Self::Counted(counted)),
            None => {
                let mut named = rules.patterns.enumerated();
                let named = named.find(|(_, pattern)| is(&pattern.names, text));
                named.map(|(id, _)| Self::Named(id))
            }
        }
    }
}

/// A piece that a move is aimed at, by its nature or only by a lighter one.
#[derive(Debug)]
pub(crate) struct Aim<'r> {
    /// Where it stands after the move.
    pub square: Square,
    /// Whether the move's nature aims at it.
    pub heaviest: bool,
    /// What can be said of it, and by which lighter natures the move aims at it.
    pub said: Vec<&'r Bilingual>,
}

impl<'r> Aim<'r> {
    /// Adds that a lighter nature aims at a square.
    pub(crate) fn add(aims: &mut Vec<Self>, square: Square, nature: &'r Bilingual) {
        match aims.iter_mut().find(|aim| aim.square == square) {
            Some(aim) => aim.said.push(nature),
            None => aims.push(Self {
                square,
                heaviest: false,
                said: vec![nature],
            }),
        }
    }
}

/// Whether a move is aimed at what a case says: at nothing, or at all that it names.
pub(crate) fn aimed(rules: &Rules, wanted: &[Target], got: &[Aim<'_>], after: &Position) -> bool {
    let on = |square: Square| {
        let piece = after.piece_at(square)?;
        rules.kinds.get(piece.kind.index())
    };
    let hits = |target: &Target| {
        let is = |square: Square| match &target.piece {
            Named::Square(named) => square == *named,
            Named::Piece(name) => {
                let named = kind(rules, name).map(|kind| kind.clause);
                named.is_some() && on(square).map(|kind| kind.clause) == named
            }
        };
        got.iter().any(|aim| {
            let said = |name: &String| {
                let mut said = aim.said.iter();
                said.any(|names| both_names(names).contains(&name.as_str()))
            };
            is(aim.square)
                && (aim.heaviest || !target.said.is_empty())
                && target.said.iter().all(said)
        })
    };
    if wanted.is_empty() {
        !got.iter().any(|aim| aim.heaviest)
    } else {
        wanted.iter().all(hits)
    }
}

/// The kind of piece that a book calls so.
fn kind<'r>(rules: &'r Rules, name: &str) -> Option<&'r Kind> {
    rules.kinds.iter().find(|kind| {
        let mut letters = name.chars();
        let only = letters.next().filter(|_| letters.next().is_none());
        kind.names.zh == name
            || kind.names.en == name
            || only.is_some_and(|only| kind.red.contains(&only) || kind.black.contains(&only))
    })
}

/// The position and the moves of a scenario, checked by an edition's movement.
///
/// # Errors
/// A position that cannot occur, and a move that cannot be played.
pub fn play(
    book: &Rulebook,
    case: &Case,
    scenario: &Scenario,
) -> Result<(Position, Vec<Move>), CaseError> {
    let start = case
        .position(scenario, book.vocabulary.alphabet())?
        .position;
    book.movement().validate(&start).map_err(|reason| {
        case.impossible_position(scenario, &reason, reason.squares().squares())
    })?;
    let mut position = start.clone();
    let mut played = Vec::new();
    for index in 0..scenario.plies() {
        let mv = read_move(book, case, scenario, index, &position)?;
        position.play(mv);
        played.push(mv);
    }
    Ok((start, played))
}

/// The move at an index of a scenario: as it is printed, and as its coordinates say where they are given.
fn read_move(
    book: &Rulebook,
    case: &Case,
    scenario: &Scenario,
    index: usize,
    position: &Position,
) -> Result<Move, CaseError> {
    let coordinates = scenario.coordinates.get(index).copied();
    let illegal = |problem: Bilingual, help: Option<Bilingual>| {
        case.illegal_move(scenario, index, problem, help)
    };
    let Some(text) = scenario.moves.get(index) else {
        let mv = coordinates.ok_or_else(|| illegal(both!("没有着法", "there is no move"), None))?;
        let legal = book.movement().check_move(position, mv);
        legal.map_err(|error| {
            let (problem, _) = in_both(&error);
            illegal(problem, None)
        })?;
        return Ok(mv);
    };
    let read = match moves::parse(text, position, book.movement(), &book.vocabulary) {
        // books leave out 前 and 后 where the diagram shows what is meant
        Err(MoveError::Ambiguous { candidates, .. })
            if coordinates.is_some_and(|mv| candidates.contains(&mv)) =>
        {
            coordinates.unwrap_or(candidates[0])
        }
        read => read.map_err(|error| {
            let (problem, help) = in_both(&error);
            illegal(problem, help)
        })?,
    };
    match coordinates {
        Some(other) if other != read => Err(illegal(
            both!(
                "`{text}` 在这里是 `{read}`，坐标却写 `{other}`",
                "`{text}` is {read} here, but the coordinates say {other}"
            ),
            None,
        )),
        _ => Ok(read),
    }
}

/// A scenario beside its judgement.
struct Compare<'c, 'r> {
    book: &'r Rulebook,
    scenario: &'c Scenario,
    start: &'r Position,
    moves: &'r [Move],
}

impl<'c, 'r> Compare<'c, 'r> {
    fn check(&self, scope: Scope, expected: Bilingual, got: Bilingual, agrees: bool) -> Check<'c> {
        let ply = match scope {
            Scope::Natures(ply) => Some(Some(ply)),
            Scope::Ruling => Some(None),
            _ => None,
        };
        let known = self
            .scenario
            .disagreements
            .iter()
            .find(|known| ply == Some(known.ply) && known.by == self.book.edition.about.id);
        Check {
            scope,
            expected,
            got,
            agrees,
            known,
        }
    }

    fn name(&self, nature: NatureId) -> &'r Bilingual {
        &self.book.edition.rules.natures[nature].names
    }

    fn plies(&self, judged: &Judgement) -> Vec<Check<'c>> {
        let plies = judged.plies.iter();
        plies
            .flat_map(|ply| self.natures(ply).into_iter().chain(self.targets(ply)))
            .collect()
    }

    fn natures(&self, ply: &JudgedPly) -> Option<Check<'c>> {
        let expected = self.scenario.natures.get(ply.ply.0)?;
        let called = |name: &Bilingual, wanted: &String| name.zh == *wanted || name.en == *wanted;
        let all: Vec<_> = ply.natures.iter().map(|&id| self.name(id)).collect();
        let main = ply.nature.map(|id| self.name(id));
        let agrees = expected
            .0
            .iter()
            .all(|wanted| all.iter().any(|name| called(name, wanted)))
            && main.is_some_and(|main| expected.0.iter().any(|wanted| called(main, wanted)));
        let said = |language| {
            let Some(main) = main else {
                return "?".to_owned();
            };
            let lighter = all.iter().filter(|name| **name != main);
            let names = std::iter::once(main).chain(lighter.copied());
            let names: Vec<_> = names.map(|name| name.get(language)).collect();
            names.join("+")
        };
        let got = Bilingual::new(said(Language::Chinese), said(Language::English));
        let scope = Scope::Natures(ply.ply.0 + 1);
        let wanted = |language| {
            let names = expected.0.iter().map(|name| self.named(name, language));
            names.collect::<Vec<_>>().join("+")
        };
        let expected = Bilingual::new(wanted(Language::Chinese), wanted(Language::English));
        Some(self.check(scope, expected, got, agrees))
    }

    fn targets(&self, ply: &JudgedPly) -> Option<Check<'c>> {
        let expected = self.scenario.targets.get(ply.ply.0)?.as_ref()?;
        let rules = &self.book.edition.rules;
        let targets = ply.targets.iter().map(|target| Aim {
            square: target.square,
            heaviest: true,
            said: target
                .qualities
                .iter()
                .map(|&id| &rules.qualities[id].names)
                .collect(),
        });
        let mut got: Vec<_> = targets.collect();
        for &(nature, square) in &ply.lighter {
            Aim::add(&mut got, square, &rules.natures[nature].names);
        }
        got.sort_unstable_by_key(|aim| aim.square);
        let after = self.after(ply.ply.0);
        let agrees = aimed(rules, expected, &got, &after);
        let scope = Scope::Targets(ply.ply.0 + 1);
        let told = expected.iter().any(|target| !target.said.is_empty());
        let line = |targets: Vec<String>| targets.join(if told { ", " } else { " " });
        let wanted = |language| {
            let target = |target: &Target| {
                let named = |name: &String| {
                    let known = words(rules).find(|one| both_names(one).contains(&&**name));
                    known.map_or(name.clone(), |one| one.get(language).to_owned())
                };
                Target {
                    said: target.said.iter().map(named).collect(),
                    ..target.clone()
                }
            };
            line(expected.iter().map(|one| target(one).to_string()).collect())
        };
        let found = |language| {
            let target = |aim: &Aim<'_>| {
                let said = aim.said.iter().filter(|_| told);
                Target {
                    piece: Named::Square(aim.square),
                    said: said.map(|names| names.get(language).to_owned()).collect(),
                }
            };
            let shown = got.iter().filter(|aim| aim.heaviest || told);
            line(shown.map(|aim| target(aim).to_string()).collect())
        };
        let both = |of: &dyn Fn(Language) -> String| {
            Bilingual::new(of(Language::Chinese), of(Language::English))
        };
        Some(self.check(scope, both(&wanted), both(&found), agrees))
    }

    /// The position after the ply at an index.
    fn after(&self, index: usize) -> Position {
        let mut position = self.start.clone();
        for &mv in self.moves.iter().take(index + 1) {
            position.play(mv);
        }
        position
    }

    fn sides(&self, judged: &Judgement) -> Vec<Check<'c>> {
        let Some(patterns) = &self.scenario.patterns else {
            return Vec::new();
        };
        let rules = &self.book.edition.rules;
        let side = |side: Side| {
            let scope = Scope::Pattern(side);
            let natures = |language| {
                let plies = judged.plies.iter().filter(|ply| ply.side == side);
                let natures = plies.map(|ply| match ply.nature {
                    Some(id) => self.name(id).get(language),
                    None => "?",
                });
                Pattern::of(natures)
            };
            let both = |of: &dyn Fn(Language) -> Pattern| {
                let said = |language| of(language).said(language);
                Bilingual::new(said(Language::Chinese), said(Language::English))
            };
            let counted = match Wording::read(rules, patterns.of(side)) {
                Some(Wording::Counted(counted)) => counted,
                named => {
                    let name = |id: PatternId| rules.patterns[id].names.clone();
                    let shown = judged.patterns[side.index()];
                    let wanted = match named {
                        Some(Wording::Named(id)) => name(id),
                        _ => same(&patterns.of(side)),
                    };
                    let got = shown.map_or_else(|| both(&natures), name);
                    let agrees = wanted == got;
                    return self.check(scope, wanted, got, agrees);
                }
            };
            let wanted = |language| counted.named(|name| self.named(name, language));
            let agrees = wanted(Language::Chinese) == natures(Language::Chinese);
            self.check(scope, both(&wanted), both(&natures), agrees)
        };
        Side::ALL.map(side).into()
    }

    /// What a nature is called in a language, whichever a case uses.
    fn named<'n>(&'n self, name: &'n str, language: Language) -> &'n str {
        let natures = self.book.edition.rules.natures.iter();
        let mut names = natures.map(|nature| &nature.names);
        names
            .find(|names| names.zh == name || names.en == name)
            .map_or(name, |names| names.get(language))
    }

    fn ruling(&self, judged: &Judgement) -> Vec<Check<'c>> {
        let got = judged.ruling.outcome;
        let outcome = self.scenario.ruling.map(|expected| {
            let said = |outcome: Outcome| {
                let word = |language| outcome.word_in(language);
                Bilingual::new(word(Language::Chinese), word(Language::English))
            };
            self.check(Scope::Ruling, said(expected), said(got), expected == got)
        });
        let clauses = &self.scenario.clauses;
        let clauses = (!clauses.is_empty() && got != Outcome::Undetermined).then(|| {
            let article = |&id: &ClauseId| self.book.clause(id).article.clone();
            let articles: Vec<_> = judged.ruling.clauses.iter().map(article).collect();
            let agrees = clauses.iter().all(|clause| articles.contains(clause));
            self.check(Scope::Clauses, list(clauses), list(&articles), agrees)
        });
        outcome.into_iter().chain(clauses).collect()
    }

    fn reaches(&self) -> impl Iterator<Item = Check<'c>> {
        self.scenario.reaches.iter().map(|reach| {
            let got = reached(self.book, self.start, reach.from);
            let expected: Vec<_> = reach.to.squares().collect();
            let agrees = got == expected;
            self.check(
                Scope::Reach(reach.from),
                list(&expected),
                list(&got),
                agrees,
            )
        })
    }
}

/// Where the piece on a square can move, in the order of the board.
pub(crate) fn reached(book: &Rulebook, start: &Position, from: Square) -> Vec<Square> {
    let mut position = start.clone();
    if let Some(piece) = position.piece_at(from) {
        position.set_turn(piece.side);
    }
    let mut legal = MoveList::new();
    book.movement().legal_moves(&position, &mut legal);
    let mut got: Vec<_> = legal
        .iter()
        .filter(|mv| mv.from == from)
        .map(|mv| mv.to)
        .collect();
    got.sort_unstable();
    got
}

/// What reads alike in both languages.
fn same(text: &impl ToString) -> Bilingual {
    let text = text.to_string();
    Bilingual::new(text.clone(), text)
}

fn list(parts: &[impl ToString]) -> Bilingual {
    let parts: Vec<_> = parts.iter().map(ToString::to_string).collect();
    same(&parts.join(" "))
}

#[cfg(test)]
mod tests;
