// Where Chart.js comes from: inlined, from the CDN, from nowhere.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { browserTest, eventually } from './harness.mjs';
import { openApp } from './host.mjs';
import { CHARTJS, VIEWER, sharedProgram } from './programs.mjs';
import { BARS, CITIES, OWN_TABLE, answer, drawnCharts } from './results.mjs';

const CDN = 'https://cdn.jsdelivr.net/npm/chart.js@4.6.1/dist/chart.umd.min.js';
const ORIGIN = new URL(CDN).origin;
const FILE = readFileSync(CHARTJS, 'utf8');
const RESULT = answer({ table: CITIES, charts: [BARS] });

const script = (body) => ({ contentType: 'text/javascript', headers: { 'access-control-allow-origin': '*' }, body });

async function open(page, setting) {
  const program = await sharedProgram('energy', { MCP_CHARTJS: setting });
  const viewer = await program.viewer();
  const app = await openApp(page, viewer);
  return { app, viewer, program };
}

/** The numbers stand in for the chart, a line says why, and nothing else is missing. */
async function assertStandsIn(app) {
  await app.frame.locator('details.mcp-data[open] table').waitFor();
  assert.deepEqual(await app.rows('.mcp-chart .mcp-data'), [
    ['Tokyo', '37,400,068'],
    ['Delhi', '30,290,936'],
    ['São Paulo', '22,043,028'],
  ]);
  assert.equal(await app.count('.mcp-chart canvas'), 0);
  assert.equal(await app.count('button.mcp-png'), 0);
  assert.match((await app.texts('.mcp-chart p')).join(' '), /number/i);
  assert.equal((await app.rows(OWN_TABLE)).length, 3);
  assert.equal(await app.count('.mcp-sources li'), 1);
}

for (const [name, setting] of [
  ['inlined', CHARTJS],
  ['from the CDN', 'cdn'],
  ['from nowhere', 'none'],
]) {
  browserTest(`B78: the list of resources and the resource say one policy, Chart.js ${name}`, {}, async () => {
    const program = await sharedProgram('energy', { MCP_CHARTJS: setting });
    const { resources } = await program.request('resources/list');
    const { contents } = await program.request('resources/read', { uri: VIEWER });
    const listed = resources.find(({ uri }) => uri === VIEWER);
    assert.deepEqual(listed?._meta?.ui, contents[0]._meta?.ui);
    for (const item of [listed, contents[0]]) assert.equal(item.mimeType, 'text/html;profile=mcp-app');
    assert.deepEqual(contents[0]._meta?.ui?.csp, setting === 'cdn' ? { resourceDomains: [ORIGIN] } : undefined);
  });

  browserTest(`B79: what the page would load, Chart.js ${name}, its policy declares`, {}, async (page) => {
    const { viewer } = await open(page, setting);
    const own = viewer.html.replace(FILE.replaceAll('</script', '<\\/script'), '');
    if (setting === CHARTJS) assert.ok(own.length < viewer.html.length, 'Chart.js is in the page');
    const loaded = own.matchAll(
      /(?:src|href)\s*=\s*["']?(https?:\/\/[^"'\s>]+)|url\(\s*["']?(https?:[^)"']+)|@import\s+["']?(https?:[^"';]+)|&quot;(https?:\/\/[^&]+)&quot;/g,
    );
    const origins = new Set([...loaded].map((match) => new URL(match.slice(1).find(Boolean)).origin));
    assert.deepEqual([...origins], viewer.csp?.resourceDomains ?? []);
  });
}

browserTest('B82: the page fetches nothing: data arrive by the result', {}, async (page, watch) => {
  const { app, viewer } = await open(page, 'none');
  await app.result(RESULT);
  assert.equal(/\bfetch\(|XMLHttpRequest|WebSocket|EventSource|sendBeacon|\bimport\(/.test(viewer.html), false);
  const paths = watch.requests.map((url) => new URL(url).pathname.replace(/\d+$/, 'N'));
  assert.deepEqual(paths, ['/', '/host.js', '/app/N']);
});

browserTest('B78: Chart.js inlined draws in a frame without network or origin', {}, async (page, watch) => {
  const { app } = await open(page, CHARTJS);
  await app.result(RESULT);
  assert.equal((await drawnCharts(app.frame))[0]?.type, 'bar');
  assert.equal(await app.frame.evaluate(() => globalThis.origin), 'null');
  assert.equal(await app.frame.evaluate(() => Chart.version), '4.6.1');
  assert.equal(watch.requests.length, 3);
});

browserTest('Chart.js from the CDN draws, checked by its hash, and is asked for once', {}, async (page, watch) => {
  watch.standIn(CDN, script(FILE));
  const { app } = await open(page, 'cdn');
  await app.result(RESULT);
  await eventually(async () => (await drawnCharts(app.frame))[0]?.type, 'bar');
  await app.result(answer({ charts: [BARS, BARS] }));
  await eventually(async () => (await drawnCharts(app.frame)).map((drawn) => drawn?.type), ['bar', 'bar']);
  assert.deepEqual(
    watch.requests.filter((url) => url.startsWith(ORIGIN)),
    [CDN],
  );
  const [element] = await app.frame
    .locator(`script[src="${CDN}"]`)
    .evaluateAll((scripts) => scripts.map(({ integrity, crossOrigin }) => [integrity, crossOrigin]));
  assert.match(element[0], /^sha384-/);
  assert.equal(element[1], 'anonymous');
});

browserTest('a page whose answers have no chart asks the CDN for nothing', {}, async (page, watch) => {
  const { app } = await open(page, 'cdn');
  await app.result(answer({ table: CITIES }));
  assert.deepEqual(
    watch.requests.filter((url) => url.startsWith(ORIGIN)),
    [],
  );
});

browserTest('another file from the CDN is refused, and the numbers stand in', {}, async (page, watch) => {
  watch.standIn(CDN, script(`${FILE}\nwindow.xss = 1;`));
  const { app } = await open(page, 'cdn');
  await app.result(RESULT);
  await assertStandsIn(app);
  assert.equal(await app.frame.evaluate(() => globalThis.xss ?? globalThis.Chart), undefined);
  assert.ok(watch.take(/integrity/).length > 0);
});

browserTest('without the CDN the numbers stand in, and a line says why', {}, async (page, watch) => {
  const { app } = await open(page, 'cdn');
  await app.result(RESULT);
  await assertStandsIn(app);
  assert.ok(watch.take(/cdn\.jsdelivr\.net|ERR_FAILED/).length > 0);
});

browserTest('a host that allows no CDN gets the numbers instead', {}, async (page, watch) => {
  const program = await sharedProgram('energy', { MCP_CHARTJS: 'cdn' });
  const { html } = await program.viewer();
  const app = await openApp(page, { html });
  await app.result(RESULT);
  await assertStandsIn(app);
  assert.ok(watch.take(/Content Security Policy|cdn\.jsdelivr\.net/).length > 0);
});

browserTest('with charts switched off the numbers stand in, and a line says why', {}, async (page) => {
  const { app } = await open(page, 'none');
  await app.result(RESULT);
  await assertStandsIn(app);
});
