//! The limits that hold whatever a model, a server of tools, a caller or a reader does. `README.md` lists them, with what
//! is said when one is hit.

use std::time::Duration;

/// The most characters of anybody's words that a message, a log line or the model's text repeats.
pub(crate) const QUOTED_CHARS: usize = 200;

/// Of how many tools, or parts of an answer, that are left out it is said why.
pub(crate) const EXPLAINED: usize = 5;

/// The longest conversation that the page can send.
pub(crate) const BODY_BYTES: usize = 1024 * 1024;
/// How many bytes of a chat's events wait for its reader; one event may be larger, and then waits alone.
pub(crate) const QUEUE_BYTES: usize = 4 * 1024 * 1024;
/// The largest piece of a response that is handed to the connection at once.
pub(crate) const FRAME_BYTES: usize = 64 * 1024;
/// How long a stream is silent before a comment keeps it open.
pub(crate) const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// The most that a reply of the model may hold, with everything around its words.
pub(crate) const REPLY_BYTES: usize = 8 * 1024 * 1024;
/// How often the model may ask tools before it has to answer.
pub(crate) const ROUNDS: usize = 10;
/// How many calls a reply may ask for.
pub(crate) const CALLS_PER_REPLY: usize = 32;
/// How many calls of a reply run at once.
pub(crate) const CALLS_AT_ONCE: usize = 8;
/// The longest arguments of a call.
pub(crate) const ARGUMENT_BYTES: usize = 256 * 1024;

/// The longest text of one answer that the model gets, and of all answers of a turn.
pub(crate) const TEXT_CHARS: usize = 100_000;
pub(crate) const TURN_TEXT_CHARS: usize = 400_000;
/// The most data that a turn shows to the person.
pub(crate) const TURN_DATA_BYTES: usize = 32 * 1024 * 1024;

/// The largest answer of the server.
pub(crate) const ANSWER_BYTES: usize = 32 * 1024 * 1024;
/// How many parts of an answer are read.
pub(crate) const ANSWER_PARTS: usize = 1_000;
/// How long listing all tools may take.
pub(crate) const LIST_TIMEOUT: Duration = Duration::from_secs(10);
/// In how many pages a server may list its tools, how many tools it may have, and how large they may be together.
pub(crate) const LIST_PAGES: usize = 100;
pub(crate) const LIST_TOOLS: usize = 1_000;
pub(crate) const LIST_BYTES: usize = 4 * 1024 * 1024;
/// The longest name of a tool.
pub(crate) const TOOL_NAME_CHARS: usize = 128;
/// The longest instructions of a server that the model gets.
pub(crate) const INSTRUCTION_CHARS: usize = 20_000;
/// How long connecting may take. A server over stdio that knows only the older protocol may leave the
/// first ten seconds unanswered.
pub(crate) const CONNECT_TIMEOUT: Duration = Duration::from_secs(20);
