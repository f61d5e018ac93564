// A configuration with other nodes, for the dialog that offers it. Loaded when it is asked for.
import { writeCluster } from '../../systems/clusters.js';

/** @typedef {import('../../systems/edit/edit.js').Edited} Edited */
/**
 * @typedef {{nodes: import('../../systems/edit/edit.js').Node[], now: import('../../systems/edit/edit.js').Now, name?:
 *   string}} Wish
 */
/**
 * @typedef {Edited & {kind: 'written'} | {kind: 'asks', names: string[]} | {kind: 'refused', line: number, why:
 *   string}}
 *   Written `asks`: for the addresses of these nodes
 */

/**
 * @param {string} text
 * @param {{choose?: string, system?: string, write?: Wish}} asked
 * @returns {Promise<Written>}
 */
export async function write(text, { choose, system, write: wish }) {
  if (!wish) throw new Error('no nodes');
  const { nodes, ...of } = wish;
  try {
    return { kind: 'written', ...(await writeCluster(text, { choose, system }, nodes, of)) };
  } catch (error) {
    const { line, names, message } = /** @type {Error & {line?: number, names?: string[]}} */ (error);
    if (names) return { kind: 'asks', names };
    if (line === undefined) throw error;
    return { kind: 'refused', line, why: message };
  }
}
