//! The command `qili`: reads the arguments and hands the work to the library crates.

fn main() {}
