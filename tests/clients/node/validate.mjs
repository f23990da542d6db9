// Ajv's verdict on a corpus of schemas and instances: validate.mjs CORPUS_FILE…
// Each line is {"name", "schema", "instance", "valid"}, and has "doubtful": true where a format is given a text
// of which parsers of that format are known to differ: then only the schema is looked at.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { finish, section, versionOf } from './checks.mjs';

const SHOWN = 20;
const STRICT = {
  strict: true,
  strictTypes: true,
  strictTuples: true,
  strictRequired: true,
  allErrors: false,
  validateFormats: true,
};

const complain = (...message) => {
  throw new Error(`Ajv says: ${message.join(' ')}`);
};
const drafts = [
  ['draft-07', Ajv],
  ['2020-12', Ajv2020],
].map(([draft, Class]) => {
  const ajv = new Class({ ...STRICT, logger: { log: complain, warn: complain, error: complain } });
  formats.default(ajv);
  return { draft, ajv, compiled: new Map() };
});

let shown = 0;
for (const file of process.argv.slice(2)) {
  await section(`ajv ${versionOf('ajv')}, ${basename(file)}`, async (checks) => {
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      if (line) checkLine(checks, line);
    }
  });
}
finish();

function checkLine(checks, line) {
  const { name, schema, instance, valid, doubtful } = JSON.parse(line);
  const text = JSON.stringify(schema);
  for (const draft of drafts) {
    const { verdict, error } = validate(draft, text, schema, instance);
    const passed = verdict !== undefined && (doubtful || verdict === valid);
    record(checks, passed, `${name}, ${draft.draft}`, valid, error ?? verdict);
  }
  // What a client sends is its own to choose; what the server sends must not be rounded.
  if (name.startsWith('arguments:')) return;
  const unsafe = unsafeIntegers(instance, line);
  record(checks, unsafe.length === 0, `${name}, integers beyond 2^53`, [], unsafe);
}

function record(checks, passed, what, expected, actual) {
  if (passed) checks.passed += 1;
  else if (shown++ < SHOWN) checks.fails(what, expected, actual);
  else checks.failed += 1;
}

function validate({ ajv, compiled }, text, schema, instance) {
  let check = compiled.get(text);
  if (check === undefined) {
    try {
      check = ajv.compile(schema);
    } catch (error) {
      check = error;
    }
    compiled.set(text, check);
  }
  if (check instanceof Error) return { error: `the schema does not compile: ${check.message}` };
  return { verdict: check(instance), error: check.errors?.[0] };
}

/** The integers of `instance` that a JavaScript number cannot hold exactly, as `line` writes them. */
function unsafeIntegers(instance, line) {
  const suspects = new Set();
  const collect = (value) => {
    if (Number.isInteger(value) && !Number.isSafeInteger(value)) suspects.add(value);
    else if (value && typeof value === 'object') Object.values(value).forEach(collect);
  };
  collect(instance);
  if (suspects.size === 0) return [];
  // A fraction or an exponent marks a floating-point number, which may be large.
  const outsideStrings = line.replace(/"(?:[^"\\]|\\.)*"/g, '""');
  return [...outsideStrings.matchAll(/-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g)]
    .map(([token]) => token)
    .filter((token) => /^-?\d+$/.test(token) && suspects.has(Number(token)));
}
