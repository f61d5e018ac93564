// The Redis Cluster that was opened on the page from a text, for whoever writes commands: the runbook.

/** @typedef {import('../../systems/reading/form.js').Running} Read */
/** @typedef {Read & {form: string, names: string[]}} Running `form`: which text it is; `names`: of the page's nodes */
/** @typedef {Pick<import('../../host/page.js').Page, 'bridge'>} Page */

/** @type {?Running} */
let running = null;

/** @param {?Running} opened */
export function setRunning(opened) {
  running = opened;
}

/**
 * The cluster, if the page's scenario came from it.
 * @param {Page} page
 */
export function runningOf({ bridge }) {
  const { nodes } = bridge.read('scenario');
  if (!running || !Array.isArray(nodes) || nodes.length !== running.names.length) return null;
  const names = new Set(running.names);
  return nodes.every((node) => names.has((typeof node === 'string' ? node : node.name) ?? '')) ? running : null;
}

/**
 * The nodes that the page has added to that cluster.
 * @param {Page & Pick<import('../../host/page.js').Page, 'state'>} page
 */
export function newcomersOf(page) {
  const known = new Set(runningOf(page)?.names);
  if (known.size === 0) return [];
  const nodes = /** @type {{name: string}[]} */ (page.state().nodes);
  return nodes.map(({ name }) => name).filter((name) => !known.has(name));
}

/** Those of them that are named by their address. @param {string[]} names */
export const addressesIn = (names) => names.filter((name) => /^\S+:\d+$/.test(name));
