//! One stretch, judged by several editions.

use qili_interpreter::judge;
use qili_report::Rulebook;
use qili_report::comparison::{self, Column};

use crate::arguments::{Judge, JudgeFormat};
use crate::edited;
use crate::output::{Done, Failure, no_json, print};

pub(super) fn run(arguments: &Judge) -> Done {
    let column = |name: &String| -> Result<Column, Failure> {
        let mut book = Rulebook::open(&edited::here(name, arguments.lang.language()))?;
        if let Some(nodes) = arguments.budget {
            book = book.with_budget(nodes);
        }
        let (start, moves) = super::position_and_moves(&book, arguments)?;
        let cycle = super::checked(&book, arguments, &start, &moves)?;
        let judged = judge(&book.engine, cycle);
        Ok(Column {
            name: name.clone(),
            book,
            judged,
        })
    };
    let columns = arguments
        .compare
        .iter()
        .map(column)
        .collect::<Result<Vec<_>, _>>()?;
    let language = arguments.lang.language();
    match arguments.format {
        JudgeFormat::Text => print(&comparison::text(&columns, language)),
        format => {
            let json = comparison::json(&columns, language).map_err(|error| no_json(&error))?;
            super::print_as(format, &json)
        }
    }
}
