// The configuration that was opened in this visit, for whoever writes it again with other nodes. It is kept here
// alone: in
// no link and no storage, and it goes with the page.

/**
 * @typedef {object} Opened
 * @property {Blob} file as it was opened or pasted @property {{choose?: string, system?: string}} asked which part of
 *   it
 * @property {string} title of the system @property {string[]} names of the nodes that were read
 * @property {{strategy: string, params: Record<string, string | number>, hash: string}} choosing as it was opened
 */

/** Systems whose files can be written again: kEdited of systems/edit/edit.js, which is loaded later. */
export const kWritten = ['nginx', 'haproxy', 'twemproxy', 'envoy', 'clickhouse'];

/** @type {?Opened} */
let opened = null;

/** @param {?(Opened & {system: string})} text null: another cluster is opened now */
export function setOpened(text) {
  opened = text && kWritten.includes(text.system) ? text : null;
}

/**
 * The text, if the page has one of its nodes.
 * @param {{name: string}[]} nodes
 * @param {string[]} [were] their first names
 */
export function openedText(nodes, were = []) {
  const names = new Set(opened?.names);
  return [...nodes.map(({ name }) => name), ...were].some((name) => names.has(name)) ? opened : null;
}
