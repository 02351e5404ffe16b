//! The final table: points, then the criteria of the edition for those who are equal.

use std::cmp::{Ordering, Reverse};
use std::collections::BTreeMap;

use serde::Serialize;

use super::missing::{self, Missing};
use super::rules::{Criterion, MatchScores, Order, ResultRules};
use super::tournament::{Entry, Tournament};
use super::withdrawal::Departure;
use crate::clause::Clause;
use crate::files::event::Outcome;
use crate::points::Points;
use crate::rules::CompetitionRules;

/// The table of an event.
#[derive(Debug, Clone, Serialize)]
pub struct Standings {
    /// One row per player, the best first.
    pub rows: Vec<Row>,
    /// Numbers of the players who share a place that an important event may not share, once all games were played.
    pub playoff: Vec<u32>,
    /// Games without a result: while there are some, the places are not final.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<Missing>,
    /// How many announced rounds are not begun.
    #[serde(skip_serializing_if = "is_none_left")]
    pub rounds_left: usize,
    /// Those who left, with the consequence.
    pub departures: Vec<Departure>,
    /// The clause by which places were decided.
    pub clause: Clause,
    /// The clause about places that are not shared.
    pub playoff_clause: Clause,
}

/// One player in the table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Row {
    /// The place, shared where equal.
    pub place: usize,
    /// The player's number.
    pub number: u32,
    /// The player's name.
    pub name: String,
    /// Points of all games.
    pub points: Points,
    /// Points of the matches, where each pair has several games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub match_points: Option<Points>,
    /// Games won, including by absence.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost, including by absence.
    pub losses: u32,
    /// Recorded violations.
    pub violations: u32,
    /// What told this player from the one above, where points did not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decided_by: Option<Criterion>,
    /// The results against the players of the table, in its order; the marks of all games of a pair joined.
    pub marks: Vec<String>,
}

/// Computes the table.
#[must_use]
pub fn standings(tournament: &Tournament, rules: &CompetitionRules) -> Standings {
    let rules = &rules.results;
    let order = if tournament.games_each > 1 {
        &rules.several_games
    } else {
        &rules.single_game
    };
    let players = 0..tournament.players.len();
    let ranking = Ranking {
        tournament,
        rules,
        order,
        games: views(&tournament.games, players.len()),
        playoffs: views(&tournament.playoffs, players.len()),
    };
    let mut active: Vec<usize> = (0..tournament.players.len())
        .filter(|&player| !tournament.is_struck(player))
        .collect();
    // Equal players stand in the order of their numbers, whatever the order of the file.
    active.sort_by_key(|&player| tournament.players[player].number);
    let groups = ranking.places(active);

    let sequence: Vec<usize> = groups.iter().flat_map(|(group, _)| group.clone()).collect();
    let (missing, rounds_left) = (missing::results(tournament), missing::rounds(tournament));
    let over = missing.is_empty() && rounds_left == 0 && !tournament.games.is_empty();
    let undecided = over && tournament.important != Some(false);
    let mut rows = Vec::new();
    let mut playoff = Vec::new();
    for (group, decided_by) in &groups {
        let place = rows.len() + 1;
        if undecided && group.len() > 1 && rules.playoff.places.contains(&place) {
            playoff = group
                .iter()
                .map(|&player| tournament.players[player].number)
                .collect();
        }
        for &player in group {
            rows.push(ranking.row(player, place, *decided_by, &sequence));
        }
    }
    Standings {
        rows,
        playoff,
        missing,
        rounds_left,
        departures: tournament.departures.clone(),
        clause: order.clause.clone(),
        playoff_clause: rules.playoff.clause.clone(),
    }
}

#[allow(clippy::trivially_copy_pass_by_ref)] // as serde calls it
fn is_none_left(rounds: &usize) -> bool {
    *rounds == 0
}

/// The points of all players so far, by their indices, for pairing.
#[must_use]
pub fn points(tournament: &Tournament, rules: &CompetitionRules) -> Vec<Points> {
    let games = views(&tournament.games, tournament.players.len());
    let sum = |views: &Vec<View>| {
        views
            .iter()
            .map(|view| score(&rules.results, view.outcome))
            .sum()
    };
    games.iter().map(sum).collect()
}

/// A game as one player sees it.
struct View {
    opponent: usize,
    outcome: Outcome,
    moved_first: bool,
}

/// The games of each player, as that player sees them, in order of play.
fn views(games: &[Entry], players: usize) -> Vec<Vec<View>> {
    let mut views: Vec<Vec<View>> = (0..players).map(|_| Vec::new()).collect();
    for game in games {
        views[game.first].push(View {
            opponent: game.second,
            outcome: game.outcome,
            moved_first: true,
        });
        views[game.second].push(View {
            opponent: game.first,
            outcome: game.outcome.reversed(),
            moved_first: false,
        });
    }
    views
}

fn score(rules: &ResultRules, outcome: Outcome) -> Points {
    match outcome {
        Outcome::Win | Outcome::Present => rules.scores.win,
        Outcome::Draw => rules.scores.draw,
        Outcome::Loss | Outcome::Absent | Outcome::BothAbsent => rules.scores.loss,
    }
}

type Groups = Vec<(Vec<usize>, Option<Criterion>)>;

struct Ranking<'a> {
    tournament: &'a Tournament,
    rules: &'a ResultRules,
    order: &'a Order,
    games: Vec<Vec<View>>,
    playoffs: Vec<Vec<View>>,
}

impl Ranking<'_> {
    /// Splits all players by the order, then each group of equals by the criteria for ties.
    fn places(&self, players: Vec<usize>) -> Groups {
        // Whoever refused to go on with a match has lost it, whatever the points.
        let (lost, others): (Vec<usize>, Vec<usize>) = players
            .into_iter()
            .partition(|&player| self.tournament.has_lost_match(player));
        let mut groups: Groups = vec![(others, None), (lost, None)];
        for criterion in &self.order.order {
            groups = groups
                .into_iter()
                .flat_map(|(group, _)| self.split(group, *criterion, None))
                .map(|(group, _)| (group, None))
                .collect();
        }
        let mut result = Vec::new();
        for (group, _) in groups {
            let criteria = if group.len() == 2 {
                &self.order.ties.two
            } else {
                &self.order.ties.more
            };
            let mut equals = vec![(group, None)];
            for criterion in criteria {
                equals = self.split_all(equals, *criterion);
            }
            result.extend(equals);
        }
        let mut place = 1;
        let mut decided = Vec::new();
        for (group, by) in result {
            let size = group.len();
            if size > 1 && self.rules.playoff.places.contains(&place) {
                decided.extend(self.split(group, Criterion::Playoff, by));
            } else {
                decided.push((group, by));
            }
            place += size;
        }
        decided
    }

    fn split_all(&self, groups: Groups, criterion: Criterion) -> Groups {
        groups
            .into_iter()
            .flat_map(|(group, by)| self.split(group, criterion, by))
            .collect()
    }

    /// Splits one group by one criterion; the first part keeps what told it from the group above.
    fn split(&self, group: Vec<usize>, criterion: Criterion, by: Option<Criterion>) -> Groups {
        let mut valued: Vec<(i64, usize)> = group
            .iter()
            .map(|&player| (self.value(player, &group, criterion), player))
            .collect();
        valued.sort_by_key(|&(value, _)| Reverse(value));
        let mut groups: Groups = Vec::new();
        let mut last = None;
        for (value, player) in valued {
            match groups.last_mut() {
                Some((members, _)) if last == Some(value) => members.push(player),
                Some(_) => groups.push((vec![player], Some(criterion))),
                None => groups.push((vec![player], by)),
            }
            last = Some(value);
        }
        groups
    }

    /// The worth of a player by a criterion: more is better.
    fn value(&self, player: usize, group: &[usize], criterion: Criterion) -> i64 {
        let games = &self.games[player];
        let count = |test: &dyn Fn(&View) -> bool| {
            i64::try_from(games.iter().filter(|view| test(view)).count()).unwrap_or(i64::MAX)
        };
        match criterion {
            Criterion::Points | Criterion::GamePoints => self.points(games).hundredths(),
            Criterion::MatchPoints => self.match_points(player).unwrap_or_default().hundredths(),
            Criterion::MutualPoints => self.points(among(games, group)).hundredths(),
            Criterion::Unbeaten => i64::from(count(&|view| view.outcome.is_loss()) == 0),
            Criterion::FewerViolations => -i64::from(self.tournament.violations(player)),
            Criterion::Wins => count(&|view| view.outcome.is_win()),
            Criterion::WinsMovingSecond => {
                count(&|view| view.outcome.is_win() && !view.moved_first)
            }
            Criterion::OpponentsPoints => {
                let opponents = games
                    .iter()
                    .map(|view| self.points(&self.games[view.opponent]));
                opponents.map(Points::hundredths).sum()
            }
            Criterion::Playoff => self
                .points(among(&self.playoffs[player], group))
                .hundredths(),
        }
    }

    /// The points of games as one player sees them.
    fn points<'v>(&self, games: impl IntoIterator<Item = &'v View>) -> Points {
        games
            .into_iter()
            .map(|view| score(self.rules, view.outcome))
            .sum()
    }

    /// The games of a player by opponent.
    fn by_opponent(&self, player: usize) -> BTreeMap<usize, Vec<&View>> {
        let mut matches: BTreeMap<usize, Vec<&View>> = BTreeMap::new();
        for view in &self.games[player] {
            matches.entry(view.opponent).or_default().push(view);
        }
        matches
    }

    /// The points of the matches; `None` where the edition does not count matches in this event.
    fn match_points(&self, player: usize) -> Option<Points> {
        let scores: MatchScores = self.order.match_points?;
        let worth = |games: &Vec<&View>| {
            let own = self.points(games.iter().copied());
            let theirs: Points = games
                .iter()
                .map(|view| score(self.rules, view.outcome.reversed()))
                .sum();
            match own.cmp(&theirs) {
                Ordering::Greater => scores.win,
                Ordering::Equal => scores.draw,
                Ordering::Less => scores.loss,
            }
        };
        Some(self.by_opponent(player).values().map(worth).sum())
    }

    fn row(
        &self,
        player: usize,
        place: usize,
        decided_by: Option<Criterion>,
        sequence: &[usize],
    ) -> Row {
        let entered = &self.tournament.players[player];
        let games = &self.games[player];
        let count = |test: &dyn Fn(Outcome) -> bool| {
            u32::try_from(games.iter().filter(|view| test(view.outcome)).count())
                .unwrap_or(u32::MAX)
        };
        let matches = self.by_opponent(player);
        let marks = |other: usize| match matches.get(&other) {
            _ if other == player => "*".to_owned(),
            None => String::new(),
            Some(games) => {
                let marks: Vec<String> = games.iter().map(|view| self.mark(view.outcome)).collect();
                marks.join(" ")
            }
        };
        Row {
            place,
            number: entered.number,
            name: entered.name.clone(),
            points: self.points(games),
            match_points: self.match_points(player),
            wins: count(&Outcome::is_win),
            draws: count(&|outcome| outcome == Outcome::Draw),
            losses: count(&Outcome::is_loss),
            violations: self.tournament.violations(player),
            decided_by,
            marks: sequence.iter().map(|&other| marks(other)).collect(),
        }
    }

    fn mark(&self, outcome: Outcome) -> String {
        match outcome {
            Outcome::Present => self.rules.absence.win_mark.clone(),
            Outcome::Absent | Outcome::BothAbsent => self.rules.absence.loss_mark.clone(),
            played => score(self.rules, played).to_string(),
        }
    }
}

/// The games against the players of a group.
fn among<'v>(games: &'v [View], group: &'v [usize]) -> impl Iterator<Item = &'v View> {
    games.iter().filter(|view| group.contains(&view.opponent))
}
