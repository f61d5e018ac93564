// What redis-cli would rebalance with random weights and thresholds (--cluster-simulate), and what Reshard says.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { atEnd, needs, root, run } from './programs.mjs';
import { cli, dealSlots, kSlots, listedBy, startMasters } from './redis_cluster.mjs';
/** @import {Test} from './programs.mjs' */

const kRuns = 20;
const kNeeds = needs('/usr/bin/redis-server', '/usr/bin/redis-cli');

/** Random numbers from a seed. @param {number} seed */
const randomOf = (seed) => (/** @type {number} */ n) => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((seed / 2 ** 32) * n);
};

/** Asks the tools of core/rebalance/tools. @param {Test} t */
function toolsOf(t) {
  const program = ['dev', 'quick', 'release']
    .map((name) => join(root, 'build', name, 'rebalance_tool'))
    .find((file) => existsSync(file));
  assert.ok(program, 'build the target rebalance_tool first');
  const child = spawn(program, { stdio: ['pipe', 'pipe', 'inherit'] });
  atEnd(t, () => child.kill());
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return async (/** @type {string} */ question) => {
    child.stdin.write(`${question}\n`);
    const answer = [];
    for (;;) {
      const { value, done } = await lines.next();
      assert.ok(!done, 'rebalance_tool has ended');
      if (value === 'end') return answer;
      answer.push(value);
    }
  };
}

/** The lines “Moving 5 slots from 127.0.0.1:1 to 127.0.0.1:2”, as “5 1 2”. @param {string} printed */
const movesIn = (printed) =>
  [...printed.matchAll(/Moving (\d+) slots from \S+?:(\d+) to \S+?:(\d+)$/gm)].map((line) => line.slice(1).join(' '));

/** The same of what the tool answers, a line a slot. @param {string[]} answer */
function groupsOf(answer) {
  /** @type {[string, number][]} */
  const groups = [];
  for (const line of answer) {
    const way = line.slice(line.indexOf(' ') + 1);
    if (groups.at(-1)?.[0] === way) ++groups[groups.length - 1][1];
    else groups.push([way, 1]);
  }
  return groups.map(([way, count]) => `${count} ${way}`);
}

/** @param {number[]} owners ports by slot @param {number[]} listed @param {number[]} weights by position in `listed` */
const problemOf = (owners, listed, weights) =>
  JSON.stringify({
    nodes: listed.map((port, i) => ({ name: String(port), capacity: Math.max(1, weights[i]) })),
    entries: owners.map((port, slot) => ({ id: String(slot), bytes: 1, load: 1, replicas: [String(port)] })),
    options: { epsilon: 0.1, drain: listed.filter((_, i) => weights[i] === 0).map(String) },
  });

for (const { what, masters, empty } of [
  { what: 'four masters, and one without slots', masters: 5, empty: 1 },
  { what: 'six masters', masters: 6, empty: 0 },
]) {
  test(`redis-cli would move the slots that Reshard says it would: ${what}`, kNeeds, async (t) => {
    const below = randomOf(masters),
      ports = await startMasters(t, masters),
      ask = toolsOf(t);
    const cuts = Array.from({ length: masters - empty - 1 }, () => below(kSlots)).sort((a, b) => a - b);
    const owners = Array.from({ length: kSlots }, (_, slot) => ports[cuts.filter((cut) => cut <= slot).length]);
    await dealSlots(owners, ports);
    const listed = await listedBy(ports[0]);
    const ids = await Promise.all(listed.map(async (port) => (await cli(port, 'CLUSTER', 'MYID')).trim()));
    let moved = 0;
    for (let i = 0; i < kRuns; ++i) {
      const weights = listed.map(() => (below(6) === 0 ? 0 : 1 + below(4)));
      if (Math.max(...weights) === 0) weights[0] = 1;
      const threshold = [1, 2, 5, 10, 40][below(5)];
      const useEmpty = below(2) === 0;
      const words = [
        '--cluster-simulate',
        ...(useEmpty ? ['--cluster-use-empty-masters'] : []),
        ...['--cluster-threshold', String(threshold), '--cluster-weight'],
        ...weights.map((weight, n) => `${ids[n]}=${weight}`),
      ];
      const printed = await run('redis-cli', ['--cluster', 'rebalance', `127.0.0.1:${ports[0]}`, ...words], {
        maxBuffer: 1 << 24,
      });
      const options = `threshold=${threshold} use_empty_masters=${useEmpty ? 'yes' : 'no'}`;
      const answer = groupsOf(await ask(`redis_cli ${options} ${problemOf(owners, listed, weights)}`));
      assert.deepEqual(answer, movesIn(printed.stdout), `run ${i}: ${options}, weights ${weights.join(' ')}`);
      moved += answer.length;
    }
    assert.ok(moved > kRuns, `${moved} moves`);
    t.diagnostic(`${kRuns} rebalances, ${moved} moves compared`);
  });
}
