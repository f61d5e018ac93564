// A slow, obvious comparison of two readings, and random readings to compare.
/** @import {Reading} from '../../../web/systems/reading/form.js' */

/** A generator of random numbers from 0 up to, but not including, `below`. @param {number} seed */
export function randomFrom(seed) {
  let state = BigInt(seed) + 1n;
  return (/** @type {number} */ below) => {
    state = (state * 6364136223846793005n + 1442695040888963407n) % 2n ** 64n;
    return Number((state >> 33n) % BigInt(below));
  };
}

const kNames = ['a', 'b', 'c', 'd:1', 'e|x', 'constructor'];

/**
 * Slots with owners, replicas and sizes.
 * @param {(below: number) => number} random
 * @param {number} count
 * @returns {Reading}
 */
export function randomSlots(random, count) {
  const names = kNames.slice(0, 1 + random(kNames.length));
  const rows = Array.from({ length: count }, (_, i) => {
    const owner = random(12) === 0 ? null : names[random(names.length)];
    const others = names.filter((name) => name !== owner && random(3) === 0);
    return { id: `${i}`, owner, replicas: others, ...(random(4) > 0 && { bytes: random(1_000_000) }) };
  });
  return {
    ...{ system: 'redis', form: 'cluster-nodes', strategy: 'table', key: 'redis_slots', skipped: [], cannot_know: [] },
    nodes: names.map((name) => ({ name })),
    entries: { kind: 'slots', rows },
  };
}

/**
 * A ring of a few tokens between −100 and 100.
 * @param {(below: number) => number} random
 * @returns {Reading}
 */
export function randomRing(random) {
  const tokens = new Set(Array.from({ length: 1 + random(8) }, () => random(200) - 100));
  const rows = [...tokens].map((token) => ({
    id: `${token}`,
    owner: kNames[random(3)],
    replicas: /** @type {string[]} */ ([]),
  }));
  return {
    ...{ system: 'cassandra', form: 'ring', strategy: { id: 'token_ring' }, skipped: [], cannot_know: [] },
    key: 'Murmur3Partitioner',
    nodes: kNames.slice(0, 3).map((name) => ({ name })),
    entries: { kind: 'tokens', rows },
  };
}

/** @param {(?string)[]} before @param {(?string)[]} after owners */
function counted(before, after) {
  const nodes = [...new Set([...before, ...after])];
  const has = (/** @type {(?string)[]} */ owners, /** @type {?string} */ node) =>
    owners.filter((owner) => owner === node).length;
  const least = nodes.map((node) => Math.max(0, has(after, node) - has(before, node))).reduce((a, b) => a + b, 0);
  const moved = before.filter((owner, i) => owner !== after[i]).length;
  const flows = nodes
    .flatMap((from) => nodes.map((to) => ({ from, to })))
    .filter(({ from, to }) => from !== to)
    .map(({ from, to }) => ({ from, to, count: before.filter((owner, i) => owner === from && after[i] === to).length }))
    .filter(({ count }) => count > 0);
  return { moved, least, unnecessary: moved - least, flows };
}

/** Entry by entry. @param {Reading} before @param {Reading} after */
export function slowly(before, after) {
  const [first, second] = [before.entries.rows, after.entries.rows];
  const sizes = first.some(({ bytes }) => bytes !== undefined) ? first : second;
  const copies = { made: 0, removed: 0, bytes: 0, lacking: 0 };
  first.forEach((was, i) => {
    const [had, has] = [was, second[i]].map(({ owner, replicas }) =>
      [owner, ...replicas].filter((one) => one !== null),
    );
    for (const node of has) {
      if (had.includes(node)) continue;
      copies.made += 1;
      const size = sizes[i].bytes;
      if (size === undefined) copies.lacking += 1;
      else copies.bytes += Number(size);
    }
    copies.removed += had.filter((node) => !has.includes(node)).length;
  });
  const owners = [first, second].map((rows) => rows.map(({ owner }) => owner));
  return { ...counted(owners[0], owners[1]), copies };
}

/** Owners of each whole number from −101 to 101: beyond them, all is the same. @param {Reading} ring */
function ownersOn({ entries: { rows } }) {
  const ends = rows.map(({ id, owner }) => ({ token: Number(id), owner })).sort((a, b) => a.token - b.token);
  return Array.from({ length: 203 }, (_, i) => (ends.find(({ token }) => token >= i - 101) ?? ends[0]).owner);
}

/**
 * The share of tokens that move, where the last number stands for all from 101 on.
 * @param {Reading} before
 * @param {Reading} after
 */
export function slowRing(before, after) {
  const [was, is] = [before, after].map(ownersOn);
  const below = was.slice(1, -1).filter((owner, i) => owner !== is[i + 1]).length;
  const far = was[0] === is[0] ? 0n : 2n ** 64n - BigInt(was.length - 2);
  return Number(((BigInt(below) + far) * 10n ** 15n) / 2n ** 64n) / 1e15;
}

/**
 * Ranges of whole numbers from 0 to 60 as MongoDB has them, some beyond both ends.
 * @param {(below: number) => number} random
 * @returns {Reading}
 */
export function randomChunks(random) {
  const inner = [...new Set(Array.from({ length: random(6) }, () => random(60)))].sort((a, b) => a - b);
  const borders = ['MinKey', ...inner.map(String), 'MaxKey'];
  const rows = borders.slice(1).map((to, i) => ({
    id: `[${borders[i]}, ${to})`,
    owner: kNames[random(3)],
    replicas: /** @type {string[]} */ ([]),
  }));
  return {
    ...{ system: 'mongodb', form: 'config.chunks', strategy: 'table', key: null, skipped: [], cannot_know: [] },
    nodes: kNames.slice(0, 3).map((name) => ({ name })),
    entries: { kind: 'ranges', rows },
  };
}

/** The owner of each number from −1 to 60. @param {Reading} reading */
export function chunkOwners({ entries: { rows } }) {
  const number = (/** @type {string} */ text) =>
    text === 'MinKey' ? -Infinity : text === 'MaxKey' ? Infinity : Number(text);
  const ranges = rows.map(({ id, owner }) => ({ ends: id.slice(1, -1).split(', ').map(number), owner }));
  return Array.from({ length: 62 }, (_, i) => {
    const found = ranges.find(({ ends: [from, to] }) => i - 1 >= from && i - 1 < to);
    return found?.owner;
  });
}
