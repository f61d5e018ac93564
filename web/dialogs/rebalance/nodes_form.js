// What each node is: its weight and its disk, which people may know better than the text, its zone, and whether it is
// to end empty.
import { number, t } from '../../text/language.js';
import { valueOf } from '../../systems/rebalance/problem.js';
import { element } from '../tools/dialog.js';
import { numberWithin } from './wish.js';

/** @typedef {import('../../systems/reading/form.js').ReadNode} ReadNode */
/** @typedef {import('./wish.js').Knobs} Knobs */
/** @typedef {Pick<Knobs, 'weights' | 'disks' | 'drain'>} PerNode */

const kMost = 500; // rows

/** What a text says of it. @param {ReadNode} node */
const weightOf = ({ weight = 1 }) => weight;

const zoneText = (/** @type {ReadNode} */ { data_center: center, zone, rack }) =>
  [center, zone ?? rack].filter(Boolean).join(' / ');

/** @param {string} name @param {string} kind @param {string} label */
function field(name, kind, label) {
  const cell = element('<div><input type="number" min="0" step="any"></div>');
  Object.assign(cell.firstElementChild ?? {}, { ariaLabel: label });
  const input = /** @type {HTMLInputElement} */ (cell.firstElementChild);
  [input.dataset.node, input.dataset.kind] = [name, kind];
  return input;
}

export class NodesForm {
  #box;
  #note;
  #changed;
  /** @type {ReadNode[]} */
  #nodes = [];
  #names = '';
  /** @type {?Knobs} */
  #knobs = null;

  /** @param {(name: string) => any} part of the dialog @param {(chosen: PerNode) => void} changed */
  constructor(part, changed) {
    this.#box = part('per-node');
    this.#note = part('per-node-says');
    this.#changed = changed;
    this.#box.onchange = () => this.#take();
    part('each-node').ontoggle = () => this.#draw();
    this.#open = () => part('each-node').open;
  }

  /** @type {() => boolean} */
  #open;

  /** @param {ReadNode[]} nodes those of the text, and new ones @param {Knobs} knobs */
  show(nodes, knobs) {
    [this.#nodes, this.#knobs] = [nodes, knobs];
    this.#draw();
  }

  #draw() {
    if (!this.#open() || !this.#knobs) return;
    const shown = this.#nodes.slice(0, kMost);
    const names = JSON.stringify(shown.map(({ name }) => name));
    if (names !== this.#names) this.#make(shown);
    this.#names = names;
    const { weights, disks, drain, disk } = this.#knobs;
    for (const input of this.#inputs()) {
      const { node = '', kind } = input.dataset;
      const of = this.#nodes.find(({ name }) => name === node) ?? { name: node };
      const forced = Boolean(of.draining || of.out || of.down);
      if (kind === 'drain') Object.assign(input, { checked: forced || drain.includes(node), disabled: forced });
      else if (kind === 'weight') Object.assign(input, { value: valueOf(weights, node) ?? weightOf(of) });
      else Object.assign(input, { value: valueOf(disks, node) ?? '', placeholder: disk ?? '' });
    }
    const more = this.#nodes.length - shown.length;
    this.#box.classList.toggle(
      'zoneless',
      shown.every((node) => zoneText(node) === ''),
    );
    this.#note.textContent = more > 0 ? t('and {0} more', number(more)) : '';
  }

  /** @returns {HTMLInputElement[]} */
  #inputs() {
    return [...this.#box.querySelectorAll('input')];
  }

  /** @param {ReadNode[]} nodes */
  #make(nodes) {
    const made = element(`<table><thead><tr><th scope="col">Node</th><th scope="col">Weight</th>
      <th scope="col">Disk, GB</th><th scope="col">Zone</th><th scope="col">Empty it</th></tr></thead><tbody></tbody>
      </table>`);
    const rows = nodes.map((node) => {
      const row = document.createElement('tr');
      row.insertCell().textContent = node.name;
      row.insertCell().append(field(node.name, 'weight', t('Weight of {0}', node.name)));
      row.insertCell().append(field(node.name, 'disk', t('Disk of {0}, GB', node.name)));
      row.insertCell().textContent = zoneText(node);
      const box = field(node.name, 'drain', t('Empty {0}', node.name));
      box.type = 'checkbox';
      row.insertCell().append(box);
      return row;
    });
    made.tBodies[0].append(...rows);
    this.#box.replaceChildren(made);
  }

  #take() {
    if (!this.#knobs) return;
    const known = new Map(this.#nodes.map((node) => [node.name, node]));
    const drawn = new Set(this.#inputs().map(({ dataset }) => dataset.node));
    const others = (/** @type {Record<string, number>} */ given) =>
      Object.entries(given).filter(([name]) => !drawn.has(name));
    const [weights, disks] = [others(this.#knobs.weights), others(this.#knobs.disks)];
    const drain = /** @type {string[]} */ ([]);
    for (const { dataset, value, checked, disabled } of this.#inputs()) {
      const { node = '', kind } = dataset;
      if (kind === 'drain' && checked && !disabled) drain.push(node);
      const amount = kind === 'drain' ? null : numberWithin(kind === 'weight' ? 'weight' : 'disk', value);
      if (kind === 'weight' && amount !== null && amount !== weightOf(known.get(node) ?? { name: node }))
        weights.push([node, amount]);
      if (kind === 'disk' && amount !== null) disks.push([node, amount]);
    }
    drain.push(...this.#knobs.drain.filter((name) => !drawn.has(name)));
    this.#changed({ weights: Object.fromEntries(weights), disks: Object.fromEntries(disks), drain });
  }
}
