//! The server that the official conformance suite is run against: the fixtures that it asks for, as
//! far as a server of tools and resources has them.

use std::time::Duration;

use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://modelcontextprotocol.io/specification");

/// A tool that answers with text.
#[data_tool]
fn test_simple_text() -> DataToolOutput {
    DataToolOutput::new("This is a simple text response for testing.", SOURCE)
}

/// A tool that fails.
#[data_tool]
fn test_error_handling() -> Result<DataToolOutput, ToolError> {
    Err(ToolError::new("This tool intentionally returns an error for testing"))
}

/// A tool that tells how far it is.
#[data_tool]
async fn test_tool_with_progress(context: ToolContext) -> DataToolOutput {
    for done in [0.0, 50.0, 100.0] {
        context.progress(done, Some(100.0), None).await;
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    DataToolOutput::new("Done.", SOURCE)
}

/// A tool during whose call a server could ask the client something; this one never does.
#[data_tool]
fn test_streaming_elicitation() -> DataToolOutput {
    DataToolOutput::new("Nothing was asked.", SOURCE)
}

/// A tool during whose call a server could send log messages; this one never does.
#[data_tool]
fn test_logging_tool() -> DataToolOutput {
    DataToolOutput::new("Nothing was logged to the client.", SOURCE)
}

/// A PNG of one pixel.
const PIXEL: &[u8] = &[
    0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, b'I', b'H', b'D', b'R', 0, 0, 0,
    1, 0, 0, 0, 1, 8, 6, 0, 0, 0, 0x1f, 0x15, 0xc4, 0x89, 0, 0, 0, 0x0d, b'I', b'D', b'A', b'T',
    0x78, 0x9c, 0x63, 0, 1, 0, 0, 5, 0, 1, 0x0d, 0x0a, 0x2d, 0xb4, 0, 0, 0, 0, b'I', b'E', b'N',
    b'D', 0xae, 0x42, 0x60, 0x82,
];

fn fixtures() -> Plugin {
    Plugin::new("fixtures")
        .resource(
            Resource::text(
                "static-text",
                "text/plain",
                "This is the content of the static text resource.",
            )
            .uri("test://static-text"),
        )
        .resource(
            Resource::lazy("static-binary", "image/png", || Ok(PIXEL.to_vec().into()))
                .uri("test://static-binary"),
        )
        .resource(
            Resource::template("template", "application/json", |variables| {
                let id = &variables["id"];
                Ok(serde_json::json!({ "id": id, "data": format!("Data for ID: {id}") })
                    .to_string()
                    .into())
            })
            .uri("test://template/{id}/data"),
        )
        // Clients write these otherwise before they send them back.
        .resource(Resource::text("código.md", "text/markdown", "code book"))
        .resource(Resource::text("home", "text/html", "home page").uri("https://Example.org"))
        .resource(
            Resource::text("license", "text/html", "license")
                .uri("https://example.org/a/../license"),
        )
        .resource(Resource::template("años/{year}", "text/plain", |variables| {
            Ok(format!("year {}", variables["year"]).into())
        }))
}

#[tokio::main]
async fn main() -> ExitCode {
    DataServer::new("conformance", env!("CARGO_PKG_VERSION"))
        .tools(tools!())
        .plugin(fixtures())
        .run()
        .await
}
