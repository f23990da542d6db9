use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

/// The largest cities.
#[data_tool]
#[allow(clippy::too_many_arguments)]
async fn top_cities(
    a: u8, b: u8, c: u8, d: u8, e: u8, f: u8, g: u8, h: u8, i: u8, j: u8, k: u8, l: u8, m: u8,
    n: String, o: Vec<u8>, p: Option<bool>, options: u8, arguments: u8, name: u8, input: u8,
) -> DataToolOutput {
    let sum = a + b + c + d + e + f + g + h + i + j + k + l + m + options + arguments + name + input;
    DataToolOutput::new(format!("{sum} {n} {o:?} {p:?}"), SOURCE)
}

fn main() {
    assert_eq!(tools!().len(), 1);
}
