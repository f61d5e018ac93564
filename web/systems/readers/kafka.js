// Kafka: kafka-topics --describe, plans of kafka-reassign-partitions, and kafka-log-dirs. By the programs'
// documentation and source: no Kafka ran here.
import { memberOf, opensJson } from '../reading/json.js';
import { Unreadable, noTemplate } from '../reading/form.js';
import { templateIn } from '../reading/pasted.js';
import { bareChoice, viewed, withChoices } from './kafka/answer.js';
import { bootstrapIn } from './kafka/bootstrap.js';
import { describedIn, describedReading, kHeading, kRow } from './kafka/describe.js';
import { firstJson, kInQuotes } from './kafka/json_values.js';
import { Folders, foldersReading, topicsOf } from './kafka/log_dirs.js';
import { isHeadOfPlan, kCurrent, planReading } from './kafka/plans.js';
import { eachOf, topicIn } from './kafka/topics.js';

/** @typedef {import('../reading/json.js').Tree} Tree */
/** @typedef {import('../reading/pasted.js').Pasted} Pasted */
/** @typedef {import('../reading/pasted.js').Line} Line */
/** @typedef {import('../reading/form.js').Reading} Reading */

const kJsonMark = /"(?:partitions|brokers)"\s*:/;
const kPlanMark = /"partitions"\s*:/;
const kGroups = /^\s*GROUP\s+TOPIC\s+PARTITION\s/;
const kToMove = /"topics"\s*:/;
const kMark = new RegExp(`${kHeading.source}|${kRow.source}|${kJsonMark.source}|${kCurrent.source}`);

/** JSON of each kind in a text, and what is around it. @param {Pasted} pasted @param {Line[]} lines */
function jsonIn(pasted, lines) {
  const found = { folders: /** @type {?Folders} */ (null), plans: /** @type {{tree: Tree, before: string}[]} */ ([]) };
  const others = /** @type {Line[]} */ ([]);
  let rest = lines;
  for (;;) {
    const at = rest.findIndex(({ text }) => opensJson(text) || kInQuotes.test(text));
    others.push(...rest.slice(0, at < 0 ? undefined : at));
    if (at < 0) return { ...found, others };
    const { tree, after } = firstJson(rest.slice(at));
    if (memberOf(tree, 'brokers')) (found.folders ??= new Folders()).add(tree, pasted);
    else if (memberOf(tree, 'partitions')) found.plans.push({ tree, before: rest[at - 1]?.text ?? '' });
    else if (memberOf(tree, 'topics'))
      throw new Unreadable(tree.line, 'topics to move: a request, which does not say where partitions are');
    else throw new Unreadable(tree.line, 'JSON with neither partitions nor brokers');
    rest = after;
  }
}

/** @param {Pasted} pasted @param {{choose?: string}} asked */
function read(pasted, { choose }) {
  const bootstrap = bootstrapIn([...pasted.prompts, ...pasted.lines].map(({ text }) => text).join('\n'));
  return { ...viewed(readTexts(pasted, bareChoice(choose)), choose), ...(bootstrap && { bootstrap }) };
}

/** @param {Pasted} pasted @param {string | undefined} choose @returns {Reading} */
function readTexts(pasted, choose) {
  const lines = pasted.body(kMark);
  const filled = lines.filter(({ text }) => /\S/.test(text));
  const groups = filled.find(({ text }) => kGroups.test(text));
  if (groups)
    throw new Unreadable(
      groups.number,
      'the consumers of a group, not where partitions are: kafka-topics --describe says it',
    );
  const plan = filled.find(({ text }) => kPlanMark.test(text) && templateIn(text));
  if (plan) noTemplate(plan.text, plan.number);
  const { folders, plans, others } = jsonIn(pasted, filled);
  const described = others.some(({ text }) => kHeading.test(text) || kRow.test(text));
  const around = others.filter(({ text }) => described || !isHeadOfPlan(text, plans.length));
  if (described && plans.length > 0)
    throw new Unreadable(plans[0].tree.line, 'a plan below what is now: open each of them alone');
  const topics = described ? describedIn(pasted, around) : null;
  if (!described) for (const { number } of around) pasted.skip(number, 'text');
  if (topics) return describedReading(topics, folders, pasted, choose);
  if (plans.length > 0) return planReading(plans, pasted, choose);
  if (folders) {
    const held = topicsOf(folders);
    const { names, topic } = topicIn(held, choose);
    if (!topic) throw new Unreadable(pasted.last, 'the folders hold no partition');
    const readOne = (/** @type {import('./kafka/topics.js').Topic} */ one) =>
      foldersReading(folders, one, pasted.skipped);
    return { ...withChoices(readOne(topic), names, topic.name), each: eachOf(held, readOne) };
  }
  throw new Unreadable(pasted.last, 'the text ends before its partitions');
}

/** @param {Pasted} pasted */
function fits({ filled }) {
  const has = (/** @type {RegExp} */ mark) => filled.some(({ text }) => mark.test(text));
  if (has(kHeading) || has(kRow) || has(kCurrent) || has(kGroups)) return 2;
  if (has(/"brokers"\s*:/) && has(/"logDirs"\s*:/)) return 2;
  if (has(kPlanMark) && has(/"topic"\s*:/) && has(/"replicas"\s*:/)) return 2;
  return has(kToMove) && has(/"topic"\s*:/) && has(/"version"\s*:/) ? 2 : 0;
}

export default { system: 'kafka', title: 'Kafka', fits, read };
