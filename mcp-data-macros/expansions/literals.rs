const TABLE: Table = runtime::private::table(
    ["a", "b"],
    [
        [
            runtime::private::IntoCell::into_cell(1i64),
            runtime::private::IntoCell::into_cell(-9223372036854775808i64),
        ],
        [
            runtime::private::IntoCell::into_cell(x),
            runtime::private::IntoCell::into_cell(18446744073709551615u64),
        ],
    ],
);
const SOURCE: Source = runtime::Source::literal(
    "https://example.org/",
    [
        ::core::option::Option::Some("T"),
        ::core::option::Option::None,
        ::core::option::Option::None,
        ::core::option::Option::None,
        ::core::option::Option::Some("2018-10"),
        ::core::option::Option::None,
    ],
);
