use mcp_data_runtime::prelude::*;

const MOST: u8 = 3;

fn server() -> DataServer {
    DataServer::new("cities", "1").tools(tools![MOST])
}

fn main() {}
