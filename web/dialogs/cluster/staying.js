// What stays of a text when the page shows it: its file, for whoever writes it again; the names of its table; the note
// that says what it was, and the way back to a comparison. The page may load again to show it.
import { nextTurn } from '../../headless/next_turn.js';
import { hasSystems, keepForReload, keptForReload, namesSystem } from '../../host/second_build.js';
import { setReading } from '../files/opened_reading.js';
import { setTable } from '../files/opened_table.js';
import { carryText, setOpened } from '../files/opened_text.js';
import { tellOpened } from '../tools/opened_note.js';
import { openedText, sentenceOf, textTitle } from './cluster_rules.js';

/** @typedef {import('./reading_rules.js').Shown} Shown */
/** @typedef {import('./comparing.js').Kept} Compared */
/**
 * @typedef {object} Given
 * @property {?Blob} file
 * @property {string} name
 * @property {string} [choose]
 * @property {boolean} hidden names are replaced
 * @property {import('../files/opened_reading.js').Opened['read']} read reads it again for its entries
 */
/**
 * @typedef {object} From the dialog that opens it
 * @property {import('../../host/page.js').Page} page
 * @property {() => Given} given
 * @property {() => ?Compared} compared what is on the screen beside it
 * @property {() => void} back to that
 */

const kCompared = 'compared'; // what a reload carries over: names and figures, no text

/** What was compared before a reload. @returns {?Compared} */
export function comparedBefore() {
  const kept = keptForReload(kCompared);
  return kept ? JSON.parse(kept) : null;
}

/** Whether the page loads again with the second build to open it. @param {Shown} shown */
const reloadsFor = ({ list, table: of, link }) =>
  list === null && of === null && link !== null && !hasSystems && namesSystem(link);

export class Staying {
  #from;

  /** @param {From} from */
  constructor(from) {
    this.#from = from;
  }

  /**
   * Before the page opens it.
   * @param {Shown} shown
   * @returns {Promise<() => void>} for when the page has opened it, and the dialog is closed
   */
  async begin(shown) {
    const [compared, reloads] = [this.#from.compared(), reloadsFor(shown)];
    const [title, text] = [this.#title(shown), openedText(shown)];
    if (reloads) {
      if (compared) keepForReload(kCompared, JSON.stringify(compared));
      keepForReload('note', JSON.stringify([title, text, compared ? 'compared' : 'opened']));
      const written = this.#written(shown);
      if (written) await carryText(written);
    }
    setTable(shown.sqlTable ?? null, reloads);
    return () => {
      this.#keep(shown);
      if (shown.list === null && !reloads) tellOpened(title, text, compared ? this.#from.back : null);
    };
  }

  /** @param {Shown} shown */
  #title(shown) {
    const { name, hidden } = this.#from.given();
    return (!hidden && name) || textTitle(hidden ? { ...shown, choice: undefined } : shown);
  }

  /** It can be written again, but for what has other names here. @param {Shown} shown */
  #written({ system, title, nodes }) {
    const { file, choose, hidden } = this.#from.given();
    if (hidden || !file) return null;
    return { file, asked: { system, choose }, system, title, names: nodes.map(({ name }) => name) };
  }

  /** @param {Shown} shown */
  async #keep(shown) {
    const written = this.#written(shown);
    const names = new Set(shown.nodes.map(({ name }) => name));
    const { read } = this.#from.given();
    setReading(shown.movable ? { names, title: sentenceOf(shown), read } : null);
    setOpened(null);
    await nextTurn(); // the page has the link now
    const { strategy, params, hash } = this.#from.page.state();
    if (written) setOpened({ ...written, choosing: { strategy, params, hash } });
  }
}
