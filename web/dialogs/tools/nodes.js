// The nodes of a scenario as a configuration needs them: with the places that only the scenario's file has, and with
// the core's numbers for them.

/** @typedef {import('../../headless/reshard-core.d.ts').NodeInput} NodeInput */
/** @typedef {{data_center: string, zone: string, rack: string}} Place */
/**
 * @typedef {object} Entry any entry of a log
 * @property {boolean} [at_once]
 * @property {NodeInput} [add]
 * @property {string} [remove]
 * @property {string} [rename]
 * @property {string} [to]
 * @property {string} [relocate]
 * @property {string} [data_center]
 * @property {string} [zone]
 * @property {string} [rack]
 * @property {string} [down]
 * @property {string} [up]
 */
/** @typedef {import('../../api/shapes.js').ScenarioJson} ScenarioJson */

/** @param {Partial<Place>} place @returns {Place} */
const placeOf = ({ data_center = '', zone = '', rack = '' }) => ({ data_center, zone, rack });

/** Follows a scenario's nodes and log: which nodes are there, where, and with which numbers. */
class Register {
  /** @type {Map<string, number>} by name; a name that returns has its old number */
  #numbers = new Map();
  #known = 0;
  /** @type {string[]} */
  #racks = [];
  /** @type {Map<string, Place & {id: number, down: boolean}>} by name */
  #live = new Map();

  /** @param {NodeInput} entry */
  add(entry) {
    /** @type {Exclude<NodeInput, string>} */
    const node = typeof entry === 'string' ? { name: entry } : entry;
    const { name, down = false, ...rest } = node;
    if (!this.#numbers.has(name)) this.#numbers.set(name, this.#known++);
    this.#live.set(name, { id: this.#numberOf(name), down, ...placeOf(rest) });
    this.#meet(name);
  }

  // A scenario that the page has accepted names only nodes that are there.
  #node(/** @type {string} */ name) {
    return /** @type {Place & {id: number, down: boolean}} */ (this.#live.get(name));
  }

  #numberOf(/** @type {string} */ name) {
    return /** @type {number} */ (this.#numbers.get(name));
  }

  /**
   * A rack gets its number when a node is first said to be in it, whatever else was said of the node then.
   * @param {string} name
   */
  #meet(name) {
    const { rack } = this.#node(name);
    if (!this.#racks.includes(rack)) this.#racks.push(rack);
  }

  /** @param {Entry} event */
  follow(event) {
    if (event.add !== undefined) this.add(event.add);
    else if (event.remove !== undefined) this.#live.delete(event.remove);
    else if (event.rename !== undefined) this.#rename(event.rename, /** @type {string} */ (event.to));
    else if (event.relocate !== undefined) {
      Object.assign(this.#node(event.relocate), placeOf(event));
      this.#meet(event.relocate);
    } else if (event.down !== undefined) this.#node(event.down).down = true;
    else if (event.up !== undefined) this.#node(event.up).down = false;
  }

  /** @param {string} from @param {string} to */
  #rename(from, to) {
    this.#live.set(to, this.#node(from));
    this.#live.delete(from);
    this.#numbers.set(to, this.#numberOf(from));
    this.#numbers.delete(from);
  }

  get numbers() {
    return this.#numbers;
  }

  /** @param {{name: string, weight: number}} node @returns {import('../../systems/systems.js').Node} */
  of({ name, weight }) {
    const { id, down, ...place } = this.#node(name);
    return { name, weight, id, rackId: -1 - this.#racks.indexOf(place.rack), down, ...place };
  }
}

/**
 * @param {ScenarioJson} scenario
 * @param {string[]} generated the names of the initial nodes, if the scenario only says how many there are
 * @param {{name: string, weight: number}[]} shown the nodes as they are
 */
export function nodesOf(scenario, generated, shown) {
  const register = registerOf(scenario, generated);
  return shown.map((node) => register.of(node));
}

/** @param {ScenarioJson} scenario @param {string[]} generated */
function registerOf(scenario, generated) {
  const register = new Register();
  /** @type {NodeInput[]} */
  const nodes = Array.isArray(scenario.nodes) ? scenario.nodes : generated;
  /** @type {Entry[]} */
  const log = scenario.log ?? [];
  for (const node of nodes) register.add(node);
  for (const event of log) register.follow(event);
  return register;
}

/**
 * The number of each current or former node, which decides its colour on the page.
 * @param {ScenarioJson} scenario @param {string[]} generated
 */
export const numbersOf = (scenario, generated) => registerOf(scenario, generated).numbers;

/**
 * Without nodes that went down or came up; the first event that is left of a step begins it.
 * @param {Entry[]} log
 */
function withoutStates(log) {
  /** @type {Entry[]} */
  const left = [];
  let begins = false;
  for (const event of log) {
    begins ||= !event.at_once;
    if (event.down !== undefined || event.up !== undefined) continue;
    left.push(begins && event.at_once ? { ...event, at_once: false } : event);
    begins = false;
  }
  return left;
}

/**
 * The same scenario with every node up: what a configuration is made for.
 * @template {{nodes?: NodeInput[] | number, log: Entry[]}} Input @param {Input} input
 */
export const allUp = (input) => ({
  ...input,
  nodes: Array.isArray(input.nodes)
    ? input.nodes.map((node) => (typeof node === 'object' && node.down ? { ...node, down: false } : node))
    : input.nodes,
  log: withoutStates(input.log),
});
