use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://foo.0x1/");

fn main() {
    let _ = SOURCE;
}
