/// Return the top 3 cities by population.
fn list_cities() -> DataToolOutput {
    DataToolOutput::new(
            "The 3 most populated cities are Tokyo, Delhi and Shanghai.",
            CITIES,
        )
        .table(
            table![
                ["City", "Population"], ["Tokyo", 37_400_068], ["Delhi", 30_290_936],
                ["Shanghai", 27_058_479],
            ],
        )
}
#[doc(hidden)]
struct list_cities {}
#[automatically_derived]
impl ::mcp_data_runtime::private::DataTool for list_cities {
    const DESCRIPTOR: ::mcp_data_runtime::private::ToolDescriptor = {
        use ::mcp_data_runtime::private as __mcp;
        __mcp::inventory::submit! {
            __mcp::Registration::new:: < list_cities > (::core::module_path!())
        }
        <DataToolOutput as __mcp::ToolReturn>::TOOL
            .named("list_cities", "Return the top 3 cities by population.")
            .call(|_| {
                let mcp_call = move || list_cities();
                <DataToolOutput as __mcp::ToolReturn>::function(
                    __mcp::Box::new(mcp_call),
                )
            })
    };
}
