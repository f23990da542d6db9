//! Every word that the runtime adds is in the language of the server or the plugin.

use std::collections::BTreeSet;

use mcp_data_runtime::{
    Settings, TableRow,
    prelude::*,
    testing::{TestClient, text},
};
use serde_json::{Value, json};

const SOURCE: Source = source!(
    "https://example.org/data",
    title = "數據",
    publisher = "統計局",
    license = "CC-BY-4.0",
    version = "3",
    modified = "2018-10-04",
    retrieved = "2026-01",
);

/// 一行。
#[derive(TableRow)]
struct Row {
    #[column("年", unit = "年")]
    year: u16,
    #[column("值")]
    value: Option<Cell>,
    #[column("名")]
    name: String,
    #[column("數")]
    number: f64,
    #[column("是")]
    flag: bool,
    #[column("大")]
    wide: u128,
}

/// 給出表格。
#[data_tool(title = "表格")]
fn rows(
    /// 行數。
    #[arg(examples = [3])]
    count: u32,
) -> DataToolOutput<Row> {
    let rows = (0..count).map(|n| Row {
        year: 2000,
        value: Some(if n == 0 { Cell::new(".") } else { Cell::new("5 p") }),
        name: "甲".to_owned(),
        number: f64::from(n),
        flag: true,
        wide: 7,
    });
    DataToolOutput::new("表格。", SOURCE)
        .rows(rows)
        .chart(Chart::line("圖").x(Row::NUMBER).y([Row::VALUE]))
        .note("注。")
}

fn server(language: Option<Language>) -> DataServer {
    let plugin = Plugin::new("p")
        .description("數據")
        .sample_question("多少？", call!(rows { count: 2 }))
        .tools(tools![rows])
        .out_of_scope(SOURCE);
    let plugin = language.into_iter().fold(plugin, Plugin::language);
    DataServer::new("s", "1").plugin(plugin)
}

fn settings(language: Language) -> Settings {
    let mut settings = Settings::default();
    settings.lang = language;
    settings.client_renders = true;
    settings
}

/// All texts that people and models read of a server, its viewer's page aside, in which each language is.
async fn published(server: DataServer, settings: &Settings) -> Vec<String> {
    let client = TestClient::connect_with(server, settings).await;
    let info = client.peer().peer_info().expect("the server's introduction");
    let mut texts: Vec<String> = info.instructions.iter().cloned().collect();
    for tool in client.tools().await {
        texts.extend(tool.title.clone());
        let tool = json!(tool);
        read(&tool["description"], &mut texts);
        for schema in [&tool["inputSchema"], &tool["outputSchema"]] {
            describe(schema, &mut texts);
        }
    }
    for count in [0, 2, 10_001] {
        let answer = client.call("p_rows", json!({ "count": count })).await;
        texts.push(text(&answer).to_owned());
        read(&answer.structured_content.expect("a structured part")["charts"], &mut texts);
    }
    let answer = client.call("p_out_of_scope", json!({ "question": "誰？" })).await;
    texts.push(text(&answer).to_owned());
    texts
}

/// The texts of a schema for its readers.
fn describe(schema: &Value, texts: &mut Vec<String>) {
    let Some(keywords) = schema.as_object() else { return };
    for (keyword, value) in keywords {
        let inner: Vec<&Value> = match (keyword.as_str(), value) {
            ("title" | "description" | "examples", value) => {
                read(value, texts);
                continue;
            }
            ("properties", Value::Object(named)) => named.values().collect(),
            (_, Value::Array(schemas)) => schemas.iter().collect(),
            (_, schema) => vec![schema],
        };
        for schema in inner {
            describe(schema, texts);
        }
    }
}

fn read(value: &Value, texts: &mut Vec<String>) {
    match value {
        Value::String(text) => texts.push(text.clone()),
        Value::Array(values) => values.iter().for_each(|value| read(value, texts)),
        Value::Object(fields) => fields
            .iter()
            .filter(|(name, _)| {
                !["type", "borderColor", "backgroundColor"].contains(&name.as_str())
            })
            .for_each(|(_, value)| read(value, texts)),
        _ => {}
    }
}

/// The words of texts, without those that the protocol or the data give.
fn words(texts: &[String]) -> BTreeSet<String> {
    let given = ["https://example.org/data", "CC-BY-4.0", "“p”", "«p»", "5 p", "p: "];
    let mut all = texts.join("\n");
    for part in given {
        all = all.replace(part, "");
    }
    all.split(|c: char| !c.is_alphabetic())
        .filter(|word| word.chars().any(|c| c.is_ascii_alphabetic()))
        .map(str::to_lowercase)
        .collect()
}

// P3
#[tokio::test]
async fn a_server_whose_author_writes_no_english_publishes_and_answers_none() {
    let english = words(&published(server(None), &settings(Language::En)).await);
    for word in
        ["answers", "memory", "left", "cut", "screen", "gap", "flagged", "license", "columns"]
    {
        assert!(english.contains(word), "{word} in {english:?}");
    }
    // Words that both languages have, and a cell.
    for (language, shared) in [
        (Language::Es, vec!["a", "decimal", "no", "true"]),
        (Language::Pt, vec!["a", "as", "decimal", "do", "true"]),
    ] {
        let texts = published(server(None), &settings(language)).await;
        let both: Vec<String> = words(&texts).intersection(&english).cloned().collect();
        assert_eq!(both, shared, "{language:?}");
        // A plugin's language wins over the server's.
        let by_plugin = published(server(Some(language)), &settings(Language::En)).await;
        assert_eq!(by_plugin, texts);
    }
}

// P3
#[tokio::test]
async fn the_viewers_entry_is_in_the_language_of_the_server() {
    for (language, title, description) in [
        (
            Language::En,
            "Data viewer",
            "Shows an answer's charts, table, verbatim text and sources to a person",
        ),
        (
            Language::Es,
            "Visor de datos",
            "Muestra a una persona los gráficos, la tabla, el texto literal y las fuentes de una respuesta",
        ),
        (
            Language::Pt,
            "Visualizador de dados",
            "Mostra a uma pessoa os gráficos, a tabela, o texto literal e as fontes de uma resposta",
        ),
    ] {
        let client = TestClient::connect_with(server(None), &settings(language)).await;
        let resources = client.peer().list_all_resources().await.expect("resources");
        let viewer = json!(resources[0]);
        assert_eq!(
            (&viewer["title"], &viewer["description"]),
            (&json!(title), &json!(description))
        );
    }
}

// P3
#[tokio::test]
async fn the_out_of_scope_tool_is_in_the_language_to_the_letter() {
    for (language, title, description, example) in [
        (
            Language::En,
            "Out of scope",
            "Call this when the question is about something that the other tools have no data on. Do not answer such a question from memory.\n\nThe data are about: 數據",
            "Who will win the next election?",
        ),
        (
            Language::Es,
            "Fuera del alcance",
            "Llama a esta herramienta cuando la pregunta trate de algo sobre lo que las demás herramientas no tienen datos. No respondas de memoria a una pregunta así.\n\nLos datos tratan de: 數據",
            "¿Quién ganará las próximas elecciones?",
        ),
        (
            Language::Pt,
            "Fora do escopo",
            "Chame esta ferramenta quando a pergunta tratar de algo sobre o qual as outras ferramentas não têm dados. Não responda de memória a uma pergunta assim.\n\nOs dados tratam de: 數據",
            "Quem vai ganhar as próximas eleições?",
        ),
    ] {
        let client = TestClient::connect_with(server(None), &settings(language)).await;
        let tools = client.tools().await;
        let tool = tools.iter().find(|tool| tool.name == "p_out_of_scope").expect("the tool");
        assert_eq!(tool.title.as_deref(), Some(title));
        assert_eq!(tool.description.as_deref(), Some(description));
        let question = &json!(tool.input_schema)["properties"]["question"];
        assert_eq!(question["examples"], json!([example]));
    }
}
