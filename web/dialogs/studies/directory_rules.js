// How often the map of sections is queried, without a move: clients cache an answer for a while, and ask again at the
// next request after that. A row that is needed at random λ times a second and cached for T is queried once per T +
// 1/λ: λ / (1 + λT) times a second.

export const kRowBytes = 4; // a section's node, or a directory server's number

/**
 * By section: its share of a client's requests, in proportion to 1 / number^skew. This is the law by which the core
 * requests keys (RequestShares), but no keys are here, and the view computes 25 such curves while somebody types, on
 * the page, which has no core to call.
 * @param {number} sections
 * @param {number} skew
 */
export function sharesOf(sections, skew) {
  const shares = Array.from({ length: sections }, (_, i) => (i + 1) ** -skew);
  const all = shares.reduce((sum, share) => sum + share, 0);
  return shares.map((share) => share / all);
}

/**
 * How often a row is queried that is needed `rate` times a second and cached for `lifetime` seconds.
 * @param {number} rate
 * @param {number} lifetime
 */
export const lookups = (rate, lifetime) => rate / (1 + rate * lifetime);

/**
 * @typedef {{
 *   clients: number,
 *   rate: number,
 *   lifetime: number,
 *   sections: number,
 *   servers: number,
 *   skew: number,
 * }} MapSystem `rate`: requests a second of each client
 * @typedef {{master: number, directories: number[], bytes: number, hops: number, worst: number}} MapWay requests per
 *   second to the master and to directory servers, bytes per second that they send, hops per request, and at worst
 */

/**
 * Three ways to get the map: all of it from the master; its rows from the master; its rows from directory servers
 * (section mod servers), whose list the master has.
 * @param {MapSystem} system
 * @returns {{whole: MapWay, rows: MapWay, levels: MapWay}}
 */
export function mapLoad({ clients, rate, lifetime, sections, servers, skew }) {
  /** @type {number[]} */
  const byServer = new Array(servers).fill(0);
  sharesOf(sections, skew).forEach((share, section) => {
    byServer[section % servers] += clients * lookups(rate * share, lifetime);
  });
  const rows = byServer.reduce((sum, load) => sum + load, 0);
  const lists = clients * lookups(rate, lifetime); // each request checks whether its client's list is still valid
  const all = clients * rate;
  /** @param {Omit<MapWay, 'hops'>} each */
  const way = (each) => ({
    ...each,
    hops: 1 + (each.master + each.directories.reduce((sum, load) => sum + load, 0)) / all,
  });
  return {
    whole: way({ master: lists, directories: [], bytes: lists * sections * kRowBytes, worst: 2 }),
    rows: way({ master: rows, directories: [], bytes: rows * kRowBytes, worst: 2 }),
    levels: way({ master: lists, directories: byServer, bytes: (rows + lists * servers) * kRowBytes, worst: 3 }),
  };
}

/**
 * @param {number} least
 * @param {number} most
 * @param {number} count
 */
const log = (least, most, count) =>
  Array.from({ length: count }, (_, i) => least * (most / least) ** (i / (count - 1)));

/** What the plot's horizontal axis can show, and at which values. */
export const kAxes = {
  clients: log(1, 1e6, 25),
  rate: log(0.01, 1e4, 25),
  lifetime: log(0.1, 86_400, 25),
  sections: Array.from({ length: 15 }, (_, i) => 4 << i),
  servers: Array.from({ length: 7 }, (_, i) => 1 << i),
};

/**
 * The curves along an axis: [value, requests per second] of the master with one level and with two, and of the busiest
 * directory server.
 * @param {MapSystem} system
 * @param {keyof typeof kAxes} axis
 */
export function curvesOf(system, axis) {
  const points = kAxes[axis].map((value) => ({ value, load: mapLoad({ ...system, [axis]: value }) }));
  /** @param {(load: ReturnType<typeof mapLoad>) => number} of */
  const line = (of) => points.map(({ value, load }) => /** @type {[number, number]} */ ([value, of(load)]));
  return {
    rows: line(({ rows }) => rows.master),
    master: line(({ levels }) => levels.master),
    server: line(({ levels }) => Math.max(...levels.directories)),
  };
}
