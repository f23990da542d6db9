// Data in scripts that are written from right to left: each text of it is read in its own direction, so that a full stop
// stands at its end, and none turns what the page says around it.
import assert from 'node:assert/strict';
import { eventually } from './harness.mjs';
import { appTest } from './host.mjs';
import { asks, chatTest, says, Stranger } from './gateway.mjs';
import { answered, pretend, previewTest } from './preview.mjs';
import { answer, chart, failure } from './results.mjs';

const words = ['هذا نص', 'שלום עולם', 'السكان', 'תל אביב', 'المصدر', 'משרד'];
let count = 0;
/** A text in Arabic or Hebrew, each time another one, that ends in a full stop. */
const text = () => `${words[(count += 1) % words.length]} ${count}.`;

/**
 * The texts of data that are not read in their own direction: each must be alone in an element of its own direction, or
 * stand isolated in a sentence of the page. Code, which is marked as such, has its own order.
 */
const strays = (frame) =>
  frame.evaluate(() => {
    const isOther = (found) => /[\u0590-\u08ff]/.test(found.replaceAll(/\u2068[^\u2068\u2069]*\u2069/g, ''));
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const parent = node.parentElement;
      if (!isOther(node.data) || parent.closest('script, style, textarea, pre[dir=ltr]')) continue;
      const own = parent.closest('[dir=auto], bdi');
      if (!own || getComputedStyle(own).direction !== 'rtl') found.push(`${parent.outerHTML}`);
    }
    return found;
  });

/** The direction of every element that a selector finds. */
const directions = (frame, selector) =>
  frame.locator(selector).evaluateAll((all) => all.map((element) => getComputedStyle(element).direction));

const URL_ = 'https://example.org/a';
const EVERY = answer({
  sources: [URL_, 'ftp://example.org/x'],
  table: [
    [text(), text(), 'Latin'],
    [text(), text(), 'a.'],
    [null, 5, text()],
  ],
  charts: [
    {
      ...chart('bar', [text(), text()], [{ label: text(), data: [1, null] }], { title: text() }),
      options: {
        plugins: { title: { text: text() }, subtitle: { text: text() } },
        scales: { x: { title: { display: true, text: text() } } },
        onClick: 'x',
        'قفز(': { onHover: 1 },
      },
    },
    chart('line', ['a'], [{ label: 'S', data: [1] }], { title: text(), options: { scales: { x: { type: 'time' } } } }),
    { ...chart(text(), ['a'], [{ data: [1] }], { title: text() }) },
  ],
  force: `${text()}\nA line in English.\n${text()}`,
  source_details: [{ url: URL_, title: text(), publisher: text(), version: text(), license: text(), modified: text() }],
});

appTest('N18: every text of an answer is read in its own direction', { app: {} }, async (app) => {
  await app.result(EVERY);
  for (const summary of await app.frame.locator('details:not([open]) > summary').all()) await summary.click();
  assert.deepEqual(await strays(app.frame), []);
  const own = '.mcp-table:not(.mcp-chart .mcp-table)';
  assert.deepEqual(await directions(app.frame, `${own} th button`), ['rtl', 'rtl', 'ltr']);
  assert.deepEqual(await directions(app.frame, `${own} tbody tr:first-child td`), ['rtl', 'rtl', 'ltr']);
  assert.deepEqual(await directions(app.frame, 'figcaption > *'), ['rtl', 'rtl', 'rtl', 'rtl']);
  assert.deepEqual(await directions(app.frame, '.mcp-force'), ['rtl']);
  assert.deepEqual(await directions(app.frame, '.mcp-sources li > :first-child'), ['rtl', 'ltr']);
  assert.deepEqual(await directions(app.frame, '.mcp-no-link bdi'), ['ltr']);
  const bidi = (selector) => app.frame.locator(selector).first().evaluate((node) => getComputedStyle(node).unicodeBidi);
  assert.equal(await bidi('.mcp-force'), 'plaintext', 'each line has its own direction');
  // The sentences of the page keep theirs.
  assert.deepEqual(await directions(app.frame, '.mcp-broken, .mcp-chart > .mcp-note'), ['ltr', 'ltr', 'ltr']);
});

appTest('N18: what a chart draws is isolated, and what it draws in Latin letters stays as it is', { app: {} }, async (app) => {
  const data = [{ label: 'السكان.', data: [1, 2] }];
  await app.result(answer({ charts: [chart('bar', ['تل.', 'Paris.'], data, { options: { scales: { y: { title: { display: true, text: 'عدد.' } } } } })] }));
  const drawn = await app.frame.evaluate(() => {
    const { data, options, legend, tooltip } = Chart.getChart(document.querySelector('canvas'));
    tooltip.setActiveElements([{ datasetIndex: 0, index: 0 }], { x: 0, y: 0 });
    tooltip.update(true);
    return [data.labels, data.datasets[0].label, legend.legendItems[0].text, options.scales.y.title.text, tooltip.title, tooltip.body[0].lines];
  });
  const isolated = (inside) => `\u2068${inside}\u2069`;
  assert.deepEqual(drawn, [
    [isolated('تل.'), 'Paris.'],
    isolated('السكان.'),
    isolated('السكان.'),
    isolated('عدد.'),
    [isolated('تل.')],
    [`${isolated('السكان.')}: 1`],
  ]);
});

for (const result of [failure(text()), { content: [{ type: 'text', text: text() }] }]) {
  appTest(`N18: ${result.isError ? 'an error' : 'a text'} is read in its own direction`, { app: {} }, async (app) => {
    await app.result(result);
    assert.deepEqual(await strays(app.frame), []);
    assert.deepEqual(await directions(app.frame, '.mcp-error p, .mcp-text'), ['rtl']);
  });
}

const QUESTION = 'ما عدد السكان في 2017؟';
const TOOL = {
  name: 'sukkan',
  title: text(),
  description: text(),
  inputSchema: {
    type: 'object',
    properties: {
      سنة: { type: 'integer', description: text(), default: 2017, minimum: 1 },
      نص: { type: 'string', examples: [text(), text()], pattern: '^[א-ת]' },
      اختيار: { type: 'string', enum: [text(), text()] },
      قائمة: { type: 'array', items: { type: 'object', properties: { اسم: { type: 'string', description: text() } } } },
    },
  },
  annotations: { readOnlyHint: true },
  _meta: {
    plugin: text(),
    plugin_metadata: {
      ...{ description: text(), instructions: text(), sample_questions: [QUESTION, text()], sample_calls: [QUESTION, text()].map((question) => ({ question, tool: 'sukkan', arguments: { سنة: 2017 } })) },
      urls: { homepage: 'https://example.org/' },
    },
    sources: ['https://example.org/', 'ملف.'],
  },
};

previewTest('N18: every text of a server and its tools, in the preview', { program: 'cities' }, async (preview, page) => {
  const server = { name: text(), title: text(), version: text() };
  const shown = { ...EVERY, content: [{ type: 'text', text: `${text()}\n\n| a |\n| - |\n| ${text()} |` }] };
  await pretend(page, [TOOL, { ...TOOL, name: 'writes', title: 'שלום.', description: 'שלום.', annotations: {} }], shown, { serverInfo: server, instructions: text() });
  await preview.open();
  for (const details of await page.locator('details').all()) await details.evaluate((it) => (it.open = true));
  assert.deepEqual(await strays(page), []);
  assert.deepEqual(await directions(page, '#server, .plugin .lead, .question > span'), Array(4).fill('rtl'));
  await page.locator('#overview button.question').first().click();
  await answered(page);
  for (const details of await page.locator('details').all()) await details.evaluate((it) => (it.open = true));
  assert.deepEqual(await strays(page), []);
  assert.deepEqual(await directions(page, '#tool-title, #about .lead, #model'), ['rtl', 'rtl', 'rtl']);
  assert.deepEqual(await directions(page, '#chosen, #fields .hint, #status'), Array(7).fill('ltr'));
  // A line that is typed is read in its own direction, too; JSON is code.
  await preview.field('نص').fill(text());
  assert.deepEqual(await directions(page, '#fields input[type=text]'), ['ltr', 'rtl']);
  await preview.field('قائمة').fill('[{"اسم": 5}]');
  assert.deepEqual(await strays(page), [], 'what the form objects to');
  await preview.choose('writes');
  await page.locator('#run').click();
  await page.locator('#confirm[open]').waitFor();
  assert.deepEqual(await strays(page), [], 'the question before it writes');
});

const SERVER = new Stranger(
  { sukkan: { ...EVERY }, fails: failure(text()) },
  { about: (name) => ({ ...TOOL, name }), server: { name: text(), version: '1' } },
);

chatTest('N18: every text of a chat', { server: SERVER }, async (chat, page) => {
  await chat.open();
  await page.locator('#hand > summary').click();
  for (const tool of await page.locator('.tool > summary').all()) await tool.click();
  assert.deepEqual(await strays(page), []);
  assert.deepEqual(await directions(page, '.card > *:not(ul), .sample'), Array(4).fill('rtl'));
  await chat.ask(QUESTION, asks(['sukkan'], ['sukkan', { سنة: 1 }], ['fails']), says(`${text()}\n${text()}`));
  assert.deepEqual(await strays(page), []);
  assert.deepEqual(await directions(page, '.said .question, .prose, .call .title'), Array(5).fill('rtl'));
  await eventually(() => chat.count('.again'), 4);
  await chat.ask('?');
  assert.deepEqual(await chat.in('.problem').evaluateAll((all) => all.map(({ dir }) => dir)), ['auto']);
});

appTest('N18: a line of a million characters does not stop the page', { app: {} }, async (app) => {
  const long = 'a long line '.repeat(90_000);
  await app.result(answer({ force: `${long}\n${text()}`, table: [['A'], [`x\n${text()}`]] }));
  assert.ok((await app.text('.mcp-force')).startsWith(long));
  assert.deepEqual(await directions(app.frame, '.mcp-force'), ['ltr']);
  const bidi = (selector) => app.frame.locator(selector).first().evaluate((node) => getComputedStyle(node).unicodeBidi);
  assert.equal(await bidi('.mcp-force'), 'isolate');
  assert.equal(await bidi('.mcp-scroll td'), 'plaintext');
});
