// The steps of the runbook of Redis Cluster in which slots move, and how long they take: one that is half moved is
// finished, then the others follow one after another.
import { number, t } from '../../text/language.js';
import { shellComment } from '../../text/quote.js';
import { at, emptyOf, endsOf } from './cluster_nodes.js';
import { wayBack } from './runbook_redis_back.js';
import { fix, movedWords, reshard, waits } from './runbook_redis_commands.js';
import { secondsOf } from './runbook_redis_pace.js';

/**
 * @typedef {import('./runbook_redis_commands.js').RedisChange} RedisChange
 * @typedef {import('./runbook_redis_commands.js').RedisStep} RedisStep
 * @typedef {import('./runbook_redis_commands.js').Names} Names
 * @typedef {import('./cluster_nodes.js').RedisCluster} RedisCluster
 */

const kTrialSlots = 10; // moved and timed before all others
const kFewMasters = 4; // each is named in a sentence

/**
 * @param {RedisCluster} cluster
 * @param {Names} names
 * @returns {RedisStep}
 */
export function openStep(cluster, { via }) {
  const { open } = cluster;
  return {
    name: t('Finish what is half moved'),
    does: [
      t(
        '{0|Slot|Slots} {1} {0|is|are} half moved. Bring all keys of {0|it|each} together at one master: redis-cli takes the one that has most of them.',
        open.length,
        open.map(({ slot }) => slot).join(', '),
      ),
      t(
        'Do not cancel it with CLUSTER SETSLOT … STABLE: keys that have moved could no longer be reached, although the check says OK.',
      ),
    ],
    commands: [fix(cluster, via), waits(via)],
    checks: [
      t(
        'The check names no open slot. Then paste CLUSTER NODES above again: the other commands follow from where the {0|slot is|slots are} now.',
        open.length,
      ),
    ],
    readers: t('Some requests take one more hop (ASK or MOVED).'),
    copier: '',
    rescue: [],
    back: t('Finish it first; then move the slot back like any other.'),
    undo: [],
  };
}

/**
 * How many keys a master has and what its clock says, before its slots move: not every `date` knows milliseconds, and
 * TIME answers seconds and microseconds.
 * @param {string} address
 */
const beginsTiming = (address) => [
  `keys() { redis-cli ${at(address)} DBSIZE | awk '{ printf "%d", $1 }'; }`,
  `ms() { redis-cli ${at(address)} TIME | awk '{ t = t * 1000000 + $1 } END { printf "%.0f", t / 1000 }'; }`,
  'KEYS=$(keys)',
  'START=$(ms)',
];

/** How long that took, and how many keys have left it since. */
const kEndsTiming = [
  'TOOK=$(( $(ms) - START ))',
  'MOVED=$(( KEYS - $(keys) ))',
  'RATE=$(( MOVED * 1000 / (TOOK > 0 ? TOOK : 1) ))',
];
const rateWords = () => t('{0} keys in {1} ms: {2} keys per second', '$MOVED', '$TOOK', '$RATE');
const fewWords = () => t('{0} keys in {1} ms are too few to tell: keep the numbers above', '$MOVED', '$TOOK');
const kFewest = 300; // keys: below, the time that redis-cli takes to start and to plan is most of it

/**
 * The commands that move and time the first slots, for a terminal of their own.
 * @param {RedisChange} change
 * @param {Names} names
 * @param {number} trial how many slots
 */
function trialCommands(change, names, trial) {
  const { masters, plan } = change,
    { name, ids, via } = names,
    [move] = plan.moves;
  const from = name(move.from),
    known = endsOf(from).host !== '';
  return [
    ...(move.to >= masters ? ids : []),
    shellComment(t('The first {0} {0|slot|slots}, timed', trial)),
    movedWords(change, names, { ...move, slots: move.slots.slice(0, trial) }),
    ...(known ? beginsTiming(from) : []),
    reshard(names, move, trial),
    ...(known ? kEndsTiming : []),
    waits(via),
    // the last line that the terminal shows
    ...(known ? [`if [ "$MOVED" -lt ${kFewest} ]; then echo "${fewWords()}"; else echo "${rateWords()}"; fi`] : []),
  ];
}

/**
 * The commands that move all other slots.
 * @param {RedisChange} change
 * @param {Names} names
 * @param {number} trial slots that were moved before
 */
function moveCommands(change, names, trial) {
  const { masters, plan } = change;
  const [first, ...others] = plan.moves;
  const moves = [{ ...first, slots: first.slots.slice(trial) }, ...others].filter(({ slots }) => slots.length > 0);
  return [
    ...(moves.some(({ to }) => to >= masters) ? names.ids : []),
    ...moves.flatMap((move) => [movedWords(change, names, move), reshard(names, move), waits(names.via)]),
  ];
}

/** Why slots move by single commands. @param {RedisChange} change */
function whyReshard({ cluster, added, drained }) {
  const options = [
    ...(added > 0 || emptyOf(cluster).length > 0 ? ['--cluster-use-empty-masters'] : []),
    ...(drained.length > 0 ? ['--cluster-weight ID=0'] : []),
  ];
  return t(
    'The commands move as many slots as “{0}” would. As single moves you can read them first, stop and go on between them, and take them back; a rebalance that stops plans anew.',
    ['redis-cli --cluster rebalance', ...options].join(' '),
  );
}

/**
 * How many slots each master has in the end: in words, or as a table where these would be many.
 * @param {import('./slot_plan.js').SlotPlan} plan
 * @param {(master: number) => string} name
 * @returns {{words: string, table?: string[][]}}
 */
function sharesOf({ after }, name) {
  const has = after.reduce(
    (counts, owner) => counts.set(owner, (counts.get(owner) ?? 0) + 1),
    /** @type {Map<number, number>} */ (new Map()),
  );
  const counts = [...has].sort((a, b) => a[0] - b[0]),
    [[, first]] = counts;
  if (counts.length > kFewMasters && counts.every(([, count]) => count === first))
    return { words: t('{0} masters with {1} {1|slot|slots} each', counts.length, first) };
  if (counts.length <= kFewMasters)
    return { words: counts.map(([owner, count]) => t('{0}: {1} {1|slot|slots}', name(owner), count)).join(', ') };
  return {
    words: t('what this table says'),
    table: [[t('Master'), t('Slots')], ...counts.map(([owner, count]) => [name(owner), number(count)])],
  };
}

/**
 * @param {RedisChange} change
 * @param {Names} names
 * @returns {RedisStep}
 */
export function moveStep(change, names) {
  const { cluster, plan, numbers } = change,
    { name, via, ready } = names;
  const { moves } = plan,
    trial = Math.min(kTrialSlots, moves[0].slots.length);
  const shares = sharesOf(plan, name);
  const first = cluster ? trialCommands(change, names, trial) : [];
  return {
    name: t('Move the slots'),
    does: [
      t(
        'Look for very big keys first (redis-cli --bigkeys). While a key is on its way, both masters answer nobody; if that takes longer than cluster-node-timeout, a failover begins.',
      ),
      ...(ready
        ? [
            whyReshard(change),
            t(
              'Run the commands in one terminal. Each moves the lowest slots that its master still has, one after another, and then waits until the check is clean. To stop, end it between two commands, for as long as you like.',
            ),
          ]
        : []),
    ],
    commands: cluster ? [...first, ...moveCommands(change, names, trial)] : [],
    ...(ready &&
      endsOf(name(moves[0].from)).host !== '' && {
        trial: {
          commands: first.length,
          says: t(
            'Stop here: the last line says how many keys your cluster moves per second. Enter that above, with 0 ms per slot; then go on below.',
          ),
        },
      }),
    checks: [
      t('In the end the check says “All 16384 slots covered” and shows {0}.', shares.words),
      t('No more requests than before give up or wait beyond their time-out, and none is refused for good.'),
    ],
    ...(shares.table && { table: shares.table }),
    readers: t(
      'Clients for Redis Cluster follow MOVED and ASK: some requests take one more hop. Commands on several keys of the slot that is moving may be refused with TRYAGAIN; send them again.',
    ),
    copier: [
      ready
        ? t('If a command stops half-way, finish its slot with the command below.')
        : t('If a move stops half-way, finish its slot with redis-cli --cluster fix.'),
      t(
        'Then paste CLUSTER NODES above again: the plan goes on from there. Never end an open slot with CLUSTER SETSLOT … STABLE: keys that have moved could no longer be reached, although the check says OK.',
      ),
    ].join(' '),
    rescue: cluster ? [fix(cluster, via)] : [],
    ...wayBack(change, names),
    seconds: moves.reduce((sum, { slots }) => sum + secondsOf(numbers, slots.length), 0),
  };
}
