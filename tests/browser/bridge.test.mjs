// The App in a host of the extension's own package: real answers of a server, every message by its schema.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bridgeTest, schemaFaults, styleVariables } from './bridge.mjs';
import { eventually } from './harness.mjs';
import { sharedProgram } from './programs.mjs';
import { OWN_TABLE, drawnCharts } from './results.mjs';

const MIX = ['energy_electricity_mix', { from: 2001, to: 2017 }];

const energy = () => sharedProgram('energy');
const viewer = async () => (await energy()).viewer();

/** The body of the answer's own table. */
const rows = (frame) =>
  frame
    .locator(`${OWN_TABLE} tbody tr`)
    .evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.textContent)));

/** Calls a tool of the server and hands its input and result over, as a host does. */
async function call(app, [name, args]) {
  const result = await (await energy()).call(name, args);
  await app.host('toolInput', args);
  await app.host('toolResult', result);
  await app.frame.waitForSelector('.mcp-answer');
  await app.painted();
  return result;
}

bridgeTest(
  'a real answer is shown as it was sent',
  { viewer, hostContext: { locale: 'en-US', theme: 'light' } },
  async (app) => {
    const { structuredContent } = await call(app, MIX);
    const shown = (await rows(app.frame)).map((row) => row.map((cell) => cell.replaceAll(',', '')));
    assert.deepEqual(
      shown,
      structuredContent.table.slice(1).map((row) => row.map(String)),
    );
    assert.equal(shown.length, 17);
    const drawn = await drawnCharts(app.frame);
    assert.deepEqual(
      drawn.map(({ type }) => type),
      structuredContent.charts.map(({ type }) => type),
    );
    assert.deepEqual(
      drawn.map(({ data }) => data),
      structuredContent.charts.map(({ data }) => data.datasets.map((dataset) => dataset.data)),
    );
    const links = await app.frame.locator('.mcp-sources a').evaluateAll((anchors) => anchors.map(({ href }) => href));
    assert.deepEqual(links.slice(0, structuredContent.sources.length), structuredContent.sources);
  },
);

bridgeTest(
  'the smallest server is shown by its own viewer',
  { viewer: async () => (await sharedProgram('cities')).viewer() },
  async (app) => {
    const cities = await sharedProgram('cities');
    const { tools } = await cities.request('tools/list');
    await app.host('toolInput', {});
    await app.host('toolResult', await cities.call(tools[0].name));
    await app.frame.locator('.mcp-answer').waitFor();
    assert.deepEqual(
      (await rows(app.frame)).map(([city, people]) => [city, people]),
      [
        ['Tokyo', '37,400,068'],
        ['Delhi', '30,290,936'],
        ['Shanghai', '27,058,479'],
      ],
    );
  },
);

bridgeTest('a real error is shown as it was sent', { viewer }, async (app) => {
  const result = await call(app, ['energy_electricity_mix', { from: 'x', too: 2017, to: 1990 }]);
  assert.equal(result.isError, true);
  const text = await app.frame.locator('.mcp-error[role=alert]').evaluate((element) => element.textContent);
  assert.ok(text.includes(result.content[0].text), text);
});

bridgeTest('links and files go through the host', { viewer }, async (app) => {
  const { structuredContent } = await call(app, MIX);
  await app.frame.locator('.mcp-sources a').first().click();
  await app.frame.locator(`${OWN_TABLE} button.mcp-csv`).click();
  await app.frame.locator('button.mcp-png').first().click();
  const received = () =>
    app.page.evaluate(() => [window.host.links, window.host.files.flat().map(({ resource }) => resource.mimeType)]);
  await eventually(received, [[structuredContent.sources[0]], ['text/csv', 'image/png']]);
});

bridgeTest(
  'sizes, contexts, a cancelled call, a ping and the end',
  { viewer, hostContext: { theme: 'light', locale: 'en-US' } },
  async (app) => {
    await app.host('toolInput', {});
    await app.host('toolCancelled', 'user action');
    await call(app, MIX);
    await eventually(() => app.page.evaluate(() => document.getElementById('app').clientHeight > 500), true);
    await app.host('contextChange', {
      theme: 'dark',
      locale: 'es-ES',
      styles: { variables: styleVariables({ '--color-text-primary': '#eeeeee' }) },
    });
    await eventually(() => app.frame.locator('.mcp-answer').getAttribute('lang'), 'es');
    await eventually(
      () => app.frame.evaluate(() => getComputedStyle(document.querySelector('.mcp-answer')).color),
      'rgb(238, 238, 238)',
    );
    assert.deepEqual(await app.host('ping'), {});
    assert.deepEqual(await app.host('teardown'), {});
    const { info, capabilities } = await app.host('appInfo');
    assert.match(info.version, /^\d/);
    assert.deepEqual(capabilities, {});
    const sizes = await app.page.evaluate(() => window.host.sizes);
    assert.ok(sizes.length > 0 && sizes.length < 15, sizes.join());
  },
);

bridgeTest('a host that can do nothing asks nothing of it', { viewer, hostCapabilities: {} }, async (app) => {
  await call(app, MIX);
  assert.equal(await app.frame.locator('button.mcp-csv, button.mcp-png').count(), 0);
});

bridgeTest('every tool of the fixture is shown, hostile ones, too', { viewer }, async (app) => {
  const fixture = await sharedProgram('fixture');
  const { tools } = await fixture.request('tools/list');
  for (const { name, inputSchema } of tools) {
    const required = inputSchema.required ?? [];
    if (required.length > 0 || name.endsWith('_slow')) continue;
    const result = await fixture.call(name);
    await app.frame.evaluate(() => document.querySelector('.mcp-answer')?.setAttribute('data-before', ''));
    await app.host('toolResult', result);
    await app.frame.waitForSelector('.mcp-answer:not([data-before])');
    await app.painted();
    assert.equal(await app.frame.evaluate(() => globalThis.xss), undefined, name);
    assert.equal(await app.frame.locator('.mcp-answer :is(img, script, b, iframe)').count(), 0, name);
  }
  assert.ok(tools.length > 5);
});

test('the schema refuses what breaks it, so that it judges at all', () => {
  const app = (message) => [{ from: 'app', message: { jsonrpc: '2.0', ...message } }];
  const asked = app({ id: 1, method: 'ui/open-link', params: { url: 'https://example.org/' } });
  const host = (message) => [...asked, { from: 'host', message: { jsonrpc: '2.0', id: 1, ...message } }];
  assert.deepEqual(schemaFaults(host({ result: {} })), []);
  for (const log of [
    app({ method: 'ui/notifications/size-changed', params: { height: '100' } }),
    app({ method: 'ui/no-such-method', params: {} }),
    app({ method: 'ui/open-link', id: 1, params: { link: 'x' } }),
    app({ method: 'ui/notifications/initialized', jsonrpc: '1.0' }),
    host({ result: { isError: 'no' } }),
    host({ error: { code: 1, message: 'no' } }),
  ]) {
    assert.equal(schemaFaults(log).length, 1, JSON.stringify(log));
  }
});
