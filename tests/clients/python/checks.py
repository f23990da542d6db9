"""What the client checks share: counting, comparing, and starting the example programs."""

import faulthandler
import json
import logging
import os
import re
import subprocess
import tempfile
import time
import traceback
from contextlib import contextmanager
from pathlib import Path

CALLS = json.loads((Path(__file__).parent.parent / "calls.json").read_text("utf-8"))
# What one section may take at most, so that nothing hangs. All of them together take seconds.
TIMEOUT = 60
# The last resort, for a wait that heeds no timeout.
faulthandler.dump_traceback_later(10 * TIMEOUT, exit=True)
MISSING = type("Missing", (), {"__repr__": lambda _: "nothing"})()


class Checks:
    """Counts checks, tells every failure when it happens, and prints one line a section."""

    def __init__(self):
        self.passed = self.failed = 0

    def that(self, holds, what, expected, came):
        if holds:
            self.passed += 1
        else:
            self.failed += 1
            print(f"FAILED {what}\n  expected: {expected!r}\n  came:     {came!r}", flush=True)

    def equal(self, what, came, expected):
        self.that(same(came, expected), what, expected, came)

    def contains(self, what, text, part):
        self.that(isinstance(text, str) and part in text, what, f"a text with {part!r}", text)

    @contextmanager
    def section(self, title):
        """Runs a part of the checks; an exception in it is one failed check, and the rest goes on."""
        passed, failed = self.passed, self.failed
        try:
            yield
        except Exception as error:
            self.that(False, title, "no exception", error)
            traceback.print_exception(error)
        failures = f", {self.failed - failed} failed" if self.failed > failed else ""
        print(f"{title}: {self.passed - passed + self.failed - failed} checks{failures}", flush=True)

    @contextmanager
    def quiet(self, what):
        """Checks that nothing is logged or warned of at the level of a warning or above."""
        messages = []
        handler = logging.Handler(logging.WARNING)
        handler.emit = lambda record: messages.append(f"{record.name}: {record.getMessage()}")
        logging.captureWarnings(True)
        logging.getLogger().addHandler(handler)
        try:
            yield
        finally:
            logging.getLogger().removeHandler(handler)
            logging.captureWarnings(False)
        self.equal(f"{what}: warnings", messages, [])

    def finish(self):
        """Prints the sum; returns the exit code."""
        outcome = "FAILED" if self.failed or not self.passed else "ok"
        print(f"test result: {outcome}. {self.passed} passed; {self.failed} failed;")
        return 0 if outcome == "ok" else 1


def same(came, expected):
    """Whether two JSON values are equal, and of the same JSON kind: 87.0 is 87, and true is not 1."""
    if isinstance(expected, bool) or isinstance(came, bool):
        return came is expected
    if isinstance(expected, (int, float)):
        return isinstance(came, (int, float)) and came == expected
    if type(came) is not type(expected):
        return False
    if isinstance(expected, list):
        return len(came) == len(expected) and all(map(same, came, expected))
    if isinstance(expected, dict):
        return came.keys() == expected.keys() and all(same(came[key], expected[key]) for key in expected)
    return came == expected


def at(value, pointer):
    """The part of a JSON value that a JSON pointer names, or MISSING."""
    for step in pointer.split("/")[1:]:
        step = step.replace("~1", "/").replace("~0", "~")
        try:
            value = value[int(step) if isinstance(value, list) else step]
        except (KeyError, IndexError, TypeError, ValueError):
            return MISSING
    return value


def check_catalog(checks, program, tools):
    """Checks the `tools` of a `tools/list` result against calls.json."""
    checks.equal(f"{program}: tools", [tool.get("name") for tool in tools], CALLS[program]["tools"])
    for tool in tools:
        checks.that(bool(tool.get("description")), f"{tool['name']}: description", "a text", tool.get("description"))
        for schema in "inputSchema", "outputSchema":
            checks.equal(f"{tool['name']}: root type of {schema}", at(tool, f"/{schema}/type"), "object")


def check_result(checks, call, result):
    """Checks a `CallToolResult`, as it is on the wire, against a call of calls.json."""
    what = describe(call)
    checks.equal(f"{what}: isError", result.get("isError") or False, "error" in call)
    kinds = [block["type"] for block in result["content"]]
    checks.equal(f"{what}: content", kinds, ["text"])
    check_text(checks, call, result)
    structured = result.get("structuredContent")
    if "error" in call:
        checks.equal(f"{what}: structuredContent of an error", structured, None)
        return
    checks.that(isinstance(structured, dict), f"{what}: structuredContent", "an object", structured)
    for pointer, expected in call["structured"].items():
        checks.equal(f"{what}: {pointer}", at(structured, pointer), expected)


def check_text(checks, call, result):
    text = at(result, "/content/0/text")
    for part in call.get("error") or call["text"]:
        checks.contains(f"{describe(call)}: text", text, part)


def describe(call):
    return f"{call['tool']} {json.dumps(call['arguments'])}"


def clean_environment(**settings):
    """This process's environment without the settings of the programs, so that their defaults hold."""
    own = "MCP_", "AI_", "WEBCHAT_"
    return {name: value for name, value in os.environ.items() if not name.startswith(own)} | settings


@contextmanager
def server_log():
    """A file for a program's standard error, shown when the checks end by an exception."""
    with tempfile.TemporaryFile("w+", encoding="utf-8") as log:
        try:
            yield log
        except Exception:
            log.seek(0)
            if text := log.read():
                print(f"standard error of the program:\n{text[-4000:]}", flush=True)
            raise


@contextmanager
def running(command, **settings):
    """Starts a program; gives the process and its standard error; stops it at the end."""
    with server_log() as log:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=log,
            env=clean_environment(**settings),
        )
        try:
            yield process, log
        finally:
            process.terminate()
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait(5)


@contextmanager
def serving(folder, program, **settings):
    """Starts an example program over HTTP on a free port; gives the URL; stops it at the end."""
    with running([Path(folder) / program, "--transport", "http", "--port", "0"], **settings) as (process, log):
        yield first_url(process, log)


def first_url(process, log, after=""):
    """The first URL that a program says after these words."""
    deadline = time.monotonic() + TIMEOUT
    while time.monotonic() < deadline and process.poll() is None:
        # Not by `log` itself: the program writes at the position that this would move.
        if said := re.search(rf"{re.escape(after)}.*?(http://\S+)\s", os.pread(log.fileno(), 4000, 0).decode()):
            return said[1]
        time.sleep(0.01)
    raise TimeoutError(f"{process.args[0]} did not say where it listens (exit code {process.poll()})")
