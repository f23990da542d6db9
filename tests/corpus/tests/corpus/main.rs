//! What serde accepts, what is published and what is run are one, for every type of the corpus.
//!
//! The values are other ones in every run; `CORPUS_SEED` repeats a run, `CORPUS_ONLY=tool_0123` shows
//! one tool in full.

use std::{
    collections::BTreeMap,
    env,
    fmt::Write as _,
    fs::{self, File},
    io::{BufWriter, Write as _},
    path::PathBuf,
    time::{SystemTime, UNIX_EPOCH},
};

use jsonschema::Validator;
use mcp_data_corpus::{
    cases::{self, Case},
    generated::{Probe, probes},
    json::Json,
    rng::Rng,
};
use mcp_data_runtime::{CallReply, CallRequest, DataServer, Dispatcher, Settings};
use serde_json::{Map, Value};

use self::{
    judge::{RULES, Rule, Tri, Verdict, judge},
    values::{Fault, faulty, valid},
};

mod judge;
mod published;
mod values;

/// Words of serde and of the validator, which no caller may read.
const FOREIGN: [&str; 23] = [
    "invalid type",
    "invalid value",
    "did not match any variant",
    "is not valid under",
    "is not of type",
    "missing field",
    "unknown field",
    "unknown variant",
    "duplicate field",
    "no variant of enum",
    "expected struct",
    "expected a sequence",
    "expected value",
    "is not supported",
    "schema does not allow",
    "is not allowed for",
    "is a required property",
    "Additional properties",
    "is not one of",
    "is not a \"",
    "has non-unique elements",
    "at line",
    // The last net of the runtime: what its model accepts and the published schema refuses.
    "published schema allows",
];

/// One tool under test.
struct Tool {
    case: Case,
    dispatcher: Dispatcher,
    schema: Value,
    published: Validator,
    without_formats: Validator,
    draft_7: Validator,
    reads: Vec<fn(Value) -> Result<String, String>>,
}

/// What came of a value.
struct Outcome {
    serde: Result<String, String>,
    published: bool,
    run: Result<String, String>,
}

#[derive(Default)]
struct Tally {
    values: usize,
    run: usize,
    rules: BTreeMap<Rule, usize>,
    refused: BTreeMap<String, usize>,
    disagreements: Vec<String>,
}

impl Tool {
    fn start(case: Case, probe: Probe) -> Result<Self, (Case, String)> {
        let server = DataServer::new("corpus", "1").tools(probe.tools);
        let dispatcher = match server.dispatcher(&Settings::default()) {
            Ok(dispatcher) => dispatcher,
            Err(error) => return Err((case, error.to_string())),
        };
        let schema =
            dispatcher.catalog().tool(&case.name).expect("the tool").input_schema().clone();
        let build = |options: jsonschema::ValidationOptions<'_>, formats| {
            options.should_validate_formats(formats).build(&schema).expect("a schema")
        };
        let published = build(jsonschema::draft202012::options(), true);
        let without_formats = build(jsonschema::draft202012::options(), false);
        let draft_7 = build(jsonschema::draft7::options(), false);
        Ok(Self {
            case,
            dispatcher,
            schema,
            published,
            without_formats,
            draft_7,
            reads: probe.reads,
        })
    }

    /// What serde makes of the arguments, each by itself.
    fn read(&self, arguments: &Map<String, Value>) -> Result<String, String> {
        let known = |name: &String| self.case.params.iter().any(|param| param.wire() == name);
        if let Some(name) = arguments.keys().find(|name| !known(name)) {
            return Err(format!("there is no argument {name}"));
        }
        let mut all = Vec::new();
        for (param, read) in self.case.params.iter().zip(&self.reads) {
            match arguments.get(param.wire()) {
                Some(value) => all.push(read(value.clone())?),
                None if param.has_default => all.push(String::new()),
                None => all.push(read(Value::Null)?),
            }
        }
        Ok(format!("got {}", all.join(" and ")).trim_end().to_owned())
    }

    async fn ask(&self, arguments: &Map<String, Value>) -> Outcome {
        let instance = Value::Object(arguments.clone());
        let published = self.published.is_valid(&instance);
        assert_eq!(
            self.without_formats.is_valid(&instance),
            self.draft_7.is_valid(&instance),
            "the drafts differ: {}: {instance}: {}",
            self.case.name,
            self.schema
        );
        let request = CallRequest::new(&*self.case.name, arguments.clone());
        let run = match self.dispatcher.call(request).await.expect("the tool") {
            CallReply::Answer(answer) => Ok(answer.text),
            CallReply::Failure(text) => Err(text),
            other => panic!("{other:?}"),
        };
        Outcome { serde: self.read(arguments), published, run }
    }
}

/// Returns whether an answer begins with what was read, in whatever order a hash map has it.
fn is_same(answer: &str, read: &str) -> bool {
    let sorted = |text: &str| {
        let mut characters: Vec<char> = text.chars().collect();
        characters.sort_unstable();
        characters
    };
    answer.starts_with(read)
        || (read.contains('{')
            && answer.get(..read.len()).is_some_and(|begin| sorted(begin) == sorted(read)))
}

/// What a refusal must say, where one rule alone makes the difference to serde.
fn missing_words(verdict: &Verdict, outcome: &Outcome, text: &str) -> Option<&'static str> {
    let mut rules = verdict.rules.iter();
    let (Some(rule), None, true) = (rules.next(), rules.next(), outcome.serde.is_ok()) else {
        return None;
    };
    let words: &[&str] = match rule {
        Rule::UnknownField => &["no such field", "expected", "missing", "minimum", "maximum"],
        Rule::UnsafeInteger => &["9007199254740991", "expected"],
        Rule::DuplicateItem => &["an item occurs twice", "expected"],
        Rule::Infinite => &["e+38", "minimum", "maximum", "expected"],
        _ => return None,
    };
    (!words.iter().any(|words| text.contains(words))).then(|| words[0])
}

/// Returns a value with its numbers as every build hands them to a tool: integers of 64 bits, or doubles by
/// their shortest text, also where the build keeps all digits (`arbitrary_precision`).
fn as_held(value: &Json) -> Json {
    match value {
        Json::Number(digits)
            if digits.parse::<i64>().is_err() && digits.parse::<u64>().is_err() =>
        {
            let double = digits.parse().ok().and_then(serde_json::Number::from_f64);
            double.map_or_else(|| value.clone(), Json::number)
        }
        Json::List(items) => Json::List(items.iter().map(as_held).collect()),
        Json::Object(members) => {
            let held = members.iter().map(|(name, value)| (name.clone(), as_held(value)));
            Json::Object(held.collect())
        }
        other => other.clone(),
    }
}

/// What is wrong with an outcome.
fn wrong(tool: &Tool, verdict: &Verdict, outcome: &Outcome) -> Option<String> {
    let has_run = outcome.run.is_ok();
    if verdict.plain && outcome.serde.is_err() {
        return Some(
            "serde refuses what it must read; the model of the corpus is wrong".to_owned(),
        );
    }
    if !verdict.soft && outcome.serde.is_ok() {
        return Some(
            "serde reads what it must refuse; the model of the corpus is wrong".to_owned(),
        );
    }
    if !verdict.run.allows(has_run) {
        return Some(format!("run: {:?} is right", verdict.run));
    }
    if !verdict.published.allows(outcome.published) {
        return Some(format!("published: {:?} is right", verdict.published));
    }
    match &outcome.run {
        Ok(text) if verdict.run == Tri::Yes => {
            let Json::Object(_) = verdict.read else { return None };
            let arguments: Map<String, Value> =
                serde_json::from_str(&as_held(&verdict.read).to_string()).expect("an object");
            match tool.read(&arguments) {
                Ok(_) if tool.case.params.iter().any(|param| param.has_default) => None,
                Ok(read) if is_same(text, &read) => None,
                Ok(read) => Some(format!("the tool read something else than {read}: {text}")),
                Err(error) => {
                    Some(format!("the tool was run, but serde refuses {}: {error}", verdict.read))
                }
            }
        }
        Ok(_) => None,
        Err(text) => {
            if let Some(words) = missing_words(verdict, outcome, text) {
                return Some(format!("the refusal does not say {words:?}"));
            }
            let begin = format!("{} was not run: ", tool.case.name);
            if !text.starts_with(&begin) {
                return Some(format!("the refusal does not begin with {begin:?}"));
            }
            if text.contains("the author says") {
                return None;
            }
            let foreign = FOREIGN.iter().find(|words| text.contains(**words));
            foreign.map(|words| format!("the refusal has words that are not ours: {words:?}"))
        }
    }
}

/// The corpora for the validators of other languages.
struct Files {
    /// `None` for a run that shall leave no trace: of one tool, or of a mutant.
    file: Option<BufWriter<File>>,
}

impl Files {
    fn create() -> Self {
        if env::var_os("CORPUS_ONLY").is_some() || env::var_os("CORPUS_MUTANT").is_some() {
            return Self { file: None };
        }
        let tests = env::current_exe().expect("the path of this test");
        let target = tests.ancestors().nth(3).expect("the target folder of this test");
        let folder = target.join("corpus");
        fs::create_dir_all(&folder).expect("a folder");
        // Only where digits are kept is a number beyond all floats one.
        let keeps_digits = serde_json::from_str::<Value>("1e400").is_ok();
        let suffix = if keeps_digits { "-arbitrary-precision" } else { "" };
        let path: PathBuf = folder.join(format!("types{suffix}.jsonl"));
        Self { file: Some(BufWriter::new(File::create(path).expect("a file"))) }
    }

    /// Writes a line: `valid` with formats, `valid_without_formats` where that differs, `doubtful` where
    /// parsers of a format do.
    fn add(&mut self, tool: &Tool, verdict: &Verdict, text: &str, instance: &Value, valid: bool) {
        let Some(file) = &mut self.file else { return };
        let plain = tool.without_formats.is_valid(instance);
        let mut line = format!(
            "{{\"name\":\"arguments: {}\",\"schema\":{},\"instance\":{text},\"valid\":{valid}",
            tool.case.name, tool.schema
        );
        if plain != valid {
            write!(line, ",\"valid_without_formats\":{plain}").expect("a text");
        }
        if verdict.published == Tri::Either {
            line.push_str(",\"doubtful\":true");
        }
        writeln!(file, "{line}}}").expect("the corpus is written");
    }
}

/// The arguments to try with a tool.
fn arguments_of(case: &Case, rng: &mut Rng, count: usize) -> Vec<Json> {
    let shape = case.shape();
    let mut all = case.tried.clone();
    let (first, places) = valid(&shape, &mut rng.clone());
    all.push(first);
    for place in 0..places.min(count) {
        for fault in [Fault::Null, Fault::Kind, Fault::Near] {
            let salt = Rng::new(rng.any() ^ place as u64).any();
            all.push(faulty(&shape, &mut rng.clone(), place, fault, salt));
        }
    }
    while all.len() < count {
        let (value, places) = valid(&shape, &mut rng.clone());
        let fault = if rng.one_in(5) { Fault::Kind } else { Fault::Near };
        let salt = rng.any();
        all.push(faulty(&shape, &mut rng.clone(), Rng::new(salt).below(places), fault, salt));
        all.push(value);
    }
    all
}

/// How many values each tool gets at least.
const VALUES: usize = 45;

#[test]
fn what_serde_accepts_what_is_published_and_what_is_run_are_one() {
    let seed = env::var("CORPUS_SEED").ok().map_or_else(
        || {
            let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("a time");
            u64::from(now.subsec_nanos()) ^ now.as_secs()
        },
        |seed| seed.parse().expect("CORPUS_SEED is a number"),
    );
    let only = env::var("CORPUS_ONLY").ok();
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let cases = cases::all().cases;
    let probes = probes();
    assert_eq!(cases.len(), probes.len());
    let count = cases.len();
    let mut tally = Tally::default();
    let mut files = Files::create();
    for (case, probe) in cases.into_iter().zip(probes) {
        if only.as_ref().is_some_and(|only| *only != case.name) {
            continue;
        }
        // Of a mutant, one disagreement is enough.
        if env::var_os("CORPUS_MUTANT").is_some() && !tally.disagreements.is_empty() {
            break;
        }
        let mut rng = Rng::new(seed);
        match Tool::start(case, probe) {
            Ok(tool) => {
                if let Some(why) = tool.case.refused {
                    let text = format!(
                        "{}: is published, though {why:?}: {}",
                        tool.case.about, tool.schema
                    );
                    tally.disagreements.push(text);
                    continue;
                }
                if only.is_some() {
                    println!("{}\n{:#}", tool.case.about, tool.schema);
                }
                let found = published::problems(&tool.case.shape(), &tool.schema);
                let about = format!("{}, {}", tool.case.name, tool.case.about);
                tally.disagreements.extend(found.iter().map(|found| format!("{about}: {found}")));
                runtime.block_on(try_tool(&tool, &mut rng, &mut tally, &mut files, only.is_some()));
            }
            Err((case, error)) => tally.refused(&case, &error),
        }
    }
    tally.report(seed, count);
    assert!(
        tally.disagreements.is_empty(),
        "{} disagreements, seed {seed}",
        tally.disagreements.len()
    );
    if only.is_none() {
        assert!(count >= 400, "{count} types");
        // A rule that nothing comes under is an exception that nothing needs.
        let unused: Vec<&Rule> =
            RULES.iter().filter(|rule| !tally.rules.contains_key(rule)).collect();
        assert!(unused.is_empty(), "rules without a value: {unused:?}");
        assert!(tally.values >= 20_000, "{} values", tally.values);
    }
}

async fn try_tool(
    tool: &Tool,
    rng: &mut Rng,
    tally: &mut Tally,
    files: &mut Files,
    is_shown: bool,
) {
    let shape = tool.case.shape();
    let mut shown = 0;
    for given in arguments_of(&tool.case, rng, VALUES) {
        let text = given.to_string();
        // Without arbitrary precision, a number beyond all floats is not JSON.
        let Ok(arguments) = serde_json::from_str::<Map<String, Value>>(&text) else { continue };
        let verdict = judge(&shape, &given);
        let outcome = tool.ask(&arguments).await;
        tally.values += 1;
        tally.run += usize::from(outcome.run.is_ok());
        if outcome.serde.is_ok() != outcome.run.is_ok() || outcome.published != outcome.run.is_ok()
        {
            for rule in &verdict.rules {
                *tally.rules.entry(*rule).or_default() += 1;
            }
        }
        let complaint = wrong(tool, &verdict, &outcome);
        if is_shown {
            println!(
                "{text}\n  {verdict:?}\n  serde {:?}\n  published {}\n  run {:?}\n  {complaint:?}",
                outcome.serde, outcome.published, outcome.run
            );
        }
        match complaint {
            None => files.add(tool, &verdict, &text, &Value::Object(arguments), outcome.published),
            Some(complaint) => {
                shown += 1;
                if shown <= 3 {
                    tally.disagreements.push(format!(
                        "{}, {}: {complaint}\n    {text}\n    serde {:?}, published {}, run {:?}, rules {:?}",
                        tool.case.name, tool.case.about, outcome.serde, outcome.published, outcome.run, verdict.rules
                    ));
                }
            }
        }
    }
}

impl Tally {
    fn refused(&mut self, case: &Case, error: &str) {
        match case.refused {
            Some(why) if error.contains(why) && error.contains(&case.name) => {
                *self.refused.entry(why.to_owned()).or_default() += 1;
            }
            _ => self
                .disagreements
                .push(format!("{}, {}: refused at start: {error}", case.name, case.about)),
        }
    }

    /// Prints what was done, past the test's capture, so that the seed is in every log.
    fn report(&self, seed: u64, count: usize) {
        let mut text = String::new();
        for disagreement in self.disagreements.iter().take(400) {
            let _ = writeln!(text, "- {disagreement}");
        }
        let _ = writeln!(
            text,
            "corpus: {count} types, {} values, {} run, seed {seed} (CORPUS_SEED={seed} repeats it)",
            self.values, self.run
        );
        let _ = writeln!(text, "refused at start, by reason: {:?}", self.refused);
        let _ = writeln!(text, "differences on purpose, by rule: {:?}", self.rules);
        std::io::stderr().write_all(text.as_bytes()).expect("standard error");
    }
}
