//! What is to be played next in an event.

use qili_board::Side;
use qili_edition::yaml::Document;
use qili_words::Language;

use super::table::Table;
use super::{Output, clauses, json, tournament};
use crate::document::locate;
use crate::files::event::System;
use crate::pairing::plan::{self, Advice, Plan};
use crate::pairing::round_robin::ScheduledRound;
use crate::{Competition, Result};

/// What is to be played next in an event.
///
/// # Errors
/// A diagnostic for a file that cannot be read and for data that the rules do not admit.
pub fn pairings(
    document: &Document,
    competition: &Competition,
    language: Language,
) -> Result<Output> {
    let rules = &competition.rules;
    let tournament = tournament(document, competition)?;
    let plan = plan::plan(&tournament, rules).map_err(|fault| locate(document, fault))?;
    let name = |number: u32| {
        let player = tournament
            .index_of(number)
            .map(|index| &tournament.players[index].name);
        format!("{number} {}", player.map_or("", String::as_str))
    };
    let mut text = rounds_text(&plan.rounds, &name, rules.colours.first_mover, language);
    text.push_str(&remarks(&plan, &name, language));
    text.push_str(&clauses(&plan.clauses, language));
    Ok(Output {
        text,
        json: json("pairings", &rules.edition, &plan)?,
    })
}

fn remarks(plan: &Plan, name: &dyn Fn(u32) -> String, language: Language) -> String {
    let mut text = String::new();
    let mut line = |zh: String, en: String| text.push_str(language.of(&zh, &en));
    for &number in &plan.byes {
        line(
            format!("轮空：{}\n", name(number)),
            format!("bye: {}\n", name(number)),
        );
    }
    for &number in &plan.absent {
        let name = name(number);
        line(
            format!("已退出：{name}，对手算胜\n"),
            format!("withdrew: {name}; the opponent wins\n"),
        );
    }
    if let Some(number) = plan.winner {
        line(
            format!("优胜：{}\n", name(number)),
            format!("winner: {}\n", name(number)),
        );
    }
    if plan.system == System::Knockout && plan.winner.is_none() {
        line(
            "先走者由抽签决定\n".to_owned(),
            "who moves first is drawn by lot\n".to_owned(),
        );
    }
    for advice in &plan.advice {
        match advice {
            Advice::FewRounds { planned, advised } => line(
                format!("提示：共 {planned} 轮，宜在 {advised} 轮以上\n"),
                format!("note: {planned} rounds are planned, {advised} or more are advised\n"),
            ),
            Advice::OtherTable { round } => line(
                format!("提示：第 {round} 轮不是按此表下的，以下各轮不能接续\n"),
                format!(
                    "note: round {round} was played by another table, which this schedule does not continue\n"
                ),
            ),
            Advice::FarFromShare { planned, share } => line(
                format!("提示：共 {planned} 轮，宜接近 {share} 轮\n"),
                format!("note: {planned} rounds are planned, about {share} are advised\n"),
            ),
        }
    }
    text
}

/// Rounds as tables, the first mover on the left.
pub(super) fn rounds_text(
    rounds: &[ScheduledRound],
    name: &dyn Fn(u32) -> String,
    first: Side,
    language: Language,
) -> String {
    let mut text = String::new();
    for round in rounds {
        let number = round.round;
        text.push_str(language.of(&format!("第 {number} 轮\n"), &format!("round {number}\n")));
        let [board, one, other] =
            language.of(["台", "先手", "后手"], ["board", "first ", "second "]);
        let side = |side: Side| {
            language
                .of(
                    &format!("（{}）", side.name(language)),
                    &format!("({})", side.name(language)),
                )
                .clone()
        };
        let mut table = Table::new([
            board.to_owned(),
            format!("{one}{}", side(first)),
            format!("{other}{}", side(!first)),
        ]);
        for (board, pair) in round.pairs.iter().enumerate() {
            let player = |number: u32| match round.absent.contains(&number) {
                true => format!(
                    "{}{}",
                    name(number),
                    language.of("（已退出）", " (withdrew)")
                ),
                false => name(number),
            };
            table.row([
                (board + 1).to_string(),
                player(pair.first),
                player(pair.second),
            ]);
        }
        text.push_str(&table.text());
        for &bye in round.bye.iter().chain(&round.idle) {
            text.push_str(language.of(
                &format!("轮空：{}\n", name(bye)),
                &format!("rests: {}\n", name(bye)),
            ));
        }
    }
    text
}
