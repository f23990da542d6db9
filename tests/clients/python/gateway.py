"""Calls the example programs over HTTP as a simple gateway does: POSTs and JSON, without an SDK or a session."""

import argparse
import http.client
import json
import sys
from pathlib import Path
from urllib.parse import urlsplit

from checks import CALLS, TIMEOUT, Checks, at, check_catalog, check_result, check_text, describe, serving

VERSION = "2025-03-26"
KNOWN_VERSIONS = [VERSION, "2024-11-05", "2025-06-18", "2025-11-25"]
ACCEPTS = [None, "application/json", "application/json, text/event-stream", "text/event-stream"]
FLAT_KEYS = ["beginAtZero", "datasets", "indexAxis", "labels", "stacked", "title", "type"]


class Gateway:
    def __init__(self, url, accept=None):
        self.address = urlsplit(url).netloc
        self.headers = {"Content-Type": "application/json"} | ({"Accept": accept} if accept else {})
        self.last_id = 0

    def post(self, message):
        """Gives the status, the headers and the body of the reply."""
        connection = http.client.HTTPConnection(self.address, timeout=TIMEOUT)
        try:
            connection.request("POST", "/", json.dumps(message), self.headers)
            reply = connection.getresponse()
            return reply.status, reply.headers, reply.read().decode("utf-8")
        finally:
            connection.close()

    def request(self, method, params=None):
        """Gives the JSON-RPC answer to a request, as JSON or as the event of a stream."""
        self.last_id += 1
        message = {"jsonrpc": "2.0", "id": self.last_id, "method": method} | ({"params": params} if params else {})
        status, headers, body = self.post(message)
        if status != 200:
            raise ValueError(f"status {status} for {message}: {body}")
        self.kind = headers.get_content_type()
        read = {"application/json": lambda text: [json.loads(text)], "text/event-stream": events}[self.kind]
        self.messages = list(read(body))
        return next(answer for answer in self.messages if answer.get("id") == self.last_id)

    def call(self, tool, arguments):
        return self.request("tools/call", {"name": tool, "arguments": arguments})


def events(stream):
    """The JSON messages of a `text/event-stream`; an event without data is none."""
    data = []
    for line in [*stream.splitlines(), ""]:
        field, _, value = line.partition(":")
        if field == "data":
            data.append(value.removeprefix(" "))
        elif not line and any(data):
            yield json.loads("\n".join(data))
            data = []


def check_handshake(checks, program, gateway):
    client = {"protocolVersion": VERSION, "capabilities": {}, "clientInfo": {"name": "gateway", "version": "1"}}
    result = gateway.request("initialize", client)["result"]
    checks.that(result["protocolVersion"] in KNOWN_VERSIONS, "version", KNOWN_VERSIONS, result["protocolVersion"])
    if CALLS[program]["instructions"]:
        checks.contains("instructions", result.get("instructions"), CALLS[program]["instructions"])
    status, headers, body = gateway.post({"jsonrpc": "2.0", "method": "notifications/initialized"})
    checks.equal("reply to a notification", [status, body, headers["Mcp-Session-Id"]], [202, "", None])


def check_calls(checks, program, gateway):
    check_catalog(checks, program, gateway.request("tools/list")["result"]["tools"])
    for call in CALLS[program]["calls"]:
        check_result(checks, call, gateway.call(call["tool"], call["arguments"])["result"])
    name = CALLS[program]["unknown"]
    answer = gateway.call(name, {})
    checks.equal(f"{name}: code", at(answer, "/error/code"), -32602)
    checks.contains(f"{name}: message", at(answer, "/error/message"), f"`{name}`")


def successes(program, gateway):
    for call in CALLS[program]["calls"]:
        if "error" not in call:
            yield call, gateway.call(call["tool"], call["arguments"])["result"]


def check_flat_charts(checks, program, gateway, plain):
    """Compares the charts with the table beside them, and with those of a server without the setting."""
    drawn = 0
    for (call, flat), (_, chartjs) in zip(successes(program, gateway), successes(program, plain)):
        check_text(checks, call, flat)
        what = describe(call)
        charts = flat["structuredContent"].get("charts", [])
        configurations = chartjs["structuredContent"].get("charts", [])
        checks.equal(f"{what}: number of charts", len(charts), len(configurations))
        for chart, configuration in zip(charts, configurations):
            drawn += 1
            checks.equal(f"{what}: keys of the chart", sorted(chart), FLAT_KEYS)
            checks.equal(f"{what}: type", chart.get("type"), configuration["type"])
            for key in "labels", "datasets":
                checks.equal(f"{what}: {key}", chart.get(key), configuration["data"][key])
            rows = flat["structuredContent"]["table"]
            for series in chart.get("datasets", []):
                checks.equal(f"{what}: values for the labels", len(series["data"]), len(chart["labels"]))
                in_table = any(is_part(series["data"], line) for line in [*rows, *zip(*rows)])
                checks.that(in_table, f"{what}: series", f"a part of a row or column of {rows}", series["data"])
    checks.that(drawn > 0, "charts", "at least one", drawn)


def is_part(values, line):
    return any(list(line[start : start + len(values)]) == values for start in range(len(line)))


def check_mirrored_text(checks, program, gateway):
    for call, result in successes(program, gateway):
        check_text(checks, call, result)
        mirrored = at(result, "/structuredContent/text")
        checks.equal(f"{describe(call)}: structuredContent.text", mirrored, at(result, "/content/0/text"))


def check_stream(checks, gateway):
    """The reply to a call that asks for progress is a stream of events, the result its last."""
    token = "progress-1"
    name = "test_tool_with_progress"
    answer = gateway.request("tools/call", {"name": name, "arguments": {}, "_meta": {"progressToken": token}})
    checks.equal("kind of the reply", gateway.kind, "text/event-stream")
    checks.equal("text", at(answer, "/result/content/0/text").startswith("Done."), True)
    checks.equal("place of the result", gateway.messages.index(answer), len(gateway.messages) - 1)
    told = [message["params"] for message in gateway.messages if message.get("method") == "notifications/progress"]
    checks.equal("tokens", {params["progressToken"] for params in told}, {token})
    checks.equal("progress", [params["progress"] for params in told], [0, 50, 100])
    gateway.call(name, {})
    checks.equal("kind of the reply without a token", gateway.kind, "application/json")


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("folder", help="where the example programs are")
    arguments.add_argument("fixture", type=Path, help="the server of the conformance suite, which tells its progress")
    given = arguments.parse_args()
    folder, fixture = given.folder, given.fixture
    checks = Checks()
    for program in CALLS:
        client = f"python gateway, {program} over http"
        for accept in ACCEPTS:
            title = f"{client}, {VERSION}, Accept {accept or 'absent'}"
            with checks.section(title), serving(folder, program) as url:
                gateway = Gateway(url, accept)
                check_handshake(checks, program, gateway)
                check_calls(checks, program, gateway)
        with checks.section(f"{client}, no initialize"), serving(folder, program) as url:
            check_calls(checks, program, Gateway(url))
        with checks.section(f"{client}, mirrored text"), serving(folder, program, MCP_MIRROR_TEXT="true") as url:
            check_mirrored_text(checks, program, Gateway(url))
    with (
        checks.section("python gateway, energy over http, flat charts"),
        serving(folder, "energy") as plain,
        serving(folder, "energy", MCP_CHART_FORMAT="flat") as flat,
    ):
        check_flat_charts(checks, "energy", Gateway(flat), Gateway(plain))
    with (
        checks.section("python gateway, a stream of progress"),
        serving(fixture.parent, fixture.name) as url,
    ):
        check_stream(checks, Gateway(url))
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
