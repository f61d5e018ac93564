// `reshard plan` finds for the records that it reads what the page's flow engine finds for the same keys.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { built } from '../built.mjs';
import { loadCore } from '../live/programs.mjs';
import { reshard } from './command.mjs';

const core = await loadCore();
const { flow } = await built('reshard-migration.mjs');
const kLink = 'v=1&nodes=5&log=+node-5';
const keys = Array.from({ length: 20_000 }, (_, i) => `key-${i}`);
const text = keys.map((key) => `${key}\n`).join('');
const nodes = ['node-0', 'node-1', 'node-2', 'node-3', 'node-4'];
const before = { strategy: 'ring', nodes, keys },
  after = { ...before, log: [{ add: 'node-5' }] };

const planOf = async (/** @type {string[]} */ words, input = text) => {
  const { code, text: out, error } = await reshard(['plan', '--json', ...words], input);
  assert.equal(code, 0, error);
  return JSON.parse(out);
};
const byNodes = (/** @type {{from: number, to: number}[]} */ pairs) =>
  [...pairs].sort((a, b) => a.from - b.from || a.to - b.to);

test('phases, bytes, hours and pairs are those of the flow engine for the same keys', async () => {
  for (const [move, input] of /** @type {[string, any][]} */ ([
    ['double_write', { protocol: 'double_write' }],
    [
      'log_catch_up~copy_bytes_per_second=1000000',
      { protocol: 'log_catch_up', pace: { copy_bytes_per_second: 1_000_000 } },
    ],
    ['slot_by_slot', { protocol: 'slot_by_slot' }],
  ])) {
    const found = await flow(core, { before, after, ...input, keys: 2e9 });
    const plan = await planOf(['-l', kLink, '-m', move, '--keys', '2000000000']);
    assert.deepEqual(plan.nodes, found.nodes);
    assert.deepEqual(byNodes(plan.pairs), byNodes(found.pairs));
    for (const figure of [
      'movedKeys',
      'copiedBytes',
      'seconds',
      'copySeconds',
      'writesWaitSeconds',
      'phaseSeconds',
      'busiestNode',
    ]) {
      assert.deepEqual(plan[figure], found[figure], `${figure} of ${move}`);
    }
    assert.equal(plan.phases.length, plan.phaseSeconds.length);
  }
});

test('the move is the link’s, unless another is asked for', async () => {
  const own = await planOf(['-l', `${kLink}&move=stop~copy_bytes_per_second=5000000`]);
  assert.equal(own.move, 'stop~copy_bytes_per_second=5000000');
  assert.equal((await planOf(['-l', `${kLink}&move=stop`, '--move', 'flip'])).move, 'flip');
  assert.equal((await planOf(['-l', kLink])).move, 'double_write');
});

test('the size of a row is the average of those that move', async () => {
  const rows = `id,size\n${keys.map((key, i) => `${key},${i % 2 ? 500 : 1500}\n`).join('')}`;
  const plan = await planOf(['-l', kLink, '-c', 'id', '--bytes-column', 'size'], rows);
  const moved = (await reshard(['moved', '-l', kLink, '-c', 'id'], rows)).text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => Number(line.split(',')[1]));
  const mean = moved.reduce((sum, size) => sum + size, 0) / moved.length;
  assert.ok(
    Math.abs(plan.copiedBytes / plan.copiedKeys - mean) <= 0.5,
    `${plan.copiedBytes / plan.copiedKeys}, not ${mean}`,
  );
});

test('a change that moves nothing has nothing to copy', async () => {
  const plan = await planOf(['-l', 'v=1&nodes=5&strategy=slots&log=~node-1~other']);
  assert.deepEqual([plan.movedKeys, plan.copiedBytes, plan.pairs], [0, 0, []]);
});

test('an unknown protocol, a number of keys out of range and a scenario without a change are refused', async () => {
  for (const [words, said] of /** @type {[string[], RegExp][]} */ ([
    [['-l', kLink, '-m', 'frog'], /move: “frog” is not one of flip/],
    [['-l', kLink, '--keys', '0'], /--keys: “0” is outside 1 to 10\^15/],
    [['-l', 'v=1&nodes=5'], /there is nothing before it/],
    [['-l', kLink, '-m', 'double_write~clients=0'], /clients/],
  ])) {
    const { code, text: out, error } = await reshard(['plan', ...words], text);
    assert.deepEqual([code, out], [2, ''], words.join(' '));
    assert.match(error, said);
  }
});
