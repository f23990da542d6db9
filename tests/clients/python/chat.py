"""Chats through the gateway example with a server built with the official Python SDK, and a scripted model."""

import argparse
import http.client
import json
import sys
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.metadata import version
from pathlib import Path
from urllib.parse import urlsplit

import contract
from checks import TIMEOUT, Checks, at, first_url, running
from contract import CITIES, CITIES_TEXT, FORCED, FORCED_TEXT, INSTRUCTIONS, NAME, OWN, PLAIN_TEXT, PLUGIN, REFUSED_TEXT

TOOLS = ["cities", "forced", "plain", "refused", "breaks"]
LIE = "The largest city has 1 person, I say."


class Model(ThreadingHTTPServer):
    """A scripted OpenAI-compatible API: gives the next reply of `script`, a text or calls, and keeps what it got."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), ModelRequest)
        self.script, self.bodies = [], []
        self.url = f"http://127.0.0.1:{self.server_address[1]}/v1"

    def told(self):
        """What the tools told it, in the last request."""
        return [message["content"] for message in self.bodies[-1]["messages"] if message["role"] == "tool"]


class ModelRequest(BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_GET(self):
        self.send("application/json", json.dumps({"data": [{"id": "scripted"}]}))

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.bodies.append(json.loads(body))
        reply = self.server.script.pop(0)
        if isinstance(reply, str):
            pieces = [{"content": part} for part in (reply[:7], reply[7:])]
            reason = "stop"
        else:
            pieces = [
                {"tool_calls": [{"index": index, "id": f"call-{index}", "type": "function", "function": function}]}
                for index, (name, arguments) in enumerate(reply)
                for function in [{"name": name, "arguments": json.dumps(arguments)}]
            ]
            reason = "tool_calls"
        choices = [{"index": 0, "delta": piece, "finish_reason": None} for piece in pieces]
        choices.append({"index": 0, "delta": {}, "finish_reason": reason})
        events = [f"data: {json.dumps({'choices': [choice]})}\n\n" for choice in choices]
        self.send("text/event-stream", "".join([*events, "data: [DONE]\n\n"]))

    def send(self, kind, text):
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(text.encode())))
        self.end_headers()
        self.wfile.write(text.encode())


class Chat:
    """The gateway as its page asks it."""

    def __init__(self, url):
        self.address = urlsplit(url).netloc

    def ask(self, method, path, body=None):
        connection = http.client.HTTPConnection(self.address, timeout=TIMEOUT)
        try:
            connection.request(method, path, json.dumps(body) if body else None, {"Content-Type": "application/json"})
            reply = connection.getresponse()
            return reply.status, reply.headers.get_content_type(), reply.read().decode("utf-8")
        finally:
            connection.close()

    def json(self, method, path, body=None):
        return json.loads(self.ask(method, path, body)[2])

    def events(self, messages):
        """The events of an answer, (name, data) each."""
        status, kind, text = self.ask("POST", "/chat", {"messages": messages})
        if (status, kind) != (200, "text/event-stream"):
            raise ValueError(f"{status} {kind}: {text}")
        return [
            (name.removeprefix("event: "), json.loads(data.removeprefix("data: ")))
            for name, data in (event.split("\n") for event in text.strip().split("\n\n"))
        ]


@contextmanager
def scripted_model():
    with Model() as model:
        thread = threading.Thread(target=model.serve_forever)
        thread.start()
        try:
            yield model
        finally:
            model.shutdown()
            thread.join(5)


def check_landing(checks, chat):
    status = chat.json("GET", "/status")
    checks.equal("server", status["server"], {"name": NAME, "version": "3"})
    checks.equal("problems", [status["server_problem"], status["model_problem"]], [None, None])
    checks.equal("cards", status["plugins"], [{"name": "cities"} | PLUGIN])
    tools = chat.json("GET", "/tools")["tools"]
    checks.equal("tools", [tool["name"] for tool in tools], TOOLS)
    return tools


def check_answer(checks, chat, model, tools):
    """Every kind of result, asked for in one reply."""
    calls = [("plain", {}), ("cities", {"country": "Japan"}), ("breaks", {})]
    calls += [("forced", {}), ("refused", {"year": 1900})]
    model.script[:] = [calls, LIE]
    question = {"role": "user", "content": "Which city is the largest?"}
    events = chat.events([question])
    asked = [(data["tool"], data["arguments"]) for name, data in events if name == "tool_call"]
    checks.equal("tool_call events", [list(call) for call in asked], [list(call) for call in calls])
    results = {data["tool"]: data for name, data in events if name == "tool_result"}
    order = [data["id"] for name, data in events if name == "tool_result"]
    checks.equal("ids of the results", order, [data["id"] for name, data in events if name == "tool_call"])
    checks.equal("cities: structured", results["cities"]["structured"], CITIES)
    checks.equal("forced: structured", results["forced"]["structured"], FORCED)
    for name in "plain", "refused", "breaks":
        checks.equal(f"{name}: structured", results[name]["structured"], None)
    errors = [name for name in TOOLS if results[name]["is_error"]]
    checks.equal("errors", errors, ["refused", "breaks"])
    checks.equal("prose", "".join(data["text"] for name, data in events if name == "answer"), LIE)
    checks.equal("faults told to the person", [data for name, data in events if name == "error"], [])
    checks.equal("last event", events[-1][0], "done")

    told = model.told()
    checks.equal("number of texts", len(told), len(calls))
    texts = {"plain": PLAIN_TEXT, "cities": CITIES_TEXT, "forced": FORCED_TEXT, "refused": REFUSED_TEXT}
    for (name, _), text in zip(calls, told):
        if name in texts:
            checks.equal(f"{name}: what the model is told", text, texts[name])
    # The SDK keeps an exception's own words to itself.
    checks.contains("breaks: what the model is told", told[2], "Error executing tool breaks")
    check_requests(checks, model, tools)


def check_requests(checks, model, tools):
    """Nothing of a structured part in any request; the catalog and the instructions in each."""
    for number, body in enumerate(model.bodies, 1):
        text = json.dumps(body, ensure_ascii=False)
        for own in OWN:
            checks.that(own not in text, f"request {number}: structured part", f"a request without {own!r}", text)
        checks.equal(f"request {number}: model", body["model"], "scripted")
        checks.equal(f"request {number}: role of the first", at(body, "/messages/0/role"), "system")
        checks.contains(f"request {number}: instructions", at(body, "/messages/0/content"), INSTRUCTIONS)
        functions = [function["function"] for function in body["tools"]]
        expected = [(tool["name"], tool["description"], tool["inputSchema"]) for tool in tools]
        came = [(function["name"], function["description"], function["parameters"]) for function in functions]
        checks.equal(f"request {number}: functions", json.loads(json.dumps(came)), json.loads(json.dumps(expected)))


def check_corrections(checks, chat, model):
    """Arguments that the SDK refuses are told to the model, which corrects them; the chat goes on."""
    model.script[:] = [[("refused", {"year": "long ago"})], [("cities", {})], "Tokyo."]
    asked = [{"role": "user", "content": "First?"}, {"role": "assistant", "content": LIE}]
    events = chat.events([*asked, {"role": "user", "content": "And now?"}])
    results = [data for name, data in events if name == "tool_result"]
    checks.equal("corrected: errors", [data["is_error"] for data in results], [True, False])
    checks.equal("corrected: structured", results[1]["structured"], CITIES)
    checks.contains("corrected: what the model is told", model.told()[0], "year")
    checks.equal("corrected: text", model.told()[1], CITIES_TEXT)
    checks.equal("corrected: prose", "".join(data["text"] for name, data in events if name == "answer"), "Tokyo.")
    checks.equal("earlier turns", model.bodies[-1]["messages"][1:4], [*asked, {"role": "user", "content": "And now?"}])
    text = json.dumps(model.bodies[-1], ensure_ascii=False)
    checks.equal("corrected: structured part", [own for own in OWN if own in text], [])


def check_by_hand(checks, chat):
    result = chat.json("POST", "/call", {"tool": "cities", "arguments": {}})
    checks.equal("by hand: structuredContent", result["structuredContent"], CITIES)
    checks.equal("by hand: text", at(result, "/content/0/text"), CITIES_TEXT)
    checks.equal("by hand: an error", chat.json("POST", "/call", {"tool": "breaks", "arguments": {}})["isError"], True)


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("folder", type=Path, help="where the example programs are")
    program = arguments.parse_args().folder / "gateway"
    checks = Checks()
    for kind, flags in {"sessions and streams": [], "no sessions, JSON": ["--stateless"]}.items():
        title = f"gateway example, python mcp {version('mcp')}, {kind}"
        server = [sys.executable, contract.__file__, *flags]
        with checks.section(title), scripted_model() as model, running(server) as told:
            settings = {"AI_BASE_URL": model.url, "MCP_URL": first_url(*told), "WEBCHAT_PORT": "0"}
            with running([program], **settings) as gateway:
                chat = Chat(first_url(*gateway, after="serves the chat at"))
                tools = check_landing(checks, chat)
                check_answer(checks, chat, model, tools)
                check_corrections(checks, chat, model)
                check_by_hand(checks, chat)
                checks.equal("replies that the model did not give", model.script, [])
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
