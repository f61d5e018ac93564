// The runbook exported: copied, saved, printed, and opened again by its link.
import { expect, test } from './fixture.mjs';
import { faultsOf, open } from './page.mjs';
/** @import {Page} from '@playwright/test' */

const kGrown = './#v=1&nodes=5&log=%2Bnode-5';

/** @param {Page} page */
async function opened(page, address = kGrown) {
  await open(page, address);
  if (address === kGrown) {
    await page.locator('#timeline [data-dialog=migrate]').click();
    await expect(page.locator('#migrate .said')).not.toBeEmpty({ timeout: 60_000 });
    await expect(page.locator('#migrate [name=progress]')).toBeHidden({ timeout: 60_000 });
    await page.locator('#migrate [name=runbook]').click();
  }
  await expect(page.locator('#runbook article dl')).toBeVisible({ timeout: 60_000 });
  return page.locator('#runbook');
}

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

test('a refused paste leaves no plan of the cluster before it, and nothing to copy', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const runbook = await opened(page);
  await runbook.locator('[name=protocol]').selectOption('slot_by_slot');
  await runbook.locator('[name=example]').click();
  await expect(runbook.locator('[data-name=read]')).toHaveText('Read 3 masters, 3 replicas, 16,384 slots.');
  await expect(runbook.locator('article h3')).toHaveText([
    /^1\. Add the new masters/,
    /^2\. Move the slots/,
    /^3\. Add replicas/,
  ]);
  const copyButton = runbook.locator('section', { hasText: '2. Move the slots' }).locator('.commands button').first();
  await copyButton.click();
  await expect(copyButton).toHaveText('Copied.');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('--cluster-to "$NEW_1" --cluster-slots 1355 --cluster-yes\n');
  const cut = await runbook
    .locator('.commands pre')
    .evaluateAll((all) => all.filter((pre) => pre.scrollWidth > pre.clientWidth).length);
  expect(cut, 'nothing is cut at the right').toBe(0);
  await runbook.locator('[name=paste]').fill('nonsense'); // without leaving the field
  await expect(runbook.locator('p.refused')).toHaveText('Line 1: expected “key,owner”. Found “nonsense”.');
  await expect(runbook.locator('article')).toBeEmpty();
  for (const name of ['copy-text', 'markdown', 'json', 'print'])
    await expect(runbook.locator(`[name=${name}]`)).toBeDisabled();
});

test('a cluster that is pasted gets one master more, whatever the page shows, unless the reader has said how many', async ({
  page,
}) => {
  const runbook = await opened(page);
  await runbook.locator('[name=protocol]').selectOption('slot_by_slot');
  await expect(runbook.locator('[name=after]')).toHaveValue('6');
  const lines = [
    'a 10.0.0.1:6379@16379 myself,master - 0 0 1 connected 0-5460',
    'b 10.0.0.2:6379@16379 master - 0 0 2 connected 5461-10922',
    'c 10.0.0.3:6379@16379 master - 0 0 3 connected 10923-16383',
  ].map((line) => line.replace(/^./, (letter) => letter.repeat(40)));
  await runbook.locator('[name=paste]').fill(lines.join('\n'));
  await expect(runbook.locator('article h2')).toHaveText('Move from 3 to 4 masters');
  await runbook.locator('[name=after]').fill('5');
  await runbook.locator('[name=paste]').fill(lines.join('\n').replace('10.0.0.1', '10.0.0.9'));
  await expect(runbook.locator('article h2')).toHaveText('Move from 3 to 5 masters');
});

test('a master that the reader ticks is the one that is drained and removed', async ({ page }) => {
  const runbook = await opened(page);
  await runbook.locator('[name=protocol]').selectOption('slot_by_slot');
  await runbook.locator('[name=example]').click();
  await runbook.locator('[name=new-masters]').fill('');
  await runbook.getByRole('checkbox', { name: '10.0.0.1:6379' }).check();
  await expect(runbook.locator('[name=after]')).toHaveValue('2');
  await expect(runbook.locator('article h2')).toHaveText('Move from 3 to 2 masters');
  await expect(
    runbook.locator('section', { hasText: 'Remove the drained masters' }).locator('pre').first(),
  ).toContainText(`redis-cli --cluster del-node 10.0.0.2:6379 ${'a'.repeat(40)}`);
});
