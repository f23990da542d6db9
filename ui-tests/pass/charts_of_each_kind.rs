use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

/// A year.
#[derive(TableRow)]
struct Mix {
    year: u16,
    #[column("Fossil fuels", unit = "GWh")]
    fossil: f64,
    #[column("Renewables", unit = "GWh")]
    renewables: f64,
}

/// The electricity mix.
#[data_tool]
fn electricity_mix() -> DataToolOutput<Mix> {
    DataToolOutput::new("Coal", SOURCE)
        .rows((2001..=2003).map(|year| Mix { year, fossil: 2.5, renewables: 3.5 }))
        .chart(Chart::bar("Bars").x(Mix::YEAR).y([Mix::FOSSIL, Mix::RENEWABLES]).stacked().horizontal())
        .chart(Chart::line("Lines").x(Mix::YEAR).y(vec![Mix::FOSSIL]).begin_at_zero().y_title("GWh"))
        .chart(Chart::pie("Slices").x(Mix::YEAR).y([Mix::FOSSIL]).colors(["#123456", "red"]))
        .chart(Chart::doughnut("Rings").x(Mix::YEAR).across([Mix::FOSSIL, Mix::RENEWABLES]))
        .chart(Chart::scatter("Points").x(Mix::FOSSIL).y([Mix::RENEWABLES]).x_title("Fossil"))
        .chart(Chart::radar("Axes").x(Mix::YEAR).across([Mix::FOSSIL, Mix::RENEWABLES]))
        .chart(Chart::polar_area("Sectors").x(Mix::YEAR).y([Mix::FOSSIL]))
        .chart(Chart::bubble("Bubbles").x(Mix::YEAR).y([Mix::FOSSIL]).size(Mix::RENEWABLES).number_format(NumberFormat::decimals(1)))
}

/// The largest cities.
#[data_tool]
fn top_cities() -> Result<DataToolOutput, ToolError> {
    let table = table![["City", "Population"], ["Tokyo", 37_400_068], ["Delhi", 30_290_936]];
    let chart = Chart::bar("Cities").x(table.column("City")?).y([table.column("Population")?]);
    Ok(DataToolOutput::new("Tokyo", SOURCE).table(table).chart(chart))
}

#[tokio::main]
async fn main() {
    use mcp_data_runtime::{CallReply, CallRequest, Settings};
    let calls = DataServer::new("cities", "1").tools(tools!()).dispatcher(&Settings::default()).expect("a server");
    for (tool, charts) in [("electricity_mix", 8), ("top_cities", 1)] {
        let reply = calls.call(CallRequest::new(tool, Default::default())).await.expect("the tool");
        let CallReply::Answer(answer) = reply else { panic!("{reply:?}") };
        assert_eq!(answer.structured["charts"].as_array().map(Vec::len), Some(charts));
    }
}
