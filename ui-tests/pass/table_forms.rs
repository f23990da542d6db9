use mcp_data_runtime::prelude::*;

const NAME: &str = "City";

fn main() {
    let delhi = 30_290_936_u64;
    let names = vec!["Tokyo".to_owned(), "Delhi".to_owned()];
    let maybe: Option<f64> = None;
    let table = table![
        [NAME, "Population", "Area", "Coast"],
        [names[0].clone(), 37_400_068, 2_194.07, true],
        [&names[1], delhi + 1, maybe, names.len() > 3],
        ["Big", 18_446_744_073_709_551_615, -9_223_372_036_854_775_808, 340_282_366_920_938_463_463_374_607_431_768_211_455],
        ["Small", -1, -170_141_183_460_469_231_731_687_303_715_884_105_728, 0xFF],
        ["Others", Cell::EMPTY, Cell::new(1), 'x'],
        ["Blocks", { let a = 1; a + 1 }, if delhi > 0 { 1 } else { 2 }, 7_u8],
        [if true { "a" } else { "b" }, -2.5, -delhi_signed(), None::<u8>],
    ];
    assert_eq!(table.len(), 7);
    assert_eq!(table.width(), 4);
    assert_eq!(table.header().collect::<Vec<_>>(), ["City", "Population", "Area", "Coast"]);
    let header_only: Table = table![["City", "Population"]];
    assert!(header_only.is_empty());
    let _: Table = mcp_data_runtime::table! { ["a"], [1], };
    let _: Table = table!(["a",], [1,],);
}

fn delhi_signed() -> i64 {
    30_290_936
}
