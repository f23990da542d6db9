//! What is fetched when somebody needs it: one attempt is under way at a time, and everyone who waits gets its outcome.

use std::{
    future::Future,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use futures::{
    FutureExt,
    future::{BoxFuture, Shared},
};
use tokio::time::Instant;

use crate::texts::Fault;

/// How long what failed is left alone, at first and at most.
const PAUSES: (Duration, Duration) = (Duration::from_millis(200), Duration::from_secs(3));

/// An attempt under way, whose outcome goes to everyone who waits for it.
type Attempt<T> = Shared<BoxFuture<'static, Result<T, Fault>>>;

/// A value that is fetched when it is needed, and kept. Nothing waits with its lock held.
pub(crate) struct Fetched<T>(Mutex<State<T>>);

struct State<T> {
    value: Option<T>,
    attempt: Option<Attempt<T>>,
    down: Option<Down>,
}

/// What failed, and until when it is not tried again.
struct Down {
    until: Instant,
    pause: Duration,
    fault: Fault,
}

impl<T> Default for Fetched<T> {
    fn default() -> Self {
        Self(Mutex::new(State { value: None, attempt: None, down: None }))
    }
}

impl<T: Clone + Send + Sync + 'static> Fetched<T> {
    fn state(&self) -> MutexGuard<'_, State<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the value that is kept, if there is one.
    pub(crate) fn kept(&self) -> Option<T> {
        self.state().value.clone()
    }

    /// Drops the value if it is one that is meant, and gives it back.
    pub(crate) fn take_if(&self, is_meant: impl FnOnce(&mut T) -> bool) -> Option<T> {
        self.state().value.take_if(is_meant)
    }

    /// Keeps the outcome of an attempt. A failure is left alone for a while if it `pauses`.
    pub(crate) fn keep(&self, outcome: &Result<T, Fault>, pauses: bool) {
        let mut state = self.state();
        state.attempt = None;
        match outcome {
            Ok(value) => {
                state.value = Some(value.clone());
                state.down = None;
            }
            Err(fault) if pauses => {
                let (least, most) = PAUSES;
                let pause = state.down.take().map_or(least, |down| (down.pause * 2).min(most));
                let until = Instant::now() + pause;
                state.down = Some(Down { until, pause, fault: fault.clone() });
            }
            Err(_) => {}
        }
    }

    /// Forgets what failed.
    pub(crate) fn resume(&self) {
        self.state().down = None;
    }

    /// Returns the value if it `holds`, or the outcome of the attempt under way, or else of a new one. An attempt goes on
    /// whoever of those that wait for it goes away, and ends by [`Fetched::keep`]. `failed` is its outcome if it panics.
    pub(crate) async fn get<A>(
        &self,
        holds: impl FnOnce(&T) -> bool,
        begin: impl FnOnce() -> A,
        failed: Fault,
    ) -> Result<T, Fault>
    where
        A: Future<Output = Result<T, Fault>> + Send + 'static,
    {
        let attempt = {
            let mut state = self.state();
            if let Some(value) = state.value.as_ref().filter(|value| holds(value)) {
                return Ok(value.clone());
            }
            match state.attempt.clone().filter(|attempt| attempt.peek().is_none()) {
                Some(attempt) => attempt,
                None => {
                    state.value = None;
                    if let Some(down) = &state.down
                        && Instant::now() < down.until
                    {
                        return Err(down.fault.clone());
                    }
                    let outcome = tokio::spawn(begin());
                    let attempt = outcome.map(|outcome| outcome.unwrap_or(Err(failed)));
                    state.attempt.insert(attempt.boxed().shared()).clone()
                }
            }
        };
        attempt.await
    }
}
