//! Work that takes a while: so much at a time, each with a time, stopped when nobody waits for it any more.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::Problem;

/// How long a question may take, waiting included.
const TIME: Duration = Duration::from_secs(20);

/// How many questions may wait.
const WAITING: usize = 1024;

/// Says to a work that it is not wanted any more.
#[derive(Debug, Clone, Default)]
pub(crate) struct Stop(Arc<AtomicBool>);

impl Stop {
    /// The flag, for an engine to look at.
    pub(crate) fn flag(&self) -> Arc<AtomicBool> {
        self.0.clone()
    }

    /// Goes on only where somebody waits.
    pub(crate) fn check(&self) -> Result<(), Problem> {
        if self.0.load(Ordering::Relaxed) {
            return Err(Problem::too_long());
        }
        Ok(())
    }
}

/// Stops a work when the one who waits for it goes.
struct Waiting(Stop);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.0.store(true, Ordering::Relaxed);
    }
}

/// Who does the work.
#[derive(Debug)]
pub(crate) struct Workers {
    places: Semaphore,
    hands: Arc<Semaphore>,
    time: Duration,
}

impl Workers {
    /// As many as there are cores.
    pub(super) fn new() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            places: Semaphore::new(WAITING),
            hands: Arc::new(Semaphore::new(cores)),
            time: TIME,
        }
    }

    /// Does something that takes a while.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Stop) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let _place = self.places.try_acquire().map_err(|_| Problem::busy())?;
        let stop = Stop::default();
        let _waiting = Waiting(stop.clone());
        let hands = self.hands.clone();
        let done = timeout(self.time, async {
            let hand = hands.acquire_owned().await;
            let work = spawn_blocking(move || {
                // it is taken until the work has ended, whoever still waits for it
                let _hand = hand;
                stop.check()?;
                let done = work(&stop);
                // what was found after it was stopped is not whole
                stop.check().and(done)
            });
            work.await.unwrap_or_else(|_| Err(Problem::broken()))
        });
        done.await.unwrap_or_else(|_| Err(Problem::too_long()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_time<T>(what: impl Future<Output = T>) -> T {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()
            .unwrap();
        let done = runtime.block_on(async { timeout(Duration::from_secs(10), what).await });
        runtime.shutdown_background();
        done.unwrap()
    }

    fn until_stopped(stop: &Stop) -> Result<(), Problem> {
        while stop.check().is_ok() {
            std::thread::sleep(Duration::from_millis(1));
        }
        Ok(())
    }

    #[test]
    fn work_that_takes_too_long_is_stopped_and_makes_room() {
        let workers = Workers {
            places: Semaphore::new(2),
            hands: Arc::new(Semaphore::new(1)),
            time: Duration::from_millis(500),
        };
        in_time(async {
            assert!(workers.run(until_stopped).await.is_err());
            assert!(matches!(workers.run(|_| Ok(7)).await, Ok(7)));
        });
    }

    #[test]
    fn who_goes_stops_the_work() {
        let workers = Workers::new();
        in_time(async {
            let gone = timeout(Duration::from_millis(50), workers.run(until_stopped));
            assert!(gone.await.is_err());
            // every hand comes free again
            let cores = std::thread::available_parallelism().map_or(1, usize::from);
            let cores = u32::try_from(cores).unwrap();
            assert!(workers.hands.acquire_many(cores).await.is_ok());
        });
    }

    #[test]
    fn more_than_can_wait_are_sent_away() {
        let workers = Workers {
            places: Semaphore::new(0),
            hands: Arc::new(Semaphore::new(1)),
            time: TIME,
        };
        in_time(async { assert!(workers.run(|_| Ok(())).await.is_err()) });
    }

    #[test]
    fn a_work_that_breaks_is_answered() {
        let workers = Workers::new();
        in_time(async {
            let broken = workers.run(|_| -> Result<(), Problem> { panic!("a test breaks it") });
            assert!(broken.await.is_err());
            assert!(workers.run(|_| Ok(())).await.is_ok());
        });
    }
}
