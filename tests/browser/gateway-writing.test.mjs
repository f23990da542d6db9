// Tools that may change data, in the chat's page: a person is asked before one is run by hand, or is perhaps called again.
import assert from 'node:assert/strict';
import { accessibilityFaults, eventually } from './harness.mjs';
import { Stranger, asks, chatTest, says } from './gateway.mjs';

const inputSchema = { type: 'object', properties: { row: { type: 'integer' } }, required: ['row'] };
const WRITERS = new Stranger(
  {
    adds: { content: [{ type: 'text', text: 'Added.' }], structuredContent: { sources: ['https://example.org/'] } },
    says_nothing: { content: [{ type: 'text', text: 'Done.' }], structuredContent: { sources: ['https://example.org/'] } },
    reads: { content: [{ type: 'text', text: 'Read.' }], structuredContent: { sources: ['https://example.org/'] } },
  },
  {
    about: (name) => ({
      inputSchema,
      annotations: {
        adds: { readOnlyHint: false, destructiveHint: false },
        says_nothing: undefined,
        reads: { readOnlyHint: true },
      }[name],
    }),
  },
);

/** The bodies of the calls by hand that the page has posted, from now on. */
function postedCalls(page) {
  const bodies = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/call')) bodies.push(request.postData());
  });
  return bodies;
}

chatTest('B15: what may change data is run by hand after a question, each time', { server: WRITERS, hasModel: false }, async (chat, page) => {
  await chat.page.goto(chat.gateway.url);
  await page.locator('.tool').first().waitFor();
  const bodies = postedCalls(page);
  const tool = (name) => page.locator('.tool', { has: page.locator('code', { hasText: name }) });
  for (const [name, effect] of [
    ['adds', 'This tool may change data.'],
    ['says_nothing', 'This tool may change or delete data, and perhaps nobody can undo it.'],
  ]) {
    await tool(name).locator('> summary').click();
    await tool(name).locator('input').fill('12345678901234567890');
    bodies.length = 0;
    for (const round of [1, 2]) {
      await tool(name).locator('input').press('Enter');
      await page.locator('#confirm[open]').waitFor();
      assert.equal(await page.locator('#confirm h2').textContent(), `Run “${name}”?`);
      assert.equal(await page.locator('#confirm p').first().textContent(), effect);
      assert.equal(await page.locator('#confirm pre').textContent(), '{"row": 12345678901234567890}');
      assert.equal(await page.evaluate(() => document.activeElement.id), 'confirm-cancel');
      assert.deepEqual(await accessibilityFaults(page), []);
      await page.keyboard.press('Escape');
      await eventually(() => chat.count('#confirm'), 0);
      assert.equal(bodies.length, round - 1);
      await tool(name).locator('button.primary').click();
      await page.locator('#confirm-run').click();
      await eventually(() => bodies.length, round);
      await tool(name).locator('.answer .mcp-answer').waitFor();
      // Digits are sent as they were typed.
      assert.equal(bodies.at(-1), `{"tool": "${name}", "arguments": {"row": 12345678901234567890}, "language": "en"}`);
    }
  }
  bodies.length = 0;
  await tool('reads').locator('> summary').click();
  await tool('reads').locator('input').fill('1');
  await tool('reads').locator('button.primary').click();
  await tool('reads').locator('.answer .mcp-answer').waitFor();
  assert.deepEqual([bodies.length, await chat.count('#confirm')], [1, 0]);
});

chatTest('B15: a question whose answer may have changed data is asked again after a question', { server: WRITERS }, async (chat, page) => {
  await page.goto(chat.gateway.url);
  await page.locator('.tool').first().waitFor({ state: 'attached' });
  await chat.ask('Add it?', asks(['reads', { row: 1 }], ['adds', { row: 1 }]), says('Added.'));
  await page.locator('.retry').click();
  await page.locator('#confirm[open]').waitFor();
  assert.equal(await page.locator('#confirm pre').textContent(), 'adds');
  await page.locator('#confirm-cancel').click();
  await eventually(() => chat.count('#confirm'), 0);
  assert.deepEqual(await chat.texts('.prose'), ['Added.']);
  chat.model.script.push(says('Twice.'));
  await page.locator('.retry').click();
  await page.locator('#confirm-run').click();
  await eventually(() => chat.texts('.prose'), ['Twice.']);
  await chat.over();
  // What only reads, or calls nothing, is asked again at once.
  chat.model.script.push(says('Thrice.'));
  await page.locator('.retry').click();
  await eventually(() => chat.texts('.prose'), ['Thrice.']);
  await chat.over();
});
