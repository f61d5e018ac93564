// --add, --remove and --weight: changes to the nodes of a scenario that are one step together.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { reshard } from './command.mjs';

const folder = mkdtempSync(join(tmpdir(), 'reshard-changes-'));
after(() => rmSync(folder, { recursive: true }));

const kChanges = ['--add', 'x', '--add', 'y', '--remove', 'node-1', '--weight', 'node-0=2', '--weight', 'x=0.5'];
const kLink = 'v=1&nodes=5&vnodes=200&strategy=ring';
const kAlike = `${kLink}&log=+x,+y,-node-1,*node-0*2,*x*0.5`;
const kMove = 'move=double_write~copy_bytes_per_second=1000000';
const keys = Array.from({ length: 2000 }, (_, i) => `key-${i}\n`).join('');
const ran = async (/** @type {string[]} */ ...words) => {
  const { code, text, error } = await reshard(words, keys);
  assert.equal(code, 0, `${words.join(' ')}: ${error}`);
  return text;
};

test('all changes are one step of place, moved, counts, plan and explain, as with at_once', async () => {
  for (const command of ['place', 'moved', 'counts', 'plan']) {
    const together = await ran(command, '-l', kLink, ...kChanges);
    assert.equal(together, await ran(command, '-l', `${kAlike}&at_once=5`), command);
    if (command === 'place') continue;
    assert.notEqual(together, await ran(command, '-l', kAlike), `${command}: only the last change`);
  }
  assert.equal(await ran('explain', '-l', kLink, ...kChanges, 'key-1'), await ran('explain', '-l', kAlike, 'key-1'));
  assert.equal(await ran('nodes', '-l', kLink, ...kChanges), 'node-0\nnode-2\nnode-3\nnode-4\nx\ny\n');
  const before = await ran('nodes', '-l', kLink, ...kChanges, '--at', 'before');
  assert.equal(before, 'node-0\nnode-1\nnode-2\nnode-3\nnode-4\n');
});

// 2 + 0.5 + 4 of weight: a's share is 2 / 6.5.
test('a weight is that of the node, also of one that joins, and a name may hold an equals sign', async () => {
  const nodes = JSON.parse(await ran('nodes', '--json', '-l', kLink, '--add', 'a=b', '--weight', 'a=b=3'));
  assert.deepEqual(nodes.at(-1), { name: 'a=b', weight: 3, down: false });
});

test('earlier changes of the link stay before the step, and its move is kept', async () => {
  const link = `${kLink}&log=+n,-node-2&at_once=2&${kMove}`,
    alike = `${kLink}&log=+n,-node-2,+x`;
  const before = await ran('nodes', '-l', link, '--add', 'x', '--at', 'before');
  assert.equal(before, 'node-0\nnode-1\nnode-3\nnode-4\nn\n');
  const planned = await ran('plan', '-l', link, '--add', 'x');
  assert.equal(planned, await ran('plan', '-l', `${alike}&${kMove}`));
  assert.notEqual(planned, await ran('plan', '-l', alike), 'the speed counts');
});

test('a scenario in JSON takes them too', async () => {
  const file = join(folder, 'scenario.json');
  const nodes = ['a', 'b', { name: 'c', weight: 2 }],
    strategies = [{ strategy: 'rendezvous' }];
  writeFileSync(file, JSON.stringify({ nodes, strategies }));
  assert.equal(
    await ran('moved', '-s', file, '--add', 'd', '--remove', 'a'),
    await ran('moved', '-l', 'v=1&nodes=a,b,c*2&strategy=rendezvous&log=+d,-a&at_once=2'),
  );
});

test('profile judges the shards after the changes', async () => {
  const rows = `id,tenant\n${Array.from({ length: 500 }, (_, i) => `${i},${i % 7}\n`).join('')}`;
  const { text, error } = await reshard(['profile', '-l', 'v=1&nodes=3', '--add', 'x', '--json'], rows);
  assert.equal(JSON.parse(text).shards.length, 4, error);
});

for (const [words, told] of /** @type {[string[], RegExp][]} */ ([
  [['--remove', 'nobody'], /^reshard: place: --remove nobody: nodes: there is no “nobody”\n$/],
  [['--add', 'node-1'], /--add node-1: nodes: “node-1” already exists\n$/],
  [['--add', ''], /--add : name: must not be empty\n$/],
  [['--weight', 'node-1'], /--weight node-1: expected NAME=WEIGHT, such as node-1=2\n$/],
  [['--weight', 'node-1=1e7'], /--weight node-1=1e7: weight: 1e7 is outside 0 to 1000000\n$/],
  [['--weight', 'node-1=much'], /--weight node-1=much: weight: “much” cannot be read as a number\n$/],
  [['--weight', 'nobody=1'], /--weight nobody=1: nodes: there is no “nobody”\n$/],
])) {
  test(`${words.join(' ')} is refused with what is wrong, before anything is read`, async () => {
    const { code, text, error } = await reshard(['place', '-l', kLink, ...words], keys);
    assert.equal(code, 2, error);
    assert.equal(text, '');
    assert.match(error, told);
  });
}

test('a weight that would melt into the last change of the link is refused', async () => {
  const { code, error } = await reshard(['place', '-l', `${kLink}&log=*node-1*3`, '--weight', 'node-1=2'], keys);
  assert.equal(code, 2);
  assert.match(error, /the last change of the scenario is this node's weight already/);
});

test('help says of plan that all changes together are one step', async () => {
  for (const command of ['place', 'moved', 'counts', 'plan', 'check', 'profile', 'sql', 'explain', 'nodes']) {
    const text = await ran(command, '--help');
    for (const option of ['--add NAME', '--remove NAME', '--weight NAME=WEIGHT']) {
      assert.ok(text.includes(option), `${command} ${option}`);
    }
    assert.match(text, /all of them together are the last change, one step/);
  }
});

test('strategies lists options and ranges, and writes whole defaults as such', async () => {
  const rows = (await ran('strategies'))
    .trim()
    .split('\n')
    .map((line) => line.split('\t'));
  const lines = new Map(rows.map(([id, _, ...params]) => [id, params]));
  assert.deepEqual(lines.get('ring'), [
    'vnodes=100 (1 to 10000000)',
    'label=name-index (name-index, index:name, name+index, gholt, golubtsov, pinned, name-number)',
    'successor=at_or_after (at_or_after, after)',
    'bits=64 (64, 32, 128, ten)',
  ]);
  assert.ok([...lines.values()].flat().includes('size=65537 (2 to 1000003, a prime)'), [...lines.get('maglev')].join());
});

// As on the page and in the headless core (tests/core/scenario/entry_test.cpp).
test('a weight is refused where it makes a ring too large, in a link as in JSON', async () => {
  const file = join(folder, 'heavy.json');
  for (const [weight, code] of [
    [6249, 0],
    [62499, 2],
  ]) {
    const link = await reshard(['place', '-l', `v=1&nodes=a*${weight},b,c&strategy=jedis`], 'k\n');
    assert.equal(link.code, code, link.error);
    if (code !== 0) assert.match(link.error, /nodes\[0\]\.weight: 62499 is outside 0 to 62498\n$/);
    const nodes = [{ name: 'a', weight }, 'b', 'c'],
      strategies = [{ strategy: 'jedis' }];
    writeFileSync(file, JSON.stringify({ nodes, strategies }));
    assert.equal((await reshard(['place', '-s', file], 'k\n')).code, code);
  }
});

test('one record is one record', async () => {
  const rejects = join(folder, 'rejects');
  const { error } = await reshard(['place', '-l', kLink, '--rejects', rejects], 'a\n\nb\n');
  assert.match(error, /^reshard: 1 record refused, see /);
  const two = await reshard(['place', '-l', kLink, '--rejects', rejects], 'a\n\n\nb\n');
  assert.match(two.error, /^reshard: 2 records refused, see /);
  const checked = await reshard(['check', '-l', 'v=1&nodes=a'], 'k,b\nl,a\n');
  assert.match(checked.text, /^1 of 2 records is on another node; /);
  const counted = await reshard(['counts', '-l', 'v=1&nodes=a&log=+b,-a&at_once=2'], 'k\n');
  assert.match(counted.text, /\n1 key, .*\n1 of them moves \(100\.00%\), 0 unnecessarily\n/);
});

// Of weights 3 and 1, a node with three quarters of the keys has its fair share.
test('counts are told against the fair share where weights differ', async () => {
  const { text } = await reshard(['counts', '-l', 'v=1&nodes=a*3,b&vnodes=1000'], keys);
  const [, spread, peak] = (/, spread around fair share ([\d.]+), max \/ fair share ([\d.]+)\n$/.exec(text) ?? []).map(
    Number,
  );
  assert.ok(spread < 0.15 && peak >= 1 && peak < 1.2, text);
  const { stats } = JSON.parse(await ran('counts', '--json', '-l', 'v=1&nodes=a*3,b&vnodes=1000'));
  const { cv, fairCv, peakToMean, peakToFair } = stats;
  assert.ok(peakToMean > 1.4 && peakToFair < 1.2 && fairCv < 0.15 && cv > 0.4, JSON.stringify(stats));
  assert.match(await ran('counts', '-l', 'v=1&nodes=a,b'), /coefficient of variation [\d.]+, max \/ mean [\d.]+\n$/);
});
