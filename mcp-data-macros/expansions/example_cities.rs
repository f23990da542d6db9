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
#[allow(deprecated)]
const _: () = {
    use ::mcp_data_runtime::private as __mcp;
    #[automatically_derived]
    impl __mcp::DataTool for list_cities {
        type Return = DataToolOutput;
        const DESCRIPTOR: __mcp::ToolDescriptor = __mcp::ToolDescriptor::new(
            "list_cities",
            "Return the top 3 cities by population.",
            &[],
            __mcp::Handler::new::<
                Self,
            >(|mcp_arguments| __mcp::Running::blocking::<
                Self,
            >(mcp_arguments, |_| list_cities())),
        );
    }
    __mcp::inventory::submit! {
        __mcp::Registration::new(::core::module_path!(), & < list_cities as
        __mcp::DataTool > ::DESCRIPTOR,)
    }
};
