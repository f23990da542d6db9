//! A server over real data: Iowa's electricity by source, 2001 to 2017.
//!
//! It reads a CSV into an embedded database at start and answers from there. Try
//! `cargo run --example energy -- call electricity_mix '{"from": 2017, "to": 2017}'`.

mod database;
mod glossary;
mod tools;

use std::path::PathBuf;

use mcp_data_runtime::prelude::*;

use crate::{
    database::Database,
    tools::{define_term, electricity_mix, largest_source},
};

/// The figures; a copy of the agency's table, described in `examples/data/README.md`.
const EIA: Source = source!(
    "https://www.eia.gov/electricity/data/browser/",
    title = "Electricity data browser: net generation, Iowa, annual",
    publisher = "U.S. Energy Information Administration",
);

/// Where the data are: `ENERGY_CSV`, or the file that comes with the example.
fn csv_path() -> PathBuf {
    std::env::var_os("ENERGY_CSV").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/data/iowa-electricity.csv")),
        PathBuf::from,
    )
}

#[tokio::main]
async fn main() -> ExitCode {
    let path = csv_path();
    let database = match Database::load(&path) {
        Ok(database) => database,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::FAILURE;
        }
    };
    let plugin = Plugin::new("energy")
        .description("net electricity generation in Iowa by source, every year from 2001 to 2017, in GWh")
        .sample_question(
            "How much of Iowa's electricity came from renewables in 2017?",
            call!(electricity_mix { from: 2017, to: 2017 }),
        )
        .sample_question(
            "How has Iowa's electricity mix changed since 2001?",
            call!(electricity_mix { from: 2001 }),
        )
        .sample_question(
            "Which source generated most of Iowa's electricity in 2010?",
            call!(largest_source { year: 2010 }),
        )
        .sample_question(
            "What does net generation mean?",
            call!(define_term { term: "net_generation" }),
        )
        .instructions(
            "Take every figure from a tool's answer and name its unit. Give shares with one decimal. \
             For a question about other years, other states, prices or consumption call energy_out_of_scope.",
        )
        .guard("These are net generation figures for Iowa, 2001 to 2017: do not apply them to other years or states.")
        .homepage("https://www.eia.gov/electricity/")
        .tools(tools!())
        .resource(
            Resource::text("glossary.md", "text/markdown", glossary::markdown())
                .title("Glossary")
                .description("The terms of the tables, with their units"),
        )
        .resource(
            Resource::lazy("iowa-electricity.csv", "text/csv", move || {
                Ok(std::fs::read_to_string(&path)?.into())
            })
            .title("The data")
            .description("Net generation by year and source, in GWh"),
        )
        .out_of_scope(EIA);
    DataServer::new("energy", env!("CARGO_PKG_VERSION")).plugin(plugin).state(database).run().await
}
