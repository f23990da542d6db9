//! What must become of a value: judged by the shape of its type, without a schema.

use std::collections::BTreeSet;

use mcp_data_corpus::{
    json::{Exact, Json, exact},
    shape::{Form, Int, Key, List, Name, Object, Precision, Rest, SAFE, Shape, Text},
};

/// Yes, no, or a matter of taste that the parts must only agree upon.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tri {
    /// No.
    No,
    /// Not said here.
    Either,
    /// Yes.
    Yes,
}

impl From<bool> for Tri {
    fn from(is: bool) -> Self {
        if is { Self::Yes } else { Self::No }
    }
}

impl Tri {
    /// Returns whether an outcome is allowed.
    pub fn allows(self, outcome: bool) -> bool {
        self == Self::Either || self == Self::from(outcome)
    }
}

/// All rules.
pub const RULES: [Rule; 12] = [
    Rule::UnknownField,
    Rule::NullIsAbsent,
    Rule::WholeFloat,
    Rule::UnsafeInteger,
    Rule::DuplicateItem,
    Rule::Encoding,
    Rule::Superset,
    Rule::Format,
    Rule::AuthorSays,
    Rule::Buffered,
    Rule::SilentOption,
    Rule::Infinite,
];

/// Where serde, the schema and the run differ on purpose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    /// A field that a struct does not have is refused by name, though serde reads over it.
    UnknownField,
    /// Null where something may be absent counts as absence, though the schema does not say null.
    NullIsAbsent,
    /// `5.0` is `5` where the schema says integer, though serde refuses it.
    WholeFloat,
    /// An integer beyond ±(2^53 − 1) is refused, though serde reads it.
    UnsafeInteger,
    /// An item that occurs twice in a set is refused, though serde drops it.
    DuplicateItem,
    /// An encoding that serde reads and no schema publishes is refused: a struct as an array, a unit
    /// variant as an object, a variant by another name.
    Encoding,
    /// The shared keywords cannot say it: the places of a tuple, the form of a map's keys, a form of
    /// texts without a format. The server checks it with its own words.
    Superset,
    /// The schema's format is stricter than the type's parser.
    Format,
    /// What `schemars(…)` says beyond the type holds, though serde does not read it.
    AuthorSays,
    /// What serde cannot read out of a buffer, though the type's schema says it.
    Buffered,
    /// What serde gives up in silence, a wrong flattened `Option`, is refused.
    SilentOption,
    /// A number beyond the type's greatest, which serde makes infinite.
    Infinite,
}

/// What must become of a value.
#[derive(Debug, Clone)]
pub struct Verdict {
    /// Whether the tool is run.
    pub run: Tri,
    /// Whether the published schema accepts it.
    pub published: Tri,
    /// Whether serde surely reads it as it is.
    pub plain: bool,
    /// Whether serde may read it as it is.
    pub soft: bool,
    /// The rules that were applied.
    pub rules: BTreeSet<Rule>,
    /// What the tool reads, if it is run.
    pub read: Json,
}

/// How serde reads what is judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Way {
    Direct,
    Partly,
    Buffered,
}

impl Verdict {
    fn yes(value: &Json) -> Self {
        Self {
            run: Tri::Yes,
            published: Tri::Yes,
            plain: true,
            soft: true,
            rules: BTreeSet::new(),
            read: value.clone(),
        }
    }

    fn no(value: &Json) -> Self {
        let (run, published) = (Tri::No, Tri::No);
        Self { run, published, plain: false, soft: false, ..Self::yes(value) }
    }

    /// Refused, though serde may read it.
    fn strict(value: &Json, rule: Rule) -> Self {
        Self { soft: true, rules: [rule].into(), ..Self::no(value) }
    }

    fn of(value: &Json, is: bool) -> Self {
        if is { Self::yes(value) } else { Self::no(value) }
    }

    fn ruled(mut self, rule: Rule) -> Self {
        self.rules.insert(rule);
        self
    }

    /// Adds what is true of a part.
    fn and(&mut self, part: &Self) {
        self.run = self.run.min(part.run);
        self.published = self.published.min(part.published);
        self.plain &= part.plain;
        self.soft &= part.soft;
        self.rules.extend(&part.rules);
    }
}

/// Judges a value by the shape of its type.
pub fn judge(shape: &Shape, value: &Json) -> Verdict {
    judge_way(shape, value, Way::Direct)
}

fn judge_way(shape: &Shape, value: &Json, way: Way) -> Verdict {
    match (shape, value) {
        (Shape::Buffered(inner), _) => judge_way(inner, value, Way::Buffered),
        (Shape::PartlyBuffered(inner), _) => judge_way(inner, value, way.max(Way::Partly)),
        (Shape::Unreadable(inner), _) => {
            let verdict = judge_way(inner, value, way);
            Verdict { run: verdict.run.min(Tri::Either), plain: false, ..verdict }
                .ruled(Rule::Buffered)
        }
        (Shape::Null, Json::Null) => Verdict::yes(value),
        (Shape::Null, _) => null(value, way),
        (Shape::Bool, _) => Verdict::of(value, matches!(value, Json::Bool(_))),
        (Shape::Int(int), Json::Number(digits)) => integer(int, digits, value, way),
        (Shape::Float { precision, says }, Json::Number(digits)) => {
            float(*precision, *says, digits, value, way)
        }
        (Shape::Text(of), Json::Text(text)) => judge_text(of, text, value),
        (Shape::Names(names), _) => name(names, value),
        (Shape::Any, _) => Verdict::yes(value),
        (Shape::Nullable(_), Json::Null) => Verdict::yes(value),
        (Shape::Nullable(inner), _) => judge_way(inner, value, way),
        (Shape::List(list), Json::List(items)) => judge_list(list, items, value, way),
        (Shape::Tuple { places, optional }, Json::List(items)) => {
            tuple(places, *optional, items, value, way)
        }
        (Shape::Map { key, value: of }, Json::Object(members)) => map(key, of, members, value, way),
        (Shape::Object(of), Json::Object(members)) => object(of, members, value, way),
        (Shape::Object(_), Json::List(_)) => Verdict::strict(value, Rule::Encoding),
        (Shape::Object(_) | Shape::Map { .. }, Json::Number(_)) if way != Way::Direct => {
            Verdict { soft: is_map_in_a_buffer(value), ..Verdict::no(value) }
        }
        (Shape::Either(forms), _) => either(forms, value, way),
        _ => Verdict::no(value),
    }
}

/// Something else in place of null: serde reads an empty list or object out of a buffer as null.
fn null(value: &Json, way: Way) -> Verdict {
    let is_empty = match value {
        Json::List(items) => items.is_empty(),
        Json::Object(members) => members.is_empty(),
        _ => false,
    };
    let soft = is_empty && way != Way::Direct;
    Verdict { soft, ..Verdict::strict(value, Rule::Encoding) }
}

/// Whether digits are those of an integer, without fraction and exponent.
fn is_literal(digits: &str) -> bool {
    !digits.contains(['.', 'e', 'E'])
}

fn integer(int: &Int, digits: &str, value: &Json, way: Way) -> Verdict {
    let number = match exact(digits) {
        Exact::Whole(number) => number,
        Exact::Huge => return Verdict { soft: int.wide, ..Verdict::no(value) },
        Exact::Fraction => return Verdict::no(value),
    };
    let is_of_type = int.least <= number && number <= int.most && !(int.nonzero && number == 0);
    if !is_of_type {
        return Verdict::no(value);
    }
    let (least, most) = int.says;
    let says = least.is_none_or(|least| least <= number) && most.is_none_or(|most| number <= most);
    if !says || number % int.step != 0 {
        return Verdict::strict(value, Rule::AuthorSays);
    }
    if number.abs() > SAFE {
        return Verdict::strict(value, Rule::UnsafeInteger);
    }
    let mut verdict = Verdict::yes(value);
    if !is_literal(digits) {
        verdict = Verdict { plain: false, soft: false, ..verdict }.ruled(Rule::WholeFloat);
        verdict.read = Json::number(number);
    }
    match way {
        Way::Buffered if int.wide => {
            Verdict { run: Tri::No, plain: false, soft: false, ..verdict }.ruled(Rule::Buffered)
        }
        Way::Partly if int.wide => {
            Verdict { run: Tri::Either, plain: false, ..verdict }.ruled(Rule::Buffered)
        }
        _ => verdict,
    }
}

fn float(
    precision: Precision,
    (least, most): (Option<f64>, Option<f64>),
    digits: &str,
    value: &Json,
    way: Way,
) -> Verdict {
    let number: f64 = digits.parse().expect("a number");
    // Beyond all floats: JSON only where digits are kept (`arbitrary_precision`).
    if number.is_infinite() {
        let (run, published) = (Tri::Either, Tri::Either);
        return Verdict { run, published, plain: false, ..Verdict::yes(value) }
            .ruled(Rule::Infinite);
    }
    match precision {
        Precision::Single if number.abs() > f64::from(f32::MAX) => {
            return Verdict::strict(value, Rule::Infinite);
        }
        // 2^96, which no keyword says.
        Precision::Decimal if number.abs() > 7.9e28 => {
            return Verdict { published: Tri::Yes, ..Verdict::no(value) }.ruled(Rule::Superset);
        }
        _ => {}
    }
    let says = least.is_none_or(|least| least <= number) && most.is_none_or(|most| number <= most);
    if !says {
        return Verdict::strict(value, Rule::AuthorSays);
    }
    // Out of a buffer, serde may take digits that are not the shortest for something else, where
    // they are kept (`arbitrary_precision`).
    let is_shortest = is_literal(digits) || number.to_string() == digits;
    Verdict {
        plain: is_shortest || (way == Way::Direct && precision != Precision::Decimal),
        ..Verdict::yes(value)
    }
}

/// What the parser of a form's type says.
fn parses(form: Form, text: &str) -> bool {
    match form {
        Form::Free | Form::Email => true,
        Form::Char => text.chars().count() == 1,
        Form::Date => text.parse::<chrono::NaiveDate>().is_ok(),
        Form::Time => text.parse::<chrono::NaiveTime>().is_ok(),
        Form::DateTime => text.parse::<chrono::NaiveDateTime>().is_ok(),
        Form::Instant => text.parse::<chrono::DateTime<chrono::FixedOffset>>().is_ok(),
        Form::Uuid => text.parse::<uuid::Uuid>().is_ok(),
        Form::Url => text.parse::<url::Url>().is_ok(),
        Form::Ip => text.parse::<std::net::IpAddr>().is_ok(),
        Form::Ipv4 => text.parse::<std::net::Ipv4Addr>().is_ok(),
        Form::Ipv6 => text.parse::<std::net::Ipv6Addr>().is_ok(),
        Form::Socket => text.parse::<std::net::SocketAddr>().is_ok(),
        Form::Decimal => {
            use rust_decimal::Decimal;
            text.parse::<Decimal>().or_else(|_| Decimal::from_scientific(text)).is_ok()
        }
        Form::Code => text.len() == 2 && text.chars().all(|letter| letter.is_ascii_uppercase()),
        Form::Digits => text.parse::<u16>().is_ok(),
    }
}

/// Texts of a form that every parser and format takes, and such as none takes.
pub fn certain(form: Form) -> (&'static [&'static str], &'static [&'static str]) {
    const NONE: &[&str] = &["", "x", "hello world", "5", "null"];
    match form {
        Form::Free => (&["", "a", "two words", "Zoë", "null", "5", "日本"], &[]),
        Form::Char => (&["a", "é", "日", "👍", "\""], &["", "ab", "👩\u{200d}👩"]),
        Form::Date => (&["2020-01-31", "1999-12-01", "2024-02-29"], NONE),
        Form::Time => (&["12:00:00", "23:59:59", "00:00:00.5"], NONE),
        Form::DateTime => (&["2020-01-31T12:00:00", "1999-12-01T00:00:00.25"], NONE),
        Form::Instant => (&["2020-01-31T12:00:00Z", "1999-12-01T00:00:00+01:00"], NONE),
        Form::Uuid => (
            &["67e55044-10b1-426f-9247-bb680e5fe0c8", "00000000-0000-0000-0000-000000000000"],
            NONE,
        ),
        Form::Url => (
            &["https://example.org/", "http://example.org/a?b=c#d", "mailto:someone@example.org"],
            NONE,
        ),
        Form::Ip => (&["127.0.0.1", "::1"], NONE),
        Form::Ipv4 => (&["127.0.0.1", "10.0.0.255"], NONE),
        Form::Ipv6 => (&["::1", "2001:db8::ff00:42:8329"], NONE),
        Form::Socket => (&["127.0.0.1:80", "[::1]:443"], NONE),
        Form::Decimal => (&["1.5", "-3", "0", "12345678901234567890.5"], &["", "x", "1,5", "null"]),
        Form::Code => (&["DE", "PT"], &["de", "DEU", "", "D"]),
        Form::Digits => (&["5", "65535"], &["", "x", "65536", "-1", "5.0"]),
        Form::Email => (&["someone@example.org"], &["x", "hello world"]),
    }
}

/// Whether a form has a format, or a pattern, in the schema.
fn is_published(form: Form) -> bool {
    !matches!(form, Form::Free | Form::Socket | Form::Code | Form::Digits)
}

fn judge_text(of: &Text, text: &str, value: &Json) -> Verdict {
    let form = of.form;
    let is_read = parses(form, text);
    let count = text.chars().count();
    let (start, end) = of.affixes;
    let says =
        of.says.0 <= count && count <= of.says.1 && text.starts_with(start) && text.ends_with(end);
    if !says {
        return Verdict { soft: is_read, ..Verdict::strict(value, Rule::AuthorSays) };
    }
    let (good, bad) = certain(form);
    if matches!(form, Form::Free | Form::Char) {
        return Verdict::of(value, is_read);
    }
    if good.contains(&text) && is_read {
        return Verdict::yes(value);
    }
    let published = if is_published(form) {
        if bad.contains(&text) { Tri::No } else { Tri::Either }
    } else {
        Tri::Yes
    };
    let rule = if is_published(form) { Rule::Format } else { Rule::Superset };
    let run = if is_read { published } else { Tri::No };
    // A form without a format is the type's alone.
    let run = if is_read && !is_published(form) { Tri::Yes } else { run };
    Verdict { run, published, plain: is_read, soft: is_read, ..Verdict::yes(value) }.ruled(rule)
}

fn name(names: &[Name], value: &Json) -> Verdict {
    match value {
        Json::Text(text) => {
            if names.iter().any(|name| name.name == *text) {
                return Verdict::yes(value);
            }
            let is_read = names.iter().any(|name| name.aliases.contains(text) || name.other);
            if is_read { Verdict::strict(value, Rule::Encoding) } else { Verdict::no(value) }
        }
        // `{"Unit": null}`, and the number of a variant out of a buffer.
        Json::Object(_) | Json::Number(_) => Verdict::strict(value, Rule::Encoding),
        _ => Verdict::no(value),
    }
}

fn judge_list(list: &List, items: &[Json], value: &Json, way: Way) -> Verdict {
    if list.length.is_some_and(|length| length != items.len()) {
        return Verdict::no(value);
    }
    let mut verdict = Verdict::yes(value);
    let mut read = Vec::new();
    for item in items {
        let part = judge_way(&list.item, item, way);
        verdict.and(&part);
        read.push(part.read);
    }
    verdict.read = Json::List(read);
    let soft = verdict.soft;
    if items.len() < list.says.0 || list.says.1 < items.len() {
        return Verdict { soft, ..Verdict::strict(value, Rule::AuthorSays) };
    }
    let is_twice = |(index, item): (usize, &Json)| items[..index].iter().any(|one| one.same(item));
    if list.unique && items.iter().enumerate().any(is_twice) {
        return Verdict { soft, ..Verdict::strict(value, Rule::DuplicateItem) };
    }
    verdict
}

fn tuple(places: &[Shape], optional: usize, items: &[Json], value: &Json, way: Way) -> Verdict {
    if items.len() != places.len() {
        let is_short = items.len() < places.len() && items.len() + optional >= places.len();
        let soft = is_short
            && items.iter().zip(places).all(|(item, place)| judge_way(place, item, way).soft);
        return Verdict { soft, ..Verdict::strict(value, Rule::Encoding) };
    }
    let mut verdict = Verdict::yes(value);
    let mut read = Vec::new();
    let mut published = Tri::Yes;
    for (place, item) in places.iter().zip(items) {
        let part = judge_way(place, item, way);
        verdict.and(&part);
        read.push(part.read);
        let anywhere = places.iter().map(|place| judge_way(place, item, way).published).max();
        published = published.min(anywhere.unwrap_or(Tri::Yes));
    }
    if published > verdict.published {
        verdict.rules.insert(Rule::Superset);
        // What one place takes stands at another: whether the schema can say so is its own matter.
        verdict.published = if verdict.run == Tri::No { published } else { Tri::Either };
    }
    verdict.read = Json::List(read);
    verdict
}

/// Judges a key of a map: whether serde reads it, and whether the schema says so.
fn key_of(key: &Key, text: &str) -> Verdict {
    let value = Json::text(text);
    match key {
        Key::Text => Verdict::yes(&value),
        Key::Int(int) => {
            let digits = text.strip_prefix('-').unwrap_or(text);
            let is_literal = !digits.is_empty()
                && digits.chars().all(|digit| digit.is_ascii_digit())
                && (digits == "0" || !digits.starts_with('0'))
                && text != "-0";
            let number: Option<i128> = text.parse().ok();
            let is_read = is_literal
                && number.is_some_and(|number| {
                    int.least <= number && number <= int.most && !(int.nonzero && number == 0)
                });
            let is_safe = number.is_some_and(|number| number.abs() <= SAFE);
            key_verdict(&value, is_read, is_read && is_safe)
        }
        Key::Char => key_verdict(&value, text.chars().count() == 1, true),
        Key::Bool => key_verdict(&value, matches!(text, "true" | "false"), true),
        Key::Names(names) => {
            let is_listed = names.iter().any(|name| name.name == text);
            let is_alias = names.iter().any(|name| name.aliases.iter().any(|one| one == text));
            Verdict {
                run: if is_alias { Tri::Either } else { is_listed.into() },
                ..key_verdict(&value, is_listed || is_alias, is_listed)
            }
        }
        Key::Form(form) => {
            let is_certain = certain(*form).0.contains(&text);
            key_verdict(&value, parses(*form, text), is_certain)
        }
    }
}

fn key_verdict(value: &Json, is_read: bool, is_certain: bool) -> Verdict {
    if is_read && is_certain {
        return Verdict::yes(value);
    }
    let run = if is_read { Tri::Either } else { Tri::No };
    Verdict { run, published: Tri::Either, plain: is_read, soft: is_read, ..Verdict::yes(value) }
        .ruled(Rule::Superset)
}

fn member(key: &Key, of: &Shape, name: &str, value: &Json, way: Way) -> Verdict {
    let mut verdict = judge_way(of, value, way);
    let part = key_of(key, name);
    verdict.and(&part);
    if way != Way::Direct && matches!(key, Key::Int(_) | Key::Bool) {
        verdict.rules.insert(Rule::Buffered);
        verdict.plain = false;
        if way == Way::Buffered {
            verdict.run = Tri::No;
            verdict.soft = false;
        } else {
            verdict.run = verdict.run.min(Tri::Either);
        }
    }
    verdict
}

fn map(key: &Key, of: &Shape, members: &[(String, Json)], value: &Json, way: Way) -> Verdict {
    let mut verdict = Verdict::yes(value);
    let mut read = Vec::new();
    for (name, value) in members {
        let part = member(key, of, name, value, way);
        verdict.and(&part);
        read.push((name.clone(), part.read));
    }
    verdict.read = Json::Object(read);
    verdict
}

fn object(of: &Object, members: &[(String, Json)], value: &Json, way: Way) -> Verdict {
    let mut verdict = Verdict::yes(value);
    let mut read = Vec::new();
    for (name, value) in members {
        let part = match of.fields.iter().find(|field| field.name == *name) {
            Some(field) if *value == Json::Null && !field.required => {
                // Whether serde reads null or not, it is absent to the tool.
                let plain = field.shape.takes_null();
                let part = Verdict { published: Tri::No, plain, ..Verdict::yes(value) };
                verdict.and(&part.ruled(Rule::NullIsAbsent));
                continue;
            }
            Some(field) => {
                let mut part = judge_way(&field.shape, value, way);
                if field.soft {
                    part.soft = true;
                    part.rules.insert(Rule::SilentOption);
                }
                part
            }
            None => unknown(of, name, value, way),
        };
        verdict.and(&part);
        read.push((name.clone(), part.read));
    }
    for field in &of.fields {
        let has = |name: &str| members.iter().any(|(given, _)| given == name);
        let is_null =
            members.iter().any(|(name, value)| *name == field.name && *value == Json::Null);
        if field.wanted && (is_null || !has(&field.name)) {
            verdict.plain &= is_null;
            verdict.rules.insert(Rule::NullIsAbsent);
            read.push((field.name.clone(), Json::Null));
        }
        if !field.required || has(&field.name) || field.aliases.iter().any(|alias| has(alias)) {
            continue;
        }
        // serde takes the absent content of a variant for null.
        let soft = field.shape.takes_null();
        verdict.and(&Verdict { soft, ..Verdict::no(value) });
    }
    // Null counts as absence there too.
    if read.iter().filter(|(_, value)| *value != Json::Null).count() < of.says {
        verdict.and(&Verdict::strict(value, Rule::AuthorSays));
    }
    verdict.read = Json::Object(read);
    verdict
}

/// Judges a member that is no field.
fn unknown(of: &Object, name: &str, value: &Json, way: Way) -> Verdict {
    let is_alias = of.fields.iter().any(|field| field.aliases.iter().any(|alias| alias == name));
    if is_alias || of.ignored.iter().any(|ignored| ignored == name) {
        return Verdict::strict(value, Rule::Encoding);
    }
    match &of.rest {
        Rest::Ignored => Verdict::strict(value, Rule::UnknownField),
        Rest::Denied => Verdict::no(value),
        Rest::Map { key, value: shape, soft } => {
            let mut part = member(key, shape, name, value, way);
            if *soft {
                part.soft = true;
                part.rules.insert(Rule::SilentOption);
            }
            part
        }
    }
}

/// Whether serde's buffer may hold a value as a map though it is none: where numbers keep their digits, one that
/// floats spell otherwise.
fn is_map_in_a_buffer(value: &Json) -> bool {
    matches!(value, Json::Number(digits) if !is_literal(digits))
}

fn either(forms: &[Shape], value: &Json, way: Way) -> Verdict {
    let all: Vec<Verdict> = forms.iter().map(|form| judge_way(form, value, way)).collect();
    let chosen = all
        .iter()
        .find(|one| one.run == Tri::Yes && one.plain)
        .or_else(|| all.iter().find(|one| one.run == Tri::Yes));
    let best = |of: fn(&Verdict) -> Tri| all.iter().map(of).max().unwrap_or(Tri::No);
    Verdict {
        run: best(|one| one.run),
        published: best(|one| one.published),
        plain: all.iter().any(|one| one.plain),
        // Alternatives are read from a buffer, whatever is in them.
        soft: all.iter().any(|one| one.soft)
            || (is_map_in_a_buffer(value)
                && forms.iter().any(|form| matches!(form, Shape::Object(_) | Shape::Map { .. }))),
        rules: all.iter().flat_map(|one| one.rules.iter().copied()).collect(),
        read: chosen.map_or_else(|| value.clone(), |one| one.read.clone()),
    }
}
