// What every test of a page needs: a browser, and a watch over what the page must not do.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, test } from 'node:test';
import { chromium } from 'playwright-core';

const TEST_LIMIT = 90_000;
const FLAGS = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync', '--no-first-run', '--disable-quic'],
];
const LOOPBACK = new Set(['127.0.0.1', 'localhost']);
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let launched;

/** The browser that the tests of a file share. */
export function browser() {
  launched ??= chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS });
  return launched;
}

after(async () => (await launched?.catch(() => undefined))?.close());

/** What the pages of a context did that no page of ours may do. */
export class Watch {
  problems = [];
  requests = [];
  #stand = new Map();
  #allowed = [];

  static async over(context) {
    const watch = new Watch();
    await context.route('**/*', (route) => watch.#answer(route));
    context.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) watch.#note(`console: ${message.text()}`);
    });
    context.on('weberror', (error) => watch.#note(`exception: ${error.error().stack ?? error.error()}`));
    context.on('dialog', (dialog) => {
      watch.#note(`dialog: ${dialog.message()}`);
      dialog.dismiss().catch(() => {});
    });
    context.on('requestfailed', (request) =>
      watch.#note(`request failed: ${request.url()}: ${request.failure()?.errorText}`),
    );
    return watch;
  }

  /** Answers requests for a URL of elsewhere with `reply` (playwright's `fulfill`), and so allows them. */
  standIn(url, reply) {
    this.#stand.set(url, reply);
  }

  /** Lets what matches happen from now on, where it may come at any time. */
  allow(pattern) {
    this.#allowed.push(pattern);
  }

  /** Takes out the problems that a test is about. */
  take(pattern) {
    const taken = this.problems.filter((problem) => pattern.test(problem));
    this.problems = this.problems.filter((problem) => !pattern.test(problem));
    return taken;
  }

  #note(problem) {
    if (!this.#allowed.some((pattern) => pattern.test(problem))) this.problems.push(problem);
  }

  async #answer(route) {
    const url = new URL(route.request().url());
    this.requests.push(url.href);
    if (this.#stand.has(url.href)) return route.fulfill(this.#stand.get(url.href));
    if (LOOPBACK.has(url.hostname) || !url.protocol.startsWith('http')) return route.continue();
    this.#note(`foreign request: ${url.href}`);
    return route.abort();
  }
}

/**
 * A test with a page of its own: `body(page, watch)`. `options` are those of a browser context. It fails,
 * too, when a page writes a warning to its console, throws, opens a dialog or asks another machine.
 */
export function browserTest(name, options, body) {
  test(name, { timeout: TEST_LIMIT }, async () => {
    const context = await (
      await browser()
    ).newContext({
      ...{ locale: 'en-US', timezoneId: 'America/Chicago', viewport: { width: 1000, height: 800 } },
      ...options,
    });
    context.setDefaultTimeout(15_000);
    const watch = await Watch.over(context);
    try {
      const page = await context.newPage();
      await body(page, watch);
      await page.waitForTimeout(50);
    } catch (error) {
      if (watch.problems.length > 0) error.message += `\nand the page: ${watch.problems.join('\n')}`;
      throw error;
    } finally {
      await context.close();
    }
    assert.deepEqual(watch.problems, []);
  });
}

/** Waits until what has been asked for is on the screen. */
export function painted(frame) {
  return frame.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** What axe finds wrong in a page or frame: a line each, with the elements. */
export async function accessibilityFaults(frame) {
  await frame.evaluate(AXE);
  const violations = await frame.evaluate(async () => {
    const { violations, passes } = await globalThis.axe.run(document, { resultTypes: ['violations'] });
    if (passes.length < 5) throw new Error(`axe checked next to nothing: ${passes.length} rules`);
    return violations;
  });
  return violations.map(({ id, help, nodes }) => {
    const where = nodes.map((node) => `${node.html.slice(0, 160)} (${node.failureSummary?.replaceAll(/\s+/g, ' ')})`);
    return `${id}: ${help}: ${where.join(' | ')}`;
  });
}

/** Waits until `probe` gives what is expected; the difference, if it never does. */
export async function eventually(probe, expected, limit = 5_000) {
  const end = Date.now() + limit;
  for (;;) {
    const actual = await probe();
    try {
      return assert.deepEqual(actual, expected);
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    await new Promise((done) => setTimeout(done, 50));
  }
}
