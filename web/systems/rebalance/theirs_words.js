// What is said of a plan that somebody else has made: how it was read, what of it is not of this cluster, and which
// rules it breaks.
import { t } from '../../text/language.js';

/** @typedef {import('./theirs.js').Theirs} Theirs */
/** @typedef {import('./theirs/form.js').Form} Form */
/** @typedef {import('./theirs/form.js').What} What */

/** @type {Record<Form, () => string>} */
const kForms = {
  ceph: () => 'ceph osd pg-upmap-items',
  kafka: () => t('partitions of Kafka with their replicas'),
  citus: () => 'get_rebalance_table_shards_plan()',
  rows: () => t('rows of entry, from and to'),
  json: () => t('“moves” as JSON'),
};

/** @type {Record<What, (count: number, names: string) => string>} */
const kTold = {
  skipped: (count, lines) => t('{0} {0|line is|lines are} not read: {1}.', count, lines),
  unknown_entry: (count, names) =>
    t('{0} {0|step is|steps are} of entries that are not planned here, and left out: {1}.', count, names),
  unknown_node: (count, names) =>
    t('{0} {0|name is|names are} of no node here, and {0|its move is|their moves are} left out: {1}.', count, names),
  not_there: (count, names) =>
    t('{0} {0|move is|moves are} from a node that does not have the entry, and left out: {1}.', count, names),
  nowhere: (count, names) => t('{0} {0|move ends|moves end} where {0|it begins|they begin}: {1}.', count, names),
  no_effect: (count, names) =>
    t('{0} {0|item has|items have} no effect, since CRUSH or another item decides otherwise: {1}.', count, names),
  no_items: (count, names) =>
    t('{0} {0|item is|items are} left out: what {0|it does|they do} depends on those of now: {1}.', count, names),
  items_unknown: () =>
    t(
      'A command replaces all items of its group. If groups have items now, paste the lines “pg_upmap_items” of “{0}”, too.',
      'ceph osd dump',
    ),
  taken_back: (count, names) =>
    t(
      '{0} {0|move takes|moves take} an item back, which moves nothing if CRUSH itself puts the copy there by now: {1}.',
      count,
      names,
    ),
  copies: (count, names) =>
    t('{0} {0|partition gets|partitions get} another number of copies, which is not counted: {1}.', count, names),
  order: (count, names) => t('{0} {0|partition gets|partitions get} no other brokers: {1}.', count, names),
  lead: (count, names) => t('{0} {0|step moves|steps move} the lead alone, and no bytes: {1}.', count, names),
  pinned: (count, names) => t('{0} {0|step moves|steps move} what has to stay: {1}.', count, names),
  drained: (count, names) => t('{0} {0|copy goes|copies go} to a node that is to be emptied: {1}.', count, names),
  disk: (count, names) => t('{0} {0|copy finds|copies find} no room on the disk: {1}.', count, names),
  twice: (count, names) => t('{0} {0|copy goes|copies go} where another copy is already: {1}.', count, names),
  zone: (count, names) => t('{0} {0|step puts|steps put} copies into the same zone: {1}.', count, names),
  on_way: (count, names) => t('{0} {0|node is|nodes are} above the limit on the way: {1}.', count, names),
  limit: (count, names) => t('{0} {0|node is|nodes are} above the limit in the end: {1}.', count, names),
  least: (count, names) => t('{0} {0|node is|nodes are} below the least in the end: {1}.', count, names),
  further: (count, names) => t('{0} {0|node breaks|nodes break} another limit in the end: {1}.', count, names),
  not_emptied: (count, names) => t('{0} {0|node is|nodes are} not empty in the end: {1}.', count, names),
};

/** @param {Theirs} theirs @returns {string[]} sentences */
export function theirsTexts({ form, wanted, plan, told }) {
  const { moves } = plan;
  return [
    t('Read as {0}: {1} {1|step|steps}, {2} {2|move|moves}.', kForms[form](), wanted, moves.length),
    ...told.map(({ what, count, names }) => {
      const more = count > names.length ? ', …' : '';
      return kTold[what](count, names.join(', ') + more);
    }),
  ];
}
