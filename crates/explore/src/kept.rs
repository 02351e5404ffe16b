//! What is kept: finds as stretches, which can be judged again; searches, which can go on; case files.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use miette::Diagnostic;
use qili_board::{Move, Position, fen};
use qili_words::{Bilingual, Language, Localized, Texts, both};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::kind::Kind;
use crate::question::Question;
use crate::reading::Reading;
use crate::report::{Find, Report, find};
use crate::search::{Raw, Search, Tried};
use crate::simplicity::{Figures, Scales};
use crate::stretch::Stretch;
use crate::tell::{FindsJson, SCHEMA};

/// What was kept and cannot be used.
#[derive(Debug, Error, Diagnostic)]
pub enum KeptError {
    /// It is not what it should be.
    #[error("`{file}` cannot be read as `{schema}`: {why}")]
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
        why: String,
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
                Texts::new(format!("`{file}` 不能当作 `{schema}` 来读：`{why}`"))
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
struct SearchJson {
    schema: String,
    /// What was asked, and of which laws.
    asked: Vec<String>,
    /// With how many stretches and positions it began.
    sources: [usize; 2],
    seed: u64,
    rounds: u64,
    idle: usize,
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
        serde_json::to_string(&SearchJson {
            schema: SEARCH.to_owned(),
            asked: asked(question),
            sources: [self.fixed.len(), self.positions.len()],
            seed: self.seed,
            rounds: self.rounds,
            idle: self.idle,
            tried: self.tried,
            pool: written(&self.pool),
            near: written(&self.near),
            traits: sorted(&self.traits),
            seen: sorted(&self.seen),
            found: found.collect(),
        })
    }

    /// Goes on where a search was kept.
    ///
    /// # Errors
    /// The text is none, or that search asked something else.
    pub fn go_on(&mut self, file: &str, text: &str) -> Result<(), KeptError> {
        let unreadable = |why: String| KeptError::Unreadable {
            file: file.to_owned(),
            schema: SEARCH,
            why,
        };
        let kept: SearchJson =
            serde_json::from_str(text).map_err(|error| unreadable(error.to_string()))?;
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
                let kind =
                    kind.ok_or_else(|| unreadable(format!("`{}` is no find", written.fen)))?;
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
        self.traits.extend(kept.traits);
        self.seen.extend(kept.seen);
        Ok(())
    }
}

/// The stretches of a report for programs.
///
/// # Errors
/// It is none, or has a stretch that cannot be played.
pub fn stretches(file: &str, text: &str, first: &Reading) -> Result<Vec<Stretch>, KeptError> {
    let unreadable = |why: String| KeptError::Unreadable {
        file: file.to_owned(),
        schema: SCHEMA,
        why,
    };
    let kept: FindsJson =
        serde_json::from_str(text).map_err(|error| unreadable(error.to_string()))?;
    if kept.schema != SCHEMA {
        return Err(unreadable(format!("its schema is `{}`", kept.schema)));
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
pub fn replay(question: &Question, figures: &Figures, stretches: Vec<Stretch>) -> Report {
    let kinds: Vec<(Option<Kind>, Stretch)> = stretches
        .into_par_iter()
        .map(|stretch| {
            let against = if question.readings.len() > 1 {
                1..question.readings.len()
            } else {
                0..1
            };
            let kind = against
                .into_iter()
                .find_map(|against| question.kind(&stretch, against));
            (kind, stretch)
        })
        .collect();
    let mut report = Report::empty(Tried {
        stretches: kinds.len() as u64,
        ..Tried::default()
    });
    let scales = Scales {
        reading: question.first(),
        figures,
    };
    let mut known: BTreeMap<&Kind, u64> = BTreeMap::new();
    for (kind, stretch) in &kinds {
        let Some(kind) = kind else {
            report.gone.push(stretch.clone());
            continue;
        };
        *known.entry(kind).or_default() += 1;
        if let Some(one) = find(question, kind, scales.weigh(stretch), stretch) {
            report.finds.push(one);
        }
    }
    report.tried.found = report.finds.len() as u64;
    report.kinds = known.len();
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
    let caption = find.matter.caption(question, &find.stretch);
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
