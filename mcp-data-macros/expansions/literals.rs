const TABLE: Table = runtime::private::table(
    ["a", "b"],
    [
        [runtime::private::cell(1i64), runtime::private::cell(-9223372036854775808i64)],
        [runtime::private::cell(x), runtime::private::cell(18446744073709551615u64)],
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
