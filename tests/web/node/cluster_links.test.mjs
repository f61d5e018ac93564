// The link of a reading: the same nodes and owners, or why there is none.
import { test } from 'node:test';
import { expect } from '@playwright/test';
import { linkOf } from '../../../web/systems/reading/link.js';
import { readWith } from '../../../web/systems/reading/read.js';
import { textsOf, treeReaders } from './cluster_texts.mjs';

const readers = await treeReaders();
/** @type {{form: string, strategy: string, skipped: never[], cannot_know: never[]}} */
const kNone = { form: '', strategy: 'table', skipped: [], cannot_know: [] };

/** @param {string} system @param {string} file @param {string} [choose] */
async function linkIn(system, file, choose) {
  const text = textsOf(system).find(({ name }) => name === file)?.text ?? '';
  return linkOf(/** @type {any} */ (await readWith(readers, text, { choose })));
}

/** @param {string | {id: string, params: Record<string, any>}} strategy @param {any[]} nodes @param {any} [more] */
const linkFor = (strategy, nodes, more = {}) =>
  linkOf({ ...kNone, system: 'x', strategy, nodes, entries: { kind: 'none', rows: [] }, ...more });

/** @param {(string | null)[]} owners */
const rowsOf = (owners) => owners.map((owner, i) => ({ id: `${i}`, owner, replicas: /** @type {string[]} */ ([]) }));

test('a configuration becomes nodes with weights, and a strategy with its parameters', async () => {
  expect(await linkIn('nginx', 'upstream-1-consistent.conf')).toEqual({
    link: expect.stringMatching(/^v=1&nodes=\S+&strategy=nginx&dialect=consistent$/),
  });
  expect(await linkIn('twemproxy', 'pool-1-names.yml')).toEqual({
    link: 'v=1&nodes=s-one,s-two,s-three*2&strategy=ketama&hash=fnv1a64&dialect=twemproxy&eject=true',
  });
  expect(await linkIn('envoy', 'policy-1.yaml')).toEqual({
    link:
      'v=1&nodes=kv-0.kv.example.net*3,kv-1.kv.example.net' +
      '&strategy=envoy_ring&min_size=512&max_size=8388608&function=xx',
  });
});

test('a table of slots or vBuckets becomes runs of owners', async () => {
  const { link } = /** @type {{link: string}} */ (await linkIn('redis', 'nodes-1-healthy.txt'));
  const [, nodes, owners] = /^v=1&nodes=(\S+?)&strategy=redis_slots&owners=redis_slots:(\S+)$/.exec(link) ?? [];
  const runs = owners.split(',').map((run) => run.split('*').map(Number));
  expect(runs.reduce((sum, [, count = 1]) => sum + count, 0)).toBe(16_384);
  expect(Math.max(...runs.map(([node]) => node))).toBe(nodes.split(',').length - 1);
  expect(await linkIn('couchbase', 'map-4.json')).toEqual({
    link: 'v=1&nodes=server1:11211,server2:11210,server3:11211&strategy=vbuckets&buckets=4&owners=vbuckets:0,1,2,-',
  });
});

test('a node has its place and its state, and names are escaped as the core escapes them', () => {
  const nodes = [
    { name: 'a,b', weight: 2.5, data_center: 'eu west', rack: 'r/1' },
    { name: 'ü..', down: true, zone: 'z1' },
  ];
  expect(linkFor({ id: 'ring', params: { vnodes: 7 } }, nodes)).toEqual({
    link: 'v=1&nodes=a%2Cb*2.5@eu%20west//r%2F1,!%C3%BC%2E%2E@/z1&strategy=ring&vnodes=7',
  });
  expect(linkFor({ id: 'ring', params: {} }, [{ name: '5' }])).toEqual({ link: 'v=1&nodes=5*1&strategy=ring' });
});

test('what a link cannot say has none, and the reason', async () => {
  const why = (/** @type {RegExp} */ reason) => ({ why: expect.stringMatching(reason) });
  expect(await linkIn('mcrouter', 'pool-1.json')).toEqual(why(/cannot express/));
  expect(await linkIn('rows', 'rows-1.csv')).toEqual({ ...why(/no function that finds the entry/), table: true });
  expect(await linkIn('ceph', 'tree-1.txt')).toEqual(why(/cannot express all of it \(straw2/));
  expect(await linkIn('redis', 'check-3-info.txt')).toEqual(why(/no function that places/));
  expect(await linkIn('istio', 'rule-1-header.yaml')).toEqual(why(/no nodes/));
  const of = (/** @type {(string | null)[]} */ owners) => ({
    key: 'redis_slots',
    entries: { kind: 'slots', rows: rowsOf(owners) },
  });
  const nodes = [{ name: 'a' }, { name: 'b' }];
  expect(linkFor('table', nodes, of(['a', 'b']))).toEqual(why(/does not have all slots/));
  const mixed = Array.from({ length: 2 ** 20 }, (_, i) => (i % 2 ? 'a' : 'b'));
  const buckets = { key: 'vbuckets', entries: { kind: 'vbuckets', rows: rowsOf(mixed) } };
  expect(linkFor('table', nodes, buckets)).toEqual(why(/characters, more than 1048576/));
});
