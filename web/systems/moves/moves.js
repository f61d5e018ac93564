// Every system in whose commands moves can be written; what each needs of a reading is in form.js.
import { Refused } from '../shared/rules.js';
import ceph from './ceph.js';
import citus from './citus.js';
import elasticsearch from './elasticsearch.js';
import kafka from './kafka.js';
import mongodb from './mongodb.js';
import redis from './redis.js';
import sql from './sql.js';
import valkey from './valkey.js';

export { csvOf } from './csv.js';
export { backOf, scriptOf } from './shell.js';

/** @type {import('./form.js').Writer[]} */
export const kWriters = [redis, valkey, kafka, citus, ceph, elasticsearch, mongodb, sql];

/** In whose commands a reading is moved first. @param {import('../reading/form.js').Reading} reading */
export const systemOf = ({ system, commands = system }) => commands;

/** Those for what a reader has read, the likeliest first; SQL is for all. @param {string} system */
export const writersFor = (system) =>
  kWriters.filter((writer) => writer.system === system || (writer === valkey && system === 'redis') || writer === sql);

/**
 * Moves in a system's commands.
 * @param {string} system
 * @param {import('./form.js').Moving} moving
 * @returns {{written: ?import('./form.js').Written, refused: string}} `refused`: why there are no commands, or empty
 */
export function writtenBy(system, moving) {
  try {
    const writer = kWriters.find((one) => one.system === system);
    return { written: writer?.write(moving) ?? null, refused: '' };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { written: null, refused: error.message };
  }
}

/**
 * Nodes without entries: at some moment while moves are carried out, and in the end though not in the beginning.
 * @param {import('../reading/form.js').Entry[]} rows @param {import('./form.js').Move[]} moves
 */
function emptyNodes(rows, moves) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  const add = (/** @type {string} */ name, /** @type {number} */ by) => {
    counts.set(name, (counts.get(name) ?? 0) + by);
    return counts.get(name);
  };
  for (const { owner } of rows) if (owner !== null) add(owner, 1);
  const before = new Set(moves.map(([, , to]) => to).filter((name) => !counts.has(name)));
  const emptied = new Set(before);
  for (const [, from, to] of moves) {
    if (add(from, -1) === 0) emptied.add(from);
    add(to, 1);
  }
  const left = [...emptied].filter((name) => counts.get(name) === 0 && !before.has(name));
  return { ...(emptied.size > 0 && { emptied: [...emptied] }), ...(left.length > 0 && { left }) };
}

/**
 * What a writer needs of a reading.
 * @param {import('../reading/form.js').Reading} reading
 * @param {import('./form.js').Move[]} moves
 * @param {import('../rebalance/form.js').Problem} [problem] that the moves solve
 * @returns {import('./form.js').Moving}
 */
export function movingOf(reading, moves, problem) {
  const names = new Set(moves.map(([entry]) => entry));
  const { topic, choice, key_fields: key, bootstrap } = reading;
  return {
    moves,
    nodes: reading.nodes.map(({ name, id, down, replicas }) => ({
      ...{ name, id },
      ...(down && { down }),
      ...(Array.isArray(replicas) && { replicas }),
    })),
    ...(systemOf(reading) === 'redis' && emptyNodes(reading.entries.rows, moves)),
    ...(reading.form === 'page' && { ofPage: true }),
    entries: reading.entries.rows.filter(({ id }) => names.has(id)),
    ...(problem && { atOnce: problem.options.max_in_flight }),
    ...(key && { key }),
    ...(bootstrap && { bootstrap }),
    ...((topic ?? choice) !== undefined && { of: topic ?? choice }),
  };
}
