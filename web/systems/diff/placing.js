// Where the keys of a reading’s strategy are: what the core’s place() takes, from the link that opens the reading.
import { unescaped } from '../../text/unescaped.js';
import { linkOf } from '../reading/link.js';

/** @typedef {import('../reading/form.js').Reading} Reading */
/** @typedef {import('../../headless/reshard-core.d.ts').PlaceInput} PlaceInput */
/** @typedef {import('../../headless/reshard-core.d.ts').Placement} Placement */
/** @typedef {import('../../headless/reshard-core.d.ts').StrategyInfo} StrategyInfo */
/** @typedef {import('../../headless/reshard-core.d.ts').KeysInput} KeysInput */
/** @typedef {{name: string, weight: number, down: boolean, data_center?: string, zone?: string, rack?: string}} Node */
/** @typedef {{strategy: string, params: Record<string, string | number>, hash?: string, nodes: Node[], table?: string,
 *   replicas?: number}} Placing */
/**
 * @typedef {object} Core the part of the headless core that is used here
 * @property {() => StrategyInfo[]} strategies
 * @property {(input: PlaceInput) => Placement | Promise<Placement>} place
 */

const kOthers = ['v', 'nodes', 'strategy', 's1.strategy', 'hash', 'owners', 'replicas'];
export const kNowhere = 0xffffffff;

/** @param {string} item of a link’s nodes @returns {Node} */
function nodeOf(item) {
  const [, down, name, weight = '1', place = ''] = /^(!?)([^*@]+)(?:\*([^@]+))?(?:@(.*))?$/.exec(item) ?? [];
  const [data_center, zone, rack] = place.split('/').map(unescaped);
  return {
    ...{ name: unescaped(name), weight: Number(weight), down: down !== '' },
    ...(data_center && { data_center }),
    ...(zone && { zone }),
    ...(rack && { rack }),
  };
}

/**
 * @param {string} link of a reading
 * @param {StrategyInfo[]} strategies
 * @returns {Placing}
 */
function inputOf(link, strategies) {
  const fields = new Map(
    link.split('&').map((field) => {
      const at = field.indexOf('=');
      return /** @type {[string, string]} */ ([field.slice(0, at), field.slice(at + 1)]);
    }),
  );
  const id = fields.get('strategy') ?? '';
  const params = strategies.find((one) => one.id === id)?.params ?? [];
  const typed = (/** @type {string} */ name, /** @type {string} */ value) => {
    const text = unescaped(value);
    const param = params.find(({ key }) => key === name);
    return param && !param.options && /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
  };
  const own = [...fields].filter(([name]) => !kOthers.includes(name));
  const [hash, table, replicas] = ['hash', 'owners', 'replicas'].map((name) => fields.get(name));
  const layout = fields.get('s1.strategy');
  return {
    strategy: id,
    params: Object.fromEntries([
      ...own.map(([name, value]) => [name, typed(name, value)]),
      ...(layout ? [['strategy', layout]] : []),
    ]),
    nodes: (fields.get('nodes') ?? '').split(',').map(nodeOf),
    ...(hash && { hash }),
    ...(table && { table }),
    ...(replicas && { replicas: Number(replicas) }),
  };
}

/**
 * @param {Reading} reading
 * @param {StrategyInfo[]} strategies
 * @returns {{input: Placing} | {why: string}}
 */
export function placingOf(reading, strategies) {
  const found = linkOf(reading);
  return 'why' in found ? { why: found.why } : { input: inputOf(found.link, strategies) };
}

/** Parameters with those that have their default. @param {Placing} input @param {StrategyInfo[]} strategies */
export function settingsOf({ strategy, params }, strategies) {
  const all = strategies.find(({ id }) => id === strategy)?.params ?? [];
  const usual = all.map((param) => /** @type {[string, string | number]} */ ([param.key, param.default]));
  return new Map([...usual, ...Object.entries(params)]);
}

/** The hash function that places the keys. @param {Placing} input @param {StrategyInfo[]} strategies */
export function hashOf({ strategy, hash }, strategies) {
  return hash ?? strategies.find(({ id }) => id === strategy)?.hash ?? '';
}

/**
 * @param {Core} core
 * @param {Placing} input
 * @param {KeysInput} keys
 * @returns {Promise<Placement>}
 */
export const placed = async (core, input, keys) => core.place({ ...input, keys });
