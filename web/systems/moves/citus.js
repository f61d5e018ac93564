// Citus: each shard by citus_move_shard_placement(), with the shards of its colocation group.
import { t } from '../../text/language.js';
import { comment, cql } from '../../text/quote.js';
import { addressOf, Refused } from '../shared/rules.js';
import { movesBack, nodesOf, runsOf, sameWay } from './form.js';
import { stopsAtErrors } from './sql.js';

/** @typedef {import('./form.js').Move} Move */

const kPort = 5432;
const kMostShards = 10; // of a step

/** @param {{name: string}} node */
function workerOf({ name }) {
  const at = addressOf(name);
  if (at === null || at.socket !== null)
    throw new Refused(t('The commands need the address of each node: “{0}” is not one.', name));
  return `${cql(at.host)}, ${at.port ?? kPort}`;
}

/** @param {string} entry */
function shardIn(entry) {
  if (/^[1-9]\d{0,18}$/.test(entry)) return entry;
  throw new Refused(t('“{0}” is not the id of a shard.', entry));
}

/** @param {Move[]} run @param {(name: string) => string} worker */
const commandsOf = (run, worker) =>
  run.map(
    ([entry, from, to]) => `SELECT citus_move_shard_placement(${shardIn(entry)}, ${worker(from)}, ${worker(to)});`,
  );

/** @param {Move[]} run */
const checksOf = (run) => [
  `-- ${comment(t('Shows where these shards are now:'))}`,
  'SELECT shardid, nodename, nodeport FROM citus_shards',
  `  WHERE shardid IN (${run.map(([entry]) => shardIn(entry)).join(', ')});`,
];

/** @type {import('./form.js').Writer['write']} */
function write(moving) {
  const worker = nodesOf(moving, workerOf, (name) => t('The plan names {0}, which is not one of the nodes.', name));
  return {
    language: 'sql',
    before: stopsAtErrors(),
    steps: runsOf(moving.moves, kMostShards, sameWay).map((run) => ({
      moves: run,
      commands: commandsOf(run, worker),
      checks: checksOf(run),
      back: commandsOf(movesBack(run), worker),
    })),
    after: [],
    files: [],
    notes: [
      t('A move takes along the colocated shards of other tables. List only one shard of each such group.'),
      t(
        'If a table has neither a primary key nor a replica identity, Citus refuses the move. Then add a sixth argument: ‘block_writes’ or ‘force_logical’.',
      ),
    ],
    held: t('Checked by a parser of PostgreSQL’s SQL. Not run.'),
  };
}

export default { system: 'citus', title: 'Citus', write };
