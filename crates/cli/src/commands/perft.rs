//! `qili perft`

use std::fmt::Write as _;

use qili_interpreter::movement::MoveList;
use qili_report::Rulebook;

use crate::arguments::Perft;
use crate::output::{Done, print};

pub(crate) fn run(arguments: &Perft) -> Done {
    let book = Rulebook::open(&arguments.rules.rules)?;
    let mut start = qili_report::given::position(&book, &arguments.fen)?;
    if !arguments.divide || arguments.depth == 0 {
        return print(&format!(
            "{}\n",
            book.movement().perft(&mut start, arguments.depth)
        ));
    }
    let mut moves = MoveList::new();
    book.movement().legal_moves(&start, &mut moves);
    let mut text = String::new();
    let mut total = 0;
    for &mv in moves.iter() {
        let captured = start.play(mv);
        let count = book.movement().perft(&mut start, arguments.depth - 1);
        start.undo(mv, captured);
        total += count;
        let _ = writeln!(text, "{mv} {count}");
    }
    print(&format!("{text}\n{total}\n"))
}
