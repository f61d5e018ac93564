// What nodes bear before and after moves, and what they send and get.

/** @typedef {import('../rebalance/form.js').Problem} Problem */
/** @typedef {[entry: string, from: string, to: string, lead?: 'lead']} Move as a plan has it */

/** What each node bears, move by move. */
export class Bearing {
  /** @type {Map<string, number>} */
  #load;
  /** @type {Map<string, number>} what each node that stays would bear if all was even */
  #share;
  /** @type {Map<string, number>} */
  #on;

  /** @param {Problem} problem */
  constructor({ nodes, entries, options: { drain } }) {
    this.#load = new Map(entries.map(({ id, load }) => [id, load]));
    this.#on = new Map(nodes.map(({ name }) => [name, 0]));
    for (const { load, replicas } of entries) for (const name of replicas) this.#add(name, load);
    const staying = nodes.filter(({ name }) => !drain.includes(name));
    const total = entries.reduce((sum, { load, replicas }) => sum + load * replicas.length, 0);
    const capacity = staying.reduce((sum, node) => sum + node.capacity, 0);
    this.#share = new Map(staying.map((node) => [node.name, (total * node.capacity) / capacity]));
  }

  /** @param {string} name @param {number} load */
  #add(name, load) {
    this.#on.set(name, (this.#on.get(name) ?? 0) + load);
  }

  /** @param {Move[]} moves */
  take(moves) {
    for (const [id, from, to, lead] of moves) {
      if (lead) continue;
      this.#add(from, -(this.#load.get(id) ?? 0));
      this.#add(to, this.#load.get(id) ?? 0);
    }
    return this;
  }

  /** @param {string} name */
  of(name) {
    return this.#on.get(name) ?? 0;
  }

  /** The busiest node that stays, in its shares. */
  get worst() {
    return [...this.#share].reduce(
      (most, [name, share]) => (share > 0 ? Math.max(most, this.of(name) / share) : most),
      0,
    );
  }
}

/**
 * How much leaves each node and arrives there, of nodes where anything does; leadership is passed on without.
 * @param {Move[]} moves @param {(entry: string) => number} bytesOf
 */
export function trafficOf(moves, bytesOf) {
  /** @type {Map<string, {in: number, out: number}>} */
  const traffic = new Map();
  const at = (/** @type {string} */ name) => {
    const one = traffic.get(name) ?? { in: 0, out: 0 };
    traffic.set(name, one);
    return one;
  };
  for (const [id, from, to, lead] of moves) {
    if (lead) continue;
    at(from).out += bytesOf(id);
    at(to).in += bytesOf(id);
  }
  return traffic;
}
