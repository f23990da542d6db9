// The preview page against its surroundings: policy, tokens, a server that is gone, hostile catalogs.
import assert from 'node:assert/strict';
import { accessibilityFaults, browserTest, eventually } from './harness.mjs';
import { MIX, linkTo, previewTest } from './preview.mjs';
import { CHARTJS, Program, sharedProgram } from './programs.mjs';
import { OWN_TABLE, drawnCharts, instances } from './results.mjs';

const POLICY = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'connect-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
};

for (const [name, setting, scripts] of [
  ['inlined', CHARTJS, []],
  ['from the CDN', 'cdn', ['https://cdn.jsdelivr.net']],
  ['from nowhere', 'none', []],
]) {
  previewTest(
    `the policy is strict and holds, Chart.js ${name}`,
    { variables: { MCP_CHARTJS: setting } },
    async (preview, page) => {
      const response = await page.request.get(preview.program.at('/preview'));
      const directives = response
        .headers()
        ['content-security-policy'].split(';')
        .map((directive) => directive.trim().split(/\s+/));
      const policy = Object.fromEntries(directives.map(([directive, ...sources]) => [directive, sources]));
      assert.deepEqual(policy, { ...POLICY, 'script-src': ["'self'", ...scripts] });
      assert.equal(response.headers()['x-content-type-options'], 'nosniff');
      assert.match(response.headers()['content-type'], /^text\/html; ?charset=utf-8$/i);
      const html = await response.text();
      assert.doesNotMatch(html, /<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=/i);
      await preview.open();
      for (const [, path] of html.matchAll(/(?:src|href)="(?!data:)([^"#][^"]*)"/g)) {
        const part = await page.request.get(new URL(path, preview.program.at('/preview')).href);
        assert.equal(part.status(), 200, path);
        assert.match(
          part.headers()['content-type'],
          path.endsWith('.css') ? /^text\/css/ : /^(text|application)\/javascript/,
          path,
        );
      }
    },
  );
}

previewTest(
  'with charts switched off the numbers stand in',
  { variables: { MCP_CHARTJS: 'none' } },
  async (preview, page) => {
    await preview.answer(MIX);
    await page.locator('#person details.mcp-data[open] table').first().waitFor();
    assert.equal(await page.locator('#person canvas').count(), 0);
  },
);

previewTest('one call after another leaves no chart behind', {}, async (preview, page) => {
  await preview.answer(MIX);
  const count = await instances(page);
  assert.equal(count, (await drawnCharts(page)).length);
  for (let turn = 0; turn < 3; turn += 1) await preview.run();
  assert.equal(await instances(page), count);
});

browserTest('a server that is gone is told of, and found again', {}, async (page, watch) => {
  const program = await Program.start('energy');
  try {
    await page.goto(linkTo(program, MIX));
    await page.locator('#person .mcp-answer').waitFor();
    await program.stop();
    await page.locator('#run').click();
    await eventually(
      async () => (await page.locator('#problem').textContent()).includes(new URL(program.url).host),
      true,
    );
    assert.equal(await page.locator('#person .mcp-answer').count(), 0);
    assert.equal(await page.locator('#stop').isVisible(), false);
    assert.ok(watch.take(/ERR_CONNECTION_REFUSED/).length > 0);
    const again = await Program.start('energy', { MCP_PORT: new URL(program.url).port });
    try {
      await page.locator('#run').click();
      await page.locator('#person .mcp-answer').waitFor();
      assert.equal(await page.locator('#problem').textContent(), '');
    } finally {
      await again.stop();
    }
  } finally {
    await program.stop();
  }
});

const TOKEN = 'a secret <token>'.replaceAll(' ', '-').replaceAll(/[<>]/g, '_');

previewTest(
  'a server with a token asks for it; a wrong one is refused, the right one opens',
  { variables: { MCP_BEARER_TOKEN: TOKEN } },
  async (preview, page, watch) => {
    await page.goto(preview.program.at('/preview'));
    await page.locator('#token').waitFor();
    assert.equal(await page.locator('#tools button').count(), 0);
    assert.equal((await page.content()).includes(TOKEN), false);
    await page.locator('#token').fill('wrong');
    await page.keyboard.press('Enter');
    await eventually(async () => /401/.test(await preview.text('#problem')), true);
    // A browser writes every refusal to its console.
    assert.ok(watch.take(/401/).length > 0);
    await page.locator('#token').fill(TOKEN);
    await page.keyboard.press('Enter');
    await page.locator('#tools button').first().waitFor();
    assert.equal(await preview.text('#problem'), '');
    await preview.choose('energy_electricity_mix');
    await preview.run();
    assert.equal((await preview.text('#curl')).includes(TOKEN), false);
    assert.equal(page.url().includes(TOKEN), false);
    assert.deepEqual(
      await page.evaluate(() => [Object.keys(localStorage), Object.keys(sessionStorage), document.cookie]),
      [[], [], ''],
    );
  },
);

/** Elements that only hostile text could have made, and what its code would have left. */
const intruders = (page) =>
  page.evaluate(() => ({
    elements: [...document.querySelectorAll('body :is(img, b, i, iframe, svg, object), body script')].map(
      (element) => element.outerHTML,
    ),
    handlers: [...document.querySelectorAll('body *')]
      .flatMap((element) => [...element.attributes])
      .filter(({ name }) => name.startsWith('on'))
      .map(({ name }) => name),
    links: [...document.querySelectorAll('a[href]')].map(({ href }) => href).filter((href) => !/^https?:/.test(href)),
    flag: globalThis.xss,
  }));
const NOTHING = { elements: [], handlers: [], links: [], flag: undefined };

previewTest(
  'B56: a hostile catalog and its answers are shown literally',
  { program: 'fixture' },
  async (preview, page) => {
    const tool = await preview.program.tool('viewer_hostile');
    await preview.open();
    assert.deepEqual(await intruders(page), NOTHING);
    assert.ok((await preview.text('#tools')).includes(tool.title));
    assert.ok((await preview.text('.plugin')).includes(tool._meta.plugin_metadata.description));
    assert.ok((await preview.text('.plugin')).includes(tool._meta.plugin_metadata.instructions));
    await preview.choose('viewer_hostile');
    assert.equal(await preview.text('#tool-title'), tool.title);
    assert.ok((await preview.text('#about')).includes(tool.description));
    for (const { description } of Object.values(tool.inputSchema.properties))
      assert.ok((await preview.text('#fields')).includes(description));
    assert.deepEqual(await intruders(page), NOTHING);

    const choices = await preview.field('what').locator('option').allTextContents();
    for (const choice of tool.inputSchema.properties.what.enum) {
      assert.ok(choices.includes(choice));
      await preview.field('what').selectOption({ label: choice });
      await preview.field('text').fill(choice);
      await preview.run();
      const { name, arguments: args } = await preview.written();
      const { content, structuredContent: data } = await preview.program.call(name, args);
      assert.equal(args.what, choice);
      assert.equal(await preview.text('#model'), content[0].text);
      assert.deepEqual(await page.locator(`#person ${OWN_TABLE} thead th`).allTextContents(), data.table[0]);
      assert.deepEqual(
        await preview.rows(),
        data.table.slice(1).map((row) => row.map(String)),
      );
      assert.ok((await preview.text('#person .mcp-force')).includes(data.force));
      assert.ok((await preview.text('#person .mcp-sources')).includes(data.source_details[0].title));
      await page.locator('#raw').evaluate((details) => (details.open = true));
      await eventually(async () => (await preview.text('#raw pre')).includes('<script>'), true);
      assert.deepEqual(await intruders(page), NOTHING);
    }
  },
);

previewTest('B56: a hostile question, and a hostile failure', { program: 'fixture' }, async (preview, page) => {
  await preview.open();
  await page.locator('button.question').first().click();
  await preview.answered();
  assert.ok((await preview.text('#chosen')).includes('<i>every chart</i>'));
  assert.equal((await drawnCharts(page)).filter(Boolean).length, 9);
  assert.deepEqual(await intruders(page), NOTHING);
  await preview.answer({ name: 'viewer_fails', arguments: {} });
  assert.ok((await preview.text('#person .mcp-error')).includes('<img src=x onerror="window.xss=1">'));
  assert.deepEqual(await intruders(page), NOTHING);
});

for (const link of [
  '#tool=<img src=x onerror=window.xss=1>',
  '#tool=viewer_hostile&arguments={"<b>":"<img src=x onerror=window.xss=1>"}',
  '#<script>window.xss=1</script>',
  '#tool=__proto__',
  '#tool=viewer_numbers&arguments={"__proto__":{"x":1}}',
  '#tool=%E0%A4%A',
  '#tool=viewer_numbers&arguments=[1]',
  '#tool=viewer_arguments&arguments=null',
]) {
  previewTest(`a hostile link does no harm: ${link}`, { program: 'fixture' }, async (preview, page) => {
    await preview.open(preview.program.at(`/preview${link}`));
    await page.waitForTimeout(300);
    assert.deepEqual(await intruders(page), NOTHING);
    assert.equal(await page.evaluate(() => ({}).x), undefined);
    await preview.choose('viewer_only_text');
    await preview.run();
    assert.match(await preview.text('#model'), /nothing but this text/);
  });
}

previewTest(
  "B68: the model's table has as many columns as the answer's, whatever the cells hold",
  { program: 'fixture' },
  async (preview) => {
    await preview.answer({ name: 'viewer_hostile', arguments: { text: 'a|b\\|c\r\nd *s*' } });
    const { structuredContent } = await preview.program.call('viewer_hostile', { text: 'a|b\\|c\r\nd *s*' });
    const lines = (await preview.text('#model')).split('\n').filter((line) => line.startsWith('|'));
    const cells = lines.map((line) => line.replaceAll('\\\\', '').replaceAll('\\|', '').split('|').length - 2);
    assert.deepEqual(cells, Array(structuredContent.table.length + 1).fill(structuredContent.table[0].length));
  },
);

for (const [theme, width] of [
  ['light', 1440],
  ['dark', 1440],
  ['light', 320],
]) {
  const look = { colorScheme: theme, viewport: { width, height: 900 } };

  previewTest(`axe finds nothing in the overview, ${theme}, ${width} px`, look, async (preview, page) => {
    await preview.open();
    assert.deepEqual(await accessibilityFaults(page), []);
  });

  previewTest(`axe finds nothing in an answer, ${theme}, ${width} px`, look, async (preview, page) => {
    await preview.answer(MIX);
    for (const details of await page
      .locator('details:not([open]):visible')
      .all()
      .then((all) => all.reverse()))
      await details.evaluate((element) => (element.open = true));
    assert.deepEqual(await accessibilityFaults(page), []);
  });

  previewTest(
    `axe finds nothing in an error and a form of every field, ${theme}, ${width} px`,
    { ...look, program: 'fixture' },
    async (preview, page) => {
      await preview.answer({ name: 'viewer_arguments', arguments: { code: 'UPPER CASE', whole: 'x' } });
      assert.ok((await page.locator('#person .mcp-error').count()) === 1);
      assert.deepEqual(await accessibilityFaults(page), []);
    },
  );
}

previewTest(
  'axe finds nothing where a token is asked for',
  { variables: { MCP_BEARER_TOKEN: TOKEN } },
  async (preview, page) => {
    await page.goto(preview.program.at('/preview'));
    await page.locator('#token').waitFor();
    assert.deepEqual(await accessibilityFaults(page), []);
  },
);

previewTest('no page may frame the preview', {}, async (preview, page, watch) => {
  const other = await sharedProgram('cities');
  await page.goto(other.at('/health'));
  await page.evaluate((url) => {
    const frame = document.createElement('iframe');
    frame.src = url;
    document.body.append(frame);
    return new Promise((done) => (frame.onload = done));
  }, preview.program.at('/preview'));
  assert.ok(watch.take(/frame-ancestors|ERR_BLOCKED_BY_RESPONSE/).length > 0);
});
