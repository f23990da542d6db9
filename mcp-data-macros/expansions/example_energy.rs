/// Net electricity generation in Iowa by source and year, in GWh, with the renewable share, 2001 to 2017.
///
/// For one year give it as both `from` and `to`.
pub(crate) fn electricity_mix(
    from: u16,
    to: Option<u16>,
    database: State<Database>,
) -> Result<DataToolOutput<Generation>, ToolError> {
    let to = to.unwrap_or(LAST_YEAR);
    let years = database.years(from..=to)?;
    let (Some(first), Some(last)) = (years.first().copied(), years.last().copied()) else {
        return Err(
            ToolError::new(
                format!(
                    "There are no years from {from} to {to}: `from` must not be after `to`."
                ),
            ),
        );
    };
    let parts = [Generation::FOSSIL, Generation::NUCLEAR, Generation::RENEWABLES];
    let output = if years.len() == 1 {
        let text = format!(
            "In {from}, Iowa generated {total} GWh of electricity: {fossil} GWh from fossil fuels ({fossil_share} %), \
             {nuclear} GWh from nuclear energy ({nuclear_share} %) and {renewables} GWh from renewables ({renewable_share} %).",
            total = grouped(first.total()), fossil = grouped(first.fossil), nuclear =
            grouped(first.nuclear), renewables = grouped(first.renewables), fossil_share
            = decimal(first.share(first.fossil)), nuclear_share = decimal(first
            .share(first.nuclear)), renewable_share = decimal(first.share(first
            .renewables)),
        );
        DataToolOutput::new(text, EIA)
            .chart(
                Chart::pie(format!("Net generation in Iowa by source, {from}, GWh"))
                    .across(parts),
            )
    } else {
        let text = format!(
            "From {} to {}, Iowa's net electricity generation went from {} GWh to {} GWh, \
             and the renewable share from {} % to {} %.",
            first.year, last.year, grouped(first.total()), grouped(last.total()),
            decimal(first.share(first.renewables)), decimal(last.share(last.renewables)),
        );
        DataToolOutput::new(text, EIA)
            .chart(
                Chart::bar("Net generation in Iowa by source")
                    .x(Generation::YEAR)
                    .y(parts)
                    .stacked(),
            )
    };
    Ok(output.rows(years.into_iter().map(Generation::from)))
}
#[doc(hidden)]
pub(crate) struct electricity_mix {}
#[automatically_derived]
impl ::mcp_data_runtime::private::DataTool for electricity_mix {
    const DESCRIPTOR: ::mcp_data_runtime::private::ToolDescriptor = {
        use ::mcp_data_runtime::private as __mcp;
        __mcp::inventory::submit! {
            __mcp::Registration::new:: < electricity_mix > (::core::module_path!())
        }
        <Result<DataToolOutput<Generation>, ToolError> as __mcp::ToolReturn>::TOOL
            .named(
                "electricity_mix",
                "Net electricity generation in Iowa by source and year, in GWh, with the renewable share, 2001 to 2017.\n\nFor one year give it as both `from` and `to`.",
            )
            .params(
                &[
                    <u16 as __mcp::ToolParam>::PARAM
                        .named("from", "First year to include.")
                        .with(|mcp_options| {
                            let mcp_value: <u16 as __mcp::Ranged>::Number = 2001;
                            mcp_options
                                .set("minimum", __mcp::Published::json(&mcp_value));
                            let mcp_value: <u16 as __mcp::Ranged>::Number = 2017;
                            mcp_options
                                .set("maximum", __mcp::Published::json(&mcp_value));
                            use __mcp::AnyType as _;
                            __mcp::HasDefault::check(
                                __mcp::TypeOf::<u16>::NEW.whose_default(),
                            );
                            let mcp_value: u16 = 2001;
                            mcp_options
                                .set(
                                    "default",
                                    <u16 as __mcp::Published>::json(&mcp_value),
                                );
                            mcp_options
                                .examples(
                                    [2001, 2017]
                                        .map(|mcp_value| __mcp::Published::json(&mcp_value)),
                                );
                        }),
                    <Option<u16> as __mcp::ToolParam>::PARAM
                        .named(
                            "to",
                            "Last year to include; the last of the data when absent.",
                        )
                        .with(|mcp_options| {
                            let mcp_value: <Option<u16> as __mcp::Ranged>::Number = 2001;
                            mcp_options
                                .set("minimum", __mcp::Published::json(&mcp_value));
                            let mcp_value: <Option<u16> as __mcp::Ranged>::Number = 2017;
                            mcp_options
                                .set("maximum", __mcp::Published::json(&mcp_value));
                            mcp_options
                                .examples(
                                    [2017].map(|mcp_value| __mcp::Published::json(&mcp_value)),
                                );
                        }),
                    <State<Database> as __mcp::ToolParam>::PARAM.named("database", ""),
                ],
            )
            .title("Electricity mix")
            .sources(|| __mcp::sources([EIA]))
            .call(|mut mcp_args| {
                let mcp_call = move || electricity_mix(
                    mcp_args.take(),
                    mcp_args.take(),
                    mcp_args.take(),
                );
                <Result<
                    DataToolOutput<Generation>,
                    ToolError,
                > as __mcp::ToolReturn>::function(__mcp::Box::new(mcp_call))
            })
    };
}
/// The source that generated most electricity in Iowa in a year, and the others for comparison, 2001 to 2017.
pub(crate) fn largest_source(
    year: u16,
    database: State<Database>,
) -> Result<DataToolOutput<Part>, ToolError> {
    let figures = one_year(&database, year)?;
    let part = |source, gwh| Part {
        source,
        net_generation: gwh,
        share: figures.share(gwh),
    };
    let mut parts = [
        part("Fossil fuels", figures.fossil),
        part("Nuclear energy", figures.nuclear),
        part("Renewables", figures.renewables),
    ];
    parts.sort_by_key(|part| std::cmp::Reverse(part.net_generation));
    let [largest, ..] = &parts;
    let text = format!(
        "The largest source of electricity in Iowa in {year} was {}, with {} GWh of {} GWh ({} %).",
        largest.source.to_lowercase(), grouped(largest.net_generation), grouped(figures
        .total()), decimal(largest.share),
    );
    Ok(
        DataToolOutput::new(text, EIA)
            .rows(parts)
            .chart(
                Chart::bar(format!("Net generation in Iowa by source, {year}"))
                    .x(Part::SOURCE)
                    .y([Part::NET_GENERATION])
                    .horizontal(),
            ),
    )
}
#[doc(hidden)]
pub(crate) struct largest_source {}
#[automatically_derived]
impl ::mcp_data_runtime::private::DataTool for largest_source {
    const DESCRIPTOR: ::mcp_data_runtime::private::ToolDescriptor = {
        use ::mcp_data_runtime::private as __mcp;
        __mcp::inventory::submit! {
            __mcp::Registration::new:: < largest_source > (::core::module_path!())
        }
        <Result<DataToolOutput<Part>, ToolError> as __mcp::ToolReturn>::TOOL
            .named(
                "largest_source",
                "The source that generated most electricity in Iowa in a year, and the others for comparison, 2001 to 2017.",
            )
            .params(
                &[
                    <u16 as __mcp::ToolParam>::PARAM
                        .named("year", "The year.")
                        .with(|mcp_options| {
                            let mcp_value: <u16 as __mcp::Ranged>::Number = 2001;
                            mcp_options
                                .set("minimum", __mcp::Published::json(&mcp_value));
                            let mcp_value: <u16 as __mcp::Ranged>::Number = 2017;
                            mcp_options
                                .set("maximum", __mcp::Published::json(&mcp_value));
                            mcp_options
                                .examples(
                                    [2001, 2017]
                                        .map(|mcp_value| __mcp::Published::json(&mcp_value)),
                                );
                        }),
                    <State<Database> as __mcp::ToolParam>::PARAM.named("database", ""),
                ],
            )
            .title("Largest source")
            .sources(|| __mcp::sources([EIA]))
            .call(|mut mcp_args| {
                let mcp_call = move || largest_source(mcp_args.take(), mcp_args.take());
                <Result<
                    DataToolOutput<Part>,
                    ToolError,
                > as __mcp::ToolReturn>::function(__mcp::Box::new(mcp_call))
            })
    };
}
/// How net electricity generation in Iowa changed between two years, by source: absolute change in GWh and relative change in per cent, 2001 to 2017.
fn compare_years(
    from: u16,
    to: u16,
    database: State<Database>,
) -> Result<DataToolOutput, ToolError> {
    if from >= to {
        return Err(
            ToolError::new(
                format!("`from` must be before `to`, and {from} is not before {to}."),
            ),
        );
    }
    let (before, after) = (one_year(&database, from)?, one_year(&database, to)?);
    let (earlier, later) = (format!("{from} (GWh)"), format!("{to} (GWh)"));
    let mut table = Table::new([
        "Source",
        &earlier,
        &later,
        "Change (GWh)",
        "Change (%)",
    ]);
    let rows = [
        ("Fossil fuels", before.fossil, after.fossil),
        ("Nuclear energy", before.nuclear, after.nuclear),
        ("Renewables", before.renewables, after.renewables),
        ("Total", before.total(), after.total()),
    ];
    let mut sentences = Vec::new();
    for (source, before, after) in rows {
        let change = i64::from(after) - i64::from(before);
        let relative = (f64::from(after) / f64::from(before) * 1000.0 - 1000.0).round()
            / 10.0;
        table.push_row((source, before, after, change, relative))?;
        let sign = if after < before { '-' } else { '+' };
        sentences
            .push(
                format!(
                    "{source}: {} GWh to {} GWh ({sign}{} GWh, {relative:+.1} %).",
                    grouped(before), grouped(after), grouped(after.abs_diff(before)),
                ),
            );
    }
    let chart = Chart::bar(format!("Net generation in Iowa, {from} and {to}"))
        .x(table.column("Source")?)
        .y([table.column(&earlier)?, table.column(&later)?])
        .y_title("GWh");
    let text = format!(
        "Net electricity generation in Iowa, {from} to {to}. {}", sentences.join(" ")
    );
    Ok(DataToolOutput::new(text, EIA).table(table).chart(chart))
}
#[doc(hidden)]
struct compare_years {}
#[automatically_derived]
impl ::mcp_data_runtime::private::DataTool for compare_years {
    const DESCRIPTOR: ::mcp_data_runtime::private::ToolDescriptor = {
        use ::mcp_data_runtime::private as __mcp;
        __mcp::inventory::submit! {
            __mcp::Registration::new:: < compare_years > (::core::module_path!())
        }
        <Result<DataToolOutput, ToolError> as __mcp::ToolReturn>::TOOL
            .named(
                "compare_years",
                "How net electricity generation in Iowa changed between two years, by source: absolute change in GWh and relative change in per cent, 2001 to 2017.",
            )
            .params(
                &[
                    <u16 as __mcp::ToolParam>::PARAM
                        .named("from", "The earlier year.")
                        .with(|mcp_options| {
                            let mcp_value: <u16 as __mcp::Ranged>::Number = 2001;
                            mcp_options
                                .set("minimum", __mcp::Published::json(&mcp_value));
                            let mcp_value: <u16 as __mcp::Ranged>::Number = 2017;
                            mcp_options
                                .set("maximum", __mcp::Published::json(&mcp_value));
                            mcp_options
                                .examples(
                                    [2001].map(|mcp_value| __mcp::Published::json(&mcp_value)),
                                );
                        }),
                    <u16 as __mcp::ToolParam>::PARAM
                        .named("to", "The later year.")
                        .with(|mcp_options| {
                            let mcp_value: <u16 as __mcp::Ranged>::Number = 2001;
                            mcp_options
                                .set("minimum", __mcp::Published::json(&mcp_value));
                            let mcp_value: <u16 as __mcp::Ranged>::Number = 2017;
                            mcp_options
                                .set("maximum", __mcp::Published::json(&mcp_value));
                            mcp_options
                                .examples(
                                    [2017].map(|mcp_value| __mcp::Published::json(&mcp_value)),
                                );
                        }),
                    <State<Database> as __mcp::ToolParam>::PARAM.named("database", ""),
                ],
            )
            .title("Compare two years")
            .sources(|| __mcp::sources([EIA]))
            .call(|mut mcp_args| {
                let mcp_call = move || compare_years(
                    mcp_args.take(),
                    mcp_args.take(),
                    mcp_args.take(),
                );
                <Result<
                    DataToolOutput,
                    ToolError,
                > as __mcp::ToolReturn>::function(__mcp::Box::new(mcp_call))
            })
    };
}
/// What a term of the tables means, and in which unit it is given.
pub(crate) async fn define_term(term: Term) -> Result<DataToolOutput, ToolError> {
    let Some(entry) = glossary::entry(term) else {
        return Err(ToolError::new("The glossary does not have this term."));
    };
    let unit = entry
        .unit
        .map(|unit| format!(" It is given in {unit}."))
        .unwrap_or_default();
    let mut table = Table::new(["Term", "Unit", "Definition"]);
    table.push_row((entry.name, entry.unit, entry.definition))?;
    Ok(
        DataToolOutput::new(
                format!("{}: {}{unit}", entry.name, entry.definition),
                EIA_GLOSSARY,
            )
            .table(table),
    )
}
#[doc(hidden)]
pub(crate) struct define_term {}
#[automatically_derived]
impl ::mcp_data_runtime::private::DataTool for define_term {
    const DESCRIPTOR: ::mcp_data_runtime::private::ToolDescriptor = {
        use ::mcp_data_runtime::private as __mcp;
        __mcp::inventory::submit! {
            __mcp::Registration::new:: < define_term > (::core::module_path!())
        }
        <Result<DataToolOutput, ToolError> as __mcp::ToolReturn>::TOOL
            .named(
                "define_term",
                "What a term of the tables means, and in which unit it is given.",
            )
            .params(&[<Term as __mcp::ToolParam>::PARAM.named("term", "The term.")])
            .title("Define a term")
            .sources(|| __mcp::sources([EIA_GLOSSARY]))
            .call(|mut mcp_args| {
                let mcp_call = define_term(mcp_args.take());
                <Result<
                    DataToolOutput,
                    ToolError,
                > as __mcp::ToolReturn>::future(__mcp::Box::pin(mcp_call))
            })
    };
}
