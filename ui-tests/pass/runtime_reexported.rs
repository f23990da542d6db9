mod atlas {
    pub mod data {
        pub use mcp_data_runtime::*;
    }
}

// The crate's own name for something else.
#[allow(unused)]
mod mcp_data_runtime_of_ours {}

use crate::atlas::data::{self, prelude::*};

const SOURCE: Source = data::source!("https://example.org/data");

/// A city.
#[derive(TableRow)]
#[table_row(crate = crate::atlas::data)]
struct City {
    name: String,
}

/// The largest cities.
#[data_tool(crate = crate::atlas::data, title = "Cities")]
fn top_cities(#[arg(default = 3)] count: u8) -> DataToolOutput<City> {
    DataToolOutput::new(count.to_string(), SOURCE).rows([City { name: "Tokyo".to_owned() }])
}

fn main() {
    assert_eq!(data::tools!().len(), 1);
    assert_eq!(data::table![["a"], [1]].len(), 1);
}
