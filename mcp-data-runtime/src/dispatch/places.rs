//! Who may work: places for what runs, kept until what it gave is written.

use std::{
    collections::VecDeque,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use tokio::{
    sync::{Notify, OwnedSemaphorePermit, Semaphore},
    time::Instant,
};

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
    beginners: Arc<Beginners>,
}

/// Who has just begun. Work comes in bursts: all of it at once would be no sooner done, and in memory at once.
///
/// Only who waits here has a timer: one for each call would wake the runtime's driver for each.
#[derive(Debug)]
struct Beginners {
    most: usize,
    /// Since when, in the order in which they began.
    begun: Mutex<VecDeque<Instant>>,
    ended: Notify,
    /// How many wait.
    waiting: AtomicUsize,
    /// The first of those who wait has it, and the others wait for it in their order.
    turn: tokio::sync::Mutex<()>,
}

/// Work that has just begun, until this is dropped or [`BEGINNING`] is over.
#[derive(Debug)]
pub(super) struct Beginning {
    beginners: Arc<Beginners>,
    since: Instant,
}

impl Drop for Beginning {
    fn drop(&mut self) {
        let mut begun = self.beginners.lock();
        if let Some(index) = begun.iter().position(|since| *since == self.since) {
            begun.remove(index);
            self.beginners.ended.notify_one();
        }
    }
}

impl Beginners {
    fn new() -> Arc<Self> {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        Arc::new(Self {
            most: processors * BEGINNERS,
            begun: Mutex::default(),
            ended: Notify::new(),
            waiting: AtomicUsize::new(0),
            turn: tokio::sync::Mutex::default(),
        })
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Instant>> {
        self.begun.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins, when few enough have just begun.
    async fn begin(self: &Arc<Self>) -> Beginning {
        let is_next = self.waiting.load(Ordering::Relaxed) == 0;
        let begun = if is_next { self.try_begin(Instant::now()).ok() } else { None };
        let since = match begun {
            Some(since) => since,
            None => self.wait().await,
        };
        Beginning { beginners: Arc::clone(self), since }
    }

    /// Waits for its turn.
    async fn wait(&self) -> Instant {
        struct Waiting<'a>(&'a AtomicUsize);
        impl Drop for Waiting<'_> {
            fn drop(&mut self) {
                self.0.fetch_sub(1, Ordering::Relaxed);
            }
        }
        self.waiting.fetch_add(1, Ordering::Relaxed);
        let _waiting = Waiting(&self.waiting);
        let _turn = self.turn.lock().await;
        loop {
            let ended = self.ended.notified();
            match self.try_begin(Instant::now()) {
                Ok(since) => return since,
                Err(next) => drop(tokio::time::timeout_at(next, ended).await),
            }
        }
    }

    /// Begins now, or returns when the first of those who have begun counts no more.
    fn try_begin(&self, now: Instant) -> Result<Instant, Instant> {
        let mut begun = self.lock();
        while begun.front().is_some_and(|since| *since + BEGINNING <= now) {
            begun.pop_front();
        }
        match begun.front() {
            Some(first) if begun.len() >= self.most => Err(*first + BEGINNING),
            _ => {
                begun.push_back(now);
                Ok(now)
            }
        }
    }
}

impl Places {
    pub(super) fn new(count: usize) -> Self {
        // More permits than a semaphore holds is no limit at all.
        let count = count.clamp(1, Semaphore::MAX_PERMITS);
        Self { free: Arc::new(Semaphore::new(count)), count, beginners: Beginners::new() }
    }

    pub(super) fn count(&self) -> usize {
        self.count
    }

    pub(super) fn taken(&self) -> usize {
        self.count - self.free.available_permits()
    }

    /// Waits up to a second for a place, then for the turn to begin, then up to another second until few enough answers
    /// are unread; the delivery keeps a copy of the place. Returns `None` if either second passes.
    pub(super) async fn take(&self, delivery: &Delivery) -> Option<(Place, Beginning)> {
        let waiting = async {
            delivery.unread.wait().await;
            let permit = Arc::clone(&self.free).acquire_owned().await.ok()?;
            Some(Place { _permit: Arc::new(permit) })
        };
        let place = tokio::time::timeout(WAIT, waiting).await.ok()??;
        // It has a place, and its turn comes soon.
        let beginning = self.beginners.begin().await;
        // Others have answered meanwhile.
        tokio::time::timeout(WAIT, delivery.unread.wait()).await.ok()?;
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
        let before = self.bytes.fetch_sub(bytes, Ordering::Relaxed);
        // Below that nobody waits, and to notify takes a lock, for each part of each answer.
        if before >= self.most {
            self.read.notify_waiters();
        }
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
