//! `call!`, in all its forms.

use mcp_data_runtime::{SampleCall, prelude::*};
use serde::Serialize;

const SOURCE: Source = source!("https://example.org/data");

mod tools {
    use super::*;

    /// The largest cities.
    #[data_tool]
    pub(crate) fn top_cities(
        #[arg(name = "from-year")] from: u16,
        r#type: Option<String>,
        context: ToolContext,
    ) -> DataToolOutput {
        DataToolOutput::new(format!("{from} {} {}", r#type.is_some(), context.client().name), SOURCE)
    }

    /// All cities.
    #[data_tool]
    pub(crate) async fn cities() -> DataToolOutput {
        DataToolOutput::new("all", SOURCE)
    }
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Capital,
}

fn main() {
    let year = 2000 + 17;
    let calls: [SampleCall; 6] = [
        call!(tools::cities),
        call!(tools::cities {}),
        call!(crate::tools::cities,),
        call!(tools::top_cities { "from-year": year }),
        call!(tools::top_cities { "from-year": 2017, r#type: "capital", }),
        call!(tools::top_cities { "type": Kind::Capital, "from-year": year + 1 },),
    ];
    let plugin = Plugin::new("cities").tools(tools![tools::cities, tools::top_cities]);
    let plugin = calls.into_iter().fold(plugin, |plugin, call| plugin.sample_question("Which?", call));
    DataServer::new("s", "1").plugin(plugin).dispatcher(&Default::default()).expect("a server");
}
