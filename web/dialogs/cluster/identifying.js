// Keys with their owners say no function: “Identify a strategy” finds it, and gets the rows of this dialog.
import { giveRows } from '../files/given_rows.js';

export const kIdentifyingHtml = `<p class="buttons" hidden data-name="identifying">
    <span>Which function placed these keys, the text does not say.</span>
    <button type="button" name="identify">Identify a strategy</button></p>`;

/**
 * @typedef {object} Asking
 * @property {import('../tools/dialog.js').Dialog} dialog
 * @property {import('../../host/page.js').Page} page
 * @property {() => Promise<string>} rows “key, tab, owner” lines of what was read
 */

export class Identifying {
  #dialog;

  /** @param {Asking} asking */
  constructor({ dialog, page, rows }) {
    this.#dialog = dialog;
    const open = async () => {
      const [text, { open: opens }] = await Promise.all([rows(), import('../own_data/identify.js')]);
      dialog.close();
      giveRows(new Blob([text]));
      await opens(page);
    };
    dialog.part('identify').onclick = () => open().catch(page.notLoaded);
  }

  /** @param {?import('./reading_rules.js').Shown} shown */
  offer(shown) {
    this.#dialog.part('identifying').hidden = !shown?.ofKeys;
  }
}
