// What `reshard rebalance FILE` says of a plan, on standard error and in the table of tools.
import { say } from './read.mjs';

const kMostShown = 5;
const kMostNights = 31;

/** @typedef {import('../../../web/headless/reshard-rebalance.d.ts').Plan} Plan */

const kNotes = /** @type {Record<string, [one: string, many: string]>} */ ({
  no_owner: ['has no owner, and is left out', 'have no owner, and are left out'],
  no_size: ['has no size in this text, and stays where it is', 'have no size in this text, and stay where they are'],
  elsewhere: [
    'is on nodes that the text does not list, and is left out',
    'are on nodes that the text does not list, and are left out',
  ],
  lost: ['is only on nodes that are down, and is left out', 'are only on nodes that are down, and are left out'],
  moving: ['is on its way, and stays where it is', 'are on their way, and stay where they are'],
  zones_shared: [
    'has replicas in one zone, so zones are not kept apart',
    'have replicas in one zone, so zones are not kept apart',
  ],
  down: [
    'is down: it takes nothing, and its copies go elsewhere',
    'are down: they take nothing, and their copies go elsewhere',
  ],
});

const counted = (/** @type {number} */ count, /** @type {string} */ one) =>
  `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`;

/** “1,024 slots”, “1 entry” @param {number} count @param {string} kind of entries: '' where nobody names it */
function entriesText(count, kind) {
  const many = kind === '' ? 'entries' : kind;
  return `${count.toLocaleString('en')} ${count === 1 ? many.replace(/ies$/, 'y').replace(/s$/, '') : many}`;
}

/** @param {import('../../../web/systems/rebalance/problem.js').Asked} asked */
export function tellNotes({ notes, kind }) {
  for (const { what, count, names } of notes) {
    const named = names.join(', ') + (count > names.length ? ', …' : '');
    const told = kNotes[what][count === 1 ? 0 : 1];
    if (what === 'down') say(`${named} ${told}`);
    else say(`${entriesText(count, kind)}${names.length > 0 ? ` (${named})` : ''} ${told}`);
  }
}

/** @param {import('../../../web/headless/reshard-rebalance.d.ts').Plan} plan @param {string} unit @param {any} of */
export function sentence({ moves, bytes, ratio_before: was, ratio }, unit, { entries, kind, empties = false }) {
  if (moves.length === 0) return `Nothing has to move: the busiest node bears ${was.toFixed(3)} times its share.`;
  const amount = unit === 'entries' ? '' : `, ${bytes.toLocaleString('en')} ${unit}`;
  const moved = new Set(moves.map(([entry]) => entry)).size;
  const busiest = empties
    ? `the busiest of the nodes that stay then bears ${ratio.toFixed(3)} times its share`
    : `the busiest node goes from ${was.toFixed(3)} to ${ratio.toFixed(3)} times its share`;
  const whole = `${moved.toLocaleString('en')} of ${entriesText(entries.length, kind)}`;
  return `Move ${whole} in ${counted(moves.length, 'move')}${amount}: ${busiest}.`;
}

/** Why there is no plan, or why nodes stay above their limits. @param {any} plan */
export function tellObstacles({ why, obstacles = [], excess, proven }) {
  const about = (/** @type {any} */ { what, node, entry, count }) =>
    [what.replaceAll('_', ' '), node, entry, count].filter((part) => part !== undefined).join(' ');
  for (const one of why?.conditions ?? []) say(`condition: ${about(one)}`);
  for (const one of why?.remedies ?? []) say(`would do: ${about(one)}`);
  const none = proven
    ? 'no plan brings every node within its limit, and none comes closer'
    : 'no plan was found that brings every node within its limit';
  if (excess > 0) say(`${none}: ${excess} stay above`);
  for (const one of obstacles.slice(0, kMostShown)) say(`in the way: ${about(one)}`);
}

/**
 * How long the moves take, in how many nights, and which are too long for any.
 * @param {any} scripts of the page @param {any} schedule @param {Plan} plan @param {any} problem @param {any} pace
 */
export function tellPace(scripts, schedule, { moves }, { entries }, { rate, window, unit }) {
  const { nightsOf, clockText, isNightly, durationText, speedText } = scripts;
  const amounts = new Map(entries.map((/** @type {any} */ entry) => [entry.id, entry.bytes]));
  const { spans = [], too_long: long = [], busy_ms: busy, end_ms: end } = schedule;
  if (long.length > 0) {
    const named = long.slice(0, kMostShown).map((/** @type {number} */ move) => moves[move][0]);
    const more = long.length > named.length ? ', …' : '';
    say(`no time: longer than the window: ${counted(long.length, 'move')} (${named.join(', ')}${more})`);
    say('another --rate or --window is needed');
    return;
  }
  if (spans.length === 0) return;
  // As it was asked for: a rate of any size, not rounded as in the page.
  const speed = unit === 'bytes' ? `at ${rate / 1e6} MB/s` : speedText(rate, unit);
  if (!window) return say(`It takes ${durationText(end / 1000)} ${speed}.`);
  const amountOf = (/** @type {number} */ move) => (moves[move][3] ? 0 : amounts.get(moves[move][0]));
  const nights = nightsOf(schedule, window, amountOf);
  const word = isNightly(window) ? 'night' : 'day';
  say(`It takes ${durationText(busy / 1000)} ${speed}, in ${counted(nights.length, word)}.`);
  for (const { night, moves: count, bytes: copied, until } of nights.slice(0, kMostNights)) {
    const amount = `${copied.toLocaleString('en')} ${copied === 1 ? unit.replace(/s$/, '') : unit}`;
    say(`${word} ${night}: ${counted(count, 'move')}, ${amount}, until ${clockText(until)}`);
  }
  if (nights.length > kMostNights) say(`and ${nights.length - kMostNights} more`);
}

/** @typedef {{moves: number, bytes: number, worst: number, excess: number}} Effect */

/** @param {Effect} own @param {any[]} rows of tools @returns {string} as people read it */
export function toolsText(own, rows) {
  const head = ['tool', 'moves', 'moved', 'busiest node then', 'left above the limits', 'known from'];
  const cells = (/** @type {Effect} */ { moves, bytes, worst, excess }) =>
    [moves, bytes].map((amount) => amount.toLocaleString('en')).concat(worst.toFixed(3), excess.toLocaleString('en'));
  const lines = [
    head,
    ['this plan', ...cells(own), ''],
    ...rows.filter(({ refused }) => refused === undefined).map((row) => [row.title, ...cells(row), row.source]),
  ];
  const refused = rows.filter((row) => row.refused !== undefined).map((row) => `${row.title}: ${row.refused}`);
  const last = head.length - 1;
  const widths = head.map((_, i) => Math.max(...lines.map((line) => line[i].length)));
  const laid = lines.map((line) =>
    line
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : i === last ? cell : cell.padStart(widths[i])))
      .join('  ')
      .trimEnd(),
  );
  return [...laid, ...refused].join('\n');
}
