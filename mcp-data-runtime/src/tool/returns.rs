//! What a tool may return.

use super::{BoxFunction, BoxFuture, PreparedCall, ToolDescriptor, error::ToolError};
use crate::answer::{Answer, DataToolOutput, Row};

/// What a call came to.
#[doc(hidden)]
pub struct Outcome(pub(crate) Result<Answer, ToolError>);

/// What a function annotated `#[data_tool]` may return: [`DataToolOutput`], or a [`Result`] of it
/// whose error becomes a [`ToolError`].
///
/// Types decide, not spelling: an alias of the right type is right, another type named
/// `DataToolOutput` is not.
#[diagnostic::on_unimplemented(
    message = "a data tool must return `DataToolOutput`, not `{Self}`",
    label = "an answer of this type cannot say where its data came from",
    note = "the model reads an answer's text, the person checks its sources; `DataToolOutput` carries both",
    note = "return `DataToolOutput::new(text, source!(\"https://…\"))`, or a `Result` of it"
)]
pub trait ToolReturn: sealed::Sealed + Sized + 'static {
    /// The row type of the answer's table.
    #[doc(hidden)]
    type Row: Row;

    /// A tool that returns this, to be described further.
    #[doc(hidden)]
    const TOOL: ToolDescriptor = ToolDescriptor::answering(<Self::Row as Row>::ROW_COLUMNS);

    #[doc(hidden)]
    fn into_outcome(self) -> Outcome;

    // Compiled once for all tools of one return type, for which the future or closure comes in a box.

    /// Readies a call of an `async fn`.
    #[doc(hidden)]
    fn future(future: BoxFuture<Self>) -> PreparedCall {
        PreparedCall::Async(Box::pin(async { future.await.into_outcome() }))
    }

    /// Readies a call of a plain `fn`.
    #[doc(hidden)]
    fn function(function: BoxFunction<Self>) -> PreparedCall {
        PreparedCall::Blocking(Box::new(|| function().into_outcome()))
    }
}

/// What can be the error of a tool's [`Result`]: whatever is `Into<ToolError>`.
#[diagnostic::on_unimplemented(
    message = "a tool's error must become a `ToolError`, and `{Self}` does not",
    label = "this error type is neither a `ToolError` nor a `std::error::Error`",
    note = "a message that the model should read is `ToolError::new(message)`; any error type that implements `std::error::Error` is masked, and logged under a reference id; others become one by `.map_err(ToolError::masked)`"
)]
pub trait ToolFailure: sealed::Failure {
    #[doc(hidden)]
    fn into_tool_error(self) -> ToolError;
}

mod sealed {
    // Without bounds: a type that does not keep those of `ToolReturn` is reported by that name.
    pub trait Sealed {}
    impl<R> Sealed for super::DataToolOutput<R> {}
    impl<R, E> Sealed for Result<super::DataToolOutput<R>, E> {}

    pub trait Failure {}
    impl<E: Into<super::ToolError>> Failure for E {}
}

#[diagnostic::do_not_recommend]
impl<E: Into<ToolError>> ToolFailure for E {
    fn into_tool_error(self) -> ToolError {
        self.into()
    }
}

impl<R: Row + 'static> ToolReturn for DataToolOutput<R> {
    type Row = R;

    fn into_outcome(self) -> Outcome {
        Outcome(Ok(self.into_answer()))
    }
}

impl<R: Row + 'static, E: ToolFailure + 'static> ToolReturn for Result<DataToolOutput<R>, E> {
    type Row = R;

    fn into_outcome(self) -> Outcome {
        Outcome(self.map(DataToolOutput::into_answer).map_err(E::into_tool_error))
    }
}
