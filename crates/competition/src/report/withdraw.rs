//! What becomes of the games of players who left.

use qili_edition::yaml::Document;
use qili_words::Language;
use serde::Serialize;

use super::table::Table;
use super::{Output, clauses, json, tournament};
use crate::clause::Clause;
use crate::results::withdrawal::{Consequence, Departure};
use crate::rules::CompetitionRules;
use crate::{Competition, Result};

/// What becomes of the games of players who left.
///
/// # Errors
/// A diagnostic for a file that cannot be read and for data that the rules do not admit.
pub fn withdraw(
    document: &Document,
    competition: &Competition,
    language: Language,
) -> Result<Output> {
    let rules = &competition.rules;
    let tournament = tournament(document, competition)?;
    let number = |index: usize| tournament.players[index].number;

    #[derive(Serialize)]
    struct Awarded {
        winner: u32,
        loser: u32,
        #[serde(skip_serializing_if = "Option::is_none")]
        round: Option<usize>,
    }
    #[derive(Serialize)]
    struct Report<'a> {
        departures: &'a [Departure],
        awarded: Vec<Awarded>,
        annulled: usize,
    }
    let awarded = tournament
        .games
        .iter()
        .filter(|game| game.awarded && game.outcome.is_win());
    let report = Report {
        departures: &tournament.departures,
        awarded: awarded
            .map(|game| Awarded {
                winner: number(game.first),
                loser: number(game.second),
                round: (game.round > 0).then_some(game.round),
            })
            .collect(),
        annulled: tournament
            .reported
            .iter()
            .filter(|game| tournament.is_struck(game.first) || tournament.is_struck(game.second))
            .count(),
    };
    let mut text = departures_table(&tournament.departures, language);
    if report.annulled > 0 {
        let annulled = report.annulled;
        text.push_str(language.of(
            &format!("注销 {annulled} 局\n"),
            &format!("{annulled} game(s) annulled\n"),
        ));
    }
    for one in &report.awarded {
        let (winner, loser) = (one.winner, one.loser);
        text.push_str(language.of(
            &format!("{winner} 号胜 {loser} 号（未赛）\n"),
            &format!("{winner} wins against {loser} (not played)\n"),
        ));
    }
    text.push_str(&clauses(
        departure_clauses(&tournament.departures, rules),
        language,
    ));
    Ok(Output {
        text,
        json: json("withdraw", &rules.edition, &report)?,
    })
}

/// The clauses by which the games of those who left were treated.
pub(super) fn departure_clauses<'a>(
    departures: &'a [Departure],
    rules: &'a CompetitionRules,
) -> impl Iterator<Item = &'a Clause> {
    let assessed = departures.iter().any(|one| one.assessed > 0);
    let unfinished = &rules.results.withdrawal.unfinished.clause;
    departures
        .iter()
        .map(|one| &one.clause)
        .chain(assessed.then_some(unfinished))
}

pub(super) fn departures_table(departures: &[Departure], language: Language) -> String {
    let mut table = Table::new(language.of(
        ["退出者", "轮后", "应下", "已下", "处理"],
        ["withdrew", "after round", "due", "played", "consequence"],
    ));
    for one in departures {
        let consequence = match one.consequence {
            Consequence::Redraw => language.of("重新抽签", "lots are drawn again"),
            Consequence::TakenOff => language.of("除名", "taken off the list"),
            Consequence::Annulled => language.of("已下各局注销", "all games annulled"),
            Consequence::Awarded => language.of(
                "已下有效，余局算对手胜",
                "played games stand, the others go to the opponents",
            ),
            Consequence::MatchLost => language.of("对抗赛判负", "the match is lost"),
        };
        table.row([
            &one.number.to_string(),
            &one.after_round.to_string(),
            &one.due.to_string(),
            &one.played.to_string(),
            consequence,
        ]);
    }
    table.text()
}
