// Redis Cluster: exactly these slots, one after another, by CLUSTER SETSLOT and MIGRATE. redis-cli's reshard takes the
// lowest ones, and cannot be told which.
import { t } from '../../text/language.js';
import { shell, shellComment } from '../../text/quote.js';
import { movesBack, nodesOf, runsOf, sameWay } from './form.js';
import { accessNote, hasSlot, masterIn, slotIn, viaOf, waitsBetween, waitsFor } from './redis_names.js';
import { quoted, unlessStopped } from './shell.js';

/** @typedef {import('./form.js').Move} Move */
/** @typedef {import('./redis_names.js').Master} Master */

const kMostSlots = 200; // of a step

// As the specification of Redis Cluster says: the target imports before the source migrates, and knows that the slot is
// its own before the source does. GETKEYSINSLOT prints a key a line, so of a key with a line break nothing is found and
// none moves: then the function ends instead of asking for ever. zsh splits no word, so AUTH is one of its own.
// What the old master does not have has moved before, in this step or in one after it, and is passed over; if only the
// new one knows, the old one is told.
const functions = () => [
  ...unlessStopped(),
  ...hasSlot('redis-cli'),
  'told_ok() { said=$(redis-cli "$@") && [ "$said" = OK ] || { echo "$said" >&2; return 1; }; }',
  'takes_slot() {',
  '  said=$(redis-cli -h "$5" -p "$6" CLUSTER SETSLOT "$1" IMPORTING "$4")',
  '  case $said in OK | *"already the owner"*) return 0 ;; esac',
  '  echo "$said" >&2',
  '  return 1',
  '}',
  'count_keys() { redis-cli -h "$2" -p "$3" CLUSTER COUNTKEYSINSLOT "$1"; }',
  'move_keys() {',
  '  redis-cli -h "$2" -p "$3" CLUSTER GETKEYSINSLOT "$1" 100 | tr "\\n" "\\000" |',
  '    xargs -0 redis-cli -h "$2" -p "$3" MIGRATE "$5" "$6" "" 0 60000 \\',
  '      ${REDISCLI_AUTH:+AUTH} ${REDISCLI_AUTH:+"$REDISCLI_AUTH"} KEYS',
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
  '  while :; do',
  '    left=$(count_keys "$@") || return 1',
  '    [ "$left" = 0 ] && break',
  '    move_keys "$@" > /dev/null',
  '    [ "$(count_keys "$@")" -lt "$left" ] && continue',
  `    echo "$1: ${stuckWords(via)}" >&2`,
  '    return 1',
  '  done',
  '  told_ok -h "$5" -p "$6" CLUSTER SETSLOT "$1" NODE "$7" && told_ok -h "$2" -p "$3" CLUSTER SETSLOT "$1" NODE "$7"',
  '}',
];

/** @param {Move[]} run @param {(name: string) => Master} master */
function commandsOf(run, master) {
  const [[, from, to]] = run;
  const words = [master(from), master(to)].flatMap(({ host, port, id }) => [shell(host), port, id]).join(' ');
  return [
    shellComment(`${from} → ${to}: ${t('{0} {0|slot|slots}', run.length)}`),
    `for slot in ${run.map(([entry]) => slotIn(entry)).join(' ')}; do unless_stopped move_slot "$slot" ${words}; done`,
  ];
}

/** @type {import('./form.js').Writer['write']} */
function write(moving) {
  const master = nodesOf(moving, masterIn(moving.nodes, 'redis-cli'), (name) =>
    t('The plan names {0}, which is not one of the nodes.', name),
  );
  const via = viaOf(moving.nodes);
  const steps = runsOf(moving.moves, kMostSlots, sameWay).map((run) => ({
    moves: run,
    commands: commandsOf(run, master),
    checks: [waitsBetween('redis-cli', via)],
    back: commandsOf(movesBack(run), master),
  }));
  return {
    language: 'shell',
    before: [waitsFor('redis-cli', via), ...moveSlot(via)],
    steps,
    after: [],
    files: [],
    notes: [
      accessNote(),
      t(
        'Redis 7 may make a master that gives its last slot away a replica of the master that takes it, unless cluster-allow-replica-migration is “no” there.',
      ),
    ],
    held: t('Run on a cluster of Redis 7.0 under traffic.'),
  };
}

export default { system: 'redis', title: 'Redis Cluster', write };
