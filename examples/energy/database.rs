//! The figures, from a CSV into an embedded database.

use std::{
    ops::RangeInclusive,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use rusqlite::Connection;

/// The first and last year of the data.
pub(crate) const FIRST_YEAR: u16 = 2001;
pub(crate) const LAST_YEAR: u16 = 2017;

/// The sources of electricity, as the CSV names them.
const SOURCES: [&str; 3] = ["Fossil Fuels", "Nuclear Energy", "Renewables"];

const HEADER: [&str; 3] = ["year", "source", "net_generation"];

/// Net generation in a year, in GWh.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Mix {
    pub(crate) year: u16,
    pub(crate) fossil: u32,
    pub(crate) nuclear: u32,
    pub(crate) renewables: u32,
}

impl Mix {
    pub(crate) fn total(self) -> u32 {
        self.fossil + self.nuclear + self.renewables
    }

    /// A part of the year's total in per cent, rounded to one decimal.
    pub(crate) fn share(self, part: u32) -> f64 {
        (f64::from(part) / f64::from(self.total()) * 1000.0).round() / 10.0
    }
}

/// Why the data could not be loaded.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LoadError {
    #[error("cannot read {path}: {source}; set ENERGY_CSV to the file with the data")]
    Open { path: PathBuf, source: csv::Error },
    #[error("{path}, line {line}: {problem}")]
    Line { path: PathBuf, line: u64, problem: String },
    #[error("{path}, line {line}, column `{column}`: expected {expected}, got {found:?}")]
    Cell { path: PathBuf, line: u64, column: &'static str, expected: String, found: String },
    #[error("{path}: no row for {source_name} in {year}")]
    Missing { path: PathBuf, source_name: &'static str, year: u16 },
    #[error("the embedded database failed: {0}")]
    Database(#[from] rusqlite::Error),
}

/// The database, shared by all calls.
pub(crate) struct Database(Mutex<Connection>);

impl Database {
    /// Reads the CSV at `path`: a row for each year and source.
    pub(crate) fn load(path: &Path) -> Result<Self, LoadError> {
        let mut connection = Connection::open_in_memory()?;
        connection.execute_batch(
            "CREATE TABLE generation (
                 year INTEGER NOT NULL, source TEXT NOT NULL, gwh INTEGER NOT NULL,
                 PRIMARY KEY (year, source)
             ) STRICT",
        )?;
        let transaction = connection.transaction()?;
        read(path, &transaction)?;
        transaction.commit()?;
        let database = Self(Mutex::new(connection));
        let years = database.years(FIRST_YEAR..=LAST_YEAR)?;
        for year in FIRST_YEAR..=LAST_YEAR {
            let found = years.iter().find(|found| found.year == year);
            let parts =
                found.map_or([0; 3], |found| [found.fossil, found.nuclear, found.renewables]);
            if let Some(index) = parts.iter().position(|gwh| *gwh == 0) {
                return Err(LoadError::Missing {
                    path: path.into(),
                    source_name: SOURCES[index],
                    year,
                });
            }
        }
        Ok(database)
    }

    /// The years of a range, in order.
    pub(crate) fn years(&self, range: RangeInclusive<u16>) -> rusqlite::Result<Vec<Mix>> {
        // Nothing is written after the start, so a panic of another call has left nothing half done.
        let connection = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut query = connection.prepare_cached(
            "SELECT year,
                    SUM(gwh) FILTER (WHERE source = 'Fossil Fuels'),
                    SUM(gwh) FILTER (WHERE source = 'Nuclear Energy'),
                    SUM(gwh) FILTER (WHERE source = 'Renewables')
             FROM generation WHERE year BETWEEN ?1 AND ?2 GROUP BY year ORDER BY year",
        )?;
        let years = query.query_map([range.start(), range.end()], |row| {
            let part = |index| row.get::<_, Option<u32>>(index).map(Option::unwrap_or_default);
            Ok(Mix { year: row.get(0)?, fossil: part(1)?, nuclear: part(2)?, renewables: part(3)? })
        })?;
        years.collect()
    }
}

fn read(path: &Path, connection: &Connection) -> Result<(), LoadError> {
    let mut reader = csv::Reader::from_path(path)
        .map_err(|source| LoadError::Open { path: path.into(), source })?;
    let line = |line, problem: String| LoadError::Line { path: path.into(), line, problem };
    let header = reader.headers().map_err(|error| line(1, error.to_string()))?;
    if header != HEADER.as_slice() {
        let found: Vec<&str> = header.iter().collect();
        return Err(line(
            1,
            format!("expected the columns {}, got {}", HEADER.join(", "), found.join(", ")),
        ));
    }
    let mut insert = connection.prepare("INSERT INTO generation VALUES (?1, ?2, ?3)")?;
    for record in reader.records() {
        let record = record.map_err(|error| match error.kind() {
            csv::ErrorKind::UnequalLengths { pos, expected_len, len } => {
                let at = pos.as_ref().map_or(0, csv::Position::line);
                line(at, format!("expected {expected_len} columns, got {len}"))
            }
            _ => line(error.position().map_or(0, csv::Position::line), error.to_string()),
        })?;
        let at = record.position().map_or(0, csv::Position::line);
        let cell = |column: usize, expected: &str| LoadError::Cell {
            path: path.into(),
            line: at,
            column: HEADER[column],
            expected: expected.to_owned(),
            found: record[column].to_owned(),
        };
        let year: u16 = record[0]
            .strip_suffix("-01-01")
            .and_then(|year| year.parse().ok())
            .filter(|year| (FIRST_YEAR..=LAST_YEAR).contains(year))
            .ok_or_else(|| {
                cell(0, "the first day of a year from 2001 to 2017, such as 2017-01-01")
            })?;
        if !SOURCES.contains(&&record[1]) {
            return Err(cell(1, &format!("one of {}", SOURCES.join(", "))));
        }
        let gwh: u32 = record[2].parse().map_err(|_| cell(2, "a whole number of GWh"))?;
        insert.execute((year, &record[1], gwh)).map_err(|error| {
            match error.sqlite_error_code() {
                Some(rusqlite::ErrorCode::ConstraintViolation) => {
                    line(at, format!("a second row for {} in {year}", &record[1]))
                }
                _ => error.into(),
            }
        })?;
    }
    Ok(())
}
