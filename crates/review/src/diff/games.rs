//! Games, watched through the procedures of two editions.

use qili_board::{Move, Position, Side as Colour, fen};
use qili_interpreter::procedure::{Policy, Watched, watch};
use qili_notation::game::Game;
use qili_report::Rulebook;
use qili_words::Language;
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
/// Why one of the editions cannot play it.
pub fn compare_game(
    old: &Rulebook,
    new: &Rulebook,
    file: &str,
    game: &Game,
    language: Language,
) -> Result<Option<GameChange>, String> {
    let start = game.start.position.clone();
    let moves: Vec<Move> = game.moves().collect();
    let there = translated(old, new, &start)?;
    let before = watched(old, start, &moves)?;
    let after = watched(new, there, &moves)?;
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

fn watched(book: &Rulebook, start: Position, moves: &[Move]) -> Result<Watched, String> {
    let procedure = book.edition.procedure();
    watch(&book.engine, procedure, start, moves, Policy::Last)
        .map_err(|error| format!("{}: {error}", book.edition.about.id))
}

/// The same position with the other edition's handles of pieces.
fn translated(from: &Rulebook, to: &Rulebook, position: &Position) -> Result<Position, String> {
    let text = fen::write(position, from.vocabulary.alphabet());
    fen::parse(&text, to.vocabulary.alphabet())
        .map(|fen| fen.position)
        .map_err(|error| format!("{}: {error}", to.edition.about.id))
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
