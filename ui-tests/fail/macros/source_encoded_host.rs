use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://xn--mnchen-3ya.example/");

fn main() {
    let _ = SOURCE;
}
