use mcp_data_runtime::prelude::*;

const PLAIN: Source = source!("https://example.org/cities-data");
const TRAILING: Source = source!("https://example.org/cities-data",);
static FULL: Source = source!(
    "https://www.eia.gov:443/electricity/data/browser/?a=b&c=%20#top",
    title = "Electricity data browser",
    publisher = "U.S. Energy Information Administration",
    license = "CC-BY-4.0 OR (MIT AND Apache-2.0)",
    version = "2018.1",
    modified = "2018-10",
    retrieved = "2018-10-04T12:00:00+02:00",
);
const RAW: Source = source!(r"HTTP://EXAMPLE.ORG", license = "https://example.org/license", modified = "2018", retrieved = "2018-10-04");
const ADDRESS: Source = source!("http://[::1]:8080/data", retrieved = "2018-10-04T12:00:00.5Z");

macro_rules! link {
    ($link:literal) => {
        source!($link, title = "By a macro")
    };
}
const BY_MACRO: Source = link!("https://example.org/by-macro");

fn by_path() -> Source {
    mcp_data_runtime::source! { "https://example.org/by-path" }
}

fn main() {
    assert_eq!(PLAIN, TRAILING);
    assert_eq!(FULL.url(), "https://www.eia.gov:443/electricity/data/browser/?a=b&c=%20#top");
    assert_eq!(BY_MACRO.url(), "https://example.org/by-macro");
    for source in [PLAIN, FULL.clone(), RAW, ADDRESS, BY_MACRO, by_path()] {
        assert!(Source::parse(source.url().to_owned()).is_ok(), "{source:?}");
    }
    let _: DataToolOutput = DataToolOutput::new("Tokyo", [PLAIN, RAW]).source(by_path());
}
