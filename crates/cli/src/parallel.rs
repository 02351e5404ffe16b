//! Work on many items by several threads in bounded memory, with results in the order of the items.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use qili_words::{Language, both};

use crate::output::{self, Done};

/// Memory for items under way, in bytes for each thread. One slow item keeps back the results of as many others as fit.
const BUDGET: usize = 4 * 1024 * 1024;

/// What an item takes beside what it weighs, in bytes: its game, its result.
const OVERHEAD: usize = 2048;

/// How often an interruption is looked for while nothing arrives.
const PATIENCE: Duration = Duration::from_millis(50);

/// Set when the user wants the program to end.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C does not end the program at once: what is done is still handed over. A second one does.
pub(crate) fn catch_interruptions() {
    let caught = ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(output::INTERRUPTED);
        }
    });
    // without a handler Ctrl-C ends the program, as it does elsewhere
    drop(caught);
}

/// Whether the user wants the program to end.
pub(crate) fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// Ends the program after so many games, because the user wants it.
pub(crate) fn end_after(games: u64, language: Language) -> ! {
    let said = both!("{games} 局之后中断\n", "interrupted after {games} games\n");
    output::complain(said.get(language));
    std::process::exit(output::INTERRUPTED)
}

/// Takes results in the order of their items.
pub(crate) trait Sink<R> {
    /// The next result; an error ends the work.
    fn take(&mut self, result: R) -> Done;

    /// The user has interrupted the work after the last result; ends the program, because the thread that reads items may
    /// be waiting for input that never comes.
    fn interrupted(&mut self) -> !;
}

/// Something that takes memory while it waits.
pub(crate) trait Weight {
    /// How many bytes.
    fn weight(&self) -> usize;
}

/// How much more may be under way.
struct Budget {
    used: Mutex<usize>,
    freed: Condvar,
    limit: usize,
}

impl Budget {
    fn take(&self, weight: usize, stop: &AtomicBool) {
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        // an item that is too large for the budget goes alone
        while *used > 0 && *used + weight > self.limit && !stop.load(Ordering::Relaxed) {
            let waited = self.freed.wait_timeout(used, PATIENCE);
            used = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        *used += weight;
    }

    fn give_back(&self, weight: usize) {
        *self.used.lock().unwrap_or_else(PoisonError::into_inner) -= weight;
        self.freed.notify_one();
    }
}

/// Does `work` on every item, on `threads` threads beside the one that reads the items, and hands the results to `sink`
/// in the order of the items.
pub(crate) fn in_order<T: Weight + Send, R: Send>(
    threads: usize,
    items: impl Iterator<Item = T> + Send,
    work: impl Fn(T) -> R + Sync,
    sink: &mut impl Sink<R>,
) -> Done {
    let stop = AtomicBool::new(false);
    let budget = Budget {
        used: Mutex::new(0),
        freed: Condvar::new(),
        limit: threads * BUDGET,
    };
    let (give_job, jobs) = mpsc::channel::<(T, mpsc::SyncSender<R>)>();
    let jobs = Mutex::new(jobs);
    let (give_result, results) = mpsc::channel::<(Receiver<R>, usize)>();
    let next_job = || {
        let jobs = jobs.lock().unwrap_or_else(PoisonError::into_inner);
        jobs.recv().ok()
    };
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some((item, answer)) = next_job()
                    && !stop.load(Ordering::Relaxed)
                {
                    // after an error nobody waits for it
                    let _ = answer.send(work(item));
                }
            });
        }
        let (stop, budget) = (&stop, &budget);
        scope.spawn(move || {
            for item in items {
                let weight = item.weight() + OVERHEAD;
                budget.take(weight, stop);
                let (answer, result) = mpsc::sync_channel(1);
                let given = give_result.send((result, weight)).is_ok()
                    && give_job.send((item, answer)).is_ok();
                if !given || stop.load(Ordering::Relaxed) {
                    return;
                }
            }
        });
        let done = hand_over(&results, budget, sink);
        stop.store(true, Ordering::Relaxed);
        done
    })
}

/// Waits for each result in turn.
fn hand_over<R>(
    results: &Receiver<(Receiver<R>, usize)>,
    budget: &Budget,
    sink: &mut impl Sink<R>,
) -> Done {
    while let Some((result, weight)) = wait(results, sink) {
        // no result: the thread that worked on it has panicked, and the scope passes that on
        let Some(result) = wait(&result, sink) else {
            return Ok(());
        };
        sink.take(result)?;
        budget.give_back(weight);
    }
    Ok(())
}

/// Waits for a message, or for an interruption; nothing if there will be none.
fn wait<M, R>(messages: &Receiver<M>, sink: &mut impl Sink<R>) -> Option<M> {
    loop {
        if INTERRUPTED.load(Ordering::Relaxed) {
            sink.interrupted();
        }
        match messages.recv_timeout(PATIENCE) {
            Ok(message) => return Some(message),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Weight for usize {
        fn weight(&self) -> usize {
            // some alone exceed the budget
            if self.is_multiple_of(50) {
                20 * BUDGET
            } else {
                BUDGET / 3
            }
        }
    }

    struct Collected(Vec<usize>);

    impl Sink<usize> for Collected {
        fn take(&mut self, result: usize) -> Done {
            self.0.push(result);
            Ok(())
        }

        fn interrupted(&mut self) -> ! {
            unreachable!("nobody interrupts a test")
        }
    }

    #[test]
    fn results_come_in_order_from_any_number_of_threads() {
        for threads in [1, 2, 7] {
            let mut sink = Collected(Vec::new());
            let work = |item: usize| {
                thread::sleep(Duration::from_micros((item % 7) as u64 * 100));
                item * item
            };
            in_order(threads, 0..300, work, &mut sink).unwrap();
            let expected: Vec<_> = (0..300).map(|item| item * item).collect();
            assert_eq!(sink.0, expected);
        }
    }
}
