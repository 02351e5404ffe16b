//! What the interpreter says about the moves of a game: repetitions, checks and natures.

use std::collections::HashMap;

use qili_board::{Move, Position};
use qili_edition::yaml::Document;
use qili_interpreter::cycle::MAX_CYCLE;
use qili_interpreter::judge;
use qili_interpreter::replay::{Repetition, Replay};

use crate::Result;
use crate::clock::PlyNature;
use crate::document::{Fault, locate};
use crate::pieces::Pieces;

/// The moves of a game, which must be legal.
pub(super) fn moves<'a>(
    document: &Document,
    pieces: Pieces<'_>,
    start: &Position,
    texts: impl IntoIterator<Item = (String, &'a str)>,
) -> Result<Vec<Move>> {
    let mut position = start.clone();
    let mut moves = Vec::new();
    for (at, text) in texts {
        let mv = pieces
            .read(text, &position)
            .map_err(|error| locate(document, Fault::new(at, error)))?;
        position.play(mv);
        moves.push(mv);
    }
    Ok(moves)
}

/// For each ply of a game of legal moves: which ply it repeats, and its natures where its stretch repeats.
pub(super) fn natures(pieces: Pieces<'_>, start: &Position, moves: &[Move]) -> Vec<PlyNature> {
    let names = &pieces.rulebook.engine.rules().natures;
    let mut replay = Replay::unchecked(pieces.rulebook.engine.clone(), start.clone());
    // The first time that each position of the game stood.
    let mut first: Vec<usize> = vec![0];
    // Natures by the positions before and after a ply and the length of its cycle: a game may go round many times.
    let mut known: HashMap<(usize, usize, usize), Vec<String>> = HashMap::new();
    let mut plies: Vec<PlyNature> = Vec::new();
    for &mv in moves {
        let Ok(repetition) = replay.play(mv) else {
            break;
        };
        let now = first.len();
        let earliest = repetition.map_or(now, |repetition| first[repetition.since]);
        first.push(earliest);
        plies.push(PlyNature {
            natures: Vec::new(),
            repeats: (0 < earliest && earliest < now).then_some(earliest),
        });
        let judged = |repetition: &Repetition| {
            !names.is_empty() && repetition.last_round().len() <= MAX_CYCLE
        };
        let Some(repetition) = repetition.filter(judged) else {
            continue;
        };
        let length = now - repetition.since;
        let key = |ply: usize| (first[ply], first[ply + 1], length);
        if let Some(natures) = known.get(&key(now - 1)) {
            plies[now - 1].natures.clone_from(natures);
            continue;
        }
        for judged in judge(
            &pieces.rulebook.engine,
            replay.cycle(repetition.last_round()),
        )
        .plies
        {
            let ply = repetition.since + judged.ply.0;
            let natures: Vec<String> = judged
                .natures
                .iter()
                .filter_map(|id| names.get(id.index()))
                .flat_map(|nature| [nature.names.zh.clone(), nature.names.en.clone()])
                .collect();
            known.insert(key(ply), natures.clone());
            plies[ply].natures = natures;
        }
    }
    plies
}

/// For each ply of a game of legal moves: whether it gives check.
pub(super) fn checks(pieces: Pieces<'_>, start: &Position, moves: &[Move]) -> Vec<bool> {
    let mut position = start.clone();
    let played = moves.iter().map(|&mv| {
        position.play(mv);
        pieces.movement().in_check(&position, position.turn())
    });
    played.collect()
}
