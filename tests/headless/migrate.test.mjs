// core.migrate() of dist/, as posts and notebooks call it, in Node.
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { expect } from '@playwright/test';
import { built, dist } from '../built.mjs';
/** @import {Json} from '../types.d.ts' */
/** @import {MigrateInput, PlaceInput} from '../../web/headless/reshard-core.d.ts' */

const { loadReshard, ReshardError } = await built('reshard-core.mjs');
const core = await loadReshard();

/** @type {PlaceInput} */
const before = { strategy: 'ring', nodes: ['a', 'b', 'c', 'd'], keys: { kind: 'sequential', count: 5000 } };
/** @type {PlaceInput} */
const after = { ...before, nodes: ['a', 'b', 'c', 'd', 'e'] };
const workload = { requests: 30_000, writes: 0.4, deletes: 0.05 };
const pace = { copy_bytes_per_second: 1_000_000 };

test('a double write moves the keys of a ring without an anomaly', async () => {
  const placed = [core.place(before), core.place(after)];
  const { moved } = core.compare(placed[0], placed[1]);
  const { totals, baseline, anomalies, nodes, owners } = await core.migrate({ before, after, workload, pace });
  expect(nodes).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(totals).toMatchObject({
    requests: 30_000,
    movedKeys: moved.length,
    finished: true,
    lostWrites: 0,
    stale: 0,
    missed: 0,
  });
  expect(baseline).toMatchObject({ requests: 30_000, lostWrites: 0, stale: 0, missed: 0, copiedKeys: 0 });
  expect(anomalies).toEqual([]);
  const astray = owners.filter((owner, key) => owner !== 0xffffffff && owner !== placed[1].owners[key]);
  expect(astray.length).toBe(0);
});

test('the series gives each node’s load over time', async () => {
  const { totals, series, nodes } = await core.migrate({ before, after, workload, pace });
  expect(series.nodeRequests.length).toBe(nodes.length);
  const sums = series.nodeRequests.map((parts) => parts.reduce((sum, count) => sum + count, 0));
  expect(sums).toEqual(totals.nodeRequests);
  // before the move begins nobody asks the new node
  expect(series.nodeRequests[4].slice(0, 5)).toEqual([0, 0, 0, 0, 0]);
  expect(sums[4]).toBeGreaterThan(0);
});

test('a move that is rolled back in time loses nothing, and the old nodes hold every key', async () => {
  const { totals, owners } = await core.migrate({
    before,
    after,
    workload: { ...workload, deletes: 0 },
    pace: { ...pace, turn_back_in: 2, turn_back_after_us: 300_000 },
  });
  expect(totals).toMatchObject({ finished: true, lostWrites: 0, stale: 0, missed: 0, newOnly: 0, nowhere: 0 });
  expect(totals.copiedKeys).toBeLessThan(totals.movedKeys);
  expect(owners.includes(0xffffffff)).toBe(false);
});

test('copying and then switching loses writes, and tells the story of one', async () => {
  const { totals, baseline, anomalies } = await core.migrate({
    before,
    after,
    protocol: 'copy_then_flip',
    workload,
    pace,
  });
  expect(totals.lostWrites).toBeGreaterThan(0);
  expect(baseline.lostWrites).toBe(0);
  const lost = anomalies.find(({ kind }) => kind === 'lost write');
  expect(lost.story.join('\n')).toContain('the copier reads');
});

test('a copier that reads pages makes the naive dual write lose writes, and Stripe’s dual write nothing', async () => {
  const naive = (/** @type {Json} */ more) =>
    core.migrate({
      before,
      after,
      protocol: 'double_write_overwrite',
      workload: { ...workload, deletes: 0 },
      pace: { ...pace, ...more },
    });
  const { totals } = await naive({ page_rows: 1000, page_delay_us: 100_000 });
  expect(totals.lostWrites).toBeGreaterThan(30);
  expect((await naive({})).totals.lostWrites).toBeLessThan(3);
  expect((await naive({ page_rows: 1, page_delay_us: 0 })).totals).toEqual((await naive({})).totals);
  const right = await core.migrate({
    before,
    after,
    workload,
    pace: { ...pace, page_rows: 1000, page_delay_us: 100_000 },
  });
  expect(right.totals).toMatchObject({ finished: true, lostWrites: 0, stale: 0, missed: 0 });
  expect(right.totals.copiedKeys).toBeGreaterThan(500);
  await expect(naive({ page_rows: 0 })).rejects.toThrow('pace.page_rows');
});

test('requests that are answered after their time-out are counted, in all and in the series', async () => {
  const { totals, series } = await core.migrate({
    before,
    after,
    protocol: 'stop',
    workload: { ...workload, timeout_us: 100_000 },
    pace,
  });
  expect(totals.overdue).toBeGreaterThan(100);
  expect(series.overdue.reduce((sum, count) => sum + count)).toBe(totals.overdue);
  expect(
    (await core.migrate({ before, after, protocol: 'stop', workload: { ...workload, timeout_us: 10_000_000 }, pace }))
      .totals.overdue,
  ).toBe(0);
});

test('phases as a list, as text and as a preset give the same run', async () => {
  /** @type {import('../../web/headless/reshard-core.d.ts').PhaseInput[]} */
  const phases = [{ name: 'start' }, { name: 'flip', reads: 'new', writes: 'new' }];
  const [list, text, preset] = await Promise.all(
    [phases, 'start;flip:reads=new,writes=new', 'flip'].map((protocol) =>
      core.migrate({ before, after, protocol, workload }),
    ),
  );
  expect(list).toEqual(preset);
  expect(text).toEqual(preset);
});

test('directory servers send each client a message for each phase of their sections', async () => {
  /** @type {MigrateInput['system']} */
  const system = { routing: 'two_level', directories: 3, clients: 20 };
  // All keys form one section, whose clients hear of three phases: copying, switching and dropping.
  const whole = await core.migrate({ before, after, protocol: 'copy_then_flip', system, workload });
  expect(whole.totals.mapRequests).toEqual([3 * 20, 0, 0]);
  expect(
    (await core.migrate({ before, after, protocol: 'copy_then_flip', workload })).totals.mapRequests,
  ).toBeUndefined();
});

test('a comparison counts every key that moves, and only a move with a comparison reports it', async () => {
  const compared =
    'start;double:writes=both,deletes=tombstone,barrier;' +
    'copy:writes=both,deletes=tombstone,copy=all,conflict=if_newer,verify=all,until=copied+verified;' +
    'reads+new:reads=both_new,writes=both,deletes=tombstone,barrier;' +
    'writes+new:reads=new,writes=new,barrier;drop:reads=new,writes=new,drop';
  const { totals, series } = await core.migrate({
    before,
    after,
    protocol: compared,
    workload: { ...workload, writes: 0, deletes: 0 },
    pace,
  });
  expect(totals).toMatchObject({
    finished: true,
    verifiedKeys: totals.movedKeys,
    verifyDiffered: 0,
    repaired: 0,
    differed: 0,
    verifiedBytes: 2 * totals.copiedBytes,
  });
  expect(series.differed.every((count) => count === 0)).toBe(true);
  const plain = await core.migrate({ before, after, workload, pace });
  expect('verifiedKeys' in plain.totals || 'differed' in plain.series).toBe(false);
});

test('a node that comes back empty loses its keys with or without a move', async () => {
  /** @type {MigrateInput['faults']} */
  const faults = { node: 0, node_down_at_us: 1_000_000, node_down_us: 100_000, node_back: 'empty' };
  const { totals, baseline } = await core.migrate({
    before,
    after,
    workload: { ...workload, writes: 0, deletes: 0 },
    pace,
    faults,
  });
  const { owners } = core.place(before);
  const held = owners.filter((owner) => owner === 0).length;
  expect(baseline).toMatchObject({ forgottenKeys: held, lostByFault: held, lostWrites: held });
  expect(totals.lostWrites).toBeGreaterThan(0);
  expect(totals.lostWrites).toBe(totals.lostByFault);
});

test('a move rolls back by itself when too much goes wrong', async () => {
  /** @type {MigrateInput} */
  const input = {
    before,
    after,
    protocol: 'flip',
    workload: { requests: 30_000, writes: 0.02, deletes: 0 },
    system: { map_delay_us: 50_000 },
  };
  expect((await core.migrate({ ...input, pace: { turn_back_over: 0.05 } })).totals).toMatchObject({
    turnedBackAtMs: 1500,
    finished: true,
  });
  expect((await core.migrate({ ...input, pace: { turn_back_over: 0.9 } })).totals.turnedBackAtMs).toBe(null);
});

test('shards that grow are even when arithmetic says so, and nothing moves', async () => {
  const { flow } = await built('reshard-migration.mjs');
  const wasm = await readFile(new URL('reshard-migration.wasm', dist));
  const protocol = 'start;ask+all:reads=new,barrier;fill:reads=new,writes=new,until=acknowledged';
  const rows = (/** @type {string[]} */ nodes) => ({
    nodes,
    owners: Uint32Array.from({ length: 4000 }, (_, i) => i % 4),
    replicas: 1,
  });
  /** @type {Json} */
  const input = {
    before: rows(['a', 'b', 'c', 'd']),
    after: rows(['a', 'b', 'c', 'd', 'e']),
    protocol,
    system: { map_delay_us: 1000 },
    workload: { requests: 40_000, requests_per_second: 10_000, writes: 0.4, deletes: 0 },
    pace: { grow: 4, start_us: 0 },
  };
  // 1,000 rows per shard; of 4,000 rows a second in 8 parts the new one gains 3/8: 2/3 s.
  expect((await flow(core, input, wasm)).evenSeconds).toBeCloseTo(2 / 3, 9);
  const { totals, baseline } = await core.migrate(input);
  expect(totals.evenAtMs / 1000).toBeGreaterThan(0.55);
  expect(totals.evenAtMs / 1000).toBeLessThan(0.8);
  expect(totals).toMatchObject({ movedKeys: 0, copiedBytes: 0, stale: 0, missed: 0, lostWrites: 0 });
  const sum = (/** @type {number[]} */ list) => list.reduce((a, b) => a + b, 0);
  expect(sum(totals.nodeKeys)).toBe(sum(baseline.nodeKeys));
  expect(baseline.nodeKeys[4]).toBe(0);
  expect(baseline.evenAtMs).toBe(null);
});

test('a refusal names the path in the input', async () => {
  const refused = async (/** @type {Json} */ change) => {
    const error = await core.migrate({ before, after, ...change }).catch((reason) => reason);
    expect(error).toBeInstanceOf(ReshardError);
    return error.message;
  };
  expect(await refused({ system: { clients: 1e9 } })).toBe('system.clients: 1000000000 is outside 1 to 10000');
  expect(await refused({ protocol: 'teleport' })).toContain('protocol: “teleport” is not one of flip, ramp, stop');
  expect(await refused({ protocol: [{ name: 'start' }, { name: 'x', reads: 'both' }] })).toContain(
    'protocol[1].reads: “both” is not one of',
  );
  expect(await refused({ protocol: [{ name: 'start' }, { name: 'x', until: ['copied'] }] })).toContain(
    'protocol[1].until: ',
  );
  expect(await refused({ workload: { speed: 3 } })).toContain('workload.speed');
  expect(await refused({ pace: { turn_back_over: 2 } })).toBe('pace.turn_back_over: 2 is outside 0 to 1');
  expect(await refused({ faults: { node_back: 'tired' } })).toBe(
    'faults.node_back: “tired” is not one of as_it_was, without_tail, empty',
  );
  expect(await refused({ protocol: [{ name: 'start' }, { name: 'x', until: ['asked'] }] })).toContain(
    'protocol[1].asked_us: 0 is outside 1 to',
  );
  expect(await refused({ pace: { grow: 3 } })).toContain('workload.deletes: where shards grow');
  expect(await refused({ after: { ...after, nodes: [] } })).toContain('after.nodes');
  expect(await refused({ after: { ...after, keys: { kind: 'sequential', count: 10 } } })).toContain(
    'after.keys: 10 is not the 5000',
  );
});

test('a run reports progress, and can be stopped', async () => {
  /** @type {number[]} */
  const shares = [];
  await core.migrate({ before, after, workload: { requests: 200_000 } }, { onProgress: (share) => shares.push(share) });
  expect(shares.length).toBeGreaterThan(2);
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
  expect(shares.at(-1)).toBe(1);
  const stop = new AbortController();
  const stopped = core.migrate(
    { before, after, workload: { requests: 1_000_000 } },
    { signal: stop.signal, onProgress: () => stop.abort() },
  );
  await expect(stopped).rejects.toThrow(/abort/i);
});
