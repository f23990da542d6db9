// What the scripts of this folder share: counting checks, and the programs they check.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { inspect, isDeepStrictEqual } from 'node:util';

const SECTION_LIMIT = 120_000;
const START_LIMIT = 10_000;
const STOP_LIMIT = 5_000;

const total = { passed: 0, failed: 0 };

// Whoever ends this script also ends the programs it started, which listen to `exit`.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

/** The checks of one client, transport and era. */
class Checks {
  passed = 0;
  failed = 0;

  constructor(title) {
    this.title = title;
  }

  equal(what, actual, expected) {
    this.#count(isDeepStrictEqual(actual, expected), what, expected, actual);
  }

  holds(what, condition, actual) {
    this.#count(condition, what, 'it holds', actual);
  }

  contains(what, text, part) {
    this.#count(String(text).includes(part), what, `a text with ${inspect(part)}`, text);
  }

  matches(what, text, pattern) {
    this.#count(pattern.test(text), what, pattern, text);
  }

  /** The error with which `action` is rejected; a failed check if it is not. */
  async rejects(what, action) {
    try {
      this.#count(false, what, 'an error', await action());
    } catch (error) {
      this.#count(true);
      return error;
    }
  }

  /** Runs `action`. An exception is a failed check, and what comes after goes on. */
  async attempt(what, action) {
    try {
      await action();
    } catch (error) {
      this.fails(what, 'no exception', error?.stack ?? error);
    }
  }

  fails(what, expected, actual) {
    this.#count(false, what, expected, actual);
  }

  #count(passed, what, expected, actual) {
    if (passed) {
      this.passed += 1;
      return;
    }
    this.failed += 1;
    const show = (value) => (typeof value === 'string' ? value : inspect(value, { depth: 8 })).slice(0, 3_000);
    console.log(`FAILED ${this.title}: ${what}\n  expected: ${show(expected)}\n  got: ${show(actual)}`);
  }
}

/** Runs the checks of `body` and prints their number. */
export async function section(title, body) {
  const checks = new Checks(title);
  await checks.attempt('runs to its end', () => within(SECTION_LIMIT, title, body(checks)));
  total.passed += checks.passed;
  total.failed += checks.failed;
  const failures = checks.failed === 0 ? '' : `, ${checks.failed} of them failed`;
  console.log(`${title}: ${checks.passed + checks.failed} checks${failures}`);
}

/** Prints the result of the whole script and ends it, whatever still runs. */
export function finish() {
  const verdict = total.failed === 0 && total.passed > 0 ? 'ok' : 'FAILED';
  console.log(`test result: ${verdict}. ${total.passed} passed; ${total.failed} failed;`);
  process.exit(verdict === 'ok' ? 0 : 1);
}

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

/** The version of a package that the package.json in `folder` asks for. */
export function versionOf(name, folder = '.') {
  return JSON.parse(readFileSync(new URL(`${folder}/package.json`, import.meta.url), 'utf8')).dependencies[name];
}

/** The programs and their expectations in calls.json, each with the path of its executable. */
export function programs(folder) {
  if (!folder) throw new Error('name the folder of the example programs');
  const expectations = JSON.parse(readFileSync(new URL('../calls.json', import.meta.url), 'utf8'));
  return Object.entries(expectations).map(([name, expected]) => ({
    name,
    path: resolve(join(folder, name)),
    ...expected,
  }));
}

/** Starts a program over HTTP on a free port and calls `use` with its address. Stops this child only. */
export async function overHttp(path, use) {
  const child = spawn(resolve(path), ['--transport', 'http', '--port', '0'], { stdio: ['ignore', 'ignore', 'pipe'] });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = new Promise((done) => child.once('close', done).once('error', done));
  let log = '';
  try {
    const url = await within(
      START_LIMIT,
      `start of ${path}`,
      new Promise((found, reject) => {
        child.once('error', reject);
        child.once('close', (code) => reject(new Error(`${path} ended with ${code}: ${log}`)));
        child.stderr.setEncoding('utf8').on('data', (data) => {
          log += data;
          const first = /^\S+ \S+ answers MCP at (http:\S+)\n/.exec(log);
          if (first) found(first[1]);
        });
      }),
    );
    await use(url);
  } finally {
    child.kill();
    await within(STOP_LIMIT, `stop of ${path}`, ended).catch(kill);
    process.off('exit', kill);
  }
  return log;
}

/** Of what a program wrote to stderr, the lines that say more than that it started and answered. */
export function complaints(log) {
  const expected = /^\S+ \S+ answers MCP at http:|^See its answers in a browser at http:\S+\/preview$|^Stop it with Ctrl-C\.$|^\d{4}-\S+Z +INFO |^$/;
  return log.split('\n').filter((line) => !expected.test(line));
}

/** The value in `document` at an RFC 6901 pointer; undefined where there is none. */
export function at(document, pointer) {
  return pointer
    .split('/')
    .slice(1)
    .reduce((value, key) => value?.[key.replaceAll('~1', '/').replaceAll('~0', '~')], document);
}

/** The answer to one of calls.json's calls. */
export function checkAnswer(checks, { tool, arguments: args, text, structured, error }, answer) {
  const call = `${tool} ${JSON.stringify(args)}`;
  checks.equal(`${call}: isError`, answer.isError ?? false, error !== undefined);
  checks.equal(
    `${call}: types of content`,
    answer.content?.map((block) => block.type),
    ['text'],
  );
  for (const part of error ?? text) checks.contains(`${call}: text`, answer.content?.[0]?.text, part);
  if (error) {
    checks.equal(`${call}: structuredContent`, answer.structuredContent, undefined);
  } else {
    for (const [pointer, value] of Object.entries(structured)) {
      checks.equal(`${call}: ${pointer}`, at(answer.structuredContent, pointer), value);
    }
  }
}

/** The catalog of a program, as `tools/list` gives it. */
export function checkTools(checks, expected, tools) {
  checks.equal(
    'names of the tools',
    tools.map((tool) => tool.name),
    expected,
  );
  for (const { name, description, inputSchema, outputSchema } of tools) {
    checks.matches(`${name}: description`, description ?? '', /\S/);
    checks.equal(`${name}: root of inputSchema`, inputSchema?.type, 'object');
    checks.equal(`${name}: root of outputSchema`, outputSchema?.type, 'object');
  }
}
