//! Attempts that many wait for: one is under way at a time, and everyone gets its outcome.

use std::{future::Future, time::Duration};

use futures::{
    FutureExt,
    future::{BoxFuture, Shared},
};
use tokio::time::Instant;

use crate::texts::Fault;

/// How long what failed is left alone, at first and at most.
const PAUSES: (Duration, Duration) = (Duration::from_millis(200), Duration::from_secs(3));

/// An attempt under way, whose outcome goes to everyone who waits for it.
pub(crate) type Attempt<T> = Shared<BoxFuture<'static, Result<T, Fault>>>;

/// Joins the attempt that is under way, if there is one.
pub(crate) fn under_way<T: Clone>(attempt: Option<&Attempt<T>>) -> Option<Attempt<T>> {
    attempt.filter(|attempt| attempt.peek().is_none()).cloned()
}

/// Starts an attempt, which goes on whoever of those that wait for it goes away. `failed` is its outcome if it panics.
pub(crate) fn start<T: Clone + Send + Sync + 'static>(
    attempt: impl Future<Output = Result<T, Fault>> + Send + 'static,
    failed: Fault,
) -> Attempt<T> {
    tokio::spawn(attempt).map(|outcome| outcome.unwrap_or(Err(failed))).boxed().shared()
}

/// What failed, and until when it is not tried again.
pub(crate) struct Down {
    until: Instant,
    pause: Duration,
    fault: Fault,
}

impl Down {
    /// The state after a failure, and before it another if there was one.
    pub(crate) fn after(before: Option<Self>, fault: Fault) -> Self {
        let (least, most) = PAUSES;
        let pause = before.map_or(least, |down| (down.pause * 2).min(most));
        Self { until: Instant::now() + pause, pause, fault }
    }

    /// Why it is not tried again yet.
    pub(crate) fn fault(down: Option<&Self>) -> Option<Fault> {
        down.filter(|down| Instant::now() < down.until).map(|down| down.fault.clone())
    }
}
