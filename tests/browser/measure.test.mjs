// What a large answer costs in the App: time to the first paint, frames while scrolling, memory.
import assert from 'node:assert/strict';
import { eventually } from './harness.mjs';
import { appTest } from './host.mjs';
import { answer, chart } from './results.mjs';

/** Ours to keep: a second. A machine under load gets three. */
const FIRST_PAINT = 1_000;
const GENEROSITY = 3;
/** Milliseconds until all rows are there: seconds on two idle cores, and no promise. */
const ROWS_LIMIT = 60_000;
/** Five answers that stay in memory would be more. */
const HEAP_GROWTH = 10_000_000;

const rows = Array.from({ length: 10_000 }, (_, index) => [
  index + 1,
  `Gauge ${index % 17}`,
  index / 8,
  Math.round(index * 7.3) / 100,
  index % 5 === 0,
  `2024-01-${String((index % 28) + 1).padStart(2, '0')}`,
]);
const points = Array.from({ length: 100_000 }, (_, index) => Math.round(Math.sin(index / 500) * 1_000) / 10);

const LARGE = {
  'a table of 10,000 rows and 6 columns': answer({
    table: [['Day', 'Place', 'Level', 'Flow', 'Valid', 'Date'], ...rows],
  }),
  'a line of 100,000 points': answer({
    charts: [
      chart(
        'line',
        points.map((_, index) => `p${index}`),
        [{ label: 'Level', data: points }],
      ),
    ],
  }),
};

/** Milliseconds from the arrival of a result in the frame until it is painted. */
async function firstPaint(app, result) {
  await app.frame.evaluate(() => {
    globalThis.painted = new Promise((done) => {
      // Added before the message comes, and so called after the page's own listener has rendered.
      addEventListener(
        'message',
        ({ data, timeStamp }) => {
          if (data?.method !== 'ui/notifications/tool-result') return;
          requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - timeStamp)));
        },
        { capture: true },
      );
    });
  });
  await app.notify('ui/notifications/tool-result', result);
  return app.frame.evaluate(() => globalThis.painted);
}

/** The longest frame, in milliseconds, while everything that scrolls is scrolled for two seconds. */
function longestFrame(frame) {
  return frame.evaluate(
    () =>
      new Promise((done) => {
        const scrollers = [...document.querySelectorAll('.mcp-scroll')];
        const start = performance.now();
        let [last, longest] = [start, 0];
        function step(now) {
          longest = Math.max(longest, now - last);
          last = now;
          for (const scroller of scrollers) scroller.scrollTop += 120;
          if (now - start < 2_000) requestAnimationFrame(step);
          else done(longest);
        }
        requestAnimationFrame(step);
      }),
  );
}

for (const [name, result] of Object.entries(LARGE)) {
  appTest(`B62: ${name} is painted in time and leaves no memory behind`, { app: {} }, async (app, page) => {
    const session = await page.context().newCDPSession(app.frame);
    await session.send('Performance.enable');
    const heap = async () => {
      await session.send('HeapProfiler.collectGarbage');
      const { metrics } = await session.send('Performance.getMetrics');
      return metrics.find((metric) => metric.name === 'JSHeapUsedSize').value;
    };
    const paint = await firstPaint(app, result);
    const all = app.frame.locator('button.mcp-all').first();
    if (await all.isVisible()) await all.click();
    const whileAdded = await longestFrame(app.frame);
    const shown = result.structuredContent.table ? rows.length : 0;
    await eventually(() => app.count('.mcp-table tbody tr'), shown, ROWS_LIMIT);
    const frame = await longestFrame(app.frame);
    await app.result(result);
    const before = await heap();
    for (let turn = 0; turn < 5; turn += 1) await app.result(result);
    const growth = (await heap()) - before;
    const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
    console.log(
      `${name}: first paint ${paint.toFixed(0)} ms, longest frame while scrolling ${frame.toFixed(0)} ms (${whileAdded.toFixed(0)} ms while rows are added), heap ${megabytes(before)}, after five more ${megabytes(growth)} more`,
    );
    assert.ok(before > 1_000_000, 'a heap was measured');
    assert.ok(paint > 0 && paint < FIRST_PAINT * GENEROSITY, `${paint} ms`);
    assert.ok(growth < HEAP_GROWTH, `${growth} bytes`);
  });
}
