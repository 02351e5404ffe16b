//! What is kept: finds as stretches, which can be judged again; searches, which can go on; case files.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use miette::Diagnostic;
use qili_board::{Move, Position, fen};
use qili_words::{Bilingual, Language, Localized, Texts, both};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::kind::Kind;
use crate::limit::{Over, Stage};
use crate::matter::Matter;
use crate::question::Question;
use crate::reading::Reading;
use crate::report::{Find, Report, Verifier};
use crate::search::{Raw, Search, Tried};
use crate::simplicity::{Figures, Scales};
use crate::stretch::Stretch;
use crate::tell::{FindsJson, SCHEMA};

/// What was kept and cannot be used.
#[derive(Debug, Error, Diagnostic)]
pub enum KeptError {
    /// It is not what it should be.
    #[error("`{file}` cannot be read as `{schema}`: {}", why.en)]
    #[diagnostic(
        code(qili::explore::kept),
        help(
            "it is written by `qili explore --keep` and `--format json`; take it away to begin anew"
        )
    )]
    Unreadable {
        /// Where it stands.
        file: String,
        /// What it should be.
        schema: &'static str,
        /// What is wrong.
        why: Bilingual,
    },
    /// A stretch that cannot be played.
    #[error("`{file}` has a stretch that cannot be played: {fen} {moves}")]
    #[diagnostic(
        code(qili::explore::unplayable),
        help("give the editions between which it was found")
    )]
    Unplayable {
        /// Where it stands.
        file: String,
        /// The position.
        fen: String,
        /// The moves.
        moves: String,
    },
    /// The search was about something else.
    #[error("the search kept in `{file}` asked something else: {what}")]
    #[diagnostic(
        code(qili::explore::other_search),
        help(
            "go on with the same editions, seed and games, or keep this one in another folder; `--replay` judges its finds again"
        )
    )]
    Other {
        /// Where it stands.
        file: String,
        /// What differs.
        what: Bilingual,
    },
}

impl Localized for KeptError {
    fn chinese(&self) -> Texts {
        match self {
            Self::Unreadable { file, schema, why } => {
                Texts::new(format!("`{file}` 不能当作 `{schema}` 来读：{}", why.zh))
                    .help("它由 `qili explore --keep` 和 `--format json` 写成；拿走它就从头开始")
            }
            Self::Unplayable { file, fen, moves } => {
                Texts::new(format!("`{file}` 里有一个循环走不通：`{fen} {moves}`"))
                    .help("写找到它的那几个版本")
            }
            Self::Other { file, what } => {
                Texts::new(format!("`{file}` 存的是另一次搜索：{}", what.zh)).help(
                    "版本、种子和棋谱都相同才能接着找，或换一个文件夹存放；`--replay` 重判已找到的",
                )
            }
        }
    }
}

/// The name and version of a search that is kept.
pub const SEARCH: &str = "qili.search/1";

/// A stretch as it is written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Written {
    fen: String,
    moves: String,
}

impl Written {
    fn of(stretch: &Stretch, first: &Reading) -> Self {
        let moves: Vec<String> = stretch.moves.iter().map(ToString::to_string).collect();
        Self {
            fen: fen::write(&stretch.start, first.book.vocabulary.alphabet()),
            moves: moves.join(" "),
        }
    }

    fn read(&self, first: &Reading) -> Option<Stretch> {
        let start: Position = fen::parse(&self.fen, first.book.vocabulary.alphabet())
            .ok()?
            .position;
        let moves = self.moves.split_whitespace().map(|mv| mv.parse().ok());
        let moves: Vec<Move> = moves.collect::<Option<_>>()?;
        let stretch = Stretch { start, moves };
        stretch.is_played(first.book.movement()).then_some(stretch)
    }
}

/// A search that can go on.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct SearchJson {
    schema: String,
    /// What was asked, and of which laws.
    asked: Vec<String>,
    /// With how many stretches and positions it began.
    sources: [usize; 2],
    seed: u64,
    rounds: u64,
    idle: usize,
    /// Of an enumeration.
    #[serde(default)]
    beginnings: usize,
    tried: Tried,
    pool: Vec<Written>,
    near: Vec<Written>,
    traits: Vec<u64>,
    seen: Vec<u64>,
    found: Vec<(usize, Written, u64)>,
}

fn asked(question: &Question) -> Vec<String> {
    let readings = question
        .readings
        .iter()
        .flat_map(|one| [one.label.clone(), one.book.law.clone()]);
    readings.chain([format!("{:?}", question.wanted)]).collect()
}

impl Search<'_> {
    /// The search as text, to go on with later.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn kept(&self) -> serde_json::Result<String> {
        match &self.resumed_from {
            Some(state) => serde_json::to_string(state),
            None => serde_json::to_string(&self.state()),
        }
    }

    pub(crate) fn state(&self) -> SearchJson {
        let question = self.question();
        let first = question.first();
        let written = |stretches: &[Stretch]| {
            stretches
                .iter()
                .map(|one| Written::of(one, first))
                .collect()
        };
        let sorted = |set: &rustc_hash::FxHashSet<u64>| {
            let mut numbers: Vec<u64> = set.iter().copied().collect();
            numbers.sort_unstable();
            numbers
        };
        let found = self
            .found
            .iter()
            .map(|(kind, raw)| (kind.against, Written::of(&raw.stretch, first), raw.count));
        SearchJson {
            schema: SEARCH.to_owned(),
            asked: asked(question),
            sources: [self.fixed.len(), self.positions.len()],
            seed: self.seed,
            rounds: self.rounds,
            idle: self.idle,
            beginnings: self.beginnings,
            tried: self.tried,
            pool: written(&self.pool),
            near: written(&self.near),
            traits: sorted(&self.traits),
            seen: sorted(&self.seen),
            found: found.collect(),
        }
    }

    /// Goes on where a search was kept.
    ///
    /// # Errors
    /// The text is none, or that search asked something else.
    pub fn go_on(&mut self, file: &str, text: &str) -> Result<(), KeptError> {
        let unreadable = |why| KeptError::Unreadable {
            file: file.to_owned(),
            schema: SEARCH,
            why,
        };
        let kept: SearchJson =
            serde_json::from_str(text).map_err(|error| unreadable(no_json(&error)))?;
        let question = self.question();
        let other = |what| KeptError::Other {
            file: file.to_owned(),
            what,
        };
        if kept.asked != asked(question) {
            return Err(other(both!(
                "版本不同，或其规则已改",
                "other editions, or their law has changed"
            )));
        }
        if kept.seed != self.seed {
            return Err(other(both!("种子不同", "another seed")));
        }
        if kept.sources != [self.fixed.len(), self.positions.len()] {
            return Err(other(both!("判例或棋谱不同", "other cases or games")));
        }
        let read = |written: &Written| {
            written
                .read(question.first())
                .ok_or_else(|| KeptError::Unplayable {
                    file: file.to_owned(),
                    fen: written.fen.clone(),
                    moves: written.moves.clone(),
                })
        };
        let all = |written: &[Written]| written.par_iter().map(read).collect::<Result<Vec<_>, _>>();
        (self.pool, self.near) = (all(&kept.pool)?, all(&kept.near)?);
        let found: Vec<(Kind, Raw)> = kept
            .found
            .par_iter()
            .map(|(against, written, count)| {
                let stretch = read(written)?;
                let against = *against;
                let kind = (against < question.readings.len())
                    .then(|| question.kind(&stretch, against))
                    .flatten();
                let fen = &written.fen;
                let kind = kind
                    .ok_or_else(|| unreadable(both!("`{fen}` 不是所求", "`{fen}` is no find")))?;
                Ok((
                    kind,
                    Raw {
                        stretch,
                        count: *count,
                    },
                ))
            })
            .collect::<Result<_, KeptError>>()?;
        for (kind, raw) in found {
            self.kinds_against[kind.against] += 1;
            self.consequences.insert(kind.consequence());
            self.found.insert(kind, raw);
        }
        (self.rounds, self.idle, self.tried) = (kept.rounds, kept.idle, kept.tried);
        self.beginnings = kept.beginnings;
        self.traits.extend(kept.traits);
        self.seen.extend(kept.seen);
        Ok(())
    }
}

/// Where and why a text is not the JSON that was expected; the library knows English only.
fn no_json(error: &serde_json::Error) -> Bilingual {
    let (line, column) = (error.line(), error.column());
    both!("第 {line} 行第 {column} 列不合", "{error}")
}

/// The stretches of a report for programs.
///
/// # Errors
/// It is none, or has a stretch that cannot be played.
pub fn stretches(file: &str, text: &str, first: &Reading) -> Result<Vec<Stretch>, KeptError> {
    let unreadable = |why| KeptError::Unreadable {
        file: file.to_owned(),
        schema: SCHEMA,
        why,
    };
    let kept: FindsJson =
        serde_json::from_str(text).map_err(|error| unreadable(no_json(&error)))?;
    if kept.schema != SCHEMA {
        let schema = kept.schema;
        return Err(unreadable(both!(
            "它写的是 `{schema}`",
            "its schema is `{schema}`"
        )));
    }
    let read = |one: &crate::tell::FindJson| {
        let written = Written {
            fen: one.fen.clone(),
            moves: one.moves.join(" "),
        };
        written.read(first).ok_or_else(|| KeptError::Unplayable {
            file: file.to_owned(),
            fen: written.fen.clone(),
            moves: written.moves.clone(),
        })
    };
    kept.finds.iter().map(read).collect()
}

/// Judges kept stretches again, as they stand: those that are finds still, and those that are none any more.
#[must_use]
pub fn replay(
    question: &Question,
    figures: &Figures,
    stretches: Vec<Stretch>,
    over: &Over<'_>,
) -> Report {
    let scales = Scales {
        reading: question.first(),
        figures,
    };
    let verifier = Verifier::new(question);
    let judged = |stretch: &Stretch| {
        let readings = question.readings.len();
        let mut against = usize::from(readings > 1)..readings;
        let kind = against.find_map(|against| question.kind(stretch, against))?;
        let holds = verifier.holds(&kind, stretch);
        let find = holds.then(|| Find::new(question, &kind, scales.weigh(stretch), stretch))??;
        Some(Find {
            judged_again: true,
            matter: Matter::of(question, &kind, stretch, over),
            ..find
        })
    };
    let judged: Vec<(Option<Option<Find>>, Stretch)> = stretches
        .into_par_iter()
        .map(|stretch| ((!over(Stage::Tell)).then(|| judged(&stretch)), stretch))
        .collect();
    let mut report = Report::empty(Tried::default());
    for (find, stretch) in judged {
        report.tried.stretches += u64::from(find.is_some());
        match find {
            Some(Some(find)) => report.finds.push(find),
            Some(None) => report.gone.push(stretch),
            None => report.left.push(stretch),
        }
    }
    report.tried.found = report.finds.len() as u64;
    let kinds: BTreeSet<&Kind> = report.finds.iter().map(|find| &find.kind).collect();
    report.kinds = kinds.len();
    report.replayed = true;
    report
}

/// A find as a case file. It expects nothing: what must come out, a sentence of the book has to say.
#[must_use]
pub fn case_file(question: &Question, find: &Find, seed: Option<u64>) -> (String, String) {
    let first = question.first();
    let name = format!("found-{:08x}", find.stretch.key() >> 32);
    let written = Written::of(&find.stretch, first);
    let said = |language| crate::tell::heading(question, find, language);
    let caption = find.caption(question).unwrap_or_default();
    let note = |language: Language| {
        let seed = seed.map(|seed| match language {
            Language::Chinese => format!("搜索所得，种子 {seed}。"),
            Language::English => format!("Found by search, seed {seed}. "),
        });
        format!(
            "{}{}{}{}",
            seed.unwrap_or_default(),
            said(language),
            language.of("。", ". "),
            caption.get(language)
        )
    };
    let mut position = find.stretch.start.clone();
    let mut moves = Vec::new();
    for &mv in &find.stretch.moves {
        moves.push(first.book.written(mv, &position, Language::Chinese));
        position.play(mv);
    }
    let (zh, en) = (Language::Chinese, Language::English);
    let mut text = String::new();
    let _ = writeln!(text, "case: {name}");
    let _ = writeln!(
        text,
        "title:\n  zh: {}\n  en: {}",
        quoted(&said(zh)),
        quoted(&said(en))
    );
    let _ = writeln!(
        text,
        "source: {{}}\ndiagram: found\nfen: {}",
        quoted(&written.fen)
    );
    let _ = writeln!(text, "moves: [{}]", moves.join(", "));
    let _ = writeln!(text, "coordinates: [{}]", written.moves.replace(' ', ", "));
    let _ = writeln!(
        text,
        "notes:\n  zh: {}\n  en: {}",
        quoted(&note(zh)),
        quoted(&note(en))
    );
    (name, text)
}

/// A text in the quotes of YAML.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}
