use mcp_data_runtime::prelude::*;

fn server() -> DataServer {
    DataServer::new("cities", "1").tools(tools![String()])
}

fn main() {}
