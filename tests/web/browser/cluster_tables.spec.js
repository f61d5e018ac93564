// “Open your cluster…”: tables whose keys nobody can compute open with their entries as keys.
import { names, openDialog, openRead, ownersOf, paste, textOf } from './cluster_dialog.mjs';
import { expect, test } from './fixture.mjs';
import { faultsOf, inFooter, open } from './page.mjs';

/** What each node has of the counts of all keys, by its name. @param {any} state @param {number} all */
const countsOf = ({ nodes }, all) =>
  Object.fromEntries(
    nodes.map((/** @type {{name: string, requests: number}} */ { name, requests }) => [
      name,
      Math.round(all * requests),
    ]),
  );

test('the shards of Elasticsearch open where the text has them', async ({ page }) => {
  const { playground, dialog } = await openDialog(page);
  await paste(page, textOf('elasticsearch/shards-2-unassigned.txt'));
  await expect(dialog.getByText('The bars and flows show the bytes of each entry, in units of 1 KB.')).toBeVisible();
  await openRead(page);
  await expect.poll(async () => (await playground.state()).link).toContain('owners=directory:');
  const state = await playground.state();
  expect(state.strategy).toBe('directory');
  expect(state.own_keys.missing).toBe(false);
  // 1 has no primary in the text; 5.5 kB, 2 TB and 225 B are 6, 2,199,023,256 and 1 times 1,000 bytes
  expect(await ownersOf(playground, ['0', '1', '10', '2'])).toEqual({ 0: 'es-1', 1: '', 10: 'es hot 3', 2: 'es-2' });
  const all = 6 + 1 + 2_199_023_256 + 1; // the entry without an owner counts, too
  expect(countsOf(state, all)).toEqual({ 'es-1': 6, 'es hot 3': 1, 'es-2': 2_199_023_256 });
  expect(state).toMatchObject({ undo: false, moved: 0 });
  await expect.poll(async () => (await playground.state()).nodes[0].why).toMatch(/ It holds <?[\d.]+% of the bytes/);
  await page.goBack();
  await expect.poll(async () => names(await playground.state())).toEqual(['a', 'b', 'c']);
  await playground.run({ do: 'set_requests', skew: 1 });
  await expect.poll(async () => (await playground.state()).nodes[0].why).toMatch(/ It serves [\d.]+% of requests/);
  expect(faultsOf(page)).toEqual([]);
});

test('rows with requests open with these as counts, and a node that joins takes entries', async ({ page }) => {
  const { playground, dialog } = await openDialog(page);
  const rows = Array.from({ length: 12 }, (_, i) => `shard-${i},db-${i % 2},${100 * i},${i === 5 ? 0 : i + 1}`);
  await paste(page, ['shard,node,bytes,requests', ...rows].join('\n'));
  await expect(dialog.getByText('The bars and flows show the requests of each entry.')).toBeVisible();
  await expect(dialog.getByText('1 entry with less than one unit, or without a figure, counts as 1.')).toBeVisible();
  await openRead(page);
  await expect.poll(async () => (await playground.state()).link).toContain('owners=directory:0,1,0,1,0,1,0,1');
  // 1 + 3 + … + 11, and 2 + 4 + 1 (shard-5) + 8 + 10 + 12
  expect(countsOf(await playground.state(), 73)).toEqual({ 'db-0': 36, 'db-1': 37 });

  await playground.run({ do: 'add_node', name: 'db-2' });
  const state = await playground.state();
  expect(names(state)).toEqual(['db-0', 'db-1', 'db-2']);
  const owners = await ownersOf(
    playground,
    rows.map((row) => row.split(',')[0]),
  );
  // Directory deals rows, not counts: a third of 12 entries; what does not go to the newcomer stays.
  expect(Object.values(owners).filter((owner) => owner === 'db-2')).toHaveLength(4);
  const stays = Object.entries(owners).filter(([, owner]) => owner !== 'db-2');
  expect(stays.every(([shard, owner]) => owner === `db-${Number(shard.slice(6)) % 2}`)).toBe(true);

  // What moved from each node, in requests: the picture and the table of the text count the same.
  const requests = (/** @type {string} */ shard) => Number(rows[Number(shard.slice(6))].split(',')[3]) || 1;
  const gone = Object.entries(owners).filter(([, owner]) => owner === 'db-2');
  const fromEach = { 'db-0': 0, 'db-1': 0 };
  for (const [shard] of gone) fromEach[Number(shard.slice(6)) % 2 ? 'db-1' : 'db-0'] += requests(shard);
  const counted = state.flows.map((/** @type {any} */ { from, to, counted: sum }) => [from, to, sum]);
  expect(Object.fromEntries(counted.map(([from, , sum]) => [from, sum]))).toEqual(fromEach);
  expect(new Set(counted.map(([, to]) => to))).toEqual(new Set(['db-2']));
  await playground.clickControl('tab-counts');
  expect(faultsOf(page)).toEqual([]);
});

test('of rows with requests and bytes, the reader chooses which of them bars and flows show', async ({ page }) => {
  const { playground, dialog } = await openDialog(page);
  await paste(page, 'shard,node,bytes,requests\na,db-0,300,7\nb,db-1,100,1\nc,db-2,600,2');
  await expect(dialog.getByText('The bars and flows show the requests of each entry.')).toBeVisible();
  await dialog.getByLabel('Bars and flows show').selectOption('bytes');
  await expect(dialog.getByText('The bars and flows show the bytes of each entry.')).toBeVisible();
  await openRead(page);
  await expect.poll(async () => (await playground.state()).link).toContain('owners=directory:0,1,2');
  expect(countsOf(await playground.state(), 1000)).toEqual({ 'db-0': 300, 'db-1': 100, 'db-2': 600 });
  await playground.run({ do: 'remove_node', node: 'db-0' });
  const [{ from, keys, counted }] = (await playground.state()).flows;
  expect({ from, keys, counted }).toEqual({ from: 'db-0', keys: 1, counted: 300 });
  expect(faultsOf(page)).toEqual([]);
});

test('of rows with one figure, nobody is asked which', async ({ page }) => {
  const { dialog } = await openDialog(page);
  await paste(page, 'shard,node,bytes\na,db-0,300\nb,db-1,100\nc,db-2,600');
  await expect(dialog.getByText('The bars and flows show the bytes of each entry.')).toBeVisible();
  await expect(dialog.getByLabel('Bars and flows show')).toBeHidden();
});

test('a link of a table asks for its entries, and the same text brings them with what has changed since', async ({
  page,
}) => {
  const { playground } = await openDialog(page);
  await paste(page, textOf('rows/rows-1.csv'));
  await openRead(page);
  await expect.poll(async () => (await playground.state()).link).toContain('owners=directory:0,1,0,2');
  expect(await ownersOf(playground, ['0', '1', '2', '3'])).toEqual({
    0: 'db-1.example.net',
    1: 'db-2.example.net',
    2: 'db-1.example.net',
    3: 'db-3.example.net',
  });
  await playground.run({ do: 'add_node', name: 'db-4' });
  const { link } = await playground.state();
  const owners = await ownersOf(playground, ['0', '1', '2', '3']);

  await page.goto('about:blank');
  const other = await open(page, `./#${link}`);
  await expect(page.locator('#keys-needed')).toBeVisible();
  await (await inFooter(page, '[data-dialog="cluster"]')).click();
  await paste(page, textOf('rows/rows-1.csv'));
  await openRead(page);
  await expect(page.locator('#keys-needed')).toBeHidden();
  expect(names(await other.state())).toEqual(['db-1.example.net', 'db-2.example.net', 'db-3.example.net', 'db-4']);
  expect(await ownersOf(other, ['0', '1', '2', '3'])).toEqual(owners);
  expect(faultsOf(page)).toEqual([]);
});

test('a table whose link is too long to share opens all the same, and says so', async ({ page }) => {
  const { playground, dialog } = await openDialog(page);
  const rows = Array.from({ length: 20_000 }, (_, i) => `pg-${i},osd-${(i * i) % 7}`);
  await dialog.evaluate(
    (box, all) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', all);
      box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    ['shard,node', ...rows].join('\n'),
  );
  await expect(dialog.getByText('too long to share. Export saves a scenario file that holds it all.')).toBeVisible();
  await expect(dialog.getByText('Each entry counts as 1')).toBeVisible();
  await openRead(page);
  await expect.poll(async () => (await playground.state()).keys).toBe(20_000);
  const sample = [0, 1, 2, 777, 19_999];
  expect(
    await ownersOf(
      playground,
      sample.map((i) => `pg-${i}`),
    ),
  ).toEqual(Object.fromEntries(sample.map((i) => [`pg-${i}`, `osd-${(i * i) % 7}`])));
  expect(faultsOf(page)).toEqual([]);
});
