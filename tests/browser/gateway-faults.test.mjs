// What goes wrong in a chat: each fault says on the page what happened, and the chat goes on.
import assert from 'node:assert/strict';
import { eventually } from './harness.mjs';
import { LARGEST, MIX, Stranger, asks, begins, chatTest, refuses } from './gateway.mjs';
import { rowsIn, says, silence } from './gateway.mjs';
import { Program } from './programs.mjs';
import { OWN_TABLE, SOURCE } from './results.mjs';

const GAVE_NONE = 'This call gave no answer. The assistant was told why.';

/** The next question is answered from the data. */
async function assertGoesOn(chat, year = 2016) {
  await chat.ask('And now?', asks([LARGEST, { year }]), says('It goes on.'));
  assert.deepEqual(await chat.problems(), []);
  assert.deepEqual(await chat.texts('.prose'), ['It goes on.']);
  assert.equal(await chat.status(), 'Answered.');
  assert.deepEqual(await chat.tables(), [rowsIn(await chat.call(LARGEST, { year }))]);
  assert.deepEqual(await chat.texts('.mcp-sources li > a'), ['Electricity data browser: net generation, Iowa, annual']);
}

const later = '. Try again, or ask something simpler.';
const full = "The model's API is getting too many requests. Try again in ";

/** Replies of the model's API, what the page says of them, and what of the answer is kept. */
const FAULTS = {
  'a model that does not begin': {
    variables: { AI_FIRST_BYTE_SECS: '2' },
    replies: [silence],
    message: `The model did not answer within 2 seconds${later}`,
  },
  'a model that does not end': {
    variables: { AI_TIMEOUT_SECS: '3' },
    replies: [begins('Half of')],
    message: `The model did not answer within 3 seconds${later}`,
    prose: ['Half of'],
  },
  'a rate limit that says for how long': {
    replies: [refuses(429, { 'retry-after': '60' })],
    message: `${full}60 seconds.`,
  },
  'a rate limit that does not': { replies: [refuses(429)], message: `${full}a while.` },
  'an API that fails twice': {
    replies: [refuses(500), refuses(503)],
    message: "The model's API failed (HTTP 503), twice in a row. Try again in a while.",
  },
  'an API that wants a key': {
    replies: [refuses(401)],
    message: "The model's API refused the key. Is AI_API_KEY set, valid, and allowed to use this model?",
  },
  'an API that is none': {
    replies: [(response) => response.end('<b>Welcome to nginx!</b>')],
    message:
      "The model's API sent something that is no chat completion. Is AI_BASE_URL the address of an OpenAI-compatible API?",
  },
  'a reply that breaks off': {
    replies: [
      (response) =>
        begins('Half of', new Promise((_, broken) => setImmediate(broken)))(response).catch(() => response.destroy()),
    ],
    message: 'The connection to the model broke off, so its answer is incomplete. Try again.',
    prose: ['Half of'],
  },
  'an empty reply': {
    replies: [asks()],
    message: 'The model gave an empty answer. Try again, or ask in other words.',
  },
};

for (const [name, { variables = {}, replies, message, prose = [] }] of Object.entries(FAULTS)) {
  chatTest(`${name} is said on the page, and the chat goes on`, { variables }, async (chat) => {
    await chat.open();
    await chat.ask('What?', ...replies);
    assert.deepEqual(await chat.problems(), [message]);
    assert.deepEqual(await chat.texts('.prose'), prose);
    assert.equal(await chat.status(), '', 'nothing says that it was answered');
    assert.equal(await chat.in('.retry').count(), 1);
    await assertGoesOn(chat);
    const told = chat.model.messages().slice(1, 2);
    assert.deepEqual(told, [{ role: 'user', content: 'And now?' }], 'a question without an answer is not repeated');
  });
}

chatTest('what passes by itself is not said', {}, async (chat) => {
  await chat.open();
  await chat.ask('What?', refuses(429, { 'retry-after': '0' }), says('Here.'));
  assert.deepEqual([await chat.problems(), await chat.texts('.prose')], [[], ['Here.']]);
  await chat.ask('What?', refuses(502), says('Here.'));
  assert.deepEqual([await chat.problems(), await chat.texts('.prose')], [[], ['Here.']]);
});

chatTest('a model that is down, at first or later, and comes back', {}, async (chat, page) => {
  const { port } = chat.model;
  const down = `The model cannot be reached at http://127.0.0.1:${port}. Is it running, and is AI_BASE_URL right?`;
  await chat.model.stop();
  await chat.open();
  assert.deepEqual(await page.locator('.notice').allTextContents(), [down]);
  assert.ok(await page.locator('#ask').isHidden());
  await chat.model.start(port);
  await page.getByRole('button', { name: 'Try again' }).press('Enter');
  await page.locator('#ask').waitFor();
  assert.equal(await chat.count('.notice'), 0);
  assert.equal(await page.evaluate(() => document.activeElement.id), 'question');
  await chat.model.stop();
  await chat.ask('What?');
  assert.deepEqual(await chat.problems(), [down]);
  await chat.model.start(port);
  await assertGoesOn(chat);
});

chatTest('arguments that are none, and a tool that does not exist, are told to the model', {}, async (chat) => {
  await chat.open();
  await chat.ask(
    'The mix?',
    asks([MIX, '{"from": 20'], ['energy_mixture', {}]),
    asks([MIX, { from: 2017 }]),
    says('Here.'),
  );
  assert.deepEqual(await chat.texts('.call.failed .state'), [GAVE_NONE, GAVE_NONE]);
  assert.deepEqual(await chat.texts('.request code'), [MIX, 'energy_mixture', MIX]);
  assert.deepEqual((await chat.texts('.request pre'))[0], '{"from": 20');
  assert.deepEqual(await chat.problems(), []);
  assert.deepEqual(await chat.tables(), [rowsIn(await chat.call(MIX, { from: 2017 }))]);
  const [nonsense, unknown] = chat.model.toolTexts();
  assert.match(nonsense, /^energy_electricity_mix was not called: its arguments must be a JSON object, /);
  assert.match(unknown, /^There is no tool `energy_mixture`, so nothing was called\. The tools include: energy_/);
  await assertGoesOn(chat);
});

chatTest('a model that calls for ever is stopped, and what it found is shown', {}, async (chat) => {
  await chat.open();
  chat.model.otherwise = asks([LARGEST, { year: 2010 }]);
  await chat.ask('What?');
  assert.deepEqual(await chat.problems(), [
    'The model kept calling tools, 10 times over, without coming to an answer. What the tools found is shown; ask something narrower.',
  ]);
  assert.equal(await chat.in('.call').count(), 10);
  assert.equal(await chat.in(OWN_TABLE).count(), 1, 'the same table is drawn once');
  assert.equal(chat.model.bodies.length, 11);
  chat.model.otherwise = refuses(418);
  await assertGoesOn(chat);
});

chatTest('a tool error is told to the model, and the page says that there is no answer', {}, async (chat) => {
  await chat.open();
  await chat.ask('1990?', asks([LARGEST, { year: 1990 }]), says('The data begin in 2001.'));
  assert.deepEqual(await chat.texts('.call.failed .state'), [GAVE_NONE]);
  assert.ok(chat.model.toolTexts()[0].includes('year: 1990 is below the minimum, 2001'));
  assert.deepEqual(await chat.texts('.prose'), ['The data begin in 2001.']);
  assert.equal(await chat.in('.mcp-sources').count(), 0);
  await assertGoesOn(chat);
});

const OWN_ENERGY = { start: () => Program.start('energy') };

chatTest('a data server that is gone, and back', { server: OWN_ENERGY }, async (chat, page) => {
  const gone = `The data server cannot be reached (${chat.server.url.replace(/\/mcp$/, '')}). The next question tries it again.`;
  await chat.open();
  await chat.ask('First?', asks([MIX, {}]), says('Up.'));
  await chat.server.stop();
  await chat.ask('Gone?', asks([MIX, {}]), says('The data could not be had.'));
  assert.deepEqual(await chat.problems(), [gone]);
  // The gateway may learn of it before it asks the model.
  chat.model.script.length = 0;
  assert.equal((await chat.tables(0))[0].length, 17, 'what was shown stays');
  const other = await page.context().newPage();
  await other.goto(chat.gateway.url);
  assert.equal(await other.locator('.notice').textContent(), gone);

  chat.server = await Program.start('energy', { MCP_PORT: new URL(chat.server.url).port });
  try {
    const problem = async () => (await (await fetch(chat.gateway.at('/status'))).json()).server_problem;
    await eventually(problem, null, 10_000);
    await assertGoesOn(chat);
    // The other page learns of it by its next question, too.
    await other.locator('#question').fill('There?');
    chat.model.script.push(says('Yes.'));
    await other.locator('#question').press('Enter');
    await other.locator('.prose').waitFor();
    await eventually(() => other.locator('.notice').count(), 0);
    await other.locator('#new').click();
    assert.equal(await other.locator('.card').count(), 1);
  } finally {
    await chat.server.stop();
  }
});

const TEXT_ONLY = {
  text: { content: [{ type: 'text', text: 'Only text.' }] },
  sourced: { content: [{ type: 'text', text: 'Text and source.' }], structuredContent: { sources: [SOURCE] } },
};

chatTest(
  'a reply without a structured part is for the model alone',
  { server: new Stranger(TEXT_ONLY) },
  async (chat) => {
    await chat.page.goto(chat.gateway.url);
    await chat.page.locator('.tool').first().waitFor({ state: 'attached' });
    await chat.ask('What?', asks(['text'], ['sourced']), says('This.'));
    assert.deepEqual(await chat.texts('.call .state'), [
      'This answer has text for the assistant only; there is nothing to show.',
      'Its sources are below.',
    ]);
    assert.deepEqual(await chat.texts('.mcp-sources li > a'), [SOURCE]);
    assert.deepEqual(chat.model.toolTexts(), ['Only text.', 'Text and source.']);
    assert.ok(!(await chat.texts('.parts')).join('').includes('Only text.'), 'the model’s text is not the person’s');
    await chat.ask('And?', says('Yes.'));
    assert.deepEqual(await chat.texts('.prose'), ['Yes.']);
  },
);

chatTest('a huge table is shown in part, and whole when asked for', { server: 'fixture' }, async (chat) => {
  await chat.open();
  const rows = 20_000;
  await chat.ask('All?', asks(['viewer_many_rows', { rows }]), says('Many.'));
  const { structuredContent } = await chat.call('viewer_many_rows', { rows });
  const cut = structuredContent.truncated;
  const sentRows = structuredContent.table.length - 1;
  assert.ok(sentRows > 1_000 && (cut || sentRows === rows), `${sentRows} rows`);
  assert.equal((await chat.tables())[0].length, 50);
  const english = (number) => number.toLocaleString('en');
  assert.deepEqual(await chat.texts('.mcp-table .mcp-count'), [`${english(sentRows)} rows. The first 50 are shown.`]);
  const told = cut ? [`This table was cut short: ${english(sentRows)} of its ${english(rows)} rows were sent.`] : [];
  assert.deepEqual(await chat.texts('.mcp-truncated'), told);
  await chat.in('.mcp-all').click();
  await eventually(() => chat.in(`${OWN_TABLE} tbody tr`).count(), sentRows, 30_000);
  const last = await chat.in(`${OWN_TABLE} tbody tr`).last().locator('td').allTextContents();
  assert.deepEqual(
    last.map((cell) => cell.replaceAll(',', '')),
    structuredContent.table.at(-1).map((cell) => String(cell ?? '').replaceAll(',', '')),
  );
  assert.ok(!chat.model.bodies.join('').includes('Gauge 7'), 'no row is told to the model');
  await chat.ask('And?', says('Yes.'));
  assert.deepEqual(await chat.texts('.prose'), ['Yes.']);
});

chatTest(
  'a tool that takes too long',
  { server: 'fixture', variables: { MCP_CALL_TIMEOUT_SECS: '1' } },
  async (chat) => {
    await chat.open();
    await chat.ask('Slow?', asks(['viewer_slow', { seconds: 20 }]), says('It took too long.'));
    assert.deepEqual(await chat.problems(), ['viewer_slow did not answer within 1 seconds.']);
    assert.deepEqual(await chat.texts('.call.failed .state'), [GAVE_NONE]);
    await chat.ask('And?', asks(['viewer_only_text']), says('Yes.'));
    assert.deepEqual([await chat.problems(), await chat.texts('.prose')], [[], ['Yes.']]);
  },
);

chatTest('a gateway that ends in the middle, and is gone', {}, async (chat, page, watch) => {
  watch.allow(/ERR_(CONNECTION_REFUSED|INCOMPLETE_CHUNKED_ENCODING|ABORTED)/);
  await chat.open();
  await chat.begin('What?', begins('Half of'));
  await chat.in('.prose').waitFor();
  chat.gateway.child.kill('SIGKILL');
  await chat.over();
  assert.deepEqual(await chat.texts('.prose'), ['Half of']);
  assert.deepEqual(await chat.problems(), ['The connection to the chat broke off. Ask again.']);
  await chat.ask('And?');
  assert.deepEqual(await chat.problems(), ["The chat's server cannot be reached. Is it running?"]);
});

chatTest('too many questions at once', { variables: { WEBCHAT_MAX_CHATS: '1' } }, async (chat, page, watch) => {
  watch.allow(/^console: Failed to load resource: the server responded with a status of 503/);
  await chat.open();
  const other = await page.context().newPage();
  await other.goto(chat.gateway.url);
  await other.locator('.card').waitFor();
  await chat.begin('First?', begins('Half of'));
  await chat.in('.prose').waitFor();
  await other.locator('#question').fill('Second?');
  await other.locator('#question').press('Enter');
  assert.equal(
    await other.locator('.problem').textContent(),
    'Too many questions are being answered at the moment. Try again in a while.',
  );
  await page.locator('#stop').click();
  await eventually(() => chat.model.givenUp, 1);
  chat.model.script.push(says('Now.'));
  await other.locator('.retry').click();
  await other.locator('.prose').waitFor();
  assert.equal(await other.locator('.problem').count(), 0);
});

chatTest('a conversation that is too long', {}, async (chat, page, watch) => {
  watch.allow(/^console: Failed to load resource: the server responded with a status of 413/);
  await chat.open();
  await chat.ask('x'.repeat(1_100_000));
  assert.deepEqual(await chat.problems(), [
    'The conversation has become too long: at most 1048576 bytes can be sent. Start a new one.',
  ]);
  await assertGoesOn(chat);
});

const PARTLY = new Stranger(
  {
    partly: {
      content: [
        { type: 'text', text: 'A text.' },
        { type: 'hologram', data: '\u2026' },
      ],
      structuredContent: { table: [['Year'], [2001]], sources: [SOURCE] },
    },
    broken: {},
  },
  { about: (name) => (name === 'broken' ? { title: 5 } : { annotations: { readOnlyHint: true } }) },
);

chatTest('a tool and a part of an answer that cannot be read', { server: PARTLY }, async (chat, page) => {
  await chat.open();
  const origin = chat.server.url.replace(/\/mcp$/, '');
  assert.deepEqual(await page.locator('.notice').allTextContents(), [
    `The data server (${origin}) has a tool that cannot be read, which is left out: broken (invalid type: integer \`5\`, expected a string). The others can be used.`,
  ]);
  await chat.ask('What?', asks(['partly', {}]), says('The year is 2001.'));
  assert.deepEqual(await chat.problems(), []);
  assert.deepEqual(await chat.texts('.note'), [
    'Not all of the answer of partly can be read. Left out: part 2 of the type `hologram` (unknown variant `hologram`, expected one of `text`, `image`, `audio`, `resource`, `resource_link`).',
  ]);
  assert.deepEqual(await chat.tables(), [[['2001']]]);
  assert.deepEqual(await chat.texts('.prose'), ['The year is 2001.']);
});
