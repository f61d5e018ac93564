// The page's second build, with the systems that the first load leaves out: who gets it, and what comes along.
import { expect, test } from './fixture.mjs';
import { faultsOf, open } from './page.mjs';
/** @import {Page} from '@playwright/test' */

/** What a page asks for of the second build from now on. The first one is preloaded by every page. */
function secondBuildOf(/** @type {Page} */ page) {
  /** @type {string[]} */
  const loaded = [];
  page.on('request', (request) => {
    const [name] = /reshard-systems\.wasm$/.exec(request.url()) ?? [];
    if (name) loaded.push(name);
  });
  return loaded;
}

const kKafka = 'v=1&nodes=12&strategy=partitions&dialect=kafka_murmur2&inspect=100:48069';

test('a link that names a system loads the second build', async ({ page }) => {
  const modules = secondBuildOf(page);
  const playground = await open(page, `./#${kKafka}`);
  const { strategy, inspected } = await playground.state();
  expect(modules).toEqual(['reshard-systems.wasm']);
  expect(strategy).toBe('partitions');
  expect(inspected.steps.at(-1).node).toBe('node-9'); // partition 9, as Java's client says
  expect(faultsOf(page)).toEqual([]);
});

test('a link without one loads the first build, also after a visit with the second', async ({ page }) => {
  await open(page, `./#${kKafka}`);
  const modules = secondBuildOf(page);
  await page.goto('./#v=1&nodes=3&strategy=ring');
  await page.reload();
  const playground = await open(page, './#v=1&nodes=3&strategy=ring');
  expect((await playground.state()).strategy).toBe('ring');
  expect(modules).toEqual([]);
});

test('a reader who goes on to a link of a system gets it, and goes back', async ({ page }) => {
  const playground = await open(page, './#v=1&nodes=3&strategy=ring');
  const modules = secondBuildOf(page);
  await page.evaluate((link) => location.assign(`#${link}`), kKafka);
  await expect.poll(() => modules).toEqual(['reshard-systems.wasm']);
  await playground.started();
  expect((await playground.state()).strategy).toBe('partitions');
  await page.goBack();
  await expect.poll(async () => (await playground.state()).strategy).toBe('ring');
});

test('“More systems…” in the menu keeps the scenario, and the menu then has them', async ({ page }) => {
  const playground = await open(page, './#v=1&nodes=a,b,c&keys=5000&strategy=jump');
  const modules = secondBuildOf(page);
  await playground.clickControl('strategy-menu');
  await page.keyboard.type('kafka');
  await playground.settled();
  await playground.clickControl('option:strategy.more');
  await expect.poll(() => modules).toEqual(['reshard-systems.wasm']);
  await playground.started();
  const { strategy, nodes, keys } = await playground.state();
  expect([strategy, nodes.map(({ name }) => name), keys]).toEqual(['jump', ['a', 'b', 'c'], 5000]);
  await playground.clickControl('strategy-menu');
  await page.keyboard.type('kafka');
  await playground.settled();
  await playground.clickControl('option:strategy.partitions');
  expect((await playground.state()).strategy).toBe('partitions');
});

test('the text view offers them too, and is open again afterwards', async ({ page }) => {
  const playground = await open(page, './#v=1&nodes=a,b,c');
  await page.locator('#text-open').click();
  const modules = secondBuildOf(page);
  await page.locator('#text-strategy').selectOption({ label: 'More systems…' });
  await expect.poll(() => modules).toEqual(['reshard-systems.wasm']);
  await playground.started();
  await expect(page.locator('#text-view')).toBeVisible();
  await page.locator('#text-strategy').selectOption('partitions');
  expect((await playground.state()).strategy).toBe('partitions');
});

test('imported keys come along', async ({ page }) => {
  const playground = await open(page, './#v=1&nodes=a,b,c');
  await playground.run({ do: 'choose_keys' });
  await page.getByLabel('Or paste keys').fill(Array.from({ length: 300 }, (_, i) => `customer-${i}`).join('\n'));
  await page.getByRole('button', { name: 'Use these keys' }).click();
  await expect(page.locator('#own-keys')).toBeHidden();
  const before = (await playground.state()).own_keys;
  await playground.clickControl('strategy-menu');
  await playground.clickControl('option:strategy.more');
  await page.waitForURL(/systems/);
  await playground.started();
  await expect.poll(async () => (await playground.state()).own_keys).toEqual(before);
  await expect(page.locator('#keys-needed')).toBeHidden();
  expect(faultsOf(page)).toEqual([]);
});

test('a figure in a post opens a link of a system', async ({ page }) => {
  const modules = secondBuildOf(page);
  const playground = await open(page, `./?embed#${kKafka}`);
  expect((await playground.state()).strategy).toBe('partitions');
  expect(modules).toEqual(['reshard-systems.wasm']);
});
