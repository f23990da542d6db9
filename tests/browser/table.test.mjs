// Tables: numbers in the reader's signs, order, filter, and what is not there.
import assert from 'node:assert/strict';
import { appTest } from './host.mjs';
import { eventually } from './harness.mjs';
import { CITIES, answer, longTable } from './results.mjs';

const SIGNS = {
  'en-US': { group: ',', decimal: '.' },
  'pt-BR': { group: '.', decimal: ',' },
  'es-ES': { group: '.', decimal: ',' },
};

const NUMBERS = [
  ...[0, -0, 5, -5, 999, 2001, 9999, 10_000, -12_345, 37_400_068, 9007199254740991, -9007199254740991],
  ...[0.1, 0.30000000000000004, -1234.5, 1234567.25, 100.5, 123456789.123456, 1e21, 1.5e300, 1e-7, 2.5e-9, 5e-324],
  ...['12345678901234567890', '-170141183460469231731687303715884105728'],
];

/** A number as it was sent, from what is shown in these signs. */
const digits = (shown, { group, decimal }) => shown.replaceAll(group, '').replace(decimal, '.').replace('−', '-');

for (const [locale, signs] of Object.entries(SIGNS)) {
  appTest(`numbers keep every digit in ${locale}`, { app: { hostContext: { locale } } }, async (app) => {
    await app.result(answer({ table: [['Number'], ...NUMBERS.map((number) => [number])] }));
    const rows = await app.rows();
    assert.deepEqual(
      rows.map(([shown]) => digits(shown, signs)),
      NUMBERS.map(String),
    );
    assert.equal(await app.count('.mcp-table tbody td.mcp-number'), NUMBERS.length);
  });

  appTest(`thousands are grouped in ${locale}, years are not`, { app: { hostContext: { locale } } }, async (app) => {
    await app.result(
      answer({
        table: [
          ['Year', 'People', 'Mixed'],
          [2001, 37_400_068, 2001],
          [2017, 12_001.5, 27_017],
        ],
      }),
    );
    const { group, decimal } = signs;
    const rows = await app.rows();
    assert.deepEqual(
      rows.map(([year, people]) => [year, people]),
      [
        ['2001', `37${group}400${group}068`],
        ['2017', `12${group}001${decimal}5`],
      ],
    );
    assert.deepEqual(
      rows.map((row) => digits(row[2], signs)),
      ['2001', '27017'],
    );
  });
}

appTest('codes of digits are shown as they are', { app: {} }, async (app) => {
  await app.result(answer({ table: [['Code'], ['007'], ['12345'], ['1e5'], ['0x10'], ['٣'], ['+1']] }));
  assert.deepEqual(
    (await app.rows()).flat().filter((cell) => cell !== '12345'),
    ['007', '1e5', '0x10', '٣', '+1'],
  );
});

const TYPED = {
  tool: {
    name: 'typed',
    inputSchema: { type: 'object' },
    _meta: {
      columns: [
        { name: 'Code', type: 'string', nullable: false },
        { name: 'Year', type: 'integer', nullable: false },
        { name: 'Debt', type: 'integer', unit: 'BRL', nullable: false },
        { name: 'Exact', type: 'number', nullable: true },
      ],
    },
  },
};

appTest(
  "a column's type says which digits are a quantity",
  { app: { hostContext: { locale: 'pt-BR', toolInfo: TYPED } } },
  async (app) => {
    await app.result(
      answer({
        table: [
          ['Code', 'Year', 'Debt (BRL)', 'Exact'],
          ['12345', 2001, 2001, '12345678901234567890'],
          ['1234.567', 1999, 1999, '-1234.5678901234567890'],
        ],
      }),
    );
    assert.deepEqual(await app.rows(), [
      ['12345', '2001', '2.001', '12.345.678.901.234.567.890'],
      ['1234.567', '1999', '1.999', '-1.234,5678901234567890'],
    ]);
    assert.equal(await app.count('.mcp-table tbody td.mcp-number'), 6);
  },
);

appTest('dates are shown as they were sent', { timezoneId: 'Pacific/Kiritimati', app: {} }, async (app) => {
  const dates = ['2024-01-31', '2024-02-29T23:59:59Z', '2024-02-29T23:59:59.5-03:00', '23:59'];
  await app.result(answer({ table: [['When'], ...dates.map((date) => [date])] }));
  assert.deepEqual((await app.rows()).flat(), dates);
});

appTest('an empty cell is empty, and neither 0 nor false is', { app: {} }, async (app) => {
  await app.result(
    answer({
      table: [
        ['A', 'B', 'C', 'D'],
        [null, 0, false, ''],
        [1, null, true, 'x'],
      ],
    }),
  );
  assert.deepEqual(await app.rows(), [
    ['', '0', 'false', ''],
    ['1', '', 'true', 'x'],
  ]);
  assert.deepEqual(
    await app.frame.locator('.mcp-table td.mcp-null').evaluateAll((cells) => cells.map((cell) => cell.cellIndex)),
    [0, 1],
  );
});

appTest('a table of a header only, and an answer of sources only', { app: {} }, async (app) => {
  await app.result(answer({ table: [['A', 'B']] }));
  assert.deepEqual(await app.texts('.mcp-table thead th'), ['A', 'B']);
  assert.deepEqual(await app.rows(), []);
  assert.match(await app.text('.mcp-count'), /0/);
  await app.result(answer());
  assert.deepEqual([await app.count('.mcp-table'), await app.count('.mcp-sources li')], [0, 1]);
});

/** The header's state and the column that a click on it orders. */
async function order(app, column) {
  const state = await app.frame.locator('.mcp-table thead th').nth(column).getAttribute('aria-sort');
  return [state, (await app.rows()).map((row) => row[column])];
}

appTest('sorts by keyboard: up, down, and back; empty cells last', { app: {} }, async (app, page) => {
  await app.result(answer({ table: [['N'], [10], [null], [9], [-1], [2.5], [100]] }));
  const given = ['10', '', '9', '-1', '2.5', '100'];
  assert.deepEqual(await order(app, 0), ['none', given]);
  await app.frame.locator('.mcp-table th button').focus();
  await page.keyboard.press('Enter');
  assert.deepEqual(await order(app, 0), ['ascending', ['-1', '2.5', '9', '10', '100', '']]);
  await page.keyboard.press('Space');
  assert.deepEqual(await order(app, 0), ['descending', ['100', '10', '9', '2.5', '-1', '']]);
  await page.keyboard.press('Enter');
  assert.deepEqual(await order(app, 0), ['none', given]);
  const focused = await app.frame.evaluate(() => document.activeElement.closest('th')?.cellIndex);
  assert.equal(focused, 0, 'the focus stays on the header');
});

appTest('sorts long decimal strings as numbers, to the last digit', { app: {} }, async (app) => {
  const sorted = ['-9007199254740993', '5', '10', '9007199254740992', '9007199254740993', '12345678901234567890.1'];
  const table = [['N'], ...[sorted[5], sorted[3], 10, sorted[4], sorted[0], 5].map((cell) => [cell])];
  await app.result(answer({ table }));
  await app.frame.locator('.mcp-table th button').click();
  const [, cells] = await order(app, 0);
  assert.deepEqual(
    cells.map((cell) => cell.replaceAll(',', '')),
    sorted,
  );
});

appTest(
  'sorts texts as people do, and one column at a time',
  { app: { hostContext: { locale: 'es' } } },
  async (app) => {
    await app.result(
      answer({
        table: [
          ['T', 'N'],
          ['zorro', 1],
          ['árbol', 2],
          ['Banco', 3],
          ['n10', 4],
          ['n9', 5],
        ],
      }),
    );
    const headers = app.frame.locator('.mcp-table th button');
    await headers.nth(0).click();
    assert.deepEqual(await order(app, 0), ['ascending', ['árbol', 'Banco', 'n9', 'n10', 'zorro']]);
    await headers.nth(1).click();
    assert.deepEqual(await order(app, 1), ['ascending', ['1', '2', '3', '4', '5']]);
    assert.equal((await order(app, 0))[0], 'none');
  },
);

appTest('sorting keeps rows together and equal ones in their order', { app: {} }, async (app) => {
  await app.result(
    answer({
      table: [
        ['A', 'B'],
        ['x', 1],
        ['w', 2],
        ['x', 3],
        ['w', 4],
      ],
    }),
  );
  await app.frame.locator('.mcp-table th button').nth(0).click();
  assert.deepEqual(await app.rows(), [
    ['w', '2'],
    ['w', '4'],
    ['x', '1'],
    ['x', '3'],
  ]);
});

appTest('filters rows by what is shown and by what was sent, and says how many', { app: {} }, async (app, page) => {
  await app.result(answer({ table: CITIES }));
  const filter = app.frame.locator('.mcp-table input[type=search]');
  await filter.focus();
  for (const [typed, cities] of [
    ['DELHI', ['Delhi']],
    ['são', ['São Paulo']],
    ['37,400', ['Tokyo']],
    ['37400', ['Tokyo']],
    ['no such city', []],
    ['(', []],
    ['  ', ['Tokyo', 'Delhi', 'São Paulo']],
  ]) {
    await filter.fill(typed);
    await eventually(async () => (await app.rows()).map(([city]) => city), cities);
    assert.match(await app.text('.mcp-count'), new RegExp(`\\b${cities.length}\\b`), typed);
  }
  await page.keyboard.press('Control+A');
  await page.keyboard.type('o');
  await eventually(async () => (await app.rows()).length, 2);
  assert.equal(await app.frame.locator('.mcp-count').getAttribute('role'), 'status');
});

appTest('shows 50 rows of more, then all, and filters all of them', { app: {} }, async (app) => {
  await app.result(answer({ table: longTable(12_345) }));
  assert.equal((await app.rows()).length, 50);
  const all = app.frame.locator('.mcp-table button.mcp-all');
  assert.match(await all.textContent(), /12,345/);
  assert.match(await app.text('.mcp-count'), /12,345.*\b50\b/);
  await app.frame.locator('.mcp-table input[type=search]').fill('row 12345');
  await eventually(() => app.rows(), [['row 12345', '12,345']]);
  await app.frame.locator('.mcp-table input[type=search]').fill('');
  await all.click();
  await eventually(async () => (await app.rows()).length, 12_345, 20_000);
  assert.deepEqual((await app.rows()).at(-1), ['row 12345', '12,345']);
  assert.equal(await all.isVisible(), false);
});

appTest('a table of 50 rows has no button for more', { app: {} }, async (app) => {
  await app.result(answer({ table: longTable(50) }));
  assert.equal((await app.rows()).length, 50);
  assert.equal(await app.frame.locator('button.mcp-all').isVisible(), false);
});

appTest('says when the server cut the table', { app: { hostContext: { locale: 'pt-BR' } } }, async (app) => {
  await app.result(answer({ table: longTable(3), truncated: { total_rows: 12_000, shown_rows: 3 } }));
  assert.match(await app.text('p.mcp-truncated'), /\b3\b.*12\.000/);
  await app.result(answer({ table: longTable(3) }));
  assert.equal(await app.count('p.mcp-truncated'), 0);
});

appTest('B65: columns of one name are two columns, and an empty name is one', { app: {} }, async (app) => {
  await app.result(
    answer({
      table: [
        ['name', 'name', '', 'constructor'],
        ['Ann', 'Sales', 1, 'x'],
        ['Bob', 'Law', 2, 'y'],
      ],
    }),
  );
  assert.deepEqual(await app.texts('.mcp-table thead th'), ['name', 'name', '', 'constructor']);
  assert.deepEqual(await app.rows(), [
    ['Ann', 'Sales', '1', 'x'],
    ['Bob', 'Law', '2', 'y'],
  ]);
  await app.frame.locator('.mcp-table th button').nth(1).click();
  assert.deepEqual(await app.rows(), [
    ['Bob', 'Law', '2', 'y'],
    ['Ann', 'Sales', '1', 'x'],
  ]);
  await app.frame.locator('button.mcp-csv').click();
  const [{ contents }] = await eventuallyFiles(app);
  assert.equal(contents[0].resource.text.trimEnd(), '\ufeffname,name,,constructor\r\nBob,Law,2,y\r\nAnn,Sales,1,x');
});

async function eventuallyFiles(app) {
  await eventually(async () => (await app.messages('ui/download-file')).length, 1);
  return app.messages('ui/download-file');
}
