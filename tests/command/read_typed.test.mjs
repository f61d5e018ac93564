// The links of Kafka's, Citus', MongoDB's and Vitess' texts place keys as the texts say: hashes are computed here by
// Node's crypto and by code of this file, and owners are looked up in the text's own rows.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { fromTree } from '../built.mjs';
import { textsOf, treeReaders } from '../web/node/cluster_texts.mjs';
import { compared, ownersOf, typedRows } from './typed_rows.mjs';

const { readWith } = await fromTree('web/systems/reading/read.js');
const { linkOf } = await fromTree('web/systems/reading/link.js');
const { shortHash } = await fromTree('web/systems/citus.js');
const readers = await treeReaders();

const rows = typedRows(['text'], { seed: 50, longest: 11 }).map(([text]) => [text?.trimEnd() ?? '']);
const short = rows.filter(([text]) => Buffer.byteLength(text) <= 11 && text !== '');

/** @param {string} system @param {string} file @param {string} [choose] */
async function linkIn(system, file, choose) {
  const text = textsOf(system).find(({ name }) => name === file)?.text ?? '';
  const reading = await readWith(readers, text, { choose });
  const linked = linkOf(reading);
  assert.ok('link' in linked, JSON.stringify(linked));
  return { text, link: linked.link };
}

/** Kafka's Utils.murmur2(), as its source has it. @param {Buffer} data */
function murmur2(data) {
  const m = 0x5bd1e995;
  let h = 0x9747b28c ^ data.length;
  let at = 0;
  for (; at + 4 <= data.length; at += 4) {
    let k = Math.imul(data.readInt32LE(at), m);
    k = Math.imul(k ^ (k >>> 24), m);
    h = Math.imul(h, m) ^ k;
  }
  const left = data.length - at;
  if (left === 3) h ^= data[at + 2] << 16;
  if (left >= 2) h ^= data[at + 1] << 8;
  if (left >= 1) h = Math.imul(h ^ data[at], m);
  h = Math.imul(h ^ (h >>> 13), m);
  return h ^ (h >>> 15);
}

test('Kafka: a key has the partition of murmur2, of as many as the heading counts', async () => {
  const { text, link } = await linkIn('kafka', 'describe-3-large.txt');
  const count = Number(/PartitionCount:\s*(\d+)/.exec(text)?.[1]);
  const live = short.map(([key]) => `events.v2-${(murmur2(Buffer.from(key)) & 0x7fffffff) % count}`);
  compared('kafka', ownersOf(link, short), live, short);
});

test('Citus: a key is on the node of the range that has its hash', async () => {
  const choose = 'events';
  const { text, link } = await linkIn('citus', 'catalogue-1.txt', choose);
  const cells = text.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  const groups = new Map(cells.filter((row) => row.length === 5).map(([, shard, , , group]) => [shard, group]));
  const nodes = new Map(cells.filter((row) => row.length === 11).map((row) => [row[1], `${row[2]}:${row[3]}`]));
  const ranges = cells
    .filter(([table]) => table === choose)
    .map(([, shard, , min, max]) => ({ min: Number(min), max: Number(max), node: nodes.get(groups.get(shard) ?? '') }));
  assert.equal(ranges.length, 16);
  const live = short.map(([key]) => {
    const hash = shortHash(new TextEncoder().encode(key));
    return ranges.find(({ min, max }) => min <= hash && hash <= max)?.node ?? '';
  });
  compared(choose, ownersOf(link, short), live, short);
});

test('MongoDB: a key is on the shard of the chunk that has its hash', async () => {
  const { text, link } = await linkIn('mongodb', 'status-2-old-shell.txt');
  const ends = [...text.matchAll(/-->> \{ "email" : (?:NumberLong\("?(-?\d+)"?\)|\{.*?\}) \} on : (\S+)/g)];
  assert.equal(ends.length, 4);
  const live = short.map(([key]) => {
    const size = Buffer.alloc(4);
    size.writeInt32LE(Buffer.byteLength(key) + 1);
    const bson = Buffer.concat([Buffer.from([0, 0, 0, 0, 15, 0, 0, 0]), size, Buffer.from(key), Buffer.from([0])]);
    const hash = createHash('md5').update(bson).digest().readBigInt64LE(0);
    return ends.find(([, end]) => end === undefined || hash < BigInt(end))?.[2] ?? '';
  });
  compared('mongodb', ownersOf(link, short), live, short);
});

test('Vitess: a key is in the range that has its keyspace id, and of those that serve', async () => {
  const ranges = [
    ['find-2-uneven.md', ['-80', '80-9fff', '9fff-a0', 'a0-e8', 'e8-']],
    ['find-1-resharding.json', ['-80', '80-']],
    ['show-shards-1.txt', ['-55', '55-aa', 'aa-']],
  ];
  for (const [file, names] of /** @type {[string, string[]][]} */ (ranges)) {
    const { link } = await linkIn('vitess', file);
    const live = short.map(([key]) => {
      const id = createHash('md5').update(key).digest('hex');
      const inside = (/** @type {string} */ name) => {
        const [begin, end] = name.split('-');
        return id.slice(0, begin.length) >= begin && (end === '' || id.slice(0, end.length) < end);
      };
      return names.find(inside) ?? '';
    });
    compared(file, ownersOf(`${link}&vindex=binary_md5`, short), live, short);
  }
});

test('every link of these texts opens, with the owners that the text has', async () => {
  let opened = 0;
  for (const system of ['kafka', 'citus', 'postgresql', 'mongodb', 'vitess']) {
    for (const { name, text, expected } of textsOf(system)) {
      const reading = await readWith(readers, text, { choose: expected.choice });
      const linked = reading.refused ? {} : linkOf(reading);
      if (!('link' in linked)) continue;
      const types = ['', '2', '3', '4'].filter((n) => new RegExp(`&type${n}=`).test(linked.link));
      const keys = typedRows(['int32'], { count: 300, seed: opened }).map(([key], i) =>
        types.length === 0 ? [key] : types.map((n) => kKeys[/** @type {string} */ (typeIn(linked.link, n))](i)),
      );
      const owners = new Set(ownersOf(linked.link, keys));
      const names = new Set(reading.nodes.map((/** @type {any} */ node) => node.name));
      const own = system === 'kafka' ? owners : [...owners].filter((owner) => owner !== '' && !names.has(owner));
      assert.equal([...own].filter((owner) => system !== 'kafka' || !/^\S+-\d+$/.test(owner)).length, 0, name);
      opened += 1;
    }
  }
  assert.ok(opened > 20, `${opened} links`);
});

/** @type {Record<string, (i: number) => string>} */
const kKeys = {
  int64: (i) => `${i}`,
  int32: (i) => `${i}`,
  text: (i) => `key ${i}`,
  uuid: (i) => `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`,
};
const typeIn = (/** @type {string} */ link, /** @type {string} */ n) => new RegExp(`&type${n}=(\\w+)`).exec(link)?.[1];
