//! A judgement as stable JSON, schema `qili.judgement/1`: fields are added, never changed or removed.

use qili_board::{Move, Position, Side};
use qili_interpreter::evaluate::Why;
use qili_interpreter::judge::{JudgedPly, JudgedRuling, JudgedTarget, Judgement};
use qili_lang::rules::ClauseId;
use qili_lang::syntax::Protection;
use serde::Serialize;

use crate::words::passed;
use qili_words::Language;

use crate::Rulebook;

/// The name and version of the schema.
pub const SCHEMA: &str = "qili.judgement/1";

/// A judgement.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct JudgementJson {
    /// [`SCHEMA`]
    pub schema: &'static str,
    /// The edition's name.
    pub edition: String,
    /// The digest of its law, see [`digest`](qili_edition::Edition::digest).
    pub law: String,
    /// The position before the first ply.
    pub fen: String,
    /// The plies judged.
    pub plies: Vec<PlyJson>,
    /// Whether the plies lead back to the position before the first; null where nothing is judged.
    pub closed: Option<bool>,
    /// The cycle; null where nothing repeats.
    pub cycle: Option<CycleJson>,
    /// What each side does: its natures counted, in Chinese.
    pub patterns: PatternsJson,
    /// The edition's own names for that, in Chinese.
    pub pattern_names: NamesJson,
    /// The ruling.
    pub ruling: RulingJson,
}

/// One ply.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the fields are those of the documented schema")]
pub struct PlyJson {
    pub ply: usize,
    pub side: &'static str,
    #[serde(rename = "move")]
    pub played: String,
    pub chinese: String,
    pub wxf: String,
    /// The heaviest nature, in Chinese; null where it could not be determined.
    pub nature: Option<String>,
    pub natures: Vec<String>,
    pub targets: Vec<TargetJson>,
    pub clauses: Vec<String>,
    pub exceptions: Vec<String>,
    pub witness: Vec<String>,
    /// What one might have thought to be threatened, and why it is not.
    pub not: Vec<NotJson>,
    pub check: bool,
}

/// Something that is no target, or a nature that a ply does not have, with the reason.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the fields are those of the documented schema")]
pub struct NotJson {
    /// The nature, in Chinese.
    pub nature: String,
    /// Where the piece stands; null where the nature as a whole is lifted.
    pub square: Option<String>,
    pub piece: Option<String>,
    /// `exception`, `discounted`, `barred`, `worth`, `refuted`, `excluded` or `before`.
    pub reason: &'static str,
    /// The article of the clause that decides.
    pub clause: String,
    /// The line that would have been the threat, or the capture and the reply that refutes it; where the reason is `before`, the
    /// capture as it could be made before the ply.
    pub line: Vec<String>,
    /// Other pieces of which the same is to be said for the same line.
    pub also: Vec<String>,
}

/// One target of a ply.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the fields are those of the documented schema")]
pub struct TargetJson {
    pub square: String,
    pub piece: String,
    pub qualities: Vec<String>,
    /// `none`, `less` or `full`, where a quality of the target says it.
    pub protection: Option<&'static str>,
    /// Whether it falls to several pieces together or to one alone, where a quality of the target says it.
    pub joint: Option<bool>,
    pub witness: Vec<String>,
}

/// Where a cycle lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct CycleJson {
    /// The ply with which it begins, from 1.
    pub start: usize,
    /// Its length in plies.
    pub length: usize,
    /// How often its position has occurred.
    pub occurrences: usize,
}

/// What each side does; empty where nothing repeats.
#[derive(Debug, Clone, Default, Serialize)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the fields are those of the documented schema")]
pub struct PatternsJson {
    pub red: String,
    pub black: String,
}

/// The edition's own names for what each side does, such as `长捉无根子`; null where it has none.
#[derive(Debug, Clone, Default, Serialize)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the fields are those of the documented schema")]
pub struct NamesJson {
    pub red: Option<String>,
    pub black: Option<String>,
}

/// A ruling.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the fields are those of the documented schema")]
pub struct RulingJson {
    pub outcome: String,
    pub clauses: Vec<String>,
    pub text: String,
}

/// A judgement for programs; `first` is the number of its first ply, counted from 1.
#[must_use]
pub fn judgement(
    book: &Rulebook,
    judged: &Judgement,
    first: usize,
    cycle: Option<CycleJson>,
    language: Language,
) -> JudgementJson {
    let position = judged
        .plies
        .first()
        .map(|ply| &judged.cycle.before(ply.ply).position);
    let counted = |side| book.counted(judged, side, Language::Chinese);
    let named = |side: Side| {
        judged.patterns[side.index()].map(|id| book.edition.rules.patterns[id].names.zh.clone())
    };
    JudgementJson {
        schema: SCHEMA,
        edition: book.edition.about.id.clone(),
        law: book.law.clone(),
        fen: position
            .map(|position| qili_board::fen::write(position, book.vocabulary.alphabet()))
            .unwrap_or_default(),
        plies: judged
            .plies
            .iter()
            .map(|ply| ply_json(book, judged, ply, first))
            .collect(),
        closed: Some(judged.cycle.closes()),
        cycle,
        patterns: PatternsJson {
            red: counted(Side::Red),
            black: counted(Side::Black),
        },
        pattern_names: NamesJson {
            red: named(Side::Red),
            black: named(Side::Black),
        },
        ruling: ruling(book, &judged.ruling, language),
    }
}

/// A stretch that was given as a cycle, for programs.
#[must_use]
pub fn stretch(book: &Rulebook, judged: &Judgement, language: Language) -> JudgementJson {
    let cycle = judged.cycle.closes().then_some(CycleJson {
        start: 1,
        length: judged.plies.len(),
        occurrences: 1,
    });
    judgement(book, judged, 1, cycle, language)
}

/// Where nothing repeats: no plies, no cycle, a ruling without them.
pub(crate) fn without_cycle(
    book: &Rulebook,
    fen: &str,
    ruled: &JudgedRuling,
    language: Language,
) -> JudgementJson {
    JudgementJson {
        schema: SCHEMA,
        edition: book.edition.about.id.clone(),
        law: book.law.clone(),
        fen: fen.to_owned(),
        plies: Vec::new(),
        closed: None,
        cycle: None,
        patterns: PatternsJson::default(),
        pattern_names: NamesJson::default(),
        ruling: ruling(book, ruled, language),
    }
}

/// A ruling for programs.
#[must_use]
pub fn ruling(book: &Rulebook, ruling: &JudgedRuling, language: Language) -> RulingJson {
    let text = match &ruling.open {
        Some(open) => format!(
            "{}{}{}",
            book.ruling(ruling, language),
            language.of("：", ": "),
            book.why_open(open, language)
        ),
        None => book.ruling(ruling, language),
    };
    RulingJson {
        outcome: ruling.outcome.to_string(),
        clauses: articles(book, &ruling.clauses),
        text,
    }
}

fn ply_json(book: &Rulebook, judged: &Judgement, ply: &JudgedPly, first: usize) -> PlyJson {
    let before = &judged.cycle.before(ply.ply).position;
    let after = passed(&judged.cycle.after(ply.ply).position);
    PlyJson {
        ply: ply.ply.0 + first,
        side: side(ply.side),
        played: ply.played.to_string(),
        chinese: book.chinese(ply.played, before),
        wxf: book.wxf(ply.played, before),
        nature: ply.nature.map(|id| book.nature(id).zh.clone()),
        natures: ply
            .natures
            .iter()
            .map(|&id| book.nature(id).zh.clone())
            .collect(),
        targets: ply
            .targets
            .iter()
            .map(|target| target_json(book, target, &after))
            .collect(),
        clauses: articles(book, &ply.clauses),
        exceptions: articles(
            book,
            &ply.lifted.iter().map(|lift| lift.by).collect::<Vec<_>>(),
        ),
        witness: coordinates(&ply.line.moves),
        not: negatives(book, ply, &after),
        check: ply.check,
    }
}

fn target_json(book: &Rulebook, target: &JudgedTarget, position: &Position) -> TargetJson {
    let qualities = target.qualities.iter();
    let qualities: Vec<_> = qualities
        .map(|&id| &book.edition.rules.qualities[id])
        .collect();
    let piece = position.piece_at(target.square);
    TargetJson {
        square: target.square.to_string(),
        piece: piece.map(|piece| letter(book, piece)).unwrap_or_default(),
        qualities: qualities
            .iter()
            .map(|quality| quality.names.zh.clone())
            .collect(),
        protection: qualities
            .iter()
            .find_map(|quality| quality.protection)
            .map(|protection| match protection {
                Protection::None => "none",
                Protection::Less => "less",
                Protection::Full => "full",
            }),
        joint: qualities.iter().find_map(|quality| quality.joint),
        witness: coordinates(&target.line.moves),
    }
}

/// What the ply does not threaten although one might think so.
fn negatives(book: &Rulebook, ply: &JudgedPly, position: &Position) -> Vec<NotJson> {
    let piece = |square| {
        let piece = position.piece_at(square);
        piece.map(|piece| letter(book, piece))
    };
    let lifted = ply.lifted.iter().map(|lift| {
        let (first, others) = match lift.targets.split_first() {
            Some((first, others)) => (Some(*first), others),
            None => (None, &[][..]),
        };
        NotJson {
            nature: book.nature(lift.nature).zh.clone(),
            square: first.map(|square| square.to_string()),
            piece: first.and_then(piece),
            reason: "exception",
            clause: book.clause(lift.by).article.clone(),
            line: coordinates(&lift.line.moves),
            also: others.iter().map(ToString::to_string).collect(),
        }
    });
    let missed = ply.missed.iter().map(|miss| NotJson {
        nature: book.nature(miss.nature).zh.clone(),
        square: Some(miss.target.to_string()),
        piece: piece(miss.target),
        reason: match miss.why {
            Why::Discounted => "discounted",
            Why::Barred => "barred",
            Why::Worth(_) => "worth",
            Why::Refuted => "refuted",
            Why::Excluded => "excluded",
            Why::Before => "before",
        },
        clause: book.clause(miss.clause).article.clone(),
        line: coordinates(&miss.line.moves),
        also: Vec::new(),
    });
    lifted.chain(missed).collect()
}

fn letter(book: &Rulebook, piece: qili_board::Piece) -> String {
    let letter = book.vocabulary.letter(piece.kind);
    match piece.side {
        Side::Red => letter.to_ascii_uppercase(),
        Side::Black => letter.to_ascii_lowercase(),
    }
    .to_string()
}

fn coordinates(moves: &[Move]) -> Vec<String> {
    moves.iter().map(Move::to_string).collect()
}

/// A side as JSON names it.
#[must_use]
pub const fn side(side: Side) -> &'static str {
    match side {
        Side::Red => "red",
        Side::Black => "black",
    }
}

/// The articles of clauses, each once.
#[must_use]
pub fn articles(book: &Rulebook, clauses: &[ClauseId]) -> Vec<String> {
    let mut articles: Vec<String> = Vec::new();
    for &id in clauses {
        let article = &book.clause(id).article;
        if !articles.contains(article) {
            articles.push(article.clone());
        }
    }
    articles
}
