//! `qili check`

use qili_edition::folder::Folder;
use qili_report::Rulebook;

use crate::arguments::Check;
use crate::output::{Done, Failure, print};

pub(crate) fn run(arguments: &Check) -> Done {
    let editions: Vec<String> = if arguments.editions.is_empty() {
        Folder::shipped().map(str::to_owned).collect()
    } else {
        arguments.editions.clone()
    };
    let mut wrong = false;
    for reference in &editions {
        match Rulebook::open(reference).and_then(|book| Ok((book.edition.cases()?.len(), book))) {
            Ok((cases, book)) => {
                print(&format!(
                    "{}: {} clauses, {cases} cases\n",
                    book.edition.about.id,
                    book.edition.clauses.len(),
                ))?;
            }
            Err(error) => {
                eprintln!("{:?}", miette::Report::new(error));
                wrong = true;
            }
        }
    }
    if wrong { Err(Failure::Quiet) } else { Ok(()) }
}
