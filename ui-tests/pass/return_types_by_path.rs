use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

mod renamed {
    pub use mcp_data_runtime::{DataToolOutput as Answer, ToolError as Failure};
}

macro_rules! answer {
    () => {
        DataToolOutput
    };
}

/// In brackets.
#[allow(unused_parens)]
#[data_tool]
fn in_brackets() -> (DataToolOutput) {
    DataToolOutput::new("Tokyo", SOURCE)
}

/// By another name.
#[data_tool]
fn renamed_import() -> Result<renamed::Answer, renamed::Failure> {
    Ok(DataToolOutput::new("Tokyo", SOURCE))
}

/// By an absolute path.
#[data_tool]
fn absolute() -> ::core::result::Result<::mcp_data_runtime::DataToolOutput<::mcp_data_runtime::AnyRow>, ::std::io::Error> {
    Ok(DataToolOutput::new("Tokyo", SOURCE))
}

/// By a macro.
#[data_tool]
fn by_macro() -> answer!() {
    DataToolOutput::new("Tokyo", SOURCE)
}

/// By what a trait says.
#[data_tool]
async fn projected() -> <Option<DataToolOutput> as IntoIterator>::Item {
    DataToolOutput::new("Tokyo", SOURCE)
}

fn main() {
    assert_eq!(tools!().len(), 5);
}
