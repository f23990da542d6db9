// Charts: what Chart.js is given, what it is not, and what stands in where it cannot draw.
import assert from 'node:assert/strict';
import { eventually, painted } from './harness.mjs';
import { appTest } from './host.mjs';
import { BARS, answer, chart, drawnCharts, instances } from './results.mjs';

/** Opens the numbers of a chart and reads them: header and rows. */
async function numbers(app, index = 0) {
  const details = app.frame.locator('.mcp-chart').nth(index).locator('details.mcp-data');
  if (!(await details.evaluate((element) => element.open))) await details.locator('summary').click();
  await details.locator('table').waitFor();
  return details.locator('tr').evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent)));
}

const TYPES = {
  bar: [1, 2, 3],
  line: [1, 2, 3],
  pie: [1, 2, 3],
  doughnut: [1, 2, 3],
  radar: [1, 2, 3],
  polarArea: [1, 2, 3],
  scatter: [
    { x: 1, y: 2 },
    { x: 2, y: 3 },
  ],
  bubble: [
    { x: 1, y: 2, r: 5 },
    { x: 2, y: 3, r: 9 },
  ],
};

for (const [type, data] of Object.entries(TYPES)) {
  appTest(`a ${type} chart is drawn, named and has its numbers`, { app: {} }, async (app) => {
    await app.result(
      answer({ charts: [chart(type, ['a', 'b', 'c'], [{ label: 'Series', data }], { title: 'The title' })] }),
    );
    const [drawn] = await drawnCharts(app.frame);
    assert.equal(drawn?.type, type);
    assert.deepEqual(drawn.data, [data]);
    const canvas = app.frame.locator('.mcp-chart .mcp-canvas > canvas[role=img]');
    assert.match(await canvas.getAttribute('aria-label'), /The title/);
    const colors = await canvas.evaluate((element) => {
      const { data: pixels } = element.getContext('2d').getImageData(0, 0, element.width, element.height);
      return new Set(new Uint32Array(pixels.buffer)).size;
    });
    assert.ok(colors > 10, `${colors} colors`);
    assert.equal((await app.text('.mcp-chart figcaption')).trim(), 'The title');
    const rows = await numbers(app);
    assert.equal(rows.length, data.length + 1);
    const sent = data.map((value) => (typeof value === 'object' ? Object.values(value) : [value]).map(String));
    sent.forEach((values, index) =>
      values.forEach((value) => assert.ok(rows[index + 1].includes(value), `${value} in ${rows[index + 1]}`)),
    );
  });
}

appTest('the flat form of a chart is drawn, too', { app: {} }, async (app) => {
  const flat = {
    type: 'bar',
    title: 'Flat',
    labels: ['a', 'b'],
    datasets: [{ label: 'S', data: [1, 2] }],
    stacked: true,
    beginAtZero: true,
    indexAxis: 'y',
  };
  await app.result(answer({ charts: [flat] }));
  const [drawn] = await drawnCharts(app.frame);
  assert.deepEqual([drawn.type, drawn.labels, drawn.data], ['bar', ['a', 'b'], [[1, 2]]]);
  const scales = await app.frame.evaluate(() => {
    const { options } = Chart.getChart(document.querySelector('canvas'));
    return [options.indexAxis, options.scales.x.stacked, options.scales.y.stacked, options.scales.x.beginAtZero];
  });
  assert.deepEqual(scales, ['y', true, true, true]);
});

appTest('B58: functions in a configuration are dropped with a note, never run', { app: {} }, async (app) => {
  const code = "function(v){ window.xss = 1; return v+'h' }";
  const options = {
    onClick: code,
    onHover: 'window.xss=1',
    animation: { onComplete: code },
    scales: { y: { ticks: { callback: code }, afterFit: code } },
    plugins: {
      title: { text: 'function(x) is the title' },
      tooltip: { callbacks: { label: code }, external: code },
      legend: { onClick: code, labels: { generateLabels: code, filter: code } },
    },
  };
  const config = chart(
    'bar',
    ['a', 'b'],
    [{ label: 'S', data: [1, 2], backgroundColor: '(ctx) => window.xss = 1', parsing: { key: 'x' } }],
    { options },
  );
  config.plugins = [{ id: 'evil', beforeDraw: code }];
  delete config.data.datasets[0].parsing;
  await app.result(answer({ charts: [config] }));
  assert.equal((await drawnCharts(app.frame))[0]?.type, 'bar');
  const note = (await app.texts('.mcp-chart .mcp-note')).join(' ');
  for (const name of ['onClick', 'onHover', 'callback', 'afterFit', 'external', 'plugins', 'backgroundColor'])
    assert.ok(note.includes(name), `${name} in: ${note}`);
  assert.match(await app.text('.mcp-chart figcaption'), /function\(x\) is the title/);
  await app.frame.locator('canvas').hover();
  await app.frame.locator('canvas').click({ position: { x: 100, y: 100 } });
  await painted(app.frame);
  assert.equal(await app.frame.evaluate(() => globalThis.xss), undefined);
});

const UNDRAWABLE = {
  'B59: a time scale': chart('line', ['2024-01-01', '2024-01-02'], [{ label: 'S', data: [1, 2] }], {
    options: { scales: { x: { type: 'time' } } },
  }),
  'a scale that Chart.js has not': chart('line', ['a'], [{ label: 'S', data: [1] }], {
    options: { scales: { x: { type: 'no-such-scale' } } },
  }),
  'a type that Chart.js has not': chart('no-such-type', ['a'], [{ label: 'S', data: [1] }]),
  'a type of the prototype': chart('constructor', ['a'], [{ label: 'S', data: [1] }]),
};

for (const [name, config] of Object.entries(UNDRAWABLE)) {
  appTest(`${name} is an error of that chart alone, whose numbers stand in`, { app: {} }, async (app) => {
    await app.result(answer({ charts: [config, BARS] }));
    await app.frame.locator('.mcp-chart').first().locator('.mcp-broken[role=alert]').waitFor();
    assert.equal(await app.count('.mcp-broken'), 1);
    assert.equal(await app.frame.locator('.mcp-chart').first().locator('canvas').count(), 0);
    assert.deepEqual(
      (await numbers(app)).slice(1),
      config.data.labels.map((label, index) => [label, String(config.data.datasets[0].data[index])]),
    );
    assert.equal((await drawnCharts(app.frame))[0]?.type, 'bar');
    assert.equal(await instances(app.frame), 1);
  });
}

appTest('B60: shown again and again, and in another theme, no chart is left over', { app: {} }, async (app) => {
  const result = answer({ charts: [BARS, chart('line', ['a', 'b'], [{ label: 'S', data: [1, 2] }])] });
  for (let turn = 0; turn < 5; turn += 1) {
    await app.result(result);
    assert.equal(await instances(app.frame), 2);
    await app.notify('ui/notifications/host-context-changed', { theme: turn % 2 ? 'light' : 'dark' });
    await painted(app.frame);
    await eventually(() => instances(app.frame), 2);
  }
  assert.deepEqual(
    (await drawnCharts(app.frame)).map((drawn) => drawn?.type),
    ['bar', 'line'],
  );
  await app.result(answer());
  assert.equal(await instances(app.frame), 0);
});

appTest(
  'B61: a chart stays as high as it is, beside a title, with maintainAspectRatio off',
  { app: {} },
  async (app, page) => {
    await app.result(
      answer({
        charts: [chart('bar', ['a', 'b'], [{ label: 'S', data: [1, 2] }], { options: { maintainAspectRatio: false } })],
      }),
    );
    const [{ height, width }] = await drawnCharts(app.frame);
    await page.waitForTimeout(2_000);
    const [later] = await drawnCharts(app.frame);
    assert.deepEqual([later.height, later.width], [height, width]);
    assert.ok(height > 100 && height < 800, `${height} px`);
  },
);

appTest('B61: a chart shrinks and grows with its frame', { app: {} }, async (app, page) => {
  await app.result(answer({ charts: [BARS] }));
  const fits = () =>
    app.frame.evaluate(() => {
      const canvas = document.querySelector('canvas');
      return [
        canvas.clientWidth === canvas.parentElement.clientWidth,
        document.documentElement.scrollWidth <= innerWidth,
      ];
    });
  const widths = [];
  for (const width of [1000, 320, 700, 1400]) {
    await page.setViewportSize({ width, height: 800 });
    await eventually(fits, [true, true]);
    widths.push((await drawnCharts(app.frame))[0].width);
  }
  assert.ok(widths[1] < widths[2] && widths[2] < widths[0] && widths[0] < widths[3], widths.join(', '));
});

appTest('B61: a chart that is drawn while hidden has its size once shown', { app: {} }, async (app) => {
  await app.frame.evaluate(() => (document.body.hidden = true));
  await app.result(answer({ charts: [BARS] }));
  await app.frame.evaluate(() => (document.body.hidden = false));
  const size = () =>
    app.frame.evaluate(() => {
      const canvas = document.querySelector('canvas');
      return [
        canvas.clientWidth > 300,
        canvas.clientHeight > 100,
        canvas.clientWidth === canvas.parentElement.clientWidth,
      ];
    });
  await eventually(size, [true, true, true]);
});

appTest('B61: the numbers of a chart are folded, made when opened, and open and close', { app: {} }, async (app) => {
  await app.result(answer({ charts: [BARS] }));
  assert.equal(await app.count('.mcp-data table'), 0);
  assert.deepEqual((await numbers(app)).slice(1), [
    ['Tokyo', '37,400,068'],
    ['Delhi', '30,290,936'],
    ['São Paulo', '22,043,028'],
  ]);
  await app.frame.locator('.mcp-data summary').click();
  assert.equal(await app.frame.locator('.mcp-data table').isVisible(), false);
  await app.frame.locator('.mcp-data summary').click();
  assert.equal(await app.count('.mcp-data table'), 1);
});

for (const points of [10_000, 100_000]) {
  appTest(`B62: a line of ${points} points is thinned, says so, and keeps its peaks`, { app: {} }, async (app) => {
    const data = Array.from({ length: points }, (_, index) => Math.sin(index / 50));
    data[Math.floor(points / 3)] = 1000;
    data[Math.floor(points / 2) + 1] = -1000;
    const labels = data.map((_, index) => `p${index}`);
    await app.result(answer({ charts: [chart('line', labels, [{ label: 'S', data }])] }));
    await eventually(async () => (await drawnCharts(app.frame))[0]?.type, 'line');
    const [drawn] = await drawnCharts(app.frame);
    assert.equal(drawn.animation, false);
    assert.ok(drawn.data[0].length <= 5_000, `${drawn.data[0].length} points are drawn`);
    assert.deepEqual([Math.max(...drawn.data[0]), Math.min(...drawn.data[0])], [1000, -1000]);
    assert.equal(drawn.labels[drawn.data[0].indexOf(1000)], `p${Math.floor(points / 3)}`);
    assert.match((await app.texts('.mcp-chart .mcp-note')).join(), new RegExp(points.toLocaleString('en-US')));
    const radius = await app.frame.evaluate(
      () => Chart.getChart(document.querySelector('canvas')).getDatasetMeta(0).data[0].options.radius,
    );
    assert.equal(radius, 0);
    const all = await numbers(app);
    assert.equal(all.length, 51);
    assert.match((await app.texts('.mcp-data .mcp-count')).join(), new RegExp(points.toLocaleString('en-US')));
  });
}

appTest('B62: a line of 500 points is drawn whole and without a note', { app: {} }, async (app) => {
  const data = Array.from({ length: 500 }, (_, index) => index);
  await app.result(answer({ charts: [chart('line', data.map(String), [{ label: 'S', data }])] }));
  assert.deepEqual((await drawnCharts(app.frame))[0].data, [data]);
  assert.equal(await app.count('.mcp-chart .mcp-note'), 0);
});

for (const [values, shares] of [
  [
    [1, 1, 1],
    ['33.4', '33.3', '33.3'],
  ],
  [
    [2, 2, 3],
    ['28.6', '28.6', '42.8'],
  ],
  [
    [0, 0, 0],
    ['0', '0', '0'],
  ],
  [
    [1, 0, null],
    ['100', '0', '0'],
  ],
]) {
  appTest(`B63: shares of ${JSON.stringify(values)} add up`, { app: {} }, async (app) => {
    await app.result(answer({ charts: [chart('pie', ['a', 'b', 'c'], [{ label: 'S', data: values }])] }));
    const rows = (await numbers(app)).slice(1);
    const shown = rows.map((row) => Number(row.at(-1)));
    const sum = shown.reduce((total, share) => total + Math.round(share * 10), 0);
    assert.equal(sum, values.some((value) => value > 0) ? 1000 : 0, shown.join(' + '));
    assert.deepEqual([...shown].sort(), shares.map(Number).sort());
    assert.deepEqual(
      rows.map((row) => row[1]),
      values.map((value) => (value === null ? '' : String(value))),
    );
  });
}

appTest('B63: a negative part of a whole is refused', { app: {} }, async (app) => {
  await app.result(answer({ charts: [chart('pie', ['a', 'b'], [{ label: 'S', data: [3, -1] }])] }));
  await app.frame.locator('.mcp-broken[role=alert]').waitFor();
  assert.deepEqual(
    (await numbers(app)).slice(1).map((row) => row.slice(0, 2)),
    [
      ['a', '3'],
      ['b', '-1'],
    ],
  );
  assert.equal(await instances(app.frame), 0);
});

for (const type of ['line', 'bar', 'radar']) {
  appTest(`B64: null and what is missing are gaps in a ${type} chart, never 0`, { app: {} }, async (app) => {
    await app.result(answer({ charts: [chart(type, ['a', 'b', 'c', 'd'], [{ label: 'S', data: [3, null, 5] }])] }));
    const drawn = await app.frame.evaluate(() => {
      const { data, controller } = Chart.getChart(document.querySelector('canvas')).getDatasetMeta(0);
      const value = (index) => controller.getParsed(index)?.y ?? controller.getParsed(index)?.r ?? null;
      // A bar without a value has no height, and a point is left out.
      return data.map((element, index) => Number.isFinite(value(index)) && !element.skip && element.height !== 0);
    });
    assert.deepEqual(drawn.slice(0, 3), [true, false, true]);
    assert.ok(!drawn.slice(3).includes(true));
    const rows = await numbers(app);
    assert.deepEqual(rows.slice(1), [
      ['a', '3'],
      ['b', ''],
      ['c', '5'],
      ['d', ''],
    ]);
    assert.equal(await app.count('.mcp-data td.mcp-null'), 2);
  });
}

appTest('B64: more data than labels, and a thinned line with a gap, lose nothing', { app: {} }, async (app) => {
  const long = Array.from({ length: 4_000 }, (_, index) => (index >= 1_000 && index < 1_100 ? null : index));
  const charts = [
    chart('bar', ['a'], [{ label: 'S', data: [1, 2] }]),
    chart('line', long.map(String), [{ label: 'S', data: long }]),
  ];
  await app.result(answer({ charts }));
  assert.deepEqual((await numbers(app)).slice(1), [
    ['a', '1'],
    ['', '2'],
  ]);
  const [, line] = await drawnCharts(app.frame);
  assert.ok(line.data[0].includes(null), 'the gap is kept');
  assert.ok(!line.data[0].includes(0) || line.data[0].indexOf(0) === 0);
});

appTest(
  'numbers on axes and in tooltips are in the signs of the locale',
  { app: { hostContext: { locale: 'pt-BR' } } },
  async (app) => {
    await app.result(answer({ charts: [BARS] }));
    const ticks = await app.frame.evaluate(() =>
      Chart.getChart(document.querySelector('canvas')).scales.y.ticks.map((tick) => tick.label),
    );
    assert.ok(ticks.includes('10.000.000'), ticks.join(' | '));
    const box = await app.frame.locator('canvas').boundingBox();
    await app.frame.locator('canvas').hover({ position: { x: box.width / 4, y: box.height / 2 } });
    const tooltip = () =>
      app.frame.evaluate(
        () => Chart.getChart(document.querySelector('canvas')).tooltip?.body?.flatMap(({ lines }) => lines) ?? [],
      );
    await eventually(async () => (await tooltip()).join(), 'Population: 37.400.068');
  },
);
