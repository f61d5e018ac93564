// The ring as a line from 0 to the largest hash: switched beside the picture, by keyboard, in the text view, in links
// and exports.
import { expect, test } from './fixture.mjs';
import { built } from '../../built.mjs';
import { faultsOf, open } from './page.mjs';

const { drawPoster } = await built('reshard-poster.mjs');
const kLink = 'v=1&nodes=5&log=+node-5&vnodes=1';

test('the switch beside the ring draws it as a line, and the address keeps that through a reload', async ({ page }) => {
  const playground = await open(page, `./#${kLink}`);
  expect((await playground.state()).ring).toBe('ring');
  await playground.clickControl('ring-shape');
  expect((await playground.state()).ring).toBe('line');
  await expect.poll(() => page.evaluate(() => location.hash)).toContain('&ring=line');
  await page.reload();
  await playground.started();
  await expect.poll(async () => (await playground.state()).ring).toBe('line');
  expect((await playground.state()).notice).toBe('');
  await playground.clickControl('ring-shape');
  expect((await playground.state()).link).not.toContain('ring=');
  expect(faultsOf(page)).toEqual([]);
});

test('the text view says that it is a line, and has the switch too', async ({ page }) => {
  const playground = await open(page, `./#${kLink}&ring=line`);
  await page.locator('#text-open').click();
  const words = page.locator('#text-picture');
  await expect(words).toHaveText(/^A line from 0 to the largest hash with 6 virtual nodes\./);
  const box = page.getByRole('checkbox', { name: 'Draw the ring as a line' });
  await expect(box).toBeChecked();
  await box.press('Space');
  await expect(words).toHaveText(/^A ring of 6 virtual nodes\./);
  expect((await playground.state()).ring).toBe('ring');
  await playground.run({ do: 'set_strategy', strategy: 'slots' });
  await expect(box).toBeHidden();
  expect(faultsOf(page)).toEqual([]);
});

test('a picture for a post follows the link', async () => {
  const size = { width: 720, height: 420 };
  const [line, ring] = await Promise.all(
    [`${kLink}&ring=line`, kLink].map(async (link) => (await drawPoster(link, size)).svg),
  );
  expect(line).toContain('largest hash');
  expect(ring).not.toContain('largest hash');
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('a tap on the switch does the same', async ({ page }) => {
    const playground = await open(page, `./#${kLink}`);
    await playground.tapControl('ring-shape');
    await expect.poll(async () => (await playground.state()).ring).toBe('line');
    expect(faultsOf(page)).toEqual([]);
  });
});
