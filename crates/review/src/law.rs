//! What an edition says outside its clauses: who moves first, how a ruling comes about, and so on.

use qili_edition::about::{About, Numerals};
use qili_edition::procedure::{Asker, Procedure, Stretch};
use qili_words::Language;

/// Something that `edition.yaml` settles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fact {
    /// Who moves first.
    FirstMover,
    /// The numerals of either side's moves.
    Numerals,
    /// What can happen beside the board.
    Events,
    /// How often a position must have occurred before a player may ask.
    Occurrences,
    /// How often where one side alone checks with every move.
    CheckOccurrences,
    /// What is judged.
    Stretch,
    /// Who may ask.
    AskedBy,
    /// How often before the arbiter rules unasked.
    Unasked,
    /// Within how many moves a side has to change.
    ToComply,
    /// How often the position may still occur before a side that has not changed loses.
    Repetitions,
    /// Where the procedure stands, and how it is read.
    Source,
}

impl Fact {
    /// All, in the order in which they are told.
    pub const ALL: [Self; 11] = [
        Self::FirstMover,
        Self::Numerals,
        Self::Events,
        Self::Occurrences,
        Self::CheckOccurrences,
        Self::Stretch,
        Self::AskedBy,
        Self::Unasked,
        Self::ToComply,
        Self::Repetitions,
        Self::Source,
    ];

    /// What it is called.
    #[must_use]
    pub const fn name(self, language: Language) -> &'static str {
        match self {
            Self::FirstMover => language.of("先走的一方", "first mover"),
            Self::Numerals => language.of("记谱用数", "numerals of moves"),
            Self::Events => language.of("棋盘外的事", "events beside the board"),
            Self::Occurrences => language.of(
                "局面出现几次可以要求裁决",
                "occurrences before a player may ask",
            ),
            Self::CheckOccurrences => language.of(
                "单方面长将时出现几次可以要求裁决",
                "occurrences before a player may ask where one side alone checks with every move",
            ),
            Self::Stretch => language.of("裁决看哪一段", "which stretch is judged"),
            Self::AskedBy => language.of("谁可以要求裁决", "who may ask for a ruling"),
            Self::Unasked => language.of(
                "局面出现几次裁判主动裁决",
                "occurrences before the arbiter rules unasked",
            ),
            Self::ToComply => {
                language.of("几着之内必须变", "moves within which a side must change")
            }
            Self::Repetitions => language.of(
                "要求变着后局面还可出现几次",
                "times that the position may still occur before a side that must change has lost",
            ),
            Self::Source => language.of("裁决程序的出处", "source of the procedure"),
        }
    }
}

/// What an edition and those that it amends, the nearest first, say of something; nothing where they do not speak of it.
#[must_use]
pub fn said(
    fact: Fact,
    lineage: &[&About],
    procedure: Option<&Procedure>,
    language: Language,
) -> Option<String> {
    match fact {
        Fact::FirstMover => {
            let side = lineage.iter().find_map(|about| about.first_mover)?;
            Some(side.name(language).to_owned())
        }
        Fact::Numerals => {
            let numerals = lineage.iter().find_map(|about| about.numerals)?;
            let parts = qili_board::Side::ALL.map(|side| {
                let word = match numerals.of(side) {
                    Numerals::Chinese => "一二三",
                    Numerals::Arabic => "123",
                };
                format!("{} {word}", side.name(language))
            });
            Some(language.list(&parts))
        }
        Fact::Events => {
            let events = lineage.iter().rev().flat_map(|about| &about.events);
            let names: Vec<String> = events.map(|event| event.get(language).to_owned()).collect();
            (!names.is_empty()).then(|| language.list(&names))
        }
        Fact::Occurrences => Some(procedure?.occurrences.to_string()),
        Fact::CheckOccurrences => procedure?
            .check_occurrences
            .map(|occurrences| occurrences.to_string()),
        Fact::Stretch => {
            let stretch = match procedure?.stretch {
                Stretch::LastRound => language.of("最近一个循环", "the last round"),
                Stretch::SinceFirst => {
                    language.of("局面初次出现以来", "all since the position first occurred")
                }
            };
            Some(stretch.to_owned())
        }
        Fact::AskedBy => procedure?.asked_by.map(|asker| asked_by(asker, language)),
        Fact::Unasked => {
            let never = language.of("从不", "never").to_owned();
            Some(number(procedure?.unasked_occurrences, never))
        }
        Fact::ToComply => procedure?.moves_to_comply.map(|moves| moves.to_string()),
        Fact::Repetitions => procedure?
            .repetitions_to_comply
            .map(|times| times.to_string()),
        Fact::Source => {
            let procedure = procedure?;
            let reading = procedure.reading.as_ref();
            let reading = reading.map(|reading| reading.get(language).to_owned());
            let cites = procedure.cites.as_ref();
            let cites = cites.map(|cites| cites.get(language).to_owned());
            let parts: Vec<String> = cites.into_iter().chain(reading).collect();
            (!parts.is_empty()).then(|| parts.join(language.of("：", ": ")))
        }
    }
}

fn number(number: Option<u8>, otherwise: String) -> String {
    number.map_or(otherwise, |number| number.to_string())
}

fn asked_by(asker: Asker, language: Language) -> String {
    let said = match asker {
        Asker::Either => language.of("任一方", "either player"),
        Asker::ToMove => language.of("轮走的一方", "the player to move"),
        Asker::NotAtFault => language.of("无过错的一方", "a player not at fault"),
    };
    said.to_owned()
}
