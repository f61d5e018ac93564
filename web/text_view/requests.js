// Requests and failures in the text view: how unevenly keys are requested, and which nodes are up, in which place.
import { percent, t } from '../text/language.js';
import { part } from './markup.js';
import { fillTable, labelled, say, show, showFlows } from './parts.js';

/** @typedef {import('../api/shapes.js').StateNode} StateNode */

const kNumbers = /** @type {const} */ (['skew', 'spread', 'capacity']);

export class TextLoad {
  #ask;

  /** @param {import('./parts.js').Ask} ask */
  constructor(ask) {
    this.#ask = ask;
    /**
     * @param {(typeof kNumbers)[number] | 'zones' | 'replicas'} name
     * @param {(value: number) => import('../api/shapes.js').Request} request
     */
    const onChange = (name, request) => {
      const field = part(name);
      field.onchange = () => ask(request(field.valueAsNumber));
    };
    for (const name of kNumbers) onChange(name, (value) => ({ do: 'set_requests', [name]: value }));
    onChange('zones', (zones) => ({ do: 'deal_zones', zones }));
    onChange('replicas', (replicas) => ({ do: 'set_replicas', replicas }));
  }

  /** @param {import('../api/shapes.js').State} state @param {number} maxRows */
  show({ requests, replicas, load, overflow, failures, above, nodes, own_keys: own }, maxRows) {
    for (const name of kNumbers) show(part(name), requests[name]);
    show(part('replicas'), replicas.count);
    part('replicas').disabled = !replicas.known;
    show(part('zones'), new Set(nodes.map((/** @type {StateNode} */ { zone }) => zone)).size);
    const by = !own?.counted
      ? ''
      : requests.skew === 0
        ? t('Requests go by the rows or requests of each key, {0} in all.', own.counted)
        : t('The skew decides who gets the requests; at 0, the rows or requests of each key do.');
    part('load').textContent = [by, load].filter(Boolean).join(' ');
    say(part('overflow'), overflow.words);
    showFlows(part('overflows'), overflow.flows, maxRows);
    say(part('failures'), failures);
    part('cascade').hidden = above === '';
    fillTable(
      part('states'),
      /** @type {StateNode[]} */ (nodes).slice(0, maxRows),
      (row) => this.#makeRow(row),
      (row, node) => {
        const [name, share, why] = row.cells;
        const { zone, state } = controlsOf(row);
        row.dataset.node = node.name;
        row.dataset.next = node.down ? 'up' : 'down';
        name.textContent = node.name;
        share.textContent = percent(node.requests);
        why.textContent = node.why ?? '';
        labelled(zone, t('Zone of {0}', node.name));
        show(zone, node.zone);
        labelled(state, node.down ? t('Bring back up: {0}', node.name) : t('Mark as down: {0}', node.name));
        state.textContent = node.down ? t('Bring back up') : t('Mark as down');
      },
    );
  }

  /** @param {HTMLTableRowElement} row */
  #makeRow(row) {
    row.innerHTML =
      '<td></td><td class="number"></td><td></td><td><input size="8" spellcheck="false" autocomplete="off"></td>' +
      '<td><button type="button"></button></td>';
    const { zone, state } = controlsOf(row);
    const data = /** @type {{node: string, next: 'up' | 'down'}} */ (/** @type {unknown} */ (row.dataset));
    zone.onchange = () => this.#ask({ do: 'relocate_node', node: data.node, zone: zone.value });
    state.onclick = () => this.#ask({ do: 'set_node_state', node: data.node, state: data.next });
  }
}

/**
 * @param {HTMLTableRowElement} row
 * @returns {{zone: HTMLInputElement, state: HTMLButtonElement}}
 */
const controlsOf = (row) => ({
  zone: /** @type {HTMLInputElement} */ (row.querySelector('input')),
  state: /** @type {HTMLButtonElement} */ (row.querySelector('button')),
});
