// Opens an app in a host made of the extension's own package, and judges every message by its schema.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import Ajv from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { build } from 'esbuild';
import { browserTest, painted } from './harness.mjs';
import { CAPABILITIES } from './host.mjs';
import { policyOf, serveFromHost, servers } from './servers.mjs';

const SCHEMA = createRequire(import.meta.url).resolve('@modelcontextprotocol/ext-apps/schema.json');

/** Methods of the base protocol, which the extension's schema does not define again. */
const BASE_METHODS = ['ping'];

/** `{method: check}` for parameters, and for results by the method that was asked. */
function validators() {
  const { $defs } = JSON.parse(readFileSync(SCHEMA, 'utf8'));
  const ajv = addFormats(new Ajv({ strict: false, allErrors: true }));
  const messages = new Map();
  const results = new Map();
  for (const [name, schema] of Object.entries($defs)) {
    const method = schema.properties?.method?.const;
    if (!method) continue;
    messages.set(method, ajv.compile(schema));
    const result = $defs[name.replace(/Request$/, 'Result')];
    if (name.endsWith('Request') && result) results.set(method, ajv.compile(result));
  }
  assert.ok(messages.size > 10 && results.size >= 4, `${messages.size} messages, ${results.size} results`);
  return { messages, results };
}

const why = ({ errors }) =>
  errors
    .slice(0, 3)
    .map(({ instancePath, message }) => `${instancePath} ${message}`)
    .join('; ');

/** All style variables, which the schema wants together: these, and for the others a color or a font. */
export function styleVariables(variables) {
  const { $defs } = JSON.parse(readFileSync(SCHEMA, 'utf8'));
  const names = $defs.McpUiStyles.required ?? [];
  const other = (name) =>
    name.startsWith('--color')
      ? '#222222'
      : name.startsWith('--font-') && !/-(?:size|height|weight)/.test(name)
        ? 'sans-serif'
        : 'initial';
  return { ...Object.fromEntries(names.map((name) => [name, other(name)])), ...variables };
}

/** What the schema says against the messages of a conversation, a line each. */
export function schemaFaults(log) {
  const { messages, results } = validators();
  const faults = [];
  const asked = new Map();
  for (const { from, message } of log) {
    const { jsonrpc, id, ...rest } = message;
    if (jsonrpc !== '2.0') faults.push(`${from}: not JSON-RPC 2.0: ${JSON.stringify(message)}`);
    const other = from === 'app' ? 'host' : 'app';
    if (rest.method !== undefined) {
      if (id !== undefined) asked.set(`${from} ${id}`, rest.method);
      const check = messages.get(rest.method);
      if (check && !check(rest)) faults.push(`${from}: ${rest.method}: ${why(check)}`);
      if (!check && !BASE_METHODS.includes(rest.method)) faults.push(`${from}: no such method: ${rest.method}`);
    } else {
      const method = asked.get(`${other} ${id}`);
      const check = results.get(method);
      if (rest.error) faults.push(`${from}: ${method} was refused: ${JSON.stringify(rest.error)}`);
      else if (check && !check(rest.result)) faults.push(`${from}: result of ${method}: ${why(check)}`);
      else if (!check && !BASE_METHODS.includes(method)) faults.push(`${from}: an answer to ${method}`);
    }
  }
  return faults;
}

let bundled;

/** The script of the host's page, with the package and all it needs. */
async function bundle() {
  const entry = fileURLToPath(new URL('bridge-page.js', import.meta.url));
  const options = {
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: 'chrome120',
    logLevel: 'error',
  };
  const { outputFiles } = await build({ entryPoints: [entry], ...options });
  serveFromHost('/bridge.js', outputFiles[0].text);
}

/** A test in that host: `body({page, frame, host}, watch)`; `host(name, …)` calls a function of bridge-page.js. */
export function bridgeTest(name, { viewer, hostContext = {}, hostCapabilities = CAPABILITIES, ...context }, body) {
  browserTest(name, context, async (page, watch) => {
    bundled ??= bundle();
    await bundled;
    const { html, csp } = await viewer();
    const { hostPage, addApp } = await servers();
    const src = addApp(html, policyOf(csp));
    await page.goto(hostPage('/bridge.js'));
    const host = (method, ...args) =>
      page.evaluate(([called, values]) => window.host[called](...values), [method, args]);
    await host('open', { src, hostContext, hostCapabilities });
    await page.waitForFunction(() => window.host.initialized);
    const frame = page.frames().find((candidate) => candidate.url() === src);
    await body({ page, frame, host, painted: () => painted(frame) }, watch);
    const { log, errors } = await page.evaluate(() => ({ log: window.host.log, errors: window.host.errors }));
    assert.deepEqual(errors, []);
    assert.ok(log.length >= 3, `${log.length} messages`);
    assert.deepEqual(schemaFaults(log), []);
  });
}
