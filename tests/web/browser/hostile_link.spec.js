// Hostile links: none blocks the page, hides its messages, or causes an uncaught error. The fixture checks that nothing
// violates the page's policy.
import { readFileSync } from 'node:fs';
import { expect, test } from './fixture.mjs';
import { faultsOf, fillLong, open, openEmbedded } from './page.mjs';
/** @import {Page} from '@playwright/test' */
/** @import {Playground} from './page.mjs' */

test.afterEach(({ page }) => expect(faultsOf(page)).toEqual([]));

const panel = (/** @type {Page} */ page) => page.locator('#lessons');

/**
 * Follows a link as a reader would on the page. Returns the milliseconds until the page has settled.
 * @param {Playground} playground
 * @param {string} link
 */
async function follow(playground, link) {
  const from = Date.now();
  await playground.frame.evaluate((fragment) => {
    location.hash = fragment;
  }, link);
  await playground.settled();
  return Date.now() - from;
}

// Measures how long the page does not respond, in milliseconds.
const watchAnswers = (/** @type {Page} */ page) =>
  page.evaluate(() => {
    let last = performance.now();
    window.longestSilence = 0;
    setInterval(() => {
      const now = performance.now();
      window.longestSilence = Math.max(window.longestSilence, now - last);
      last = now;
    }, 5);
  });
const longestSilence = (/** @type {Page} */ page) => page.evaluate(() => window.longestSilence);

const filled = (/** @type {string} */ head, /** @type {string} */ part) =>
  head + part.repeat(Math.floor(((1 << 20) - head.length) / part.length));

const kLong = {
  'half a million times the same name': filled('v=1&nodes=', 'b,'),
  'names by the ten thousand, again and again': filled('v=1&nodes=', 'b1..b10000,'),
  'changes of nodes that are not there': filled('v=1&log=', '-b1..b10000,'),
  'changes that are none': filled('v=1&log=', '?,'),
  'half a million fields': filled('v=1&', 'a&'),
  'half a million pictures': filled('v=1&view=', 'b,'),
  'more than a link may have': 'v=1&nodes='.padEnd((1 << 20) + 1, 'b'),
};
for (const [what, link] of Object.entries(kLong)) {
  test(`a link with ${what} is refused in words, and the page keeps working`, async ({ page }) => {
    const playground = await open(page, './#v=1&nodes=2');
    await watchAnswers(page);
    const took = await follow(playground, link);
    const { notice, nodes } = await playground.state();
    console.log(`${what}: ${took} ms, without an answer for ${Math.round(await longestSilence(page))} ms`);
    expect(notice).toContain('Some of this link was not accepted');
    expect(notice.split('\n').length, 'lines that the canvas draws in every frame').toBeLessThan(15);
    expect(nodes.length).toBeGreaterThan(0);
    await follow(playground, 'v=1&nodes=x,y,z');
    expect((await playground.state()).nodes.map(({ name }) => name)).toEqual(['x', 'y', 'z']);
    await expect(page.locator('#problem')).toBeHidden();
  });
}

const grows = (/** @type {string} */ strategy) => `v=1&nodes=5&strategy=${strategy}&log=+n1..n5000`;

test('five thousand additions are replayed and shown', async ({ page }) => {
  const playground = await open(page, './#v=1&nodes=2');
  await watchAnswers(page);
  const took = await follow(playground, grows('ring'));
  const { nodes, notice } = await playground.state();
  console.log(`5,000 additions: ${took} ms, without an answer for ${Math.round(await longestSilence(page))} ms`);
  expect(nodes.length).toBe(5005);
  expect(notice ?? '').toBe('');
});

// What a strategy cannot have, such as more nodes than its capacity, is explained in words.
test('a newer link is opened at once under every strategy, while five thousand additions are replayed', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const playground = await open(page, './#v=1&nodes=2');
  const ids = [...readFileSync('core/strategies/strategies.def', 'utf8').matchAll(/^STRATEGY\((\w+)/gm)].map(
    ([, id]) => id,
  );
  expect(ids.length).toBeGreaterThan(35);
  await watchAnswers(page);
  for (const strategy of ids) {
    await page.evaluate((fragment) => {
      location.hash = fragment;
      window.longestSilence = 0;
    }, grows(strategy));
    await page.waitForTimeout(300);
    const took = await follow(playground, 'v=1&nodes=x,y,z&strategy=modulo');
    console.log(
      `${strategy}: the newer link after ${took} ms, ` +
        `without an answer for ${Math.round(await longestSilence(page))} ms`,
    );
    const { nodes, notice } = await playground.state();
    expect(
      nodes.map(({ name }) => name),
      strategy,
    ).toEqual(['x', 'y', 'z']);
    expect(notice ?? '', strategy).toBe('');
  }
});

for (const lesson of [
  '%',
  '%E0%A4%A',
  '__proto__',
  'constructor',
  'toString',
  ':',
  ':__proto__',
  ':%',
  '%00',
  '"><img src=x onerror=alert(1)>',
]) {
  test(`lesson=${lesson} is answered in words`, async ({ page }) => {
    const playground = await open(page, `./#lesson=${lesson}`);
    await expect(panel(page).locator('.refused')).toContainText('This lesson cannot be opened.');
    await playground.clickControl('add-node');
    expect((await playground.state()).nodes).toHaveLength(6);
    await page.goto(`teacher.html#lesson=${lesson}`);
    await expect(page.locator('html')).toHaveAttribute('data-ready', 'yes');
  });
}

// Chat programs cut links, also inside an escape.
for (const move of ['%', '%E2%82', '%zz', 'start;50%:reads=new', 'start;copy%3']) {
  test(`move=${move} is answered in words, and the page works`, async ({ page }) => {
    const playground = await open(page, `./#v=1&nodes=3&move=${move}`);
    await expect(page.locator('#migrate [data-name=refused]')).toBeVisible({ timeout: 30_000 });
    await expect(page.locator('#migrate [data-name=refused]')).not.toBeEmpty();
    await expect(page.locator('#migrate [name=csv]')).toBeDisabled();
    await expect(page.locator('#problem')).toBeHidden();
    const { notice, nodes } = await playground.state();
    expect(notice).toContain('cannot be read as a move');
    expect(nodes).toHaveLength(3);
    await page.locator('#migrate [name=close]').click();
    await playground.clickControl('close-refusal');
    await playground.clickControl('add-node');
    expect((await playground.state()).nodes).toHaveLength(4);
  });
}

test('a lesson is followed beside a move that cannot be decoded, also by a change of the address', async ({ page }) => {
  const playground = await open(page, './#v=1&nodes=3');
  await follow(playground, 'lesson=warm-up&move=%');
  await expect(panel(page)).toBeVisible();
  await expect(panel(page).locator('h2')).not.toBeEmpty();
  await expect(page.locator('#problem')).toBeHidden();
});

test('a figure of a move that cannot be decoded says so', async ({ page, baseURL }) => {
  const { frame } = await openEmbedded(page, baseURL, { address: './?embed#v=1&nodes=3&view=migration&move=%E2%82' });
  await expect(frame.locator('#migrate [data-name=refused]')).not.toBeEmpty({ timeout: 30_000 });
  await expect(frame.locator('#problem')).toBeHidden();
});

test('a percent sign in phases that are typed is answered with the place where it is wrong', async ({ page }) => {
  await open(page, './#v=1&nodes=5&log=%2Bnode-5&keys=2000&move=copy_then_flip~copy_bytes_per_second=2000000');
  const part = (/** @type {string} */ name) => page.locator(`#migrate [name="${name}"]`);
  await expect(page.locator('#migrate .said').first()).not.toBeEmpty({ timeout: 60_000 });
  await part('text').evaluate((/** @type {HTMLInputElement} */ field) => {
    for (let each = field.closest('details'); each; each = each.parentElement.closest('details')) each.open = true;
    field.value = 'start;50%:reads=new';
  });
  await part('use-text').click();
  await expect(page.locator('#migrate [data-name=refused]')).toContainText('50%', { timeout: 30_000 });
  await expect(part('text')).toHaveValue('start;50%:reads=new');
});

test('a key longer than any is not looked up: the text view says why, and keeps it', async ({ page }) => {
  const playground = await open(page, './#v=1&nodes=5');
  expect(await playground.run({ do: 'inspect', key: 'x'.repeat(1_000_000) })).toEqual({
    error: 'Key: 1000000 bytes is outside 1 to 4096',
  });
  await playground.run({ do: 'inspect', key: 'w'.repeat(4096) }); // drawn in a frame, which settled() waits for
  expect((await playground.state()).inspected).toMatchObject({ key: 'w'.repeat(4096), error: '' });
  await page.locator('#text-open').click();
  const field = page.locator('#text-key');
  await field.focus();
  await fillLong(field, 'y'.repeat(99_999));
  await field.press('End');
  await field.press('y'); // a field only says that it has changed if somebody has typed into it
  await field.press('Enter');
  await expect(page.locator('#text-notice')).toContainText('100000 bytes is outside 1 to 4096');
  await expect(field).toHaveValue('y'.repeat(100_000));
  await field.fill('key-7');
  await field.press('Enter');
  await expect.poll(async () => (await playground.state()).inspected.key).toBe('key-7');
});
