//! Who may work: places for what runs, kept until what it gave is written.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};

/// How long a request waits for a place when the server is busy.
const WAIT: Duration = Duration::from_secs(1);
/// How many bytes of answers may wait for their readers before no further call begins.
const UNREAD: usize = 32 * 1024 * 1024;

/// A place of a call or of a reading. It is free again when its last copy is gone.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    _permit: Arc<OwnedSemaphorePermit>,
}

/// The places of one kind of work.
#[derive(Debug)]
pub(super) struct Places {
    free: Arc<Semaphore>,
    count: usize,
}

impl Places {
    pub(super) fn new(count: usize) -> Self {
        // More permits than a semaphore holds is no limit at all.
        let count = count.clamp(1, Semaphore::MAX_PERMITS);
        Self { free: Arc::new(Semaphore::new(count)), count }
    }

    pub(super) fn count(&self) -> usize {
        self.count
    }

    pub(super) fn taken(&self) -> usize {
        self.count - self.free.available_permits()
    }

    /// Waits for a place, a second at most; the delivery keeps a copy of it.
    pub(super) async fn take(&self, delivery: &Delivery) -> Option<Place> {
        let waiting = async {
            delivery.unread.wait().await;
            Arc::clone(&self.free).acquire_owned().await
        };
        let permit = tokio::time::timeout(WAIT, waiting).await.ok()?.ok()?;
        let place = Place { _permit: Arc::new(permit) };
        *delivery.place.lock().unwrap_or_else(PoisonError::into_inner) = Some(place.clone());
        Some(place)
    }
}

/// How many bytes of answers wait for their readers, in all connections.
#[derive(Debug, Default)]
pub(crate) struct Unread {
    bytes: AtomicUsize,
    read: Notify,
}

impl Unread {
    /// Adds bytes that wait.
    #[cfg(any(feature = "stdio", feature = "http", feature = "testing"))]
    pub(crate) fn add(&self, bytes: usize) {
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Takes off bytes that were read or given up.
    #[cfg(any(feature = "stdio", feature = "http", feature = "testing"))]
    pub(crate) fn take_off(&self, bytes: usize) {
        self.bytes.fetch_sub(bytes, Ordering::Relaxed);
        self.read.notify_waiters();
    }

    /// Waits until there are few enough.
    async fn wait(&self) {
        loop {
            let read = self.read.notified();
            if self.bytes.load(Ordering::Relaxed) < UNREAD {
                return;
            }
            read.await;
        }
    }
}

/// The way of an answer to its reader. Whoever writes the answer keeps this until it is written or given up, and
/// with it the place: else who does not read would have a place for each answer in memory.
#[derive(Debug, Default)]
pub(crate) struct Delivery {
    place: Mutex<Option<Place>>,
    pub(crate) unread: Arc<Unread>,
}

impl Delivery {
    #[cfg(feature = "protocol")]
    pub(crate) fn new(unread: Arc<Unread>) -> Arc<Self> {
        Arc::new(Self { place: Mutex::default(), unread })
    }
}
