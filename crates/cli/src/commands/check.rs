//! `qili check`

use qili_edition::Notice;
use qili_edition::folder::Folder;
use qili_report::Rulebook;
use qili_review::check::{Checked, check};
use qili_review::things::label;
use qili_words::Language;

use crate::arguments::Check;
use crate::edited;
use crate::output::{Done, Failure, complain, print, rendered};

pub(crate) fn run(arguments: &Check) -> Done {
    let editions: Vec<String> = if arguments.editions.is_empty() {
        Folder::shipped().map(str::to_owned).collect()
    } else {
        arguments.editions.clone()
    };
    let language = arguments.lang.language();
    let (mut wrong, mut doubtful) = (false, false);
    for reference in &editions {
        match open(&edited::here(reference, language)) {
            Ok((book, checked, notices)) => {
                let errors = checked.findings.iter().filter(|one| one.is_error()).count();
                let advice = checked
                    .findings
                    .iter()
                    .filter(|one| one.is_advice())
                    .count();
                let warnings =
                    checked.findings.len() - errors - advice + notices.len() + checked.mixed.len();
                wrong |= errors > 0;
                doubtful |= warnings > 0;
                print(&summary(&book, &checked, errors, warnings, language))?;
                for notice in notices {
                    complain(&rendered(language, &notice));
                }
                for mixed in checked.mixed {
                    complain(&rendered(language, &mixed));
                }
                for finding in checked.findings {
                    complain(&rendered(language, &finding));
                }
            }
            Err(failure) => {
                failure.report(language);
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

fn summary(
    book: &Rulebook,
    checked: &Checked,
    errors: usize,
    warnings: usize,
    language: Language,
) -> String {
    let proof = checked.proof;
    let edition = label(&book.edition.about.id, language);
    let (clauses, cases) = (book.edition.clauses.len(), checked.scenarios);
    let mut text = match language {
        Language::Chinese => format!(
            "{edition}：条目 {clauses} 条，判例 {cases} 例，错误 {errors} 处，疑问 {warnings} 处\n"
        ),
        Language::English => format!(
            "{edition}: {clauses} clauses, {cases} cases, {errors} errors, {warnings} warnings\n"
        ),
    };
    let (decided, all, open) = (proof.decided, proof.combinations, proof.open);
    if all > 0 {
        text += &match language {
            Language::Chinese => {
                format!("  裁决：双方着法的 {all} 种组合，已有裁决的 {decided} 种")
            }
            Language::English => format!(
                "  rulings: {decided} of {all} combinations of what the two sides can do are covered"
            ),
        };
        if open > 0 {
            text += &match language {
                Language::Chinese => format!("，{open} 种要看局面"),
                Language::English => format!(", {open} depend on the board"),
            };
        }
        text.push('\n');
    }
    text
}
