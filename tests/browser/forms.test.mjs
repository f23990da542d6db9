// Forms and calls of the fixture program in the preview: arguments and numbers of every kind, long and slow answers.
import assert from 'node:assert/strict';
import { eventually } from './harness.mjs';
import { assertBothReaders, previewTest, sent } from './preview.mjs';
import { OWN_TABLE } from './results.mjs';

previewTest(
  'digits that JavaScript would change arrive as they were typed',
  { program: 'fixture' },
  async (preview, page) => {
    await (await preview.open()).choose('viewer_arguments');
    await preview.field('code').fill('abc');
    await preview.field('whole').fill('9007199254740993');
    await preview.field('names').fill('Ann\n\n"B" <b>');
    await preview.field('period').fill('{"from": 2001, "to": 2017}');
    await page.locator('#run').click();
    await page.locator('#person .mcp-error').waitFor();
    // The server takes integers that every client can hold, and names the one that it got.
    assert.match(await preview.text('#model'), /whole: 9007199254740993 /);
    assert.match(await preview.text('#json'), /"whole": 9007199254740993/);
    assert.match(page.url(), /9007199254740993/);
    await preview.field('whole').fill('-9007199254740991');
    await page.locator('#run').click();
    await page.locator(`#person ${OWN_TABLE}`).waitFor();
    const rows = Object.fromEntries(await preview.rows());
    assert.deepEqual(
      [sent(rows.whole), rows.names, rows.period, rows.sorted, rows.detailed, rows.grain],
      ['-9007199254740991', 'Ann; "B" <b>', '2001 to 2017', 'true', '', 'month'],
    );
  },
);

previewTest(
  'what is no JSON is not sent, and the field says so',
  { program: 'fixture' },
  async (preview, page, watch) => {
    await (await preview.open()).choose('viewer_arguments');
    await preview.field('code').fill('abc');
    await preview.field('period').fill('{"from": ');
    const before = watch.requests.length;
    await page.locator('#run').click();
    await eventually(() => page.evaluate(() => document.activeElement.name), 'period');
    assert.equal(await preview.field('period').getAttribute('aria-invalid'), 'true');
    assert.equal(watch.requests.length, before);
  },
);

previewTest(
  'numbers are what the server sent, the longest and the empty ones, too',
  { program: 'fixture' },
  async (preview) => {
    await preview.answer({ name: 'viewer_numbers', arguments: {} });
    await assertBothReaders(preview);
    const shown = Object.fromEntries(await preview.rows());
    assert.deepEqual(
      [
        shown['a year'],
        shown['a population'],
        shown['a sum'],
        sent(shown.beyond),
        shown['not a number'],
        shown.nothing,
      ],
      ['2,001', '37,400,068', '0.30000000000000004', '12345678901234567890', '', ''],
    );
  },
);

previewTest(
  'a table that was cut says so, and a long message is shown in part',
  { program: 'fixture' },
  async (preview, page) => {
    await preview.answer({ name: 'viewer_many_rows', arguments: { rows: 20_000 } });
    assert.match(await preview.text('#person .mcp-truncated'), /10,000.*20,000/);
    assert.equal((await preview.rows()).length, 50);
    await page.locator('#raw > summary').click();
    await page.locator('#raw-note').waitFor();
    const shown = (await preview.text('#raw pre')).length;
    assert.ok(shown > 1_000 && shown <= 200_000, `${shown} characters`);
    await page.locator(`#person ${OWN_TABLE} input[type=search]`).fill('9,999');
    await eventually(async () => (await preview.rows()).at(0)?.[0].replaceAll(',', ''), '9999');
  },
);

previewTest('progress is told, and a call can be stopped', { program: 'fixture' }, async (preview, page, watch) => {
  // So the browser calls what the page ends itself: the stopped call, and a stream after its answer.
  watch.allow(/\/mcp: net::ERR_ABORTED$/);
  await (await preview.open()).choose('viewer_slow');
  await preview.field('seconds').fill('15');
  await page.locator('#run').click();
  await eventually(async () => /step \d/.test(await preview.text('#status')), true, 10_000);
  await page.locator('#stop').click();
  await eventually(() => page.locator('#stop').isVisible(), false);
  assert.equal(await page.locator('#person .mcp-answer').count(), 0);
  await preview.field('seconds').fill('0');
  await preview.run();
  assert.match(await preview.text('#model'), /Done at last/);
});

