// The runbooks of Cassandra and Couchbase: what they copy, and their commands in order. No test runs these commands.
import { test } from 'node:test';
import { expect } from '@playwright/test';
import { built, fromTree } from '../../built.mjs';
import { changeIn } from '../../cache_change.mjs';
import './moves.mjs';
/** @import {Json} from '../../types.d.ts' */

const { loadReshard } = await built('reshard-core.mjs');
const { copyingOf } = await fromTree('web/dialogs/migrate/runbook_stores.js');
const { madeOf } = await fromTree('web/dialogs/migrate/runbook_systems.js');
const core = await loadReshard();

/** @type {Json} */
const kNumbers = { keys: 1000, bytes: 1000, throttle: 10_000, link: 5000, perTb: 10, perHour: 1, window: 24 };
const ips = (/** @type {number} */ count) => Array.from({ length: count }, (_, i) => `10.0.0.${i + 1}`);
const cassandra = (/** @type {Json} */ more) => ({
  nodes: ips(4),
  strategies: [{ strategy: 'token_ring', params: { num_tokens: 4 } }],
  ...more,
});
const couchbase = (/** @type {Json} */ more) => ({ nodes: ips(4), strategies: [{ strategy: 'vbuckets' }], ...more });
/** @param {Json} scenario */
const made = async (scenario) => madeOf(await changeIn(core, scenario), kNumbers);
const steps = async (/** @type {Json} */ scenario) => (await made(scenario)).runbook.steps;

// 1,000 keys of 1,000 bytes with half a new copy each: 500,000 bytes, 50 s at 10,000 a second. One node gets all of
// them over a link of 5,000 a second: 100 s. Shared by two nodes, a link takes 50 s as well.
test('the copying takes as long as its limit, or the busiest newcomer’s link, says', () => {
  expect(copyingOf({ copies: 0.5, busiest: 0.5 }, kNumbers)).toEqual({ sent: 500_000, seconds: 100 });
  expect(copyingOf({ copies: 0.5, busiest: 0.25 }, kNumbers)).toEqual({ sent: 500_000, seconds: 50 });
});

test('every replica that comes to another node is counted, as the core places them', async () => {
  const place = (/** @type {Json[]} */ log) =>
    core.place({ ...cassandra({}).strategies[0], nodes: ips(4), log, replicas: 3, keys: { count: 100_000 } });
  const [was, is] = [place([]), place([{ add: '10.0.0.5' }])];
  const newcomer = is.nodes.indexOf('10.0.0.5');
  const expected = [...is.owners].filter((owner) => owner === newcomer).length / 100_000;
  expect(was.owners).toHaveLength(300_000);
  const change = await changeIn(core, cassandra({ replicas: 3, log: [{ add: '10.0.0.5' }] }));
  expect(change.busiest).toBeCloseTo(expected, 9);
  expect(change.copies).toBeGreaterThanOrEqual(change.busiest);
});

test('a node joins Cassandra with its own tokens, the old nodes are cleaned up afterwards, and it can leave again', async () => {
  const [ready, configure, join, cleanup, ...more] = await steps(cassandra({ log: [{ add: '10.0.0.5' }] }));
  expect(more).toEqual([]);
  expect(ready.commands[0]).toBe('ssh 10.0.0.1 nodetool status');
  expect(configure.commands[0]).toBe("cat > 10.0.0.5-cassandra.yaml <<'END'");
  expect(configure.commands).toContain('num_tokens: 4');
  expect(configure.commands.join('\n')).not.toMatch(/10\.0\.0\.[1-4]/);
  expect(join.commands).toEqual([
    'ssh 10.0.0.5 systemctl start cassandra',
    '# ssh 10.0.0.5 nodetool netstats',
    "until ssh 10.0.0.1 nodetool status | grep -qF 'UN  10.0.0.5 '; do sleep 10; done",
    'sleep 120',
  ]);
  expect(join.rescue).toEqual(['ssh 10.0.0.5 nodetool bootstrap resume']);
  expect(join.undo).toEqual(['ssh 10.0.0.5 nodetool decommission']);
  expect(cleanup.commands).toEqual(ips(4).map((name) => `ssh ${name} nodetool cleanup`));
});

// nodetool status names nodes by their numbers: waiting for a name would never end.
test('nothing waits for a node that nodetool names otherwise', async () => {
  const [, , join] = await steps(cassandra({ log: [{ add: 'db-5.example' }] }));
  expect(join.commands).toEqual(['ssh db-5.example systemctl start cassandra', '# ssh db-5.example nodetool netstats']);
});

test('a node leaves Cassandra by decommission, and nothing that deletes runs by pasting', async () => {
  const { runbook, commands } = await made(cassandra({ log: [{ remove: '10.0.0.3' }] }));
  expect(runbook.steps.at(-1).commands).toEqual(['ssh 10.0.0.3 nodetool decommission', 'ssh 10.0.0.1 nodetool status']);
  expect(runbook.steps.at(-1).undo[0]).toBe("# ssh 10.0.0.3 'rm -r /var/lib/cassandra/*'");
  expect(commands.join('\n')).not.toMatch(/rm -r|systemctl/);
});

test('one rebalance of Couchbase takes servers in and out, can be stopped, and goes back the other way', async () => {
  const log = [{ add: '10.0.0.5' }, { at_once: true, remove: '10.0.0.2' }];
  const [, add, rebalance, stop] = await steps(couchbase({ log }));
  const of = (/** @type {string} */ command) => `couchbase-cli ${command} -c 10.0.0.1:8091 -u admin -p "$PASSWORD"`;
  const login = '--server-add-username admin --server-add-password "$PASSWORD" --services data';
  expect(add.commands).toEqual([`${of('server-add')} --server-add 10.0.0.5:8091 ${login}`]);
  expect(rebalance.commands).toEqual([
    `${of('rebalance')} --server-remove 10.0.0.2:8091 --no-wait`,
    of('rebalance-status'),
  ]);
  expect(rebalance.rescue).toEqual([of('rebalance-stop')]);
  expect(rebalance.undo).toEqual([
    `${of('server-add')} --server-add 10.0.0.2:8091 ${login}`,
    `${of('rebalance')} --server-remove 10.0.0.5:8091`,
  ]);
  expect(stop.commands).toEqual([of('server-list')]);
});

test('their notes say that no test has run the commands, and a change without nodes has none', async () => {
  for (const scenario of [cassandra({ log: [{ add: '10.0.0.5' }] }), couchbase({ log: [{ add: '10.0.0.5' }] })])
    expect((await made(scenario)).runbook.notes[0]).toMatch(/^No test of Reshard has run the commands of /);
  const { runbook } = await made(cassandra({ log: [{ weigh: '10.0.0.2', weight: 2 }] }));
  expect(runbook.steps).toEqual([]);
  expect(runbook.notes.at(-1)).toContain('has no commands for this change');
});
