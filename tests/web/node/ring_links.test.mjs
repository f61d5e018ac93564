// Cassandra's ring as a link: each key is on the nodes that the text names for its range.
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { expect } from '@playwright/test';
import { built } from '../../built.mjs';
import { linkOf } from '../../../web/systems/reading/link.js';
import { readWith } from '../../../web/systems/reading/read.js';
import { textsOf, treeReaders } from './cluster_texts.mjs';
import { inputOf } from './link_input.mjs';
/** @import {Json} from '../../types.d.ts' */

const readers = await treeReaders();
const { loadReshard } = await built('reshard-core.mjs');
const core = await loadReshard();
const keys = Array.from({ length: 2000 }, (_, i) => `user:${i}`);

/** @param {string} name @returns {Promise<Json>} */
async function readingOf(name) {
  const text = textsOf('cassandra').find((one) => one.name === name)?.text ?? '';
  return readWith(readers, text, {});
}

const murmurToken = (/** @type {string} */ key) =>
  BigInt.asIntN(64, BigInt(`0x${String(core.hash('murmur3_128', key)).slice(0, 16)}`));

function randomToken(/** @type {string} */ key) {
  const number = BigInt.asIntN(128, BigInt(`0x${createHash('md5').update(key).digest('hex')}`));
  return number < 0n ? -number : number;
}

/** The nodes of each key's range, by the text. @param {Json[]} rows @param {(key: string) => bigint} tokenOf */
function holdersOf(rows, tokenOf) {
  const ring = rows
    .map(({ id, owner, replicas }) => ({ end: BigInt(/(-?\d+)\]?$/.exec(id)?.[1] ?? ''), all: [owner, ...replicas] }))
    .sort((a, b) => (a.end < b.end ? -1 : 1));
  return keys.map((key) => (ring.find(({ end }) => end >= tokenOf(key)) ?? ring[0]).all);
}

for (const name of [
  'ring-1-vnodes.txt',
  'ring-2-random.txt',
  'ring-5-murmur.txt',
  'ring-6-random.txt',
  'ring-7-two-dcs.md',
  'tokenmap-1.json',
  'tokenmap-2-big.json',
  'describering-1.txt',
  'describering-2.txt',
  'describering-11-two-keyspaces.txt',
  'describering-12.json',
]) {
  test(`${name}: 2,000 keys are on the nodes of their ranges`, async () => {
    const reading = await readingOf(name);
    const { link } = /** @type {{link: string}} */ (linkOf(reading));
    const { replicas = 1, nodes, ...input } = inputOf(link);
    const up = /** @type {{name: string}[]} */ (nodes).map((node) => ({ ...node, down: false }));
    const placed = core.place({ ...input, nodes: up, replicas, keys });
    const found = keys.map((_, i) =>
      Array.from(placed.owners.slice(i * replicas, (i + 1) * replicas), (at) => placed.nodes[at]),
    );
    const expected = holdersOf(reading.entries.rows, reading.key === 'RandomPartitioner' ? randomToken : murmurToken);
    expect(found.map(([owner]) => owner)).toEqual(expected.map(([owner]) => owner));
    expect(found.map((all) => all.sort())).toEqual(expected.map((all) => all.sort()));
  });
}

const kRow = { owner: 'a', replicas: ['b'] };
const kNodes = ['a', 'b', 'c'].map((name, i) => ({ name, data_center: 'dc', rack: `r${i}` }));

/** @param {Json[]} rows */
const whyOf = (rows) =>
  /** @type {Json} */ (
    linkOf(
      /** @type {Json} */ ({
        ...{ system: 'cassandra', form: 'describering', strategy: 'table', key: 'Murmur3Partitioner' },
        ...{ nodes: kNodes, skipped: [], cannot_know: [], entries: { kind: 'token ranges', rows } },
      }),
    )
  ).why;

test('replicas that no strategy of Cassandra places have no link, and the reason', () => {
  expect(
    whyOf([
      { ...kRow, id: '1' },
      { id: '9', owner: 'b', replicas: [] },
    ]),
  ).toBe('ranges have different numbers of replicas');
  expect(
    whyOf([
      { id: '1', owner: 'a', replicas: ['c'] },
      { id: '5', owner: 'b', replicas: ['b'] },
      { id: '9', owner: 'c', replicas: ['a'] },
    ]),
  ).toBe('neither SimpleStrategy nor NetworkTopologyStrategy has these replicas');
});

test('a table of the headless core is that of its strategy, and fits it', () => {
  const input = { strategy: 'redis_slots', nodes: ['a', 'b'], keys: ['foo'] };
  expect(core.place({ ...input, table: 'redis_slots:1*16384' }).owners).toEqual(Uint32Array.of(1));
  expect(() => core.place({ ...input, table: 'redis_slots:1*16383' })).toThrow(
    'table: 16383 is outside 16384 to 16384',
  );
  expect(() => core.place({ ...input, strategy: 'ring', table: 'redis_slots:1*16384' })).toThrow(
    'table: there is no “redis_slots”',
  );
});
