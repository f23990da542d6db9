// A reporter for node's test runner: the line that tests/run counts.
export default async function* counts(events) {
  let passed = 0;
  let failed = 0;
  for await (const { type, data } of events) {
    if (data.details?.type === 'suite') continue;
    if (type === 'test:pass' && !data.skip && !data.todo) passed += 1;
    if (type === 'test:fail') failed += 1;
  }
  const verdict = failed === 0 && passed > 0 ? 'ok' : 'FAILED';
  yield `test result: ${verdict}. ${passed} passed; ${failed} failed;\n`;
}
