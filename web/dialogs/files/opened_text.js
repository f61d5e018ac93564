// The configuration that was opened in this visit, for whoever writes it again with other nodes. It is kept here alone:
// in no link and no storage, and it goes with the page. Over the reload that loads the second build
// (web/host/second_build.js), the tab's name carries it, which is memory too, and is as before once the page is there.

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

const kMostCarried = 1_000_000; // bytes: configurations are much smaller
const kCarried = 'reshard.opened ';

/** @typedef {Omit<Opened, 'choosing'> & {system: string}} Read */

/** Hands a text to the page that follows this one. A packed one, or no Unicode, stays behind. @param {Read} text */
export async function carryText({ file, ...of }) {
  if (!kWritten.includes(of.system) || file.size > kMostCarried) return;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await file.arrayBuffer());
    const name = 'name' in file ? file.name : undefined;
    window.name = kCarried + JSON.stringify({ ...of, text, name, was: window.name });
  } catch (error) {
    console.warn(error);
  }
}

/** Takes the text that was carried. @param {() => Promise<Opened['choosing']>} choosing of the page, once it has it */
export async function takeText(choosing) {
  if (!window.name.startsWith(kCarried)) return;
  const { text, name, was, ...of } = JSON.parse(window.name.slice(kCarried.length));
  window.name = was;
  const file = name === undefined ? new Blob([text]) : new File([text], name);
  const { strategy, params, hash } = await choosing();
  setOpened({ ...of, file, choosing: { strategy, params, hash } });
}
