//! The table of an event.

use qili_edition::yaml::Document;
use qili_words::Language;

use super::table::Table;
use super::withdraw::{departure_clauses, departures_table};
use super::{Output, clauses, json, tournament};
use crate::results::missing::Missing;
use crate::results::ranking::{self, Standings};
use crate::results::rules::Criterion;
use crate::{Competition, Result};

/// The widest table that still shows the result of every pair.
const CROSS_TABLE: usize = 24;

/// The table of an event.
///
/// # Errors
/// A diagnostic for a file that cannot be read and for data that the rules do not admit.
pub fn standings(
    document: &Document,
    competition: &Competition,
    language: Language,
) -> Result<Output> {
    let rules = &competition.rules;
    let tournament = tournament(document, competition)?;
    let standings = ranking::standings(&tournament, rules);
    let mut text = standings_table(&standings, language);
    text.push_str(&open_games(&standings, language));
    if !standings.playoff.is_empty() {
        let numbers: Vec<String> = standings.playoff.iter().map(u32::to_string).collect();
        let word = language.of(
            "\n名次难分，较重要的竞赛可以加赛：",
            "\nlevel; an important event may have them play off: ",
        );
        text.push_str(&format!(
            "{word}{}\n",
            numbers.join(language.of("、", ", "))
        ));
    }
    if !standings.departures.is_empty() {
        text.push('\n');
        text.push_str(&departures_table(&standings.departures, language));
    }
    let mut cited = vec![&standings.clause];
    if !standings.playoff.is_empty() {
        cited.push(&standings.playoff_clause);
    }
    cited.extend(departure_clauses(&standings.departures, rules));
    text.push_str(&clauses(cited, language));
    Ok(Output {
        text,
        json: json("standings", &rules.edition, &standings)?,
    })
}

/// The most games without a result that are named.
const NAMED: usize = 12;

/// What is missing before places are final.
fn open_games(standings: &Standings, language: Language) -> String {
    let (missing, left) = (&standings.missing, standings.rounds_left);
    if missing.is_empty() && left == 0 {
        return String::new();
    }
    let mut text = language
        .of("\n名次未定", "\nthe places are not final")
        .to_owned();
    if left > 0 {
        text.push_str(language.of(
            &format!("；还有 {left} 轮未开始"),
            &format!("; {left} round(s) are not begun"),
        ));
    }
    if !missing.is_empty() {
        let game = |one: &Missing| {
            let players: Vec<String> = one.players.iter().map(u32::to_string).collect();
            let players = players.join("-");
            match one.round {
                Some(round) => language
                    .of(
                        &format!("{players}（第 {round} 轮）"),
                        &format!("{players} (round {round})"),
                    )
                    .clone(),
                None => players,
            }
        };
        let mut games: Vec<String> = missing.iter().take(NAMED).map(game).collect();
        if missing.len() > NAMED {
            games.push("…".to_owned());
        }
        let (count, games) = (missing.len(), language.list(&games));
        text.push_str(language.of(
            &format!("；缺成绩 {count} 局：{games}"),
            &format!("; results are missing, {count} in all: {games}"),
        ));
    }
    text.push('\n');
    text
}

fn standings_table(standings: &Standings, language: Language) -> String {
    let rows = &standings.rows;
    let cross = rows.len() <= CROSS_TABLE;
    let matches = rows.iter().any(|row| row.match_points.is_some());
    let mut head: Vec<String> = language
        .of(["名次", "号", "姓名"], ["place", "no.", "name"])
        .map(str::to_owned)
        .to_vec();
    if cross {
        head.extend(rows.iter().map(|row| row.number.to_string()));
    }
    if matches {
        head.extend(
            language
                .of(["大分", "小分"], ["match points", "game points"])
                .map(str::to_owned),
        );
    } else {
        head.push(language.of("积分", "points").to_owned());
    }
    head.extend(
        language
            .of(
                ["胜", "和", "负", "违例", "依据"],
                ["won", "drawn", "lost", "violations", "decided by"],
            )
            .map(str::to_owned),
    );
    let mut table = Table::new(head);
    for row in rows {
        let mut cells = vec![
            row.place.to_string(),
            row.number.to_string(),
            row.name.clone(),
        ];
        if cross {
            cells.extend(row.marks.iter().cloned());
        }
        if let Some(points) = row.match_points {
            cells.push(points.to_string());
        }
        cells.extend([
            row.points.to_string(),
            row.wins.to_string(),
            row.draws.to_string(),
            row.losses.to_string(),
            row.violations.to_string(),
            row.decided_by
                .map_or(String::new(), |by| criterion(by, language).to_owned()),
        ]);
        table.row(cells);
    }
    table.text()
}

fn criterion(criterion: Criterion, language: Language) -> &'static str {
    match criterion {
        Criterion::Points => language.of("积分", "points"),
        Criterion::MatchPoints => language.of("大分", "match points"),
        Criterion::GamePoints => language.of("小分", "game points"),
        Criterion::MutualPoints => language.of("相互得分", "points among themselves"),
        Criterion::Unbeaten => language.of("不败", "unbeaten"),
        Criterion::FewerViolations => language.of("违例少", "fewer violations"),
        Criterion::Wins => language.of("胜局", "wins"),
        Criterion::WinsMovingSecond => language.of("后手胜局", "wins moving second"),
        Criterion::OpponentsPoints => language.of("对手分", "opponents' points"),
        Criterion::Playoff => language.of("加赛", "play-off"),
    }
}
