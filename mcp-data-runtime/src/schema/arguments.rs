//! The check of a call's arguments: every problem, each with its place and the way out.

use jsonschema::{
    ValidationError,
    error::ValidationErrorKind,
    paths::{Location, LocationSegment},
};
use serde_json::{Map, Number, Value};

use super::input::InputSchema;
use crate::suggest;

/// The longest part of a wrong string that is repeated.
const SHOWN_CHARS: usize = 60;

/// One thing wrong with the arguments of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Problem {
    path: String,
    text: String,
}

impl Problem {
    pub(crate) fn new(path: impl Into<String>, text: impl Into<String>) -> Self {
        Self { path: path.into(), text: text.into() }
    }
}

/// The text of an error result that names every problem.
pub(crate) fn report(tool: &str, problems: &[Problem]) -> String {
    let count = match problems.len() {
        1 => "1 problem".to_owned(),
        count => format!("{count} problems"),
    };
    let mut text = format!("{tool} was not run: {count} with its arguments.");
    for Problem { path, text: problem } in problems {
        text.push_str(&format!("\n- {path}: {problem}"));
    }
    text
}

impl InputSchema {
    /// Brings the arguments into the form that the parameters read, or lists all that is wrong.
    ///
    /// Null counts as absent wherever a value may be absent, a whole number written `5.0` as the
    /// integer it is, and an absent argument gets its default.
    pub(crate) fn check(
        &self,
        arguments: Map<String, Value>,
    ) -> Result<Map<String, Value>, Vec<Problem>> {
        let mut arguments = Value::Object(arguments);
        normalize(&self.schema, &mut arguments);
        let mut problems = Vec::new();
        for error in self.validator.iter_errors(&arguments) {
            self.explain(&error, &mut problems);
        }
        if !problems.is_empty() {
            problems.sort_by_key(|problem| self.place(problem));
            problems.dedup();
            return Err(problems);
        }
        let Value::Object(mut arguments) = arguments else { return Ok(Map::new()) };
        for name in &self.names {
            let default = self.schema["properties"][*name].get("default");
            if let Some(default) = default
                && !arguments.contains_key(*name)
            {
                arguments.insert((*name).to_owned(), default.clone());
            }
        }
        Ok(arguments)
    }

    /// Where a problem stands in the list: with its argument, in the order of the parameters; a
    /// misspelt one before the argument that was meant, others at the end.
    fn place(&self, problem: &Problem) -> (usize, bool) {
        let argument = problem.path.split(['.', '[']).next().unwrap_or_default();
        let index = |name: &str| self.names.iter().position(|known| *known == name);
        match index(argument) {
            Some(index) => (index, true),
            None => {
                let meant = suggest::nearest(argument, self.names.iter().copied());
                (meant.and_then(index).unwrap_or(usize::MAX), false)
            }
        }
    }

    fn explain(&self, error: &ValidationError<'_>, problems: &mut Vec<Problem>) {
        let path = path(error.instance_path());
        let value = &**error.instance();
        let schema = self.schema_around(error.schema_path());
        match error.kind() {
            ValidationErrorKind::Required { property } => {
                let name = property.as_str().unwrap_or_default();
                let expected = describe(&schema["properties"][name]);
                problems
                    .push(Problem::new(join(&path, name), format!("missing; expected {expected}")));
            }
            ValidationErrorKind::AdditionalProperties { unexpected } => {
                let (what, known): (_, Vec<&str>) = if path.is_empty() {
                    ("argument", self.names.clone())
                } else {
                    let fields = schema["properties"].as_object();
                    ("field", fields.into_iter().flat_map(Map::keys).map(String::as_str).collect())
                };
                problems.extend(
                    unexpected
                        .iter()
                        .map(|name| Problem::new(join(&path, name), unknown(what, name, &known))),
                );
            }
            ValidationErrorKind::AnyOf { context } if value.is_object() || value.is_array() => {
                // The alternative that was meant is the one with the least to mend.
                match context.iter().min_by_key(|errors| weight(errors, value)) {
                    Some(errors) => errors.iter().for_each(|error| self.explain(error, problems)),
                    None => problems.push(Problem::new(path, expected(schema, value))),
                }
            }
            ValidationErrorKind::Enum { options } => {
                let mut text = expected(schema, value);
                let names = options.as_array().into_iter().flatten().filter_map(Value::as_str);
                if let Some(meant) = value.as_str().and_then(|given| suggest::nearest(given, names))
                {
                    text.push_str(&format!("; did you mean {meant:?}?"));
                }
                problems.push(Problem::new(path, text));
            }
            kind => {
                let text = outside(kind, value).unwrap_or_else(|| match kind {
                    ValidationErrorKind::Type { .. }
                    | ValidationErrorKind::AnyOf { .. }
                    | ValidationErrorKind::Format { .. } => expected(schema, value),
                    _ => error.to_string(),
                });
                problems.push(Problem::new(path, text));
            }
        }
    }

    /// The schema that a keyword stands in.
    fn schema_around(&self, keyword: &Location) -> &Value {
        let pointer = keyword.as_str();
        let around = pointer.rfind('/').map_or("", |end| &pointer[..end]);
        self.schema.pointer(around).unwrap_or(&Value::Null)
    }
}

/// How far a value is from an alternative: another type, or a tag that names another variant, is
/// further away than any number of wrong fields.
fn weight(errors: &[ValidationError<'_>], value: &Value) -> (bool, usize) {
    let is_other = errors.iter().any(|error| match error.kind() {
        ValidationErrorKind::Type { .. } => std::ptr::eq(&raw const **error.instance(), value),
        ValidationErrorKind::Enum { options } => {
            options.as_array().is_some_and(|one| one.len() == 1)
        }
        _ => false,
    });
    (is_other, errors.len())
}

/// Brings a value into the form that its schema means; see [`InputSchema::check`].
fn normalize(schema: &Value, value: &mut Value) {
    match value {
        Value::Object(fields) => {
            let required = schema["required"].as_array();
            let is_required =
                |name: &str| required.is_some_and(|names| names.iter().any(|known| known == name));
            let properties = &schema["properties"];
            fields.retain(|name, field| {
                !(field.is_null() && properties.get(name).is_some() && !is_required(name))
            });
            for (name, field) in fields {
                normalize(&properties[name.as_str()], field);
            }
        }
        Value::Array(items) => {
            for item in items {
                normalize(&schema["items"], item);
            }
        }
        Value::Number(number) if schema["type"] == "integer" => {
            if let Some(whole) = whole(number) {
                *number = whole;
            }
        }
        _ => {}
    }
}

/// A float that is a whole number, as an integer: JSON Schema holds `5.0` for one.
fn whole(number: &Number) -> Option<Number> {
    let float = number.as_f64().filter(|_| number.is_f64())?;
    if float.fract() != 0.0 {
        return None;
    }
    // Without a fraction, the text is the digits of the exact value.
    let digits = format!("{float:.0}");
    digits
        .parse::<i64>()
        .map(Number::from)
        .or_else(|_| digits.parse::<u64>().map(Number::from))
        .ok()
}

/// `filter.years[2]`
fn path(location: &Location) -> String {
    let mut path = String::new();
    for segment in location {
        match segment {
            LocationSegment::Property(name) => path = join(&path, &name),
            LocationSegment::Index(index) => path.push_str(&format!("[{index}]")),
        }
    }
    path
}

fn join(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

fn unknown(what: &str, name: &str, known: &[&str]) -> String {
    if known.is_empty() {
        return format!("no such {what}; it takes none");
    }
    let list = suggest::list(known.iter().copied());
    match suggest::nearest(name, known.iter().copied()) {
        Some(meant) => format!("no such {what}; did you mean `{meant}`? It takes {list}"),
        None => format!("no such {what}; it takes {list}"),
    }
}

fn expected(schema: &Value, value: &Value) -> String {
    wrong_type(&describe(schema), value)
}

/// What is said of a value that is something else than expected.
pub(crate) fn wrong_type(expected: &str, value: &Value) -> String {
    format!("expected {expected}, got {}", show(value))
}

/// What a schema accepts, in words.
fn describe(schema: &Value) -> String {
    if let Some(values) = schema["enum"].as_array() {
        let values: Vec<String> = values.iter().map(Value::to_string).collect();
        return match values.as_slice() {
            [one] => one.clone(),
            [first @ .., last] => format!("one of {} and {last}", first.join(", ")),
            [] => "nothing".to_owned(),
        };
    }
    if let Some(alternatives) = schema["anyOf"].as_array() {
        let mut names: Vec<String> = alternatives.iter().map(describe).collect();
        names.dedup();
        return names.join(" or ");
    }
    match schema["type"].as_str() {
        Some("integer") => bounded("an integer", schema, "minimum", "maximum", ""),
        Some("number") => bounded("a number", schema, "minimum", "maximum", ""),
        Some("boolean") => "true or false".to_owned(),
        Some("object") => "an object".to_owned(),
        Some("array") => bounded("an array", schema, "minItems", "maxItems", "items"),
        Some("string") => {
            let mut text = bounded("a string", schema, "minLength", "maxLength", "characters");
            if let Some(format) = schema["format"].as_str() {
                text.push_str(&format!(" in the format `{format}`"));
            }
            if let Some(pattern) = schema["pattern"].as_str() {
                text.push_str(&format!(" that matches `{pattern}`"));
            }
            text
        }
        _ => "a value".to_owned(),
    }
}

/// "an integer from 2001 to 2017", "a string of at most 5 characters"; `counted` is what the bounds
/// count, nothing for the value itself.
fn bounded(what: &str, schema: &Value, least: &str, most: &str, counted: &str) -> String {
    let text = match (schema.get(least), schema.get(most)) {
        (None, None) => return what.to_owned(),
        (Some(least), Some(most)) if counted.is_empty() => format!("from {least} to {most}"),
        (Some(least), Some(most)) if least == most => format!("of {least}"),
        (Some(least), Some(most)) => format!("of {least} to {most}"),
        (Some(least), None) => format!("of at least {least}"),
        (None, Some(most)) => format!("of at most {most}"),
    };
    format!("{what} {text} {counted}").trim_end().to_owned()
}

/// What came, in words; a long string is cut.
fn show(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Number(number) => format!("the number {number}"),
        Value::String(text) => {
            let shown: String = text.chars().take(SHOWN_CHARS).collect();
            let more = if shown.len() < text.len() { "…" } else { "" };
            format!("the string {}{more}", Value::from(shown))
        }
        Value::Array(_) => "an array".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    }
}

/// A value of the right type outside its bounds.
fn outside(kind: &ValidationErrorKind, value: &Value) -> Option<String> {
    let shown = match value {
        Value::Number(number) => number.to_string(),
        value => show(value),
    };
    let count = |count: &u64, one: &str| {
        if *count == 1 { format!("1 {one}") } else { format!("{count} {one}s") }
    };
    Some(match kind {
        ValidationErrorKind::Minimum { limit } => format!("{shown} is below the minimum, {limit}"),
        ValidationErrorKind::Maximum { limit } => format!("{shown} is above the maximum, {limit}"),
        ValidationErrorKind::ExclusiveMinimum { limit } => format!("{shown} is not above {limit}"),
        ValidationErrorKind::ExclusiveMaximum { limit } => format!("{shown} is not below {limit}"),
        ValidationErrorKind::MultipleOf { multiple_of } => {
            format!("{shown} is not a multiple of {multiple_of}")
        }
        ValidationErrorKind::MinLength { limit } => {
            format!("{shown} is shorter than the minimum of {}", count(limit, "character"))
        }
        ValidationErrorKind::MaxLength { limit } => {
            format!("{shown} is longer than the maximum of {}", count(limit, "character"))
        }
        ValidationErrorKind::MinItems { limit } => {
            format!("{shown} of fewer than the minimum of {}", count(limit, "item"))
        }
        ValidationErrorKind::MaxItems { limit } => {
            format!("{shown} of more than the maximum of {}", count(limit, "item"))
        }
        ValidationErrorKind::UniqueItems => format!("{shown} in which an item occurs twice"),
        ValidationErrorKind::Pattern { pattern } => format!("{shown} does not match `{pattern}`"),
        _ => return None,
    })
}
