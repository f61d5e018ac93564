// Valkey 9: exactly these slots, by CLUSTER MIGRATESLOTS, which hands each range over at once; from its documentation.
import { t } from '../../text/language.js';
import { shell, shellComment } from '../../text/quote.js';
import { slotRanges } from '../redis_cluster.js';
import { movesBack, nodesOf, runsOf, sameWay } from './form.js';
import { masterIn, slotIn, viaOf, waitsFor } from './redis_names.js';

/** @typedef {import('./form.js').Move} Move */
/** @typedef {import('./redis_names.js').Master} Master */

const kMostSlots = 1000; // of a step

/** @param {Master} of */
const cli = ({ host, port }) => `valkey-cli -h ${shell(host)} -p ${port}`;

/** @param {Move[]} run @param {(name: string) => Master} master */
function commandsOf(run, master) {
  const [[, from, to]] = run;
  const ranges = slotRanges(run.map(([entry]) => slotIn(entry)).toSorted((a, b) => a - b));
  const words = ranges.map(([first, last]) => `SLOTSRANGE ${first} ${last} NODE ${master(to).id}`);
  return [
    shellComment(`${from} → ${to}: ${t('{0} {0|slot|slots}', run.length)}`),
    `${cli(master(from))} CLUSTER MIGRATESLOTS ${words.join(' ')}`,
  ];
}

/** @param {Move[]} run @param {(name: string) => Master} master @param {string} via */
const checksOf = ([[, from]], master, via) => [
  shellComment(
    t('Repeat this until each job has succeeded. “{0}” cancels those that run.', 'CLUSTER CANCELSLOTMIGRATIONS'),
  ),
  `${cli(master(from))} CLUSTER GETSLOTMIGRATIONS`,
  waitsFor('valkey-cli', via),
];

/** @type {import('./form.js').Writer['write']} */
function write(moving) {
  const master = nodesOf(moving, masterIn(moving.nodes, 'valkey-cli'), (name) =>
    t('The plan names {0}, which is not one of the nodes.', name),
  );
  const via = viaOf(moving.nodes);
  return {
    language: 'shell',
    before: [waitsFor('valkey-cli', via)],
    steps: runsOf(moving.moves, kMostSlots, sameWay).map((run) => ({
      moves: run,
      commands: commandsOf(run, master),
      checks: checksOf(run, master, via),
      back: commandsOf(movesBack(run), master),
    })),
    after: [],
    files: [],
    notes: [],
    held: t('Written from the documentation. Not run.'),
  };
}

export default { system: 'valkey', title: 'Valkey 9', write };
