use mcp_data_runtime::prelude::*;

fn server() -> DataServer {
    DataServer::new("cities", "1").tools(tools![top_citys])
}

fn main() {}
