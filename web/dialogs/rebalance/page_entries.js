// The page's own table as a reading: which entries its strategy has, whose they are, and how many keys are in each.
// Only the core knows the entry of a key, and it tells where a key is: so it is asked with tables whose owners are
// numbers.

import { keysOfSlots } from '../../systems/redis_cluster.js';

/** @typedef {import('../../headless/reshard-core.d.ts').Core} Core */
/** @typedef {import('../../headless/reshard-core.d.ts').PlaceInput} PlaceInput */
/** @typedef {import('../../systems/reading/form.js').Reading} Reading */
/**
 * @typedef {object} Table
 * @property {PlaceInput} input of core.place(): the page's nodes and log @property {number} count of entries
 * @property {{name: string, weight?: number, zone?: string, down?: boolean}[]} nodes with what is known of them
 */

const kNowhere = 0xffffffff;

/** What entries are called, where the field has a word for them. @type {Record<string, string>} */
const kKinds = { redis_slots: 'slots', slots: 'slots', vbuckets: 'vbuckets', citus: 'shards', mongodb: 'ranges' };

/**
 * For each key, the number of its entry.
 * @param {Pick<Core, 'place'>} core @param {PlaceInput} input @param {number} count
 */
export function entryOfKeys(core, { strategy, params, hash, keys, seed }, count) {
  const base = Math.max(2, Math.ceil(Math.sqrt(count)));
  const digit = (/** @type {(entry: number) => number} */ of) => {
    const table = `${strategy}:${Array.from({ length: count }, (_, entry) => of(entry)).join(',')}`;
    const told = { strategy, ...(params && { params }), ...(hash && { hash }), ...(seed !== undefined && { seed }) };
    return core.place({ ...told, keys, nodes: base, table }).owners;
  };
  const [low, high] = [digit((entry) => entry % base), digit((entry) => Math.floor(entry / base))];
  return Uint32Array.from(low, (one, key) => (one === kNowhere ? kNowhere : high[key] * base + one));
}

/**
 * @param {Pick<Core, 'place'>} core
 * @param {Table} table
 * @returns {Reading & {keyless: number}} `keyless`: entries without a key, whose owner nobody can tell
 */
export function readingOf(core, { input, count, nodes }) {
  const placed = core.place({ ...input, replicas: 1 });
  const entries = entryOfKeys(core, input, count);
  const owners =
    input.strategy === 'redis_slots'
      ? [...core.place({ ...input, replicas: 1, keys: keysOfSlots() }).owners]
      : new Array(count).fill(kNowhere);
  const keys = new Array(count).fill(0);
  entries.forEach((entry, key) => {
    if (entry === kNowhere) return;
    owners[entry] = placed.owners[key];
    ++keys[entry];
  });
  const known = new Map(nodes.map((node) => [node.name, node]));
  const none = /** @type {string[]} */ ([]);
  const rows = owners.flatMap((owner, entry) =>
    owner === kNowhere
      ? []
      : [{ id: String(entry), owner: placed.nodes[owner] ?? null, replicas: none, rows: keys[entry] }],
  );
  return {
    ...{ system: 'rows', form: 'page', strategy: 'table' },
    ...(input.strategy === 'redis_slots' && { commands: 'redis' }),
    nodes: placed.nodes.map((name) => known.get(name) ?? { name }),
    entries: { kind: kKinds[input.strategy] ?? '', rows },
    ...{ skipped: [], cannot_know: [], keyless: count - rows.length },
  };
}
