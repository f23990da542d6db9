use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

macro_rules! city_tool {
    ($(#[$attribute:meta])* $name:ident, $city:expr, $argument:ident: $type:ty) => {
        $(#[$attribute])*
        #[data_tool]
        pub fn $name(#[arg(default = Default::default())] $argument: $type) -> DataToolOutput {
            DataToolOutput::new(format!("{} {}", $city, $argument), SOURCE)
        }
    };
}

city_tool!(
    /// The largest city of Japan.
    largest_of_japan, "Tokyo", count: u8
);
city_tool!(
    /// The largest city of India.
    largest_of_india, "Delhi", year: u16
);

macro_rules! fixed_tool {
    () => {
        /// A tool whose name is the macro's.
        #[data_tool(title = "Fixed")]
        async fn fixed(options: u8, arguments: String) -> DataToolOutput {
            DataToolOutput::new(format!("{options} {arguments}"), SOURCE)
        }
    };
}
fixed_tool!();

macro_rules! greeting_tool {
    ($name:ident, $title:literal, $seconds:literal, $default:literal, $least:expr) => {
        /// Greets.
        #[data_tool(title = $title, timeout = $seconds)]
        fn $name(
            #[arg(default = $default)] word: String,
            #[arg(range = $least..=9)] count: u8,
        ) -> DataToolOutput {
            DataToolOutput::new(format!("{word} {count}"), SOURCE)
        }
    };
}
greeting_tool!(greet, "Greeting", 60, "hello", 1);

/// A plain one beside them.
#[data_tool]
fn beside(options: u8, arguments: String) -> DataToolOutput {
    DataToolOutput::new(format!("{options} {arguments}"), SOURCE)
}

fn main() {
    let tools = tools!();
    let names: Vec<&str> = tools.iter().map(|tool| tool.name()).collect();
    assert_eq!(names, ["beside", "fixed", "greet", "largest_of_india", "largest_of_japan"]);
    let _: DataToolOutput = largest_of_japan(3);
}
