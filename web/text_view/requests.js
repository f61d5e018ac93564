// Requests and failures in the text view: how unevenly keys are requested, and which nodes are up, in which place.
import { percent, t } from '../text/language.js';
import { fillTable, labelled, say, show, showFlows } from './parts.js';

const part = (name) => document.getElementById(`text-${name}`);

export class TextLoad {
  #ask;

  /** @param {(request: object) => boolean} ask */
  constructor(ask) {
    this.#ask = ask;
    for (const name of ['skew', 'spread', 'capacity']) {
      part(name).onchange = ({ target }) => ask({ do: 'set_requests', [name]: target.valueAsNumber });
    }
    part('zones').onchange = ({ target }) => ask({ do: 'deal_zones', zones: target.valueAsNumber });
    part('replicas').onchange = ({ target }) => ask({ do: 'set_replicas', replicas: target.valueAsNumber });
  }

  show({ requests, replicas, load, overflow, failures, above, nodes, own_keys: own }, maxRows) {
    for (const name of ['skew', 'spread', 'capacity']) show(part(name), requests[name]);
    show(part('replicas'), replicas.count);
    part('replicas').disabled = !replicas.known;
    show(part('zones'), new Set(nodes.map(({ zone }) => zone)).size);
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
      nodes.slice(0, maxRows),
      (row) => this.#makeRow(row),
      (row, node) => {
        const [name, share, why, zone, state] = row.cells;
        row.dataset.node = node.name;
        row.dataset.next = node.down ? 'up' : 'down';
        name.textContent = node.name;
        share.textContent = percent(node.requests);
        why.textContent = node.why ?? '';
        labelled(zone.firstChild, t('Zone of {0}', node.name));
        show(zone.firstChild, node.zone);
        labelled(state.firstChild, node.down ? t('Bring back up: {0}', node.name) : t('Mark as down: {0}', node.name));
        state.firstChild.textContent = node.down ? t('Bring back up') : t('Mark as down');
      },
    );
  }

  #makeRow(row) {
    row.innerHTML =
      '<td></td><td class="number"></td><td></td><td><input size="8" spellcheck="false" autocomplete="off"></td>' +
      '<td><button type="button"></button></td>';
    const [, , , zone, state] = row.cells;
    zone.firstChild.onchange = ({ target }) =>
      this.#ask({ do: 'relocate_node', node: row.dataset.node, zone: target.value });
    state.firstChild.onclick = () =>
      this.#ask({ do: 'set_node_state', node: row.dataset.node, state: row.dataset.next });
  }
}
