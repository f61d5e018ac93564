// The comparison in the text view: a row for each strategy, the main one first.
import { t } from '../language.js';
import { fillTable, grouped, labelled } from './text_parts.js';

const kMost = 4;

export class TextComparison {
  #ask;
  #table = document.getElementById('text-compare');
  #form = document.getElementById('text-compare-add');

  /** @param {object} registry @param {(request: object) => boolean} ask whether it was done */
  constructor(registry, ask) {
    this.#ask = ask;
    this.list(registry);
    this.#form.onsubmit = (event) => {
      event.preventDefault();
      ask({ do: 'add_strategy', strategy: this.#form.elements.strategy.value });
    };
  }

  /** Offers the strategies, in the language of the registry. */
  list(registry) {
    const { strategy } = this.#form.elements;
    const chosen = strategy.value;
    strategy.replaceChildren(...grouped(registry.strategies));
    if (chosen) strategy.value = chosen;
  }

  /** @param {object[]} rows web/state_json.h's compare */
  show(rows) {
    this.#form.hidden = rows.length >= kMost;
    this.#table.hidden = rows.length < 2;
    if (rows.length < 2) return;
    const head = this.#table.tHead.rows[0];
    // What can be pressed comes before the figures: of a wide table a narrow page shows the left part first.
    const labels = [t('Strategy'), t('Main'), t('Remove'), ...rows[0].figures.map(({ label }) => label)];
    if ([...head.cells].map((cell) => cell.textContent).join() !== labels.join()) {
      head.replaceChildren(...labels.map((label) => Object.assign(document.createElement('th'), { textContent: label, scope: 'col' })));
    }
    fillTable(this.#table.tBodies[0], rows, (row) => this.#makeRow(row, rows[0].figures.length), (row, strategy) => {
      const name = strategy.setup ? `${strategy.title} (${strategy.setup})` : strategy.title;
      row.cells[0].textContent = name;
      strategy.figures.forEach(({ text }, i) => { row.cells[i + 3].textContent = text; });
      const [promote, remove] = row.querySelectorAll('button');
      promote.disabled = row.sectionRowIndex === 0;
      labelled(promote, t('Make {0} the main one', name));
      labelled(remove, t('Take {0} out of the comparison', name));
    });
  }

  #makeRow(row, figures) {
    row.innerHTML = '<th scope="row"></th><td><button type="button">Main</button></td>' +
      '<td><button type="button">Remove</button></td>' + '<td class="number"></td>'.repeat(figures);
    const [promote, remove] = row.querySelectorAll('button');
    promote.onclick = () => this.#ask({ do: 'promote_strategy', slot: row.sectionRowIndex });
    remove.onclick = () => this.#ask({ do: 'remove_strategy', slot: row.sectionRowIndex });
  }
}
