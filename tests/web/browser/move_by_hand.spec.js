// A key is moved to a node by hand: dragged with the mouse, or by its button's menu with a finger, keys or the text
// view.
import { expect, test } from './fixture.mjs';
import { faultsOf, open } from './page.mjs';
/** @import {Playground} from './page.mjs' */

const kLink = './#v=1&nodes=4&keys=2000&strategy=directory&inspect=key-17&view=inspector';
const kMoved = 'log==node-3=directory:17';

const ownerOf = async (/** @type {Playground} */ playground) => (await playground.state()).inspected.steps.at(-1).node;

test('the mouse drags a key onto a node', async ({ page }) => {
  const playground = await open(page, './#v=1&nodes=4&keys=2000&strategy=directory&inspect=key-17');
  expect(await ownerOf(playground)).toBe('node-1');
  const from = await playground.controlAt('move-key'),
    to = await playground.controlAt('node-name:node-3');
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 5 });
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => ownerOf(playground)).toBe('node-3');
  expect((await playground.state()).link).toContain(kMoved);
  expect(faultsOf(page)).toEqual([]);
});

test('the text view moves it too, and says how the canvas does it', async ({ page }) => {
  const playground = await open(page, kLink);
  await page.locator('#text-open').click();
  const form = page.locator('#text-move');
  await expect(form).toContainText(
    'drag “Move…” beside the key onto a node; or press it, with Enter or a finger, and choose the node',
  );
  await expect(form.getByRole('spinbutton', { name: 'From' })).toHaveValue('17');
  await form.getByRole('combobox', { name: 'New owner' }).selectOption('node-3');
  await form.getByRole('button', { name: 'Move' }).press('Enter');
  await expect.poll(() => ownerOf(playground)).toBe('node-3');
  expect((await playground.state()).moved).toBe(1);
  expect(faultsOf(page)).toEqual([]);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a finger taps the key’s button and then the node', async ({ page }) => {
    const playground = await open(page, kLink);
    await playground.tapControl('move-key');
    await playground.tapControl('option:move-to.node-3');
    await expect.poll(() => ownerOf(playground)).toBe('node-3');
    expect((await playground.state()).link).toContain(kMoved);
    expect(faultsOf(page)).toEqual([]);
  });
});
