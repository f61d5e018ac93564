// The teacher's page: forty codes at once, some of them forged; notes; a lesson that is made, tried and opened by its
// link.
import axe from 'axe-core';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from './fixture.mjs';
import { built, dist, fromTree } from '../../built.mjs';
import { collectFaults, faultsOf, Playground } from './page.mjs';
/** @import {Page} from '@playwright/test' */
/** @import {Json} from '../../types.d.ts' */

const { codeOf, pack } = await fromTree('web/lessons/codes.js');
const { loadLessonsEngine } = await built('web/lessons/lessons_engine.js');
const core = await loadLessonsEngine();

const lessonOf = (/** @type {string} */ id) =>
  JSON.parse(readFileSync(new URL(`assets/lessons/sharding/${id}.json`, dist), 'utf8'));
/** @returns {Json} */
const entryOf = (/** @type {string} */ id, /** @type {number} */ seed, /** @type {Json[]} */ commands) => {
  const { start, version } = lessonOf(id);
  return { version, link: core.measure({ start, commands, seed: String(seed) }).link, prediction: null, hints: 0 };
};

/** @param {Page} page */
async function openTeacher(page, address = './teacher.html') {
  collectFaults(page);
  await page.goto(address);
  await page.waitForSelector('html[data-ready]');
}

test.afterEach(({ page }) => expect(faultsOf(page)).toEqual([]));

test('a lesson is started by keyboard from the top of the page, and no empty part takes the focus', async ({
  page,
}) => {
  await openTeacher(page, './teacher.html#v=1&nodes=4');
  for (let i = 0; i < 3; ++i) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Title')).toBeFocused();
  expect(new URL(page.url()).hash, 'the scenario to start from').toBe('#v=1&nodes=4');
  await page.locator('#check').focus();
  await page.keyboard.press('Tab');
  await expect(page.locator('summary').first()).toBeFocused();
});

test('forty codes are pasted, and only what they carry counts', async ({ page }) => {
  const { solution, near_miss } = lessonOf('ring-pays');
  const codes = [];
  for (let i = 1; i <= 36; ++i) {
    /** @type {Json} */
    const done = { 'warm-up': entryOf('warm-up', i * 101, [{ do: 'add_node' }]) };
    if (i % 12 === 1) done['ring-pays'] = entryOf('ring-pays', i * 101, solution); // twenty seeds each
    codes.push(await codeOf({ name: `Learner ${i}`, seed: i * 101, done }));
  }
  const good = codes.length;
  codes.push(
    await codeOf({ name: 'Forger', seed: 7777, done: { 'ring-pays': entryOf('ring-pays', 7777, near_miss) } }),
  );
  codes.push(
    await codeOf({
      name: '<img src=x onerror=alert(1)>',
      seed: 8888,
      done: {
        'ring-pays': { version: 1, link: 'javascript:alert(1)', prediction: null, hints: 0 },
      },
    }),
  );
  codes.push(`${codes[0].slice(0, -6)}`);
  codes.push(codes[1]); // handed on
  await openTeacher(page);
  await page.getByLabel('Codes').fill(codes.join('\n'));
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(page.locator('#told')).toHaveText(`${good} codes checked, 4 with problems.`, { timeout: 90_000 });
  const rows = page.locator('#results tbody tr');
  await expect(rows).toHaveCount(40);
  const cellsOf = async (/** @type {number} */ row) => rows.nth(row).locator('td').allTextContents();
  expect((await cellsOf(0)).slice(0, 7)).toEqual(['1', 'Learner 1', '2', '0', '✓', '', '✓']);
  expect(await cellsOf(36)).toEqual(
    expect.arrayContaining(['Forger', '✗', 'ring-pays: its setup does not reach the goals']),
  );
  expect((await cellsOf(37))[1]).toBe('<img src=x onerror=alert(1)>');
  expect((await cellsOf(38)).at(-1)).toContain('incomplete or changed');
  expect((await cellsOf(39)).at(-1)).toContain('same data as number 2');
});

// Nobody's page has written it: a setup that takes many seconds with each seed, and most of a code's hundred entries.
test('a code that takes for ever delays no other: it goes on after them, can be cancelled, and counts nothing twice', async ({
  page,
}) => {
  const slow = 'v=1&nodes=10000&strategy=rendezvous',
    { version } = lessonOf('modulo-bill');
  const entry = (/** @type {string} */ id, /** @type {string} */ link) => [id, version, link, null, 0];
  const ids = ['modulo-bill', 'ring-pays', 'enough-vnodes', 'warm-up'];
  const slowly = ids.flatMap((id) => Array(25).fill(entry(id, slow)));
  const hostile = `RESHARD1.${await pack({ n: 'Slow', s: 5, d: slowly })}`;
  const warm = entryOf('warm-up', 9, [{ do: 'add_node' }]);
  const often = Array(50).fill(['warm-up', warm.version, warm.link, null, 0]);
  const twice = `RESHARD1.${await pack({ n: 'Twice', s: 9, d: often })}`;
  const honest = await codeOf({
    name: 'Ada',
    seed: 7,
    done: { 'warm-up': entryOf('warm-up', 7, [{ do: 'add_node' }]) },
  });
  await openTeacher(page);
  await page.getByLabel('Codes').fill([hostile, twice, honest].join('\n'));
  await page.getByRole('button', { name: 'Check' }).click();
  const cellsOf = async (/** @type {number} */ row) =>
    page.locator('#results tbody tr').nth(row).locator('td').allTextContents();
  await expect(page.locator('#results tbody tr')).toHaveCount(3);
  await expect.poll(async () => (await cellsOf(2)).slice(1, 4), { timeout: 30_000 }).toEqual(['Ada', '1', '0']);
  expect((await cellsOf(1)).slice(1, 4), 'fifty times the same').toEqual(['Twice', '1', '0']);
  expect((await cellsOf(0)).at(-1)).toContain('takes long, so it goes on after the others');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.locator('#told')).toHaveText('Cancelled. 2 codes checked, 1 with problems.');
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeHidden();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as CSV' }).click(),
  ]);
  const rows = readFileSync(await saved.path(), 'utf8').split('\r\n');
  expect(rows.map((row) => row.split(',')[1])).toEqual(['Name', 'Slow', 'Twice', 'Ada', undefined]);
  // The page's core is there again.
  await page.getByLabel('Codes').fill(honest);
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(page.locator('#told')).toHaveText('1 code checked.');
});

test('the table as a file has no formulas', async ({ page }) => {
  await openTeacher(page);
  const codes = await Promise.all(
    ['-1+cmd', '=1+1', '\n=x', '-5'].map((name, i) => codeOf({ name, seed: 70 + i, done: {} })),
  );
  await page.getByLabel('Codes').fill(codes.join('\n'));
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(page.locator('#told')).toHaveText('4 codes checked.');
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as CSV' }).click(),
  ]);
  const text = readFileSync(await saved.path(), 'utf8');
  for (const field of ["1,'-1+cmd,", "2,'=1+1,", '3,"\'\n=x",', '4,-5,']) expect(text).toContain(`\r\n${field}`);
});

test('codes of a lesson of one’s own are checked with its link', async ({ page }) => {
  const lesson = { ...lessonOf('warm-up'), id: 'mine', title: { en: 'Mine' } };
  const code = await codeOf({ name: 'Ada', seed: 5, done: { mine: entryOf('warm-up', 5, [{ do: 'add_node' }]) } });
  await openTeacher(page);
  await page.getByLabel('Codes').fill(code);
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(page.locator('#results')).toContainText('mine: there is no such lesson');
  await page.getByLabel('Codes').fill(`https://example.org/#lesson=:${await pack(lesson)}\n${code}`);
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(page.locator('#told')).toHaveText('1 code checked.');
  await expect(page.locator('#results tbody td').nth(2)).toHaveText('1');
  await expect(page.locator('#results thead th').nth(4), 'beside the name').toHaveText('Mine');
});

test('the table says what was predicted, and breaks no word in its headings', async ({ page }) => {
  const { solution } = lessonOf('modulo-bill');
  const done = { 'modulo-bill': { ...entryOf('modulo-bill', 5, solution), prediction: 0.2 } };
  await openTeacher(page);
  await page.getByLabel('Codes').fill(await codeOf({ name: 'Ada', seed: 5, done }));
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(page.locator('#results tbody tr')).toContainText('(20%)');
  const heads = page.locator('#results th').filter({ hasText: /^[^ -]+$/ }); // single words, so on one line
  expect(await heads.count()).toBeGreaterThan(3);
  for (const head of await heads.all())
    expect(
      await head.evaluate((cell) => {
        const range = document.createRange();
        range.selectNodeContents(cell);
        return range.getClientRects().length;
      }),
      await head.textContent(),
    ).toBe(1);
});

test('the notes describe every lesson with working links, and the page is accessible', async ({ page }) => {
  await openTeacher(page);
  const lessons = ['sharding', 'key', 'moving'].flatMap(
    (name) => JSON.parse(readFileSync(new URL(`assets/lessons/${name}/course.json`, dist), 'utf8')).lessons,
  );
  await expect(page.locator('#notes details')).toHaveCount(lessons.length);
  await page.locator('#notes summary').first().focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('#notes details').first().getByText('Make sure everybody')).toBeVisible();
  const { violations } = await page.evaluate(`(() => { ${axe.source}; return axe.run(); })()`);
  expect(violations).toEqual([]);
});

test('the single-file page runs from disk, and links to its neighbour', async ({ page }) => {
  const lesson = { ...lessonOf('warm-up'), id: 'mine', title: { en: 'Mine' } };
  const code = await codeOf({ name: 'Ada', seed: 5, done: { 'warm-up': entryOf('warm-up', 5, lesson.solution) } });
  await openTeacher(page, new URL('reshard-offline-teacher.html', dist).href);
  await page.getByLabel('Codes').fill(code);
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(page.locator('#told')).toHaveText('1 code checked.');
  await page.getByRole('button', { name: 'Русский' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reshard для преподавателей');
  await page.getByRole('button', { name: 'English' }).click();
  await page
    .getByLabel('Open a file')
    .setInputFiles({ name: 'mine.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(lesson)) });
  await expect(page.getByLabel('Title')).toHaveValue('Mine');
  await page.getByRole('button', { name: 'Try it' }).click();
  await page.getByRole('link', { name: 'Open the lesson' }).click();
  await new Playground(page).started();
  expect(new URL(page.url()).pathname).toMatch(/reshard-offline\.html$/);
  await expect(page.locator('#lessons').getByRole('heading', { name: 'Mine' })).toBeVisible();
});

test('a lesson is unchanged after being opened and saved', async ({ page }) => {
  await openTeacher(page);
  for (const id of [
    'zones-and-quorum',
    'stop-the-cascade',
    'celebrity',
    'ring-pays',
    'warm-up',
    '../moving/stale-maps',
    '../moving/cold-cache',
  ]) {
    await page
      .getByLabel('Open a file')
      .setInputFiles(fileURLToPath(new URL(`assets/lessons/sharding/${id}.json`, dist)));
    await expect(page.getByLabel('Title')).toHaveValue(lessonOf(id).title.en);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as a file' }).click();
    expect(JSON.parse(readFileSync(await (await saved).path(), 'utf8'))).toEqual(lessonOf(id));
  }
});

test('each field of a goal says what it is, filled or not', async ({ page }) => {
  await openTeacher(page);
  const goals = page.locator('#goals');
  for (const label of ['Metric', 'Operator', 'Value', 'Plus or minus', '% of seeds that must pass']) {
    await expect(goals.getByText(label, { exact: true })).toBeVisible();
  }
  await expect(goals.getByLabel('% of seeds that must pass')).toHaveValue('100');
  await expect(goals.getByLabel('Plus or minus')).toBeDisabled();
  await goals.getByLabel('Operator').selectOption('within');
  await expect(goals.getByLabel('Plus or minus')).toBeEnabled();
  await page.getByLabel('Question').fill('How many?');
  await expect(page.locator('#prediction').getByText('Question', { exact: true })).toBeVisible();
});

test('on a phone nothing is wider than the page, in either language', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  for (const language of ['en', 'ru']) {
    await openTeacher(page, `./teacher.html?lang=${language}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), language).toBe(360);
  }
});

test('a lesson is made, tried, and solved from its link on another origin', async ({ page, baseURL }) => {
  await openTeacher(page);
  const form = page.locator('#editor');
  const fill = (/** @type {string} */ label, /** @type {string} */ text) =>
    form.getByLabel(label, { exact: true }).fill(text);
  await fill('Title', 'Eight <b>nodes</b>');
  await fill('Task', 'Make it eight nodes.');
  await fill('Link to the start', 'http://somewhere.example/#v=1&nodes=4&keys=2000&view=structure');
  await fill('Seeds', '3');
  await fill('Question', 'Number of nodes are four and four?');
  await form.getByLabel('The answer').selectOption('');
  await form.getByLabel('Unit').selectOption('count');
  await form.locator('#prediction').getByLabel('Value', { exact: true }).fill('8');
  await form.getByLabel('Metric').first().selectOption('nodes');
  await form.getByLabel('Operator').first().selectOption('=');
  await form.locator('#goals').getByLabel('Value', { exact: true }).first().fill('8');
  await fill('Explanation, shown after success', 'Twice four is eight.');
  await fill('Link to a solution', '#v=1&nodes=8&keys=2000');
  await fill('Link to a near miss, which must fail', '#v=1&nodes=8&keys=2000');
  await form.getByRole('button', { name: 'Try it' }).click();
  await expect(page.locator('#tried')).toContainText('The near miss must fail. Measured: node count 8, wanted 8.');
  await fill('Link to a near miss, which must fail', '#v=1&nodes=7&keys=2000');
  await fill('Link to a solution', '#v=1&nodes=9&keys=2000');
  const atTheEnd = (/** @type {Element} */ button) => button.scrollIntoView({ block: 'end' }); // of the window
  await form.getByRole('button', { name: 'Try it' }).evaluate(atTheEnd);
  await form.getByRole('button', { name: 'Try it' }).press('Enter');
  await expect(page.locator('#tried')).toContainText(
    'The solution must pass for 95%. Measured: node count 9, wanted 8.',
  );
  await expect(page.locator('#tried')).toBeInViewport({ ratio: 1 });
  await fill('Link to a solution', '#v=1&nodes=8&keys=2000');
  await form.getByRole('button', { name: 'Try it' }).evaluate(atTheEnd);
  await form.getByRole('button', { name: 'Try it' }).press('Enter');
  await expect(page.locator('#tried')).toHaveText(
    'The solution passes for 20 of 20 learners, the near miss for 0 of 20 learners.',
  );
  await expect(page.locator('#lesson-link')).toBeInViewport({ ratio: 1 });
  await expect(page.locator('#lesson-link')).toHaveAttribute('href', /#lesson=:./);
  const link = await page.locator('#lesson-link').getAttribute('href');
  // To the browser this name is another site.
  await page.goto(new URL(link, baseURL.replace('127.0.0.1', 'localhost')).href);
  const playground = await new Playground(page).started();
  await expect(page.locator('#lessons').getByRole('heading', { name: 'Eight <b>nodes</b>' })).toBeVisible();
  await page.locator('#lessons').getByLabel('Your prediction').fill('9');
  await page.keyboard.press('Enter');
  await expect(page.locator('#lessons .told')).toHaveText('You predicted 9; measured: 8.');
  await playground.clickControl('double-nodes');
  await expect(page.locator('#lessons .verdict')).toHaveText('Solved.');
  expect(new URL(page.url()).hash, 'the lesson stays in the link').toContain('lesson=:');
});

test('a lesson about a sharding key is opened, tried and given as a link, and its codes are checked', async ({
  page,
}) => {
  const lesson = {
    ...JSON.parse(readFileSync(new URL('assets/lessons/key/one-shard-please.json', dist), 'utf8')),
    id: 'mine',
    title: { en: 'Mine' },
  };
  const asFile = (/** @type {unknown} */ value) => ({
    name: 'mine.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(value)),
  });
  await openTeacher(page);
  await page.getByLabel('Open a file').setInputFiles(asFile(lesson));
  await expect(page.getByLabel('Link to the start')).toHaveValue(`#${lesson.start}`);
  await expect(page.locator('#goals select[name=metric]').nth(1)).toHaveValue('largest_unit');
  await page.getByRole('button', { name: 'Try it' }).click();
  await expect(page.locator('#tried')).toHaveText(
    'The solution passes for 20 of 20 learners, the near miss for 0 of 20 learners.',
    { timeout: 90_000 },
  );
  const link = await page.getByRole('link', { name: 'Open the lesson' }).getAttribute('href');
  await core.prepare(lesson);
  const code = await codeOf({
    name: 'Ada',
    seed: 5,
    done: {
      mine: {
        version: 1,
        link: core.measure({ start: lesson.start, setup: lesson.solution, key: lesson.key, seed: '5' }).link,
        prediction: null,
        hints: 0,
      },
    },
  });
  await page.getByLabel('Codes').fill(`https://example.org/${link}\n${code}`);
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(page.locator('#told')).toHaveText('1 code checked.');
  await page.getByLabel('Link to the start').fill('#v=1&nodes=8&dialog=sharding_key/world~mars/pick~x');
  await page.getByRole('button', { name: 'Try it' }).click();
  await expect(page.locator('#tried')).toContainText('start.world: “mars” is not one of shop, social, sensors', {
    timeout: 90_000,
  });
  await page.locator('#notes summary').filter({ hasText: 'Two views' }).click();
  await expect(page.locator('#notes details[open]')).toContainText(
    'counts the lesson’s rows and queries under the learner’s key',
  );
  await expect(page.locator('#notes details[open] a').filter({ hasText: 'second~author_id' })).toBeVisible();
});
