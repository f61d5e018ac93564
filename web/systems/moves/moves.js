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
 * What a writer needs of a reading.
 * @param {import('../reading/form.js').Reading} reading
 * @param {import('./form.js').Move[]} moves
 * @param {import('../rebalance/form.js').Problem} [problem] that the moves solve
 * @returns {import('./form.js').Moving}
 */
export function movingOf(reading, moves, problem) {
  const names = new Set(moves.map(([entry]) => entry));
  const { topic, choice, key_fields: key } = reading;
  return {
    moves,
    nodes: reading.nodes.map(({ name, id, down }) => ({ name, id, ...(down && { down }) })),
    entries: reading.entries.rows.filter(({ id }) => names.has(id)),
    ...(problem && { atOnce: problem.options.max_in_flight }),
    ...(key && { key }),
    ...((topic ?? choice) !== undefined && { of: topic ?? choice }),
  };
}
