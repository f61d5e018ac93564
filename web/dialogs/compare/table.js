// A table of up to twelve strategies on the same keys and the same change, computed row by row in the worker; or the
// rows that a text has published, with its figures beside ours.
import { number, percentSign, t } from '../../text/language.js';
import { copy } from '../../host/clipboard.js';
import { CompareCore } from './compare_core.js';
import { keysOf } from '../tools/csv_rows.js';
import { csv } from '../../text/quote.js';
import { Dialog, element, kRefused, save } from '../tools/dialog.js';
import { inputOf, lastStepOf, placing } from '../tools/plan.js';
import { kSets } from './table_sets.js';
import { refusalOf } from '../../text_view/parts.js';

/** @typedef {import('../../host/page.js').Page} Page */
/** @typedef {import('../../headless/reshard-core.d.ts').StrategyInfo} StrategyInfo */
/** @typedef {import('../../headless/reshard-core.d.ts').NodeInput} NodeInput */
/** @typedef {import('../../headless/reshard-core.d.ts').LogEntry} LogEntry */
/** @typedef {import('./table_sets.js').SetName} SetName */
/** @typedef {import('./table_sets.js').PublishedRow<?number>['told']} Told */
/**
 * `id`: of the strategy, in a table of this scenario; `told`: by the text, in a published table. What is measured is
 * missing until it is there, or if the strategy refuses the row.
 * @typedef {Partial<import('./table_sets.js').Measured> & {
 *   id?: string,
 *   title: string,
 *   told?: Told,
 *   asked: import('./table_sets.js').Asked | import('./table_sets.js').Published,
 *   refused?: string,
 * }} Row
 */
/**
 * `key`: of a row's figures; `told`: of the text's figures for it. One of the two is there.
 * @typedef {{
 *   title: string,
 *   key?: 'title' | 'seconds' | 'overlap' | 'mean' | 'stddev' | 'moved' | 'needless',
 *   told?: keyof Told,
 *   digits?: number,
 *   share?: boolean,
 * }} Column
 */

const kMostRows = 12;
const kMostNamed = 4; // changes; of more, some are left out
/** @type {Record<string, string>} what some changes are called */
const kSigns = { add: '+', remove: '−', down: '!' };
const kFirst = ['modulo', 'jump', 'fibonacci', 'ring', 'rendezvous', 'maglev', 'slots'];

const kHtml = `
  <p data-name="what" class="quiet"></p>
  <div class="line" data-name="choice">
    <label>Strategy <select name="add"></select></label>
    <button type="button" name="more">Add a row</button>
  </div>
  ${kRefused}
  <progress name="progress" aria-label="Computing the rows" max="1" value="0"></progress>
  <div class="tables" tabindex="0" role="region" aria-label="Strategies">
    <table><thead><tr></tr></thead><tbody></tbody></table></div>
  <p data-name="why" class="quiet"></p>
  <p class="quiet">Overlap: keys that stay. Time: placing all keys before and after the change, the median of up to five
    runs on this device.</p>
  <p class="buttons">
    <button type="button" name="csv">Save as CSV</button>
    <button type="button" name="markdown">Copy as Markdown</button>
    <button type="button" name="link">Copy link</button>
  </p>`;

/** @type {Column[]} */
const kColumns = [
  { title: 'Strategy', key: 'title' },
  { title: 'Time, s', key: 'seconds', digits: 3 },
  { title: 'Overlap', key: 'overlap', share: true },
  { title: 'Per node', key: 'mean', digits: 2 },
  { title: 'σ', key: 'stddev', digits: 2 },
  { title: 'Moved', key: 'moved', digits: 0 },
  { title: 'Unnecessary moves', key: 'needless', digits: 0 },
];
/** @type {Column[]} */
const kTold = [
  { title: 'Text: time, s', told: 'seconds', digits: 2 },
  { title: 'Text: overlap', told: 'overlap', share: true },
  { title: 'Text: σ', told: 'stddev', digits: 2 },
];

const kWhy = {
  golubtsov:
    'Golubtsov, 2024: 1,000,000 items, 20 → 21 shards. His keys were Python’s hashes of text, which are random in each run, so the grey figures cannot be reproduced. Ours are those of PYTHONHASHSEED=0 in Python 3.10: with them his script gives exactly these figures. He timed Python, on another machine.',
  gholt:
    'gholt: 1,000,000 numbers on 100 nodes, then on 101. The figures agree to the last item. The times are a hundredth of those of 100 runs in Go, with building the rings, on another machine.',
};

/** @param {Row} row @param {Column} column */
function valueOf(row, { key, told }) {
  return (told ? row.told?.[told] : key && row[key]) ?? null;
}

/** @param {Row} row @param {Column} column */
function shown(row, column) {
  const value = valueOf(row, column);
  if (value === null) return row.refused && column.key === 'seconds' ? row.refused : '–';
  if (typeof value === 'string') return value; // a title
  return column.share ? number(100 * value, 2) + percentSign() : number(value, column.digits);
}

class Table {
  #dialog = new Dialog('table', 'Table of strategies', kHtml);
  #core = new CompareCore();
  #page;
  /** @type {SetName | ''} a set of table_sets.js; '': this scenario */
  #set = '';
  /** @type {Row[]} */
  #rows = [];
  /** @type {?{column: Column, up: boolean}} */
  #sorted = null;
  #run = 0;
  /** @type {?string[]} */
  #keys = null; // the reader's own keys

  /** @param {Page} page */
  constructor(page) {
    this.#page = page;
    const part = (/** @type {string} */ name) => this.#dialog.part(name);
    this.#dialog.element.addEventListener('close', () => {
      ++this.#run;
      this.#core.end();
    });
    part('more').onclick = () => this.#more(part('add').value);
    part('csv').onclick = () =>
      save(
        new Blob(
          [
            this.#text(
              (cells) => cells.map(csv).join(','),
              () => [],
            ),
          ],
          { type: 'text/csv' },
        ),
        'strategies.csv',
      );
    part('markdown').onclick = () =>
      copy(
        this.#text(
          (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`,
          (cells) => [cells.map((_, i) => (i === 0 ? '---' : '--:'))],
        ),
        page.announce,
      );
    part('link').onclick = () => copy(`${location.href.split('#')[0]}#${this.#link()}`, page.announce);
  }

  /** @param {string} [detail] a set of table_sets.js, or ids of strategies with dots between them */
  async open(detail) {
    this.#dialog.refuse('');
    await this.#dialog.open();
    this.#sorted = null;
    this.#set = Object.hasOwn(kSets, detail ?? '') ? /** @type {SetName} */ (detail) : '';
    try {
      /** @type {StrategyInfo[]} */
      const strategies = await this.#core.ask('strategies');
      this.#dialog.part('choice').hidden = this.#set !== '';
      this.#dialog.part('add').replaceChildren(...strategies.map(({ id, title }) => new Option(t(title), id)));
      const titles = new Map(strategies.map((strategy) => [strategy.id, t(strategy.title)]));
      const title = (/** @type {string} */ id) => /** @type {string} */ (titles.get(id));
      const set = this.#set;
      if (set) {
        this.#dialog.part('what').textContent = '';
        this.#dialog.part('why').textContent = t(kWhy[set]);
        this.#rows = kSets[set].map(({ strategy, note, told }, row) => ({
          title: [title(strategy), note].filter(Boolean).join(', '),
          told,
          asked: { set, row },
        }));
      } else {
        const known = (detail ?? '').split('.').filter((id) => strategies.some((strategy) => strategy.id === id));
        this.#dialog.part('why').textContent = '';
        this.#keys = this.#page.state().own_keys
          ? keysOf(this.#page.bridge, inputOf(this.#page.bridge.read('scenario')).keys.count)
          : null;
        this.#rows = [...new Set(known.length > 0 ? known : [this.#page.state().strategy, ...kFirst])]
          .slice(0, kMostRows)
          .map((id) => this.#rowOf(id, title(id)));
      }
      await this.#compute();
    } catch (error) {
      if (/** @type {Error} */ (error).message !== 'ended') this.#dialog.refuse(refusalOf(error));
    }
  }

  /**
   * What the page's scenario asks of a strategy, with the page's settings if it is the strategy on the page.
   * @param {string} id
   * @param {string} title
   * @returns {Row}
   */
  #rowOf(id, title) {
    const state = this.#page.state();
    const { log, ...scenario } = inputOf(this.#page.bridge.read('scenario'));
    const nodes =
      typeof scenario.nodes === 'number'
        ? Array.from({ length: scenario.nodes }, (_, i) => `node-${i}`)
        : scenario.nodes;
    const last = lastStepOf(log);
    const earlier = log.slice(0, last),
      change = log.length > 0 ? log.slice(last) : [{ add: this.#newName(nodes) }];
    const own =
      id !== state.strategy
        ? {}
        : { params: state.params, ...(state.hash_fixed === undefined && { hash: state.hash }) };
    this.#dialog.part('what').textContent = [
      t(
        '{0} keys; the change: {1}. Up to twelve strategies, with their defaults except the one on the page.',
        scenario.keys.count,
        this.#changesText(change),
      ),
      ...this.#whichKeys(scenario.keys.count, state.keys),
    ].join(' ');
    const clocked = { ...placing({ ...scenario, nodes }, { strategy: id, ...own }), log: earlier };
    return {
      id,
      title,
      asked: { input: { ...clocked, ...(this.#keys && { keys: this.#keys }) }, clocked, log: [...earlier, ...change] },
    };
  }

  /** @param {number} count of the table @param {number} all of the page */
  #whichKeys(count, all) {
    return [
      ...(count < all ? [t('The page has {0} keys; the table takes the first {1}.', all, count)] : []),
      ...(this.#keys && !this.#page.state().own_keys?.missing
        ? [t('They are the keys you imported. The times are those of as many generated ones.')]
        : []),
    ];
  }

  /** @param {NodeInput[]} nodes */
  #newName(nodes) {
    const names = new Set(nodes.map((node) => (typeof node === 'string' ? node : node.name)));
    for (let i = names.size; ; ++i) if (!names.has(`node-${i}`)) return `node-${i}`;
  }

  /** @param {LogEntry[]} changes */
  #changesText(changes) {
    const texts = changes.map((change) => this.#changeText(change));
    return texts.length > kMostNamed
      ? `${texts.slice(0, kMostNamed - 1).join(', ')} … ${texts.at(-1)}`
      : texts.join(', ');
  }

  /** @param {LogEntry} change */
  #changeText(change) {
    const [[what, node]] = Object.entries(change);
    return kSigns[what] ? `${kSigns[what]}${node.name ?? node}` : what;
  }

  /** @param {string} id of a strategy */
  #more(id) {
    if (this.#rows.length >= kMostRows) {
      this.#dialog.refuse(t('A table has up to {0} rows. Remove one first.', kMostRows));
      return;
    }
    if (this.#rows.some((row) => row.id === id)) return;
    this.#rows.push(this.#rowOf(id, this.#dialog.part('add').selectedOptions[0].text));
    this.#compute().catch((error) => this.#dialog.refuse(refusalOf(error)));
  }

  #link() {
    const own = this.#page.address.link || 'v=1';
    return this.#set
      ? `v=1&dialog=table/${this.#set}`
      : `${own}&dialog=table/${this.#rows.map(({ id }) => id).join('.')}`;
  }

  async #compute() {
    const run = ++this.#run;
    const cancel = () => {
      ++this.#run;
      this.#core.end();
      this.#dialog.work(null);
    };
    this.#write();
    for (const [i, row] of this.#rows.entries()) {
      this.#dialog.work(i / this.#rows.length, cancel);
      if (row.keys === undefined && row.refused === undefined) {
        try {
          Object.assign(row, await this.#core.ask('row', row.asked));
        } catch (error) {
          if (/** @type {Error} */ (error).message === 'ended' || run !== this.#run) return;
          row.refused = refusalOf(error);
        }
      }
      if (run !== this.#run) return;
      this.#write();
    }
    this.#dialog.work(null);
    this.#page.announce(t('The table is complete.'));
  }

  #columns() {
    return this.#set ? [...kColumns, ...kTold] : kColumns;
  }

  #inOrder() {
    if (!this.#sorted) return this.#rows;
    const { column, up } = this.#sorted;
    const order = (/** @type {string | number} */ a, /** @type {string | number} */ b) =>
      typeof a === 'string' ? a.localeCompare(String(b)) : a - Number(b);
    return [...this.#rows].sort((one, other) => {
      const a = valueOf(one, column),
        b = valueOf(other, column);
      if (a === null || b === null) return Number(a === null) - Number(b === null);
      return (up ? 1 : -1) * order(a, b);
    });
  }

  #write() {
    const table = /** @type {HTMLTableElement} */ (this.#dialog.element.querySelector('table'));
    const active = /** @type {HTMLButtonElement} */ (document.activeElement); // or another element, which it has not
    const focused = [...table.querySelectorAll('button')].indexOf(active);
    /** @type {HTMLTableSectionElement} */ (table.tHead).rows[0].replaceChildren(
      ...this.#columns().map((column) => {
        const head = element('<th scope="col"><button type="button"></button></th>');
        head.firstElementChild.textContent = t(column.title);
        const sorted = this.#sorted?.column === column ? this.#sorted : null;
        head.setAttribute('aria-sort', sorted ? (sorted.up ? 'ascending' : 'descending') : 'none');
        head.firstElementChild.onclick = () => {
          this.#sorted = { column, up: !sorted?.up };
          this.#write();
        };
        return head;
      }),
      ...(this.#set ? [] : [document.createElement('td')]),
    );
    table.tBodies[0].replaceChildren(
      ...this.#inOrder().map((row) => {
        const made = document.createElement('tr');
        made.append(
          ...this.#columns().map((column) => {
            const cell = Object.assign(document.createElement(column.key === 'title' ? 'th' : 'td'), {
              textContent:
                row.keys === undefined && !row.refused && !column.told && column.key !== 'title'
                  ? '…'
                  : shown(row, column),
            });
            if (column.key === 'title') cell.setAttribute('scope', 'row');
            if (column.told) cell.className = 'told';
            return cell;
          }),
        );
        if (!this.#set) made.append(this.#remover(row));
        return made;
      }),
    );
    if (focused >= 0)
      [...table.querySelectorAll('button')].at(Math.min(focused, table.querySelectorAll('button').length - 1))?.focus();
  }

  /** @param {Row} row */
  #remover(row) {
    const cell = element('<td><button type="button" title="Remove">×</button></td>');
    cell.firstElementChild.setAttribute('aria-label', t('Remove {0}', row.title));
    cell.firstElementChild.onclick = () => {
      this.#rows = this.#rows.filter((other) => other !== row);
      this.#dialog.refuse('');
      this.#write();
    };
    return cell;
  }

  /**
   * Plain numbers, for programs.
   * @param {(cells: string[]) => string} line
   * @param {(head: string[]) => string[][]} rule what stands below the head
   */
  #text(line, rule) {
    const columns = this.#columns();
    const cells = (/** @type {Row} */ row) =>
      columns.map((column) => {
        const value = valueOf(row, column);
        return typeof value === 'number' ? String(Number(value.toFixed(6))) : (value ?? row.refused ?? '');
      });
    const head = columns.map(({ title }) => t(title));
    return [head, ...rule(head), ...this.#inOrder().map(cells)].map((texts) => `${line(texts)}\n`).join('');
  }
}

/** @type {?Table} */
let dialog = null;

/** @param {Page} page @param {string} [detail] */
export async function open(page, detail) {
  dialog ??= new Table(page);
  await dialog.open(detail);
}
