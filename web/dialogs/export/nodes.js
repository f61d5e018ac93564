// The nodes of a scenario as a configuration needs them: with the places that only the scenario's file has, and with
// the core's numbers for them.

const placeOf = ({ data_center = '', zone = '', rack = '' }) => ({ data_center, zone, rack });

/** Follows a scenario's nodes and log: which nodes are there, where, and with which numbers. */
class Register {
  #numbers = new Map(); // name → number; a name that returns has its old number
  #known = 0;
  #racks = [];
  #live = new Map(); // name → node

  add(entry) {
    const { name = entry, down = false, ...rest } = typeof entry === 'string' ? {} : entry;
    if (!this.#numbers.has(name)) this.#numbers.set(name, this.#known++);
    this.#live.set(name, { id: this.#numbers.get(name), down, ...placeOf(rest) });
    this.#meet(name);
  }

  // A rack gets its number when a node is first said to be in it, whatever else was said of the node then.
  #meet(name) {
    const { rack } = this.#live.get(name);
    if (!this.#racks.includes(rack)) this.#racks.push(rack);
  }

  follow(event) {
    if (event.add !== undefined) this.add(event.add);
    else if (event.remove !== undefined) this.#live.delete(event.remove);
    else if (event.rename !== undefined) this.#rename(event.rename, event.to);
    else if (event.relocate !== undefined) {
      Object.assign(this.#live.get(event.relocate), placeOf(event));
      this.#meet(event.relocate);
    } else if (event.down !== undefined) this.#live.get(event.down).down = true;
    else if (event.up !== undefined) this.#live.get(event.up).down = false;
  }

  #rename(from, to) {
    this.#live.set(to, this.#live.get(from));
    this.#live.delete(from);
    this.#numbers.set(to, this.#numbers.get(from));
    this.#numbers.delete(from);
  }

  get numbers() {
    return this.#numbers;
  }

  of({ name, weight }) {
    const { id, down, ...place } = this.#live.get(name);
    return { name, weight, id, rackId: -1 - this.#racks.indexOf(place.rack), down, ...place };
  }
}

/**
 * @param {any} scenario as the page writes it to a file @param {string[]} generated the names of the initial nodes, if
 * the scenario only says how many there are @param {{name: string, weight: number}[]} shown the nodes as they are
 */
export function nodesOf(scenario, generated, shown) {
  const register = registerOf(scenario, generated);
  return shown.map((node) => register.of(node));
}

function registerOf(scenario, generated) {
  const register = new Register();
  (Array.isArray(scenario.nodes) ? scenario.nodes : generated).forEach((node) => register.add(node));
  (scenario.log ?? []).forEach((event) => register.follow(event));
  return register;
}

/** The number of each current or former node, which decides its colour on the page. @returns {Map<string, number>} */
export const numbersOf = (scenario, generated) => registerOf(scenario, generated).numbers;

/** Without nodes that went down or came up; the first event that is left of a step begins it. */
function withoutStates(log) {
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

/** The same scenario with every node up: what a configuration is made for. */
export const allUp = (input) => ({
  ...input,
  nodes: Array.isArray(input.nodes)
    ? input.nodes.map((node) => (node.down ? { ...node, down: false } : node))
    : input.nodes,
  log: withoutStates(input.log),
});
