//! Both examples over both transports in both eras: what a client is told, and what it gets.

use mcp_data_runtime::testing::{assert_contract, assert_portable, text};
use mcp_data_tests::{Client, Era, HttpExample, call, over_http, over_stdio};
use rmcp::model::{ReadResourceRequestParams, Tool};
use serde_json::{Value, json};

const EIA: &str = "https://www.eia.gov/electricity/data/browser/";

/// Runs `check` with a client for each transport and era.
async fn everywhere(example: &str, check: impl AsyncFn(&Client)) {
    let server = HttpExample::start(example);
    for era in Era::ALL {
        let client = over_stdio(example, era).await;
        check(&client).await;
        client.cancel().await.expect("an orderly end");
        let client = over_http(&server.url, era).await;
        check(&client).await;
        client.cancel().await.expect("an orderly end");
    }
}

fn structured(result: &rmcp::model::CallToolResult) -> Value {
    assert_contract(result);
    result.structured_content.clone().expect("structured content")
}

fn tool<'a>(tools: &'a [Tool], name: &str) -> &'a Tool {
    tools.iter().find(|tool| tool.name == name).expect("the tool is listed")
}

#[tokio::test]
async fn cities_lists_and_answers() {
    everywhere("cities", async |client| {
        let tools = client.list_all_tools().await.expect("a list");
        let published = serde_json::to_value(&tools).expect("JSON");
        assert_eq!(
            published[0]["inputSchema"],
            json!({ "type": "object", "properties": {}, "additionalProperties": false })
        );
        assert_eq!(published[0]["name"], "list_cities");
        assert_eq!(published[0]["description"], "Return the top 3 cities by population.");
        assert_eq!(
            published[0]["annotations"],
            json!({ "readOnlyHint": true, "destructiveHint": false, "idempotentHint": true })
        );
        assert_eq!(
            published[0]["_meta"],
            json!({ "ui": { "resourceUri": "ui://mcp-data/viewer.html" } })
        );
        assert_eq!(tools.len(), 1);

        let info = client.peer_info();
        let info = info.as_ref().expect("the server's description");
        let server = info.server_info.as_ref().expect("the server's name");
        assert_eq!((server.name.as_str(), server.version.as_str()), ("cities", "0.1.0"));

        let result = call(client, "list_cities", json!({})).await;
        assert_eq!(
            structured(&result),
            json!({
                "sources": ["https://example.org/cities-data"],
                "table": [
                    ["City", "Population"],
                    ["Tokyo", 37_400_068],
                    ["Delhi", 30_290_936],
                    ["Shanghai", 27_058_479],
                ],
            })
        );
        assert_eq!(
            text(&result),
            "The 3 most populated cities are Tokyo, Delhi and Shanghai.\n\n\
             | City | Population |\n| --- | --- |\n| Tokyo | 37400068 |\n| Delhi | 30290936 |\n\
             | Shanghai | 27058479 |\n\nSources:\n- https://example.org/cities-data"
        );
    })
    .await;
}

#[tokio::test]
async fn every_schema_of_the_examples_is_portable() {
    for example in ["cities", "energy"] {
        everywhere(example, async |client| {
            for tool in client.list_all_tools().await.expect("a list") {
                assert_portable(&tool);
            }
        })
        .await;
    }
}

#[tokio::test]
async fn energy_is_described() {
    everywhere("energy", async |client| {
        let tools = client.list_all_tools().await.expect("a list");
        let names: Vec<&str> = tools.iter().map(|tool| &*tool.name).collect();
        assert_eq!(
            names,
            [
                "energy_compare_years",
                "energy_define_term",
                "energy_electricity_mix",
                "energy_largest_source",
                "energy_out_of_scope",
            ]
        );
        let mix = serde_json::to_value(tool(&tools, "energy_electricity_mix")).expect("JSON");
        assert_eq!(mix["title"], "Electricity mix");
        assert_eq!(
            mix["inputSchema"],
            json!({
                "type": "object",
                "properties": {
                    "from": {
                        "type": "integer", "minimum": 2001, "maximum": 2017, "default": 2001,
                        "examples": [2001, 2017], "description": "First year to include.",
                    },
                    "to": {
                        "type": "integer", "minimum": 2001, "maximum": 2017, "examples": [2017],
                        "description": "Last year to include; the last of the data when absent.",
                    },
                },
                "additionalProperties": false,
            })
        );
        assert_eq!(
            mix["outputSchema"]["properties"]["table"]["items"]["anyOf"][0]["const"],
            json!([
                "Year",
                "Fossil fuels (GWh)",
                "Nuclear energy (GWh)",
                "Renewables (GWh)",
                "Total (GWh)",
                "Renewable share (%)",
            ])
        );
        let meta = &mix["_meta"];
        assert_eq!(meta["plugin"], "energy");
        assert_eq!(meta["sources"], json!([EIA]));
        assert_eq!(
            meta["columns"][1],
            json!({ "name": "Fossil fuels", "type": "integer", "unit": "GWh", "nullable": false,
                    "description": "Coal, natural gas and petroleum." })
        );
        assert_eq!(
            meta["plugin_metadata"]["urls"],
            json!({ "homepage": "https://www.eia.gov/electricity/" })
        );
        assert_eq!(meta["plugin_metadata"]["sample_questions"].as_array().map(Vec::len), Some(4));

        let info = client.peer_info();
        let instructions =
            info.as_ref().and_then(|info| info.instructions.clone()).expect("instructions");
        assert!(
            instructions.starts_with("energy: net electricity generation in Iowa"),
            "{instructions}"
        );

        let term = serde_json::to_value(tool(&tools, "energy_define_term")).expect("JSON");
        assert_eq!(
            term["inputSchema"]["properties"]["term"],
            json!({
                "type": "string",
                "enum": ["net_generation", "fossil_fuels", "nuclear_energy", "renewables",
                         "renewable_share", "gigawatt_hour"],
                "description": "The term.\n\nA term of the tables.",
            })
        );
        assert_eq!(term["inputSchema"]["required"], json!(["term"]));
    })
    .await;
}

#[tokio::test]
async fn energy_answers_one_year_with_a_pie() {
    everywhere("energy", async |client| {
        let result =
            call(client, "energy_electricity_mix", json!({ "from": 2017, "to": 2017 })).await;
        let answer = structured(&result);
        assert_eq!(answer["table"][1], json!([2017, 29_329, 5_214, 21_933, 56_476, 38.8]));
        assert_eq!(answer["table"].as_array().map(Vec::len), Some(2));
        assert_eq!(answer["sources"], json!([EIA]));
        assert_eq!(
            answer["source_details"],
            json!([{ "url": EIA, "publisher": "U.S. Energy Information Administration",
                     "title": "Electricity data browser: net generation, Iowa, annual" }])
        );
        let pie = &answer["charts"][0];
        assert_eq!(pie["type"], "pie");
        assert_eq!(pie["data"]["labels"], json!(["Fossil fuels", "Nuclear energy", "Renewables"]));
        assert_eq!(pie["data"]["datasets"][0]["data"], json!([29_329, 5_214, 21_933]));
        assert_eq!(answer["charts"].as_array().map(Vec::len), Some(1));
        let read = text(&result);
        assert!(
            read.starts_with("In 2017, Iowa generated 56,476 GWh of electricity: 29,329 GWh"),
            "{read}"
        );
        assert!(read.contains("21,933 GWh from renewables (38.8 %)"), "{read}");
        assert!(read.contains("\n\nThese are net generation figures for Iowa"), "{read}");
    })
    .await;
}

#[tokio::test]
async fn energy_answers_all_years_with_stacked_bars() {
    everywhere("energy", async |client| {
        let result = call(client, "energy_electricity_mix", json!({ "to": null })).await;
        let answer = structured(&result);
        let rows = answer["table"].as_array().expect("rows");
        assert_eq!(rows.len(), 18);
        assert_eq!(rows[1], json!([2001, 35_361, 3_853, 1_437, 40_651, 3.5]));
        let sum =
            |column: usize| rows[1..].iter().filter_map(|row| row[column].as_u64()).sum::<u64>();
        assert_eq!((sum(1), sum(2), sum(3)), (620_129, 80_103, 164_220));
        let bars = &answer["charts"][0];
        assert_eq!(bars["type"], "bar");
        assert_eq!(bars["data"]["labels"][16], "2017");
        assert_eq!(bars["options"]["scales"]["x"]["stacked"], true);
        assert_eq!(
            bars["options"]["scales"]["y"],
            json!({ "stacked": true, "title": { "display": true, "text": "GWh" } })
        );
        let drawn: Vec<&Value> = bars["data"]["datasets"]
            .as_array()
            .expect("series")
            .iter()
            .map(|series| &series["data"])
            .collect();
        for (series, column) in drawn.iter().zip(1..) {
            let cells: Vec<&Value> = rows[1..].iter().map(|row| &row[column]).collect();
            assert_eq!(json!(series), json!(cells));
        }
        assert!(text(&result).contains(
            "from 40,651 GWh to 56,476 GWh, and the renewable share from 3.5 % to 38.8 %"
        ));
    })
    .await;
}

#[tokio::test]
async fn energy_compares_defines_and_declines() {
    everywhere("energy", async |client| {
        let result = call(client, "energy_largest_source", json!({ "year": 2010 })).await;
        assert_eq!(structured(&result)["table"][1], json!(["Fossil fuels", 42_750, 74.3]));
        assert!(text(&result).starts_with(
            "The largest source of electricity in Iowa in 2010 was fossil fuels, with 42,750 GWh of 57,509 GWh (74.3 %)."
        ));

        let result = call(client, "energy_compare_years", json!({ "from": 2001, "to": 2017 })).await;
        assert_eq!(
            structured(&result)["table"],
            json!([
                ["Source", "2001 (GWh)", "2017 (GWh)", "Change (GWh)", "Change (%)"],
                ["Fossil fuels", 35_361, 29_329, -6_032, -17.1],
                ["Nuclear energy", 3_853, 5_214, 1_361, 35.3],
                ["Renewables", 1_437, 21_933, 20_496, 1426.3],
                ["Total", 40_651, 56_476, 15_825, 38.9],
            ])
        );

        let result = call(client, "energy_define_term", json!({ "term": "gigawatt_hour" })).await;
        let answer = structured(&result);
        assert_eq!(answer["table"][1][0], "Gigawatt hour (GWh)");
        assert_eq!(answer["table"][1][1], Value::Null);
        assert_eq!(answer["sources"], json!(["https://www.eia.gov/tools/glossary/"]));
        assert_eq!(answer.get("charts"), None);

        let question = "What does electricity cost in Iowa?";
        let result = call(client, "energy_out_of_scope", json!({ "question": question })).await;
        assert_eq!(structured(&result)["sources"], json!([EIA]));
        assert!(text(&result).starts_with(
            "“What does electricity cost in Iowa?”\n\nThis question is out of scope here. \
             The data of this server are about: net electricity generation in Iowa by source, \
             every year from 2001 to 2017, in GWh\n\nQuestions that it answers:\n- How much of Iowa's"
        ));
    })
    .await;
}

#[tokio::test]
async fn wrong_calls_name_every_problem() {
    everywhere("energy", async |client| {
        let wrong = json!({ "from": "x", "too": 2017, "to": 1990 });
        let result = call(client, "energy_electricity_mix", wrong).await;
        assert_contract(&result);
        assert_eq!(result.is_error, Some(true));
        assert_eq!(
            text(&result),
            "energy_electricity_mix was not run: 3 problems with its arguments.\n\
             - from: expected an integer from 2001 to 2017, got the string \"x\"\n\
             - too: no such argument; did you mean `to`? It takes `from` and `to`\n\
             - to: 1990 is below the minimum, 2001"
        );

        let result = call(client, "energy_electricity_mix", json!({ "from": 2010, "to": 2005 })).await;
        assert_contract(&result);
        assert_eq!(
            text(&result),
            "There are no years from 2010 to 2005: `from` must not be after `to`."
        );

        let result = call(client, "energy_define_term", json!({ "term": "renewable" })).await;
        assert_eq!(
            text(&result),
            "energy_define_term was not run: 1 problem with its arguments.\n\
             - term: expected one of \"net_generation\", \"fossil_fuels\", \"nuclear_energy\", \"renewables\", \
             \"renewable_share\" and \"gigawatt_hour\", got the string \"renewable\"; did you mean \"renewables\"?"
        );

        let request = rmcp::model::CallToolRequestParams::new("energy_electricity_mxi");
        let error = client.call_tool(request).await.expect_err("no such tool");
        let rmcp::ServiceError::McpError(error) = error else { panic!("a protocol error: {error}") };
        assert_eq!(error.code.0, -32602);
        assert_eq!(
            error.message,
            "there is no tool `energy_electricity_mxi`; did you mean `energy_electricity_mix`?"
        );
    })
    .await;
}

#[tokio::test]
async fn energy_has_documents() {
    everywhere("energy", async |client| {
        let listed = client.list_all_resources().await.expect("a list");
        let uris: Vec<&str> = listed.iter().map(|resource| resource.uri.as_str()).collect();
        assert_eq!(
            uris,
            [
                "mcp://energy/glossary.md",
                "mcp://energy/iowa-electricity.csv",
                "ui://mcp-data/viewer.html"
            ]
        );
        let read = client
            .read_resource(ReadResourceRequestParams::new("mcp://energy/iowa-electricity.csv"))
            .await
            .expect("a document");
        let read = serde_json::to_value(read).expect("JSON");
        assert_eq!(read["contents"][0]["mimeType"], "text/csv");
        let csv = read["contents"][0]["text"].as_str().expect("text");
        assert!(csv.starts_with("year,source,net_generation\n2001-01-01,Fossil Fuels,35361\n"));

        let error = client
            .read_resource(ReadResourceRequestParams::new("mcp://energy/glosary.md"))
            .await
            .expect_err("no such document");
        assert!(
            error.to_string().contains("there is no resource `mcp://energy/glosary.md`; did you mean `mcp://energy/glossary.md`?"),
            "{error}"
        );
    })
    .await;
}
