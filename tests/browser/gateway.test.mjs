// A conversation in the chat gateway's page: what is shown, what the model gets, stop and retry.
import assert from 'node:assert/strict';
import { eventually } from './harness.mjs';
import { LARGEST, MIX, SAMPLE, Stranger, asks, begins, chatTest } from './gateway.mjs';
import { rowsIn, says } from './gateway.mjs';
import { BARS, CITIES, OWN_TABLE, SOURCE, drawnCharts } from './results.mjs';

const LIE = 'Renewables were 99 % in 2017, and the total was 1 GWh.';
const EIA = 'https://www.eia.gov/electricity/data/browser/';
const TITLE = 'Net generation in Iowa by source';

/** A tool with everything, another with a verbatim text alone. */
const CITY_RESULTS = {
  cities: {
    content: [{ type: 'text', text: 'Three cities.' }],
    structuredContent: { sources: [SOURCE], table: CITIES, charts: [BARS], force: 'Figures are\n  estimates.' },
  },
  notice: { content: [{ type: 'text', text: 'A notice.' }], structuredContent: { force: 'Only this.', sources: [] } },
};

chatTest('a question of a card shows prose, table, chart and source; its numbers are the tool’s', {}, async (chat) => {
  await chat.open();
  assert.deepEqual(await chat.page.locator('.card .sample').allTextContents(), [
    "How much of Iowa's electricity came from renewables in 2017?",
    SAMPLE,
    "Which source generated most of Iowa's electricity in 2010?",
    'What does net generation mean?',
  ]);
  chat.model.script.push(asks([MIX, {}]), says(LIE));
  await chat.page.getByRole('button', { name: SAMPLE }).click();
  await chat.over();

  const result = await chat.call(MIX);
  const expected = rowsIn(result);
  assert.equal(expected.length, 17);
  assert.deepEqual(await chat.tables(), [expected]);
  const header = await chat.texts(`${OWN_TABLE} thead th`);
  assert.deepEqual(header, result.structuredContent.table[0]);
  assert.deepEqual(await chat.texts('.prose'), [LIE]);
  const [drawn] = await drawnCharts(chat.page);
  const { data } = result.structuredContent.charts[0];
  assert.deepEqual([drawn.labels, drawn.data], [data.labels, data.datasets.map((dataset) => dataset.data)]);
  assert.ok(drawn.width > 300 && drawn.height > 200, `${drawn.width} × ${drawn.height}`);
  const links = chat.in('.mcp-sources a');
  assert.deepEqual(await links.evaluateAll((all) => all.map((link) => link.href)), [EIA]);
  assert.deepEqual(await chat.texts('.said'), [`You: ${SAMPLE}`]);
  assert.equal(await chat.status(), 'Answered.');
  assert.ok(await chat.page.locator('#landing').isHidden());
});

chatTest('the model gets the texts, unchanged, and nothing of the structured part', {}, async (chat) => {
  await chat.open();
  await chat.ask('The mix?', asks([MIX, { from: 2016 }]), says(LIE));
  await chat.ask('And 2010?', asks([LARGEST, { year: 2010 }]), says('Fossil fuels.'));
  const results = [await chat.call(MIX, { from: 2016 }), await chat.call(LARGEST, { year: 2010 })];
  const { content } = results[1];
  assert.deepEqual(chat.model.toolTexts(), [content[0].text]);
  const told = (index) =>
    chat.model
      .messages(index)
      .slice(1)
      .map(({ role, content: text }) => [role, text]);
  assert.deepEqual(told(1), [
    ['user', 'The mix?'],
    ['assistant', ''],
    ['tool', results[0].content[0].text],
  ]);
  assert.deepEqual(told(3), [
    ['user', 'The mix?'],
    ['assistant', LIE],
    ['user', 'And 2010?'],
    ['assistant', ''],
    ['tool', content[0].text],
  ]);
  const everything = chat.model.bodies.join('\n');
  for (const own of ['#0072B2', 'datasets', 'backgroundColor', 'structuredContent', 'source_details', TITLE]) {
    assert.ok(JSON.stringify(results).includes(own) && !everything.includes(own), `the model was told ${own}`);
  }
  const system = chat.model.messages(0)[0];
  assert.equal(system.role, 'system');
  assert.ok(system.content.includes("Take every figure from a tool's answer"), 'the server’s instructions');
});

chatTest('several calls of a reply are shown, and told to the model, in its order', {}, async (chat) => {
  await chat.open();
  const years = [2010, 2001, 2017];
  await chat.ask('Three years?', asks(...years.map((year) => [LARGEST, { year }])), says('See above.'));
  const results = await Promise.all(years.map((year) => chat.call(LARGEST, { year })));
  assert.deepEqual(await chat.tables(), results.map(rowsIn));
  const texts = results.map(({ content }) => content[0].text);
  assert.deepEqual(chat.model.toolTexts(), texts);
  const titles = years.map((year) => `Net generation in Iowa by source, ${year}`);
  assert.deepEqual(await chat.texts('figcaption'), titles);
  const asked = await chat.texts('.request pre');
  assert.deepEqual(asked.map(JSON.parse), [{ year: 2010 }, { year: 2001 }, { year: 2017 }]);
  const summaries = await chat.texts('.request > summary');
  assert.deepEqual(summaries, Array(3).fill(`Largest source ${LARGEST}`));
  await chat.in('.request > summary').first().click();
  assert.ok(await chat.in('.request pre').first().isVisible());
  assert.equal(await chat.in('.mcp-sources').count(), 1, 'sources stand once, under the whole answer');
  assert.equal(await chat.in('.mcp-sources li').count(), 1);
  const order = await chat.in('.parts > *').evaluateAll((all) => all.map(({ className }) => className));
  assert.deepEqual(order, ['call', 'call', 'call', 'prose', 'mcp-answer']);
});

chatTest('a table and a chart that were drawn before are folded into references to the first', {}, async (chat) => {
  await chat.open();
  await chat.ask('The mix?', asks([MIX, { from: 2015 }], [MIX, { from: 2015, to: 2017 }]), says('Here.'));
  assert.equal(await chat.in(OWN_TABLE).count(), 1);
  await chat.ask('Again?', asks([MIX, { from: 2015 }], [MIX, { from: 2016 }]), says('As before.'));
  assert.equal(await chat.in(OWN_TABLE).count(), 1);
  const references = [`The same chart is shown above: ${TITLE}`, 'The same table is shown above.'];
  assert.deepEqual(await chat.texts('.again', 0), references);
  assert.deepEqual(await chat.texts('.again', 1), references);
  assert.equal(await chat.in('.mcp-sources').count(), 1);
  const [toChart, toTable] = await chat
    .in('.again a')
    .evaluateAll((all) => all.map(({ hash }) => document.querySelector(hash)?.className));
  assert.deepEqual([toChart, toTable], ['mcp-chart', 'mcp-table']);
  await chat.in('.again a').last().click();
  const target = chat.in(OWN_TABLE, 0);
  await eventually(() => target.evaluate((table) => table.matches(':target')), true);
  await eventually(
    () =>
      target.evaluate(
        (table) => table.getBoundingClientRect().top >= 0 && table.getBoundingClientRect().top < innerHeight,
      ),
    true,
  );
  const ids = await chat.page.locator('[id]').evaluateAll((all) => all.map(({ id }) => id));
  assert.equal(new Set(ids).size, ids.length, 'no id stands twice');
});

chatTest('verbatim texts are messages of their own', { server: new Stranger(CITY_RESULTS) }, async (chat) => {
  await chat.page.goto(chat.gateway.url);
  await chat.page.locator('#tools .tool').first().waitFor({ state: 'attached' });
  await chat.ask('Cities?', asks(['cities'], ['notice']), says('Three.'));
  assert.deepEqual(await chat.texts('.verbatim .mcp-force'), ['Figures are\n  estimates.', 'Only this.']);
  assert.equal(await chat.in('.call .mcp-force').count(), 0);
  const order = await chat.in('.parts > *').evaluateAll((all) => all.map(({ className }) => className));
  assert.deepEqual(order, ['call', 'verbatim', 'call', 'verbatim', 'prose', 'mcp-answer']);
  assert.deepEqual(await chat.tables(), [rowsIn(CITY_RESULTS.cities)]);
  assert.deepEqual(chat.model.toolTexts(), ['Three cities.', 'A notice.']);
  assert.ok(!chat.model.bodies.join('').includes('estimates'), 'the model was told the verbatim text');
});

chatTest('an answer comes while it is written; stop keeps what came and ends the request', {}, async (chat) => {
  await chat.open();
  await chat.begin('The mix?', asks([MIX, {}]), begins('It went up'));
  await chat.in('.prose').waitFor();
  assert.deepEqual(await chat.texts('.prose'), ['It went up']);
  assert.equal(await chat.status(), 'Answering…');
  assert.equal(chat.model.givenUp, 0);
  await chat.page.locator('#question').fill('Meanwhile');
  await chat.page.locator('#question').press('Enter');
  assert.equal(await chat.count('.turn'), 1, 'one question at a time');
  await chat.page.locator('#stop').click();
  await chat.over();
  await eventually(() => chat.model.givenUp, 1);
  assert.equal(await chat.status(), 'Stopped.');
  assert.deepEqual(await chat.texts('.parts > .state'), ['Stopped.']);
  assert.deepEqual(await chat.texts('.prose'), ['It went up']);
  assert.equal((await chat.tables())[0].length, 17);
  assert.deepEqual(await chat.problems(), []);

  await chat.ask('Another?', says('Yes.'));
  const told = chat.model.messages().slice(1);
  assert.deepEqual(told, [{ role: 'user', content: 'Another?' }], 'half an answer is not repeated to the model');
});

chatTest('a call that is stopped is said to be cancelled', { server: new Stranger({ lasts: null }) }, async (chat) => {
  let arrived;
  const called = new Promise((done) => (arrived = done));
  // A tool that never answers: the stranger's reply is made, and never sent.
  chat.server.server.prependListener('request', (request, response) => {
    let body = '';
    request.on('data', (part) => (body += part));
    request.on('end', () => {
      if (!body.includes('"tools/call"')) return;
      response.end = () => response;
      arrived();
    });
  });
  await chat.page.goto(chat.gateway.url);
  await chat.page.locator('#tools .tool').first().waitFor({ state: 'attached' });
  await chat.begin('Long?', asks(['lasts']));
  await called;
  await eventually(() => chat.texts('.call .state'), ['Waiting for the data…']);
  await chat.page.locator('#stop').click();
  await chat.over();
  assert.deepEqual(await chat.texts('.call .state'), ['The call was cancelled.']);
});

chatTest('the last question can be asked again, in place of its answer', {}, async (chat) => {
  await chat.open();
  await chat.ask('First?', says('One.'));
  await chat.ask('Second?', asks([LARGEST, { year: 2010 }]), says('Two.'));
  assert.equal(await chat.count('.retry'), 1);
  chat.model.script.push(asks([LARGEST, { year: 2011 }]), says('Other.'));
  await chat.in('.retry').click();
  await chat.over();
  assert.deepEqual(await chat.page.locator('.said').allTextContents(), ['You: First?', 'You: Second?']);
  assert.deepEqual(await chat.page.locator('.prose').allTextContents(), ['One.', 'Other.']);
  const questions = chat.model.messages().filter(({ role, content }) => role === 'user' && content);
  assert.deepEqual(
    questions.map(({ content }) => content),
    ['First?', 'Second?'],
  );
  assert.deepEqual(await chat.tables(), [rowsIn(await chat.call(LARGEST, { year: 2011 }))]);
});
