//! `qili table`

use qili_report::Rulebook;
use qili_review::table::table;

use crate::arguments::{PageFormat, Table};
use crate::edited;
use crate::output::{Done, Failure, print_json_to, print_to};

pub(crate) fn run(arguments: &Table) -> Done {
    let language = arguments.lang.language();
    let references = arguments.editions.iter();
    let references: Vec<String> = references
        .map(|reference| edited::here(reference, language))
        .collect();
    let books = references.iter().map(|one| Rulebook::open(one));
    let books: Vec<Rulebook> = books.collect::<Result<_, _>>().map_err(Failure::from)?;
    let ids: Vec<&String> = books.iter().map(|book| &book.edition.about.id).collect();
    let labels: Vec<String> = ids
        .iter()
        .zip(&references)
        .map(|(id, reference)| {
            // the same edition here and in another checkout
            match ids.iter().filter(|other| other == &id).count() {
                1 => (*id).clone(),
                _ => format!("{id} ({reference})"),
            }
        })
        .collect();
    let mut found = table(&books, &labels, language)?;
    if arguments.differing {
        found = found.differing();
    }
    let output = arguments.output.as_deref();
    match arguments.format {
        PageFormat::Text => print_to(output, &found.text(language)),
        PageFormat::Markdown => print_to(output, &found.markdown(language)),
        PageFormat::Json => print_json_to(output, &found),
        PageFormat::Html => print_to(output, &found.html(&books, language)),
    }
}
