"""Calls the example programs by the official Python SDK: mcp 1.x and mcp 2.x, over stdio and HTTP."""

import argparse
import asyncio
import sys
from contextlib import AsyncExitStack, asynccontextmanager, nullcontext
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import mcp
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client
from pydantic import AnyUrl

from checks import CALLS, TIMEOUT, Checks, check_catalog, check_result, clean_environment, server_log, serving

SDK = version("mcp")
IS_2 = SDK.startswith("2.")
ProtocolError = mcp.MCPError if IS_2 else mcp.McpError
# Only mcp 2.x speaks both eras: it asks by `server/discover` first, unless told to `initialize`.
ERAS = ["2026-07-28", "2025-11-25"] if IS_2 else ["2025-11-25"]


@dataclass
class Peer:
    """A connected program: both SDKs have the same methods, and their results the same wire form."""

    session: Any
    protocol_version: str
    instructions: str | None
    has_resources: bool

    async def tools(self):
        return wire(await self.session.list_tools())["tools"]

    async def resources(self):
        return (await self.session.list_resources()).resources

    async def templates(self):
        return wire(await self.session.list_resource_templates())["resourceTemplates"]

    async def read(self, uri):
        return wire(await self.session.read_resource(uri))["contents"]

    async def call(self, tool, arguments):
        return wire(await self.session.call_tool(tool, arguments))


def wire(result):
    return result.model_dump(by_alias=True, mode="json")


@asynccontextmanager
async def connect(transport, era=ERAS[0]):
    async with AsyncExitStack() as stack:
        if IS_2:
            mode = "auto" if era == ERAS[0] else "legacy"
            client = await stack.enter_async_context(mcp.Client(transport, mode=mode, read_timeout_seconds=TIMEOUT))
            resources = client.server_capabilities.resources
            yield Peer(client, client.protocol_version, client.instructions, resources is not None)
        else:
            streams = await stack.enter_async_context(transport)
            session = await stack.enter_async_context(mcp.ClientSession(*streams[:2]))
            server = await session.initialize()
            yield Peer(session, server.protocolVersion, server.instructions, server.capabilities.resources is not None)


def over_stdio(folder, program, log):
    command = StdioServerParameters(
        command=str(Path(folder) / program), args=["--transport", "stdio"], env=clean_environment()
    )
    return stdio_client(command, errlog=log)


async def check(checks, program, transport, era):
    async with asyncio.timeout(TIMEOUT), connect(transport, era) as peer:
        expected = CALLS[program]
        checks.equal("protocol version", peer.protocol_version, era)
        if expected["instructions"]:
            checks.contains("instructions", peer.instructions, expected["instructions"])
        # Before any call, because the SDK checks results only against schemas that it has seen.
        check_catalog(checks, program, await peer.tools())
        if peer.has_resources:
            await check_resources(checks, peer)
        for call in expected["calls"]:
            check_result(checks, call, await peer.call(call["tool"], call["arguments"]))
        await check_unknown(checks, peer, expected["unknown"])


async def check_resources(checks, peer):
    resources = await peer.resources()
    checks.that(bool(resources), "resources", "at least one", resources)
    for resource in resources:
        contents = await peer.read(resource.uri)
        checks.equal(f"{resource.uri}: URIs", [content["uri"] for content in contents], [str(resource.uri)])
        for content in contents:
            checks.equal(f"{resource.uri}: mime type", content["mimeType"], wire(resource)["mimeType"])
            checks.that(bool(content.get("text") or content.get("blob")), f"{resource.uri}: content", "some", content)


# N09: this SDK's type for URLs lowercases, resolves and escapes what it lists, and sends that back.
SPELLINGS = {
    "mcp://fixtures/código.md": "code book",
    "mcp://fixtures/c%C3%B3digo.md": "code book",
    "https://Example.org": "home page",
    "https://example.org/": "home page",
    "https://example.org/a/../license": "license",
    "https://example.org/license": "license",
    "mcp://fixtures/años/2017": "year 2017",
    "mcp://fixtures/a%C3%B1os/2017": "year 2017",
}


async def check_spellings(checks, transport, era):
    """Reads every resource of the fixture server as it is listed, and by other spellings of its URI."""
    async with asyncio.timeout(TIMEOUT), connect(transport, era) as peer:
        await check_resources(checks, peer)
        listed = {str(resource.uri) for resource in await peer.resources()}
        for uri in "mcp://fixtures/c%C3%B3digo.md", "https://example.org/", "https://example.org/license":
            checks.that(uri in listed, "listed URIs", uri, listed)
        templates = [template["uriTemplate"] for template in await peer.templates()]
        checks.that("mcp://fixtures/a%C3%B1os/{year}" in templates, "listed templates", "its normal form", templates)
        for uri, text in SPELLINGS.items():
            for asked in (uri,) if IS_2 else (uri, AnyUrl(uri)):
                contents = await peer.read(asked)
                checks.equal(f"{uri}: text", [content["text"] for content in contents], [text])


async def check_unknown(checks, peer, name):
    try:
        came = await peer.call(name, {})
        checks.that(False, f"{name}, which does not exist", "a protocol error", came)
    except ProtocolError as error:
        checks.equal(f"{name}: code", error.error.code, -32602)
        checks.contains(f"{name}: message", error.error.message, f"`{name}`")


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("folder", help="where the example programs are")
    arguments.add_argument("fixture", help="the fixture program, whose resources have many spellings")
    arguments.add_argument("--transport", choices=["stdio", "http"], action="append")
    options = arguments.parse_args()
    checks = Checks()
    for program in CALLS:
        for transport in options.transport or ["stdio", "http"]:
            for era in ERAS:
                title = f"python mcp {SDK}, {program} over {transport}, {era}"
                with checks.section(title), checks.quiet(title), server_log() as log:
                    server = serving(options.folder, program) if transport == "http" else nullcontext()
                    with server as url:
                        connection = streamable_http_client(url) if url else over_stdio(options.folder, program, log)
                        asyncio.run(check(checks, program, connection, era))
    folder, program = Path(options.fixture).parent, Path(options.fixture).name
    for era in ERAS:
        title = f"python mcp {SDK}, spellings of URIs, {era}"
        with checks.section(title), checks.quiet(title), server_log() as log:
            asyncio.run(check_spellings(checks, over_stdio(folder, program, log), era))
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
