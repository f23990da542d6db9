//! Serving one client over standard input and output.

use rmcp::{ServiceExt, service::ServerInitializeError};
use tokio_util::sync::CancellationToken;

use super::{DataServer, ServeError, Settings, handler::Handler, lines::Lines};

impl DataServer {
    /// Serves the client on standard input and output until it closes the input.
    ///
    /// # Errors
    ///
    /// If the tools are not in order, or the client does not speak MCP.
    pub async fn serve_stdio(self, settings: &Settings) -> Result<(), ServeError> {
        serve(self.handler(settings)?, CancellationToken::new()).await
    }
}

/// Serves until the input is closed or `stop` fires; calls in flight get a few seconds to end.
pub(super) async fn serve(handler: Handler, stop: CancellationToken) -> Result<(), ServeError> {
    let (input, output) = rmcp::transport::io::stdio_pipes();
    let lines = Lines::new(input, output, &handler.unread);
    match handler.serve_with_ct(lines, stop).await {
        Ok(running) => {
            let ended = running.waiting().await.map_err(std::io::Error::other)?;
            tracing::info!(reason = ?ended, "the client is gone");
            Ok(())
        }
        Err(ServerInitializeError::Cancelled) => Ok(()),
        Err(ServerInitializeError::ConnectionClosed(_)) => {
            tracing::warn!(
                "standard input was closed before any request; a client starts this program and talks \
                 to it there. To serve over HTTP, set MCP_TRANSPORT=http or pass --transport http"
            );
            Ok(())
        }
        Err(error) => Err(ServeError::Handshake(error.to_string())),
    }
}
