// Two origins, as hosts of MCP Apps have them: the host's page on 127.0.0.1, the apps on localhost.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { after } from 'node:test';

/** The policy of a host for an app that declares these domains (2026-01-26, "Content Security Policy"). */
export function policyOf({ resourceDomains = [], connectDomains = [], frameDomains = [] } = {}) {
  const from = (...sources) => sources.join(' ');
  const orNone = (domains) => (domains.length === 0 ? "'none'" : domains.join(' '));
  const directives = [
    "default-src 'none'",
    from('script-src', "'self'", "'unsafe-inline'", ...resourceDomains),
    from('style-src', "'self'", "'unsafe-inline'", ...resourceDomains),
    from('img-src', "'self'", 'data:', ...resourceDomains),
    from('media-src', "'self'", 'data:', ...resourceDomains),
    ...(resourceDomains.length === 0 ? [] : [from('font-src', ...resourceDomains)]),
    from('connect-src', orNone(connectDomains)),
    ...(frameDomains.length === 0 ? [] : [from('frame-src', ...frameDomains)]),
  ];
  return directives.join('; ');
}

const HOST_PAGE = (script) => `<!doctype html>
<html lang="en">
<title>A host</title>
<link rel="icon" href="data:,">
<style>body { margin: 0 } iframe { display: block; width: 100%; border: 0 }</style>
<body></body>
<script src="${script}"></script>
</html>`;

const HTML = 'text/html; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';
const apps = [];
const hostFiles = new Map();
let listening;

/** Adds a file to the host's origin, such as a script of its page. */
export function serveFromHost(path, text) {
  hostFiles.set(path, text);
}

serveFromHost('/host.js', readFileSync(new URL('host-page.js', import.meta.url), 'utf8'));

/** `{hostPage, addApp}`: the page of a host that runs `script`, and a URL for an app's HTML and policy. */
export async function servers() {
  listening ??= Promise.all([listen(answerHost), listen(answerApp)]);
  const [host, sandbox] = await listening;
  return {
    hostPage: (script = '/host.js') => `http://127.0.0.1:${host.address().port}/?script=${script}`,
    addApp: (html, policy) => `http://localhost:${sandbox.address().port}/app/${apps.push({ html, policy }) - 1}`,
  };
}

after(async () => {
  for (const server of (await listening) ?? []) {
    server.closeAllConnections();
    server.close();
  }
});

function answerHost(request, response) {
  const url = new URL(request.url, 'http://127.0.0.1');
  const script = hostFiles.get(url.pathname);
  if (url.pathname === '/') send(response, HTML, HOST_PAGE(url.searchParams.get('script')));
  else if (script) send(response, SCRIPT, script);
  else response.writeHead(404).end();
}

function answerApp(request, response) {
  const app = apps[/^\/app\/(\d+)$/.exec(request.url)?.[1]];
  if (app) send(response, HTML, app.html, { 'content-security-policy': app.policy });
  else response.writeHead(404).end();
}

function send(response, type, text, headers = {}) {
  response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store', ...headers }).end(text);
}

function listen(answer) {
  return new Promise((done, reject) => {
    const server = createServer(answer).once('error', reject);
    server.listen(0, '127.0.0.1', () => done(server));
  });
}
