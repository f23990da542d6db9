//! The tools.

use mcp_data_runtime::prelude::*;

use crate::{
    EIA,
    database::{Database, FIRST_YEAR, LAST_YEAR, Mix},
    glossary::{self, Term},
};

const EIA_GLOSSARY: Source = source!(
    "https://www.eia.gov/tools/glossary/",
    title = "Glossary",
    publisher = "U.S. Energy Information Administration",
);

/// A year of net generation.
#[derive(TableRow)]
struct Generation {
    /// Calendar year.
    year: u16,
    /// Coal, natural gas and petroleum.
    #[column("Fossil fuels", unit = "GWh")]
    fossil: u32,
    /// Nuclear power plants.
    #[column("Nuclear energy", unit = "GWh")]
    nuclear: u32,
    /// Wind, water, sun and biomass.
    #[column(unit = "GWh")]
    renewables: u32,
    /// All sources.
    #[column(unit = "GWh")]
    total: u32,
    /// Renewables as a part of the total, rounded to one decimal.
    #[column(unit = "%")]
    renewable_share: f64,
}

impl From<Mix> for Generation {
    fn from(mix: Mix) -> Self {
        Self {
            year: mix.year,
            fossil: mix.fossil,
            nuclear: mix.nuclear,
            renewables: mix.renewables,
            total: mix.total(),
            renewable_share: mix.share(mix.renewables),
        }
    }
}

/// A source of electricity in one year.
#[derive(TableRow)]
struct Part {
    /// Where the electricity comes from.
    source: &'static str,
    /// Electricity generated in the year.
    #[column(unit = "GWh")]
    net_generation: u32,
    /// The source's part of all generation in the year, rounded to one decimal.
    #[column(unit = "%")]
    share: f64,
}

/// Net electricity generation in Iowa by source and year, in GWh, with the renewable share, 2001 to 2017.
///
/// For one year give it as both `from` and `to`.
#[data_tool(title = "Electricity mix", sources(EIA))]
pub(crate) fn electricity_mix(
    /// First year to include.
    #[arg(range = 2001..=2017, default = 2001, examples = [2001, 2017])]
    from: u16,
    /// Last year to include; the last of the data when absent.
    #[arg(range = 2001..=2017, examples = [2017])]
    to: Option<u16>,
    database: State<Database>,
) -> Result<DataToolOutput<Generation>, ToolError> {
    let to = to.unwrap_or(LAST_YEAR);
    let years = database.years(from..=to)?;
    let (Some(first), Some(last)) = (years.first().copied(), years.last().copied()) else {
        return Err(ToolError::new(format!(
            "There are no years from {from} to {to}: `from` must not be after `to`."
        )));
    };
    let parts = [Generation::FOSSIL, Generation::NUCLEAR, Generation::RENEWABLES];
    let output = if years.len() == 1 {
        let text = format!(
            "In {from}, Iowa generated {total} GWh of electricity: {fossil} GWh from fossil fuels ({fossil_share} %), \
             {nuclear} GWh from nuclear energy ({nuclear_share} %) and {renewables} GWh from renewables ({renewable_share} %).",
            total = grouped(first.total()),
            fossil = grouped(first.fossil),
            nuclear = grouped(first.nuclear),
            renewables = grouped(first.renewables),
            fossil_share = decimal(first.share(first.fossil)),
            nuclear_share = decimal(first.share(first.nuclear)),
            renewable_share = decimal(first.share(first.renewables)),
        );
        DataToolOutput::new(text, EIA).chart(
            Chart::pie(format!("Net generation in Iowa by source, {from}, GWh")).across(parts),
        )
    } else {
        let text = format!(
            "From {} to {}, Iowa's net electricity generation went from {} GWh to {} GWh, \
             and the renewable share from {} % to {} %.",
            first.year,
            last.year,
            grouped(first.total()),
            grouped(last.total()),
            decimal(first.share(first.renewables)),
            decimal(last.share(last.renewables)),
        );
        DataToolOutput::new(text, EIA).chart(
            Chart::bar("Net generation in Iowa by source").x(Generation::YEAR).y(parts).stacked(),
        )
    };
    Ok(output.rows(years.into_iter().map(Generation::from)))
}

/// The source that generated most electricity in Iowa in a year, and the others for comparison, 2001 to 2017.
#[data_tool(title = "Largest source", sources(EIA))]
pub(crate) fn largest_source(
    /// The year.
    #[arg(range = 2001..=2017, examples = [2001, 2017])]
    year: u16,
    database: State<Database>,
) -> Result<DataToolOutput<Part>, ToolError> {
    let figures = one_year(&database, year)?;
    let part = |source, gwh| Part { source, net_generation: gwh, share: figures.share(gwh) };
    let mut parts = [
        part("Fossil fuels", figures.fossil),
        part("Nuclear energy", figures.nuclear),
        part("Renewables", figures.renewables),
    ];
    parts.sort_by_key(|part| std::cmp::Reverse(part.net_generation));
    let [largest, ..] = &parts;
    let text = format!(
        "The largest source of electricity in Iowa in {year} was {}, with {} GWh of {} GWh ({} %).",
        largest.source.to_lowercase(),
        grouped(largest.net_generation),
        grouped(figures.total()),
        decimal(largest.share),
    );
    Ok(DataToolOutput::new(text, EIA).rows(parts).chart(
        Chart::bar(format!("Net generation in Iowa by source, {year}"))
            .x(Part::SOURCE)
            .y([Part::NET_GENERATION])
            .horizontal(),
    ))
}

/// How net electricity generation in Iowa changed between two years, by source: absolute change in GWh and relative change in per cent, 2001 to 2017.
#[data_tool(title = "Compare two years", sources(EIA))]
fn compare_years(
    /// The earlier year.
    #[arg(range = 2001..=2017, examples = [2001])]
    from: u16,
    /// The later year.
    #[arg(range = 2001..=2017, examples = [2017])]
    to: u16,
    database: State<Database>,
) -> Result<DataToolOutput, ToolError> {
    if from >= to {
        return Err(ToolError::new(format!(
            "`from` must be before `to`, and {from} is not before {to}."
        )));
    }
    let (before, after) = (one_year(&database, from)?, one_year(&database, to)?);
    // The years are part of the headers, so the columns are only known now.
    let (earlier, later) = (format!("{from} (GWh)"), format!("{to} (GWh)"));
    let mut table = Table::new(["Source", &earlier, &later, "Change (GWh)", "Change (%)"]);
    let rows = [
        ("Fossil fuels", before.fossil, after.fossil),
        ("Nuclear energy", before.nuclear, after.nuclear),
        ("Renewables", before.renewables, after.renewables),
        ("Total", before.total(), after.total()),
    ];
    let mut sentences = Vec::new();
    for (source, before, after) in rows {
        let change = i64::from(after) - i64::from(before);
        let relative = (f64::from(after) / f64::from(before) * 1000.0 - 1000.0).round() / 10.0;
        table.push_row((source, before, after, change, relative))?;
        let sign = if after < before { '-' } else { '+' };
        sentences.push(format!(
            "{source}: {} GWh to {} GWh ({sign}{} GWh, {relative:+.1} %).",
            grouped(before),
            grouped(after),
            grouped(after.abs_diff(before)),
        ));
    }
    let chart = Chart::bar(format!("Net generation in Iowa, {from} and {to}"))
        .x(table.column("Source")?)
        .y([table.column(&earlier)?, table.column(&later)?])
        .y_title("GWh");
    let text =
        format!("Net electricity generation in Iowa, {from} to {to}. {}", sentences.join(" "));
    Ok(DataToolOutput::new(text, EIA).table(table).chart(chart))
}

/// What a term of the tables means, and in which unit it is given.
#[data_tool(title = "Define a term", sources(EIA_GLOSSARY))]
pub(crate) async fn define_term(
    /// The term.
    term: Term,
) -> Result<DataToolOutput, ToolError> {
    let Some(entry) = glossary::entry(term) else {
        return Err(ToolError::new("The glossary does not have this term."));
    };
    let unit = entry.unit.map(|unit| format!(" It is given in {unit}.")).unwrap_or_default();
    let mut table = Table::new(["Term", "Unit", "Definition"]);
    table.push_row((entry.name, entry.unit, entry.definition))?;
    Ok(DataToolOutput::new(format!("{}: {}{unit}", entry.name, entry.definition), EIA_GLOSSARY)
        .table(table))
}

fn one_year(database: &Database, year: u16) -> Result<Mix, ToolError> {
    let years = database.years(year..=year)?;
    years.first().copied().ok_or_else(|| {
        ToolError::new(format!(
            "There are no figures for {year}; the data are for {FIRST_YEAR} to {LAST_YEAR}."
        ))
    })
}

/// A whole number with its thousands marked: 56,476.
fn grouped(number: u32) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A share with its one decimal.
fn decimal(share: f64) -> String {
    format!("{share:.1}")
}
