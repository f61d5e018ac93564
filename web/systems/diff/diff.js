// What changes between two readings: by their entries where both have them, else by keys that are placed with both.
import { entriesOf } from './entries.js';
import { bytesOf, copiesOf, movementOf, swapped, timed } from './figures.js';
import { keysOf } from './keys.js';
import { nodesOf, sameNodes, withNames } from './nodes.js';
import { replicasOf } from './replicas.js';
import { plansOf } from './rollback.js';

/** @typedef {import('../reading/form.js').Reading} Reading */
/** @typedef {import('./form.js').Difference} Difference */
/** @typedef {import('./form.js').Cannot} Cannot */
/** @typedef {import('./form.js').Side} Side */
/** @typedef {import('./placing.js').Core} Core */
/**
 * @typedef {object} Asked
 * @property {() => Promise<Core>} core loads the headless core, if keys are compared
 * @property {(system: string) => string} [titleOf] a system
 * @property {string[]} [given] keys to compare
 * @property {number} [count] how many keys are generated otherwise
 * @property {import('./figures.js').Rate} [rate]
 */

const kKeysListed = 100;

/** @param {Reading} reading @param {Asked['titleOf']} titleOf @returns {Side} */
const sideOf = ({ system, form, choice, topic, topics }, titleOf = (name) => name) => ({
  ...{ system, form, title: titleOf(system) },
  ...(choice !== undefined && { choice }),
  ...(topic !== undefined && { topic }),
  ...(topics && { topics }),
});

/** Entries of which the texts only say how many each node has. @param {Reading} before @param {Reading} after */
function countsOf(before, after) {
  const [one, other] = [before.entries.counts, after.entries.counts];
  if (!one || !other || before.system !== after.system || before.entries.kind !== after.entries.kind) return null;
  const names = [...new Set([...one.keys(), ...other.keys()])];
  const counts = names
    .map((node) => ({ node, before: one.get(node) ?? 0, after: other.get(node) ?? 0 }))
    .filter((count) => count.before !== count.after);
  const least = counts.reduce((sum, count) => sum + Math.max(0, count.after - count.before), 0);
  const compared = [...one.values()].reduce((sum, count) => sum + count, before.entries.without ?? 0);
  return { compared, least, counts };
}

/** @param {import('./form.js').Unit} unit */
const isMoved = ({ before, after }) => before.owner !== after.owner;

/** @param {import('./entries.js').Compared | import('./keys.js').Compared} found @param {string[]} removed nodes */
function figuresOf(found, removed) {
  const { units, sizes, split, by, kind } = found;
  const bytes = bytesOf(units, sizes, split);
  const moved = units.filter(isMoved);
  const listed = by === 'keys' ? (kind === 'given' ? moved.slice(0, kKeysListed) : []) : moved;
  const back = swapped(units);
  const backBytes = bytesOf(back, sizes, split);
  return {
    ...{ by, kind, compared: units.length },
    ...movementOf(units, 'all' in found ? found.all : undefined),
    ...{ bytes, copies: copiesOf(units) },
    moves: listed.map(({ id, before: { owner: from }, after: { owner: to }, size }) => ({
      ...{ id, from, to },
      ...(size !== undefined && { bytes: size }),
    })),
    cannot: found.cannot,
    causes: 'causes' in found ? found.causes : [],
    time: /** @type {Difference['time']} */ (null),
    back: {
      ...{ moved: moved.length, copies: copiesOf(back), bytes: backBytes, needs: removed },
      seconds: /** @type {?number} */ (null),
    },
  };
}

/** Topics that one text has, and not the other. @param {import('./form.js').Which} of @param {string[]} [names] */
const topicsOf = (of, names = []) =>
  names.length === 0 ? [] : [/** @type {Cannot} */ ({ what: 'topics', of, names })];

/** What a plan does not name stays as it is. @param {Reading} reading */
const isPlan = ({ form }) => form === 'reassignment';

/**
 * The same of Kafka, whose partitions are compared by their replicas.
 * @param {import('./entries.js').Compared} found
 * @param {{before: Reading, after: Reading, nodes: import('./form.js').Nodes}} of
 * @param {import('./figures.js').Rate} [rate]
 */
function kafkaFigures(found, { before, after, nodes }, rate) {
  const { units, brokers, ...figures } = replicasOf(found.units, { before, after });
  const { sizes, kind } = found;
  const { partitions, moving } = figures.assignment;
  const { plan, rollback } = plansOf(partitions, { moving: moving > 0, throttle: rate?.bytesPerSecond });
  const unordered = partitions.length > 0 && partitions.some(({ preferred }) => preferred === undefined);
  const back = swapped(units);
  return {
    ...{ by: /** @type {const} */ ('replicas'), kind, compared: units.length, ...figures },
    nodes: { ...nodes, ...brokers },
    ...(plan && { plan }),
    bytes: bytesOf(units, sizes, false),
    cannot: [
      ...found.cannot,
      ...topicsOf('before', isPlan(after) ? [] : before.left_out),
      ...topicsOf('after', isPlan(before) ? [] : after.left_out),
      ...(moving > 0 ? [/** @type {Cannot} */ ({ what: 'moving', count: moving })] : []),
      ...(unordered ? [/** @type {Cannot} */ ({ what: 'unordered' })] : []),
    ],
    ...{ causes: [], time: /** @type {Difference['time']} */ (null) },
    back: {
      ...(rollback && { commands: rollback }),
      ...{ moved: figures.moved, copies: copiesOf(back), bytes: bytesOf(back, sizes, false), needs: brokers.removed },
      seconds: /** @type {?number} */ (null),
    },
  };
}

const kNothing = {
  ...{ by: null, kind: '', compared: 0, moved: null, least: null, unnecessary: null, bytes: null, copies: null },
  ...{ flows: [], moves: [], causes: [], time: null, back: null },
};

/**
 * @param {Reading} before
 * @param {Reading} after
 * @param {Asked} asked
 * @returns {Promise<Difference>}
 */
export async function differenceOf(before, after, asked) {
  const same = sameNodes(before, after);
  const named = withNames(after, same);
  const nodes = nodesOf(before, after, same);
  const of = {
    before: sideOf(before, asked.titleOf),
    after: sideOf(after, asked.titleOf),
    nodes,
  };
  const entries = entriesOf(before, named);
  if ('by' in entries) {
    const figures =
      before.system === 'kafka'
        ? kafkaFigures(entries, { before, after: named, nodes }, asked.rate)
        : figuresOf(entries, nodes.removed);
    return timed({ ...of, ...figures }, asked.rate);
  }
  const counts = countsOf(before, named);
  if (counts) {
    const cannot = /** @type {Cannot[]} */ ([{ what: 'which' }]);
    return { ...of, ...kNothing, by: 'counts', kind: before.entries.kind, ...counts, cannot };
  }
  if (entries.cannot.some(({ all, what }) => all || what === 'names'))
    return { ...of, ...kNothing, cannot: entries.cannot };
  const keys = await keysOf(await asked.core(), before, after, { same, given: asked.given, count: asked.count });
  if ('by' in keys) return timed({ ...of, ...figuresOf(keys, nodes.removed) }, asked.rate);
  const told = entries.cannot.filter(({ what }) => what !== 'nothing');
  const cannot = keys.cannot.some(({ all }) => all) ? keys.cannot : [...told, ...keys.cannot];
  return { ...of, ...kNothing, cannot };
}
