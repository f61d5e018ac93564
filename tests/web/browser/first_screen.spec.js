// What a first visit shows: a question, three ways to answer it, and a button for everything else.
import axe from 'axe-core';
import { expect, test } from './fixture.mjs';
import { faultsOf, inFooter, open } from './page.mjs';
/** @import {Page} from '@playwright/test' */
/** @import {Playground} from './page.mjs' */
/** @import {AxeResults} from 'axe-core' */

const firstVisit = (/** @type {Page} */ page, address = './') => open(page, address, { controls: null });

/** What can be pressed, in the canvas and around it. @param {Playground} playground */
async function pressable(playground) {
  await playground.settled();
  const pictures = ['headline', 'structure', 'load'];
  const drawn = Object.entries(await playground.controls())
    .filter(
      ([name, { visible, enabled }]) => visible && enabled && !pictures.includes(name) && !name.startsWith('node:'),
    )
    .map(([name]) => name);
  const around = await playground.page
    .locator(':is(button, summary, a, select, input):visible')
    .evaluateAll((all) =>
      all
        .filter((each) => getComputedStyle(each).clipPath === 'none')
        .map((each) => each.id || each.textContent.trim()),
    );
  return [...drawn, ...around];
}

for (const [size, viewport] of Object.entries({
  'a laptop': { width: 1440, height: 900 },
  'a phone': { width: 390, height: 844 },
})) {
  test.describe(`on ${size}`, () => {
    test.use({ viewport });

    test('at first at most 15 things can be pressed, and all others are one press away', async ({ page }) => {
      const playground = await firstVisit(page);
      const first = await pressable(playground);
      expect(first.length, first.join(', ')).toBeLessThanOrEqual(15);
      await playground.clickControl('all-controls');
      const all = await playground.controls();
      const door =
        viewport.width > 1000
          ? ['compare', 'reset', 'copy-link', 'node-name:node-0']
          : ['open-setup', 'open-nodes', 'reset'];
      for (const name of door) expect(Object.keys(all)).toContain(name);
    });
  });
}

test('a first visit is asked a question, and its first press answers it', { tag: '@smoke' }, async ({ page }) => {
  const playground = await firstVisit(page);
  expect((await playground.state()).headline).toMatch(
    /^5 nodes hold 100.000 keys\. One more node joins: how many keys move\?$/,
  );
  /** @type {AxeResults} */
  const { violations } = await page.evaluate(`(() => { ${axe.source}; return axe.run(); })()`);
  expect(violations.map(({ id, nodes }) => [id, nodes[0].html])).toEqual([]);
  await playground.clickControl('add-node');
  expect((await playground.state()).headline).toMatch(/17\.2.*With modulo, 83\.4% would have moved\.$/);
  await playground.press('Control+z');
  expect((await playground.state()).headline).toMatch(/Now choose another strategy/);
  expect(faultsOf(page)).toEqual([]);
});

test('from the answer one press leads to the same step beside modulo, and the next to writes going on', async ({
  page,
}) => {
  const playground = await firstVisit(page);
  await playground.clickControl('add-node');
  const [, said] = /With modulo, (83\.\d)%/.exec((await playground.state()).headline) ?? []; // of about 5/6
  await playground.clickControl('beside-modulo');
  const { compare: [ring, modulo] = [], headline } = await playground.state();
  expect(ring.moved).toBe(17_150);
  expect((modulo.moved / 1000).toFixed(1)).toBe(said);
  expect(headline).toMatch(/^Added node-5 – 17\.2%/);
  await playground.clickControl('with-writes');
  await expect(page.getByRole('dialog', { name: 'Migrate' })).toContainText('of the page’s 100,000, 17.2%');
  expect(faultsOf(page)).toEqual([]);
});

test('all controls, once wanted, are there on the next visit', async ({ page }) => {
  const playground = await firstVisit(page);
  await playground.clickControl('all-controls');
  await firstVisit(page);
  expect(Object.keys(await playground.controls())).toContain('compare');
  await playground.clickControl('all-controls');
  await firstVisit(page);
  expect(Object.keys(await playground.controls())).not.toContain('compare');
});

test('a page that began with the question shows it again after a reload', async ({ page }) => {
  const playground = await firstVisit(page);
  await playground.clickControl('add-node');
  await expect(page).toHaveURL(/#v=1/);
  await page.reload();
  await playground.started();
  expect(Object.keys(await playground.controls())).not.toContain('compare');
});

test('a link shows all controls, and so does a preset', async ({ page }) => {
  const playground = await firstVisit(page, './#v=1&nodes=7');
  expect(Object.keys(await playground.controls())).toContain('compare');
  await page.evaluate(() => sessionStorage.clear());
  await page.goto('about:blank');
  await firstVisit(page);
  expect(Object.keys(await playground.controls())).not.toContain('compare');
  await (await inFooter(page, '[data-dialog=presets]')).press('Enter');
  await page.getByRole('dialog').getByRole('link', { name: 'Redis Cluster' }).press('Enter');
  await expect(async () => expect(Object.keys(await playground.controls())).toContain('compare')).toPass();
});

test('the sentence about the last change offers to undo it, but not when embedded', async ({ page }) => {
  const playground = await open(page, './#v=1&nodes=3&keys=1000');
  expect(Object.keys(await playground.controls())).not.toContain('undo-change');
  await playground.clickControl('add-node');
  expect((await playground.state()).nodes).toHaveLength(4);
  await playground.clickControl('undo-change');
  expect((await playground.state()).nodes).toHaveLength(3);
  expect(Object.keys(await playground.controls()), 'where it would take back another change').not.toContain(
    'undo-change',
  );
  await page.goto('about:blank');
  await open(page, './?embed#v=1&nodes=3&keys=1000&log=+extra');
  expect((await playground.state()).moved).toBeGreaterThan(0);
  expect(Object.keys(await playground.controls())).not.toContain('undo-change');
});

test('groups of the footer open one at a time, and Escape gives the focus back', async ({ page }) => {
  await open(page);
  const [learn, tools] = [page.locator('summary', { hasText: 'Learn' }), page.locator('summary', { hasText: 'Tools' })];
  await learn.press('Enter');
  await expect(page.locator('#lessons-open')).toBeVisible();
  await tools.click();
  await expect(page.locator('#lessons-open')).toBeHidden();
  await page.keyboard.press('Tab');
  await expect(page.locator('#footer [data-dialog=chooser]')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(tools).toBeFocused();
  await expect(page.locator('[data-dialog=chooser]')).toBeHidden();
});
