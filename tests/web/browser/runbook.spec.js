// The runbook: what it says for given numbers and nodes; copied, saved, printed, and opened again by its link.
import axe from 'axe-core';
import { expect, test } from './fixture.mjs';
import { openedRunbook as opened } from './migrate_dialog.mjs';
import { faultsOf, open } from './page.mjs';
/** @import {AxeResults} from 'axe-core' */
/** @import {Page} from '@playwright/test' */

/**
 * @param {Page} page
 * @param {string} name
 */
async function saved(page, name) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.locator(`#runbook [name=${name}]`).click(),
  ]);
  const chunks = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk);
  return { name: download.suggestedFilename(), text: String(Buffer.concat(chunks)) };
}

test.afterEach(({ page }) => expect(faultsOf(page)).toEqual([]));

test('the copied text and the saved Markdown say the same as the page', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const runbook = await opened(page);
  await runbook.locator('[name=copy-text]').click();
  await expect(runbook.locator('[data-name=told]')).toHaveText('Copied.');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const file = await saved(page, 'markdown');
  expect(file).toEqual({ name: 'runbook.md', text: copied });
  const headings = await runbook.locator('article h3').allTextContents();
  expect(copied.match(/^## (.*)$/gm).map((line) => line.slice(3).replace(/[()]/g, ''))).toEqual(headings);
  expect(copied).toContain('# Move from 5 to 6 nodes');
  expect(copied).toContain('**Point of no return**');
});

test('the runbook says that its link was copied, how many keys a field means, and what its money is in', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const runbook = await opened(page);
  await runbook.locator('[name=keys]').fill('2000000000');
  await expect(runbook.locator('[name=keys-said]')).toHaveText('2,000,000,000 keys');
  await expect(runbook.locator('article')).toContainText('of 2,000,000,000');
  const money = runbook.locator('article dt', { hasText: 'Money' });
  await expect(money).toHaveCount(0); // nobody has given prices
  await runbook.locator('summary', { hasText: 'prices' }).click();
  await runbook.locator('[name=per-tb]').fill('20');
  await expect(money).toHaveText('Money, in the currency of your prices');
  await runbook.locator('[name=copy-link]').click();
  await expect(runbook.locator('[data-name=told]')).toHaveText('Copied.');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/move\.runbook=[^&]*2000000000/);
  await runbook.locator('[name=keys]').fill('');
  await expect(runbook.locator('[name=keys-said]')).toHaveText('');
});

test('as JSON it has the entered numbers and the results', async ({ page }) => {
  const runbook = await opened(page);
  for (const [name, value] of [
    ['keys', '2000000000'],
    ['before', '12'],
    ['after', '24'],
  ])
    await runbook.locator(`[name=${name}]`).fill(value);
  // From 12 to 24 nodes half of all keys move.
  await expect(runbook.locator('article')).toContainText('1,000,000,000 of 2,000,000,000 (50%)');
  const { name, text } = await saved(page, 'json');
  const { protocol, numbers, flow, runbook: made } = JSON.parse(text);
  expect([name, protocol, numbers.before, numbers.after, numbers.keys]).toEqual([
    'runbook.json',
    'double_write',
    12,
    24,
    2_000_000_000,
  ]);
  expect(flow.movedKeys).toBeCloseTo(1_000_000_000, 3);
  expect(made.steps.map((/** @type {{name: string}} */ { name: phase }) => phase)).toEqual([
    'write to both',
    'copy',
    'read new',
    'write new',
    'drop the old copy',
  ]);
});

test('only the runbook is printed, completely, and dark on light', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => {
      document.documentElement.dataset.printed = 'yes';
    };
  });
  const runbook = await opened(page);
  await runbook.locator('[name=print]').click();
  await expect(page.locator('html')).toHaveAttribute('data-printed', 'yes');
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(runbook.locator('article')).toBeVisible();
  for (const other of [
    '#canvas',
    '#footer',
    '#migrate',
    '#runbook header',
    '#runbook .buttons',
    '#runbook [name=keys]',
  ])
    await expect(page.locator(other).first()).toBeHidden();
  const cut = await runbook.evaluate((box) =>
    [box, ...box.querySelectorAll('form, article')]
      .filter((each) => each.scrollHeight > each.clientHeight + 1 && getComputedStyle(each).overflowY !== 'visible')
      .map(({ tagName }) => tagName),
  );
  expect(cut).toEqual([]);
  const light = await runbook.locator('article').evaluate((article) => {
    const of = (/** @type {string} */ color) =>
      color
        .match(/[\d.]+/g)
        .slice(0, 3)
        .reduce((sum, part) => sum + Number(part), 0) / 3;
    const { color, backgroundColor } = getComputedStyle(article);
    return of(backgroundColor) - of(color);
  });
  expect(light, 'paper is white').toBeGreaterThan(150);
});

test('a link keeps what moves, the second protocol and the numbers of the runbook', async ({ page }) => {
  await open(page, './#v=1&nodes=5&log=%2Bnode-5,-node-2');
  await page.locator('#timeline [data-dialog=migrate]').click();
  const migrate = page.locator('#migrate');
  const exact = async () => {
    await expect(migrate.locator('.said').first()).not.toBeEmpty({ timeout: 60_000 });
    await expect(migrate.locator('[name=progress]')).toBeHidden({ timeout: 60_000 });
  };
  await exact();
  await migrate.locator('[name=subject]').selectOption('last');
  await exact();
  await migrate.locator('[name=beside]').selectOption('slot_by_slot');
  await expect(migrate.locator('.said')).toHaveCount(2);
  await exact();
  const said = await migrate.locator('.said').allTextContents();
  await migrate.locator('[name=runbook]').click();
  const runbook = page.locator('#runbook');
  await expect(runbook.locator('article dl')).toBeVisible({ timeout: 60_000 });
  for (const [name, value] of [
    ['keys', '3000'],
    ['before', '12'],
    ['after', '16'],
  ])
    await runbook.locator(`[name=${name}]`).fill(value);
  await runbook.locator('[name=protocol]').selectOption('stop');
  await expect(runbook.locator('article')).toContainText('750 of 3,000 (25%)');
  const written = await runbook.locator('article').textContent();
  await expect
    .poll(() => page.evaluate(() => location.hash))
    .toContain('&move.subject=last&move.beside=slot_by_slot&move.runbook=keys:3000,');
  await page.reload();
  await expect(runbook.locator('article')).toContainText('750 of 3,000 (25%)', { timeout: 60_000 });
  expect(await runbook.locator('article').textContent()).toBe(written);
  await runbook.locator('[name=close]').click();
  await expect.poll(() => page.evaluate(() => location.hash)).not.toContain('move.runbook');
  await exact();
  await expect(migrate.locator('[name=subject]')).toHaveValue('last');
  expect(await migrate.locator('.said').allTextContents()).toEqual(said);
});

test('it opens with the numbers of the page: nodes before and after, keys, and the move that is shown', async ({
  page,
}) => {
  const runbook = await opened(page);
  for (const [name, value] of [
    ['before', '5'],
    ['after', '6'],
    ['keys', '100000'],
    ['bytes', '1030'],
  ])
    await expect(runbook.locator(`[name=${name}]`)).toHaveValue(value);
  await expect(runbook.locator('[data-name=table-says]')).toHaveText(
    'These are the numbers of the page. Put your own in their place. The move is the one that the page shows.',
  );
  // the page's own headline, README.md
  await expect(runbook.locator('article')).toContainText('17,150 of 100,000 (17.2%)');
  await runbook.locator('[name=after]').fill('7');
  await expect(runbook.locator('[data-name=table-says]')).toContainText('the least one');
});

test('the runbook for two billion keys says how long, where it cannot be rolled back, and what to do when the copier dies', async ({
  page,
}) => {
  const runbook = (await opened(page)).locator('article');
  for (const [name, value] of [
    ['keys', '2000000000'],
    ['bytes', '1000'],
    ['before', '12'],
    ['after', '16'],
    ['protocol', ''],
  ]) {
    if (value) await page.locator(`#runbook [name=${name}]`).fill(value);
    else await page.locator(`#runbook [name=${name}]`).selectOption('double_write');
  }
  // A quarter of 2,000,000,000 keys of 1,000 bytes at 200 MB/s: 500 GB, 2,500 s.
  await expect(runbook).toContainText('500,000,000 of 2,000,000,000 (25%)', { timeout: 60_000 });
  await expect(runbook).toContainText('500 GB');
  await expect(runbook.locator('section', { hasText: '2. copy' })).toContainText(
    'If the copier dies: stay in this phase. Requests go on, and no write is lost meanwhile',
  );
  await expect(runbook.locator('section', { hasText: '2. copy' })).toContainText('41.7 min');
  await expect(runbook.locator('.no-return + section h3')).toContainText('4. write new');
  /** @type {AxeResults} */
  const { violations } = await page.evaluate(`(() => { ${axe.source}; return axe.run('#runbook'); })()`);
  expect(violations.map(({ id, nodes }) => [id, nodes[0].html])).toEqual([]);
});
