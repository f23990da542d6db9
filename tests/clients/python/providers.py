"""Checks that tool schemas survive the conversion to the function formats of large model providers.

The converters are those of the providers and of LangChain. Nothing is sent to any provider.
"""

import argparse
import asyncio
import sys
from importlib.metadata import version

import agents
from agents.mcp import MCPServerStdio, MCPUtil
from anthropic.lib.tools.mcp import async_mcp_tool
from google.genai._mcp_utils import mcp_to_gemini_tools
from langchain_core.utils.function_calling import convert_to_openai_tool
from langchain_mcp_adapters.tools import convert_mcp_tool_to_langchain_tool

from checks import CALLS, TIMEOUT, Checks, at, server_log
from client import connect, over_stdio

# Where a JSON Schema holds other schemas.
SINGLE = ["additionalItems", "additionalProperties", "contains", "else", "if", "items", "not", "propertyNames"]
SINGLE += ["then", "unevaluatedItems", "unevaluatedProperties"]
LISTS = ["allOf", "anyOf", "items", "oneOf", "prefixItems"]
MAPS = ["$defs", "definitions", "dependentSchemas", "patternProperties", "properties"]
# The converters want what they would call the tool by, which is not done here.
UNUSED = object()
SERVER = MCPServerStdio({"command": "unused"}, name="unused")
KEPT = ["default", "description", "enum", "maximum", "minimum"]


def google(checks, tool):
    name = f"{tool.name} for Gemini"
    try:
        mcp_to_gemini_tools([tool])
        checks.that(False, name, "the error of python-genai issue 2393; if it is gone, use this", "none")
    except AttributeError as error:
        # Any `additionalProperties: false` ends it, and OpenAI's strict mode asks for just that.
        checks.contains(f"{name}, as it is", str(error), "'bool' object has no attribute 'items'")
    opened = tool.model_copy(update={"inputSchema": without_closing(tool.inputSchema)})
    for platform in False, True:
        source = tool if platform else opened
        [declaration] = mcp_to_gemini_tools([source], is_agent_platform=platform)[0].function_declarations
        converted = declaration.model_dump(mode="json", by_alias=True, exclude_none=True)
        parameters = converted["parametersJsonSchema" if platform else "parameters"]
        check_tool(checks, name, tool, converted, parameters)


def without_closing(schema):
    schema = {key: value for key, value in schema.items() if (key, value) != ("additionalProperties", False)}
    if "properties" in schema:
        schema["properties"] = {name: without_closing(part) for name, part in schema["properties"].items()}
    if "items" in schema:
        schema["items"] = without_closing(schema["items"])
    if "anyOf" in schema:
        schema["anyOf"] = [without_closing(part) for part in schema["anyOf"]]
    return schema


def openai(checks, tool):
    # Strict mode has no objects with names of the caller's own; the converter then leaves it.
    objects = [part for _, part in subschemas(tool.inputSchema) if at(part, "/type") == "object"]
    is_open = any(part.get("additionalProperties") is not False for part in objects)
    for asked in False, True:
        function = MCPUtil.to_function_tool(tool, SERVER, convert_schemas_to_strict=asked)
        strict = asked and not is_open
        name = f"{tool.name} for OpenAI, strict {asked}"
        checks.equal(f"{name}: is it", function.strict_json_schema, strict)
        converted = {"name": function.name, "description": function.description}
        check_tool(checks, name, tool, converted, function.params_json_schema, strict)


def anthropic(checks, tool):
    converted = async_mcp_tool(tool, UNUSED).to_dict()
    check_tool(checks, f"{tool.name} for Anthropic", tool, converted, converted["input_schema"])


def langchain(checks, tool):
    for strict in False, True:
        converted = convert_to_openai_tool(convert_mcp_tool_to_langchain_tool(UNUSED, tool), strict=strict)
        function = converted["function"]
        name = f"{tool.name} for LangChain, strict {strict}"
        checks.equal(f"{name}: strict", function["strict"], strict)
        check_tool(checks, name, tool, function, function["parameters"], strict)


CONVERTERS = {
    "google-genai": google,
    "openai-agents": openai,
    "anthropic": anthropic,
    "langchain-mcp-adapters": langchain,
}


def check_tool(checks, what, tool, converted, parameters, strict=False):
    checks.equal(f"{what}: name", converted["name"], tool.name)
    checks.equal(f"{what}: description", converted["description"], tool.description)
    check_kept(checks, what, tool.inputSchema, parameters, strict)


def check_kept(checks, what, schema, converted, strict):
    """Checks that a converted schema still has all that tells a model what to give."""
    if converted.get("nullable"):
        # Gemini has no type of null: a value is nullable, as an alternative or as a schema of its own.
        parts = schema.get("anyOf", [schema])
        checks.that({"type": "null"} in parts, f"{what}: nullable", "a schema with null", schema)
        others = [part for part in parts if part != {"type": "null"}]
        schema = others[0] if len(others) == 1 else {"anyOf": others} if others else {}
    # Gemini's types are written in capitals.
    checks.equal(f"{what}: type", converted.get("type", "").lower(), schema.get("type", ""))
    alternatives = converted.get("anyOf", [])
    checks.equal(f"{what}: alternatives", len(alternatives), len(schema.get("anyOf", [])))
    for index, (part, kept) in enumerate(zip(schema.get("anyOf", []), alternatives)):
        check_kept(checks, f"{what}, alternative {index + 1}", part, kept, strict)
    for keyword in KEPT:
        if keyword in schema:
            checks.equal(f"{what}: {keyword}", converted.get(keyword), schema[keyword])
    properties = schema.get("properties", {})
    # In OpenAI's strict mode every property is required.
    required = list(properties) if strict else schema.get("required", [])
    checks.equal(f"{what}: required", sorted(converted.get("required", [])), sorted(required))
    checks.equal(f"{what}: properties", sorted(converted.get("properties", {})), sorted(properties))
    for name, part in properties.items():
        check_kept(checks, f"{what}, {name}", part, at(converted, f"/properties/{name}"), strict)
    if "items" in schema:
        check_kept(checks, f"{what}, items", schema["items"], converted["items"], strict)


def check_rules(checks, what, schema, is_input):
    """Checks what makes a schema portable, for those converters too that are not here."""
    parts = list(subschemas(schema))
    objects = [(path, part) for path, part in parts if isinstance(part, dict)]

    def rule(name, offenders):
        checks.equal(f"{what}: {name}", list(offenders), [])

    checks.equal(f"{what}: root type", schema.get("type"), "object")
    allowed = ("additionalProperties", False)
    rule("boolean schemas", [p for p, part in parts if isinstance(part, bool) and (p.split("/")[-1], part) != allowed])
    rule("references", [p for p, part in objects if part.keys() & {"$ref", "$defs", "$schema", "definitions"}])
    rule("lists of types", [p for p, part in objects if not isinstance(part.get("type", ""), str)])
    rule("enums of other than strings", [p for p, part in objects if not is_plain_enum(part)])
    typed = {"type", "anyOf", "not"} if is_input else {"type", "anyOf", "const"}
    rule("neither type nor alternatives", [p for p, part in objects if not part.keys() & typed])
    rule("alternatives beside a type", [p for p, part in objects if {"type", "anyOf"} <= part.keys()])
    rule("alternatives of one", [p for p, part in objects if len(part.get("anyOf", [0, 0])) < 2])


def is_plain_enum(schema):
    return "enum" not in schema or schema.get("type") == "string" and all(isinstance(v, str) for v in schema["enum"])


def subschemas(schema, path=""):
    """A schema and all schemas in it, with their paths; not what only looks like one, such as a default."""
    yield path, schema
    if isinstance(schema, bool):
        return
    for keyword, value in schema.items():
        inner = {}
        if keyword in MAPS:
            inner = value
        elif keyword in LISTS and isinstance(value, list):
            inner = dict(enumerate(value))
        elif keyword in SINGLE:
            yield from subschemas(value, f"{path}/{keyword}")
        for name, part in inner.items():
            yield from subschemas(part, f"{path}/{keyword}/{name}")


async def list_tools(folder, program, log):
    async with asyncio.timeout(TIMEOUT), connect(over_stdio(folder, program, log)) as peer:
        return (await peer.session.list_tools()).tools


def check(checks, folder, program):
    tools = []
    with checks.section(f"python schema rules, {program}"), server_log() as log:
        tools = asyncio.run(list_tools(folder, program, log))
        checks.equal(f"{program}: tools", [tool.name for tool in tools], CALLS[program]["tools"])
        for tool in tools:
            check_rules(checks, f"{tool.name}, input", tool.inputSchema, is_input=True)
            check_rules(checks, f"{tool.name}, output", tool.outputSchema, is_input=False)
    if not tools:
        return
    for package, convert in CONVERTERS.items():
        title = f"python {package} {version(package)}, {program}"
        with checks.section(title), checks.quiet(title):
            for tool in tools:
                convert(checks, tool)


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("folder", help="where the example programs are")
    folder = arguments.parse_args().folder
    agents.set_tracing_disabled(True)
    checks = Checks()
    for program in CALLS:
        check(checks, folder, program)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
