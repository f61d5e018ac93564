// `reshard rebalance FILE` of the npm package: plans for pasted placements, worked out by hand.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { root } from '../live/programs.mjs';
import { nodeScript, reshard } from './command.mjs';

const rebalance = (/** @type {string[]} */ words, input = '') =>
  reshard([nodeScript, 'rebalance', ...words], input, {}, process.execPath);
const folder = mkdtempSync(join(tmpdir(), 'reshard-rebalance-'));
after(() => rmSync(folder, { recursive: true }));

/** @param {string} name @param {string[]} lines */
function fileOf(name, lines) {
  const file = join(folder, name);
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}

// 14 requests on two nodes: a node may bear 7 of them under a limit of 1.1. Only s2 takes enough off a.
const kRows = fileOf('rows.csv', ['shard,node,bytes,requests', 's1,a,100,7', 's2,a,50,6', 's3,b,30,1']);
const kKafka = join(root, 'tests/vectors/clusters/kafka/describe-1-topics.txt');

test('the plan is printed as JSON, and one sentence says what it does', async () => {
  const { code, text, error } = await rebalance([kRows]);
  assert.equal(code, 0, error);
  const { moves, by, unit, bytes, proven, ratio } = JSON.parse(text);
  assert.deepEqual([moves, by, unit, bytes, proven], [[['s2', 'a', 'b']], 'requests', 'bytes', 50, true]);
  assert.equal(ratio, 1);
  assert.match(error, /Move 1 of 3 shards in 1 moves?, 50 bytes: the busiest node goes from 1\.857 to 1\.000 times/);
});

test('--check says by its exit status whether a node is beyond its limit, and prints nothing', async () => {
  const uneven = await rebalance(['--check', kRows]);
  assert.deepEqual([uneven.code, uneven.text], [1, '']);
  const even = await rebalance(['--check', '--limit', '2', kRows]);
  assert.deepEqual([even.code, even.text], [0, '']);
});

test('a drained node ends empty, and a new one is filled to the least that it has to bear', async () => {
  const drained = await rebalance(['--drain', 'b', kRows]);
  assert.deepEqual(JSON.parse(drained.text).moves, [['s3', 'b', 'a']]);
  // By count, three nodes have to bear one entry each.
  const even = ['--by', 'count', '--limit', '1', '--least', '1', '--add', 'c', '-'];
  const filled = await rebalance(even, 'shard,node,bytes\ns1,a,9\ns2,a,5\ns3,b,1\n');
  assert.deepEqual(JSON.parse(filled.text).moves, [['s2', 'a', 'c']]);
});

test('no plan keeps the rules: exit status 5, with the conditions that contradict each other', async () => {
  const pinned = await rebalance(['--drain', 'b', '--pin', 's3', kRows]);
  assert.deepEqual([pinned.code, pinned.text], [5, '']);
  assert.match(pinned.error, /no plan keeps the rules\n/);
  assert.match(pinned.error, /condition: pinned .*s3/);
  // Three replicas of a partition do not fit on two brokers.
  assert.equal((await rebalance(['--drain', '1', kKafka])).code, 5);
});

test('--commands writes what the system runs, and --back what takes it back', async () => {
  const words = ['--by', 'count', '--add', '4', '--limit', '1', '--least', '0.8', kKafka];
  const { moves } = JSON.parse((await rebalance(words)).text);
  assert.ok(moves.length > 0 && moves.every((/** @type {string[]} */ [, , to]) => to === '4'), JSON.stringify(moves));
  const there = await rebalance(['--commands', '--throttle', '50MB/s', ...words]);
  assert.equal(there.code, 0, there.error);
  assert.match(there.text, /kafka-reassign-partitions\S* .*--execute.*--throttle 50000000/);
  assert.match(there.text, /"topic":\s*"orders"/);
  const back = await rebalance(['--back', ...words]);
  assert.match(back.text, /--execute/);
  assert.notEqual(back.text, there.text);
});

test('what is asked wrongly is refused with the option', async () => {
  /** @type {[string[], RegExp][]} */
  const wrong = [
    [['--limit', '0.5', kRows], /--limit: 0\.5 is not from 1 to 100/],
    [['--limit', 'x', kRows], /--limit: x is not from 1 to 100/],
    [['--by', 'size', kRows], /--by takes requests, bytes, keys, count; “size” is none of them/],
    [['--by', 'keys', kRows], /--by: its entries have no keys/],
    [['--drain', 'z', kRows], /--drain: there is no node z/],
    [['--pin', 's9', kRows], /--pin: there is no entry s9/],
    [['--add', 'a', kRows], /--add: node a is there already/],
    [['--copies', '0', kRows], /--copies takes a whole number from 1 to 1000/],
    [['--per-move', 'much', kRows], /--per-move much: not an amount/],
    [['--check', '--json', kRows], /exclude each other/],
    [[kRows, kKafka], /takes one file/],
    [['--nonsense', kRows], /there is no option --nonsense for rebalance/],
  ];
  for (const [words, why] of wrong) {
    const { code, text, error } = await rebalance(words);
    assert.deepEqual([code, text], [2, ''], words.join(' '));
    assert.match(error, why);
  }
  const nginx = 'upstream x {\n  hash $uri;\n  server a:1;\n  server b:1;\n}\n';
  const placed = await rebalance(['-'], nginx);
  assert.equal(placed.code, 2);
  assert.match(placed.error, /its entries are not moved one by one/);
  assert.equal((await rebalance([join(folder, 'missing')])).code, 4);
});
