// What “Identify a strategy” gets of a text that this dialog has read.
import { readCluster } from '../../systems/clusters.js';

/** An owner that the last separator of a line parts from its key. @param {string} owner */
const isPlain = (owner) => !/[,;\t\r\n]/.test(owner);

/** Keys with their owners, a line each; '': the text has none. @param {string} text */
export async function keyRows(text) {
  const found = await readCluster(text);
  if (!('entries' in found)) return '';
  const rows = found.entries.rows.flatMap(({ id, owner }) =>
    owner !== null && isPlain(owner) && !/[\r\n]/.test(id) ? [`${id}\t${owner}\n`] : [],
  );
  return rows.join('');
}
