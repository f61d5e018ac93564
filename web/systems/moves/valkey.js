// Valkey 9: exactly these slots, by CLUSTER MIGRATESLOTS, which hands each range over at once; from its documentation.
import { t } from '../../text/language.js';
import { shell } from '../../text/quote.js';
import { slotRanges } from '../redis_cluster.js';
import { slotIn } from './redis_names.js';
import { longestWait } from './shell.js';
import { slotScript } from './slot_script.js';

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

/** @type {import('./slot_script.js').Slots['command']} */
function command(run, { host, port }, { id }) {
  const ranges = slotRanges(run.map(([entry]) => slotIn(entry)).toSorted((a, b) => a - b));
  const words = ranges.map(([first, last]) => `${first}-${last}`).join(' ');
  return `unless_stopped move_slots ${shell(host)} ${port} ${id} ${words}`;
}

/** @type {import('./form.js').Writer['write']} */
const write = (moving) =>
  slotScript(moving, {
    ...{ cli: 'valkey-cli', most: kMostSlots, functions: () => [...longestWait(), ...kFunctions], command },
    held: t('Written from the documentation. Not run.'),
  });

export default { system: 'valkey', title: 'Valkey 9', write };
