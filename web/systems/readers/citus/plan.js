// What Citus is to move: get_rebalance_table_shards_plan(), and the same columns of get_rebalance_progress().
import { Sum, byNumber, figure } from '../../reading/figures.js';
import { Unreadable } from '../../reading/form.js';
import { chosen } from '../../reading/choices.js';
import { address, kPort, nameIn, numberIn } from './tables.js';

/** @typedef {import('../../reading/psql.js').TableRow} TableRow */
/** @typedef {import('../../reading/form.js').Figure} Figure */
/** @typedef {{id: string, current: string, proposed: string, bytes: ?Figure, line: number}} Move of a shard */

const kEnds = ['sourcename', 'sourceport', 'targetname', 'targetport'];

/** @param {string[]} columns */
export const isPlan = (columns) => ['table_name', 'shardid', ...kEnds].every((name) => columns.includes(name));

/** @param {TableRow} row @returns {Move} */
export function moveOf(row) {
  const id = numberIn(row, 'shardid');
  const [current, proposed] = ['source', 'target'].map((end) =>
    address(nameIn(row, `${end}name`), numberIn(row, `${end}port`, kPort)),
  );
  const size = row.of.get('shard_size') ?? '';
  if (!/^\d{0,19}$/.test(size)) throw new Unreadable(row.line, `shard_size: “${size.slice(0, 40)}” is no number`);
  nameIn(row, 'table_name');
  return { id, current, proposed, bytes: size === '' ? null : figure(BigInt(size)), line: row.line };
}

/** Each shard once. @param {TableRow[]} rows @param {import('../../reading/pasted.js').Pasted} pasted */
function movesOf(rows, pasted) {
  const moves = /** @type {Map<string, Move>} */ (new Map());
  for (const row of rows) {
    const move = moveOf(row);
    const before = moves.get(move.id);
    if (!before) moves.set(move.id, move);
    else if (before.current === move.current && before.proposed === move.proposed) pasted.skip(row.line, 'duplicate');
    else throw new Unreadable(row.line, `shard ${move.id} moves in line ${before.line} already`);
  }
  return [...moves.values()].sort((a, b) => byNumber(a.id, b.id));
}

/** @param {Move[]} moves @param {'current' | 'proposed'} when @param {boolean} cut */
function placementOf(moves, when, cut) {
  const names = [...new Set(moves.flatMap(({ current, proposed }) => [current, proposed]))];
  const sums = new Map(names.map((name) => [name, new Sum()]));
  for (const { bytes, ...move } of moves) if (bytes !== null) sums.get(move[when])?.add(bytes);
  const sized = moves.every(({ bytes }) => bytes !== null);
  return {
    ...{ system: 'citus', form: 'plan', strategy: /** @type {const} */ ('table'), key: null },
    nodes: names.map((name) => ({ name, ...(sized && { bytes: sums.get(name)?.value ?? 0 }) })),
    entries: {
      kind: 'shards',
      rows: moves.map(({ id, bytes, line, ...move }) => ({
        ...{ id, owner: move[when], replicas: /** @type {string[]} */ ([]), line },
        ...(bytes !== null && { bytes }),
      })),
    },
    skipped: [],
    cannot_know: [
      'shards that stay where they are',
      'requests',
      ...(sized ? [] : ['sizes']),
      ...(cut ? ['how many rows follow the cut line'] : []),
    ],
  };
}

/**
 * @param {TableRow[]} rows
 * @param {{pasted: import('../../reading/pasted.js').Pasted, cut: boolean, choose?: string}} of
 * @returns {import('../../reading/form.js').Reading}
 */
export function readPlan(rows, { pasted, cut, choose }) {
  const moves = movesOf(rows, pasted);
  if (moves.length === 0) throw new Unreadable(pasted.last, 'the plan has no rows: nothing is to be moved');
  const offers = /** @type {const} */ (['current', 'proposed']).map((name) => ({
    ...{ name, not: null },
    read: () => placementOf(moves, name, cut),
  }));
  return { ...chosen(offers, choose), skipped: pasted.skipped };
}
