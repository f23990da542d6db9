// The official conformance suite against the fixture program, over HTTP: conformance.mjs FIXTURE_PROGRAM
// The suite needs Node 22, which is installed beside it.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { finish, overHttp, section, versionOf, within } from './checks.mjs';

const FOLDER = fileURLToPath(new URL('conformance', import.meta.url));
const NODE = join(FOLDER, 'node_modules/node/bin/node');
const SUITE = join(FOLDER, 'node_modules/@modelcontextprotocol/conformance');
const RUN_LIMIT = 110_000;

for (const revision of ['2025-11-25', '2026-07-28']) {
  const title = `conformance ${versionOf('@modelcontextprotocol/conformance', 'conformance')} at ${revision}`;
  await section(title, (checks) => overHttp(process.argv[2], (url) => runSuite(checks, url, revision)));
}
finish();

async function runSuite(checks, url, revision) {
  const results = mkdtempSync(join(tmpdir(), 'conformance-'));
  try {
    const { code, output } = await suite([
      'server',
      ...['--url', url, '--requirements', revision, '--output-dir', results],
      ...['--expected-failures', join(FOLDER, `baseline-${revision}.yml`)],
    ]);
    report(checks, output, required(revision), results);
    checks.equal('exit code', code, 0);
  } finally {
    rmSync(results, { recursive: true });
  }
}

/** Counts what passed in the required scenarios, and shows what the baseline does not allow. */
function report(checks, output, required, results) {
  const summary = output.matchAll(/^[✓✗] (\S+): (\d+) passed, \d+ failed$/gmu);
  const scenarios = [...summary].filter(([, name]) => required.has(name));
  checks.equal('required scenarios that ran', scenarios.length, required.size);
  checks.passed += scenarios.reduce((sum, [, , passed]) => sum + Number(passed), 0);

  for (const entry of listed(output, 'Unexpected failures')) {
    checks.fails(entry, 'a pass', problems(results, entry));
  }
  for (const entry of listed(output, 'Stale baseline entries')) {
    checks.fails(entry, 'a failure, as the baseline says', 'a pass');
  }
  const expected = listed(output, 'Expected failures').length;
  console.log(`${checks.title}: ${scenarios.length} required scenarios, ${expected} expected failures`);
}

/** The entries below the heading in the suite's comparison with the baseline. */
function listed(output, heading) {
  const lines = output.split('\n');
  const start = lines.findIndex((line) => line.startsWith(`${heading} (`));
  if (start === -1) return [];
  const entries = lines.slice(start + 1).map((line) => /^ {2}[~✓✗] (\S+)$/u.exec(line)?.[1]);
  return entries.slice(0, entries.indexOf(undefined));
}

/** What the suite found wrong in `scenario` or `scenario:check`. */
function problems(results, entry) {
  const [scenario, check] = entry.split(':');
  const ofScenario = new RegExp(`^server-${scenario}-\\d{4}-\\d{2}-\\d{2}T`);
  const folder = readdirSync(results).find((name) => ofScenario.test(name));
  if (!folder) return 'no results';
  return JSON.parse(readFileSync(join(results, folder, 'checks.json'), 'utf8'))
    .filter(({ id, status }) => ['FAILURE', 'WARNING'].includes(status) && (check === undefined || check === id))
    .map(({ id, status, errorMessage, details }) => ({ id, status, errorMessage, details }));
}

/** The scenarios that count for the revision; the suite runs more, and ignores how they end. */
function required(revision) {
  const text = readFileSync(join(SUITE, 'requirements', `${revision}.yaml`), 'utf8');
  const [, list] = /^server:\n((?: {2}- \S+\n)+)/m.exec(text);
  return new Set([...list.matchAll(/- (\S+)/g)].map(([, name]) => name));
}

async function suite(options) {
  const child = spawn(NODE, [join(SUITE, 'dist/index.js'), ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (data) => (output += data));
  const closed = new Promise((done, reject) => child.once('close', done).once('error', reject));
  try {
    const code = await within(RUN_LIMIT, 'the conformance suite', closed);
    return { code, output: output.replaceAll(/\x1b\[\d*m/g, '') };
  } finally {
    child.kill();
  }
}
