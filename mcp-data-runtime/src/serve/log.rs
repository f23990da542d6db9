//! The log of a server: it never waits, and one entry is one line.
//!
//! A pipe that nobody reads is full after 64 kB, and who writes to it then waits. So a thread of its own writes,
//! and entries that come faster than they are read are dropped and counted.

use std::{
    borrow::Cow,
    io::{self, IsTerminal, Write},
    sync::{
        Arc, OnceLock,
        atomic::{AtomicUsize, Ordering},
        mpsc::{Receiver, SyncSender, TrySendError, sync_channel},
    },
    thread,
    time::{Duration, Instant},
};

use tracing_subscriber::{EnvFilter, fmt::MakeWriter};

use super::view;
use crate::bounds;

/// How many entries wait to be written, at most.
const WAITING: usize = 1024;
/// How long entries are gathered after some were written: to wake the writer for each would cost the calls more than
/// the entry does.
const GATHER: Duration = Duration::from_millis(5);
/// How long the end of the program waits for the entries that are not written yet.
const FLUSH: Duration = Duration::from_millis(300);

/// How many entries are on their way, and how many were dropped since the last was written.
#[derive(Debug, Default)]
struct Counts {
    waiting: AtomicUsize,
    dropped: AtomicUsize,
}

static COUNTS: OnceLock<Arc<Counts>> = OnceLock::new();

/// Starts the log. A program that set up one of its own keeps it.
pub(super) fn start(filter: EnvFilter) -> io::Result<()> {
    let is_terminal = io::stderr().is_terminal();
    let (sender, receiver) = sync_channel(WAITING);
    let counts = Arc::<Counts>::default();
    let entries = Entries { sender, counts: Arc::clone(&counts), is_colored: is_terminal };
    // The protocol owns standard output.
    let subscriber = tracing_subscriber::fmt()
        .with_writer(entries)
        .with_ansi(is_terminal)
        .with_env_filter(filter)
        // It would be told on the standard error that cannot be written to, which panics.
        .log_internal_errors(false)
        .finish();
    if tracing::subscriber::set_global_default(subscriber).is_ok() {
        let _ = COUNTS.set(Arc::clone(&counts));
        thread::Builder::new()
            .name("log".to_owned())
            .spawn(move || write(&receiver, &counts, &mut io::stderr()))?;
    }
    Ok(())
}

/// Waits until all is written, a short time at most.
pub(super) fn flush() {
    let Some(counts) = COUNTS.get() else { return };
    let end = Instant::now() + FLUSH;
    while counts.waiting.load(Ordering::Acquire) > 0 && Instant::now() < end {
        thread::sleep(Duration::from_millis(2));
    }
}

fn write(entries: &Receiver<String>, counts: &Counts, output: &mut impl Write) {
    while let Ok(first) = entries.recv() {
        let dropped = counts.dropped.swap(0, Ordering::Relaxed);
        if dropped > 0 {
            let _ = writeln!(
                output,
                "WARN {dropped} entries of the log were dropped: they came faster than they were read"
            );
        }
        let gathered: Vec<String> =
            std::iter::once(first).chain(entries.try_iter().take(WAITING)).collect();
        // Whoever read the log may be gone.
        let _ = output.write_all(gathered.concat().as_bytes());
        counts.waiting.fetch_sub(gathered.len(), Ordering::Release);
        thread::sleep(GATHER);
    }
}

/// Where entries go.
#[derive(Clone)]
struct Entries {
    sender: SyncSender<String>,
    counts: Arc<Counts>,
    is_colored: bool,
}

impl MakeWriter<'_> for Entries {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        self.clone()
    }
}

impl Write for Entries {
    /// Takes a whole entry, as the subscriber writes it.
    fn write(&mut self, entry: &[u8]) -> io::Result<usize> {
        let line = line(entry, self.is_colored);
        self.counts.waiting.fetch_add(1, Ordering::Relaxed);
        if let Err(TrySendError::Full(_) | TrySendError::Disconnected(_)) =
            self.sender.try_send(line)
        {
            self.counts.waiting.fetch_sub(1, Ordering::Relaxed);
            self.counts.dropped.fetch_add(1, Ordering::Relaxed);
        }
        Ok(entry.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes an entry as one line, with nothing in it that a terminal would obey. What the subscriber colors has
/// escape sequences of its own; it writes out those of values.
fn line(entry: &[u8], is_colored: bool) -> String {
    let text =
        std::str::from_utf8(entry).map_or_else(|_| String::from_utf8_lossy(entry), Cow::Borrowed);
    let entry = bounds::entry(text.trim_end_matches('\n'));
    // Most entries are so: what follows would take longer than what wrote them.
    let is_one_line = entry.chars().all(view::is_plain);
    let mut line = if is_one_line {
        entry.into_owned()
    } else if is_colored {
        let parts: Vec<String> = entry.split('\u{1b}').map(view::on_one_line).collect();
        parts.join("\u{1b}")
    } else {
        view::on_one_line(&entry)
    };
    line.push('\n');
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_one_line_of_what_can_be_seen() {
        assert_eq!(
            line("WARN a\n2026-01-01 WARN forged\r\u{202e}x\u{1b}[2J\n".as_bytes(), false),
            "WARN a\\n2026-01-01 WARN forged\\r\\u202ex\\u001b[2J\n"
        );
        assert_eq!(
            line("\u{1b}[33mWARN\u{1b}[0m a\nb\n".as_bytes(), true),
            "\u{1b}[33mWARN\u{1b}[0m a\\nb\n"
        );
    }

    #[test]
    fn what_is_not_read_is_dropped_and_counted() {
        let (sender, receiver) = sync_channel(2);
        let counts = Arc::<Counts>::default();
        let mut entries = Entries { sender, counts: Arc::clone(&counts), is_colored: false };
        for number in 0..5 {
            entries.write_all(format!("entry {number}\n").as_bytes()).expect("it never fails");
        }
        drop(entries);
        let mut written = Vec::new();
        write(&receiver, &counts, &mut written);
        assert_eq!(
            String::from_utf8(written).expect("text"),
            "WARN 3 entries of the log were dropped: they came faster than they were read\nentry 0\nentry 1\n"
        );
        assert_eq!(counts.waiting.load(Ordering::Relaxed), 0);
    }
}
