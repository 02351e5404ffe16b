//! A judgement in words: the board, each move with its nature and the line behind it, and the ruling with its reason.

use std::fmt::Write as _;

use qili_board::{Move, Position, Square};
use qili_interpreter::evaluate::Why;
use qili_interpreter::judge::{JudgedLift, JudgedMiss, JudgedPly, JudgedTarget, Judgement};
use qili_interpreter::threats::{Line, Net};
use qili_lang::rules::ClauseId;
use qili_notation::diagram;

use crate::words::passed;

use crate::Rulebook;

/// How much is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Detail {
    /// Moves, natures, patterns, ruling.
    #[default]
    Short,
    /// Also why: targets, lines of play, exceptions, clauses.
    Full,
}

/// A judgement as text, a board first; ends with a line break.
///
/// ```no_run
/// use qili_report::explain::{Detail, judgement};
/// use qili_report::Rulebook;
use qili_words::Language;
/// # fn show(book: &Rulebook, judged: &qili_interpreter::Judgement) {
/// print!("{}", judgement(book, judged, Language::English, Detail::Full));
/// # }
/// ```
#[must_use]
pub fn judgement(
    book: &Rulebook,
    judged: &Judgement,
    language: Language,
    detail: Detail,
) -> String {
    numbered(book, judged, 1, language, detail)
}

/// The same, where the first ply has another number than 1.
#[must_use]
pub fn numbered(
    book: &Rulebook,
    judged: &Judgement,
    number: usize,
    language: Language,
    detail: Detail,
) -> String {
    let mut text = String::new();
    let Some(first) = judged.plies.first() else {
        return text;
    };
    let start = &judged.cycle.before(first.ply).position;
    text += &board(book, start);
    text.push('\n');
    for ply in &judged.plies {
        text += &self::ply(book, judged, ply, number, language, detail);
    }
    text.push('\n');
    for side in qili_board::Side::ALL {
        let _ = writeln!(
            text,
            "{}{}{}",
            side.name(language),
            language.of("：", ": "),
            book.pattern(judged, side, language)
        );
    }
    let _ = writeln!(
        text,
        "{}{}",
        language.of("裁决：", "Ruling: "),
        book.ruling(&judged.ruling, language)
    );
    for &clause in &judged.ruling.clauses {
        let _ = writeln!(
            text,
            "  {}{}",
            language.of("据 ", "by "),
            book.cited(clause, language)
        );
    }
    for &(ply, instead) in &judged.ruling.ways {
        let before = &judged.cycle.before(ply).position;
        let side = before.turn().name(language);
        let (number, instead) = (ply.0 + number, book.written(instead, before, language));
        let _ = match language {
            Language::Chinese => writeln!(text, "  {side}第{number}着另有{instead}"),
            Language::English => writeln!(text, "  at ply {number} {side} also had {instead}"),
        };
    }
    if let Some(open) = &judged.ruling.open {
        let _ = writeln!(
            text,
            "  {}{}",
            language.of("因为", "because "),
            book.why_open(open, language)
        );
    }
    text
}

/// By which edition something was judged, and the digest of its law; one line.
#[must_use]
pub fn law(book: &Rulebook, language: Language) -> String {
    format!(
        "{}{} ({})\n",
        language.of("所据：", "Law: "),
        book.edition.about.id,
        book.law
    )
}

/// The board as text, ends with a line break.
#[must_use]
pub fn board(book: &Rulebook, position: &Position) -> String {
    let mut text = diagram::text(position, &book.vocabulary, &diagram::Options::default());
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

/// What a ply is and why, on one line: `捉 [24.chase]: 马 f7, 炮八进四×`.
#[must_use]
pub fn brief(book: &Rulebook, judged: &Judgement, ply: &JudgedPly, language: Language) -> String {
    let after = passed(&judged.cycle.after(ply.ply).position);
    let mut text = natures(book, ply, language);
    let mut numbers = book.numbers(&ply.clauses, language);
    numbers.retain(|number| *number != text);
    if !numbers.is_empty() {
        let _ = write!(text, " [{}]", numbers.join(", "));
    }
    let line = |line: &Line| match book.line(line, &after, language) {
        line if line.is_empty() => line,
        line => format!("{}{line}", language.of("，", ", ")),
    };
    let colon = language.of("：", ": ");
    match &ply.targets[..] {
        [] if ply.line.moves.is_empty() => {}
        [] => {
            let _ = write!(text, "{colon}{}", book.line(&ply.line, &after, language));
        }
        targets => {
            let shown: Vec<String> = targets
                .iter()
                .map(|one| target(book, one, &after, language) + &line(&one.line))
                .collect();
            let _ = write!(text, "{colon}{}", shown.join(language.of("；", "; ")));
        }
    }
    for lift in &ply.lifted {
        text += language.of("；", "; ");
        text += &lifted(book, lift, &after, language);
    }
    text
}

fn ply(
    book: &Rulebook,
    judged: &Judgement,
    ply: &JudgedPly,
    first: usize,
    language: Language,
    detail: Detail,
) -> String {
    let before = &judged.cycle.before(ply.ply).position;
    let mut text = format!(
        "{:>3}. {} {} ({})  {}\n",
        ply.ply.0 + first,
        ply.side.name(language),
        book.written(ply.played, before, language),
        ply.played,
        natures(book, ply, language),
    );
    if detail == Detail::Short {
        return text;
    }
    for reason in reasons(book, judged, ply, language) {
        let lines = [("       ", reason.said), ("        ", reason.played)];
        for (indent, line) in lines {
            if !line.is_empty() {
                let _ = writeln!(text, "{indent}{line}");
            }
        }
    }
    text
}

/// One thing that is to be said of a ply: what it threatens, what it does not and why not, or a clause that says so.
#[derive(Debug, Clone, Default)]
pub struct Reason {
    /// What is said; empty where the line of play says all.
    pub said: String,
    /// The line of play in words, where it is not a part of what is said.
    pub played: String,
    /// The points that it is about.
    pub squares: Vec<Square>,
    /// The line of play, from the position after the ply.
    pub line: Vec<Move>,
    /// The clause that decides.
    pub clause: Option<ClauseId>,
}

impl Reason {
    /// What is said, and the line of play, a line each.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        let lines = [self.said.as_str(), self.played.as_str()];
        lines.into_iter().filter(|line| !line.is_empty())
    }
}

/// All that is to be said of a ply, in the order in which it is said.
#[must_use]
pub fn reasons(
    book: &Rulebook,
    judged: &Judgement,
    ply: &JudgedPly,
    language: Language,
) -> Vec<Reason> {
    let before = &judged.cycle.before(ply.ply).position;
    let after = passed(&judged.cycle.after(ply.ply).position);
    let mut reasons = Vec::new();
    for thought in thoughts(&ply.targets, &after) {
        let named: Vec<String> = thought
            .iter()
            .map(|one| target(book, one, &after, language))
            .collect();
        let (head, others) = (&thought[0], &named[1..]);
        let mut said = format!("{}{}", language.of("目标 ", "target "), named[0]);
        if !others.is_empty() {
            let _ = write!(
                said,
                "{}{}",
                language.of("，同一着还可得 ", "; the same move may win "),
                others.join(language.of("、", ", "))
            );
        }
        reasons.push(Reason {
            said,
            played: threat(book, ply, &head.line, &after, language),
            squares: thought.iter().map(|target| target.square).collect(),
            line: head.line.moves.clone(),
            clause: None,
        });
    }
    if ply.targets.is_empty() && !ply.line.moves.is_empty() {
        reasons.push(Reason {
            played: threat(book, ply, &ply.line, &after, language),
            line: ply.line.moves.clone(),
            ..Reason::default()
        });
    }
    // where a mate was lifted as a whole, what else it would have won is not worth a line
    let mate_lifted = ply
        .lifted
        .iter()
        .any(|lift| lift.targets.is_empty() && lift.line.mates);
    for lift in &ply.lifted {
        if mate_lifted && !lift.targets.is_empty() && lift.line.mates {
            continue;
        }
        reasons.push(Reason {
            said: lifted(book, lift, &after, language),
            squares: lift.targets.clone(),
            line: lift.line.moves.clone(),
            clause: Some(lift.by),
            ..Reason::default()
        });
    }
    for miss in &ply.missed {
        reasons.push(Reason {
            said: missed(book, miss, [before, &after], language),
            squares: vec![miss.target],
            // the board shows lines from the position after the ply
            line: match miss.why {
                Why::Before => Vec::new(),
                _ => miss.line.moves.clone(),
            },
            clause: Some(miss.clause),
            ..Reason::default()
        });
    }
    for &clause in &ply.clauses {
        reasons.push(Reason {
            said: book.cited(clause, language),
            clause: Some(clause),
            ..Reason::default()
        });
    }
    reasons
}

/// A line of play in words, and whose it is; empty where there is none.
fn threat(
    book: &Rulebook,
    ply: &JudgedPly,
    line: &Line,
    after: &Position,
    language: Language,
) -> String {
    let Some(first) = line.moves.first() else {
        return String::new();
    };
    let opponent = ply.side.other().name(language);
    let theirs = after
        .piece_at(first.from)
        .is_some_and(|piece| piece.side != ply.side);
    let line = book.line(line, after, language);
    match (language, theirs) {
        (Language::Chinese, false) => format!("{opponent}若停一着：{line}"),
        (Language::Chinese, true) => format!("{opponent}的着法：{line}"),
        (Language::English, false) => format!("if {opponent} passed: {line}"),
        (Language::English, true) => format!("{opponent}'s line: {line}"),
    }
}

/// The targets by what the side thinks of: those that fall to one first move are one thought, and what that move takes
/// itself stands first.
fn thoughts<'a>(targets: &'a [JudgedTarget], after: &Position) -> Vec<Vec<&'a JudgedTarget>> {
    let mut thoughts: Vec<Vec<&JudgedTarget>> = Vec::new();
    for target in targets {
        // a line of the opponent's is nothing that the side thinks of
        let own = |mv: &&Move| {
            let piece = after.piece_at(mv.from);
            piece.is_some_and(|piece| piece.side == after.turn())
        };
        let first = target.line.moves.first().filter(own);
        let same = |thought: &&mut Vec<&JudgedTarget>| {
            first.is_some() && thought[0].line.moves.first() == first
        };
        match thoughts.iter_mut().find(same) {
            Some(thought) if first.is_some_and(|mv| mv.to == target.square) => {
                thought.insert(0, target);
            }
            Some(thought) => thought.push(target),
            None => thoughts.push(vec![target]),
        }
    }
    thoughts
}

/// The nature of a ply, and in brackets the lighter ones that it has too.
#[must_use]
pub fn natures(book: &Rulebook, ply: &JudgedPly, language: Language) -> String {
    let Some(nature) = ply.nature else {
        let open: Vec<String> = ply
            .open
            .iter()
            .map(|&id| book.nature(id).get(language).to_owned())
            .collect();
        return format!(
            "{} ({}?)",
            language.of("未定", "undetermined"),
            open.join("? ")
        );
    };
    let mut text = book.nature(nature).get(language).to_owned();
    let lighter: Vec<&str> = ply
        .natures
        .iter()
        .filter(|&&id| id != nature)
        .map(|&id| book.nature(id).get(language))
        .collect();
    if !lighter.is_empty() {
        let _ = write!(
            text,
            " ({}{})",
            language.of("兼", "also "),
            lighter.join(language.of("、", ", "))
        );
    }
    text
}

fn target(
    book: &Rulebook,
    target: &JudgedTarget,
    position: &Position,
    language: Language,
) -> String {
    let qualities: Vec<String> = target
        .qualities
        .iter()
        .map(|quality| {
            book.edition.rules.qualities[*quality]
                .names
                .get(language)
                .to_owned()
        })
        .collect();
    let piece = book.piece(target.square, position, language);
    if qualities.is_empty() {
        piece
    } else {
        format!("{piece} ({})", language.list(&qualities))
    }
}

fn lifted(book: &Rulebook, lift: &JudgedLift, position: &Position, language: Language) -> String {
    let nature = book.nature(lift.nature).get(language);
    let what: Vec<String> = lift
        .targets
        .iter()
        .map(|&square| book.piece(square, position, language))
        .collect();
    let what = (!what.is_empty()).then(|| language.list(&what));
    let by = book.cited(lift.by, language);
    let line = book.line(&lift.line, position, language);
    let line = if line.is_empty() {
        line
    } else {
        format!("{}{line}", language.of("：", ": "))
    };
    match (language, what) {
        (Language::Chinese, Some(what)) => {
            format!("不作{nature}（{what}）{line}，因 {by}")
        }
        (Language::Chinese, None) => format!("不作{nature}{line}，因 {by}"),
        (Language::English, Some(what)) => {
            format!("no {nature} of {what}{line}; lifted by {by}")
        }
        (Language::English, None) => format!("no {nature}{line}; lifted by {by}"),
    }
}

/// Why a capture that one would ask about is no threat.
fn missed(
    book: &Rulebook,
    miss: &JudgedMiss,
    [before, after]: [&Position; 2],
    language: Language,
) -> String {
    let position = match miss.why {
        Why::Before => before,
        _ => after,
    };
    let nature = book.nature(miss.nature).get(language);
    let what = book.piece(miss.target, position, language);
    let line = book.line(&miss.line, position, language);
    let why = match miss.why {
        Why::Discounted | Why::Excluded => language.of("不计", "does not count").to_owned(),
        Why::Barred => language
            .of("先作兑换看", "thought of as an exchange")
            .to_owned(),
        Why::Worth(net) => {
            let net = amounts(book, net, language);
            match language {
                Language::Chinese => format!("结果为 {net}，不算得子"),
                Language::English => format!("comes to {net}, which is no gain"),
            }
        }
        Why::Refuted if miss.line.moves.len() > 1 => {
            language.of("得不偿失", "does not pay").to_owned()
        }
        Why::Refuted => language.of("得不到子", "wins nothing").to_owned(),
        Why::Before => language
            .of("走前已可吃", "as it could be taken before the move")
            .to_owned(),
    };
    let by = book.cited(miss.clause, language);
    match language {
        Language::Chinese => format!("不作{nature}（{what}）：{line}，{why}，依 {by}"),
        Language::English => format!("no {nature} of {what}: {line}, {why}; by {by}"),
    }
}

/// What a line of play wins and loses, unit by unit.
fn amounts(book: &Rulebook, net: Net, language: Language) -> String {
    let units = book.edition.rules.units.enumerated();
    let amounts: Vec<String> = units
        .filter(|&(id, _)| net.of(id) != 0)
        .map(|(id, names)| format!("{} {:+}", names.get(language), net.of(id)))
        .collect();
    if amounts.is_empty() {
        return language.of("相抵", "an even exchange").to_owned();
    }
    amounts.join(language.of("、", ", "))
}
