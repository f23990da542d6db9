// A call: its JSON, the command lines that say the same, and the exchange with the server.
(() => {
  "use strict";
  const preview = (globalThis.McpPreview ??= {});

  const PROTOCOL = "2025-11-25";
  const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[^\s"{}[\]:,]+|[{}[\]:,]/g;

  // Arguments and replies stay JSON texts where a person sees or sends them: JavaScript's numbers would
  // round a long integer and turn 87.0 into 87.

  /** The parts of a JSON object or list as texts, `[name, text]`; those of a list have no name. */
  function parts(text) {
    const found = [];
    let [depth, name, start] = [0, null, 0];
    for (const { 0: token, index } of text.matchAll(TOKENS)) {
      const closes = token === "}" || token === "]";
      if (depth === 1 && (closes || token === ",")) {
        const part = text.slice(start, index).trim();
        if (part) found.push([name, part]);
      } else if (depth === 1 && token === ":") name = JSON.parse(text.slice(start, index));
      if (token === "{" || token === "[") depth += 1;
      else if (closes) depth -= 1;
      if (depth === 1 && /^[{[,:]$/.test(token)) start = index + 1;
    }
    return found;
  }

  /** The members of a JSON object as texts by their names; throws for what is no JSON object. */
  preview.members = (text) => {
    const value = JSON.parse(text);
    if (typeof value !== "object" || value === null || Array.isArray(value)) throw new SyntaxError("not a JSON object");
    return new Map(parts(text));
  };

  /** The items of a JSON list as texts; throws for what is no JSON list. */
  preview.items = (text) => {
    if (!Array.isArray(JSON.parse(text))) throw new SyntaxError("not a JSON list");
    return parts(text).map(([, item]) => item);
  };

  /** A JSON object of members that are JSON texts. */
  preview.object = (members) => `{${Array.from(members, ([name, text]) => `${JSON.stringify(name)}: ${text}`).join(", ")}}`;

  /** A JSON text in one line. */
  preview.oneLine = (text) => Array.from(text.matchAll(TOKENS), ([token]) => (token === "," || token === ":" ? `${token} ` : token)).join("");

  /** A JSON text over many lines; a list of plain values stays in one. */
  preview.indented = (text) => {
    const tokens = Array.from(text.matchAll(TOKENS), ([token]) => token);
    const parts = [];
    let depth = 0;
    const newLine = () => parts.push("\n", "  ".repeat(depth));
    for (let index = 0; index < tokens.length; index += 1) {
      const token = tokens[index];
      if (token === "[" || token === "{") {
        let end = index + 1;
        while (!/^[[\]{}]$/.test(tokens[end])) end += 1;
        const inline = tokens[end] === (token === "[" ? "]" : "}") && (token === "[" || end === index + 1);
        if (inline) {
          parts.push(preview.oneLine(tokens.slice(index, end + 1).join("")));
          index = end;
          continue;
        }
        parts.push(token);
        depth += 1;
        newLine();
      } else if (token === "]" || token === "}") {
        depth -= 1;
        newLine();
        parts.push(token);
      } else if (token === ",") {
        parts.push(token);
        newLine();
      } else parts.push(token === ":" ? ": " : token);
    }
    return parts.join("");
  };

  /** Reads JSON; an integer that a JavaScript number cannot hold becomes a BigInt where the browser tells its digits. */
  preview.parse = (text) => JSON.parse(text, (_, value, context) => {
    const isRounded = typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value);
    return isRounded && /^-?\d+$/.test(context?.source ?? "") ? BigInt(context.source) : value;
  });

  /** Writes as JSON what `parse` has read. */
  preview.jsonText = (value) => preview.oneLine(JSON.stringify(value, (_, item) => (typeof item === "bigint" ? JSON.rawJSON(String(item)) : item)));

  /** A word of a POSIX shell's command line. */
  const shellWord = (text) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

  /** Whether each required argument is among the members. */
  preview.isFilled = (tool, members) => preview.argumentsOf(tool).every(({ name, isRequired }) => !isRequired || members.has(name));

  /** The part of an address that holds a call. */
  preview.fragment = (tool, callArguments) => `#tool=${encodeURIComponent(tool)}&arguments=${encodeURIComponent(callArguments)}`;

  /** The call as a command of the server's own program. */
  preview.commandLine = (program, tool, callArguments) => [program, "call", tool, callArguments].map(shellWord).join(" ");

  /** The call for curl. A token stays out of it: command lines are copied into chats and histories. */
  preview.curlLine = (tool, callArguments, needsToken) => [
    `curl -sS ${shellWord(preview.endpoint.href)}`,
    ...(needsToken ? ['-H "Authorization: Bearer $MCP_BEARER_TOKEN"'] : []),
    "-H 'Content-Type: application/json'",
    "-H 'Accept: application/json, text/event-stream'",
    `-H 'MCP-Protocol-Version: ${PROTOCOL}'`,
    `-d ${shellWord(request(1, "tools/call", callParams(tool, callArguments)))}`,
  ].join(" \\\n  ");

  const callParams = (tool, callArguments, meta) => preview.object([
    ["name", JSON.stringify(tool)],
    ["arguments", callArguments],
    ...(meta ? [["_meta", meta]] : []),
  ]);

  const request = (id, method, params) => preview.object([
    ["jsonrpc", '"2.0"'], ["id", String(id)], ["method", JSON.stringify(method)], ["params", params],
  ]);

  /** Where MCP is answered: beside this page, also behind a prefix. */
  preview.endpoint = new URL("mcp", document.baseURI);

  /** A failed exchange: `kind` is a key of the texts' `problems`, the rest is told in it. */
  class Problem extends Error {
    constructor(kind, details = {}) {
      super(kind);
      Object.assign(this, { kind, details });
    }
  }
  preview.Problem = Problem;

  /** Details of a failure as parts of a sentence: those that are texts come from elsewhere. */
  const told = (details) => Object.fromEntries(Object.entries(details).map(([name, value]) => [name, typeof value === "string" ? McpData.isolated(value) : value]));

  /** What a failure tells a person, as a function of the texts. */
  preview.explain = (error) => (error instanceof Problem
    ? (words) => words.problems[error.kind](told(error.details))
    : (words) => words.problems.bug(String(error)));

  const STATUS_KINDS = { 401: "unauthorized", 403: "forbidden", 404: "notFound", 413: "tooLarge" };

  /** What a server says in the body of a refusal. */
  function refusalText(text) {
    try {
      return String(JSON.parse(text).error.message);
    } catch {
      return text.trim().slice(0, 300);
    }
  }

  /** The events of a stream so far, as texts of their data, and the rest that is not complete yet. */
  function events(text) {
    const blocks = text.replace(/\r\n?/g, "\n").split("\n\n");
    const rest = blocks.pop();
    const data = blocks.map((block) => block.split("\n").filter((line) => line.startsWith("data:")).map((line) => line.slice(5).replace(/^ /, "")).join("\n"));
    return { data: data.filter(Boolean), rest };
  }

  function readMessage(text) {
    try {
      return preview.parse(text);
    } catch {
      throw new Problem("unreadable", { start: text.trim().slice(0, 200) });
    }
  }

  /** Reads a reply to its end: a JSON text, or events, of which the one with our id is the reply. */
  async function readReply(response, id, onProgress) {
    const isStream = /^text\/event-stream\b/i.test(response.headers.get("Content-Type") ?? "");
    const decoder = new TextDecoder();
    const reader = response.body.getReader();
    let [text, bytes, reply] = ["", 0, null];
    const take = () => {
      const { data, rest } = events(text);
      text = rest;
      for (const item of data) {
        const message = readMessage(item);
        if (message?.id === id) reply = item;
        else if (message?.method === "notifications/progress") onProgress?.(message.params ?? {});
      }
    };
    while (reply === null) {
      const { done, value } = await reader.read();
      if (done) break;
      bytes += value.byteLength;
      text += decoder.decode(value, { stream: true });
      if (isStream) take();
    }
    if (!isStream) return { text: text + decoder.decode(), bytes };
    text += "\n\n";
    take();
    reader.cancel().catch(() => {});
    if (reply === null) throw new Problem("noReply");
    return { text: reply, bytes };
  }

  let lastId = 0;

  /**
   * One request and its reply: `{message, text, bytes}`. Options: `token`, `signal`, `onProgress`.
   * Throws a `Problem`, or the signal's own `AbortError`.
   */
  preview.exchange = async (method, params, { token, signal, onProgress, id = (lastId += 1) } = {}) => {
    const headers = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
    if (method !== "initialize") headers["MCP-Protocol-Version"] = PROTOCOL;
    if (token) headers.Authorization = `Bearer ${token}`;
    let reply;
    try {
      const response = await fetch(preview.endpoint, { method: "POST", headers, body: request(id, method, params), signal, cache: "no-store" });
      if (!response.ok) {
        const details = { status: response.status, said: refusalText(await response.text()) };
        throw new Problem(STATUS_KINDS[response.status] ?? "refused", details);
      }
      reply = await readReply(response, id, onProgress);
    } catch (error) {
      if (error instanceof Problem || error.name === "AbortError") throw error;
      throw new Problem("unreachable", { address: preview.endpoint.href });
    }
    const message = readMessage(reply.text);
    if (message?.error) throw new Problem("rpc", { code: message.error.code, said: String(message.error.message), ...reply });
    if (typeof message?.result !== "object" || message.result === null) throw new Problem("unreadable", { start: reply.text.slice(0, 200) });
    return { ...reply, message };
  };

  /** The server's name, version and instructions. */
  preview.initialize = async (options) => {
    const params = JSON.stringify({ protocolVersion: PROTOCOL, capabilities: {}, clientInfo: { name: "preview", version: "0.1.0" } });
    return (await preview.exchange("initialize", params, options)).message.result;
  };

  /** All tools, over as many pages as the server makes of them. */
  preview.listTools = async (options) => {
    const tools = [];
    let cursor;
    do {
      const { result } = (await preview.exchange("tools/list", JSON.stringify({ cursor }), options)).message;
      tools.push(...(result.tools ?? []));
      cursor = result.nextCursor;
    } while (cursor);
    return tools;
  };

  /** Calls a tool with arguments that are a JSON text; its progress is told while it runs. */
  preview.callTool = (tool, callArguments, options) => {
    const id = (lastId += 1);
    return preview.exchange("tools/call", callParams(tool, callArguments, `{"progressToken": ${id}}`), { ...options, id });
  };
})();
