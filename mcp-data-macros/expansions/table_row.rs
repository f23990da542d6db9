impl Generation {
    /// The column "Year".
    pub const YEAR: ::data::Column<Self> = ::data::Column::at(0usize);
    /// The column "Fossil fuels".
    pub const FOSSIL: ::data::Column<Self> = ::data::Column::at(1usize);
    /// The column "Type".
    pub const TYPE: ::data::Column<Self> = ::data::Column::at(2usize);
}
#[automatically_derived]
impl ::data::TableRow for Generation {
    const COLUMNS: &'static [::data::ColumnDescriptor] = &[
        ::data::ColumnDescriptor {
            name: "Year",
            unit: ::core::option::Option::None,
            description: "Calendar year.",
            cell_type: <u16 as ::data::IntoCell>::TYPE,
            nullable: <u16 as ::data::IntoCell>::NULLABLE,
        },
        ::data::ColumnDescriptor {
            name: "Fossil fuels",
            unit: ::core::option::Option::Some("GWh"),
            description: "",
            cell_type: <f64 as ::data::IntoCell>::TYPE,
            nullable: <f64 as ::data::IntoCell>::NULLABLE,
        },
        ::data::ColumnDescriptor {
            name: "Type",
            unit: ::core::option::Option::None,
            description: "",
            cell_type: <Option<String> as ::data::IntoCell>::TYPE,
            nullable: <Option<String> as ::data::IntoCell>::NULLABLE,
        },
    ];
    fn into_cells(self) -> ::std::vec::Vec<::data::Cell> {
        ::std::vec![
            < u16 as ::data::IntoCell > ::into_cell(self.year), < f64 as ::data::IntoCell
            > ::into_cell(self.fossil), < Option < String > as ::data::IntoCell >
            ::into_cell(self.r#type)
        ]
    }
}
