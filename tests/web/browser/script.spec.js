// Scripted changes and their costs: run as steps, planned for several strategies, refused with line and reason.
import axe from 'axe-core';
import { expect, test } from './fixture.mjs';
import { faultsOf, open, openerOf } from './page.mjs';
/** @import {Page} from '@playwright/test' */
/** @import {AxeResults} from 'axe-core' */

/** @param {Page} page */
async function openScript(page) {
  await page.locator('#timeline').getByRole('button', { name: 'Scripted changes…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Scripted changes' });
  await expect(dialog).toBeVisible();
  return dialog;
}

const steps = (/** @type {Page} */ page) => page.locator('#timeline-steps li');

test('a script runs as steps of the timeline', async ({ page }) => {
  const playground = await open(page, './#v=1&nodes=3&keys=2000&strategy=rendezvous_weighted');
  const dialog = await openScript(page);
  await dialog
    .getByRole('textbox', { name: 'One change per line' })
    .fill(
      'add node-9 weight 2\nremove node-0 # gone\n\nrename node-1 "a b"\nweight node-2 3\ndown "a b"\nup "a b"\nnodes 5',
    );
  await dialog.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(steps(page)).toHaveCount(8);
  const { nodes } = await playground.state();
  expect(nodes.map(({ name, weight }) => [name, weight]).slice(0, 3)).toEqual([
    ['a b', 1],
    ['node-2', 3],
    ['node-9', 2],
  ]);
  expect(nodes).toHaveLength(5);
  await expect(steps(page).nth(1)).toContainText('Added node-9');
  await expect(steps(page).nth(1)).toContainText('%'); // computed, though never shown
  expect(faultsOf(page)).toEqual([]);
});

test('every example can be read, and its failures follow the seed', async ({ page }) => {
  await open(page, './#v=1&nodes=3&keys=1000');
  const dialog = await openScript(page);
  const lines = dialog.getByRole('textbox', { name: 'One change per line' });
  const written = async (/** @type {string} */ example, /** @type {string} */ seed) => {
    await dialog.getByLabel('Example').selectOption({ label: example });
    const seedOfFailures = dialog.getByLabel('Seed');
    await expect(seedOfFailures).toBeVisible({ visible: example === 'Random failures' });
    if (example === 'Random failures') await seedOfFailures.fill(seed);
    await dialog.getByRole('button', { name: 'Insert example' }).click();
    return lines.inputValue();
  };
  expect((await written('Grow from 5 to 50 nodes', '1')).split('\n')).toHaveLength(46);
  expect(await written('Rolling replacement: new machines', '1')).toContain('add node-0-new\nremove node-0');
  const failures = await written('Random failures', '1');
  expect(await written('Random failures', '2')).not.toBe(failures);
  expect(await written('Random failures', '1')).toBe(failures);
  await dialog.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(steps(page)).toHaveCount(1 + failures.split('\n').length);
});

test('an error names the line and what is accepted, and nothing is lost', async ({ page }) => {
  const playground = await open(page, './#v=1&nodes=3&keys=1000');
  const dialog = await openScript(page);
  const lines = dialog.getByRole('textbox', { name: 'One change per line' });
  for (const [script, why] of [
    ['add a\nexplode b', 'Line 2: “explode” is not a command. Accepted lines: add'],
    ['remove node-7', 'Line 1: there is no node “node-7” at that point'],
    ['weight node-0 -1', 'Line 1: -1 is not a weight from 0'],
    ['remove node-0\nremove node-1\nremove node-2', 'Line 3: at least one node must remain'],
    ['# nothing', 'There are no changes to run'],
    ['nodes 1000000', 'Line 1: 1000000 is not a number of nodes from 1 to 10,000'],
  ]) {
    await lines.fill(script);
    await dialog.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(dialog.getByRole('alert')).toContainText(why);
    await expect(lines).toHaveValue(script);
  }
  await expect(steps(page)).toHaveCount(1);
  expect((await playground.state()).nodes).toHaveLength(3);
});

test('a script that the strategy refuses midway changes nothing', async ({ page }) => {
  const playground = await open(page, './#v=1&nodes=3&keys=1000&strategy=jump');
  const dialog = await openScript(page);
  await dialog.getByRole('textbox', { name: 'One change per line' }).fill('add\nadd\nremove node-1');
  await dialog.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('Line 3, “remove node-1”');
  await expect(dialog.getByRole('alert')).toContainText(
    'The script stopped there; 2 earlier changes stay in the timeline.',
  );
  await page.keyboard.press('Escape');
  expect((await playground.state()).nodes).toHaveLength(3);
  await expect(steps(page).nth(0).getByRole('button')).toHaveAttribute('aria-current', 'step');
  await expect(steps(page)).toHaveCount(3);
});

test('the estimate marks where leaving modulo has paid off', async ({ page }) => {
  await open(page, './#v=1&nodes=5&strategy=modulo&s2=ring');
  const dialog = await openScript(page);
  await dialog.getByRole('textbox', { name: 'One change per line' }).fill('add\nadd\nadd\nadd');
  await dialog.getByRole('button', { name: 'Estimate' }).click();
  const plan = dialog.getByRole('table', { name: 'From Modulo to Consistent hashing ring' });
  await expect(plan).toContainText('breaks even at change 2');
  const rows = await plan
    .locator('tbody tr')
    .evaluateAll((all) => all.map((row) => [...row.cells].slice(1).map((cell) => Number(cell.textContent))));
  expect(rows[4][0]).toBeCloseTo(3.45, 1); // four resizes under modulo
  expect(rows[0][1]).toBeCloseTo(0.8, 1); // the switch itself
  expect(rows[4][1]).toBeCloseTo(1.35, 1);
  await expect(plan.locator('.marked th')).toHaveText('2. add');
  /** @type {AxeResults} */
  const { violations } = await page.evaluate(`(() => { ${axe.source}; return axe.run('#script'); })()`);
  expect(violations.map(({ id, nodes }) => [id, nodes[0].html])).toEqual([]);
});

test('with one strategy to compare, the estimate is for leaving modulo for it', async ({ page }) => {
  await open(page, './#v=1&nodes=5&keys=20000');
  const dialog = await openScript(page);
  await dialog.getByRole('button', { name: 'Estimate' }).click();
  await expect(dialog.getByRole('table', { name: 'From Modulo to Consistent hashing ring' })).toContainText(
    'breaks even at change',
  );
});

test('on a phone no dialog is wider than the screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, './?lang=ru#v=1&nodes=5&keys=20000&log=+node-5');
  for (const [name, id] of [
    ['script', 'script'],
    ['costs', 'costs'],
    ['chooser', 'chooser'],
    ['export', 'take-along'],
  ]) {
    await (await openerOf(page, name)).click();
    const dialog = page.locator(`#${id}`);
    await expect(dialog).toBeVisible();
    await expect.poll(() => dialog.evaluate((box) => box.scrollWidth - box.clientWidth), id).toBeLessThanOrEqual(0);
    await expect(dialog.getByRole('button', { name: 'Закрыть' })).toBeInViewport({ ratio: 1 });
    if (id === 'costs') await expect(dialog.getByRole('status')).toContainText('Изменение перевозит');
    if (id === 'chooser')
      await expect(dialog.getByRole('button', { name: /^Взять: / }).first()).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
});

test('names that stay with the machine cost nothing in the estimate, new ones do', async ({ page }) => {
  await open(page, './#v=1&nodes=5&keys=20000&strategy=modulo&s2=ring');
  const dialog = await openScript(page);
  await dialog.getByLabel('Example').selectOption({ label: 'Rolling replacement: new names' });
  await dialog.getByRole('button', { name: 'Estimate' }).click();
  const sums = dialog.getByRole('table', { name: 'Keys moved by each change' }).locator('.marked td');
  await expect(sums.first()).toHaveText('0.0%');
  expect(Number.parseFloat(await sums.nth(1).textContent())).toBeGreaterThan(100);
});

test('the costs of the steps are bytes and hours', async ({ page }) => {
  const playground = await open(page, './#v=1&nodes=4&keys=20000&strategy=modulo&log=+node-4,+node-5');
  await playground.settled();
  await page.locator('#timeline').getByRole('button', { name: 'Bytes and time…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Bytes and time of the moves' });
  await dialog.getByLabel('Keys in your system').fill('1000000000');
  await dialog.getByLabel('Bandwidth').fill('10');
  // 83% of a billion keys of 1 KB at 10 MB/s.
  await expect(dialog.getByRole('status')).toHaveText(
    /The last change moves 8\d\d GB in 2[23]\.\d h; all 2 changes move 1\.6\d TB in 4\d\.\d h\./,
  );
  await expect(dialog.locator('tbody tr')).toHaveCount(3);
  await dialog.getByLabel('Bandwidth').fill('');
  await expect(dialog.getByRole('status')).toContainText('needs a number');
  /** @type {AxeResults} */
  const { violations } = await page.evaluate(`(() => { ${axe.source}; return axe.run('#costs'); })()`);
  expect(violations.map(({ id, nodes }) => [id, nodes[0].html])).toEqual([]);
});
