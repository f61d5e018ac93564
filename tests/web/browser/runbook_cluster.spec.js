// The runbook of the reader's own cluster: opened over it by “Open your cluster…”, whatever the cluster prints.
import { openRead, paste, textOf } from './cluster_dialog.mjs';
import { expect, test } from './fixture.mjs';
import { Migrate, openedRunbook } from './migrate_dialog.mjs';
import { faultsOf } from './page.mjs';
/** @import {Page} from '@playwright/test' */

// As redis-server 7.0.15 prints it: three masters with a third each.
const id = (/** @type {string} */ letter) => letter.repeat(40);
const kThree = [
  `${id('a')} 10.0.0.1:6379@16379 myself,master - 0 0 1 connected 0-5460`,
  `${id('b')} 10.0.0.2:6379@16379 master - 0 0 2 connected 5461-10922`,
  `${id('c')} 10.0.0.3:6379@16379 master - 0 0 3 connected 10923-16383`,
].join('\n');
// Two masters that joined one after the other.
const kGrownTwice =
  './#v=1&nodes=10.0.0.1:6379,10.0.0.2:6379,10.0.0.3:6379&strategy=redis_slots' +
  '&owners=redis_slots:0*5461,1*5462,2*5461&log=%2B10.0.0.4:6379,%2B10.0.0.5:6379';

/** The runbook of Redis Cluster, with nothing opened yet. @param {Page} page @param {string} [address] */
async function ofRedis(page, address) {
  const runbook = await openedRunbook(page, address);
  await runbook.locator('[name=protocol]').selectOption('slot_by_slot');
  await expect(runbook.locator('[data-name=read]')).toHaveText('No Redis Cluster is open: there are no commands yet.');
  return runbook;
}

/** Opens what a cluster prints, from the runbook. @param {Page} page @param {string} text */
async function openHere(page, text) {
  await page.locator('#runbook [name=open-cluster]').click();
  await expect(page.locator('#cluster')).toBeVisible();
  await paste(page, text);
  await openRead(page);
}

test.afterEach(({ page }) => expect(faultsOf(page)).toEqual([]));

test('from CLUSTER NODES on the clipboard to the commands it takes a paste, one press and the new address', async ({
  page,
}) => {
  const runbook = await openedRunbook(page); // by a protocol that has no commands
  await expect(runbook.locator('[name=protocol]')).toHaveValue('double_write');
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    document.activeElement.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, kThree);
  await expect(page.locator('#cluster').getByRole('status').first()).toHaveText(
    'Redis Cluster: 3 masters, 16,384 slots',
  );
  await openRead(page);
  await expect(runbook.locator('[data-name=read]')).toHaveText('Your cluster: 3 masters, 0 replicas, 16,384 slots.');
  await expect(runbook.locator('#runbook-new')).toBeFocused();
  await page.keyboard.insertText('10.0.0.7:6379');
  await expect(runbook.locator('article h2')).toHaveText('Move from 3 to 4 masters');
  await expect(runbook.locator('article')).toContainText(
    `redis-cli --cluster reshard 10.0.0.1:6379 --cluster-from ${id('a')}`,
  );
  // 16,384 slots over four masters: each of the three gives 1,365 or 1,366 of them, the first in two commands.
  const slots = [
    ...(await runbook.locator('article').textContent()).matchAll(/--cluster-from [a-c]+ .*? --cluster-slots (\d+)/g),
  ].map(([, count]) => Number(count));
  expect(slots).toHaveLength(4);
  expect(slots.reduce((a, b) => a + b, 0)).toBe(4096);
  // Migrate, below, shows the same cluster.
  await runbook.locator('[name=close]').click();
  const migrate = await new Migrate(page).exact();
  await expect(migrate.part('protocol')).toHaveValue('slot_by_slot');
  await expect(migrate.part('subject').locator('option')).toHaveText(['one more node']);
});

for (const [how, leave] of /** @type {[string, (page: Page) => Promise<void>][]} */ ([
  ['Escape', (page) => page.keyboard.press('Escape')],
  ['Close', (page) => page.locator('#cluster [name=close]').click()],
])) {
  test(`${how} leaves the runbook as it was, whatever was pasted`, async ({ page }) => {
    const runbook = await ofRedis(page);
    await runbook.locator('[name=keys]').fill('3000');
    await expect(runbook.locator('article')).toContainText('of 3,000');
    const before = await runbook.locator('article').textContent();
    const link = page.url();
    await runbook.locator('[name=open-cluster]').click();
    await paste(page, kThree);
    await expect(page.locator('#cluster [name=use]')).toBeEnabled();
    await leave(page);
    await expect(page.locator('#cluster')).toBeHidden();
    await expect(runbook).toBeVisible();
    await expect(runbook.locator('[name=open-cluster]')).toBeFocused();
    expect(await runbook.locator('article').textContent()).toBe(before);
    await expect(runbook.locator('[data-name=read]')).toHaveText(
      'No Redis Cluster is open: there are no commands yet.',
    );
    expect(page.url()).toBe(link);
  });
}

test('opening a cluster keeps what the reader has typed, and takes the number of masters', async ({ page }) => {
  const runbook = await openedRunbook(page);
  const typed = [
    ['keys', '2000000000'],
    ['bytes', '500'],
    ['link', '2000'],
    ['throttle', '150'],
    ['requests', '70000'],
    ['writes', '0.5'],
    ['keys-per-second', '12345'],
    ['slot-ms', '7'],
    ['window', '8'],
    ['per-tb', '42'],
    ['per-hour', '3'],
  ];
  await runbook.locator('summary').click();
  for (const [name, value] of typed) {
    if (name === 'keys-per-second') await runbook.locator('[name=protocol]').selectOption('slot_by_slot');
    await runbook.locator(`[name=${name}]`).fill(value);
  }
  await runbook.locator('#runbook-new').fill('10.0.0.7:6379');
  await openHere(page, kThree);
  await expect(runbook.locator('article h2')).toHaveText('Move from 3 to 4 masters');
  for (const [name, value] of [...typed, ['new-masters', '10.0.0.7:6379'], ['before', '3'], ['after', '4']])
    await expect(runbook.locator(`[name=${name}]`), name).toHaveValue(value);
});

test('a cluster gets one master more, whatever the page shows, unless the reader has said how many', async ({
  page,
}) => {
  const runbook = await ofRedis(page);
  await expect(runbook.locator('[name=after]')).toHaveValue('6');
  await openHere(page, kThree);
  await expect(runbook.locator('article h2')).toHaveText('Move from 3 to 4 masters');
  await runbook.locator('[name=after]').fill('5');
  await runbook.locator('[name=open-cluster]').click();
  await expect(page.locator('#cluster-text')).toBeFocused(); // before that, typing goes elsewhere
  await page.keyboard.insertText(kThree.replace('10.0.0.1', '10.0.0.9')); // in place of the text before it
  await expect(page.locator('#cluster').getByRole('row')).toHaveCount(4);
  await openRead(page);
  await expect(runbook.getByRole('checkbox', { name: '10.0.0.9:6379' })).toBeVisible();
  await expect(runbook.locator('article h2')).toHaveText('Move from 3 to 5 masters');
});

test('a cluster that begins no plan leaves none of the cluster before it, and nothing to copy', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const runbook = await ofRedis(page);
  await runbook.locator('[name=example]').click();
  await expect(runbook.locator('[data-name=read]')).toHaveText(
    'The example, which the page now shows: 3 masters, 3 replicas, 16,384 slots.',
  );
  await expect(runbook.locator('[name=example]')).toBeHidden();
  await expect(runbook.locator('article h3')).toHaveText([
    /^1\. Add the new masters/,
    /^2\. Move the slots/,
    /^3\. Add replicas/,
  ]);
  const move = runbook.locator('section', { hasText: '2. Move the slots' });
  const copiedFrom = async (/** @type {number} */ block) => {
    const button = move.locator('.commands button').nth(block);
    await button.click();
    await expect(button).toHaveText('Copied.');
    return page.evaluate(() => navigator.clipboard.readText());
  };
  // Who copies the first slots stops after them.
  const [first, rest] = [await copiedFrom(0), await copiedFrom(1)];
  expect(first).toContain('--cluster-to "$NEW_1" --cluster-slots 10 --cluster-yes\n');
  expect(first).not.toContain('1355');
  expect(rest).toContain('--cluster-to "$NEW_1" --cluster-slots 1355 --cluster-yes\n');
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const hidden = await runbook.locator('.commands pre').evaluateAll((all) =>
      all.flatMap((pre) => {
        const { right } = pre.getBoundingClientRect();
        const ends = document.createRange();
        ends.selectNodeContents(pre);
        // a space at the end of a line may hang over
        return [...ends.getClientRects()].filter((box) => box.right > right + 8).map(() => pre.textContent);
      }),
    );
    expect(hidden, `at ${width} pixels all of each command is in sight`).toEqual([]);
    // Selected by hand it is as whole as by its button, however many lines it takes.
    const block = move.locator('.commands pre').nth(1);
    await block.evaluate((pre) => getSelection()?.selectAllChildren(pre));
    await page.keyboard.press('Control+C');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(rest.trimEnd());
  }
  await openHere(page, kThree.replace(' master - 0 0 2', ' master,fail - 0 0 2'));
  await expect(runbook.locator('p.refused')).toHaveText(
    'Line 2: 10.0.0.2:6379 is not up (fail) and still holds 5,462 slots, and no replica that is up can take over. ' +
      'First start it again. Then paste CLUSTER NODES again.',
  );
  await expect(runbook.locator('article')).toBeEmpty();
  for (const name of ['copy-text', 'markdown', 'json', 'print'])
    await expect(runbook.locator(`[name=${name}]`)).toBeDisabled();
  // The example's new masters have gone with it.
  await openHere(page, kThree);
  await expect(runbook.locator('#runbook-new')).toHaveValue('');
});

test('a cluster whose new masters have joined without slots begins with filling them', async ({ page }) => {
  const runbook = await ofRedis(page);
  const joined = ['d', 'e'].map((letter, i) => `${id(letter)} 10.0.0.${i + 4}:6379@16379 master - 0 0 0 connected`);
  await openHere(page, [kThree, ...joined].join('\n'));
  await expect(runbook.locator('article h2')).toHaveText('Fill 2 empty masters');
  for (const name of ['before', 'after']) await expect(runbook.locator(`[name=${name}]`)).toHaveValue('5');
  await expect(runbook.locator('article h3')).toHaveText([/^1\. Move the slots/]);
  await expect(runbook.locator('article dl')).toContainText('each of 2 masters: 3,278 slots');
});

test('another cluster that is opened takes with it what was said of the page, and addresses that it has', async ({
  page,
}) => {
  const runbook = await ofRedis(page, kGrownTwice);
  await expect(runbook.locator('[data-name=table-says]')).toContainText('In one rebalance');
  await page.locator('#runbook-new').fill('10.0.0.3:6379 10.0.0.9:6379\n10.0.0.6:6379');
  await openHere(page, kThree);
  await expect(page.locator('#runbook-new')).toHaveValue('10.0.0.6:6379');
  await expect(runbook.locator('[data-name=read]')).toHaveText(
    'Your cluster: 3 masters, 0 replicas, 16,384 slots. ' +
      'No longer among the new masters, since it is there already: 10.0.0.3:6379.',
  );
  await expect(runbook.locator('article h2')).toHaveText('Move from 3 to 4 masters');
  await expect(runbook.locator('[data-name=table-says]')).toBeHidden();
  await page.locator('#runbook-new').fill('10.0.0.3:6379');
  await expect(runbook.locator('p.refused')).toContainText('10.0.0.3:6379 is there already');
  await expect(runbook.locator('[data-name=table-says]')).toBeHidden();
});

test('while an address is typed, the runbook and the dialog stay as they are, and nothing is refused', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 1600 }); // the dialog is lower than the window
  const runbook = await ofRedis(page);
  await openHere(page, kThree);
  const box = page.locator('#runbook-new');
  await expect(box).toBeFocused();
  await expect(runbook.locator('article h2')).toHaveText('Move from 3 to 4 masters');
  const before = await runbook.evaluate((dialog) => {
    const place = () => {
      const { top, height } = dialog.getBoundingClientRect();
      const error = /** @type {HTMLElement} */ (dialog.querySelector('p.refused')),
        after = /** @type {HTMLInputElement} */ (dialog.querySelector('[name=after]'));
      return JSON.stringify([top, height, error.hidden, after.value, dialog.querySelector('article h2')?.textContent]);
    };
    Object.assign(window, { seen: new Set() });
    const look = () => {
      window['seen'].add(place());
      requestAnimationFrame(look);
    };
    look();
    return place();
  });
  await box.pressSequentially('10.0.0.7', { delay: 20 });
  expect(await page.evaluate(() => [...window['seen']])).toEqual([before]);
  // after a pause it is judged
  await expect(runbook.locator('p.refused')).toHaveText(
    'New masters, line 1: expected host:port, as 10.0.0.7:6379. Found “10.0.0.7”.',
  );
  const size = () => runbook.evaluate((dialog) => dialog.getBoundingClientRect().height);
  expect(await size()).toBeGreaterThanOrEqual(JSON.parse(before)[1]);
  await box.pressSequentially(':6379\n10.0.0.8:6379');
  await runbook.locator('[name=keys]').focus(); // left, it is judged at once
  await expect(runbook.locator('article h2')).toHaveText('Move from 3 to 5 masters');
  await expect(runbook.locator('p.refused')).toBeHidden();
});

test('the box of addresses is as high as its lines, up to 16', async ({ page }) => {
  const runbook = await ofRedis(page);
  await openHere(page, kThree);
  const box = page.locator('#runbook-new');
  await expect(box).toHaveJSProperty('rows', 2);
  for (const [count, rows] of [
    [5, 5],
    [30, 16],
    [1, 2],
  ]) {
    await box.fill(Array.from({ length: count }, (_, i) => `10.0.1.${i}:6379`).join('\n'));
    await expect(box).toHaveJSProperty('rows', rows);
  }
  await expect(runbook.locator('article h2')).toHaveText('Move from 3 to 4 masters');
});

test('the way back is a block of its own that can be copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const runbook = await ofRedis(page);
  await runbook.locator('[name=example]').click();
  const section = runbook.locator('section', { hasText: '2. Move the slots' });
  const button = section.locator('.commands button').last();
  await button.click();
  await expect(button).toHaveText('Copied.');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(`--cluster-from "$NEW_1" --cluster-to ${'a'.repeat(40)} --cluster-slots 1365`);
  await expect(section).toContainText('Then each slot is on the master that had it before.');
});

test('a master that the reader ticks is the one that is drained and removed', async ({ page }) => {
  const runbook = await ofRedis(page);
  await runbook.locator('[name=example]').click();
  await expect(runbook.locator('#runbook-new')).toHaveValue('10.0.0.7:6379 10.0.0.8:6379');
  await runbook.locator('[name=new-masters]').fill('');
  await runbook.getByRole('checkbox', { name: '10.0.0.1:6379' }).check();
  await expect(runbook.locator('[name=after]')).toHaveValue('2');
  await expect(runbook.locator('article h2')).toHaveText('Move from 3 to 2 masters');
  await expect(
    runbook.locator('section', { hasText: 'Remove the drained masters' }).locator('pre').first(),
  ).toContainText(`redis-cli --cluster del-node 10.0.0.2:6379 ${'a'.repeat(40)}`);
});

test('CLUSTER SHARDS begins a runbook as well, which says what it does not tell', async ({ page }) => {
  const runbook = await ofRedis(page);
  await openHere(page, textOf('redis/shards-3-resp3.txt'));
  await expect(runbook.locator('[data-name=read]')).toHaveText(
    'Your cluster: 4 masters, 2 replicas, 16,384 slots; left out: 1 fail.',
  );
  await page.locator('#runbook-new').fill('10.20.1.99:6379');
  const article = runbook.locator('article');
  await expect(article).toContainText('redis-cli --cluster add-node 10.20.1.99:6379 10.20.1.');
  await expect(article).toContainText('CLUSTER SHARDS does not tell half-moved slots.');
});

test('CLUSTER SLOTS with slots that nobody has is refused with what to do', async ({ page }) => {
  const runbook = await ofRedis(page);
  await openHere(page, textOf('redis/slots-1-resp2.txt'));
  await expect(runbook.locator('p.refused')).toHaveText(
    '2 of 16,384 slots have no master. Paste the whole answer of CLUSTER NODES; if it is whole, run redis-cli --cluster fix first.',
  );
});

test('what says no slots opens nothing, and the dialog names the command that does', async ({ page }) => {
  await ofRedis(page);
  await page.locator('#runbook [name=open-cluster]').click();
  await paste(page, textOf('redis/check-3-info.txt'));
  await expect(page.locator('#cluster [data-name=not_opened]')).toHaveText(
    'The text does not say which slots each master has. Paste all that “redis-cli cluster nodes” prints.',
  );
  await expect(page.locator('#cluster [name=use]')).toBeHidden();
});

test('rows of keys and owners become the page’s, and the runbook moves as few of them as it must', async ({ page }) => {
  const runbook = await openedRunbook(page);
  // Node a has 18 of 36 keys, b and c 9 each. A fourth gets 9, and so many a has too many: no other moves.
  const rows = Array.from({ length: 36 }, (_, i) => `k${i},shard-${i % 2 ? 1 : 2 + ((i / 2) % 2)}`);
  await openHere(page, ['key,owner', ...rows].join('\n'));
  await expect(runbook.locator('[name=before]')).toHaveValue('3');
  await expect(runbook.locator('[name=after]')).toHaveValue('4');
  await expect(runbook.locator('[name=keys]')).toHaveValue('36');
  await expect(runbook.locator('article dl')).toContainText('9 of 36 (25%)');
  await expect(runbook.locator('[data-name=read]')).toHaveText('The runbook begins with the numbers below.');
});

test('where the page moves another share in its steps, the runbook and Migrate say so', async ({ page }) => {
  const runbook = await ofRedis(page, kGrownTwice);
  // 3 to 4 to 5 masters: a quarter and then a fifth; at once, two of five masters' slots.
  await expect(page.locator('#timeline-sum')).toHaveText('Total moved 45.0%, net 40.0%');
  await expect(runbook.locator('article')).toContainText('(40%)');
  // Both fields of nodes are side by side.
  const [now, after] = await Promise.all(
    ['before', 'after'].map((name) => runbook.locator(`[name=${name}]`).boundingBox()),
  );
  expect(after?.y).toBe(now?.y);
  await expect(runbook.locator('[data-name=table-says]')).toContainText(
    'In one rebalance 40.0% of the slots move; in 2 steps, as on the page, 45.0% of its keys.',
  );
  await expect(page.locator('#migrate .advice')).toContainText(
    /Of this sample of 20,000 keys, (?:39\.\d|40\.\d)% move at once; in 2 steps, as on the page, 45\.0%\./,
  );
  await runbook.locator('[name=after]').fill('6'); // other nodes than the page's
  await expect(runbook.locator('article h2')).toHaveText('Move from 3 to 6 masters');
  await expect(runbook.locator('[data-name=table-says]')).not.toContainText('rebalance');
});
