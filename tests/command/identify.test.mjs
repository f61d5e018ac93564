// `reshard identify` names the strategy that placed given rows, as the page's dialog does.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { built } from '../built.mjs';
import { loadCore, root } from '../live/programs.mjs';
import { reshard } from './command.mjs';

const { bestFits, readRows } = await built('web/dialogs/identify_rules.js');
const core = await loadCore();
const keys = Array.from({ length: 1000 }, (_, i) => `user:${i * 7}`);

const identify = async (text, ...words) => {
  const { code, text: out, error } = await reshard(['identify', '--json', ...words], text);
  assert.equal(code, 0, error);
  return JSON.parse(out);
};

test('rows placed by libmemcached are recognised as such', async () => {
  const rows = readFileSync(join(root, 'tests/vectors/ketama_libmemcached.csv'), 'utf8').trim().split('\n').filter((line) => !line.startsWith('#'));
  const column = rows[0].split(',').indexOf('ketama_md5_n10');
  const text = rows.slice(1).map((row) => row.split(',')).map((row) => `${row[0]},10.0.1.${Number(row[column]) + 1}:11211\n`).join('');
  const { fits: [best] } = await identify(text);
  assert.deepEqual([best.strategy, best.params.dialect, best.share], ['ketama', 'libmemcached', 1]);
});

test('rows placed by the command are recognised, and the reported link places them the same way', async () => {
  for (const setup of ['strategy=ring&hash=murmur3_128&vnodes=160', 'strategy=jump', 'strategy=maglev&hash=fnv1a64', 'strategy=rendezvous']) {
    const { text } = await reshard(['place', '-l', `v=1&nodes=s1,s2,s10&${setup}`], keys.map((key) => `${key}\n`).join(''));
    const { fits: [best] } = await identify(text);
    assert.equal(best.share, 1, setup);
    const checked = await reshard(['check', '-l', best.link], text);
    assert.match(checked.text, /^0 of 1000 records are on another node/);
  }
});

test('if several settings explain the rows, it names the same ones as the page', async () => {
  const placed = core.place({ strategy: 'ketama', params: { dialect: 'twemproxy' }, nodes: ['10.0.0.1:11211', '10.0.0.2:11211', '10.0.0.10:11211'], keys });
  const rows = keys.map((key, i) => `${key},${placed.nodes[placed.owners[i]]}`);
  const perfect = (fits) => fits.filter(({ share }) => share === 1).map(({ strategy, hash, params }) => [strategy.id ?? strategy, hash, params.dialect]).sort();
  const page = await bestFits(core, readRows(rows.join('\n')), async () => true);
  const here = await identify(rows.map((row) => `${row}\n`).join(''));
  assert.deepEqual(perfect(here.fits), perfect(page.fits));
  assert.equal(here.alike, page.alike);
});

test('random owners fit no strategy', async () => {
  const { fits: [best] } = await identify(keys.map((key, i) => `${key},node-${((i * 2654435761) >>> 9) % 5}\n`).join(''));
  assert.ok(best.share < 0.35, `${best.share}: a fifth by chance, the best of some thousands a little more`);
});

test('a sample does not depend on the order of the rows or the number of threads', async () => {
  const many = Array.from({ length: 250_000 }, (_, i) => `k${i}\n`).join('');
  const { text } = await reshard(['place', '-l', 'v=1&nodes=3&strategy=jump'], many);
  const backwards = `${text.trim().split('\n').reverse().join('\n')}\n`;
  const [one, other] = [await identify(text, '-j', '1'), await identify(backwards, '-j', '4')];
  assert.deepEqual(other, one);
  assert.equal(one.rows, '100000');
  assert.equal(one.fits[0].strategy, 'jump');
});

test('too few rows, an empty owner and missing columns are refused', async () => {
  const few = await reshard(['identify'], 'a,b\n');
  assert.deepEqual([few.code, few.text], [3, '']);
  assert.match(few.error, /only 1 rows: at least 20 are needed/);
  const empty = await reshard(['identify'], 'a,b\nc,\n');
  assert.deepEqual([empty.code, empty.text], [3, '']);
  assert.match(empty.error, /line 2: the owner is empty/);
  const columns = await reshard(['identify', '-c', 'key', '-w', 'shard'], 'key,node\na,b\n');
  assert.deepEqual([columns.code, columns.text], [3, '']);
});
