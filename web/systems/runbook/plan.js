// The runbook of a plan of core/rebalance: what moves from where to where, in which steps, how long it takes, what to
// check before, after each step and at the end, and how to go back. The steps are those of the system's commands.
import { number, t } from '../../text/language.js';
import { amountText, durationText, ratioText, speedText } from '../rebalance/amounts.js';
import { wordsOf } from '../shared/kinds.js';
import { Bearing, trafficOf } from './bearing.js';
import { idsText } from './entries.js';
import { step } from './form.js';
import { kGuides } from './guides.js';
import {
  beyondTexts,
  countText,
  nightText,
  nightsList,
  pauseText,
  timeOfDay,
  tooLongTexts,
  windowFacts,
} from './nights.js';
import { stopsOf } from './order.js';
import { commandsOf, spanOf, withFiles } from './stages.js';

/** @typedef {import('./form.js').Book} Book */
/** @typedef {import('./stages.js').Stage} Stage */
/** @typedef {import('../moves/form.js').Move} Move */
/** @typedef {import('../../headless/reshard-rebalance.d.ts').Schedule} Schedule */
/**
 * @typedef {object} Carried what is carried out
 * @property {string} of the cluster, in words
 * @property {import('../rebalance/form.js').Problem} problem
 * @property {Move[]} moves in the order in which they are carried out
 * @property {Stage[]} stages of them @property {number[]} groups of the plan, by move
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
 * @property {string[]} warnings of what is wrong before anything moves, in words
 * @property {?import('../rebalance/pace.js').Pace} pace null: nobody knows hours
 * @property {?Schedule} schedule of the plan's moves, each as soon as its nodes are free; null: nobody knows it yet
 * @property {number} atOnce copies at a node
 */

const kMuchLess = 0.95;
const kMostListed = 25; // moves that a step lists one by one
const kMostNodes = 100; // in a table

/**
 * How long the moves take, each as soon as its nodes are free.
 * @param {Carried} carried @returns {?number} in seconds
 */
function leastOf({ schedule, pace }) {
  if (!schedule || 'too_long' in schedule) return null;
  return (pace?.window ? schedule.busy_ms : schedule.end_ms) / 1000;
}

/** All that the parts of the runbook ask for. @param {Carried} carried */
function factsOf(carried) {
  const { problem, moves, stages, pace } = carried;
  const bytes = new Map(problem.entries.map((entry) => [entry.id, entry.bytes]));
  const bytesOf = (/** @type {string} */ id) => bytes.get(id) ?? 0;
  const seconds = stages.map((stage) => {
    const [start, end] = spanOf(stage) ?? [0, 0];
    return (end - start) / 1000;
  });
  return {
    ...{ moves, bytesOf, guide: kGuides[carried.system], timed: pace !== null, stages, seconds },
    traffic: trafficOf(moves, bytesOf),
    total: seconds.reduce((sum, one) => sum + one, 0),
    least: leastOf(carried),
    sum: (/** @type {Move[]} */ some) => some.reduce((sum, [id]) => sum + bytesOf(id), 0),
  };
}

/** @typedef {ReturnType<typeof factsOf>} Facts */

/** Nodes with the most of it first. @param {Facts} facts @param {(of: {in: number, out: number}) => number} of */
const mostOf = ({ traffic }, of) => [...traffic].filter(([, one]) => of(one) > 0).sort(([, a], [, b]) => of(b) - of(a));

/** @param {Carried} carried @param {Facts} facts */
function timeText(carried, { total, least, guide }) {
  const { pace, unit, atOnce } = carried;
  if (!pace)
    return unit === 'keys'
      ? t('unknown: nobody has said how many keys move per second. Time the first step.')
      : t('unknown: the text has no sizes. Time the first step.');
  const [time, speed] = [durationText(total), speedText(pace.rate, unit)];
  const parts = [
    guide.serial
      ? t('{0}, one copy after another {1}', time, speed)
      : t('{0} {1} for each copy, {2} at a node at a time, one step after another', time, speed, atOnce),
  ];
  if (least !== null && least < kMuchLess * total) {
    parts.push(t('at least {0} if copies between other nodes run side by side', durationText(least)));
  }
  return [...parts, ...countText(carried)].join('; ');
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
    ...windowFacts(carried),
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
function notesOf(carried) {
  const { written, refused, notes, leads, stages } = carried;
  const long = tooLongTexts(carried, stages);
  return [
    ...(long.length > 0 ? [long.join(' ')] : []),
    ...(refused ? [t('There are no commands: {0}', refused)] : []),
    ...(written ? [written.held, ...written.notes] : []),
    ...(leads > 0 ? [t('{0} {0|move|moves} of leadership alone {0|is|are} not in these steps.', leads)] : []),
    ...notes,
  ];
}

/** What holds for all steps. @param {Carried} carried @param {Facts} facts */
function listsOf(carried, { guide, sum }) {
  return [
    ...nightsList(carried, ({ moves }) => sum(moves)),
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
function firstStep({ written, added, unit, warnings }, facts) {
  const before = written?.before ?? [];
  const arriving = mostOf(facts, (one) => one.in).slice(0, kMostNodes);
  return step({
    name: t('Before you begin'),
    does: [
      ...(warnings.length > 0
        ? [
            t('This is what the text says: {0}', warnings.join(' ')),
            t('Wait until nothing of that is so any more, and read the cluster again.'),
          ]
        : []),
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

/**
 * Each move of a stage, for a program.
 * @param {Carried} carried @param {Facts} facts @param {Stage} stage @returns {import('./form.js').Row[]}
 */
function rowsOf({ pace }, { bytesOf }, { moves, spans, night }) {
  const momentText = (/** @type {number} */ ms) => (pace?.window ? timeOfDay(ms) : String(ms / 1000));
  return moves.map(([entry, from, to], i) => ({
    ...{ entry, from, to, amount: bytesOf(entry) },
    ...(night > 0 && { night }),
    ...(spans.length > 0 && { begins: momentText(spans[i][0]), ends: momentText(spans[i][1]) }),
  }));
}

/** Whether to go on after a stage. @param {Carried} carried @param {number} i of the stage @param {boolean} stops */
function goingOn(carried, i, stops) {
  const pause = pauseText(carried, i, stops);
  if (pause !== '') return pause;
  return stops
    ? t('If all is well, go on, at once or another day: you may stop here.')
    : t('If all is well, go on soon: the moves of the next step belong to these.');
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
      time: timed ? [nightText(carried, stage), durationText(seconds[i])].filter(Boolean).join(', ') : '',
      bytes: unit === 'entries' ? '' : amountText(sum(stage.moves), unit),
      does: [...beyondTexts(carried, stage), doesOf(guide, commands)],
      moves: movesTable(carried, facts, stage.moves),
      rows: rowsOf(carried, facts, stage),
      commands: withFiles(commands, files),
      checks: [
        t('The busiest node bears {0} times its share; before this step it was {1}.', ratioText(then), ratioText(was)),
        t('Errors and the 99th percentile of latency are as before.'),
        goingOn(carried, i, stops[done]),
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
        ? [
            (written?.removal ?? []).length > 0
              ? t(
                  'Nothing is left on {0}. Whether it goes on as an empty node is for you to say: see the next step.',
                  empty.join(', '),
                )
              : t('Nothing is left on {0}. Take it out of the cluster once its copies are deleted.', empty.join(', ')),
          ]
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

/**
 * For those who want to take out what is empty now.
 * @param {Carried} carried
 */
const removalSteps = ({ written }) =>
  (written?.removal ?? []).map(({ name, says, commands }) =>
    step({
      name: t('Optional: take {0} out of the cluster', name),
      does: [t('Only if you do not want to go back, and do not need the node here any more.'), ...says],
      commands,
      checks: [t('No server lists {0} any more, and every master has the replicas that it should have.', name)],
      back: t('Let {0} join again as a new, empty node. Then the steps before this one can be taken back.', name),
    }),
  );

const kMostInTitle = 3;

/**
 * What the plan is for, and how much it moves.
 * @param {Carried} carried
 */
function titleOf({ problem, kind, moves, added }) {
  const givers = new Set(moves.map(([, from]) => from));
  const takers = new Set(moves.map(([, , to]) => to));
  const empties = problem.options.drain.filter((name) => givers.has(name));
  const fills = added.filter((name) => takers.has(name));
  const what = wordsOf(kind).whole(new Set(moves.map(([id]) => id)).size);
  const named = (/** @type {string[]} */ names) =>
    names.length > kMostInTitle ? t('{0} {0|node|nodes}', names.length) : names.join(', ');
  if (empties.length > 0 && fills.length > 0)
    return t('Empty {0}, fill {1}: move {2}', named(empties), named(fills), what);
  if (empties.length > 0) return t('Empty {0}: move {1}', named(empties), what);
  if (fills.length > 0) return t('Fill {0}: move {1}', named(fills), what);
  return t('Even out: move {0}', what);
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
  return {
    title: titleOf(carried),
    facts: summary(carried, facts),
    notes: notesOf(carried),
    lists: listsOf(carried, facts),
    steps: [
      firstStep(carried, facts),
      ...movingSteps(carried, facts),
      lastStep(carried, facts),
      ...removalSteps(carried),
    ],
    language: carried.written?.language ?? 'shell',
    unit: carried.unit,
    ...canaryOf(facts),
    money: '',
  };
}
