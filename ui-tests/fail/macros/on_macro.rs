use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

#[data_tool]
thread_local! {
    static MOST: u8 = const { 3 };
}

fn main() {}
