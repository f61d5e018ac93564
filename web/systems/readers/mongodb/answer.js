// What is told of a collection, whichever texts it is in.
import { Sum } from '../../reading/figures.js';
import { kDistributionForm } from './distribution.js';

/** @typedef {import('../../reading/pasted.js').Pasted} Pasted */
/** @typedef {import('./collections.js').Cluster} Cluster */
/** @typedef {import('./collections.js').Collection} Collection */

const kLargest = 2n ** 63n - 1n;

/** The bounds between n initial chunks, as MongoDB cuts them. @param {number} n */
function splitPoints(n) {
  const step = (kLargest / BigInt(n)) * 2n;
  const half = BigInt(Math.floor(n / 2));
  return Array.from({ length: n - 1 }, (_, i) => {
    const above = BigInt(i + 1) - half;
    if (n % 2 === 0) return above * step;
    return above > 0n ? step / 2n + (above - 1n) * step : -(step / 2n) + above * step;
  });
}
const kMostChunks = 8192;

/** A UUID with its hyphens. @param {string} hex */
export const dashed = (hex) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.+)$/, '$1-$2-$3-$4-$5');

/** @param {Cluster} cluster @param {Collection} of */
function nodesOf({ shards }, { sizes, counts, chunks }) {
  const names = new Set([...shards.keys(), ...chunks.map(({ shard }) => shard), ...counts.keys(), ...sizes.keys()]);
  return [...names].map((name) => {
    const { hosts = [], zones = [], draining = false } = shards.get(name) ?? {};
    const { bytes = null, keys = null } = sizes.get(name) ?? {};
    return {
      name,
      ...(hosts.length > 0 && { hosts }),
      ...(zones.length > 0 && { zones }),
      ...(draining && { draining: true }),
      ...(bytes !== null && { bytes }),
      ...(keys !== null && { keys: /** @type {number} */ (keys) }),
    };
  });
}

/** What the counts and the rows do not agree on. @param {Collection} of */
function disagreeing({ counts, chunks }) {
  const found = /** @type {Map<string, number>} */ (new Map());
  for (const { shard } of chunks) found.set(shard, (found.get(shard) ?? 0) + 1);
  return [...counts].flatMap(([shard, count]) =>
    (found.get(shard) ?? 0) === count
      ? []
      : [`${shard} has ${count} chunks by their number, and ${found.get(shard) ?? 0} in the list`],
  );
}

/** @param {Collection} collection @param {Cluster} cluster @param {string} form @param {Pasted} pasted */
export function readingOf(collection, cluster, form, pasted) {
  const { chunks, counts, partly, key, hashed, zones, sizes, name } = collection;
  const listed = chunks.length > 0 && !partly;
  const ordered = listed ? collection.ordered : [];
  const [first, last] = [ordered[0], ordered[ordered.length - 1]];
  const isEnd = (/** @type {import('./shell_values.js').Bound[]} */ parts, /** @type {string} */ rank) =>
    parts.every((part) => part.rank === rank);
  const [begins, ends] = [!!first && isEnd(first.min, 'min'), !!last && isEnd(last.max, 'max')];
  const points = ordered.length > 0 && ordered.length <= kMostChunks ? splitPoints(ordered.length) : [];
  const usual = begins && ends && hashed && points.every((point, i) => ordered[i].to === String(point));
  const jumbo = ordered.filter((chunk) => chunk.jumbo).map(({ from, to }) => `[${from}, ${to})`);
  const warnings = listed ? disagreeing(collection) : [];
  const total = [...sizes.values()].reduce((sum, { bytes }) => (bytes === null ? sum : sum.add(bytes)), new Sum());
  const notes = [
    ...(zones > 0 ? [`${zones} ranges of zones, which Reshard does not show`] : []),
    ...(jumbo.length > 0 ? [`jumbo: ${jumbo.slice(0, 10).join(', ')}`] : []),
    ...(hashed && listed && begins && ends && !usual ? ['the chunks are not those that MongoDB first cuts'] : []),
  ];
  return {
    ...{ system: 'mongodb', form, strategy: /** @type {const} */ ('table'), key: usual ? 'mongodb' : null },
    ...(key && {
      key_expression: `{ ${key.map(([field, of]) => `${field}: ${of}`).join(', ')} }`,
      key_fields: key.map(([field]) => field),
    }),
    nodes: nodesOf(cluster, collection),
    entries: listed
      ? {
          kind: 'ranges',
          rows: ordered.map(({ from, to, shard, line }) => ({
            id: `[${from}, ${to})`,
            owner: shard,
            replicas: /** @type {string[]} */ ([]),
            line,
          })),
        }
      : { kind: 'ranges', rows: [], counts },
    ...(sizes.size > 0 && { sizes: { total_bytes: total.value, rounded: form === kDistributionForm } }),
    ...(warnings.length > 0 && { warnings }),
    ...(notes.length > 0 && { notes }),
    skipped: pasted.skipped,
    cannot_know: [
      'requests',
      ...(sizes.size > 0 ? [] : ['sizes']),
      ...(listed ? [] : ['which ranges each shard has']),
      ...(key ? [] : ['whether the key is hashed']),
      ...(usual ? ['the type of the shard key: the link has text'] : []),
      ...(/^[0-9a-f]{32}$/.test(name) ? [`name of the collection (UUID ${dashed(name)})`] : []),
      ...(name === '' ? ['name of the collection'] : []),
      ...(first && !begins ? [`who has the keys below ${first.from}`] : []),
      ...(last && !ends ? [`who has the keys from ${last.to} on`] : []),
      ...(cluster.cut ? ['what comes after the end of the text'] : []),
    ],
  };
}
