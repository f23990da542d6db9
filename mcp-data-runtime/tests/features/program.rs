//! A server of one tool, as a user writes it with the features that they chose: the whole program where there
//! is the command line, and else what serves by the transport that is asked for.

use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

/// Doubles a number.
#[data_tool]
fn double(#[arg(range = 0..=1000, examples = [21])] number: u32) -> DataToolOutput {
    let text = format!("Twice {number} is {}.", number * 2);
    DataToolOutput::new(text, SOURCE).table(table![["Number", "Double"], [number, number * 2]])
}

fn server() -> DataServer {
    DataServer::new("doubles", "1.0.0").tools(tools!())
}

#[cfg(feature = "cli")]
#[tokio::main]
async fn main() -> ExitCode {
    server().run().await
}

#[cfg(not(feature = "cli"))]
#[tokio::main]
async fn main() -> ExitCode {
    let settings = mcp_data_runtime::Settings::default();
    match std::env::args().last().as_deref() {
        #[cfg(feature = "stdio")]
        Some("stdio") => server().serve_stdio(&settings).await.expect("serving ends well"),
        #[cfg(feature = "http")]
        Some("http") => {
            let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
            let address = listener.local_addr().expect("its address");
            eprintln!("doubles 1.0.0 answers MCP at http://{address}/mcp");
            let never = std::future::pending();
            server().serve_http(&settings, listener, never).await.expect("serving ends well");
        }
        _ => {
            let dispatcher = server().dispatcher(&settings).expect("the tool is in order");
            let names: Vec<&str> = dispatcher.catalog().tools().map(|tool| tool.name()).collect();
            println!("{}", names.join(" "));
        }
    }
    ExitCode::SUCCESS
}
