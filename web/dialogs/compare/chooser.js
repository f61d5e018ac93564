// Which strategy fits: asks some questions, then runs every strategy for the answers. For those that fail, it says why,
// and a press shows it.
import { percent, t } from '../../text/language.js';
import { CompareCore } from './compare_core.js';
import { Dialog, element, kRefused } from '../tools/dialog.js';
import { byMerit } from './chooser_rules.js';
import { bytes as bytesOf, refusalOf } from '../../text_view/parts.js';

/** @typedef {import('../../host/page.js').Page} Page */
/** @typedef {import('../../headless/reshard-core.d.ts').StrategyInfo} StrategyInfo */
/** @typedef {import('./chooser_rules.js').Needs} Needs */
/** @typedef {import('./chooser_rules.js').Figures} Figures */
/** @typedef {import('./chooser_rules.js').Verdict} Verdict */

const kHtml = `
  <div class="questions">
    <label>Number of nodes <input type="number" name="nodes" min="3" max="500" value="10"></label>
    <label><input type="checkbox" name="removal" checked> Any node can be removed</label>
    <label><input type="checkbox" name="least" checked> A change moves only the necessary keys</label>
    <label><input type="checkbox" name="weights"> Nodes differ in size (weights)</label>
    <label><input type="checkbox" name="replicas"> Keys have replicas</label>
    <label><input type="checkbox" name="stateless"> No shared table: clients know only the node list</label>
    <label>Allowed deviation from the fair share <select name="spread">
      <option value="0">any</option><option value="0.15">up to 15%</option><option value="0.05">up to 5%</option>
      <option value="0.02">up to 2%</option></select></label>
    <label>Memory per client <select name="bytes"><option value="0">any</option>
      <option value="1048576">up to 1 MiB</option><option value="65536">up to 64 KiB</option>
      <option value="1024">up to 1 KiB</option></select></label>
  </div>
  ${kRefused}
  <progress name="progress" aria-label="Running every strategy" max="1" value="0"></progress>
  <p data-name="outcome" role="status"></p>
  <p class="quiet">Most even first, counted before and after adding a node; within 1%, smallest client memory first.</p>
  <div class="tables" tabindex="0" role="region" aria-label="Strategies">
    <table><thead><tr><th scope="col">Fits</th><th scope="col">Add a node</th><th scope="col">Remove a node</th>
      <th scope="col">Spread (CV)</th><th scope="col">Client memory</th><td></td></tr></thead>
      <tbody data-name="fits"></tbody></table>
    <h3>Why not the others</h3>
    <ul data-name="others"></ul>
  </div>`;

/** @param {?number} value */
const share = (value) => (value === null ? '–' : percent(value));

class Chooser {
  #dialog = new Dialog('chooser', 'Choose a strategy', kHtml);
  #core = new CompareCore();
  #page;
  #run = 0; // counts sets of answers: a new one ends the work on the last

  /** @param {Page} page */
  constructor(page) {
    this.#page = page;
    this.#dialog.element.addEventListener('close', () => {
      ++this.#run;
    });
    this.#dialog.form.addEventListener('change', () => this.#answer());
  }

  async open() {
    await this.#dialog.open();
    await this.#answer();
  }

  /** @returns {Needs} */
  #needs() {
    const part = (/** @type {string} */ name) => this.#dialog.part(name);
    return {
      nodes: part('nodes').valueAsNumber,
      spread: Number(part('spread').value),
      bytes: Number(part('bytes').value),
      removal: part('removal').checked,
      least: part('least').checked,
      weights: part('weights').checked,
      replicas: part('replicas').checked,
      stateless: part('stateless').checked,
    };
  }

  async #answer() {
    const run = ++this.#run;
    const needs = this.#needs();
    if (!this.#dialog.part('nodes').validity.valid || !Number.isInteger(needs.nodes)) {
      this.#dialog.refuse(t('Number of nodes: a whole number from 3 to 500'));
      return;
    }
    this.#dialog.refuse('');
    const cancel = () => {
      ++this.#run;
      this.#dialog.work(null);
      this.#dialog.part('outcome').textContent = t('Cancelled. What was found by then is below.');
    };
    this.#dialog.work(0, cancel);
    this.#dialog.part('outcome').textContent = t('Running every strategy…');
    try {
      /** @type {StrategyInfo[]} */
      const strategies = await this.#core.ask('strategies');
      if (run !== this.#run) return;
      const fits = this.#dialog.part('fits'),
        others = this.#dialog.part('others');
      fits.replaceChildren();
      others.replaceChildren();
      /** @type {{figures: Figures, row: HTMLTableRowElement}[]} in the order of the table */
      const candidates = [];
      const judged = () => fits.children.length + others.children.length;
      for (const strategy of strategies) {
        /** @type {Verdict} */
        const { reasons, figures } = await this.#core.ask('judge', { strategy, needs });
        if (run !== this.#run) return;
        if (figures && reasons.length === 0) {
          candidates.push({ figures, row: this.#fit(strategy, figures) });
          fits.append(...candidates.sort((a, b) => byMerit(a.figures, b.figures)).map(({ row }) => row));
        } else {
          others.append(this.#other(strategy, reasons));
        }
        this.#dialog.work(judged() / strategies.length, cancel);
      }
      const fit = fits.children.length;
      this.#dialog.part('outcome').textContent =
        fit > 0
          ? t('{0} of {1} strategies fit, with default settings and {2} keys.', fit, strategies.length, 20_000)
          : t('No strategy meets all of this with default settings. Relax one answer, or see below which come close.');
    } catch (error) {
      if (run !== this.#run) return;
      this.#dialog.refuse(refusalOf(error));
    }
    this.#dialog.work(null);
  }

  /**
   * @param {StrategyInfo} strategy
   * @param {Figures} figures
   * @returns {HTMLTableRowElement}
   */
  #fit(strategy, { joins, leaves, spread, bytes }) {
    const row = element(
      '<table><tbody><tr><th scope="row"></th><td></td><td></td><td></td><td></td><td><button type="button">Use</button></td></tr></tbody></table>',
    ).rows[0];
    row.cells[0].append(
      Object.assign(document.createElement('strong'), { textContent: t(strategy.title) }),
      Object.assign(document.createElement('span'), { className: 'quiet', textContent: ` ${t(strategy.summary)}` }),
    );
    [share(joins), share(leaves), percent(spread), bytesOf(bytes)].forEach((text, i) => {
      row.cells[i + 1].textContent = text;
    });
    const button = row.querySelector('button');
    button.setAttribute('aria-label', t('Use {0}', t(strategy.title)));
    button.onclick = () => {
      const refused = this.#page.run({ do: 'set_strategy', strategy: strategy.id });
      if (refused) return this.#dialog.refuse(refused.error);
      this.#dialog.close();
    };
    return row;
  }

  /**
   * @param {StrategyInfo} strategy
   * @param {Verdict['reasons']} reasons
   */
  #other(strategy, reasons) {
    const item = element('<li><strong></strong>: <span></span> <button type="button">Show</button></li>');
    item.querySelector('strong').textContent = t(strategy.title);
    item.querySelector('span').textContent = `${reasons.map(({ text }) => text).join('; ')}.`;
    const button = item.querySelector('button');
    button.setAttribute('aria-label', t('Show: {0}', t(strategy.title)));
    button.onclick = () => {
      this.#dialog.close();
      location.hash = reasons[0].link; // adds an entry to the history
    };
    return item;
  }
}

/** @type {?Chooser} */
let dialog = null;

/** @param {Page} page */
export async function open(page) {
  dialog ??= new Chooser(page);
  await dialog.open();
}
