//! What a tool's arguments look like: its `inputSchema`, which is also what they are checked by.

use std::any::TypeId;

use jsonschema::Validator;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use super::portable::portable;
use crate::tool::param::{ParamDescriptor, ParamKind, ParamOptions};

/// The schema of a tool's arguments, ready to check them.
#[derive(Debug)]
pub(crate) struct InputSchema {
    /// A JSON object.
    pub(crate) schema: Value,
    pub(crate) validator: Validator,
    /// The arguments' names in the order of the function's parameters.
    pub(crate) names: Vec<&'static str>,
}

/// A state that a tool asks for.
#[derive(Debug)]
pub(crate) struct NeededState {
    pub(crate) type_id: TypeId,
    pub(crate) type_name: &'static str,
}

/// What the parameters of a tool come to.
#[derive(Debug)]
pub(crate) struct Params {
    pub(crate) input: InputSchema,
    pub(crate) states: Vec<NeededState>,
}

/// Makes the schema of a tool's parameters, or says all that is wrong with them.
pub(crate) fn read_params(params: &'static [ParamDescriptor]) -> Result<Params, Vec<String>> {
    let mut properties = Map::new();
    let mut required = Vec::new();
    let mut names = Vec::new();
    let mut states = Vec::new();
    let mut problems = Vec::new();
    for param in params {
        let kind = (param.kind)();
        if param.options.is_some() && !matches!(kind, ParamKind::Argument(_)) {
            problems.push(format!(
                "parameter `{}`: `#[arg(…)]` is for arguments, and this is none",
                param.name
            ));
        }
        match kind {
            ParamKind::Context => {}
            ParamKind::State { type_id, type_name } => {
                states.push(NeededState { type_id, type_name });
            }
            ParamKind::Argument(schema) => match argument(param, schema) {
                Ok((schema, is_required)) => {
                    properties.insert(param.name.to_owned(), Value::Object(schema));
                    names.push(param.name);
                    if is_required {
                        required.push(param.name);
                    }
                }
                Err(found) => {
                    problems.extend(
                        found
                            .into_iter()
                            .map(|problem| format!("argument `{}`: {problem}", param.name)),
                    );
                }
            },
        }
    }
    let mut schema = Map::from_iter([
        ("type".to_owned(), "object".into()),
        ("properties".to_owned(), Value::Object(properties)),
        ("additionalProperties".to_owned(), false.into()),
    ]);
    if !required.is_empty() {
        schema.insert("required".to_owned(), json!(required));
    }
    let schema = Value::Object(schema);
    match compile(&schema) {
        Ok(validator) if problems.is_empty() => {
            Ok(Params { input: InputSchema { schema, validator, names }, states })
        }
        Ok(_) => Err(problems),
        Err(problem) => {
            problems.push(problem);
            Err(problems)
        }
    }
}

fn compile(schema: &Value) -> Result<Validator, String> {
    jsonschema::draft202012::options()
        .should_validate_formats(true)
        .build(schema)
        .map_err(|error| format!("its schema is not valid: {error}"))
}

type Generate = fn(&mut schemars::SchemaGenerator) -> schemars::Schema;

/// An argument's schema, and whether it must be given.
fn argument(
    param: &ParamDescriptor,
    generate: Generate,
) -> Result<(Map<String, Value>, bool), Vec<String>> {
    let mut generator = SchemaSettings::draft2020_12()
        .for_deserialize()
        .with(|settings| {
            settings.inline_subschemas = true;
            settings.meta_schema = None;
        })
        .into_generator();
    let generated =
        portable(generate(&mut generator).to_value()).map_err(|problem| vec![problem])?;
    let Some(mut schema) = generated.schema else {
        return Err(vec!["its type holds nothing but null".to_owned()]);
    };
    let mut options = ParamOptions::default();
    if let Some(read) = param.options {
        read(&mut options);
    }
    let has_default = options.keywords.contains_key("default");
    for (keyword, value) in options.keywords {
        // The type's own bounds hold as well.
        let is_within = |known: &Value| match keyword.as_str() {
            "minimum" => known.as_f64() > value.as_f64(),
            "maximum" => known.as_f64() < value.as_f64(),
            _ => false,
        };
        if !schema.get(&keyword).is_some_and(is_within) {
            schema.insert(keyword, value);
        }
    }
    if !param.description.trim().is_empty() {
        describe(&mut schema, param.description.trim());
    }
    let mut problems = options.problems;
    match compile(&Value::Object(schema.clone())) {
        Ok(validator) => {
            let default = schema.get("default").map(|value| ("default", value));
            let examples = schema.get("examples").and_then(Value::as_array);
            let examples = examples.into_iter().flatten().map(|value| ("example", value));
            for (what, value) in default.into_iter().chain(examples) {
                if let Err(error) = validator.validate(value) {
                    problems.push(format!("its {what} is not allowed by its own schema: {error}"));
                }
            }
        }
        Err(problem) => problems.push(problem),
    }
    if problems.is_empty() {
        Ok((schema, !generated.nullable && !has_default))
    } else {
        Err(problems)
    }
}

/// The parameter's docs come before those of its type.
fn describe(schema: &mut Map<String, Value>, docs: &str) {
    let text = match schema.get("description").and_then(Value::as_str) {
        Some(of_type) => format!("{docs}\n\n{of_type}"),
        None => docs.to_owned(),
    };
    schema.insert("description".to_owned(), text.into());
}
