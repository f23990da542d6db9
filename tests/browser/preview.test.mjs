// The preview page of a server: its tools, a form, and the two readers' views of an answer.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { eventually } from './harness.mjs';
import { MIX, assertBothReaders, linkTo, previewTest } from './preview.mjs';
import { OWN_TABLE, drawnCharts } from './results.mjs';

const shell = promisify(execFile);
const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] };

const QUESTIONS = [
  ["How much of Iowa's electricity came from renewables in 2017?", 'energy_electricity_mix', { from: 2017, to: 2017 }],
  ["How has Iowa's electricity mix changed since 2001?", 'energy_electricity_mix', { from: 2001 }],
  ["Which source generated most of Iowa's electricity in 2010?", 'energy_largest_source', { year: 2010 }],
  ['What does net generation mean?', 'energy_define_term', { term: 'net_generation' }],
];

for (const [question, tool, given] of QUESTIONS) {
  previewTest(`a click on “${question}” makes the call that the plugin names`, {}, async (preview, page) => {
    await preview.open();
    await page.locator('#overview .plugin button.question', { hasText: question }).click();
    await preview.answered();
    const { charts } = await assertBothReaders(preview);
    assert.deepEqual(await preview.written(), { name: tool, arguments: given });
    assert.equal(
      await page.locator('#chosen').textContent().then((text) => text.replace(/[\u2068\u2069]/g, '')),
      `“${question}” There is no model on this page: this is the call of “${await page.locator('#tool-title').textContent()}” that the plugin names for the question; a model would choose for itself.`,
    );
    assert.equal((await drawnCharts(page)).filter(Boolean).length, charts?.length ?? 0);
    if (tool === 'energy_electricity_mix') {
      assert.ok(charts.length > 0, 'a chart');
      assert.equal(await page.locator('#person :is(.mcp-chart, .mcp-table, .mcp-sources)').first().isVisible(), true);
    }
  });
}

previewTest('the overview has a card for the plugin, and every tool', {}, async (preview, page) => {
  await preview.open();
  const { tools } = await preview.program.request('tools/list');
  const names = await page
    .locator('#tools button[data-tool]')
    .evaluateAll((buttons) => buttons.map((button) => button.dataset.tool));
  assert.deepEqual(
    names,
    tools.map(({ name }) => name),
  );
  const { description, sample_questions: questions } = tools[0]._meta.plugin_metadata;
  assert.equal(await page.locator('.plugin').count(), 1);
  assert.ok((await preview.text('.plugin')).includes(description));
  assert.deepEqual(await page.locator('.plugin button.question').allTextContents(), questions);
  assert.match(await page.title(), /energy/);
});

previewTest(
  'a form is made of the tool, filled with its defaults, and its call is written out',
  {},
  async (preview, page) => {
    await (await preview.open()).choose('energy_electricity_mix');
    await preview.field('from').fill('2005');
    await preview.field('to').fill('2006');
    assert.deepEqual(await preview.written(), { name: 'energy_electricity_mix', arguments: { from: 2005, to: 2006 } });
    await preview.run();
    assert.deepEqual(
      (await preview.rows()).map(([year]) => year),
      ['2005', '2006'],
    );
    await assertBothReaders(preview);
    assert.match(await preview.text('#figures'), /\d+ ms.*\d/);
    assert.equal(await page.locator('#problem').textContent(), '');
  },
);

previewTest('Enter in a field runs the call', {}, async (preview, page) => {
  await (await preview.open()).choose('energy_electricity_mix');
  await preview.field('from').fill('2010');
  await page.keyboard.press('Enter');
  await preview.answered();
  assert.equal((await preview.rows())[0][0], '2010');
});

previewTest("a wrong argument shows the server's own error", {}, async (preview, page) => {
  await (await preview.open()).choose('energy_electricity_mix');
  await preview.field('from').fill('x');
  await preview.field('to').fill('1990');
  await page.locator('#run').click();
  await page.locator('#person .mcp-error[role=alert]').waitFor();
  const call = await preview.written();
  assert.deepEqual(call.arguments, { from: 'x', to: 1990 });
  const { content, isError } = await preview.program.call(call.name, call.arguments);
  assert.equal(isError, true);
  assert.equal(await preview.text('#model'), content[0].text);
  assert.ok((await preview.text('#person .mcp-error')).includes(content[0].text));
  assert.ok(content[0].text.includes('2 problems'));
});

previewTest('the raw message is what the server sent', {}, async (preview, page) => {
  await preview.answer(MIX);
  await page.locator('#raw > summary').click();
  await eventually(async () => (await preview.text('#raw pre')).length > 100, true);
  const raw = JSON.parse(await preview.text('#raw pre'));
  assert.deepEqual(raw.result, await preview.program.call(MIX.name, MIX.arguments));
});

previewTest('a link opens the same call, in another tab, too', CLIPBOARD, async (preview, page) => {
  await (await preview.open()).choose('energy_compare_years');
  const fields = await page.locator('form#call input[name]').evaluateAll((inputs) => inputs.map(({ name }) => name));
  await preview.field(fields[0]).fill('2003');
  await preview.field(fields[1]).fill('2013');
  await preview.run();
  const [rows, written, model] = [await preview.rows(), await preview.written(), await preview.text('#model')];
  await page.locator('#link').click();
  await eventually(
    () => page.evaluate(() => navigator.clipboard.readText().then((text) => text.startsWith('http'))),
    true,
  );
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(link, page.url());
  await preview.open(link);
  await preview.answered();
  assert.deepEqual(
    [await preview.rows(), await preview.written(), await preview.text('#model')],
    [rows, written, model],
  );
  assert.deepEqual(Object.values(written.arguments), [2003, 2013]);
});

previewTest('a link to no tool, or with no arguments that can be read, says so', {}, async (preview, page) => {
  await preview.open(preview.program.at('/preview#tool=no_such_tool&arguments={}'));
  await eventually(async () => (await preview.text('#problem')).includes('no_such_tool'), true);
  await preview.open(preview.program.at('/preview#tool=energy_electricity_mix&arguments={from'));
  await eventually(async () => (await preview.text('#problem')).includes('{from'), true);
  assert.equal(await page.locator('#person .mcp-answer').count(), 0);
});

previewTest('back and forward between links', {}, async (preview, page) => {
  await preview.answer(MIX);
  await page.evaluate(
    (url) => (location.href = url),
    linkTo(preview.program, { name: 'energy_electricity_mix', arguments: { from: 2017, to: 2017 } }),
  );
  await eventually(async () => (await preview.rows()).length, 1);
  await page.goBack();
  await eventually(async () => (await preview.rows()).length, 17);
});

previewTest('searches the tools by name, title and description, in any order and case', {}, async (preview, page) => {
  await preview.open();
  const found = () =>
    page.locator('#tools button[data-tool]').evaluateAll((buttons) => buttons.map((button) => button.dataset.tool));
  for (const [typed, names] of [
    ['COMPARE', ['energy_compare_years']],
    ['term define', ['energy_define_term']],
    ['no such words', []],
    ['<', []],
  ]) {
    await page.locator('#search').fill(typed);
    await eventually(found, names);
    assert.match(await preview.text('#found'), new RegExp(`\\b${names.length}\\b`));
  }
  await page.locator('#search').fill('');
  await eventually(async () => (await found()).length, 5);
});

previewTest('every text is there in three languages', {}, async (preview, page) => {
  await preview.open();
  const [en, es, pt] = await page.evaluate(() => {
    const shape = (value) => {
      if (typeof value === 'function') return `a function of ${value.length}`;
      if (typeof value === 'string') return value.trim() ? 'a text' : 'nothing';
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shape(item)]));
    };
    return ['en', 'es', 'pt'].map((language) => shape(McpData.texts(language)));
  });
  assert.deepEqual(es, en);
  assert.deepEqual(pt, en);
  assert.ok(Object.keys(en).length > 40 && Object.keys(en.preview).length > 40);
  assert.ok(!JSON.stringify(en).includes('nothing'));
});

previewTest('speaks three languages, also for what is shown', {}, async (preview, page) => {
  await preview.answer(MIX);
  const seen = new Set();
  for (const [language, group] of [
    ['es', '.'],
    ['pt', '.'],
    ['en', ','],
  ]) {
    await page.locator('#language').selectOption(language);
    await eventually(() => page.locator('#person .mcp-answer').getAttribute('lang'), language);
    assert.equal(await page.evaluate(() => document.documentElement.lang), language);
    assert.ok(
      (await preview.rows())[0].some((cell) => cell.includes(group)),
      `${await preview.rows().then((rows) => rows[0])}`,
    );
    const text = await page.locator('body').innerText();
    assert.doesNotMatch(text, /undefined|\[object|=>/);
    seen.add((await preview.text('#run')) + (await preview.text('#answer-heading')) + (await preview.text('#status')));
    assert.deepEqual(await preview.written(), MIX);
  }
  assert.equal(seen.size, 3);
});

for (const [locale, language] of [
  ['es-MX', 'es'],
  ['pt-BR', 'pt'],
  ['fr-FR', 'en'],
]) {
  previewTest(`a browser in ${locale} gets the page in ${language}`, { locale }, async (preview, page) => {
    await preview.open();
    assert.equal(await page.evaluate(() => document.documentElement.lang), language);
    assert.equal(await page.locator('#language').inputValue(), language);
  });
}

previewTest('themes: the system, light and dark, charts with them', { colorScheme: 'dark' }, async (preview, page) => {
  await preview.answer(MIX);
  const tick = () => page.evaluate(() => Chart.getChart(document.querySelector('canvas')).scales.x.options.ticks.color);
  const isDark = () =>
    page.evaluate(() => {
      const pen = document.createElement('canvas').getContext('2d');
      pen.fillStyle = getComputedStyle(document.body).backgroundColor;
      pen.fillRect(0, 0, 1, 1);
      return pen.getImageData(0, 0, 1, 1).data[0] < 128;
    });
  assert.equal(await isDark(), true);
  const dark = await tick();
  await page.locator('#theme').selectOption('light');
  await eventually(isDark, false);
  await eventually(async () => (await tick()) !== dark, true);
  await page.locator('#theme').selectOption('');
  await eventually(isDark, true);
});

previewTest('the command lines run as they are, and give the same answer', {}, async (preview) => {
  await preview.answer({ name: 'energy_define_term', arguments: { term: 'net_generation' } });
  const { name, arguments: args } = await preview.written();
  const answer = await preview.program.call(name, args);
  const curl = await shell('sh', ['-c', await preview.text('#curl')]);
  const line = curl.stdout
    .split('\n')
    .find((candidate) => /^(data: )?\{/.test(candidate))
    .replace(/^data: /, '');
  assert.deepEqual(JSON.parse(line).result, answer);
  const env = { ...process.env, PATH: `${process.env.TEST_PROGRAMS}:${process.env.PATH}` };
  const command = await shell('sh', ['-c', await preview.text('#command')], { env });
  assert.ok(command.stdout.includes(answer.content[0].text.split('\n')[0]), command.stdout);
});

previewTest('the table is saved as a file, and the raw message, too', {}, async (preview, page) => {
  await preview.answer(MIX);
  const save = async (button) => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator(button).first().click()]);
    const chunks = await (await download.createReadStream()).toArray();
    return { name: download.suggestedFilename(), text: Buffer.concat(chunks).toString() };
  };
  const { structuredContent } = await preview.program.call(MIX.name, MIX.arguments);
  const csv = await save(`#person ${OWN_TABLE} button.mcp-csv`);
  assert.equal(csv.name, 'energy_electricity_mix.csv');
  assert.equal(csv.text, `\ufeff${structuredContent.table.map((row) => `${row.join(',')}\r\n`).join('')}`);
  await page.locator('#raw > summary').click();
  const raw = await save('#save-raw');
  assert.deepEqual(JSON.parse(raw.text).result.structuredContent, structuredContent);
});

previewTest('the way from a question to the answer and back is open to the keyboard', {}, async (preview, page) => {
  await preview.open();
  const press = async (key, until) => {
    for (let step = 0; step < 120; step += 1) {
      if (await page.evaluate((selector) => document.activeElement?.matches(selector), until)) return;
      await page.keyboard.press(key);
      const isSeen = await page.evaluate(() => {
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(document.activeElement);
        return (
          document.activeElement === document.body ||
          (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1) ||
          boxShadow !== 'none'
        );
      });
      assert.ok(
        isSeen,
        `no focus is seen on ${await page.evaluate(() => document.activeElement.outerHTML.slice(0, 100))}`,
      );
    }
    assert.fail(`${key} never reaches ${until}`);
  };
  await page.keyboard.press('Tab');
  assert.match(await page.evaluate(() => document.activeElement.className), /skip/);
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'main');
  await press('Tab', 'button.question');
  await page.keyboard.press('Enter');
  await preview.answered();
  assert.equal(await page.evaluate(() => document.activeElement.id), 'answer-heading');
  await press('Tab', '#person .mcp-table th button');
  await page.keyboard.press('Enter');
  assert.equal(await page.locator('#person .mcp-table th[aria-sort=ascending]').count(), 1);
  await press('Shift+Tab', '#run');
  await page.keyboard.press('Enter');
  await preview.answered();
  await press('Shift+Tab', '#search');
  await page.keyboard.type('compare');
  await press('Tab', '#tools button[data-tool=energy_compare_years]');
  await page.keyboard.press('Enter');
  await preview.field(await page.locator('form#call input[name]').first().getAttribute('name')).waitFor();
});
