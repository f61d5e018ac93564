// What the command counted, presented as the page presents its own keys.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from './fixture.mjs';
import { faultsOf, open } from './page.mjs';
/** @import {Page} from '@playwright/test' */
/** @import {Json} from '../../types.d.ts' */

const program = 'build/dev/reshard';
const kLink = 'v=1&nodes=5&log=+node-5&keys=20000';
const needsCommand = () => test.skip(!existsSync(program), 'the command is not built');

/**
 * @param {string[]} words
 * @param {?string} input
 */
function counted(link = kLink, words = [], input = null) {
  const text = input ?? Array.from({ length: 20_000 }, (_, i) => `key-${i}\n`).join('');
  const { stdout, stderr, status } = spawnSync(program, ['counts', '--json', '-l', link, ...words], {
    input: text,
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
  return stdout;
}

/** @param {Page} page */
async function opened(page, link = `./#${kLink}`) {
  const playground = await open(page, link);
  await page.getByText('Tools', { exact: true }).click();
  await page.getByRole('button', { name: 'Counts of your own data' }).click();
  await expect(page.locator('#counts')).toBeVisible();
  return playground;
}

const cells = async (/** @type {Page} */ page, /** @type {string} */ part) =>
  (await page.locator(`#counts [data-name="${part}"] tbody tr`).allInnerTexts()).map((row) =>
    row.split('\t').map((text) => text.trim()),
  );

test('counts of the same keys give the same figures as the page itself', async ({ page }) => {
  needsCommand();
  const playground = await opened(page);
  const { nodes, moved } = await playground.state();
  await page.getByLabel('Or paste the JSON').fill(counted());
  await expect(page.locator('#counts [data-name="outcome"]')).toHaveText(
    /^20,000 keys on 6 nodes under Consistent hashing ring: max \/ mean 1\.\d+, spread \(CV\) \d/,
  );
  const rows = await cells(page, 'nodes');
  expect(rows.map(([name, keys]) => [name, keys])).toEqual(
    nodes.map(({ name, keys }) => [name, keys.toLocaleString('en')]),
  );
  await expect(page.locator('#counts [data-name="moves"]')).toContainText(`moves ${moved.toLocaleString('en')} keys`);
  const flows = await cells(page, 'flows');
  expect(flows.every(([, to]) => to === 'node-5')).toBe(true);
  expect(flows.map(([, , keys]) => Number(keys.replaceAll(',', ''))).reduce((a, b) => a + b)).toBe(moved);
  expect(faultsOf(page)).toEqual([]);
});

test('two billion keys are shown to the last digit, also from a gzipped file, and their scenario opens', async ({
  page,
}) => {
  needsCommand();
  const playground = await opened(page);
  const json = JSON.parse(counted());
  const many = (/** @type {number} */ value) => String(BigInt(value) * 922_337_203_685_477n);
  json.records = many(json.records);
  for (const node of json.nodes) Object.assign(node, { keys: many(node.keys), keysBefore: many(node.keysBefore) });
  for (const flow of json.flows) flow.keys = many(flow.keys);
  await page
    .getByLabel(/^Open a file/)
    .setInputFiles({ name: 'counts.json.gz', mimeType: 'application/gzip', buffer: gzipSync(JSON.stringify(json)) });
  await expect(page.locator('#counts [data-name="outcome"]')).toHaveText(/^18,446,744,073,709,540,000 keys on 6 nodes/);
  expect((await cells(page, 'nodes')).map(([, keys]) => keys.replaceAll(',', ''))).toEqual(
    json.nodes.map((/** @type {{keys: string}} */ { keys }) => keys),
  );
  await page.getByRole('link', { name: /Open this scenario/ }).click();
  await expect(page.locator('#counts')).toBeHidden();
  expect((await playground.state()).nodes).toHaveLength(6);
  expect(faultsOf(page)).toEqual([]);
});

test('counts of a table lead to the moves that even its nodes out, by what was counted', async ({ page }) => {
  needsCommand();
  const link = 'v=1&nodes=3&strategy=slots&keys=20000';
  await opened(page, `./#${link}`);
  const json = JSON.parse(counted(link));
  const [first, ...others] = json.nodes;
  first.keys = String(Number(first.keys) + 20_000); // what its users wrote since
  json.records = String(Number(json.records) + 20_000);
  await page.getByLabel('Or paste the JSON').fill(JSON.stringify(json));
  await page.locator('#counts').getByRole('button', { name: 'Rebalance…' }).click();
  const dialog = page.locator('#rebalance');
  await expect(dialog.locator('[data-name="of"]')).toContainText('40,000 keys on 3 nodes');
  await expect(dialog.locator('[data-name="headline"]')).toContainText(/^Move \d+ of .* slots/, { timeout: 30_000 });
  const mean = 40_000 / 3;
  const worst = (Number(first.keys) / mean).toFixed(2);
  await expect(dialog.locator('[data-name="headline"]')).toContainText(worst);
  expect(others.every((/** @type {{keys: string}} */ { keys }) => Number(keys) < mean)).toBe(true);
  expect(faultsOf(page)).toEqual([]);
});

test('counts of a ring offer no moves, because nothing in it is moved one by one', async ({ page }) => {
  needsCommand();
  await opened(page);
  await page.getByLabel('Or paste the JSON').fill(counted());
  await expect(page.locator('#counts [data-name="outcome"]')).toContainText('20,000 keys');
  await expect(page.locator('#counts').getByRole('button', { name: 'Rebalance…' })).toBeHidden();
});

test('wrong or truncated JSON is refused by its field, and what was shown stays', async ({ page }) => {
  needsCommand();
  await opened(page);
  const text = counted(),
    json = JSON.parse(text);
  await page.getByLabel('Or paste the JSON').fill(text);
  await expect(page.locator('#counts [data-name="outcome"]')).toContainText('20,000 keys');
  const changed = (/** @type {(copy: Json) => void} */ change) => {
    const copy = structuredClone(json);
    change(copy);
    return JSON.stringify(copy);
  };
  for (const [wrong, why] of /** @type {[string, string | RegExp][]} */ ([
    [text.slice(0, 300), 'Not JSON, or only a part of it: write it with “reshard counts --json”.'],
    ['{"a":1}', 'JSON, but not what “reshard counts --json” writes.'],
    [
      changed((copy) => {
        copy.records = 20_000;
      }),
      'records: not a whole number of 0 to 2^64 − 1, in quotes',
    ],
    [
      changed((copy) => {
        copy.records = '18446744073709551616';
      }),
      'records: not a whole number of 0 to 2^64 − 1, in quotes',
    ],
    [
      changed((copy) => {
        copy.nodes[2].keys = '1';
      }),
      /^nodes: the keys add up to \d+, not to 20000$/,
    ],
    [
      changed((copy) => {
        copy.flows[0].to = 'nobody';
      }),
      'flows[0].to: there is no node “nobody”',
    ],
    [
      changed((copy) => {
        copy.flows.pop();
      }),
      /^flows, node-\d: the keys add up to/,
    ],
    [
      changed((copy) => {
        copy.nodes[1].weight = 'two';
      }),
      'nodes[1].weight: neither a number of 0 or more nor null',
    ],
    [
      changed((copy) => {
        delete copy.nodes[1].keysBefore;
      }),
      'nodes[1].keysBefore: not a whole number of 0 to 2^64 − 1, in quotes',
    ],
  ])) {
    await page.getByLabel('Or paste the JSON').fill(wrong);
    await expect(page.locator('#counts [data-name="refused"]')).toHaveText(why);
  }
  await expect(page.locator('#counts [data-name="outcome"]')).toContainText('20,000 keys');
});

test('bytes and requests are added up, and the tables are exported as CSV', async ({ page }) => {
  needsCommand();
  await opened(page);
  const rows = `id,size,asked\n${Array.from({ length: 2000 }, (_, i) => `key-${i},${1000 + i},${i % 7}\n`).join('')}`;
  await page
    .getByLabel('Or paste the JSON')
    .fill(counted(kLink, ['-c', 'id', '--bytes-column', 'size', '--requests-column', 'asked'], rows));
  await expect(page.locator('#counts [data-name="nodes"] thead th')).toHaveText([
    'Node',
    'Keys',
    'Bytes',
    'Requests',
    'Share of keys',
    'Fair share',
    'Keys before',
    'Bytes before',
    'Requests before',
  ]);
  await expect(page.locator('#counts [data-name="moves"]')).toContainText(/That is [\d.]+ KB to copy/);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.locator('#counts').getByRole('button', { name: 'Save as CSV' }).click(),
  ]);
  const csv = (await (await download.createReadStream()).toArray()).join('');
  expect(csv).toContain('node-5');
  expect(
    csv
      .split('\r\n')
      .filter((line) => /^node-\d,\d/.test(line))
      .map((line) => Number(line.split(',')[2]))
      .reduce((a, b) => a + b),
  ).toBe(2000 * 1000 + (1999 * 2000) / 2);
});
