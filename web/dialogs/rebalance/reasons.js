// Why a move is there, why there is no plan or none that reaches the limits, and what would help, in words.
import { number, t } from '../../text/language.js';
import { wordsOf } from '../../systems/shared/kinds.js';
import { amountNamed } from '../../systems/rebalance/problem.js';
import { amountText } from './sentence.js';

/** @typedef {import('../../systems/rebalance/problem.js').Amount} Amount */
/** @typedef {import('../../headless/reshard-rebalance.d.ts').Plan} Plan */
/** @typedef {Plan['reasons'][number]} Reason */
/** @typedef {{what: string, node?: string, entry?: string, count?: number}} Item */
/** @typedef {{by: Amount, unit: import('./sentence.js').Unit, kind: string}} Of what amounts are of, and the entries */

const kMostTold = 5;

/** “Shard 7”: many are called by numbers. @param {string} entry @param {Of} of */
const named = (entry, { kind }) => `${wordsOf(kind).one()} ${entry}`;

const stepText = (/** @type {string | number | undefined} */ step) => number(Number(step) + 1);

/** What a limit is about. @param {string | number} of @param {Amount} by what is evened out */
const limited = (of, by) => (String(of).startsWith('of_') ? amountNamed(String(of)) : by);

/** @type {Record<string, (node: string, more: (string | number)[], of: Of) => string>} */
const kReasons = {
  drained: (node) => t('{0} is to be emptied', node),
  zones: () => t('two copies are in one zone'),
  forced: () => t('by hand'),
  disk: (node, [amount = 0], { unit }) => t('the disk of {0} is {1} too full', node, amountText(Number(amount), unit)),
  over: (node, [of, amount = 0], { by, kind }) =>
    t('{0} is {1} above its limit', node, amountText(Number(amount), limited(of, by), kind)),
  below: (node, [of, amount = 0], { by, kind }) =>
    t('{0} is {1} below what it has to bear', node, amountText(Number(amount), limited(of, by), kind)),
  room: (_, [step]) => (step === undefined ? '' : t('makes room for move {0}', stepText(step))),
  detour: (_, [step, onward]) =>
    t('makes room for move {0}, and goes on by move {1}', stepText(step), stepText(onward)),
  onward: (_, [step]) => t('goes on after move {0}', stepText(step)),
};

/** @param {Reason | undefined} reason @param {Of} of */
export function reasonText(reason, of) {
  if (!reason) return '';
  const [what, node, ...more] = reason;
  return kReasons[what]?.(node, more, of) ?? '';
}

/** @type {Record<string, (item: Required<Item>, of: Of) => string>} */
const kConditions = {
  drained: ({ node }) => t('{0} has to end empty', node),
  pinned: ({ entry }, of) => t('{0} has to stay', named(entry, of)),
  forced: ({ entry, node }, of) => t('{0} is moved to {1} by hand', named(entry, of), node),
  zones: () => t('copies of the same data have to be in different zones'),
  replicas: ({ entry, count }, of) => t('{0} has {1} {1|copy|copies}', named(entry, of), count),
  disk: ({ node }) => t('the disk of {0} is full', node),
  disks: ({ count }, { unit }) => t('all disks together have {0}', amountText(count, unit)),
  zone_disks: ({ node, count }, { unit }) =>
    t('all disks in the zone of {0} together have {1}', node, amountText(count, unit)),
};

/** @type {Record<string, (item: Required<Item>, of: Of) => string>} */
const kRemedies = {
  keep_node: ({ node }) => t('do not empty {0}', node),
  unpin: ({ entry }) => t('let {0} move', entry),
  unforce: ({ entry, node }) => t('do not move {0} to {1} by hand', entry, node),
  allow_zones: () => t('allow two copies in one zone'),
  add_zones: ({ count }) => t('add nodes in {0} more {0|zone|zones}', count),
  add_nodes: ({ count }) => t('add {0} {0|node|nodes}', count),
  add_disk: ({ node, count }, { unit }) => t('give {0} {1} more disk', node, amountText(count, unit)),
  add_disk_anywhere: ({ count }, { unit }) => t('add {0} of disk anywhere', amountText(count, unit)),
};

/** @type {Record<string, (item: Required<Item>, of: Of) => string>} */
const kObstacles = {
  hot_entry: ({ entry }, of) =>
    t('{0} alone bears more than any node may: only splitting it would help.', named(entry, of)),
  pinned_load: ({ node, count }, { by, kind }) =>
    t('What has to stay on {0} is {1} above its limit.', node, amountText(count, by, kind)),
  small_zones: ({ node, count }, { by, kind }) =>
    t('More has to go into the zone of {0} than its nodes may bear: {1}.', node, amountText(count, by, kind)),
  large_entries: ({ count }) => t('The largest need nodes of their own, and {0} of them {0|has|have} none.', count),
};

/** @param {typeof kConditions} words @param {Item[]} items @param {Of} of */
const textsOf = (words, items, of) =>
  items.map((item) => words[item.what]?.({ node: '', entry: '', count: 0, ...item }, of) ?? '').filter(Boolean);

/** Why the rules cannot be kept, and what would help; '' where they can. @param {Plan} plan @param {Of} of */
export function contradictionText({ why, missing, found }, of) {
  const [node, bytes = 0] = missing ?? [''];
  const room = found
    ? t('With {0} more free space on {1}, a better plan may be possible.', amountText(bytes, of.unit), node)
    : t('The moves block each other: {0} of free space on {1} would do.', amountText(bytes, of.unit), node);
  if (!why) return missing ? room : '';
  const [conditions, remedies] = [textsOf(kConditions, why.conditions, of), textsOf(kRemedies, why.remedies, of)];
  const because = t('These contradict each other: {0}.', conditions.join('; '));
  return remedies.length > 0 ? `${because} ${t('Any one of these would help: {0}.', remedies.join('; '))}` : because;
}

/** What stands in the way of the limits. @param {Plan} plan @param {Of} of */
export const obstaclesText = ({ obstacles = [] }, of) =>
  textsOf(kObstacles, obstacles, of).slice(0, kMostTold).join(' ');
