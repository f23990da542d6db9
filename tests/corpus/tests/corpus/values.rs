//! Values of a shape, and values that are nearly of it.

use mcp_data_corpus::{
    json::Json,
    rng::Rng,
    shape::{Field, Form, Int, Key, List, Name, Object, Rest, SAFE, Shape, Text},
};

use crate::judge::certain;

/// What is wrong at the place where a value goes wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// Null.
    Null,
    /// Something of any other kind.
    Kind,
    /// What is just beside the shape: one too many, another spelling, another name.
    Near,
}

/// Makes values.
struct Maker<'a> {
    rng: &'a mut Rng,
    fault: Option<(usize, Fault)>,
    /// What the choices at the place of the fault are made from.
    salt: u64,
    places: usize,
}

/// Returns a value of a shape, and how many places it has.
pub fn valid(shape: &Shape, rng: &mut Rng) -> (Json, usize) {
    let mut maker = Maker { rng, fault: None, salt: 0, places: 0 };
    let value = maker.value(shape);
    (value, maker.places)
}

/// Returns the value that `valid` makes of the same choices, with a fault at one of its places.
pub fn faulty(shape: &Shape, rng: &mut Rng, place: usize, fault: Fault, salt: u64) -> Json {
    Maker { rng, fault: Some((place, fault)), salt, places: 0 }.value(shape)
}

const TEXTS: [&str; 6] = ["x", "", "5", "null", "true", "2020-01-31"];

impl Maker<'_> {
    fn value(&mut self, shape: &Shape) -> Json {
        let here = self.places;
        self.places += 1;
        match self.fault {
            Some((place, fault)) if place == here => {
                self.fault = None;
                *self.rng = Rng::new(self.salt);
                match fault {
                    Fault::Null => Json::Null,
                    Fault::Kind => self.any(2),
                    Fault::Near => self.near(shape),
                }
            }
            _ => self.good(shape),
        }
    }

    /// Any JSON, null seldom among it.
    fn any(&mut self, depth: usize) -> Json {
        match self.rng.below(if depth == 0 { 8 } else { 11 }) {
            0 => Json::Bool(self.rng.one_in(2)),
            1 => Json::number(self.rng.between(-3, 300)),
            2 => Json::number(
                ["5.0", "0.5", "1e2", "-1.25", "12345678901234567890"][self.rng.below(5)],
            ),
            3 if self.rng.one_in(3) => Json::Null,
            3..8 => Json::text(*self.rng.pick(&TEXTS)),
            8 => {
                let count = self.rng.below(3);
                Json::List((0..count).map(|_| self.any(depth - 1)).collect())
            }
            _ => {
                let names = ["a", "b", "5"];
                let count = self.rng.below(3);
                let member = |index: usize| (names[index].to_owned(), self.any(depth - 1));
                Json::Object((0..count).map(member).collect())
            }
        }
    }

    fn good(&mut self, shape: &Shape) -> Json {
        match shape {
            Shape::Null => Json::Null,
            Shape::Bool => Json::Bool(self.rng.one_in(2)),
            Shape::Int(int) => Json::number(self.integer(int)),
            Shape::Float { says, .. } => self.float(*says),
            Shape::Text(of) => self.text(of),
            Shape::Names(names) => Json::text(self.rng.pick(names).name.as_str()),
            Shape::Any => match self.any(2) {
                Json::Null => Json::Bool(true),
                other => other,
            },
            Shape::Nullable(inner) => {
                if self.rng.one_in(4) {
                    Json::Null
                } else {
                    self.value(inner)
                }
            }
            Shape::List(list) => Json::List(self.items(list)),
            Shape::Tuple { places, .. } => {
                Json::List(places.iter().map(|place| self.value(place)).collect())
            }
            Shape::Map { key, value } => {
                let count = self.rng.below(3);
                Json::Object(self.members(key, value, count, &[]))
            }
            Shape::Object(object) => Json::Object(self.object(object)),
            Shape::Either(forms) => {
                let form = self.rng.pick(forms);
                self.value(form)
            }
            Shape::Buffered(inner) | Shape::PartlyBuffered(inner) | Shape::Unreadable(inner) => {
                self.good(inner)
            }
        }
    }

    fn integer(&mut self, int: &Int) -> i128 {
        let least = int.says.0.unwrap_or(int.least).max(int.least).max(-SAFE);
        let most = int.says.1.unwrap_or(int.most).min(int.most).min(SAFE);
        let number = self.rng.between(least, most) / int.step * int.step;
        if int.nonzero && number == 0 { 1 } else { number }
    }

    fn float(&mut self, (least, most): (Option<f64>, Option<f64>)) -> Json {
        let all = [
            "0",
            "1",
            "-1",
            "0.5",
            "0.50",
            "1e3",
            "12.25",
            "3.0",
            "0.1",
            "0.7",
            "0.3",
            "9007199254740993",
        ];
        let is_within = |digits: &&&str| {
            let number: f64 = digits.parse().expect("a number");
            least.is_none_or(|least| least <= number) && most.is_none_or(|most| number <= most)
        };
        let within: Vec<&str> = all.iter().filter(is_within).copied().collect();
        Json::number(*self.rng.pick(&within))
    }

    fn text(&mut self, of: &Text) -> Json {
        let (start, end) = of.affixes;
        if of.form != Form::Free {
            return Json::text(*self.rng.pick(certain(of.form).0));
        }
        if of.says == (0, usize::MAX) && of.affixes == ("", "") {
            return Json::text(*self.rng.pick(certain(Form::Free).0));
        }
        let most = of.says.1.min(of.says.0.max(3) + 2);
        let least = of.says.0.max(start.len() + end.len());
        let count = least + self.rng.below(most.saturating_sub(least) + 1);
        let filling = "é".repeat(count - start.len() - end.len());
        Json::text(format!("{start}{filling}{end}"))
    }

    fn items(&mut self, list: &List) -> Vec<Json> {
        let most = list.says.1.min(list.says.0 + 3);
        let count =
            list.length.unwrap_or_else(|| list.says.0 + self.rng.below(most - list.says.0 + 1));
        let mut items: Vec<Json> = Vec::new();
        for _ in 0..count {
            let item = self.value(&list.item);
            if !(list.unique && items.iter().any(|one| one.same(&item))) {
                items.push(item);
            }
        }
        items
    }

    fn key(&mut self, key: &Key) -> String {
        match key {
            Key::Text => (*self.rng.pick(&["a", "b c", "", "año", "5", "$ref"])).to_owned(),
            Key::Int(int) => self.integer(int).to_string(),
            Key::Char => (*self.rng.pick(&["a", "é", "日"])).to_owned(),
            Key::Bool => (*self.rng.pick(&["true", "false"])).to_owned(),
            Key::Names(names) => self.rng.pick(names).name.clone(),
            Key::Form(form) => (*self.rng.pick(certain(*form).0)).to_owned(),
        }
    }

    fn wrong_key(&mut self, key: &Key) -> String {
        let text = match key {
            Key::Int(_) => *self.rng.pick(&[
                "x",
                "007",
                "70000",
                "300",
                "-1",
                "1.5",
                "+1",
                "",
                " 1",
                "1 ",
                "-0",
                "1e2",
                "0",
                "99999999999999999999",
                "-32769",
                "5000000000",
            ]),
            Key::Names(names) => {
                let name = self.rng.pick(names);
                return other_spelling(self.rng, name);
            }
            Key::Char => *self.rng.pick(&["ab", "", "👩\u{200d}👩"]),
            Key::Bool => *self.rng.pick(&["yes", "True", "1", ""]),
            Key::Form(form) => *self.rng.pick(certain(*form).1),
            Key::Text => "plain",
        };
        text.to_owned()
    }

    fn members(
        &mut self,
        key: &Key,
        value: &Shape,
        count: usize,
        taken: &[Field],
    ) -> Vec<(String, Json)> {
        let mut members: Vec<(String, Json)> = Vec::new();
        for _ in 0..count {
            let name = self.key(key);
            let is_field = |field: &Field| field.name == name || field.aliases.contains(&name);
            if !members.iter().any(|(known, _)| *known == name) && !taken.iter().any(is_field) {
                members.push((name, self.value(value)));
            }
        }
        members
    }

    fn object(&mut self, object: &Object) -> Vec<(String, Json)> {
        let mut members = Vec::new();
        for field in &object.fields {
            if field.required || !self.rng.one_in(3) {
                members.push((field.name.clone(), self.value(&field.shape)));
            }
        }
        if let Rest::Map { key, value, .. } = &object.rest {
            let count = self.rng.below(3);
            members.extend(self.members(key, value, count, &object.fields));
        }
        if members.len() < object.says {
            let field = &object.fields[0];
            members.retain(|(name, _)| *name != field.name);
            members.push((field.name.clone(), self.value(&field.shape)));
        }
        if self.rng.one_in(3) {
            members.reverse();
        }
        members
    }

    /// A value that is not quite of a shape.
    fn near(&mut self, shape: &Shape) -> Json {
        match shape {
            Shape::Null => match self.rng.below(3) {
                0 => Json::List(Vec::new()),
                1 => Json::Object(Vec::new()),
                _ => Json::Bool(false),
            },
            Shape::Bool => {
                self.rng.pick(&[Json::text("true"), Json::number(0), Json::number("1.0")]).clone()
            }
            Shape::Int(int) => self.near_integer(int),
            Shape::Float { says, .. } => self.near_float(*says),
            Shape::Text(of) => self.near_text(of),
            Shape::Names(names) => {
                let name = self.rng.pick(names);
                match self.rng.below(8) {
                    0 => Json::Object(vec![(name.name.clone(), Json::Null)]),
                    1 => Json::number(0),
                    2 => Json::List(vec![Json::text(&*name.name)]),
                    _ => Json::Text(other_spelling(self.rng, name)),
                }
            }
            Shape::Any => Json::Null,
            Shape::Nullable(inner)
            | Shape::Buffered(inner)
            | Shape::PartlyBuffered(inner)
            | Shape::Unreadable(inner) => self.near(inner),
            Shape::List(list) => self.near_list(list),
            Shape::Tuple { places, .. } => self.near_tuple(places),
            Shape::Map { key, value } => self.near_map(key, value),
            Shape::Object(object) => self.near_object(object),
            Shape::Either(forms) => self.near_either(forms),
        }
    }

    fn near_integer(&mut self, int: &Int) -> Json {
        let good = self.integer(int);
        let digits = match self.rng.below(14) {
            0 => int.least.saturating_sub(1).to_string(),
            1 => int.most.saturating_add(1).to_string(),
            2 => (SAFE + 1).to_string(),
            3 => (-SAFE - 1).to_string(),
            4 => int.says.0.map_or(-1, |least| least - 1).to_string(),
            5 => int.says.1.map_or(256, |most| most + 1).to_string(),
            6 | 7 => format!("{good}.0"),
            8 => format!("{}.5", good % 100_000),
            9 => "5e0".to_owned(),
            10 => "0".to_owned(),
            11 if int.step > 1 => (good + 1).to_string(),
            11 => "123456789012345678901234567890".to_owned(),
            12 => return Json::text(good.to_string()),
            _ => return Json::Bool(true),
        };
        Json::Number(digits)
    }

    fn near_float(&mut self, (least, most): (Option<f64>, Option<f64>)) -> Json {
        let digits = match self.rng.below(8) {
            0 => return Json::text("0.5"),
            1 => return Json::text("NaN"),
            2 => (least.unwrap_or(0.0) - 0.001).to_string(),
            3 => (most.unwrap_or(1.0) + 0.001).to_string(),
            4 => "1e39".to_owned(),
            5 => least.unwrap_or(0.0).next_down().to_string(),
            6 => most.unwrap_or(1.0).next_up().to_string(),
            _ => "-1e300".to_owned(),
        };
        Json::Number(digits)
    }

    fn near_text(&mut self, of: &Text) -> Json {
        /// Spellings that one reader takes and another does not.
        const DOUBTFUL: [&str; 16] = [
            "2020-1-1",
            "+12020-01-01",
            "2020-02-30",
            "12:00",
            "23:59:60",
            "12:00:00Z",
            "2020-01-31 12:00:00",
            "2020-01-31T12:00:00",
            "2020-01-31t12:00:00z",
            "67e5504410b1426f9247bb680e5fe0c8",
            "{67e55044-10b1-426f-9247-bb680e5fe0c8}",
            "https://städte.example/ä",
            "http://",
            "127.1",
            "01.2.3.4",
            "1.5e3",
        ];
        if self.rng.one_in(6) {
            return Json::number(5);
        }
        if of.says != (0, usize::MAX) || of.affixes != ("", "") {
            let count = if self.rng.one_in(2) {
                of.says.0.saturating_sub(1)
            } else {
                of.says.1.min(20) + 1
            };
            return Json::text("b".repeat(count));
        }
        match certain(of.form).1 {
            [] => Json::Bool(false),
            bad if self.rng.one_in(2) => Json::text(*self.rng.pick(bad)),
            _ => Json::text(*self.rng.pick(&DOUBTFUL)),
        }
    }

    fn near_list(&mut self, list: &List) -> Json {
        let mut items = self.items(list);
        match self.rng.below(6) {
            0 | 1 if !items.is_empty() => {
                let again = self.rng.pick(&items).clone();
                items.push(again);
            }
            2 => items.push(Json::Null),
            3 => drop(items.pop()),
            4 => items.extend(std::iter::repeat_with(|| self.good(&list.item)).take(4)),
            _ => return self.good(&list.item),
        }
        Json::List(items)
    }

    fn near_tuple(&mut self, places: &[Shape]) -> Json {
        let mut items: Vec<Json> = places.iter().map(|place| self.good(place)).collect();
        match self.rng.below(5) {
            0 => items.reverse(),
            1 => drop(items.pop()),
            2 => items.push(Json::number(1)),
            3 => {
                let at = self.rng.below(items.len());
                if let Some(item) = items.get_mut(at) {
                    *item = Json::Null;
                }
            }
            _ => {
                let members = items.into_iter().enumerate();
                return Json::Object(members.map(|(at, item)| (at.to_string(), item)).collect());
            }
        }
        Json::List(items)
    }

    fn near_map(&mut self, key: &Key, value: &Shape) -> Json {
        let mut members = self.members(key, value, 1, &[]);
        match self.rng.below(4) {
            0 | 1 => {
                let name = self.wrong_key(key);
                if !members.iter().any(|(known, _)| *known == name) {
                    members.push((name, self.good(value)));
                }
            }
            2 => {
                let name = self.key(key);
                members.retain(|(known, _)| *known != name);
                members.push((name, Json::Null));
            }
            _ => return Json::List(members.into_iter().map(|(_, value)| value).collect()),
        }
        Json::Object(members)
    }

    fn near_object(&mut self, object: &Object) -> Json {
        let mut members = self.object(object);
        match self.rng.below(9) {
            0 | 1 if !members.is_empty() => {
                let at = self.rng.below(members.len());
                members.remove(at);
            }
            2 if !object.fields.is_empty() => {
                let name = self.rng.pick(&object.fields).name.clone();
                members.retain(|(known, _)| *known != name);
                members.push((name, Json::Null));
            }
            3 => return Json::List(members.into_iter().map(|(_, value)| value).collect()),
            4 | 5 if !members.is_empty() => {
                let at = self.rng.below(members.len());
                let name = match object.fields.iter().find(|field| field.name == members[at].0) {
                    Some(field) if !field.aliases.is_empty() => {
                        self.rng.pick(&field.aliases).clone()
                    }
                    _ => other_case(&members[at].0),
                };
                if !members.iter().any(|(known, _)| *known == name) {
                    members[at].0 = name;
                }
            }
            6 if !object.ignored.is_empty() => {
                let value = self.any(1);
                members.push((object.ignored[0].clone(), value));
            }
            7 => {
                let name = ["hidden", "content", "zzz"][self.rng.below(3)];
                if !members.iter().any(|(known, _)| known == name) {
                    members.push((name.to_owned(), Json::Null));
                }
            }
            _ => {
                let name = ["hidden", "zzz"][self.rng.below(2)];
                if !members.iter().any(|(known, _)| known == name) {
                    members.push((name.to_owned(), Json::number(1)));
                }
            }
        }
        Json::Object(members)
    }

    /// Members of two forms in one object, or a form that is not quite right.
    fn near_either(&mut self, forms: &[Shape]) -> Json {
        let first = self.rng.pick(forms);
        if self.rng.one_in(2) {
            return self.near(first);
        }
        let second = self.rng.pick(forms);
        match (self.good(first), self.good(second)) {
            (Json::Object(mut members), Json::Object(others)) => {
                for (name, value) in others {
                    if !members.iter().any(|(known, _)| *known == name) {
                        members.push((name, value));
                    }
                }
                Json::Object(members)
            }
            (value, _) => Json::List(vec![value]),
        }
    }
}

fn other_case(name: &str) -> String {
    if name == name.to_lowercase() { name.to_uppercase() } else { name.to_lowercase() }
}

fn other_spelling(rng: &mut Rng, name: &Name) -> String {
    match name.aliases.first() {
        Some(alias) if rng.one_in(2) => alias.clone(),
        _ if rng.one_in(3) => "zzz".to_owned(),
        _ => other_case(&name.name),
    }
}
