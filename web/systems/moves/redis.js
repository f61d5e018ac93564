// Redis Cluster: exactly these slots, one after another, by CLUSTER SETSLOT and MIGRATE. redis-cli's reshard takes the
// lowest ones, and cannot be told which.
import { t } from '../../text/language.js';
import { shell } from '../../text/quote.js';
import { slotIn } from './redis_names.js';
import { quoted } from './shell.js';
import { slotScript } from './slot_script.js';

const kMostSlots = 200; // of a step

// As the specification of Redis Cluster says: the target imports before the source migrates, and knows that the slot is
// its own before the source does. GETKEYSINSLOT prints a key a line, so of a key with a line break nothing is found and
// none moves: then the function ends instead of asking for ever.
// What the old master does not have has moved before, in this step or in one after it, and is passed over; if only the
// new one knows, the old one is told. One that has become a replica meanwhile knows already.
const functions = () => [
  ...takesSlot(),
  'count_keys() { ask -h "$2" -p "$3" CLUSTER COUNTKEYSINSLOT "$1"; }',
  'move_keys() {',
  '  ask -h "$2" -p "$3" CLUSTER GETKEYSINSLOT "$1" 100 | (',
  '    set -- -h "$2" -p "$3" MIGRATE "$5" "$6" "" 0 60000',
  '    if [ -n "$REDIS_USER" ]; then set -- "$@" AUTH2 "$REDIS_USER" "$REDISCLI_AUTH"',
  '    elif [ -n "$REDISCLI_AUTH" ]; then set -- "$@" AUTH "$REDISCLI_AUTH"; fi',
  '    set -- "$@" KEYS',
  '    while IFS= read -r key; do set -- "$@" "$key"; done',
  '    ask "$@"',
  '  )',
  '}',
];

const replicaWords = () =>
  t(
    'it is a replica, and only masters have slots. If it became one when its last slot left, these commands make it an empty master again. If not, read the cluster again, and plan anew.',
  );

// After the reset it knows nobody, so the master from which the slot comes has to meet it, at both of its ports.
const takesSlot = () => [
  'takes_slot() {',
  '  said=$(ask -h "$5" -p "$6" CLUSTER SETSLOT "$1" IMPORTING "$4")',
  '  case $said in OK | *"already the owner"*) return 0 ;; esac',
  '  echo "$said" >&2',
  '  case $said in *"only with masters"*)',
  `    echo "$5:$6: ${quoted(replicaWords())}"`,
  '    echo "redis-cli -h $5 -p $6 CLUSTER RESET SOFT"',
  '    bus=$(ask -h "$2" -p "$3" CLUSTER NODES |',
  `      awk -v id="$7" '$1 == id { sub(/^.*@/, "", $2); sub(/,.*$/, "", $2); print $2 }')`,
  '    echo "redis-cli -h $2 -p $3 CLUSTER MEET $5 $6 $bus" ;;',
  '  esac >&2',
  '  return 1',
  '}',
];

/** Says how to go on where no key moves. @param {string} via */
const stuckWords = (via) => quoted(t('no key moves. Finish this slot with “{0}”.', `redis-cli --cluster fix ${via}`));

/** The function that moves a slot. @param {string} via */
const moveSlot = (via) => [
  ...functions(),
  'move_slot() {',
  '  has_slot "$@"',
  '  case $? in 0) ;; 1) return 0 ;; *) return 1 ;; esac',
  '  takes_slot "$@" || return 1',
  '  told_ok -h "$2" -p "$3" CLUSTER SETSLOT "$1" MIGRATING "$7" || return 1',
  '  tries=0', // a master that has just joined takes no keys for some seconds
  '  while :; do',
  '    left=$(count_keys "$@") || return 1',
  '    [ "$left" = 0 ] && break',
  '    move_keys "$@" > /dev/null',
  '    [ "$(count_keys "$@")" -lt "$left" ] && continue',
  '    tries=$((tries + 1))',
  '    if [ "$tries" -lt 5 ]; then sleep 2; continue; fi',
  `    echo "$1: ${stuckWords(via)}" >&2`,
  '    return 1',
  '  done',
  '  told_ok -h "$5" -p "$6" CLUSTER SETSLOT "$1" NODE "$7" || return 1',
  '  said=$(ask -h "$2" -p "$3" CLUSTER SETSLOT "$1" NODE "$7")',
  '  case $said in OK | *"only with masters"*) return 0 ;; esac',
  '  echo "$said" >&2',
  '  return 1',
  '}',
];

/** @type {import('./slot_script.js').Slots['command']} */
function command(run, from, to) {
  const words = [from, to].flatMap(({ host, port, id }) => [shell(host), port, id]).join(' ');
  const slots = run.map(([entry]) => slotIn(entry)).join(' ');
  return `for slot in ${slots}; do unless_stopped move_slot "$slot" ${words}; done`;
}

/** @type {import('./form.js').Writer['write']} */
const write = (moving) =>
  slotScript(moving, {
    ...{ cli: 'redis-cli', most: kMostSlots, functions: moveSlot, command },
    held: t('Run on a cluster of Redis 7.0 under traffic.'),
  });

export default { system: 'redis', title: 'Redis Cluster', write };
