//! Groups with seeds, their schedules, and who goes on.

use qili_edition::yaml::Document;
use qili_words::{Language, Localized, Texts};
use serde::Serialize;

use super::pairings::rounds_text;
use super::{Output, clauses, json};
use crate::document::{Fault, locate};
use crate::files::groups::GroupFile;
use crate::pairing::groups;
use crate::pairing::round_robin::{self, ScheduledRound};
use crate::{Competition, Result};

#[derive(Debug, thiserror::Error, miette::Diagnostic)]
enum GroupFileError {
    #[error("player `{0}` is entered twice")]
    #[diagnostic(
        code(qili::competition::player_twice),
        help("each player has a number of their own")
    )]
    Twice(u32),
    #[error("seed `{0}` is given twice")]
    #[diagnostic(code(qili::competition::seed_twice))]
    SeedTwice(u32),
    #[error("player `{0}` is not in group {1}")]
    #[diagnostic(
        code(qili::competition::unknown_player),
        help("`ranked` has the players of each group in the order of its table")
    )]
    NotInGroup(u32, usize),
    #[error(transparent)]
    #[diagnostic(transparent)]
    Group(#[from] groups::GroupError),
}

impl Localized for GroupFileError {
    fn chinese(&self) -> Texts {
        match self {
            Self::Twice(player) => {
                Texts::new(format!("{player} 号报名两次")).help("每名棋手有自己的号")
            }
            Self::SeedTwice(seed) => Texts::new(format!("种子 {seed} 写了两次")),
            Self::NotInGroup(player, group) => Texts::new(format!("{player} 号不在第 {group} 组"))
                .help("`ranked` 按名次列出各组的棋手"),
            Self::Group(error) => error.chinese(),
        }
    }
}

/// The report of `qili competition groups`.
#[derive(Serialize)]
struct Grouped {
    groups: Vec<Group>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<groups::NextStage>,
}

#[derive(Serialize)]
struct Group {
    players: Vec<u32>,
    rounds: Vec<ScheduledRound>,
}

/// Groups with seeds, their schedules, and who goes on.
///
/// # Errors
/// A diagnostic for a file that cannot be read and for data that the rules do not admit.
pub fn groups(
    document: &Document,
    competition: &Competition,
    language: Language,
) -> Result<Output> {
    let rules = &competition.rules;
    let file: GroupFile = document.decode()?;
    let report = grouped(&file).map_err(|fault| locate(document, fault))?;
    let name = |number: u32| {
        let player = file.players.iter().find(|player| player.number == number);
        format!("{number} {}", player.map_or("", |player| &player.name))
    };
    let list = |numbers: &[u32]| {
        numbers
            .iter()
            .map(|&number| name(number))
            .collect::<Vec<_>>()
            .join(language.of("、", ", "))
    };
    let mut text = String::new();
    for (place, group) in report.groups.iter().enumerate() {
        let (number, players) = (place + 1, list(&group.players));
        text.push_str(language.of(
            &format!("第 {number} 组：{players}\n"),
            &format!("group {number}: {players}\n"),
        ));
        text.push_str(&rounds_text(
            &group.rounds,
            &name,
            rules.colours.first_mover,
            language,
        ));
        text.push('\n');
    }
    if let Some(next) = &report.next {
        let (finalists, exchange) = (list(&next.finalists), list(&next.exchange));
        text.push_str(language.of(
            &format!("决赛：{finalists}\n交流赛：{exchange}\n"),
            &format!("final: {finalists}\nexchange event: {exchange}\n"),
        ));
    }
    text.push_str(&clauses(
        [
            &rules.pairing.groups.clause,
            &rules.pairing.round_robin.clause,
        ],
        language,
    ));
    Ok(Output {
        text,
        json: json("groups", &rules.edition, &report)?,
    })
}

fn grouped(file: &GroupFile) -> Result<Grouped, Fault<GroupFileError>> {
    let mut seeds: Vec<(u32, u32)> = Vec::new();
    let mut others = Vec::new();
    for (place, player) in file.players.iter().enumerate() {
        let number = player.number;
        if file.players[..place]
            .iter()
            .any(|other| other.number == number)
        {
            return Err(Fault::new(
                format!("players/{place}/number"),
                GroupFileError::Twice(number),
            ));
        }
        match player.seed {
            Some(seed) if seeds.iter().any(|&(other, _)| other == seed) => {
                return Err(Fault::new(
                    format!("players/{place}/seed"),
                    GroupFileError::SeedTwice(seed),
                ));
            }
            Some(seed) => seeds.push((seed, number)),
            None => others.push(number),
        }
    }
    seeds.sort_unstable();
    others.sort_unstable();
    let seeds: Vec<u32> = seeds.into_iter().map(|(_, number)| number).collect();
    let dealt = groups::deal(&seeds, &others, file.groups)
        .map_err(|error| Fault::new("groups", error.into()))?;
    let next = match &file.ranked {
        None => None,
        Some(ranked) => {
            for (group, numbers) in ranked.iter().enumerate() {
                for (place, number) in numbers.iter().enumerate() {
                    if !dealt.get(group).is_some_and(|dealt| dealt.contains(number))
                        || numbers[..place].contains(number)
                    {
                        let error = GroupFileError::NotInGroup(*number, group + 1);
                        return Err(Fault::new(format!("ranked/{group}/{place}"), error));
                    }
                }
            }
            Some(
                groups::next_stage(ranked, file.finalists)
                    .map_err(|error| Fault::new("finalists", error.into()))?,
            )
        }
    };
    let groups = dealt.into_iter().map(|players| Group {
        rounds: round_robin::schedule(&players, 1),
        players,
    });
    Ok(Grouped {
        groups: groups.collect(),
        next,
    })
}
