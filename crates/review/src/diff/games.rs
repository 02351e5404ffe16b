//! Games, watched through the procedures of two editions.

use qili_board::{Move, Position, Side as Colour, fen};
use qili_interpreter::procedure::{Policy, Watched, watch};
use qili_notation::game::Game;
use qili_report::Rulebook;
use qili_words::{Language, Report, Said, both, in_both};
use serde::Serialize;

use super::cases::{Side, ruling};

/// The games of some files, compared.
#[derive(Debug, Clone, Default, Serialize)]
pub struct GamesCompared {
    /// How many could be played by both editions.
    pub compared: usize,
    /// How many could not be read or played to their end.
    pub unreadable: usize,
    /// Those that come out otherwise, in the order of the files.
    pub changes: Vec<GameChange>,
}

/// A game that comes out otherwise.
#[derive(Debug, Clone, Serialize)]
pub struct GameChange {
    /// The file.
    pub file: String,
    /// The game's number in it, from 1.
    pub number: u64,
    /// Who played it, as far as the record says: Red, Black.
    pub players: [Option<String>; 2],
    /// What the first edition says.
    pub old: Side,
    /// After which ply it says so, from 1.
    pub old_ply: usize,
    /// What the second edition says.
    pub new: Side,
    /// After which ply it says so, from 1.
    pub new_ply: usize,
}

/// Compares what two editions make of a game that was read by the movement and names of the first.
///
/// # Errors
/// Why the second edition cannot play it.
pub fn compare_game(
    old: &Rulebook,
    new: &Rulebook,
    file: &str,
    game: &Game,
    language: Language,
) -> Result<Option<GameChange>, Report> {
    let start = game.start.position.clone();
    let moves: Vec<Move> = game.moves().collect();
    let (before, after) = played(old, new, start, &moves).map_err(|error| {
        let (id, number) = (&new.edition.about.id, game.number);
        let (why, help) = in_both(&*error);
        let said = Said::new(
            "qili::diff::game",
            both!(
                "`{file}` 第 {number} 局不能按 `{id}` 走：{}",
                "`{file}`, game {number} cannot be played by `{id}`: {}"; why
            ),
        );
        match help {
            Some(help) => said.help(help),
            None => said,
        }
    })?;
    if before.outcome() == after.outcome() {
        return Ok(None);
    }
    let player = |side| game.player(side).map(str::to_owned);
    let ((old_ply, old), (new_ply, new)) = (
        decided(old, &before, language),
        decided(new, &after, language),
    );
    Ok(Some(GameChange {
        file: file.to_owned(),
        number: game.number,
        players: Colour::ALL.map(player),
        old,
        old_ply,
        new,
        new_ply,
    }))
}

/// A game by both editions, each with its own handles of pieces.
fn played(
    old: &Rulebook,
    new: &Rulebook,
    start: Position,
    moves: &[Move],
) -> Result<(Watched, Watched), Report> {
    let text = fen::write(&start, old.vocabulary.alphabet());
    let there = fen::parse(&text, new.vocabulary.alphabet())?.position;
    let watched = |book: &Rulebook, start| {
        let procedure = book.edition.procedure();
        watch(&book.engine, procedure, start, moves, Policy::Last)
    };
    Ok((watched(old, start)?, watched(new, there)?))
}

/// What an edition made of a game, and after which ply.
fn decided(book: &Rulebook, watched: &Watched, language: Language) -> (usize, Side) {
    let (ply, mut says) = match (watched.ruled(), watched.ending()) {
        (Some((moment, made)), None) => (moment.repetition.now, ruling(book, &made, language)),
        (_, Some(clause)) => (
            watched.game().moves().len(),
            Side {
                says: String::new(),
                because: book.cited(clause, language),
            },
        ),
        (None, None) => (
            watched.game().moves().len(),
            Side {
                says: String::new(),
                because: language
                    .of(
                        "没有可以裁决的重复局面",
                        "no repetition that can be ruled on",
                    )
                    .to_owned(),
            },
        ),
    };
    // what the game came to may be more than the ruling: a loss by not complying
    if says.says != watched.outcome().to_string() && watched.made().is_some() {
        let outcome = watched.outcome().said(language);
        says.because = format!(
            "{}{}{outcome}",
            says.because,
            language.of("；终为", "; in the end ")
        );
    }
    says.says = watched.outcome().to_string();
    (ply, says)
}
