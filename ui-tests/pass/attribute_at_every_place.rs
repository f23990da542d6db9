use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

#[data_tool]
/// The docs below the attribute.
fn docs_below() -> DataToolOutput {
    DataToolOutput::new("Tokyo", SOURCE)
}

/// Inlined, cold, and to be used.
#[inline]
#[data_tool]
#[cold]
#[must_use = "an answer"]
#[doc(alias = "cities")]
fn attributed() -> DataToolOutput {
    DataToolOutput::new("Tokyo", SOURCE)
}

/// Within a test module.
#[cfg(test)]
mod tests {
    #[super::data_tool]
    fn absent() -> NoSuchType {}
}

fn main() {
    assert_eq!(tools!().len(), 2);
}
