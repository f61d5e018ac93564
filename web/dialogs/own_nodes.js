// The dialog that takes a list of nodes, one a line; the core reads it (core/scenario/node_list.h).

const byId = (id) => document.getElementById(`own-nodes-${id}`);

export class OwnNodes {
  #dialog = document.getElementById('own-nodes');
  #state;

  /** @param {{state: () => object, run: (request: object) => ?{error: string}}} page */
  constructor({ state, run }) {
    this.#state = state;
    byId('cancel').onclick = () => this.#dialog.close();
    this.#dialog.querySelector('form').onsubmit = (event) => {
      event.preventDefault();
      const refused = run({ do: 'set_nodes', list: byId('list').value });
      this.#refuse(refused?.error ?? '');
      if (!refused) this.#dialog.close();
    };
  }

  /** Opens it with the nodes as they are. */
  open() {
    if (this.#dialog.open) return;
    // Behind a tab where the name alone would read as a name and a weight.
    const line = ({ name, weight }) => (weight === 1 && !/[,;\s]/.test(name) ? name : `${name}\t${weight}`);
    byId('list').value = this.#state().nodes.map(line).join('\n');
    this.#refuse('');
    this.#dialog.showModal();
    byId('list').select();
  }

  #refuse(text) {
    byId('refused').hidden = text === '';
    byId('refused').textContent = text;
  }
}
