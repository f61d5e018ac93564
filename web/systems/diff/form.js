// The difference between two readings as data: what `reshard diff --json` prints (web/systems/README.md).

/** @typedef {import('../reading/form.js').Reading} Reading */
/** @typedef {import('../reading/form.js').Figure} Figure */
/** @typedef {'before' | 'after'} Which of the two texts */
/**
 * Who has an entry: a node's name, null for nobody; and the nodes with further copies of it.
 * @typedef {{owner: ?string, replicas: string[]} & import('../reading/form.js').Assigned} Holder
 */
/**
 * What both texts place: an entry, a piece of a range, or a key. `size`: its bytes, where a text has them; `width`: of
 * a piece of the hash space.
 * @typedef {{id: string, before: Holder, after: Holder, size?: Figure, width?: bigint}} Unit
 */
/** @typedef {{moved: number, least: number, unnecessary: number}} Shares of the hash space, 0 to 1 */
/**
 * `share`: of the hash space.
 * @typedef {{from: ?string, to: ?string, count: number, share?: number, bytes?: Figure}} Flow
 */
/** @typedef {{id: string, from: ?string, to: ?string, bytes?: Figure}} Move an entry that moves, or a copy of one */
/**
 * A partition of Kafka whose brokers differ, or their order, with all of them on both sides. `copies`: how many are
 * made; `bytes`: of these; `preferred`: whether another broker is the first, and so the preferred leader; missing: a
 * text does not tell the order.
 * @typedef {{topic: string, partition: number, before: string[], after: string[], copies: number, bytes?: Figure,
 *   preferred?: boolean}} Partition
 */
/**
 * Partitions of Kafka that differ: `moved`: they have other brokers; `reordered`: the same in another order;
 * `preferred`: of both, how many have another preferred leader; `led`: how many another broker leads now, null: that is
 * not in both texts; `elsewhere`: how many in each text another broker leads than the preferred one; `moving`: how many
 * of the first text are being reassigned.
 * @typedef {{partitions: Partition[], moved: number, reordered: number, preferred: number, led: ?number, elsewhere:
 *   {before: ?number, after: ?number}, moving: number}} Assignment
 */
/** @typedef {{node: string, before: number, after: number}} Count of entries */
/** @typedef {{name: string, text: string, how: string, then?: string[]}} Commands a file, and what runs it */
/** @typedef {{before: Reading, after: Reading}} Pair to compare */
/**
 * Bytes that are copied, over the network. `of`: the text that has the sizes; `lacking`: copies whose size it does not
 * have; `estimated`: ranges were split, and their bytes with them; `largest`: of one copy.
 * @typedef {{of: Which, moved: Figure, lacking: number, estimated?: true, largest: Figure}} Bytes
 */
/**
 * Copies of entries, those of the owner among them. `changed`: entries whose copies are on other nodes; `to`: who
 * receives; `least`: how many have to be made for as many on each node, of Kafka.
 * @typedef {{changed: number, made: number, removed: number, to: {node: string, copies: number, bytes?: Figure}[],
 *   least?: number}} Copies
 */
/** @typedef {{name: string, before: string, after: string}} Changed a node, and what is told of it */
/**
 * `renamed`: the same node by its id, or by the port that the system takes where none is written.
 * @typedef {{added: string[], removed: string[], reweighted: {name: string, before: number, after: number}[],
 *   relocated: Changed[], renamed: {before: string, after: string}[], down: string[], up: string[]}} Nodes
 */
/**
 * What else differs between the texts, and decides where keys go. `nodes`: both lists of names, where it is about
 * names; `weights`: of nodes; else `before` and `after`. `moved_without`: how many keys would still move if only this
 * were as before; null: that cannot be placed.
 * @typedef {{what: 'order' | 'weights' | 'port' | 'function' | 'hash' | 'setting', name?: string, before?: string,
 *   after?: string, nodes?: {before: string[], after: string[]}, weights?: {name: string, before: number, after:
 *   number}[],
 *   moved_without: ?number}} Cause
 */
/**
 * What cannot be compared, or only in part. `all`: all keys may go elsewhere, whatever the figures say; `partial`: the
 * other text is a plan, which has only what moves.
 * @typedef {{what: 'systems' | 'kinds' | 'names' | 'functions' | 'hashed' | 'counts' | 'only' | 'replicas' | 'owners' |
 *   'sizes' | 'order' | 'which' | 'no_link' | 'refused' | 'nothing' | 'topics' | 'moving' | 'unordered', of?: Which,
 *   before?: string, after?: string, count?: number, names?: string[], why?: string, all?: true, partial?: true}}
 *   Cannot
 */
/**
 * `topic`, `topics`: of Kafka, where one or all of them are compared
 * @typedef {{system: string, form: string, title: string, choice?: string, topic?: string, topics?: string[]}} Side
 */
/** @typedef {{bytes_per_second: number, copies_at_once: number, seconds: ?number}} Time */
/**
 * From the second text to the first. `needs`: nodes that have to be there again; `commands`: a file that does it.
 * @typedef {{moved: ?number, copies: ?{made: number, removed: number}, bytes: ?Bytes, seconds: ?number,
 *   needs: string[], commands?: Commands}} Back
 */
/**
 * @typedef {object} Difference
 * @property {Side} before
 * @property {Side} after
 * @property {'entries' | 'ranges' | 'keys' | 'counts' | 'replicas' | null} by how they were compared; null: they were
 *   not; “replicas”: partitions of Kafka by the brokers that have them
 * @property {string} kind of the entries; of keys “generated” or “given”
 * @property {number} compared how many
 * @property {?number} moved null: it cannot be known
 * @property {?number} least sum over nodes of max(0, after − before)
 * @property {?number} unnecessary moved − least
 * @property {Shares} [share] of ranges
 * @property {?Bytes} bytes null: no text has sizes
 * @property {Flow[]} flows the largest first
 * @property {Move[]} moves each entry; of keys the first ones
 * @property {Nodes} nodes
 * @property {?Copies} copies null: no text has replicas, or one lacks them
 * @property {Assignment} [assignment] of Kafka
 * @property {Count[]} [counts] how many entries each node has that has another number of them; which ones is not told
 * @property {Commands} [plan] the file that makes the second text's placement
 * @property {Cause[]} causes
 * @property {Cannot[]} cannot
 * @property {?Time} time
 * @property {?Back} back null: nothing was compared
 */

/** Whether all of both texts is where it was. @param {Difference} difference */
export const isSame = ({ moved, copies, assignment, cannot }) =>
  moved === 0 &&
  (copies?.made ?? 0) + (copies?.removed ?? 0) === 0 &&
  (assignment?.partitions.length ?? 0) + (assignment?.led ?? 0) === 0 &&
  !cannot.some(movesMore);

/** Whether what cannot be compared may move. @param {Cannot} cannot */
const movesMore = ({ what, all, partial }) => all === true || (what === 'only' && !partial) || what === 'order';

/** Whether something moves, or may. @param {Difference} difference */
export const isChanged = (difference) =>
  difference.by === null ? difference.cannot.some(({ all }) => all === true) : !isSame(difference);
