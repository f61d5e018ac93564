// Rows "key,owner" from production: how many of them the page's strategy would place elsewhere, and which strategies
// and dialects may have placed them. Nothing leaves the page.
import { number, onLanguage, percent, t } from '../../text/language.js';
import { Core } from '../tools/dialog_core.js';
import { Dialog, element, kRefused } from '../tools/dialog.js';
import { shownOf, takeRows } from '../files/given_rows.js';
import { refusalOf } from '../../text_view/parts.js';
import { Elsewhere, kElsewhereHtml } from './elsewhere.js';
import { OwnReading } from './own_reading.js';
import { readNodes } from './identify_rules.js';

const kMostShown = 100_000; // bytes of a file in the text field: browsers take seconds to lay out long ones
const kShown = 8;
const kMostNamed = 12;

const kHtml = `
  <p>Paste keys with their owners from your system, one pair per line. Every strategy, dialect and hash function is
    tried on them. A few hundred rows are enough; they never leave this page.</p>
  <label for="fit-file">Open a file (up to 20 MB, unpacked)</label><input id="fit-file" type="file" name="file">
  <label for="fit-rows">Or paste keys with their owners</label>
  <textarea id="fit-rows" name="rows" rows="6" spellcheck="false" autocomplete="off"
    placeholder="user:1093,10.0.1.3:11211"></textarea>
  <details><summary>Nodes, if you know them</summary>
    <label for="fit-nodes">All nodes in their order, one per line; a weight follows an asterisk</label>
    <textarea id="fit-nodes" name="nodes" rows="4" spellcheck="false" autocomplete="off"
      placeholder="10.0.1.3:11211*100"></textarea>
    <p class="quiet">Without them, the owners are taken in name order, and the search tries other orders, equal weights
      and more nodes.</p>
  </details>
  ${kRefused}
  ${kElsewhereHtml}
  <p class="buttons"><button type="button" name="fit" class="primary">Identify</button></p>
  <progress name="progress" aria-label="Trying every strategy" max="1" value="0"></progress>
  <p data-name="outcome" role="status"></p>
  <p data-name="alike" hidden></p>
  <p data-name="tried" class="quiet" hidden></p>
  <div class="tables" tabindex="0" role="region" aria-label="Strategies that fit" hidden data-name="region">
    <table><thead><tr><th scope="col">Strategy</th><th scope="col">Hash function</th><th scope="col">Settings</th>
      <th scope="col">Matching rows</th><td></td></tr></thead><tbody data-name="fits"></tbody></table>
  </div>`;

/**
 * @typedef {import('../../headless/reshard-profile.js').Fits} Fits
 * @typedef {import('../../headless/reshard-profile.js').Fit} Found
 * @typedef {import('../../api/answers.js').StrategyInfo} Strategy
 * @typedef {import('../../api/answers.js').Option} Titled
 */

class Fit {
  #dialog = new Dialog('fit', 'Identify a strategy', kHtml);
  #core = new Core(new URL('identify_engine.js', import.meta.url), () => import('./identify_engine.js'));
  #reader = new OwnReading();
  /** @type {?Blob} whose rows are asked about, instead of those in the text field */
  #file = null;
  #page;
  #run = 0; // counts searches: a new one, or closing, ends the last
  #stop = new AbortController();
  #elsewhere;

  /** @param {import('../../host/page.js').Page} page */
  constructor(page) {
    this.#page = page;
    this.#elsewhere = new Elsewhere(this.#dialog);
    this.#dialog.element.addEventListener('close', () => this.#end());
    this.#dialog.part('fit').onclick = () => this.#find();
    onLanguage(() => this.#clear());
    this.#dialog.part('file').onchange = () => this.#read(this.#dialog.part('file').files[0]);
    this.#dialog.part('rows').oninput = () => {
      this.#file = null;
    };
  }

  #registry() {
    return this.#page.bridge.read('registry');
  }

  /** Undefined where only the page's second build has it. */
  #strategyOf(/** @type {string} */ id) {
    return this.#registry().strategies.find((each) => each.id === id);
  }

  #end() {
    ++this.#run;
    this.#stop.abort();
  }

  /** @param {?Blob} given rows of another dialog */
  async open(given) {
    if (given) {
      const { value, placeholder } = await shownOf(given, kMostShown);
      this.#clear();
      this.#elsewhere.offer(null);
      this.#file = value === '' ? given : null;
      this.#dialog.part('file').value = '';
      Object.assign(this.#dialog.part('rows'), { value, placeholder });
      this.#dialog.refuse('');
    }
    await this.#dialog.open();
    if (given) this.#dialog.part('fit').focus();
  }

  #clear() {
    this.#dialog.part('outcome').textContent = '';
    for (const name of ['alike', 'tried', 'region']) this.#dialog.part(name).hidden = true;
  }

  // A long file is not shown, only mentioned. What is typed or pasted takes its place.
  /** @param {File | undefined} file */
  async #read(file) {
    if (!file) return;
    this.#file = file;
    const rows = this.#dialog.part('rows'),
      text = file.size > kMostShown ? '' : await file.text();
    rows.value = /[\0\ufffd]/.test(text) ? '' : text; // nor what is packed
    rows.placeholder = t('The rows of {0}', file.name);
    this.#dialog.refuse('');
  }

  async #find() {
    this.#end();
    const run = this.#run;
    this.#stop = new AbortController();
    const part = (/** @type {string} */ name) => this.#dialog.part(name);
    this.#dialog.refuse('');
    const cancel = () => {
      this.#end();
      this.#dialog.work(null);
      part('outcome').textContent = t('Cancelled.');
    };
    this.#elsewhere.offer(null);
    this.#dialog.work(0, cancel);
    const given = this.#file ?? new Blob([part('rows').value]);
    try {
      const rows = await this.#reader.ask('pairs', { file: given }, { signal: this.#stop.signal });
      if (run !== this.#run) return;
      const nodes = readNodes(part('nodes').value);
      const { strategy, hash, params } = this.#page.state();
      const { title } = /** @type {Strategy} */ (this.#strategyOf(strategy));
      const shown = { strategy, params, hash, nodes: ['node'] };
      const found = await this.#core.ask(
        'identify',
        { rows, nodes, shown },
        {
          signal: this.#stop.signal,
          onProgress: (done) => {
            if (run === this.#run) this.#dialog.work(done, cancel);
          },
        },
      );
      if (run !== this.#run) return;
      this.#show(found, title);
      if (!found.found) this.#elsewhere.offer(given);
    } catch (error) {
      if (run !== this.#run) return;
      this.#dialog.refuse(refusalOf(/** @type {import('../../headless/reshard-core.js').ReshardError} */ (error)));
      this.#elsewhere.offer(given);
    }
    if (run === this.#run) this.#dialog.work(null);
  }

  /**
   * @param {Fits} found
   * @param {string} title of the page's strategy
   */
  #show({ rows, header, fits, alike, found, chance, tried, agrees }, title) {
    const part = (/** @type {string} */ name) => this.#dialog.part(name),
      [best] = fits;
    const answer = found
      ? t('Found.')
      : t(
          'Nothing found: the best one places {0} of the rows, and the most frequent owner has {1}.',
          percent(best.share),
          percent(chance),
        );
    const elsewhere = t(
      "Of {0} rows on {1} nodes, {2} with the page's settings places {3} elsewhere.",
      Number(rows),
      best.nodes.length,
      t(title),
      percent(1 - /** @type {number} */ (agrees)),
    );
    const heading = header === null ? [] : [t('“{0}” names the columns and is no row.', header)];
    part('outcome').textContent = [...heading, answer, elsewhere, ...(found ? [assumption(best)] : [])].join(' ');
    part('alike').hidden = alike < 2 || !found;
    part('alike').textContent = t(
      '{0} combinations of settings fit equally well; these rows cannot tell them apart. Closest to the defaults first.',
      alike,
    );
    part('tried').hidden = found;
    part('tried').textContent = found ? '' : this.#triedText(tried);
    part('region').hidden = false;
    part('fits').replaceChildren(...fits.slice(0, kShown).map((fit) => this.#row(fit)));
  }

  /** @param {Fits['tried']} tried */
  #triedText({ candidates, fewestNodes, mostNodes, weights, leftOut }) {
    const titles = leftOut.map((id) => t(this.#strategyOf(id)?.title ?? id));
    const nodes =
      fewestNodes === mostNodes ? t('{0} {0|node|nodes}', mostNodes) : t('{0} to {1} nodes', fewestNodes, mostNodes);
    return [
      t(
        'Tried: {0} strategies with dialects, hash functions and usual settings; {1}; equal weights of {2}.',
        candidates,
        nodes,
        weights.map((weight) => number(weight)).join(', '),
      ),
      t(
        'Not tried: weights that differ between nodes, unusual settings, strategies that need all keys ({0}).',
        titles.join(', '),
      ),
      t('If you know the nodes, give their order and weights.'),
    ].join(' ');
  }

  /**
   * The titles of the strategy, the hash function and the settings, as in the menus of the page; then what is assumed.
   * @param {Found} fit
   */
  #textsOf({ strategy: id, title, hash, params, settings, assumed: { order, weight, unseen } }) {
    /**
     * @param {Titled[] | undefined} list
     * @param {string | number} key
     */
    const titleIn = (list, key) => list?.find((each) => each.id === key)?.title ?? String(key);
    const strategy = this.#strategyOf(id);
    const specOf = (/** @type {string} */ key) => strategy?.params.find((spec) => spec.key === key);
    const titles = settings.map((key) => titleIn(specOf(key)?.options, params[key]));
    const assumed = [
      ...(order === 'found' ? [t('order found')] : []),
      ...(weight !== 1 && weight !== null ? [t('weight {0}', number(weight))] : []),
      ...(unseen.length > 0 ? [t('{0} more {0|node|nodes}', unseen.length)] : []),
    ];
    return [t(title), titleIn(this.#registry().hashes, hash), [...titles, ...assumed].join(', ')];
  }

  #row(/** @type {Found} */ fit) {
    /** @type {HTMLTableRowElement} */
    const row = element(
      '<table><tbody><tr><th scope="row"></th><td></td><td></td><td></td><td><button type="button">Open</button></td></tr></tbody></table>',
    ).rows[0];
    const texts = [...this.#textsOf(fit), percent(fit.share)];
    texts.forEach((text, i) => {
      row.cells[i].textContent = text;
    });
    const button = /** @type {HTMLButtonElement} */ (row.querySelector('button'));
    button.setAttribute('aria-label', t('Open {0}', texts.slice(0, 3).filter(Boolean).join(', ')));
    button.onclick = () => {
      this.#dialog.close();
      location.hash = fit.link; // adds an entry to the history
    };
    return row;
  }
}

const named = (/** @type {string[]} */ names) =>
  names.length <= kMostNamed
    ? names.join(', ')
    : t('{0} and {1} more', names.slice(0, kMostNamed).join(', '), names.length - kMostNamed);

/**
 * What the best fit assumes about the nodes.
 * @param {Found} fit
 */
function assumption({ assumed: { order, weight, unseen }, nodes }) {
  const kOrders = {
    by_name: () => t('It assumes the nodes in name order.'),
    given: () => t('The nodes are as you gave them.'),
    found: () => t('It assumes the nodes in the order that the rows show: {0}.', named(nodes)),
  };
  return [
    kOrders[order](),
    ...(weight !== null ? [t('All have weight {0}.', number(weight))] : []),
    ...(unseen.length > 0
      ? [t('{0} {0|node owns|nodes own} none of the rows: {1}.', unseen.length, named(unseen))]
      : []),
  ].join(' ');
}

/** @type {?Fit} */
let dialog = null;

/** @param {import('../../host/page.js').Page} page */
export async function open(page) {
  dialog ??= new Fit(page);
  await dialog.open(takeRows());
}
