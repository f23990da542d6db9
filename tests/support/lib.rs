//! What the tests share: the examples as programs, and clients that are connected to them.

pub mod model;

use std::{
    fs::{self, File},
    hash::{BuildHasher, Hasher, RandomState},
    io::{BufRead, BufReader, BufWriter, Write},
    net::SocketAddr,
    path::PathBuf,
    process::{Child, Command, Stdio},
    sync::LazyLock,
    time::{Duration, Instant},
};

use mcp_data_runtime::{DataServer, Settings};
use rmcp::{
    RoleClient,
    model::{
        CallToolRequestParams, CallToolResult, ClientCapabilities, ClientConfig, Implementation,
        ProtocolVersion,
    },
    service::{ClientLifecycleMode, ClientServiceExt, RunningService},
    transport::{StreamableHttpClientTransport, TokioChildProcess},
};
use serde_json::{Value, json};
use tokio::{net::TcpListener, sync::oneshot, task::JoinHandle};

/// A connected client of the official SDK.
pub type Client = RunningService<RoleClient, ClientConfig>;

/// The protocol's eras: sessions opened by `initialize`, and requests that stand alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Era {
    /// 2025-11-25 and older.
    Initialize,
    /// 2026-07-28.
    Discover,
}

impl Era {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Initialize, Self::Discover];

    fn lifecycle(self) -> ClientLifecycleMode {
        match self {
            Self::Initialize => ClientLifecycleMode::Initialize,
            Self::Discover => ClientLifecycleMode::Discover {
                preferred_versions: vec![ProtocolVersion::V_2026_07_28],
            },
        }
    }
}

/// The program of an example, which cargo has built beside the tests.
///
/// # Panics
///
/// If it is not there.
pub fn example(name: &str) -> PathBuf {
    let tests = std::env::current_exe().expect("the path of this test");
    let target = tests.ancestors().nth(2).expect("the target folder of this test");
    let program = target.join("examples").join(name);
    assert!(
        program.exists(),
        "{} is missing; run `cargo build --workspace --examples`",
        program.display()
    );
    program
}

/// An example as a command without settings from outside.
pub fn command(name: &str) -> Command {
    let mut command = Command::new(example(name));
    for (variable, _) in std::env::vars() {
        if variable.starts_with("MCP_") || variable == "RUST_LOG" {
            command.env_remove(variable);
        }
    }
    command
}

/// An example that serves HTTP on a free port of loopback until it is dropped.
pub struct HttpExample {
    child: Child,
    /// Where it answers MCP.
    pub url: String,
}

impl HttpExample {
    /// Starts an example.
    ///
    /// # Panics
    ///
    /// If it does not say where it answers.
    pub fn start(name: &str) -> Self {
        Self::start_with(name, &[])
    }

    /// Starts an example with these variables.
    ///
    /// # Panics
    ///
    /// If it does not say where it answers.
    pub fn start_with(name: &str, variables: &[(&str, &str)]) -> Self {
        let mut child = command(name)
            .envs(variables.iter().copied())
            .args(["--transport", "http", "--port", "0"])
            .stdin(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the example starts");
        let mut lines = BufReader::new(child.stderr.take().expect("its standard error")).lines();
        let url = lines
            .by_ref()
            .map_while(Result::ok)
            .find_map(|line| Some(line.split_once(" answers MCP at ")?.1.to_owned()))
            .expect("the example says where it answers");
        // Its log is read on, so that it never waits for a reader.
        std::thread::spawn(move || lines.for_each(drop));
        Self { child, url }
    }

    /// Its process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Its exit code, once it has ended; none if a signal ended it.
    ///
    /// # Panics
    ///
    /// If it does not end.
    pub fn wait(&mut self) -> Option<i32> {
        ended(&mut self.child)
    }
}

/// The exit code of a program that was asked to end, once it has; none if a signal ended it.
///
/// # Panics
///
/// If it does not end, in which case it is killed.
pub fn ended(child: &mut Child) -> Option<i32> {
    let asked = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("its state") {
            return status.code();
        }
        if asked.elapsed() > PATIENCE {
            child.kill().expect("it is there");
            panic!("the program did not end");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

impl Drop for HttpExample {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn config() -> ClientConfig {
    ClientConfig::new(ClientCapabilities::default(), Implementation::new("tests", "1"))
}

/// A client of an example over standard input and output.
///
/// # Panics
///
/// If they do not understand each other.
pub async fn over_stdio(name: &str, era: Era) -> Client {
    let mut command = tokio::process::Command::from(command(name));
    command.kill_on_drop(true);
    let (transport, _) = TokioChildProcess::builder(command)
        .stderr(Stdio::null())
        .spawn()
        .expect("the example starts");
    config().serve_with_lifecycle(transport, era.lifecycle()).await.expect("a connection")
}

/// A client over HTTP.
///
/// # Panics
///
/// If they do not understand each other.
pub async fn over_http(url: &str, era: Era) -> Client {
    let transport = StreamableHttpClientTransport::from_uri(url);
    config().serve_with_lifecycle(transport, era.lifecycle()).await.expect("a connection")
}

/// Calls a tool; `arguments` is a JSON object.
///
/// # Panics
///
/// If the call is a protocol error.
pub async fn call(client: &Client, tool: &str, arguments: Value) -> CallToolResult {
    let Value::Object(arguments) = arguments else { panic!("arguments are a JSON object") };
    let request = CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments);
    client.call_tool(request).await.expect("a result")
}

/// A server of the tests' own, over HTTP on a free port of loopback until it is dropped.
pub struct OwnServer {
    /// Where it listens.
    pub address: SocketAddr,
    stop: oneshot::Sender<()>,
    serving: JoinHandle<()>,
}

impl OwnServer {
    /// Starts a server.
    ///
    /// # Panics
    ///
    /// If it cannot start.
    pub async fn start(server: DataServer, settings: Settings) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("its address");
        let (stop, stopped) = oneshot::channel::<()>();
        let serving = tokio::spawn(async move {
            let until = async {
                let _ = stopped.await;
            };
            server.serve_http(&settings, listener, until).await.expect("serving ends well");
        });
        Self { address, stop, serving }
    }

    /// Tells it to stop, and waits until it has.
    ///
    /// # Panics
    ///
    /// If it did not end well.
    pub async fn end(self) {
        drop(self.stop);
        self.serving.await.expect("serving ends well");
    }

    /// The URL of a path.
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }
}

/// Waits for what must come; how long it takes does not matter.
///
/// # Panics
///
/// If it does not come at all, after a time that only a fault takes.
pub async fn soon<T>(coming: impl Future<Output = T>) -> T {
    tokio::time::timeout(PATIENCE, coming).await.expect("what must come never came")
}

/// How long a test waits for what must come before it says that it never came.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// The seed of what this run's tests make up: another one on each run, unless `PROPTEST_RNG_SEED` says
/// which. It is told on standard error, also where all tests pass.
///
/// # Panics
///
/// If `PROPTEST_RNG_SEED` is no number.
pub fn seed() -> u64 {
    static SEED: LazyLock<u64> = LazyLock::new(|| {
        let seed = match std::env::var("PROPTEST_RNG_SEED") {
            Ok(given) => given.parse().expect("PROPTEST_RNG_SEED is a whole number"),
            Err(_) => RandomState::new().build_hasher().finish(),
        };
        // Not by a macro, whose output the harness keeps to itself unless a test fails.
        let _ = writeln!(std::io::stderr(), "To repeat this run: {}", repeat_with(seed));
        seed
    });
    *SEED
}

/// The command that runs the tests of this file again with this run's seed.
pub fn repeat() -> String {
    repeat_with(seed())
}

fn repeat_with(seed: u64) -> String {
    let tests = std::env::current_exe().expect("the path of this test");
    let name = tests.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
    let name = name.rsplit_once('-').map_or(name, |(name, _)| name);
    format!("PROPTEST_RNG_SEED={seed} cargo test -p mcp-data-tests --test {name}")
}

/// A JSON-RPC request.
#[allow(clippy::needless_pass_by_value, reason = "callers write the value in place")]
pub fn request(id: u64, method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
}

/// A POST of a JSON-RPC message, as every MCP client sends it.
pub fn post(url: &str, message: &Value) -> reqwest::RequestBuilder {
    // Each test has a runtime of its own, so no connection may outlive its request; a client with TLS
    // takes longer to make than a request.
    static CLIENT: LazyLock<reqwest::Client> = LazyLock::new(|| {
        let client = reqwest::Client::builder().pool_max_idle_per_host(0);
        client.build().expect("a client")
    });
    CLIENT.post(url).header("accept", "application/json, text/event-stream").json(message)
}

/// A request whose reply is JSON.
pub trait JsonReply {
    /// Sends it and reads the reply.
    ///
    /// # Panics
    ///
    /// If no JSON comes back.
    fn json_reply(self) -> impl Future<Output = Value> + Send;
}

impl JsonReply for reqwest::RequestBuilder {
    async fn json_reply(self) -> Value {
        self.send().await.expect("a reply").json().await.expect("JSON")
    }
}

/// Schemas and instances for the validators of other languages: a file of JSON lines, each with a
/// `name`, a `schema`, an `instance` and whether it is `valid`. `tests/clients` reads them.
pub struct Corpus {
    file: BufWriter<File>,
    name: &'static str,
}

impl Corpus {
    /// A new file of this name in `corpus` of the target folder.
    ///
    /// # Panics
    ///
    /// If it cannot be written.
    pub fn create(name: &'static str) -> Self {
        let tests = std::env::current_exe().expect("the path of this test");
        let target = tests.ancestors().nth(3).expect("the target folder of this test");
        let folder = target.join("corpus");
        fs::create_dir_all(&folder).expect("a folder");
        let file = File::create(folder.join(format!("{name}.jsonl"))).expect("a file");
        Self { file: BufWriter::new(file), name }
    }

    /// Checks an instance with the validator of this language under both drafts that clients use, and
    /// keeps it for the others.
    ///
    /// # Panics
    ///
    /// If the validator disagrees, or the file cannot be written.
    pub fn check(&mut self, case: &str, schema: &Value, instance: &Value, valid: bool) {
        let drafts = [
            ("draft-07", jsonschema::draft7::new(schema)),
            ("2020-12", jsonschema::draft202012::new(schema)),
        ];
        for (draft, validator) in drafts {
            let validator = validator.unwrap_or_else(|error| panic!("{draft}: {error}: {schema}"));
            let error = validator.validate(instance).err().map(|error| error.to_string());
            assert_eq!(error.is_none(), valid, "{case}, {draft}: {error:?}: {instance}");
        }
        let name = format!("{}: {case}", self.name);
        let line = json!({ "name": name, "schema": schema, "instance": instance, "valid": valid });
        writeln!(self.file, "{line}").expect("the corpus is written");
    }
}
