// The systems whose configuration can be exported, a file each, which the build finds. Each says which strategies and dialects it covers,
// and writes the files of a configuration, each in one language, or refuses with the reason.
import kSystems from 'found:systems';
import { Refused } from './shared/rules.js';

export { kSystems };

const covered = (covers, strategy, dialect) =>
  [covers].flat().some((one) => one.strategy === strategy && (one.dialects?.includes(dialect) ?? true));

/**
 * @typedef {{file: string, language: string, text: string}} Part one file of a configuration
 * @typedef
 * {{name: string, weight: number, id: number, rackId: number, data_center?: string, zone?: string, rack?: string, down?: boolean}}
 * Node `id` and `rackId` as the core numbers them: rack -1 is the first that a node was said to be in
 * @typedef {object} Setup
 * @property {string} strategy its id @property {Node[]} nodes @property {Record<string, any>} params @property {string}
 * hash its id
 * @property {number} replicas @property {(keys: string[]) => {nodes: string[], owners: Uint32Array}} placeAll places
 * with every node up
 * @property {(name: string, text: string) => any} hash_of as the headless core's hash()
 *
 * @param {Setup} setup
 * @returns {?{system: string, parts: Part[], refused: string}} null if no system has this dialect; `refused`: why
 *   there are no parts, or empty
 */
export function configurationOf(setup) {
  const found = kSystems.find(({ covers }) => covered(covers, setup.strategy, setup.params.dialect));
  if (!found) return null;
  try {
    return { system: found.system, parts: found.write(setup), refused: '' };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { system: found.system, parts: [], refused: error.message };
  }
}

/**
 * The same by the headless core.
 * @param {any} core
 * @param {any} setup without the two functions; `up`: what place() takes but keys, with every node up
 */
export const configurationBy = (core, { up, ...setup }) =>
  configurationOf({
    ...setup,
    placeAll: (keys) => core.place({ ...up, keys, replicas: 1 }),
    hash_of: (name, text) => core.hash(name, text),
  });

/** All files as one text; if there are several, each under its name. */
export function textOf(parts) {
  const mark = { cql: '--' };
  return parts.length === 1
    ? parts[0].text
    : parts.map(({ file, language, text }) => `${mark[language] ?? '#'} ${file}\n${text}`).join('\n');
}
