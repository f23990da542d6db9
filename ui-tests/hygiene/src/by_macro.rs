//! Tools from `macro_rules!`, beside a plain one.

use data::{data_tool, DataToolOutput};

use crate::SOURCE;

macro_rules! city_tool {
    ($(#[$attribute:meta])* $name:ident, $city:expr, $argument:ident: $type:ty) => {
        $(#[$attribute])*
        #[data_tool(crate = ::data)]
        #[must_use = "an answer"]
        pub fn $name(#[arg(default = 3)] $argument: $type) -> DataToolOutput {
            DataToolOutput::new(format!("{} {}", $city, $argument), SOURCE)
        }
    };
}

city_tool!(
    /// The largest city of Japan.
    largest_of_japan, "Tokyo", count: u8
);
city_tool!(
    /// The largest city of India.
    largest_of_india, "Delhi", year: u16
);

macro_rules! fixed_tool {
    () => {
        /// A tool whose name is the macro's.
        #[data_tool(crate = ::data)]
        pub async fn fixed(options: u8, arguments: String) -> DataToolOutput {
            tokio::task::yield_now().await;
            DataToolOutput::new(format!("{options} {arguments}"), SOURCE)
        }
    };
}
fixed_tool!();

/// A plain one beside them.
#[data_tool(crate = ::data)]
pub fn beside(options: u8, arguments: String) -> DataToolOutput {
    DataToolOutput::new(format!("{options} {arguments}"), SOURCE)
}
