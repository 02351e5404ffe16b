//! A match of two teams.

use qili_edition::yaml::Document;
use qili_words::Language;
use serde::Serialize;

use super::pairings::rounds_text;
use super::{Output, clauses, json};
use crate::files::teams::TeamFile;
use crate::pairing::round_robin::{self, ScheduledRound};
use crate::{Competition, Result};

/// A match of two teams in which every player of one meets every player of the other.
///
/// # Errors
/// A diagnostic for a file that cannot be read and for data that the rules do not admit.
pub fn teams(document: &Document, competition: &Competition, language: Language) -> Result<Output> {
    let rules = &competition.rules;
    let TeamFile { teams } = document.decode()?;
    let [home, guests] = &teams;
    // The players of both teams are numbered through.
    let number = |place: usize| u32::try_from(place + 1).unwrap_or(u32::MAX);
    let ours: Vec<u32> = (0..home.players.len()).map(number).collect();
    let theirs: Vec<u32> = (0..guests.players.len())
        .map(|place| number(place + home.players.len()))
        .collect();
    let all: Vec<String> = teams
        .iter()
        .flat_map(|team| {
            team.players
                .iter()
                .map(move |player| format!("{player} ({})", team.name))
        })
        .collect();
    let rounds = round_robin::teams(&ours, &theirs);
    let name = |number: u32| all.get(number as usize - 1).cloned().unwrap_or_default();
    let mut text = rounds_text(&rounds, &name, rules.colours.first_mover, language);
    text.push_str(&clauses([&rules.pairing.all_play_all.clause], language));

    #[derive(Serialize)]
    struct Report {
        players: Vec<String>,
        rounds: Vec<ScheduledRound>,
    }
    Ok(Output {
        json: json(
            "teams",
            &rules.edition,
            &Report {
                players: all.clone(),
                rounds,
            },
        )?,
        text,
    })
}
