use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

/// The largest cities.
#[data_tool]
fn top_cities(count: u8, names: State<Vec<String>>) -> DataToolOutput {
    DataToolOutput::new(format!("{count} {}", names.len()), SOURCE)
}

fn main() {
    Plugin::new("cities").tools(tools![top_cities]).sample_question("Which are the largest?", call!(top_cities { count: 3, names: 1 }));
}
