use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

struct Cities;

fn server() -> DataServer {
    DataServer::new("cities", "1").tools(tools![Cities])
}

fn main() {}
