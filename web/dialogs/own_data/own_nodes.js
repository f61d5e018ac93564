// The dialog that takes a list of nodes, one per line; the core reads it (core/scenario/node_list.h).

import { element } from '../tools/dialog.js';
import { checkPasted } from '../files/doors.js';
import { addForms } from '../../text_view/style.js';

/** Resolves when its style sheet is there. */
export const styled = addForms;

const kHtml = `<dialog id="own-nodes" aria-labelledby="own-nodes-title">
  <form>
    <h2 id="own-nodes-title">Paste a node list</h2>
    <label for="own-nodes-list">One node per line: a name, or a name and a weight after a comma, tab or space. The list
      replaces the current nodes; a node that keeps its name stays the same node.</label>
    <textarea id="own-nodes-list" rows="10" spellcheck="false" autocomplete="off"></textarea>
    <p id="own-nodes-refused" class="refused" role="alert" hidden></p>
    <p class="buttons">
      <button id="own-nodes-use">Use these nodes</button>
      <button type="button" id="own-nodes-cancel">Cancel</button>
    </p>
  </form>
</dialog>`;

const byId = (/** @type {string} */ id) => document.getElementById(`own-nodes-${id}`);

export class OwnNodes {
  #dialog = element(kHtml);
  #state;

  /** @param {Pick<import('../../host/page.js').Page, 'state' | 'run'>} page */
  constructor({ state, run }) {
    this.#state = state;
    document.body.append(this.#dialog);
    byId('cancel').onclick = () => this.#dialog.close();
    this.#dialog.querySelector('form').onsubmit = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const list = byId('list').value;
      try {
        checkPasted(list);
      } catch (error) {
        return this.#refuse(/** @type {Error} */ (error).message);
      }
      const refused = run({ do: 'set_nodes', list });
      this.#refuse(refused?.error ?? '');
      if (!refused) this.#dialog.close();
    };
  }

  /** Opens it with the current nodes. */
  open() {
    if (this.#dialog.open) return;
    // The weight follows a tab if the name alone would be read as something else.
    const plain = (/** @type {string} */ name) => !/[,;\s]/.test(name) && /[\da-z\u0080-\uffff]/i.test(name);
    const line = (/** @type {import('../../api/shapes.js').StateNode} */ { name, weight }) =>
      weight === 1 && plain(name) ? name : `${name}\t${weight}`;
    byId('list').value = this.#state().nodes.map(line).join('\n');
    this.#refuse('');
    this.#dialog.showModal();
    byId('list').select();
  }

  #refuse(/** @type {string} */ text) {
    byId('refused').hidden = text === '';
    byId('refused').textContent = text;
  }
}
