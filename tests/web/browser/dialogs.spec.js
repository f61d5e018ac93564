// What all dialogs have in common: a link of their own, a width, a way back; and the menus that open them.
import { dialogsIn } from '../../../cmake/found.mjs';
import { fileURLToPath } from 'node:url';
import { root } from '../../built.mjs';
import { expect, test } from './fixture.mjs';
import { faultsOf, inFooter, open } from './page.mjs';

const kDialogs = Object.keys(await dialogsIn(fileURLToPath(new URL('web', root))));
const kScenario = 'v=1&nodes=4&keys=2000&log=+node-4';
/** The widths of dialogs.css, where there is room. */
const kWidths = [760, 1120, 1400];

test('the build finds the dialogs', () => {
  expect(kDialogs).toEqual(expect.arrayContaining(['animation', 'chooser', 'cluster', 'export', 'migrate', 'presets']));
  expect(kDialogs.length).toBeGreaterThan(20);
});

test.describe('where there is room', () => {
  test.use({ viewport: { width: 1600, height: 1000 } });
  for (const name of kDialogs) {
    test(`dialog=${name} in a link opens that dialog, in one of three widths`, async ({ page }) => {
      const playground = await open(page, `./#${kScenario}&dialog=${name}`);
      const dialog = page.locator('dialog[open]').first();
      await expect(dialog).toBeVisible();
      const { width } = await dialog.boundingBox();
      expect(kWidths).toContain(Math.round(width));
      const { notice, nodes, link } = await playground.state();
      expect(notice).toBe('');
      expect(nodes).toHaveLength(5);
      expect(link, 'the scenario has nothing of it').not.toContain('dialog');
      expect(faultsOf(page)).toEqual([]);
    });
  }

  test('the runbook has a link, too', async ({ page }) => {
    await open(page, `./#${kScenario}&dialog=migrate/runbook`);
    await expect(page.getByRole('dialog', { name: 'Runbook' })).toBeVisible();
  });

  test('a dialog that does not exist is reported, and nothing opens', async ({ page }) => {
    const playground = await open(page, `./#${kScenario}&dialog=elsewhere`);
    expect((await playground.state()).notice).toContain('dialog');
    await expect(page.locator('dialog[open]')).toHaveCount(0);
  });
});

test('the tools are in three groups, what explains is under Learn, and each entry opens something', async ({
  page,
}) => {
  await open(page);
  const groups = await page.locator('#footer .menu section').evaluateAll((sections) =>
    sections.map((section) => ({
      title: section.querySelector('b')?.textContent ?? '',
      dialogs: [...section.querySelectorAll('[data-dialog]')].map((each) => each.getAttribute('data-dialog')),
    })),
  );
  expect(groups).toEqual([
    { title: '', dialogs: ['presets', 'literature'] },
    { title: 'How it works', dialogs: ['joining', 'jump', 'pairs', 'tiers', 'sections', 'two_level', 'ring_lookup'] },
    { title: 'Decide', dialogs: ['chooser', 'table', 'sharding_key', 'identify', 'curve'] },
    { title: 'Your data', dialogs: ['cluster', 'counts'] },
    { title: 'Move keys', dialogs: ['rebalance', 'migrate', 'migrate/runbook', 'costs', 'script'] },
  ]);
  await (await inFooter(page, '[data-dialog="migrate/runbook"]')).click();
  await expect(page.getByRole('dialog', { name: 'Runbook' })).toBeVisible();
});

test('Ctrl+Z undoes after a dialog was closed with Escape, and not behind one that is open', async ({ page }) => {
  const playground = await open(page, `./#${kScenario}`);
  await playground.clickControl('add-node');
  await (await inFooter(page, '[data-dialog="table"]')).click();
  await expect(page.getByRole('dialog', { name: 'Table of strategies' })).toBeVisible();
  await playground.press('Control+z');
  expect((await playground.state()).nodes).toHaveLength(6);
  await playground.press('Escape');
  await expect(page.locator('dialog[open]')).toHaveCount(0);
  await playground.press('Control+z');
  expect((await playground.state()).nodes).toHaveLength(5);
  await playground.press('Control+Shift+Z');
  expect((await playground.state()).nodes).toHaveLength(6);
});

test('in a field, Ctrl+Z belongs to the field', async ({ page }) => {
  const playground = await open(page, `./#${kScenario}`);
  await playground.clickControl('add-node');
  await page.locator('#text-open').click();
  await page.locator('#text-add [name=name]').pressSequentially('abc');
  await playground.press('Control+z');
  expect((await playground.state()).nodes).toHaveLength(6);
});

test('the header leads to the story, in the reader’s language', async ({ page }) => {
  const playground = await open(page, './', { controls: null });
  const { x, y } = await playground.controlAt('story');
  await page.mouse.click(x, y);
  await expect(page).toHaveURL(/\/story\.html$/);
  const russian = await open(page, './?lang=ru', { controls: null });
  const there = await russian.controlAt('story');
  await page.mouse.click(there.x, there.y);
  await expect(page).toHaveURL(/\/story\.ru\.html$/);
});

for (const [size, viewport] of Object.entries({
  'a laptop': { width: 1440, height: 900 },
  'a low window': { width: 720, height: 420 },
  'a phone': { width: 390, height: 844 },
})) {
  test.describe(`on ${size}`, () => {
    test.use({ viewport });

    test('the change is one press away from its sentence as a moving picture', async ({ page }) => {
      const playground = await open(page, './', { controls: null });
      expect(Object.keys(await playground.controls())).not.toContain('animate');
      await playground.clickControl('add-node');
      await playground.clickControl('animate');
      const dialog = page.getByRole('dialog', { name: 'The last change, animated' });
      const picture = dialog.getByRole('img');
      await expect(picture).toHaveAttribute('alt', /^Added node-5 – 17\.2% of keys moved .*16\.7%\. Keys per node/);
      expect(await picture.evaluate((image) => /** @type {HTMLImageElement} */ (image).naturalWidth)).toBe(720);
      const { width } = await picture.boundingBox();
      expect(width).toBeLessThanOrEqual(viewport.width - 32);
      const download = page.waitForEvent('download');
      await dialog.getByRole('button', { name: 'Save as animated SVG' }).click();
      expect((await download).suggestedFilename()).toBe('reshard-moving.svg');
      expect(faultsOf(page)).toEqual([]);
    });
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('each menu opens above its button, within the window', async ({ page }) => {
    await open(page);
    for (const name of ['Learn', 'Tools', 'More']) {
      const summary = page.locator('#footer summary', { hasText: name });
      await summary.click();
      const list = page.locator('#footer details[open] > div');
      const [button, box] = [await summary.boundingBox(), await list.boundingBox()];
      expect(box.x, name).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width, name).toBeLessThanOrEqual(390);
      expect(box.y, name).toBeGreaterThanOrEqual(0);
      expect(box.y + box.height, name).toBeLessThanOrEqual(button.y + 1);
      expect(box.x, name).toBeLessThanOrEqual(button.x + button.width / 2);
      expect(box.x + box.width, name).toBeGreaterThanOrEqual(button.x + button.width / 2);
      await summary.click();
    }
  });
});

/**
 * What of the open dialog is beside it, and what text is smaller than 12 px on screen. Tables and texts scroll in boxes
 * of their own.
 */
function misfits() {
  const dialog = document.querySelector('dialog[open]');
  const found = dialog.scrollWidth > dialog.clientWidth ? [`wide: ${dialog.scrollWidth} px`] : [];
  const { left, right } = dialog.getBoundingClientRect();
  const scrolls = (/** @type {Element} */ element) => getComputedStyle(element).overflowX !== 'visible';
  /** @type {(element: ?Element) => boolean} */
  const inBox = (element) =>
    element !== null && element !== dialog && (scrolls(element) || inBox(element.parentElement));
  for (const each of dialog.querySelectorAll('*')) {
    const box = each.getBoundingClientRect();
    if (box.width > 1 && (box.left < left - 0.5 || box.right > right + 0.5) && !inBox(each.parentElement))
      found.push(`beside it: ${each.outerHTML.slice(0, 80)}`);
  }
  const walker = document.createTreeWalker(dialog, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const range = document.createRange();
    range.selectNodeContents(node);
    const parent = node.parentElement;
    if (!node.nodeValue.trim() || range.getBoundingClientRect().width < 2) continue;
    if (parent.closest('option, title, .for-screen-readers')) continue;
    const scale = parent instanceof SVGGraphicsElement ? parent.getScreenCTM().a : 1;
    const size = scale * parseFloat(getComputedStyle(parent).fontSize);
    if (size < 11.95) found.push(`${size.toFixed(1)} px: ${node.nodeValue.trim().slice(0, 40)}`);
  }
  return found;
}

test.describe('on a small phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });
  for (const language of ['en', 'ru']) {
    test(`no dialog is wider than the screen, and no text in one is under 12 px, in ${language}`, async ({ page }) => {
      test.setTimeout(120_000); // they compute what they show
      await open(page, `./?lang=${language}#${kScenario}`);
      for (const name of kDialogs) {
        await page.evaluate((hash) => {
          location.hash = hash;
        }, `#${kScenario}&dialog=${name}`);
        const dialog = page.locator('dialog[open]');
        await expect(dialog, name).toHaveCount(1);
        await expect(dialog.locator('.working:visible'), name).toHaveCount(0, { timeout: 30_000 });
        await dialog.locator('details').evaluateAll((all) =>
          all.forEach((each) => {
            each.open = true;
          }),
        );
        await expect.poll(() => page.evaluate(misfits), name).toEqual([]);
        await dialog.evaluate((each) => /** @type {HTMLDialogElement} */ (each).close());
        await expect(page.locator('dialog[open]')).toHaveCount(0);
      }
      expect(faultsOf(page)).toEqual([]);
    });
  }
});

test('a link opens although a frame writes the scenario shown before it into the address', async ({ page }) => {
  await open(page, `./#${kScenario}`);
  await page.evaluate((hash) => {
    const before = location.href;
    location.hash = hash; // its event comes after this task
    history.replaceState(history.state, '', before);
  }, '#v=1&nodes=7&keys=2000&dialog=counts');
  await expect(page.locator('dialog#counts')).toBeVisible();
  await expect.poll(() => page.evaluate(() => location.hash)).toContain('nodes=7');
  expect(faultsOf(page)).toEqual([]);
});

test('where nothing moved, the dialog says why there is no moving picture', async ({ page }) => {
  await open(page, './#v=1&nodes=4&keys=2000&dialog=animation');
  const dialog = page.getByRole('dialog', { name: 'The last change, animated' });
  await expect(dialog).toContainText('The last change moved no keys');
  await expect(dialog.getByRole('button', { name: 'Save as animated SVG' })).toBeDisabled();
  await expect(dialog.getByRole('img')).toHaveCount(0);
});
