// The controls of “Rebalance”: what people choose, to and from a set of knobs (wish.js).
import { number, t } from '../../text/language.js';
import { kindOf, wordsOf } from '../../systems/shared/kinds.js';
import { amountsOf } from '../../systems/rebalance/problem.js';
import { element } from '../tools/dialog.js';
import { windowIn, clockText } from '../../systems/rebalance/window.js';
import { onChip, showChips } from './chips.js';
import { NodesForm } from './nodes_form.js';
import { amountText } from './sentence.js';
import { kNumbers, kUsual, newNodes, nextName, numberWithin } from './wish.js';

/** @typedef {import('../../systems/reading/form.js').Reading} Reading */
/** @typedef {import('../../systems/rebalance/problem.js').Amount} Amount */
/** @typedef {import('./wish.js').Knobs} Knobs */
/** @typedef {import('./wish.js').NumberName} NumberName */

const kPauseMs = 300;
const kFields = /** @type {const} */ (['limit', 'least', 'cost', 'atOnce', 'rate', 'keyRate', 'disk', 'seed']);
const kLonger = 10;

/** What can be evened out, in words. @param {string} kind of the entries @returns {Record<Amount, string>} */
const byText = (kind) => ({
  ...{ requests: t('requests'), bytes: t('bytes'), keys: t('keys'), cpu: t('CPU time') },
  ...{ network: t('network traffic'), count: wordsOf(kind).many() },
});

export class KnobsForm {
  #part;
  #changed;
  #perNode;
  /** @type {Knobs} */
  #knobs = { ...kUsual };
  /** @type {string[]} */
  #names = [];
  /** @type {Reading['nodes']} */
  #nodes = [];
  /** @type {Amount[]} */
  #amounts = [];
  #kind = '';
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #pause;

  /** @param {(name: string) => any} part of the dialog @param {(knobs: Knobs) => void} changed */
  constructor(part, changed) {
    this.#part = part;
    this.#changed = changed;
    for (const name of [...kFields, 'add']) part(name).oninput = () => this.#soon();
    this.#perNode = new NodesForm(part, (chosen) => this.#again(chosen));
    for (const name of [...kFields, 'add', 'by', 'zones', 'begin', 'end']) part(name).onchange = () => this.#take();
    part('also').onchange = () => this.#take();
    part('drain').onchange = () => this.#take();
    part('one-more').onclick = () => this.#addOne();
    part('longer').onclick = () => this.#again({ steps: this.#knobs.steps * kLonger });
    onChip(part('kept'), (id) => this.#again({ pin: this.#knobs.pin.filter((one) => one !== id) }));
    onChip(part('by-hand'), (at) => this.#again({ forced: this.#knobs.forced.filter((_, i) => i !== Number(at)) }));
  }

  get knobs() {
    return this.#knobs;
  }

  /** @param {Reading} reading @param {Knobs} knobs */
  show({ nodes, entries, ...rest }, knobs) {
    this.#knobs = knobs;
    this.#nodes = nodes;
    this.#names = nodes.map(({ name }) => name);
    const window = windowIn(knobs.window);
    this.#part('begin').value = window ? clockText(window.begin) : '';
    this.#part('end').value = window ? clockText(window.end) : '';
    const amounts = amountsOf({ nodes, entries, ...rest });
    this.#amounts = amounts;
    this.#kind = kindOf({ system: rest.system, entries });
    const words = byText(this.#kind);
    this.#part('by').replaceChildren(...amounts.map((by) => new Option(words[by], by)));
    this.#part('by').value = amounts.some((by) => by === knobs.by) ? knobs.by : amounts[0];
    this.#showAlso(amounts, knobs);
    for (const name of kFields) this.#part(name).value = knobs[name] ?? '';
    this.#part('add').value = knobs.add;
    this.#part('zones').value = knobs.zones;
    this.#part('drain').replaceChildren(
      ...nodes.map(({ name, draining, out, down }) => this.#box(name, knobs.drain, Boolean(draining || out || down))),
    );
    this.#part('leaving').open = knobs.drain.length > 0;
    this.#part('coming').open = knobs.add !== '';
    const told = Object.keys(knobs.weights).length + Object.keys(knobs.disks).length > 0;
    this.#part('each-node').open = told;
    if (told) this.#part('more').open = true;
    this.#showChosen();
  }

  /**
   * What else can be kept within the limits: what is not evened out anyway.
   * @param {Amount[]} amounts @param {Knobs} knobs
   */
  #showAlso(amounts, { also }) {
    const box = this.#part('also');
    const others = amounts.filter((one) => one !== this.#part('by').value);
    box.hidden = others.length === 0;
    box.replaceChildren(
      ...others.map((one) => {
        const label = element('<label><input type="checkbox"> <span></span></label>');
        label.querySelector('span').textContent = t('also {0}', byText(this.#kind)[one]);
        Object.assign(label.querySelector('input'), { value: one, checked: also.includes(one) });
        return label;
      }),
    );
  }

  /** @param {string} name @param {string[]} drain @param {boolean} forced the text says so */
  #box(name, drain, forced) {
    const label = element('<label><input type="checkbox"> <span></span></label>');
    label.querySelector('span').textContent = name;
    Object.assign(label.querySelector('input'), {
      value: name,
      checked: forced || drain.includes(name),
      disabled: forced,
    });
    return label;
  }

  /** What a move costs besides its bytes. @param {number} perMove @param {'bytes' | 'keys' | 'entries'} unit */
  sayCost(perMove, unit) {
    this.#part('costing').hidden = unit === 'entries';
    this.#part('cheapest').textContent = unit === 'keys' ? t('Fewest keys') : t('Fewest bytes');
    this.#part('cost-says').textContent =
      perMove === 0 || unit === 'entries'
        ? ''
        : t('Each move counts as if it took {0} more.', amountText(perMove, unit));
    this.#part('steps-say').textContent =
      this.#knobs.steps === kUsual.steps ? '' : t('{0} steps', number(this.#knobs.steps));
  }

  /** An entry is to stay; or a move by hand of it is taken back. @param {string} id */
  keep(id) {
    const { forced, pin } = this.#knobs;
    const others = forced.filter(([entry]) => entry !== id);
    this.#again(others.length < forced.length ? { forced: others } : { pin: [...pin, id] });
  }

  /** @param {import('../../systems/rebalance/forced.js').ForcedMove} move by hand, in place of another of this copy */
  force(move) {
    const [id, from] = move;
    const { forced, pin } = this.#knobs;
    const others = forced.filter(([entry, leaves]) => entry !== id || leaves !== from);
    this.#again({ forced: [...others, move], pin: pin.filter((one) => one !== id) });
  }

  /** What was chosen elsewhere than in a field of its own. */
  #showChosen() {
    const { pin, forced, drain, add } = this.#knobs;
    showChips(
      this.#part('kept'),
      pin.map((id) => ({ value: id, text: id, label: t('Let {0} move', id) })),
    );
    showChips(
      this.#part('by-hand'),
      forced.map(([id, from, to], i) => ({
        value: String(i),
        text: `${id}: ${from} → ${to}`,
        label: t('Take back the move of {0} from {1} to {2}', id, from, to),
      })),
    );
    for (const box of this.#part('drain').querySelectorAll('input:enabled')) box.checked = drain.includes(box.value);
    this.#perNode.show([...this.#nodes, ...newNodes(add)], this.#knobs);
  }

  #soon() {
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => this.#take(), kPauseMs);
  }

  #addOne() {
    const field = this.#part('add');
    const name = nextName([...this.#names, ...newNodes(field.value).map((node) => node.name)]);
    const least = this.#part('least');
    if (least.value === '') least.value = this.#part('limit').value; // or the new node may stay nearly empty
    field.value = field.value.trim() === '' ? name : `${field.value.replace(/[,\s]+$/, '')}, ${name}`;
    this.#take();
  }

  /** @param {Partial<Knobs>} other */
  #again(other) {
    clearTimeout(this.#pause);
    this.#knobs = { ...this.#knobs, ...other };
    this.#showChosen();
    this.#changed(this.#knobs);
  }

  #take() {
    const value = (/** @type {string} */ name) => this.#part(name).value;
    const numbers = Object.fromEntries(kFields.map((name) => [name, numberWithin(name, value(name))]));
    for (const name of kFields) this.#markWrong(name, value(name), numbers[name]);
    const boxes = /** @type {HTMLInputElement[]} */ ([
      ...this.#part('drain').querySelectorAll('input:checked:enabled'),
    ]);
    const also = /** @type {HTMLInputElement[]} */ ([...this.#part('also').querySelectorAll('input:checked')]);
    const chosen = {
      .../** @type {Pick<Knobs, typeof kFields[number]>} */ (/** @type {unknown} */ (numbers)),
      ...{ by: value('by'), add: value('add').trim(), zones: value('zones'), drain: boxes.map((box) => box.value) },
      window: this.#windowText(),
      also: /** @type {Amount[]} */ (also.map((box) => box.value).filter((one) => one !== value('by'))),
    };
    const next = { ...this.#knobs, ...chosen };
    clearTimeout(this.#pause);
    if (JSON.stringify(next) === JSON.stringify(this.#knobs)) return;
    if (next.by !== this.#knobs.by) this.#showAlso(this.#amounts, next);
    this.#again(next);
  }

  /** “01:00-05:00”; '' where the fields say no time of the day. */
  #windowText() {
    const text = `${this.#part('begin').value}-${this.#part('end').value}`;
    return windowIn(text) ? text : '';
  }

  /** @param {NumberName} name @param {string} text @param {?number} taken */
  #markWrong(name, text, taken) {
    const { least, most } = kNumbers[name];
    const wrong = text.trim() !== '' && Number(text) !== taken;
    this.#part(name).setCustomValidity(wrong ? t('{0} to {1}', number(least, 3, 0), number(most)) : '');
  }
}
