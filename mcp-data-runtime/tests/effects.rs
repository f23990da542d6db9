//! What a tool says of its effects reaches hosts as hints that cannot contradict each other.
#![cfg(feature = "testing")]

use mcp_data_runtime::{prelude::*, serde_json::json, testing::TestClient};

const SOURCE: Source = source!("https://example.org/data");

macro_rules! tools_with_effects {
    ($($name:ident($($effect:tt)*))*) => {$(
        /// Does what it says.
        #[data_tool($($effect)*)]
        fn $name() -> DataToolOutput {
            DataToolOutput::new("Done.", SOURCE)
        }
    )*};
}
tools_with_effects! {
    a_reader()
    b_writer(writes)
    c_writer_by_value(writes, idempotent = false)
    d_writer_once(idempotent = true, writes)
    e_destroyer(destructive)
    f_destroyer_once(destructive, idempotent = true)
    g_both(writes, destructive)
    h_open(open_world)
}

#[tokio::test]
async fn the_hints_of_every_effect() {
    let client = TestClient::connect(DataServer::new("effects", "1").tools(tools!())).await;
    let published: Vec<_> =
        client.tools().await.into_iter().map(|tool| json!([tool.name, tool.annotations])).collect();
    let hints = |read_only: bool, destructive: bool, idempotent: bool| json!({ "readOnlyHint": read_only, "destructiveHint": destructive, "idempotentHint": idempotent });
    let mut open = hints(true, false, true);
    open["openWorldHint"] = json!(true);
    assert_eq!(
        published,
        [
            json!(["a_reader", hints(true, false, true)]),
            json!(["b_writer", hints(false, false, false)]),
            json!(["c_writer_by_value", hints(false, false, false)]),
            json!(["d_writer_once", hints(false, false, true)]),
            json!(["e_destroyer", hints(false, true, false)]),
            json!(["f_destroyer_once", hints(false, true, true)]),
            json!(["g_both", hints(false, true, false)]),
            json!(["h_open", open]),
        ]
    );
}
