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

/** All of a file, which may be packed, with its byte order mark and line ends. @param {Blob} file */
async function wholeText(file) {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const packed = first === 0x1f && second === 0x8b;
  const plain = packed ? new Response(file.stream().pipeThrough(new DecompressionStream('gzip'))) : file;
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await plain.arrayBuffer());
}

/**
 * @param {{file: Blob, choose?: string, system?: string, write?: Wish}} asked
 * @returns {Promise<Written>}
 */
export async function write({ file, choose, system, write: wish }) {
  if (!wish) throw new Error('no nodes');
  const { nodes, ...of } = wish;
  const text = await wholeText(file);
  try {
    return { kind: 'written', ...(await writeCluster(text, { choose, system }, nodes, of)) };
  } catch (error) {
    const { line, names, message } = /** @type {Error & {line?: number, names?: string[]}} */ (error);
    if (names) return { kind: 'asks', names };
    if (line === undefined) throw error;
    return { kind: 'refused', line, why: message };
  }
}
