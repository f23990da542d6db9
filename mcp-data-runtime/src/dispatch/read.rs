//! One reading of a resource.

use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use super::{
    Dispatcher, counted,
    places::Delivery,
    reference,
    work::{caught, on_an_own_thread, payload},
};
use crate::{
    bounds::{passed_on, repeated},
    resource::{Resource, ResourceBody, Variables},
};

impl Dispatcher {
    /// Reads a resource within the limits of calls, on a thread that tools do not need.
    ///
    /// # Errors
    ///
    /// What the reader is told. The log has the rest.
    pub(crate) async fn read(
        &self,
        uri: &str,
        resource: &Resource,
        variables: Variables,
        cancelled: CancellationToken,
        delivery: &Arc<Delivery>,
    ) -> Result<ResourceBody, String> {
        let Some((place, _beginning)) = self.readings.take(delivery).await else {
            let limit = self.readings.count();
            tracing::warn!(uri = %repeated(uri), limit, "refused a reading: too many are running");
            return Err(format!(
                "the resource was not read: the server is busy with {}. Try again in a few seconds",
                counted(limit, "reading")
            ));
        };
        let document = resource.clone();
        let work = async move {
            if document.is_ready {
                caught(|| document.read(&variables))
            } else {
                on_an_own_thread(move || document.read(&variables), place).await
            }
        };
        let limit = self.limits.timeout;
        let outcome = tokio::select! {
            () = cancelled.cancelled() => return Err("the reading was cancelled".to_owned()),
            outcome = tokio::time::timeout(limit, work) => outcome,
        };
        let failed = |cause: &str| {
            let reference = reference();
            tracing::error!(uri = %repeated(uri), reference, cause, "a resource could not be read");
            format!(
                "the resource could not be read; the reason is in the server's log under the reference {reference}"
            )
        };
        match outcome {
            Err(_) => {
                tracing::warn!(uri = %repeated(uri), ?limit, "a resource took too long");
                Err(format!(
                    "the resource was not read within {} and was given up. Try again later",
                    counted(limit.as_secs(), "second")
                ))
            }
            Ok(Err(panic)) => Err(failed(&payload(&*panic))),
            Ok(Ok(Err(error))) => Err(match error.message() {
                Some(message) => passed_on(message).into_owned(),
                None => failed(&passed_on(&error.chain().unwrap_or_default())),
            }),
            Ok(Ok(Ok(body))) => Ok(body),
        }
    }
}
