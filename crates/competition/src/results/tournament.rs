//! An event whose data agree with each other.

use qili_words::{Localized, Texts};
use std::collections::{HashMap, HashSet};

use super::withdrawal::{self, Consequence, Departure};
use crate::document::Fault;
use crate::files::event::{Event, Form, Game, Outcome, Player, System};
use crate::rules::CompetitionRules;

/// What can be wrong between the data of an event.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, miette::Diagnostic)]
pub enum EventError {
    /// No players.
    #[error("an event needs at least two players")]
    #[diagnostic(code(qili::competition::no_players))]
    NoPlayers,
    /// A number beyond what any event needs.
    #[error("`{what}` is {found}, more than the {most} that are handled")]
    #[diagnostic(code(qili::competition::too_large))]
    TooLarge {
        /// Which number.
        what: &'static str,
        /// What it is.
        found: u64,
        /// The most.
        most: u64,
    },
    /// Two entries with one number.
    #[error("player `{0}` is entered twice")]
    #[diagnostic(
        code(qili::competition::player_twice),
        help("each player has a number of their own")
    )]
    PlayerTwice(u32),
    /// A number that nobody has.
    #[error("there is no player `{0}`")]
    #[diagnostic(
        code(qili::competition::unknown_player),
        help("numbers are those under `players`")
    )]
    UnknownPlayer(u32),
    /// Someone meets themself.
    #[error("player `{0}` cannot meet themself")]
    #[diagnostic(code(qili::competition::own_opponent))]
    OwnOpponent(u32),
    /// Two opponents in one round.
    #[error("player `{player}` appears twice in round {round}")]
    #[diagnostic(
        code(qili::competition::twice_in_round),
        help("in one round a player meets one opponent")
    )]
    TwiceInRound {
        /// The player's number.
        player: u32,
        /// The round, from 1.
        round: usize,
    },
    /// A result of two players who were not paired.
    #[error("players `{first}` and `{second}` did not meet in round {round}")]
    #[diagnostic(
        code(qili::competition::not_paired),
        help("the pairs of the round are under its `pairings`")
    )]
    NotPaired {
        /// The number of the first mover.
        first: u32,
        /// The number of the opponent.
        second: u32,
        /// The round, from 1.
        round: usize,
    },
    /// A result with the colours of the pairing exchanged.
    #[error("in round {round} `{second}` moved first against `{first}`")]
    #[diagnostic(
        code(qili::competition::colours_exchanged),
        help("exchange `first` and `second`, and the result with them")
    )]
    ColoursExchanged {
        /// The number given as first mover.
        first: u32,
        /// The number given as opponent.
        second: u32,
        /// The round, from 1.
        round: usize,
    },
    /// A pair with more games than the event allows.
    #[error("players `{first}` and `{second}` have more than {allowed} game(s)")]
    #[diagnostic(
        code(qili::competition::met_again),
        help("`games_each` says how many games a pair plays")
    )]
    MetAgain {
        /// One of the two.
        first: u32,
        /// The other.
        second: u32,
        /// How many games a pair plays.
        allowed: u32,
    },
    /// A rotation with an odd number of players.
    #[error("a rotation event needs an even number of players, not {players} (article {article})")]
    #[diagnostic(
        code(qili::competition::odd_players),
        help("add a player or leave one out")
    )]
    OddPlayers {
        /// How many were entered.
        players: usize,
        /// The article that asks for it.
        article: String,
    },
    /// A rotation with an odd number of rounds.
    #[error("a rotation event needs an even number of rounds, not {rounds} (article {article})")]
    #[diagnostic(code(qili::competition::odd_rounds))]
    OddRounds {
        /// How many were announced.
        rounds: u32,
        /// The article that asks for it.
        article: String,
    },
    /// More rounds than announced.
    #[error("round {round} is beyond the {planned} announced")]
    #[diagnostic(code(qili::competition::too_many_rounds))]
    TooManyRounds {
        /// The round, from 1.
        round: usize,
        /// How many were announced.
        planned: u32,
    },
    /// A result of someone who had left.
    #[error("player `{player}` withdrew after round {after} and has no game in round {round}")]
    #[diagnostic(
        code(qili::competition::withdrawn),
        help("leave such games out: the rules award them")
    )]
    Withdrawn {
        /// The player's number.
        player: u32,
        /// The last round of the player.
        after: usize,
        /// The round of the result, from 1.
        round: usize,
    },
    /// A withdrawal after a round that is not there.
    #[error("player `{player}` cannot withdraw after round {after}: there are {rounds} round(s)")]
    #[diagnostic(
        code(qili::competition::withdrawal_round),
        help(
            "`after_round` is the last of the event's `rounds` that the player was in, 0 before the first"
        )
    )]
    BeyondRounds {
        /// The player's number.
        player: u32,
        /// The round that was given.
        after: usize,
        /// How many rounds the event has so far.
        rounds: usize,
    },
    /// A pair without its two players, or a single player with some.
    #[error("player `{player}` has {members} member(s), not {needed} (article {article})")]
    #[diagnostic(
        code(qili::competition::members),
        help(
            "`form` is `single`, `pairs-consulting` or `pairs-alternating`; a pair has two `members`"
        )
    )]
    Members {
        /// The number of the player or pair.
        player: u32,
        /// How many there are.
        members: usize,
        /// How many there should be.
        needed: usize,
        /// The article about the form of the event.
        article: String,
    },
    /// A number of lives that the rules do not have.
    #[error("a knockout event with {0} lives is not among those of the rules")]
    #[diagnostic(
        code(qili::competition::lives),
        help("one life is single elimination, two are double elimination")
    )]
    Lives(u32),
    /// A match with more or fewer than two players.
    #[error("a match has two players, not {0}")]
    #[diagnostic(code(qili::competition::match_players))]
    MatchPlayers(usize),
}

impl Localized for EventError {
    fn chinese(&self) -> Texts {
        match self {
            Self::NoPlayers => Texts::new("比赛至少要有两名棋手"),
            Self::TooLarge { what, found, most } => {
                Texts::new(format!("`{what}` 是 {found}，超过上限 {most}"))
            }
            Self::PlayerTwice(player) => Texts::new(format!("{player} 号报名两次"))
                .help("每名棋手有自己的号"),
            Self::UnknownPlayer(player) => {
                Texts::new(format!("没有 {player} 号棋手")).help("号数见 `players`")
            }
            Self::OwnOpponent(player) => Texts::new(format!("{player} 号不能与自己对局")),
            Self::TwiceInRound { player, round } => {
                Texts::new(format!("{player} 号在第 {round} 轮出现两次"))
                    .help("一轮里一名棋手只有一个对手")
            }
            Self::NotPaired {
                first,
                second,
                round,
            } => Texts::new(format!("{first} 号与 {second} 号在第 {round} 轮没有对局"))
                .help("这一轮的对局见它的 `pairings`"),
            Self::ColoursExchanged {
                first,
                second,
                round,
            } => Texts::new(format!("第 {round} 轮是 {second} 号对 {first} 号先走"))
                .help("把 `first` 和 `second` 对调，结果也对调"),
            Self::MetAgain {
                first,
                second,
                allowed,
            } => Texts::new(format!("{first} 号与 {second} 号的对局超过 {allowed} 局"))
                .help("`games_each` 写明两人之间下几局"),
            Self::OddPlayers { players, article } => Texts::new(format!(
                "积分编排要双数的棋手，现有 {players} 名（条 {article}）"
            ))
            .help("添一名棋手，或有一名轮空"),
            Self::OddRounds { rounds, article } => Texts::new(format!(
                "积分编排要双数的轮次，现定 {rounds} 轮（条 {article}）"
            )),
            Self::TooManyRounds { round, planned } => {
                Texts::new(format!("第 {round} 轮超出宣布的 {planned} 轮"))
            }
            Self::Withdrawn {
                player,
                after,
                round,
            } => Texts::new(format!(
                "{player} 号在第 {after} 轮之后退出，第 {round} 轮没有对局"
            ))
            .help("不写这样的对局：结果由规则判定"),
            Self::BeyondRounds {
                player,
                after,
                rounds,
            } => Texts::new(format!(
                "{player} 号不能在第 {after} 轮之后退出：只有 {rounds} 轮"
            ))
            .help("`after_round` 是棋手参加的最后一轮，第一轮之前写 0"),
            Self::Members {
                player,
                members,
                needed,
                article,
            } => Texts::new(format!(
                "{player} 号有 {members} 名成员，应为 {needed} 名（条 {article}）"
            ))
            .help("`form` 写 `single`、`pairs-consulting` 或 `pairs-alternating`；双人的写两名 `members`"),
            Self::Lives(lives) => Texts::new(format!("规则里没有输 {lives} 局出局的淘汰赛"))
                .help("一局是单败淘汰，两局是双败淘汰"),
            Self::MatchPlayers(players) => {
                Texts::new(format!("对抗赛是两名棋手，现有 {players} 名"))
            }
        }
    }
}

/// The most players of an event.
pub const MAX_PLAYERS: usize = 1000;
/// The most rounds of an event.
pub const MAX_ROUNDS: u32 = 1000;
/// The most games of one pair.
pub const MAX_GAMES_EACH: u32 = 100;

/// A game by the indices of its players, after withdrawals were applied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// The index of the first mover in [`Tournament::players`].
    pub first: usize,
    /// The index of the opponent.
    pub second: usize,
    /// The result as the first mover sees it.
    pub outcome: Outcome,
    /// The round, from 1; 0 for a game that was awarded and never scheduled.
    pub round: usize,
    /// Awarded because of a withdrawal.
    pub awarded: bool,
    /// The arbiter assessed an unfinished position.
    pub assessed: bool,
}

/// An event that was checked; withdrawals are applied.
#[derive(Debug, Clone)]
pub struct Tournament {
    /// How opponents are found.
    pub system: System,
    /// How many games each pair plays.
    pub games_each: u32,
    /// How many rounds were announced.
    pub planned_rounds: Option<u32>,
    /// After how many defeats a player is out of a knockout event.
    pub lives: u32,
    /// How many rounds the file has.
    pub rounds: usize,
    /// The players as entered.
    pub players: Vec<Player>,
    /// All games that count.
    pub games: Vec<Entry>,
    /// The games as reported, before withdrawals were applied.
    pub reported: Vec<Entry>,
    /// Extra games for places that are not shared.
    pub playoffs: Vec<Entry>,
    /// The announced pairings (first mover, opponent) of each round, by index.
    pub pairings: Vec<Vec<(usize, usize)>>,
    /// Who left and what became of their games.
    pub departures: Vec<Departure>,
    /// Who sits at a board.
    pub form: Form,
    /// Whether the event is important enough for extra games.
    pub important: Option<bool>,
    /// The violations that were recorded one by one, by the indices of the players.
    pub violations: Vec<usize>,
}

impl Tournament {
    /// Checks an event against itself and the rules.
    ///
    /// # Errors
    /// The first [`EventError`] in the order of the file, with the JSON pointer of its place.
    pub fn new(event: &Event, rules: &CompetitionRules) -> Result<Self, Fault<EventError>> {
        check_size(event)?;
        let index = check_players(event)?;
        check_form(event, rules)?;
        check_system(event, rules)?;
        let mut reported = Vec::new();
        let mut pairings = Vec::new();
        for round in 0..event.rounds.len() {
            let (pairs, games) = check_round(event, round, &index)?;
            pairings.push(pairs);
            reported.extend(games);
        }
        check_meetings(event, &reported)?;
        let mut playoffs = Vec::new();
        for (place, game) in event.playoffs.iter().enumerate() {
            playoffs.push(entry(game, 0, &index, &format!("playoffs/{place}"))?);
        }
        let mut tournament = Self {
            system: event.system,
            games_each: event.games_each,
            planned_rounds: event.planned_rounds,
            lives: event.lives,
            rounds: event.rounds.len(),
            players: event.players.clone(),
            games: reported.clone(),
            reported,
            playoffs,
            pairings,
            departures: Vec::new(),
            form: event.form,
            important: event.important,
            violations: check_violations(event, &index)?,
        };
        check_withdrawals(event, &tournament, &index)?;
        withdrawal::apply(&mut tournament, event, &index, rules);
        Ok(tournament)
    }

    /// The index of a player by number.
    #[must_use]
    pub fn index_of(&self, number: u32) -> Option<usize> {
        self.players
            .iter()
            .position(|player| player.number == number)
    }

    /// All violations of a player.
    #[must_use]
    pub fn violations(&self, player: usize) -> u32 {
        let recorded = self.violations.iter().filter(|&&who| who == player);
        let recorded = u32::try_from(recorded.count()).unwrap_or(u32::MAX);
        self.players[player].violations.saturating_add(recorded)
    }

    /// Whether the player left the event and is in no final table.
    #[must_use]
    pub fn is_struck(&self, player: usize) -> bool {
        self.departures
            .iter()
            .any(|departure| departure.player == player && departure.struck)
    }

    /// Whether the player refused to go on with a match, which is to lose it.
    #[must_use]
    pub fn has_lost_match(&self, player: usize) -> bool {
        self.departures.iter().any(|departure| {
            departure.player == player && departure.consequence == Consequence::MatchLost
        })
    }

    /// Whether the player left the event.
    #[must_use]
    pub fn has_left(&self, player: usize) -> bool {
        self.departures
            .iter()
            .any(|departure| departure.player == player)
    }
}

fn check_size(event: &Event) -> Result<(), Fault<EventError>> {
    let planned = u64::from(event.planned_rounds.unwrap_or(0));
    for (what, found, most) in [
        ("players", event.players.len() as u64, MAX_PLAYERS as u64),
        ("planned_rounds", planned, u64::from(MAX_ROUNDS)),
        ("rounds", event.rounds.len() as u64, u64::from(MAX_ROUNDS)),
        (
            "games_each",
            u64::from(event.games_each),
            u64::from(MAX_GAMES_EACH),
        ),
    ] {
        if found > most {
            return Err(Fault::new(what, EventError::TooLarge { what, found, most }));
        }
    }
    Ok(())
}

fn check_players(event: &Event) -> Result<HashMap<u32, usize>, Fault<EventError>> {
    if event.players.len() < 2 {
        return Err(Fault::new("players", EventError::NoPlayers));
    }
    let mut index = HashMap::new();
    for (place, player) in event.players.iter().enumerate() {
        if index.insert(player.number, place).is_some() {
            let at = format!("players/{place}/number");
            return Err(Fault::new(at, EventError::PlayerTwice(player.number)));
        }
    }
    Ok(index)
}

/// Whether everyone is one player, or everyone a pair.
fn check_form(event: &Event, rules: &CompetitionRules) -> Result<(), Fault<EventError>> {
    let form = rules.pairing.individual.of(event.form);
    for (place, player) in event.players.iter().enumerate() {
        let members = player.members.len();
        if members != form.members {
            let error = EventError::Members {
                player: player.number,
                members,
                needed: form.members,
                article: form.clause.article.clone(),
            };
            return Err(Fault::new(format!("players/{place}"), error));
        }
    }
    Ok(())
}

/// Who committed the violations.
fn check_violations(
    event: &Event,
    index: &HashMap<u32, usize>,
) -> Result<Vec<usize>, Fault<EventError>> {
    let violations = event.violations.iter().enumerate();
    violations
        .map(|(place, violation)| {
            index.get(&violation.player).copied().ok_or_else(|| {
                let error = EventError::UnknownPlayer(violation.player);
                Fault::new(format!("violations/{place}/player"), error)
            })
        })
        .collect()
}

fn check_system(event: &Event, rules: &CompetitionRules) -> Result<(), Fault<EventError>> {
    let rotation = &rules.pairing.rotation;
    if let Some(planned) = event.planned_rounds
        && event.rounds.len() > planned as usize
    {
        let round = planned as usize;
        let error = EventError::TooManyRounds {
            round: round + 1,
            planned,
        };
        return Err(Fault::new(format!("rounds/{round}"), error));
    }
    match event.system {
        System::Rotation => {
            let article = rotation.clause.article.clone();
            if !event.players.len().is_multiple_of(2) {
                let players = event.players.len();
                return Err(Fault::new(
                    "players",
                    EventError::OddPlayers { players, article },
                ));
            }
            if let Some(rounds) = event.planned_rounds
                && rotation.even_rounds
                && rounds % 2 != 0
            {
                let error = EventError::OddRounds { rounds, article };
                return Err(Fault::new("planned_rounds", error));
            }
        }
        System::Match if event.players.len() != 2 => {
            let error = EventError::MatchPlayers(event.players.len());
            return Err(Fault::new("players", error));
        }
        System::Knockout if !rules.pairing.knockout.lives.contains(&event.lives) => {
            return Err(Fault::new("lives", EventError::Lives(event.lives)));
        }
        _ => {}
    }
    Ok(())
}

type RoundData = (Vec<(usize, usize)>, Vec<Entry>);

fn check_round(
    event: &Event,
    round: usize,
    index: &HashMap<u32, usize>,
) -> Result<RoundData, Fault<EventError>> {
    let data = &event.rounds[round];
    let number = round + 1;
    let mut pairs = Vec::new();
    let mut seen = HashSet::new();
    for (place, [first, second]) in data.pairings.iter().flatten().enumerate() {
        let at = format!("rounds/{round}/pairings/{place}");
        let game = Game {
            first: *first,
            second: *second,
            result: Outcome::Draw,
            assessed: false,
        };
        let entry = entry(&game, number, index, &at)?;
        for player in [*first, *second] {
            if !seen.insert(player) {
                let error = EventError::TwiceInRound {
                    player,
                    round: number,
                };
                return Err(Fault::new(at, error));
            }
        }
        pairs.push((entry.first, entry.second));
    }

    let mut games = Vec::new();
    let mut opponents: HashMap<u32, (u32, u32)> = HashMap::new();
    for (place, game) in data.results.iter().enumerate() {
        let at = format!("rounds/{round}/results/{place}");
        let found = entry(game, number, index, &at)?;
        for (player, opponent) in [(game.first, game.second), (game.second, game.first)] {
            let (known, count) = opponents.entry(player).or_insert((opponent, 0));
            *count += 1;
            let allowed = match event.system {
                System::Match | System::Knockout => u32::MAX,
                _ => event.games_each,
            };
            if *known != opponent || *count > allowed {
                let error = EventError::TwiceInRound {
                    player,
                    round: number,
                };
                return Err(Fault::new(at, error));
            }
        }
        if data.pairings.is_some() {
            check_paired(&pairs, &found, game, event.games_each, &at)?;
        }
        games.push(found);
    }
    Ok((pairs, games))
}

/// A result must belong to a pairing of its round, with its colours where the pair plays one game.
fn check_paired(
    pairs: &[(usize, usize)],
    found: &Entry,
    game: &Game,
    games_each: u32,
    at: &str,
) -> Result<(), Fault<EventError>> {
    let (first, second, round) = (game.first, game.second, found.round);
    if pairs.contains(&(found.first, found.second)) {
        Ok(())
    } else if !pairs.contains(&(found.second, found.first)) {
        let error = EventError::NotPaired {
            first,
            second,
            round,
        };
        Err(Fault::new(at, error))
    } else if games_each == 1 {
        let error = EventError::ColoursExchanged {
            first,
            second,
            round,
        };
        Err(Fault::new(at, error))
    } else {
        Ok(())
    }
}

fn entry(
    game: &Game,
    round: usize,
    index: &HashMap<u32, usize>,
    at: &str,
) -> Result<Entry, Fault<EventError>> {
    let find = |number: u32| {
        index
            .get(&number)
            .copied()
            .ok_or_else(|| Fault::new(at, EventError::UnknownPlayer(number)))
    };
    let (first, second) = (find(game.first)?, find(game.second)?);
    if first == second {
        return Err(Fault::new(at, EventError::OwnOpponent(game.first)));
    }
    Ok(Entry {
        first,
        second,
        outcome: game.result,
        round,
        awarded: false,
        assessed: game.assessed,
    })
}

/// Nobody meets anybody more often than the event says.
fn check_meetings(event: &Event, reported: &[Entry]) -> Result<(), Fault<EventError>> {
    if matches!(event.system, System::Match | System::Knockout) {
        return Ok(());
    }
    let mut met: HashMap<(usize, usize), u32> = HashMap::new();
    let mut pointers = event.rounds.iter().enumerate().flat_map(|(round, data)| {
        (0..data.results.len()).map(move |game| format!("rounds/{round}/results/{game}"))
    });
    for game in reported {
        let at = pointers.next().unwrap_or_default();
        let pair = (game.first.min(game.second), game.first.max(game.second));
        let count = met.entry(pair).or_default();
        *count += 1;
        if *count > event.games_each {
            let error = EventError::MetAgain {
                first: event.players[game.first].number,
                second: event.players[game.second].number,
                allowed: event.games_each,
            };
            return Err(Fault::new(at, error));
        }
    }
    Ok(())
}

fn check_withdrawals(
    event: &Event,
    tournament: &Tournament,
    index: &HashMap<u32, usize>,
) -> Result<(), Fault<EventError>> {
    let mut seen = HashSet::new();
    for (place, withdrawal) in event.withdrawals.iter().enumerate() {
        let at = format!("withdrawals/{place}");
        let number = withdrawal.player;
        let Some(&player) = index.get(&number) else {
            return Err(Fault::new(at, EventError::UnknownPlayer(number)));
        };
        if !seen.insert(number) {
            return Err(Fault::new(at, EventError::PlayerTwice(number)));
        }
        if withdrawal.after_round > tournament.rounds {
            let error = EventError::BeyondRounds {
                player: number,
                after: withdrawal.after_round,
                rounds: tournament.rounds,
            };
            return Err(Fault::new(format!("{at}/after_round"), error));
        }
        let late = tournament.reported.iter().find(|game| {
            game.round > withdrawal.after_round
                && game.outcome.is_played()
                && (game.first == player || game.second == player)
        });
        if let Some(game) = late {
            let error = EventError::Withdrawn {
                player: number,
                after: withdrawal.after_round,
                round: game.round,
            };
            return Err(Fault::new(at, error));
        }
    }
    Ok(())
}
