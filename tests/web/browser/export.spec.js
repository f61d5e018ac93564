// What the page exports: tables, the scenario as a file and back, code, configurations of real systems.
import { readFile } from 'node:fs/promises';
import axe from 'axe-core';
import { expect, test } from './fixture.mjs';
import { built } from '../../built.mjs';
import { faultsOf, open } from './page.mjs';
/** @import {Locator, Page} from '@playwright/test' */
/** @import {AxeResults} from 'axe-core' */

const { loadReshard } = await built('reshard-core.mjs');

/** @param {Page} page */
async function openDialog(page) {
  await page.getByRole('button', { name: 'Export & share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export & share' });
  await expect(dialog).toBeVisible();
  return dialog;
}

/**
 * @param {Page} page
 * @param {Locator} dialog
 * @param {string} name
 */
async function saved(page, dialog, name) {
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name }).click();
  return readFile(await (await download).path(), 'utf8');
}

test('owners, counts, flows and the comparison are exported as CSV', async ({ page }) => {
  const playground = await open(page, './#v=1&nodes=3&keys=50000&strategy=modulo&s2=ring&log=+node-3');
  await playground.settled();
  const { nodes, flows, compare } = await playground.state();
  const dialog = await openDialog(page);
  const owners = (await saved(page, dialog, 'Owners of all keys'))
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((row) => row.split(','));
  expect(owners).toHaveLength(50_000);
  expect(owners[49_999][0]).toBe('key-49999');
  for (const { name, keys } of nodes) expect(owners.filter(([, owner]) => owner === name)).toHaveLength(keys);
  expect(owners.filter(([, owner, before]) => owner !== before)).toHaveLength(compare[0].moved);
  const counts = (await saved(page, dialog, 'Keys per node')).split('\r\n');
  expect(counts[1]).toBe(`node-0,1,${nodes[0].keys},12500`);
  expect((await saved(page, dialog, 'What moved')).split('\r\n')[1]).toBe(
    `${flows[0].from},${flows[0].to},${flows[0].keys}`,
  );
  const table = (await saved(page, dialog, 'Comparison')).split('\r\n');
  expect(table[0]).toBe(
    'strategy,setup,keys,moved keys,needless keys,least keys,Moved,Needlessly,Spread,Fullest to mean,Memory,Lookup here,Lookup with hashing here,Least possible',
  );
  expect(table[1].split(',')).toHaveLength(14);
  expect(table[2]).toContain(`Consistent hashing ring,Virtual nodes 100,50000,${compare[1].moved},0,`);
  expect(faultsOf(page)).toEqual([]);
});

test('what is exported states the fact, without the page’s hint for its reader', async ({ page }) => {
  const playground = await open(page, './', { controls: null });
  await playground.clickControl('add-node');
  expect((await playground.state()).headline).toContain('With modulo');
  const dialog = await openDialog(page);
  const texts = [
    await dialog.locator('[name=tag]').inputValue(),
    await dialog.locator('[name=frame]').inputValue(),
    await saved(page, dialog, 'Save as SVG'),
    await saved(page, dialog, 'Save as animated SVG'),
  ];
  await dialog.locator('[name=before]').selectOption('picture');
  texts.push(await dialog.locator('[name=tag]').inputValue());
  for (const text of texts) {
    expect(text).toMatch(/17\.2/);
    expect(text).not.toContain('With modulo');
  }
});

test('a saved picture has the colours of the page that shows it', async ({ page }) => {
  const playground = await open(page, './#v=1&nodes=4&keys=2000&log=+node-4');
  await playground.settled();
  const svg = await saved(page, await openDialog(page), 'Save as SVG');
  const shown = async (/** @type {'light' | 'dark'} */ colorScheme) => {
    await page.emulateMedia({ colorScheme });
    await page.setContent(
      `<meta name="color-scheme" content="light dark"><img src="data:image/svg+xml,${encodeURIComponent(svg)}">`,
    );
    return page.locator('img').evaluate(async (image) => {
      const canvas = document.createElement('canvas').getContext('2d');
      await /** @type {HTMLImageElement} */ (image).decode();
      canvas.drawImage(/** @type {HTMLImageElement} */ (image), 0, 0);
      return canvas.getImageData(2, 2, 1, 1).data[0]; // of the ground
    });
  };
  expect(await shown('light')).toBeGreaterThan(200);
  expect(await shown('dark')).toBeLessThan(60);
});

test('the dialog says what was copied, beside the button', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, './#v=1&nodes=3&keys=1000');
  const dialog = await openDialog(page);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  const [besideTag, besideCode] = [0, 1].map((i) => dialog.getByRole('status').nth(i));
  await dialog.getByRole('button', { name: 'Copy link' }).press('Enter');
  await expect(besideTag).toHaveText('Copied.');
  expect(await copied()).toBe(page.url());
  await expect(besideCode).toHaveText('');
  await dialog.getByRole('button', { name: 'Copy code' }).press('Enter');
  await expect(besideCode).toHaveText('Copied.');
  expect(await copied()).toContain('int main()');
});

test('“Copied.” goes when the tag or the code has changed', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, './#v=1&nodes=3&keys=1000');
  const dialog = await openDialog(page);
  const [besideTag, besideCode] = [0, 1].map((i) => dialog.getByRole('status').nth(i));
  for (const [label, choice] of [
    ['Which picture', 'keys per node'],
    ['Readers may change', 'nothing'],
    ['Preview before loading', 'a picture file'],
  ]) {
    await dialog.getByRole('button', { name: 'Copy tag' }).click();
    await expect(besideTag).toHaveText('Copied.');
    await dialog.getByLabel(label).selectOption(choice);
    await expect(besideTag, label).toHaveText('');
  }
  await dialog.getByRole('button', { name: 'Copy code' }).click();
  await expect(besideCode).toHaveText('Copied.');
  await dialog.getByLabel('Show').selectOption('JavaScript');
  await expect(besideCode).toHaveText('');
});

test('pictures are offered by what they show, and two side by side only if there are two', async ({ page }) => {
  const playground = await open(page, './#v=1&nodes=3&keys=1000&strategy=maglev');
  await playground.settled();
  let dialog = await openDialog(page);
  const menu = () => dialog.getByLabel('Which picture');
  const offered = () => menu().locator('option').allTextContents();
  const beside = () => menu().locator('option[value=compare]');
  expect(await offered()).toEqual([
    'as on the page',
    'Maglev',
    'keys per node',
    'where keys went',
    'key map',
    'side by side (needs a second strategy)',
  ]);
  await expect(beside()).toHaveAttribute('disabled');
  await dialog.getByRole('button', { name: 'Close' }).click();

  await page.goto('./#v=1&nodes=3&keys=1000&strategy=modulo&s2=ring');
  await expect.poll(async () => (await playground.state()).compare.length).toBe(2);
  dialog = await openDialog(page);
  expect((await offered()).at(-1)).toBe('side by side');
  await menu().selectOption('side by side');
  await expect(dialog.locator('[name=tag]')).toHaveValue(/s2=ring" view="compare"/);
  await dialog.getByRole('button', { name: 'Close' }).click();

  await page.goto('./#v=1&nodes=3&keys=1000&strategy=modulo');
  await expect.poll(async () => (await playground.state()).compare.length).toBe(1);
  dialog = await openDialog(page);
  await expect(beside()).toHaveAttribute('disabled');
  await expect(dialog.locator('[name=tag]'), 'nor is it still chosen').not.toHaveValue(/view="compare"/);
});

test('each figure of a post has its own picture file, under the same name in the tag and as saved', async ({
  page,
}) => {
  const playground = await open(page, './');
  /** @type {Set<string>} */
  const names = new Set();
  const scenarios = [
    ['v=1&nodes=6', /^reshard-ring-6-nodes\.svg$/],
    ['v=1&nodes=5&log=+node-5', /^reshard-ring-6-nodes-\w{4}\.svg$/],
    ['v=1&nodes=6&vnodes=1', /^reshard-ring-6-nodes-\w{4}\.svg$/],
    ['v=1&nodes=6&strategy=bounded_ring&s2=modulo', /^reshard-bounded-ring-modulo-6-nodes\.svg$/],
    ['v=1&nodes=ключ&strategy=jump', /^reshard-jump-1-node-\w{4}\.svg$/],
  ];
  for (const [link, name] of scenarios) {
    await page.goto(`./#${link}`);
    await playground.settled();
    const dialog = await openDialog(page);
    await dialog.getByLabel('Preview before loading').selectOption('a picture file');
    const tag = await dialog.locator('[name=tag]').inputValue();
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Save as SVG' }).click();
    const file = (await download).suggestedFilename();
    expect(file).toMatch(name);
    expect(tag).toContain(` poster="${file}"`);
    expect(tag).toContain(`<img src="${file}"`);
    await expect(dialog).toContainText(`The tag refers to ${file}:`);
    names.add(file);
    await dialog.getByLabel('Which picture').selectOption('keys per node');
    await expect(dialog.locator('[name=tag]')).toHaveValue(/ poster="[\w-]+-nodes?-load(-\w{4})?\.svg"/);
    await dialog.getByLabel('Which picture').selectOption('as on the page');
    await dialog.getByRole('button', { name: 'Close' }).click();
  }
  expect(names.size).toBe(scenarios.length);
});

test('the documentation of embedding opens beside the page, which keeps its dialog', async ({ page, context }) => {
  await open(page, './#v=1&nodes=3&keys=1000');
  const dialog = await openDialog(page);
  const link = dialog.getByRole('link', { name: 'More about embedding' });
  await expect(link).toHaveAttribute('rel', 'noopener');
  const opened = context.waitForEvent('page');
  await link.click();
  const beside = await opened;
  await expect.poll(() => beside.url()).toMatch(/\/embedding\.html$/);
  await beside.close();
  await expect(dialog).toBeVisible();
});

test('a scenario is saved to a file and opened again', async ({ page }) => {
  const playground = await open(page, './#v=1&nodes=a,b*2,c&keys=3000&strategy=rendezvous_weighted&log=+d,-a');
  const { link } = await playground.state();
  let dialog = await openDialog(page);
  const file = await saved(page, dialog, 'Save as JSON');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await playground.run({ do: 'reset' });
  dialog = await openDialog(page);
  await dialog
    .getByLabel('Open a file')
    .setInputFiles({ name: 'reshard.json', mimeType: 'application/json', buffer: Buffer.from(file) });
  await expect(dialog).toBeHidden();
  expect((await playground.state()).link).toBe(link);
  await playground.run({ do: 'undo' });
  expect((await playground.state()).link).not.toBe(link);
});

test('a bad file is refused with field and range, and nothing is lost', async ({ page }) => {
  const playground = await open(page, './#v=1&nodes=3&keys=1000');
  const { link } = await playground.state();
  const dialog = await openDialog(page);
  const text = dialog.getByRole('textbox', { name: 'Scenario as JSON' });
  for (const [file, why] of [
    ['{"nodes":[{"name":"a","weight":-1}]}', 'nodes[0].weight: -1 is outside 0 to'],
    ['{"keys":{"count":0}}', '0 is outside 1 to 10000000'],
    ['not json', 'cannot be read as'],
    ['{"wrong":1}', 'wrong'],
  ]) {
    await text.fill(file);
    await dialog.getByRole('button', { name: 'Use this scenario' }).click();
    await expect(dialog.getByRole('alert')).toContainText(why);
    await expect(dialog.getByRole('alert')).toContainText('Your scenario is unchanged.');
    await expect(text).toHaveValue(file);
  }
  expect((await playground.state()).link).toBe(link);
});

test('the code is for the state on screen, and the JavaScript runs', async ({ page }) => {
  const playground = await open(page, './#v=1&nodes=3&keys=2000&strategy=nginx&log=+extra');
  const { nodes, link } = await playground.state();
  const dialog = await openDialog(page);
  const code = dialog.getByRole('textbox', { name: 'Code' });
  await expect(code).toHaveValue(/upstream backend \{\n {4}hash \$request_uri consistent;\n[^]* {4}server extra;\n\}/);
  await dialog.getByLabel(/^Show/).selectOption('C++');
  await expect(code).toHaveValue(new RegExp(`parse_link\\(\\s*"${link.replace(/[+*.]/g, '\\$&')}"`));
  await dialog.getByLabel(/^Show/).selectOption('JavaScript');
  const call = /core\.place\(([^]*?)\);\n/.exec(await code.inputValue())[1];
  const core = await loadReshard();
  expect(core.place(JSON.parse(call)).counts).toEqual(nodes.map(({ keys }) => keys));
  /** @type {AxeResults} */
  const { violations } = await page.evaluate(`(() => { ${axe.source}; return axe.run('#take-along'); })()`);
  expect(violations.map(({ id, nodes: where }) => [id, where[0].html])).toEqual([]);
});

test('a name that a system cannot have is refused with the reason, and the code is still there', async ({ page }) => {
  const playground = await open(page, './#v=1&nodes=a,$(touch%20x),c&keys=1000&strategy=haproxy');
  const dialog = await openDialog(page);
  const code = dialog.getByRole('textbox', { name: 'Code' });
  await expect(code).toHaveValue(/^No configuration: HAProxy needs server addresses.*“\$\(touch x\)” is not one\.$/);
  await dialog.getByLabel(/^Show/).selectOption('JavaScript');
  await expect(code).toHaveValue(/"\$\(touch x\)"/);
  await dialog.getByRole('button', { name: 'Close' }).click();
  expect((await playground.state()).nodes.map(({ name }) => name)).toEqual(['a', '$(touch x)', 'c']);
  expect(faultsOf(page)).toEqual([]);
});

test('a weight that a system cannot have is refused where it is entered, and a link that has one opens unchanged', async ({
  page,
}) => {
  const playground = await open(page, './#v=1&nodes=a,b*1.5,c&keys=1000&strategy=nginx');
  expect((await playground.state()).nodes[1].weight).toBe(1.5);
  const refused = await playground.run({ do: 'weigh_node', node: 'c', weight: 2.5 }).catch((error) => error.message);
  expect(JSON.stringify(refused)).toContain('nginx accepts whole weights only, not 2.5');
  expect((await playground.state()).nodes[2].weight).toBe(1);
});

const kStored = {
  'v=1&nodes=a,b*1.5,c&strategy=nginx': [1.5, 'Weight of b: nginx accepts whole weights only, not 1.5'],
  'v=1&nodes=a,b*0.000000001,c&strategy=envoy_ring': [
    1e-9,
    "Weight of b: Envoy's load_balancing_weight is a whole number from 1, not 1e-09",
  ],
  'v=1&nodes=a,b*0.5,c&strategy=maglev&dialect=envoy': [
    0.5,
    "Weight of b: Envoy's load_balancing_weight is a whole number from 1, not 0.5",
  ],
};
for (const [link, [weight, why]] of Object.entries(kStored)) {
  test(`the link ${link} opens as it was stored, and a notice says what the system does not allow`, async ({
    page,
  }) => {
    const playground = await open(page, `./#${link}&keys=1000`);
    const state = await playground.state();
    expect(state.strategy).toBe(/strategy=(\w+)/.exec(link)[1]);
    expect(state.nodes[1].weight).toBe(weight);
    expect(state.notice).toContain(`Kept as stored, although the real system does not allow it:\n${why}`);
    await playground.clickControl('close-refusal');
    await playground.clickControl('add-node');
    // With one more node, Envoy's largest ring has no point for so small a weight.
    expect((await playground.state()).nodes).toHaveLength(weight === 1e-9 ? 3 : 4);
    expect(faultsOf(page)).toEqual([]);
  });
}
