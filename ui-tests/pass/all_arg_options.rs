use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

const LEAST: u16 = 1990;

fn latest() -> u16 {
    2025
}

/// The number of inhabitants.
#[data_tool]
fn inhabitants(
    /// The municipality's name.
    #[arg(name = "of", length = 1..=80, pattern = "^[A-Z]", examples = ["Springfield", "Shelbyville"])]
    /// As it is spelt today.
    municipality: String,
    #[arg(range = LEAST..=2025, default = latest(), examples = [LEAST, 2000])] year: u16,
    #[arg(examples = [5_000_000_000, 1])] inhabitants: Option<u64>,
    #[arg(range = ..10)] below: Option<i8>,
    #[arg(range = -1.5..=1.5, default = -0.5)] factor: f64,
    #[arg(length = 1..5)] districts: Option<Vec<String>>,
    #[arg(length = 1.., default = vec![1, 2])] wards: Vec<u8>,
    #[arg(default = "en", pattern = "^[a-z]{2}$",)] language: String,
    #[arg(default = true)] exact: bool,
    mut plain: u8,
) -> DataToolOutput {
    plain += 1;
    DataToolOutput::new(
        format!("{municipality} {year} {inhabitants:?} {below:?} {factor} {districts:?} {wards:?} {language} {exact} {plain}"),
        SOURCE,
    )
}

fn catalog_of(server: DataServer) -> mcp_data_runtime::Dispatcher {
    server.dispatcher(&mcp_data_runtime::Settings::default()).expect("a server that can start")
}

fn main() {
    let calls = catalog_of(DataServer::new("cities", "1").tools(tools!()));
    let schema = calls.catalog().tool("inhabitants").expect("the tool").input_schema();
    let property = |name: &str| &schema["properties"][name];
    assert_eq!(property("of")["description"], "The municipality's name.\nAs it is spelt today.");
    assert_eq!(property("of")["maxLength"], 80);
    assert_eq!(property("of")["examples"][1], "Shelbyville");
    assert_eq!(property("year")["minimum"], 1990);
    assert_eq!(property("year")["default"], 2025);
    assert_eq!(property("below")["exclusiveMaximum"], 10);
    assert_eq!(property("factor")["minimum"], -1.5);
    assert_eq!(property("factor")["default"], -0.5);
    assert_eq!(property("districts")["maxItems"], 4);
    assert_eq!(property("wards")["minItems"], 1);
    assert_eq!(property("language")["default"], "en");
    assert_eq!(property("exact")["default"], true);
    assert_eq!(schema["required"], serde_json::json!(["of", "plain"]));
}
