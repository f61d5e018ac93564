// The reader's own keys: pasted, opened or dropped; what is wrong with them; and links that ask for keys.
import AxeBuilder from 'axe-core';
import { expect, test } from './fixture.mjs';
import { faultsOf, open } from './page.mjs';
/** @import {Playground} from './page.mjs' */
/** @import {AxeResults} from 'axe-core' */

const lines = (/** @type {number} */ count) => Array.from({ length: count }, (_, i) => `customer-${i}`).join('\n');
const file = (/** @type {string | Buffer} */ text, name = 'keys.txt') => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(text),
});

/** @param {Playground} playground */
async function chooseKeys(playground) {
  await playground.run({ do: 'choose_keys' });
  await expect(playground.page.locator('#own-keys')).toBeVisible();
}

/** @param {Playground} playground */
async function openDialog(playground) {
  await playground.clickControl('kind');
  await playground.clickControl('option:kind.own');
  await expect(playground.page.locator('#own-keys')).toBeVisible();
}

test('pasted keys are placed, undone and redone', async ({ page }) => {
  const playground = await open(page, './#v=1&nodes=a,b,c');
  await openDialog(playground);
  await page.getByLabel('Or paste keys').fill(lines(300));
  await page.getByRole('button', { name: 'Use these keys' }).click();
  await expect(page.locator('#own-keys')).toBeHidden();
  const { keys, nodes, kind, own_keys: own, link } = await playground.state();
  expect({ keys, kind, missing: own.missing }).toEqual({ keys: 300, kind: 'given', missing: false });
  expect(nodes.map((node) => node.keys).reduce((a, b) => a + b)).toBe(300);
  expect(link).toContain(`given:${own.fingerprint.slice(2)}:300`);

  await playground.run({ do: 'undo' });
  expect((await playground.state()).keys).toBe(100_000);
  await playground.run({ do: 'redo' });
  expect((await playground.state()).own_keys).toEqual(own);
  expect(faultsOf(page)).toEqual([]);
});

test('a long text is pasted without being shown', async ({ page }) => {
  const playground = await open(page, './#v=1&nodes=a,b,c');
  await chooseKeys(playground);
  await page.locator('#own-keys-text').evaluate((field, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, lines(50_000));
  await expect(page.getByPlaceholder(/^Pasted .* characters/)).toHaveValue('');
  await page.getByRole('button', { name: 'Use these keys' }).click();
  await expect(page.locator('#own-keys')).toBeHidden();
  expect((await playground.state()).keys).toBe(50_000);
});

test('keys are pasted by keyboard as soon as the dialog is open', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const playground = await open(page, './#v=1&nodes=a,b,c');
  await chooseKeys(playground);
  await page.evaluate((text) => navigator.clipboard.writeText(text), lines(300));
  await page.keyboard.press('Control+V');
  await expect(page.getByLabel('Or paste keys')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('#own-keys')).toBeHidden();
  expect((await playground.state()).keys).toBe(300);
});

test('keys in one line become one key each, which is said, and a few clicks take the line as it is', async ({
  page,
}) => {
  const playground = await open(page, './#v=1&nodes=a,b,c');
  await chooseKeys(playground);
  const names = Array.from({ length: 20_000 }, (_, i) => `customer-${i}`);
  await page.getByLabel('Open a file').setInputFiles(file(names.join(', ')));
  await expect(page.locator('#own-keys-read')).toContainText(
    'The text is one line: each of its 20,000 values becomes a key.',
  );
  await expect(page.locator('#own-keys-read')).toContainText('The menu offers the first 200 columns.');
  await expect(page.locator('#own-keys-column option')).toHaveCount(202);
  await page.getByRole('button', { name: 'Use these keys' }).click();
  await expect(page.locator('#own-keys')).toBeHidden();
  expect((await playground.state()).keys).toBe(20_000);
  const { own_keys: listed } = await playground.state();
  await chooseKeys(playground);
  await page.getByLabel('Open a file').setInputFiles(file(names.join('\r'))); // lines that end with CR only
  await page.getByRole('button', { name: 'Use these keys' }).click();
  await expect(page.locator('#own-keys')).toBeHidden();
  expect((await playground.state()).own_keys).toEqual(listed);
  await chooseKeys(playground);
  await page.getByLabel('Open a file').setInputFiles(file('a,b,c'));
  await page.getByLabel('Key column').selectOption('whole line');
  await page.getByRole('button', { name: 'Use these keys' }).click();
  await expect(page.locator('#own-keys')).toBeHidden();
  expect((await playground.state()).keys).toBe(1);
  expect(faultsOf(page)).toEqual([]);
});

test('a link asks for its keys, and takes no others', async ({ page }) => {
  const author = await open(page, './#v=1&nodes=a,b,c');
  await chooseKeys(author);
  await page.getByLabel('Open a file').setInputFiles(file(lines(500)));
  await page.getByRole('button', { name: 'Use these keys' }).click();
  await expect(page.locator('#own-keys')).toBeHidden();
  const placed = (await author.state()).nodes;

  await page.reload();
  const reader = await author.started();
  const asks = page.getByRole('region', { name: 'Keys this link needs' });
  await expect(asks).toContainText('500 imported keys, fingerprint 0x');
  await expect(asks).toContainText('generated keys stand in');
  expect((await reader.state()).own_keys.missing).toBe(true);

  await asks.getByRole('button').click();
  await page.getByLabel('Open a file').setInputFiles(file(lines(499)));
  await page.getByRole('button', { name: 'Use these keys' }).click();
  await expect(page.locator('#own-keys-refused')).toContainText('this file has 499 keys');
  await page.getByLabel('Open a file').setInputFiles(file(lines(500)));
  await page.getByRole('button', { name: 'Use these keys' }).click();
  await expect(page.locator('#own-keys')).toBeHidden();
  await expect(asks).toBeHidden();
  expect((await reader.state()).nodes).toEqual(placed);
  expect(faultsOf(page)).toEqual([]);
});

test('an error in a file is reported with its line, and nothing changes', async ({ page }) => {
  const playground = await open(page, './#v=1&keys=1000');
  await chooseKeys(playground);
  const refused = page.locator('#own-keys-refused');
  /** @type {[string | Buffer, string][]} */
  const refusals = [
    ['a\nb\na\n', 'line 3: “a” is already on line 1'],
    ['a\n\nb', 'line 2: must not be empty'],
    [Buffer.from([97, 10, 0xff]), 'line 2: not UTF-8 text'],
    ['x'.repeat(5000), 'line 1: 5000 bytes is outside 1 to 4096'],
  ];
  for (const [text, why] of refusals) {
    await page.getByLabel('Open a file').setInputFiles(file(text));
    await page.getByRole('button', { name: 'Use these keys' }).click();
    await expect(refused).toContainText(why);
  }
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(await playground.state()).toMatchObject({ keys: 1000, kind: 'sequential', undo: false });
});

test('a column of a dropped CSV file is taken, by keyboard', async ({ page }) => {
  const playground = await open(page, './#v=1&keys=1000');
  await playground.settled(); // the page accepts files once the code that reads them is loaded
  const data = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['name,owner\nann,1\nbob,1\n"c,d",2\n'], 'keys.csv'));
    return transfer;
  });
  await page.dispatchEvent('body', 'drop', { dataTransfer: data });
  const column = page.getByLabel('Key column');
  await expect(column.locator('option')).toHaveCount(3);
  await column.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Second column')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('First line is a header')).toBeFocused();
  await expect(page.getByLabel('First line is a header')).toBeChecked(); // names over numbers
  await page.keyboard.press('Enter');
  await expect(page.locator('#own-keys')).toBeHidden();
  expect((await playground.state()).keys).toBe(3);
  await playground.run({ do: 'inspect', key: 'c,d' });
  expect((await playground.state()).inspected.error).toBe('');
});

test('axe finds no violations in the dialog and in the line that asks for keys', async ({ page }) => {
  await open(page, './#v=1&keys=given:00000000deadbeef:12');
  await expect(page.locator('#keys-needed')).toBeVisible();
  const scan = () =>
    /** @type {Promise<AxeResults>} */ (page.evaluate(`(() => { ${AxeBuilder.source}; return axe.run(); })()`));
  expect((await scan()).violations.map(({ id }) => id)).toEqual([]);
  await page.locator('#keys-needed button').click();
  await expect(page.locator('#own-keys')).toBeVisible();
  await page.getByLabel('Open a file').setInputFiles(file('a,b\n'));
  expect((await scan()).violations.map(({ id }) => id)).toEqual([]);
});
