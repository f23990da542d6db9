//! A tool's arguments: their model, the `inputSchema` written from it, and the check of a call.

use std::{
    any::TypeId,
    sync::{Arc, OnceLock},
};

use jsonschema::Validator;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value};

use super::{
    check,
    form::{self, Form},
    meet::meet,
    model::{Docs, Field, Kind, Node, ObjectRule, Rest, compile},
    names::differences,
    problems::{Problem, Problems},
    read::{Refusal, read},
    write,
};
use crate::tool::param::{ParamDescriptor, ParamKind, ParamOptions};

/// The arguments that a tool takes.
#[derive(Debug)]
pub(crate) struct InputSchema {
    /// The published schema: a JSON object.
    pub(crate) schema: Value,
    model: ObjectRule,
    /// The published schema, compiled when a call first needs it.
    validator: OnceLock<Result<Arc<Validator>, String>>,
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
    /// What is without effect, which its author should know.
    pub(crate) warnings: Vec<String>,
}

/// Writes the text of an error result that names every problem.
pub(crate) fn report(tool: &str, problems: &Problems) -> String {
    let count = match problems.count() {
        1 => "1 problem".to_owned(),
        count => format!("{count} problems"),
    };
    let mut text = format!("{tool} was not run: {count} with its arguments.");
    for problem in problems.lines() {
        text.push_str(&format!("\n- {problem}"));
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
    ) -> Result<Map<String, Value>, Problems> {
        let published = self.published(arguments)?;
        Ok(self.with_defaults(form::bring_object(&self.model, published, Form::Read)))
    }

    /// Brings the arguments into the form that the published schema has, or lists all that is wrong.
    pub(crate) fn published(
        &self,
        arguments: Map<String, Value>,
    ) -> Result<Map<String, Value>, Problems> {
        let mut problems = Problems::default();
        check::check_object(&self.model, &arguments, "", "argument", &mut problems);
        if !problems.is_empty() {
            return Err(problems);
        }
        self.keep_promise(form::bring_object(&self.model, arguments, Form::Published))
    }

    /// Lets nothing pass that the published schema refuses: what clients were told holds, also where the
    /// model should ever say otherwise.
    fn keep_promise(&self, arguments: Map<String, Value>) -> Result<Map<String, Value>, Problems> {
        let arguments = Value::Object(arguments);
        let compiled = self.validator.get_or_init(|| compile(&self.schema).map(Arc::new));
        let refused = match compiled {
            Ok(validator) => validator
                .iter_errors(&arguments)
                .next()
                .map(|error| (error.instance_path().to_string(), error.to_string())),
            Err(error) => Some((String::new(), error.clone())),
        };
        if let Some((place, reason)) = refused {
            tracing::error!(place, reason, "the published schema refuses what its model accepts");
            let text = "not what the tool's published schema allows";
            return Err(Problem::new(place.trim_start_matches('/'), text).into());
        }
        match arguments {
            Value::Object(arguments) => Ok(arguments),
            _ => Ok(Map::new()),
        }
    }

    fn with_defaults(&self, mut arguments: Map<String, Value>) -> Map<String, Value> {
        for Field { name, node, .. } in &self.model.fields {
            if let Some(default) = &node.docs.default
                && arguments.get(name).is_none_or(Value::is_null)
            {
                arguments.insert(name.clone(), default.clone());
            }
        }
        arguments
    }
}

/// Makes the model of a tool's parameters, or says all that is wrong with them.
pub(crate) fn read_params(params: &'static [ParamDescriptor]) -> Result<Params, Vec<String>> {
    let mut fields = Vec::new();
    let mut states = Vec::new();
    let mut warnings = Vec::new();
    let mut problems = Vec::new();
    for param in params {
        let kind = (param.kind)();
        if param.options.is_some() && !matches!(kind, ParamKind::Argument { .. }) {
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
            ParamKind::Argument { schema, names, .. } => match argument(param, schema) {
                Ok(field) => {
                    warnings.extend(differences(param.name, &field.node, names));
                    fields.push(field);
                }
                Err(found) => problems.extend(found),
            },
        }
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let model = ObjectRule { fields, rest: Rest::Closed, ..ObjectRule::default() };
    let schema = write::object(&model);
    let input = InputSchema { schema, model, validator: OnceLock::new() };
    Ok(Params { input, states, warnings })
}

type Generate = fn(&mut schemars::SchemaGenerator) -> schemars::Schema;

/// Makes the model of an argument: what its type says, and what `#[arg(…)]` says beyond it.
fn argument(param: &ParamDescriptor, generate: Generate) -> Result<Field, Vec<String>> {
    let mut generator = SchemaSettings::draft2020_12()
        .for_deserialize()
        .with(|settings| {
            settings.inline_subschemas = true;
            settings.meta_schema = None;
        })
        .into_generator();
    let name = param.name;
    let refused = |Refusal { place, reason }: Refusal| match place.as_str() {
        "" => format!("argument `{name}`: {reason}"),
        place if place.starts_with('[') => format!("argument `{name}{place}`: {reason}"),
        place => format!("argument `{name}.{place}`: {reason}"),
    };
    let of_type =
        read(generate(&mut generator).as_value()).map_err(|refusal| vec![refused(refusal)])?;
    let mut options = ParamOptions::default();
    if let Some(read) = param.options {
        read(&mut options);
    }
    let said = |reason: &str| format!("argument `{name}`: {reason}");
    let mut problems: Vec<String> = options.problems.iter().map(|problem| said(problem)).collect();
    let has_default = options.keywords.contains_key("default");
    let node = match read(&Value::Object(options.keywords)) {
        Ok(options) => meet(options, of_type).map_err(|reason| vec![said(&reason)])?,
        Err(refusal) => {
            problems.push(refused(refusal));
            return Err(problems);
        }
    };
    let Some(mut node) = node else {
        problems.push(said("nothing is allowed by both its type and its `#[arg(…)]`"));
        return Err(problems);
    };
    if node.kind == Kind::Null {
        return Err(vec![said("its type holds nothing but null")]);
    }
    let docs = param.description.trim();
    if !docs.is_empty() {
        let docs = Docs { description: Some(docs.to_owned()), ..Docs::default() };
        node.docs = docs.or(node.docs);
    }
    node.docs.default = node.docs.default.take().map(|value| write::exact(&node, &value));
    problems.extend(wrong_values(&node).iter().map(|problem| said(problem)));
    let is_required = !node.nullable && !has_default;
    if problems.is_empty() {
        Ok(Field { name: name.to_owned(), node, is_required })
    } else {
        Err(problems)
    }
}

/// Says what is wrong with the default and the examples of an argument.
fn wrong_values(node: &Node) -> Vec<String> {
    let default = node.docs.default.iter().map(|value| ("default", value));
    let examples = node.docs.examples.iter().map(|value| ("example", value));
    let mut wrong = Vec::new();
    for (what, value) in default.chain(examples) {
        let mut problems = Problems::default();
        check::check(node, &write::exact(node, value), "", &mut problems);
        for Problem { path, text } in problems.said() {
            let place = if path.is_empty() { String::new() } else { format!(" at `{path}`") };
            wrong.push(format!("its {what} is not allowed{place}: {text}"));
        }
    }
    wrong
}
