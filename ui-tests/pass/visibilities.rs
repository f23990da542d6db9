use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

pub mod tools_of_all_kinds {
    use super::*;

    /// Private.
    #[data_tool]
    fn private() -> DataToolOutput {
        DataToolOutput::new("1", SOURCE)
    }

    /// Public.
    #[data_tool]
    pub fn public() -> DataToolOutput {
        DataToolOutput::new("2", SOURCE)
    }

    /// In the crate.
    #[data_tool]
    pub(crate) async fn in_crate() -> DataToolOutput {
        DataToolOutput::new("3", SOURCE)
    }

    /// In the parent.
    #[data_tool]
    pub(super) fn in_parent() -> DataToolOutput {
        DataToolOutput::new("4", SOURCE)
    }

    /// In a path.
    #[data_tool]
    pub(in crate::tools_of_all_kinds) fn in_path() -> DataToolOutput {
        DataToolOutput::new("5", SOURCE)
    }

    /// In itself.
    #[data_tool]
    pub(self) fn in_itself() -> DataToolOutput {
        DataToolOutput::new("6", SOURCE)
    }

    struct Hidden;

    /// A public tool with a private state.
    #[data_tool]
    #[allow(private_interfaces)]
    pub fn of_hidden(_hidden: State<Hidden>) -> DataToolOutput {
        let _ = Hidden;
        DataToolOutput::new("7", SOURCE)
    }
}

fn main() {
    use tools_of_all_kinds::{in_crate, in_parent, of_hidden, public};
    assert_eq!(tools!().len(), 7);
    assert_eq!(tools![public, in_crate, in_parent, of_hidden].len(), 4);
}
