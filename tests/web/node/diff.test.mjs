// What changes between two placements: figures against a slow comparison, causes, plans, the rollback.
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { expect } from '@playwright/test';
import { differenceOf } from '../../../web/systems/diff/diff.js';
import { isChanged, isSame } from '../../../web/systems/diff/form.js';
import { markdownOf } from '../../../web/systems/diff/markdown.js';
import { readPair } from '../../../web/systems/diff/pair.js';
import { renamedDifference } from '../../../web/systems/diff/rename.js';
import { countRows, headlineOf, warningsOf } from '../../../web/systems/diff/words.js';
import { readWith } from '../../../web/systems/reading/read.js';
import { built, root } from '../../built.mjs';
import { treeReaders } from './cluster_texts.mjs';
import { chunkOwners, randomChunks, randomFrom, randomRing, randomSlots, slowRing, slowly } from './diff_slow.mjs';
/** @import {Reading} from '../../../web/systems/reading/form.js' */

const { loadReshard } = await built('reshard-core.mjs');
const core = await loadReshard({ wasm: 'reshard-core-systems.wasm' });
const readers = await treeReaders();
const read = (/** @type {string} */ text, asked = {}) => readWith(readers, text, asked);
const textOf = (/** @type {string} */ path) => readFileSync(new URL(`tests/vectors/clusters/${path}`, root), 'utf8');
const none = /** @type {string[]} */ ([]);
const kAsked = { core: async () => core, count: 5000 };

/** @param {Reading} before @param {Reading} after */
const diff = (before, after, asked = {}) => differenceOf(before, after, { ...kAsked, ...asked });

/** @param {string} before @param {?string} after */
async function diffTexts(before, after, asked = {}) {
  const pair = await readPair(read, { before, after }, asked);
  if (!('before' in pair)) throw new Error(JSON.stringify(pair));
  return diff(pair.before, pair.after, asked);
}

const byEnds = (/** @type {{from: ?string, to: ?string, count: number}[]} */ flows) =>
  flows.map(({ from, to, count }) => `${from} ${to} ${count}`).sort();

test('1,000 pairs of random tables have the figures of a slow comparison', async () => {
  let wrong = 0;
  for (let seed = 0; seed < 1000; ++seed) {
    const random = randomFrom(seed);
    const count = 1 + random(60);
    const [before, after] = [randomSlots(random, count), randomSlots(random, count)];
    const slow = slowly(before, after);
    const { moved, least, unnecessary, flows, copies, bytes } = await diff(before, after);
    expect({ seed, moved, least, unnecessary }).toEqual({
      seed,
      ...{ moved: slow.moved, least: slow.least, unnecessary: slow.unnecessary },
    });
    expect(byEnds(flows)).toEqual(byEnds(slow.flows));
    expect(copies?.made ?? slow.copies.made).toBe(slow.copies.made);
    expect(copies?.removed ?? slow.copies.removed).toBe(slow.copies.removed);
    if (bytes) expect([bytes.moved, bytes.lacking]).toEqual([slow.copies.bytes, slow.copies.lacking]);
    // Otherwise this would also hold for a comparison that says nothing.
    const [row] = after.entries.rows;
    const other = { ...row, owner: row.owner === 'a' ? 'b' : 'a', replicas: /** @type {string[]} */ ([]) };
    const changed = { ...after, entries: { ...after.entries, rows: [other, ...after.entries.rows.slice(1)] } };
    wrong += Number(JSON.stringify(slowly(before, changed)) !== JSON.stringify(slow));
  }
  expect(wrong).toBeGreaterThan(900);
});

test('1,000 pairs of rings move the tokens of a slow comparison, however they are split', async () => {
  for (let seed = 0; seed < 1000; ++seed) {
    const random = randomFrom(seed);
    const [before, after] = [randomRing(random), randomRing(random)];
    const { share, by } = await diff(before, after);
    expect({ seed, by, moved: share?.moved }).toEqual({ seed, by: 'ranges', moved: slowRing(before, after) });
  }
});

test('a range that is split moves only where its owner is another', async () => {
  /** @param {[string, string][]} rows */
  const shards = (rows) => ({
    ...{ system: 'vitess', form: 'shards', strategy: null, key: null, skipped: [], cannot_know: [] },
    nodes: [...new Set(rows.map(([, name]) => name))].map((name) => ({ name })),
    entries: { kind: 'shards', rows: rows.map(([id, owner]) => ({ id, owner, replicas: none, bytes: 1000 })) },
  });
  const one = shards([['-80', 'a'], ['80-', 'b']]); // prettier-ignore
  const split = shards([['-40', 'a'], ['40-80', 'c'], ['80-', 'b']]); // prettier-ignore
  const found = await diff(one, split);
  expect(found).toMatchObject({ compared: 3, moved: 1, share: { moved: 0.25, least: 0.25, unnecessary: 0 } });
  expect(found.bytes).toMatchObject({ of: 'before', moved: 500, estimated: true });
  const same = await diff(one, shards([['-40', 'a'], ['40-80', 'a'], ['80-', 'b']])); // prettier-ignore
  expect(same).toMatchObject({ compared: 3, moved: 0 });
  expect(isChanged(same)).toBe(false);
});

test('1,000 pairs of chunks move where a number has another owner, and nowhere else', async () => {
  for (let seed = 0; seed < 1000; ++seed) {
    const random = randomFrom(seed);
    const [before, after] = [randomChunks(random), randomChunks(random)];
    const [was, is] = [before, after].map(chunkOwners);
    const pairs = new Set(was.flatMap((owner, i) => (owner === is[i] ? [] : [`${owner} ${is[i]}`])));
    const { flows, by, cannot } = await diff(before, after);
    expect({ seed, by, cannot }).toEqual({ seed, by: 'ranges', cannot: [] });
    expect(flows.map(({ from, to }) => `${from} ${to}`).sort()).toEqual([...pairs].sort());
  }
});

/** @param {[string, string][]} rows ranges and owners */
const chunks = (rows) => ({
  ...{ system: 'mongodb', form: 'sh.status', strategy: null, key: null, skipped: [], cannot_know: [] },
  nodes: [...new Set(rows.map(([, name]) => name))].map((name) => ({ name })),
  entries: { kind: 'ranges', rows: rows.map(([id, owner]) => ({ id, owner, replicas: none })) },
});

test('borders whose order nobody knows here are compared where they can be, and told', async () => {
  const [low, mid, high] = ['{a: MinKey, b: MinKey}', '{a: "x, y", b: 1}', '{a: MaxKey, b: MaxKey}'];
  const one = chunks([[`[${low}, ${mid})`, 's1'], [`[${mid}, ${high})`, 's2']]); // prettier-ignore
  const split = chunks([
    [`[${low}, {a: "b", b: 2})`, 's1'],
    [`[{a: "b", b: 2}, ${mid})`, 's3'],
    [`[${mid}, ${high})`, 's2'],
  ]);
  expect(await diff(one, split)).toMatchObject({ compared: 3, moved: 1, cannot: [] });
  const crossing = chunks([
    [`[${low}, {a: "c", b: 2})`, 's1'],
    [`[{a: "c", b: 2}, ${mid})`, 's2'],
    [`[${mid}, ${high})`, 's2'],
  ]);
  const found = await diff(split, crossing);
  expect(found).toMatchObject({ compared: 1, moved: 0, cannot: [{ what: 'order', count: 2 }] });
  expect(isChanged(found)).toBe(true);
});

test('remainders of two moduli are compared for each hash', async () => {
  const table = (/** @type {string[]} */ owners) => ({
    ...{ system: 'postgresql', form: '\\d+', strategy: /** @type {const} */ ('table'), key: 'hash_partitions' },
    ...{ nodes: owners.map((name) => ({ name })), skipped: [], cannot_know: [] },
    entries: { kind: 'remainders', rows: owners.map((owner, i) => ({ id: `${i}`, owner, replicas: none })) },
  });
  for (let seed = 0; seed < 200; ++seed) {
    const random = randomFrom(seed);
    const owners = () => Array.from({ length: 1 + random(12) }, () => 'abc'[random(3)]);
    const [before, after] = [owners(), owners()];
    const { compared, moved, cannot } = await diff(table(before), table(after));
    const hashes = Array.from({ length: compared }, (_, hash) => hash);
    const slow = hashes.filter((hash) => before[hash % before.length] !== after[hash % after.length]).length;
    expect([compared % before.length, compared % after.length, moved, cannot]).toEqual([0, 0, slow, []]);
  }
});

const nginx = (/** @type {string[]} */ servers, how = '', key = '$request_uri') =>
  `upstream media {\n  hash ${key}${how};\n${servers.map((server) => `  server ${server};\n`).join('')}}\n`;
const kServers = ['cache-1:80', 'cache-2:8080', 'cache-3:8080', 'cache-4:8080'];

test('two hosts with the same servers in another order are told so', async () => {
  const found = await diffTexts(nginx(kServers), nginx([...kServers].reverse()));
  expect(found.causes).toEqual([
    { what: 'order', nodes: { before: kServers, after: [...kServers].reverse() }, moved_without: 0 },
  ]);
  expect(found.moved).toBeGreaterThan(4900); // of 5,000: with four servers, none is where it was
  expect(warningsOf(found)[0]).toMatch(/^The same servers are listed in another order: .* Without this, nothing/);
  expect(isChanged(found)).toBe(true);
  const ring = await diffTexts(nginx(kServers, ' consistent'), nginx([...kServers].reverse(), ' consistent'));
  expect(ring).toMatchObject({ moved: 0, causes: [] });
  expect(isSame(ring)).toBe(true);
});

test('a weight, a setting, a hash function and a port are named, with what would move without them', async () => {
  const heavy = kServers.map((server, i) => (i === 2 ? `${server} weight=3` : server));
  const weights = await diffTexts(nginx(kServers, ' consistent'), nginx(heavy, ' consistent'));
  expect(weights.causes).toEqual([
    { what: 'weights', weights: [{ name: 'cache-3:8080', before: 1, after: 3 }], moved_without: 0 },
  ]);
  expect(weights.nodes.reweighted).toEqual([{ name: 'cache-3:8080', before: 1, after: 3 }]);
  const dialect = await diffTexts(nginx(kServers), nginx(kServers, ' consistent'));
  expect(dialect.causes).toMatchObject([
    { what: 'setting', name: 'dialect', before: 'plain', after: 'consistent', moved_without: 0 },
  ]);
  // nginx takes port 80 where none is written, but hashes the name as it is written.
  const bare = ['cache-1', ...kServers.slice(1)];
  const port = await diffTexts(nginx(kServers, ' consistent'), nginx(bare, ' consistent'));
  expect(port.causes).toMatchObject([{ what: 'port', nodes: { before: ['cache-1:80'], after: ['cache-1'] } }]);
  expect(port.causes[0].moved_without).toBe(0);
  expect(port.nodes).toMatchObject({ added: [], removed: [], renamed: [{ before: 'cache-1:80', after: 'cache-1' }] });
  expect(await diffTexts(nginx(kServers), nginx(bare))).toMatchObject({ moved: 0 });
  const twemproxy = (/** @type {string} */ hash) =>
    `pool:\n  listen: 127.0.0.1:22121\n  hash: ${hash}\n  distribution: ketama\n  servers:\n` +
    `   - 10.0.0.1:11211:1\n   - 10.0.0.2:11211:1\n`;
  const hash = await diffTexts(twemproxy('fnv1a_64'), twemproxy('md5'));
  expect(hash.causes).toMatchObject([{ what: 'hash', moved_without: 0 }]);
});

test('what is hashed, and the function, may send all keys elsewhere', async () => {
  const hashed = await diffTexts(nginx(kServers), nginx(kServers, '', '$uri'));
  expect(hashed).toMatchObject({ by: null, moved: null, cannot: [{ what: 'hashed', all: true }] });
  expect([headlineOf(hashed), isChanged(hashed)]).toEqual(['All keys may go elsewhere.', true]);
  const rings = await diffTexts(textOf('cassandra/ring-5-murmur.txt'), textOf('cassandra/ring-6-random.txt'));
  expect(rings.cannot).toMatchObject([{ what: 'functions', all: true }]);
  const apart = await diffTexts(textOf('mcrouter/pool-1.json'), textOf('redis/nodes-1-healthy.txt'));
  expect([apart.by, isChanged(apart)]).toEqual([null, false]);
});

test('a text beside itself moves nothing, whatever the system', async () => {
  const texts = [
    ...['redis/nodes-1-healthy.txt', 'redis/shards-1-resp2.txt', 'cassandra/ring-1-vnodes.txt', 'rows/rows-1.csv'],
    ...['cassandra/describering-1.txt', 'nginx/upstream-1-consistent.conf', 'elasticsearch/shards-1-moving.txt'],
  ];
  for (const path of texts) {
    const found = await diffTexts(textOf(path), textOf(path));
    expect([path, found.moved, isChanged(found), headlineOf(found)]).toEqual([path, 0, false, 'Nothing moves.']);
  }
});

test('Redis on another day: who failed, who took over, and copies that are gone', async () => {
  const found = await diffTexts(textOf('redis/nodes-1-healthy.txt'), textOf('redis/nodes-3-failed.txt'));
  expect(found).toMatchObject({
    ...{ by: 'entries', kind: 'slots', compared: 16_384, moved: 5462, least: 5462, unnecessary: 0 },
    flows: [{ from: '10.20.1.12:6379', to: '10.20.1.16:6379', count: 5462 }],
    copies: { made: 0, removed: 5462 },
    nodes: { added: ['10.20.1.17:6379', '10.20.1.16:6379'], removed: [], down: ['10.20.1.12:6379'] },
    back: { moved: 5462, copies: { made: 5462, removed: 0 } },
  });
});

test('a node of Redis that has another address is the same by its id', async () => {
  const text = textOf('redis/nodes-1-healthy.txt');
  const found = await diffTexts(text, text.replaceAll('10.20.1.13:', '10.20.9.9:'));
  expect(found).toMatchObject({ moved: 0, nodes: { added: [], removed: [] } });
  expect(found.nodes.renamed).toEqual([{ before: '10.20.1.13:6379', after: '10.20.9.9:6379' }]);
});

/** As the reader of Kafka gives it. @param {string} choice @param {string[][]} rows brokers, the leader first */
const topic = (choice, rows, of = {}) => ({
  ...{ system: 'kafka', form: 'generate', choice, strategy: /** @type {const} */ ('table'), key: 'kafka_murmur2' },
  topic: choice.replace(': proposed', ''),
  nodes: [...new Set(rows.flat())].sort().map((name) => ({ name })),
  entries: {
    kind: 'partitions',
    rows: rows.map(([owner, ...replicas], i) => ({
      ...{ id: `${i}`, owner, replicas, bytes: 1e9 },
      assigned: [owner, ...replicas],
    })),
  },
  ...{ skipped: [], cannot_know: [], ...of },
});

test('a plan of Kafka: leaders, copies, bytes, hours, and the reassignment that goes back', async () => {
  const now = topic('bills', [['1', '2'], ['2', '1'], ['1', '2'], ['2', '1']]); // prettier-ignore
  const plan = topic('bills: proposed', [['3', '1'], ['2', '1'], ['1', '3'], ['2', '3']]); // prettier-ignore
  const found = await diff(now, plan, { rate: { bytesPerSecond: 1e6, atOnce: 2 } });
  expect(found).toMatchObject({
    ...{ moved: 3, copies: { changed: 3, made: 3, removed: 3 }, assignment: { preferred: 1 } },
    bytes: { of: 'before', moved: 3e9, lacking: 0, largest: 1e9 },
    time: { bytes_per_second: 1e6, copies_at_once: 2, seconds: 1500 },
    back: { moved: 3, copies: { made: 3, removed: 3 }, seconds: 1500 },
  });
  expect(JSON.parse(found.back?.commands?.text ?? '')).toEqual({
    version: 1,
    partitions: [
      { topic: 'bills', partition: 0, replicas: [1, 2] },
      { topic: 'bills', partition: 2, replicas: [1, 2] },
      { topic: 'bills', partition: 3, replicas: [2, 1] },
    ],
  });
  const few = await diff(now, plan, { rate: { bytesPerSecond: 1e6, atOnce: 100 } });
  expect(few.time?.seconds).toBe(1000); // no copy is faster than one copier
});

test('partitions of two topics are not compared, nor is their number overlooked', async () => {
  const [one, other] = [topic('a', [['1', '2']]), topic('b', [['2', '1']])];
  expect(await diff(one, other)).toMatchObject({ by: null, cannot: [{ what: 'names', before: 'a', after: 'b' }] });
  const more = await diff(one, topic('a', [['1', '2'], ['2', '1']])); // prettier-ignore
  expect(more.cannot).toMatchObject([
    { what: 'counts', all: true },
    { what: 'only', of: 'after', count: 1 },
  ]);
  expect([more.moved, isChanged(more)]).toEqual([0, true]);
  const part = topic('a', [['1', '2']], { form: 'reassignment' });
  const partial = await diff(topic('a', [['1', '2'], ['2', '1']]), part); // prettier-ignore
  expect([partial.cannot, isChanged(partial)]).toEqual([
    [{ what: 'only', of: 'before', count: 1, partial: true }],
    false,
  ]);
});

test('names can be replaced, and take no effect in Markdown', async () => {
  const evil = ['a|b', '<img src=x>', '$x$', '`c`'];
  const rows = (/** @type {number} */ turn) =>
    topic(
      'x',
      evil.map((_, i) => [evil[(i + turn) % 4]]),
      { system: 'rows', form: 'rows' },
    );
  const found = await diff(rows(0), rows(1));
  const text = markdownOf(found, { before: '`a`', after: '@b' });
  expect(text).not.toMatch(/<img|[^\\]`|\$x/);
  for (const line of text.split('\n').filter((one) => one.startsWith('| ')))
    expect(line.match(/(?<!\\)\|/g)?.length).toBeGreaterThan(2);
  const renamed = JSON.stringify(renamedDifference(found, ['$x$']));
  for (const name of evil) expect(renamed).not.toContain(JSON.stringify(name));
  expect(renamed).toContain('node-4');
  expect(renamedDifference(found, ['$x$']).flows.find(({ from }) => from === 'node-1')?.to).toBeDefined();
});

test('both placements of a pasted plan are compared', async () => {
  const found = await diffTexts(textOf('kafka/generate-1.txt'), null);
  expect(found).toMatchObject({ compared: 4, moved: 3, copies: { made: 3, removed: 3 } });
  expect(JSON.parse(found.back?.commands?.text ?? '{}').partitions).toHaveLength(3);
  const other = await diffTexts(textOf('kafka/reassign-4-generate.txt'), null);
  expect(other).toMatchObject({ compared: 10, moved: 8, assignment: { preferred: 7 } });
});

test('a plan beside a description is what it proposes, chosen or not', async () => {
  const rows = ['1,2', '2,1', '1,2', '2,1'].map(
    (replicas, i) =>
      `\tTopic: bills\tPartition: ${i}\tLeader: ${replicas[0]}\tReplicas: ${replicas}\tIsr: ${replicas}\n`,
  );
  const described = `Topic: bills\tPartitionCount: 4\tReplicationFactor: 2\tConfigs: \n${rows.join('')}`;
  for (const asked of [{}, { choose: 'bills' }]) {
    const found = await diffTexts(described, textOf('kafka/generate-1.txt'), asked);
    expect(found).toMatchObject({ compared: 4, moved: 3, copies: { made: 3, removed: 3 } });
  }
});

test('a builder file of Swift says how many partitions each device has, and so who gains and loses', async () => {
  const before = textOf('swift/ring-1-zones.txt');
  const after = before.replace('sdb 100.00        512 ', 'sdb 100.00        507 '); // device 0
  const found = await diffTexts(before, after);
  expect(found).toMatchObject({ by: 'counts', compared: 3072, moved: null, least: 0 });
  expect(found.counts).toEqual([{ node: '10.60.1.1:6200/sdb', before: 512, after: 507 }]);
  expect(countRows(found)[1]).toEqual(['10.60.1.1:6200/sdb', '512', '507', '\u22125']);
  expect(markdownOf(found, { before: 'a', after: 'b' })).toContain('| Node | Before | After | Change |');
  const back = await diffTexts(after, before);
  expect([back.least, countRows(back)[1][3]]).toEqual([5, '+5']);
  expect(JSON.stringify(renamedDifference(found, ['10.60.1.1:6200/sdb']).counts)).toContain('"node":"node-1"');
});

test('a plan of Citus is compared with itself, and with the shards that are there', async () => {
  const found = await diffTexts(textOf('citus/plan-1.txt'), null);
  expect(found).toMatchObject({ compared: 3, moved: 3, least: 3, bytes: { moved: 6291456 + 7340032 + 1048576 } });
  const view = await diffTexts(textOf('citus/shards-3-cut.txt'), textOf('citus/plan-1.txt'));
  expect(view).toMatchObject({ compared: 2, moved: 2 }); // shards of t that stay are not in the plan
});
