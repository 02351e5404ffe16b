//! A difference as text for a terminal: `[-taken out-]`, `{+put in+}`.

use std::fmt::Write as _;

use qili_edition::outcome::Outcome;
use qili_lang::format::{number, numbered};
use qili_words::Language;

use super::{CaseChange, Change, ClauseChange, Difference, Part};
use crate::things::label;

/// The difference as text.
#[must_use]
pub fn text(difference: &Difference, language: Language) -> String {
    let name = |name: &str| label(name, language);
    let mut text = format!("{} → {}\n", name(&difference.old), name(&difference.new));
    if !difference.problems.is_empty() {
        let _ = writeln!(text, "\n{}", said_problems(difference, language));
        for problem in &difference.problems {
            let _ = writeln!(text, "  {problem}");
        }
    }
    if !difference.law.is_empty() {
        let _ = writeln!(text, "\n== {}\n", LAW.of(language));
        for statement in &difference.law {
            let _ = writeln!(text, "{}", statement.what);
            let _ = writeln!(text, "  - {}", statement.old.replace('\n', "\n    "));
            let _ = writeln!(text, "  + {}", statement.new.replace('\n', "\n    "));
        }
    }
    for (change, heading) in SECTIONS {
        let those = of(difference, change);
        if those.is_empty() {
            continue;
        }
        let _ = writeln!(text, "\n== {} ({})", heading.of(language), those.len());
        if change == Change::Repealed {
            text.push('\n');
            for clause in those {
                let _ = writeln!(text, "{}", title(clause, language));
            }
            continue;
        }
        for clause in those {
            let _ = writeln!(text, "\n{}", title(clause, language));
            let _ = writeln!(text, "{}", indented(&marked(&clause.text), "  "));
        }
    }
    text += &consequences(difference, language);
    text
}

/// What the section on all that is no clause is headed.
pub(super) const LAW: Heading = Heading("条目之外", "outside the clauses");

/// What the section on the expectations of cases is headed.
pub(super) const EXPECTATIONS: Heading = Heading("判例所期不同", "cases that expect otherwise");

/// The sections of a report, and how they are headed.
pub(super) const SECTIONS: [(Change, Heading); 4] = [
    (Change::Added, Heading("新增条目", "clauses added")),
    (Change::Repealed, Heading("废除条目", "clauses repealed")),
    (Change::Changed, Heading("改动条目", "clauses changed")),
    (
        Change::Described,
        Heading(
            "仅条号、标题、附注不同的条目",
            "clauses with another number, title or remark",
        ),
    ),
];

/// A heading in both languages.
pub(super) struct Heading(&'static str, &'static str);

impl Heading {
    pub(super) const fn of(&self, language: Language) -> &'static str {
        language.of(self.0, self.1)
    }
}

/// The clauses of one sort.
pub(super) fn of(difference: &Difference, change: Change) -> Vec<&ClauseChange> {
    difference
        .clauses
        .iter()
        .filter(|clause| clause.change == change)
        .collect()
}

/// `24.chase 捉 (nature 捉)`, with both numbers where they differ; in Chinese without handles.
pub(super) fn title(clause: &ClauseChange, language: Language) -> String {
    let both = [&clause.old_article, &clause.new_article].map(Option::as_deref);
    let new = both[1].or(both[0]).unwrap_or_default();
    let name = numbered(new, &clause.title, language);
    let old = both[0].map_or("", |old| number(old, language));
    let renumbered = !old.is_empty() && old != number(new, language);
    let old = if renumbered {
        format!("{old} → ")
    } else {
        String::new()
    };
    let thing = &clause.said;
    match language {
        Language::Chinese => format!("{old}{name}（{thing}）"),
        Language::English => format!("{old}{name} ({thing})"),
    }
}

/// What is said above the mistakes.
pub(super) fn said_problems(difference: &Difference, language: Language) -> String {
    let what = language.of(
        "有条目读不出或不能用，只按读得出的条目比较",
        "some clauses cannot be read or used; those that can be read are compared",
    );
    let judged = if difference.compared > 0 {
        ""
    } else {
        language.of("，未作裁决比较", ", and no case was judged")
    };
    format!("{what}{judged}{}", language.of("：", ":"))
}

fn marked(parts: &[Part]) -> String {
    let whole = parts.len() == 1;
    parts
        .iter()
        .map(|part| match part {
            Part::Same(text) => text.clone(),
            Part::Old(text) | Part::New(text) if whole => text.clone(),
            Part::Old(text) => format!("[-{text}-]"),
            Part::New(text) => format!("{{+{text}+}}"),
        })
        .collect()
}

fn indented(text: &str, by: &str) -> String {
    text.lines()
        .map(|line| format!("{by}{line}"))
        .collect::<Vec<_>>()
        .join("\n")
}

fn consequences(difference: &Difference, language: Language) -> String {
    let mut text = String::new();
    let colon = language.of("：", ": ");
    let (old, new) = &(
        label(&difference.old, language) + colon,
        label(&difference.new, language) + colon,
    );
    if !difference.expectations.is_empty() {
        let _ = writeln!(text, "\n== {}\n", EXPECTATIONS.of(language));
        for one in &difference.expectations {
            let none = language.of("（无）", "(none)");
            let side = |side: &Option<String>| side.clone().unwrap_or_else(|| none.to_owned());
            let case = label(&one.case, language);
            let (old, new) = (side(&one.old), side(&one.new));
            let _ = writeln!(text, "{case} {}{colon}{old} → {new}", one.what);
        }
    }
    if difference.compared > 0 {
        let _ = writeln!(text, "\n== {}", counted(difference, language));
    }
    for case in &difference.cases {
        let title = case.title.get(language);
        let fen = label(&case.fen, language);
        let _ = writeln!(text, "\n{} {title}\n  {fen}", named(case, language));
        if let Some(problem) = &case.problem {
            let _ = writeln!(text, "  {problem}");
        }
        for ply in &case.plies {
            let _ = writeln!(text, "  {}. {} {}", ply.ply, ply.side, ply.played);
            let _ = writeln!(text, "     {old}{}", ply.old.because);
            let _ = writeln!(text, "     {new}{}", ply.new.because);
        }
        for pattern in &case.patterns {
            let _ = writeln!(
                text,
                "  {}{colon}{} → {}",
                pattern.side, pattern.old, pattern.new
            );
        }
        if let Some(ruling) = &case.ruling {
            let _ = writeln!(text, "  {}", language.of("裁决", "ruling"));
            for line in printed(case, language) {
                let _ = writeln!(text, "     {line}");
            }
            let _ = writeln!(text, "     {old}{}", ruling.old.because);
            let _ = writeln!(text, "     {new}{}", ruling.new.because);
        }
    }
    if let Some(games) = &difference.games {
        let _ = writeln!(text, "\n== {}", counted_games(games, language));
        for game in &games.changes {
            let _ = writeln!(text, "\n{}", named_game(game, language));
            for (label, ply, side) in [
                (old, game.old_ply, &game.old),
                (new, game.new_ply, &game.new),
            ] {
                let after = match language {
                    Language::Chinese => format!("第 {ply} 着后"),
                    Language::English => format!("after ply {ply}"),
                };
                let _ = writeln!(
                    text,
                    "  {label}{} ({after}; {})",
                    outcome(&side.says, language),
                    side.because
                );
            }
        }
    }
    text
}

/// The names of a case.
pub(super) fn named(case: &CaseChange, language: Language) -> String {
    let names: Vec<String> = case
        .names
        .iter()
        .map(|name| label(name, language))
        .collect();
    names.join(" = ")
}

/// What the books say of a case's ruling.
pub(super) fn printed(case: &CaseChange, language: Language) -> Vec<String> {
    let line = |printed: &super::Printed| {
        let name = label(&printed.name, language);
        match language {
            Language::Chinese => format!("书（{name}）：{}", printed.ruling),
            Language::English => format!("the book ({name}): {}", printed.ruling),
        }
    };
    case.printed.iter().map(line).collect()
}

/// The word of an outcome in a language.
pub(crate) fn outcome(word: &str, language: Language) -> &str {
    match word.parse::<Outcome>() {
        Ok(outcome) => outcome.word_in(language),
        Err(_) => word,
    }
}

/// How many cases were judged and how many differ.
pub(super) fn counted(difference: &Difference, language: Language) -> String {
    let (differ, all) = (difference.cases.len(), difference.compared);
    let rulings = difference
        .cases
        .iter()
        .filter(|case| case.ruling.is_some())
        .count();
    match language {
        Language::Chinese => {
            format!("判例 {all} 则，其中 {differ} 则结果不同，{rulings} 则裁决不同")
        }
        Language::English => {
            format!("cases: {differ} of {all} come out otherwise, {rulings} with another ruling")
        }
    }
}

/// How many games were compared and how many differ.
pub(super) fn counted_games(games: &super::GamesCompared, language: Language) -> String {
    let (differ, all, bad) = (games.changes.len(), games.compared, games.unreadable);
    match language {
        Language::Chinese => {
            format!("棋局 {all} 局，其中 {differ} 局结果不同，另有 {bad} 局读不全")
        }
        Language::English => format!(
            "games: {differ} of {all} come out otherwise; {bad} more could not be read to their end"
        ),
    }
}

/// A game by its file, number and players.
pub(super) fn named_game(game: &super::GameChange, language: Language) -> String {
    let mut text = format!("{} #{}", game.file, game.number);
    if let [Some(red), Some(black)] = &game.players {
        let _ = write!(text, " {red} {} {black}", language.of("对", "–"));
    }
    text
}
