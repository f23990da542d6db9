//! The gateway as a program, and what its events say.

use std::{
    fs,
    io::{BufRead, BufReader, Read},
    process::{Child, Command, Stdio},
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use mcp_data_tests::{HttpExample, PATIENCE, command, model::Scripted};
use reqwest::RequestBuilder;
use serde_json::{Value, json};

/// The key of every test, which nothing but the model may see.
pub(crate) const KEY: &str = "sk-test-0123456789-nobody-else-sees-this";

/// An event: its name and its data.
pub(crate) type Event = (String, Value);

/// The gateway on a free port, until it is dropped.
pub(crate) struct Gateway {
    child: Child,
    pub(crate) url: String,
    log: Arc<Mutex<String>>,
    http: reqwest::Client,
}

/// The gateway as a command without settings from outside.
pub(crate) fn gateway() -> Command {
    let mut command = command("gateway");
    for (variable, _) in std::env::vars() {
        if variable.starts_with("AI_") || variable.starts_with("WEBCHAT_") {
            command.env_remove(variable);
        }
    }
    command.env("WEBCHAT_PORT", "0").stdin(Stdio::null());
    command
}

impl Gateway {
    /// Starts it with these variables.
    pub(crate) fn start(variables: &[(&str, &str)]) -> Self {
        let mut child = gateway()
            .envs(variables.iter().copied())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the gateway starts");
        let mut lines = BufReader::new(child.stderr.take().expect("its standard error")).lines();
        let log = Arc::<Mutex<String>>::default();
        let keep = |log: &Mutex<String>, line: &str| {
            let mut log = log.lock().unwrap_or_else(PoisonError::into_inner);
            log.push_str(line);
            log.push('\n');
        };
        let url = lines
            .by_ref()
            .map_while(Result::ok)
            .find_map(|line| {
                keep(&log, &line);
                Some(line.strip_prefix("gateway serves the chat at ")?.to_owned())
            })
            .expect("the gateway says where it serves the chat");
        let kept = Arc::clone(&log);
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                keep(&kept, &line);
            }
        });
        Self { child, url, log, http: reqwest::Client::new() }
    }

    /// Starts it between a model and a server.
    pub(crate) fn between(model: &Scripted, server: &str) -> Self {
        Self::with(model, server, &[])
    }

    /// Starts it between a model and a server, with other variables too.
    pub(crate) fn with(model: &Scripted, server: &str, variables: &[(&str, &str)]) -> Self {
        let base = format!("{}/v1", model.origin);
        let mut all =
            vec![("AI_BASE_URL", base.as_str()), ("AI_API_KEY", KEY), ("MCP_URL", server)];
        all.extend_from_slice(variables);
        Self::start(&all)
    }

    /// Asks it to end, as a service manager does.
    pub(crate) fn terminate(&self) {
        let sent = Command::new("kill").arg(self.child.id().to_string()).status().expect("kill");
        assert!(sent.success());
    }

    /// The process ids of the programs that it started. One belongs to the thread that started it.
    pub(crate) fn children(&self) -> Vec<String> {
        let tasks = fs::read_dir(format!("/proc/{}/task", self.child.id())).expect("its threads");
        let of = |task: fs::DirEntry| fs::read_to_string(task.path().join("children")).ok();
        let lists: Vec<String> = tasks.flatten().filter_map(of).collect();
        lists.iter().flat_map(|list| list.split_whitespace()).map(ToOwned::to_owned).collect()
    }

    /// The most memory that it had so far, in bytes.
    pub(crate) fn peak_memory(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()));
        let status = status.expect("its state");
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("its peak");
        peak.trim().trim_end_matches(" kB").parse::<u64>().expect("a number") * 1024
    }

    /// What it has logged so far.
    pub(crate) fn log(&self) -> String {
        self.log.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Its exit code, once it has ended.
    pub(crate) fn wait(&mut self) -> Option<i32> {
        mcp_data_tests::ended(&mut self.child)
    }

    pub(crate) fn get(&self, path: &str) -> RequestBuilder {
        self.http.get(format!("{}{path}", self.url))
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> RequestBuilder {
        self.http.post(format!("{}{path}", self.url)).json(body)
    }

    /// What it answers as JSON.
    pub(crate) async fn json(&self, path: &str) -> Value {
        self.get(path).send().await.expect("a response").json().await.expect("JSON")
    }

    /// Asks a question and waits for the end of the turn.
    pub(crate) async fn ask(&self, question: &str) -> Vec<Event> {
        self.talk(&json!({ "messages": [{ "role": "user", "content": question }] })).await
    }

    /// Sends a conversation and waits for the end of the turn.
    pub(crate) async fn talk(&self, conversation: &Value) -> Vec<Event> {
        let response = self.post("chat", conversation).send().await.expect("a response");
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        let events = events(&response.text().await.expect("all of it"));
        assert_eq!(events.last().map(|event| event.0.as_str()), Some("done"), "{events:?}");
        events
    }
}

impl Drop for Gateway {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The events of a stream.
pub(crate) fn events(stream: &str) -> Vec<Event> {
    let blocks = stream.split("\n\n").filter(|block| !block.trim().is_empty());
    let events = blocks.filter_map(|block| {
        let field = |name: &str| block.lines().find_map(|line| line.strip_prefix(name));
        // Comments keep the connection open.
        let name = field("event: ")?.to_owned();
        let data = serde_json::from_str(field("data: ").expect("data")).expect("JSON");
        Some((name, data))
    });
    events.collect()
}

/// The data of the events of this name.
pub(crate) fn all<'a>(events: &'a [Event], name: &str) -> Vec<&'a Value> {
    events.iter().filter(|event| event.0 == name).map(|event| &event.1).collect()
}

/// The whole prose.
pub(crate) fn prose(events: &[Event]) -> String {
    all(events, "answer").iter().filter_map(|data| data["text"].as_str()).collect()
}

/// The messages about what went wrong.
pub(crate) fn errors(events: &[Event]) -> Vec<String> {
    let messages = all(events, "error");
    messages.iter().filter_map(|data| data["message"].as_str()).map(ToOwned::to_owned).collect()
}

/// What is said of what was left out or cut.
pub(crate) fn notes(events: &[Event]) -> Vec<String> {
    let messages = all(events, "note");
    messages.iter().filter_map(|data| data["message"].as_str()).map(ToOwned::to_owned).collect()
}

/// The names of the events, with neighbours of one name once.
pub(crate) fn course(events: &[Event]) -> Vec<&str> {
    let mut names: Vec<&str> = events.iter().map(|event| event.0.as_str()).collect();
    names.dedup();
    names
}

/// The energy example over HTTP.
pub(crate) fn energy() -> HttpExample {
    HttpExample::start("energy")
}

/// Waits until something holds.
pub(crate) async fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < PATIENCE, "{what} never came");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// A program's exit code and what it wrote to standard error.
pub(crate) fn ended(command: &mut Command) -> (Option<i32>, String) {
    let mut child = command.stderr(Stdio::piped()).spawn().expect("it starts");
    let mut text = String::new();
    child.stderr.take().expect("its standard error").read_to_string(&mut text).expect("text");
    (child.wait().expect("it ends").code(), text)
}
