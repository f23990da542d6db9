// What leaves the page: CSV, the clipboard, pictures, links.
import assert from 'node:assert/strict';
import { eventually } from './harness.mjs';
import { appTest } from './host.mjs';
import { BARS, CITIES, SOURCE, WHOLE, answer, longTable } from './results.mjs';

const NO_DOWNLOADS = { openLinks: {} };

/** The file that a click on a button hands to the host: its embedded resource. */
async function file(app, button) {
  const before = (await app.messages('ui/download-file')).length;
  await app.frame.locator(button).first().click();
  await eventually(async () => (await app.messages('ui/download-file')).length, before + 1);
  const { contents } = (await app.messages('ui/download-file')).at(-1);
  assert.equal(contents.length, 1);
  assert.equal(contents[0].type, 'resource');
  return contents[0].resource;
}

const csv = async (app) => (await file(app, 'button.mcp-csv')).text;

appTest(
  'CSV: a byte order mark, CRLF, every number as it was sent',
  { app: { hostContext: { locale: 'pt-BR' } } },
  async (app) => {
    const table = [
      ['City', 'N'],
      ['São Paulo', 37_400_068],
      ['', 0.30000000000000004],
      [null, -5],
      ['x y', 1e21],
      ['x', true],
    ];
    await app.result(answer({ table: [...table, ['big', '12345678901234567890']] }));
    const { text, mimeType, uri } = await file(app, 'button.mcp-csv');
    const lines = [
      'City,N',
      'São Paulo,37400068',
      ',0.30000000000000004',
      ',-5',
      'x y,1e+21',
      'x,true',
      'big,12345678901234567890',
    ];
    assert.equal(text, `\ufeff${lines.join('\r\n')}\r\n`);
    assert.match(mimeType, /^text\/csv/);
    assert.match(uri, /\.csv$/);
  },
);

appTest('B67: CSV quotes what it must and disarms formulas, not numbers', { app: {} }, async (app) => {
  const cells = [
    '=1+1',
    '+1',
    '@SUM(1)',
    '\t=1',
    '\r=1',
    '-5',
    -5,
    'a"b',
    'a,b',
    'a\nb',
    'a\r\nb',
    "'",
    ' =1',
    '-x',
    'a=1',
    5.5,
  ];
  await app.result(answer({ table: [['=HYPERLINK("http://x")', '@b'], ...cells.map((cell) => [cell, 1])] }));
  const expected = [
    `"'=HYPERLINK(""http://x"")",'@b`,
    ...["'=1+1", "'+1", "'@SUM(1)", "'\t=1", `"'\r=1"`, "'-5", '-5', '"a""b"', '"a,b"', '"a\nb"', '"a\r\nb"'],
    ...["'", ' =1', "'-x", 'a=1', '5.5'],
  ].map((line, index) => (index === 0 ? line : `${line},1`));
  assert.equal(await csv(app), `\ufeff${expected.join('\r\n')}\r\n`);
});

appTest('A15: CSV disarms formulas wherever a spreadsheet looks for one', { app: {} }, async (app) => {
  const cells = ['\n=1+1', '＝1+1', '\ufeff=1', '\u200b\u00ad@x', 'x;=1+1', 'x; -1', 'x;y', 'x=1', 'a-b'];
  await app.result(answer({ table: [['A', 'B'], ...cells.map((cell) => [cell, 1])] }));
  const expected = [`"'\n=1+1"`, "'＝1+1", "'\ufeff=1", "'\u200b\u00ad@x", "x;'=1+1", "x;' -1", 'x;y', 'x=1', 'a-b'];
  assert.equal(await csv(app), `\ufeffA,B\r\n${expected.map((line) => `${line},1\r\n`).join('')}`);
});

appTest('CSV of long negative decimal strings stays numbers', { app: {} }, async (app) => {
  await app.result(answer({ table: [['N'], ['-9007199254740993'], [-1], ['9007199254740993']] }));
  assert.equal(await csv(app), '\ufeffN\r\n-9007199254740993\r\n-1\r\n9007199254740993\r\n');
});

appTest('CSV has the rows that are kept, in the order that is shown, and all beyond 50', { app: {} }, async (app) => {
  await app.result(answer({ table: longTable(1000) }));
  assert.equal((await csv(app)).split('\r\n').length, 1002);
  const sort = app.frame.locator('.mcp-table th button').nth(1);
  await sort.click();
  await sort.click();
  await app.frame.locator('.mcp-table input[type=search]').fill('row 99');
  await eventually(async () => (await app.rows()).length, 11);
  const rows = [...Array.from({ length: 10 }, (_, index) => 999 - index), 99];
  assert.equal(await csv(app), `\ufeffName,Number\r\n${rows.map((row) => `row ${row},${row}\r\n`).join('')}`);
});

appTest(
  'files are named after the tool, without what file systems dislike',
  {
    app: { hostContext: { toolInfo: { tool: { name: 'energy_electricity_mix', inputSchema: { type: 'object' } } } } },
  },
  async (app) => {
    await app.result(WHOLE);
    const { uri } = await file(app, 'button.mcp-csv');
    assert.match(decodeURIComponent(uri), /(^|\/)energy_electricity_mix\.csv$/);
    const picture = await file(app, 'button.mcp-png');
    assert.match(decodeURIComponent(picture.uri), /(^|\/)[\p{L}\p{N}_.-]+\.png$/u);
  },
);

appTest('a picture is a PNG, as large as the chart at least, and not blank', { app: {} }, async (app, page) => {
  await app.result(WHOLE);
  const { blob, mimeType } = await file(app, 'button.mcp-png');
  assert.equal(mimeType, 'image/png');
  assert.equal(Buffer.from(blob, 'base64').subarray(1, 4).toString(), 'PNG');
  const width = await app.frame.locator('.mcp-answer canvas').evaluate((canvas) => canvas.width);
  const picture = await page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
    const pen = canvas.getContext('2d');
    pen.drawImage(image, 0, 0);
    const { data: pixels } = pen.getImageData(0, 0, image.width, image.height);
    const colors = new Set(new Uint32Array(pixels.buffer));
    return { width: image.width, colors: colors.size, corner: [...pixels.slice(0, 4)] };
  }, blob);
  assert.ok(picture.width >= width, `${picture.width} px for a chart of ${width}`);
  assert.ok(picture.colors > 20, `${picture.colors} colors`);
  assert.equal(picture.corner[3], 255, 'its background is not transparent');
});

appTest('no button for files where the host saves none', { app: { hostCapabilities: NO_DOWNLOADS } }, async (app) => {
  await app.result(WHOLE);
  await app.frame.locator('details.mcp-data summary').click();
  await app.frame.waitForSelector('details.mcp-data table');
  assert.deepEqual([await app.count('button.mcp-csv'), await app.count('button.mcp-png')], [0, 0]);
  assert.ok((await app.count('button.mcp-copy')) >= 1);
});

for (const [name, options] of Object.entries({
  'does not save a file': { downloadResult: { isError: true } },
  'refuses to save a file': { refusals: { 'ui/download-file': 'not here' } },
})) {
  appTest(`a host that ${name} is told of`, { app: options }, async (app) => {
    await app.result(answer({ table: CITIES, charts: [BARS] }));
    await file(app, 'button.mcp-csv');
    await eventually(() => app.text('.mcp-count'), 'The file was not saved.');
    await file(app, 'button.mcp-png');
    await eventually(() => app.text('.mcp-outcome'), 'The file was not saved.');
  });
}

for (const allow of [undefined, 'clipboard-write']) {
  appTest(
    `copies a table ${allow ? 'where the frame may' : 'in a frame without that permission, or says so'}`,
    {
      permissions: ['clipboard-read', 'clipboard-write'],
      app: { allow },
    },
    async (app, page, watch) => {
      await page.evaluate(() => navigator.clipboard.writeText('before'));
      await app.result(answer({ table: CITIES }));
      await app.frame.locator('.mcp-table th button').nth(1).click();
      const before = await app.text('.mcp-count');
      await app.frame.locator('button.mcp-copy').click();
      await eventually(async () => (await app.text('.mcp-count')) !== before, true);
      // A refusal by the browser is written to the console, whatever the page does.
      if (!allow) watch.take(/clipboard/i);
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      const rows = copied
        .trimEnd()
        .split(/\r?\n/)
        .map((line) => line.split('\t'));
      const expected = [
        ['City', 'Population', 'Since'],
        ['São Paulo', '22043028', ''],
        ['Delhi', '30290936', '1052'],
        ['Tokyo', '37400068', '1457'],
      ];
      if (allow || copied !== 'before') assert.deepEqual(rows, expected);
      else assert.match(await app.text('.mcp-count'), /not/i);
    },
  );
}

const HOSTILE_URLS = [
  ...['javascript:alert(1)', ' JavaScript:alert(1)', 'java\tscript:alert(1)', 'data:text/html,x', 'vbscript:x'],
  ...[
    '//host.example/p',
    'file:///etc/passwd',
    'https://',
    'https://user:pass@host.example/',
    'blob:https://x.example/1',
  ],
  ...['/relative', '#fragment', 'ftp://host.example/', '\u0001javascript:alert(1)', 'https:\\\\host.example\\p', ''],
];

appTest('B55: only web links are links; the rest is text', { app: {} }, async (app) => {
  await app.result(answer({ sources: [...HOSTILE_URLS, SOURCE, 'HTTP://EXAMPLE.ORG/up'] }));
  assert.equal(await app.count('.mcp-sources li'), HOSTILE_URLS.length + 2);
  const links = await app.frame
    .locator('.mcp-answer a')
    .evaluateAll((anchors) =>
      anchors.map(({ href, rel, textContent }) => ({ href, rel: rel.split(' ').sort(), textContent })),
    );
  const rel = ['noopener', 'noreferrer'];
  assert.deepEqual(links, [
    { href: new URL(SOURCE).href, rel, textContent: SOURCE },
    { href: 'http://example.org/up', rel, textContent: 'HTTP://EXAMPLE.ORG/up' },
  ]);
  const inert = await app.texts('.mcp-sources .mcp-no-link');
  HOSTILE_URLS.forEach((url, index) => assert.ok(inert[index].includes(url), `${url}: ${inert[index]}`));
});

appTest('B55: licenses and addresses in details are no way around', { app: {} }, async (app) => {
  const details = {
    url: SOURCE,
    title: 'T',
    publisher: 'javascript:alert(1)',
    license: 'javascript:alert(1)',
    version: 'data:text/html,x',
  };
  await app.result(answer({ source_details: [details] }));
  const schemes = await app.frame
    .locator('.mcp-answer a')
    .evaluateAll((anchors) => anchors.map((anchor) => anchor.protocol));
  assert.deepEqual([...new Set(schemes)], ['https:']);
  assert.ok((await app.text('.mcp-sources li')).includes('javascript:alert(1)'));
});

appTest('a titled source still shows where it leads', { app: {} }, async (app) => {
  await app.result(
    answer({
      sources: ['https://evil.example/x'],
      source_details: [{ url: 'https://evil.example/x', title: 'https://www.eia.gov/' }],
    }),
  );
  assert.ok((await app.text('.mcp-sources li')).includes('https://evil.example/x'));
});

appTest('links go through the host', { app: {} }, async (app, page) => {
  await app.result(WHOLE);
  const link = app.frame.locator('.mcp-sources li a').first();
  await link.click();
  await link.focus();
  await page.keyboard.press('Enter');
  await link.click({ modifiers: ['Control'] });
  await eventually(() => app.messages('ui/open-link'), Array(3).fill({ url: new URL(SOURCE).href }));
  assert.equal(page.context().pages().length, 1);
  assert.equal(await app.count('.mcp-answer'), 1);
});

appTest(
  'without a host for links none is asked',
  { app: { hostCapabilities: { downloadFile: {} } } },
  async (app, page, watch) => {
    await app.result(answer({ table: CITIES, charts: [BARS] }));
    const link = app.frame.locator('.mcp-sources li a');
    assert.deepEqual(await link.evaluate(({ target, href }) => [target, href]), ['_blank', new URL(SOURCE).href]);
    await link.click();
    // The sandbox of this host lets nothing be opened, and says so.
    watch.take(/Blocked opening|allow-popups/);
    assert.deepEqual(await app.messages('ui/open-link'), []);
  },
);

for (const [name, options] of Object.entries({
  'does not open a link': { linkResult: { isError: true } },
  'refuses to open a link': { refusals: { 'ui/open-link': 'not here' } },
})) {
  appTest(`a host that ${name} breaks nothing`, { app: options }, async (app) => {
    await app.result(WHOLE);
    await app.frame.locator('.mcp-sources li a').first().click();
    await eventually(async () => (await app.messages('ui/open-link')).length, 1);
    assert.deepEqual(await app.request('ping'), { result: {} });
    assert.equal(await app.count('.mcp-answer'), 1);
  });
}
