// The Inspector's command line against every program, in both eras: inspector.mjs PROGRAMS_FOLDER
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import {
  checkAnswer,
  checkTools,
  complaints,
  finish,
  overHttp,
  programs,
  section,
  versionOf,
  within,
} from './checks.mjs';

const INSPECTOR = fileURLToPath(new URL('node_modules/.bin/mcp-inspector', import.meta.url));
// It reads settings and stored logins of the home directory, and writes there.
const HOME = fileURLToPath(new URL('home', import.meta.url));
const RUN_LIMIT = 60_000;
// Each run starts a node, which needs a core for a second.
const AT_ONCE = 2;
const EXIT_ERROR_RESULT = 5;

for (const program of programs(process.argv[2])) {
  for (const era of ['legacy', 'modern']) {
    const title = `inspector ${versionOf('@modelcontextprotocol/inspector')} at ${era}, ${program.name}`;
    await section(`${title} over stdio`, (checks) =>
      everyCommand(checks, program, [program.path, '--protocol-era', era]),
    );
    await section(`${title} over http`, async (checks) => {
      const log = await overHttp(program.path, (url) =>
        everyCommand(checks, program, [url, '--transport', 'http', '--protocol-era', era]),
      );
      checks.equal('warnings of the program', complaints(log), []);
    });
  }
}
finish();

async function everyCommand(checks, program, target) {
  const listing = await inspect(target, ['--method', 'tools/list', '--strict']);
  checks.equal('tools/list --strict: exit code and complaints', [listing.code, listing.complaints], [0, []]);
  const { tools } = JSON.parse(listing.stdout);
  checkTools(checks, program.tools, tools);

  const jobs = [
    ...program.calls.map((call) => () => checkCall(checks, target, call, tools)),
    () => checkUnknown(checks, target, program.unknown),
    () => checkApps(checks, target, program.tools),
  ];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let job = jobs.shift(); job; job = jobs.shift()) await checks.attempt('a command', job);
    }),
  );
}

async function checkCall(checks, target, call, tools) {
  const { code, stdout, complaints } = await inspect(target, toolCall(call.tool, call.arguments));
  const name = `${call.tool} ${JSON.stringify(call.arguments)}`;
  if (!isDeepStrictEqual(converted(call, tools), call.arguments)) {
    checks.equal(`${name}, with numbers for strings: exit code and complaints`, [code, complaints], [0, []]);
    return;
  }
  const expected = call.error
    ? [EXIT_ERROR_RESULT, [errorLine('tool_is_error', `Tool '${call.tool}' returned isError:true.`)]]
    : [0, []];
  checks.equal(`${name}: exit code and complaints`, [code, complaints], expected);
  checkAnswer(checks, call, JSON.parse(stdout));
}

/** The arguments that leave the Inspector: it makes numbers of strings where the schema asks for numbers. */
function converted(call, tools) {
  const properties = tools.find((tool) => tool.name === call.tool)?.inputSchema.properties ?? {};
  const isNumber = (name) => ['integer', 'number'].includes(properties[name]?.type);
  const convert = ([name, value]) => [name, typeof value === 'string' && isNumber(name) ? Number(value) : value];
  return Object.fromEntries(Object.entries(call.arguments).map(convert));
}

/** The Inspector looks the name up in the catalog and sends nothing. */
async function checkUnknown(checks, target, tool) {
  const { code, stdout, complaints } = await inspect(target, toolCall(tool, {}));
  const message = errorLine('tool_not_found', `Tool '${tool}' not found on server.`);
  checks.equal('unknown tool', [code, stdout, complaints], [EXIT_ERROR_RESULT, '', [message]]);
}

/** No program has views for the Apps extension. */
/** Every tool has the viewer, which the Inspector finds, reads and describes. */
async function checkApps(checks, target, tools) {
  const app = (toolName) => ({
    hasApp: true,
    toolName,
    resourceUri: 'ui://mcp-data/viewer.html',
    prefersBorder: true,
    resourceMimeType: 'text/html;profile=mcp-app',
  });
  // The policy depends on where Chart.js comes from in this build; tests/tests/viewer.rs checks it.
  const told = (stdout) => {
    const lines = stdout.trim().split('\n').map((line) => JSON.parse(line));
    return lines.map(({ csp, ...rest }) => rest);
  };
  const all = await inspect(target, ['--method', 'tools/list', '--app-info']);
  checks.equal('tools/list --app-info', [all.code, told(all.stdout), all.complaints], [0, tools.map(app), []]);

  const [tool] = tools;
  const one = await inspect(target, ['--method', 'tools/call', '--tool-name', tool, '--app-info']);
  checks.equal('tools/call --app-info', [one.code, told(one.stdout), one.complaints], [0, [app(tool)], []]);
}

function toolCall(tool, args) {
  return ['--method', 'tools/call', '--tool-name', tool, '--tool-args-json', JSON.stringify(args)];
}

function errorLine(code, message) {
  return JSON.stringify({ error: { code, message } });
}

/** Runs the Inspector. It passes the program's own stderr on, whose ordinary lines are no complaints. */
async function inspect(target, options) {
  const child = spawn(INSPECTOR, ['--cli', ...target, ...options], {
    env: { ...process.env, HOME },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr']) child[name].setEncoding('utf8').on('data', (data) => (output[name] += data));
  const closed = new Promise((done, reject) => child.once('close', done).once('error', reject));
  try {
    const code = await within(RUN_LIMIT, `inspector ${options.join(' ')}`, closed);
    return { code, stdout: output.stdout, complaints: complaints(output.stderr) };
  } finally {
    child.kill();
  }
}
