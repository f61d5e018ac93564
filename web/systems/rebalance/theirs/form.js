// A plan that somebody else has made, as its text says it: what becomes of an entry, once it is known where that is.

/** @typedef {[from: string, to: string]} Hop */
/**
 * What is told of a plan, by name; see theirs_words.js.
 * @typedef {'unknown_entry' | 'unknown_node' | 'not_there' | 'nowhere' | 'no_effect' | 'no_items' | 'items_unknown'
 *   | 'taken_back' | 'copies' | 'order' | 'lead' | 'skipped' | 'twice' | 'zone' | 'disk' | 'drained' | 'pinned'
 *   | 'limit' | 'on_way' | 'least' | 'further' | 'not_emptied'} What
 */
/**
 * What one step of it wants. `ids`: what the cluster may call its entry, the first as people say it; `turn`: the copies
 * that go elsewhere at once, where these nodes have the entry now, and what is to be told of it
 * @typedef {{ids: string[], turn: (on: string[]) => {hops: Hop[], told: [what: What, name: string][]}}} Wanted
 */
/** @typedef {'ceph' | 'kafka' | 'citus' | 'rows' | 'json'} Form */
/** @typedef {{form: Form, wanted: Wanted[], told: [what: What, name: string][]}} Read */
/**
 * What a text is read for. `node`: the cluster's name for what a text calls so, or null
 * @typedef {{topic: string | undefined, upmap: ?Map<string, Hop[]>, node: (name: string) => ?string}} Cluster
 */

/**
 * One copy that goes from a node to another one, as most texts say it.
 * @param {string[]} ids @param {string} source @param {string} target @param {Cluster} cluster
 * @returns {Wanted}
 */
export function wantedMove(ids, source, target, { node }) {
  const [from, to] = [node(source), node(target)];
  const unknown = [source, target].filter((_, i) => [from, to][i] === null);
  return {
    ids,
    turn(on) {
      if (from === null || to === null) return { hops: [], told: unknown.map((name) => ['unknown_node', name]) };
      if (from === to) return { hops: [], told: [['nowhere', ids[0]]] };
      if (!on.includes(from)) return { hops: [], told: [['not_there', `${ids[0]} (${from})`]] };
      return { hops: [[from, to]], told: [] };
    },
  };
}

/**
 * The copies that go elsewhere between two lists of nodes: each to the node in its place, if that is new.
 * @param {string[]} before @param {string[]} after @returns {Hop[]}
 */
export function hopsBetween(before, after) {
  const leaves = (/** @type {string} */ name) => !after.includes(name);
  const comes = (/** @type {string} */ name) => !before.includes(name);
  const hops = /** @type {Hop[]} */ ([]);
  const [froms, tos] = [new Set(before.filter(leaves)), new Set(after.filter(comes))];
  before.forEach((from, i) => {
    const to = after[i];
    if (!froms.has(from) || !tos.has(to)) return;
    hops.push([from, to]);
    froms.delete(from);
    tos.delete(to);
  });
  const rest = [...tos];
  [...froms].forEach((from, i) => void (i < rest.length && hops.push([from, rest[i]])));
  return hops;
}
