// The runbook of Redis Cluster: what is read from CLUSTER NODES, what is refused, and what the shell does with the
// commands.
import { test } from 'node:test';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { built, fromTree } from '../../built.mjs';
/** @import {Json} from '../../types.d.ts' */

const { pastedWords, readPasted } = await fromTree('web/dialogs/migrate/runbook_source.js');
const { commandsOf, markdownOf } = await fromTree('web/dialogs/migrate/runbook.js');
const { newMastersOf } = await fromTree('web/dialogs/migrate/new_masters.js');
const { redisRunbook } = await fromTree('web/dialogs/migrate/runbook_redis.js');
const { rangesOf, slotPlan } = await fromTree('web/dialogs/migrate/slot_plan.js');
const { loadReshard } = await built('reshard-core.mjs');

const core = await loadReshard();
const id = (/** @type {string} */ letter) => letter.repeat(40);
const line = (
  /** @type {string} */ letter,
  /** @type {number} */ port,
  /** @type {string} */ flags,
  slots = '',
  { master = '-', link = 'connected', host = '10.0.0.1' } = {},
) => `${id(letter)} ${host}:${port}@1${port} ${flags} ${master} 0 1700000000000 ${port % 10} ${link} ${slots}`.trim();
// As redis-server 7.0.15 prints them: three masters with a third each, two replicas.
const kThree = [
  line('a', 7001, 'myself,master', '0-5460'),
  line('b', 7002, 'master', '5461-10922'),
  line('c', 7003, 'master', '10923-16383'),
];
const kReplicas = [
  line('d', 7004, 'slave', '', { master: id('a') }),
  line('e', 7005, 'slave', '', { master: id('b') }),
];
const kNumbers = { keys: 16_384_000, bytes: 1000, keysPerSecond: 10_000, slotMs: 5, window: 24, perTb: 10, perHour: 1 };
const refusal = (/** @type {string[]} */ lines) => {
  try {
    readPasted(lines.join('\n'));
    return '';
  } catch (error) {
    return error.message;
  }
};

/** The runbook of a pasted cluster. @param {string[]} lines */
function bookOf(
  lines,
  /** @type {{given?: string, drained?: number[]}} */ { given = '', drained = [] },
  numbers = kNumbers,
) {
  const cluster = readPasted(lines.join('\n')),
    masters = given === '' ? [] : newMastersOf(given, cluster);
  const change = { masters: cluster.nodes.length, added: masters.length, drained };
  const plan = slotPlan(core, { ...change, owners: cluster.owners });
  return { plan, cluster, book: redisRunbook({ ...change, cluster, given: masters, plan, numbers }) };
}

test('a paste says what was read from it', () => {
  expect(pastedWords(readPasted([...kThree, ...kReplicas].join('\n')))).toBe(
    'Read 3 masters, 2 replicas, 16,384 slots.',
  );
  // After a real failover of the fourth master.
  const failed = [
    ...kThree,
    line('f', 7006, 'master,fail', '', { link: 'disconnected' }),
    ...kReplicas,
    line('0', 7007, 'slave,fail', '', { master: id('c'), link: 'disconnected' }),
    line('1', 7008, 'handshake'),
  ];
  const read = readPasted(failed.join('\r\n'));
  expect(pastedWords(read)).toBe('Read 3 masters, 2 replicas, 16,384 slots; left out: 2 fail, 1 handshake.');
  expect(read.nodes).toEqual(['10.0.0.1:7001', '10.0.0.1:7002', '10.0.0.1:7003']);
  expect(pastedWords(readPasted('k0,a\nk1,b\nk2,a'))).toBe('Read 3 keys on 2 nodes.');
});

for (const [flags, link] of [
  ['master,fail', 'disconnected'],
  ['master,fail?', 'connected'],
  ['master,noaddr', 'disconnected'],
  ['handshake', 'connected'],
  ['master', 'disconnected'],
  ['master,fail,noaddr', 'disconnected'],
  ['noflags', 'connected'],
]) {
  test(`a line with ${flags} ${link} is no target, and no command names it`, () => {
    const { cluster, book } = bookOf(
      [line('f', 7006, flags, '', { link, host: flags.includes('noaddr') ? '' : '10.0.0.9' }), ...kThree],
      { given: '10.0.0.1:7009' },
    );
    expect(cluster.nodes).toHaveLength(3);
    expect(commandsOf(book).join('\n')).not.toContain(id('f'));
    expect(commandsOf(book).join('\n')).not.toContain('10.0.0.9');
    expect(
      book.facts
        .filter((/** @type {string[]} */ [name]) => name === 'Left out')
        .map((/** @type {string[]} */ [, words]) => words),
    ).toEqual([expect.stringMatching(/^Line 1: .*holds no slots and gets none/)]);
    // The control: the same node up, without slots, is one.
    expect(bookOf([line('f', 7006, 'master'), ...kThree], { given: '10.0.0.1:7009' }).book.facts[0][1]).not.toBe(
      book.facts[0][1],
    );
  });
}

test('a master that is down with slots is refused with its line and with what to do first', () => {
  const lost = [kThree[0], line('b', 7002, 'master,fail', '5461-10922', { link: 'disconnected' }), kThree[2]];
  expect(refusal([...lost, kReplicas[1]])).toBe(
    'Line 2: 10.0.0.1:7002 is not up (fail) and still holds 5,462 slots. First start it again, or let its replica take over: redis-cli -h 10.0.0.1 -p 7005 CLUSTER FAILOVER FORCE. Then paste CLUSTER NODES again.',
  );
  expect(refusal([...lost, kReplicas[0]])).toBe(
    'Line 2: 10.0.0.1:7002 is not up (fail) and still holds 5,462 slots, and no replica that is up can take over. First start it again. Then paste CLUSTER NODES again.',
  );
});

test('what is no answer of CLUSTER NODES, or only a part of one, is refused with the line', () => {
  expect(refusal(['127.0.0.1:7001> cluster nodes', ...kThree])).toContain('Line 1: expected a line of CLUSTER NODES');
  expect(refusal([...kThree.slice(0, 2), kThree[2].slice(3)])).toContain('Line 3: expected a line of CLUSTER NODES');
  expect(refusal([...kThree.slice(0, 2), kThree[2].slice(0, 70)])).toContain(
    'Line 3: expected a line of CLUSTER NODES',
  );
  expect(refusal([kThree[0].slice(1)])).toContain('Line 1: expected a line of CLUSTER NODES');
  expect(refusal(kThree.slice(0, 2))).toContain('5,461 of 16,384 slots have no master');
  expect(refusal([...kThree, kThree[0]])).toBe('Line 4: the node of line 1 again. Paste the answer of one node only.');
  expect(refusal([...kThree, line('d', 7004, 'master', '16383')])).toContain('Line 4: slot 16383 is also in line 3.');
  expect(refusal([...kThree, line('d', 7004, 'master', '9-16384')])).toContain(
    'Line 4: expected slots from 0 to 16383. Found “9-16384”.',
  );
  expect(refusal(['10.0.0.1:7001 (aaaaaaaa...) -> 3 keys | 5461 slots | 0 slaves.'])).toContain(
    'Line 1: expected “key,owner”',
  );
});

test('a header of rows is no node, unless a node has that name', () => {
  expect(readPasted('key,owner\nk0,a\nk1,b').nodes).toEqual(['a', 'b']);
  expect(readPasted('\nid,Shard\nk0,a').owners).toEqual([0]);
  expect(readPasted('k0,owner\nk1,b\nk2,owner').nodes).toEqual(['owner', 'b']);
});

test('addresses of new masters are host:port, each one once, and a refusal names the line', () => {
  const cluster = readPasted([...kThree, ...kReplicas].join('\n'));
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

test('the master to remove is the one that was chosen, and it leaves when all its slots have', () => {
  const { plan, book } = bookOf([...kThree, ...kReplicas], { drained: [0] });
  expect(plan.moves.every((/** @type {{from: number}} */ { from }) => from === 0)).toBe(true);
  expect(plan.after.includes(0)).toBe(false);
  const commands = commandsOf(book);
  // Not by way of the master that leaves.
  expect(
    commands
      .filter((/** @type {string} */ each) => each.includes('--cluster') && !each.startsWith('#'))
      .every((/** @type {string} */ each) => each.includes('10.0.0.1:7002')),
  ).toBe(true);
  expect(commands.slice(-3)).toEqual([
    `redis-cli --cluster del-node 10.0.0.1:7002 ${id('a')}`,
    `# redis-cli --cluster del-node 10.0.0.1:7002 ${id('d')}`,
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
    chmodSync(join(folder, 'redis-cli'), 0o755);
    const canary = join(folder, 'canary');
    for (const host of [
      `$(touch\${IFS}${canary})`,
      `\`touch\${IFS}${canary}\``,
      `a;touch\${IFS}${canary};`,
      `'$(touch\${IFS}${canary})'`,
      `a|touch\${IFS}${canary}`,
      `-x;touch\${IFS}${canary}`,
    ]) {
      const lines = [
        line('a', 7001, 'myself,master', '0-5460', { host }),
        line('b', 7002, 'master', '5461-10922', { host }),
        line('c', 7003, 'master', '10923-16383', { host }),
        line('d', 7004, 'slave', '', { master: id('a'), host }),
      ];
      const { book } = bookOf(lines, { given: '10.0.0.9:1 10.0.0.9:2', drained: [0] });
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

test('without a paste or an address there are no commands, and the page says what they need', () => {
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
  const cluster = readPasted(kThree.join('\n'));
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
