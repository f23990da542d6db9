// B56: whatever a field holds is shown literally. The first element of theirs on the page fails.
import assert from 'node:assert/strict';
import { appTest } from './host.mjs';
import { OWN_TABLE, SOURCE, answer, chart, failure } from './results.mjs';

const PAYLOADS = {
  image: '<img src=x onerror="window.xss=1;alert(1)">',
  script: '<script>window.xss=1;alert(1)</script>',
  'end of a script': '</script><b>bold</b><script>window.xss=1</script>',
  frame: '<iframe src="javascript:parent.xss=1"></iframe><object data="javascript:1">',
  svg: '<svg onload="window.xss=1"><style>* { display: none }</style></svg>',
  'end of an attribute': '" onmouseover="window.xss=1" x=\'" autofocus onfocus=window.xss=1 y="',
  'end of a text area or title': '</textarea></title></style><img src=x onerror=window.xss=1>',
  Markdown: '[x](javascript:alert(1)) **bold** ![i](https://evil.example/i.png) `code` # h',
  entities: '&lt;b&gt; &amp;amp; &#60;i&#62; &nbsp;',
  templates: '{{7*7}} ${window.xss=1} <%= 1 %> javascript:alert(1)',
  directions: '\u202Egnp.exe\u202C \u200Bzero\u0000width \uFEFF \uD83D\uDE00',
};

/** An answer that says `text` wherever it says anything. */
function everywhere(text) {
  const datasets = [{ label: text, data: [1, 2] }];
  return answer(
    {
      table: [
        [text, `2 ${text}`],
        [text, 1],
        [`x ${text}`, 2],
      ],
      charts: [
        chart('bar', [text, `2 ${text}`], datasets, {
          title: text,
          options: { scales: { y: { title: { display: true, text } } } },
        }),
      ],
      force: `${text}\n  ${text}`,
      source_details: [
        { url: SOURCE, title: text, publisher: text, license: text, version: text, modified: text, retrieved: text },
      ],
    },
    text,
  );
}

/** What there is in an answer that only a payload could have made. */
function intruders(frame) {
  return frame.evaluate(() => {
    const root = document.querySelector('.mcp-answer');
    const all = [...root.querySelectorAll('*')];
    const names = [
      'img',
      'script',
      'b',
      'i',
      'em',
      'code',
      'iframe',
      'object',
      'svg',
      'style',
      'textarea',
      'title',
      'h1',
    ];
    const handlers = all.flatMap((element) =>
      [...element.attributes].filter(({ name }) => /^on|^x$|^y$|^style$/.test(name) && element.tagName !== 'CANVAS'),
    );
    return {
      elements: all.map((element) => element.localName).filter((name) => names.includes(name)),
      handlers: handlers
        .filter(({ name, ownerElement }) => name !== 'style' || !ownerElement.closest('.mcp-canvas'))
        .map(({ name, value }) => `${name}=${value}`),
      links: [...root.querySelectorAll('a')]
        .map((anchor) => anchor.protocol)
        .filter((protocol) => !/^https?:$/.test(protocol)),
      flag: globalThis.xss,
    };
  });
}

const NOTHING = { elements: [], handlers: [], links: [], flag: undefined };

for (const [name, text] of Object.entries(PAYLOADS)) {
  appTest(`B56: ${name} in every field is shown literally`, { app: {} }, async (app, page) => {
    await app.result(everywhere(text));
    assert.deepEqual(await app.texts(`${OWN_TABLE} thead th`), [text, `2 ${text}`]);
    assert.deepEqual(await app.rows(OWN_TABLE), [
      [text, '1'],
      [`x ${text}`, '2'],
    ]);
    assert.equal((await app.text('.mcp-chart figcaption')).trim(), text.trim());
    assert.ok((await app.frame.locator('.mcp-chart canvas').getAttribute('aria-label')).includes(text));
    assert.ok((await app.text('.mcp-force')).includes(`${text}\n  ${text}`));
    assert.equal(await app.text('.mcp-sources li a'), text);
    const details = await app.text('.mcp-sources .mcp-details');
    assert.equal(details.split(text).length - 1, 5, details);

    await app.frame.locator('.mcp-chart details.mcp-data summary').click();
    await app.frame.waitForSelector('.mcp-chart details.mcp-data table');
    assert.equal((await app.texts('.mcp-chart .mcp-data thead th'))[1], text);
    assert.deepEqual(await app.rows('.mcp-chart .mcp-data'), [
      [text, '1'],
      [`2 ${text}`, '2'],
    ]);
    await app.frame.locator('.mcp-chart canvas').hover();
    assert.deepEqual(await intruders(app.frame), NOTHING);
    assert.equal(await page.evaluate(() => globalThis.xss), undefined);
  });

  appTest(`B56: ${name} in an error, and in a text without data, is shown literally`, { app: {} }, async (app) => {
    await app.result(failure(`${text}\n  - ${text}`));
    assert.ok((await app.text('.mcp-error[role=alert]')).includes(`${text}\n  - ${text}`));
    assert.deepEqual(await intruders(app.frame), NOTHING);
    await app.result({ content: [{ type: 'text', text: `${text}\n\n  ${text}` }] });
    assert.equal(await app.text('.mcp-text'), `${text}\n\n  ${text}`);
    assert.deepEqual(await intruders(app.frame), NOTHING);
  });
}

appTest('B56: white space of the verbatim text and of errors is kept on the screen', { app: {} }, async (app) => {
  const text = 'a   b\n\tc\n\n  d  ';
  await app.result(answer({ force: text }));
  const keeps = (selector) =>
    app.frame.locator(selector).evaluate((element) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      while (!walker.nextNode()?.data.includes('\n'));
      return getComputedStyle(walker.currentNode.parentElement).whiteSpace;
    });
  assert.match(await keeps('.mcp-force'), /^(pre|pre-wrap|break-spaces)$/);
  assert.ok((await app.text('.mcp-force')).includes(text));
  await app.result(failure(text));
  assert.match(await keeps('.mcp-error'), /^(pre|pre-wrap|break-spaces)$/);
  await app.result({ content: [{ type: 'text', text }] });
  assert.match(await keeps('.mcp-text'), /^(pre|pre-wrap|break-spaces)$/);
});

/** Answers that break the contract: other servers' results reach this page, too. */
const BROKEN = {
  'a table that is a string': { table: '<b>x</b>' },
  'rows that are no arrays': { table: [['A'], null, 5, { length: 1 }, ['x']] },
  'ragged rows': { table: [['A', 'B'], ['x'], ['y', 1, 2]] },
  'cells that are objects': { table: [['A'], [{ toString: 'x', b: '<b>' }], [['<img>']]] },
  'charts that are none': {
    charts: [
      null,
      5,
      'bar',
      {},
      { type: 'bar' },
      { type: 'bar', data: null },
      { type: 'bar', data: { datasets: [null, { data: 5 }] } },
    ],
  },
  'charts that are no list': { charts: { type: 'bar' } },
  'sources that are none': { sources: [null, 5, {}, [], true] },
  'sources that are no list': { sources: 'https://example.org' },
  'details that are none': { source_details: [null, 5, { url: 1 }, { url: SOURCE, title: {}, license: 5 }] },
  prototypes: {
    table: [
      ['__proto__', 'constructor'],
      ['__proto__', 1],
    ],
    charts: [
      JSON.parse(
        `{"type":"bar","data":{"labels":["a"],"datasets":[{"label":"x","data":[1],"__proto__":{"polluted":1}}]},"options":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}}`,
      ),
    ],
  },
  'a force that is none': { force: { toString: 1 } },
  'a cut that says nothing': { table: [['A'], [1]], truncated: null },
};

for (const [name, structured] of Object.entries(BROKEN)) {
  appTest(`a result with ${name} breaks nothing else`, { app: {} }, async (app) => {
    await app.result(answer({ table: [['OK'], ['fine']], ...structured }));
    assert.equal(await app.count('.mcp-answer'), 1);
    assert.ok((await app.text('.mcp-answer')).length > 0);
    assert.deepEqual(await intruders(app.frame), NOTHING);
    assert.equal(await app.frame.evaluate(() => ({}).polluted), undefined);
    if (!('sources' in structured)) assert.equal(await app.text('.mcp-sources li a'), SOURCE);
    await app.result(answer({ table: [['Next'], ['answer']] }));
    assert.deepEqual(await app.rows(), [['answer']]);
  });
}
