// A script of changes as text: one change to the nodes per line. Errors are found before anything is done.

import { t } from '../../text/language.js';
import { excerpt } from '../files/doors.js';

export const kAccepted =
  'add [NAME] [weight 2], remove NAME, rename NAME NEW, weight NAME 3, down NAME, up NAME, nodes 12';

const kMaxLines = 1000;
const kMaxEntries = 100_000; // of the log: a line such as “nodes 10000” makes as many as it adds or removes
const kMaxNodes = 10_000;
const kMaxWeight = 1000;
const kMaxWords = 4;

/** @typedef {import('../../headless/reshard-core.d.ts').LogEntry} LogEntry */
/**
 * @typedef {{live: string[], known: Set<string | undefined>, next: number}} Names of the nodes there are, in their
 *   order; those that there have been; and the number from which a new name is looked for
 */
/** @typedef {{line: number, text: string, entries: LogEntry[], names: string[]}} Step `names`: those after it */
/** @typedef {{id: string, title: string, lines: (names: string[], seed: number) => string[]}} Example */

/** The words of a line, as many as a command takes; a name with spaces is in quotes. @param {string} line */
function wordsOf(line) {
  const words = [];
  for (const [, quoted, word] of line.matchAll(/"([^"]*)"|(\S+)/g)) {
    words.push(quoted ?? word);
    if (words.length === kMaxWords) break;
  }
  return words;
}

const quoted = (/** @type {string} */ name) => (/\s/.test(name) ? `"${name}"` : name);

// What each command takes, and what it does to the current names: it returns log entries as in reshard-core.d.ts, in
// the order of the nodes. Throws a text if that is impossible.
/** @type {Record<string, (names: Names, words: string[]) => LogEntry[]>} */
const kCommands = {
  add: (names, [name, ...rest]) =>
    name === 'weight' ? add(names, undefined, [name, ...rest]) : add(names, name, rest),
  remove(names, [name]) {
    if (names.live.length === 1) throw new Error(t('at least one node must remain'));
    names.live.splice(placeOf(names, name), 1);
    return [{ remove: name }];
  },
  rename(names, [name, to]) {
    const at = placeOf(names, name);
    if (!to) throw new Error(t('the new name is missing'));
    if (names.live.includes(to)) throw new Error(t('there is already a node “{0}”', excerpt(to)));
    names.live[at] = to;
    names.known.add(to);
    return [{ rename: name, to }];
  },
  weight(names, [name, weight]) {
    placeOf(names, name);
    return [{ weigh: name, weight: weightOf(weight) }];
  },
  down: (names, [name]) => [{ down: names.live[placeOf(names, name)] }],
  up: (names, [name]) => [{ up: names.live[placeOf(names, name)] }],
  nodes(names, [count]) {
    const wanted = Number(count);
    if (!Number.isInteger(wanted) || wanted < 1 || wanted > kMaxNodes)
      throw new Error(t('{0} is not a number of nodes from 1 to {1}', excerpt(count ?? t('nothing')), kMaxNodes));
    /** @type {LogEntry[]} */
    const entries = [];
    while (names.live.length < wanted) entries.push(...add(names, undefined, []));
    while (names.live.length > wanted) entries.push({ remove: /** @type {string} */ (names.live.pop()) });
    return entries;
  },
};

/**
 * @param {Names} names
 * @param {string | undefined} name
 * @param {string[]} rest “weight 2”, or nothing
 * @returns {LogEntry[]}
 */
function add(names, name, rest) {
  const made = name ?? nextName(names);
  if (name !== undefined && names.live.includes(name))
    throw new Error(t('there is already a node “{0}”', excerpt(name)));
  if (names.live.length >= kMaxNodes) throw new Error(t('more than {0} nodes', kMaxNodes));
  if (rest.length > 0 && rest[0] !== 'weight') throw new Error(t('“{0}” is not “weight”', excerpt(rest[0])));
  names.live.push(made);
  names.known.add(made);
  return [{ add: rest.length > 0 ? { name: made, weight: weightOf(rest[1]) } : made }];
}

/** @param {Names} names @param {string | undefined} name */
function placeOf(names, name) {
  if (name === undefined) throw new Error(t('the name is missing'));
  const at = names.live.indexOf(name);
  if (at < 0) throw new Error(t('there is no node “{0}” at that point', excerpt(name)));
  return at;
}

/** @param {string | undefined} text */
function weightOf(text) {
  const weight = Number(text);
  if (text === undefined || !(weight >= 0 && weight <= kMaxWeight))
    throw new Error(t('{0} is not a weight from 0 to {1}', excerpt(text ?? t('nothing')), kMaxWeight));
  return weight;
}

/** A known name stays known, so that each search goes on where the last one ended. @param {Names} names */
function nextName(names) {
  while (names.known.has(`node-${names.next}`)) ++names.next;
  return `node-${names.next}`;
}

/**
 * A step per line. Throws an Error that names the line and what is accepted.
 * @param {string} text the script
 * @param {string[]} live the names of the nodes, in their order
 * @param {{remove?: string, rename?: string, [more: string]: unknown}[]} log of the scenario: new names are never ones
 *   that were used before
 */
export function readScript(text, live, log) {
  /** @type {Names} */
  const names = {
    live: [...live],
    known: new Set([...live, ...log.flatMap(({ remove, rename }) => [remove, rename])]),
    next: 0,
  };
  /** @type {Step[]} */
  const steps = [];
  let made = 0;
  text.split('\n').forEach((line, i) => {
    const [command, ...rest] = wordsOf(line.replace(/(^|\s)#.*/, ''));
    if (command === undefined) return;
    try {
      if (!Object.hasOwn(kCommands, command)) throw new Error(t('“{0}” is not a command', excerpt(command)));
      if (steps.length === kMaxLines) throw new Error(t('more than {0} changes', kMaxLines));
      const entries = kCommands[command](names, rest);
      made += entries.length;
      if (made > kMaxEntries) throw new Error(t('more than {0} changes', kMaxEntries));
      steps.push({ line: i + 1, text: line.trim(), entries, names: [...names.live] });
    } catch (error) {
      const { message } = /** @type {Error} */ (error);
      throw new Error(t('Line {0}: {1}. Accepted lines: {2}.', i + 1, message, kAccepted));
    }
  });
  if (steps.length === 0) throw new Error(t('There are no changes to run. Accepted lines: {0}.', kAccepted));
  return steps;
}

// A small random number generator (mulberry32), so that a seed gives the same failures everywhere.
/** @param {number} seed */
function randomOf(seed) {
  let state = seed >>> 0;
  return (/** @type {number} */ below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const kFailures = 6;

/** @param {string[]} names @param {number} seed */
function failures(names, seed) {
  const random = randomOf(seed);
  const lines = [];
  /** @type {?string} */
  let down = null;
  for (let i = 0; i < kFailures && names.length > 1; ++i) {
    const others = names.filter((name) => name !== down);
    const next = others[random(others.length)];
    if (down !== null) lines.push(`up ${quoted(down)}`);
    lines.push(`down ${quoted(next)}`);
    down = next;
  }
  if (down !== null) lines.push(`up ${quoted(down)}`);
  return lines;
}

/** To start from; `lines`: for these nodes. @type {Example[]} */
export const kExamples = [
  { id: 'grow', title: 'Grow from 5 to 50 nodes', lines: () => ['nodes 5', ...Array(45).fill('add')] },
  {
    id: 'replace',
    title: 'Rolling replacement: new machines',
    lines: (names) => names.flatMap((name) => [`add ${quoted(`${name}-new`)}`, `remove ${quoted(name)}`]),
  },
  {
    id: 'rename',
    title: 'Rolling replacement: new names',
    lines: (names) => names.map((name) => `rename ${quoted(name)} ${quoted(`${name}-new`)}`),
  },
  { id: 'fail', title: 'Random failures', lines: failures },
  { id: 'double', title: 'Double', lines: (names) => [`nodes ${2 * names.length}`] },
];

/**
 * The request (web/api/request.def) that performs a step in the page.
 * @param {Pick<Step, 'text' | 'entries' | 'names'>} step
 * @returns {import('../../api/shapes.js').Request}
 */
export function requestOf({ text, entries, names }) {
  if (text.startsWith('nodes')) return { do: 'set_node_count', count: names.length };
  const [entry] = entries;
  if ('add' in entry) {
    const { name, weight = 1 } = typeof entry.add === 'string' ? { name: entry.add, weight: 1 } : entry.add;
    return { do: 'add_node', name, weight };
  }
  if ('remove' in entry) return { do: 'remove_node', node: entry.remove };
  if ('rename' in entry) return { do: 'rename_node', node: entry.rename, name: entry.to };
  if ('weigh' in entry) return { do: 'weigh_node', node: entry.weigh, weight: entry.weight };
  if ('down' in entry) return { do: 'set_node_state', node: entry.down, state: 'down' };
  const { up } = /** @type {{up: string}} */ (entry); // no script makes other entries
  return { do: 'set_node_state', node: up, state: 'up' };
}
