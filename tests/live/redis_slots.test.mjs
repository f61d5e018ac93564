// The commands for a list of moves, run on real Redis servers while clients read and write: exactly these slots move,
// no key is lost, and the way back brings each slot back.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromTree } from '../built.mjs';
import { atEnd, folderOf, needs, run } from './programs.mjs';
import { cli, dealSlots, keysBySlot, kSlots, listedBy, ownersBySlot, startMasters } from './redis_cluster.mjs';

const { backOf, movingOf, scriptOf, writtenBy } = await fromTree('web/systems/moves/moves.js');
const kNeeds = needs('/usr/bin/redis-server', '/usr/bin/redis-cli', '/usr/bin/zsh', '/usr/bin/bash');
const keys = keysBySlot();

// In slot 3828, as their tag says.
const kOdd = ['{s}', '{s}a b', "{s}it's", '{s}"quoted"', '{s}$(date)', '{s}\\n', '{s}\u0416', '{s}*', '{s}\ttab'];

/**
 * Runs commands as a reader does who pastes them into a shell.
 * @param {string} folder @param {string} script @param {string[]} shell
 */
async function runs(folder, script, [shell, ...options] = ['sh']) {
  const file = join(folder, 'moves.sh');
  writeFileSync(file, script);
  return run(shell, [...options, file], { maxBuffer: 1 << 26, timeout: 300_000 }).catch((error) => {
    throw new Error(
      `${error.message}\n${script.slice(0, 3000)}\n${String(error.stdout).slice(-2000)}\n${error.stderr}`,
    );
  });
}

/** @param {number[]} ports */
async function nodesOf(ports) {
  const ids = await Promise.all(ports.map((port) => cli(port, 'CLUSTER', 'MYID')));
  return ports.map((port, i) => ({ name: `127.0.0.1:${port}`, id: ids[i].trim() }));
}

const write = (/** @type {number} */ port, /** @type {string} */ key, /** @type {string} */ value) =>
  run('redis-cli', ['-c', '-p', String(port), 'SET', key, value]);
const read = async (/** @type {number} */ port, /** @type {string} */ key) =>
  (await run('redis-cli', ['-c', '-p', String(port), 'GET', key])).stdout.replace(/\n$/, '');

/**
 * Reads and writes keys of the slots that move until told to stop; how often, and what was not as written.
 * @param {number[]} ports @param {string[]} of
 */
function traffic(ports, of) {
  const state = { stopped: false };
  const done = (async () => {
    const wrong = [];
    let count = 0;
    for (; !state.stopped; ++count) {
      const key = of[count % of.length];
      const said = await write(ports[count % ports.length], key, `v${count}`);
      if (said.stdout !== 'OK\n') wrong.push(`SET ${key}: ${said.stdout}`);
      const got = await read(ports[(count + 1) % ports.length], key);
      if (got !== `v${count}`) wrong.push(`GET ${key}: ${got}`);
    }
    return { count, wrong };
  })();
  return () => {
    state.stopped = true;
    return done;
  };
}

test('the commands move exactly these slots under traffic, and back', kNeeds, async (t) => {
  const folder = folderOf(t),
    ports = await startMasters(t, 3);
  const before = keys.map((_, slot) => ports[Math.floor((slot * 3) / kSlots)]);
  await dealSlots(before, ports);
  const nodes = await nodesOf(await listedBy(ports[0]));
  const name = (/** @type {number} */ port) => `127.0.0.1:${port}`;
  const moved = [3828, 7, 5460, 5461, 16_383, 12_000, 42];
  const moves = moved.map((slot, i) => [
    String(slot),
    name(before[slot]),
    name(ports[(ports.indexOf(before[slot]) + 1 + (i % 2)) % 3]),
  ]);
  for (const slot of [...moved, 100, 9000]) await write(ports[0], keys[slot], `of ${slot}`);
  for (const key of kOdd) await write(ports[1], key, `odd ${key}`);
  for (let i = 0; i < 250; ++i) await write(ports[0], `{s}${i}`, `${i}`); // more than MIGRATE takes at a time
  const { written, refused } = writtenBy('redis', { moves, nodes });
  assert.equal(refused, '');

  const stop = traffic(ports, [keys[7], keys[42], '{s}t', keys[16_383]]);
  await runs(folder, scriptOf(written), ['zsh', '-f']);
  const { count, wrong } = await stop();
  assert.deepEqual(wrong, []);
  assert.ok(count > 5, `${count}`);
  const after = [...before];
  for (const [slot, , to] of moves) after[Number(slot)] = Number(to.split(':')[1]);
  assert.deepEqual(await ownersBySlot(ports), after);
  for (const key of kOdd) assert.equal(await read(ports[2], key), `odd ${key}`);
  for (let i = 0; i < 250; ++i) assert.equal(await read(ports[2], `{s}${i}`), `${i}`);

  await runs(folder, backOf(written), ['bash']);
  assert.deepEqual(await ownersBySlot(ports), before);
  for (const key of kOdd) assert.equal(await read(ports[0], key), `odd ${key}`);
  const size = await Promise.all(ports.map(async (port) => Number(await cli(port, 'DBSIZE'))));
  assert.equal(size[0] + size[1] + size[2], 9 + kOdd.length + 250 + 1);
  t.diagnostic(`${moves.length} slots moved and back, ${count} reads and writes meanwhile`);
});

test('commands give the password, and a key with a line break stops them with words', kNeeds, async (t) => {
  const folder = folderOf(t),
    ports = await startMasters(t, 3);
  const before = keys.map((_, slot) => ports[Math.floor((slot * 3) / kSlots)]);
  await dealSlots(before, ports);
  const nodes = await nodesOf(ports);
  for (const port of ports) await cli(port, 'CONFIG', 'SET', 'requirepass', 'pass word');
  process.env.REDISCLI_AUTH = 'pass word';
  atEnd(t, () => delete process.env.REDISCLI_AUTH);
  await write(ports[0], '{s}two\nlines', 'kept');
  await write(ports[0], '{s}one', 'kept');
  await write(ports[0], keys[8000], 'kept');
  const [from, to] = [before[3828], ports.find((port) => port !== before[3828])];
  const other = to === before[8000] ? from : to;
  const name = (/** @type {number} */ port) => `127.0.0.1:${port}`;
  const moves = [
    ['8000', name(before[8000]), name(other)],
    ['3828', name(from), name(to)],
  ];
  const { written } = writtenBy('redis', { moves, nodes });
  const [, second] = written.steps;
  const stopped = await runs(folder, scriptOf(written), ['zsh', '-f']).catch((error) => error);
  assert.ok(stopped instanceof Error, 'a script that has stopped fails');
  const stderr = stopped.message;
  const fix = /“(redis-cli --cluster fix [0-9.:]+)”/.exec(stderr)?.[1] ?? '';
  assert.notEqual(fix, '', stderr);
  // Run again, it does not wait for ever for the slot that is open.
  const again = await runs(folder, scriptOf(written).replaceAll('within 60 ', 'within 3 '), ['bash']).catch(
    (error) => error,
  );
  assert.ok(again instanceof Error, 'a script fails where a slot is open');
  assert.match(again.message, /slots are open: 3828\.[^]*This has taken too long: agree \(3 s\)\nStopped\./);
  await runs(folder, [fix, ...written.before, ...second.checks].join('\n'));
  const owners = await ownersBySlot(ports);
  assert.deepEqual([owners[8000], owners[3828]], [other, to]);
  assert.equal(await read(to, keys[8000]), 'kept');
  assert.equal(await read(to, '{s}two\nlines'), 'kept');
  assert.equal(await read(to, '{s}one'), 'kept');
});

/**
 * A redis-cli whose calls fail from one of them on, as when its machine is cut off.
 * @param {string} folder
 */
function failing(folder) {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const script = [
    '#!/bin/sh',
    `count=$(($(cat ${folder}/count) + 1))`,
    `echo "$count" > ${folder}/count`,
    `[ "$count" -lt "$(cat ${folder}/limit)" ] || { echo 'Could not connect' >&2; exit 1; }`,
    'exec /usr/bin/redis-cli "$@"',
  ];
  writeFileSync(join(bin, 'redis-cli'), `${script.join('\n')}\n`, { mode: 0o755 });
  return (/** @type {number} */ limit) => {
    writeFileSync(join(folder, 'count'), '0');
    writeFileSync(join(folder, 'limit'), String(limit));
    return { ...process.env, PATH: `${bin}:${process.env.PATH}` };
  };
}

test('a step that stops in the middle is repeated or taken back, and nothing runs after it', kNeeds, async (t) => {
  const folder = folderOf(t),
    ports = await startMasters(t, 3);
  const before = keys.map((_, slot) => ports[Math.floor((slot * 3) / kSlots)]);
  await dealSlots(before, ports);
  const nodes = await nodesOf(ports);
  const name = (/** @type {number} */ port) => `127.0.0.1:${port}`;
  const [a, b, c] = [0, 1, 2].map((i) => ports[(ports.indexOf(before[5]) + i) % 3]);
  const moves = [
    ...['5', '900', '6'].map((slot) => [slot, name(a), name(b)]),
    ['900', name(b), name(c)], // goes on: the first step must not bring it back
    ['5461', name(before[5461]), name(before[5461] === a ? b : a)],
  ];
  const after = [...before];
  for (const [slot, , to] of moves) after[Number(slot)] = Number(to.split(':')[1]);
  for (const slot of [5, 6, 900, 5461]) await write(ports[0], keys[slot], `of ${slot}`);
  const { written } = writtenBy('redis', { moves, nodes });
  const cutAt = failing(folder);
  const file = join(folder, 'cut.sh');
  const cut = async (/** @type {string} */ script, /** @type {number} */ limit) => {
    writeFileSync(file, script);
    const ended = await run('bash', [file], { env: cutAt(limit), timeout: 60_000 }).catch((error) => error);
    assert.equal(ended.code, 1, `call ${limit}: ${ended.stderr}`);
    assert.match(ended.stderr, /Stopped\./);
  };
  const mend = () => run('redis-cli', ['--cluster', 'fix', name(ports[0])]).catch((error) => error);
  const reads = async () => {
    for (const slot of [5, 6, 900, 5461]) assert.equal(await read(ports[0], keys[slot]), `of ${slot}`);
  };
  // A slot takes eight calls: the first one of the script checks.
  for (const limit of [2, 5, 8, 9, 10, 13, 17, 22, 27, 34]) {
    await cut(scriptOf(written), limit);
    await mend();
    if (limit % 2 === 0) {
      await runs(folder, backOf(written));
      assert.deepEqual(await ownersBySlot(ports), before, `back after call ${limit}`);
      continue;
    }
    await runs(folder, scriptOf(written), ['zsh', '-f']);
    assert.deepEqual(await ownersBySlot(ports), after, `on after call ${limit}`);
    await reads();
    await cut(backOf(written), limit);
    await mend();
    await runs(folder, backOf(written));
    assert.deepEqual(await ownersBySlot(ports), before, `back after call ${limit} of the way back`);
  }
  await reads();
});

test('a dead master without slots, first in the text, stops nothing', kNeeds, async (t) => {
  const folder = folderOf(t),
    ports = await startMasters(t, 4);
  const [dead, a, b, c] = [ports[3], ports[0], ports[1], ports[2]];
  const before = keys.map((_, slot) => [a, b, c][Math.floor((slot * 3) / kSlots)]);
  await dealSlots(before, ports);
  const nodes = await nodesOf([dead, a, b, c]);
  await cli(dead, 'SHUTDOWN', 'NOSAVE').catch(() => '');
  const name = (/** @type {number} */ port) => `127.0.0.1:${port}`;
  const rows = [{ id: '7', owner: name(a), replicas: /** @type {string[]} */ ([]) }];
  const reading = {
    nodes: nodes.map((node) => ({ ...node, ...(node.name === name(dead) && { down: true }) })),
    entries: { kind: 'slots', rows },
  };
  const { written, refused } = writtenBy('redis', movingOf(reading, [['7', name(a), name(b)]]));
  assert.equal(refused, '');
  await runs(folder, scriptOf(written));
  assert.equal((await ownersBySlot([a, b, c]))[7], b);
  await runs(folder, backOf(written), ['zsh', '-f']);
  assert.deepEqual(await ownersBySlot([a, b, c]), before);
});
