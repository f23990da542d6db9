impl Broken {
    const YEAR: ::mcp_data_runtime::Column<Self> = ::mcp_data_runtime::Column::at(0);
}
#[automatically_derived]
impl ::mcp_data_runtime::TableRow for Broken {
    const COLUMNS: &'static [::mcp_data_runtime::ColumnDescriptor] = &[
        ::mcp_data_runtime::ColumnDescriptor::of::<
            ::mcp_data_runtime::Cell,
        >("", ::core::option::Option::None, ""),
    ];
    fn into_cells(self) -> ::std::vec::Vec<::mcp_data_runtime::Cell> {
        ::core::unreachable!()
    }
}
::core::compile_error! {
    "a column needs a header: the person and the model read the column by it"
}
::core::compile_error! {
    "two columns have the constant `YEAR`: rename a field"
}
::core::compile_error! {
    "the constant of this column would be `COLUMNS`, which is the list of all columns: rename the field"
}
