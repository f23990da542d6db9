// How an answer looks: themes, languages, paper; and what axe finds in it.
import assert from 'node:assert/strict';
import { accessibilityFaults, eventually, painted } from './harness.mjs';
import { appTest } from './host.mjs';
import { BARS, OWN_TABLE, WHOLE, answer, chart, failure, longTable } from './results.mjs';

/** A page's own heading is the host's: axe is not asked for one in the frame. */
const faults = async (app) =>
  (await accessibilityFaults(app.frame)).filter((fault) => !fault.startsWith('page-has-heading-one'));

/** The colors of a chart's texts and lines, and of what is behind it, as [red, green, blue]. */
function colors(frame) {
  return frame.evaluate(() => {
    const pen = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', {
      willReadFrequently: true,
    });
    const rgb = (color) => {
      pen.clearRect(0, 0, 1, 1);
      pen.fillStyle = color;
      pen.fillRect(0, 0, 1, 1);
      return [...pen.getImageData(0, 0, 1, 1).data];
    };
    const canvas = document.querySelector('.mcp-chart canvas');
    const { scales, legend } = Chart.getChart(canvas);
    let behind = canvas;
    while (behind && rgb(getComputedStyle(behind).backgroundColor)[3] === 0) behind = behind.parentElement;
    return {
      background: rgb(getComputedStyle(behind).backgroundColor).slice(0, 3),
      ticks: rgb(scales.x.options.ticks.color).slice(0, 3),
      legend: rgb(legend.options.labels.color).slice(0, 3),
      grid: rgb(scales.y.options.grid.color).slice(0, 3),
      text: rgb(getComputedStyle(document.querySelector('.mcp-answer figcaption')).color).slice(0, 3),
    };
  });
}

/** The contrast of two colors (WCAG 2.2, "contrast ratio"). */
function contrast(one, other) {
  const luminance = (color) => {
    const [red, green, blue] = color.map((part) =>
      part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function assertReadable({ background, ticks, legend, text, grid }, isDark) {
  for (const [name, color] of Object.entries({ ticks, legend, text })) {
    const ratio = contrast(color, background);
    assert.ok(ratio >= 4.5, `${name}: ${color} on ${background} is ${ratio.toFixed(2)}:1`);
  }
  assert.equal(background[0] < 128, isDark, `${background}`);
  assert.notDeepEqual(grid, background);
}

for (const theme of ['light', 'dark']) {
  appTest(
    `B70: a chart is readable in a ${theme} host, and after a switch`,
    {
      colorScheme: theme === 'dark' ? 'light' : 'dark',
      app: { hostContext: { theme } },
    },
    async (app) => {
      await app.result(WHOLE);
      assertReadable(await colors(app.frame), theme === 'dark');
      const other = theme === 'dark' ? 'light' : 'dark';
      await app.notify('ui/notifications/host-context-changed', { theme: other });
      await eventually(async () => (await colors(app.frame)).background[0] < 128, other === 'dark');
      await painted(app.frame);
      assertReadable(await colors(app.frame), other === 'dark');
    },
  );

  appTest(
    `B70: without a host's theme the system's counts: ${theme}, and after a switch`,
    { colorScheme: theme, app: {} },
    async (app, page) => {
      await app.result(WHOLE);
      assertReadable(await colors(app.frame), theme === 'dark');
      await page.emulateMedia({ colorScheme: theme === 'dark' ? 'light' : 'dark' });
      await eventually(async () => {
        const { background, ticks } = await colors(app.frame);
        return [background[0] < 128, contrast(ticks, background) >= 4.5];
      }, [theme !== 'dark', true]);
    },
  );

  for (const [name, result] of Object.entries({
    'an answer of every part': answer({
      ...WHOLE.structuredContent,
      table: longTable(80),
      truncated: { total_rows: 90, shown_rows: 80 },
      charts: [BARS, chart('pie', ['a', 'b'], [{ label: 'S', data: [1, 2] }], { title: 'Parts' })],
    }),
    'an error': failure('energy_mix was not run: 1 problem.\n- from: expected an integer'),
    'a chart that cannot be drawn': answer({
      charts: [chart('line', ['a'], [{ label: 'S', data: [1] }], { options: { scales: { x: { type: 'time' } } } })],
    }),
    'a text': { content: [{ type: 'text', text: 'Only a text.' }] },
    'a source without a link': answer({
      sources: ['ftp://example.org/x'],
      table: [
        ['', 'B'],
        [null, 1],
      ],
    }),
  })) {
    appTest(`axe finds nothing in ${name}, ${theme}`, { app: { hostContext: { theme } } }, async (app) => {
      await app.result(result);
      for (const summary of await app.frame
        .locator('details.mcp-data:not([open]) > summary')
        .all()
        .then((all) => all.reverse()))
        await summary.click();
      await painted(app.frame);
      assert.deepEqual(await faults(app), []);
    });
  }
}

appTest('axe finds nothing while it waits', { app: {} }, async (app) => {
  assert.deepEqual(await faults(app), []);
});

appTest(
  'colors that a tool sets in its configuration win',
  { app: { hostContext: { theme: 'dark' } } },
  async (app) => {
    const options = {
      scales: { x: { ticks: { color: '#ff0000' } } },
      plugins: { title: { text: 'T' }, legend: { labels: { color: '#00ff00' } } },
    };
    await app.result(
      answer({ charts: [chart('bar', ['a'], [{ label: 'S', data: [1], backgroundColor: '#123456' }], { options })] }),
    );
    const { ticks, legend } = await colors(app.frame);
    assert.deepEqual(
      [ticks, legend],
      [
        [255, 0, 0],
        [0, 255, 0],
      ],
    );
    assert.equal(
      await app.frame.evaluate(
        () => Chart.getChart(document.querySelector('canvas')).getDatasetMeta(0).data[0].options.backgroundColor,
      ),
      '#123456',
    );
  },
);

appTest(
  "a host's own colors and fonts are taken, and changed ones, too",
  {
    app: {
      hostContext: {
        theme: 'light',
        styles: {
          variables: {
            '--color-background-primary': 'rgb(255, 250, 240)',
            '--color-text-primary': 'rgb(20, 20, 80)',
            '--font-sans': 'Georgia, serif',
          },
        },
      },
    },
  },
  async (app) => {
    await app.result(WHOLE);
    const { background, ticks, text } = await colors(app.frame);
    assert.deepEqual(
      { background, ticks, text },
      { background: [255, 250, 240], ticks: [20, 20, 80], text: [20, 20, 80] },
    );
    assert.match(
      await app.frame.locator('.mcp-answer').evaluate((element) => getComputedStyle(element).fontFamily),
      /Georgia/,
    );
    await app.notify('ui/notifications/host-context-changed', {
      styles: { variables: { '--color-text-primary': 'rgb(80, 20, 20)' } },
    });
    await eventually(async () => {
      const { ticks: later, text: caption, background: same } = await colors(app.frame);
      return [later, caption, same];
    }, [
      [80, 20, 20],
      [80, 20, 20],
      [255, 250, 240],
    ]);
  },
);

const WORDS = { en: /Sources/, es: /Fuentes/, pt: /Fontes/ };

for (const [locale, language] of Object.entries({
  en: 'en',
  'en-GB': 'en',
  es: 'es',
  'es-MX': 'es',
  pt: 'pt',
  'pt-BR': 'pt',
  'fr-CA': 'en',
  'not a locale': 'en',
})) {
  appTest(`in the locale ${locale} the page speaks ${language}`, { app: { hostContext: { locale } } }, async (app) => {
    await app.result(WHOLE);
    assert.equal(await app.frame.locator('.mcp-answer').getAttribute('lang'), language);
    assert.equal(await app.frame.evaluate(() => document.documentElement.lang), language);
    assert.match(await app.text('.mcp-sources'), WORDS[language]);
    assert.equal((await app.rows(OWN_TABLE)).length, 3);
  });
}

appTest('no language has a text that another has not, and none is another one', { app: {} }, async (app) => {
  const texts = await app.frame.evaluate(() => {
    const flat = (value, path = '') =>
      typeof value === 'object'
        ? Object.entries(value).flatMap(([key, item]) => flat(item, `${path}.${key}`))
        : [[path, typeof value === 'function' ? value('1', '2') : value]];
    return ['en', 'es', 'pt'].map((language) => flat(McpData.texts(language)));
  });
  const [en, es, pt] = texts.map((entries) => Object.fromEntries(entries));
  assert.deepEqual([Object.keys(es).sort(), Object.keys(pt).sort()], [Object.keys(en).sort(), Object.keys(en).sort()]);
  assert.ok(Object.keys(en).length > 30);
  const same = Object.keys(en).filter((key) => en[key] === es[key] || en[key] === pt[key]);
  assert.deepEqual(same, []);
});

appTest('without a locale the browser decides', { locale: 'es-AR', app: {} }, async (app) => {
  await app.result(WHOLE);
  assert.equal(await app.frame.locator('.mcp-answer').getAttribute('lang'), 'es');
});

appTest(
  'a host that changes its locale changes what is shown',
  { app: { hostContext: { locale: 'en-US' } } },
  async (app) => {
    await app.result(WHOLE);
    await app.notify('ui/notifications/host-context-changed', { locale: 'pt-BR' });
    await eventually(() => app.frame.locator('.mcp-answer').getAttribute('lang'), 'pt');
    assert.equal(await app.count('.mcp-answer'), 1);
    assert.equal((await app.rows(OWN_TABLE))[0][1], '37.400.068');
  },
);

appTest(
  'the columns of the tool say which are numbers, and what they mean',
  {
    app: {
      hostContext: {
        toolInfo: {
          tool: {
            name: 't',
            inputSchema: { type: 'object' },
            _meta: {
              columns: [
                { name: 'Code', type: 'string', nullable: false },
                { name: 'N', type: 'integer', description: 'How many <b>', nullable: true },
              ],
            },
          },
        },
      },
    },
  },
  async (app) => {
    await app.result(
      answer({
        table: [
          ['Code', 'N'],
          ['12', null],
          ['13', null],
        ],
      }),
    );
    const classes = await app.frame
      .locator('.mcp-table tbody tr:first-child td')
      .evaluateAll((cells) => cells.map((cell) => cell.className));
    assert.deepEqual(classes, ['', 'mcp-null']);
    assert.equal(await app.frame.locator('.mcp-table th button').nth(1).getAttribute('title'), 'How many <b>');
  },
);

appTest(
  'on paper: every row, no buttons, dark on light',
  { colorScheme: 'dark', app: { hostContext: { theme: 'dark' } } },
  async (app, page) => {
    await app.result(answer({ ...WHOLE.structuredContent, table: longTable(700) }));
    await app.frame.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await page.emulateMedia({ media: 'print', colorScheme: 'light' });
    await painted(app.frame);
    assert.equal((await app.rows(OWN_TABLE)).length, 700);
    const visible = await app.frame
      .locator('.mcp-answer :is(button, input, summary)')
      .evaluateAll((elements) =>
        elements
          .filter((element) => !element.closest('th') && element.checkVisibility())
          .map((element) => element.outerHTML.slice(0, 60)),
      );
    assert.deepEqual(visible, []);
    const cut = await app.frame
      .locator(`${OWN_TABLE} .mcp-scroll`)
      .evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
    assert.ok(cut <= 1, `${cut} px of the table are cut`);
    assertReadable(await colors(app.frame), false);
    await app.frame.evaluate(() => dispatchEvent(new Event('afterprint')));
    await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
    await eventually(async () => (await colors(app.frame)).background[0] < 128, true);
  },
);
