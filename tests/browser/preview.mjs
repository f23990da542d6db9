// Opens the preview page of a program, and what its tests ask of it.
import assert from 'node:assert/strict';
import { browserTest, eventually, painted } from './harness.mjs';
import { sharedProgram } from './programs.mjs';
import { OWN_TABLE } from './results.mjs';

/** The call whose answer has every part: a table, charts, sources. */
export const MIX = { name: 'energy_electricity_mix', arguments: { from: 2001, to: 2017 } };

/** The address of a call of a tool. */
export function linkTo(program, { name, arguments: args }) {
  return program.at(`/preview#tool=${encodeURIComponent(name)}&arguments=${encodeURIComponent(JSON.stringify(args))}`);
}

/** Waits until an answer is on the page, and its charts, for which Chart.js may have to come first. */
export async function answered(page) {
  await page.locator('#person .mcp-answer').waitFor();
  const undrawn = () =>
    page.evaluate(
      () =>
        [...document.querySelectorAll('.mcp-chart canvas')].filter((canvas) => !globalThis.Chart?.getChart(canvas))
          .length,
    );
  await eventually(undrawn, 0);
  await painted(page);
}

/** The preview as a person uses it. */
class Preview {
  constructor(page, program) {
    this.page = page;
    this.program = program;
  }

  /** Opens the page, or a link to a call, and waits until it has its tools. */
  async open(url = this.program.at('/preview')) {
    await this.page.goto('about:blank');
    await this.page.goto(url);
    await this.page.locator('#tools button').first().waitFor({ state: 'attached' });
    return this;
  }

  /** Opens a call and waits for its answer. */
  async answer(call) {
    await this.open(linkTo(this.program, call));
    return this.answered();
  }

  async answered() {
    await answered(this.page);
    return this;
  }

  /** Opens a tool's form from the list. */
  async choose(name) {
    const catalog = this.page.locator('#catalog');
    if (await catalog.evaluate((details) => !details.open)) await catalog.locator('> summary').click();
    await this.page.locator(`#tools button[data-tool="${name}"]`).click();
    await this.page.locator('form#call').waitFor();
    return this;
  }

  async run() {
    await this.page.locator('#run').click();
    return this.answered();
  }

  field(name) {
    return this.page.locator(`form#call [name="${name}"]`);
  }

  text(selector) {
    return this.page
      .locator(selector)
      .first()
      .evaluate((element) => element.textContent);
  }

  /** The rows of the person's own table, not of a chart's. */
  rows() {
    return this.page
      .locator(`#person ${OWN_TABLE} tbody tr`)
      .evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent)));
  }

  /** The call that the page shows in writing. */
  async written() {
    return JSON.parse(await this.text('#json'));
  }
}

/** What a call of a pretended tool is answered with. */
const DONE = { content: [{ type: 'text', text: 'Done.' }], structuredContent: { sources: ['https://example.org/'] } };

/**
 * Shows the page these tools in place of its server's: `{name, inputSchema, …}`. Gives the arguments of the calls that the
 * page makes, as JSON texts.
 */
export async function pretend(page, tools, result = DONE, about = { serverInfo: { name: 'pretended', version: '1' } }) {
  const calls = [];
  await page.route('**/mcp', async (route) => {
    const body = route.request().postData();
    const { id, method } = JSON.parse(body);
    const results = { initialize: about, 'tools/list': { tools }, 'tools/call': result };
    if (method === 'tools/call') calls.push(/"arguments": (\{.*\}), "_meta"/s.exec(body)[1]);
    await route.fulfill({ json: { jsonrpc: '2.0', id, result: results[method] } });
  });
  return calls;
}

/** A test of a program's preview: `body(preview, page, watch)`; `variables` are the program's. */
export function previewTest(name, { program: of = 'energy', variables = {}, ...context }, body) {
  browserTest(name, { viewport: { width: 1280, height: 900 }, ...context }, async (page, watch) => {
    await body(new Preview(page, await sharedProgram(of, variables)), page, watch);
  });
}

/** A cell as the page writes it in English, back as it was sent. */
export const sent = (shown) => shown.replaceAll(',', '');

/** What both readers see is what the server answers to the call that the page shows. */
export async function assertBothReaders(preview) {
  const call = await preview.written();
  const { content, structuredContent } = await preview.program.call(call.name, call.arguments);
  assert.equal(await preview.text('#model'), content[0].text);
  const rows = await preview.rows();
  const expected = (structuredContent.table ?? [[]]).slice(1).slice(0, 50);
  assert.deepEqual(
    rows.map((row) => row.map(sent)),
    expected.map((row) => row.map((cell) => sent(String(cell ?? '')))),
  );
  const links = await preview.page
    .locator('#person .mcp-sources li > a')
    .evaluateAll((anchors) => anchors.map(({ href }) => href));
  assert.deepEqual(
    links,
    structuredContent.sources.map((url) => new URL(url).href),
  );
  return structuredContent;
}
