// `reshard diff` of the npm package; the native command names it.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { root } from '../live/programs.mjs';
import { nodeScript, reshard } from './command.mjs';

const placement = (/** @type {string} */ name) => join(root, 'tests/vectors/clusters', name);
const diff = (/** @type {string[]} */ words, input = '') =>
  reshard([nodeScript, 'diff', ...words], input, {}, process.execPath);
const folder = mkdtempSync(join(tmpdir(), 'reshard-diff-'));
after(() => rmSync(folder, { recursive: true }));

/** @param {string} name @param {string} text */
function fileOf(name, text) {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

const servers = ['a:1', 'b:1', 'c:1'];
const nginx = (/** @type {string[]} */ names) =>
  `upstream media {\n  hash $request_uri;\n${names.map((name) => `  server ${name};\n`).join('')}}\n`;
const kHost = fileOf('host-1.conf', nginx(servers));
const kOther = fileOf('host-2.conf', nginx([...servers].reverse()));
const kRedis = placement('redis/nodes-1-healthy.txt');
const kFailed = placement('redis/nodes-3-failed.txt');

test('the same servers in another order are found, with exit status 1', async () => {
  const { code, text, error } = await diff([kHost, kOther]);
  assert.equal(code, 1, error);
  assert.equal(error, '');
  assert.match(text, /^66\.\d% move: 66,\d{3} of 100,000 keys, 66,\d{3} of them could have stayed\.\n/);
  assert.match(
    text,
    /\n! The same servers are listed in another order: a:1, b:1, c:1 → c:1, b:1, a:1\. Without this, nothing /,
  );
  assert.match(text, /\nc:1 +a:1 +33,\d{3}\n/);
});

test('where nothing moves, the exit status is 0', async () => {
  for (const file of [kHost, kRedis, placement('cassandra/ring-1-vnodes.txt')]) {
    const { code, text } = await diff([file, '-'], readFileSync(file, 'utf8'));
    assert.deepEqual([code, text.split('\n')[0]], [0, 'Nothing moves.']);
  }
});

test('--json has the figures, the moves and the rollback', async () => {
  const { code, text } = await diff([kRedis, kFailed, '--json']);
  assert.equal(code, 1);
  const { before, after: then, moves, flows, warnings, headline, ...figures } = JSON.parse(text);
  assert.deepEqual([before.file, before.system, then.form], [kRedis, 'redis', 'cluster-nodes']);
  assert.equal(figures.moved, 5462);
  assert.equal(figures.back.copies.made, 5462);
  assert.deepEqual(flows, [{ from: '10.20.1.12:6379', to: '10.20.1.16:6379', count: 5462 }]);
  assert.equal(moves.length, 5462);
  assert.deepEqual(moves[0], { id: '5461', from: '10.20.1.12:6379', to: '10.20.1.16:6379' });
  assert.equal(headline, '33.3% move: 5,462 of 16,384 slots, none of them could have stayed.');
  assert.deepEqual(warnings, []);
});

test('--markdown is a table for a pull request', async () => {
  const { code, text } = await diff([kHost, kOther, '--markdown']);
  assert.equal(code, 1);
  assert.match(text, /^### What moves in nginx.*: host-1\.conf → host-2\.conf\n\n\*\*66\./);
  assert.match(text, /\n\| From node \| To node \| Keys \|\n\| --- \| --- \| --: \|\n\| c:1 \| a:1 \| 33,\d{3} \|\n/);
});

test('keys are as many as asked for, or those of a file', async () => {
  const few = JSON.parse((await diff([kHost, kOther, '--json', '--keys', '500'])).text);
  assert.deepEqual([few.kind, few.compared], ['generated', 500]);
  const keys = fileOf('keys.txt', '/a\n/b\n/c\n/d\n');
  const { kind, compared, moved, moves } = JSON.parse((await diff([kHost, kOther, '--json', '--keys', keys])).text);
  assert.deepEqual([kind, compared, moves.length], ['given', 4, moved]);
  assert.equal((await diff([kHost, kOther, '--keys', fileOf('none.txt', '')])).code, 2);
  assert.equal((await diff([kHost, kOther, '--keys', '/nowhere/at/all'])).code, 4);
});

test('bytes of the text and a rate give the time', async () => {
  const one = fileOf('rows-1.csv', 'shard,node,bytes\ns1,a,60000000\ns2,b,40000000\n');
  const other = fileOf('rows-2.csv', 'shard,node,bytes\ns1,c,60000000\ns2,c,40000000\n');
  const times = async (/** @type {string[]} */ ...words) =>
    JSON.parse((await diff([one, other, '--json', ...words])).text).time?.seconds;
  assert.equal(await times('--rate', '1MB/s'), 100);
  assert.equal(await times('--rate', '1 MB/s', '--at-once', '10'), 60);
  assert.equal(await times(), undefined);
  assert.match((await diff([one, other, '--rate=50MB/s'])).text, /\n {2}Time +2\.00 s at a rate of 50\.0 MB\/s\n/);
});

const kRows = [
  { topic: 'orders', partition: 0, before: [1, 2], after: [3, 2] },
  { topic: 'orders', partition: 1, before: [2, 1], after: [1, 2] },
];
const kPlan = (/** @type {'before' | 'after'} */ side) =>
  JSON.stringify({
    version: 1,
    partitions: kRows.map(({ topic, partition, [side]: replicas }) => ({ topic, partition, replicas })),
  });

test('a plan of Kafka says the same alone and beside a description, and has its rollback', async () => {
  const rows = kRows.map(
    ({ topic, partition, before: [first, second] }) =>
      `\tTopic: ${topic}\tPartition: ${partition}\tLeader: 2\tReplicas: ${first},${second}\tIsr: 1,2\n`,
  );
  const described = fileOf(
    'now.txt',
    `Topic: orders\tPartitionCount: 2\tReplicationFactor: 2\tConfigs: \n${rows.join('')}`,
  );
  const alone = fileOf(
    'generate.txt',
    `Current partition replica assignment\n${kPlan('before')}\n\n` +
      `Proposed partition reassignment configuration\n${kPlan('after')}\n`,
  );
  const plan = fileOf('plan.json', kPlan('after'));
  const parts = [];
  for (const files of [[alone], [described, plan]]) {
    const { code, text, error } = await diff(files);
    assert.deepEqual([code, error], [1, '']);
    assert.match(
      text,
      /^1 of 2 partitions gets other replicas: 1 copy to make\. 1 partition has the same replicas in /,
    );
    assert.match(text, /\norders-0 +1, 2 +3, 2 +1\norders-1 +2, 1 +1, 2 +0\n/);
    parts.push(text.slice(text.indexOf('\nreassignment.json:\n')));
    const json = JSON.parse((await diff([...files, '--json'])).text);
    assert.deepEqual([json.moved, json.copies.made, json.assignment.preferred], [1, 1, 2]);
    assert.deepEqual(JSON.parse(json.plan.text), JSON.parse(kPlan('after')));
    assert.deepEqual(JSON.parse(json.back.commands.text), JSON.parse(kPlan('before')));
    const markdown = (await diff([...files, '--markdown'])).text;
    assert.match(markdown, /\nRollback: rollback\.json\n\n```json\n\{"version":1,/);
  }
  assert.equal(parts[0], parts[1]);
  const [, file, how] = /\nrollback\.json:\n([^]*?)\n(kafka-[^]*)$/.exec(parts[0]) ?? [];
  assert.deepEqual(JSON.parse(file), JSON.parse(kPlan('before')));
  assert.match(
    how,
    /^kafka-reassign-partitions\.sh .* --execute --throttle \d+\n: '.*'\nwhile kafka.* --verify \| grep /,
  );
  assert.match(how, /; done\nkafka-reassign.* --verify\n$/);
});

test('a wrong call, a refused text, a skipped line and a missing file have their exit statuses', async () => {
  const statusOf = async (/** @type {string[]} */ words, input = '') => {
    const { code, error } = await diff(words, input);
    return [code, error.trimEnd().split('\n').at(-1)];
  };
  assert.deepEqual(await statusOf([]), [2, 'reshard: diff: takes two files, or one that has two placements in itself']);
  assert.deepEqual(await statusOf(['-', '-']), [2, 'reshard: diff: only one of both can be standard input']);
  assert.deepEqual(await statusOf([kHost]), [
    2,
    `reshard: ${kHost}: it has one placement; give a second text to compare it with`,
  ]);
  assert.equal((await statusOf([kHost, kOther, kRedis]))[0], 2);
  assert.deepEqual(await statusOf([kHost, kOther, '--frob']), [
    2,
    'reshard: diff: there is no option --frob for diff; see reshard diff --help',
  ]);
  assert.equal((await statusOf([kHost, kOther, '--rate', 'fast']))[0], 2);
  assert.equal((await statusOf([kHost, kOther, '--json', '--markdown']))[0], 2);
  assert.deepEqual(await statusOf([kHost, '-'], 'package main\nfunc main() {}\n'), [
    2,
    'reshard: standard input: line 1: a Go program: paste its list of servers',
  ]);
  assert.equal((await statusOf([placement('mcrouter/pool-1.json'), kRedis]))[0], 2); // they cannot be compared
  assert.deepEqual(await statusOf([kRedis, kFailed, '--strict']), [
    3,
    `reshard: ${kFailed}: a line was skipped, the first in line 1: prompt`,
  ]);
  assert.equal((await statusOf([kHost, '/nowhere/at/all']))[0], 4);
});

test('one of several is chosen in both texts, or in the one that offers it', async () => {
  const several = placement('nginx/dump-1.txt');
  const { text } = await diff([several, several, '--choose', 'avatars', '--json']);
  const { before, after: then } = JSON.parse(text);
  assert.deepEqual([before.choice, then.choice], ['avatars', 'avatars']);
  const { code, error } = await diff([several, several, '--choose', 'nobody']);
  assert.equal(code, 2);
  assert.match(error, /there is no “nobody” to choose/);
});

test('its help names the options that it takes', async () => {
  const { code, text } = await diff(['--help']);
  assert.equal(code, 0);
  const listed = [...text.matchAll(/^ {2}(?:-.,| {3}) --(\S+)/gm)].map(([, name]) => name);
  const taken = ['choose', 'system', 'strict', 'keys', 'rate', 'at-once', 'markdown', 'json', 'help'];
  assert.deepEqual(listed, taken);
});

test('the native command names the one of the npm package', async () => {
  const { code, text, error } = await reshard(['diff', kHost, kOther]);
  assert.deepEqual([code, text], [2, '']);
  assert.equal(error, 'reshard: diff is a command of the npm package only: npx reshard diff FILE FILE\n');
});
