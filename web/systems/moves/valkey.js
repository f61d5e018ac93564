// Valkey 9: exactly these slots, by CLUSTER MIGRATESLOTS, which hands each range over at once; from its documentation.
import { t } from '../../text/language.js';
import { shell, shellComment } from '../../text/quote.js';
import { slotRanges } from '../redis_cluster.js';
import { movesBack, nodesOf, runsOf, sameWay } from './form.js';
import { keptMasters, removalOf } from './redis_empty.js';
import { access, accessNote, agreeing, kAgree, kHasSlot, masterIn, slotIn, viaOf } from './redis_names.js';
import { longestWait, unlessStopped } from './shell.js';

/** @typedef {import('./form.js').Move} Move */
/** @typedef {import('./redis_names.js').Master} Master */

const kMostSlots = 1000; // of a step

// Jobs run by themselves, and a check of the cluster passes meanwhile: so all jobs of the old primary are waited for,
// and what it still has then has not moved. A request of several ranges is refused as a whole if one of them has moved
// already.
const kFunctions = [
  'idle() {',
  '  listed=$(ask -h "$1" -p "$2" CLUSTER GETSLOTMIGRATIONS) || return 1',
  `  printf '%s\\n' "$listed" |`,
  `    awk 'was == "state" && !/^(success|failed|cancell?ed)$/ { busy = 1 } { was = $0 } END { exit busy }'`,
  '}',
  'begin_jobs() {',
  '  host=$1 port=$2 id=$3',
  '  shift 3',
  '  count=$#',
  '  for range; do',
  '    has_slot "${range%-*}" "$host" "$port"',
  '    case $? in 0) set -- "$@" SLOTSRANGE "${range%-*}" "${range#*-}" NODE "$id" ;; 1) ;; *) return 1 ;; esac',
  '  done',
  '  shift "$count"',
  '  if [ $# = 0 ]; then echo OK; else ask -h "$host" -p "$port" CLUSTER MIGRATESLOTS "$@"; fi',
  '}',
  'move_slots() {',
  '  within "$longest" 2 idle "$1" "$2" || return 1',
  '  told=$(begin_jobs "$@")',
  '  [ "$told" = OK ] || { echo "$told" >&2; return 1; }',
  '  within "$longest" 2 idle "$1" "$2" || return 1',
  '  host=$1 port=$2',
  '  shift 3',
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
  const master = nodesOf(moving, masterIn(moving), (name) =>
    t('The plan names {0}, which is not one of the nodes.', name),
  );
  const via = viaOf(moving);
  const kept = keptMasters(moving);
  return {
    language: 'shell',
    before: [
      ...access('valkey-cli'),
      ...unlessStopped(),
      ...longestWait(),
      ...agreeing(via),
      ...kHasSlot,
      ...kFunctions,
      kAgree,
      ...kept.before,
    ],
    steps: runsOf(moving.moves, kMostSlots, sameWay).map((run) => ({
      moves: run,
      commands: commandsOf(run, master),
      checks: [kAgree],
      back: commandsOf(movesBack(run), master),
    })),
    after: kept.after,
    removal: removalOf(moving),
    files: [],
    notes: [accessNote(), ...kept.notes],
    held: t('Written from the documentation. Not run.'),
  };
}

export default { system: 'valkey', title: 'Valkey 9', write };
