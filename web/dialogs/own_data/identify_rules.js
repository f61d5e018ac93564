// Which strategy placed these keys: reads the rows and the nodes, and has the core search (core/identify) in slices. It
// needs no page, so that a worker and tests can run it too.
import { nextTurn } from '../../headless/next_turn.js';
import { t } from '../../text/language.js';
import { checkPasted, excerpt } from '../files/doors.js';

const kSliceMs = 12;

/**
 * @typedef {import('../../headless/reshard-profile.js').Profiler} Profiler
 * @typedef {import('../../headless/reshard-profile.js').IdentifyInput} IdentifyInput
 *
 * @typedef {{keys: string[], owners: string[]}} Rows
 *
 * @typedef {object} Asked
 * @property {Rows} rows
 * @property {?IdentifyInput['nodes']} [nodes]
 * @property {IdentifyInput['shown']} [shown]
 *
 * @typedef {(share: number) => Promise<boolean>} Progress called now and then; false ends the search with null
 */

/** Why a text is refused: names the line, and what a row is. */
export class RowError extends Error {}

/**
 * @param {string} text rows "key,owner", or with a tab or semicolon between them; a line's last separator counts, so
 *   that keys may contain commas
 */
export function readRows(text) {
  /** @type {Rows} */
  const rows = { keys: [], owners: [] };
  text.split(/\r\n|\r|\n/).forEach((line, i) => {
    if (line.trim() === '') return;
    const at = Math.max(line.lastIndexOf(','), line.lastIndexOf('\t'), line.lastIndexOf(';'));
    const key = line.slice(0, at),
      owner = line.slice(at + 1).trim();
    if (at < 1 || owner === '') {
      throw new RowError(t('Line {0}: expected “key,owner” (comma, tab or semicolon)', i + 1));
    }
    rows.keys.push(key);
    rows.owners.push(owner);
  });
  if (rows.keys.length < 20) {
    const least = 'Only {0} rows: at least 20 are needed, a few hundred tell strategies apart';
    throw new RowError(t(least, rows.keys.length));
  }
  return rows;
}

/**
 * All nodes in their order, one on each line, “name” or “name*weight”, as links have them.
 * @param {string} text
 * @returns {?{name: string, weight: number}[]} null if there are none
 */
export function readNodes(text) {
  checkPasted(text);
  /** @type {Map<string, number>} */
  const weights = new Map();
  text.split(/\r\n|\r|\n/).forEach((each, i) => {
    const line = each.trim(),
      at = line.lastIndexOf('*');
    if (line === '') return;
    const name = at < 0 ? line : line.slice(0, at),
      weight = at < 0 ? '1' : line.slice(at + 1).trim();
    if (name === '' || weight === '' || !(Number(weight) > 0 && Number(weight) <= 1e6)) {
      throw new RowError(t('Nodes, line {0}: expected a name, or “name*weight” with a weight up to {1}', i + 1, 1e6));
    }
    if (weights.has(name)) throw new RowError(t('Nodes, line {0}: “{1}” is there twice', i + 1, excerpt(name)));
    weights.set(name, Number(weight));
  });
  return weights.size > 0 ? [...weights].map(([name, weight]) => ({ name, weight })) : null;
}

/** @type {?Promise<Profiler>} */
let loading = null;

function profiler() {
  const wasm = new URL('../../../reshard-profile.wasm', import.meta.url).href;
  loading ??= import('../../headless/reshard-profile.mjs').then(({ loadProfiler }) => loadProfiler({ wasm }));
  loading.catch(() => {
    loading = null;
  }); // the next search may have a connection
  return loading;
}

/**
 * The best fits.
 * @param {Pick<Profiler, 'identify'>} core
 * @param {Asked} asked
 * @param {Progress} progress
 */
export async function search(core, { rows, nodes, shown }, progress) {
  const searching = core.identify({ ...rows, ...(nodes && { nodes }), ...(shown && { shown }) });
  let told = performance.now();
  for (let done = /** @type {?number} */ (0); done !== null; done = searching.step()) {
    if (performance.now() - told < kSliceMs) continue;
    if (!(await progress(done))) return null;
    told = performance.now();
  }
  return searching.finish();
}

/**
 * The same with the page's profiler.
 * @param {Asked} asked
 * @param {Progress} progress
 */
export async function identify(asked, progress) {
  const core = await profiler();
  await nextTurn();
  return search(core, asked, progress);
}
