// The runbook exported: copied, saved, printed, and opened again by its link.
import { expect, test } from './fixture.mjs';
import { faultsOf, open } from './page.mjs';

const kGrown = './#v=1&nodes=5&log=%2Bnode-5';

async function opened(page, address = kGrown) {
  await open(page, address);
  if (address === kGrown) {
    await page.locator('#timeline [data-dialog=migrate]').click();
    await expect(page.locator('#migrate .said')).not.toBeEmpty({ timeout: 60_000 });
    await expect(page.locator('#migrate [name=progress]')).toBeHidden({ timeout: 60_000 });
    await page.locator('#migrate [name=runbook]').click();
  }
  await expect(page.locator('#runbook article dl')).toBeVisible({ timeout: 60_000 });
  return page.locator('#runbook');
}

async function saved(page, name) {
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator(`#runbook [name=${name}]`).click()]);
  const chunks = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk);
  return { name: download.suggestedFilename(), text: String(Buffer.concat(chunks)) };
}

test.afterEach(({ page }) => expect(faultsOf(page)).toEqual([]));

test('the copied text and the saved Markdown say the same as the page', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const runbook = await opened(page);
  await runbook.locator('[name=copy-text]').click();
  await expect(runbook.locator('[data-name=told]')).toHaveText('Copied.');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const file = await saved(page, 'markdown');
  expect(file).toEqual({ name: 'runbook.md', text: copied });
  const headings = await runbook.locator('article h3').allTextContents();
  expect(copied.match(/^## (.*)$/gm).map((line) => line.slice(3).replace(/[()]/g, ''))).toEqual(headings);
  // A quarter of 2,000,000,000 keys of 1,000 bytes.
  expect(copied).toContain('- **Bytes to copy**: 500 GB');
  expect(copied).toContain('**Point of no return**');
});

test('as JSON it has the entered numbers and the results', async ({ page }) => {
  const runbook = await opened(page);
  await runbook.locator('[name=after]').fill('24');
  // From 12 to 24 nodes half of all keys move.
  await expect(runbook.locator('article')).toContainText('1,000,000,000 of 2,000,000,000 (50%)');
  const { name, text } = await saved(page, 'json');
  const { protocol, numbers, flow, runbook: made } = JSON.parse(text);
  expect([name, protocol, numbers.before, numbers.after, numbers.keys]).toEqual(['runbook.json', 'double_write', 12, 24, 2_000_000_000]);
  expect(flow.movedKeys).toBeCloseTo(1_000_000_000, 3);
  expect(made.steps.map(({ name: phase }) => phase)).toEqual(['write to both', 'copy', 'read new', 'write new', 'drop the old copy']);
});

test('only the runbook is printed, completely, and dark on light', async ({ page }) => {
  await page.addInitScript(() => { window.print = () => { document.documentElement.dataset.printed = 'yes'; }; });
  const runbook = await opened(page);
  await runbook.locator('[name=print]').click();
  await expect(page.locator('html')).toHaveAttribute('data-printed', 'yes');
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(runbook.locator('article')).toBeVisible();
  for (const other of ['#canvas', '#footer', '#migrate', '#runbook header', '#runbook .buttons', '#runbook [name=keys]']) await expect(page.locator(other).first()).toBeHidden();
  const cut = await runbook.evaluate((box) => [box, ...box.querySelectorAll('form, article')].filter((each) => each.scrollHeight > each.clientHeight + 1 && getComputedStyle(each).overflowY !== 'visible').map(({ tagName }) => tagName));
  expect(cut).toEqual([]);
  const light = await runbook.locator('article').evaluate((article) => {
    const of = (color) => color.match(/[\d.]+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0) / 3;
    const { color, backgroundColor } = getComputedStyle(article);
    return of(backgroundColor) - of(color);
  });
  expect(light, 'paper is white').toBeGreaterThan(150);
});

test('a link keeps what moves, the second protocol and the numbers of the runbook', async ({ page }) => {
  await open(page, './#v=1&nodes=5&log=%2Bnode-5,-node-2');
  await page.locator('#timeline [data-dialog=migrate]').click();
  const migrate = page.locator('#migrate');
  const exact = async () => {
    await expect(migrate.locator('.said').first()).not.toBeEmpty({ timeout: 60_000 });
    await expect(migrate.locator('[name=progress]')).toBeHidden({ timeout: 60_000 });
  };
  await exact();
  await migrate.locator('[name=subject]').selectOption('last');
  await exact();
  await migrate.locator('[name=beside]').selectOption('slot_by_slot');
  await expect(migrate.locator('.said')).toHaveCount(2);
  await exact();
  const said = await migrate.locator('.said').allTextContents();
  await migrate.locator('[name=runbook]').click();
  const runbook = page.locator('#runbook');
  await expect(runbook.locator('article dl')).toBeVisible({ timeout: 60_000 });
  await runbook.locator('[name=keys]').fill('3000');
  await runbook.locator('[name=protocol]').selectOption('stop');
  await expect(runbook.locator('article')).toContainText('750 of 3,000 (25%)');
  const written = await runbook.locator('article').textContent();
  await expect.poll(() => page.evaluate(() => location.hash)).toContain('&move.subject=last&move.beside=slot_by_slot&move.runbook=keys:3000,');
  await page.reload();
  await expect(runbook.locator('article')).toContainText('750 of 3,000 (25%)', { timeout: 60_000 });
  expect(await runbook.locator('article').textContent()).toBe(written);
  await runbook.locator('[name=close]').click();
  await expect.poll(() => page.evaluate(() => location.hash)).not.toContain('move.runbook');
  await exact();
  await expect(migrate.locator('[name=subject]')).toHaveValue('last');
  expect(await migrate.locator('.said').allTextContents()).toEqual(said);
});
