// How an answer is used: by keyboard, in narrow frames, by those whom movement troubles.
import assert from 'node:assert/strict';
import { eventually } from './harness.mjs';
import { appTest } from './host.mjs';
import { OWN_TABLE, WHOLE, answer, chart, failure, longTable } from './results.mjs';

appTest('everything is reached and used by keyboard, and the focus is seen', { app: {} }, async (app, page) => {
  await app.result(answer({ ...WHOLE.structuredContent, table: longTable(60) }));
  const wanted = await app.frame
    .locator('.mcp-answer :is(button, input, summary, a, [tabindex="0"])')
    .evaluateAll((elements) =>
      elements
        .filter((element) => element.checkVisibility())
        .map((element, index) => (element.dataset.stop = String(index))),
    );
  const reached = [];
  for (let step = 0; step < wanted.length + 3; step += 1) {
    await page.keyboard.press('Tab');
    const stop = await app.frame.evaluate(() => {
      const element = document.activeElement;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
      const isSeen = (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1) || boxShadow !== 'none';
      return element.dataset.stop && { stop: element.dataset.stop, isSeen, tag: element.outerHTML.slice(0, 80) };
    });
    if (stop) {
      assert.ok(stop.isSeen, `no focus is seen on ${stop.tag}`);
      if (!reached.includes(stop.stop)) reached.push(stop.stop);
    }
  }
  assert.deepEqual(reached, wanted);
  const use = async (selector, key) => {
    await app.frame.locator(selector).first().focus();
    await page.keyboard.press(key);
  };
  await use('.mcp-data summary', 'Enter');
  await app.frame.locator('.mcp-data table').waitFor();
  await use(`${OWN_TABLE} button.mcp-all`, 'Enter');
  await eventually(async () => (await app.rows(OWN_TABLE)).length, 60);
  assert.notEqual(await app.frame.evaluate(() => document.activeElement.localName), 'body', 'the focus is not lost');
  await use(`${OWN_TABLE} button.mcp-csv`, 'Space');
  await use('button.mcp-png', 'Enter');
  await eventually(async () => (await app.messages('ui/download-file')).length, 2);
  await use('.mcp-sources a', 'Enter');
  await eventually(async () => (await app.messages('ui/open-link')).length, 1);
});

appTest('nothing moves for those who asked for that', { reducedMotion: 'reduce', app: {} }, async (app) => {
  await app.result(WHOLE);
  const moving = await app.frame.locator('.mcp-answer, .mcp-answer *').evaluateAll(
    (elements) =>
      elements.filter((element) => {
        const { transitionDuration, animationName } = getComputedStyle(element);
        return transitionDuration.split(', ').some((time) => parseFloat(time) > 0.01) || animationName !== 'none';
      }).length,
  );
  assert.equal(moving, 0);
  assert.equal(
    await app.frame.evaluate(() => Chart.getChart(document.querySelector('canvas')).options.animation),
    false,
  );
});

for (const width of [320, 480, 768, 1440]) {
  appTest(
    `nothing is wider than a frame of ${width} px, however long the words`,
    { viewport: { width, height: 800 }, app: {} },
    async (app) => {
      const word = 'W'.repeat(300);
      await app.result(
        answer({
          table: [
            [word, ...Array.from({ length: 12 }, (_, index) => `Column ${index}`)],
            [word, ...Array(12).fill(37_400_068)],
          ],
          charts: [chart('bar', [word, 'b'], [{ label: word, data: [1, 2] }], { title: word })],
          force: word,
          sources: [`https://example.org/${word}`],
          source_details: [{ url: `https://example.org/${word}`, title: word, publisher: word }],
        }),
      );
      const wide = await app.frame.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      assert.ok(wide[0] <= wide[1], wide.join(' > '));
      await app.result(failure(word));
      assert.ok(await app.frame.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    },
  );
}

appTest(
  'a table that is wider than the frame scrolls by keyboard',
  { viewport: { width: 320, height: 800 }, app: {} },
  async (app, page) => {
    const header = Array.from({ length: 15 }, (_, index) => `Column ${index}`);
    await app.result(answer({ table: [header, header.map(() => 12_345_678)] }));
    const scroller = app.frame.locator('.mcp-scroll');
    await scroller.focus();
    await page.keyboard.press('ArrowRight');
    await eventually(() => scroller.evaluate((element) => element.scrollLeft > 0), true);
    assert.match(await scroller.getAttribute('aria-label'), /\S/);
  },
);
