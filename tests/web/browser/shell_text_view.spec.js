// The text view: everything that the canvas does, in HTML, by keyboard and for screen readers.
import { expect, test } from './fixture.mjs';
import AxeBuilder from 'axe-core';
import { faultsOf, inFooter, open } from './page.mjs';
/** @import {Page} from '@playwright/test' */
/** @import {AxeResults} from 'axe-core' */

/**
 * @param {Page} page
 * @param {string} [address]
 */
async function openTextView(page, address) {
  const playground = await open(page, address);
  await playground.settled();
  await page.locator('#text-open').click();
  await expect(page.getByRole('heading', { name: 'As text' })).toBeFocused();
  return playground;
}

const rows = (/** @type {Page} */ page) => page.locator('#text-nodes tr').count();

test('the first stop of the keyboard leads to it, and Close leads back', async ({ page }) => {
  await open(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'As text' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('#text-view')).toBeHidden();
  await expect(page.locator('#text-open')).toBeFocused();
});

test('nodes are added, renamed, weighed and removed by keyboard alone', { tag: '@smoke' }, async ({ page }) => {
  const playground = await openTextView(page, './#v=1&nodes=a,b');
  await page.getByLabel('Name', { exact: true }).focus();
  await page.keyboard.type('c');
  await page.keyboard.press('Enter');
  await expect.poll(() => rows(page)).toBe(3);
  const { headline, nodes } = await playground.state();
  expect(nodes.map((node) => node.name)).toEqual(['a', 'b', 'c']);
  await expect(page.locator('#text-headline')).toHaveText(headline);
  expect(await playground.status()).toBe(headline);

  await page.getByLabel('Name of c').fill('d');
  await page.keyboard.press('Enter');
  await page.getByLabel('Weight of a').fill('2.5');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Remove b' }).press('Enter');
  await expect.poll(() => rows(page)).toBe(2);
  expect((await playground.state()).nodes.map(({ name, weight }) => [name, weight])).toEqual([
    ['a', 2.5],
    ['d', 1],
  ]);
  await expect(page.getByRole('button', { name: 'Remove d' }), 'the focus is not lost with its row').toBeFocused();
  expect(faultsOf(page)).toEqual([]);
});

test('every strategy can be chosen, with its own parameters', async ({ page }) => {
  test.slow(); // there are many
  const playground = await openTextView(page, './#v=1&keys=1000');
  const offered = await page.locator('#text-strategy option').evaluateAll((all) => all.map(({ value }) => value));
  const strategies = offered.filter((value) => value !== 'more'); // the way to more of them
  expect(strategies.length).toBe(offered.length - 1);
  for (const strategy of strategies) {
    await page.locator('#text-strategy').selectOption(strategy);
    await playground.settled();
    const { notice, strategy: shown, params } = await playground.state();
    if (notice) continue; // it wants other names or numbers of nodes, and says so
    expect(shown).toBe(strategy);
    const controls = page.locator('#text-params').locator('input, select');
    expect(await controls.evaluateAll((all) => all.map(({ name }) => name))).toEqual(Object.keys(params));
    expect(await controls.evaluateAll((all) => all.map(({ value }) => value))).toEqual(
      Object.values(params).map(String),
    );
  }
});

test('slots are moved by hand by keyboard alone, and a refusal names the range', async ({ page }) => {
  const playground = await openTextView(page, './#v=1&nodes=4&strategy=slots&keys=2000');
  await page.getByLabel('From', { exact: true }).fill('5');
  await page.getByLabel('to', { exact: true }).fill('1024');
  await page.getByLabel('New owner').selectOption('node-3');
  await page.getByRole('button', { name: 'Move', exact: true }).press('Enter');
  await expect(page.locator('#text-notice')).toContainText('1024 is outside 0 to 1023');
  await page.getByLabel('to', { exact: true }).fill('9');
  await page.keyboard.press('Enter');
  await playground.settled();
  const { headline, link } = await playground.state();
  expect(link).toContain('log==node-3=slots:5..9');
  expect(headline).toContain('Moved slots 5 to 9 to node-3');
});

test('a key of a directory is moved from where it is looked up', async ({ page }) => {
  const playground = await openTextView(page, './#v=1&nodes=4&strategy=directory&keys=2000');
  await page.locator('#text-key').fill('key-17');
  await page.locator('#text-key').press('Enter');
  await expect(page.locator('#text-steps')).toContainText('node-1');
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('17');
  await page.getByLabel('New owner').selectOption('node-2');
  await page.getByRole('button', { name: 'Move', exact: true }).press('Enter');
  await expect(page.locator('#text-before')).toHaveText('Before the last change it lived on node-1.');
  await playground.settled();
  expect((await playground.state()).moved).toBe(1);
});

test('a key looked up says who serves and who inherits it', async ({ page }) => {
  await openTextView(page, './#v=1&nodes=a,b,c&strategy=rendezvous&keys=2000');
  await page.locator('#text-key').fill('key-17');
  await page.locator('#text-key').press('Enter');
  const future = /If it goes down: (.), .\. If it is removed: (.)\./;
  await expect(page.locator('#text-future')).toHaveText(future);
  const [, next, heir] = future.exec(await page.locator('#text-future').innerText());
  expect(heir, 'the next one by score').toBe(next);
});

test('a parameter without effect beside the others is hidden', async ({ page }) => {
  const playground = await openTextView(page, './#v=1&strategy=jump&keys=1000');
  const slots = page.getByLabel('Virtual slots');
  await expect(slots).toBeHidden();
  await page.getByLabel('When a node leaves').selectOption('slots');
  await playground.settled();
  await expect(slots).toBeVisible();
});

test('parameters, keys and seed can be set and undone', async ({ page }) => {
  const playground = await openTextView(page);
  const first = await playground.state();
  await page.getByLabel('Number of keys').fill('20000');
  await page.keyboard.press('Enter');
  await page.getByLabel('Type').selectOption('url');
  await page.getByLabel('Seed').fill('7');
  await page.keyboard.press('Enter');
  await page.getByLabel('Virtual nodes').fill('10');
  await page.keyboard.press('Enter');
  await playground.settled();
  const { keys, kind, seed, params } = await playground.state();
  expect({ keys, kind, seed, vnodes: params.vnodes }).toEqual({ keys: 20_000, kind: 'url', seed: '7', vnodes: 10 });
  for (let i = 0; i < 4; ++i) await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await playground.settled();
  expect((await playground.state()).link).toBe(first.link);
  await expect(page.getByLabel('Number of keys')).toHaveValue('100000');
});

test('a refusal is explained, and the field gets its old value back', async ({ page }) => {
  const playground = await openTextView(page, './#v=1&nodes=a,b');
  await page.getByLabel('Name of b').fill('a');
  await page.keyboard.press('Enter');
  await expect(page.locator('#text-notice')).toContainText('“a” already exists');
  expect(await playground.status()).toContain('“a” already exists');
  await page.getByLabel('Number of keys').fill('0');
  await page.keyboard.press('Enter');
  await expect(page.locator('#text-notice')).toContainText('outside');
  await page.getByLabel('Seed').focus();
  await playground.settled();
  await expect(page.getByLabel('Name of b')).toHaveValue('b');
  await expect(page.getByLabel('Number of keys')).toHaveValue('100000');
});

test('a key’s steps and the picture are described in words', async ({ page }) => {
  const playground = await openTextView(page, './#v=1&nodes=a,b,c');
  await expect(page.locator('#text-picture')).toContainText('A ring of 300 virtual nodes');
  await page.getByLabel('Key', { exact: true }).fill('key-7');
  await page.keyboard.press('Enter');
  await expect(page.locator('#text-steps li').first()).toContainText('Hash: 0x');
  const { inspected } = await playground.state();
  const owner = inspected.steps.at(-1).node;
  await expect(page.locator('#text-steps li').last()).toHaveText(`Owner: ${owner}`);

  await playground.run({ do: 'remove_node', node: owner });
  await expect(page.locator('#text-before')).toContainText(`it lived on ${owner}`);
  await page.locator('#text-strategy').selectOption('bit_trie');
  await expect(page.locator('#text-picture')).toContainText('leaves');
  await page.locator('#text-strategy').selectOption('ketama');
  await page.locator('#text-view').getByLabel('Dialect').selectOption('libketama');
  await expect(page.locator('#text-hash-fixed')).toHaveText('Hash function: MD5, set by the dialect');
  await expect(page.locator('#text-hash')).toBeHidden();
  expect(faultsOf(page)).toEqual([]);
});

test('moved keys are listed in a table', async ({ page }) => {
  const playground = await openTextView(page, './#v=1&nodes=a,b');
  await page.getByRole('button', { name: 'Add node' }).click();
  await playground.settled();
  const { flows, moved } = await playground.state();
  expect(await page.locator('#text-flows tbody tr').count()).toBe(flows.length);
  await expect(page.locator('#text-moved')).toContainText(`of 100,000 keys moved`);
  expect((await page.locator('#text-moved').textContent()).replaceAll(',', '')).toContain(`${moved} of`);
});

test('a long list of nodes is shortened, and shown completely on request', async ({ page }) => {
  await openTextView(page, './#v=1&nodes=150&keys=1000');
  expect(await rows(page)).toBe(100);
  await page.getByRole('button', { name: 'Show all nodes' }).click();
  expect(await rows(page)).toBe(150);
});

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  test(`axe finds no violations, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await openTextView(page);
    /** @type {AxeResults} */
    const results = await page.evaluate(`(() => { ${AxeBuilder.source}; return axe.run(); })()`);
    expect(results.violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes[0].html}`)).toEqual([]);
  });
}

test('a question mark opens the list of keys, Escape closes it', async ({ page }) => {
  await open(page);
  await page.locator('#text-open').focus();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Shortcuts and gestures' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('full screen can be entered and left', async ({ page }) => {
  const playground = await open(page);
  await (await inFooter(page, '#full-screen')).click();
  await expect(page.locator('#full-screen')).toHaveText('Leave full screen');
  await (await inFooter(page, '#full-screen')).click();
  await expect(page.locator('#full-screen')).toHaveText('Full screen');
  await playground.settled();
  expect(faultsOf(page)).toEqual([]);
});

test('a style sheet that does not arrive is asked for again with the next press', async ({ page }) => {
  await page.route('**/forms.css', (route) => route.abort(), { times: 1 });
  const playground = await open(page, './');
  await playground.settled();
  await page.locator('#text-open').click();
  await expect(page.locator('#status')).toContainText('did not load');
  await expect(page.locator('#text-view')).toBeHidden();
  await page.locator('#text-open').click();
  await expect(page.getByRole('heading', { name: 'As text' })).toBeFocused();
  await expect(page.locator('#text-nodes tr')).toHaveCount(5);
});
