// Tools that may change data, in the preview: nothing but a person's own answer to the question runs them.
import assert from 'node:assert/strict';
import { accessibilityFaults, eventually } from './harness.mjs';
import { answered, linkTo, pretend, previewTest } from './preview.mjs';

const inputSchema = {
  type: 'object',
  properties: { row: { type: 'integer' }, note: { type: 'string' } },
  required: ['row'],
  additionalProperties: false,
};
const QUESTION = 'Add the note “hello” to row 7?';
const tool = (annotations) => ({
  ...{ name: 'add_note', title: 'Add a note', description: 'Adds a note to a row.', inputSchema, annotations },
  _meta: { plugin: 'notes', plugin_metadata: { sample_calls: [{ question: QUESTION, tool: 'add_note', arguments: { row: 7, note: 'hello' } }] } },
});
const WRITES = tool({ readOnlyHint: false, destructiveHint: false, idempotentHint: false });
const CALL = { name: 'add_note', arguments: { row: 7, note: 'hello' } };
const JSON_TEXT = '{"row": 7, "note": "hello"}';

const isAsked = (page) => page.locator('#confirm').evaluate((dialog) => dialog.open);
const asked = (page) => page.locator('#confirm[open]').waitFor();

/** Every set of hints, what the tool's badge says of it, and what the question does. */
const HINTS = [
  [undefined, 'May change or delete data', 'This tool may change or delete data, and perhaps nobody can undo it.', false],
  [{}, 'May change or delete data', 'This tool may change or delete data, and perhaps nobody can undo it.', false],
  [{ readOnlyHint: false }, 'May change or delete data', 'This tool may change or delete data, and perhaps nobody can undo it.', false],
  [{ readOnlyHint: 'true' }, 'May change or delete data', 'This tool may change or delete data, and perhaps nobody can undo it.', false],
  [{ readOnlyHint: false, destructiveHint: false }, 'May change data', 'This tool may change data.', false],
  [{ readOnlyHint: false, destructiveHint: false, idempotentHint: true }, 'May change data', 'This tool may change data.', true],
];
const AGAIN = {
  true: 'A second run with the same arguments changes nothing more.',
  false: 'Every run may change data again, also with the same arguments.',
};

for (const [annotations, badge, effect, isIdempotent] of HINTS) {
  previewTest(
    `B15: asks before it runs, with the hints ${JSON.stringify(annotations)}`,
    { program: 'cities' },
    async (preview, page) => {
      const calls = await pretend(page, [tool(annotations)]);
      await preview.open(linkTo(preview.program, CALL));
      await page.locator('#status', { hasText: 'waits for you to press Run' }).waitFor();
      assert.deepEqual([calls.length, await isAsked(page)], [0, false]);
      assert.equal(await preview.field('row').inputValue(), '7');
      assert.equal(await page.locator('.badge').textContent(), badge);
      await page.locator('#run').click();
      await asked(page);
      assert.equal(await page.locator('#confirm-title').textContent(), 'Run “Add a note”?');
      assert.equal(await page.locator('#confirm-name').textContent(), 'add_note');
      assert.equal(await page.locator('#confirm-effect').textContent(), effect);
      assert.equal(await page.locator('#confirm-repeat').textContent(), AGAIN[isIdempotent]);
      assert.deepEqual(JSON.parse(await page.locator('#confirm-arguments').textContent()), CALL.arguments);
      assert.deepEqual(await accessibilityFaults(page), []);
      assert.equal(calls.length, 0);
      await page.locator('#confirm-run').click();
      await answered(page);
      assert.deepEqual(calls, [JSON_TEXT]);
      // Who allowed one run has not allowed another.
      await page.locator('#run').click();
      await asked(page);
      assert.equal(calls.length, 1);
    },
  );
}

previewTest('B15: what only reads is run without a question, from a link, too', { program: 'cities' }, async (preview, page) => {
  const calls = await pretend(page, [tool({ readOnlyHint: true })]);
  await preview.answer(CALL);
  assert.equal(await page.locator('.badge').textContent(), 'Only reads');
  await preview.run();
  assert.deepEqual(calls, [JSON_TEXT, JSON_TEXT]);
  assert.equal(await isAsked(page), false);
});

previewTest('B15: the question is open to the keyboard, and no is the answer at hand', { program: 'cities' }, async (preview, page) => {
  const calls = await pretend(page, [WRITES]);
  await preview.open(linkTo(preview.program, CALL));
  await preview.field('note').focus();
  await page.keyboard.press('Enter');
  await asked(page);
  const focused = () => page.evaluate(() => document.activeElement.name || document.activeElement.id);
  assert.equal(await focused(), 'confirm-cancel');
  // Enter, held down for too long, is no yes.
  await page.keyboard.press('Enter');
  await eventually(() => preview.text('#status'), 'It was not run.');
  assert.equal(await focused(), 'note');
  await page.keyboard.press('Enter');
  await asked(page);
  await page.keyboard.press('Escape');
  await eventually(() => isAsked(page), false);
  assert.equal(calls.length, 0);
  await page.keyboard.press('Enter');
  await asked(page);
  for (let step = 0; step < 4 && (await focused()) !== 'confirm-run'; step += 1) await page.keyboard.press('Tab');
  assert.equal(await focused(), 'confirm-run');
  await page.keyboard.press('Enter');
  await answered(page);
  assert.deepEqual(calls, [JSON_TEXT]);
  assert.equal(await focused(), 'answer-heading');
});

previewTest('B15: a sample question fills the form in and runs nothing', { program: 'cities' }, async (preview, page) => {
  const calls = await pretend(page, [WRITES]);
  await preview.open();
  await page.locator('#overview button.question').click();
  await page.locator('#status', { hasText: 'waits for you to press Run' }).waitFor();
  assert.deepEqual([await preview.field('row').inputValue(), await preview.field('note').inputValue()], ['7', 'hello']);
  assert.deepEqual([calls.length, await isAsked(page)], [0, false]);
  await page.locator('#run').click();
  await asked(page);
  await page.locator('#confirm-cancel').click();
  assert.equal(calls.length, 0);
});

previewTest('B15: a link that comes while the question is open takes it back', { program: 'cities' }, async (preview, page) => {
  const calls = await pretend(page, [WRITES, { ...WRITES, name: 'other', title: 'Another' }]);
  await preview.open(linkTo(preview.program, CALL));
  await page.locator('#run').click();
  await asked(page);
  await page.evaluate((url) => (location.href = url), linkTo(preview.program, { ...CALL, name: 'other' }));
  await eventually(() => preview.text('#tool-title'), 'Another');
  assert.deepEqual([await isAsked(page), calls.length], [false, 0]);
  assert.match(await preview.text('#status'), /waits for you to press Run/);
});

previewTest('B15: an answer of no leaves the last answer on the page', { program: 'fixture' }, async (preview, page) => {
  await (await preview.open()).choose('viewer_destructive');
  await page.locator('#run').click();
  await asked(page);
  await page.locator('#confirm-run').click();
  await answered(page);
  assert.match(await preview.text('#model'), /Something was changed/);
  await page.locator('#run').click();
  await asked(page);
  await page.locator('#confirm-cancel').click();
  await eventually(() => preview.text('#status'), 'It was not run.');
  assert.match(await preview.text('#model'), /Something was changed/);
});

for (const [language, title, effect, again, run, cancel, no] of [
  [
    ...['es', '¿Ejecutar «Add a note»?', 'Esta herramienta puede cambiar datos.'],
    'Cada ejecución puede volver a cambiar datos, también con los mismos argumentos.',
    ...['Ejecutarla', 'No ejecutarla', 'No se ejecutó.'],
  ],
  [
    ...['pt', 'Executar “Add a note”?', 'Esta ferramenta pode alterar dados.'],
    'Cada execução pode alterar dados de novo, também com os mesmos argumentos.',
    ...['Executar', 'Não executar', 'Não foi executada.'],
  ],
]) {
  previewTest(`B15: asks in ${language}`, { program: 'cities' }, async (preview, page) => {
    await pretend(page, [WRITES]);
    await preview.open(linkTo(preview.program, CALL));
    await page.locator('#language').selectOption(language);
    await page.locator('#run').click();
    await asked(page);
    const texts = ['title', 'effect', 'repeat', 'run', 'cancel'].map((part) => preview.text(`#confirm-${part}`));
    assert.deepEqual(await Promise.all(texts), [title, effect, again, run, cancel]);
    await page.locator('#confirm-cancel').click();
    await eventually(() => preview.text('#status'), no);
  });
}

for (const [theme, width] of [
  ['dark', 1440],
  ['light', 320],
]) {
  const look = { colorScheme: theme, viewport: { width, height: 700 } };
  previewTest(`axe finds nothing in the question, ${theme}, ${width} px`, { ...look, program: 'cities' }, async (preview, page) => {
    const long = { row: 7, note: 'a long note '.repeat(400) };
    await pretend(page, [tool()]);
    await preview.open(linkTo(preview.program, { name: 'add_note', arguments: long }));
    await page.locator('#run').click();
    await asked(page);
    assert.deepEqual(await accessibilityFaults(page), []);
    const box = await page.locator('#confirm').boundingBox();
    assert.ok(box.x >= 0 && box.width <= width && box.height <= 700, JSON.stringify(box));
    await page.locator('#confirm-cancel').click();
  });
}
