// The TypeScript client, version 2, against every program in both eras: client.mjs PROGRAMS_FOLDER
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { finish, versionOf } from './checks.mjs';
import { everyProgram } from './session.mjs';

const title = `typescript client ${versionOf('@modelcontextprotocol/client')}`;
// `auto` asks by server/discover and falls back to initialize: it must not have to.
for (const [mode, version] of [
  ['legacy', '2025-11-25'],
  ['auto', '2026-07-28'],
]) {
  await everyProgram(process.argv[2], `${title} at ${version}`, {
    client: () => new Client({ name: 'typescript-client-test', version: '1.0.0' }, { versionNegotiation: { mode } }),
    stdio: (command) => new StdioClientTransport({ command, stderr: 'pipe' }),
    http: (url) => new StreamableHTTPClientTransport(url),
    version,
    negotiated: (client) => client.getNegotiatedProtocolVersion(),
  });
}
finish();
