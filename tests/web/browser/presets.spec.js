// Every preset opens completely, and its sentences agree with what is measured.
import { readFileSync } from 'node:fs';
import axe from 'axe-core';
import { expect, test } from './fixture.mjs';
import { built, dist } from '../../built.mjs';
import { faultsOf, inFooter, open } from './page.mjs';
/** @import {AxeResults} from 'axe-core' */
/** @import {GeneratedKeys, PlaceInput} from '../../../web/headless/reshard-core.d.ts' */
/** @import {Json} from '../../types.d.ts' */

const { loadReshard } = await built('reshard-core.mjs');
/** @type {Json[]} */
const presets = JSON.parse(readFileSync(new URL('../../../assets/presets/presets.json', import.meta.url), 'utf8'));
const plain = (/** @type {string} */ text) => text.replace(/\s/gu, ' ');

/**
 * The two strategies of a link as inputs of place(), and the key that it inspects.
 * @param {string} link
 * @param {string[]} nodes
 * @returns {{sides: PlaceInput[], key: string}}
 */
function sidesOf(link, nodes) {
  const fields = new URLSearchParams(link);
  const numbers = fields.get('type') === 'int64';
  const kind = /** @type {GeneratedKeys['kind']} */ (fields.get('kind'));
  const keys = numbers ? Array.from({ length: 100_000 }, (_, i) => String(i + 1)) : { kind };
  const sides = [
    ['strategy', ''],
    ['s2', 's2.'],
  ].map(([strategy, prefix]) => ({
    strategy: fields.get(strategy),
    params: Object.fromEntries(
      ['dialect', 'type'].map((key) => [key, fields.get(prefix + key)]).filter(([, value]) => value !== null),
    ),
    nodes,
    keys,
  }));
  return { sides, key: fields.get('inspect') };
}

for (const { title, notice, link, measured, requests = [], apart } of presets) {
  test(`${title}: what it says agrees with the measurement`, async ({ page }) => {
    const playground = await open(page, `./#${link}`);
    const { compare, nodes: shown, notice: refused } = await playground.state();
    expect(refused).toBe('');
    for (const { strategy, figure, text } of measured) {
      const [id, which = 1] = strategy.split(' ');
      const row = compare.filter((each) => each.strategy === id)[which - 1];
      expect(plain(row.figures.find(({ label }) => label === figure).text), `${figure}, ${strategy}`).toBe(text);
      expect(plain(notice)).toContain(text);
    }
    const core = await loadReshard();
    for (const { nodes, spread, text } of requests) {
      const { stats } = core.place({ strategy: 'ring', nodes, requests: { skew: 1, spread } });
      expect(`${stats.requestPeakToMean.toFixed(2)}×`).toBe(text);
      expect(plain(notice)).toContain(text);
    }
    if (apart) {
      const systems = await loadReshard({ wasm: new URL('reshard-core-systems.wasm', dist) });
      const names = shown.map(({ name }) => name);
      const { sides, key } = sidesOf(link, names);
      const [one, other] = sides.map((side) => systems.place(side));
      expect(one.counts).toEqual(shown.map(({ keys }) => keys));
      const share = one.owners.filter((owner, i) => owner !== other.owners[i]).length / one.keys;
      expect(`${(100 * share).toFixed(1)}%`).toBe(apart.text);
      expect(sides.map((side) => systems.explain(side, key).at(-1).node)).toEqual(apart.owners);
      for (const text of [apart.text, ...apart.owners]) expect(plain(notice)).toContain(text);
    }
    expect(measured.length + requests.length + (apart?.owners.length ?? 0)).toBeGreaterThan(1);
    expect(faultsOf(page)).toEqual([]);
  });
}

test('each scenario of the gallery has a picture of its own, drawn when the gallery is first opened', async ({
  page,
}) => {
  /** @type {string[]} */
  const loaded = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  await open(page);
  await page.waitForLoadState('networkidle');
  expect(loaded.filter((path) => path.startsWith('/assets/presets/'))).toEqual([]);
  await (await inFooter(page, '[data-dialog=presets]')).click();
  const images = page.getByRole('dialog').locator('img');
  await expect(images).toHaveCount(presets.length);
  for (const image of await images.all()) {
    await expect(async () =>
      expect(await image.evaluate((each) => each.complete && each.naturalWidth)).toBe(480),
    ).toPass();
  }
  const pictures = await images.evaluateAll((all) => all.map(({ src }) => src));
  expect(new Set(pictures).size).toBe(presets.length);
  expect(faultsOf(page)).toEqual([]);
});

test('the gallery’s pictures have Russian descriptions', async ({ page }) => {
  await open(page, './?lang=ru');
  await (await inFooter(page, '[data-dialog=presets]')).click();
  const images = page.getByRole('dialog').locator('img');
  await expect(async () => {
    const pictures = await images.evaluateAll((all) => all.map(({ src }) => decodeURIComponent(src)));
    expect(pictures).toHaveLength(presets.length);
    for (const picture of pictures) expect(picture).toMatch(/<text[^>]*>[^<]*[а-яё]{3}/);
  }).toPass();
});

test('a scenario of the gallery is one press away, says what to notice, and Back returns', async ({ page }) => {
  const playground = await open(page, './#v=1&nodes=7&keys=5000');
  await (await inFooter(page, '[data-dialog=presets]')).click();
  await expect(page.getByRole('dialog', { name: 'Examples' }).getByRole('listitem')).toHaveCount(presets.length);
  /** @type {AxeResults} */
  const { violations } = await page.evaluate(`(() => { ${axe.source}; return axe.run('#presets'); })()`);
  expect(violations.map(({ id, nodes }) => [id, nodes[0].html])).toEqual([]);
  const redis = presets.find(({ title }) => title.startsWith('Redis'));
  await page.getByRole('dialog').getByRole('link', { name: redis.title }).press('Enter');
  await expect(page.getByRole('region', { name: 'What to notice' })).toContainText(redis.notice);
  await expect(async () => expect((await playground.state()).strategy).toBe('redis_slots')).toPass();
  await page.goBack();
  await expect(async () => expect((await playground.state()).nodes).toHaveLength(7)).toPass();
  await page.getByRole('region', { name: 'What to notice' }).getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('region', { name: 'What to notice' })).toBeHidden();
});

for (const address of ['./', './?embed']) {
  test(`${address}: an example of a system opens with the second build, its note and its picture`, async ({ page }) => {
    const { title, notice, link } = presets.find((each) => each.title.startsWith('Kafka: do'));
    const playground = await open(page, `${address}#v=1&nodes=7&keys=5000`);
    if (address === './') {
      await (await inFooter(page, '[data-dialog=presets]')).click();
      await page.getByRole('dialog').getByRole('link', { name: title }).click();
      await page.waitForURL(/partitions/);
    } else {
      await page.evaluate((fragment) => location.assign(`#${fragment}`), link);
    }
    await expect(async () => expect((await playground.state()).strategy).toBe('partitions')).toPass();
    const { compare, inspected } = await playground.state();
    expect(compare).toHaveLength(2);
    expect(inspected.steps.at(-1).node).toBe('p9');
    if (address === './') {
      await expect(page.getByRole('region', { name: 'What to notice' })).toContainText(notice);
      await page.goBack();
      await expect(async () => expect((await playground.state()).nodes).toHaveLength(7)).toPass();
    }
    expect(faultsOf(page)).toEqual([]);
  });
}
