// The App in the frame of a host: the protocol's messages, and the frame's height.
import assert from 'node:assert/strict';
import { eventually, painted } from './harness.mjs';
import { appTest } from './host.mjs';
import { BARS, CITIES, OWN_TABLE, WHOLE, answer, chart, longTable } from './results.mjs';

const SIZE = 'ui/notifications/size-changed';

appTest('opens the conversation as the specification says', { app: {} }, async (app) => {
  const [first, second] = await app.messages();
  assert.equal(first.method, 'ui/initialize');
  assert.ok(['number', 'string'].includes(typeof first.id));
  const { protocolVersion, appInfo, appCapabilities, ...others } = first.params;
  assert.deepEqual([protocolVersion, appCapabilities, others], ['2026-01-26', {}, {}]);
  assert.match(appInfo.name, /\S/);
  assert.match(appInfo.version, /^\d+\.\d+/);
  assert.equal(second.method, 'ui/notifications/initialized');
  assert.equal(second.id, undefined);
  const log = await app.log();
  const answered = log.findIndex(({ from }) => from === 'host');
  assert.deepEqual([answered, log[2].message.method], [1, second.method]);
});

appTest('says that it waits, until the answer comes', { app: {} }, async (app) => {
  const waiting = await app.text('body');
  assert.match(waiting.replaceAll(/\s+/g, ' '), /Waiting/);
  await app.result(WHOLE);
  assert.equal(await app.frame.getByText('Waiting').isVisible(), false);
});

appTest('says that a call was cancelled', { app: {} }, async (app) => {
  await app.notify('ui/notifications/tool-cancelled', { reason: '<b>the user</b>' });
  await eventually(() => app.frame.getByText('cancelled').isVisible(), true);
  assert.equal(await app.count('b'), 0);
});

appTest('arguments, whole or in part, change nothing that is shown', { app: {} }, async (app) => {
  await app.result(WHOLE);
  const shown = await app.text('.mcp-answer');
  await app.notify('ui/notifications/tool-input-partial', { arguments: { from: 20 } });
  await app.notify('ui/notifications/tool-input', { arguments: { from: 2001 } });
  await painted(app.frame);
  assert.equal(await app.text('.mcp-answer'), shown);
});

appTest('a new answer takes the place of the last one', { app: {} }, async (app) => {
  await app.result(WHOLE);
  await app.result(answer({ table: [['A'], ['new']] }));
  assert.equal(await app.count('.mcp-answer'), 1);
  assert.deepEqual(await app.rows(), [['new']]);
});

appTest('answers ping, with and without parameters', { app: {} }, async (app) => {
  assert.deepEqual(await app.request('ping'), { result: {} });
  assert.deepEqual(await app.request('ping', {}), { result: {} });
});

appTest('is torn down: charts go, and it still answers', { app: {} }, async (app) => {
  await app.result(WHOLE);
  assert.deepEqual(await app.request('ui/resource-teardown', {}), { result: {} });
  assert.equal(await app.frame.evaluate(() => Object.keys(Chart.instances).length), 0);
  assert.deepEqual(await app.request('ui/resource-teardown', {}), { result: {} });
  assert.deepEqual(await app.request('ping'), { result: {} });
});

for (const method of ['tools/list', 'ui/no-such-method', 'constructor', '__proto__', 'ui/notifications/tool-result']) {
  appTest(`refuses the request ${method}, which it does not know`, { app: {} }, async (app) => {
    const { error } = await app.request(method, { content: [] });
    assert.equal(error?.code, -32601);
    assert.equal(typeof error.message, 'string');
    assert.equal(await app.count('.mcp-answer'), 0);
  });
}

appTest('ignores what is no message of the protocol', { app: {} }, async (app, page) => {
  await app.result(answer({ table: [['A'], ['kept']] }));
  const before = (await app.messages()).length;
  await page.evaluate(() => {
    const view = document.getElementById('app').contentWindow;
    const odd = [
      null,
      0,
      'text',
      [],
      {},
      { jsonrpc: '1.0', id: 1, method: 'ping' },
      { jsonrpc: '2.0' },
      { jsonrpc: '2.0', id: 999, result: {} },
    ];
    for (const message of odd) view.postMessage(message, '*');
    view.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/no-such-one', params: { x: 1 } }, '*');
    view.postMessage({ jsonrpc: '2.0', method: 'toString' }, '*');
    view.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/host-context-changed' }, '*');
  });
  assert.deepEqual(await app.request('ping'), { result: {} });
  assert.equal((await app.messages()).length, before + 1);
  assert.deepEqual(await app.rows(), [['kept']]);
});

appTest('ignores messages of any window but its host', { app: {} }, async (app, page) => {
  await app.result(answer({ table: [['A'], ['true']] }));
  await page.evaluate(async () => {
    const foreign = document.createElement('iframe');
    foreign.setAttribute('sandbox', 'allow-scripts');
    foreign.srcdoc = `<script>
      const result = { content: [], structuredContent: { sources: ['https://x.example'], table: [['A'], ['forged']] } };
      parent.frames[0].postMessage({ jsonrpc: '2.0', method: 'ui/notifications/tool-result', params: result }, '*');
      parent.frames[0].postMessage({ jsonrpc: '2.0', id: 77, method: 'ping' }, '*');
      parent.postMessage('sent', '*');
    <\/script>`;
    const sent = new Promise((done) => addEventListener('message', ({ data }) => data === 'sent' && done()));
    document.body.append(foreign);
    await sent;
  });
  await app.frame.evaluate(() => {
    const result = { content: [], structuredContent: { sources: ['https://x.example'], table: [['A'], ['forged']] } };
    postMessage({ jsonrpc: '2.0', method: 'ui/notifications/tool-result', params: result }, '*');
  });
  await page.waitForTimeout(200);
  assert.deepEqual(await app.request('ping'), { result: {} });
  assert.deepEqual(await app.rows(), [['true']]);
  assert.equal(
    (await app.messages()).some(({ id, method }) => id === 77 && method === undefined),
    false,
  );
});

appTest(
  'a host without any context or capability is enough',
  { app: { hostCapabilities: {}, hostContext: {} } },
  async (app) => {
    await app.result(WHOLE);
    assert.deepEqual(await app.rows(OWN_TABLE), [
      ['Tokyo', '37,400,068', '1457'],
      ['Delhi', '30,290,936', '1052'],
      ['São Paulo', '22,043,028', ''],
    ]);
  },
);

/** The height of what is in the frame, and whether the frame shows all of it. */
function fitting(app) {
  return app.frame.evaluate(() => {
    const { scrollHeight, scrollWidth } = document.documentElement;
    return {
      high: scrollHeight <= innerHeight,
      wide: scrollWidth <= innerWidth,
      content: document.querySelector('.mcp-answer').getBoundingClientRect().bottom,
    };
  });
}

async function assertFits(app) {
  await eventually(
    async () => {
      const { high, wide } = await fitting(app);
      return { high, wide };
    },
    { high: true, wide: true },
  );
  const { content } = await fitting(app);
  const height = await app.height();
  assert.ok(
    height >= content && height - content < 60,
    `a frame of ${height} px for an answer that ends at ${content} px`,
  );
  return height;
}

appTest('B81: the frame grows from 150 px to the answer, and follows it', { app: { height: 150 } }, async (app) => {
  await app.result(answer({ table: longTable(30), charts: [BARS] }));
  const first = await assertFits(app);
  assert.ok(first > 500, `${first} px`);
  await app.frame.locator('.mcp-data summary').click();
  await eventually(async () => (await app.height()) > first + 50, true);
  const opened = await assertFits(app);
  await app.frame.locator('.mcp-data summary').click();
  await eventually(() => app.height(), first);
  await app.frame.locator(`${OWN_TABLE} input[type=search]`).fill('row 7');
  await eventually(async () => (await app.height()) < first, true);
  await assertFits(app);
  await app.result(answer());
  assert.ok((await assertFits(app)) < 300 && opened > first);
});

for (const width of [320, 1000]) {
  appTest(`B81: no loop at ${width} px: a few sizes, then silence`, { app: { width } }, async (app, page) => {
    await app.result(WHOLE);
    await app.result(
      answer({ table: longTable(60), charts: [BARS, chart('pie', ['a', 'b'], [{ label: 'S', data: [1, 2] }])] }),
    );
    await assertFits(app);
    await page.waitForTimeout(500);
    const before = await app.messages(SIZE);
    const height = await app.height();
    await page.waitForTimeout(2_000);
    const after = await app.messages(SIZE);
    assert.ok(after.length < 15 && after.length >= 2, `${after.length} sizes`);
    assert.deepEqual([after.length, await app.height()], [before.length, height]);
    for (const { width: wide, height: high } of after) {
      assert.ok(Number.isInteger(high) && high > 0 && high < 10_000, `${high}`);
      assert.ok(wide === undefined || wide <= width, `${wide}`);
    }
  });
}

appTest(
  'B81: a host that does not follow the size gets no loop either',
  { app: { followSize: false } },
  async (app, page) => {
    await app.result(WHOLE);
    await page.waitForTimeout(1_500);
    const sizes = await app.messages(SIZE);
    assert.ok(sizes.length >= 1 && sizes.length < 10, `${sizes.length} sizes`);
    assert.equal(await app.height(), 150);
  },
);

appTest('B81: the size follows the width of the frame', { app: {} }, async (app, page) => {
  await app.result(answer({ table: CITIES, force: 'word '.repeat(400) }));
  const wide = await assertFits(app);
  await page.setViewportSize({ width: 320, height: 800 });
  await eventually(async () => (await app.height()) > wide, true);
  await assertFits(app);
});

appTest('B81: an error and a plain text fit, too', { app: {} }, async (app) => {
  await app.result({ content: [{ type: 'text', text: 'line\n'.repeat(60) }], isError: true });
  assert.ok((await assertFits(app)) > 600);
  await app.result({ content: [{ type: 'text', text: 'line\n'.repeat(90) }] });
  assert.ok((await assertFits(app)) > 900);
});
