// The comparison in the text view: a row for each strategy, the main one first.
import { number, t } from '../text/language.js';
import { part } from './markup.js';
import { range } from './measures.js';
import { fillTable, grouped, labelled, paramControl, showHash, showParams } from './parts.js';

/** @typedef {import('./parts.js').Ask} Ask */
/** @typedef {import('../api/answers.js').ComparedStrategy} Row */
/** @typedef {import('../api/answers.js').StrategyInfo} Strategy */
/** @typedef {import('../api/shapes.js').Registry} Registry */
/** @typedef {import('../api/shapes.js').Request} Request */

const kMost = 4;

/**
 * Exact figures, beside those that the canvas shows too, to be compared with those in somebody's text.
 * @type {[label: (main: Row) => string, text: (row: Row) => string][]}
 */
const kExact = [
  [
    () => t('Keys moved'),
    ({ moved, needless, spread_before: before }) => (before ? t('{0}, {1} unnecessarily', moved, needless) : '–'),
  ],
  [() => t('Keys per node'), ({ spread }) => range(spread)],
  [() => t('Before the change'), ({ spread_before: before }) => (before ? range(before) : '–')],
  [
    ({ spread }) => (spread.weighted ? t('Standard deviation from fair share') : t('Standard deviation')),
    ({ spread }) => number(spread.fair_stddev, 2),
  ],
];
const figuresOf = (/** @type {Row} */ row) => [
  ...row.figures.map(({ text }) => text),
  ...kExact.map(([, text]) => text(row)),
];

export class TextComparison {
  #ask;
  #table = part('compare');
  #form = part('compare-add');
  /** @type {Registry} */
  #registry;
  #settings = Object.assign(document.createElement('div'), { id: 'text-compare-settings' });

  /** @param {Registry} registry @param {Ask} ask */
  constructor(registry, ask) {
    this.#ask = ask;
    this.#registry = registry;
    this.#form.before(this.#settings);
    this.list(registry);
    this.#form.onsubmit = (event) => {
      event.preventDefault();
      ask({ do: 'add_strategy', strategy: this.#form.elements.strategy.value });
    };
  }

  /** Offers the strategies, in the language of the registry. @param {Registry} registry */
  list(registry) {
    this.#registry = registry;
    this.#settings.replaceChildren();
    const { strategy } = this.#form.elements;
    const chosen = strategy.value;
    strategy.replaceChildren(...grouped(registry.strategies));
    if (chosen) strategy.value = chosen;
  }

  /** @param {Row[]} rows */
  show(rows) {
    this.#form.hidden = rows.length >= kMost;
    this.#table.hidden = rows.length < 2;
    this.#showSettings(rows.slice(1));
    if (rows.length < 2) return;
    const head = /** @type {HTMLTableSectionElement} */ (this.#table.tHead).rows[0];
    // Buttons come before the figures, because a narrow page shows only the left part of a wide table at first.
    const labels = [
      t('Strategy'),
      t('Main'),
      t('Remove'),
      t('Migrate'),
      ...rows[0].figures.map(({ label }) => label),
      ...kExact.map(([label]) => label(rows[0])),
    ];
    if ([...head.cells].map((/** @type {Node} */ cell) => cell.textContent).join() !== labels.join()) {
      head.replaceChildren(
        ...labels.map((label) => Object.assign(document.createElement('th'), { textContent: label, scope: 'col' })),
      );
    }
    fillTable(
      this.#table.tBodies[0],
      rows,
      (row) => this.#makeRow(row, figuresOf(rows[0]).length),
      (row, strategy) => {
        const slot = row.sectionRowIndex;
        const name = strategy.setup ? `${strategy.title} (${strategy.setup})` : strategy.title;
        row.cells[0].textContent = name;
        figuresOf(strategy).forEach((text, i) => {
          row.cells[i + 4].textContent = text;
        });
        const [promote, remove, migrate] = row.querySelectorAll('button');
        promote.disabled = migrate.disabled = slot === 0;
        migrate.dataset.subject = `switch-${slot}`;
        labelled(promote, t('Make {0} the main strategy', name));
        labelled(remove, t('Remove {0} from the comparison', name));
        labelled(migrate, t('See the keys move from {0} to {1} while requests go on', rows[0].title, name));
      },
    );
  }

  /** The settings of the strategies beside the main one, whose settings are above. @param {Row[]} rows */
  #showSettings(rows) {
    const boxes = this.#settings.children;
    while (boxes.length > rows.length) boxes[boxes.length - 1].remove();
    rows.forEach((row, i) => {
      /** @type {Strategy[]} */
      const strategies = this.#registry.strategies;
      const slot = i + 1,
        strategy = /** @type {Strategy} */ (strategies.find(({ id }) => id === row.strategy));
      if (/** @type {HTMLElement} */ (boxes[i])?.dataset.strategy !== strategy.id) {
        const box = this.#makeSettings(strategy, slot);
        if (boxes[i]) boxes[i].replaceWith(box);
        else this.#settings.append(box);
      }
      showParams(boxes[i], strategy, row);
      const hash = /** @type {HTMLSelectElement} */ (boxes[i].querySelector('[name=hash]'));
      const words = /** @type {HTMLElement} */ (boxes[i].querySelector('p'));
      showHash(hash, words, this.#registry.hashes, row);
    });
  }

  /** @param {Strategy} strategy @param {number} slot */
  #makeSettings(strategy, slot) {
    /** @type {Ask} */
    const ask = (request) => this.#ask(/** @type {Request} */ ({ ...request, slot }));
    const box = Object.assign(document.createElement('fieldset'), { className: 'fields' });
    box.dataset.strategy = strategy.id;
    const legend = Object.assign(document.createElement('legend'), {
      textContent: t('Settings of {0}', strategy.title),
    });
    const hash = Object.assign(document.createElement('select'), { name: 'hash' });
    hash.onchange = () => ask({ do: 'set_hash', hash: hash.value });
    const label = document.createElement('label');
    label.append(`${t('Hash function')} `, hash);
    box.append(legend, ...strategy.params.map((spec) => paramControl(spec, ask)), label, document.createElement('p'));
    return box;
  }

  /** @param {HTMLTableRowElement} row @param {number} figures how many */
  #makeRow(row, figures) {
    row.innerHTML = `<th scope="row"></th><td><button type="button">Main</button></td>
      <td><button type="button">Remove</button></td>
      <td><button type="button" data-dialog="migrate">Migrate…</button></td>
      ${'<td class="number"></td>'.repeat(figures)}`;
    const [promote, remove] = row.querySelectorAll('button');
    promote.onclick = () => this.#ask({ do: 'promote_strategy', slot: row.sectionRowIndex });
    remove.onclick = () => this.#ask({ do: 'remove_strategy', slot: row.sectionRowIndex });
  }
}
