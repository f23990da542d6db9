// One spelling of a number for all who read it: in the table, on the axes, in tooltips and in files; and gaps that are said.
import assert from 'node:assert/strict';
import { eventually } from './harness.mjs';
import { appTest } from './host.mjs';
import { BARS, OWN_TABLE, answer, chart, drawnCharts } from './results.mjs';

/** What a chart writes on an axis. */
const ticks = (app, axis, index = 0) =>
  app.frame.evaluate(
    ([at, which]) => Chart.getChart(document.querySelectorAll('canvas')[which]).scales[at].ticks.map(({ label }) => label),
    [axis, index],
  );

/** What a chart says of a point. */
const tooltip = (app, point, index = 0) =>
  app.frame.evaluate(
    ([at, which]) => {
      const drawn = Chart.getChart(document.querySelectorAll('canvas')[which]);
      drawn.tooltip.setActiveElements([{ datasetIndex: 0, index: at }], { x: 0, y: 0 });
      drawn.tooltip.update(true);
      return [drawn.tooltip.title.join(), drawn.tooltip.body[0].lines.join()];
    },
    [point, index],
  );

async function csv(app) {
  await app.frame.locator(`${OWN_TABLE} button.mcp-csv`).click();
  await eventually(async () => (await app.messages('ui/download-file')).length > 0, true);
  return (await app.messages('ui/download-file')).at(-1).contents[0].resource.text;
}

const YEARS = [2016, 2018, 2021];
const points = YEARS.map((x, index) => ({ x, y: [1234567, 0.5, 3][index] }));

appTest('N20: years are years in the table, on an axis and in a tooltip', { app: {} }, async (app) => {
  await app.result(
    answer({
      table: [['Year', 'Number'], ...points.map(({ x, y }) => [x, y])],
      charts: [chart('scatter', [], [{ label: 'S', data: points }])],
    }),
  );
  assert.deepEqual(await app.rows(), [
    ['2016', '1,234,567'],
    ['2018', '0.5'],
    ['2021', '3'],
  ]);
  assert.deepEqual((await ticks(app, 'x')).slice(0, 3), ['2016', '2016.5', '2017']);
  assert.ok((await ticks(app, 'y')).includes('1,000,000'));
  assert.deepEqual(await tooltip(app, 0), ['', 'S: 2016; 1,234,567']);
  assert.equal(await csv(app), '\ufeffYear,Number\r\n2016,1234567\r\n2018,0.5\r\n2021,3\r\n');
});

appTest('N20: labels that are numbers are spelled as those of others', { app: {} }, async (app) => {
  const labels = [2016, 1e21, 1e-7, 37_400_068, '2016'];
  await app.result(answer({ charts: [chart('bar', labels, [{ label: 'S', data: [1, 2, 3, 4, 5] }])] }));
  const spelled = ['2016', '1e+21', '1e-7', '37400068', '2016'];
  assert.deepEqual((await drawnCharts(app.frame))[0].labels, spelled);
  await app.frame.locator('.mcp-chart summary').click();
  await eventually(async () => (await app.rows('.mcp-chart table')).map(([label]) => label), spelled);
  assert.deepEqual(await tooltip(app, 3), ['37400068', 'S: 4']);
});

for (const [locale, thousand, half, year] of [
  ['de-DE', '1.000', '0,5', '2016'],
  ['ar-EG', '1,000', '0.5', '2016'],
]) {
  appTest(`N20: an axis is spelled as the table is, ${locale}`, { app: { hostContext: { locale } } }, async (app) => {
    await app.result(
      answer({
        table: [['A'], [1000], [0.5]],
        charts: [
          chart('bar', ['a', 'b'], [{ label: 'S', data: [0, 1000] }], { options: { scales: { y: { ticks: { stepSize: 1000 } } } } }),
          chart('radar', ['a', 'b', 'c'], [{ label: 'S', data: [0, 0.5, 1] }], { options: { scales: { r: { ticks: { stepSize: 0.5 } } } } }),
          chart('scatter', [], [{ label: 'S', data: points }]),
        ],
      }),
    );
    assert.equal((await app.rows(OWN_TABLE))[1][0], (await ticks(app, 'r', 1))[1]);
    assert.equal((await app.rows(OWN_TABLE))[0][0], (await ticks(app, 'y'))[1]);
    assert.deepEqual([(await ticks(app, 'y'))[1], (await ticks(app, 'r', 1))[1], (await ticks(app, 'x', 2))[0]], [thousand, half, year]);
  });
}

appTest('N20: the form that a chart asks for is its own', { app: {} }, async (app) => {
  const scales = { y: { min: 0, max: 1, ticks: { stepSize: 0.5, format: { style: 'percent' } } } };
  await app.result(answer({ charts: [chart('bar', ['a'], [{ label: 'S', data: [1] }], { options: { scales } })] }));
  assert.deepEqual(await ticks(app, 'y'), ['0', '50.0%', '100.0%']);
});

const SUBTITLE = 'No number: Delhi (".").';
const GAP = (type) => ({
  ...chart(type, ['Tokyo', 'Delhi', 'Lagos'], [{ label: 'Population', data: [37, null, 21] }], { title: type }),
  options: { plugins: { title: { display: true, text: type }, subtitle: { display: true, text: SUBTITLE } } },
});

appTest('N08: a gap is a gap, in the chart and in its numbers, and the subtitle says so', { app: {} }, async (app) => {
  const types = ['bar', 'line', 'pie', 'doughnut', 'radar', 'polarArea'];
  await app.result(answer({ charts: types.map(GAP) }));
  assert.deepEqual(await app.texts('figcaption p'), types.map(() => SUBTITLE));
  assert.ok((await drawnCharts(app.frame)).every(({ data }) => data[0][1] === null));
  const isDrawn = await app.frame.evaluate(() => Chart.getChart(document.querySelector('canvas')).options.plugins.subtitle.display);
  assert.equal(isDrawn, false, 'it stands above the chart, and not in its picture a second time');
  for (const summary of await app.frame.locator('.mcp-chart summary').all()) await summary.click();
  for (const [index, type] of types.entries()) {
    const cells = await app.frame.locator('.mcp-chart').nth(index).locator('tbody tr').nth(1).locator('td').allTextContents();
    assert.deepEqual(cells, ['pie', 'doughnut', 'polarArea'].includes(type) ? ['Delhi', '', ''] : ['Delhi', ''], type);
  }
});

appTest('N08: the subtitle of a flat chart, one of lines, and none', { app: {} }, async (app) => {
  const lines = { ...GAP('bar'), options: { plugins: { subtitle: { text: ['One.', 'Two.'] } } } };
  await app.result(
    answer({
      charts: [
        { type: 'bar', title: 'T', subtitle: SUBTITLE, labels: ['a'], datasets: [{ label: 'S', data: [null] }] },
        lines,
        BARS,
      ],
    }),
  );
  const subtitles = await app.frame.locator('figcaption').evaluateAll((all) => all.map((it) => it.querySelector('p')?.textContent));
  assert.deepEqual(subtitles, [SUBTITLE, 'One. Two.', undefined]);
});

appTest('N08: the picture of a chart has its subtitle', { app: {} }, async (app) => {
  const heights = [];
  for (const given of [GAP('bar'), { ...GAP('bar'), options: { plugins: { title: { text: 'T' } } } }]) {
    await app.result(answer({ charts: [given] }));
    const before = (await app.messages('ui/download-file')).length;
    await app.frame.locator('button.mcp-png').click();
    await eventually(async () => (await app.messages('ui/download-file')).length, before + 1);
    const { blob } = (await app.messages('ui/download-file')).at(-1).contents[0].resource;
    // The height of a PNG stands in its first chunk.
    heights.push(Buffer.from(blob, 'base64').readUInt32BE(20) - (await app.frame.locator('canvas').evaluate(({ height }) => height)));
  }
  assert.ok(heights[0] > heights[1], `${heights}`);
});
