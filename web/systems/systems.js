// The systems whose configuration can be exported, a file each, which the build finds. Each says which strategies and
// dialects it covers, and writes the files of a configuration, each in one language, or refuses with the reason.
import kSystems from 'found:systems';
import { Refused } from './shared/rules.js';

export { kSystems };

/**
 * @typedef {{file: string, language: string, text: string}} Part one file of a configuration
 *
 * @typedef {object} Node
 * @property {string} name
 * @property {number} weight
 * @property {number} id as the core numbers it
 * @property {number} rackId likewise; -1 is the first that a node was said to be in
 * @property {string} [data_center]
 * @property {string} [zone]
 * @property {string} [rack]
 * @property {boolean} [down]
 *
 * @typedef {object} Setup
 * @property {string} strategy its id
 * @property {Node[]} nodes
 * @property {Record<string, any>} params the strategy says which are numbers and which are texts
 * @property {string} hash its id
 * @property {number} replicas
 * @property {string} [table] that the cluster begins with, as of PlaceInput
 * @property {PlaceAll} placeAll places with every node up; `first`: before any change
 * @property {Core['hash']} hash_of
 * @property {(params: Record<string, any>, key: string, before: boolean) => {label: string, value: string, node?:
 *   string}[]} [explain] the steps of a key if some parameters were others; `before`: before the last event
 * @property {import('./readers/postgresql.js').SqlTable} [sqlTable] PostgreSQL's, if one was opened in this visit
 *
 * @typedef {(keys: string[], of?: {first?: boolean}) => {nodes: string[], owners: Uint32Array}} PlaceAll
 * @typedef {{strategy: string, dialects?: string[], fits?: (setup: Setup) => boolean}} Covered a strategy, or some
 *   dialects of it; `fits`: or only some scenarios
 * @typedef {(setup: Setup) => Part[]} Write throws Refused
 * @typedef {{system: string, covers: Covered | Covered[], write: Write}} System
 *
 * @typedef {import('../headless/reshard-core.js').Core} Core
 * @typedef {Omit<import('../headless/reshard-core.js').PlaceInput, 'keys'>} Placing
 */

/** @param {Covered | Covered[]} covers @param {Setup} setup */
const covered = (covers, setup) =>
  [covers]
    .flat()
    .some(
      ({ strategy, dialects, fits }) =>
        strategy === setup.strategy && (dialects?.includes(setup.params.dialect) ?? true) && (fits?.(setup) ?? true),
    );

/**
 * @param {Setup} setup
 * @returns {?{system: string, parts: Part[], refused: string}} null if no system has this dialect; `refused`: why
 *   there are no parts, or empty
 */
export function configurationOf(setup) {
  const found = kSystems.find(({ covers }) => covered(covers, setup));
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
 * @param {Pick<Core, 'place' | 'hash' | 'explain'>} core
 * @param {Omit<Setup, 'placeAll' | 'hash_of' | 'explain'> & {up: Placing}} setup `up`: with every node up
 */
export const configurationBy = (core, { up, ...setup }) =>
  configurationOf({
    ...setup,
    table: up.table,
    placeAll: (keys, { first = false } = {}) => core.place({ ...up, ...(first && { log: [] }), keys, replicas: 1 }),
    hash_of: (name, text) => core.hash(name, text),
    explain: (params, key, before) => {
      const log = before ? up.log?.slice(0, -1) : up.log;
      return core.explain({ ...up, log, params: { ...up.params, ...params } }, key);
    },
  });

/**
 * All files as one text; if there are several, each under its name.
 * @param {Part[]} parts
 */
export function textOf(parts) {
  /** @type {Record<string, string>} */
  const mark = { cql: '--', sql: '--' };
  return parts.length === 1
    ? parts[0].text
    : parts.map(({ file, language, text }) => `${mark[language] ?? '#'} ${file}\n${text}`).join('\n');
}
