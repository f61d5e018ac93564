// The page in Russian: switched by click and by keyboard, with nothing lost; the canvas, the text view, dialogs and
// figures.
import axe from 'axe-core';
import { expect, test } from './fixture.mjs';
import { playgroundIn, startBlog } from './blog.mjs';
import { faultsOf, inFooter, open, openerOf } from './page.mjs';
/** @import {Page} from '@playwright/test' */
/** @import {Shown} from '../../types.d.ts' */
/** @import {AxeResults} from 'axe-core' */

const violationsOf = (/** @type {Page} */ page) =>
  page
    .evaluate(`(() => { ${axe.source}; return axe.run(); })()`)
    .then((/** @type {AxeResults} */ { violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]));

const plain = (/** @type {string} */ text) => text.replace(/[\u202f\u202f]/g, '').replace(/\u00a0/g, ' ');
/** @type {Partial<Record<Intl.LDMLPluralRule, string>>} */
const forms = { one: 'ключ', few: 'ключа', many: 'ключей' };
const keysOf = (/** @type {number} */ count) => `${count} ${forms[new Intl.PluralRules('ru').select(count)]}`;

test('a click switches the page and the canvas, and nothing is lost', async ({ page }) => {
  const playground = await open(page, './#v=1&nodes=4&keys=20001');
  await playground.clickControl('add-node');
  const before = await playground.state();
  expect(before.headline).toMatch(/^Added node-4/);
  await (await inFooter(page, '#language')).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
  await expect(page.getByRole('button', { name: 'Текстом', exact: true })).toBeVisible();
  await expect.poll(async () => plain((await playground.state()).headline)).toMatch(/^Добавлен node-4 – переехало/);
  const after = await playground.state();
  const figures = (/** @type {Shown} */ { nodes, moved, needless, link }) => ({
    nodes: nodes.map(({ why: _why, ...rest }) => rest),
    moved,
    needless,
    link,
  });
  expect(figures(after)).toEqual(figures(before));

  await playground.clickControl('undo');
  expect(plain((await playground.state()).headline)).toBe(
    (
      `Удалён node-4 – переехало ${share(after)} ключей (${after.moved} из 20001), ` +
      `лишних ${after.needless === 0 ? 'нет' : `– ${after.needless}`}.`
    ).concat(` Справедливая доля была 20,0%.`),
  );
  expect(faultsOf(page)).toEqual([]);
});

const share = (/** @type {Pick<Shown, 'moved' | 'keys'>} */ { moved, keys }) =>
  `${((100 * moved) / keys).toFixed(1).replace('.', ',')}%`;

test('counted nouns have the right form, and numbers agree with the core', async ({ page }) => {
  const playground = await open(page, './?lang=ru#v=1&nodes=3&keys=1002');
  const counted = async () => plain((await playground.state()).headline);
  expect(await counted()).toMatch(/^1002 ключа на 3 узлах; на самом загруженном 1,\d\d от справедливой доли\./);
  await playground.run({ do: 'set_keys', count: 21 });
  expect(await counted()).toMatch(/^21 ключ/);
  await playground.run({ do: 'set_node_count', count: 8 });
  const { headline, moved, keys, needless } = await playground.state();
  expect(plain(headline)).toContain(
    `Добавлено 5 узлов – переехало ${share({ moved, keys })} ключей (${moved} из 21), ` +
      `лишних ${needless === 0 ? 'нет' : `– ${needless}`}.`,
  );
  const refused = await playground.run({ do: 'set_node_count', count: 0 });
  expect(refused.error).toBe('count: 0 – вне пределов от 1 до 10000');
});

test('the keyboard switches too; the choice survives a reload, and English comes back', async ({ page }) => {
  await open(page);
  await (await inFooter(page, '#language')).press('Enter');
  await expect(page.locator('summary', { hasText: 'Ещё' })).toBeFocused();
  await expect(page.locator('h1')).toHaveText('Reshard: где живут ключи и какие из них переезжают');
  await page.reload();
  await expect(await inFooter(page, '#language')).toHaveText('English');
  await expect(await inFooter(page, '#lessons-open')).toHaveText('Уроки');
  await (await inFooter(page, '#language')).press('Enter');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(await inFooter(page, '#lessons-open')).toHaveText('Lessons');
  await expect(page.locator('h1')).toHaveText(/^Reshard: see/);
});

test('the text view is in Russian too, when switched while open', async ({ page }) => {
  const playground = await open(page, './#v=1&nodes=a,b&log=+c');
  await playground.settled();
  await page.getByRole('button', { name: 'As text', exact: true }).press('Enter');
  await expect(page.getByRole('heading', { name: 'As text' })).toBeFocused();
  await (await inFooter(page, '#language')).press('Enter');
  const view = page.locator('#text-view');
  await expect(view.getByRole('button', { name: 'Удалить c' })).toHaveText('Удалить');
  await expect(view.getByLabel('Имя узла a')).toHaveValue('a');
  await expect(view.getByLabel('Виртуальные узлы')).toBeVisible();
  const { moved, keys } = await playground.state();
  await expect
    .poll(async () => plain(await page.locator('#text-moved').textContent()))
    .toBe(`Переехало ${keysOf(moved)} из ${keys} (${share({ moved, keys })}), из них лишних 0.`);
  expect(await violationsOf(page)).toEqual([]);
  await view.getByRole('combobox', { name: 'Стратегия', exact: true }).selectOption('Остаток от деления');
  await playground.settled();
  expect((await playground.state()).strategy).toBe('modulo');
});

// Each with a sentence or name of its own, which shows that text written by scripts is Russian too.
const kDialogs = {
  presets: ['Примеры', 'Горячий ключ'],
  chooser: ['Выбрать стратегию', /Подходят стратегии: \d+ из/],
  identify: ['Определить стратегию', 'Определить'],
  curve: ['Сколько виртуальных узлов?', /на самом загруженном узле от 1,\d\d× до/],
  export: ['Экспорт и встраивание', 'Скопировать тег'],
  costs: ['Переезд в байтах и часах', /Изменение перевозит/],
  script: ['Серия изменений', 'Замена по одному: новые машины'],
};
for (const [name, [title, text]] of Object.entries(kDialogs)) {
  test(`the dialog ${name} is in Russian`, async ({ page }) => {
    await open(page, './?lang=ru#v=1&nodes=3&keys=2000&log=+x');
    await (await openerOf(page, name)).press('Enter');
    const dialog = page.getByRole('dialog', { name: title });
    await expect(dialog).toBeVisible();
    await expect(dialog).toContainText(text, { timeout: 60_000 });
    expect(await violationsOf(page)).toEqual([]);
    expect(faultsOf(page)).toEqual([]);
  });
}

test('the lessons follow the page, and switch it', async ({ page }) => {
  await open(page, './?lang=ru#lesson=warm-up');
  const panel = page.locator('#lessons');
  await expect(panel.getByRole('heading', { name: 'Разминка' })).toBeVisible();
  await panel.getByRole('button', { name: 'Язык: английский' }).press('Enter');
  await expect(panel.getByRole('heading', { name: 'Warm-up' })).toBeVisible();
  await expect(await inFooter(page, '#language')).toHaveText('Русский');
  await expect(page).toHaveURL(/\?lang=en/);
});

test('the teacher’s page is in Russian', async ({ page }) => {
  await page.goto('./teacher.html?lang=ru');
  await expect(page.locator('html[data-ready]')).toHaveCount(1);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reshard для преподавателей');
  await expect(page.locator('#minutes')).toHaveText(/^\d+ урок(|а|ов), всего \d+ минут/);
  await page.getByRole('button', { name: 'Проверить' }).press('Enter');
  await expect(page.locator('#told')).toHaveText('Кодов результата не найдено.');
  expect(await violationsOf(page)).toEqual([]);
});

test('the catalogue with its figures and the page about figures are in Russian, except for code', async ({ page }) => {
  await page.goto('./catalogue.html?lang=ru');
  const modulo = page.getByRole('row', { name: 'Остаток от деления' });
  await expect(modulo.getByRole('cell', { name: '95,24 %' })).toBeVisible();
  await expect(modulo.getByRole('cell', { name: '80 Б' })).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'English' }).press('Enter');
  await expect(page.getByRole('row', { name: 'Modulo' }).getByRole('cell', { name: '95.24%' })).toBeVisible();

  await page.goto('./embedding.html?lang=ru');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reshard на вашей странице');
  await expect(page.locator('dd', { hasText: 'что читатели могут менять' })).toContainText('nodes, strategy, keys');
});

test('on a phone the text view truncates no name and nothing is wider than the screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, './?lang=ru#v=1&nodes=5&keys=20000&log=+node-5');
  await page.locator('#text-open').press('Enter');
  await expect(page.locator('#text-nodes tr')).toHaveCount(6);
  const cut = () =>
    page
      .locator('#text-nodes td:first-child input')
      .evaluateAll((all) => all.filter((input) => input.scrollWidth > input.clientWidth).length);
  await expect.poll(cut).toBe(0);
  await expect
    .poll(() => page.locator('#text-view').evaluate((view) => view.scrollWidth - view.clientWidth))
    .toBeLessThanOrEqual(0);
  const why = await page.locator('#text-states td:nth-child(3)').first().boundingBox();
  expect(why.width, 'under the node, not squeezed beside it').toBeGreaterThan(300);
});

test('without the Russian table the page stays English', async ({ page }) => {
  await page.route('**/ru.json', (route) => route.abort());
  const playground = await open(page, './?lang=ru');
  expect((await playground.state()).headline).toMatch(/keys on/);
  await (await inFooter(page, '#language')).press('Enter');
  await expect(page.locator('#status')).toContainText('did not load');
});

test.describe('where the browser is Russian', () => {
  test.use({ locale: 'ru-RU' });
  test('so is the page at first', async ({ page }) => {
    await open(page);
    await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
  });
});

test('a figure uses the language of its tag, or of the post around it', async ({ page, baseURL }) => {
  const blog = await startBlog(baseURL);
  await blog.open(page, '<div lang="ru-RU"><reshard-playground nodes="3" keys="2000"></reshard-playground></div>');
  const figure = page.locator('reshard-playground');
  await figure.getByRole('button', { name: 'Запустить рисунок' }).click();
  const playground = await playgroundIn(page, figure);
  expect((await playground.state()).headline).toMatch(/^2000 ключей на 3 узлах/);
  await figure.evaluate((element) => {
    element.lang = 'en';
  });
  await expect.poll(async () => (await playground.state()).headline).toMatch(/keys on/);
  blog.close();
});
