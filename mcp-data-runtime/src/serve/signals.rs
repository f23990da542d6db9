//! The end of the program on a signal, whatever else happens.

use std::{process, thread, time::Duration};

use tokio_util::sync::CancellationToken;

use super::{GRACE, log};

/// How long after the grace time the program ends by force.
const FORCE: Duration = Duration::from_millis(500);

/// Fires `stop` on Ctrl-C and on the signal that service managers send; ends the program when the grace time is
/// over, and at once on a second signal. All from threads of its own: a server whose threads all block still ends.
///
/// Both signals are caught from the moment this function returns: before the server says that it is there.
pub(super) fn stop_on_signals(stop: CancellationToken) -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(move || {
        if stop.is_cancelled() {
            process::exit(1);
        }
        stop.cancel();
        let started = thread::Builder::new().name("deadline".to_owned()).spawn(|| {
            thread::sleep(GRACE + FORCE);
            tracing::warn!(grace = ?GRACE, "the server did not stop in time and is ended; what still ran is lost");
            log::flush();
            process::exit(0);
        });
        if started.is_err() {
            process::exit(1);
        }
    })
}
