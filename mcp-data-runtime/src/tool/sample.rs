//! Sample questions, and the calls that answer them.

use std::str;

use serde::Serialize;
use serde_json::{Map, Value};

use super::{Json, ToolDescriptor};

/// A call of a tool, as an example of how it is used: [`call!`](crate::call!) makes it for
/// [`Plugin::sample_question`](crate::Plugin::sample_question).
#[derive(Debug, Clone)]
pub struct SampleCall {
    pub(crate) tool: ToolDescriptor,
    pub(crate) arguments: Map<String, Value>,
    /// What is wrong with values that are no JSON.
    pub(crate) problems: Vec<String>,
}

/// A question as a person would ask it, and the call that answers it.
#[derive(Debug)]
pub(crate) struct SampleQuestion {
    pub(crate) text: String,
    pub(crate) call: SampleCall,
}

/// A value that can be an argument of a [`SampleCall`].
#[diagnostic::on_unimplemented(
    message = "an argument of type `{Self}` cannot be part of a sample call",
    label = "does not implement `serde::Serialize`",
    note = "the call is published as JSON: derive `serde::Serialize`, or write the value as a client sends it, such as a text or a number"
)]
pub trait SampleValue {
    #[doc(hidden)]
    fn into_json(self) -> Json;
}

#[diagnostic::do_not_recommend]
impl<T: Serialize> SampleValue for T {
    fn into_json(self) -> Json {
        serde_json::to_value(self)
    }
}

/// Makes a value JSON. A function, since the compiler points at the argument of one that does not fit.
///
/// # Errors
///
/// Its type refuses to be serialized, such as a map whose keys are no texts.
pub fn sample_value<T: SampleValue>(value: T) -> Json {
    value.into_json()
}

/// A tool, and the names of arguments that it has.
#[derive(Clone, Copy)]
pub struct CheckedCall {
    tool: ToolDescriptor,
    names: &'static [&'static str],
}

impl CheckedCall {
    /// Checks at compile time that the tool has arguments of these names, and that none is given twice.
    /// Whether one is missing is known at the start, when the types have said which can be absent.
    ///
    /// # Panics
    ///
    /// If the names are wrong. The compiler shows the panic's message, which says all that is, as its error.
    #[track_caller]
    pub const fn new(tool: ToolDescriptor, names: &'static [&'static str]) -> Self {
        let mut wrong = Text::EMPTY;
        let mut index = 0;
        while index < names.len() {
            let (earlier, name) = (names.split_at(index).0, names[index]);
            if contains(earlier, name) {
                wrong = wrong.with("`").with(name).with("` is given twice; ");
            } else if !has_argument(&tool, name) {
                wrong = wrong.with("the tool has no argument `").with(name).with("`; ");
            }
            index += 1;
        }
        // A tool with errors of its own lists only those parameters that have none.
        if wrong.length > 0 && tool.is_whole() {
            let message = Text::EMPTY.with("the call of `").with(tool.name()).with("` is wrong: ");
            panic!("{}", message.with(wrong.as_str()).with_arguments(&tool).as_str());
        }
        Self { tool, names }
    }
}

/// Puts the values beside the names.
pub fn sample_call<const COUNT: usize>(call: CheckedCall, values: [Json; COUNT]) -> SampleCall {
    let CheckedCall { tool, names } = call;
    let mut sample = SampleCall { tool, arguments: Map::new(), problems: Vec::new() };
    for (name, value) in names.iter().zip(values) {
        match value {
            Ok(value) => {
                sample.arguments.insert((*name).to_owned(), value);
            }
            Err(error) => sample.problems.push(format!("{name}: its value is no JSON: {error}")),
        }
    }
    sample
}

/// Returns what an identifier names: without the mark of a raw one.
pub const fn argument_name(identifier: &'static str) -> &'static str {
    match identifier.as_bytes() {
        [b'r', b'#', ..] => identifier.split_at(2).1,
        _ => identifier,
    }
}

// What is constant cannot compare texts with `==`, go through a list with `for`, or write with `format!`.

const fn is_same(left: &str, right: &str) -> bool {
    let (left, right) = (left.as_bytes(), right.as_bytes());
    let mut index = 0;
    while index < left.len() && index < right.len() && left[index] == right[index] {
        index += 1;
    }
    index == left.len() && index == right.len()
}

const fn contains(names: &[&str], name: &str) -> bool {
    let mut index = 0;
    while index < names.len() {
        if is_same(names[index], name) {
            return true;
        }
        index += 1;
    }
    false
}

const fn has_argument(tool: &ToolDescriptor, name: &str) -> bool {
    let mut index = 0;
    while index < tool.params.len() {
        if tool.params[index].is_argument && is_same(tool.params[index].name, name) {
            return true;
        }
        index += 1;
    }
    false
}

/// A text that is written at compile time.
#[derive(Clone, Copy)]
struct Text {
    bytes: [u8; 1_000],
    length: usize,
}

impl Text {
    const EMPTY: Self = Self { bytes: [0; 1_000], length: 0 };

    /// Adds a text; one for which there is no room is left out.
    const fn with(mut self, text: &str) -> Self {
        let (_, room) = self.bytes.split_at_mut(self.length);
        if text.len() <= room.len() {
            room.split_at_mut(text.len()).0.copy_from_slice(text.as_bytes());
            self.length += text.len();
        }
        self
    }

    /// Adds which arguments a tool takes.
    const fn with_arguments(mut self, tool: &ToolDescriptor) -> Self {
        let mut left = 0;
        let mut index = tool.params.len();
        while index > 0 {
            index -= 1;
            left += tool.params[index].is_argument as usize;
        }
        if left == 0 {
            return self.with("it takes none");
        }
        self = self.with("it takes ");
        while index < tool.params.len() {
            if tool.params[index].is_argument {
                left -= 1;
                let after = match left {
                    0 => "`",
                    1 => "` and ",
                    _ => "`, ",
                };
                self = self.with("`").with(tool.params[index].name).with(after);
            }
            index += 1;
        }
        self
    }

    const fn as_str(&self) -> &str {
        match str::from_utf8(self.bytes.split_at(self.length).0) {
            Ok(text) => text,
            Err(_) => "it is no text",
        }
    }
}
