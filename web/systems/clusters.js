// All readers, as the build finds them, and what becomes of a reading.
import kReaders from 'found:readers';
import { readWith } from './reading/read.js';

export { choosingOf } from './edit/strategy.js';
export { kMostShared, linkOf } from './reading/link.js';
export { neutralForm } from './reading/neutral.js';

/** @param {string} text @param {{choose?: string, system?: string}} [asked] as of readWith() */
export const readCluster = (text, asked) => readWith(kReaders, text, asked);

/** As people write it. @param {string} system */
export const titleOf = (system) => kReaders.find((reader) => reader.system === system)?.title ?? system;

/**
 * A text with other nodes (edit/edit.js); loaded when it is asked for.
 * @param {string} text @param {{choose?: string, system?: string}} asked
 * @param {import('./edit/edit.js').Node[]} nodes @param {{name?: string, now?: import('./edit/edit.js').Now}} [of]
 */
export async function writeCluster(text, asked, nodes, of) {
  const { edited } = await import('./edit/edit.js');
  return edited(kReaders, text, asked, nodes, of);
}
