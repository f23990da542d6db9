//! Documents: texts and bytes, read when they are asked for, by name, URI and template.

use mcp_data_runtime::{DataServer, Plugin, Resource, Settings, ToolError, testing::TestClient};
use rmcp::{ServiceError, model::ReadResourceRequestParams};
use serde_json::{Value, json};

fn codes() -> Plugin {
    Plugin::new("codes")
        .resource(Resource::text("units.md", "text/markdown", "GWh").title("Units"))
        .resource(Resource::lazy("logo", "image/png", || Ok(vec![0x89, b'P'].into())))
        .resource(
            Resource::text("terms", "text/html", "Terms").uri("https://example.org/terms?a=b"),
        )
        .resource(
            Resource::template("years/{year}", "text/csv", |variables| {
                match variables["year"].as_str() {
                    "2017" => Ok("source,gwh\n".into()),
                    "broken" => Err(ToolError::masked("the disk at /srv is gone")),
                    other => Err(ToolError::new(format!("there are no figures of {other:?}"))),
                }
            })
            .description("The figures of a year."),
        )
        .resource(
            Resource::template("places", "text/plain", |variables| {
                Ok(format!("{} in {}", variables["place"], variables["country"]).into())
            })
            .uri("geo://{country}/places/{place}"),
        )
}

async fn client() -> TestClient {
    TestClient::connect(DataServer::new("documents", "1").plugin(codes())).await
}

async fn read(client: &TestClient, uri: &str) -> Result<Value, Value> {
    match client.peer().read_resource(ReadResourceRequestParams::new(uri)).await {
        Ok(read) => Ok(json!(read.contents)),
        Err(ServiceError::McpError(error)) => Err(json!(error)),
        Err(other) => panic!("{other}"),
    }
}

#[tokio::test]
async fn documents_and_templates_are_listed_apart() {
    let client = client().await;
    let listed = client.peer().list_all_resources().await.expect("a list");
    let uris: Vec<&str> = listed.iter().map(|resource| resource.uri.as_str()).collect();
    assert_eq!(uris, ["https://example.org/terms?a=b", "mcp://codes/logo", "mcp://codes/units.md"]);
    let templates = client.peer().list_all_resource_templates().await.expect("a list");
    assert_eq!(
        json!(templates),
        json!([
            { "uriTemplate": "geo://{country}/places/{place}", "name": "places", "mimeType": "text/plain" },
            {
                "uriTemplate": "mcp://codes/years/{year}",
                "name": "years/{year}",
                "description": "The figures of a year.",
                "mimeType": "text/csv",
            },
        ])
    );
}

#[tokio::test]
async fn each_is_read_by_its_uri() {
    let client = client().await;
    for (uri, contents) in [
        ("mcp://codes/units.md", json!({ "mimeType": "text/markdown", "text": "GWh" })),
        ("mcp://codes/logo", json!({ "mimeType": "image/png", "blob": "iVA=" })),
        ("https://example.org/terms?a=b", json!({ "mimeType": "text/html", "text": "Terms" })),
        ("mcp://codes/years/2017", json!({ "mimeType": "text/csv", "text": "source,gwh\n" })),
        (
            "geo://de/places/K%C3%B6ln%2FBonn",
            json!({ "mimeType": "text/plain", "text": "Köln/Bonn in de" }),
        ),
    ] {
        let mut expected = contents;
        expected["uri"] = uri.into();
        assert_eq!(read(&client, uri).await, Ok(json!([expected])));
    }
}

#[tokio::test]
async fn what_cannot_be_read_says_why() {
    let client = client().await;
    for (uri, code, message) in [
        (
            "mcp://codes/unit.md",
            -32002,
            "there is no resource `mcp://codes/unit.md`; did you mean `mcp://codes/units.md`?",
        ),
        // A variable is one segment of the path, and its bytes are UTF-8.
        (
            "mcp://codes/years/2017?x=1",
            -32002,
            "there is no resource `mcp://codes/years/2017?x=1`; did you mean `mcp://codes/years/{year}`?",
        ),
        (
            "geo://de/places/a/b",
            -32002,
            "there is no resource `geo://de/places/a/b`; the resources are `geo://{country}/places/{place}`, `https://example.org/terms?a=b`, `mcp://codes/logo`, `mcp://codes/units.md` and `mcp://codes/years/{year}`",
        ),
        (
            "geo://de/places/%FF",
            -32002,
            "there is no resource `geo://de/places/%FF`; the resources are `geo://{country}/places/{place}`, `https://example.org/terms?a=b`, `mcp://codes/logo`, `mcp://codes/units.md` and `mcp://codes/years/{year}`",
        ),
        ("mcp://codes/years/1999", -32603, "there are no figures of \"1999\""),
        (
            "mcp://codes/years/broken",
            -32603,
            "the resource could not be read; the reason is in the server's log under the reference ",
        ),
    ] {
        let error = read(&client, uri).await.expect_err("an error");
        assert_eq!(error["code"], code, "{error}");
        let said = error["message"].as_str().expect("a message");
        let said = match said.split_once("under the reference ") {
            Some((said, reference)) => {
                assert!(
                    reference.len() == 8 && reference.chars().all(|c| c.is_ascii_hexdigit()),
                    "{reference}"
                );
                format!("{said}under the reference ")
            }
            None => said.to_owned(),
        };
        assert_eq!(said, message);
        assert!(code != -32002 || error["data"] == json!({ "uri": uri }), "{error}");
    }
}

#[test]
fn uris_that_are_none_or_meet_are_said_at_start() {
    let template = |name: &str| Resource::template(name, "text/plain", |_| Ok("".into()));
    let plugin = Plugin::new("codes")
        .resource(template("years"))
        .resource(template("years/{year}"))
        .resource(template("years/{jahr}"))
        .resource(template("{a}/{a}"))
        .resource(template("tables/{a}.csv"))
        .resource(template("search/{?q}"))
        .resource(template("files/{*path}"))
        .resource(template("{{x}}"))
        .resource(Resource::text("a", "text/plain", "a").uri("no scheme"))
        .resource(Resource::text("b", "text/plain", "b").uri("noscheme"));
    let error = DataServer::new("documents", "1")
        .plugin(plugin)
        .dispatcher(&Settings::default())
        .expect_err("problems");
    let lines: Vec<String> = error.to_string().lines().skip(1).map(ToOwned::to_owned).collect();
    assert_eq!(
        lines,
        [
            "- the URI template `mcp://codes/years` has no variable, such as `{year}`",
            "- the URI template `mcp://codes/years/{jahr}` stands for the same URIs as `mcp://codes/years/{year}`; rename one",
            "- the URI template `mcp://codes/{a}/{a}` has two variables of the name `a`; rename one",
            "- the URI template `mcp://codes/tables/{a}.csv` is not legal: a variable is a whole segment of the path, as in `years/{year}`, and its name is letters, digits and `_`",
            "- the URI template `mcp://codes/search/{?q}` is not legal: a variable is a whole segment of the path, as in `years/{year}`, and its name is letters, digits and `_`",
            "- the URI template `mcp://codes/files/{*path}` is not legal: a variable is a whole segment of the path, as in `years/{year}`, and its name is letters, digits and `_`",
            "- the URI template `mcp://codes/{{x}}` is not legal: a variable is a whole segment of the path, as in `years/{year}`, and its name is letters, digits and `_`",
            "- the URI \"no scheme\" of the resource `a` is none: relative URL without a base; one is written `https://example.org/codes`",
            "- the URI \"noscheme\" of the resource `b` is none: relative URL without a base; one is written `https://example.org/codes`",
        ]
    );
}
