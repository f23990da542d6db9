"""Attacks on a server, each with what it must hold: answers in time, memory within bounds, an end when told to.

    attack.py PROGRAM [--short] [NAME...]

Servers listen on loopback only, and load is bounded in count and time.
"""

import argparse
import concurrent.futures
import contextlib
import http.client
import json
import os
import random
import re
import resource
import signal
import socket
import struct
import subprocess
import sys
import threading
import time

MEGABYTE = 1_000_000
# What a machine that does other things at the same time is granted.
SHORT_GRANT = 10
GRACE = 10
HEAD = b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
ATTACKS = []


def attack(function):
    ATTACKS.append(function)
    return function


class Server:
    """A server over HTTP under attack."""

    def __init__(self, program, files=None, stderr=subprocess.DEVNULL, **environment):
        limit = (lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))) if files else None
        variables = {name: value for name, value in os.environ.items() if not name.startswith(("MCP_", "RUST_LOG"))}
        self.port = free_port()
        variables |= {"MCP_TRANSPORT": "http", "MCP_PORT": str(self.port)} | environment
        self.process = subprocess.Popen(
            [program], env=variables, preexec_fn=limit, stdin=subprocess.DEVNULL, stderr=stderr
        )
        end = time.monotonic() + 20
        while time.monotonic() < end:
            with contextlib.suppress(OSError):
                if self.health() < 1:
                    break
            time.sleep(0.05)
        self.idle = self.memory()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def memory(self):
        """Resident bytes."""
        with open(f"/proc/{self.process.pid}/status", encoding="utf-8") as status:
            return int(re.search(r"VmRSS:\s+(\d+)", status.read())[1]) * 1024

    def held(self):
        """Bytes that the program holds, whatever its allocator keeps of those that it gave back."""
        return int(json.loads(self.post(call("held"))[1])["result"]["content"][0]["text"].split()[0])

    def health(self):
        start = time.monotonic()
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        connection.request("GET", "/health")
        assert connection.getresponse().status == 200
        connection.close()
        return time.monotonic() - start

    def post(self, body, timeout=20, headers=None):
        """The status and the bytes of the reply."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            connection.request("POST", "/mcp", body, {"Content-Type": "application/json"} | (headers or {}))
            reply = connection.getresponse()
            return reply.status, reply.read()
        finally:
            connection.close()

    def connect(self, timeout=20):
        return socket.create_connection(("127.0.0.1", self.port), timeout=timeout)

    def end(self, number=signal.SIGTERM, limit=GRACE + 10):
        """Signals, and returns for how long the program went on."""
        start = time.monotonic()
        self.process.send_signal(number)
        try:
            self.process.wait(limit)
        except subprocess.TimeoutExpired:
            return float("inf")
        return time.monotonic() - start


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def call(tool, arguments=None, number=1):
    return json.dumps(request("tools/call", {"name": tool, "arguments": arguments or {}}, number))


def request(method, params, number=1):
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}


def posted(body):
    """A request over HTTP with this body, as bytes."""
    return HEAD + b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


def percentile(times, share):
    return sorted(times)[min(len(times) - 1, int(len(times) * share))]


class Held:
    """Collects what was promised and what came."""

    def __init__(self, short):
        self.short = short
        self.broken = []

    def most(self, what, came, limit, unit, timing=False):
        if timing and self.short:
            limit *= SHORT_GRANT
        if unit == "MB" and self.short:
            # A debug build works longer at each answer, and so at more of them at once.
            limit *= 2
        print(f"    {what}: {came:.1f} {unit}, at most {limit:.0f}")
        if not came <= limit:
            self.broken.append(what)

    def that(self, what, holds, came=""):
        if not holds:
            print(f"    {what}: NO {came}")
            self.broken.append(what)


def hostile_bodies():
    """Bodies that cost more than their length, or come back longer."""
    big = 4_100_000
    delete = "\x7f" * (big // 6)
    yield "zeros in an argument", call("small", {"list": [0] * (big // 3)})
    yield "empty objects", '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":[' + ",".join(['{"":0}'] * 500_000) + "]}}"
    yield "misspelt arguments", call("small", {f"yeer{index}": 0 for index in range(200_000)})
    yield "a long name of a tool", call("s" * big)
    yield "a long method", json.dumps(request("m" * big, {}))
    yield "a cursor of control characters", json.dumps(request("tools/list", {"cursor": delete}))
    yield "a long URI", json.dumps(request("resources/read", {"uri": "mcp://" + "u" * big}))
    yield "a long id", json.dumps(request("ping", {}, "i" * big))
    yield "a long token of progress", json.dumps(
        request("tools/call", {"name": "small", "_meta": {"progressToken": "t" * big}})
    )
    yield "a long wrong value", call("small", {"year": "y" * big})
    yield "a list in the place of the id", '{"jsonrpc":"2.0","method":"ping","id":[' + "0," * 1_000_000 + "0]}"
    yield "deep", "[" * 100_000
    yield "a field given often", '{"jsonrpc":"2.0","id":1,"method":"ping","params":{' + '"a":0,' * 600_000 + '"b":0}}'
    yield "an error at length", call("complains", {"length": big})


@attack
def bodies(program, held):
    """Hostile bodies of every kind from four connections."""
    seconds = 4 if held.short else 30
    bodies = list(hostile_bodies())
    with Server(program) as server:
        end = time.monotonic() + seconds
        longest = [0]
        statuses = {}

        def send(number):
            generator = random.Random(number)
            while time.monotonic() < end:
                name, body = generator.choice(bodies)
                try:
                    status, reply = server.post(body)
                except OSError:
                    # The server may close before all of a body was sent.
                    status, reply = "closed", b""
                statuses[status] = statuses.get(status, 0) + 1
                longest[0] = max(longest[0], len(reply))

        threads = [threading.Thread(target=send, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        health, small, memory = [], [], server.idle
        while time.monotonic() < end:
            health.append(server.health())
            start = time.monotonic()
            status, reply = server.post(call("small"))
            held.that("a small call is answered", status == 200 and b'"isError":false' in reply, reply[:200])
            small.append(time.monotonic() - start)
            memory = max(memory, server.memory())
            time.sleep(0.01)
        for thread in threads:
            thread.join()
        print(f"    {sum(statuses.values())} hostile requests: {statuses}")
        held.most("/health, p99", percentile(health, 0.99) * 1000, 100, "ms", timing=True)
        held.most("a small call, p99", percentile(small, 0.99) * 1000, 100, "ms", timing=True)
        held.most("memory beyond idle", (memory - server.idle) / MEGABYTE, 128, "MB")
        held.most("the longest reply", longest[0] / 1000, 64, "kB")


@attack
def half_open(program, held):
    """Connections that send half a header, more than there are files for them."""
    seconds = 5 if held.short else 60
    with Server(program, files=256) as server:
        open_ones = []
        for _ in range(200):
            with contextlib.suppress(OSError):
                connection = server.connect(2)
                connection.sendall(b"POST /mcp HTTP/1.1\r\nHost: local")
                open_ones.append(connection)
        end = time.monotonic() + seconds
        times = []
        while time.monotonic() < end:
            times.append(server.health())
            # New ones come for those that were closed.
            with contextlib.suppress(OSError):
                connection = server.connect(2)
                connection.sendall(b"POST /mcp HTTP/1.1\r\nContent-Length: 100\r\n\r\n{")
                open_ones.append(connection)
            time.sleep(0.1)
        held.most("/health, longest", max(times) * 1000, 1000, "ms", timing=True)
        held.most("the end", server.end(), 3, "s", timing=True)
        for connection in open_ones:
            connection.close()


def frame(kind, flags, stream, payload=b""):
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload


def literal(name, value):
    """A header field of HPACK, neither indexed nor compressed."""
    return b"\0" + bytes([len(name)]) + name + bytes([len(value)]) + value


@attack
def windows_of_nothing(program, held):
    """Connections of HTTP/2 that take nothing of what they ask for."""
    count, streams = (3, 60) if held.short else (10, 200)
    headers = literal(b":method", b"POST") + literal(b":scheme", b"http") + literal(b":path", b"/mcp")
    headers += literal(b":authority", b"localhost") + literal(b"content-type", b"application/json")
    body = call("rows").encode()
    with Server(program) as server:
        connections = []
        before = server.held()
        for _ in range(count):
            connection = server.connect(60)
            # SETTINGS_INITIAL_WINDOW_SIZE is 0.
            sent = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frame(4, 0, 0, struct.pack(">HI", 4, 0))
            for stream in range(1, 2 * streams, 2):
                sent += frame(1, 4, stream, headers) + frame(0, 1, stream, body)
            with contextlib.suppress(OSError):
                connection.sendall(sent)
            connections.append(connection)
        most = server.idle
        start = time.monotonic()
        while time.monotonic() - start < 12:
            most = max(most, server.memory())
            time.sleep(0.05)
        held.most("memory beyond idle", (most - server.idle) / MEGABYTE, 256, "MB")
        # After 20 s without a reader a connection is closed.
        while time.monotonic() - start < (25 if held.short else 30):
            time.sleep(0.2)
        # The allocator keeps some of what it was given back, in pieces that it uses again.
        print(f"    memory beyond idle after {time.monotonic() - start:.0f} s: {(server.memory() - server.idle) / MEGABYTE:.1f} MB")
        held.most("of it held by the program", (server.held() - before) / MEGABYTE, 8, "MB")
        status, reply = server.post(call("rows"), timeout=30)
        held.that("the places are free again", status == 200 and b'"isError":false' in reply, reply[:200])
        for connection in connections:
            connection.close()


@contextlib.contextmanager
def stdio(program):
    """A server over standard input, opened by a client."""
    variables = {name: value for name, value in os.environ.items() if not name.startswith(("MCP_", "RUST_LOG"))}
    process = subprocess.Popen(
        [program, "--transport", "stdio"], env=variables, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    opening = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "attack", "version": "1"}}
    # Before `initialize`, which ended the program once.
    write(process, {"jsonrpc": "2.0", "method": "notifications/initialized"})
    write(process, request("initialize", opening, 0))
    process.stdout.readline()
    write(process, {"jsonrpc": "2.0", "method": "notifications/initialized"})
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def write(process, message):
    process.stdin.write(json.dumps(message).encode() + b"\n")
    process.stdin.flush()


def resident(process):
    with open(f"/proc/{process.pid}/status", encoding="utf-8") as status:
        return int(re.search(r"VmRSS:\s+(\d+)", status.read())[1]) * 1024


@attack
def unread_output(program, held):
    """Calls over standard input whose answers nobody reads."""
    count = 500 if held.short else 4000
    with stdio(program) as process:
        idle = most = resident(process)
        lines = b"".join(call("rows", number=number + 1).encode() + b"\n" for number in range(count))

        def send():
            with contextlib.suppress(OSError):
                process.stdin.write(lines)
                process.stdin.flush()

        sender = threading.Thread(target=send, daemon=True)
        sender.start()
        end = time.monotonic() + (5 if held.short else 15)
        while time.monotonic() < end:
            most = max(most, resident(process))
            time.sleep(0.05)
        held.most("memory beyond idle", (most - idle) / MEGABYTE, 128, "MB")
        # And then all are read.
        answered = sum(process.stdout.readline().startswith(b'{"jsonrpc"') for _ in range(count))
        held.that("each call has its answer", answered == count, answered)


def in_the_background(function):
    def quietly():
        with contextlib.suppress(OSError, http.client.HTTPException):
            function()

    thread = threading.Thread(target=quietly, daemon=True)
    thread.start()
    time.sleep(0.5)


@attack
def told_to_stop(program, held):
    """SIGTERM while something blocks for good."""
    read = json.dumps(request("resources/read", {"uri": "mcp://attacked/blocks.txt"}))
    states = {
        "a resource blocks": lambda server: in_the_background(lambda: server.post(read, 60)),
        "a tool blocks": lambda server: in_the_background(lambda: server.post(call("blocks"), 60)),
        "all workers block": lambda server: [
            in_the_background(lambda: server.post(call("blocks_a_worker"), 60)) for _ in range(2 * (os.cpu_count() or 2))
        ],
    }
    for name, prepare in states.items():
        for number in range(2):
            with Server(program) as server:
                prepare(server)
                if number == 0:
                    held.most(f"{name}: the end", server.end(), GRACE + 1, "s", timing=False)
                else:
                    server.process.send_signal(signal.SIGTERM)
                    time.sleep(0.3)
                    held.most(f"{name}: the end by a second signal", server.end(), 0.5, "s", timing=True)
        if held.short:
            break
    with stdio(program) as process:
        write(process, request("tools/call", {"name": "rows"}, 1))
        time.sleep(1)
        start = time.monotonic()
        process.send_signal(signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(GRACE + 10)
        held.most("an unread answer: the end", time.monotonic() - start, GRACE + 1, "s")


@attack
def full_log(program, held):
    """A log that nobody reads."""
    count = 2000 if held.short else 100_000
    reader, writer = os.pipe()
    with Server(program, stderr=writer) as server:
        os.close(writer)
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
        answered = 0
        for number in range(count):
            connection.request("POST", "/mcp", call("small", number=number), {"Content-Type": "application/json"})
            answered += b'"isError":false' in connection.getresponse().read()
        held.that(f"{count} calls are answered", answered == count, answered)
        held.most("the end", server.end(), GRACE + 1, "s")
    os.close(reader)


@attack
def forged_log(program, held):
    """Texts of others in the log."""
    reader, writer = os.pipe()
    with Server(program, stderr=writer) as server:
        os.close(writer)
        server.post(call("complains", {"length": 4_000_000}))
        server.post(call("no\u202ename\n2026-01-01T00:00:00Z  WARN forged"))
        server.post(call("small"), headers={"Origin": "https://" + "o" * 50_000 + ".example"})
        server.end()
        log = b""
        while part := os.read(reader, 1 << 16):
            log += part
    os.close(reader)
    lines = log.decode().splitlines()
    held.that("no entry is forged", not any(line.startswith("2026-01-01") for line in lines), lines)
    held.that("nothing turns the direction", "\u202e" not in log.decode() and "\r" not in log.decode())
    held.most("the longest entry", max(map(len, lines)), 7000, "characters")


@attack
def hung_up(program, held):
    """Callers that hang up while their call runs."""
    count = 300 if held.short else 3000
    reader, writer = os.pipe()
    with Server(program, stderr=writer) as server:
        os.close(writer)
        log = []
        reading = threading.Thread(target=lambda: log.extend(iter(lambda: os.read(reader, 1 << 16), b"")))
        reading.start()
        body = call("late").encode()
        for _ in range(count):
            connection = server.connect()
            connection.sendall(posted(body))
            connection.close()
        status, reply = server.post(call("small"))
        held.that("a tool answers", status == 200 and b'"isError":false' in reply, reply[:200])
        held.most("the end", server.end(), GRACE + 1, "s")
    reading.join()
    os.close(reader)
    errors = [line for line in b"".join(log).decode().splitlines() if "ERROR" in line]
    held.that("no entry is an error", not errors, errors[:2])


@attack
def broken_framing(program, held):
    """Bodies that HTTP itself cannot read."""
    kinds = {
        "broken chunks": HEAD + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
        "a body shorter than its length": HEAD + b"Content-Length: 100\r\n\r\n{}",
        "1,000 trailers": HEAD
        + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n"
        + b"".join(b"X-%d: y\r\n" % number for number in range(1000))
        + b"\r\n",
    }
    with Server(program) as server:
        for name, sent in kinds.items():
            connection = server.connect()
            connection.sendall(sent)
            connection.shutdown(socket.SHUT_WR)
            reply = b""
            while part := connection.recv(1 << 16):
                reply += part
            connection.close()
            is_message = reply.startswith(b"HTTP/1.1 400") and b'"jsonrpc":"2.0"' in reply
            held.that(f"{name}: 400 as JSON-RPC", is_message or not reply, reply[:300])
            print(f"    {name}: {reply.partition(b'message')[2][:160]!r}")


@attack
def blocked_readings(program, held):
    """Readings that block do not stop tools."""
    read = json.dumps(request("resources/read", {"uri": "mcp://attacked/blocks.txt"}))
    with Server(program, MCP_CALL_TIMEOUT_SECS="3") as server:
        replies = []
        threads = [
            threading.Thread(target=lambda: replies.append(server.post(read, 30)[1])) for _ in range(120)
        ]
        for thread in threads:
            thread.start()
        time.sleep(0.5)
        start = time.monotonic()
        status, reply = server.post(call("rows", {"count": 10}))
        held.that("a tool answers", status == 200 and b'"isError":false' in reply, reply[:200])
        held.most("its time", (time.monotonic() - start) * 1000, 200, "ms", timing=True)
        for thread in threads:
            thread.join()
        held.that("each reading has an answer", all(b'"error"' in reply for reply in replies), replies[:1])
        texts = {json.loads(reply)["error"]["message"].split(":")[0] for reply in replies}
        print(f"    {texts}")


@attack
def idle_connections(program, held):
    """Connections that ask once and then say nothing."""
    count = 500 if held.short else 8000
    with Server(program) as server:
        connections = []
        health = []
        for number in range(count):
            connection = server.connect()
            connection.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
            connection.recv(1 << 12)
            connections.append(connection)
            if number % 100 == 0:
                health.append(server.health())
        held.most("/health, longest", max(health) * 1000, 100, "ms", timing=True)
        held.most("memory beyond idle", (server.memory() - server.idle) / MEGABYTE, 256, "MB")
        status, reply = server.post(call("small"))
        held.that("a small call is answered", status == 200 and b'"isError":false' in reply, reply[:200])
        held.most("the end", server.end(), GRACE + 1, "s")
        for connection in connections:
            connection.close()


@attack
def pipelined(program, held):
    """Requests sent ahead of their answers in one connection."""
    count = 500
    with Server(program) as server:
        bodies = [call("small", {"year": 2000 + number % 100}, number).encode() for number in range(count)]
        connection = server.connect()
        connection.sendall(b"".join(map(posted, bodies)))
        reading = connection.makefile("rb")
        identities = []
        for _ in range(count):
            length = None
            while (line := reading.readline().strip()) != b"":
                name, _, value = line.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
            identities.append(json.loads(reading.read(length))["id"])
        held.that("each has its answer, in their order", identities == list(range(count)), identities[:20])
        connection.close()


@attack
def floods(program, held):
    """Frames of HTTP/2 that cost their sender nothing, and headers that grow."""
    count = 2000 if held.short else 100_000
    preface = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frame(4, 0, 0)
    headers = literal(b":method", b"POST") + literal(b":scheme", b"http") + literal(b":path", b"/mcp")
    headers += literal(b":authority", b"localhost")
    # One field of 4,000 bytes goes into the table; each further byte names it again.
    bomb = headers + b"\x40\x01a\x7f\xa1\x1e" + b"b" * 4000 + b"\xbe" * 16_000
    kinds = {
        "streams that are reset at once": (
            frame(1, 4, 2 * number + 1, headers) + frame(3, 0, 2 * number + 1, struct.pack(">I", 8))
            for number in range(count)
        ),
        "settings": (frame(4, 0, 0, struct.pack(">HI", 3, 100)) for _ in range(count)),
        "pings": (frame(6, 0, 0, b"12345678") for _ in range(count)),
        "empty data": iter([frame(1, 4, 1, headers)] + [frame(0, 0, 1)] * count),
        "headers without end": iter([frame(1, 0, 1, headers)] + [frame(9, 0, 1, literal(b"x", b"y" * 200))] * count),
        "headers that grow": (frame(1, 4, 2 * number + 1, bomb) for number in range(count // 100)),
    }
    with Server(program) as server:
        for name, frames in kinds.items():
            connection = server.connect(10)
            most, health, done = server.memory(), [], threading.Event()

            def send(connection=connection, frames=frames, done=done):
                # The server may close, or read no more, before all was sent.
                with contextlib.suppress(OSError):
                    connection.sendall(preface)
                    for number, sent in enumerate(frames):
                        connection.sendall(sent)
                        if number % 500 == 0:
                            connection.setblocking(False)
                            with contextlib.suppress(BlockingIOError):
                                connection.recv(1 << 20)
                            connection.settimeout(10)
                done.set()

            threading.Thread(target=send, daemon=True).start()
            while not done.wait(0.05):
                health.append(server.health())
                most = max(most, server.memory())
            health.append(server.health())
            held.most(f"{name}: /health, longest", max(health) * 1000, 100, "ms", timing=True)
            held.most(f"{name}: memory beyond idle", (most - server.idle) / MEGABYTE, 64, "MB")
            connection.close()
        status, reply = server.post(call("small"))
        held.that("a small call is answered", status == 200 and b'"isError":false' in reply, reply[:200])


@attack
def endless_calls(program, held):
    """As many calls as there are places, none of which ever ends."""
    count = 256
    with Server(program) as server:
        body = call("blocks").encode()
        connections = []
        for _ in range(count):
            connection = server.connect()
            connection.sendall(posted(body))
            connections.append(connection)
        time.sleep(3 if held.short else 1)
        start = time.monotonic()
        status, reply = server.post(call("small"))
        held.that("the next call is told that the server is busy", b"busy" in reply, (status, reply[:200]))
        held.most("after", time.monotonic() - start, 1.5, "s", timing=True)
        held.most("/health", server.health() * 1000, 100, "ms", timing=True)
        for connection in connections:
            connection.close()
        held.most("the end", server.end(), GRACE + 1, "s")


@attack
def endless_line(program, held):
    """A line on standard input that never ends."""
    megabytes = 20 if held.short else 200
    with stdio(program) as process:
        idle = most = resident(process)
        for _ in range(megabytes):
            process.stdin.write(b"x" * MEGABYTE)
            process.stdin.flush()
            most = max(most, resident(process))
        process.stdin.write(b"\n")
        write(process, request("tools/call", {"name": "small"}, 7))
        replies = [json.loads(process.stdout.readline())]
        while replies[-1].get("id") != 7:
            replies.append(json.loads(process.stdout.readline()))
        held.that("the next call is answered", "result" in replies[-1], replies)
        print(f"    {replies[0]}")
        held.most("memory beyond idle", (most - idle) / MEGABYTE, 64, "MB")


@attack
def cancellations(program, held):
    """Calls over standard input that are taken back at once."""
    count = 2000 if held.short else 100_000
    with stdio(program) as process:
        idle = resident(process)
        lines = []
        for number in range(1, count + 1):
            lines.append(request("tools/call", {"name": "late"}, number))
            lines.append({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": number}})
        lines.append(request("tools/call", {"name": "small"}, "last"))

        def send():
            with contextlib.suppress(OSError):
                process.stdin.write(b"".join(json.dumps(line).encode() + b"\n" for line in lines))
                process.stdin.flush()

        threading.Thread(target=send, daemon=True).start()
        start = time.monotonic()
        answered = 0
        while (reply := json.loads(process.stdout.readline())).get("id") != "last":
            answered += 1
        print(f"    {count} in {time.monotonic() - start:.1f} s, {answered} answered before they were taken back")
        held.that("the last call is answered", "result" in reply, reply)
        held.most("memory beyond idle", (resident(process) - idle) / MEGABYTE, 64, "MB")


@attack
def all_at_once(program, held):
    """Calls of all kinds: right, panicking, late, cancelled, malformed, hung up."""
    count = 5000 if held.short else 1_000_000
    workers = 8
    # What is late takes a second each: others of its connection do not wait for it.
    late = concurrent.futures.ThreadPoolExecutor(100)
    panics = [
        call("panics"),
        call("code", {"code": "aé"}),
        json.dumps(request("resources/read", {"uri": "mcp://attacked/panics.txt"})),
    ]
    with Server(program) as server:
        tally = {}
        lock = threading.Lock()
        middle = []

        def call_late(identity):
            reply = server.post(call("late", number=identity))[1]
            good = b"did not answer within 1 second" in reply and b'"id":%d' % identity in reply
            with lock:
                tally["late", good] = tally.get(("late", good), 0) + 1

        def work(number):
            generator = random.Random(number)
            connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)

            def post(body):
                nonlocal connection
                try:
                    connection.request("POST", "/mcp", body, {"Content-Type": "application/json"})
                    return connection.getresponse().read()
                except (OSError, http.client.HTTPException):
                    connection.close()
                    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
                    return None

            for index in range(count // workers):
                identity = number * count + index
                draw = generator.random()
                if draw < 0.01:
                    kind, body = "panic", generator.choice(panics)
                elif draw < 0.02:
                    late.submit(call_late, identity)
                    continue
                elif draw < 0.07:
                    kind = "hung up"
                    raw = call("blocks", {"seconds": 0}, identity).encode()
                    other = server.connect()
                    other.sendall(posted(raw))
                    other.close()
                    with lock:
                        tally[kind] = tally.get(kind, 0) + 1
                    continue
                elif draw < 0.09:
                    kind, body = "malformed", '{"jsonrpc":"2.0","id":1,"method":'
                else:
                    kind, body = "right", call("small", {"year": 2017}, identity)
                reply = post(body)
                good = reply is not None and {
                    "right": b'"isError":false' in reply and b'"id":%d' % identity in reply,
                    "panic": b"reference" in reply,
                    "malformed": b"not JSON" in reply,
                }[kind]
                with lock:
                    tally[kind, good] = tally.get((kind, good), 0) + 1

        threads = [threading.Thread(target=work, args=(number,)) for number in range(workers)]
        start = time.monotonic()
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads):
            middle.append(server.memory())
            time.sleep(0.2)
        late.shutdown()
        print(f"    {count} in {time.monotonic() - start:.0f} s: {tally}")
        held.that("each has its answer", not any(kind[1] is False for kind in tally if isinstance(kind, tuple)), tally)
        held.that("none is missing", sum(tally.values()) == count // workers * workers, tally)
        half = middle[len(middle) // 2 :]
        held.most("growth of memory in the second half", (half[-1] - half[0]) / MEGABYTE, 16, "MB")
        held.most("/health afterwards", server.health() * 1000, 100, "ms", timing=True)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("program")
    arguments.add_argument("--short", action="store_true")
    arguments.add_argument("names", nargs="*", help=", ".join(attack.__name__ for attack in ATTACKS))
    given = arguments.parse_intermixed_args()
    program = os.path.abspath(given.program)
    failed = passed = 0
    for one in ATTACKS:
        if given.names and one.__name__ not in given.names:
            continue
        print(f"{one.__name__}: {one.__doc__}", flush=True)
        held = Held(given.short)
        start = time.monotonic()
        try:
            one(program, held)
        except Exception as error:  # noqa: BLE001
            held.that("the attack itself", False, repr(error))
        outcome = f"BROKEN: {', '.join(held.broken)}" if held.broken else "held"
        print(f"  {outcome} ({time.monotonic() - start:.0f} s)", flush=True)
        failed += bool(held.broken)
        passed += not held.broken
    print(f"test result: attacks: {passed} passed; {failed} failed;")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
