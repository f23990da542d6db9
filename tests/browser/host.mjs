// Opens an app in the hand-written host: see host-page.js.
import assert from 'node:assert/strict';
import { browserTest, painted } from './harness.mjs';
import { sharedProgram, within } from './programs.mjs';
import { policyOf, servers } from './servers.mjs';
import { OWN_TABLE } from './results.mjs';

const ANSWER_LIMIT = 10_000;

/** What the hand-written host can do, unless a test says otherwise. */
export const CAPABILITIES = { openLinks: {}, downloadFile: {} };

/** An app in its frame, seen from the host. */
class App {
  constructor(page, frame) {
    this.page = page;
    this.frame = frame;
  }

  /** Hands a `CallToolResult` over and waits until it is on the screen. */
  async result(result) {
    await this.frame.evaluate(() => {
      for (const answer of document.querySelectorAll('.mcp-answer')) answer.dataset.before = '';
    });
    await this.notify('ui/notifications/tool-result', result);
    // Not `waitForSelector`: the element that it gives would be kept in memory.
    await this.frame.locator('.mcp-answer:not([data-before])').waitFor({ state: 'attached' });
    await painted(this.frame);
    return this;
  }

  notify(method, params = {}) {
    return this.page.evaluate(([name, value]) => window.host.notify(name, value), [method, params]);
  }

  /** The app's whole answer to a request: `{result}` or `{error}`. */
  async request(method, params) {
    const answered = this.page.evaluate(([name, value]) => window.host.request(name, value), [method, params]);
    const { result, error } = await within(ANSWER_LIMIT, `the app's answer to ${method}`, answered);
    return error ? { error } : { result };
  }

  /** What the app sent: all of it, or the parameters of one method's messages. */
  async messages(method) {
    const log = await this.page.evaluate(() => window.host.log);
    const sent = log.filter(({ from }) => from === 'app').map(({ message }) => message);
    return method ? sent.filter((message) => message.method === method).map(({ params }) => params) : sent;
  }

  log() {
    return this.page.evaluate(() => window.host.log);
  }

  faults() {
    return this.page.evaluate(() => window.host.faults);
  }

  /** The height of the frame, as the host has set it. */
  height() {
    return this.page.evaluate(() => document.getElementById('app').clientHeight);
  }

  count(selector) {
    return this.frame.locator(selector).count();
  }

  text(selector) {
    return this.frame
      .locator(selector)
      .first()
      .evaluate((element) => element.textContent);
  }

  texts(selector) {
    return this.frame.locator(selector).evaluateAll((elements) => elements.map((element) => element.textContent));
  }

  /** The rows of a table's body, as the texts of their cells. */
  rows(table = OWN_TABLE) {
    return this.frame.evaluate(
      (selector) =>
        [...document.querySelectorAll(`${selector} tbody tr`)].map((row) =>
          [...row.querySelectorAll('td, th')].map((cell) => cell.textContent),
        ),
      table,
    );
  }
}

/**
 * Opens an app: `html` and the `csp` it declares, by default the viewer of `energy`; with the host's
 * context and capabilities. The frame starts 150 px high and follows the app's size.
 */
export async function openApp(page, { html, csp, hostContext = {}, hostCapabilities = CAPABILITIES, ...others } = {}) {
  const viewer = html === undefined ? await (await sharedProgram('energy')).viewer() : { html, csp };
  const { hostPage, addApp } = await servers();
  const src = addApp(viewer.html, policyOf(viewer.csp));
  await page.goto(hostPage());
  await page.evaluate((options) => window.host.open(options), { src, hostContext, hostCapabilities, ...others });
  await page.waitForFunction(() => window.host.isInitialized());
  const frame = page.frames().find((candidate) => candidate.url() === src);
  const app = new App(page, frame);
  await app.notify('ui/notifications/tool-input', { arguments: {} });
  return app;
}

/**
 * A test of the App: `body(app, page, watch)`. `options` are those of `openApp` under `app`, and of the
 * browser's context. It also fails when the app breaks the protocol.
 */
export function appTest(name, { app: options, ...context }, body) {
  browserTest(name, context, async (page, watch) => {
    const app = await openApp(page, options);
    await body(app, page, watch);
    assert.deepEqual(await app.faults(), []);
  });
}
