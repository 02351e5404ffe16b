//! `qili test`

use qili_edition::folder::Folder;
use qili_report::Rulebook;
use qili_review::snapshot::{line, snapshot};
use qili_review::{Scope, run as run_case};

use crate::arguments::Test;
use crate::output::{Done, Failure, print};

pub(crate) fn run(arguments: &Test) -> Done {
    let editions: Vec<String> = if arguments.editions.is_empty() {
        Folder::shipped().map(str::to_owned).collect()
    } else {
        arguments.editions.clone()
    };
    let mut failed = 0;
    for reference in &editions {
        failed += edition(reference, arguments)?;
    }
    if failed == 0 {
        Ok(())
    } else {
        Err(Failure::Expectations)
    }
}

/// Runs the cases of an edition; the number of scenarios that fail.
fn edition(reference: &str, arguments: &Test) -> Result<usize, Failure> {
    let book = Rulebook::open(reference)?;
    let cases = book.edition.cases()?;
    let (mut all, mut failed) = (0, 0);
    let (mut natures, mut rulings) = ((0, 0), (0, 0));
    for case in &cases {
        for (id, scenario) in case.scenarios() {
            if arguments.case.as_ref().is_some_and(|wanted| {
                !id.contains(wanted.as_str()) && !case.id.contains(wanted.as_str())
            }) {
                continue;
            }
            let run = run_case(&book, case, id, scenario)?;
            all += 1;
            let add = |sum: &mut (usize, usize), part: (usize, usize)| {
                *sum = (sum.0 + part.0, sum.1 + part.1)
            };
            add(
                &mut natures,
                run.tally(|scope| matches!(scope, Scope::Natures(_))),
            );
            add(&mut rulings, run.tally(|scope| scope == Scope::Ruling));
            let passes = run.passes();
            if !passes {
                failed += 1;
            }
            if arguments.verbose {
                print(&format!(
                    "── {}/{id}\n{}\n",
                    book.edition.about.id,
                    snapshot(&book, &run)
                ))?;
            } else if !passes {
                let differences: String = run
                    .checks
                    .iter()
                    .filter(|check| check.fails())
                    .map(|check| format!("  {}", line(check)))
                    .collect();
                print(&format!("{}/{id}\n{differences}", book.edition.about.id))?;
            }
        }
    }
    print(&format!(
        "{}: {} of {all} cases as expected, natures {}/{}, rulings {}/{}\n",
        book.edition.about.id,
        all - failed,
        natures.0,
        natures.1,
        rulings.0,
        rulings.1
    ))?;
    Ok(failed)
}
