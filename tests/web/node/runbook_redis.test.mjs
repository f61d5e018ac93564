// The runbook of Redis Cluster: its commands, and what the shell does with them.
import { test } from 'node:test';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { fromTree } from '../../built.mjs';
import { clusterIn } from '../../running_cluster.mjs';
import { bookOf, core, id, kNumbers, kReplicas, kThree, line, refusal } from './runbook_cluster.mjs';
/** @import {Json} from '../../types.d.ts' */

const { commandsOf } = await fromTree('web/dialogs/migrate/runbook.js');
const { markdownOf } = await fromTree('web/systems/runbook/markdown.js');
const { newMastersOf, withoutKnown } = await fromTree('web/dialogs/migrate/new_masters.js');
const { blocksOf } = await fromTree('web/systems/runbook/shown.js');
const { redisRunbook } = await fromTree('web/dialogs/migrate/runbook_redis.js');
const { rangesOf, slotPlan } = await fromTree('web/dialogs/migrate/slot_plan.js');

test('addresses of new masters are host:port, each one once, and a refusal names the line', () => {
  const cluster = clusterIn([...kThree, ...kReplicas].join('\n'));
  expect(newMastersOf('10.0.0.7:6379 10.0.0.8:6379, [::1]:7000\n\n redis-9.example.org:1 ', cluster)).toEqual([
    { address: '10.0.0.7:6379', replicas: ['10.0.0.8:6379', '::1:7000'] },
    { address: 'redis-9.example.org:1', replicas: [] },
  ]);
  for (const [text, said] of [
    ['10.0.0.7', 'line 1: expected host:port'],
    ['a:1\n10.0.0.7:0', 'line 2: expected host:port'],
    ['a:65536', 'expected host:port'],
    ['-x:1', 'expected host:port'],
    ['$(touch$IFS/canary):1', 'expected host:port'],
    ['10.0.0.1:7001', '10.0.0.1:7001 is there already'],
    ['a:1 10.0.0.1:7005', '10.0.0.1:7005 is there already'],
    ['a:1\na:1', 'line 2: a:1 is there already'],
  ]) {
    expect(() => newMastersOf(text, cluster), text).toThrow(said);
  }
});

// By hand: three masters with 5461, 5462 and 5461 slots; a fourth gets 4096 of them. redis-cli's table of this
// rebalance ("Moving 1366 slots from …7002, 1365 slots from …7003, 1365 slots from …7001"), the lowest ones of each.
test('the slots that are counted are the lowest ones of each master, which redis-cli takes', () => {
  const { plan, book } = bookOf(kThree, { given: '10.0.0.1:7004' });
  expect(
    plan.moves.map((/** @type {{from: number, to: number, slots: number[]}} */ { from, to, slots }) => [
      from,
      to,
      rangesOf(slots),
    ]),
  ).toEqual([
    [0, 3, '0-1364'],
    [1, 3, '5461-6826'],
    [2, 3, '10923-12287'],
  ]);
  const commands = commandsOf(book);
  expect(commands.filter((/** @type {string} */ each) => each.startsWith('#'))).toEqual([]); // zsh would run it
  const reshards = commands
    .map((/** @type {string} */ each) =>
      /--cluster-from (\w)\1{39} --cluster-to "\$NEW_1" --cluster-slots (\d+)/.exec(each),
    )
    .filter(Boolean)
    .map((/** @type {string[]} */ [, from, count]) => [from, Number(count)]);
  expect(reshards).toEqual([
    ['a', 10],
    ['a', 1355],
    ['b', 1366],
    ['c', 1365],
  ]);
  expect(commands).toContain('NEW_1=$(redis-cli -h 10.0.0.1 -p 7004 CLUSTER MYID)');
  const facts = new Map(book.facts);
  expect(facts.get('Slots that move')).toBe('4,096 of 16,384 (25%)');
  // 4,096 slots of 1,000 keys at 10,000 keys a second, and 5 ms a slot: 409.6 s + 20.48 s.
  expect(facts.get('Total time')).toBe('7.17 min at 10,000 keys per second and 5 ms per slot');
  expect(facts.get('Bytes to copy')).toBe('4.10 GB');
  expect(book.steps.map((/** @type {{name: string}} */ { name }) => name)).toEqual([
    'Add the new masters',
    'Move the slots',
    'Add replicas',
  ]);
});

// 16,384 slots on eight masters: 2,048 each, of 1,000 keys of 1,000 bytes.
test('where all new masters get the same, none of them is said to get most', () => {
  const given = [4, 5, 6, 7, 8].map((last) => `10.0.0.${last}:7001`).join('\n');
  const facts = new Map(bookOf(kThree, { given }).book.facts);
  expect(facts.get('Arrives on')).toBe('each of the 5 new masters: 2,048 slots, about 2,048,000 keys, 2.05 GB');
  expect(facts.has('Most arrives on')).toBe(false);
});

test('masters that own no slots are filled: no server joins, and theirs are the slots that move', () => {
  const { plan, book } = bookOf([...kThree, line('d', 7004, 'master'), line('e', 7005, 'master')], {});
  expect(book.title).toBe('Fill 2 empty masters');
  expect(book.steps.map((/** @type {{name: string}} */ { name }) => name)).toEqual(['Move the slots']);
  expect([...new Set(plan.moves.map((/** @type {{to: number}} */ { to }) => to))].sort()).toEqual([3, 4]);
  expect(commandsOf(book).join('\n')).not.toMatch(/add-node|NEW_/);
  expect(book.steps[0].does.join()).toContain('redis-cli --cluster rebalance --cluster-use-empty-masters');
  // The control: with one more that joins it is a move as any other.
  const more = bookOf([...kThree, line('d', 7004, 'master')], { given: '10.0.0.1:7009' }).book;
  expect(more.title).toBe('Move from 4 to 5 masters');
});

test('the first slots are moved and timed by a block of their own, and each block knows the new master', () => {
  const [, move] = bookOf(kThree, { given: '10.0.0.1:7004' }).book.steps;
  const [first, rest] = blocksOf(move);
  const reshards = (/** @type {string[]} */ lines) => lines.filter((each) => each.includes('--cluster reshard')).length;
  expect([reshards(first), reshards(rest)]).toEqual([1, 3]);
  for (const block of [first, rest]) expect(block[0]).toBe('NEW_1=$(redis-cli -h 10.0.0.1 -p 7004 CLUSTER MYID)');
  expect(first.at(-1)).toBe(
    'if [ "$MOVED" -lt 300 ]; then echo "$MOVED keys in $TOOK ms are too few to tell: keep the numbers above";' +
      ' else echo "$MOVED keys in $TOOK ms: $RATE keys per second"; fi',
  );
  expect([...first, ...rest]).toEqual(move.commands);
  const text = markdownOf(bookOf(kThree, { given: '10.0.0.1:7004' }).book);
  expect(text).toContain('keys per second"; fi\n```\n\n**Stop here: the last line says');
});

test('a second new master joins when the first serves and the nodes agree about it, or redis-cli refuses it', () => {
  const [add] = bookOf(kThree, { given: '10.0.0.1:7004\n10.0.0.1:7005' }).book.steps;
  expect(add.commands.slice(1, 5)).toEqual([
    'redis-cli --cluster add-node 10.0.0.1:7004 10.0.0.1:7001',
    'until redis-cli -h 10.0.0.1 -p 7004 CLUSTER INFO | grep cluster_state:ok; do sleep 1; done',
    'until redis-cli --cluster check 10.0.0.1:7001; do sleep 2; done',
    'redis-cli --cluster add-node 10.0.0.1:7005 10.0.0.1:7001',
  ]);
});

test('a new master is called as the page calls it, as long as it has no address', () => {
  const plan = slotPlan(core, { masters: 3, added: 1, drained: [] });
  const named = (/** @type {Json} */ of) =>
    redisRunbook({ cluster: null, masters: 3, added: 1, drained: [], given: [], plan, numbers: kNumbers, ...of });
  expect(new Map(named({ newcomers: ['node-0'] }).facts).get('Arrives on')).toMatch(/^node-0: 4,096 slots/);
  expect(new Map(named({}).facts).get('Arrives on')).toMatch(/^new-1: 4,096 slots/);
});

test('new masters that a cluster has already leave their lines, and all other lines stay', () => {
  const cluster = {
    servers: [...'789'].map((last) => ({ address: `10.0.0.${last}:6379`, kind: last === '9' ? 'slave' : 'master' })),
  };
  expect(
    withoutKnown('10.0.0.7:6379 10.0.1.7:6379\n10.0.0.6:6379 10.0.0.5:6379\n 10.0.0.8:6379\n10.0.0.9:6379', cluster),
  ).toEqual(['10.0.0.6:6379 10.0.0.5:6379\n10.0.0.9:6379', ['10.0.0.7:6379', '10.0.0.8:6379']]);
});

test('the master to remove is the one that was chosen, and it leaves when all its slots have', () => {
  const { plan, book } = bookOf([...kThree, ...kReplicas], { drained: [0] });
  expect(plan.moves.every((/** @type {{from: number}} */ { from }) => from === 0)).toBe(true);
  expect(plan.after.includes(0)).toBe(false);
  const commands = commandsOf(book);
  // Not by way of the master that leaves.
  expect(
    commands
      .filter((/** @type {string} */ each) => each.includes('--cluster') && !each.startsWith(':'))
      .every((/** @type {string} */ each) => each.includes('10.0.0.1:7002')),
  ).toBe(true);
  expect(commands.slice(-3)).toEqual([
    `redis-cli --cluster del-node 10.0.0.1:7002 ${id('a')}`,
    `: redis-cli --cluster del-node 10.0.0.1:7002 ${id('d')}`,
    'until redis-cli --cluster check 10.0.0.1:7002; do sleep 2; done',
  ]);
  expect(book.title).toBe('Move from 3 to 2 masters');
});

test('an open slot is finished by --cluster fix as the first step, and other commands wait for the next paste', () => {
  const open = [`${kThree[0]} [77->-${id('b')}]`, ...kThree.slice(1)];
  const { book } = bookOf(open, { given: '10.0.0.1:7004' });
  expect(commandsOf(book)).toEqual([
    'redis-cli --cluster fix 10.0.0.1:7001',
    'until redis-cli --cluster check 10.0.0.1:7001; do sleep 2; done',
  ]);
  expect(book.steps[0].does.join()).toContain('Slot 77 is half moved');
  // redis-cli 7.0.15 refuses to fix while a master cannot be reached, even one without slots.
  const dead = bookOf([...open, line('f', 7006, 'master,fail', '', { link: 'disconnected' })], {});
  expect(commandsOf(dead.book)[0]).toBe('redis-cli --cluster fix 10.0.0.1:7001 --cluster-fix-with-unreachable-masters');
  expect(refusal([`${kThree[0]} [77->-${id('9')}]`, ...kThree.slice(1)])).toContain(
    'Line 1: slot 77 is half moved to a master that is not up',
  );
});

test('nothing that was pasted runs in the shell: quotes, substitutions, semicolons, options', () => {
  const folder = mkdtempSync(join(tmpdir(), 'reshard-runbook-'));
  try {
    writeFileSync(join(folder, 'redis-cli'), '#!/bin/sh\necho cluster_state:ok master_link_status:up\n');
    writeFileSync(join(folder, 'sleep'), '#!/bin/sh\n');
    for (const program of ['redis-cli', 'sleep']) chmodSync(join(folder, program), 0o755);
    const canary = join(folder, 'canary');
    for (const host of [
      `$(touch\${IFS}${canary})`,
      `\`touch\${IFS}${canary}\``,
      `a;touch\${IFS}${canary};`,
      `'$(touch\${IFS}${canary})'`,
      `a|touch\${IFS}${canary}`,
      `-x;touch\${IFS}${canary}`,
    ]) {
      const server = (/** @type {string} */ letter, /** @type {number} */ port, role = 'master') => ({
        ...{ id: id(letter), port, ip: host, role, 'replication-offset': 0, health: 'online' },
      });
      const shards = [
        { slots: [0, 5460], nodes: [server('a', 7001), server('d', 7004, 'replica')] },
        { slots: [5461, 10922], nodes: [server('b', 7002)] },
        { slots: [10923, 16383], nodes: [server('c', 7003)] },
      ];
      const { book } = bookOf([JSON.stringify(shards)], { given: '10.0.0.9:1 10.0.0.9:2', drained: [0] });
      const all = book.steps.flatMap(
        (/** @type {Record<'commands' | 'rescue' | 'undo', string[]>} */ { commands, rescue, undo }) => [
          ...commands,
          ...rescue,
          ...undo,
        ],
      );
      expect(all.some((/** @type {string} */ each) => each.includes('touch'))).toBe(true);
      execFileSync('bash', ['-c', all.join('\n')], {
        env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
        stdio: 'pipe',
      });
      expect(existsSync(canary), host).toBe(false);
      // The control: the same name without quotes.
      execFileSync('bash', ['-c', `redis-cli ${host.replaceAll("'", '')}\ntrue`], {
        env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
        stdio: 'pipe',
      });
      expect(existsSync(canary), host).toBe(true);
      rmSync(canary);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('without a cluster or an address there are no commands, and the page says what they need', () => {
  const plan = slotPlan(core, { masters: 3, added: 1, drained: [] });
  /** @type {Json} */
  const change = { cluster: null, masters: 3, added: 1, drained: [], given: [], plan, numbers: kNumbers };
  const book = redisRunbook(change);
  expect([
    commandsOf(book),
    book.steps.flatMap((/** @type {Record<'rescue' | 'undo', string[]>} */ { rescue, undo }) => [...rescue, ...undo]),
  ]).toEqual([[], []]);
  expect(book.notes.join()).toContain('Paste the answer of CLUSTER NODES');
  expect(new Map(book.facts).get('Slots that move')).toBe('4,096 of 16,384 (25%)');
  const cluster = clusterIn(kThree.join('\n'));
  expect(
    redisRunbook({ ...change, cluster, added: 2, given: newMastersOf('10.0.0.9:1', cluster) }).notes.join(),
  ).toContain('1 of 2 new masters have no address yet');
  expect(markdownOf(book)).not.toMatch(/undefined|NaN|\[object|SLOTS|ID-OF/);
});

test('a plan for a cluster whose slots are in ten thousand pieces moves no more than it must', () => {
  const owners = Array.from({ length: 16_384 }, (_, slot) => (slot * 7919) % 3);
  const { after, moves } = slotPlan(core, { owners, masters: 3, added: 1, drained: [] });
  const moved = moves.reduce(
    (/** @type {number} */ sum, /** @type {{slots: number[]}} */ { slots }) => sum + slots.length,
    0,
  );
  expect(moved).toBe(4096);
  // What the commands do: each takes the lowest slots that its source has.
  const now = [...owners];
  for (const { from, to, slots } of moves)
    for (let left = slots.length, slot = 0; left > 0; ++slot)
      if (now[slot] === from) {
        now[slot] = to;
        --left;
      }
  expect(now).toEqual(after);
});
