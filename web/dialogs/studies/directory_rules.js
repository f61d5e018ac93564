// What the map of sections is asked, without a move: clients keep what they were told for a while, and ask again at the next request after
// that. A row that is wanted at random λ times a second and kept for T is asked for once in T + 1/λ: λ / (1 + λT) times a second.

export const kRowBytes = 4;  // a section's node, or a directory server's number

/** By section: its part of a client's requests, in proportion to 1 / number^skew. */
export function sharesOf(sections, skew) {
  const shares = Array.from({ length: sections }, (_, i) => (i + 1) ** -skew);
  const all = shares.reduce((sum, share) => sum + share, 0);
  return shares.map((share) => share / all);
}

/** How often a row is asked for that is wanted `rate` times a second and kept for `lifetime` seconds. */
export const lookups = (rate, lifetime) => rate / (1 + rate * lifetime);

/**
 * Three ways to get the map: all of it from the master; its rows from the master; its rows from directory servers (section mod
 * servers), of which the master has the list.
 * @param {{clients: number, rate: number, lifetime: number, sections: number, servers: number, skew: number}} system rate: requests a
 *   second of each client
 * @returns requests a second on the master and on directory servers, bytes a second that they send, and hops of a request
 */
export function mapLoad({ clients, rate, lifetime, sections, servers, skew }) {
  const byServer = new Array(servers).fill(0);
  sharesOf(sections, skew).forEach((share, section) => { byServer[section % servers] += clients * lookups(rate * share, lifetime); });
  const rows = byServer.reduce((sum, load) => sum + load, 0);
  const lists = clients * lookups(rate, lifetime);  // each request looks whether what its client has is still good
  const all = clients * rate;
  const way = (master, directories, bytes) => ({ master, directories, bytes, hops: 1 + (master + directories.reduce((sum, load) => sum + load, 0)) / all });
  return {
    whole: { ...way(lists, [], lists * sections * kRowBytes), worst: 2 },
    rows: { ...way(rows, [], rows * kRowBytes), worst: 2 },
    levels: { ...way(lists, byServer, (rows + lists * servers) * kRowBytes), worst: 3 },
  };
}

const log = (least, most, count) => Array.from({ length: count }, (_, i) => least * (most / least) ** (i / (count - 1)));

/** What can stand along the plot, and where it is looked at. */
export const kAxes = {
  clients: log(1, 1e6, 25),
  rate: log(0.01, 1e4, 25),
  lifetime: log(0.1, 86_400, 25),
  sections: Array.from({ length: 15 }, (_, i) => 4 << i),
  servers: Array.from({ length: 7 }, (_, i) => 1 << i),
};

/** The curves along an axis: [value, requests a second] of the master with one level and with two, and of the busiest directory server. */
export function curvesOf(system, axis) {
  const points = kAxes[axis].map((value) => ({ value, load: mapLoad({ ...system, [axis]: value }) }));
  const line = (of) => points.map(({ value, load }) => /** @type {[number, number]} */ ([value, of(load)]));
  return { rows: line(({ rows }) => rows.master), master: line(({ levels }) => levels.master), server: line(({ levels }) => Math.max(...levels.directories)) };
}
