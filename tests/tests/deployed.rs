//! Connections as they are where a server is deployed: kept alive, pipelined, over HTTP/2, slow, and
//! behind a reverse proxy under another name, a path, and beside replicas.

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    path::Path,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use mcp_data_tests::{Era, HttpExample, JsonReply, PATIENCE, call, over_http, post, request};
use reqwest::{StatusCode, Version};
use serde_json::{Value, json};
use tempfile::TempDir;

fn address(example: &HttpExample) -> SocketAddr {
    let address = example.url.strip_prefix("http://").and_then(|url| url.strip_suffix("/mcp"));
    address.and_then(|address| address.parse().ok()).expect("an address in the URL")
}

fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).expect("a connection");
    stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
    stream
}

/// A request as it goes over the wire.
fn raw(message: &Value) -> Vec<u8> {
    let body = message.to_string();
    format!(
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
         Accept: application/json, text/event-stream\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .into_bytes()
}

/// The next response on a connection.
fn response(reader: &mut impl BufRead) -> Value {
    let mut line = String::new();
    reader.read_line(&mut line).expect("a status line");
    assert!(line.starts_with("HTTP/1.1 200"), "{line}");
    let mut length = 0;
    loop {
        let mut header = String::new();
        reader.read_line(&mut header).expect("a header");
        if header.trim().is_empty() {
            break;
        }
        if let Some(value) = header.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().expect("a length");
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).expect("the body");
    serde_json::from_slice(&body).expect("JSON")
}

fn largest_source(id: u64, year: u64) -> Value {
    let params = json!({ "name": "energy_largest_source", "arguments": { "year": year } });
    request(id, "tools/call", params)
}

#[test]
fn one_connection_carries_many_requests_one_after_another() {
    let server = HttpExample::start("energy");
    let mut stream = connect(address(&server));
    let mut reader = BufReader::new(stream.try_clone().expect("the same connection"));
    for id in 0..20 {
        stream.write_all(&raw(&largest_source(id, 2001 + id % 17))).expect("a request");
        let reply = response(&mut reader);
        assert_eq!(reply["id"], id);
        assert_eq!(reply["result"]["isError"], false);
    }
}

#[test]
fn pipelined_requests_are_answered_in_their_order() {
    let server = HttpExample::start("energy");
    let mut stream = connect(address(&server));
    let mut all = Vec::new();
    for id in 0..10 {
        all.extend(raw(&largest_source(id, 2001 + id)));
    }
    stream.write_all(&all).expect("all requests at once");
    let mut reader = BufReader::new(stream);
    for id in 0..10 {
        let reply = response(&mut reader);
        assert_eq!(reply["id"], id);
        let text = reply["result"]["content"][0]["text"].as_str().expect("text");
        let said = format!("The largest source of electricity in Iowa in {} was ", 2001 + id);
        assert!(text.starts_with(&said), "{text}");
    }
}

#[tokio::test]
async fn http_2_is_spoken_without_tls_where_the_client_knows() {
    let server = HttpExample::start("energy");
    let client = reqwest::Client::builder().http2_prior_knowledge().build().expect("a client");
    let sent = (0..20).map(|id| {
        let request = client.post(&server.url).json(&largest_source(id, 2001 + id % 17)).send();
        async move { (id, request.await.expect("a reply")) }
    });
    for sent in sent.map(tokio::spawn).collect::<Vec<_>>() {
        let (id, reply) = sent.await.expect("sent");
        assert_eq!((reply.status(), reply.version()), (StatusCode::OK, Version::HTTP_2));
        assert_eq!(reply.json::<Value>().await.expect("JSON")["id"], id);
    }
    // A foreign host stands in the request's URI there.
    let foreign = client.post(&server.url).header("host", "tools.example.org");
    let reply = foreign.json(&largest_source(1, 2017)).send().await.expect("a reply");
    assert_eq!(reply.status(), StatusCode::OK, "HTTP/2 has no Host; the URI counts");
}

#[test]
fn a_slow_client_gets_its_answer_and_delays_nobody() {
    let server = HttpExample::start("energy");
    let mut slow = connect(address(&server));
    let mut stalled = connect(address(&server));
    stalled.write_all(b"POST /mcp HTTP/1.1\r\nHost: local").expect("half a header");
    let message = raw(&largest_source(1, 2017));
    let (first, rest) = message.split_at(message.len() - 40);
    slow.write_all(first).expect("the greater part");
    for byte in rest.chunks(4) {
        let mut quick = connect(address(&server));
        quick.write_all(&raw(&largest_source(2, 2001))).expect("a request");
        assert_eq!(response(&mut BufReader::new(quick))["id"], 2);
        slow.write_all(byte).expect("a little more");
    }
    assert_eq!(response(&mut BufReader::new(slow))["id"], 1);
}

#[test]
fn a_client_that_hangs_up_in_the_middle_harms_nobody() {
    let server = HttpExample::start("energy");
    let message = raw(&largest_source(1, 2017));
    for length in [1, 20, message.len() - 1, message.len()] {
        connect(address(&server)).write_all(&message[..length]).expect("a part");
    }
    let mut stream = connect(address(&server));
    stream.write_all(&message).expect("a request");
    assert_eq!(response(&mut BufReader::new(stream))["id"], 1);
}

/// nginx (Debian's package), in front of three replicas, until it is dropped.
struct Proxy {
    child: Child,
    address: SocketAddr,
    folder: TempDir,
}

impl Proxy {
    fn start(replicas: &[HttpExample]) -> Self {
        // nginx cannot choose a free port itself, and another may take the one that was free.
        (0..5).find_map(|_| Self::try_start(replicas)).expect("a port for nginx")
    }

    fn try_start(replicas: &[HttpExample]) -> Option<Self> {
        let folder = tempfile::tempdir().expect("a folder");
        let free = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = free.local_addr().expect("its address");
        drop(free);
        let config = folder.path().join("nginx.conf");
        fs::write(&config, Self::config(folder.path(), address, replicas)).expect("a file");
        let child = Command::new("nginx")
            .arg("-e")
            .arg(folder.path().join("error.log"))
            .arg("-p")
            .arg(folder.path())
            .arg("-c")
            .arg(&config)
            .stdin(Stdio::null())
            .spawn()
            .expect("nginx runs; install the package `nginx-light`");
        let mut proxy = Self { child, address, folder };
        let started = Instant::now();
        // It writes its process id once it listens.
        while proxy.log("pid").is_empty() || TcpStream::connect(address).is_err() {
            if proxy.child.try_wait().expect("its state").is_some() {
                eprintln!("{}", proxy.log("error.log"));
                return None;
            }
            assert!(started.elapsed() < PATIENCE, "{}", proxy.log("error.log"));
            std::thread::sleep(Duration::from_millis(20));
        }
        Some(proxy)
    }

    fn config(folder: &Path, address: SocketAddr, replicas: &[HttpExample]) -> String {
        let replicas: Vec<String> =
            replicas.iter().map(|replica| format!("server {};", self::address(replica))).collect();
        let folder = folder.display();
        format!(
            "daemon off; worker_processes 1; pid {folder}/pid;\n\
             events {{ }}\n\
             http {{\n\
               log_format upstream '$upstream_addr $status';\n\
               access_log {folder}/access.log upstream;\n\
               client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;\n\
               fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;\n\
               upstream replicas {{ {} }}\n\
               server {{\n\
                 listen {address};\n\
                 proxy_http_version 1.1; proxy_set_header Connection ''; proxy_set_header Host $http_host;\n\
                 location / {{ proxy_pass http://replicas; }}\n\
                 location /data/ {{ proxy_pass http://replicas/; }}\n\
               }}\n\
             }}\n",
            replicas.join(" ")
        )
    }

    fn log(&self, name: &str) -> String {
        fs::read_to_string(self.folder.path().join(name)).unwrap_or_default()
    }

    /// A client to whom the public name is this proxy's.
    fn client(&self) -> reqwest::Client {
        let client =
            reqwest::Client::builder().no_proxy().resolve("tools.example.org", self.address);
        client.build().expect("a client")
    }

    fn url(&self, path: &str) -> String {
        format!("http://tools.example.org:{}{path}", self.address.port())
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        // A quiet end, so that its workers go too.
        let stop = Command::new("kill").arg("-QUIT").arg(self.child.id().to_string()).status();
        if !stop.is_ok_and(|status| status.success()) {
            let _ = self.child.kill();
        }
        let _ = self.child.wait();
    }
}

fn replicas(allowed: &str) -> Vec<HttpExample> {
    let start = |_| HttpExample::start_with("energy", &[("MCP_ALLOWED_HOSTS", allowed)]);
    (0..3).map(start).collect()
}

#[tokio::test]
async fn behind_a_proxy_it_answers_by_its_public_name_and_below_a_path() {
    let replicas = replicas("tools.example.org");
    let proxy = Proxy::start(&replicas);
    let client = proxy.client();
    // N22
    for path in ["/", "/mcp", "/mcp/", "/data/", "/data/mcp", "/data/mcp/"] {
        let reply = client.post(proxy.url(path)).json(&largest_source(1, 2017)).json_reply().await;
        assert_eq!(reply["result"]["structuredContent"]["table"][1][1], 29_329, "{path}");
    }
    let health = client.get(proxy.url("/data/health")).send().await.expect("a reply");
    assert_eq!(health.status(), StatusCode::OK);
    // The page that the proxy serves may call; another's may not.
    for (origin, status) in [
        (proxy.url(""), StatusCode::OK),
        ("https://other.example".to_owned(), StatusCode::FORBIDDEN),
    ] {
        let call = client.post(proxy.url("/mcp")).header("origin", &origin);
        let reply = call.json(&largest_source(1, 2017)).send().await.expect("a reply");
        assert_eq!(reply.status(), status, "{origin}");
    }
}

// B04
#[tokio::test]
async fn behind_a_proxy_a_name_that_is_not_allowed_is_refused() {
    let replicas = replicas("other.example.org");
    let proxy = Proxy::start(&replicas);
    let call = proxy.client().post(proxy.url("/mcp")).json(&largest_source(1, 2017));
    let reply = call.send().await.expect("a reply");
    assert_eq!(reply.status(), StatusCode::FORBIDDEN);
    let reply: Value = reply.json().await.expect("JSON");
    assert_eq!(
        reply["error"]["message"],
        "this server may not be called by this host name; its operator can allow it with MCP_ALLOWED_HOSTS"
    );
}

// B06
#[tokio::test]
async fn three_replicas_serve_one_client_without_sticky_sessions() {
    let replicas = replicas("tools.example.org");
    let proxy = Proxy::start(&replicas);
    for era in Era::ALL {
        let client = over_http(&format!("http://{}/data/mcp", proxy.address), era).await;
        assert_eq!(client.list_all_tools().await.expect("a list").len(), 5);
        for year in 2001..=2017 {
            let result = call(&client, "energy_largest_source", json!({ "year": year })).await;
            assert_eq!(result.is_error, Some(false), "{year}");
        }
        client.cancel().await.expect("an end");
    }
    // A session id of yesterday is as good as none.
    let stale = post(&format!("http://{}/mcp", proxy.address), &largest_source(1, 2017))
        .header("mcp-session-id", "yesterday");
    assert_eq!(stale.json_reply().await["result"]["isError"], false);
    let log = proxy.log("access.log");
    for replica in &replicas {
        let served = log.matches(&address(replica).to_string()).count();
        assert!(served >= 10, "{served} of\n{log}");
    }
}
