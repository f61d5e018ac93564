// Plans as JSON: Kafka's reassignments, as --generate, Cruise Control and kafka-kit write them, and Reshard's own.
import { t } from '../../../text/language.js';
import { itemsOf, memberOf, opensJson, textOf } from '../../reading/json.js';
import { Unreadable, noTemplate } from '../../reading/form.js';
import { firstJson, kInQuotes } from '../../readers/kafka/json_values.js';
import { assignedIn, kCurrent } from '../../readers/kafka/plans.js';
import { hopsBetween, wantedMove } from './form.js';

/** @typedef {import('../../reading/pasted.js').Pasted} Pasted */
/** @typedef {import('../../reading/json.js').Tree} Tree */
/** @typedef {import('./form.js').Cluster} Cluster */
/** @typedef {import('./form.js').Wanted} Wanted */
/** @typedef {import('./form.js').Read} Read */
/** @typedef {{tree: Tree, now: boolean}} Value `now`: the line above says that it is what is there */

/** Whether JSON begins in a line. @param {string} text */
export const isJson = (text) => opensJson(text) || kInQuotes.test(text);

/** @param {Pasted} pasted @param {Read['told']} told @returns {Value[]} */
function valuesIn({ filled }, told) {
  const values = /** @type {Value[]} */ ([]);
  const skip = (/** @type {import('../../reading/pasted.js').Line[]} */ lines) =>
    lines.forEach(({ number }) => void told.push(['skipped', `${number}`]));
  for (let rest = filled; ; ) {
    const at = rest.findIndex(({ text }) => isJson(text));
    if (at < 0) {
      skip(rest);
      return values;
    }
    const { tree, after } = firstJson(rest.slice(at));
    const now = kCurrent.test(rest[at - 1]?.text ?? '');
    skip(rest.slice(0, at).filter(({ text }) => !/^\s*(?:Current|Proposed) partition re\w+ \w+\s*:?\s*$/.test(text)));
    values.push({ tree, now });
    rest = after;
  }
}

/** @param {Value[]} plans @param {Cluster} cluster @returns {Wanted[]} */
function reassigned(plans, { topic: only, node }) {
  const seen = /** @type {Map<string, number>} */ (new Map());
  return plans.flatMap(({ tree }) =>
    itemsOf(memberOf(tree, 'partitions')).map((item) => {
      const { topic, id, replicas, line } = assignedIn(item);
      const name = `${topic}-${id}`;
      const before = seen.get(name);
      if (before !== undefined) throw new Unreadable(line, t('{0} is already in line {1}', name, before));
      seen.set(name, line);
      const known = replicas.map(node);
      const unknown = replicas.filter((_, i) => known[i] === null);
      const after = known.filter((one) => one !== null);
      /** @param {string[]} on @returns {ReturnType<Wanted['turn']>} */
      const turn = (on) => {
        if (unknown.length > 0) return { hops: [], told: unknown.map((one) => ['unknown_node', `${name} (${one})`]) };
        const hops = hopsBetween(on, after);
        if (on.length !== after.length) return { hops, told: [['copies', name]] };
        return { hops, told: hops.length === 0 ? [['order', name]] : [] };
      };
      return { ids: [name, ...(only === topic ? [id] : [])], turn };
    }),
  );
}

/** @param {Tree} item @param {Cluster} cluster @returns {Wanted} */
function moveIn(item, cluster) {
  const [entry, from, to, lead, ...more] = itemsOf(item).map((one) => {
    const text = textOf(one);
    if (text === undefined) throw new Unreadable(one.line, t('a move has entry, from and to, each a text'));
    noTemplate(text, one.line);
    return text;
  });
  if (to === undefined || more.length > 0 || (lead !== undefined && lead !== 'lead'))
    throw new Unreadable(item.line, t('a move is [entry, from, to]'));
  if (lead) return { ids: [entry], turn: () => ({ hops: [], told: [['lead', entry]] }) };
  return wantedMove([entry], from, to, cluster);
}

/** @param {Tree} tree @returns {?Tree} the moves of a plan, or of all that the page saves */
const movesIn = (tree) => memberOf(tree, 'moves') ?? memberOf(memberOf(tree, 'plan'), 'moves') ?? null;

/**
 * @param {Pasted} pasted @param {Cluster} cluster
 * @returns {Read}
 */
export function readJson(pasted, cluster) {
  const told = /** @type {Read['told']} */ ([]);
  const values = valuesIn(pasted, told);
  const plans = values.filter(({ now }) => !now);
  if (plans.length === 0) throw new Unreadable(values[0].tree.line, t('this is what is there now, not a plan'));
  const own = movesIn(plans[0].tree);
  if (own) {
    if (plans.length > 1) throw new Unreadable(plans[1].tree.line, t('a second plan: give each of them alone'));
    if (!own.items) throw new Unreadable(own.line, t('“moves” is not a list'));
    return { form: 'json', wanted: own.items.map((item) => moveIn(item, cluster)), told };
  }
  const other = plans.find(({ tree }) => !memberOf(tree, 'partitions'));
  if (other) throw new Unreadable(other.tree.line, t('JSON with neither “moves” nor “partitions”'));
  return { form: 'kafka', wanted: reassigned(plans, cluster), told };
}
