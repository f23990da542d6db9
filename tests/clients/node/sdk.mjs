// The TypeScript SDK, version 1, against every program: sdk.mjs PROGRAMS_FOLDER
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { finish, versionOf } from './checks.mjs';
import { everyProgram } from './session.mjs';

/** Keeps the negotiated version, which the client tells only a transport that asks for it. */
class VersionedStdioTransport extends StdioClientTransport {
  setProtocolVersion(version) {
    this.protocolVersion = version;
  }
}

await everyProgram(process.argv[2], `typescript sdk ${versionOf('@modelcontextprotocol/sdk')}`, {
  client: () => new Client({ name: 'typescript-sdk-test', version: '1.0.0' }),
  stdio: (command) => new VersionedStdioTransport({ command, stderr: 'pipe' }),
  http: (url) => new StreamableHTTPClientTransport(url),
  version: '2025-11-25',
  negotiated: (_client, transport) => transport.protocolVersion,
});
finish();
