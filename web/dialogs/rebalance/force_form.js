// A move by hand: which entry goes from where to where. The rest is planned around it.
import { t } from '../../text/language.js';
import { wordsOf } from '../../systems/shared/kinds.js';

/** @typedef {import('../../systems/rebalance/form.js').Problem} Problem */
/** @typedef {import('../../systems/rebalance/forced.js').ForcedMove} ForcedMove */

const kMostListed = 1000; // of entries, which people can type anyway

export class ForceForm {
  #part;
  #force;
  /** @type {?Problem} */
  #problem = null;
  /** @type {Map<string, string[]>} which nodes have each entry now */
  #on = new Map();
  #from = ''; // the node whose bar was pressed

  /** @param {(name: string) => any} part of the dialog @param {(move: ForcedMove) => void} force */
  constructor(part, force) {
    this.#part = part;
    this.#force = force;
    part('force-entry').oninput = () => this.#showNodes();
    part('force').onclick = () => this.#take();
    part('forcing').onkeydown = (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== 'Enter' || /** @type {Element} */ (event.target).matches('button, summary')) return;
      event.preventDefault(); // or the dialog closes
      this.#take();
    };
  }

  /** @param {Problem} problem @param {string} kind of its entries */
  show(problem, kind) {
    this.#part('force-what').textContent = wordsOf(kind).one();
    if (problem === this.#problem) return;
    this.#problem = problem;
    this.#on = new Map(problem.entries.map(({ id, replicas }) => [id, replicas]));
    this.#list();
    this.#showNodes();
  }

  /** The entries to choose from: those of the node that was pressed, or all. */
  #list() {
    const all = [...this.#on].flatMap(([id, on]) => (this.#from === '' || on.includes(this.#from) ? [id] : []));
    const options = all.slice(0, kMostListed).map((id) => Object.assign(new Option(), { value: id }));
    this.#part('entries').replaceChildren(...options);
  }

  /** An entry is chosen in a picture, or a node alone. @param {string} node @param {string} [entry] */
  choose(node, entry) {
    this.#part('forcing').open = true;
    const field = this.#part('force-entry');
    this.#from = node;
    this.#list();
    if (entry !== undefined) field.value = entry;
    this.#showNodes();
    (entry === undefined ? field : this.#part('force-to')).focus();
    field.scrollIntoView({ block: 'center' });
  }

  #showNodes() {
    const [from, to, says] = ['force-from', 'force-to', 'force-says'].map((name) => this.#part(name));
    const id = this.#part('force-entry').value.trim();
    const on = this.#on.get(id) ?? [];
    const { nodes = [], options } = this.#problem ?? {};
    const target = to.value;
    const others = nodes.filter(({ name }) => !on.includes(name) && !options?.drain.includes(name));
    from.replaceChildren(...on.map((name) => new Option(name, name)));
    if (on.includes(this.#from)) from.value = this.#from;
    to.replaceChildren(...(on.length > 0 ? others : []).map(({ name }) => new Option(name, name)));
    if (others.some(({ name }) => name === target)) to.value = target;
    for (const box of [from, to, this.#part('force')]) box.disabled = on.length === 0 || others.length === 0;
    says.textContent = id !== '' && on.length === 0 ? t('Nothing here is called {0}.', id) : '';
  }

  #take() {
    const [id, from, to] = ['force-entry', 'force-from', 'force-to'].map((name) => this.#part(name).value.trim());
    if (this.#part('force').disabled) return this.#part('force-entry').focus();
    this.#part('force-entry').value = '';
    this.#from = '';
    this.#list();
    this.#showNodes();
    this.#part('force-entry').focus();
    this.#force([id, from, to]);
  }
}
