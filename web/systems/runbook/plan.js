// The runbook of a plan of core/rebalance: what moves from where to where, in which steps, how long it takes, what to
// check before, after each step and at the end, and how to go back. The steps are those of the system's commands.
import { number, t } from '../../text/language.js';
import { amountText, durationText, ratioText } from '../rebalance/amounts.js';
import { wordsOf } from '../rebalance/kinds.js';
import { nightsOf, scheduleOf } from '../rebalance/schedule.js';
import { clockText, isNightly, lengthOf } from '../rebalance/window.js';
import { Bearing, trafficOf } from './bearing.js';
import { idsText } from './entries.js';
import { step } from './form.js';
import { kGuides } from './guides.js';
import { nightsFor } from './nights.js';
import { stopsOf } from './order.js';
import { commandsOf, secondsOf, stageSeconds, stagesOf, withFiles } from './stages.js';

/** @typedef {import('./form.js').Book} Book */
/** @typedef {import('./stages.js').Stage} Stage */
/** @typedef {import('../moves/form.js').Move} Move */
/**
 * @typedef {object} Carried what is carried out
 * @property {string} of the cluster, in words
 * @property {import('../rebalance/form.js').Problem} problem
 * @property {Move[]} moves in the order in which they are carried out @property {number[]} groups of the plan, by move
 * @property {number} leads how many more moves of the plan pass leadership alone on
 * @property {number} [total] entries of the text, also those that are left out of the problem
 * @property {import('../rebalance/problem.js').Amount} by what is evened out
 * @property {import('../rebalance/problem.js').Asked['unit']} unit of what is moved
 * @property {string} kind of the entries
 * @property {string} system of moves/moves.js @property {string} title of it
 * @property {?import('../moves/form.js').Written} written its commands; null: `refused` says why there are none
 * @property {string} refused
 * @property {string[]} added nodes that are new
 * @property {string[]} notes of the problem, in words
 * @property {number} rate of one copy, in bytes per second @property {number} atOnce copies at a node
 * @property {?import('../rebalance/window.js').Window} [window] of the day; default: always
 */

const kMega = 1e6;
const kHour = 60; // minutes
const kMinuteMs = 60_000;
const kMostNamed = 5;
const kMuchLess = 0.95;
const kMostListed = 25; // moves that a step lists one by one
const kMostNodes = 100; // in a table

/** All that the parts of the runbook ask for. @param {Carried} carried */
function factsOf(carried) {
  const { problem, unit, moves } = carried;
  const bytes = new Map(problem.entries.map((entry) => [entry.id, entry.bytes]));
  const bytesOf = (/** @type {string} */ id) => bytes.get(id) ?? 0;
  const guide = kGuides[carried.system];
  const timed = unit === 'bytes';
  const { rate, atOnce } = carried;
  const stages = stagesOf(moves, carried.written?.steps ?? null);
  // One step alone is the whole plan, and its copies run as the dialog has them.
  const asPlanned = timed && stages.length === 1 && stages[0].steps.length <= 1 && !guide.serial;
  const seconds = asPlanned
    ? [scheduleOf(problem, moves, { rate }).end_ms / 1000]
    : stages.map((stage) => (timed ? stageSeconds(stage, bytesOf, { rate, atOnce, serial: guide.serial }) : 0));
  return {
    ...{ asPlanned, moves, bytesOf, guide, timed, stages, seconds, traffic: trafficOf(moves, bytesOf) },
    total: seconds.reduce((sum, one) => sum + one, 0),
    least: timed ? secondsOf(moves, bytesOf, { rate, atOnce, serial: false }) : 0,
    sum: (/** @type {Move[]} */ some) => some.reduce((sum, [id]) => sum + bytesOf(id), 0),
  };
}

/** @typedef {ReturnType<typeof factsOf>} Facts */

/** Nodes with the most of it first. @param {Facts} facts @param {(of: {in: number, out: number}) => number} of */
const mostOf = ({ traffic }, of) => [...traffic].filter(([, one]) => of(one) > 0).sort(([, a], [, b]) => of(b) - of(a));

/**
 * In how many nights, or days, or what is too long for any.
 * @param {Carried} carried @param {Facts} facts
 */
function windowTexts({ problem, window, rate, atOnce }, { asPlanned, moves, stages, bytesOf, guide }) {
  if (!window) return [];
  const msOf = (/** @type {string} */ id) => Math.ceil((bytesOf(id) * 1000) / rate);
  const length = lengthOf(window) * kMinuteMs;
  const long = moves.map(([id]) => id).filter((id) => msOf(id) > length);
  if (long.length > 0) {
    const names = long.slice(0, kMostNamed).join(', ') + (long.length > kMostNamed ? '…' : '');
    const hours = [window.begin, window.end].map(clockText).join('–');
    const longest = durationText(long.reduce((most, id) => Math.max(most, bytesOf(id)), 0) / rate);
    return [
      t(
        '{0} {0|move does|moves do} not fit into {1}: {3}. The longest takes {2}.',
        ...[long.length, hours, longest, names],
      ).replace(/\.$/, ''),
    ];
  }
  const steps = stages.map((stage) => stage.moves);
  const nights = asPlanned
    ? nightsOf(scheduleOf(problem, moves, { rate, window }), window, () => 0).length
    : nightsFor(steps, msOf, { atOnce, serial: guide.serial }, length);
  const hours = number(lengthOf(window) / kHour, 2, 0);
  return [
    isNightly(window)
      ? t('{0} {0|night|nights} of {1} h', nights, hours)
      : t('{0} {0|day|days} of {1} h', nights, hours),
  ];
}

/** @param {Carried} carried @param {Facts} facts */
function timeText(carried, facts) {
  const { rate, atOnce } = carried;
  const { timed, total, least, guide } = facts;
  if (!timed) return t('unknown: the text has no sizes. Time the first step.');
  const pace = number(rate / kMega, 3, 0);
  const time = durationText(total);
  const at = guide.serial
    ? t('{0}, one copy after another at {1} MB/s', time, pace)
    : t('{0} at {1} MB/s for each copy, {2} at a node at a time, one step after another', time, pace, atOnce);
  const parts = [at];
  if (least < kMuchLess * total) {
    parts.push(t('at least {0} if copies between other nodes run side by side', durationText(least)));
  }
  return [...parts, ...windowTexts(carried, facts)].join('; ');
}

/** @param {Carried} carried @param {Facts} facts @returns {[string, string][]} */
function summary(carried, facts) {
  const { problem, kind, unit, added, title, of } = carried;
  const { moves, sum } = facts;
  const entries = new Set(moves.map(([id]) => id)).size;
  const bearing = new Bearing(problem);
  const was = bearing.worst;
  const most = mostOf(facts, (one) => one.in + one.out)[0];
  const full = mostOf(facts, (one) => one.in)[0];
  const drained = problem.options.drain;
  const holding = new Set(problem.entries.flatMap(({ replicas }) => replicas));
  const moved = `${number(entries)} ${wordsOf(kind).of(carried.total ?? problem.entries.length)}`;
  const amount = (/** @type {number} */ one) => amountText(one, unit);
  const share = [ratioText(was), ratioText(bearing.take(moves).worst)];
  return [
    [t('Cluster'), of],
    [t('Commands'), title],
    [t('What moves'), moves.length > entries ? t('{0}, in {1} {1|move|moves}', moved, moves.length) : moved],
    ...pairs(unit !== 'entries', t('Amount to copy'), () => amount(sum(moves))),
    [t('Total time'), timeText(carried, facts)],
    [
      t('Busiest node'),
      drained.some((name) => holding.has(name))
        ? t('of those that stay, {0} times its share in the end', share[1])
        : t('{0} times its share now, {1} in the end', ...share),
    ],
    ...pairs(unit !== 'entries' && most !== undefined, t('Busiest link'), () =>
      t('{0}: {1} leave, {2} arrive', most[0], amount(most[1].out), amount(most[1].in)),
    ),
    ...pairs(unit === 'bytes' && full !== undefined, t('Extra memory and disk until the old copies are dropped'), () =>
      t('{0} in total, most on {1}: {2}', amount(sum(moves)), full[0], amount(full[1].in)),
    ),
    ...pairs(added.length > 0, t('New nodes'), () => added.join(', ')),
    ...pairs(drained.length > 0, t('Nodes that end empty'), () => drained.join(', ')),
  ];
}

/** @param {boolean} is @param {string} name @param {() => string} value @returns {[string, string][]} */
const pairs = (is, name, value) => (is ? [[name, value()]] : []);

/** @param {Carried} carried */
function notesOf({ written, refused, notes, leads }) {
  return [
    ...(refused ? [t('There are no commands: {0}', refused)] : []),
    ...(written ? [written.held, ...written.notes] : []),
    ...(leads > 0 ? [t('{0} {0|move|moves} of leadership alone {0|is|are} not in these steps.', leads)] : []),
    ...notes,
  ];
}

/** What holds for all steps. @param {Facts} facts */
function listsOf({ guide }) {
  return [
    { title: t('What happens in each move'), items: guide.phases(), ordered: true },
    { title: t('Watch all the time'), items: guide.watch() },
    {
      title: t('When to stop, and how'),
      items: [
        t(
          'When errors or latency rise and stay up, when a node fails, or when one has less than 10% of its memory or disk left: finish or cancel the step that runs, and begin no other.',
        ),
        ...guide.stop(),
      ],
    },
  ];
}

/** @param {Carried} carried @param {Facts} facts */
function firstStep({ written, added, unit }, facts) {
  const before = written?.before ?? [];
  const arriving = mostOf(facts, (one) => one.in).slice(0, kMostNodes);
  return step({
    name: t('Before you begin'),
    does: [
      ...(added.length > 0 ? [t('Start the new nodes and let them join, empty: {0}.', added.join(', '))] : []),
      t('See that nobody else moves anything: no other rebalance, no node that is being replaced, no upgrade.'),
      ...(before.length > 0 ? [t('Run these commands in the terminal in which you run those of all steps.')] : []),
    ],
    commands: before,
    checks: [...facts.guide.before(), ...(unit === 'entries' ? [] : [t('Each node has room for what arrives:')])],
    ...(unit !== 'entries' && {
      table: [
        [t('Node'), t('Arrives'), t('Leaves')],
        ...arriving.map(([name, one]) => [name, amountText(one.in, unit), amountText(one.out, unit)]),
      ],
    }),
    back: t('Nothing has moved yet.'),
    undo: written?.after ?? [],
  });
}

/**
 * From where to where, as a table: each move, or, if they are many, each pair of nodes.
 * @param {Carried} carried @param {Facts} facts @param {Move[]} moves
 */
function movesTable({ unit, kind }, { bytesOf, sum }, moves) {
  const amount = (/** @type {number} */ one) => (unit === 'entries' ? [] : [amountText(one, unit)]);
  const head = [t('From node'), t('To node'), ...(unit === 'entries' ? [] : [t('Amount')])];
  if (moves.length <= kMostListed)
    return [[wordsOf(kind).one(), ...head], ...moves.map(([id, from, to]) => [id, from, to, ...amount(bytesOf(id))])];
  /** @type {Map<string, Move[]>} */
  const ways = new Map();
  for (const move of moves) {
    const way = JSON.stringify(move.slice(1));
    ways.set(way, [...(ways.get(way) ?? []), move]);
  }
  return [
    [wordsOf(kind).heading(), ...head],
    ...[...ways.values()].map((some) => [
      idsText(some.map(([id]) => id)),
      some[0][1],
      some[0][2],
      ...amount(sum(some)),
    ]),
  ];
}

/** @param {Carried} carried @param {Move[]} moves */
function nameOf({ kind }, moves) {
  const [froms, tos] = [1, 2].map((end) => [...new Set(moves.map((move) => move[end]))]);
  const what = wordsOf(kind).whole(moves.length);
  if (froms.length === 1 && tos.length === 1) return t('{0} from {1} to {2}', what, froms[0], tos[0]);
  return t('{0} from {1} {1|node|nodes} to {2} {2|node|nodes}', what, froms.length, tos.length);
}

/** @param {Facts['guide']} guide @param {string[]} commands */
function doesOf({ does }, commands) {
  if (does) return does();
  return commands.length > 0 ? t('Run these commands, and note when you begin and end.') : t('Move these:');
}

/** The steps in which entries move. @param {Carried} carried @param {Facts} facts */
function movingSteps(carried, facts) {
  const { problem, unit, written, groups } = carried;
  const { guide, stages, seconds, timed, sum } = facts;
  const files = written?.files ?? [];
  const stops = stopsOf(groups);
  const bearing = new Bearing(problem);
  let done = 0;
  return stages.map((stage, i) => {
    const was = bearing.worst;
    const then = bearing.take(stage.moves).worst;
    done += stage.moves.length;
    const { commands, proof, undo } = commandsOf(stage);
    return step({
      name: nameOf(carried, stage.moves),
      seconds: seconds[i],
      time: timed ? durationText(seconds[i]) : '',
      bytes: unit === 'entries' ? '' : amountText(sum(stage.moves), unit),
      does: [doesOf(guide, commands)],
      moves: movesTable(carried, facts, stage.moves),
      commands: withFiles(commands, files),
      checks: [
        t('The busiest node bears {0} times its share; before this step it was {1}.', ratioText(then), ratioText(was)),
        t('Errors and the 99th percentile of latency are as before.'),
        stops[done]
          ? t('If all is well, go on, at once or another day: you may stop here.')
          : t('If all is well, go on soon: the moves of the next step belong to these.'),
      ],
      proof,
      readers: guide.readers(),
      back: guide.back(),
      undo: withFiles(undo, files),
    });
  });
}

/** @param {Carried} carried @param {Facts} facts */
function lastStep({ problem, by, kind, written }, { guide, moves }) {
  const unit = by === 'count' ? 'entries' : by;
  const [before, now] = [new Bearing(problem), new Bearing(problem).take(moves)];
  const amount = (/** @type {Bearing} */ at, /** @type {string} */ name) => amountText(at.of(name), unit, kind);
  const after = written?.after ?? [];
  const empty = problem.options.drain.filter((name) => now.of(name) === 0 && before.of(name) > 0);
  return step({
    name: t('At the end'),
    does: [
      after.length > 0 ? t('Run these commands once.') : t('Read the cluster again, and compare it with this table.'),
      ...(empty.length > 0
        ? [t('Nothing is left on {0}. Take it out of the cluster once its copies are deleted.', empty.join(', '))]
        : []),
    ],
    commands: after,
    checks: [
      ...(guide.end?.() ?? []),
      t('Each node bears about what this table says; what was written meanwhile comes on top.'),
    ],
    table: [
      [t('Node'), t('Before'), t('In the end')],
      ...problem.nodes.slice(0, kMostNodes).map(({ name }) => [name, amount(before, name), amount(now, name)]),
    ],
    back: t('Take back the steps, the last one first. Each can be taken back by itself.'),
  });
}

/** What the first step tells of all others. @param {Facts} facts */
function canaryOf({ timed, seconds }) {
  if (seconds.length < 2) return {};
  return {
    canary: timed
      ? t(
          'Run the first step that moves anything alone, and time it. If it takes longer than {0}, all take longer in proportion.',
          durationText(seconds[0]),
        )
      : t('Run the first step that moves anything alone, and time it: the others take as long in proportion.'),
  };
}

/** @param {Carried} carried @returns {Book} */
export function planBook(carried) {
  const facts = factsOf(carried);
  const { moves } = facts;
  return {
    title: t('Rebalance: move {0}', wordsOf(carried.kind).whole(new Set(moves.map(([id]) => id)).size)),
    facts: summary(carried, facts),
    notes: notesOf(carried),
    lists: listsOf(facts),
    steps: [firstStep(carried, facts), ...movingSteps(carried, facts), lastStep(carried, facts)],
    language: carried.written?.language ?? 'shell',
    ...canaryOf(facts),
    money: '',
  };
}
