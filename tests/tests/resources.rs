//! Documents: texts and bytes, read when they are asked for, by name, URI and template.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

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
            "geo://de/places/K%C3%B6ln%20%26%20Bonn",
            json!({ "mimeType": "text/plain", "text": "Köln & Bonn in de" }),
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
            "there is no resource `geo://de/places/%FF`; the value of its variable `place` is not UTF-8",
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
        .resource(Resource::text("b", "text/plain", "b").uri("noscheme"))
        // N09: the same document by another spelling.
        .resource(Resource::text("c", "text/plain", "c").uri("https://Example.org"))
        .resource(Resource::text("d", "text/plain", "d").uri("https://example.org/x/../"))
        .resource(template("años/{a}"))
        .resource(template("a%c3%b1os/{b}"));
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
            "- the resource `a` has an invalid URI \"no scheme\": it has white space; one is written `https://example.org/codes`",
            "- the resource `b` has an invalid URI \"noscheme\": relative URL without a base; one is written `https://example.org/codes`",
            "- two resources have the URI `https://example.org/`; rename one",
            "- the URI template `mcp://codes/a%c3%b1os/{b}` stands for the same URIs as `mcp://codes/a%C3%B1os/{a}`; rename one",
        ]
    );
}

// N09
#[tokio::test]
async fn what_is_listed_is_read_by_any_spelling_of_its_uri() {
    let plugin = Plugin::new("codes")
        .resource(Resource::text("código.md", "text/markdown", "code"))
        .resource(Resource::text("home", "text/html", "home").uri("https://Example.org"))
        .resource(
            Resource::text("terms", "text/html", "terms").uri("https://example.org/a/../license"),
        )
        .resource(Resource::template("años/{year}", "text/csv", |variables| {
            Ok(variables["year"].as_str().into())
        }));
    let client = TestClient::connect(DataServer::new("documents", "1").plugin(plugin)).await;
    let listed = client.peer().list_all_resources().await.expect("a list");
    let uris: Vec<&str> = listed.iter().map(|resource| resource.uri.as_str()).collect();
    assert_eq!(
        uris,
        ["https://example.org/", "https://example.org/license", "mcp://codes/c%C3%B3digo.md"]
    );
    let templates = client.peer().list_all_resource_templates().await.expect("a list");
    assert_eq!(templates[0].uri_template, "mcp://codes/a%C3%B1os/{year}");
    for (uri, text) in [
        ("mcp://codes/código.md", "code"),
        ("mcp://codes/c%C3%B3digo.md", "code"),
        ("mcp://codes/c%c3%b3digo.md", "code"),
        ("mcp://codes/x/../c%C3%B3digo%2Emd", "code"),
        ("https://Example.org", "home"),
        ("HTTPS://EXAMPLE.ORG:443/", "home"),
        ("https://example.org/a/../license", "terms"),
        ("https://example.org/license", "terms"),
        ("https://example.org/%6cicense", "terms"),
        ("mcp://codes/años/2017", "2017"),
        ("mcp://codes/a%c3%b1os/2017", "2017"),
        ("mcp://codes/a%C3%B1os/%C3%A9", "é"),
    ] {
        let read = read(&client, uri).await.expect("a document");
        assert_eq!((&read[0]["text"], &read[0]["uri"]), (&json!(text), &json!(uri)));
    }
}

// B16
#[tokio::test]
async fn a_variable_never_leads_to_another_folder() {
    let reads = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&reads);
    let files = Resource::template("files/{name}", "text/plain", move |variables| {
        counted.fetch_add(1, Ordering::SeqCst);
        Ok(variables["name"].as_str().into())
    });
    let plugin = Plugin::new("codes").resource(files);
    let client = TestClient::connect(DataServer::new("documents", "1").plugin(plugin)).await;
    let slash = "the value of its variable `name` contains `/`, which separates folders";
    let backslash = "the value of its variable `name` contains `\\`, which separates folders";
    let nearest = "did you mean `mcp://codes/files/{name}`?";
    for (name, why) in [
        ("..%2F..%2Fetc%2Fpasswd", slash),
        ("..%2f..%2fetc%2fpasswd", slash),
        ("%2Fetc%2Fpasswd", slash),
        ("..%252F..%252Fetc%252Fpasswd", slash),
        ("..%5C..%5Cwindows", backslash),
        ("..\\..\\windows", backslash),
        ("%252e%252e", "the value of its variable `name` is `..`, which leads to another folder"),
        ("a%00.txt", "the value of its variable `name` contains the control character U+0000"),
        ("a%0Ab", "the value of its variable `name` contains the control character U+000A"),
        ("%FF", "the value of its variable `name` is not UTF-8"),
        ("%C0%AE%C0%AE", "the value of its variable `name` is not UTF-8"),
        ("..", nearest),
        ("%2e%2E", nearest),
        ("", nearest),
        (".", nearest),
        ("a/b", nearest),
    ] {
        let uri = format!("mcp://codes/files/{name}");
        let error = read(&client, &uri).await.expect_err("an error");
        let message = format!("there is no resource `{uri}`; {why}");
        assert_eq!((&error["code"], &error["message"]), (&json!(-32002), &json!(message)));
    }
    assert_eq!(reads.load(Ordering::SeqCst), 0);
    for (name, value) in
        [("...", "..."), ("a%20b.txt", "a b.txt"), ("50%25", "50%"), ("C%3A", "C:")]
    {
        let uri = format!("mcp://codes/files/{name}");
        assert_eq!(read(&client, &uri).await.expect("a document")[0]["text"], value);
    }
    assert_eq!(reads.load(Ordering::SeqCst), 4);
}
