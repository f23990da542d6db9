// One session with a program, the same for both TypeScript clients.
import { complaints, checkAnswer, checkTools, overHttp, programs, section } from './checks.mjs';
import { format } from 'node:util';

const warnings = [];
console.warn = console.error = (...args) => warnings.push(format(...args));
process.on('warning', (warning) => warnings.push(String(warning)));

/**
 * Runs every program's calls over stdio and over HTTP.
 *
 * `client()` makes an unconnected client, `stdio(path)` and `http(url)` a transport;
 * `negotiated(client, transport)` is the protocol version of a connected one.
 */
export async function everyProgram(folder, title, { client, stdio, http, version, negotiated }) {
  for (const program of programs(folder)) {
    await section(`${title}, ${program.name} over stdio`, async (checks) => {
      const transport = stdio(program.path);
      let log = '';
      transport.stderr.setEncoding('utf8').on('data', (data) => (log += data));
      await session(checks, program, client(), transport, { version, negotiated });
      checkQuiet(checks, log);
    });
    await section(`${title}, ${program.name} over http`, async (checks) => {
      const log = await overHttp(program.path, (url) =>
        session(checks, program, client(), http(new URL(url)), { version, negotiated }),
      );
      checkQuiet(checks, log);
    });
  }
}

async function session(checks, program, client, transport, { version, negotiated }) {
  try {
    await client.connect(transport);
    checks.equal('protocol version', negotiated(client, transport), version);
    checks.equal('name of the server', client.getServerVersion()?.name, program.name);
    if (program.instructions) checks.contains('instructions', client.getInstructions(), program.instructions);

    // The clients check structuredContent against the output schemas only once they have listed them.
    checkTools(checks, program.tools, (await client.listTools()).tools);
    if (client.getServerCapabilities()?.resources) await readResources(checks, client);
    for (const call of program.calls) {
      const params = { name: call.tool, arguments: call.arguments };
      await checks.attempt(JSON.stringify(params), async () =>
        checkAnswer(checks, call, await client.callTool(params)),
      );
    }
    const unknown = { name: program.unknown, arguments: {} };
    const error = await checks.rejects('unknown tool', () => client.callTool(unknown));
    checks.equal('unknown tool: code', error?.code, -32602);
    checks.contains('unknown tool: message', error?.message, `there is no tool \`${program.unknown}\``);
  } finally {
    await client.close();
  }
}

async function readResources(checks, client) {
  const { resources } = await client.listResources();
  for (const { uri, mimeType } of resources) {
    const { contents } = await client.readResource({ uri });
    checks.equal(
      `${uri}: what was read`,
      contents.map((item) => [item.uri, item.mimeType]),
      [[uri, mimeType]],
    );
    checks.holds(`${uri}: has contents`, Boolean(contents[0]?.text || contents[0]?.blob), contents);
  }
}

function checkQuiet(checks, log) {
  checks.equal('warnings of the program', complaints(log), []);
  checks.equal('warnings of the client', warnings.splice(0), []);
}
