// The forms of a rebalance: the problem as core/rebalance reads it (core/rebalance/README.md), as JSON.

/** @typedef {{name: string, capacity: number, zone: string, disk: ?number}} ProblemNode */
/**
 * The first replica leads. `amounts`: what further limits are about.
 * @typedef {{
 *   id: string, bytes: number, load: number, replicas: string[], amounts?: Record<string, number>
 * }} ProblemEntry
 */
/** @typedef {{of: string, epsilon: number, lower_epsilon?: number}} FurtherLimit `of`: the name of an amount */
/**
 * @typedef {object} Options
 * @property {number} epsilon a node bears at most (1 + epsilon) times its share
 * @property {number} [lower_epsilon] and at least (1 - lower_epsilon) times it
 * @property {FurtherLimit[]} [limits] of further amounts
 * @property {string[]} drain @property {string[]} pinned
 * @property {[entry: string, from: string, to: string][]} [forced] moves that are in every plan
 * @property {'distinct' | 'none'} zones @property {number} max_in_flight @property {number} per_move
 */
/** @typedef {{nodes: ProblemNode[], entries: ProblemEntry[], options: Options}} Problem */

export {};
