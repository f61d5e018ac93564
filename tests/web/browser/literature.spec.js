// Five texts, statement by statement: every link opens, the text view shows the figures beside it, and where a text
// states a reproducible figure, they agree with it.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import axe from 'axe-core';
import { expect, test } from './fixture.mjs';
import { built } from '../../built.mjs';
import { linkOf, measure, viewsOf } from '../../../web/dialogs/library/figures.js';
import { plain, readTextView, priceWords, kFromTextView } from './literature.mjs';
import { faultsOf, inFooter, open, Playground } from './page.mjs';
/** @import {Page} from '@playwright/test' */
/** @import {Json} from '../../types.d.ts' */
/** @import {AxeResults} from 'axe-core' */

const { loadReshard } = await built('reshard-core.mjs');
/** @type {Json[]} */
const texts = JSON.parse(readFileSync(new URL('../../../assets/literature/literature.json', import.meta.url), 'utf8'));
/** @type {Json[]} */
const statements = texts.flatMap((text) => text.statements);

// The share that moves according to the texts and arithmetic, by statement and case; null where they say nothing.
/** @type {Record<string, (?number)[]>} */
const kShare = {
  'golubtsov-10': [20 / 21, 1 / 2],
  'golubtsov-1': [20 / 21, 1 - 20 / 460, 20 / 21],
  'golubtsov-5': [1 / 21],
  'golubtsov-6': [20 / 21, 1 / 2],
  'golubtsov-7': [1 / 21],
  'golubtsov-8': [20 / 21, 0.0629, 0.0532, 0.0475],
  'notes-4': [null, 1 / 2],
  'lecture-2': [5 / 6],
  'lecture-3': [1 / 2, 1 / 2],
  'lecture-4': [null, 1 / 8, 1 / 4, 3 / 8, 3 / 8],
  'lecture-8': [1 / 11, 1 / 10],
  'lecture-12': [1 / 11],
  'lecture-14': [1 / 11],
};

// The words beside a link, where the text has the very same figure.
/** @type {Record<string, (?string)[]>} */
const kLine = {
  'notes-4': ['node 11'],
  'notes-5': [null, '1 of 100,000 keys moved'],
  'lecture-8': [', 0 unnecessarily', ', 0 unnecessarily'],
  'golubtsov-4': ['30,989 to 81,716'],
  'golubtsov-5': ['overlap 95.24%, σ 166.89'],
  'golubtsov-6': ['overlap 4.71%, σ 204.64'],
  'golubtsov-7': ['overlap 95.24%, σ 214.46'],
  'golubtsov-8': [
    'overlap 4.78%, σ 191.85',
    'overlap 93.76%, σ 39,883.22',
    'overlap 94.64%, σ 5,994.19',
    'overlap 95.22%, σ 1,172.52',
  ],
  'golubtsov-9': ['overlap 94.64%, σ 5,994.19', 'overlap 95.24%, σ 166.89'],
  'gholt-1': ['node odd', 'node even'],
  'gholt-2': ['9780 to 10215 assignments per node, target was 10000; 2.20% under and 2.15% over', '990214 items moved'],
  'gholt-3': ['3 items moved'],
  'gholt-4': [
    '1 to 659651 assignments per node, target was 10000; 99.99% under and 6496.51% over',
    '240855 items moved',
  ],
  'gholt-5': [
    '2920 to 27557 assignments per node, target was 10000; 70.80% under and 175.57% over',
    '10279 items moved',
  ],
  'gholt-6': ['9395 to 10933 assignments per node, target was 10000; 6.05% under and 9.33% over', '11710 items moved'],
};

// Max / min: of the 256 byte values the fullest node has 52, in two cells of 26, and the emptiest 24, in one.
/** @type {Record<string, number[]>} */
const kRatio = { 'jedis-1': [52 / 24, 52 / 24], 'jedis-3': [52 / 24] };

// What the texts claim of a move under load: true where nothing is lost or wrong.
/** @type {Record<string, boolean[]>} */
const kGoesWell = {
  'notes-10': [true, false],
  'notes-11': [true, false],
  'notes-12': [true, false],
  'notes-13': [true, true],
  'notes-27': [false],
  'notes-14': [true],
  'notes-15': [true, true],
  'notes-16': [true],
  'lecture-1': [true],
  'lecture-3': [true],
  'lecture-5': [true],
  'lecture-7': [true, true],
};

/**
 * The figures that the page computes beside the links of a text, by statement.
 * @param {Page} page
 * @param {string} id
 */
async function figuresBeside(page, id) {
  const text = page.locator(`#literature [data-text=${id}]`);
  if (!(await text.evaluate((section) => section.open))) await text.locator('summary').click();
  const outputs = text.locator('.case output:not(:empty)');
  await expect(outputs).toHaveCount(await text.locator('.case output').count(), { timeout: 300_000 });
  const lines = await text
    .locator('li')
    .evaluateAll((items) =>
      items.map(
        (item) =>
          /** @type {[string, string[]]} */ ([
            item.id,
            [...item.querySelectorAll('output')].map((output) => output.textContent),
          ]),
      ),
    );
  return Object.fromEntries(lines.map(([statement, words]) => [statement, words.map(plain)]));
}

for (const { id, title, statements: all } of texts) {
  test(`each link of “${title.en}” opens completely, and the text view has every figure beside it`, async ({
    page,
  }) => {
    test.setTimeout(800_000); // millions of keys, some twenty times
    const playground = await open(page, './#v=1&keys=1000&dialog=literature');
    const beside = await figuresBeside(page, id);
    await page.keyboard.press('Escape');
    await page.locator('#text-open').click();
    let seen = 0;
    for (const statement of all) {
      for (const [i, told] of (statement.cases ?? []).entries()) {
        const link = linkOf(told.scenario),
          line = beside[statement.id][i];
        await page.evaluate((hash) => {
          location.hash = hash;
        }, link);
        const { strategies, keys } = told.scenario;
        await expect(async () => {
          const state = await playground.state();
          expect([state.strategy, state.keys, state.compare.length, state.busy]).toEqual([
            strategies[0].strategy,
            keys,
            strategies.length,
            false,
          ]);
        }, link).toPass({ timeout: 150_000 });
        expect((await playground.state()).notice, link).toBe('');
        expect(line, statement.id).toMatch(/^Here: (?:.*\d|node \w)/);
        if (kLine[statement.id]?.[i]) expect(line, statement.id).toContain(kLine[statement.id][i]);
        if (told.as !== 'suffix') {
          await expect(async () => {
            const views = await readTextView(page);
            for (const view of views) {
              const figure = kFromTextView[told.as](view).replace(/\.$/, '');
              expect(line, statement.id).toContain(figure);
              // A strategy's title comes with or without its settings.
              if (views.length > 1) expect(line, statement.id).toContain(view.title.replace(/ \(.*$/, ''));
            }
            const share = kShare[statement.id]?.[i];
            if (told.as === 'table' && views.length === 1) expect(line).toContain(priceWords(views[0].memory));
            const ratio = kRatio[statement.id]?.[i];
            if (ratio) expect(Math.abs(views[0].most / views[0].least - ratio), statement.id).toBeLessThan(0.02);
            if (share)
              expect(Math.abs(views[0].moved / views[0].keys - share), `${statement.id}, ${i}`).toBeLessThan(0.005);
          }).toPass({ timeout: 15_000 });
        }
        ++seen;
      }
    }
    expect(seen).toBe(all.flatMap(({ cases = [] }) => cases).length);
    expect(seen, id).toBeGreaterThan(2);
    expect(faultsOf(page)).toEqual([]);
  });
}

for (const { id, moves } of statements.filter((statement) => statement.moves)) {
  test(`the moves of “${id}” open in Migrate, and end as the text says`, async ({ page }) => {
    expect(kGoesWell[id]).toHaveLength(moves.length);
    for (const [i, { scenario }] of moves.entries()) {
      await page.goto('about:blank');
      const playground = await open(page, `./#${linkOf(scenario)}`);
      const view = page.locator('#migrate');
      await expect(view.locator('.said').first()).not.toBeEmpty({ timeout: 60_000 });
      await expect(view.locator('[name=progress]')).toBeHidden({ timeout: 60_000 });
      const said = view.locator('.said').first();
      if (kGoesWell[id][i]) await expect(said, scenario.move).toContainText('no write is lost and no read is wrong');
      if (kGoesWell[id][i]) await expect(said, scenario.move).not.toContainText('gave up');
      else await expect(said, scenario.move).toHaveClass(/bad/);
      expect((await playground.state()).notice, scenario.move).toBe('');
    }
    expect(faultsOf(page)).toEqual([]);
  });
}

test('the core reproduces the figures of the texts that are reproducible', async () => {
  const core = await loadReshard();
  const of = (/** @type {string} */ id, i = 0) => {
    const [figures] = measure(core, statements.find((statement) => statement.id === id).cases[i]);
    return figures;
  };
  // gholt: the least and most assignments per node, and the items moved.
  for (const [id, least, most, moved] of /** @type {[string, number, number, number][]} */ ([
    ['gholt-2', 9780, 10_215, 990_214],
    ['gholt-4', 1, 659_651, 240_855],
    ['gholt-5', 2920, 27_557, 10_279],
    ['gholt-6', 9395, 10_933, 11_710],
  ])) {
    expect(of(id), id).toMatchObject({ least, most, mean: 10_000 });
    expect(of(id, 1), id).toMatchObject({ least, most, moved, mean: 10_000 });
  }
  expect(of('gholt-3')).toMatchObject({ counts: [4, 6], moved: 3 });
  // Modulo moves 1 − min / lcm, whatever the formula of the text says.
  expect(of('golubtsov-1', 1).moved / 1e6).toBeCloseTo(1 - 20 / 460, 3);
  expect(of('golubtsov-1', 2).moved / 1e6).toBeCloseTo(1 - 20 / 420, 3);
  // Of the 256 byte values the fullest node has 52, the emptiest 24: 2.17 times as many.
  expect(of('jedis-1').most / of('jedis-1').least).toBeCloseTo(2.17, 1);
  expect(of('notes-4').owner).toBe('11');
  expect(of('notes-5', 1)).toMatchObject({ moved: 1 });
  // Of five leaves, 0 and 4 have an eighth of the hashes each, the others a quarter. If the removed leaf's sibling is a
  // leaf, an eighth moves, otherwise a quarter; and if two leaves of the subtree merge, the freed node's eighth as
  // well.
  for (const [i, share] of [
    [1, 1 / 8],
    [2, 1 / 4],
    [3, 3 / 8],
  ])
    expect(of('lecture-4', i).moved / 1e5).toBeCloseTo(share, 2);
  // Two independent draws give the same of ten nodes for a tenth of the keys; two steps of a walk never do.
  expect(of('golubtsov-2').suffix.same / 1e5).toBeCloseTo(0.1, 2);
  expect(of('golubtsov-2').walk.same).toBe(0);
  // The ten links between pairs of nodes carry D/20 each, and as much on the way back.
  expect(of('lecture-3')).toMatchObject({ links: 10 });
  expect(of('lecture-3').busiest / 1e5).toBeCloseTo(1 / 20, 2);
  expect(of('lecture-3', 1).busiest).toBe(of('lecture-3').busiest);
});

test('every statement is there in both languages', () => {
  expect(texts.map((text) => text.statements.length)).toEqual([12, 28, 14, 6, 10]);
  const worded = (/** @type {Json} */ text) =>
    typeof text === 'string' || (/[a-z]/i.test(text.en) && /[а-яё]/i.test(text.ru));
  for (const { id, says, why, lacks, cases, moves, dialog } of statements) {
    expect(
      [says, why, lacks, ...(moves ?? []).map((/** @type {Json} */ move) => move.says)].filter(Boolean).every(worded),
      id,
    ).toBe(true);
    expect(cases || moves || dialog || lacks, `${id} opens something, or says what is missing`).toBeTruthy();
  }
});

test('a reader clicks along: list, link, note, next, and back to the list', async ({ page }) => {
  const playground = await open(page, './#v=1&nodes=7&keys=5000');
  await (await inFooter(page, '[data-dialog=literature]')).click();
  const dialog = page.getByRole('dialog', { name: 'Claims of five texts, recomputed' });
  await dialog.locator('[data-text=gholt] summary').click();
  const second = dialog.locator('#gholt-2');
  await expect(second.getByRole('status').first()).toHaveText(
    'Here: 9780 to 10215 assignments per node, target was 10000; 2.20% under and 2.15% over',
    { timeout: 60_000 },
  );
  /** @type {AxeResults} */
  const { violations } = await page.evaluate(`(() => { ${axe.source}; return axe.run('#literature'); })()`);
  expect(violations.map(({ id, nodes }) => [id, nodes[0].html])).toEqual([]);
  await second.getByRole('link', { name: 'Open' }).nth(1).press('Enter');
  await expect(dialog).toBeHidden();
  const note = page.getByRole('region', { name: 'What to notice' });
  await expect(note).toContainText('990214 items moved');
  await expect(async () => expect((await playground.state()).moved).toBe(990_214)).toPass();
  await note.getByRole('button', { name: 'Next' }).press('Enter');
  await expect(note).toContainText('Here: 990029 items moved', { timeout: 60_000 });
  await expect(note.getByRole('button', { name: 'Next' })).toBeFocused();
  await expect(async () => expect((await playground.state()).moved).toBe(990_029)).toPass();
  await note.getByRole('button', { name: 'All claims' }).click();
  await expect(dialog.locator('#gholt-9')).toBeInViewport();
  expect(faultsOf(page)).toEqual([]);
});

test('a key whose two suffixes share a node is one press away', async ({ page }) => {
  const playground = await open(page, './#v=1&nodes=3&keys=1000&dialog=literature/golubtsov-2');
  await page.locator('#golubtsov-2').getByRole('link', { name: 'Open' }).click();
  const note = page.getByRole('region', { name: 'What to notice' });
  const press = note.getByRole('button', { name: 'Look up such a key' });
  const owners = [];
  for (const copy of [1, 2]) {
    await press.click();
    await expect
      .poll(async () => (await playground.state()).inspected.key, { timeout: 60_000 })
      .toMatch(new RegExp(`^key-\\d+-${copy}$`));
    await playground.settled();
    owners.push((await playground.state()).inspected.steps.at(-1).node);
  }
  expect(owners[0]).not.toBe('');
  expect(owners[1]).toBe(owners[0]);
  await expect(note).toContainText(`are both on ${owners[0]}.`);
  expect(faultsOf(page)).toEqual([]);
});

/**
 * @param {Page} page
 * @param {string} link
 */
async function follow(page, link) {
  await page.evaluate(async (hash) => {
    for (const each of /** @type {NodeListOf<HTMLDialogElement>} */ (document.querySelectorAll('dialog[open]')))
      each.close();
    for (let i = 0; i < 2; ++i) await new Promise(requestAnimationFrame); // closing may change the address
    location.hash = '';
    location.hash = hash;
  }, link);
}

/**
 * The table of a text's statements: test-results/literature/<text>.md, with a picture of each link at each size if
 * RESHARD_PICTURES is set. @param {string} id
 */
function tableOf(id) {
  const folder = fileURLToPath(new URL('../../../test-results/literature', import.meta.url));
  mkdirSync(folder, { recursive: true });
  const rows = ['| link | the text says | its figure | Reshard’s | seen whole at |', '| --- | --- | --- | --- | --- |'];
  return {
    /** @param {import('@playwright/test').Page} page @param {string} name */
    picture: async (page, name) => {
      if (process.env.RESHARD_PICTURES) await page.screenshot({ path: join(folder, `${name}.png`) });
    },
    add: (/** @type {string[]} */ ...cells) =>
      rows.push(`| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`),
    write: () => writeFileSync(join(folder, `${id}.md`), `${rows.join('\n')}\n`),
  };
}

for (const { id, title, statements: all } of texts) {
  test(`each link of “${title.en}” opens on its statement: at a desk and on a phone`, async ({ page }) => {
    test.setTimeout(800_000);
    const table = tableOf(id);
    await page.setViewportSize({ width: 1440, height: 900 });
    const playground = await open(page, './');
    const note = page.getByRole('region', { name: 'What to notice' });
    let seen = 0;
    for (const statement of all) {
      for (const { about, link, says, told, move, dialog } of viewsOf(statement)) {
        /** @param {import('../../../web/dialogs/library/figures.js').Words} [text] */
        const inEnglish = (text) => (typeof text === 'object' ? text.en : text);
        const words = [says, told?.figure, told?.formula].map(inEnglish).filter(Boolean);
        const shown = /show~(\w+)/.exec(dialog ?? '')?.[1];
        const of = page
          .locator(
            move
              ? '#migrate .said'
              : shown
                ? `dialog[open] [data-name=${shown}]`
                : dialog
                  ? 'dialog[open] :is(svg, table)'
                  : '#canvas',
          )
          .first();
        for (const [width, height] of [
          [1440, 900],
          [390, 844],
        ]) {
          await page.setViewportSize({ width, height });
          if (width === 1440 || dialog) await follow(page, link); // a dialog scrolls when it is opened
          for (const text of words) await expect(note, about).toContainText(text, { timeout: 60_000 });
          if (told) await expect(note, about).toContainText(/Here: .*\d|Here: node/, { timeout: 150_000 });
          await expect(of, about).toBeVisible({ timeout: 60_000 });
          if (move) await expect(of, about).toContainText(/keys|rows|requests/, { timeout: 60_000 });
          if (told) await playground.settled();
          await expect(note, `${about}, ${width}`).toBeInViewport({ ratio: 0.99 });
          const cut = await note.locator('p').evaluate((text) => text.scrollHeight - text.clientHeight);
          expect(cut, `${about}, ${width}: all of the note is shown`).toBeLessThanOrEqual(1);
          await expect(of, `${about}, ${width}`).toBeInViewport({ ratio: move ? 0.99 : 0.1 });
          if (told) {
            const { headline, 'picture:compare': compared } = await playground.controls();
            const box = await playground.canvas.boundingBox();
            // Side by side the table is above the headline on a phone: its rows, to the lookup times.
            const claim = compared && width < 500 ? { y: compared.y, h: Math.min(compared.h, 300) } : headline;
            if (claim) expect(box.y + claim.y + claim.h, `${about}, ${width}`).toBeLessThanOrEqual(height);
          }
          await table.picture(page, `${about}-${width}`);
        }
        const here = /Here: (.*)$/.exec(plain(await note.locator('p').textContent()))?.[1];
        const ours = here ?? plain(await of.textContent()).slice(0, 300);
        table.add(about, words[0], words.slice(1).join(' '), ours, '1440 × 900, 390 × 844');
        expect(await page.evaluate(() => location.hash), about).toContain(`about=${about}`);
        ++seen;
      }
    }
    table.write();
    expect(seen).toBe(all.flatMap(viewsOf).length);
    expect(faultsOf(page)).toEqual([]);
  });
}

test('a sent address shows the note again, and closing the note takes it out of the address', async ({
  page,
  context,
}) => {
  const playground = await open(page, './#v=1&nodes=node-1..node-5&keys=1000&about=golubtsov-3');
  const note = page.getByRole('region', { name: 'What to notice' });
  await expect(note).toContainText('A ring can be drawn as a line');
  await playground.page.evaluate(() => window.reshard.run({ do: 'add_node' }));
  await expect(async () => expect(page.url()).toContain('log=')).toPass();
  expect(page.url()).toContain('about=golubtsov-3');
  const other = await context.newPage();
  await open(other, page.url());
  await expect(other.getByRole('region', { name: 'What to notice' })).toContainText('A ring can be drawn as a line');
  await note.getByRole('button', { name: 'Close' }).click();
  await expect(note).toBeHidden();
  expect(page.url()).not.toContain('about=');
  expect(faultsOf(page)).toEqual([]);
});

test('a note of another kind in its place takes the statement out of the address', async ({ page }) => {
  await open(page, './#v=1&dialog=sharding_key/world~shop/show~outcome&about=notes-2');
  const note = page.getByRole('region', { name: 'What to notice' });
  await expect(note).toContainText('The hardest part is finding data');
  await page.getByRole('button', { name: 'Use this key in the playground' }).click({ timeout: 60_000 });
  await expect(note).toContainText('customer_id');
  await expect(note).not.toContainText('The hardest part');
  expect(page.url()).not.toContain('about=');
  expect(faultsOf(page)).toEqual([]);
});

test('a lesson that a link opened is left with the next link, and the focus stays on Next', async ({ page }) => {
  await open(page, './#v=1&lesson=count-the-bytes&about=notes-11.3');
  await expect(page.locator('#lessons h2')).toHaveText('Count the bytes');
  const next = page.getByRole('region', { name: 'What to notice' }).getByRole('button', { name: 'Next' });
  await next.press('Enter');
  await expect(page.locator('#lessons')).toBeHidden();
  await expect(next).toBeFocused();
  expect(faultsOf(page)).toEqual([]);
});

test('a move opens from the list', async ({ page }) => {
  await open(page, './#v=1&nodes=3&keys=1000&dialog=literature/notes-14');
  await page.locator('#notes-14').getByRole('link', { name: 'Watch it move' }).click();
  await expect(page.locator('#literature')).toBeHidden();
  await expect(page.locator('#migrate .said').first()).toContainText('Move on write', { timeout: 60_000 });
  expect(faultsOf(page)).toEqual([]);
});

const frozen = readFileSync(new URL('../../links/v1.txt', import.meta.url), 'utf8')
  .split('\n')
  .map((line) => line.split('  '))
  .flatMap(([name, link]) =>
    /dialog=(\w+)/.test(link ?? '') ? [{ name, link, dialog: /dialog=(\w+)/.exec(link)[1] }] : [],
  );

test('published links to dialogs still open them', async ({ page }) => {
  expect(frozen.length).toBeGreaterThan(5);
  for (const { name, link, dialog } of frozen) {
    await page.goto('about:blank');
    const playground = await open(page, `./#${link}`);
    await expect(page.locator(`dialog#${dialog}`), name).toBeVisible();
    expect((await playground.state()).notice, name).toBe('');
  }
  expect(faultsOf(page)).toEqual([]);
});

test('the catalogue has the texts too, with links into the playground', async ({ page }) => {
  await page.goto('./catalogue.html');
  const text = page.locator('#literature [data-text=gholt]');
  await text.locator('summary').click();
  await expect(text.locator('#gholt-6 output').first()).toHaveText(/9395 to 10933 assignments per node/, {
    timeout: 60_000,
  });
  /** @type {AxeResults} */
  const { violations } = await page.evaluate(`(() => { ${axe.source}; return axe.run('#literature'); })()`);
  expect(violations.map(({ id, nodes }) => [id, nodes[0].html])).toEqual([]);
  await text.locator('#gholt-3').getByRole('link').click();
  const playground = await new Playground(page).started();
  expect((await playground.state()).moved).toBe(3);
});

test('a link opens the list at a statement, and shows the scenario of the rest of the link', async ({ page }) => {
  const playground = await open(page, './?lang=ru#v=1&nodes=7&dialog=literature/lecture-4');
  await expect(page.locator('#lecture-4')).toBeInViewport();
  await expect(page.locator('#lecture-4')).toContainText('Битовый бор');
  const { nodes, notice } = await playground.state();
  expect(nodes).toHaveLength(7);
  expect(notice).toBe('');
});
