//! The types of the corpus, and the tools that take them.

mod enums;
mod findings;
mod flat;
mod leaves;
mod mixed;
mod said;
mod structs;

use crate::{
    build::{Built, Source},
    json::Json,
    shape::{Field, Object, Rest, Shape},
};

/// A tool of the corpus.
#[derive(Debug, Clone)]
pub struct Case {
    /// The tool's name.
    pub name: String,
    /// What is special about it.
    pub about: String,
    /// Its parameters.
    pub params: Vec<Param>,
    /// Arguments that are tried besides generated ones.
    pub tried: Vec<Json>,
    /// Why the server must not publish it: a part of what it says at start.
    pub refused: Option<&'static str>,
}

/// A parameter of a tool.
#[derive(Debug, Clone)]
pub struct Param {
    /// Its name.
    pub name: String,
    /// Its type.
    pub of: Built,
    /// What stands in `#[arg(…)]`, if anything.
    pub arg: String,
    /// What is left to the caller: the type's JSON, or less.
    pub shape: Shape,
    /// Whether `#[arg(…)]` has a default.
    pub has_default: bool,
}

impl Case {
    /// Returns what the tool's arguments are as a whole.
    pub fn shape(&self) -> Shape {
        let fields = self.params.iter().map(|param| {
            let required = !param.has_default && !param.shape.takes_null();
            Field { required, ..Field::new(param.wire(), param.shape.clone()) }
        });
        Shape::Object(Object { fields: fields.collect(), rest: Rest::Denied, ..Object::default() })
    }
}

impl Param {
    /// Returns its name on the wire.
    pub fn wire(&self) -> &str {
        self.name.trim_start_matches("r#")
    }

    /// Returns a parameter without options.
    pub fn new(name: &str, of: &Built) -> Self {
        Self {
            name: name.to_owned(),
            of: of.clone(),
            arg: String::new(),
            shape: of.shape.clone(),
            has_default: false,
        }
    }

    /// Adds options of `#[arg(…)]`, and what they leave of the type's JSON.
    pub fn arg(mut self, options: &str, shape: Shape) -> Self {
        options.clone_into(&mut self.arg);
        self.shape = shape;
        self.has_default = options.contains("default");
        self
    }
}

/// All types and tools.
#[derive(Debug, Default)]
pub struct Cases {
    /// The types' declarations.
    pub source: Source,
    /// The tools.
    pub cases: Vec<Case>,
}

impl Cases {
    /// Adds a tool that takes a value of one type.
    pub fn add(&mut self, about: &str, of: &Built) -> &mut Case {
        self.add_tool(about, vec![Param::new("v", of)])
    }

    /// Adds a tool.
    ///
    /// # Panics
    ///
    /// Never: the list has the tool that was just added.
    pub fn add_tool(&mut self, about: &str, params: Vec<Param>) -> &mut Case {
        let types: Vec<&str> = params.iter().map(|param| param.of.rust.as_str()).collect();
        self.cases.push(Case {
            name: format!("tool_{:04}", self.cases.len() + 1),
            about: format!("{about}: {}", types.join(", ")),
            params,
            tried: Vec::new(),
            refused: None,
        });
        self.cases.last_mut().expect("the tool")
    }
}

impl Case {
    /// Tries values of the only parameter besides generated ones.
    pub fn try_values(&mut self, values: &[&str]) -> &mut Self {
        let name = self.params[0].wire().to_owned();
        self.tried.extend(
            values.iter().map(|value| Json::Object(vec![(name.clone(), Json::parse(value))])),
        );
        self
    }

    /// Says that the server names at start why it does not publish the tool.
    pub fn refuse(&mut self, why: &'static str) -> &mut Self {
        self.refused = Some(why);
        self
    }
}

/// Returns the corpus, which is the same in every build.
pub fn all() -> Cases {
    let mut cases = Cases::default();
    mixed::add_lists_and_maps(&mut cases);
    structs::add(&mut cases);
    enums::add(&mut cases);
    flat::add(&mut cases);
    findings::add(&mut cases);
    said::add(&mut cases);
    mixed::add_tools(&mut cases);
    mixed::add_nested(&mut cases);
    cases
}
