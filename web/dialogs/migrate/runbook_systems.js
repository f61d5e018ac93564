// The page's change as a change of configuration: which system's it is, what its writer gives for the nodes before and
// after, how many keys move between the two, and some keys with their owners. The core answers in the page's worker.
import { lastStepOf, Identities, inputOf, movedShare, placing } from '../tools/plan.js';
import { Core } from '../tools/dialog_core.js';
import { allUp, nodesOf } from '../tools/nodes.js';
import { firstNodes } from '../tools/first_nodes.js';
import { commandsOf } from './runbook.js';
import { kPrograms } from './runbook_programs.js';
import { reloadRunbook } from './runbook_reload.js';
import { kStores, storeRunbook } from './runbook_stores.js';

/** @typedef {import('../../host/page.js').Page} Page */
/** @typedef {import('../../api/shapes.js').ScenarioJson} ScenarioJson */
/** @typedef {import('../../headless/reshard-core.d.ts').LogEntry} LogEntry */
/** @typedef {import('../../headless/reshard-core.d.ts').StrategyInfo} StrategyInfo */
/** @typedef {import('../../headless/reshard-core.d.ts').Placement} Placement */
/** @typedef {import('./move_engine.js').Sides} Sides */
/** @typedef {import('../../systems/systems.js').Part} Part */
/** @typedef {{strategy: string, params?: Record<string, any>, hash?: string}} Choice */
/** @typedef {{choice: Choice, log: LogEntry[]}} Half one side, as the scenario says it */

/** @typedef {{names: string[], weights: Map<string, number>, parts: Part[]}} Written one side, as its writer says it */

/**
 * @typedef {object} Change
 * @property {string} system by the name that its writer has
 * @property {import('./runbook_programs.js').Program} [program] of a cache router; a store has none
 * @property {Written} before
 * @property {Written} after
 * @property {string} refused why there is no configuration; '' if there is one
 * @property {import('./runbook_programs.js').Weights} weights
 * @property {string} hint how fewer keys would move
 * @property {number} share of the keys that move
 * @property {number} copies that a key gets on another node, replicas counted
 * @property {number} busiest those of them that one node gets, at most
 * @property {number} fromRemoved the share of those on servers that leave
 * @property {string[]} added
 * @property {string[]} removed
 * @property {boolean} planned whether the page shows no change yet, and this is about one more node
 * @property {{key: string, before: string, after: string}[]} owners of some keys
 */

const kTried = 200; // keys, from which some are shown
const kShown = 5; // that move, and as many that do not
const kNone = '-';

/** @typedef {Pick<Core, 'ask'>} Answering */

const kCore = new Core(
  new URL('../tools/configuration_engine.js', import.meta.url),
  () => import('../tools/configuration_engine.js'),
);

/** @param {ScenarioJson} scenario @param {Sides} sides @returns {{before: Half, after: Half}} */
function halvesOf({ strategies = [{ strategy: 'ring' }], log = [] }, { before, after }) {
  const [first] = strategies;
  // of the reader's own keys, the move is the last change
  if ('owners' in before || 'owners' in after)
    return { before: { choice: first, log: log.slice(0, lastStepOf(log)) }, after: { choice: first, log } };
  const half = (/** @type {Choice & {log: LogEntry[]}} */ { strategy, params, hash, log: own }) => ({
    choice: { strategy, ...(params && { params }), ...(hash && { hash }) },
    log: own,
  });
  return { before: half(before), after: half(after) };
}

/**
 * All parameters and the hash function, as the page has them.
 * @param {StrategyInfo[]} strategies
 * @param {Choice} choice
 */
function settingsOf(strategies, { strategy, params = {}, hash }) {
  const info = strategies.find(({ id }) => id === strategy);
  /** @type {Record<string, any>} */
  const all = { ...Object.fromEntries((info?.params ?? []).map(({ key, default: usual }) => [key, usual])), ...params };
  const offered = info?.hashesOf?.[all.dialect];
  const usual = offered && !offered.some(({ id }) => id === info?.hash) ? offered[0].id : (info?.hash ?? '');
  return { params: all, hash: hash ?? usual };
}

/**
 * By name, after a log.
 * @param {ScenarioJson['nodes']} nodes
 * @param {LogEntry[]} log
 */
function weightsOf(nodes, log) {
  const weights = new Map();
  const add = (/** @type {import('../../headless/reshard-core.d.ts').NodeInput} */ node) =>
    typeof node === 'string' ? weights.set(node, 1) : weights.set(node.name, node.weight ?? 1);
  if (Array.isArray(nodes)) nodes.forEach(add);
  for (const entry of log) {
    if ('add' in entry) add(entry.add);
    if ('weigh' in entry) weights.set(entry.weigh, entry.weight);
    if ('rename' in entry) weights.set(entry.to, weights.get(entry.rename) ?? 1);
  }
  return weights;
}

/** What the core says of one scenario. */
class Scenario {
  #scenario;
  #core;
  /** @type {string[]} */
  #generated = [];
  /** @type {StrategyInfo[]} */
  #strategies = [];

  /** @param {ScenarioJson} scenario @param {Answering} core */
  constructor(scenario, core) {
    this.#scenario = scenario;
    this.#core = core;
  }

  async known() {
    this.#generated = await firstNodes(this.#core, this.#scenario);
    this.#strategies = await this.#core.ask('strategies');
    return this;
  }

  /** @param {Half} half */
  #inputOf({ choice, log }) {
    const { replicas = 1 } = this.#scenario;
    return { ...placing(inputOf(this.#scenario), choice), log, ...(replicas > 1 && { replicas }) };
  }

  /** @param {Half} half @returns {Promise<Placement>} */
  place(half) {
    return this.#core.ask('place', this.#inputOf(half));
  }

  /** @param {Half} half @param {string[]} keys @returns {Promise<string[]>} the owner of each of these keys */
  async ownersOf(half, keys) {
    /** @type {Placement} */
    const { nodes, owners } = await this.#core.ask('place', { ...this.#inputOf(half), keys });
    return keys.map((_, i) => nodes[owners[(i * owners.length) / keys.length]] ?? kNone);
  }

  /**
   * What the writer gives; null if no system has these settings.
   * @param {Half} half
   * @returns {Promise<?Written & {system: string, refused: string}>}
   */
  async write(half) {
    const { choice, log } = half,
      { params, hash } = settingsOf(this.#strategies, choice);
    const one = { ...inputOf(this.#scenario), log, keys: { kind: 'sequential', count: 1 } };
    /** @type {Placement} */
    const { nodes: names } = await this.#core.ask('place', placing(one, { strategy: 'modulo' }));
    const weights = weightsOf(this.#scenario.nodes, log);
    const shown = names.map((name) => ({ name, weight: weights.get(name) ?? 1 }));
    const known = await this.#core.ask('configuration', {
      up: allUp(this.#inputOf(half)),
      strategy: choice.strategy,
      nodes: nodesOf({ ...this.#scenario, log }, this.#generated, shown),
      params,
      hash,
      replicas: this.#scenario.replicas ?? 1,
    });
    return known && { ...known, names, weights };
  }

  /** @param {Half} half @returns {Record<string, any>} */
  paramsOf({ choice }) {
    return settingsOf(this.#strategies, choice).params;
  }

  /** Which nodes these are, by the names of either side. @param {Half} before @param {Half} after */
  identities(before, after) {
    const { nodes } = this.#scenario;
    const who = new Identities(
      Array.isArray(nodes) ? nodes.map((node) => (typeof node === 'string' ? node : node.name)) : this.#generated,
    );
    for (const entry of before.log) who.apply(/** @type {any} */ (entry));
    return {
      before: (/** @type {Placement} */ placed) => who.of(placed),
      after: (/** @type {Placement} */ placed) => {
        for (const entry of after.log.slice(before.log.length)) who.apply(/** @type {any} */ (entry));
        return who.of(placed);
      },
    };
  }
}

/**
 * How much moves: of the page's keys where it shows just this change, else of the sample.
 * @param {Scenario} scenario
 * @param {{before: Half, after: Half}} halves
 * @param {string[]} removed
 */
async function sharesOf(scenario, { before, after }, removed) {
  const [was, is] = [await scenario.place(before), await scenario.place(after)];
  const who = scenario.identities(before, after);
  const gone = new Set(removed.map((name) => was.nodes.indexOf(name)));
  return {
    share: movedShare(who.before(was), who.after(is)),
    fromRemoved: was.owners.filter((owner) => gone.has(owner)).length / was.owners.length,
    ...copiesOf(was, is),
  };
}

/**
 * How many copies of a key are made, and how many of those one node gets at most; a mean of all keys.
 * @param {Placement} was
 * @param {Placement} is
 */
function copiesOf(was, is) {
  const arriving = new Map();
  for (let key = 0; key < is.keys; ++key) {
    const had = new Set();
    for (let i = 0; i < was.replicas; ++i) had.add(was.nodes[was.owners[key * was.replicas + i]]);
    for (let i = 0; i < is.replicas; ++i) {
      const name = is.nodes[is.owners[key * is.replicas + i]];
      if (name !== undefined && !had.has(name)) arriving.set(name, (arriving.get(name) ?? 0) + 1);
    }
  }
  const counts = [...arriving.values()];
  return {
    copies: counts.reduce((sum, count) => sum + count, 0) / is.keys,
    busiest: Math.max(0, ...counts) / is.keys,
  };
}

/**
 * Some keys that move, and some that do not.
 * @param {Scenario} scenario
 * @param {{before: Half, after: Half}} halves
 * @param {import('./runbook_programs.js').Servers} servers
 */
async function examplesOf(scenario, { before, after }, servers) {
  const keys = Array.from({ length: kTried }, (_, i) => (servers === 'http' ? `/item/${i + 1}` : `item:${i + 1}`));
  const [was, is] = [await scenario.ownersOf(before, keys), await scenario.ownersOf(after, keys)];
  const all = keys.map((key, i) => ({ key, before: was[i], after: is[i] }));
  const moving = all.filter((one) => one.before !== one.after).slice(0, kShown);
  return [...moving, ...all.filter((one) => one.before === one.after).slice(0, 2 * kShown - moving.length)];
}

/**
 * The share that the page's headline says, if it is about this change: the page counts all its keys.
 * @param {Pick<Page, 'bridge' | 'state'>} page
 * @param {{before: Half, after: Half}} halves
 */
function shareOfPage({ bridge, state }, { before, after }) {
  const { log = [] } = bridge.read('scenario'),
    { keys, moved } = state();
  const last = log.length > 0 && after.log.length === log.length && before.log.length === lastStepOf(log) && moved >= 0;
  return last && before.choice.strategy === after.choice.strategy ? moved / keys : null;
}

/**
 * Null if no cache router has the page's strategy.
 * @param {Pick<Page, 'bridge' | 'state'>} page
 * @param {Sides} sides
 * @param {Answering} [core]
 * @returns {Promise<?Change>}
 */
export async function changeOf(page, sides, core = kCore) {
  const read = page.bridge.read('scenario'),
    halves = halvesOf(read, sides);
  const scenario = await new Scenario(read, core).known();
  const [before, after] = [await scenario.write(halves.before), await scenario.write(halves.after)];
  if (!before || !after || before.system !== after.system) return null;
  const program = Object.hasOwn(kPrograms, after.system) ? kPrograms[after.system] : undefined,
    params = scenario.paramsOf(halves.after);
  if (!program && !Object.hasOwn(kStores, after.system)) return null;
  const gone = before.names.filter((name) => !after.names.includes(name));
  const come = after.names.filter((name) => !before.names.includes(name));
  const shares = await sharesOf(scenario, halves, gone);
  return {
    system: after.system,
    ...(program && { program }),
    before,
    after,
    refused: after.refused || before.refused,
    weights: program?.weights(params, halves.after.choice.strategy) ?? '',
    hint: program?.hint?.(params, gone.length > 0) ?? '',
    share: shareOfPage(page, halves) ?? shares.share,
    fromRemoved: shares.fromRemoved,
    copies: shares.copies,
    busiest: shares.busiest,
    added: come,
    removed: gone,
    planned: halves.after.log.length > (read.log ?? []).length,
    owners: program ? await examplesOf(scenario, halves, program.servers) : [],
  };
}

/**
 * What is shown and saved as JSON.
 * @param {Change} change
 * @param {import('./runbook.js').Numbers & {hitRate?: number}} numbers a cache's have a hit rate
 */
export function madeOf(change, numbers) {
  const { system, share, program } = change,
    { hitRate = 0 } = numbers;
  const runbook = program
    ? reloadRunbook({ ...change, program }, { ...numbers, hitRate })
    : storeRunbook(change, numbers);
  return { protocol: 'by_system', system, share, numbers, runbook, commands: commandsOf(runbook) };
}
