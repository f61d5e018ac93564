// Valkey 9: exactly these slots, by CLUSTER MIGRATESLOTS, which hands each range over at once; from its documentation.
import { t } from '../../text/language.js';
import { shell, shellComment } from '../../text/quote.js';
import { slotRanges } from '../redis_cluster.js';
import { movesBack, nodesOf, runsOf, sameWay } from './form.js';
import { accessNote, hasSlot, masterIn, slotIn, viaOf, waitsBetween, waitsFor } from './redis_names.js';
import { unlessStopped } from './shell.js';

/** @typedef {import('./form.js').Move} Move */
/** @typedef {import('./redis_names.js').Master} Master */

const kMostSlots = 1000; // of a step

// Jobs run by themselves, and a check of the cluster passes meanwhile: so all jobs of the old primary are waited for,
// and what it still has then has not moved. A request of several ranges is refused as a whole if one of them has moved
// already; zsh splits no word, so xargs does.
const kFunctions = [
  'idle() {',
  '  listed=$(valkey-cli -h "$1" -p "$2" CLUSTER GETSLOTMIGRATIONS) || return 1',
  `  printf '%s\\n' "$listed" |`,
  `    awk 'was == "state" && !/^(success|failed|cancell?ed)$/ { busy = 1 } { was = $0 } END { exit busy }'`,
  '}',
  'move_slots() {',
  '  host=$1 port=$2 id=$3 words=',
  '  shift 3',
  '  until idle "$host" "$port"; do sleep 2; done',
  '  for range; do',
  '    has_slot "${range%-*}" "$host" "$port"',
  '    case $? in 0) words="$words SLOTSRANGE ${range%-*} ${range#*-} NODE $id" ;; 1) ;; *) return 1 ;; esac',
  '  done',
  '  [ -n "$words" ] || return 0',
  '  said=$(echo "$words" | xargs valkey-cli -h "$host" -p "$port" CLUSTER MIGRATESLOTS)',
  '  [ "$said" = OK ] || { echo "$said" >&2; return 1; }',
  '  until idle "$host" "$port"; do sleep 2; done',
  '  for range; do',
  '    has_slot "${range%-*}" "$host" "$port"',
  '    [ $? = 1 ] || { echo "$listed" >&2; return 1; }',
  '  done',
  '}',
];

/** @param {Move[]} run @param {(name: string) => Master} master */
function commandsOf(run, master) {
  const [[, from, to]] = run;
  const ranges = slotRanges(run.map(([entry]) => slotIn(entry)).toSorted((a, b) => a - b));
  const [{ host, port }, { id }] = [master(from), master(to)];
  const words = ranges.map(([first, last]) => `${first}-${last}`).join(' ');
  return [
    shellComment(`${from} → ${to}: ${t('{0} {0|slot|slots}', run.length)}`),
    `unless_stopped move_slots ${shell(host)} ${port} ${id} ${words}`,
  ];
}

/** @type {import('./form.js').Writer['write']} */
function write(moving) {
  const master = nodesOf(moving, masterIn(moving.nodes, 'valkey-cli'), (name) =>
    t('The plan names {0}, which is not one of the nodes.', name),
  );
  const via = viaOf(moving.nodes);
  return {
    language: 'shell',
    before: [waitsFor('valkey-cli', via), ...unlessStopped(), ...hasSlot('valkey-cli'), ...kFunctions],
    steps: runsOf(moving.moves, kMostSlots, sameWay).map((run) => ({
      moves: run,
      commands: commandsOf(run, master),
      checks: [waitsBetween('valkey-cli', via)],
      back: commandsOf(movesBack(run), master),
    })),
    after: [],
    files: [],
    notes: [accessNote()],
    held: t('Written from the documentation. Not run.'),
  };
}

export default { system: 'valkey', title: 'Valkey 9', write };
