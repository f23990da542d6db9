//! The terms of the tables, with their units.

use mcp_data_runtime::{
    schemars::{self, JsonSchema},
    serde::{self, Deserialize},
};

/// A term of the tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(crate = "self::serde", rename_all = "snake_case")]
#[schemars(crate = "self::schemars")]
pub(crate) enum Term {
    NetGeneration,
    FossilFuels,
    NuclearEnergy,
    Renewables,
    RenewableShare,
    GigawattHour,
}

/// What a term means.
pub(crate) struct Entry {
    pub(crate) term: Term,
    pub(crate) name: &'static str,
    /// The unit in which the tables give it, if it is a quantity.
    pub(crate) unit: Option<&'static str>,
    pub(crate) definition: &'static str,
}

pub(crate) const GLOSSARY: [Entry; 6] = [
    Entry {
        term: Term::NetGeneration,
        name: "Net generation",
        unit: Some("GWh"),
        definition: "The electricity that power plants generate, less what they use themselves to run.",
    },
    Entry {
        term: Term::FossilFuels,
        name: "Fossil fuels",
        unit: Some("GWh"),
        definition: "Net generation from coal, natural gas and petroleum.",
    },
    Entry {
        term: Term::NuclearEnergy,
        name: "Nuclear energy",
        unit: Some("GWh"),
        definition: "Net generation from the fission of uranium.",
    },
    Entry {
        term: Term::Renewables,
        name: "Renewables",
        unit: Some("GWh"),
        definition: "Net generation from sources that renew themselves: wind, water, sun and biomass.",
    },
    Entry {
        term: Term::RenewableShare,
        name: "Renewable share",
        unit: Some("%"),
        definition: "Net generation from renewables as a part of all net generation in the year, rounded to one decimal.",
    },
    Entry {
        term: Term::GigawattHour,
        name: "Gigawatt hour (GWh)",
        unit: None,
        definition: "A million kilowatt hours, or a thousand megawatt hours: a power of one gigawatt over one hour.",
    },
];

/// What a term means.
pub(crate) fn entry(term: Term) -> Option<&'static Entry> {
    GLOSSARY.iter().find(|entry| entry.term == term)
}

/// The whole glossary as a document.
pub(crate) fn markdown() -> String {
    let mut text = "# Glossary\n".to_owned();
    for Entry { name, unit, definition, .. } in &GLOSSARY {
        let unit = unit.map(|unit| format!(" In {unit}.")).unwrap_or_default();
        text.push_str(&format!("\n**{name}**: {definition}{unit}\n"));
    }
    text
}
