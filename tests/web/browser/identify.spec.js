// “Identify a strategy” finds the strategy of rows, whichever dialect, hash function or number of virtual nodes placed
// them.
import { readFileSync } from 'node:fs';
import axe from 'axe-core';
import { expect, test } from './fixture.mjs';
import { built, fromTree } from '../../built.mjs';
import { faultsOf, fillLong, inFooter, open } from './page.mjs';
/** @import {Core, PlaceInput} from '../../../web/headless/reshard-core.d.ts' */
/** @import {AxeResults} from 'axe-core' */
/** @import {Fit} from '../../../web/headless/reshard-profile.d.ts' */

const { loadReshard } = await built('reshard-core.mjs');
const { readNodes, readRows, search: searchBy } = await fromTree('web/dialogs/own_data/identify_rules.js');
const { loadProfiler } = await built('reshard-profile.mjs');
const keys = Array.from({ length: 1000 }, (_, i) => `user:${i * 7}`);

/** Rows "key,owner" as a strategy places them. */
const rowsOf = (/** @type {Core} */ core, /** @type {PlaceInput} */ input) => {
  const placed = core.place({ ...input, keys });
  return keys.map((key, i) => `${key},${placed.nodes[placed.owners[i]]}`).join('\n');
};
const search = async (/** @type {Core} */ core, /** @type {string} */ text, /** @type {?string[]} */ nodes = null) =>
  searchBy(await loadProfiler(), { rows: readRows(text), nodes }, async () => true);
const found = async (/** @type {Core} */ core, /** @type {string} */ text) =>
  /** @type {Fit[]} */ ((await search(core, text)).fits);

test('rows placed by libmemcached are recognised as such', async () => {
  const core = await loadReshard();
  const [columns, ...rows] = readFileSync(new URL('../../vectors/ketama_libmemcached.csv', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','));
  for (const [column, dialect] of [
    ['weighted_n10_11211', 'libmemcached_weighted'],
    ['ketama_md5_n10', 'libmemcached'],
  ]) {
    const owner = columns.indexOf(column);
    const [best] = await found(core, rows.map((row) => `${row[0]},10.0.1.${Number(row[owner]) + 1}:11211`).join('\n'));
    expect([best.strategy, best.params.dialect, best.share], column).toEqual(['ketama', dialect, 1]);
  }
});

test('rows of a dialect, of another number of virtual nodes and of a strategy with numbered nodes are recognised', async () => {
  const core = await loadReshard();
  const servers = ['10.0.0.1:11211', '10.0.0.2:11211', '10.0.0.10:11211'];
  const [ketama, next] = await found(
    core,
    rowsOf(core, { strategy: 'ketama', params: { dialect: 'libmemcached' }, nodes: servers }),
  );
  expect(ketama).toMatchObject({ share: 1, params: { dialect: 'libmemcached' } });
  expect(next.share).toBeLessThan(0.6); // by chance it would be a third
  const rings = await found(
    core,
    rowsOf(core, { strategy: 'ring', hash: 'murmur3_128', params: { vnodes: 160 }, nodes: ['a', 'b', 'c'] }),
  );
  const right = rings
    .filter(({ share }) => share === 1)
    .map(({ strategy, hash, params }) => [strategy, hash, params.vnodes ?? params.num_tokens]);
  expect(right).toContainEqual(['ring', 'murmur3_128', 160]);
  expect(right, 'whose points are the same').toContainEqual(['token_ring', 'murmur3_128', 160]);
  // not in alphabetical order
  const fits = await found(core, rowsOf(core, { strategy: 'jump', nodes: ['s1', 's2', 's10'] }));
  expect(fits.filter(({ share }) => share === 1).map(({ strategy }) => strategy)).toContain('jump');
});

test('of settings that rows cannot tell apart, those nearest to the defaults come first', async () => {
  const core = await loadReshard();
  const few = (/** @type {PlaceInput} */ input) => rowsOf(core, input).split('\n').slice(0, 20).join('\n');
  const { fits, alike } = await search(core, few({ strategy: 'jump', nodes: ['s1', 's2'] }));
  expect([fits[0].strategy, fits[0].hash, fits[0].share]).toEqual(['jump', 'xxh64', 1]);
  expect(alike).toBeGreaterThan(1);
  const servers = ['10.0.0.1:11211', '10.0.0.2:11211', '10.0.0.10:11211'];
  const ketama = await search(
    core,
    rowsOf(core, { strategy: 'ketama', params: { dialect: 'libmemcached' }, nodes: servers }),
  );
  expect(ketama.alike).toBe(1);
});

test('random owners fit no strategy', async () => {
  const core = await loadReshard();
  const fits = await found(core, keys.map((key, i) => `${key},node-${((i * 2654435761) >>> 9) % 5}`).join('\n'));
  expect(fits[0].share).toBeLessThan(0.35); // by chance a fifth, and a little more for the best of some thousands
});

test('bad rows are named', () => {
  expect(() => readRows('a,b\nonly a key')).toThrow('Line 2: expected “key,owner” (comma, tab or semicolon)');
  expect(() => readRows('a,b')).toThrow('Only 1 rows: at least 20 are needed');
  expect(readRows(`${'x,y,n1\n'.repeat(20)}`)).toMatchObject({
    keys: Array(20).fill('x,y'),
    owners: Array(20).fill('n1'),
  });
  expect(readNodes('\n a \nb:1*2.5\n')).toEqual([
    { name: 'a', weight: 1 },
    { name: 'b:1', weight: 2.5 },
  ]);
  expect(readNodes(' \n')).toBe(null);
  expect(() => readNodes('a\nb*x')).toThrow(
    'Nodes, line 2: expected a name, or “name*weight” with a weight up to 1,000,000',
  );
  expect(() => readNodes('a\na*2')).toThrow('Nodes, line 2: “a” is there twice');
});

test('pasted rows are identified and opened; bad ones are refused and nothing is lost', async ({ page }) => {
  const core = await loadReshard();
  const playground = await open(page);
  await (await inFooter(page, '[data-dialog=identify]')).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Identify a strategy' });
  const find = dialog.getByRole('button', { name: 'Identify' });
  await dialog.getByLabel('Or paste keys with their owners').fill('no owner');
  await find.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('Line 1: expected “key,owner”');
  await expect(dialog.getByLabel('Or paste keys with their owners')).toHaveValue('no owner');
  await fillLong(
    dialog.getByLabel('Or paste keys with their owners'),
    rowsOf(core, {
      strategy: 'ketama',
      params: { dialect: 'libmemcached' },
      nodes: ['m1:11211', 'm2:11211', 'm3:11211'],
    }),
  );
  await find.press('Enter');
  await expect(dialog.getByRole('status')).toContainText(
    "Found. Of 1,000 rows on 3 nodes, Consistent hashing ring with the page's settings places",
    { timeout: 90_000 },
  );
  await expect(dialog.getByText('cannot tell them apart')).toBeHidden();
  /** @type {AxeResults} */
  const { violations } = await page.evaluate(`(() => { ${axe.source}; return axe.run('#fit'); })()`);
  expect(violations.map(({ id, nodes }) => [id, nodes[0].html])).toEqual([]);
  await dialog.getByRole('button', { name: 'Open Ketama, MD5, libmemcached', exact: true }).press('Enter');
  await expect(async () => {
    const { strategy, params, nodes } = await playground.state();
    expect({ strategy, dialect: params.dialect, nodes: nodes.map(({ name }) => name) }).toEqual({
      strategy: 'ketama',
      dialect: 'libmemcached',
      nodes: ['m1:11211', 'm2:11211', 'm3:11211'],
    });
  }).toPass();
  expect(faultsOf(page)).toEqual([]);
});

test('given nodes with weights are used, and a search that fails says what was tried', async ({ page }) => {
  const core = await loadReshard();
  await open(page);
  await (await inFooter(page, '[data-dialog=identify]')).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Identify a strategy' }),
    status = dialog.getByRole('status');
  const nodes = [
    { name: 'a', weight: 1 },
    { name: 'c', weight: 3 },
    { name: 'b', weight: 2 },
  ];
  await fillLong(dialog.getByLabel('Or paste keys with their owners'), rowsOf(core, { strategy: 'haproxy', nodes }));
  const find = dialog.getByRole('button', { name: 'Identify' });
  await find.press('Enter');
  await expect(status).toContainText('Nothing found', { timeout: 90_000 });
  await expect(dialog.getByText('Tried:')).toContainText('weights that differ between nodes');
  await dialog.getByText('Nodes, if you know them').click();
  await dialog.getByLabel('All nodes in their order').fill('a\nc*3\nb*2');
  await find.press('Enter');
  await expect(status).toContainText('Found.', { timeout: 90_000 });
  await expect(status).toContainText('The nodes are as you gave them.');
  await expect(dialog.getByText('Tried:')).toBeHidden();
  expect(faultsOf(page)).toEqual([]);
});

test('on a phone results can be opened without sideways scrolling, and are named as in the menus', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  const core = await loadReshard();
  await open(page, './?lang=ru');
  await (await inFooter(page, '[data-dialog=identify]')).click();
  const dialog = page.getByRole('dialog', { name: 'Определить стратегию' });
  await dialog.getByLabel('Или вставьте ключи с владельцами').fill(
    rowsOf(core, { strategy: 'jump', nodes: ['s1', 's2', 's3'] })
      .split('\n')
      .slice(0, 24)
      .join('\n'),
  );
  await dialog.getByRole('button', { name: 'Определить' }).click();
  const first = dialog.locator('tbody tr').first();
  await expect(first).toContainText('удалить можно только последний', { timeout: 90_000 });
  const button = await first.getByRole('button').boundingBox();
  expect(button.x + button.width).toBeLessThan(360);
  expect(await dialog.locator('.tables').evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
});
