// A text of a cluster is no list of keys with their owners: “Open your cluster” reads it.
import { giveRows } from '../files/given_rows.js';
import { Reading } from '../files/reading.js';

export const kElsewhereHtml = `<p class="buttons" hidden data-name="elsewhere">
    <span>This is the text of a cluster, which says itself how keys are placed.</span>
    <button type="button" name="to-cluster" data-dialog="cluster">Open your cluster</button></p>`;

export class Elsewhere {
  #dialog;
  #reader = new Reading(new URL('system_engine.js', import.meta.url), () => import('./system_engine.js'));
  /** @type {?Blob} */
  #given = null;

  /** @param {import('../tools/dialog.js').Dialog} dialog */
  constructor(dialog) {
    this.#dialog = dialog;
    // the click goes on to the page, which opens that dialog
    dialog.part('to-cluster').onclick = () => {
      giveRows(this.#given);
      dialog.close();
    };
  }

  /** Offers the way there, if a reader knows what was given. @param {?Blob} given */
  async offer(given) {
    this.#given = given;
    this.#dialog.part('elsewhere').hidden = true;
    const system = given && (await this.#reader.ask('system', { file: given }).catch(() => ''));
    if (this.#given === given) this.#dialog.part('elsewhere').hidden = !system;
  }
}
