// The steps of the runbook of Redis Cluster in which slots move, and how long they take: one that is half moved is
// finished, then the others follow one after another.
import { number, t } from '../../text/language.js';
import { at, endsOf } from './cluster_nodes.js';
import { wayBack } from './runbook_redis_back.js';
import { fix, movedWords, reshard, secondsOf, waits } from './runbook_redis_commands.js';

/**
 * @typedef {import('./runbook_redis_commands.js').RedisChange} RedisChange
 * @typedef {import('./runbook_redis_commands.js').RedisStep} RedisStep
 * @typedef {import('./runbook_redis_commands.js').Names} Names
 * @typedef {import('./cluster_nodes.js').RedisCluster} RedisCluster
 */

/**
 * What MIGRATE does through `redis-cli --cluster reshard`, which moves ten keys at a time and one slot after another.
 * Measured with redis-server 7.0.15 over loopback with values of 1,000 bytes.
 */
export const kPace = { keysPerSecond: 30_000, slotMs: 3 };

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

// A server's clock, since not every `date` knows milliseconds: TIME answers seconds and microseconds.
const kElapsed = 'echo "$(( $(ms) - START )) ms"';
const clockOf = (/** @type {string} */ address) => [
  `ms() { redis-cli ${at(address)} TIME | awk '{ t = t * 1000000 + $1 } END { printf "%.0f", t / 1000 }'; }`,
  'START=$(ms)',
];

/**
 * The commands that move slots.
 * @param {RedisChange} change
 * @param {Names} names
 * @param {number} trial slots that are moved and timed before all others
 */
function moveCommands(change, names, trial) {
  const {
      masters,
      plan: { moves },
    } = change,
    { name, ids, via } = names;
  return [
    ...(moves.some(({ to }) => to >= masters) ? ids : []),
    ...moves.flatMap((move, i) => {
      const from = name(move.from),
        known = endsOf(from).host !== '';
      const size = known ? [`redis-cli ${at(from)} DBSIZE`] : [],
        clock = known ? clockOf(from) : [],
        elapsed = known ? [kElapsed] : [];
      const timed =
        i > 0
          ? []
          : [
              `# ${t('The first {0} {0|slot|slots}, timed', trial)}`,
              ...size,
              ...clock,
              reshard(names, move, trial),
              ...elapsed,
              ...size,
              waits(via),
            ];
      const rest = move.slots.length - (i > 0 ? 0 : trial);
      return [movedWords(change, names, move), ...timed, ...(rest > 0 ? [reshard(names, move, rest), waits(via)] : [])];
    }),
  ];
}

/** Why slots move by single commands. @param {RedisChange} change */
function whyReshard({ added, drained }) {
  const options = [
    ...(added > 0 ? ['--cluster-use-empty-masters'] : []),
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
    commands: cluster ? moveCommands(change, names, trial) : [],
    checks: [
      ...(ready
        ? [
            t(
              'After the first {0} {0|slot|slots}: the difference of the two DBSIZE, divided by the milliseconds and times 1,000, is the number of keys that your cluster moves per second. Enter it above, with 0 ms per slot.',
              trial,
            ),
          ]
        : []),
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
