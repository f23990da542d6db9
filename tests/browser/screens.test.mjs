// Pictures of the pages at the widths of a telephone, a tablet and a desk, into TEST_SCREENS.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { LARGEST, asks, chatTest, refuses, says } from './gateway.mjs';
import { browserTest, painted } from './harness.mjs';
import { openApp } from './host.mjs';
import { MIX, answered, linkTo } from './preview.mjs';
import { sharedProgram } from './programs.mjs';

const FOLDER = process.env.TEST_SCREENS ?? 'screens';
mkdirSync(FOLDER, { recursive: true });

/** Keeps a picture of the whole page; it is not blank, and nothing on it is wider than the window. */
async function keep(page, frame, name) {
  await painted(frame);
  const [wide, window] = await frame.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(wide <= window, `${name} is ${wide} px wide in a window of ${window} px`);
  // What is outside of the window of a frame in another process is not drawn: the window gets as high as the page.
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width: page.viewportSize().width, height: Math.max(height, 400) });
  await painted(frame);
  await page.waitForTimeout(200);
  const png = await page.screenshot({ path: join(FOLDER, `${name}.png`) });
  const colors = await page
    .context()
    .newPage()
    .then(async (other) => {
      const count = await other.evaluate(async (data) => {
        const image = new Image();
        image.src = `data:image/png;base64,${data}`;
        await image.decode();
        const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
        const pen = canvas.getContext('2d');
        pen.drawImage(image, 0, 0);
        return new Set(new Uint32Array(pen.getImageData(0, 0, image.width, image.height).data.buffer)).size;
      }, png.toString('base64'));
      await other.close();
      return count;
    });
  assert.ok(colors > 50, `${name} has ${colors} colors`);
}

for (const width of [320, 768, 1440]) {
  for (const theme of ['light', 'dark']) {
    const look = { viewport: { width, height: 900 }, colorScheme: theme };

    browserTest(`picture: the preview's overview, ${width} px, ${theme}`, look, async (page) => {
      await page.goto((await sharedProgram('energy')).at('/preview'));
      await page.locator('.plugin').first().waitFor();
      await keep(page, page, `preview-overview-${width}-${theme}`);
    });

    browserTest(`picture: an answer in the preview, ${width} px, ${theme}`, look, async (page) => {
      await page.goto(linkTo(await sharedProgram('energy'), MIX));
      await answered(page);
      assert.ok((await page.locator('#person .mcp-answer canvas').count()) > 0);
      await keep(page, page, `preview-answer-${width}-${theme}`);
    });

    browserTest(`picture: a form of every field and an error, ${width} px, ${theme}`, look, async (page) => {
      await page.goto(
        linkTo(await sharedProgram('fixture'), {
          name: 'viewer_arguments',
          arguments: { code: 'x', names: ['a', 'b'] },
        }),
      );
      await answered(page);
      assert.equal(await page.locator('#person .mcp-error').count(), 1);
      await keep(page, page, `preview-form-${width}-${theme}`);
    });

    browserTest(`picture: an answer in the App, ${width} px, ${theme}`, look, async (page) => {
      const app = await openApp(page, { hostContext: { theme, locale: 'en-US' } });
      await app.result(await (await sharedProgram('energy')).call(MIX.name, MIX.arguments));
      await page.waitForTimeout(300);
      await keep(page, app.frame, `app-${width}-${theme}`);
    });

    chatTest(`picture: the chat's landing page, ${width} px, ${theme}`, look, async (chat, page) => {
      await chat.open();
      await keep(page, page, `chat-landing-${width}-${theme}`);
    });

    chatTest(`picture: an answer in the chat, ${width} px, ${theme}`, look, async (chat, page) => {
      await chat.open();
      await chat.ask(
        "How has Iowa's electricity mix changed since 2001?",
        asks([MIX.name, { from: 2010 }], [LARGEST, { year: 2017 }]),
        says(
          'Renewables grew from 17.9 % of net generation in 2010 to 38.8 % in 2017, while fossil fuels fell from 42,750 GWh to 29,329 GWh.\n\nNuclear energy hardly changed.',
        ),
      );
      await keep(page, page, `chat-answer-${width}-${theme}`);
    });

    chatTest(`picture: faults and references in the chat, ${width} px, ${theme}`, look, async (chat, page) => {
      await chat.open();
      await chat.ask('2017?', asks([LARGEST, { year: 2017 }]), says('Fossil fuels.'));
      const calls = asks([LARGEST, { year: 1990 }], [LARGEST, { year: 2017 }]);
      await chat.ask('And 1990, compared with 2017?', calls, says('The data begin in 2001.'));
      await chat.in('.request > summary').first().click();
      await chat.ask('And 1980?', refuses(429));
      await keep(page, page, `chat-faults-${width}-${theme}`);
    });

    chatTest(`picture: tools by hand, ${width} px, ${theme}`, { ...look, hasModel: false }, async (chat, page) => {
      await chat.open();
      const tool = page.locator('.tool', { hasText: LARGEST });
      await tool.locator('summary').first().click();
      await tool.getByLabel('year').fill('2010');
      await tool.getByRole('button', { name: 'Run' }).click();
      await tool.locator('.mcp-answer').waitFor();
      await chat.drawn();
      await keep(page, page, `chat-hand-${width}-${theme}`);
    });

    browserTest(`picture: every chart in the App, ${width} px, ${theme}`, look, async (page) => {
      const app = await openApp(page, { hostContext: { theme, locale: 'en-US' } });
      await app.result(await (await sharedProgram('fixture')).call('viewer_every_chart'));
      await page.waitForTimeout(300);
      await keep(page, app.frame, `app-charts-${width}-${theme}`);
    });
  }
}
