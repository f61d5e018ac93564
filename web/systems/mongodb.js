// MongoDB: shards a collection by a hashed key, gives zones their shards and ranges, and moves the chunks that are not
// where it creates them.
import { comment, javascript } from '../text/quote.js';
import { lines, unweighted } from './shared/rules.js';

const system = 'MongoDB';
const covers = { strategy: 'mongodb' };

const kNamespace = '"test.data"';
const kMost = 2n ** 63n - 1n;
const kMostRanges = 4;

/**
 * The split points of n initial chunks, as the core's begin_of().
 * @param {number} n
 */
export function splitPoints(n) {
  const step = (kMost / BigInt(n)) * 2n;
  return Array.from({ length: n - 1 }, (_, i) => {
    const above = BigInt(i + 1) - BigInt(Math.floor(n / 2));
    if (n % 2 === 0) return above * step;
    return above > 0n ? step / 2n + (above - 1n) * step : -(step / 2n) + above * step;
  });
}

// What is hashed, as a text: every byte is below 128.
const kHead = '\0\0\0\0';
const ofText = (/** @type {number} */ i) => {
  const key = String(i);
  return { key, bson: `${kHead}\x0f\0\0\0${String.fromCharCode(key.length + 1)}\0\0\0${key}\0` };
};
const ofNumber = (/** @type {number} */ i) => {
  const digits = [i & 127, (i >> 7) & 127, (i >> 14) & 127, (i >> 21) & 127];
  const key = String(digits.reduceRight((sum, digit) => sum * 256 + digit, 0));
  return { key, bson: `${kHead}\x0a\0\0\0${String.fromCharCode(...digits)}\0\0\0\0` };
};
/** @type {Record<string, (i: number) => {key: string, bson: string}>} */
const kKeys = { text: ofText, int64: ofNumber, int32: ofNumber, float64: ofNumber };

/**
 * Keys of a type with keys here, of which every chunk has one.
 * @param {import('./systems.js').Setup} setup
 * @param {string} type
 * @param {bigint[]} points
 */
function keysOf({ hash_of: hash }, type, points) {
  const keys = new Array(points.length + 1).fill('');
  for (let i = 0, found = 0; found < keys.length; ++i) {
    const { key, bson } = kKeys[type](i);
    const bytes = /** @type {string} */ (hash('md5', bson)).slice(0, 16).match(/../g) ?? [];
    const number = BigInt.asIntN(64, BigInt(`0x${bytes.reverse().join('')}`));
    let chunk = 0;
    while (chunk < points.length && points[chunk] <= number) ++chunk;
    if (keys[chunk] !== '') continue;
    keys[chunk] = key;
    ++found;
  }
  return keys;
}

/**
 * The owner of each chunk; null for a type without such keys.
 * @param {import('./systems.js').Setup} setup
 * @param {bigint[]} points
 */
function ownersOf(setup, points) {
  const { params, placeAll } = setup;
  if (!kKeys[params.type]) return null;
  const placed = placeAll(keysOf(setup, params.type, points));
  return [...placed.owners].map((owner) => placed.nodes[owner]);
}

const bound = (/** @type {bigint | undefined} */ point, /** @type {string} */ end) =>
  `{ key: ${point === undefined ? `${end}()` : `NumberLong("${point}")`} }`;

/**
 * The chunks of each range, and its zone, which the steps of a key there say: a range has only the number of its zone.
 * @param {import('./systems.js').Setup} setup
 * @param {bigint[]} points
 */
function rangesOf(setup, points) {
  const { params, explain } = setup;
  const ranges = [];
  /** @type {string[]} */
  let keys = [];
  for (let i = 1; i <= kMostRanges && params.balancer === 'chunk_count'; ++i) {
    const number = i > 1 ? i : '';
    if ((params[`zone${number}`] ?? 'none') === 'none') break;
    if (keys.length === 0) keys = keysOf(setup, 'text', points);
    const [first, last] = [Number(params[`zone_first${number}`]), Number(params[`zone_last${number}`])];
    const steps = explain?.({ type: 'text' }, keys[first], false) ?? [];
    ranges.push({ first, last, zone: steps.find(({ label }) => label === 'zone')?.value ?? '' });
  }
  return ranges;
}

/**
 * @param {import('./systems.js').Setup} setup
 * @param {bigint[]} points
 */
function zoneLines(setup, points) {
  const ranges = rangesOf(setup, points);
  const zones = new Set(ranges.map(({ zone }) => zone));
  return [
    ...unweighted(system, setup.nodes)
      .filter(({ zone }) => zone && zones.has(zone))
      .map(({ name, zone }) => `sh.addShardToZone(${javascript(name)}, ${javascript(zone ?? '')});`),
    ...ranges.map(({ first, last, zone }) => {
      const bounds = `${bound(points[first - 1], 'MinKey')}, ${bound(points[last], 'MaxKey')}`;
      return `sh.updateZoneKeyRange(${kNamespace}, ${bounds}, ${javascript(zone)});`;
    }),
  ];
}

/** @type {import('./systems.js').Write} */
function write(setup) {
  const { params } = setup;
  const points = splitPoints(Number(params.chunks));
  const names = unweighted(system, setup.nodes)
    .map(({ name }) => name)
    .sort((a, b) => (a < b ? -1 : 1));
  const run = Math.max(1, Math.floor(Number(params.chunks) / names.length));
  const owners = ownersOf(setup, points);
  const moves = (owners ?? []).flatMap((owner, chunk) => {
    if (owner === undefined || owner === names[Math.floor(chunk / run) % names.length]) return [];
    const bounds = `${bound(points[chunk - 1], 'MinKey')}, ${bound(points[chunk], 'MaxKey')}`;
    return [`sh.moveRange(${kNamespace}, ${javascript(owner)}, ${bounds}); // chunk ${chunk}`];
  });
  return [
    {
      file: 'shard.js',
      language: 'mongosh',
      text: lines(
        names.map((name) => `// shard ${comment(name)}`),
        '// MongoDB 7.2 and later make one chunk for each shard: leave numInitialChunks out there.',
        `sh.shardCollection(${kNamespace}, { key: "hashed" }, false, { numInitialChunks: ${params.chunks} });`,
        zoneLines(setup, points),
        owners ? moves : `// chunks that were moved by hand are not listed for keys of type ${comment(params.type)}`,
      ),
    },
  ];
}

export default { system, covers, write };
