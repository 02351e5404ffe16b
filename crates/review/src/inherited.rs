//! What an amending edition makes of the cases that it inherits.

use qili_board::{Position, Side, Square};
use qili_edition::case::{Case, CaseError, Scenario};
use qili_interpreter::judge::Judgement;
use qili_interpreter::{Cycle, judge};
use qili_report::Rulebook;
use qili_words::{Bilingual, Language, in_both};
use serde::Serialize;

use crate::run::{play, reached};

/// How an inherited case comes out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Standing {
    /// As by the edition that it comes from.
    AsBefore,
    /// Otherwise: what differs.
    Otherwise(Vec<Changed>),
    /// The amended movement or pieces do not allow the position or a move.
    Unplayable(Bilingual),
}

/// Something that comes out otherwise.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Changed {
    /// What it is: the ruling, a ply, a side.
    pub what: Bilingual,
    /// By the edition that the case comes from.
    pub old: Bilingual,
    /// By the amending edition.
    pub new: Bilingual,
}

/// Judges a scenario by the edition that it comes from and by one that inherits it.
#[must_use]
pub fn standing(base: &Rulebook, book: &Rulebook, case: &Case, scenario: &Scenario) -> Standing {
    let played = |book| play(book, case, scenario).map_err(|error| said(&error));
    let (before, after) = match (played(base), played(book)) {
        (Ok(before), Ok(after)) => (before, after),
        (Err(why), _) | (_, Err(why)) => return Standing::Unplayable(why),
    };
    let mut changed = Vec::new();
    for reach in &scenario.reaches {
        let moves = |book: &Rulebook, start: &Position| joined(&reached(book, start, reach.from));
        note(
            &mut changed,
            Bilingual::new(
                format!("{} 可到", reach.from),
                format!("from {}", reach.from),
            ),
            moves(base, &before.0),
            moves(book, &after.0),
        );
    }
    if !before.1.is_empty() && !base.edition.rules.rulings.is_empty() {
        let judged = |book: &Rulebook, (start, moves): &(Position, Vec<_>)| {
            judge(&book.engine, Cycle::unchecked(start, moves, None))
        };
        compare(
            (base, &judged(base, &before)),
            (book, &judged(book, &after)),
            &mut changed,
        );
    }
    if changed.is_empty() {
        Standing::AsBefore
    } else {
        Standing::Otherwise(changed)
    }
}

type Judged<'j> = (&'j Rulebook, &'j Judgement);

fn compare((base, before): Judged<'_>, (book, after): Judged<'_>, changed: &mut Vec<Changed>) {
    let outcome = |judged: &Judgement| {
        let word = |language| judged.ruling.outcome.word_in(language);
        Bilingual::new(word(Language::Chinese), word(Language::English))
    };
    let ruling = Bilingual::new("裁决", "ruling");
    note(changed, ruling, outcome(before), outcome(after));
    for side in Side::ALL {
        let pattern = |book: &Rulebook, judged: &Judgement| {
            let said = |language| book.pattern(judged, side, language);
            Bilingual::new(said(Language::Chinese), said(Language::English))
        };
        let what = Bilingual::new(side.name(Language::Chinese), side.name(Language::English));
        note(changed, what, pattern(base, before), pattern(book, after));
    }
    for (one, other) in before.plies.iter().zip(&after.plies) {
        let name = |book: &Rulebook, nature: Option<_>| {
            nature.map_or_else(|| Bilingual::new("?", "?"), |id| book.nature(id).clone())
        };
        let ply = one.ply.0 + 1;
        let what = Bilingual::new(format!("第{ply}着"), format!("ply {ply}"));
        note(
            changed,
            what,
            name(base, one.nature),
            name(book, other.nature),
        );
    }
}

fn note(changed: &mut Vec<Changed>, what: Bilingual, old: Bilingual, new: Bilingual) {
    if old != new {
        changed.push(Changed { what, old, new });
    }
}

fn joined(squares: &[Square]) -> Bilingual {
    let squares: Vec<String> = squares.iter().map(ToString::to_string).collect();
    Bilingual::new(squares.join(" "), squares.join(" "))
}

/// Why a case cannot be played.
pub(crate) fn said(error: &CaseError) -> Bilingual {
    in_both(error).0
}
