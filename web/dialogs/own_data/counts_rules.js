// Reads strictly what `reshard counts --json` wrote (core/bindings/command/counts.cpp), and derives what follows from
// counts alone.
import { t } from '../../text/language.js';
import { excerpt } from '../files/doors.js';

/**
 * @typedef {'keys' | 'bytes' | 'requests'} Measure
 * @typedef {{keys: bigint, bytes?: bigint, requests?: bigint}} Sums
 *
 * @typedef {object} Node
 * @property {string} name
 * @property {Sums} after
 * @property {?number} weight null if there is none
 * @property {?Sums} before
 * @property {?number} weightBefore
 *
 * @typedef {{from: ?string, to: ?string, sums: Sums}} Flow null: no node
 *
 * @typedef {object} Counts
 * @property {bigint} records
 * @property {string} strategy
 * @property {string} link
 * @property {Node[]} nodes
 * @property {bigint} nobody keys that belong to no node
 * @property {?Flow[]} flows null without a change
 * @property {('bytes' | 'requests')[]} added what was counted besides keys
 *
 * @typedef {Record<string, unknown>} Fields of a JSON object
 */

const kMost = 2n ** 64n;
const kNames = /** @type {const} */ (['keys', 'bytes', 'requests']);

const wrong = (/** @type {string} */ field, /** @type {string} */ why) => new Error(`${field}: ${why}`);

function textOf(/** @type {unknown} */ value, /** @type {string} */ field) {
  if (typeof value !== 'string' || value === '') throw wrong(field, t('a text is missing'));
  return value;
}

function countOf(/** @type {unknown} */ value, /** @type {string} */ field) {
  if (typeof value !== 'string' || !/^\d{1,20}$/.test(value) || BigInt(value) >= kMost)
    throw wrong(field, t('not a whole number of 0 to 2^64 − 1, in quotes'));
  return BigInt(value);
}

/**
 * @param {unknown} value
 * @param {string} field
 * @returns {(?Fields)[]} what is in it may still be no object
 */
function listOf(value, field) {
  if (!Array.isArray(value)) throw wrong(field, t('a list is missing'));
  return value;
}

/**
 * @param {?Fields} from whose other fields have been read, so that it is an object
 * @param {string} field
 * @param {readonly Measure[]} names
 */
function sumsOf(from, field, names, when = '') {
  const counted = /** @type {Fields} */ (from);
  return /** @type {Sums} */ (
    Object.fromEntries(names.map((name) => [name, countOf(counted[name + when], `${field}.${name}${when}`)]))
  );
}

const total = (/** @type {bigint[]} */ values) => values.reduce((sum, value) => sum + value, 0n);

/**
 * @param {string} field
 * @param {bigint} sum
 * @param {bigint} expected
 */
function checkSum(field, sum, expected) {
  if (sum !== expected) throw wrong(field, t('the keys add up to {0}, not to {1}', String(sum), String(expected)));
}

/**
 * @param {Fields} json
 * @param {readonly Measure[]} names
 * @param {boolean} changed
 * @returns {Node[]}
 */
function nodesOf(json, names, changed) {
  const nodes = listOf(json.nodes, 'nodes').map((node, i) => {
    const field = `nodes[${i}]`;
    const weightOf = (/** @type {string} */ member) => {
      const weight = node?.[member] ?? null;
      if (weight === null) return null;
      if (!(typeof weight === 'number' && weight >= 0))
        throw wrong(`${field}.${member}`, t('neither a number of 0 or more nor null'));
      return weight;
    };
    return {
      name: textOf(node?.name, `${field}.name`),
      after: sumsOf(node, field, names),
      weight: weightOf('weight'),
      before: changed ? sumsOf(node, field, names, 'Before') : null,
      weightBefore: changed ? weightOf('weightBefore') : null,
    };
  });
  if (nodes.length === 0) throw wrong('nodes', t('a list is missing'));
  if (new Set(nodes.map(({ name }) => name)).size !== nodes.length) throw wrong('nodes', t('a name is there twice'));
  return nodes;
}

/**
 * @param {Fields} json
 * @param {readonly Measure[]} names
 * @param {Node[]} nodes
 * @returns {Flow[]}
 */
function flowsOf(json, names, nodes) {
  const known = new Set(nodes.map(({ name }) => name));
  const end = (/** @type {unknown} */ name, /** @type {string} */ field) => {
    if (name === null) return null;
    if (typeof name !== 'string') throw wrong(field, t('a text is missing'));
    if (!known.has(name)) throw wrong(field, t('there is no node “{0}”', excerpt(name)));
    return name;
  };
  return listOf(json.flows, 'flows').map((flow, i) => ({
    from: end(flow?.from, `flows[${i}].from`),
    to: end(flow?.to, `flows[${i}].to`),
    sums: sumsOf(flow, `flows[${i}]`, names),
  }));
}

/**
 * Guesses nothing; errors name the field.
 * @param {string} text
 * @returns {Counts}
 */
export function readCounts(text) {
  let json;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Error(t('Not JSON, or only a part of it: write it with “reshard counts --json”.'));
  }
  if (json === null || typeof json !== 'object' || json.nodes === undefined || json.records === undefined) {
    throw new Error(t('JSON, but not what “reshard counts --json” writes.'));
  }
  const changed = json.flows !== undefined;
  const records = countOf(json.records, 'records');
  const names = kNames.filter((name) => name === 'keys' || json.nodes?.[0]?.[name] !== undefined);
  const nodes = nodesOf(json, names, changed);
  const nobody = countOf(json.nobody?.keys, 'nobody.keys');
  checkSum('nodes', total(nodes.map(({ after }) => after.keys)) + nobody, records);
  const flows = changed ? flowsOf(json, names, nodes) : null;
  /** @type {Map<?string, bigint>} */
  const gained = new Map();
  const add = (/** @type {?string} */ name, /** @type {bigint} */ keys) =>
    gained.set(name, (gained.get(name) ?? 0n) + keys);
  for (const { from, to, sums } of flows ?? []) {
    add(to, sums.keys);
    add(from, -sums.keys);
  }
  for (const { name, before, after } of changed ? nodes : []) {
    checkSum(`flows, ${excerpt(name)}`, /** @type {Sums} */ (before).keys + (gained.get(name) ?? 0n), after.keys);
  }
  return {
    records,
    nodes,
    nobody,
    flows,
    strategy: textOf(json.strategy, 'strategy'),
    link: typeof json.link === 'string' ? json.link : '',
    added: names.filter((name) => name !== 'keys'),
  };
}

/** A part's share of the whole, 0 to 1, for counts that a double cannot hold. */
export const share = (/** @type {bigint} */ part, /** @type {bigint} */ whole) =>
  whole === 0n ? 0 : Number((part * 10n ** 15n) / whole) / 1e15;

/**
 * How even the nodes' counts are, relative to their fair shares by weight: where all weights are equal, cv is the
 * coefficient of variation, and peak max / mean.
 * @param {{weight: number, keys: bigint}[]} nodes
 */
export function spreadOf(nodes) {
  const due = nodes.filter(({ weight }) => weight > 0);
  const sum = (/** @type {number[]} */ values) => values.reduce((all, value) => all + value, 0);
  const weights = sum(due.map(({ weight }) => weight)),
    keys = sum(nodes.map((node) => Number(node.keys)));
  const weighted = nodes.some(({ weight }) => weight !== nodes[0].weight);
  if (keys === 0 || weights === 0) return { weighted, cv: 0, peak: 0 };
  const full = due.map((node) => (Number(node.keys) * weights) / (keys * node.weight));
  return { weighted, cv: Math.sqrt(sum(full.map((part) => (part - 1) ** 2)) / full.length), peak: Math.max(...full) };
}

/** What moves: all of it, the least that had to move, and the rest. @param {Counts} counts */
export function movementOf({ nodes, flows }) {
  if (flows === null) return null;
  const moved = total(flows.map(({ sums }) => sums.keys));
  const least = total(
    nodes.map(({ before, after }) =>
      after.keys > /** @type {Sums} */ (before).keys ? after.keys - /** @type {Sums} */ (before).keys : 0n,
    ),
  );
  const bytes = flows[0]?.sums.bytes === undefined ? null : total(flows.map(({ sums }) => sums.bytes ?? 0n));
  return { moved, least, needless: moved - least, bytes };
}
