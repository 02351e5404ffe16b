//! Threads that work behind the one that takes messages.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};

/// Whether what is worked on is still wanted.
#[derive(Debug, Clone, Default)]
pub(crate) struct Wanted {
    cancelled: Arc<AtomicBool>,
    /// The newest revision, and the one that this is about; work that is to be dropped when anything changes.
    newest: Option<(Arc<AtomicU64>, u64)>,
}

impl Wanted {
    /// Wanted until it is cancelled.
    pub(crate) fn always() -> Self {
        Self::default()
    }

    /// Wanted as long as nothing changes.
    pub(crate) fn until_changed(newest: &Arc<AtomicU64>, revision: u64) -> Self {
        Self {
            newest: Some((Arc::clone(newest), revision)),
            ..Self::default()
        }
    }

    /// Nobody wants it any more.
    pub(crate) fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether to go on.
    pub(crate) fn still(&self) -> bool {
        let current =
            |(newest, own): &(Arc<AtomicU64>, u64)| newest.load(Ordering::Relaxed) == *own;
        !self.cancelled.load(Ordering::Relaxed) && self.newest.as_ref().is_none_or(current)
    }
}

type Work = Box<dyn FnOnce() + Send>;

/// A thread with a queue.
#[derive(Debug)]
pub(crate) struct Worker {
    queue: Sender<(Wanted, Work)>,
}

impl Worker {
    /// Begins one.
    pub(crate) fn new() -> Self {
        let (queue, jobs) = channel::<(Wanted, Work)>();
        std::thread::spawn(move || {
            for (wanted, work) in jobs {
                if wanted.still() {
                    // whoever asked is answered by what the work leaves behind when it unwinds
                    let _ = catch_unwind(AssertUnwindSafe(work));
                }
            }
        });
        Self { queue }
    }

    /// Works when everything before is done, if it is still wanted then.
    pub(crate) fn add(&self, wanted: &Wanted, work: impl FnOnce() + Send + 'static) {
        // the thread ends only with this value
        let _ = self.queue.send((wanted.clone(), Box::new(work)));
    }
}
