// Says whose text a file is: “Identify a strategy” sends the text of a cluster to “Open your cluster”.
import { readCluster } from '../../systems/clusters.js';
import { loadDecoder, textOf } from '../files/open_file.js';
import { speak } from '../tools/speak.js';

const kMostBytes = 100_000_000;

/**
 * The system that a file is of, if it is one that has a function or a table of its own; else ''.
 * @param {string} _ system
 * @param {{language: string, input: {file: Blob}}} asked
 */
export async function answer(_, { language, input: { file } }) {
  await speak(language);
  await loadDecoder(file);
  const found = await readCluster(await textOf(file, kMostBytes));
  const system = 'fits' in found ? found.fits[0] : found.system;
  return system === null || system === 'rows' ? '' : system;
}
