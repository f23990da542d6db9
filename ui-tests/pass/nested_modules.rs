use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

mod energy {
    use super::*;

    /// The electricity mix.
    #[data_tool]
    pub(super) fn electricity_mix() -> DataToolOutput {
        DataToolOutput::new("Coal", SOURCE)
    }

    pub(crate) mod prices {
        use super::super::*;

        /// The price of electricity.
        #[data_tool]
        pub(in super::super) async fn electricity_price() -> DataToolOutput {
            DataToolOutput::new("0.20 €", SOURCE)
        }

        pub(crate) fn names() -> Vec<&'static str> {
            tools!().iter().map(|tool| tool.name()).collect()
        }
    }

    pub(crate) fn names() -> Vec<&'static str> {
        tools!().iter().map(|tool| tool.name()).collect()
    }
}

mod energy_of_others {
    use super::*;

    /// A module whose name begins as another's.
    #[data_tool]
    pub(super) fn imports() -> DataToolOutput {
        DataToolOutput::new("Gas", SOURCE)
    }
}

// One import takes the function and its tool.
use energy::electricity_mix;
use energy::prices::electricity_price as price;

fn main() {
    assert_eq!(energy::prices::names(), ["electricity_price"]);
    assert_eq!(energy::names(), ["electricity_mix", "electricity_price"]);
    assert_eq!(tools!().len(), 3);
    let listed = tools![
        electricity_mix,
        price,
        self::energy_of_others::imports,
        crate::energy::prices::electricity_price,
    ];
    let names: Vec<&str> = listed.iter().map(|tool| tool.name()).collect();
    assert_eq!(names, ["electricity_mix", "electricity_price", "imports", "electricity_price"]);
    let _: DataToolOutput = electricity_mix();
    std::mem::drop(price());
}
