//! The command `qili`: reads the arguments and hands the work to the library crates.

// what cannot be printed is no panic: see `output`
#![warn(clippy::print_stderr, clippy::print_stdout)]

mod arguments;
mod commands;
mod competition;
mod edited;
mod games;
mod help;
mod inputs;
mod output;
mod parallel;

use std::process::ExitCode;

use arguments::Command;
use output::Failure;

fn main() -> ExitCode {
    let arguments = help::parse();
    output::set_error_style();
    let done = match arguments.command {
        Command::Judge(judge) => commands::judge::run(&judge),
        Command::Test(test) => commands::test::run(&test),
        Command::Check(check) => commands::check::run(&check),
        Command::Coverage(coverage) => commands::coverage::run(&coverage),
        Command::Diff(diff) => commands::diff::run(&diff),
        Command::Fmt(fmt) => commands::fmt::run(&fmt),
        Command::Convert(convert) => commands::convert::run(&convert),
        Command::Book(book) => commands::book::run(&book),
        Command::Board(board) => commands::board::run(&board),
        Command::New(new) => commands::new::run(&new),
        Command::Table(table) => commands::table::run(&table),
        Command::Perft(perft) => commands::perft::run(&perft),
        Command::Serve(serve) => commands::serve::run(&serve),
        Command::Show(show) => commands::show::run(&show),
        Command::Competition(args) => competition::run(&args).map_err(Failure::Report),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Expectations) => ExitCode::from(1),
        Err(Failure::Quiet) => ExitCode::from(2),
        Err(failure @ Failure::Report(_)) => {
            failure.report();
            ExitCode::from(2)
        }
    }
}
