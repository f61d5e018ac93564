// The runbook of a move: what to do in each phase, what to check, how long it takes, and how to roll back. It is
// derived from the phases and the flow engine's results, in the page's language. Systems that have commands have texts
// of their own (runbook_*.js).
import { number, t } from '../../text/language.js';
import { bytesText, timeText } from '../tools/amounts.js';
import { phaseName } from './axis.js';
import { moneyName, nodeHoursText } from '../../systems/runbook/shown.js';
import { phasesOf } from './spec.js';

/**
 * @typedef {import('../../systems/runbook/form.js').Step} Step
 * @typedef {import('../../systems/runbook/form.js').Book} Book
 *
 * @typedef {object} Numbers what the reader's form says
 * @property {number} keys
 * @property {number} bytes of a key and its value
 * @property {number} before nodes
 * @property {number} after nodes
 * @property {number} throttle bytes per second of all copiers
 * @property {number} link bytes per second
 * @property {number} requests per second
 * @property {number} writes their share
 * @property {number} lifetime of a value, in hours
 * @property {number} window working hours per day
 * @property {number} perTb price over the network
 * @property {number} perHour price of a node
 * @property {number} keysPerSecond that redis-cli moves
 * @property {number} slotMs that it takes for each slot besides
 * @property {string} keyspace of Vitess
 *
 * @typedef {object} Flow what the flow engine answers (flow_json in core/migration/run/move_json.cpp)
 * @property {string[]} nodes
 * @property {number} movedKeys
 * @property {number} copiedBytes
 * @property {{from: number, to: number, keys: number, bytes: number}[]} pairs positions in `nodes`
 * @property {number[]} nodeBytes
 * @property {number} busiestNode
 * @property {number} copySeconds
 * @property {number} seconds
 * @property {number} writesWaitSeconds
 * @property {number[]} phaseSeconds without the first phase
 * @property {number} [keys] for which it stands
 *
 * @typedef {Partial<Record<keyof typeof kUsual | 'conflict', string>>} Words of a phase
 * @typedef {Partial<Record<'barrier' | 'repair' | 'move' | 'drop', boolean | string>>} Flags of a phase
 * @typedef {{name: string} & Words & Flags} Phase
 */

const kUsual = {
  reads: 'old',
  writes: 'old',
  copy: 'none',
  verify: 'none',
  log: 'none',
  freeze: 'none',
  old: 'serve',
  until: '',
};

/**
 * @param {Phase} phase
 * @param {keyof typeof kUsual} key
 */
const was = (phase, key) => phase[key] ?? kUsual[key];

/**
 * @param {Phase} phase
 * @param {Phase} before
 * @returns {(key: keyof typeof kUsual) => boolean}
 */
const changes = (phase, before) => (key) => was(phase, key) !== was(before, key);

/** @typedef {{throttle: number, perMinute: number}} Pace bytes per second, and keys per minute */

/**
 * @param {Phase} phase
 * @param {Phase} before
 * @param {Pace} pace
 */
const doesOf = (phase, before, pace) => [
  ...announcing(phase, before),
  ...copying(phase, before, pace),
  ...asking(phase, before),
];

/**
 * What clients and nodes hear of a phase.
 * @param {Phase} phase
 * @param {Phase} before
 */
function announcing(phase, before) {
  const changed = changes(phase, before);
  const list = [];
  if (phase.barrier)
    list.push(
      t(
        'Announce the phase to every client and proxy, and let nobody act on it until all of them have confirmed it (hold it back).',
      ),
    );
  else list.push(t('Announce the phase to every client and proxy; there is no need to wait.'));
  if (changed('old') && was(phase, 'old') === 'no_writes')
    list.push(t('Make the old nodes refuse writes to the keys that move (fence them).'));
  if (changed('old') && was(phase, 'old') === 'closed')
    list.push(t('Make the old nodes refuse reads and writes of the keys that move.'));
  if (changed('freeze') && was(phase, 'freeze') === 'writes')
    list.push(t('Have clients hold back writes to these keys.'));
  if (changed('freeze') && was(phase, 'freeze') === 'all')
    list.push(t('Have clients hold back all requests for these keys.'));
  if (changed('writes') && phase.writes === 'both')
    list.push(
      t('Send every write to the old and to the new node. The old one numbers it; a delete leaves a tombstone.'),
    );
  return list;
}

/**
 * What copies and compares.
 * @param {Phase} phase
 * @param {Phase} before
 * @param {Pace} pace
 */
function copying(phase, before, pace) {
  const changed = changes(phase, before);
  const list = [];
  if (was(phase, 'copy') === 'all' && changed('copy'))
    list.push(t('Start the copier with a limit of {0}/s, all copiers together.', bytesText(pace.throttle)));
  if (was(phase, 'copy') === 'all')
    list.push(
      t(
        'Watch how many keys the copier has processed, about {0} a minute. If that number stops for a minute, the copier is dead.',
        Math.round(pace.perMinute),
      ),
    );
  if (was(phase, 'copy') === 'on_read' && changed('copy'))
    list.push(
      t('A client that finds a key only at the old node puts a copy on the new one, unless a value is already there.'),
    );
  if (was(phase, 'log') === 'forward' && changed('log'))
    list.push(t('Log every change at the old nodes from before the copy begins, and replay it at the new ones.'));
  if (was(phase, 'log') === 'back' && changed('log'))
    list.push(t('Log every change at the new nodes and replay it at the old ones, so that you can still roll back.'));
  if (changed('verify') && was(phase, 'verify') === 'all')
    list.push(t('Compare every key at both sides, within the same limit.'));
  if (changed('verify') && was(phase, 'verify') === 'sample')
    list.push(t('Compare a random sample of the keys at both sides, within the same limit.'));
  if (phase.repair && was(phase, 'verify') !== 'none') list.push(repairOf(phase));
  return list;
}

/**
 * Where clients read and write from now on, and what becomes of the old copies.
 * @param {Phase} phase
 * @param {Phase} before
 */
function asking(phase, before) {
  const changed = changes(phase, before);
  const list = [];
  if (changed('reads') && was(phase, 'reads').startsWith('both'))
    list.push(
      was(phase, 'reads') === 'both_old'
        ? t('Have clients read from both sides and compare. The old node answers.')
        : t('Have clients read from both sides and compare. The new node answers.'),
    );
  else if (changed('reads'))
    list.push(
      was(phase, 'reads') === 'new'
        ? t('Have clients read from the new nodes.')
        : t(
            'Have clients read in this order: {0}.',
            was(phase, 'reads')
              .split('-')
              .map((side) => (side === 'old' ? t('old') : t('new')))
              .join(', '),
          ),
    );
  if (changed('writes') && phase.writes === 'new')
    list.push(
      phase.move
        ? t('Have clients write to the new nodes and delete at the old ones.')
        : t('Have clients write to the new nodes only.'),
    );
  if (was(phase, 'until').includes('expired'))
    list.push(
      t(
        'Copy nothing, and give no value at the old nodes a longer life. Deletes leave a tombstone at the new nodes until then.',
      ),
    );
  if (phase.drop) list.push(t('Delete the old copies, slowly.'));
  return list;
}

function repairOf(/** @type {Phase} */ { conflict }) {
  if (conflict === 'if_newer')
    return t('Copy a key that differs from the old node once more, unless the new one has something newer.');
  if (conflict === 'if_absent')
    return t('Copy a key that differs from the old node once more, unless the new one has something.');
  return t(
    'Copy a key that differs from the old node once more. Writes must wait meanwhile: the copy may be older than what it overwrites.',
  );
}

/**
 * @param {Phase} phase
 * @param {number} moved keys
 */
function checksOf(phase, moved) {
  const until = was(phase, 'until').split('+');
  const list = [];
  if (phase.barrier || until.includes('acknowledged'))
    list.push(t('Every client and proxy reports this phase and has no request of an earlier one in flight.'));
  if (until.includes('copied'))
    list.push(
      t(
        'The copier has processed {0} keys. Compare 10,000 random ones of them on both sides; look again at those that differ: none may differ twice.',
        Math.round(moved),
      ),
    );
  if (until.includes('log_drained')) list.push(t('The log is empty: replay lags by 0 changes.'));
  if (until.includes('verified')) list.push(t('The comparison is over. Look at each key that differed.'));
  if (until.includes('asked')) list.push(t('Whoever is responsible has asked for the next phase.'));
  if (until.includes('expired'))
    list.push(
      t(
        'The old nodes hold none of these keys: the last of them has expired. Keys without a lifetime never do; look for them before you begin.',
      ),
    );
  if (phase.drop) list.push(t('The old nodes hold none of these keys, and memory is free again.'));
  if (list.length === 0) list.push(t('Errors and the 99th percentile of latency are as before.'));
  list.push(t('No more requests than before give up or wait beyond their time-out, and none is refused for good.'));
  return list;
}

function readersOf(/** @type {Phase} */ phase) {
  if (was(phase, 'freeze') === 'all' || (was(phase, 'old') === 'closed' && was(phase, 'reads') === 'old'))
    return t('Reads and writes of these keys wait.');
  if (was(phase, 'freeze') === 'writes' || was(phase, 'old') === 'no_writes')
    return t('Writes to these keys wait; reads go on.');
  if (was(phase, 'reads').startsWith('both')) return t('Every read costs two requests.');
  if (was(phase, 'reads').includes('-')) return t('A read of a key that is not there yet takes a second request.');
  if (phase.writes === 'both') return t('Writes take as long as the slower of two nodes.');
  return t('Nothing.');
}

function copierOf(/** @type {Phase} */ phase) {
  const copies = was(phase, 'copy');
  if (copies === 'none' || copies === 'on_read') return '';
  if (was(phase, 'log') === 'forward')
    return t(
      'If the copier dies: stay in this phase. Reads and writes go on at the old nodes, and the log grows: watch its disk. Resume from the checkpoint, or clear the new copies, start a new log, and copy from the start. If it cannot be started, roll back.',
    );
  if (phase.conflict === 'if_newer' || phase.conflict === 'if_absent')
    return t(
      'If the copier dies: stay in this phase. Requests go on, and no write is lost meanwhile, for as long as you like, even until the morning; it costs room at the new nodes. See that they are up and have room, that the old copier has really ended, and start it again: from its checkpoint, or from the start if that is missing or a new node was rebuilt. A copy gives way to what is newer, so copying twice does no harm while deletes still have their tombstones: keep those until this phase is over. Do not go on before it has finished.',
    );
  return t(
    'If the copier dies: stay in this phase. Start it again from its checkpoint; a copy from the start may overwrite newer values.',
  );
}

/**
 * From the phases: the side that has all acknowledged writes is the one to which one can roll back.
 * @param {Phase} phase
 * @param {boolean} forward one cannot any more
 */
function backOf(phase, forward) {
  if (phase.drop) return t('It is too late to roll back: the old copies are gone. Move back as a separate move.');
  if (was(phase, 'log') === 'back')
    return t('Close the new nodes, wait until the log is empty, then open the old ones.');
  if (forward) return t('Finish the move, then move back as a separate move. Rolling back here loses writes.');
  if (was(phase, 'writes') === 'both')
    return t(
      'Stop the copier. Announce that clients read and write as before at the old nodes, which have every write. When all have confirmed it, delete the copies at the new nodes; nothing at the old ones.',
    );
  return t(
    'Go back to the previous phase. The old nodes have every write. When all have confirmed it, delete the copies at the new nodes; nothing at the old ones.',
  );
}

/**
 * @param {Flow} flow
 * @param {Numbers} numbers
 */
function moneyOf({ seconds, copiedBytes }, { before, after, perTb, perHour }) {
  const hours = seconds / 3600,
    extra = Math.max(0, after - before);
  return { nodeHours: hours * extra, money: (copiedBytes / 1e12) * perTb + hours * extra * perHour };
}

/**
 * @param {Flow} flow
 * @param {Numbers} numbers
 * @returns {[string, string][]}
 */
function factsOf(flow, numbers) {
  const moved = flow.movedKeys,
    bytes = flow.copiedBytes;
  const busiest = flow.nodes[flow.busiestNode];
  const windowed =
    numbers.window < 24
      ? t('{0} {0|night|nights} of {1} h', Math.ceil(flow.seconds / 3600 / numbers.window), numbers.window)
      : '';
  /** @type {Map<number, number>} */
  const arriving = new Map();
  for (const { to, bytes: each } of flow.pairs) arriving.set(to, (arriving.get(to) ?? 0) + each);
  const [fullest, most] = [...arriving].sort((a, b) => b[1] - a[1])[0] ?? [0, 0];
  const { nodeHours, money } = moneyOf(flow, numbers);
  return [
    [
      t('Keys that move'),
      t('{0} of {1} ({2}%)', Math.round(moved), numbers.keys, number((100 * moved) / numbers.keys, 1, 0)),
    ],
    [t('Bytes to copy'), bytesText(bytes)],
    [t('Total time'), windowed ? `${timeText(flow.seconds)} (${windowed})` : timeText(flow.seconds)],
    [
      t('Busiest node and link'),
      t('{0}: {1}, in {2}', busiest, bytesText(flow.nodeBytes[flow.busiestNode] ?? 0), timeText(flow.copySeconds)),
    ],
    [
      t('Extra memory and disk until the old copies are dropped'),
      t('{0} in total, most on {1}: {2}', bytesText(bytes), flow.nodes[fullest], bytesText(most)),
    ],
    [t('Writes wait'), flow.writesWaitSeconds > 0 ? timeText(flow.writesWaitSeconds) : t('never')],
    [
      moneyName(),
      t('{0} ({1} over the network, {2} node hours)', number(money, 2), bytesText(bytes), nodeHoursText(nodeHours)),
    ],
  ];
}

/**
 * @param {object} input
 * @param {string} input.text the phases
 * @param {number} input.back the last phase in which one can still roll back, according to the checker
 * @param {Flow} input.flow
 * @param {Numbers} input.numbers
 * @returns {Book}
 */
export function runbookOf({ text, back, flow, numbers }) {
  const phases = /** @type {Phase[]} */ (phasesOf(text).phases);
  const moved = flow.movedKeys,
    bytes = flow.copiedBytes;
  let told = false;
  /** @type {Step[]} */
  const steps = phases.slice(1).map((phase, i) => {
    const copies = was(phase, 'copy') === 'all';
    const forward = i + 1 > back;
    const noReturn = forward && !told;
    told ||= noReturn;
    const seconds = flow.phaseSeconds[i] ?? 0;
    const perMinute = seconds > 0 ? (60 * moved) / seconds : moved;
    return {
      name: phaseName(phase.name),
      seconds,
      time: timeText(seconds),
      bytes: copies ? bytesText(bytes) : '',
      does: doesOf(phase, phases[i], { throttle: numbers.throttle, perMinute }),
      checks: checksOf(phase, moved),
      readers: readersOf(phase),
      copier: copierOf(phase),
      back: backOf(phase, forward),
      noReturn,
      commands: /** @type {string[]} */ ([]),
      rescue: /** @type {string[]} */ ([]),
      undo: /** @type {string[]} */ ([]),
    };
  });
  return {
    title: t('Move from {0} to {1} nodes', numbers.before, numbers.after),
    facts: factsOf(flow, numbers),
    notes: [],
    steps,
    canary: t(
      'Go through all phases but the last with 1% of the keys first ({0} {0|key|keys}, {1}, about {2}), and leave it there for a day.',
      Math.round(moved / 100),
      bytesText(bytes / 100),
      timeText(flow.copySeconds / 100),
    ),
    money: number(moneyOf(flow, numbers).money, 2),
  };
}

/**
 * All commands of a runbook in their order, without those that roll back or rescue.
 * @param {Book} book
 * @returns {string[]}
 */
export const commandsOf = ({ steps }) => steps.flatMap(({ commands }) => commands);
