// The command gives the same owners as the headless core. vectors.test.mjs compares it with real systems.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadCore } from '../live/programs.mjs';
import { reshard, tsv, tsvLines } from './command.mjs';
import { readableKeys } from './readable.mjs';
/** @import {Placement} from '../../web/headless/reshard-core.d.ts' */

const core = await loadCore();
const kCount = Number(process.env.RESHARD_KEYS ?? 100_000);
const kNodes = ['10.0.0.1:11211', '10.0.0.2:11212', 'cache-3', '10.0.0.4', 'cache.example:22122', 'f', 'g'];

const readable = readableKeys(core, kCount, 1);

for (const strategy of core.strategies()) {
  const id = strategy.id;
  const link = `v=1&nodes=${kNodes.map(encodeURIComponent).join(',')}&strategy=${id}`;
  if (strategy.traits.includes('needs_all_keys')) continue; // see tables.test.mjs
  test(`${id} gives random keys the owners of the headless core`, async () => {
    const keys = readable.keys[readable.formOf(id)];
    const { code, out, error } = await reshard(['place', '--tsv', '-l', link], tsvLines(keys));
    assert.equal(code, 0, error);
    const { owners, nodes } = core.place({ strategy: id, nodes: kNodes, keys: keys.map((key) => new Uint8Array(key)) });
    const names = nodes.map((name) => Buffer.from(`\t${name}\n`)),
      nobody = Buffer.from('\t\\N\n');
    const lines = keys.flatMap((key, i) => [tsv(key), names[owners[i]] ?? nobody]);
    if (out.equals(Buffer.concat(lines))) return;
    const said = out.toString('latin1').split('\n'),
      wrong = keys.findIndex(
        (_, i) =>
          said[i] !==
          Buffer.concat(lines.slice(2 * i, 2 * i + 2))
            .toString('latin1')
            .slice(0, -1),
      );
    assert.fail(`key ${wrong} (${keys[wrong]?.toString('hex')}): “${said[wrong]}”, not on “${nodes[owners[wrong]]}”`);
  });
}

test('moved prints the keys that move according to the headless core, and counts adds them up', async () => {
  const link = 'v=1&nodes=5&log=+node-5';
  const keys = Array.from({ length: 20_000 }, (_, i) => `key-${i}`);
  const input = { strategy: 'ring', nodes: ['node-0', 'node-1', 'node-2', 'node-3', 'node-4'], keys };
  const before = core.place(input),
    after = core.place({ ...input, log: [{ add: 'node-5' }] });
  const name = (/** @type {Placement} */ placed, /** @type {number} */ i) => placed.nodes[placed.owners[i]];
  const lines = keys
    .map((key, i) => `${key},${name(before, i)},${name(after, i)}\n`)
    .filter((_, i) => name(before, i) !== name(after, i));
  const text = keys.map((key) => `${key}\n`).join('');
  for (const threads of ['1', '4']) {
    const moved = await reshard(['moved', '-j', threads, '-l', link], text);
    assert.equal(moved.text, lines.join(''));
  }
  const counted = JSON.parse((await reshard(['counts', '--json', '-l', link], text)).text);
  assert.equal(counted.records, '20000');
  assert.equal(counted.moved, String(lines.length));
  assert.equal(counted.needless, '0');
  assert.deepEqual(
    counted.nodes.map((/** @type {{keys: string}} */ { keys: count }) => Number(count)),
    [...after.counts],
  );
  assert.deepEqual(
    counted.nodes.slice(0, 5).map((/** @type {{keysBefore: string}} */ { keysBefore }) => Number(keysBefore)),
    [...before.counts],
  );
  assert.equal(
    counted.flows.reduce(
      (/** @type {number} */ sum, /** @type {{keys: string}} */ { keys: count }) => sum + Number(count),
      0,
    ),
    lines.length,
  );
});

test('explain ends with the owner, with the headless core’s explanation', async () => {
  const { text } = await reshard(['explain', '--json', '-l', 'v=1&nodes=5&vnodes=200', 'user:1', 'user:2']);
  const input = {
    strategy: 'ring',
    params: { vnodes: 200 },
    nodes: ['node-0', 'node-1', 'node-2', 'node-3', 'node-4'],
    keys: ['a'],
  };
  const [one, two] = JSON.parse(text);
  assert.deepEqual(one.steps, core.explain(input, 'user:1'));
  assert.deepEqual(two.steps, core.explain(input, 'user:2'));
  assert.equal(one.owner, one.steps.at(-1).node);
});

test('strategies and hashes list those of the headless core', async () => {
  assert.deepEqual(JSON.parse((await reshard(['strategies', '--json'])).text), core.strategies());
  assert.deepEqual(JSON.parse((await reshard(['hashes', '--json'])).text), core.hashes());
});
