// Answers as other servers may write them, and values that few tables have: no part of an answer is lost
// for another, and nothing is drawn or saved that was not sent.
import assert from 'node:assert/strict';
import { eventually } from './harness.mjs';
import { appTest } from './host.mjs';
import { CITIES, answer, chart, drawnCharts } from './results.mjs';

/** The colors in a chart's picture that are no shade of grey. */
function colorful(frame) {
  return frame.evaluate(() => {
    const canvas = document.querySelector('.mcp-canvas canvas');
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const found = new Set();
    for (let at = 0; at < data.length; at += 4) {
      const [red, green, blue, alpha] = data.slice(at, at + 4);
      if (alpha === 255 && Math.max(red, green, blue) - Math.min(red, green, blue) > 40) found.add((red << 16) | (green << 8) | blue);
    }
    return found.size;
  });
}

/** The file that a click on a button hands to the host. */
async function saved(app, button) {
  await app.frame.locator(button).first().click();
  await eventually(async () => (await app.messages('ui/download-file')).length, 1);
  return (await app.messages('ui/download-file')).at(-1).contents[0].resource;
}

const DECIMALS = {
  tool: {
    name: 'decimals',
    inputSchema: { type: 'object' },
    _meta: {
      columns: [
        { name: 'Amount', type: 'decimal', unit: 'EUR', nullable: true },
        { name: 'Any', type: 'any', nullable: true },
      ],
    },
  },
};

appTest('decimals are numbers, shown and saved', { app: { hostContext: { toolInfo: DECIMALS } } }, async (app) => {
  await app.result(
    answer({
      table: [
        ['Amount (EUR)', 'Any'],
        ['-1234567.50', 12],
        ['0.10', 3],
      ],
    }),
  );
  assert.deepEqual(await app.rows(), [
    ['-1,234,567.50', '12'],
    ['0.10', '3'],
  ]);
  assert.equal(await app.count('.mcp-table tbody td.mcp-number'), 4);
  const { text } = await saved(app, 'button.mcp-csv');
  assert.equal(text, '\ufeffAmount (EUR),Any\r\n-1234567.50,12\r\n0.10,3\r\n');
});

appTest('an empty cell alone in its row is kept in the file', { app: {} }, async (app) => {
  await app.result(answer({ table: [['Only'], ['a'], [null], ['b']] }));
  assert.equal((await saved(app, 'button.mcp-csv')).text, '\ufeffOnly\r\na\r\n""\r\nb\r\n');
});

appTest('sorting takes numbers of every length and form', { app: {} }, async (app) => {
  const long = '9'.repeat(400);
  const cells = [1.5e-7, '0.00000015', long, 1.5e21, '1500000000000000000001', null, true, 'x', `-${long}`];
  await app.result(answer({ table: [['Number'], ...cells.map((cell) => [cell])] }));
  await app.frame.locator('.mcp-table th button').click();
  const shown = (await app.rows()).flat();
  assert.equal(shown.at(0), `-${long}`);
  assert.deepEqual(shown.slice(5), [long, 'true', 'x', '']);
});

for (const [name, data] of Object.entries({
  'a line between gaps': Array.from({ length: 150 }, (_, index) => (index % 2 ? null : index)),
  'points with labels': Array.from({ length: 150 }, (_, index) => ({ x: index, y: index % 7 })),
})) {
  appTest(`no value vanishes: ${name}`, { app: {} }, async (app) => {
    const type = name.startsWith('points') ? 'scatter' : 'line';
    const dataset = { label: 'S', data, borderColor: '#d00000', backgroundColor: '#d00000' };
    await app.result(answer({ charts: [chart(type, data.map(String), [dataset])] }));
    assert.ok((await colorful(app.frame)) > 0);
  });
}

for (const theme of ['light', 'dark']) {
  appTest(`a chart without colors gets some, ${theme}`, { app: { hostContext: { theme } } }, async (app) => {
    const datasets = [1, 2].map((value) => ({ label: `S${value}`, data: [value, value + 1] }));
    await app.result(answer({ charts: [chart('bar', ['a', 'b'], datasets)] }));
    assert.ok((await colorful(app.frame)) >= 2);
  });
}

appTest('B62: a thinned line keeps the peaks of digits, and gaps that can be seen', { app: {} }, async (app) => {
  const data = Array.from({ length: 100_000 }, (_, index) => String(index % 3));
  data[50_001] = '1000.5';
  data.fill(null, 20_000, 20_150);
  await app.result(answer({ charts: [chart('line', data.map(String), [{ label: 'S', data }])] }));
  const [drawn] = await drawnCharts(app.frame);
  assert.ok(drawn.data[0].includes('1000.5'));
  assert.ok(drawn.data[0].includes(null));
});

appTest('B63: shares of digits are those of their numbers, and a negative one is refused', { app: {} }, async (app) => {
  await app.result(
    answer({
      charts: [chart('pie', ['a', 'b'], [{ label: 'S', data: ['5', '7'] }]), chart('pie', ['a'], [{ data: ['-2'] }])],
    }),
  );
  await app.frame.locator('.mcp-chart').first().locator('summary').click();
  const shares = app.frame.locator('.mcp-chart').first().locator('tbody td:last-child');
  await eventually(() => shares.allTextContents(), ['41.7', '58.3']);
  assert.match(await app.text('.mcp-broken'), /cannot be negative/);
});

appTest('odd names of a chart leave the rest of the answer alone', { app: {} }, async (app) => {
  await app.result(
    answer({
      table: CITIES,
      charts: [
        chart('bar', [{ toString: 1 }, null, 3], [{ label: { toString: 1 }, data: [1, 2, 3] }], { title: { toString: 1 } }),
        chart('line', ['a'], [{ label: 'CO2 => CH4', data: [1] }]),
        { type: 'constructor', data: { datasets: [{ data: [1] }] } },
        null,
      ],
    }),
  );
  assert.equal((await app.rows('.mcp-table:not(.mcp-chart .mcp-table)')).length, 3);
  const captions = await app.texts('figcaption');
  assert.deepEqual(captions, ['{"toString":1}', 'A chart', 'Chart', 'Chart']);
  const [bar, line] = await drawnCharts(app.frame);
  assert.deepEqual(bar.labels, ['{"toString":1}', '', '3']);
  const name = await app.frame.evaluate(() => Chart.getChart(document.querySelectorAll('canvas')[1]).data.datasets[0].label);
  assert.deepEqual([line.type, name], ['line', 'CO2 => CH4']);
});

for (const locale of ['en_US', 'en-US@posix', '']) {
  appTest(`a locale that is none, ${JSON.stringify(locale)}, does no harm`, { app: { hostContext: { locale } } }, async (app) => {
    await app.result(answer({ table: CITIES, charts: [chart('bar', ['a'], [{ label: 'S', data: [1] }])] }));
    assert.equal((await drawnCharts(app.frame)).filter(Boolean).length, 1);
    assert.equal((await app.rows())[0][1], '37,400,068');
  });
}

appTest('the flat form begins at zero where it says so, and bars always', { app: {} }, async (app) => {
  const flat = (type, more) => ({ type, title: type, labels: ['a', 'b'], datasets: [{ label: 'S', data: [100, 101] }], ...more });
  await app.result(answer({ charts: [flat('bar'), flat('line'), flat('radar', { beginAtZero: true })] }));
  const begins = await app.frame.evaluate(() =>
    [...document.querySelectorAll('canvas')].map((canvas) => {
      const { scales } = Chart.getChart(canvas);
      return (scales.y ?? scales.r).min === 0;
    }),
  );
  assert.deepEqual(begins, [true, false, true]);
});

appTest('points may name their label, however long it is', { app: {} }, async (app) => {
  const labels = ['a label that is longer than twenty-four letters', 'another label that is longer than that'];
  await app.result(answer({ charts: [chart('bar', labels, [{ label: 'S', data: labels.map((x, y) => ({ x, y: y + 1 })) }])] }));
  assert.deepEqual((await drawnCharts(app.frame))[0].labels, labels);
});

appTest('an address is read from left to right, whatever stands beside it', { app: {} }, async (app) => {
  const url = 'https://example.org/a';
  await app.result(answer({ sources: [url], source_details: [{ url, title: 'T', publisher: 'P\u202e', license: 'Proprietary' }] }));
  const address = app.frame.locator('.mcp-address');
  assert.deepEqual([await address.getAttribute('dir'), await address.textContent()], ['ltr', url]);
  assert.equal(await address.evaluate((node) => getComputedStyle(node).unicodeBidi), 'isolate');
  assert.equal(await app.count('.mcp-details a'), 0);
});

appTest('a page says what it does: cancelled, waiting, ended', { app: {} }, async (app) => {
  await app.notify('ui/notifications/tool-cancelled', {});
  await eventually(() => app.text('#status'), 'The call was cancelled.');
  await app.notify('ui/notifications/tool-input', { arguments: {} });
  await eventually(() => app.text('#status'), 'Waiting for the answer…');
});

/** Links of other servers, and how each is shown. */
const ADDRESSES = {
  'https://good.example\u2044p.evil.example/': 'https://good.xn--examplep-k03d.evil.example/',
  'https://good.example\u3002evil.example/': 'https://good.example.evil.example/',
  'https://\u0430pple.example/x': 'https://xn--pple-43d.example/x',
  'https://exa\u00admple.org/x': 'https://example.org/x',
  'https://example.org/\u202egpj.exe': 'https://example.org/%E2%80%AEgpj.exe',
  'https://example.org/\u200b': 'https://example.org/%E2%80%8B',
  'https://example.org/ação?b=ç': 'https://example.org/ação?b=ç',
  'https://example.org?q="a"': 'https://example.org?q="a"',
};

appTest('A14: a link that hides where it leads is shown in its normal form', { app: {} }, async (app) => {
  await app.result(answer({ sources: Object.keys(ADDRESSES) }));
  const links = app.frame.locator('.mcp-sources li a');
  const shown = await links.evaluateAll((all) => all.map(({ textContent, href }) => [textContent, href]));
  const leads = Object.keys(ADDRESSES).map((url) => new URL(url).href);
  assert.deepEqual(
    shown,
    Object.values(ADDRESSES).map((text, index) => [text, leads[index]]),
  );
});

appTest('a file has a name that every system takes', { app: {} }, async (app) => {
  const names = ['con', 'NUL.x', 'lpt1', 'console', '.profile', '../../etc/passwd', 'a/b\\c:d', 'ação', '', '\u202egpj'];
  assert.deepEqual(await app.frame.evaluate((all) => all.map((name) => globalThis.McpData.fileName(name, 'csv')), names), [
    ...['_con.csv', '_NUL.x.csv', '_lpt1.csv', 'console.csv', '_.profile.csv', '_.._.._etc_passwd.csv'],
    ...['a_b_c_d.csv', 'ação.csv', 'data.csv', '_gpj.csv'],
  ]);
});
