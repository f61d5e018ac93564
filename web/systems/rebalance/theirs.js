// A plan that a tool has printed for somebody, on the problem that is planned here: read in the tool's own words, and
// followed move by move. The text goes nowhere.
import { number, t } from '../../text/language.js';
import { Pasted } from '../reading/pasted.js';
import { Unreadable } from '../reading/form.js';
import { isCitus, readCitus } from './theirs/citus.js';
import { isUpmap, readUpmap } from './theirs/ceph.js';
import { Tally, followed } from './theirs/follow.js';
import { isJson, readJson } from './theirs/json.js';
import { readRows } from './theirs/rows.js';

/** @typedef {import('../reading/form.js').Reading} Reading */
/** @typedef {import('./form.js').Problem} Problem */
/** @typedef {import('./theirs/form.js').Cluster} Cluster */
/** @typedef {import('./theirs/form.js').Form} Form */
/** @typedef {import('./theirs/follow.js').Told} Told */
/** @typedef {import('../../headless/reshard-rebalance.d.ts').ToolPlan} ToolPlan */
/** @typedef {{form: Form, wanted: number, plan: ToolPlan, told: Told[]}} Theirs `wanted`: commands, rows, partitions */

export const kTheirs = 'theirs'; // its id among the tools
export const kMostChars = 20_000_000;

/** What texts call a node, and what clusters may. */
const kPrefixes = ['', 'osd.', 'broker-'];

/** @param {Reading} reading @param {Problem} problem @returns {Cluster} */
function clusterOf({ topic, upmap }, { nodes }) {
  const names = new Set(nodes.map(({ name }) => name));
  return {
    topic,
    upmap: upmap ? new Map(Object.entries(upmap)) : null,
    node(name) {
      const bare = name.replace(/^osd\./, '');
      const found = kPrefixes.map((prefix) => prefix + bare).find((one) => names.has(one));
      return names.has(name) ? name : (found ?? null);
    },
  };
}

/** @param {Pasted} pasted @param {Cluster} cluster */
function readPlan(pasted, cluster) {
  const { filled } = pasted;
  if (isUpmap(pasted)) return readUpmap(pasted, cluster);
  if (isCitus(pasted)) return readCitus(pasted, cluster);
  return filled.some(({ text }) => isJson(text)) ? readJson(pasted, cluster) : readRows(pasted, cluster);
}

/**
 * @param {string} text @param {{reading: Reading, problem: Problem}} of what is planned
 * @returns {Theirs}
 * @throws {Unreadable} with the line
 */
export function theirsOf(text, { reading, problem }) {
  if (text.length > kMostChars)
    throw new Unreadable(0, t('the plan is longer than {0} characters', number(kMostChars)));
  const pasted = new Pasted(text);
  if (pasted.last === 0) throw new Unreadable(1, t('the text is empty'));
  const { form, wanted, told } = readPlan(pasted, clusterOf(reading, problem));
  const tally = new Tally();
  for (const [what, name] of told) tally.add(what, name);
  const plan = followed(problem, wanted, tally);
  const strange = tally.of('unknown_entry');
  if (strange && strange.count === wanted.length)
    throw new Unreadable(0, t('the cluster has none of the entries of this plan, such as {0}', strange.names[0]));
  return { form, wanted: wanted.length, plan, told: tally.all };
}
