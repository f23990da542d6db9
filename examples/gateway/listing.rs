//! The list of the server's tools: as many pages as it has, within limits, and without a tool that cannot be read.

use std::{collections::HashSet, io, sync::Arc, time::Duration};

use rmcp::{
    model::{ClientRequest, ListToolsRequest, PaginatedRequestParams, ServerResult, Tool},
    service::ServiceError,
};
use serde::Serialize;
use serde_json::Value;

use crate::{
    catalog::Catalog,
    limits::{LIST_BYTES, LIST_PAGES, LIST_TOOLS, TOOL_NAME_CHARS},
    link::{Live, gone},
    quote::{chain, enumerate, quoted, shortened},
    settings::ServerSettings,
    texts::Fault,
};

/// How long a catalog holds whose server does not say.
const CATALOG_AGE: Duration = Duration::from_secs(60);
/// How long one holds at most, whatever the server says.
const LONGEST_AGE: Duration = Duration::from_secs(86_400);

/// What has been listed so far.
#[derive(Default)]
struct Listing {
    tools: Vec<Tool>,
    /// Each tool that cannot be used, and why.
    left_out: Vec<String>,
    bytes: usize,
}

/// A page: its tools, and where the next begins.
struct Page {
    cursor: Option<String>,
    age: Option<Duration>,
}

/// Lists the tools, and says how long the list holds.
pub(crate) async fn list(
    live: &Live,
    settings: &ServerSettings,
) -> Result<(Arc<Catalog>, Duration), Fault> {
    let mut listing = Listing::default();
    let mut seen = HashSet::new();
    let mut cursor = None;
    let mut age = LONGEST_AGE;
    let server = || settings.target.to_string();
    for _ in 0..LIST_PAGES {
        let page = listing.page(live, settings, cursor).await?;
        age = age.min(page.age.unwrap_or(CATALOG_AGE));
        if listing.bytes > LIST_BYTES {
            return Err(Fault::ListTooLarge { server: server(), bytes: LIST_BYTES });
        }
        if listing.tools.len() + listing.left_out.len() > LIST_TOOLS {
            return Err(Fault::ListTooMany { server: server(), tools: LIST_TOOLS });
        }
        let Some(next) = page.cursor else {
            return Ok((Arc::new(listing.into_catalog(live, settings)), age));
        };
        if !seen.insert(next.clone()) {
            return Err(Fault::ListRepeats { server: server(), cursor: quoted(&next) });
        }
        cursor = Some(next);
    }
    Err(Fault::ListEndless { server: server(), pages: LIST_PAGES })
}

impl Listing {
    async fn page(
        &mut self,
        live: &Live,
        settings: &ServerSettings,
        cursor: Option<String>,
    ) -> Result<Page, Fault> {
        let refused = |reason: &str| Fault::ServerRefused {
            server: settings.target.to_string(),
            reason: quoted(reason),
        };
        let params =
            cursor.map(|cursor| PaginatedRequestParams::default().with_cursor(Some(cursor)));
        let request = ListToolsRequest { params, ..ListToolsRequest::default() };
        match live.request(ClientRequest::ListToolsRequest(request)).await {
            Ok(ServerResult::ListToolsResult(list)) => {
                self.bytes += length(&list);
                let age = list.ttl_ms.map(Duration::from_millis);
                for tool in list.tools {
                    self.add(tool);
                }
                Ok(Page { cursor: list.next_cursor, age })
            }
            // The SDK reads all tools of a page or none.
            Ok(ServerResult::CustomResult(result)) => {
                let mut result = result.0;
                self.bytes += length(&result);
                let Value::Array(tools) = result["tools"].take() else {
                    return Err(refused("its answer has no list `tools`"));
                };
                for tool in tools {
                    let name = tool["name"].as_str().unwrap_or("without a name").to_owned();
                    match serde_json::from_value(tool) {
                        Ok(tool) => self.add(tool),
                        Err(error) => self.leave_out(&name, &error.to_string()),
                    }
                }
                let age = result["ttlMs"].as_u64().map(Duration::from_millis);
                Ok(Page { cursor: result["nextCursor"].as_str().map(ToOwned::to_owned), age })
            }
            Ok(_) => Err(refused("its answer is not that of `tools/list`")),
            Err(ServiceError::McpError(error)) => Err(refused(&error.message)),
            Err(error) => {
                tracing::warn!("the tools cannot be listed: {}", chain(&error));
                Err(gone(settings, error.is_authorization_required()))
            }
        }
    }

    fn add(&mut self, tool: Tool) {
        match tool.name.chars().nth(TOOL_NAME_CHARS) {
            None => self.tools.push(tool),
            Some(_) => {
                let name = tool.name.to_string();
                self.leave_out(
                    &name,
                    &format!("its name has more than {TOOL_NAME_CHARS} characters"),
                );
            }
        }
    }

    fn leave_out(&mut self, name: &str, reason: &str) {
        self.left_out.push(format!("{} ({})", quoted(name), quoted(reason)));
    }

    fn into_catalog(self, live: &Live, settings: &ServerSettings) -> Catalog {
        let about = live.service.peer().peer_info();
        let about = about.as_deref();
        let server = about
            .and_then(|about| about.server_info.as_ref())
            .map(|server| (shortened(&server.name), shortened(&server.version)));
        let instructions = about.and_then(|about| about.instructions.clone());
        let mut catalog = Catalog::new(server, instructions, self.tools);
        if !self.left_out.is_empty() {
            let count = self.left_out.len();
            let tools = enumerate(&self.left_out);
            let server = settings.target.to_string();
            let fault = match count {
                1 => Fault::ToolLeftOut { server, tools },
                _ => Fault::ToolsLeftOut { server, count, tools },
            };
            tracing::warn!("{fault}");
            catalog.left_out = Some(fault);
        }
        catalog
    }
}

/// How long a value is as JSON.
fn length(value: &impl Serialize) -> usize {
    struct Count(usize);
    impl io::Write for Count {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut count = Count(0);
    // What came as JSON can be written as JSON.
    serde_json::to_writer(&mut count, value).map_or(usize::MAX / 2, |()| count.0)
}
