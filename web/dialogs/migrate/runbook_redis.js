// The runbook of Redis Cluster: new masters join, slots move one after another, replicas follow, drained masters leave.
// Texts and commands are those of redis-cli 7.0; tests/live/runbook.test.mjs runs every command.
import { number, t } from '../../text/language.js';
import { bytesText, timeText } from '../tools/amounts.js';
import { comment, shell } from '../../text/quote.js';
import { checkPasted, excerpt } from '../files/doors.js';
import { at, checkNodes, endsOf, kSlots } from './cluster_nodes.js';
import { PasteError } from './paste_error.js';
import { rangesOf } from './slot_plan.js';

/**
 * What MIGRATE does through `redis-cli --cluster reshard`, which moves ten keys at a time and one slot after another.
 * Measured with redis-server 7.0.15 over loopback with values of 1,000 bytes.
 */
export const kPace = { keysPerSecond: 30_000, slotMs: 3 };

const kTrialSlots = 10; // moved and timed before all others

/**
 * @typedef {{address: string, replicas: string[]}} NewMaster
 * @typedef {import('./cluster_nodes.js').RedisCluster} RedisCluster
 * @typedef {import('./slot_plan.js').SlotMove} SlotMove
 * @typedef {import('./runbook.js').Step} Step
 * @typedef {import('./runbook.js').Numbers} Numbers
 *
 * @typedef {object} RedisChange
 * @property {?RedisCluster} cluster null if only the numbers are known
 * @property {number} masters how many there are now
 * @property {number} added how many masters are new
 * @property {number[]} drained positions of those that leave
 * @property {NewMaster[]} given the new ones whose addresses are known
 * @property {import('./slot_plan.js').SlotPlan} plan
 * @property {Pick<Numbers, 'keys' | 'bytes' | 'keysPerSecond' | 'slotMs' | 'window' | 'perTb' | 'perHour'>} numbers
 *
 * @typedef {Omit<Step, 'seconds' | 'time' | 'bytes' | 'noReturn'> & {seconds?: number}} RedisStep
 * @typedef {ReturnType<typeof namesOf>} Names
 */

/**
 * The new masters, one a line, each followed by its replicas.
 * @param {string} text
 * @param {?RedisCluster} cluster
 * @returns {NewMaster[]}
 */
export function newMastersOf(text, cluster) {
  checkPasted(text);
  const known = new Set([...(cluster?.nodes ?? []), ...(cluster?.replicas ?? []).map(({ address }) => address)]);
  const masters = text
    .split('\n')
    .map((line, i) => ({ words: line.split(/[\s,;]+/).filter(Boolean), line: i + 1 }))
    .filter(({ words }) => words.length > 0)
    .map(({ words, line }) => {
      const [address, ...replicas] = words.map((word) => {
        const { host, port } = endsOf(word);
        if (!/^[\w.:][\w.:-]*$/.test(host) || !/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > 65_535)
          throw new PasteError(
            t('New masters, line {0}: expected host:port, as 10.0.0.7:6379. Found “{1}”.', line, excerpt(word)),
          );
        const plain = `${host}:${port}`;
        if (known.has(plain))
          throw new PasteError(
            t('New masters, line {0}: {1} is there already. Each address belongs to one server.', line, excerpt(plain)),
          );
        known.add(plain);
        return plain;
      });
      return { address, replicas };
    });
  checkNodes((cluster?.nodes.length ?? 0) + masters.length);
  return masters;
}

const variable = (/** @type {number} */ i) => `NEW_${i + 1}`;

/** A master that stays, as commands name it; '' if there is none. @param {RedisChange} change */
function viaOf({ cluster, drained }) {
  const kept = cluster?.nodes.find((address, i) => endsOf(address).host !== '' && !drained.includes(i));
  return kept === undefined ? '' : shell(kept);
}

/**
 * Everything that the steps share: names of masters, and how a command names them.
 * @param {RedisChange} change
 */
function namesOf(change) {
  const { cluster, masters, given } = change;
  const name = (/** @type {number} */ i) =>
    i >= masters
      ? (given[i - masters]?.address ?? t('new-{0}', i - masters + 1))
      : (cluster?.nodes[i] ?? t('master {0}', i + 1));
  const id = (/** @type {number} */ i) =>
    i >= masters ? `"$${variable(i - masters)}"` : /** @type {RedisCluster} */ (cluster).ids[i];
  // Ids of new masters are known only when their servers run.
  const ids = given.map(({ address }, i) => `${variable(i)}=$(redis-cli ${at(address)} CLUSTER MYID)`);
  return { name, id, ids, ready: missingOf(change) === '', via: viaOf(change) };
}

// Ends when the nodes agree, every slot is covered and none is half moved; until then it says what is missing.
const waits = (/** @type {string} */ via) => `until redis-cli --cluster check ${via}; do sleep 2; done`;

// Ends when every node knows the one with this id.
const isKnown = (/** @type {string} */ via, /** @type {string} */ id) =>
  `while redis-cli --cluster call ${via} CLUSTER COUNT-FAILURE-REPORTS "${id}" | grep "Unknown node"; do sleep 1; done`;

/** Why there are no commands yet; '' if there are. @param {RedisChange} change */
function missingOf(change) {
  if (!change.cluster)
    return t(
      'Paste the answer of CLUSTER NODES above to get the commands: they need the ids and slots of your masters.',
    );
  if (viaOf(change) === '')
    return t('CLUSTER NODES tells no address of a master that stays. Ask another node, and paste its answer.');
  if (change.cluster.open.length > 0)
    return t('The commands after the first step follow when you have pasted CLUSTER NODES again.');
  const without = change.added - change.given.length;
  if (without > 0)
    return t(
      '{0} of {1} new {1|master has|masters have} no address yet. Write {0|it|them} above to get the commands.',
      without,
      change.added,
    );
  return '';
}

/**
 * redis-cli fixes nothing while a master cannot be reached. Those that are left out have no slots, so that no key
 * depends on them.
 * @param {RedisCluster} cluster
 * @param {string} via
 */
function fix({ leftOut }, via) {
  const unreachable = leftOut.some(({ replica }) => !replica) ? ' --cluster-fix-with-unreachable-masters' : '';
  return `redis-cli --cluster fix ${via}${unreachable}`;
}

/**
 * @param {RedisCluster} cluster
 * @param {Names} names
 * @returns {RedisStep}
 */
function openStep(cluster, { via }) {
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
 * @param {RedisChange} change
 * @param {Names} names
 * @returns {RedisStep}
 */
function addStep({ given, added }, { ids, via, ready }) {
  return {
    name: t('Add the new masters'),
    does: [
      t(
        'Start {0} empty {0|server|servers} of the same Redis version, with cluster-enabled yes. The others must reach the port and the bus port (by default 10,000 higher).',
        added,
      ),
      t('Let {0|it|them} join. A master without slots serves no key yet.', added),
    ],
    commands: [
      `redis-cli --cluster check ${via}`,
      ...given.map(({ address }) => `redis-cli --cluster add-node ${shell(address)} ${via}`),
      // A node that has just joined refuses keys for some seconds, and a move that starts in that time stops half-way.
      ...given.map(
        ({ address }) => `until redis-cli ${at(address)} CLUSTER INFO | grep cluster_state:ok; do sleep 1; done`,
      ),
      // A master that has not heard of the new one yet refuses to give it a slot, and the check does not show that.
      ...given.flatMap((_, i) => [ids[i], isKnown(via, `$${variable(i)}`)]),
      waits(via),
    ],
    checks: [
      ...(ready
        ? [
            t(
              'The first check ends with “All 16384 slots covered” and names no open slot. If it names one, paste CLUSTER NODES as that slot’s master says it.',
            ),
          ]
        : []),
      t('Each new master says cluster_state:ok, and every node knows it.'),
      ...(ready ? [t('The commands wait for that.')] : []),
    ],
    readers: t('Nothing.'),
    copier: '',
    rescue: [],
    back: t(
      'Remove the new masters, which are still empty. If they are to join again, the others accept them after a minute.',
    ),
    undo: given.map(({ address }) => `redis-cli --cluster del-node ${via} "$(redis-cli ${at(address)} CLUSTER MYID)"`),
  };
}

// A server's clock, since not every `date` knows milliseconds: TIME answers seconds and microseconds.
const kElapsed = 'echo "$(( $(ms) - START )) ms"';
const clockOf = (/** @type {string} */ address) => [
  `ms() { redis-cli ${at(address)} TIME | awk '{ t = t * 1000000 + $1 } END { printf "%.0f", t / 1000 }'; }`,
  'START=$(ms)',
];

/**
 * @param {RedisChange['numbers']} numbers
 * @param {number} slots
 */
const secondsOf = ({ keys, keysPerSecond, slotMs }, slots) => slots * (keys / kSlots / keysPerSecond + slotMs / 1000);

/**
 * The commands that move slots.
 * @param {RedisChange} change
 * @param {Names} names
 * @param {number} trial slots that are moved and timed before all others
 */
function moveCommands({ masters, plan: { moves }, numbers }, { name, id, ids, via }, trial) {
  const reshard = (/** @type {SlotMove} */ { from, to }, /** @type {number} */ count) =>
    `redis-cli --cluster reshard ${via} --cluster-from ${id(from)} --cluster-to ${id(to)} ` +
    `--cluster-slots ${count} --cluster-yes`;
  const moved = (/** @type {SlotMove} */ { from, to, slots }) => {
    const time = timeText(secondsOf(numbers, slots.length));
    const what = t('{0} {0|slot|slots} ({1}), about {2}', slots.length, rangesOf(slots), time);
    return `# ${comment(name(from))} → ${comment(name(to))}: ${what}`;
  };
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
              reshard(move, trial),
              ...elapsed,
              ...size,
              waits(via),
            ];
      const rest = move.slots.length - (i > 0 ? 0 : trial);
      return [moved(move), ...timed, ...(rest > 0 ? [reshard(move, rest), waits(via)] : [])];
    }),
  ];
}

/**
 * @param {RedisChange} change
 * @param {Names} names
 * @returns {RedisStep}
 */
function moveStep(change, names) {
  const { cluster, plan, numbers } = change,
    { name, via, ready } = names;
  const { moves } = plan,
    trial = Math.min(kTrialSlots, moves[0].slots.length);
  const has = plan.after.reduce(
    (counts, owner) => counts.set(owner, (counts.get(owner) ?? 0) + 1),
    /** @type {Map<number, number>} */ (new Map()),
  );
  return {
    name: t('Move the slots'),
    does: [
      t(
        'Look for very big keys first (redis-cli --bigkeys). While a key is on its way, both masters answer nobody; if that takes longer than cluster-node-timeout, a failover begins.',
      ),
      ...(ready
        ? [
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
      t(
        'In the end the check says “All 16384 slots covered” and shows {0}.',
        [...has]
          .sort((a, b) => a[0] - b[0])
          .map(([owner, count]) => t('{0}: {1} {1|slot|slots}', name(owner), count))
          .join(', '),
      ),
      t('No more requests than before give up or wait beyond their time-out, and none is refused for good.'),
    ],
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
    back: t(
      'Let the running command end. Move slots back like any others, with --cluster-from and --cluster-to exchanged.',
    ),
    undo: [],
    seconds: moves.reduce((sum, { slots }) => sum + secondsOf(numbers, slots.length), 0),
  };
}

/**
 * @param {RedisChange} change
 * @param {Names} names
 * @returns {RedisStep}
 */
function replicaStep({ cluster, given, added }, { ids, via }) {
  const replicas = given.flatMap((master, i) => master.replicas.map((address) => ({ address, i })));
  const without = added - given.filter(({ replicas: own }) => own.length > 0).length;
  return {
    name: t('Add replicas'),
    does: [
      ...(replicas.length > 0
        ? [
            t(
              'Start {0} more empty {0|server|servers}, each on another machine than its master, and let {0|it|them} join as {0|a replica|replicas}.',
              replicas.length,
            ),
          ]
        : []),
      ...(without > 0
        ? [
            t(
              '{0} new {0|master has|masters have} no replica: nobody takes over when {0|it fails|one fails}. Write the replica’s address after its master’s, above.',
              without,
            ),
          ]
        : []),
    ],
    commands:
      cluster && replicas.length > 0
        ? [
            ...ids.filter((_, i) => given[i].replicas.length > 0),
            ...replicas.map(
              ({ address, i }) =>
                `redis-cli --cluster add-node ${shell(address)} ${via} --cluster-slave ` +
                `--cluster-master-id "$${variable(i)}"`,
            ),
            ...replicas.map(
              ({ address }) =>
                `until redis-cli ${at(address)} INFO replication | grep master_link_status:up; do sleep 1; done`,
            ),
            ...replicas.map(({ address }) => isKnown(via, `$(redis-cli ${at(address)} CLUSTER MYID)`)),
            waits(via),
          ]
        : [],
    checks: [t('Each replica says master_link_status:up: it has a copy of all keys of its master.')],
    readers: t('Nothing. A new replica gets a full copy, which costs its master memory and bandwidth for that time.'),
    copier: '',
    rescue: [],
    back: t('Remove the replica.'),
    undo: cluster
      ? replicas.map(({ address }) => `redis-cli --cluster del-node ${via} "$(redis-cli ${at(address)} CLUSTER MYID)"`)
      : [],
  };
}

/**
 * @param {RedisChange} change
 * @param {Names} names
 * @returns {RedisStep}
 */
function removeStep({ cluster, drained }, { name, id, via }) {
  const orphans = (cluster?.replicas ?? []).filter(({ master }) => drained.includes(master));
  return {
    name: t('Remove the drained masters'),
    does: [
      t(
        'Let the cluster forget {0}. Without slots {1|it is|they are} no {1|master|masters} any longer: Redis 7 has made {1|a replica|replicas} of {1|it|them}.',
        drained.map(name).join(', '),
        drained.length,
      ),
      ...(orphans.length > 0
        ? [
            t(
              '{0} {0|replica|replicas} of {1|it|them} ({2}) now {0|follows|follow} other masters. To remove {0|it|them} too, use the lines that begin with #.',
              orphans.length,
              drained.length,
              orphans.map(({ address }) => address).join(', '),
            ),
          ]
        : []),
      t('Then stop the {0|server|servers}.', drained.length),
    ],
    commands: cluster
      ? [
          ...drained.map((i) => `redis-cli --cluster del-node ${via} ${id(i)}`),
          ...orphans.map((replica) => `# redis-cli --cluster del-node ${via} ${replica.id}`),
          waits(via),
        ]
      : [],
    checks: [t('CLUSTER NODES lists {0|it|them} no longer, on any node.', drained.length)],
    readers: t('Nothing.'),
    copier: '',
    rescue: [],
    back: t('Add the server again, as a new master; its keys are where you have moved them.'),
    undo: [],
  };
}

// What happens to those who take no part.
/** @param {import('./cluster_nodes.js').LeftOut} node */
const leftOutWords = ({ line, address, why, replica }) =>
  replica
    ? t('Line {0}: {1} ({2}), a replica that is not up', line, address, why)
    : t(
        'Line {0}: {1} ({2}) holds no slots and gets none. No command touches it; a master that comes back becomes a replica.',
        line,
        address,
        why || 'noflags',
      );

/**
 * @param {RedisChange} change
 * @param {Names} names
 * @param {string} missing why there are no commands yet
 * @param {number} bytes that move
 * @returns {Step[]}
 */
function stepsOf(change, names, missing, bytes) {
  const { cluster, added, drained, plan } = change;
  const first = cluster !== null && cluster.open.length > 0 && names.via !== '' ? [openStep(cluster, names)] : [];
  const later = [
    ...(added > 0 ? [addStep(change, names)] : []),
    ...(plan.moves.length > 0 ? [moveStep(change, names)] : []),
    ...(added > 0 ? [replicaStep(change, names)] : []),
    ...(drained.length > 0 ? [removeStep(change, names)] : []),
  ].map((step) => ({ ...step, ...(missing && { commands: [], rescue: [], undo: [] }) }));
  return [...first, ...later]
    .map((step) => ({ seconds: 0, ...step, noReturn: false }))
    .map((step) => ({
      ...step,
      time: step.seconds > 0 ? timeText(step.seconds) : '',
      bytes: step.seconds > 0 ? bytesText(bytes) : '',
    }));
}

/**
 * What the whole move takes.
 * @param {RedisChange} change
 */
function totalsOf({ plan: { moves }, numbers }) {
  const slots = moves.reduce((sum, move) => sum + move.slots.length, 0);
  const keys = numbers.keys * (slots / kSlots);
  return { slots, keys, bytes: keys * numbers.bytes };
}

/**
 * @param {RedisChange} change
 * @param {number} seconds of all steps
 */
function moneyOf(change, seconds) {
  const { added, drained, numbers } = change;
  const nodeHours = (seconds / 3600) * Math.max(0, added - drained.length);
  const money = (totalsOf(change).bytes / 1e12) * numbers.perTb + nodeHours * numbers.perHour;
  return { nodeHours, money };
}

/**
 * Who gets most, if anybody gets slots.
 * @param {RedisChange} change
 * @param {Names} names
 * @returns {[string, string][]}
 */
function arrivals(change, names) {
  const { plan, numbers } = change,
    { slots, bytes } = totalsOf(change);
  if (plan.moves.length === 0) return [];
  /** @type {Map<number, number>} */
  const arriving = new Map();
  for (const move of plan.moves) arriving.set(move.to, (arriving.get(move.to) ?? 0) + move.slots.length);
  const [most, mostSlots] = [...arriving].sort((a, b) => b[1] - a[1])[0];
  const text = t(
    '{0}: {1} {1|slot|slots}, about {2} keys, {3}',
    names.name(most),
    mostSlots,
    Math.round(numbers.keys * (mostSlots / kSlots)),
    bytesText(bytes * (slots > 0 ? mostSlots / slots : 0)),
  );
  return [[t('Most arrives on'), text]];
}

/**
 * @param {RedisChange} change
 * @param {Names} names
 * @param {number} seconds of all steps
 * @returns {[string, string][]}
 */
function factsOf(change, names, seconds) {
  const { cluster, numbers } = change,
    { slots, keys, bytes } = totalsOf(change);
  const nights = Math.ceil(seconds / 3600 / numbers.window);
  const windowed = numbers.window < 24 ? t('{0} {0|night|nights} of {1} h', nights, numbers.window) : '';
  const { nodeHours, money } = moneyOf(change, seconds);
  return [
    [t('Slots that move'), t('{0} of {1} ({2}%)', slots, kSlots, number(100 * (slots / kSlots), 1, 0))],
    [t('Keys that move'), t('about {0} of {1}, if each slot has equally many', Math.round(keys), numbers.keys)],
    [t('Bytes to copy'), bytesText(bytes)],
    [
      t('Total time'),
      t(
        '{0} at {1} keys per second and {2} ms per slot',
        windowed ? `${timeText(seconds)} (${windowed})` : timeText(seconds),
        numbers.keysPerSecond,
        numbers.slotMs,
      ),
    ],
    ...arrivals(change, names),
    [
      t('Money'),
      t('{0} ({1} over the network, {2} node hours)', number(money, 2), bytesText(bytes), number(nodeHours, 1)),
    ],
    .../** @type {[string, string][]} */ ((cluster?.leftOut ?? []).map((each) => [t('Left out'), leftOutWords(each)])),
  ];
}

/**
 * @param {RedisChange} change
 * @returns {import('./runbook.js').Book}
 */
export function redisRunbook(change) {
  const { masters, added, drained, plan } = change;
  const names = namesOf(change),
    missing = missingOf(change);
  const steps = stepsOf(change, names, missing, totalsOf(change).bytes);
  const seconds = steps.reduce((sum, step) => sum + step.seconds, 0);
  const notes = [
    ...(plan.moves.length === 0
      ? [t('No slot moves: every master is within 2% of its share, where redis-cli rebalances nothing.')]
      : []),
    ...(missing && steps.length > 0 ? [missing] : []),
    ...(missing
      ? []
      : [
          t(
            'If the cluster has a password, set REDISCLI_AUTH in the terminal first. If it uses TLS, add --tls to each command.',
          ),
        ]),
  ];
  return {
    title: t('Move from {0} to {1} masters', masters, masters + added - drained.length),
    facts: factsOf(change, names, seconds),
    notes,
    steps,
    money: number(moneyOf(change, seconds).money, 2),
  };
}
