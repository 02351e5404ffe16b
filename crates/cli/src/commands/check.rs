//! `qili check`

use qili_edition::Notice;
use qili_edition::folder::Folder;
use qili_report::Rulebook;
use qili_review::check::{Checked, check};
use qili_words::Language;

use crate::arguments::Check;
use crate::edited;
use crate::output::{Done, Failure, complain, print};

pub(crate) fn run(arguments: &Check) -> Done {
    let editions: Vec<String> = if arguments.editions.is_empty() {
        Folder::shipped().map(str::to_owned).collect()
    } else {
        arguments.editions.clone()
    };
    let (mut wrong, mut doubtful) = (false, false);
    for reference in &editions {
        match open(&edited::here(reference, Language::English)) {
            Ok((book, checked, notices)) => {
                let errors = checked.findings.iter().filter(|one| one.is_error()).count();
                let warnings =
                    checked.findings.len() - errors + notices.len() + checked.mixed.len();
                wrong |= errors > 0;
                doubtful |= warnings > 0;
                print(&summary(&book, &checked, errors, warnings))?;
                for notice in notices {
                    complain(&format!("{:?}\n", miette::Report::new(notice)));
                }
                for mixed in checked.mixed {
                    complain(&format!("{:?}\n", miette::Report::new(mixed)));
                }
                for finding in checked.findings {
                    complain(&format!("{:?}\n", miette::Report::new(finding)));
                }
            }
            Err(failure) => {
                failure.report();
                wrong = true;
            }
        }
    }
    match (wrong, doubtful && arguments.deny) {
        (true, _) => Err(Failure::Quiet),
        (false, true) => Err(Failure::Expectations),
        (false, false) => Ok(()),
    }
}

fn open(reference: &str) -> Result<(Rulebook, Checked, Vec<Notice>), Failure> {
    let book = Rulebook::open(reference)?;
    let checked = check(&book)?;
    let notices = book.edition.notices(&book.edition.cases()?);
    Ok((book, checked, notices))
}

fn summary(book: &Rulebook, checked: &Checked, errors: usize, warnings: usize) -> String {
    let proof = checked.proof;
    let mut text = format!(
        "{}: {} clauses, {} cases, {errors} errors, {warnings} warnings\n",
        book.edition.about.id,
        book.edition.clauses.len(),
        checked.scenarios,
    );
    if proof.combinations > 0 {
        text += &format!(
            "  rulings: {} of {} combinations of what the two sides can do are covered",
            proof.decided, proof.combinations
        );
        if proof.open > 0 {
            text += &format!(", {} depend on the board", proof.open);
        }
        text.push('\n');
    }
    text
}
