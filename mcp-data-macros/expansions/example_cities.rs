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
#[allow(non_camel_case_types, dead_code)]
struct list_cities {}
#[automatically_derived]
#[allow(deprecated)]
impl ::mcp_data_runtime::private::DataTool for list_cities {
    type Return = DataToolOutput;
    const DESCRIPTOR: ::mcp_data_runtime::private::ToolDescriptor = {
        use ::mcp_data_runtime::private as __mcp;
        __mcp::inventory::submit! {
            __mcp::Registration::new:: < list_cities > (::core::module_path!())
        }
        __mcp::ToolDescriptor::new::<
            Self,
        >("list_cities", "Return the top 3 cities by population.", &[])
    };
    fn run(
        _: ::mcp_data_runtime::private::Arguments,
    ) -> ::mcp_data_runtime::private::Running {
        use ::mcp_data_runtime::private as __mcp;
        let mcp_call = move || list_cities();
        __mcp::Running::blocking::<Self>(__mcp::Box::new(mcp_call))
    }
}
