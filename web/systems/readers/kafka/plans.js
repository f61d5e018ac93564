// Plans of kafka-reassign-partitions: the file that it takes, and the two that --generate prints.
import { itemsOf, memberOf } from '../../reading/json.js';
import { Unreadable } from '../../reading/form.js';
import { readingOf, withChoices } from './answer.js';
import { textIn, wholeIn } from './json_values.js';
import { eachOf, isFull, topicIn, topicOf } from './topics.js';

/** @typedef {import('../../reading/json.js').Tree} Tree */
/** @typedef {import('../../reading/pasted.js').Pasted} Pasted */
/** @typedef {import('./topics.js').Topic} Topic */
/** @typedef {import('./topics.js').Topics} Topics */

export const kCurrent = /^\s*Current partition replica assignment\s*:?\s*$/;
const kProposed = /^\s*Proposed partition reassignment configuration\s*:?\s*$/;
const kPreferred = 'leaders of now: the first replica is the preferred one';

/**
 * A partition of a plan, with its replicas, of which the first is to lead.
 * @param {Tree} item
 */
export function assignedIn(item) {
  const of = (/** @type {string} */ name) => memberOf(item, name);
  const topic = textIn(of('topic'), 'topic', item.line);
  const id = String(BigInt(wholeIn(of('partition'), 'partition', item.line)));
  const list = of('replicas');
  if (!list?.items?.length) throw new Unreadable(item.line, `partition ${id} of ${topic} has no replicas`);
  const replicas = list.items.map((one) => String(BigInt(wholeIn(one, 'replicas', item.line))));
  if (new Set(replicas).size !== replicas.length)
    throw new Unreadable(list.line, 'a broker is twice among the replicas');
  return { topic, id, replicas, line: item.line };
}

/** @param {Tree} tree @param {Pasted} pasted */
function planIn(tree, pasted) {
  const topics = /** @type {Topics} */ (new Map());
  for (const item of itemsOf(memberOf(tree, 'partitions'))) {
    const { topic, id, replicas, line } = assignedIn(item);
    const none = /** @type {string[]} */ ([]);
    const partition = { id, leader: replicas[0], replicas, inSync: null, line };
    topicOf(topics, topic).add({ ...partition, offline: none, adding: none, removing: none }, pasted);
  }
  return topics;
}

/**
 * The two plans of --generate: the one of now, and the one that it proposes.
 * @param {Topics} current @param {Topics} proposed @param {Pasted} pasted @param {string | undefined} choose
 */
function generated(current, proposed, pasted, choose) {
  const { names } = topicIn(current, undefined);
  const every = (/** @type {boolean} */ isNext) =>
    eachOf(isNext ? proposed : current, (one) =>
      readingOf(one, { form: 'generate', skipped: pasted.skipped, whole: isFull(one) }),
    );
  const next = (/** @type {string} */ name) => `${name}: proposed`;
  const name = names.find((one) => choose === one || choose === next(one)) ?? topicIn(current, undefined).topic.name;
  const isNext = choose === next(name) || choose === 'proposed';
  const other = (isNext ? current : proposed).get(name);
  const topic = /** @type {Topic} */ ((isNext ? proposed : current).get(name));
  if (!topic) throw new Unreadable(0, `the plan has no partition of ${name}`);
  const owners = new Map(other?.rows.map(({ id, leader }) => [id, leader]));
  const moves = topic.rows.filter(({ id, leader }) => owners.has(id) && owners.get(id) !== leader);
  const plan = other?.rows.flatMap(({ replicas }) => replicas) ?? [];
  const reading = readingOf(topic, { form: 'generate', skipped: pasted.skipped, plan, whole: isFull(topic) });
  const notes = [
    `the first replica of ${moves.length} of ${topic.rows.length} partitions is another in the other plan`,
  ];
  const of = { ...reading, notes, cannot_know: [...reading.cannot_know, kPreferred], each: every(isNext) };
  if (names.length === 1 && (choose === undefined || choose === 'current' || choose === 'proposed')) {
    return withChoices(of, ['current', 'proposed'], isNext ? 'proposed' : 'current');
  }
  return isNext
    ? withChoices(of, [...names, ...names.map(next)], next(name))
    : withChoices(of, names.length === 1 ? names : [...names, ...names.map(next)], name);
}

/** @param {{tree: Tree, before: string}[]} plans @param {Pasted} pasted @param {string | undefined} choose */
export function planReading(plans, pasted, choose) {
  if (plans.length > 2) throw new Unreadable(plans[2].tree.line, 'more than two plans: open each of them alone');
  const [first, second] = plans.map(({ tree }) => planIn(tree, pasted));
  if (second) {
    if (!kProposed.test(plans[1].before))
      throw new Unreadable(plans[1].tree.line, 'two plans without the headings that say which of them is now');
    return generated(first, second, pasted, choose);
  }
  const { names, topic } = topicIn(first, choose);
  if (!topic) throw new Unreadable(plans[0].tree.line, 'the plan has no partitions');
  const now = kCurrent.test(plans[0].before);
  const read = (/** @type {Topic} */ one) =>
    readingOf(one, { form: 'reassignment', skipped: pasted.skipped, whole: now && isFull(one) });
  const reading = read(topic);
  const cannot = reading.cannot_know.map((what) => (now ? what : what.replace(/: the link has .*$/, '')));
  const more = [...(now ? [] : ['what is now: this is a plan', 'partitions that are not in the plan']), kPreferred];
  const of = { ...reading, cannot_know: [...cannot, ...more], each: eachOf(first, read) };
  return withChoices(of, names, topic.name);
}

export const isHeadOfPlan = (/** @type {string} */ text, /** @type {number} */ plans) =>
  plans > 0 && (kCurrent.test(text) || kProposed.test(text));
