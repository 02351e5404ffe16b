//! An engine's question, many times over: from every position of random play, a round of four plies, and whether it would be
//! ruled against the side that begins it. Prints what a call costs, and what the whole ruling on the same round does.
//!
//! ```sh
//! cargo run -q --release -p qili --example engine -- 2020 10000
//! ```

use std::time::{Duration, Instant};

use qili::{Engine, Error, Move, Oracle, Position, Verdict};

fn main() -> Result<(), Error> {
    let mut arguments = std::env::args().skip(1);
    let engine = Engine::open(&arguments.next().unwrap_or_else(|| "2020".to_owned()))?;
    let calls = arguments
        .next()
        .and_then(|number| number.parse().ok())
        .unwrap_or(200);
    let budget = arguments
        .next()
        .and_then(|number| number.parse().ok())
        .unwrap_or(20_000);
    let mut oracle = Oracle::new(&engine);
    let mut random = Random(0x2545_F491_4F6C_DD1D);
    let (mut times, mut found) = (Vec::with_capacity(calls), [0; 3]);
    let mut whole = Duration::ZERO;
    let mut position = engine.start();
    while times.len() < calls {
        let Some(mv) = random.of(&position.legal_moves()) else {
            position = engine.start();
            continue;
        };
        if let Some(round) = round(&position, &mut random) {
            let stretch = position.stretch_unchecked(&round);
            let begun = Instant::now();
            let verdict = oracle.verdict(position.turn(), &stretch, budget);
            times.push(begun.elapsed());
            let begun = Instant::now();
            let _ = stretch.rule();
            whole += begun.elapsed();
            found[match verdict {
                Verdict::NotAgainst => 0,
                Verdict::Against(_) => 1,
                _ => 2,
            }] += 1;
        }
        position = position.play(&mv.to_string())?;
        if position.ended().is_some() {
            position = engine.start();
        }
    }
    let each = |sum: Duration| sum / u32::try_from(calls).unwrap_or(u32::MAX).max(1);
    let mean = each(times.iter().sum());
    times.sort();
    let at = |part: usize| times[(times.len() * part / 1000).min(times.len() - 1)];
    println!(
        "{} calls with at most {budget} units of work: mean {mean:?}, p50 {:?}, p99 {:?}, max {:?}",
        calls,
        at(500),
        at(990),
        at(1000)
    );
    println!("the whole ruling: mean {:?}", each(whole));
    println!(
        "not against {}, against {}, unknown {}; {:?}",
        found[0], found[1], found[2], oracle
    );
    Ok(())
}

/// A move of each side, and both back.
fn round(position: &Position, random: &mut Random) -> Option<[Move; 4]> {
    let back = |mv: Move| Move::new(mv.to, mv.from);
    let mut played = position.clone();
    let mut moves = [random.of(&position.legal_moves())?; 4];
    for index in 0..4 {
        moves[index] = match index {
            0 => moves[0],
            1 => random.of(&played.legal_moves())?,
            _ => back(moves[index - 2]),
        };
        played = played.play(&moves[index].to_string()).ok()?;
    }
    (played == *position).then_some(moves)
}

/// Marsaglia's xorshift.
struct Random(u64);

impl Random {
    fn of(&mut self, moves: &[Move]) -> Option<Move> {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let index = usize::try_from(self.0 % moves.len().max(1) as u64).ok()?;
        moves.get(index).copied()
    }
}
