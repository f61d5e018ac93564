// MongoDB: shards a collection by a hashed key, and moves the chunks that are not where it creates them.
import { comment, javascript } from '../text/quote.js';
import { lines, unweighted } from './shared/rules.js';

const system = 'MongoDB';
const covers = { strategy: 'mongodb' };

const kNamespace = '"test.data"';
const kMost = 2n ** 63n - 1n;

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
 * The owner of each chunk, by keys of which every chunk has one; null for a type without such keys.
 * @param {import('./systems.js').Setup} setup
 * @param {bigint[]} points
 */
function ownersOf({ params, placeAll, hash_of: hash }, points) {
  const keyOf = kKeys[params.type];
  if (!keyOf) return null;
  const keys = new Array(points.length + 1).fill('');
  for (let i = 0, found = 0; found < keys.length; ++i) {
    const { key, bson } = keyOf(i);
    const bytes = /** @type {string} */ (hash('md5', bson)).slice(0, 16).match(/../g) ?? [];
    const number = BigInt.asIntN(64, BigInt(`0x${bytes.reverse().join('')}`));
    let chunk = 0;
    while (chunk < points.length && points[chunk] <= number) ++chunk;
    if (keys[chunk] !== '') continue;
    keys[chunk] = key;
    ++found;
  }
  const placed = placeAll(keys);
  return [...placed.owners].map((owner) => placed.nodes[owner]);
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
  const bound = (/** @type {bigint | undefined} */ point, /** @type {string} */ end) =>
    `{ key: ${point === undefined ? `${end}()` : `NumberLong("${point}")`} }`;
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
        owners ? moves : `// chunks that were moved by hand are not listed for keys of type ${comment(params.type)}`,
      ),
    },
  ];
}

export default { system, covers, write };
