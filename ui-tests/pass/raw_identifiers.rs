use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

/// The largest cities of a type.
#[data_tool]
fn r#type(r#match: String, r#gen: u8) -> DataToolOutput {
    DataToolOutput::new(format!("{} {}", r#match, r#gen), SOURCE)
}

/// A row with names that are keywords.
#[derive(TableRow)]
struct Row {
    r#type: u8,
    r#where: u8,
}

fn catalog_of(server: DataServer) -> mcp_data_runtime::Dispatcher {
    server.dispatcher(&mcp_data_runtime::Settings::default()).expect("a server that can start")
}

fn main() {
    assert_eq!(<r#type as mcp_data_runtime::DataTool>::DESCRIPTOR.name(), "type");
    let calls = catalog_of(DataServer::new("cities", "1").tools(tools![r#type]));
    let tool = calls.catalog().tool("type").expect("the tool");
    let properties = tool.input_schema()["properties"].as_object().expect("properties");
    let names: Vec<&str> = properties.keys().map(String::as_str).collect();
    assert_eq!(names, ["match", "gen"]);
    let _: [mcp_data_runtime::Column<Row>; 2] = [Row::TYPE, Row::WHERE];
    assert_eq!(<Row as TableRow>::COLUMNS[0].name, "Type");
    let Row { r#type: _, r#where: _ } = Row { r#type: 1, r#where: 2 };
}
