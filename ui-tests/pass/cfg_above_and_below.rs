use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

/// Above the attribute.
#[cfg(any())]
#[data_tool]
fn absent_above() -> DataToolOutput {
    no_such_function()
}

/// Below it.
#[data_tool]
#[cfg(any())]
fn absent_below() -> DataToolOutput {
    no_such_function()
}

/// By a condition within a condition.
#[data_tool]
#[cfg_attr(all(), cfg(any()))]
fn absent_by_cfg_attr() -> DataToolOutput {
    no_such_function()
}

/// Present.
#[cfg(all())]
#[data_tool]
#[cfg(all())]
#[cfg_attr(all(), allow(dead_code), doc = "On every system.", must_use)]
fn present() -> DataToolOutput {
    DataToolOutput::new("Tokyo", SOURCE)
}

/// By the system.
#[cfg_attr(unix, data_tool(title = "On Unix"))]
#[cfg_attr(not(unix), data_tool(title = "Elsewhere"))]
fn by_system() -> DataToolOutput {
    DataToolOutput::new("Tokyo", SOURCE)
}

#[cfg(unix)]
/// One of two.
#[data_tool]
fn one_of_two() -> DataToolOutput {
    DataToolOutput::new("Unix", SOURCE)
}

#[cfg(not(unix))]
/// One of two.
#[data_tool]
fn one_of_two() -> DataToolOutput {
    DataToolOutput::new("elsewhere", SOURCE)
}

fn main() {
    let tools = tools!();
    let names: Vec<&str> = tools.iter().map(|tool| tool.name()).collect();
    assert_eq!(names, ["by_system", "one_of_two", "present"]);
}
