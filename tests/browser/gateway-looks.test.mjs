// How the chat looks and is used: hostile data, languages, keyboard, axe, narrow windows.
import assert from 'node:assert/strict';
import { accessibilityFaults, eventually, painted } from './harness.mjs';
import { LARGEST, MIX, SAMPLE, Stranger, asks, begins, chatTest, exported } from './gateway.mjs';
import { refuses, says } from './gateway.mjs';
import { OWN_TABLE } from './results.mjs';

const EVIL = [
  '<img src=x onerror="window.xss=1;alert(1)">',
  '</script><script>window.xss=1</script></style></textarea>',
  '<svg onload="window.xss=1"><b>bold</b>',
  '[x](javascript:window.xss=1) **b** ![i](https://evil.example/i.png)',
  '"\' onmouseover=window.xss=1 \u202egnp.exe\u202c &lt;i&gt; {{7*7}} ${1}',
].join('\n');

/** As much of it as a name may have. */
const EVIL_NAME = EVIL.slice(0, 200);

/** What there is on a page that only data could have made. */
function intruders(page, pictures = 0) {
  return page.evaluate((drawn) => {
    const all = [...document.body.querySelectorAll('*')];
    const names = ['script', 'b', 'i', 'em', 'strong', 'iframe', 'object', 'svg', 'style'];
    const images = [...document.images];
    return {
      elements: all.map((node) => node.localName).filter((name) => names.includes(name)),
      images: images.length === drawn ? [] : images.map((image) => image.outerHTML.slice(0, 80)),
      handlers: all.flatMap((node) => [...node.attributes].map(({ name }) => name).filter((name) => /^on/.test(name))),
      links: [...document.links].map((link) => link.protocol).filter((it) => !/^(https?|file):$/.test(it)),
      flag: globalThis.xss,
    };
  }, pictures);
}

const NOTHING = { elements: [], images: [], handlers: [], links: [], flag: undefined };
const FIRST = '<img src=x onerror="window.xss=1">';

chatTest(
  'hostile data, prose and questions run nothing and make no element; nor in the file',
  { server: 'fixture', modelName: EVIL_NAME },
  async (chat, page) => {
    await chat.open();
    const calls = [['viewer_hostile', {}], ['viewer_hostile', { text: EVIL }], ['viewer_fails'], [EVIL_NAME, EVIL]];
    await chat.ask(EVIL, asks(...calls), says(EVIL));
    // A field has no line breaks of the last kind; the question is what was typed.
    assert.equal(await chat.in('.said').textContent(), `You: ${EVIL}`);
    assert.equal(await chat.in('.prose').textContent(), EVIL);
    const { content, structuredContent } = await chat.call('viewer_hostile');
    assert.ok(structuredContent.force.includes(FIRST));
    assert.equal((await chat.texts('.mcp-force'))[0], structuredContent.force);
    assert.equal(chat.model.toolTexts()[0], content[0].text);
    assert.equal(await chat.in('.call.failed').count(), 2);
    await chat.in('.request > summary').nth(1).click();
    await chat.in('.mcp-data > summary').first().click();
    await chat.in('canvas').first().hover();
    assert.deepEqual(await intruders(page), NOTHING);
    assert.ok(!(await chat.texts('.call.failed')).join('').includes('It failed'), 'the failure is the model’s');
    assert.deepEqual(await accessibilityFaults(page), []);

    const { saved, text } = await exported(page);
    assert.ok((await saved.locator('.mcp-force').first().textContent()).includes(FIRST), 'the data are in the file');
    assert.equal(await saved.locator('.prose').textContent(), EVIL);
    assert.deepEqual(await intruders(saved, await chat.in('canvas').count()), NOTHING);
    assert.doesNotMatch(text, /<script/i);
    assert.deepEqual(await accessibilityFaults(saved), []);
    await saved.close();

    await page.locator('#new').click();
    await page.locator('#hand > summary').click();
    const tool = page.locator('.tool', { has: page.locator('code', { hasText: /^viewer_hostile$/ }) });
    await tool.locator('summary').first().click();
    await tool.getByRole('button', { name: 'Run' }).click();
    await tool.locator('.mcp-force').waitFor();
    assert.deepEqual(await intruders(page), NOTHING);
    assert.deepEqual(await accessibilityFaults(page), []);
  },
);

/** Structured parts that break the contract. */
const BROKEN = [
  { sources: 'x', table: 'x', charts: 'x', force: 7, source_details: 'x' },
  { table: [], charts: [null, 1, { type: 'x' }, { type: 'bar', data: null }] },
  { table: [1, null, ['a'], { length: 1 }], sources: [null, 5, {}], source_details: [null, { url: 1 }] },
  {
    table: [[EVIL, { a: 1 }], [EVIL, { toString: 1 }], [EVIL]],
    sources: ['javascript:window.xss=1', 'https://u:p@evil.example/'],
  },
  JSON.parse('{"__proto__": {"polluted": 1}, "table": [["__proto__"], ["constructor"]], "truncated": null}'),
  [1],
  'text',
  7,
  null,
  {},
];

const about = (name) => ({
  title: `${name} ${EVIL}`,
  description: EVIL,
  inputSchema: {
    type: 'object',
    properties: { [EVIL]: { type: 'string', description: EVIL, examples: [EVIL] }, constructor: { enum: [EVIL] } },
  },
  _meta: { plugin: EVIL, plugin_metadata: { description: EVIL, sample_questions: [EVIL, 7, null] } },
});
const broken = BROKEN.map((structuredContent, at) => [
  `t${at}`,
  { content: [{ type: 'text', text: EVIL }], structuredContent },
]);
const HOSTILE = new Stranger(Object.fromEntries(broken), {
  about,
  server: { name: EVIL, version: EVIL },
  instructions: EVIL,
});

chatTest(
  'a hostile catalog and answers against the contract break nothing',
  { server: HOSTILE },
  async (chat, page) => {
    await chat.open();
    assert.equal(await page.locator('#server').textContent(), `${[...EVIL].slice(0, 200).join('')}…`);
    assert.deepEqual(await chat.page.locator('.card .sample').allTextContents(), [EVIL]);
    assert.deepEqual(await intruders(page), NOTHING);
    for (const at of BROKEN.keys()) {
      await chat.ask(`t${at}?`, asks([`t${at}`]), says('Said.'));
      assert.deepEqual(await chat.problems(), [], JSON.stringify(BROKEN[at]));
      assert.deepEqual(await chat.texts('.prose'), ['Said.']);
      const shown = await chat.in('.call').textContent();
      assert.ok(shown.length > EVIL.length + 3, shown);
      assert.doesNotMatch(shown, /Waiting for the data/);
    }
    assert.deepEqual(await intruders(page), NOTHING);
    assert.equal(await page.evaluate(() => ({}).polluted), undefined);
    assert.deepEqual(await accessibilityFaults(page), []);
    const { saved } = await exported(page);
    assert.equal(await saved.locator('.turn').count(), BROKEN.length);
    assert.deepEqual(await intruders(saved), NOTHING);
  },
);

const LANGUAGES = {
  en: {
    landing: 'What would you like to know?',
    ask: 'Ask',
    sources: 'Sources',
    wind: '35,361',
    asked: 'What was asked',
  },
  es: {
    landing: '¿Qué le gustaría saber?',
    ask: 'Preguntar',
    sources: 'Fuentes',
    wind: '35.361',
    asked: 'Lo que se pidió',
  },
  pt: {
    landing: 'O que você gostaria de saber?',
    ask: 'Perguntar',
    sources: 'Fontes',
    wind: '35.361',
    asked: 'O que foi pedido',
  },
};
const BUSY = {
  en: "The model's API is getting too many requests. Try again in a while.",
  es: 'La API del modelo recibe demasiadas solicitudes. Inténtelo de nuevo dentro de un rato.',
  pt: 'A API do modelo está recebendo solicitações demais. Tente novamente daqui a pouco.',
};
const NO_MODEL = { en: /^No model is/, es: /^No hay ningún modelo/, pt: /^Nenhum modelo/ };

/** What a page says in the language of its reader. */
async function assertSpeaks(chat, language) {
  const { page } = chat;
  const words = LANGUAGES[language];
  assert.equal(await page.locator('html').getAttribute('lang'), language);
  assert.equal(await page.locator('#language').inputValue(), language);
  assert.equal(await page.locator('#landing-heading').textContent(), words.landing);
  assert.equal(await page.locator('#send').textContent(), words.ask);
  assert.equal(await chat.in('.request .hint').first().textContent(), words.asked);
  assert.equal(await chat.in('.mcp-sources :is(h3, h4)').first().textContent(), words.sources);
  const cells = await chat.in(`${OWN_TABLE} td`).allTextContents();
  assert.ok(cells.includes(words.wind), cells.join(' '));
}

for (const [language, locale] of Object.entries({ en: 'en-US', es: 'es-ES', pt: 'pt-BR' })) {
  chatTest(`the chat speaks ${language}, and any other language that is chosen`, { locale }, async (chat, page) => {
    await chat.open();
    const ask = async () => chat.ask('2001?', asks([LARGEST, { year: 2001 }]), says('Coal.'));
    await ask();
    await assertSpeaks(chat, language);
    for (const other of ['pt', 'en', 'es']) {
      await page.locator('#language').selectOption(other);
      await eventually(() => chat.in('.mcp-answer').first().getAttribute('lang'), other);
      await chat.over();
      await assertSpeaks(chat, other);
      assert.deepEqual(await chat.texts('.prose'), ['Coal.'], 'what was said stays');
      await chat.ask('Busy?', refuses(429));
      assert.deepEqual(await chat.problems(), [BUSY[other]]);
      await page.locator('#new').click();
      await ask();
    }
  });
}

chatTest('without a model each language says so', { hasModel: false, locale: 'es-MX' }, async (chat, page) => {
  await chat.open();
  for (const [language, text] of Object.entries({ es: NO_MODEL.es, pt: NO_MODEL.pt, en: NO_MODEL.en })) {
    await page.locator('#language').selectOption(language);
    await eventually(async () => text.test(await page.locator('.notice').textContent()), true);
  }
});

chatTest(
  'the language that was chosen last counts, whichever reply comes last',
  { hasModel: false },
  async (chat, page) => {
    await chat.open();
    const spanish = (request) => request.headers()['accept-language'] === 'es';
    let release;
    const held = new Promise((done) => (release = done));
    await page.route('**/status', async (route) => {
      if (spanish(route.request())) await held;
      await route.fallback();
    });
    const late = page.waitForResponse((response) => /status$/.test(response.url()) && spanish(response.request()));
    await page.locator('#language').selectOption('es');
    await page.locator('#language').selectOption('pt');
    await eventually(async () => NO_MODEL.pt.test(await page.locator('.notice').textContent()), true);
    release();
    await (await late).finished();
    // What the page would do with it: ask for the tools, too.
    await page.evaluate(() => fetch('tools').then((response) => response.text()));
    await painted(page);
    assert.match(await page.locator('.notice').textContent(), NO_MODEL.pt);
  },
);

/** What has the focus: whether that is seen, and not behind something. */
const focused = (page) =>
  page.evaluate(() => {
    const node = document.activeElement;
    const { outlineStyle, outlineWidth } = getComputedStyle(node);
    const { left, top, width, height } = node.getBoundingClientRect();
    const above = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 20));
    return {
      id: node.id,
      stop: node.dataset.stop,
      what: `${node.outerHTML.slice(0, 90)} at ${Math.round(top)}`,
      isSeen: outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1,
      isFree: Boolean(above) && (node.contains(above) || above.contains(node)),
    };
  });

/** Everything that can be used is reached by Tab, in its order, seen and not covered. */
async function assertReached(page) {
  const wanted = await page
    .locator('a[href], button, input, select, textarea, summary, [tabindex="0"]')
    .evaluateAll((all) =>
      all.filter((node) => node.checkVisibility()).map((node, at) => (node.dataset.stop = String(at))),
    );
  await page.evaluate(() => {
    document.activeElement.blur();
    getSelection().removeAllRanges();
    document.querySelector('.skip').focus();
  });
  const reached = [];
  for (const _ of wanted) {
    const { stop, what, isSeen, isFree } = await focused(page);
    assert.ok(isSeen, `no focus is seen on ${what}`);
    assert.ok(isFree, `something is above ${what}`);
    reached.push(stop);
    await page.keyboard.press('Tab');
  }
  assert.deepEqual(reached, wanted);
}

const STILL = { viewport: { width: 900, height: 600 }, reducedMotion: 'reduce' };

chatTest('everything is reached and used by keyboard alone', STILL, async (chat, page) => {
  await chat.open();
  await page.keyboard.press('Tab');
  assert.ok((await focused(page)).what.includes('class="skip"'));
  await page.keyboard.press('Enter');
  await eventually(async () => (await focused(page)).id, 'question');
  await assertReached(page);

  chat.model.script.push(asks([MIX, {}]), says('Up.'));
  await page.getByRole('button', { name: SAMPLE }).focus();
  await page.keyboard.press('Enter');
  await chat.over();
  assert.equal((await focused(page)).id, 'question', 'the next question can be typed at once');
  assert.equal((await chat.tables())[0].length, 17);

  await page.keyboard.type('Two');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('lines?');
  chat.model.script.push(begins('No'));
  await page.keyboard.press('Enter');
  await chat.in('.prose').waitFor();
  assert.equal(chat.model.messages().at(-1).content, 'Two\nlines?');
  await page.keyboard.press('Tab');
  assert.equal((await focused(page)).id, 'stop');
  await page.keyboard.press('Enter');
  await chat.over();
  await eventually(async () => (await focused(page)).id, 'question');
  chat.model.script.push(says('Yes.'));
  await chat.in('.retry').focus();
  await page.keyboard.press('Enter');
  await chat.over();
  assert.deepEqual(await chat.texts('.prose'), ['Yes.']);
  await eventually(async () => (await focused(page)).id, 'question');
  await assertReached(page);
});

for (const theme of ['light', 'dark']) {
  chatTest(
    `axe finds nothing: landing, answer, faults, by hand; ${theme}`,
    { colorScheme: theme },
    async (chat, page) => {
      await chat.open();
      assert.deepEqual(await accessibilityFaults(page), []);
      await page.locator('#hand > summary').click();
      const tool = page.locator('.tool', { hasText: LARGEST });
      await tool.locator('summary').first().click();
      await tool.getByLabel('year').fill('2010');
      await tool.getByRole('button', { name: 'Run' }).click();
      await tool.locator('.mcp-answer').waitFor();
      await tool.locator('.answer summary').last().click();
      assert.deepEqual(await accessibilityFaults(page), []);
      await chat.ask('The mix?', asks([MIX, {}], [LARGEST, { year: 1990 }]), says('Up.'));
      await chat.ask('Again?', asks([MIX, {}], [LARGEST, { year: 2010 }]), says('As before.'));
      await chat.ask('Busy?', refuses(429));
      await chat.in('.mcp-data > summary', 0).click();
      await chat.in('.request > summary', 0).first().click();
      assert.deepEqual(await accessibilityFaults(page), []);
      await chat.begin('Slow?', begins('Well'));
      await chat.in('.prose').waitFor();
      assert.deepEqual(await accessibilityFaults(page), []);
      await page.locator('#stop').click();
      await chat.over();
    },
  );
}

chatTest('a chosen theme counts, for charts too', { colorScheme: 'light' }, async (chat, page) => {
  await chat.open();
  await chat.ask('The mix?', asks([MIX, {}]), says('Up.'));
  const looks = () =>
    page.evaluate(() => [
      getComputedStyle(document.body).backgroundColor,
      Chart.getChart(document.querySelector('canvas')).scales.x.options.ticks.color,
    ]);
  const [background, text] = await looks();
  await page.locator('#theme').selectOption('dark');
  await eventually(async () => (await looks()).every((color, at) => color !== [background, text][at]), true);
  assert.deepEqual(await accessibilityFaults(page), []);
  await page.locator('#theme').selectOption('');
  await eventually(looks, [background, text]);
});

for (const width of [320, 768]) {
  chatTest(
    `nothing is wider than a window of ${width} px`,
    { viewport: { width, height: 700 } },
    async (chat, page) => {
      const assertFits = async (what) => {
        await painted(page);
        const [wide, narrow] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
        assert.ok(wide <= narrow, `${what} is ${wide} px wide`);
      };
      await chat.open();
      await assertFits('the landing page');
      await page.locator('#hand > summary').click();
      for (const tool of await page.locator('.tool > summary').all()) await tool.click();
      await assertFits('the tools');
      const long = 'Donaudampfschifffahrtsgesellschaft'.repeat(8);
      await chat.ask(long, asks([MIX, {}], [LARGEST, { year: long }], [long, '{']), says(long));
      await page.locator('.mcp-data > summary').first().click();
      for (const request of await chat.in('.request > summary').all()) await request.click();
      await assertFits('the answer');
      await chat.ask('Busy?', refuses(429));
      await page.locator('#language').selectOption('pt');
      await assertFits('the fault');
      assert.deepEqual(await accessibilityFaults(page), []);
    },
  );
}
