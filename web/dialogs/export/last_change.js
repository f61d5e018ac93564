// What the last change of the page's scenario did, for an animated picture (moving.js).
import { number, t } from '../../text/language.js';
import { kMostNodes, kNowhere, shownKeys } from './moving.js';
import { csv } from '../../text/quote.js';
import { rowsOf } from '../tools/csv_rows.js';

// The page's next question is not part of what happened.
const kQuestions = [
  ' Undo it, choose another strategy, and add a node again.',
  ' Now choose another strategy, and add a node.',
];
const withoutQuestion = (/** @type {string} */ sentence) =>
  kQuestions.reduce(
    (rest, question) => (rest.endsWith(t(question)) ? rest.slice(0, -t(question).length) : rest),
    sentence,
  );

/**
 * All nodes that are there before or after the change, those that left at the end.
 * @param {{name: string}[]} shown
 * @param {string[][]} flows
 * @param {Map<string, number>} numbers
 */
function nodesOf(shown, flows, numbers) {
  const live = shown.map(({ name }) => csv(name));
  const gone = new Set(flows.map(([from]) => from).filter((name) => name !== '' && !live.includes(name)));
  /** @type {Map<string, import('./moving.js').MovingNode>} */
  const known = new Map([...numbers].map(([name, id]) => [csv(name), { name, id }]));
  let next = numbers.size; // if an addition was undone, the next one will get the same number
  const nodes = [...live, ...gone].map((field) => known.get(field) ?? { name: field, id: next++ });
  return { fields: [...live, ...gone], nodes };
}

/**
 * The input of movingPicture() except `plays`; null if nothing moved, or if more nodes have moved keys than a picture
 * can show.
 * @param {Pick<import('../../host/page.js').Page, 'bridge' | 'state'>} page
 * @param {Map<string, number>} numbers the number of each node that ever existed
 * @returns {?Omit<import('./moving.js').Change, 'plays'>}
 */
export function lastChange({ bridge, state }, numbers) {
  /** @type {{nodes: {name: string, keys: number}[], keys: number, headline: string}} */
  const { nodes: shown, keys, headline } = state();
  const flows = rowsOf(bridge.text('flows_csv'));
  const { fields, nodes } = nodesOf(shown, flows, numbers);
  if (flows.length === 0 || nodes.length > kMostNodes) return null;
  const after = [...shown.map((node) => node.keys), ...nodes.slice(shown.length).map(() => 0)];
  const before = after.slice();
  for (const [from, to, moved] of flows) {
    if (from !== '') before[fields.indexOf(from)] += Number(moved);
    if (to !== '') before[fields.indexOf(to)] -= Number(moved);
  }
  const sampled = shownKeys(keys).map((key) => rowsOf(bridge.text('owners_csv', key, 1))[0]);
  if (sampled.some(([, ...owners]) => owners.includes(''))) {
    fields.push('');
    nodes.push({ ...kNowhere, name: t('no node') });
    const placed = (/** @type {number[]} */ counts) => counts.reduce((sum, count) => sum + count, 0);
    const nowhere = [before, after].map((counts) => keys - placed(counts));
    before.push(nowhere[0]);
    after.push(nowhere[1]);
  }
  const isThere = {
    before: before.map((count) => count > 0),
    after: nodes.map((node, i) => i < shown.length || node.id < 0),
  };
  /** @param {number[]} counts @param {boolean[]} there */
  const words = (counts, there) => counts.map((count, i) => (there[i] ? number(count) : null));
  const row = {
    title: '',
    before: words(before, isThere.before),
    after: words(after, isThere.after),
    keys: sampled.map(([, to, from]) => ({ from: fields.indexOf(from), to: fields.indexOf(to) })),
  };
  const title = withoutQuestion(headline);
  const list = (/** @type {(string | null)[]} */ counts) =>
    nodes.flatMap(({ name }, i) => (counts[i] === null ? [] : [`${name} ${counts[i]}`])).join(', ');
  return {
    title,
    nodes,
    rows: [row],
    description: `${title} ${t('Keys per node before: {0}; after: {1}.', list(row.before), list(row.after))}`,
    when: /** @type {[string, string]} */ ([t('Before the change'), t('After the change')]),
    note: t('Each dot is a key: {0} of {1}', sampled.length, keys),
  };
}
