// Five texts, statement by statement: every link opens, the text view shows what stands beside it, and where a text has a
// figure that can be had again, it is that.
import { readFileSync } from 'node:fs';
import axe from 'axe-core';
import { expect, test } from './fixture.mjs';
import { built } from '../../built.mjs';
import { linkOf, measure } from '../../../web/dialogs/figures.js';
import { faultsOf, inFooter, open, Playground } from './page.mjs';

const { loadReshard } = await built('reshard-core.mjs');
const texts = JSON.parse(readFileSync(new URL('../../../assets/literature/literature.json', import.meta.url), 'utf8'));
const statements = texts.flatMap((text) => text.statements);

// The figures of the texts, by statement: what the text view says of what moved, a case each; null where the text has none.
const kMoved = {
  'golubtsov-1': ['(95.2%)', null, '(95.2%)'],
  'golubtsov-8': ['(95.2%)', null, null, '(4.7%)'],
  'lecture-8': [', 0 unnecessarily', ', 0 unnecessarily'],
  'lecture-12': ['(9.2%), 0 unnecessarily'],
  'gholt-2': ['990,214 of 1,000,000 keys'],
  'gholt-3': ['3 of 10 keys'],
  'gholt-4': ['240,855 of 1,000,000 keys', '3,581 of 1,000,000 keys'],
  'gholt-5': ['10,279 of 1,000,000 keys', '9,947 of 1,000,000 keys'],
  'gholt-6': ['11,710 of 1,000,000 keys'],
};

const plain = (text) => text.replace(/\s/gu, ' ');
const inSteps = ({ log = '' }) => /\.\.|,/.test(log);  // the playground shows the last of several

for (const { id, title, statements: all } of texts) {
  test(`each link of “${title.en}” opens whole, and the text view shows what moved`, async ({ page }) => {
    const core = await loadReshard();
    const playground = await open(page, './#v=1&keys=1000');
    await page.locator('#text-open').click();
    let seen = 0;
    for (const statement of all) {
      for (const [i, told] of (statement.cases ?? []).entries()) {
        const link = linkOf(told.scenario);
        await page.evaluate((hash) => { location.hash = hash; }, link);
        const { strategies, keys } = told.scenario;
        await expect(async () => {
          const state = await playground.state();
          expect([state.strategy, state.keys, state.busy]).toEqual([strategies[0].strategy, keys, false]);
        }, link).toPass();
        const state = await playground.state();
        expect(state.notice, link).toBe('');
        const expected = kMoved[statement.id]?.[i];
        const words = page.locator('#text-moved');
        if (expected) await expect.poll(async () => plain(await words.textContent()), statement.id).toContain(expected);
        if (keys <= 100_000 && told.scenario.log && !inSteps(told.scenario) && !told.scenario.log.startsWith('!')) {
          const [{ moved }] = measure(core, told);
          await expect(async () => expect((await playground.state()).moved, statement.id).toBe(moved)).toPass();
        }
        ++seen;
      }
    }
    expect(seen).toBe(all.flatMap(({ cases = [] }) => cases).length);
    expect(seen, id).toBeGreaterThan(2);
    expect(faultsOf(page)).toEqual([]);
  });
}

test('the core gives the figures of the texts that can be had again', async () => {
  const core = await loadReshard();
  const of = (id, i = 0) => {
    const [figures] = measure(core, statements.find((statement) => statement.id === id).cases[i]);
    return figures;
  };
  // gholt: assignments per node at least, at most, items moved.
  for (const [id, least, most, moved] of /** @type {[string, number, number, number][]} */ ([
    ['gholt-2', 9780, 10_215, 990_214], ['gholt-4', 1, 659_651, 240_855], ['gholt-5', 2920, 27_557, 10_279], ['gholt-6', 9395, 10_933, 11_710]])) {
    expect(of(id), id).toMatchObject({ least, most, moved, mean: 10_000 });
  }
  expect(of('gholt-3')).toMatchObject({ counts: [4, 6], moved: 3 });
  // Modulo moves 1 − min / lcm, whatever the formula of the text says.
  expect(of('golubtsov-1', 1).moved / 1e6).toBeCloseTo(1 - 20 / 460, 3);
  expect(of('golubtsov-1', 2).moved / 1e6).toBeCloseTo(1 - 20 / 420, 3);
  // Half of the cells, which are 26 and 26 bytes of 256 in the fullest, 12 and 12 in the emptiest: 2.17 times.
  expect(of('jedis-1').most / of('jedis-1').least).toBeCloseTo(2.17, 1);
  expect(of('notes-4').owner).toBe('11');
  // Two independent draws meet on one of ten nodes for a tenth of the keys; two of a walk never do.
  expect(of('golubtsov-2').suffix.same / 1e5).toBeCloseTo(0.1, 2);
  expect(of('golubtsov-2').walk.same).toBe(0);
  // A tenth node's pair links carry D/20 each; the way back as much.
  expect(of('lecture-3')).toMatchObject({ links: 10 });
  expect(of('lecture-3').busiest / 1e5).toBeCloseTo(1 / 20, 2);
  expect(of('lecture-3', 1).busiest).toBe(of('lecture-3').busiest);
});

test('every statement is there in both languages', () => {
  expect(texts.map((text) => text.statements.length)).toEqual([9, 17, 14, 3, 8]);
  const worded = (text) => typeof text === 'string' || (/[a-z]/i.test(text.en) && /[а-яё]/i.test(text.ru));
  for (const { id, says, why, lacks, cases } of statements) {
    expect([says, why, lacks].filter(Boolean).every(worded), id).toBe(true);
    expect(cases || lacks, `${id} opens something, or says what is missing`).toBeTruthy();
  }
});

test('a reader clicks along: list, link, note, next, and back to the list', async ({ page }) => {
  const playground = await open(page, './#v=1&nodes=7&keys=5000');
  await (await inFooter(page, '[data-dialog=literature]')).click();
  const dialog = page.getByRole('dialog', { name: 'Literature' });
  await dialog.locator('[data-text=gholt] summary').click();
  const second = dialog.locator('#gholt-2');
  await expect(second.getByRole('status')).toHaveText('Here: 9780 to 10215 assignments per node, target was 10000; 2.20% under and 2.15% over; 990214 items moved', { timeout: 60_000 });
  const { violations } = await page.evaluate(`(() => { ${axe.source}; return axe.run('#literature'); })()`);
  expect(violations.map(({ id, nodes }) => [id, nodes[0].html])).toEqual([]);
  await second.getByRole('link', { name: 'Open' }).press('Enter');
  await expect(dialog).toBeHidden();
  const note = page.getByRole('region', { name: 'What to notice' });
  await expect(note).toContainText('990214 items moved');
  await expect(async () => expect((await playground.state()).moved).toBe(990_214)).toPass();
  await note.getByRole('button', { name: 'Next' }).press('Enter');
  await expect(note).toContainText('Here: 4 to 6 assignments per node', { timeout: 60_000 });
  await expect(note.getByRole('button', { name: 'Next' })).toBeFocused();
  await expect(async () => expect((await playground.state()).moved).toBe(3)).toPass();
  await note.getByRole('button', { name: 'Literature' }).click();
  await expect(dialog.locator('#gholt-3')).toBeInViewport();
  expect(faultsOf(page)).toEqual([]);
});

test('the catalogue has them too, with links into the playground', async ({ page }) => {
  await page.goto('./catalogue.html');
  const text = page.locator('#literature [data-text=gholt]');
  await text.locator('summary').click();
  await expect(text.locator('#gholt-6 output')).toHaveText(/9395 to 10933 assignments per node/, { timeout: 60_000 });
  const { violations } = await page.evaluate(`(() => { ${axe.source}; return axe.run('#literature'); })()`);
  expect(violations.map(({ id, nodes }) => [id, nodes[0].html])).toEqual([]);
  await text.locator('#gholt-3').getByRole('link').click();
  const playground = await new Playground(page).started();
  expect((await playground.state()).moved).toBe(3);
});

test('a link opens the list at a statement, and leaves the scenario of the rest of it', async ({ page }) => {
  const playground = await open(page, './?lang=ru#v=1&nodes=7&dialog=literature/lecture-4');
  await expect(page.locator('#lecture-4')).toBeInViewport();
  await expect(page.locator('#lecture-4')).toContainText('Битовый бор');
  const { nodes, notice } = await playground.state();
  expect(nodes).toHaveLength(7);
  expect(notice).toBe('');
});
