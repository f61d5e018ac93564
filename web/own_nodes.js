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
    byId('list').value = this.#state().nodes.map(({ name, weight }) => (weight === 1 ? name : `${name}\t${weight}`)).join('\n');
    this.#refuse('');
    this.#dialog.showModal();
    byId('list').select();
  }

  #refuse(text) {
    byId('refused').hidden = text === '';
    byId('refused').textContent = text;
  }
}
