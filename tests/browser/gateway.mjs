// A chat as a person uses it: the gateway's page, between a scripted model and a server of tools.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { browserTest, eventually, painted } from './harness.mjs';
import { sent } from './preview.mjs';
import { Program, sharedProgram } from './programs.mjs';
import { OWN_TABLE } from './results.mjs';

export const SAMPLE = "How has Iowa's electricity mix changed since 2001?";
export const MIX = 'energy_electricity_mix';
export const LARGEST = 'energy_largest_source';

const piece = (delta, finish_reason = null) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
const stream = (response) => response.writeHead(200, { 'content-type': 'text/event-stream' });
const ended = (response, reason) => response.end(`${piece({}, reason)}data: [DONE]\n\n`);

/** The model says this, word by word. */
export const says = (text) => (response) => {
  stream(response);
  for (const word of text.match(/\s*\S+\s*$|\s*\S+/g)) response.write(piece({ content: word }));
  ended(response, 'stop');
};

/** The model begins to say this, and goes on when `more` resolves to the rest; without it, never. */
export const begins =
  (text, more = new Promise(() => {})) =>
  async (response) => {
    stream(response).write(piece({ content: text }));
    response.write(piece({ content: await more }));
    ended(response, 'stop');
  };

/** The model asks for these calls, `[tool, arguments]` each; arguments that are a text are sent as it is. */
export const asks =
  (...calls) =>
  (response) => {
    stream(response);
    calls.forEach(([name, args], index) => {
      const text = typeof args === 'string' ? args : JSON.stringify(args ?? {});
      const middle = Math.floor(text.length / 2);
      const part = (call) => response.write(piece({ tool_calls: [{ index, ...call }] }));
      part({ id: `call-${index}`, type: 'function', function: { name, arguments: text.slice(0, middle) } });
      part({ function: { arguments: text.slice(middle) } });
    });
    ended(response, 'tool_calls');
  };

/** The model's API refuses with this status. */
export const refuses =
  (status, headers = {}) =>
  (response) =>
    response.writeHead(status, headers).end('{}');

/** The model's API says nothing at all. */
export const silence = () => {};

/** A server of HTTP on loopback: `answer(request, response, body)`; at most until the process ends. */
async function listen(answer, port = 0) {
  const server = createServer((request, response) => {
    const parts = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => answer(request, response, Buffer.concat(parts).toString()));
  });
  await new Promise((ready, failed) => server.once('error', failed).listen(port, '127.0.0.1', ready));
  server.unref();
  return server;
}

async function close(server) {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
}

/** An OpenAI-compatible API: each request gets the next reply of `script`, and after them `otherwise`. */
export class Model {
  script = [];
  otherwise = refuses(418);
  /** The bodies that it was sent. */
  bodies = [];
  /** How many requests were given up by the other side. */
  givenUp = 0;

  constructor(name = 'scripted') {
    this.name = name;
  }

  async start(port = 0) {
    this.server = await listen((request, response, body) => {
      if (request.method === 'GET') return response.end(JSON.stringify({ data: [{ id: this.name }] }));
      this.bodies.push(body);
      response.on('close', () => {
        if (!response.writableEnded) this.givenUp += 1;
      });
      return (this.script.shift() ?? this.otherwise)(response);
    }, port);
    return this;
  }

  get port() {
    return this.server.address().port;
  }

  stop() {
    return close(this.server);
  }

  /** The messages of a request, the last unless said otherwise. */
  messages(index = -1) {
    return JSON.parse(this.bodies.at(index)).messages;
  }

  /** What the tools told it, in the last request. */
  toolTexts() {
    return this.messages()
      .filter(({ role }) => role === 'tool')
      .map(({ content }) => content);
  }
}

/** An MCP server of someone else: `results` by the tools' names; `about` a tool what its entry says besides. */
export class Stranger {
  constructor(results, { about = () => ({}), server = { name: 'stranger', version: '1' }, instructions } = {}) {
    Object.assign(this, { results, about, info: server, instructions });
  }

  async start() {
    const inputSchema = { type: 'object', properties: {} };
    const tools = Object.keys(this.results).map((name) => ({ name, inputSchema, ...this.about(name) }));
    const answers = {
      initialize: () => ({
        protocolVersion: '2025-06-18',
        capabilities: { tools: {} },
        serverInfo: this.info,
        instructions: this.instructions,
      }),
      'tools/list': () => ({ tools }),
      'tools/call': ({ name }) => this.results[name],
    };
    this.server = await listen((request, response, body) => {
      if (request.method !== 'POST') return response.writeHead(405).end();
      const { method, id, params } = JSON.parse(body);
      if (id === undefined) return response.writeHead(202).end();
      const error = { code: -32601, message: 'no such method' };
      const reply = answers[method] ? { result: answers[method](params) } : { error };
      response.setHeader('content-type', 'application/json');
      return response.end(JSON.stringify({ jsonrpc: '2.0', id, ...reply }));
    });
    this.url = `http://127.0.0.1:${this.server.address().port}/mcp`;
    return this;
  }

  call(name) {
    return this.results[name];
  }

  stop() {
    return close(this.server);
  }
}

/** The chat as a person uses it. */
class Chat {
  constructor(page, parts) {
    Object.assign(this, { page }, parts);
  }

  async open() {
    await this.page.goto(this.gateway.url);
    await this.page.locator('.card, .notice').first().waitFor({ state: 'attached' });
    return this;
  }

  /** Asks a question, to which the model gives these replies, and waits for the end of the answer. */
  async ask(question, ...replies) {
    await this.begin(question, ...replies);
    await this.over();
  }

  async begin(question, ...replies) {
    this.model.script.push(...replies);
    await this.page.locator('#question').fill(question);
    await this.page.locator('#question').press('Enter');
  }

  /** Waits until the answer is over and its charts are drawn. */
  async over() {
    await this.page.locator('#send').waitFor();
    await this.drawn();
  }

  /** Waits until all charts are drawn. */
  async drawn() {
    await eventually(
      () =>
        this.page.evaluate(
          () =>
            [...document.querySelectorAll('.mcp-chart canvas')].filter((it) => !globalThis.Chart?.getChart(it)).length,
        ),
      0,
    );
    await painted(this.page);
  }

  /** A part of a turn, the last unless said otherwise. */
  in(selector, turn = -1) {
    return this.page.locator('.turn').nth(turn).locator(selector);
  }

  texts(selector, turn = -1) {
    return this.in(selector, turn).allTextContents();
  }

  /** The messages of faults that a turn shows. */
  problems(turn = -1) {
    return this.texts('.problem[role=alert]', turn);
  }

  /** The rows of the tables of a turn, table by table, as they would be sent. */
  tables(turn = -1) {
    return rowsOf(this.in(OWN_TABLE, turn));
  }

  /** The result of a call, as the server gives it to a client that renders tables and charts itself. */
  async call(name, args = {}) {
    const of = (key, value) => ({ [`io.modelcontextprotocol/${key}`]: value });
    const version = '2026-07-28';
    const _meta = {
      ...{ ...of('protocolVersion', version), ...of('clientInfo', { name: 'test', version: '1' }) },
      ...of('clientCapabilities', { extensions: of('ui', {}) }),
    };
    const params = { name, arguments: args, _meta };
    const reply = await fetch(this.server.url, {
      method: 'POST',
      headers: {
        ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        ...{ 'mcp-protocol-version': version, 'mcp-method': 'tools/call', 'mcp-name': name },
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    });
    return (await reply.json()).result;
  }

  count(selector) {
    return this.page.locator(selector).count();
  }

  status() {
    return this.page.locator('#status').textContent();
  }
}

/** The rows of tables, as they would be sent: without the groups of English numbers. */
export async function rowsOf(tables) {
  const rows = await tables.evaluateAll((all) =>
    all.map((table) =>
      [...table.querySelectorAll('tbody tr')].map((row) => [...row.cells].map((it) => it.textContent)),
    ),
  );
  return rows.map((table) => table.map((row) => row.map(sent)));
}

/** The rows of a result's table as texts. */
export const rowsIn = ({ structuredContent: { table } }) =>
  table.slice(1).map((row) => row.map((cell) => sent(String(cell ?? ''))));

/**
 * A test of the chat: `body(chat, page, watch)`. `server` is a program's name, or what `start` gives, such as a
 * `Stranger`; `variables` are the gateway's; replies of the model that were not asked for fail it.
 */
export function chatTest(name, options, body) {
  const { server: of = 'energy', variables = {}, hasModel = true, modelName, ...context } = options;
  browserTest(name, context, async (page, watch) => {
    // The harness stands between page and gateway, for which Chromium says this of every stream that was read.
    watch.allow(/^request failed: \S+\/chat: net::ERR_ABORTED$/);
    const model = await new Model(modelName).start();
    const server = typeof of === 'string' ? await sharedProgram(of) : await of.start();
    const gateway = await Program.start('gateway', {
      ...{ AI_BASE_URL: hasModel ? `http://127.0.0.1:${model.port}/v1` : undefined, AI_API_KEY: undefined },
      ...{ AI_MODEL: undefined, MCP_URL: server.url, MCP_COMMAND: undefined, WEBCHAT_PORT: '0', ...variables },
    });
    try {
      await body(new Chat(page, { model, server, gateway }), page, watch);
      assert.deepEqual(model.script, [], 'the model was not asked for all of its replies');
    } finally {
      await gateway.stop();
      await model.stop();
      if (typeof of !== 'string') await server.stop();
    }
  });
}

/** Saves the conversation, opens it from disk in another page, and gives that page, the file's URL and text. */
export async function exported(page) {
  const download = page.waitForEvent('download');
  await page.locator('#export').click();
  const file = await download;
  const folder = await mkdtemp(join(tmpdir(), 'chat-'));
  const path = join(folder, file.suggestedFilename());
  await file.saveAs(path);
  const saved = await page.context().newPage();
  await saved.goto(pathToFileURL(path).href);
  const text = await readFile(path, 'utf8');
  await rm(folder, { recursive: true });
  return { saved, url: pathToFileURL(path).href, text };
}
