"""A server built with the official Python SDK: content for the model, structuredContent for the person."""

import argparse
import socket
import sys

import uvicorn
from mcp.server import MCPServer
from mcp.types import CallToolResult, TextContent

NAME = "python-contract"
INSTRUCTIONS = "Name the year of every figure."
PLUGIN = {"description": "Cities, by population", "sample_questions": ["Which city is the largest?"]}

CITIES_TEXT = "Tokyo is the largest city.\n\n| City | Population |\n| --- | --- |\n| Tōkyō | 37400068 |"
CITIES = {
    "sources": ["https://example.org/only-for-the-person?year=2018"],
    "source_details": [
        {"url": "https://example.org/only-for-the-person?year=2018", "title": "Cities", "license": "CC-BY-4.0"}
    ],
    "table": [
        ["City", "Population", "Growth", "Since", "Capital"],
        ["Tōkyō \U0001f5fc", 37_400_068, 0.1 + 0.2, None, True],
        ["beyond-the-cap", 12_345_678_901_234_567_890, -1e-7, 1457, False],
    ],
    "charts": [
        {
            "type": "bar",
            "data": {"labels": ["drawn-label"], "datasets": [{"label": "drawn-series", "data": [37_400_068.125]}]},
            "options": {"plugins": {"title": {"display": True, "text": "drawn-title"}}},
        }
    ],
    "force": "verbatim-only:\n  as it  is",
}
FORCED_TEXT = "A notice is shown."
FORCED = {"force": "verbatim-alone", "sources": []}
PLAIN_TEXT = "There is no structured part."
REFUSED_TEXT = "There are no data before 1950."
# What of the structured parts a model must never be told; none of it stands in a text.
OWN = ["only-for-the-person", "beyond-the-cap", "drawn-", "verbatim-", "CC-BY-4.0", "12345678901234567890", "datasets"]

server = MCPServer(NAME, version="3", instructions=INSTRUCTIONS, log_level="ERROR")


def tool(function):
    return server.tool(structured_output=False, meta={"plugin": "cities", "plugin_metadata": PLUGIN})(function)


def result(text, structured=None, is_error=False):
    content = [TextContent(type="text", text=text)]
    return CallToolResult(content=content, structured_content=structured, is_error=is_error)


@tool
def cities(country: str = "all") -> CallToolResult:
    """Cities by population."""
    return result(CITIES_TEXT, CITIES)


@tool
def forced() -> CallToolResult:
    """A verbatim text alone."""
    return result(FORCED_TEXT, FORCED)


@tool
def plain() -> CallToolResult:
    """A text alone."""
    return result(PLAIN_TEXT)


@tool
def refused(year: int) -> CallToolResult:
    """An error of the tool's own words."""
    return result(REFUSED_TEXT, is_error=True)


@tool
def breaks() -> CallToolResult:
    """An exception."""
    raise ValueError("the database is gone")


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--stateless", action="store_true", help="no sessions, and JSON instead of streams")
    is_stateless = arguments.parse_args().stateless
    listener = socket.create_server(("127.0.0.1", 0))
    print(f"{NAME} answers at http://127.0.0.1:{listener.getsockname()[1]}/mcp", file=sys.stderr, flush=True)
    app = server.streamable_http_app(stateless_http=is_stateless, json_response=is_stateless)
    uvicorn.Server(uvicorn.Config(app, log_level="error")).run(sockets=[listener])


if __name__ == "__main__":
    main()
