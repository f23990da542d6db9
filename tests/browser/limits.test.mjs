// What a chart may set, and how much it may hold: others' servers can send anything, and a page that a chart
// hangs has lost the answer.
import assert from 'node:assert/strict';
import { painted } from './harness.mjs';
import { appTest } from './host.mjs';
import { CITIES, OWN_TABLE, answer, chart, drawnCharts, instances } from './results.mjs';

/** How long a chart may take in milliseconds: what it is about takes minutes, or for ever. */
const A_HANG = 15_000;

/** Shows an answer of charts and a table, and checks that the page lives on. */
async function shown(app, charts) {
  const started = performance.now();
  await app.result(answer({ charts, table: CITIES }));
  // A frame that is painted after them: nothing is left that blocks the page.
  await painted(app.frame);
  const took = performance.now() - started;
  assert.ok(took < A_HANG, `${took} ms`);
  assert.equal((await app.rows(OWN_TABLE)).length, 3);
}

const notes = (app) => app.texts('.mcp-chart .mcp-note');
const bars = (options, style = {}) => chart('bar', ['a', 'b'], [{ label: 'S', data: [1, 2], ...style }], { options });

const LEFT_OUT = 'Left out of this chart, which can set what this page knows, within bounds, and holds no code: ';

/** Settings that hang a page, or that Chart.js has not, and what is said of each. */
const REFUSED = {
  'ten million ticks': [bars({ scales: { y: { ticks: { count: 1e7 } } } }), 'options.scales.y.ticks.count'],
  'a font too small to see': [
    bars({ scales: { y: { ticks: { maxTicksLimit: 1e9, font: { size: 1e-7 } } } } }),
    'options.scales.y.ticks.maxTicksLimit, options.scales.y.ticks.font.size',
  ],
  'a picture of gigabytes': [bars({ devicePixelRatio: 100 }), 'options.devicePixelRatio'],
  'billions of dashes': [
    bars({ scales: { y: { border: { dash: [1e-7, 1e-7] } } } }, { borderDash: [1e-9] }),
    'options.scales.y.border.dash, datasets[0].borderDash',
  ],
  'a line as wide as the world': [bars({}, { borderWidth: 1e9 }), 'datasets[0].borderWidth'],
  'an animation': [bars({ animation: { duration: 1e12 } }), 'options.animation'],
  'a name that Chart.js has not': [bars({ scales: { y: { tiks: {} } } }), 'options.scales.y.tiks'],
  'digits that browsers do not write': [
    bars({ scales: { y: { ticks: { format: { maximumFractionDigits: 1000 } } } } }),
    'options.scales.y.ticks.format',
  ],
  'a color that is none': [bars({}, { backgroundColor: 'url(https://example.org/x)' }), 'datasets[0].backgroundColor'],
  'prototypes': [
    JSON.parse(
      '{"type":"bar","data":{"labels":["a"],"datasets":[{"data":[1]}]},"options":{"scales":{"constructor":{"min":1}}}}',
    ),
    'options.scales.constructor',
  ],
  'options within options': [
    JSON.parse(`{"type":"bar","data":{"labels":["a"],"datasets":[{"data":[1]}]},"options":${'{"ticks":'.repeat(12)}1${'}'.repeat(12)}}`),
    'options.ticks.ticks.ticks.ticks.ticks.ticks.ticks',
  ],
  'twenty-five of them': [
    bars(Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`x${index}`, 1]))),
    `${Array.from({ length: 20 }, (_, index) => `options.x${index}`).join(', ')}, … (+5)`,
  ],
};

for (const [name, [config, paths]] of Object.entries(REFUSED)) {
  appTest(`A4: ${name} is left out by name, and the chart is drawn`, { app: {} }, async (app) => {
    await shown(app, [config]);
    assert.equal((await drawnCharts(app.frame))[0]?.type, 'bar');
    assert.deepEqual(await notes(app), [`${LEFT_OUT}${paths}.`]);
  });
}

const numbersOf = (length, value = (index) => index + 1) => Array.from({ length }, (_, index) => value(index));
const series = (count, points) => numbersOf(count, (at) => ({ label: `S${at}`, data: numbersOf(points) }));

/** Charts that are too large, and what stands in. */
const TOO_LARGE = {
  '3,000 series': [
    chart('bar', ['a', 'b'], series(3_000, 2)),
    'It has 3,000 series; 50 are the most that are drawn.',
    ['Series', 'x', 'y'],
    ['S0', 'a', '1'],
  ],
  'a circle of 101 parts': [
    chart('doughnut', numbersOf(101, String), series(1, 101)),
    'It has 101 parts; 100 are the most that are drawn in a circle.',
    ['Label', 'S0', 'Share (%)'],
    ['0', '1', '0'],
  ],
  'a radar of 101 axes': [
    chart('radar', numbersOf(101, String), series(2, 101)),
    'It has 101 parts; 100 are the most that are drawn in a circle.',
    ['Label', 'S0', 'S1'],
    ['0', '1', '1'],
  ],
  '50,001 bars': [
    chart('bar', [], series(1, 50_001)),
    'It has 50,001 values; 50,000 are the most that are drawn.',
    ['Label', 'S0'],
    ['', '1'],
  ],
  'a number that is too large': [
    chart('line', ['a', 'b'], [{ label: 'S', data: [1, 1e101] }]),
    'It holds 1e+101, which is too large to be drawn.',
    ['Label', 'S'],
    ['a', '1'],
  ],
  'labels without values': [
    chart('bar', numbersOf(50_001, String), series(1, 1)),
    'It has 50,001 values; 50,000 are the most that are drawn.',
    ['Label', 'S0'],
    ['0', '1'],
  ],
};

for (const [name, [config, reason, header, first]] of Object.entries(TOO_LARGE)) {
  appTest(`A4: ${name}: the numbers stand in, and a line says so`, { app: {} }, async (app) => {
    await shown(app, [config, bars({})]);
    const broken = await app.texts('.mcp-broken[role=alert]');
    assert.deepEqual(broken, [`This chart cannot be drawn; its numbers are below. ${reason}`]);
    const numbers = app.frame.locator('.mcp-chart').first().locator('.mcp-data');
    assert.deepEqual(await numbers.locator('thead th').allTextContents(), header);
    assert.deepEqual(await numbers.locator('tbody tr').first().locator('th, td').allTextContents(), first);
    assert.equal(await instances(app.frame), 1);
  });
}

for (const [locale, reason] of Object.entries({
  es: 'Este gráfico no se puede dibujar; sus números están debajo. Tiene 3000 series; se dibujan 50 como máximo.',
  'pt-BR': 'Este gráfico não pode ser desenhado; seus números estão abaixo. Tem 3.000 séries; são desenhadas no máximo 50.',
})) {
  appTest(`A4: it is said in ${locale}`, { app: { hostContext: { locale } } }, async (app) => {
    await shown(app, [chart('bar', ['a', 'b'], series(3_000, 2))]);
    assert.deepEqual(await app.texts('.mcp-broken'), [reason]);
  });
}

appTest('A4: of 30 charts 20 are drawn, and each of the others has its numbers', { app: {} }, async (app) => {
  await shown(app, numbersOf(30, () => bars({})));
  assert.equal(await instances(app.frame), 20);
  const broken = await app.texts('.mcp-broken');
  assert.deepEqual([broken.length, broken[0]], [
    10,
    'This chart cannot be drawn; its numbers are below. It is chart 21 of this answer; 20 are the most that are drawn.',
  ]);
  assert.equal(await app.count('.mcp-chart .mcp-data table'), 10);
});

appTest('as much as is drawn at most is drawn', { app: {} }, async (app) => {
  const long = numbersOf(50, (at) => ({ label: `S${at}`, data: numbersOf(3_000, (index) => (index * (at + 7)) % 1_009) }));
  await shown(app, [
    chart('bar', numbersOf(1_000, String), series(50, 1_000)),
    chart('pie', numbersOf(100, String), series(1, 100)),
    chart('line', numbersOf(3_000, String), long),
  ]);
  assert.deepEqual(await app.texts('.mcp-broken'), []);
  const drawn = await drawnCharts(app.frame);
  assert.deepEqual(drawn.map(({ type, data }) => [type, data.length]), [['bar', 50], ['pie', 1], ['line', 50]]);
  // Each series keeps its highest value, although what one keeps is drawn of all.
  assert.ok(drawn[2].data.flat().length <= 50_000, `${drawn[2].data.flat().length} values`);
  assert.deepEqual([...new Set(drawn[2].data.map((data) => Math.max(...data)))], [1_008]);
});

/** The options that Chart.js has and no list of ours: what only code can use, and what the page decides. */
const NOT_SET = new Set(
  // Movement and the picture's size; internals; what only code can use; a time axis.
  [
    ...['animation', 'animations', 'transitions', 'maintainAspectRatio', 'aspectRatio', 'devicePixelRatio', 'resizeDelay'],
    ...['dataElementType', 'datasetElementType', 'events', 'hoverAnimated', 'properties', 'numbers'],
    ...['callback', 'parser', 'parsing'],
    ...['isoWeekday', 'minUnit', 'source', 'time', 'adapters', 'decimation'],
    // Of plugins that a chart has anyway; and a default that means no color.
    ...['drawTime', 'textStrokeColor'],
  ],
);

appTest('the list has every option of Chart.js that is data', { app: {} }, async (app) => {
  await app.result(answer({ charts: [bars({})] }));
  const unknown = await app.frame.evaluate((notSet) => {
    const found = new Set();
    const sides = ['top', 'right', 'bottom', 'left'];
    /** Finds what is refused of the defaults of Chart.js, each as an option of its own. */
    function walk(value, depth = 0) {
      for (const [name, item] of Object.entries(value)) {
        if (typeof item === 'function' || notSet.includes(name) || sides.includes(name) || name.startsWith('_') || name.startsWith('$')) continue;
        if (typeof item === 'object' && item !== null && !Array.isArray(item) && depth < 6) {
          walk(item, depth + 1);
          continue;
        }
        if (item === undefined || item === null || (Array.isArray(item) && item.length === 0)) continue;
        const refused = [];
        globalThis.McpData.knownOptions({ [name]: item }, '', refused);
        if (refused.length > 0) found.add(`${name}: ${JSON.stringify(item)}`);
      }
    }
    walk(globalThis.Chart.defaults);
    for (const controller of ['line', 'bar', 'pie', 'radar', 'scatter', 'bubble', 'polarArea']) walk(globalThis.Chart.overrides[controller] ?? {});
    return [...found].sort();
  }, [...NOT_SET]);
  assert.deepEqual(unknown, []);
});

/** Options of Chart.js that have no default. */
const OTHER_NAMES = 'min max suggestedMin suggestedMax count stepSize precision maxTicksLimit format dash borderDash barThickness minBarLength base stack fill stepped tension rotation circumference radius cutout pointRadius pointStyle pointBorderWidth spanGaps indexAxis xAxisID yAxisID grace position axis type weight order hidden clip normalized family size lineHeight padding'.split(' ');

/** The names of all options that have one. */
function defaultNames() {
  const found = new Set();
  const walk = (value) => {
    for (const [name, item] of Object.entries(value)) {
      found.add(name);
      if (typeof item === 'object' && item !== null && !Array.isArray(item)) walk(item);
    }
  };
  walk(globalThis.Chart.defaults);
  return [...found];
}

const SEED = Number(process.env.LIMITS_SEED ?? Date.now() % 1_000_000);
const CHARTS = 100;

appTest(`no settings and no numbers hang the page (LIMITS_SEED=${SEED})`, { app: {} }, async (app, page, watch) => {
  await app.result(answer({ charts: [bars({})] }));
  let state = SEED;
  const random = (below) => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return Math.floor((state / 2 ** 32) * below);
  };
  const pick = (list) => list[random(list.length)];
  const names = [...(await app.frame.evaluate(defaultNames)), ...OTHER_NAMES];
  const NUMBERS = [0, -0, 1, 2, 0.5, 1e-7, -1, 5e-324, 1e-300, 1.7976931348623157e308, -1.7976931348623157e308, 1e100, -1e100, 1e-100, 1e15, 100, 1_000, 1e7, 1e9, 4, 36];
  // Others are refused before anything is drawn.
  const DRAWABLE = NUMBERS.filter((number) => Math.abs(number) <= 1e100);
  const height = () => pick(DRAWABLE);
  const value = () =>
    pick([
      () => pick(NUMBERS),
      () => pick([true, false, null]),
      () => pick(['', 'auto', 'top', 'x', 'category', 'logarithmic', 'linear', 'radialLinear', '50%', '#123456', 'red', 'z'.repeat(100_000), '\u202e']),
      () => numbersOf(random(4) * 5, () => pick(NUMBERS)),
      () => ({ [pick(names)]: pick(NUMBERS) }),
    ])();
  const some = (count) => Object.fromEntries(numbersOf(random(count), () => [pick(names), value()]));
  const axis = () => ({ ...some(6), ticks: { ...some(6), font: some(3) }, grid: some(5), border: some(4), title: some(4), pointLabels: some(4), angleLines: some(4) });
  const point = (type) => (['scatter', 'bubble'].includes(type) ? { x: height(), y: height(), r: pick(NUMBERS) } : pick([...DRAWABLE, null, '7', [1, 2]]));
  const one = () => {
    const type = pick(['bar', 'line', 'pie', 'doughnut', 'radar', 'polarArea', 'scatter', 'bubble']);
    const count = pick([1, 3, 20, 100]);
    const datasets = numbersOf(1 + random(4), () => ({ ...some(8), label: 'S', data: numbersOf(count, () => point(type)) }));
    const round = ['radar', 'polarArea'].includes(type);
    const scales = pick([{}, round ? { r: axis() } : { x: axis(), y: axis() }]);
    const options = { ...some(6), scales, elements: { point: some(4), line: some(4), bar: some(4), arc: some(4) }, plugins: { legend: { ...some(4), labels: some(5) }, tooltip: some(5) } };
    return chart(type, numbersOf(count, String), datasets, { options });
  };
  let drawn = 0;
  for (let turn = 0; turn < CHARTS; turn += 5) {
    const charts = numbersOf(5, one);
    const spelled = JSON.stringify(charts).replaceAll(/z{100,}/g, 'zzz…');
    try {
      await shown(app, charts);
    } catch (error) {
      throw new Error(`charts ${turn} to ${turn + 4} of LIMITS_SEED=${SEED}: ${spelled}`, { cause: error });
    }
    drawn += await instances(app.frame);
    const box = await app.frame.locator('.mcp-chart canvas').first().boundingBox().catch(() => null);
    if (box) await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    // Chart.js warns of steps that it does not take.
    watch.take(/stepSize/);
  }
  assert.ok(drawn > CHARTS / 2, `${drawn} of ${CHARTS} charts were drawn`);
});
