//! The command `qili`: reads the arguments and hands the work to the library crates.

mod competition;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "qili", version, about)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Competition(competition::Args),
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Competition(args) => competition::run(&args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(report) => {
            eprintln!("{report:?}");
            ExitCode::from(2)
        }
    }
}
