//! The book's own examples and each of its conditions, one small case after the other.

#![allow(clippy::unwrap_used)] // also in what the tests share

use std::collections::HashMap;

use qili_board::Side;
use qili_competition::adjournment::{self, Field, Seal};
use qili_competition::both::Both;
use qili_competition::clock::{self, ClockReport};
use qili_competition::duration::Duration;
use qili_competition::explanation::Explanation;
use qili_competition::files::clock::ClockFile;
use qili_competition::files::event::Event;
use qili_competition::files::limit::LimitFile;
use qili_competition::limits::{self, LimitError, Status};
use qili_competition::offers::{self, Offer};
use qili_competition::pairing::plan;
use qili_competition::results::ranking::{Standings, standings};
use qili_competition::results::rules::Criterion;
use qili_competition::results::tournament::{EventError, Tournament};
use qili_competition::results::withdrawal::Consequence;
use qili_competition::rules::CompetitionRules;
use qili_competition::{Competition, report};
use qili_edition::yaml::Document;
use qili_words::Language;
use serde::de::DeserializeOwned;

fn rules() -> CompetitionRules {
    let text = include_str!("../../../rules/1965/competition.yaml");
    CompetitionRules::parse("competition.yaml", text).unwrap()
}

fn read<T: DeserializeOwned>(text: &str) -> T {
    Document::parse("test.yaml", text)
        .unwrap()
        .decode()
        .unwrap()
}

/// A round robin of players with the given violations; results such as `1-2 win`.
fn event(violations: &[u32], results: &str, more: &str) -> Event {
    let mut text = format!("system: round-robin\n{more}\nplayers:\n");
    for (place, violations) in violations.iter().enumerate() {
        let number = place + 1;
        text += &format!("  - {{ number: {number}, name: p{number}, violations: {violations} }}\n");
    }
    text += if results.is_empty() {
        "rounds: []\n"
    } else {
        "rounds:\n"
    };
    for line in results
        .split(',')
        .map(str::trim)
        .filter(|line| !line.is_empty())
    {
        let (pair, result) = line.split_once(' ').unwrap();
        let (first, second) = pair.split_once('-').unwrap();
        text +=
            &format!("  - results: [{{ first: {first}, second: {second}, result: '{result}' }}]\n");
    }
    read(&text)
}

fn table(event: &Event) -> Standings {
    let rules = rules();
    standings(&Tournament::new(event, &rules).unwrap(), &rules)
}

/// Place, number and what decided.
fn places(event: &Event) -> Vec<(usize, u32, Option<Criterion>)> {
    table(event)
        .rows
        .iter()
        .map(|row| (row.place, row.number, row.decided_by))
        .collect()
}

mod results {
    use super::*;

    #[test]
    fn a_win_is_two_points_a_draw_one() {
        let standings = table(&event(&[0, 0, 0], "1-2 win, 2-3 draw, 3-1 loss", ""));
        let points: HashMap<u32, String> = standings
            .rows
            .iter()
            .map(|row| (row.number, row.points.to_string()))
            .collect();
        assert_eq!([&points[&1], &points[&2], &points[&3]], ["4", "1", "1"]);
    }

    #[test]
    fn absence_is_marked_and_counts() {
        let standings = table(&event(&[0, 0, 0], "1-2 +, 2-3 --, 3-1 -", ""));
        assert_eq!(standings.rows[0].marks, ["*", "+", "+"]);
        assert_eq!(standings.rows[0].points.to_string(), "4");
        assert_eq!(standings.rows[1].marks, ["-", "*", "-"]);
    }

    #[test]
    fn two_tied_are_told_apart_by_their_game() {
        let found = places(&event(
            &[0, 0, 0, 0],
            "1-2 loss, 1-3 win, 1-4 win, 2-3 loss, 2-4 win, 3-4 draw",
            "",
        ));
        assert_eq!(
            found[..2],
            [(1, 2, None), (2, 1, Some(Criterion::MutualPoints))]
        );
    }

    #[test]
    fn then_by_an_unbeaten_record() {
        // All have three points; 1 drew every game, each of the others won one and lost one.
        let results = "1-2 draw, 1-3 draw, 1-4 draw, 2-3 win, 2-4 loss, 3-4 win";
        let shared = Some(Criterion::Unbeaten);
        let expected = [(1, 1, None), (2, 2, shared), (2, 3, shared), (2, 4, shared)];
        assert_eq!(places(&event(&[0, 0, 0, 0], results, "")), expected);
    }

    #[test]
    fn then_by_fewer_violations_then_places_are_shared() {
        let results = "1-2 draw, 1-3 win, 2-3 win";
        assert_eq!(
            places(&event(&[2, 1, 0], results, ""))[..2],
            [(1, 2, None), (2, 1, Some(Criterion::FewerViolations))]
        );
        let recorded = "violations: [{ player: 2, round: 1, article: 1.6.4.1 }, { player: 2 }]";
        assert_eq!(
            places(&event(&[1, 0, 0], results, recorded))[..2],
            [(1, 1, None), (2, 2, Some(Criterion::FewerViolations))],
            "violations that were recorded one by one"
        );
        let level = event(&[1, 1, 0], results, "");
        assert_eq!(places(&level), [(1, 1, None), (1, 2, None), (3, 3, None)]);
        assert_eq!(table(&level).playoff, [1, 2], "first place is not shared");
    }

    #[test]
    fn extra_games_are_for_important_events_that_are_over() {
        let results = "1-2 draw, 1-3 win, 2-3 win";
        let playoff = |results, more| table(&event(&[0; 3], results, more)).playoff;
        assert_eq!(playoff(results, "important: true"), [1, 2]);
        assert!(playoff(results, "important: false").is_empty());
        assert!(playoff("", "").is_empty(), "before the first game");
        assert!(playoff("1-2 draw", "").is_empty(), "before the last game");
    }

    #[test]
    fn results_that_are_not_in_are_named() {
        let standings = table(&event(&[0; 3], "1-2 draw, 1-3 win", ""));
        assert_eq!(standings.missing.len(), 1);
        assert_eq!(standings.missing[0].players, [2, 3]);
        let text = "system: rotation
planned_rounds: 4
players: [{ number: 1, name: a }, { number: 2, name: b }, { number: 3, name: c }, { number: 4, name: d }]
rounds: [{ pairings: [[1, 2], [3, 4]], results: [{ first: 1, second: 2, result: loss }] }]";
        let standings = table(&read(text));
        assert_eq!(standings.rounds_left, 3);
        assert_eq!(standings.missing[0].players, [3, 4]);
        assert_eq!(standings.missing[0].round, Some(1));
        let competition = Competition::open("1965").unwrap();
        let document = Document::parse("test.yaml", text).unwrap();
        let said = report::standings(&document, &competition, Language::Chinese).unwrap();
        assert!(said.text.contains("名次未定"), "{}", said.text);
        let whole = table(&event(&[0; 3], "1-2 draw, 1-3 win, 2-3 win", ""));
        assert!(whole.missing.is_empty() && whole.rounds_left == 0);
    }

    #[test]
    fn three_tied_are_told_apart_by_their_games_among_themselves() {
        // 1, 2 and 3 have four points each; 1 has three from the other two, 2 two, 3 one.
        let results = "1-2 draw, 1-3 win, 2-3 draw, 1-4 loss, 2-4 win, 3-4 win, 4-5 loss, 1-5 draw, 2-5 loss, 3-5 draw";
        let found = places(&event(&[0; 5], results, ""));
        let of: HashMap<u32, usize> = found
            .iter()
            .map(|&(place, number, _)| (number, place))
            .collect();
        assert!(of[&1] < of[&2] && of[&2] < of[&3], "{found:?}");
    }

    #[test]
    fn a_circle_of_three_is_shared() {
        let found = places(&event(&[0, 0, 0], "1-2 win, 2-3 win, 3-1 win", ""));
        assert!(found.iter().all(|&(place, _, _)| place == 1));
    }

    #[test]
    fn with_two_games_match_points_come_before_game_points() {
        // 1 beats 2 by a hair and ties with 3; 3 beats 2 with both games.
        let found = table(&event(
            &[0, 0, 0],
            "1-2 win, 2-1 draw, 2-3 loss, 3-2 win, 3-1 draw, 1-3 draw",
            "games_each: 2",
        ));
        let rows: Vec<_> = found
            .rows
            .iter()
            .map(|row| {
                (
                    row.number,
                    row.match_points.unwrap().to_string(),
                    row.points.to_string(),
                )
            })
            .collect();
        assert_eq!(rows[0], (3, "1.5".to_owned(), "6".to_owned()));
        assert_eq!(rows[1], (1, "1.5".to_owned(), "5".to_owned()));
        assert_eq!(rows[2], (2, "0".to_owned(), "1".to_owned()));
    }

    #[test]
    fn a_playoff_settles_first_place() {
        let level = "playoffs: [{ first: 1, second: 2, result: loss }]";
        let found = table(&event(&[0, 0, 0], "1-2 draw, 1-3 win, 2-3 win", level));
        assert_eq!(
            (
                found.rows[0].number,
                found.rows[0].place,
                found.playoff.len()
            ),
            (2, 1, 0)
        );
    }
}

mod withdrawal {
    use super::*;

    fn departure(results: &str, player: u32, after: usize) -> (Consequence, u32, u32, Standings) {
        let event = event(
            &[0; 5],
            results,
            &format!("withdrawals: [{{ player: {player}, after_round: {after} }}]"),
        );
        let standings = table(&event);
        let one = &standings.departures[0];
        (one.consequence, one.played, one.due, standings)
    }

    #[test]
    fn nobody_withdraws_after_a_round_that_is_not_there() {
        let event = event(
            &[0; 3],
            "1-2 win",
            "withdrawals: [{ player: 2, after_round: 99 }]",
        );
        let fault = Tournament::new(&event, &rules()).unwrap_err();
        assert_eq!(fault.at, "withdrawals/0/after_round");
        assert!(matches!(
            fault.error,
            EventError::BeyondRounds {
                after: 99,
                rounds: 1,
                ..
            }
        ));
    }

    #[test]
    fn a_round_by_another_table_is_remarked_on() {
        let remarks = |results: &str| {
            let (event, rules) = (event(&[0; 4], results, ""), rules());
            let tournament = Tournament::new(&event, &rules).unwrap();
            plan::plan(&tournament, &rules).unwrap().advice
        };
        assert_eq!(remarks("1-4 win"), []);
        let other = plan::Advice::OtherTable { round: 2 };
        assert_eq!(remarks("1-4 win, 2-3 win"), [other]);
    }

    #[test]
    fn an_unfinished_last_game_is_assessed() {
        let text = "system: round-robin
players: [{ number: 1, name: a }, { number: 2, name: b }, { number: 3, name: c }]
rounds: [{ results: [{ first: 2, second: 3, result: win, assessed: true }] }]
withdrawals: [{ player: 3, after_round: 1 }]";
        let standings = table(&read(text));
        assert_eq!(standings.departures[0].assessed, 1);
        let competition = Competition::open("1965").unwrap();
        let document = Document::parse("test.yaml", text).unwrap();
        let said = report::withdraw(&document, &competition, Language::English).unwrap();
        assert!(said.text.contains("special committee"), "{}", said.text);
    }

    #[test]
    fn who_left_before_a_rotation_is_not_absent() {
        let text = "system: rotation
players: [{ number: 1, name: a }, { number: 2, name: b }, { number: 3, name: c }, { number: 4, name: d }]
withdrawals: [{ player: 3, after_round: 0 }, { player: 4, after_round: 0 }]";
        let rules = rules();
        let tournament = Tournament::new(&read(text), &rules).unwrap();
        assert!(plan::plan(&tournament, &rules).unwrap().absent.is_empty());
    }

    #[test]
    fn below_half_everything_is_annulled() {
        let (consequence, played, due, standings) = departure("5-1 win, 2-3 win", 5, 1);
        assert_eq!((consequence, played, due), (Consequence::Annulled, 1, 4));
        assert!(
            standings
                .rows
                .iter()
                .all(|row| row.number != 5 && row.losses == u32::from(row.number == 3))
        );
    }

    #[test]
    fn from_half_on_the_rest_goes_to_the_opponents() {
        let (consequence, played, due, standings) = departure("5-1 win, 5-2 draw", 5, 2);
        assert_eq!((consequence, played, due), (Consequence::Awarded, 2, 4));
        let points: HashMap<u32, String> = standings
            .rows
            .iter()
            .map(|row| (row.number, row.points.to_string()))
            .collect();
        assert_eq!(
            ["1", "2", "3", "4", "5"].map(|one| points[&one.parse().unwrap()].as_str()),
            ["0", "1", "2", "2", "3"]
        );
    }

    #[test]
    fn an_absence_is_not_a_played_game() {
        let (consequence, played, ..) = departure("5-1 win, 5-2 -", 5, 2);
        assert_eq!((consequence, played), (Consequence::Annulled, 1));
    }

    #[test]
    fn before_the_start_lots_are_drawn_again_if_the_rest_is_even() {
        assert_eq!(departure("", 5, 0).0, Consequence::Redraw);
        let event = event(&[0; 4], "", "withdrawals: [{ player: 4, after_round: 0 }]");
        assert_eq!(
            table(&event).departures[0].consequence,
            Consequence::TakenOff
        );
    }

    #[test]
    fn in_a_rotation_played_games_stand_however_few() {
        let text = "system: rotation
players: [{ number: 1, name: a }, { number: 2, name: b }, { number: 3, name: c }, { number: 4, name: d }]
rounds:
  - pairings: [[1, 2], [3, 4]]
    results: [{ first: 1, second: 2, result: loss }, { first: 3, second: 4, result: win }]
  - pairings: [[4, 1], [2, 3]]
    results: [{ first: 4, second: 1, result: win }]
withdrawals: [{ player: 2, after_round: 1 }]";
        let standings = table(&read(text));
        let of = |number: u32| {
            standings
                .rows
                .iter()
                .find(|row| row.number == number)
                .unwrap()
        };
        assert_eq!(standings.departures[0].consequence, Consequence::Awarded);
        assert_eq!((of(2).points.to_string(), of(2).wins), ("2".to_owned(), 1));
        assert_eq!((of(3).points.to_string(), of(3).wins), ("4".to_owned(), 2));
    }

    #[test]
    fn whoever_refuses_to_go_on_with_a_match_has_lost_it() {
        let text = "system: match
planned_rounds: 4
players: [{ number: 1, name: a }, { number: 2, name: b }]
rounds: [{ results: [{ first: 1, second: 2, result: win }] }]
withdrawals: [{ player: 1, after_round: 1 }]";
        let standings = table(&read(text));
        assert_eq!(
            standings
                .rows
                .iter()
                .map(|row| row.number)
                .collect::<Vec<_>>(),
            [2, 1]
        );
    }
}

mod pairing {
    use super::*;

    #[test]
    fn round_one_of_a_rotation_follows_the_lots() {
        let rules = rules();
        let text = "system: rotation
players: [{ number: 4, name: d }, { number: 3, name: c }, { number: 2, name: b }, { number: 1, name: a }]";
        let tournament = Tournament::new(&read(text), &rules).unwrap();
        let plan = plan::plan(&tournament, &rules).unwrap();
        let pairs: Vec<_> = plan.rounds[0]
            .pairs
            .iter()
            .map(|pair| (pair.first, pair.second))
            .collect();
        assert_eq!(pairs, [(1, 2), (3, 4)], "odd numbers move first");
    }

    #[test]
    fn a_rotation_has_an_even_number_of_players() {
        let text = "system: rotation\nplayers: [{ number: 1, name: a }, { number: 2, name: b }, { number: 3, name: c }]";
        let fault = Tournament::new(&read(text), &rules()).unwrap_err();
        assert_eq!(fault.at, "players");
        assert!(matches!(
            fault.error,
            EventError::OddPlayers { players: 3, .. }
        ));
    }

    #[test]
    fn colours_change_with_every_game_of_a_match() {
        let rules = rules();
        let text = "system: match\nplanned_rounds: 3\nplayers: [{ number: 1, name: a }, { number: 2, name: b }]";
        let tournament = Tournament::new(&read(text), &rules).unwrap();
        let firsts: Vec<u32> = plan::plan(&tournament, &rules)
            .unwrap()
            .rounds
            .iter()
            .map(|round| round.pairs[0].first)
            .collect();
        assert_eq!(firsts, [1, 2, 1]);
    }
}

mod clocks {
    use super::*;

    /// Black's moves take the given times, Red's no time.
    fn judge(control: &str, times: &[&str]) -> ClockReport {
        let rules = rules();
        let mut text = format!("control: {control}\nmoves:\n");
        for time in times {
            text += &format!("  - {{ spent: '{time}' }}\n  - {{ spent: 0 }}\n");
        }
        let file: ClockFile = read(&text);
        let control = rules.clock.find(control).unwrap();
        clock::judge(
            control,
            &file.plies().unwrap(),
            file.running,
            rules.colours.first_mover,
            &rules.clock,
        )
    }

    #[test]
    fn thirty_moves_in_ninety_minutes() {
        assert_eq!(
            judge("national", &["3:00"; 30]).overstep,
            None,
            "the last second counts"
        );
        let over = judge("national", &[&["3:00"; 29][..], &["3:01"]].concat())
            .overstep
            .unwrap();
        assert_eq!(
            (over.side, over.move_number, over.due, over.made),
            (Side::Black, 30, 30, 29)
        );
    }

    #[test]
    fn then_fifteen_in_every_thirty_minutes() {
        let mut times = vec!["1:00"; 30];
        times.extend(["5:00"; 15]);
        let report = judge("national", &times);
        assert_eq!(report.overstep, None, "time saved is not lost");
        assert_eq!(report.sides.black.moves_due, Some(15));
        times.push("45:01");
        let over = judge("national", &times).overstep.unwrap();
        assert_eq!(
            (over.due, over.made, over.limit),
            (60, 45, Duration::from_minutes(150))
        );
    }

    #[test]
    fn the_faster_control() {
        let times = [&["2:00"; 30][..], &["1:30"; 20], &["0:01"]].concat();
        assert_eq!(judge("fast", &times).overstep, None);
        let over = judge("fast", &[&["2:00"; 30][..], &["1:40"; 18]].concat()).overstep;
        assert_eq!(over, None);
        let over = judge("fast", &[&["2:00"; 30][..], &["1:40"; 19]].concat())
            .overstep
            .unwrap();
        assert_eq!((over.move_number, over.due), (49, 50));
    }

    #[test]
    fn two_minutes_a_move_and_a_reserve() {
        assert_eq!(judge("per-move", &["2:00"; 100]).overstep, None);
        assert_eq!(judge("per-move", &["32:00", "2:00"]).overstep, None);
        let over = judge("per-move", &["12:00", "22:00", "2:01"])
            .overstep
            .unwrap();
        assert_eq!((over.side, over.move_number), (Side::Black, 3));
    }

    #[test]
    fn fifteen_minutes_late_lose() {
        let late = rules().clock.late_arrival;
        assert!(!late.loses(Duration::from_seconds(15 * 60 - 1), false));
        assert!(late.loses(Duration::from_minutes(15), false));
        assert!(!late.loses(Duration::from_minutes(30), true));
    }
}

mod limit {
    use super::*;

    fn judge(text: &str) -> Result<limits::LimitReport, LimitError> {
        let file: LimitFile = read(text);
        limits::judge(&file, &rules().limits).map_err(|(_, error)| error)
    }

    const ASKED: &str = "request: { by: player, ground: unclear-and-repetitive, repetitive_rounds: 10 }\nlimited: red\nstarts: red\n";

    #[test]
    fn forty_rounds_then_a_draw() {
        assert_eq!(
            judge(&format!("{ASKED}moves: [{{ times: 78 }}]"))
                .unwrap()
                .status,
            Status::Running
        );
        let full = judge(&format!("{ASKED}moves: [{{ times: 80 }}]")).unwrap();
        assert_eq!((full.status, full.full_at), (Status::Draw, Some(79)));
        // what is played after it is full is not played under it
        let beyond = judge(&format!("{ASKED}moves: [{{ times: 90 }}]")).unwrap();
        assert_eq!((beyond.made, beyond.counted), (40, 40));
    }

    #[test]
    fn five_answers_to_checks_count() {
        // Black's every other move is a check: of Red's twenty moves nine are answers, of which five count.
        let moves = "{ times: 3 }, { check: true }, ".repeat(10);
        let report = judge(&format!("{ASKED}moves: [{moves}]")).unwrap();
        assert_eq!((report.made, report.answered, report.counted), (20, 9, 16));
    }

    #[test]
    fn answers_to_checks_without_a_move_between_all_count() {
        // Black's every move is a check, so that all of Red's moves but the first are answers.
        let moves = "{ check: false }, { check: true }, ".repeat(12);
        let report = judge(&format!("{ASKED}moves: [{moves}]")).unwrap();
        assert_eq!((report.made, report.answered, report.counted), (12, 11, 12));
    }

    #[test]
    fn a_new_development_is_for_the_arbiter() {
        let report = judge(&format!(
            "{ASKED}moves: [{{ times: 80 }}]\nchanges: [{{ after: 60, kind: piece-lost }}]"
        ))
        .unwrap();
        assert_eq!(report.status, Status::Arbiter);
    }

    #[test]
    fn a_development_is_asked_about_when_the_limit_is_full() {
        let status = |moves: u32, after: u32| {
            let file = format!(
                "{ASKED}moves: [{{ times: {moves} }}]\nchanges: [{{ after: {after}, kind: piece-lost }}]"
            );
            judge(&file).unwrap().status
        };
        assert_eq!(status(78, 2), Status::Running);
        assert_eq!(status(79, 2), Status::Arbiter);
        assert_eq!(status(80, 80), Status::Draw, "after the limit was full");
    }

    #[test]
    fn the_round_from_which_it_runs_is_noted() {
        let report = judge(&format!("{ASKED}from_round: 63\nmoves: [{{ times: 4 }}]")).unwrap();
        assert_eq!(report.from_round, Some(63));
    }

    #[test]
    fn grounds_have_conditions() {
        let early = ASKED.replace("10", "9");
        assert!(matches!(
            judge(&early),
            Err(LimitError::Early {
                needed: 10,
                found: 9,
                ..
            })
        ));
        let arbiter = ASKED.replace("by: player", "by: arbiter");
        assert!(matches!(judge(&arbiter), Err(LimitError::Asker { .. })));
        let unknown = ASKED.replace("unclear-and-repetitive", "boring");
        assert!(matches!(judge(&unknown), Err(LimitError::Ground { .. })));
        let own = "request: { by: arbiter, ground: arbiter }\nlimited: black\nstarts: red\n";
        assert_eq!(judge(own).unwrap().limited, Side::Black);
    }
}

mod offer {
    use super::*;
    use qili_competition::offers::{OfferBreach, OfferError, OfferReport};

    fn judge(text: &str) -> Result<OfferReport, (usize, OfferError)> {
        let offers: Vec<Offer> = read(text);
        offers::judge(&offers, Side::Black, &rules().offers)
    }

    #[test]
    fn offers_alternate() {
        let report = judge("[{ by: black, after_ply: 1, answer: refused }, { by: black, after_ply: 3, answer: played-on }]").unwrap();
        assert_eq!(report.offers[1].breach, Some(OfferBreach::OutOfTurn));
        assert_eq!(report.may_offer, [Side::Red]);
        let report = judge("[{ by: black, after_ply: 1, answer: refused }, { by: red, after_ply: 4, answer: refused }]").unwrap();
        assert_eq!(report.may_offer, [Side::Black]);
        assert!(report.offers.iter().all(|offer| offer.breach.is_none()));
    }

    #[test]
    fn an_offer_follows_an_own_move() {
        let report = judge("[{ by: red, after_ply: 1, answer: accepted }]").unwrap();
        assert_eq!(report.offers[0].breach, Some(OfferBreach::NotAfterOwnMove));
        assert!(!report.drawn);
        assert_eq!(report.may_offer, [Side::Black, Side::Red]);
    }

    #[test]
    fn an_accepted_offer_is_a_draw_and_the_end() {
        assert!(
            judge("[{ by: red, after_ply: 2, answer: accepted }]")
                .unwrap()
                .drawn
        );
        let after = judge(
            "[{ by: red, after_ply: 2, answer: accepted }, { by: black, after_ply: 3, answer: pending }]",
        );
        assert_eq!(after.unwrap_err(), (1, OfferError::AfterEnd));
    }
}

mod sealed {
    use super::*;

    #[test]
    fn a_clear_move_stands_and_a_wrong_one_loses_unless_explained() {
        let rule = rules().adjournment.faulty_seal;
        let [one, other] = ["h2e2", "b2e2"].map(|mv| mv.parse().unwrap());
        assert_eq!(
            adjournment::open_seal(&[one], Explanation::None, &rule),
            Seal::Stands { mv: one }
        );
        assert!(matches!(
            adjournment::open_seal(&[one, other], Explanation::None, &rule),
            Seal::Explain { .. }
        ));
        assert!(matches!(
            adjournment::open_seal(&[one, other], Explanation::Accepted, &rule),
            Seal::Explained { .. }
        ));
        assert_eq!(
            adjournment::open_seal(&[one, other], Explanation::Rejected, &rule),
            Seal::Lost
        );
        assert_eq!(
            adjournment::open_seal(&[], Explanation::Rejected, &rule),
            Seal::Lost
        );
    }

    #[test]
    fn the_envelope_shows_what_the_control_needs() {
        let rules = rules();
        let players = || Both {
            red: "a".to_owned(),
            black: "b".to_owned(),
        };
        for (control, has, lacks) in [
            ("national", Field::StageMovesDue, Field::ReserveUsed),
            ("per-move", Field::ReserveUsed, Field::StageMovesDue),
        ] {
            let file: ClockFile = read(&format!("control: {control}\nmoves: [{{ spent: 30 }}]"));
            let report = clock::judge(
                rules.clock.find(control).unwrap(),
                &file.plies().unwrap(),
                None,
                Side::Black,
                &rules.clock,
            );
            let envelope =
                adjournment::envelope(players(), Side::Black, 1, &report, &rules.adjournment)
                    .unwrap();
            assert!(envelope.fields.contains(&has) && !envelope.fields.contains(&lacks));
            assert_eq!(envelope.side_to_move, Side::Red);
        }
    }
}

#[test]
fn arbiters_by_the_level_of_the_event() {
    let officials = rules().officials;
    let needed = |level, boards| {
        let found = officials.needed(level, boards).unwrap();
        (found.fewest, found.most, found.chief_extra)
    };
    assert_eq!(needed("national", 16), (8, 16, true));
    assert_eq!(needed("provincial", 16), (4, 8, true));
    assert_eq!(needed("other", 16), (3, 4, true));
    assert_eq!(needed("other", 4), (1, 1, false));
    assert!(officials.needed("galactic", 1).is_err());
}

/// Every clause has both languages and an article of the chapters that the file covers.
#[test]
fn clauses_are_complete() {
    let rules = include_str!("../../../rules/1965/competition.yaml");
    let articles: Vec<&str> = rules
        .lines()
        .filter_map(|line| line.split("article: \"").nth(1)?.split('"').next())
        .collect();
    assert!(articles.len() > 60, "{}", articles.len());
    for article in articles {
        assert!(
            ["1.4.", "1.6.", "2.", "3."]
                .iter()
                .any(|chapter| article.starts_with(chapter)),
            "{article}"
        );
    }
}

mod form {
    use super::*;

    fn fault(text: &str) -> Option<String> {
        let fault = Tournament::new(&read(text), &rules()).err()?;
        matches!(fault.error, EventError::Members { .. }).then_some(fault.at)
    }

    #[test]
    fn a_pair_has_two_players_and_a_single_player_none() {
        let pairs = "form: pairs-alternating
system: match
players: [{ number: 1, name: a, members: [x, y] }, { number: 2, name: b, members: [z, w] }]";
        assert_eq!(fault(pairs), None);
        assert_eq!(fault(&pairs.replace("[z, w]", "[z]")).unwrap(), "players/1");
        assert_eq!(
            fault(&pairs.replace("pairs-alternating", "single")).unwrap(),
            "players/0"
        );
        let rules = rules();
        let tournament = Tournament::new(&read(pairs), &rules).unwrap();
        let plan = plan::plan(&tournament, &rules).unwrap();
        assert!(
            plan.clauses
                .iter()
                .any(|clause| clause.article == "2.1.1.2")
        );
    }
}

mod touched {
    use super::*;

    fn touch(text: &str) -> serde_json::Value {
        let competition = Competition::open("1965").unwrap();
        let document = Document::parse("touch.yaml", text).unwrap();
        let said = report::touch(&document, &competition, Language::English).unwrap();
        said.json
    }

    /// The horse goes to d4 and b4.
    const HORSE: &str = "fen: 4k4/9/4c4/9/9/9/9/2N6/4R4/3K5 w\ntouches: [{ at: c2 }]\n";
    /// The advisor cannot move.
    const ADVISOR: &str = "fen: 3k5/9/2c6/9/9/9/9/2N6/4R4/3AK4 w\ntouches: [{ at: d0 }]\n";

    #[test]
    fn a_piece_stays_on_the_point_that_it_touched() {
        let said = touch(&format!("{HORSE}points: [d4, b4]\nplayed: c2b4"));
        assert_eq!(
            (&said["finished"], &said["played"]),
            (&"c2d4".into(), &"changed".into())
        );
        let said = touch(&format!("{HORSE}points: [d4]"));
        assert_eq!(
            (&said["finished"], &said["played"]),
            (&"c2d4".into(), &"stands".into())
        );
        let said = touch(&format!("{HORSE}points: [c3]\nplayed: c2d4"));
        assert_eq!(said["played"], "illegal");
    }

    #[test]
    fn a_violation_waits_for_the_explanation_and_goes_into_the_event() {
        let open = touch(ADVISOR);
        assert_eq!(
            (&open["violation"], &open["to_explain"]),
            (&false.into(), &true.into())
        );
        let accepted = touch(&format!("{ADVISOR}explanation: accepted"));
        assert_eq!(
            (&accepted["violation"], &accepted["to_explain"]),
            (&false.into(), &serde_json::Value::Null)
        );
        let rejected = touch(&format!(
            "{ADVISOR}explanation: rejected\nplayer: 2\nround: 3"
        ));
        assert_eq!(rejected["violation"], true);
        let mut event = serde_json::json!({
            "system": "match",
            "players": [{ "number": 1, "name": "a" }, { "number": 2, "name": "b" }],
        });
        event["violations"] = serde_json::json!([rejected["record"]]);
        assert_eq!(table(&read(&event.to_string())).rows[1].violations, 1);
    }
}

mod records {
    use super::*;

    #[test]
    fn a_record_in_full_has_four_characters() {
        let rule = rules().adjournment.complete_record;
        assert!(rule.is_met_by("车五进六") && rule.is_met_by("前炮退2"));
        assert!(!rule.is_met_by("车进六"), "a file is missing");
        assert!(!rule.is_met_by("e1e7"), "coordinates");
        assert!(!rule.is_met_by("R5+6"), "letters");
    }

    #[test]
    fn a_sealed_move_in_another_notation_stands_and_is_completed() {
        let complete = |sealed: &str| {
            let text = format!(
                "players: {{ red: a, black: b }}
clock: {{ control: national, first: red, moves: [{{ spent: 5 }}, {{ spent: 5 }}] }}
fen: 4k4/9/4c4/9/9/9/9/2N6/4R4/3K5 w
sealed: {sealed}"
            );
            let competition = Competition::open("1965").unwrap();
            let document = Document::parse("adjourn.yaml", text).unwrap();
            let said = report::adjourn(&document, &competition, Language::English).unwrap();
            assert_eq!(said.json["seal"]["outcome"], "stands");
            assert_eq!(
                said.json["envelope"]["contents"].as_array().unwrap().len(),
                3
            );
            assert_eq!(said.json["envelope"]["kept_by"], "arbiter");
            said.json["complete"].clone()
        };
        assert_eq!(complete("车五进六"), true);
        assert_eq!(complete("e1e7"), false);
    }
}

mod handicap {
    use super::*;

    #[test]
    fn only_the_move_is_said_to_be_given_in_every_game() {
        let every: Vec<(String, bool)> = rules()
            .handicaps
            .kinds
            .into_iter()
            .map(|kind| (kind.id, kind.every_game))
            .filter(|(_, every_game)| *every_game)
            .collect();
        assert_eq!(every, [("first-move".to_owned(), true)]);
    }
}
