//! What a site does: it has an event as data, and shows the table to people and gives it to programs.
//!
//! `cargo run -p qili-competition --example site`

use qili_competition::{Competition, report};
use qili_edition::yaml::Document;
use qili_words::{In, Language};

const EVENT: &str = "
system: round-robin
players:
  - { number: 1, name: 甲 }
  - { number: 2, name: 乙 }
  - { number: 3, name: 丙 }
rounds:
  - results: [{ first: 2, second: 3, result: draw }]
  - results: [{ first: 1, second: 2, result: win }]
  - results: [{ first: 3, second: 1, result: '-' }]
";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let competition = Competition::open("1965")?;
    let event = Document::parse("event.yaml", EVENT)?;

    let table = report::standings(&event, &competition, Language::Chinese)
        .map_err(|error| error.to_string())?;
    print!("{}", table.text);
    println!("{}", serde_json::to_string_pretty(&table.json["rows"][0])?);

    // What is wrong in the data is a diagnostic that shows the line.
    let wrong = EVENT.replace("second: 3", "second: 4");
    let wrong = Document::parse("event.yaml", wrong)?;
    if let Err(error) = report::standings(&wrong, &competition, Language::Chinese) {
        let mut text = String::new();
        let said = In::new(Language::Chinese, &*error);
        miette::NarratableReportHandler::new().render_report(&mut text, &said)?;
        eprintln!("{text}");
    }
    Ok(())
}
