// Every preset opens whole, and its sentences say what is measured.
import { readFileSync } from 'node:fs';
import axe from 'axe-core';
import { expect, test } from '@playwright/test';
import { loadReshard } from '../../../dist/reshard-core.mjs';
import { faultsOf, open } from './page.mjs';

const presets = JSON.parse(readFileSync(new URL('../../../assets/presets/presets.json', import.meta.url), 'utf8'));
const plain = (text) => text.replace(/\s/gu, ' ');

for (const { title, notice, link, measured, requests = [] } of presets) {
  test(`${title}: what it says is measured`, async ({ page }) => {
    const playground = await open(page, `./#${link}`);
    const { compare, notice: refused } = await playground.state();
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
    expect(measured.length + requests.length).toBeGreaterThan(1);
    expect(faultsOf(page)).toEqual([]);
  });
}

test('a preset is one press away, says what to notice, and Back leads home', async ({ page }) => {
  const playground = await open(page, './#v=1&nodes=7&keys=5000');
  await page.getByRole('button', { name: 'Presets' }).click();
  await expect(page.getByRole('dialog', { name: 'Presets' }).getByRole('listitem')).toHaveCount(presets.length);
  const { violations } = await page.evaluate(`(() => { ${axe.source}; return axe.run('#presets'); })()`);
  expect(violations.map(({ id, nodes }) => [id, nodes[0].html])).toEqual([]);
  await page.getByRole('button', { name: presets[0].title }).press('Enter');
  await expect(page.getByRole('region', { name: 'What to notice' })).toContainText(presets[0].notice);
  await expect(async () => expect((await playground.state()).strategy).toBe('redis_slots')).toPass();
  await page.goBack();
  await expect(async () => expect((await playground.state()).nodes).toHaveLength(7)).toPass();
  await page.getByRole('region', { name: 'What to notice' }).getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('region', { name: 'What to notice' })).toBeHidden();
});
