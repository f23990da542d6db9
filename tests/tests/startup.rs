//! A server whose tools are not in order does not start, and says everything at once.

use mcp_data_runtime::{
    Settings, Tool, ToolDescriptor,
    prelude::*,
    schemars::{self, JsonSchema},
    serde::{self, Deserialize},
    serde_json::{Value, json},
    testing::TestClient,
};

const SOURCE: Source = source!("https://example.org/data");

fn answer() -> DataToolOutput {
    DataToolOutput::new("x", SOURCE)
}

mod north {
    use super::*;

    /// Statistics.
    #[data_tool]
    pub(crate) fn stats() -> DataToolOutput {
        answer()
    }
}

mod south {
    use super::*;

    /// Statistics.
    #[data_tool]
    pub(crate) fn stats() -> DataToolOutput {
        answer()
    }
}

struct Database;

/// Asks a database.
#[data_tool]
fn query(database: State<Database>) -> DataToolOutput {
    let Database = *database;
    answer()
}

#[derive(Deserialize, JsonSchema)]
#[serde(crate = "self::serde")]
#[schemars(crate = "self::schemars")]
struct Node {
    #[allow(dead_code, reason = "only its schema matters")]
    next: Option<Box<Node>>,
}

/// Takes a type that contains itself.
#[data_tool]
fn recursive(_node: Node) -> DataToolOutput {
    answer()
}

/// What JSON has no form for: its keys are text.
#[derive(Debug, Deserialize, serde::Serialize, JsonSchema)]
#[serde(crate = "self::serde", transparent)]
#[schemars(crate = "self::schemars", transparent)]
struct Pairs(#[schemars(with = "u8")] std::collections::BTreeMap<(u8, u8), u8>);

/// Has a default that is no JSON.
#[data_tool]
fn pairs(#[arg(default = Pairs([((1, 2), 3)].into()))] _pairs: Pairs) -> DataToolOutput {
    answer()
}

const NEVER: u64 = 0;
const NOTHING: &str = "";

#[data_tool(description = NOTHING, timeout = NEVER)]
fn never() -> DataToolOutput {
    answer()
}

/// Has a default outside its range, a pattern of an unknown class, and an example that is not allowed.
// None of it is a literal that the macro could check.
#[data_tool]
fn wrong_options(
    #[arg(range = 1..=9, default = FAR)] _near: u8,
    #[arg(pattern = r"\p{Nonsense}")] _word: String,
    #[arg(examples = [20], range = ..=MOST)] _few: u8,
) -> DataToolOutput {
    answer()
}

const FAR: u8 = 10;
const MOST: u8 = 9;

/// Says of itself what the runtime says.
#[data_tool(meta = json!({ "columns": 1 }))]
fn columns_twice() -> DataToolOutput<OneColumn> {
    DataToolOutput::new("x", SOURCE)
}

#[derive(TableRow)]
struct OneColumn {
    only: u8,
}

/// Is no object.
#[data_tool(meta = json!([]))]
fn meta_of_list() -> DataToolOutput {
    answer()
}

/// Has a long name.
#[data_tool]
fn a_name_of_sixty_characters_that_leaves_no_room_for_a_plugin_() -> DataToolOutput {
    answer()
}

fn problem(server: DataServer) -> String {
    // Line and column of a function move whenever this file changes.
    let text =
        server.dispatcher(&Settings::default()).map(drop).expect_err("it cannot start").to_string();
    let mut shown = String::new();
    let mut rest = text.as_str();
    while let Some(at) = rest.find("startup.rs:") {
        let end = at + "startup.rs".len();
        shown.push_str(&rest[..end]);
        rest = rest[end..].trim_start_matches(|c: char| c == ':' || c.is_ascii_digit());
    }
    shown + rest
}

fn server(tools: Vec<ToolDescriptor>) -> DataServer {
    DataServer::new("startup", "1").tools(tools)
}

// B25
#[test]
fn two_tools_of_one_name_are_named_with_their_places() {
    assert_eq!(
        problem(server(tools![north::stats, south::stats])),
        "the server cannot start: two tools have the name `stats`: tests/tests/startup.rs and tests/tests/startup.rs; \
         rename one with `#[data_tool(name = \"…\")]`"
    );
}

#[test]
fn a_missing_state_is_named_with_its_tool_and_type() {
    assert_eq!(
        problem(server(tools![query])),
        "the server cannot start: the tool `query` (tests/tests/startup.rs) needs the state `startup::Database`, \
         which was not provided; add `.state(…)` with a value of type `startup::Database` to the server"
    );
    let started = server(tools![query]).state(Database).dispatcher(&Settings::default());
    let started = started.expect("it starts");
    let names: Vec<&str> = started.catalog().tools().map(Tool::name).collect();
    assert_eq!(names, ["query"]);
    // A state is nothing that a caller gives.
    assert_eq!(
        *started.catalog().tool("query").expect("the tool").input_schema(),
        json!({ "type": "object", "properties": {}, "additionalProperties": false })
    );
}

#[tokio::test]
async fn what_is_started_is_all_that_was_given() {
    let plugin = Plugin::new("north")
        .description("the north")
        .instructions("Round to tens.")
        .sample_question("How many live in the north?", call!(north::stats))
        .homepage("https://north.example/")
        .tools(tools![north::stats, query])
        .resource(Resource::text("units.md", "text/markdown", "GWh"));
    let server = DataServer::new("startup", "1.2.3")
        .instructions("Answer in one sentence.")
        .tools(tools![south::stats])
        .plugin(plugin)
        .state(Database);
    let client = TestClient::connect(server).await;
    let info = client.peer().peer_info().expect("the server's description");
    let named = info.server_info.as_ref().expect("its name");
    assert_eq!((named.name.as_str(), named.version.as_str()), ("startup", "1.2.3"));
    assert_eq!(
        info.instructions.as_deref(),
        Some(
            "Answer in one sentence.\n\nnorth: the north\nRound to tens.\nIt answers questions such as:\n- How many live in the north?"
        )
    );
    let mut tools = json!(client.tools().await);
    for tool in tools.as_array_mut().expect("a list") {
        // `golden` keeps the schema of answers.
        let tool = tool.as_object_mut().expect("a tool");
        tool.remove("outputSchema").expect("a schema of answers");
    }
    let plugin = json!({
        "plugin": "north",
        "plugin_metadata": {
            "description": "the north",
            "instructions": "Round to tens.",
            "sample_questions": ["How many live in the north?"],
            "sample_calls": [
                { "question": "How many live in the north?", "tool": "north_stats", "arguments": {} },
            ],
            "urls": { "homepage": "https://north.example/" },
        },
    });
    let tool = |name: &str, description: &str, of: &Value| {
        let mut meta = of.clone();
        meta["ui"] = json!({ "resourceUri": "ui://mcp-data/viewer.html" });
        json!({
            "name": name,
            "description": description,
            "inputSchema": { "type": "object", "properties": {}, "additionalProperties": false },
            "annotations": { "readOnlyHint": true, "destructiveHint": false, "idempotentHint": true },
            "_meta": meta,
        })
    };
    assert_eq!(
        tools,
        json!([
            tool("north_query", "Asks a database.", &plugin),
            tool("north_stats", "Statistics.", &plugin),
            tool("stats", "Statistics.", &json!({})),
        ])
    );
    let resources = client.peer().list_all_resources().await.expect("a list");
    let uris: Vec<&str> = resources.iter().map(|resource| resource.uri.as_str()).collect();
    assert_eq!(uris, ["mcp://north/units.md", "ui://mcp-data/viewer.html"]);
}

// B17
#[test]
fn a_server_without_tools_says_so() {
    assert_eq!(
        problem(server(Vec::new())),
        "the server cannot start: it has no tools; annotate a function with `#[data_tool]` and add `.tools(tools!())`, \
         which takes the annotated functions of its module and below"
    );
}

#[test]
fn everything_is_said_at_once() {
    let broken =
        server(tools![recursive, wrong_options, columns_twice, meta_of_list, never, pairs])
            .plugin(Plugin::new("sales/é").tools(tools![north::stats]))
            .plugin(Plugin::new("north").tools(tools![north::stats, query]))
            .plugin(Plugin::new("north").homepage("javascript:alert(1)"))
            .plugin(
                Plugin::new("long_name")
                    .homepage("javascript:alert(1)")
                    .tools(tools![a_name_of_sixty_characters_that_leaves_no_room_for_a_plugin_])
                    .resource(Resource::text("", "text/plain", "x"))
                    .resource(Resource::text("a", "text/plain", "x"))
                    .resource(Resource::text("a", "text/plain", "y")),
            );
    let at = "(tests/tests/startup.rs)";
    let text = problem(broken);
    let lines: Vec<&str> = text.lines().collect();
    let expected = [
        "the server cannot start, for 16 reasons:".to_owned(),
        format!("- the tool `recursive` {at}: argument `_node.next`: its type contains itself (`Node`), and a schema that does so is refused by many clients; take a flat list of items that name their parent instead"),
        format!("- the tool `wrong_options` {at}: argument `_near`: its default is not allowed: 10 is above the maximum, 9"),
        format!("- the tool `wrong_options` {at}: argument `_word`: its pattern `\\p{{Nonsense}}` is no regular expression: Invalid property name; clients compile it as JavaScript does, with the flag `u`"),
        format!("- the tool `wrong_options` {at}: argument `_few`: its example is not allowed: 20 is above the maximum, 9"),
        format!("- the tool `columns_twice` {at}: its `meta` has the key `columns`, which the runtime sets itself"),
        format!("- the tool `meta_of_list` {at}: its `meta` is not a JSON object: []"),
        format!("- the tool `never` {at}: its timeout is 0 seconds, in which it never answers; give at least 1"),
        format!("- the tool `never` {at}: its description is empty; the model chooses by it when to call the tool"),
        // B73
        format!("- the tool `pairs` {at}: argument `_pairs`: its `default` is no JSON: key must be a string"),
        "- the plugin name \"sales/é\" is not legal: it contains '/', and clients accept ASCII letters, digits, `_` and `-` only".to_owned(),
        format!("- the tool `north_query` {at} needs the state `startup::Database`, which was not provided; add `.state(…)` with a value of type `startup::Database` to the server"),
        "- two plugins have the name `north`; rename one".to_owned(),
        "- a link of the plugin `long_name` is none: \"javascript:alert(1)\" is not a source: its scheme is `javascript`; a source is an absolute http or https URL".to_owned(),
        format!("- the tool name \"long_name_a_name_of_sixty_characters_that_leaves_no_room_for_a_plugin_\" {at} is not legal: it has 70 characters, and clients accept 64 at most; shorten the plugin's name or the tool's"),
        "- the resource name \"\" is not legal: it is part of a URI, so it is not empty and has no white space".to_owned(),
        "- two resources have the URI `mcp://long_name/a`; rename one".to_owned(),
    ];
    assert_eq!(lines, expected);
}

#[test]
fn a_name_with_its_plugin_is_found_by_either() {
    let dispatcher = DataServer::new("startup", "1")
        .plugin(Plugin::new("n").tools(tools![north::stats]))
        .plugin(Plugin::new("s").tools(tools![south::stats, meta_free]))
        .dispatcher(&Settings::default())
        .expect("it starts");
    let find = |name| {
        dispatcher.catalog().find(name).map(Tool::name).map_err(|unknown| unknown.to_string())
    };
    assert_eq!(find("s_meta_free"), Ok("s_meta_free"));
    assert_eq!(find("meta_free"), Ok("s_meta_free"));
    for (name, problem) in [
        ("stats", "`stats` is the short name of several tools: `n_stats` and `s_stats`"),
        ("meta_fre", "there is no tool `meta_fre`; did you mean `s_meta_free`?"),
        (
            "weather",
            "there is no tool `weather`; the tools are `n_stats`, `s_meta_free` and `s_stats`",
        ),
    ] {
        assert_eq!(find(name), Err(problem.to_owned()));
    }
}

/// Says nothing of itself.
#[data_tool]
fn meta_free() -> DataToolOutput {
    answer()
}

/// Takes a year, and how many.
#[data_tool]
fn mix(#[arg(range = 2001..=2017)] year: u16, count: Option<u8>) -> DataToolOutput {
    DataToolOutput::new(format!("{year} {count:?}"), source!("https://example.org/data"))
}

#[test]
fn a_sample_call_that_its_tool_refuses_stops_the_start() {
    let plugin = Plugin::new("north")
        .tools(tools![mix])
        .sample_question("When?", call!(mix { year: 1990, count: -1 }))
        .sample_question("How many?", call!(mix { count: 2 }))
        .sample_question("What?", call!(query))
        .sample_question("Right?", call!(mix { year: 2017, count: None::<u8> }));
    let server =
        DataServer::new("startup", "1").tools(tools![query]).state(Database).plugin(plugin);
    let error = server.dispatcher(&Settings::default()).expect_err("wrong calls").to_string();
    let error =
        error.split(" (tests/").map(|part| part.split_once(')').map_or(part, |(_, rest)| rest));
    assert_eq!(
        error.collect::<String>(),
        "the server cannot start, for 4 reasons:\n\
         - the sample question \"When?\" of the plugin `north`: its call of `north_mix` is not allowed: year: 1990 is below the minimum, 2001\n\
         - the sample question \"When?\" of the plugin `north`: its call of `north_mix` is not allowed: count: -1 is below the minimum, 0\n\
         - the sample question \"How many?\" of the plugin `north`: its call of `north_mix` is not allowed: year: missing; expected an integer from 2001 to 2017\n\
         - the sample question \"What?\" of the plugin `north`: it calls the tool `query`, which the plugin does not have; add the tool to the plugin with `.tools(…)`, or the question to the plugin that has it"
    );
}
