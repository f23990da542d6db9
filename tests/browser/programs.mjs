// The programs under test, served over HTTP, and what a test asks them directly.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { after } from 'node:test';

const START_LIMIT = 20_000;
const STOP_LIMIT = 5_000;

export const VIEWER = 'ui://mcp-data/viewer.html';
const { resolve: find } = createRequire(import.meta.url);
/** The file of Chart.js that MCP_CHARTJS names, and that stands in for the CDN's. */
export const CHARTJS = join(find('chart.js'), '../chart.umd.min.js');

const running = new Map();
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

/** An example program by its name, or the fixture program as `fixture`. */
function pathOf(name) {
  const { TEST_PROGRAMS, TEST_FIXTURE } = process.env;
  if (!TEST_PROGRAMS || !TEST_FIXTURE) throw new Error('set TEST_PROGRAMS and TEST_FIXTURE, or use ./run');
  return resolve(name === 'fixture' ? TEST_FIXTURE : join(TEST_PROGRAMS, name));
}

/** A program that serves HTTP on a free port until it is stopped, at the latest after the file's tests. */
export class Program {
  log = '';

  /** Starts one with these variables; Chart.js is inlined unless they say otherwise. */
  static async start(name, variables = {}) {
    const program = new Program();
    const env = { ...process.env, MCP_TRANSPORT: 'http', MCP_PORT: '0', MCP_CHARTJS: CHARTJS, ...variables };
    for (const [key, value] of Object.entries(env)) if (value === undefined) delete env[key];
    const child = spawn(pathOf(name), [], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    program.child = child;
    running.set(child.pid, child);
    program.ended = new Promise((done) => child.once('close', done).once('error', done));
    program.url = await within(
      START_LIMIT,
      `start of ${name}`,
      new Promise((found, reject) => {
        child.once('error', reject);
        child.once('close', (code) => reject(new Error(`${name} ended with ${code}: ${program.log}`)));
        child.stderr.setEncoding('utf8').on('data', (data) => {
          program.log += data;
          const first = /^(?:\S+ \S+ answers MCP|gateway serves the chat) at (http:\S+)\n/m.exec(program.log);
          if (first) found(first[1]);
        });
      }),
    );
    return program;
  }

  /** The URL of a path. */
  at(path) {
    return new URL(path, this.url).href;
  }

  /** The result of a request of MCP. */
  async request(method, params = {}) {
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const response = await fetch(this.url, { method: 'POST', headers, body });
    const reply = await response.json();
    if (reply.error) throw new Error(`${method}: ${JSON.stringify(reply.error)}`);
    return reply.result;
  }

  call(name, args = {}) {
    return this.request('tools/call', { name, arguments: args });
  }

  async tool(name) {
    const { tools } = await this.request('tools/list');
    return tools.find((tool) => tool.name === name);
  }

  /** The viewer as a host reads it: `{html, csp}`. */
  async viewer() {
    const { contents } = await this.request('resources/read', { uri: VIEWER });
    return { html: contents[0].text, csp: contents[0]._meta?.ui?.csp };
  }

  async stop() {
    this.child.kill();
    await within(STOP_LIMIT, 'stop', this.ended).catch(() => this.child.kill('SIGKILL'));
    running.delete(this.child.pid);
  }
}

const shared = new Map();

/** The program of this name and variables that the tests of a file share; stopped after them. */
export function sharedProgram(name, variables = {}) {
  const key = JSON.stringify([name, variables]);
  if (!shared.has(key)) shared.set(key, Program.start(name, variables));
  return shared.get(key);
}

after(async () => {
  for (const program of shared.values()) await (await program.catch(() => undefined))?.stop();
});

export async function within(milliseconds, what, promise) {
  let timer;
  const limit = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: no end within ${milliseconds} ms`)), milliseconds);
  });
  try {
    return await Promise.race([promise, limit]);
  } finally {
    clearTimeout(timer);
  }
}
