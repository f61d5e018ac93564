// The command gives the owners that the headless core gives, and what real systems print.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { randomKeys } from '../live/keys.mjs';
import { loadCore, root } from '../live/programs.mjs';
import { reshard, splitAtZeros } from './command.mjs';

const core = await loadCore();
const kCount = Number(process.env.RESHARD_KEYS ?? 100_000);
const kNodes = ['10.0.0.1:11211', '10.0.0.2:11212', 'cache-3', '10.0.0.4', 'cache.example:22122', 'f', 'g'];

/** Random keys, and the same as the command reads them. */
function keysAndInput(bytes) {
  const keys = randomKeys({ count: kCount, bytes }).filter((key) => !key.includes(0));
  return { keys, input: Buffer.concat(keys.flatMap((key) => [key, Buffer.from([0])])) };
}
const kBytes = keysAndInput(true), kTexts = keysAndInput(false);

for (const strategy of core.strategies()) {
  const id = strategy.id;
  const link = `v=1&nodes=${kNodes.map(encodeURIComponent).join(',')}&strategy=${id}`;
  if (strategy.traits.includes('needs_all_keys')) continue;  // see tables.test.mjs
  test(`${id} gives random byte keys the owners of the headless core`, async () => {
    const { keys, input } = id === 'elasticsearch' ? kTexts : kBytes;
    const { code, out, error } = await reshard(['place', '-0', '-l', link], input);
    assert.equal(code, 0, error);
    const { owners, nodes } = core.place({ strategy: id, nodes: kNodes, keys: keys.map((key) => new Uint8Array(key)) });
    const names = nodes.map((name) => Buffer.from(`\0${name}\0`)), nobody = Buffer.from('\0\0');
    const expected = Buffer.concat(keys.flatMap((key, i) => [key, names[owners[i]] ?? nobody]));
    if (out.equals(expected)) return;
    const parts = splitAtZeros(out);
    const wrong = keys.findIndex((key, i) => !key.equals(parts[2 * i]) || parts[2 * i + 1].toString() !== (nodes[owners[i]] ?? ''));
    assert.fail(`key ${wrong} (${keys[wrong]?.toString('hex')}) is on “${parts[2 * wrong + 1]}”, not on “${nodes[owners[wrong]]}”`);
  });
}

test('keys go where libmemcached sends them', async () => {
  const rows = readFileSync(join(root, 'tests/vectors/ketama_libmemcached.csv'), 'utf8').trim().split('\n').filter((line) => !line.startsWith('#'));
  const column = rows[0].split(',').indexOf('ketama_md5_n10');
  const table = rows.slice(1).map((line) => line.split(','));
  const nodes = Array.from({ length: 10 }, (_, i) => `10.0.1.${i + 1}:11211`);
  const link = `v=1&nodes=${nodes.join(',')}&strategy=ketama&hash=md5&dialect=libmemcached`;
  const { text } = await reshard(['place', '-l', link], table.map(([key]) => `${key}\n`).join(''));
  assert.equal(text, table.map((fields) => `${fields[0]},${nodes[fields[column]]}\n`).join(''));
});

test('keys go to the slots of redis-server', async () => {
  const rows = readFileSync(join(root, 'tests/vectors/redis_keyslot.csv'), 'utf8').trim().split('\n').slice(2).map((line) => line.split(','));
  const keys = rows.map(([hex]) => Buffer.from(hex, 'hex'));
  const some = keys.map((key, i) => i).filter((i) => keys[i].length > 0 && !keys[i].includes(0));
  const input = Buffer.concat(some.flatMap((i) => [keys[i], Buffer.from([0])]));
  const { out } = await reshard(['place', '-0', '-l', 'v=1&nodes=3&strategy=redis_slots'], input);
  // redis-cli --cluster create gives three masters the slots 0–5460, 5461–10922 and 10923–16383.
  const expected = some.map((i) => `node-${Number(rows[i][1]) <= 5460 ? 0 : Number(rows[i][1]) <= 10922 ? 1 : 2}`);
  assert.deepEqual(splitAtZeros(out).filter((_, i) => i % 2 === 1).map(String), expected);
});

test('moved tells the keys that the headless core says move, and counts adds them up', async () => {
  const link = 'v=1&nodes=5&log=+node-5';
  const keys = Array.from({ length: 20_000 }, (_, i) => `key-${i}`);
  const input = { strategy: 'ring', nodes: ['node-0', 'node-1', 'node-2', 'node-3', 'node-4'], keys };
  const before = core.place(input), after = core.place({ ...input, log: [{ add: 'node-5' }] });
  const name = (placed, i) => placed.nodes[placed.owners[i]];
  const lines = keys.map((key, i) => `${key},${name(before, i)},${name(after, i)}\n`).filter((_, i) => name(before, i) !== name(after, i));
  const text = keys.map((key) => `${key}\n`).join('');
  for (const threads of ['1', '4']) {
    const moved = await reshard(['moved', '-j', threads, '-l', link], text);
    assert.equal(moved.text, lines.join(''));
  }
  const counted = JSON.parse((await reshard(['counts', '--json', '-l', link], text)).text);
  assert.equal(counted.records, '20000');
  assert.equal(counted.moved, String(lines.length));
  assert.equal(counted.needless, '0');
  assert.deepEqual(counted.nodes.map(({ keys: count }) => Number(count)), [...after.counts]);
  assert.deepEqual(counted.nodes.slice(0, 5).map(({ keysBefore }) => Number(keysBefore)), [...before.counts]);
  assert.equal(counted.flows.reduce((sum, { keys: count }) => sum + Number(count), 0), lines.length);
});

test('explain ends with the owner, as the headless core explains it', async () => {
  const { text } = await reshard(['explain', '--json', '-l', 'v=1&nodes=5&vnodes=200', 'user:1', 'user:2']);
  const input = { strategy: 'ring', params: { vnodes: 200 }, nodes: ['node-0', 'node-1', 'node-2', 'node-3', 'node-4'], keys: ['a'] };
  const [one, two] = JSON.parse(text);
  assert.deepEqual(one.steps, core.explain(input, 'user:1'));
  assert.deepEqual(two.steps, core.explain(input, 'user:2'));
  assert.equal(one.owner, one.steps.at(-1).node);
});

test('strategies and hashes are those of the headless core', async () => {
  assert.deepEqual(JSON.parse((await reshard(['strategies', '--json'])).text), core.strategies());
  assert.deepEqual(JSON.parse((await reshard(['hashes', '--json'])).text), core.hashes());
});
