// What is done with a conversation in the chat gateway's page: copy, export, a new one; and tools by hand.
import assert from 'node:assert/strict';
import { accessibilityFaults, eventually } from './harness.mjs';
import { LARGEST, MIX, asks, begins, chatTest, exported } from './gateway.mjs';
import { refuses, rowsIn, rowsOf, says } from './gateway.mjs';
import { OWN_TABLE } from './results.mjs';

const LIE = 'Renewables were 99 % in 2017, and the total was 1 GWh.';
const EIA = 'https://www.eia.gov/electricity/data/browser/';

chatTest(
  'an answer is copied with its sources, and without what is not prose',
  { permissions: ['clipboard-read', 'clipboard-write'] },
  async (chat) => {
    await chat.open();
    await chat.ask('The mix?', asks([MIX, {}]), says('First.\n\n  Second <b>part</b>.'));
    await chat.in('.copy').click();
    await eventually(() => chat.status(), 'The answer was copied.');
    assert.equal(
      await chat.page.evaluate(() => navigator.clipboard.readText()),
      `First.\n\n  Second <b>part</b>.\n\nSources:\n- Electricity data browser: net generation, Iowa, annual: ${EIA}`,
    );
    assert.equal(await chat.in('.prose b').count(), 0);
  },
);

chatTest('a conversation is saved as one file, which needs nothing else', {}, async (chat, page, watch) => {
  await chat.open();
  await chat.ask('The mix?', asks([MIX, {}]), says(LIE));
  await chat.ask('2010?', asks([LARGEST, { year: 2010 }], [MIX, {}]), says('Fossil fuels.'));
  const before = watch.requests.length;
  const { saved: other, url, text } = await exported(page);
  assert.match(url, /\/energy_Chat\.html$/);
  assert.equal(await chat.status(), 'The conversation was saved as a file.');
  assert.doesNotMatch(text, /<script|<link|<iframe|<button|\son\w+=|url\((?!data:)/i);

  // The page asks for its own style sheets to put them into the file, which asks for nothing.
  const asked = watch.requests.slice(before).filter((request) => !/^(data|blob):/.test(request));
  assert.deepEqual(asked.sort(), [url, chat.gateway.at('chat.css'), chat.gateway.at('viewer.css')]);
  const results = [await chat.call(MIX), await chat.call(LARGEST, { year: 2010 })];
  assert.deepEqual(await rowsOf(other.locator(OWN_TABLE)), results.map(rowsIn));
  assert.deepEqual(await other.locator('.said').allTextContents(), ['You: The mix?', 'You: 2010?']);
  assert.deepEqual(await other.locator('.prose').allTextContents(), [LIE, 'Fossil fuels.']);
  assert.deepEqual(await other.locator('.mcp-sources a').evaluateAll((all) => all.map(({ href }) => href)), [EIA, EIA]);
  assert.deepEqual(await colorsOf(other), [true, true], 'the charts are pictures');
  assert.equal(await other.locator('.again a').count(), 2);
  assert.equal(await other.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  await other.locator('.mcp-data > summary').first().click();
  assert.equal(await other.locator('.mcp-data table').first().locator('tbody tr').count(), 17);
  assert.deepEqual(await accessibilityFaults(other), []);
  await other.close();
});

/** Of each picture, whether it is large and has more than a few colors. */
function colorsOf(page) {
  return page.locator('.mcp-chart img').evaluateAll((images) =>
    images.map((image) => {
      const canvas = Object.assign(document.createElement('canvas'), {
        width: image.naturalWidth,
        height: image.naturalHeight,
      });
      const pen = canvas.getContext('2d');
      pen.drawImage(image, 0, 0);
      const pixels = new Uint32Array(pen.getImageData(0, 0, canvas.width, canvas.height).data.buffer);
      return canvas.width > 300 && new Set(pixels).size > 20;
    }),
  );
}

chatTest(
  'a file saved from a dark page is light, like the pictures in it',
  { colorScheme: 'dark' },
  async (chat, page) => {
    await chat.open();
    await page.locator('#theme').selectOption('dark');
    await chat.ask('2010?', asks([LARGEST, { year: 2010 }]), says('Fossil fuels.'));
    const { saved: other } = await exported(page);
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark', 'the page is as it was');
    const looks = await other.evaluate(() => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 });
      const image = document.querySelector('.mcp-chart img');
      Object.assign(canvas, { width: image.naturalWidth, height: image.naturalHeight });
      const pen = canvas.getContext('2d');
      pen.drawImage(image, 0, 0);
      // The texts beside the bars: what is opaque there and has no color.
      const { data } = pen.getImageData(0, 0, 80, canvas.height);
      const greys = [];
      for (let at = 0; at < data.length; at += 4)
        if (data[at + 3] > 200) greys.push(data[at] + data[at + 1] + data[at + 2]);
      return {
        background: getComputedStyle(document.body).backgroundColor,
        text: Math.min(...greys),
        some: greys.length > 20,
      };
    });
    assert.equal(looks.background, 'rgb(255, 255, 255)');
    assert.ok(looks.some && looks.text < 300, `texts of the chart have the brightness ${looks.text}`);
    await other.close();
  },
);

chatTest('a new conversation begins with nothing', {}, async (chat) => {
  await chat.open();
  await chat.ask('The mix?', asks([MIX, {}]), says('Up.'));
  await chat.page.locator('#new').click();
  assert.equal(await chat.count('.turn'), 0);
  assert.ok(await chat.page.locator('#landing').isVisible());
  assert.ok(await chat.page.locator('#export').isHidden());
  assert.equal(await chat.page.evaluate(() => Object.keys(Chart.instances).length), 0, 'no chart is kept');
  await chat.ask('Again?', asks([MIX, {}]), says('Up.'));
  assert.equal(await chat.in('.again').count(), 0, 'nothing was drawn before');
  assert.equal((await chat.tables())[0].length, 17);
  assert.equal(JSON.stringify(chat.model.messages()).includes('The mix?'), false);
});

chatTest('conversations are kept in the page alone', {}, async (chat, page) => {
  await chat.open();
  await chat.ask('A secret question?', says('A secret answer.'));
  const kept = await page.evaluate(async () => ({
    local: Object.keys(localStorage),
    session: Object.keys(sessionStorage),
    cookie: document.cookie,
    databases: (await indexedDB.databases()).length,
  }));
  assert.deepEqual(kept, { local: [], session: [], cookie: '', databases: 0 });
  assert.doesNotMatch(chat.gateway.log, /secret/);
  await chat.open();
  assert.equal(await chat.count('.turn'), 0);
});

chatTest('who works in a table while an answer comes is not torn away from it', {}, async (chat, page) => {
  await chat.open();
  await chat.ask('The mix?', asks([MIX, {}]), says('Up.'));
  let rest;
  await chat.begin('And?', begins('More', new Promise((done) => (rest = done))));
  await chat.in('.prose').waitFor();
  const filter = chat.in(`${OWN_TABLE} input`, 0);
  await filter.fill('201');
  rest(' of it.');
  await chat.over();
  assert.deepEqual(await chat.texts('.prose'), ['More of it.']);
  assert.ok(await filter.evaluate((input) => input === document.activeElement), 'the focus stays');
  assert.equal((await chat.tables(0))[0].length, 8);
  await chat.ask('Third?', says('Yes.'));
  assert.equal(await page.evaluate(() => document.activeElement.id), 'question');
});

chatTest('without a model the page says so, and tools are run by hand', { hasModel: false }, async (chat, page) => {
  await chat.open();
  assert.match(
    await page.locator('.notice').textContent(),
    /^No model is configured, .* Set AI_BASE_URL .* AI_API_KEY/,
  );
  assert.ok(await page.locator('#ask').isHidden());
  assert.equal(await chat.count('.sample'), 0, 'no question can be asked');
  assert.equal(await chat.count('.card li'), 4, 'but the questions are shown');
  assert.deepEqual(await page.locator('.tool .title').allTextContents(), [
    ...['Compare two years', 'Define a term', 'Electricity mix', 'Largest source', 'Out of scope'],
  ]);
  const tool = page.locator('.tool', { hasText: LARGEST });
  await tool.locator('summary').first().click();
  const run = async (year) => {
    await tool.getByLabel('year').fill(year);
    await tool.getByRole('button', { name: 'Run' }).click();
  };
  await run('2010');
  await tool.locator('.mcp-answer .mcp-table').first().waitFor();
  const result = await chat.call(LARGEST, { year: 2010 });
  assert.deepEqual(await rowsOf(tool.locator(OWN_TABLE)), [rowsIn(result)]);
  assert.equal(await tool.locator('.answer pre').textContent(), result.content[0].text);
  await run('1990');
  await tool.locator('.mcp-error').waitFor();
  assert.ok((await tool.locator('.mcp-error').textContent()).includes('year: 1990 is below the minimum, 2001'));
  assert.equal(await tool.locator(OWN_TABLE).count(), 0);
  await run('later');
  await eventually(async () => (await tool.locator('.mcp-error').textContent()).includes('later'), true);
  assert.deepEqual(chat.model.bodies, []);
});

chatTest('arguments by hand are of every kind', { server: 'fixture', hasModel: false }, async (chat, page) => {
  await chat.open();
  const tool = page.locator('.tool', { hasText: 'viewer_arguments' });
  await tool.locator('summary').first().click();
  const field = (name) => tool.getByLabel(name, { exact: false }).first();
  await field('code').fill('abc');
  await field('whole').fill('-7');
  await field('share').fill('0.25');
  await field('detailed').selectOption('true');
  await field('grain').selectOption({ label: 'year' });
  await field('names').fill('["a", "b"]');
  await field('period').fill('{"from": 1');
  const run = tool.getByRole('button', { name: 'Run' });
  await run.click();
  assert.equal(await tool.locator('.problem').textContent(), 'This is no JSON.');
  assert.ok(await field('period').evaluate((input) => input === document.activeElement));
  await field('period').fill('{"from": 1, "to": 2}');
  await run.click();
  await tool.locator(OWN_TABLE).waitFor();
  assert.deepEqual(await rowsOf(tool.locator(OWN_TABLE)), [
    [
      ...[
        ['code', 'abc'],
        ['whole', '-7'],
        ['share', '0.25'],
        ['detailed', 'true'],
      ],
      ...[
        ['sorted', 'true'],
        ['grain', 'year'],
        ['names', 'a; b'],
        ['period', '1 to 2'],
      ],
    ],
  ]);
});

chatTest('a question after a fault is asked again with success', {}, async (chat) => {
  await chat.open();
  await chat.ask('First?', refuses(401));
  assert.match((await chat.problems())[0], /^The model's API refused the key\. Is AI_API_KEY set/);
  assert.equal(await chat.in('.copy').count(), 0, 'there is nothing to copy');
  chat.model.script.push(says('One.'));
  await chat.in('.retry').click();
  await chat.over();
  assert.deepEqual([await chat.problems(), await chat.texts('.prose')], [[], ['One.']]);
  assert.equal(await chat.count('.turn'), 1);
});
