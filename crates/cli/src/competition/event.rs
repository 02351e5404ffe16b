//! `standings`, `pairings`, `withdraw`, `groups`, `teams` and `lineups`: events and teams.

use miette::Result;
use qili_competition::document::{Fault, locate};
use qili_competition::pairing::plan::{self, Advice, Plan};
use qili_competition::pairing::round_robin::{self, ScheduledRound};
use qili_competition::pairing::{boards, groups};
use qili_competition::results::event::{Event, System};
use qili_competition::results::ranking::{self, Standings};
use qili_competition::results::rules::Criterion;
use qili_competition::results::tournament::Tournament;
use qili_competition::results::withdrawal::{Consequence, Departure};
use qili_competition::text::Lang;
use qili_edition::yaml::Document;
use serde::{Deserialize, Serialize};

use super::Context;
use super::output::{Output, Table, clauses, json};

/// The widest table that still shows the result of every pair.
const CROSS_TABLE: usize = 24;

fn tournament(document: &Document, context: &Context) -> Result<Tournament> {
    let event: Event = document.decode()?;
    let tournament = Tournament::new(&event, &context.rules);
    Ok(tournament.map_err(|fault| locate(document, fault))?)
}

pub(super) fn standings(document: &Document, context: &Context) -> Result<Output> {
    let Context { rules, lang, .. } = context;
    let tournament = tournament(document, context)?;
    let standings = ranking::standings(&tournament, rules);
    let mut text = standings_table(&standings, *lang);
    if !standings.playoff.is_empty() {
        let numbers: Vec<String> = standings.playoff.iter().map(u32::to_string).collect();
        let word = lang.pick("\n名次难分，须加赛：", "\nlevel, to be played off: ");
        text.push_str(&format!("{word}{}\n", numbers.join(lang.pick("、", ", "))));
    }
    if !standings.departures.is_empty() {
        text.push('\n');
        text.push_str(&departures_table(&standings.departures, *lang));
    }
    let mut cited = vec![&standings.clause];
    if !standings.playoff.is_empty() {
        cited.push(&standings.playoff_clause);
    }
    cited.extend(standings.departures.iter().map(|one| &one.clause));
    text.push_str(&clauses(cited, *lang));
    Ok(Output {
        text,
        json: json("standings", &rules.edition, &standings)?,
    })
}

fn standings_table(standings: &Standings, lang: Lang) -> String {
    let rows = &standings.rows;
    let cross = rows.len() <= CROSS_TABLE;
    let matches = rows.iter().any(|row| row.match_points.is_some());
    let mut head: Vec<String> = lang
        .pick(["名次", "号", "姓名"], ["place", "no.", "name"])
        .map(str::to_owned)
        .to_vec();
    if cross {
        head.extend(rows.iter().map(|row| row.number.to_string()));
    }
    if matches {
        head.extend(
            lang.pick(["大分", "小分"], ["match points", "game points"])
                .map(str::to_owned),
        );
    } else {
        head.push(lang.pick("积分", "points").to_owned());
    }
    head.extend(
        lang.pick(
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
                .map_or(String::new(), |by| criterion(by, lang).to_owned()),
        ]);
        table.row(cells);
    }
    table.text()
}

fn criterion(criterion: Criterion, lang: Lang) -> &'static str {
    match criterion {
        Criterion::Points => lang.pick("积分", "points"),
        Criterion::MatchPoints => lang.pick("大分", "match points"),
        Criterion::GamePoints => lang.pick("小分", "game points"),
        Criterion::MutualPoints => lang.pick("相互得分", "points among themselves"),
        Criterion::Unbeaten => lang.pick("不败", "unbeaten"),
        Criterion::FewerViolations => lang.pick("违例少", "fewer violations"),
        Criterion::Wins => lang.pick("胜局", "wins"),
        Criterion::WinsMovingSecond => lang.pick("后手胜局", "wins moving second"),
        Criterion::OpponentsPoints => lang.pick("对手分", "opponents' points"),
        Criterion::Playoff => lang.pick("加赛", "play-off"),
    }
}

pub(super) fn withdraw(document: &Document, context: &Context) -> Result<Output> {
    let Context { rules, lang, .. } = context;
    let tournament = tournament(document, context)?;
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
    let mut text = departures_table(&tournament.departures, *lang);
    if report.annulled > 0 {
        let annulled = report.annulled;
        text.push_str(&lang.pick(
            format!("注销 {annulled} 局\n"),
            format!("{annulled} game(s) annulled\n"),
        ));
    }
    for one in &report.awarded {
        let (winner, loser) = (one.winner, one.loser);
        text.push_str(&lang.pick(
            format!("{winner} 号胜 {loser} 号（未赛）\n"),
            format!("{winner} wins against {loser} (not played)\n"),
        ));
    }
    text.push_str(&clauses(
        tournament.departures.iter().map(|one| &one.clause),
        *lang,
    ));
    Ok(Output {
        text,
        json: json("withdraw", &rules.edition, &report)?,
    })
}

fn departures_table(departures: &[Departure], lang: Lang) -> String {
    let mut table = Table::new(lang.pick(
        ["退出者", "轮后", "应下", "已下", "处理"],
        ["withdrew", "after round", "due", "played", "consequence"],
    ));
    for one in departures {
        let consequence = match one.consequence {
            Consequence::Redraw => lang.pick("重新抽签", "lots are drawn again"),
            Consequence::TakenOff => lang.pick("除名", "taken off the list"),
            Consequence::Annulled => lang.pick("已下各局注销", "all games annulled"),
            Consequence::Awarded => lang.pick(
                "已下有效，余局算对手胜",
                "played games stand, the others go to the opponents",
            ),
            Consequence::MatchLost => lang.pick("对抗赛判负", "the match is lost"),
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

pub(super) fn pairings(document: &Document, context: &Context) -> Result<Output> {
    let Context { rules, lang, .. } = context;
    let tournament = tournament(document, context)?;
    let plan = plan::plan(&tournament, rules).map_err(|fault| locate(document, fault))?;
    let name = |number: u32| {
        let player = tournament
            .index_of(number)
            .map(|index| &tournament.players[index].name);
        format!("{number} {}", player.map_or("", String::as_str))
    };
    let mut text = rounds_text(&plan.rounds, &name, context);
    text.push_str(&remarks(&plan, &name, *lang));
    text.push_str(&clauses(&plan.clauses, *lang));
    Ok(Output {
        text,
        json: json("pairings", &rules.edition, &plan)?,
    })
}

fn remarks(plan: &Plan, name: &dyn Fn(u32) -> String, lang: Lang) -> String {
    let mut text = String::new();
    let mut line = |zh: String, en: String| text.push_str(&lang.pick(zh, en));
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
            Advice::FarFromShare { planned, share } => line(
                format!("提示：共 {planned} 轮，宜接近 {share} 轮\n"),
                format!("note: {planned} rounds are planned, about {share} are advised\n"),
            ),
        }
    }
    text
}

/// Rounds as tables, the first mover on the left.
fn rounds_text(
    rounds: &[ScheduledRound],
    name: &dyn Fn(u32) -> String,
    context: &Context,
) -> String {
    let Context { rules, lang, .. } = context;
    let first = rules.colours.first_mover;
    let mut text = String::new();
    for round in rounds {
        let number = round.round;
        text.push_str(&lang.pick(format!("第 {number} 轮\n"), format!("round {number}\n")));
        let mut table = Table::new(lang.pick(
            [
                "台".to_owned(),
                format!("先手（{}）", first.name(*lang)),
                format!("后手（{}）", first.other().name(*lang)),
            ],
            [
                "board".to_owned(),
                format!("first ({})", first.name(*lang)),
                format!("second ({})", first.other().name(*lang)),
            ],
        ));
        for (board, pair) in round.pairs.iter().enumerate() {
            table.row([(board + 1).to_string(), name(pair.first), name(pair.second)]);
        }
        text.push_str(&table.text());
        if let Some(bye) = round.bye {
            text.push_str(&lang.pick(
                format!("轮空：{}\n", name(bye)),
                format!("rests: {}\n", name(bye)),
            ));
        }
    }
    text
}

/// The file of `qili competition groups`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GroupFile {
    groups: usize,
    players: Vec<GroupPlayer>,
    /// How many of each group go on to the final.
    #[serde(default)]
    finalists: usize,
    /// The numbers of each group in the order of its final table, once it is known.
    #[serde(default)]
    ranked: Option<Vec<Vec<u32>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GroupPlayer {
    number: u32,
    name: String,
    /// The seed's rank, from 1.
    #[serde(default)]
    seed: Option<u32>,
}

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

pub(super) fn groups(document: &Document, context: &Context) -> Result<Output> {
    let Context { rules, lang, .. } = context;
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
            .join(lang.pick("、", ", "))
    };
    let mut text = String::new();
    for (place, group) in report.groups.iter().enumerate() {
        let (number, players) = (place + 1, list(&group.players));
        text.push_str(&lang.pick(
            format!("第 {number} 组：{players}\n"),
            format!("group {number}: {players}\n"),
        ));
        text.push_str(&rounds_text(&group.rounds, &name, context));
        text.push('\n');
    }
    if let Some(next) = &report.next {
        let (finalists, exchange) = (list(&next.finalists), list(&next.exchange));
        text.push_str(&lang.pick(
            format!("决赛：{finalists}\n交流赛：{exchange}\n"),
            format!("final: {finalists}\nexchange event: {exchange}\n"),
        ));
    }
    text.push_str(&clauses(
        [
            &rules.pairing.groups.clause,
            &rules.pairing.round_robin.clause,
        ],
        *lang,
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

/// The file of `qili competition teams`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TeamFile {
    teams: [Team; 2],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Team {
    name: String,
    players: Vec<String>,
}

pub(super) fn teams(document: &Document, context: &Context) -> Result<Output> {
    let Context { rules, lang, .. } = context;
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
    let mut text = rounds_text(&rounds, &name, context);
    text.push_str(&clauses([&rules.pairing.all_play_all.clause], *lang));

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

/// The file of `qili competition lineups`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LineUpFile {
    boards: usize,
    /// The players in the order of their entered ranks, substitutes included.
    players: Vec<String>,
    /// A line-up to check, board one first.
    #[serde(default)]
    line_up: Option<Vec<String>>,
}

pub(super) fn line_ups(document: &Document, context: &Context) -> Result<Output> {
    let Context { rules, lang, .. } = context;
    let file: LineUpFile = document.decode()?;
    let boards = &rules.pairing.boards;
    let fault = |at: String| move |error| locate(document, Fault::new(at, error));
    for (place, player) in file.players.iter().enumerate() {
        if file.players[..place].contains(player) {
            return Err(
                fault(format!("players/{place}"))(boards::LineUpError::Twice(player.clone()))
                    .into(),
            );
        }
    }
    if let Some(line_up) = &file.line_up {
        if line_up.len() != file.boards {
            let error = boards::LineUpError::Size {
                players: line_up.len(),
                boards: file.boards,
            };
            return Err(fault("line_up".to_owned())(error).into());
        }
        boards::check(&file.players, line_up, boards)
            .map_err(|(place, error)| fault(format!("line_up/{place}"))(error))?;
    }
    let report = boards::line_ups(file.players.len(), file.boards, boards)
        .map_err(fault("boards".to_owned()))?;
    let (count, players) = (report.count, report.players);
    let mut text = lang.pick(
        format!("{} 台，{players} 名队员：{count} 种组合\n", report.boards),
        format!(
            "{} boards, {players} players: {count} line-ups\n",
            report.boards
        ),
    );
    for line_up in &report.line_ups {
        let names: Vec<String> = line_up
            .iter()
            .map(|&rank| format!("{rank} {}", file.players[rank - 1]))
            .collect();
        text.push_str(&format!("  {}\n", names.join("  ")));
    }
    if file.line_up.is_some() {
        text.push_str(lang.pick("所报组合符合名次顺序\n", "the given line-up is in order\n"));
    }
    text.push_str(&clauses([&report.clause], *lang));
    Ok(Output {
        text,
        json: json("lineups", &rules.edition, &report)?,
    })
}
