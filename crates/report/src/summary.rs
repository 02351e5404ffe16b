//! Many games counted: by outcome, by clause, and why what is undetermined is so.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use qili_edition::outcome::Outcome;
use qili_interpreter::judge::Open;
use qili_interpreter::procedure::{Step, Watched};
use qili_interpreter::referee::Turn;
use qili_lang::format::numbered;
use qili_lang::rules::ClauseId;
use qili_notation::game::GameResult;
use serde::Serialize;

use qili_words::Language;

use crate::{Rulebook, record};

/// The name and version of the JSON schema.
pub const SCHEMA: &str = "qili.summary/1";

/// Counts over games; sums of parts are those of the whole.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    games: u64,
    faulty: u64,
    unread: u64,
    plies: u64,
    /// Games in which a ruling could be asked for.
    claimable: u64,
    /// Moments at which one could.
    claims: u64,
    /// Games whose recorded result agrees with the ruling or the end, and whose does not.
    agree: u64,
    differ: u64,
    outcomes: BTreeMap<Outcome, u64>,
    /// Games in which a clause made a ruling or ended the game.
    clauses: BTreeMap<ClauseId, u64>,
    reasons: BTreeMap<(Reason, Option<ClauseId>), u64>,
}

/// Why a ruling is undetermined, without the plies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Reason {
    Arbiter,
    Natures,
    Contradiction,
    NotCovered,
    TooLong,
    TooMany,
}

impl Reason {
    fn of(open: &Open) -> (Self, Option<ClauseId>) {
        match open {
            Open::Arbiter(clause) => (Self::Arbiter, Some(*clause)),
            Open::Natures(clause, _) => (Self::Natures, Some(*clause)),
            Open::Contradiction(clause) => (Self::Contradiction, Some(*clause)),
            Open::NotCovered => (Self::NotCovered, None),
            Open::TooLong => (Self::TooLong, None),
            Open::TooMany => (Self::TooMany, None),
        }
    }

    const fn words(self, language: Language) -> &'static str {
        match self {
            Self::Arbiter => language.of("由裁判裁定", "left to the arbiter"),
            Self::Natures => language.of("着法性质未能确定", "natures could not be determined"),
            Self::Contradiction => {
                language.of("对双方结果不同", "different outcomes for the two sides")
            }
            Self::TooLong => language.of("循环过长", "a cycle that is too long to be judged"),
            Self::TooMany => language.of(
                "一局中要裁决的循环过多",
                "more cycles in a game than are ruled on",
            ),
            Self::NotCovered => language.of("没有一条适用", "no clause speaks of the combination"),
        }
    }
}

impl Tally {
    /// Counts a game and its recorded result; `faulty` if something of it could not be read or played.
    pub fn add(&mut self, watched: &Watched, recorded: GameResult, faulty: bool) {
        self.games += 1;
        self.faulty += u64::from(faulty);
        self.plies += watched.game().moves().len() as u64;
        let claims = watched.claimable().count() as u64;
        self.claims += claims;
        self.claimable += u64::from(claims > 0);
        match record::agrees(watched, recorded) {
            Some(true) => self.agree += 1,
            Some(false) => self.differ += 1,
            None => {}
        }
        let outcome = watched.outcome();
        *self.outcomes.entry(outcome).or_default() += 1;
        let mut clauses = BTreeSet::new();
        for step in &watched.steps {
            match step {
                Step::Claimable { moment, made: true } => {
                    clauses.extend(watched.ruling(moment).clauses);
                }
                Step::Turn(Turn::Ended { by, .. }) => {
                    clauses.insert(by.clause);
                }
                Step::TooEarly(_) | Step::Claimable { .. } | Step::Turn(_) => {}
            }
        }
        for clause in clauses {
            *self.clauses.entry(clause).or_default() += 1;
        }
        let open = watched.ruled().and_then(|(_, ruling)| ruling.open);
        if let (Outcome::Undetermined, Some(open)) = (outcome, open) {
            let (reason, clause) = Reason::of(&open);
            *self.reasons.entry((reason, clause)).or_default() += 1;
        }
    }

    /// Counts a file, or a record in one, in which no game was found.
    pub const fn add_unread(&mut self) {
        self.unread += 1;
    }

    /// Adds what was counted elsewhere.
    pub fn merge(&mut self, other: &Self) {
        self.games += other.games;
        self.faulty += other.faulty;
        self.unread += other.unread;
        self.plies += other.plies;
        self.claimable += other.claimable;
        self.claims += other.claims;
        self.agree += other.agree;
        self.differ += other.differ;
        add_all(&mut self.outcomes, &other.outcomes);
        add_all(&mut self.clauses, &other.clauses);
        add_all(&mut self.reasons, &other.reasons);
    }

    /// How many games were counted.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Tables for people.
    #[must_use]
    pub fn text(&self, book: &Rulebook, language: Language) -> String {
        let general = [
            (self.games, language.of("局", "games")),
            (self.plies, language.of("着", "plies")),
            (
                self.faulty,
                language.of(
                    "局有误",
                    "games with something that could not be read or played",
                ),
            ),
            (
                self.unread,
                language.of(
                    "个文件或记录读不出一局棋",
                    "files or records in which no game could be read",
                ),
            ),
        ];
        let mut text = table("", general.map(|(count, what)| (count, what.to_owned())));
        let claimed = [
            (
                self.claimable,
                language.of(
                    "局中可要求裁决",
                    "games in which a ruling could be asked for",
                ),
            ),
            (
                self.claims,
                language.of("个时机可要求裁决", "moments at which one could"),
            ),
            (
                self.agree,
                language.of(
                    "局的记录结果相符",
                    "games whose recorded result agrees with the ruling or the end",
                ),
            ),
            (
                self.differ,
                language.of(
                    "局的记录结果不符",
                    "games whose recorded result differs from it",
                ),
            ),
        ];
        text += &table(
            language.of("要求裁决与记录", "Rulings to be asked for, and the records"),
            claimed.map(|(count, what)| (count, what.to_owned())),
        );
        text += &table(
            language.of("结果", "By outcome"),
            self.outcomes
                .iter()
                .map(|(outcome, &count)| (count, outcome.result(language).to_owned())),
        );
        text += &table(
            language.of("条目", "By clause"),
            self.clauses
                .iter()
                .map(|(&clause, &count)| (count, name(book, clause, language))),
        );
        text += &table(
            language.of("未定的原因", "Why undetermined"),
            self.reasons.iter().map(|((reason, clause), &count)| {
                let mut why = reason.words(language).to_owned();
                if let Some(clause) = clause {
                    why += language.of("：", ": ");
                    why += &name(book, *clause, language);
                }
                (count, why)
            }),
        );
        text
    }

    /// The same for programs.
    #[must_use]
    pub fn json(&self, book: &Rulebook) -> SummaryJson {
        let article = |clause: ClauseId| book.edition.rules.clauses[clause].article.clone();
        SummaryJson {
            schema: SCHEMA,
            edition: book.edition.about.id.clone(),
            games: self.games,
            faulty: self.faulty,
            unread: self.unread,
            plies: self.plies,
            claimable: self.claimable,
            claims: self.claims,
            agree: self.agree,
            differ: self.differ,
            outcomes: Outcome::ALL
                .into_iter()
                .map(|outcome| {
                    let count = self.outcomes.get(&outcome).copied().unwrap_or_default();
                    (outcome.word(), count)
                })
                .collect(),
            clauses: self
                .clauses
                .iter()
                .map(|(&clause, &games)| ClauseCount {
                    clause: article(clause),
                    games,
                })
                .collect(),
            undetermined: self
                .reasons
                .iter()
                .map(|(&(reason, clause), &games)| ReasonCount {
                    reason,
                    clause: clause.map(article),
                    games,
                })
                .collect(),
        }
    }
}

/// A title and rows; nothing if there is no row.
fn table(title: &str, rows: impl IntoIterator<Item = (u64, String)>) -> String {
    let mut text = String::new();
    for (count, what) in rows {
        if text.is_empty() && !title.is_empty() {
            let _ = writeln!(text, "\n{title}");
        }
        let _ = writeln!(text, "{count:>10}  {what}");
    }
    text
}

fn add_all<K: Ord + Copy>(sums: &mut BTreeMap<K, u64>, parts: &BTreeMap<K, u64>) {
    for (&key, &part) in parts {
        *sums.entry(key).or_default() += part;
    }
}

fn name(book: &Rulebook, clause: ClauseId, language: Language) -> String {
    let clause = &book.edition.rules.clauses[clause];
    numbered(&clause.article, &clause.title, language)
}

/// A summary for programs.
#[derive(Debug, Clone, Serialize)]
pub struct SummaryJson {
    /// [`SCHEMA`]
    pub schema: &'static str,
    /// The edition's name.
    pub edition: String,
    /// How many games.
    pub games: u64,
    /// In how many something could not be read or played.
    pub faulty: u64,
    /// How many files, or records in them, in which no game could be read.
    pub unread: u64,
    /// Plies of all games.
    pub plies: u64,
    /// Games in which a ruling could be asked for.
    pub claimable: u64,
    /// Moments at which one could.
    pub claims: u64,
    /// Games whose recorded result agrees with the ruling or the end of the game.
    pub agree: u64,
    /// Games whose recorded result differs from it.
    pub differ: u64,
    /// Games by what they come to.
    pub outcomes: BTreeMap<&'static str, u64>,
    /// Games by the clauses that made a ruling or ended the game.
    pub clauses: Vec<ClauseCount>,
    /// Undetermined games by the reason.
    pub undetermined: Vec<ReasonCount>,
}

/// Games of a clause.
#[derive(Debug, Clone, Serialize)]
pub struct ClauseCount {
    clause: String,
    games: u64,
}

/// Undetermined games of a reason.
#[derive(Debug, Clone, Serialize)]
pub struct ReasonCount {
    reason: Reason,
    clause: Option<String>,
    games: u64,
}
