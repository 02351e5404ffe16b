//! Requests of a program that keeps the command beside it, each answered on a line.

use std::io::{BufRead, BufReader, Read as _};

use qili::Engine;
use qili::request::{Desk, MAX_REQUEST};

use crate::arguments::Judge;
use crate::games;
use crate::output::{self, Done, print};
use crate::parallel::{self, Sink, Weight};

pub(super) fn run(arguments: &Judge) -> Done {
    let mut engine = Engine::open(&arguments.rules.rules)?;
    if let Some(nodes) = arguments.budget {
        engine = engine.with_budget(nodes);
    }
    let desk = Desk::new(&engine, arguments.lang.language());
    parallel::catch_interruptions();
    let threads = games::threads(arguments.threads);
    let lines = Lines(BufReader::new(std::io::stdin()));
    let work = |line: Line| desk.answer(&line.0) + "\n";
    parallel::in_order(threads, lines, work, &mut Printer)
}

/// A request.
struct Line(String);

impl Weight for Line {
    fn weight(&self) -> usize {
        self.0.len()
    }
}

/// The lines of a source that say something. Of one that is too long the beginning is kept, which is too long, too.
struct Lines<R>(R);

impl<R: BufRead> Iterator for Lines<R> {
    type Item = Line;

    fn next(&mut self) -> Option<Line> {
        loop {
            let mut line = Vec::new();
            let most = MAX_REQUEST as u64 + 1;
            // a source that fails has come to its end
            let read = self
                .0
                .by_ref()
                .take(most)
                .read_until(b'\n', &mut line)
                .ok()?;
            if read == 0 {
                return None;
            }
            if line.last() != Some(&b'\n') {
                self.skip_line()?;
            }
            let text = String::from_utf8_lossy(&line);
            if !text.trim().is_empty() {
                return Some(Line(text.trim_end().to_owned()));
            }
        }
    }
}

impl<R: BufRead> Lines<R> {
    /// Passes over what is left of a line.
    fn skip_line(&mut self) -> Option<()> {
        loop {
            let buffer = self.0.fill_buf().ok()?;
            let end = buffer.iter().position(|&byte| byte == b'\n');
            let passed = end.map_or(buffer.len(), |end| end + 1);
            self.0.consume(passed);
            if end.is_some() || passed == 0 {
                return Some(());
            }
        }
    }
}

struct Printer;

impl Sink<String> for Printer {
    fn take(&mut self, answer: String) -> Done {
        print(&answer)
    }

    fn interrupted(&mut self) -> ! {
        std::process::exit(output::INTERRUPTED)
    }
}
