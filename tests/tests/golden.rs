//! What the examples publish and answer, kept in `golden` and reviewed like code.
//!
//! `BLESS=1` writes the files anew. All schemas and answers go to the other validators too.

use std::{collections::BTreeMap, env, fs, io::Write, path::PathBuf};

use mcp_data_runtime::testing::contract_breaches;
use mcp_data_tests::{Corpus, HttpExample, JsonReply, post, request};
use serde_json::{Map, Value, json};

/// The most that an untyped tool without arguments may cost in `tools/list`.
const PLAIN_TOOL_BYTES: usize = 1_200;

/// The calls that every client makes, with what is expected of them.
fn calls() -> Map<String, Value> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/clients/calls.json");
    let calls = fs::read_to_string(path).expect("the calls");
    serde_json::from_str(&calls).expect("JSON")
}

/// Compares a value with its file in `golden`.
fn compare(name: &str, value: &Value) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("golden").join(name);
    let found = format!("{value:#}\n");
    if env::var_os("BLESS").is_some() {
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(&path, &found).expect("the file is written");
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(found, kept, "{name}: run again with BLESS=1 and read what changed");
}

async fn ask(server: &HttpExample, method: &str, params: Value) -> Value {
    let reply = post(&server.url, &request(1, method, params)).json_reply().await;
    reply.get("result").unwrap_or_else(|| panic!("{reply}")).clone()
}

/// Every schema in a schema, and where it stands.
fn walk(schema: &Value, place: &str, visit: &mut impl FnMut(&Value, &str)) {
    visit(schema, place);
    for keyword in ["items", "additionalProperties"] {
        if let Some(inner) = schema.get(keyword).filter(|inner| **inner != json!(false)) {
            walk(inner, &format!("{place}/{keyword}"), visit);
        }
    }
    for keyword in ["properties", "patternProperties"] {
        for (name, inner) in schema.get(keyword).and_then(Value::as_object).into_iter().flatten() {
            walk(inner, &format!("{place}/{keyword}/{name}"), visit);
        }
    }
    for keyword in ["anyOf", "allOf", "oneOf"] {
        for inner in schema.get(keyword).and_then(Value::as_array).into_iter().flatten() {
            walk(inner, &format!("{place}/{keyword}"), visit);
        }
    }
}

/// The rules that all clients and the function formats of the large providers share.
fn assert_portable(tool: &str, schema: &Value, is_plain: bool) {
    // B02
    assert_eq!(schema["type"], "object", "{tool}");
    walk(schema, tool, &mut |schema, place| {
        // B34
        let schema = schema.as_object().unwrap_or_else(|| panic!("{place} is {schema}"));
        // B38, B39
        for keyword in ["$ref", "$defs", "$schema", "definitions", "prefixItems", "oneOf"] {
            assert!(!schema.contains_key(keyword), "{keyword} at {place}");
        }
        // B36
        assert!(schema.get("type").is_none_or(Value::is_string), "{place}");
        assert!(!is_plain || !schema.contains_key("anyOf"), "{place}");
        if let Some(names) = schema.get("enum") {
            assert_eq!(schema["type"], "string", "{place}");
            let names = names.as_array().expect("a list");
            assert!(names.iter().all(Value::is_string), "{place}");
        }
    });
}

/// Answers that break the contract, made from one that does not.
fn broken(answer: &Value) -> BTreeMap<&'static str, Value> {
    let change = |pointer: &str, value: Value| {
        let mut broken = answer.clone();
        if let Some(place) = broken.pointer_mut(pointer) {
            *place = value;
        }
        broken
    };
    let mut without = answer.clone();
    without.as_object_mut().expect("an object").remove("sources");
    let mut all = BTreeMap::from([
        ("without sources", without),
        ("no source", change("/sources", json!([]))),
        ("a source twice", change("/sources", json!(["https://a.example", "https://a.example"]))),
        ("a script as source", change("/sources", json!(["javascript:alert(1)"]))),
        ("a source that is null", change("/sources", json!([null]))),
        ("a list", json!([answer])),
    ]);
    if answer.get("table").is_some() {
        all.insert("an object in a cell", change("/table/1/0", json!({ "a": 1 })));
        all.insert("a list in a cell", change("/table/1/0", json!([1])));
        all.insert("a row that is none", change("/table/1", json!("row")));
        all.insert("a table that is null", change("/table", Value::Null));
    }
    if answer.get("charts").is_some() {
        all.insert("a chart without data", change("/charts/0", json!({ "type": "bar" })));
        all.insert("a chart of no type", change("/charts/0/type", json!(1)));
    }
    all
}

#[tokio::test]
async fn lists_and_answers_are_those_that_were_reviewed() {
    let mut corpus = Corpus::create("examples");
    for (program, expected) in calls() {
        let server = HttpExample::start(&program);
        let list = ask(&server, "tools/list", json!({})).await;
        compare(&format!("{program}/tools-list.json"), &list);
        let mut schemas = BTreeMap::new();
        for tool in list["tools"].as_array().expect("tools") {
            let name = tool["name"].as_str().expect("a name").to_owned();
            let bytes = tool.to_string().len();
            // Not by a macro, whose output the harness keeps to itself unless the test fails.
            let _ = writeln!(std::io::stderr(), "{name}: {bytes} bytes in tools/list");
            let is_plain = tool["inputSchema"]["properties"] == json!({})
                && tool.get("_meta").is_none_or(|meta| meta.get("columns").is_none());
            assert!(!is_plain || bytes <= PLAIN_TOOL_BYTES, "{name} costs {bytes} bytes");
            // One server is there for the shapes that not all providers' function formats have.
            assert_portable(&name, &tool["inputSchema"], program != "shapes");
            assert_portable(&name, &tool["outputSchema"], false);
            schemas.insert(name, (tool["inputSchema"].clone(), tool["outputSchema"].clone()));
        }
        let mut seen = BTreeMap::new();
        for call in expected["calls"].as_array().expect("calls") {
            let name = call["tool"].as_str().expect("a tool");
            let params = json!({ "name": name, "arguments": call["arguments"] });
            let result = ask(&server, "tools/call", params).await;
            let number = seen.entry(name).and_modify(|number| *number += 1).or_insert(1);
            compare(&format!("{program}/{name}-{number}.json"), &result);
            assert_eq!(contract_breaches(&result), Vec::<String>::new());
            let (input, output) = &schemas[name];
            let is_error = result["isError"] == true;
            assert_eq!(is_error, call.get("error").is_some(), "{result}");
            // A tool may refuse what its schema allows; the runtime says of all else what is wrong.
            let text = result["content"][0]["text"].as_str().expect("text");
            let is_taken = !text.starts_with(&format!("{name} was not run: "));
            let case = format!("{name} {number}");
            corpus.check(&format!("{case}, arguments"), input, &call["arguments"], is_taken);
            if is_error {
                continue;
            }
            let answer = &result["structuredContent"];
            corpus.check(&case, output, answer, true);
            for (what, broken) in broken(answer) {
                corpus.check(&format!("{case}, {what}"), output, &broken, false);
            }
        }
    }
}
