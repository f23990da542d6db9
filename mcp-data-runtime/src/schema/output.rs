//! What a tool's answers look like: its `outputSchema`, and its columns for programs.

use serde_json::{Map, Value, json};

use crate::answer::{AnswerSettings, CellType, ChartFormat, ColumnDescriptor, Language};

/// The `outputSchema` of a tool whose table has these columns; `None` if they are only known when it
/// is called.
///
/// It uses only what draft-07 and 2020-12 share and judge alike, also in their strict modes: no
/// `prefixItems`, no array form of `items`, no `format`.
pub(crate) fn output_schema(
    columns: Option<&[ColumnDescriptor]>,
    settings: &AnswerSettings,
) -> Map<String, Value> {
    let text = json!({ "type": "string" });
    let properties = [
        (
            "sources",
            json!({
                "type": "array",
                "items": { "type": "string", "pattern": "^[Hh][Tt][Tt][Pp][Ss]?://" },
                "minItems": 1,
                "uniqueItems": true,
            }),
        ),
        (
            "source_details",
            json!({
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": { "url": text },
                    "required": ["url"],
                    // Title, publisher, license, version and dates: naming each in every tool would cost
                    // each model's context a tenth of the list.
                    "additionalProperties": text,
                },
            }),
        ),
        ("table", table(columns, settings.language)),
        ("charts", json!({ "type": "array", "items": chart(settings.chart_format) })),
        ("force", text.clone()),
        (
            "truncated",
            json!({
                "type": "object",
                "properties": { "total_rows": { "type": "integer" }, "shown_rows": { "type": "integer" } },
                "required": ["total_rows", "shown_rows"],
            }),
        ),
    ];
    let mirrored = settings.mirror_text.then_some(("text", text));
    let properties = properties.into_iter().chain(mirrored);
    Map::from_iter([
        ("type".to_owned(), "object".into()),
        (
            "properties".to_owned(),
            properties.map(|(name, schema)| (name.to_owned(), schema)).collect(),
        ),
        ("required".to_owned(), json!(["sources"])),
    ])
}

fn chart(format: ChartFormat) -> Value {
    let text = json!({ "type": "string" });
    match format {
        ChartFormat::Chartjs => json!({
            "type": "object",
            "properties": { "type": text, "data": { "type": "object" }, "options": { "type": "object" } },
            "required": ["type", "data"],
        }),
        ChartFormat::Flat => json!({
            "type": "object",
            "properties": { "type": text, "datasets": { "type": "array", "items": { "type": "object" } } },
            "required": ["type", "datasets"],
        }),
    }
}

fn table(columns: Option<&[ColumnDescriptor]>, language: Language) -> Value {
    let cells =
        |types: &[&str]| -> Value { types.iter().map(|name| json!({ "type": name })).collect() };
    let Some(columns) = columns else {
        return json!({
            "type": "array",
            "items": {
                "type": "array",
                "items": { "anyOf": cells(&["string", "number", "boolean", "null"]) },
            },
        });
    };
    let mut types: Vec<&str> = Vec::new();
    let all = columns.iter().flat_map(|column| column.cell_type.json_types());
    let null = columns.iter().any(|column| column.nullable).then_some(&"null");
    for name in all.chain(null) {
        if !types.contains(name) {
            types.push(name);
        }
    }
    if types.contains(&"number") {
        types.retain(|name| *name != "integer");
    }
    let header: Vec<String> = columns.iter().map(ColumnDescriptor::header).collect();
    json!({
        "type": "array",
        "description": description(columns, language),
        "items": { "anyOf": [
            { "const": header },
            {
                "type": "array",
                "items": { "anyOf": cells(&types) },
                "minItems": columns.len(),
                "maxItems": columns.len(),
            },
        ] },
    })
}

/// Returns the columns for readers, one line each.
fn description(columns: &[ColumnDescriptor], language: Language) -> String {
    let words = &language.phrases().columns;
    let mut text = words.heading.to_owned();
    for column in columns {
        let cell_type = match column.cell_type {
            CellType::String => words.string,
            CellType::Integer | CellType::LongInteger => words.integer,
            CellType::Number => words.number,
            CellType::Decimal => words.decimal,
            CellType::Boolean => words.boolean,
            CellType::Any => words.any,
        };
        text.push_str(&format!("\n- {} ({cell_type}", column.name));
        if let Some(unit) = column.unit {
            text.push_str(&format!(", {unit}"));
        }
        if column.nullable {
            text.push_str(&format!(", {}", words.can_be_empty));
        }
        text.push(')');
        if !column.description.is_empty() {
            text.push_str(&format!(": {}", column.description.replace('\n', " ")));
        }
    }
    text
}

/// The columns for programs: the tool's `_meta.columns`.
pub(crate) fn columns_meta(columns: &[ColumnDescriptor]) -> Value {
    let described = columns.iter().map(|column| {
        let description = Some(column.description).filter(|text| !text.is_empty());
        let entry = [
            ("name", Some(Value::from(column.name))),
            ("type", Some(column.cell_type.name().into())),
            ("nullable", Some(column.nullable.into())),
            ("unit", column.unit.map(Value::from)),
            ("description", description.map(Value::from)),
        ];
        entry.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?))).collect()
    });
    described.map(Value::Object).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const COLUMNS: &[ColumnDescriptor] = &[
        ColumnDescriptor::of::<u16>("Year", None, "Calendar\nyear."),
        ColumnDescriptor::of::<f64>("Fossil fuels", Some("GWh"), "Coal, oil and gas."),
        ColumnDescriptor::of::<Option<String>>("Remark", None, ""),
        ColumnDescriptor::of::<u64>("Meters", None, ""),
    ];

    #[test]
    fn a_typed_table_is_its_header_and_rows_of_the_types_that_occur() {
        let schema = output_schema(Some(COLUMNS), &AnswerSettings::default());
        assert_eq!(
            schema["properties"]["table"],
            json!({
                "type": "array",
                "description": "The header, then the rows. Columns:\n\
                    - Year (integer): Calendar year.\n\
                    - Fossil fuels (number, GWh, can be empty): Coal, oil and gas.\n\
                    - Remark (string, can be empty)\n\
                    - Meters (integer)",
                "items": { "anyOf": [
                    { "const": ["Year", "Fossil fuels (GWh)", "Remark", "Meters"] },
                    {
                        "type": "array",
                        "items": { "anyOf": [{ "type": "number" }, { "type": "string" }, { "type": "null" }] },
                        "minItems": 4,
                        "maxItems": 4,
                    },
                ] },
            })
        );
    }

    #[test]
    fn columns_are_said_for_programs_too() {
        assert_eq!(
            columns_meta(&COLUMNS[..2]),
            json!([
                { "name": "Year", "type": "integer", "nullable": false, "description": "Calendar\nyear." },
                { "name": "Fossil fuels", "type": "number", "unit": "GWh", "nullable": true,
                  "description": "Coal, oil and gas." },
            ])
        );
    }

    #[test]
    fn the_mirrored_text_is_in_the_schema_only_when_it_is_sent() {
        let mirrored = AnswerSettings { mirror_text: true, ..AnswerSettings::default() };
        assert_eq!(output_schema(None, &AnswerSettings::default())["properties"].get("text"), None);
        assert_eq!(
            output_schema(None, &mirrored)["properties"]["text"],
            json!({ "type": "string" })
        );
    }
}
