use mcp_data_runtime::prelude::*;

struct Cities;
struct Towns;

fn server() -> DataServer {
    DataServer::new("cities", "1").tools(tools![Cities Towns])
}

fn main() {}
