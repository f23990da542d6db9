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
/// How many bytes of answers may wait for the readers of all connections before no further work begins.
const UNREAD: usize = 96 * 1024 * 1024;
/// How many may wait for the reader of one connection: who does not read delays nobody else.
#[cfg(any(feature = "stdio", feature = "http", feature = "testing"))]
const UNREAD_BY_ONE: usize = 4 * 1024 * 1024;
/// How many begin at once for each processor.
const BEGINNERS: usize = 8;
/// How long work counts as begun. What takes longer waits for others rather than for a processor.
const BEGINNING: Duration = Duration::from_millis(50);

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
    /// Work comes in bursts. All of it at once would be no sooner done, and in memory at once.
    beginners: Arc<Semaphore>,
}

/// Work that has just begun.
#[derive(Debug)]
pub(super) struct Beginning {
    _permit: OwnedSemaphorePermit,
}

impl Beginning {
    /// Runs work; others may begin when it has ended, or has taken a while.
    pub(super) async fn over<T>(self, work: impl Future<Output = T>) -> T {
        let mut work = std::pin::pin!(work);
        if let Ok(ended) = tokio::time::timeout(BEGINNING, &mut work).await {
            return ended;
        }
        drop(self);
        work.await
    }
}

impl Places {
    pub(super) fn new(count: usize) -> Self {
        // More permits than a semaphore holds is no limit at all.
        let count = count.clamp(1, Semaphore::MAX_PERMITS);
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let beginners = Arc::new(Semaphore::new(processors * BEGINNERS));
        Self { free: Arc::new(Semaphore::new(count)), count, beginners }
    }

    pub(super) fn count(&self) -> usize {
        self.count
    }

    pub(super) fn taken(&self) -> usize {
        self.count - self.free.available_permits()
    }

    /// Waits for a place, a second at most; the delivery keeps a copy of it.
    pub(super) async fn take(&self, delivery: &Delivery) -> Option<(Place, Beginning)> {
        let waiting = async {
            delivery.unread.wait().await;
            let permit = Arc::clone(&self.free).acquire_owned().await.ok()?;
            Some(Place { _permit: Arc::new(permit) })
        };
        let place = tokio::time::timeout(WAIT, waiting).await.ok()??;
        // It has a place, and its turn comes soon.
        let beginning = Arc::clone(&self.beginners).acquire_owned().await.ok()?;
        // Others have answered meanwhile.
        tokio::time::timeout(WAIT, delivery.unread.wait()).await.ok()?;
        let beginning = Beginning { _permit: beginning };
        *delivery.place.lock().unwrap_or_else(PoisonError::into_inner) = Some(place.clone());
        Some((place, beginning))
    }
}

/// How many bytes of answers wait for their readers, in one connection or in all.
#[derive(Debug)]
pub(crate) struct Unread {
    bytes: AtomicUsize,
    most: usize,
    read: Notify,
    /// Those of all connections.
    all: Option<Arc<Self>>,
}

impl Default for Unread {
    fn default() -> Self {
        Self { bytes: AtomicUsize::new(0), most: UNREAD, read: Notify::new(), all: None }
    }
}

impl Unread {
    /// The account of one connection.
    #[cfg(any(feature = "stdio", feature = "http", feature = "testing"))]
    pub(crate) fn of_one(all: &Arc<Self>) -> Arc<Self> {
        let all = Some(Arc::clone(all));
        Arc::new(Self { most: UNREAD_BY_ONE, all, ..Self::default() })
    }

    /// Adds bytes that wait.
    #[cfg(any(feature = "stdio", feature = "http", feature = "testing"))]
    pub(crate) fn add(&self, bytes: usize) {
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        if let Some(all) = &self.all {
            all.add(bytes);
        }
    }

    /// Takes off bytes that were read or given up.
    #[cfg(any(feature = "stdio", feature = "http", feature = "testing"))]
    pub(crate) fn take_off(&self, bytes: usize) {
        self.bytes.fetch_sub(bytes, Ordering::Relaxed);
        self.read.notify_waiters();
        if let Some(all) = &self.all {
            all.take_off(bytes);
        }
    }

    /// Waits until there are few enough.
    async fn wait(&self) {
        self.wait_for_one().await;
        if let Some(all) = &self.all {
            all.wait_for_one().await;
        }
    }

    async fn wait_for_one(&self) {
        loop {
            let read = self.read.notified();
            if self.bytes.load(Ordering::Relaxed) < self.most {
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

    /// Gives up the place before the answer is read: a short one takes little.
    #[cfg(feature = "http")]
    pub(crate) fn leave_place(&self) {
        self.place.lock().unwrap_or_else(PoisonError::into_inner).take();
    }
}
