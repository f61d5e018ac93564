// The list of moves: what goes from where to where, what is left after it, and why; a move can be taken out.
import { number, t } from '../../text/language.js';
import { wordsOf } from '../../systems/shared/kinds.js';
import { flowsPicture } from '../own_data/flows.js';
import { element } from '../tools/dialog.js';
import { reasonText } from './reasons.js';
import { amountText, ratioText } from './sentence.js';

/** @typedef {import('./shown.js').Shown} Shown */

const kFirst = 50;
const kMostWidth = 720;

export class MovesPart {
  #part;
  #keep;
  /** @type {?Shown} */
  #shown = null;
  #whole = false;
  #focused = -1; // the box that had the focus when another plan was asked for

  /** @param {(name: string) => any} part of the dialog @param {(id: string) => void} keep an entry where it is */
  constructor(part, keep) {
    this.#part = part;
    this.#keep = keep;
    part('all-moves').onclick = () => {
      this.#whole = true;
      this.#list();
      part('moves').focus();
    };
    part('moves').onchange = (/** @type {Event} */ event) =>
      this.#keep(/** @type {HTMLInputElement} */ (event.target).value);
    part('flows').ontoggle = () => this.#drawFlows();
  }

  /** While another plan is looked for, nobody presses what is about to change. @param {boolean} is */
  wait(is) {
    const box = this.#part('moves');
    if (is) this.#remember();
    box.inert = is;
  }

  /** Which box has the focus: a list that is drawn again gives it back. */
  #remember() {
    const at = [...this.#part('moves').querySelectorAll('input')].indexOf(document.activeElement);
    if (at >= 0) this.#focused = at;
  }

  /** @param {Shown} shown */
  show(shown) {
    if (this.#shown?.plan !== shown.plan) this.#whole = false;
    this.#shown = shown;
    this.#list();
    this.#drawFlows();
  }

  #list() {
    const { plan, bytesOf, unit, by, kind, replayed, stop } = /** @type {Shown} */ (this.#shown);
    const { moves } = plan;
    const count = this.#whole ? moves.length : Math.min(kFirst, moves.length);
    const made = element(`<table><thead><tr><th scope="col">Do</th><th scope="col">No.</th><th scope="col"></th>
      <th scope="col">From node</th><th scope="col">To node</th><th scope="col">Amount</th>
      <th scope="col">Busiest node then</th>
      <th scope="col">Why</th></tr></thead><tbody></tbody></table>`);
    made.tHead.rows[0].cells[2].textContent = wordsOf(kind).one();
    const rows = moves.slice(0, count).map(([id, from, to, lead], i) => {
      const row = element('<table><tbody><tr><td><input type="checkbox" checked></td></tr></tbody></table>').rows[0];
      Object.assign(row.querySelector('input'), { value: id, ariaLabel: t('Move {0} from {1} to {2}', id, from, to) });
      const amount = lead ? '–' : amountText(bytesOf(id), unit, kind);
      const { worst, stops } = replayed.curve[i + 1];
      const texts = [number(i + 1), id, from, to, amount, stops ? ratioText(worst) : '…'];
      for (const text of texts) row.insertCell().textContent = text;
      row.cells[2].dataset.kind = wordsOf(kind).one();
      Object.assign(row.insertCell(), {
        textContent: reasonText(plan.reasons[i], { by, unit, kind }),
        className: 'why',
      });
      row.classList.toggle('later', i >= stop);
      return row;
    });
    made.tBodies[0].append(...rows);
    const box = this.#part('moves');
    if (!box.inert) this.#remember();
    box.classList.toggle('sizeless', unit === 'entries');
    box.replaceChildren(...(moves.length > 0 ? [made] : []));
    if (!box.inert && this.#focused >= 0) {
      const boxes = box.querySelectorAll('input');
      boxes[Math.min(this.#focused, boxes.length - 1)]?.focus();
      this.#focused = -1;
    }
    for (const name of ['clearing', 'flows']) this.#part(name).hidden = moves.length === 0;
    const more = this.#part('all-moves');
    more.hidden = count === moves.length;
    more.textContent = t('Show all {0} moves', moves.length);
  }

  #drawFlows() {
    const box = this.#part('flows');
    if (!box.open || !this.#shown) return;
    const { plan, stop, bytesOf, unit, kind } = this.#shown;
    /** @type {Map<string, {from: string, to: string, sums: {keys: bigint}}>} */
    const flows = new Map();
    for (const [id, from, to, lead] of plan.moves.slice(0, stop)) {
      if (lead) continue;
      const key = JSON.stringify([from, to]);
      const flow = flows.get(key) ?? { from, to, sums: { keys: 0n } };
      flow.sums.keys += BigInt(Math.round(bytesOf(id)));
      flows.set(key, flow);
    }
    const picture = box.querySelector('.picture');
    picture.innerHTML = flowsPicture([...flows.values()], Math.min(kMostWidth, picture.clientWidth || kMostWidth), {
      label: t('What moves, by the node that gives (row) and the node that gets (column); the darker, the more'),
      told: (from, to, { sums }) => t('{0} from {1} to {2}', amountText(Number(sums.keys), unit, kind), from, to),
      figure: ({ sums }) => amountText(Number(sums.keys), unit, kind),
      ends: [t('From node'), t('To node')],
    });
  }
}
