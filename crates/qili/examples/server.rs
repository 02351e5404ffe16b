//! A server's part in a game, in twenty lines: moves and words come in, what the rules say goes out.
//!
//! ```sh
//! echo 'd1e1 e9f9 e1f1 f9e9 f1e1 e9f9 e1f1 f9e9 f1e1 claim' | cargo run -q -p qili --example server -- '4k4/9/9/9/9/9/9/9/3R5/3K5 w'
//! ```

use qili::{Engine, Error, Language, Referee};

fn main() -> Result<(), Error> {
    let engine = Engine::open("2020")?;
    let start = std::env::args()
        .nth(1)
        .unwrap_or_else(|| "start".to_owned());
    let mut referee = Referee::new(&engine.position(&start)?);
    for line in std::io::stdin().lines().map_while(Result::ok) {
        for word in line.split_whitespace() {
            let turn = referee.position().turn();
            let said = match word {
                "claim" => referee
                    .claim(turn)
                    .map(|ruling| ruling.text(Language::English)),
                "undo" => Ok(format!("taken back: {:?}", referee.undo())),
                "resign" => Ok(format!("{:?}", referee.resign(turn))),
                mv => referee
                    .play(mv)
                    .map(|played| format!("{}, {:?}", played.mv, referee.status())),
            };
            println!("{}", said.unwrap_or_else(|error| error.to_string()));
            for claim in referee.claims().iter() {
                println!("  {:?} may claim: {}", claim.by, claim.ruling);
            }
        }
    }
    Ok(())
}
