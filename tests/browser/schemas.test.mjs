// The preview's form for every shape that a schema publishes: nothing is refused or lost in it, it says what the schema
// asks for, and what it objects to is what the schema refuses.
import assert from 'node:assert/strict';
import { accessibilityFaults, eventually } from './harness.mjs';
import { linkTo, pretend, previewTest } from './preview.mjs';

const AS_IT_IS = 'It is sent as it is; the server says what it expects.';
const SCALAR = [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }];
const ANY = { anyOf: [...SCALAR, { type: 'object' }, { type: 'array', items: { anyOf: SCALAR } }] };
const closed = (properties, required = Object.keys(properties)) => ({
  ...{ type: 'object', properties, required, additionalProperties: false },
});
const year = { type: 'integer', minimum: 0, maximum: 65535 };

/**
 * A shape of an argument: its `schema`; its hint in English; texts that are typed, with the JSON that is sent; and texts
 * that the form objects to, with its words and the JSON that is sent all the same.
 */
const SHAPES = {
  'an object with fields': {
    schema: closed({ from: { ...year, description: 'First year' }, to: year }, ['from']),
    hint: 'JSON · an object with from (whole number, 0 to 65535; First year), to (optional; whole number, 0 to 65535)',
    taken: [
      ['{"from": 2001}', '{"from": 2001}'],
      ['{ "from":2001.0 , "to":null }', '{"from": 2001.0, "to": null}'],
    ],
    objected: [
      ['{"from": -1}', 'At value.from, the schema asks for: whole number, 0 to 65535.'],
      ['{"from": 1.5}', 'At value.from, the schema asks for: whole number, 0 to 65535.'],
      ['{"from": null}', 'At value.from, the schema asks for: whole number, 0 to 65535.'],
      ['{"to": 1}', 'value.from is missing.'],
      ['{"from": 1, "until": 2}', 'The schema has no value.until.'],
      [
        '[2001]',
        'The schema asks for: an object with from (whole number, 0 to 65535; First year), to (optional; whole number, 0 to 65535).',
      ],
    ],
  },
  'an open map': {
    schema: { type: 'object', additionalProperties: { type: 'number' } },
    hint: 'JSON · an object with any names, each with: number',
    taken: [
      ['{}', '{}'],
      ['{"2019": 0.50, "__proto__": 12345678901234567890}', '{"2019": 0.50, "__proto__": 12345678901234567890}'],
    ],
    objected: [
      ['{"2019": "0.5"}', 'At value.2019, the schema asks for: number.'],
      ['{"2019": null}', 'At value.2019, the schema asks for: number.'],
      ['{"toString": 1e400}', 'At value.toString, the schema asks for: number.'],
    ],
  },
  'an object with fields and any other names': {
    schema: { type: 'object', properties: { year }, required: ['year'], additionalProperties: ANY },
    hint: 'JSON · an object with year (whole number, 0 to 65535), any names, each with: any JSON value',
    taken: [['{"year": 2020, "geo": "DE", "more": [1, "a"]}', '{"year": 2020, "geo": "DE", "more": [1, "a"]}']],
    objected: [['{"geo": "DE"}', 'value.year is missing.']],
  },
  'a map whose names have a form': {
    schema: { type: 'object', patternProperties: { '^[0-9]+$': { type: 'boolean' } }, additionalProperties: false },
    hint: 'JSON · an object with any names, each with: true or false',
    taken: [['{"1": true}', '{"1": true}']],
    objected: [
      ['{"a": true}', 'The schema has no value.a.'],
      ['{"1": 1}', 'At value.1, the schema asks for: true or false.'],
    ],
  },
  'a list with gaps': {
    schema: { type: 'array', items: { anyOf: [{ type: 'number' }, { type: 'null' }] }, maxItems: 3 },
    hint: 'List, one item a line · number or null · at most 3 items',
    taken: [
      ['1.50\nnull\n3', '[1.50, null, 3]'],
      ['12345678901234567890', '[12345678901234567890]'],
    ],
    objected: [
      ['1\nnone', 'At value[1], the schema asks for: number or null.', '[1, "none"]'],
      ['1\n2\n3\n4', 'The schema asks for: a list, each item: number or null, at most 3 items.', '[1, 2, 3, 4]'],
    ],
  },
  'a list of texts or numbers': {
    schema: { type: 'array', items: { anyOf: [{ type: 'integer' }, { type: 'string' }] }, minItems: 2, maxItems: 2 },
    hint: 'List, one item a line · whole number or text · exactly 2 items · a text that could be a number goes in quotes: "5"',
    taken: [
      ['5\nfive', '[5, "five"]'],
      ['"5"\n5.5', '["5", "5.5"]'],
    ],
    objected: [
      ['5', 'The schema asks for: a list, each item: whole number or text, exactly 2 items.', '[5]'],
    ],
  },
  'a list of texts': {
    schema: { type: 'array', items: { type: 'string', maxLength: 4 } },
    hint: 'List, one item a line · text, at most 4 characters',
    taken: [['5\n"a"\nnull', '["5", "\\"a\\"", "null"]']],
    objected: [],
  },
  'a list of lists': {
    schema: { type: 'array', items: { type: 'array', items: { type: 'integer' }, minItems: 1, maxItems: 1 } },
    hint: 'JSON · a list, each item: a list, each item: whole number, exactly 1 item',
    taken: [['[[1], [2]]', '[[1], [2]]']],
    objected: [
      ['[[1], [2, 3]]', 'At value[1], the schema asks for: a list, each item: whole number, exactly 1 item.'],
      ['[[1], ["2"]]', 'At value[1][0], the schema asks for: whole number.'],
    ],
  },
  'a tuple': {
    schema: { type: 'array', prefixItems: [{ type: 'integer' }, { type: 'string' }], items: false },
    hint: 'JSON · a list of, in this order: whole number · text',
    taken: [['[1, "a"]', '[1, "a"]']],
    objected: [
      ['["a"]', 'At value[0], the schema asks for: whole number.'],
      ['[1, "a", 2]', 'The schema asks for: a list of, in this order: whole number · text.'],
    ],
  },
  'a number or a text': {
    schema: { anyOf: [{ type: 'integer', minimum: 0 }, { type: 'string', pattern: '^[A-Z]' }] },
    hint: 'whole number, at least 0 or text, pattern ^[A-Z] · a text that could be a number goes in quotes: "5"',
    taken: [
      ['5.0', '5.0'],
      ['DE', '"DE"'],
    ],
    objected: [
      ['-5', 'The schema asks for: whole number, at least 0 or text, pattern ^[A-Z].', '-5'],
      ['de', 'The schema asks for: whole number, at least 0 or text, pattern ^[A-Z].', '"de"'],
      ['"5"', 'The schema asks for: whole number, at least 0 or text, pattern ^[A-Z].', '"5"'],
      ['null', 'The schema asks for: whole number, at least 0 or text, pattern ^[A-Z].', '"null"'],
    ],
  },
  'a text of digits or a number': {
    schema: { anyOf: [{ type: 'number', maximum: 9 }, { type: 'string' }] },
    hint: 'number, at most 9 or text · a text that could be a number goes in quotes: "5"',
    taken: [
      ['9', '9'],
      ['"9"', '"9"'],
      ['10', '"10"'],
      ['true', '"true"'],
    ],
    objected: [],
  },
  'yes, no or a number': {
    schema: { anyOf: [{ type: 'boolean' }, { type: 'number' }] },
    hint: 'true or false or number',
    taken: [
      ['true', 'true'],
      ['0.10', '0.10'],
    ],
    objected: [['x', 'The schema asks for: true or false or number.', '"x"']],
  },
  'objects with a tag': {
    schema: {
      anyOf: [
        closed({ by: { type: 'string', enum: ['column'] }, index: { type: 'integer' }, note: { type: 'string' } }, [
          'by',
          'index',
        ]),
        closed({ by: { type: 'string', enum: ['name'] }, name: { type: 'string' } }),
      ],
    },
    hint:
      'JSON · an object with by ("column"), index (whole number), note (optional; text)' +
      ' or an object with by ("name"), name (text)',
    taken: [
      ['{"by": "column", "index": 3, "note": null}', '{"by": "column", "index": 3, "note": null}'],
      ['{"by": "name", "name": "x"}', '{"by": "name", "name": "x"}'],
    ],
    objected: [
      ['{"by": "column", "index": "3"}', 'At value.index, the schema asks for: whole number.'],
      ['{"by": "name"}', 'value.name is missing.'],
      [
        '{"by": "row"}',
        'The schema asks for: an object with by ("column"), index (whole number), note (optional; text)' +
          ' or an object with by ("name"), name (text).',
      ],
    ],
  },
  'any value': {
    schema: ANY,
    hint: 'JSON · any JSON value',
    taken: [
      ['"a"', '"a"'],
      ['87.0', '87.0'],
      ['{"a": [1, "b"]}', '{"a": [1, "b"]}'],
    ],
    objected: [['null', 'The schema asks for: any JSON value.']],
  },
  'no schema at all': { schema: {}, hint: 'JSON · any JSON value', taken: [['null', 'null'], ['[{}]', '[{}]']], objected: [] },
  'an empty object': {
    schema: closed({}),
    hint: 'JSON · an empty object, {}',
    taken: [['{}', '{}']],
    objected: [['{"x": 1}', 'The schema has no value.x.']],
  },
  'a whole number': {
    schema: { type: 'integer', minimum: 1, maximum: 9007199254740991 },
    hint: 'Whole number · 1 to 9007199254740991',
    taken: [
      ['5.0', '5.0'],
      ['1e3', '1e3'],
      ['9007199254740991', '9007199254740991'],
    ],
    objected: [
      ['0', 'Outside the range.', '0'],
      ['9007199254740993', 'Outside the range.'],
      ['5.5', 'Not a whole number.', '5.5'],
      ['five', 'Not a number, but the text "five".', '"five"'],
      ['true', 'Not a number, but the text "true".', '"true"'],
    ],
  },
  'a number in steps': {
    schema: { type: 'number', exclusiveMinimum: 0, multipleOf: 0.1 },
    hint: 'Number · more than 0 · in steps of 0.1',
    taken: [['0.30', '0.30']],
    objected: [
      ['0.35', 'Outside the range.', '0.35'],
      ['1e400', 'Outside the range.', '1e400'],
    ],
  },
  'a text': {
    schema: { type: 'string', minLength: 2, maxLength: 2 },
    hint: 'Text · exactly 2 characters',
    taken: [
      ['12', '"12"'],
      ['👍🏽', '"👍🏽"'],
    ],
    objected: [['x', 'The schema asks for: text, exactly 2 characters.', '"x"']],
  },
};

const toolOf = (value, isRequired = true) => ({
  name: 'shape',
  inputSchema: closed({ value }, isRequired ? ['value'] : []),
  annotations: { readOnlyHint: true },
});

const complaint = (preview) =>
  preview.field('value').evaluate((control) => {
    const wrong = document.getElementById(`${control.id}-wrong`);
    return wrong.hidden ? null : wrong.textContent;
  });

for (const [name, { schema, hint, taken, objected }] of Object.entries(SHAPES)) {
  previewTest(`the form of ${name}`, { program: 'cities' }, async (preview, page) => {
    const calls = await pretend(page, [toolOf(schema)]);
    await (await preview.open()).choose('shape');
    assert.equal(await page.locator('#argument-0-hint').textContent(), hint);
    assert.equal(await complaint(preview), null);
    const send = async (typed) => {
      const before = calls.length;
      await preview.field('value').fill(typed);
      await page.locator('#run').click();
      await eventually(() => calls.length, before + 1);
      await preview.answered();
      return calls.at(-1);
    };
    for (const [typed, json] of taken) {
      assert.equal(await send(typed), `{"value": ${json}}`);
      assert.equal(await complaint(preview), null, typed);
    }
    for (const [typed, words, json = typed] of objected) {
      assert.equal(await send(typed), `{"value": ${json}}`);
      assert.equal(await complaint(preview), `${words} ${AS_IT_IS}`, typed);
      assert.equal(await preview.field('value').getAttribute('aria-invalid'), 'true');
    }
  });
}

const CHOICES = {
  'a required unit': [{ type: 'null' }, ['null']],
  'a closed list': [{ type: 'string', enum: ['day', 'month'] }, ['"day"', '"month"']],
  'closed lists side by side': [{ anyOf: [{ enum: [1, 2] }, { const: '1' }, { type: 'null' }] }, ['1', '2', '"1"', 'null']],
};

for (const [name, [schema, values]] of Object.entries(CHOICES)) {
  previewTest(`the form of ${name} offers every value`, { program: 'cities' }, async (preview, page) => {
    const calls = await pretend(page, [toolOf(schema)]);
    await (await preview.open()).choose('shape');
    const options = preview.field('value').locator('option');
    assert.deepEqual(
      await options.evaluateAll((all) => all.map(({ value }) => value)),
      ['', ...values],
    );
    const labels = await options.allTextContents();
    assert.equal(new Set(labels).size, labels.length, 'no two values look the same');
    for (const value of values) {
      await preview.field('value').selectOption({ label: labels[1 + values.indexOf(value)] });
      await preview.run();
      assert.equal(await complaint(preview), null);
    }
    assert.deepEqual(
      calls,
      values.map((value) => `{"value": ${value}}`),
    );
  });
}

previewTest('a link fills every kind of field, and what a field cannot hold goes beside it', { program: 'cities' }, async (preview, page) => {
  const properties = {
    gaps: SHAPES['a list with gaps'].schema,
    id: SHAPES['a number or a text'].schema,
    map: SHAPES['an open map'].schema,
    unit: { type: 'null' },
    names: SHAPES['a list of texts'].schema,
    some: { type: 'array', items: { type: 'integer' } },
    any: ANY,
  };
  const calls = await pretend(page, [
    { name: 'shape', inputSchema: closed(properties, []), annotations: { readOnlyHint: true } },
  ]);
  // An empty list, a text of two lines and a null are none that their fields can hold.
  const args =
    '{"gaps": [1.50, null, 87.0], "id": "5", "map": {"2019": 0.10}, "unit": null, "any": "a", "names": ["a\\nb"], "some": [], "other": 1.0}';
  await preview.open(preview.program.at(`/preview#tool=shape&arguments=${encodeURIComponent(args)}`));
  await preview.answered();
  assert.equal(calls.at(-1), args);
  assert.deepEqual(
    await Promise.all(['gaps', 'id', 'map', 'unit', 'names', 'some', 'any'].map((name) => preview.field(name).inputValue())),
    ['1.50\nnull\n87.0', '"5"', '{"2019": 0.10}', 'null', '', '', '"a"'],
  );
  assert.equal(await page.locator('#other-arguments').inputValue(), '{"names": ["a\\nb"], "some": [], "other": 1.0}');
  await preview.run();
  assert.equal(calls.length, 2);
  assert.equal(calls[1], calls[0]);
  assert.deepEqual(await accessibilityFaults(page), []);
});

previewTest('null for what may be absent is no fault', { program: 'cities' }, async (preview, page) => {
  await pretend(page, [toolOf(SHAPES['an object with fields'].schema, false)]);
  await (await preview.open()).choose('shape');
  await preview.field('value').fill('null');
  await preview.run();
  assert.equal(await complaint(preview), null);
});

for (const [language, hint, fault] of [
  [
    'es',
    'JSON · un objeto con from (número entero, de 0 a 65535; First year), to (opcional; número entero, de 0 a 65535)',
    'Falta value.from. Se envía tal cual; el servidor dirá qué espera.',
  ],
  [
    'pt',
    'JSON · um objeto com from (número inteiro, de 0 a 65535; First year), to (opcional; número inteiro, de 0 a 65535)',
    'Falta value.from. É enviado como está; o servidor diz o que espera.',
  ],
]) {
  previewTest(`says what a schema asks for in ${language}`, { program: 'cities' }, async (preview, page) => {
    await pretend(page, [toolOf(SHAPES['an object with fields'].schema)]);
    await (await preview.open()).choose('shape');
    await page.locator('#language').selectOption(language);
    assert.equal(await page.locator('#argument-0-hint').textContent(), hint);
    await preview.field('value').fill('{"to": 1}');
    assert.equal(await complaint(preview), fault);
  });
}

/** Arguments of the fixture's tool of every kind of argument; whether they are right or wrong is the server's to say. */
const CALLS = [
  {},
  { code: 'abc' },
  { code: 'a' },
  { code: 'abcdef' },
  { code: 'AB' },
  { code: 5 },
  { code: 'abc', whole: 5.0 },
  { code: 'abc', whole: 5.5 },
  { code: 'abc', whole: null },
  { code: 'abc', whole: '5' },
  { code: 'abc', share: 0 },
  { code: 'abc', share: 1.1 },
  { code: 'abc', share: null },
  { code: 'abc', detailed: 'yes' },
  { code: 'abc', grain: 'day' },
  { code: 'abc', grain: 'week' },
  { code: 'abc', names: [] },
  { code: 'abc', names: ['a', 5] },
  { code: 'abc', names: 'a' },
  { code: 'abc', period: { from: 1, to: 2 } },
  { code: 'abc', period: { from: 1 } },
  { code: 'abc', period: { from: 1, to: 70_000 } },
  { code: 'abc', period: { from: 1, to: 2, step: 3 } },
  { code: 'abc', period: [1, 2] },
  { code: 'abc', unknown: 1 },
];

previewTest('what the form objects to is what the server refuses', { program: 'fixture' }, async (preview, page) => {
  await preview.open();
  const { inputSchema } = await preview.program.tool('viewer_arguments');
  const verdicts = { form: [], server: [] };
  for (const args of CALLS) {
    const judge = ([schema, value]) => McpPreview.judge(schema, value) === null;
    const isFit = await page.evaluate(judge, [inputSchema, args]);
    const { isError } = await preview.program.call('viewer_arguments', args);
    verdicts.form.push([JSON.stringify(args), isFit]);
    verdicts.server.push([JSON.stringify(args), !isError]);
  }
  assert.deepEqual(verdicts.form, verdicts.server);
  assert.ok(verdicts.form.filter(([, isFit]) => isFit).length > 5);
});

previewTest('a field that the schema objects to is tied to what is wrong with it', { program: 'cities' }, async (preview, page) => {
  await pretend(page, [toolOf(SHAPES['an open map'].schema)]);
  await preview.open(linkTo(preview.program, { name: 'shape', arguments: { value: { a: 'b' } } }));
  await preview.answered();
  const describedBy = (await preview.field('value').getAttribute('aria-describedby')).split(' ');
  assert.ok(describedBy.includes('argument-0-wrong'));
  assert.equal(await complaint(preview), `At value.a, the schema asks for: number. ${AS_IT_IS}`);
  assert.deepEqual(await accessibilityFaults(page), []);
});
