// Rows "key,owner" from production: how many of them the page's strategy would place elsewhere, and which strategies
// and dialects may have placed them. Nothing leaves the page.
import { onLanguage, percent, t } from '../text/language.js';
import { Core } from './core.js';
import { Dialog, element, kRefused } from './dialog.js';
import { refusalOf } from '../text_view/parts.js';
import { Reading } from './files/reading.js';
import { nodesOf } from './identify_rules.js';

const kMostShown = 100_000;  // bytes of a file in the text field: browsers take seconds to lay out long ones
const kShown = 8;
const kGood = 0.99;

const kHtml = `
  <p>Paste keys with their owners from your system, one pair per line. Every strategy, dialect and hash function is tried on
    them, with the owners as nodes in name order, all of weight 1. A few hundred rows are enough; they never leave this page.</p>
  <label for="fit-file">Open a file (up to 20 MB, unpacked)</label><input id="fit-file" type="file" name="file">
  <label for="fit-rows">Or paste keys with their owners</label>
  <textarea id="fit-rows" name="rows" rows="6" spellcheck="false" autocomplete="off" placeholder="user:1093,10.0.1.3:11211"></textarea>
  ${kRefused}
  <p class="buttons"><button type="button" name="fit" class="primary">Identify</button></p>
  <progress name="progress" aria-label="Trying every strategy" max="1" value="0"></progress>
  <p data-name="outcome" role="status"></p>
  <p data-name="alike" hidden></p>
  <div class="tables" tabindex="0" role="region" aria-label="Strategies that fit" hidden data-name="region">
    <table><thead><tr><th scope="col">Strategy</th><th scope="col">Hash function</th><th scope="col">Settings</th>
      <th scope="col">Matching rows</th><td></td></tr></thead><tbody data-name="fits"></tbody></table>
  </div>`;

class Fit {
  #dialog = new Dialog('fit', 'Identify a strategy', kHtml);
  #core = new Core();
  #reader = new Reading();
  #file = null;  // whose rows are asked about, instead of those in the text field
  #page;
  #run = 0;  // counts searches: a new one, or closing, ends the last
  #stop = new AbortController();

  constructor(page) {
    this.#page = page;
    this.#dialog.element.addEventListener('close', () => this.#end());
    this.#dialog.part('fit').onclick = () => this.#find();
    onLanguage(() => this.#clear());
    this.#dialog.part('file').onchange = ({ target }) => this.#read(target.files[0]);
    this.#dialog.part('rows').oninput = () => { this.#file = null; };
  }

  #end() {
    ++this.#run;
    this.#stop.abort();
  }

  open() {
    return this.#dialog.open();
  }

  #clear() {
    this.#dialog.part('outcome').textContent = '';
    this.#dialog.part('alike').hidden = true;
    this.#dialog.part('region').hidden = true;
  }

  // A long file is not shown, only mentioned. What is typed or pasted takes its place.
  async #read(file) {
    if (!file) return;
    this.#file = file;
    const rows = this.#dialog.part('rows'), text = file.size > kMostShown ? '' : await file.text();
    rows.value = /[\0\ufffd]/.test(text) ? '' : text;  // nor what is packed
    rows.placeholder = t('The rows of {0}', file.name);
    this.#dialog.refuse('');
  }

  async #find() {
    this.#end();
    const run = this.#run;
    this.#stop = new AbortController();
    const part = (name) => this.#dialog.part(name);
    this.#dialog.refuse('');
    const cancel = () => {
      this.#end();
      this.#dialog.work(null);
      part('outcome').textContent = t('Cancelled.');
    };
    this.#dialog.work(0, cancel);
    try {
      const rows = await this.#reader.ask('pairs', { file: this.#file ?? new Blob([part('rows').value]) }, { signal: this.#stop.signal });
      if (run !== this.#run) return;
      const { strategy, hash, params } = this.#page.state();
      const found = await this.#core.ask('identify', { rows, shown: { strategy, hash, params } }, {
        signal: this.#stop.signal,
        onProgress: (done) => { if (run === this.#run) this.#dialog.work(done, cancel); },
      });
      if (run === this.#run) this.#show(rows, found);
    } catch (error) {
      if (run !== this.#run) return;
      this.#dialog.refuse(refusalOf(error));
    }
    if (run === this.#run) this.#dialog.work(null);
  }

  #show(rows, { fits, alike, shown, agrees }) {
    const part = (name) => this.#dialog.part(name);
    const nodes = nodesOf(rows.owners);
    const best = fits[0].share;
    const found = best >= kGood ? t('Found.') : t('No strategy places all of them this way: the weights, node order or settings differ, or it is another system.');
    part('outcome').textContent = `${found} ${t('Of {0} rows on {1} nodes, {2} with the page\'s settings places {3} elsewhere.', rows.keys.length, nodes.length, t(shown.title), percent(1 - agrees))}`;
    part('alike').hidden = alike < 2;
    part('alike').textContent = t('{0} combinations of settings fit equally well; these rows cannot tell them apart. Closest to the defaults first.', alike);
    part('region').hidden = false;
    part('fits').replaceChildren(...fits.slice(0, kShown).map((fit) => this.#row(fit, nodes)));
  }

  // The titles of the hash function and the settings, as in the menus of the page.
  #titlesOf(strategy, hash, params) {
    const { strategies, hashes } = this.#page.bridge.read('registry');
    const titleIn = (list, id) => list?.find((each) => each.id === id)?.title ?? String(id);
    const specs = strategies.find(({ id }) => id === strategy.id).params;
    const settings = Object.entries(params).map(([key, value]) => titleIn(specs.find((spec) => spec.key === key).options, value));
    return [titleIn(hashes, hash), settings.join(', ')];
  }

  #row({ strategy, hash, params, share }, nodes) {
    const row = element('<table><tbody><tr><th scope="row"></th><td></td><td></td><td></td><td><button type="button">Open</button></td></tr></tbody></table>').rows[0];
    const texts = [t(strategy.title), ...this.#titlesOf(strategy, hash, params), percent(share)];
    texts.forEach((text, i) => { row.cells[i].textContent = text; });
    const set = { strategy: strategy.id, ...(strategy.hashFixed ? {} : { hash }), ...params };
    const button = row.querySelector('button');
    button.setAttribute('aria-label', t('Open {0}', texts.slice(0, 3).filter(Boolean).join(', ')));
    button.onclick = () => {
      this.#dialog.close();
      const fields = Object.entries(set).map(([key, value]) => `&${key}=${encodeURIComponent(value)}`);
      location.hash = `v=1&nodes=${nodes.map(encodeURIComponent).join(',')}${fields.join('')}`;  // adds an entry to the history
    };
    return row;
  }
}

let dialog = null;

export async function open(page) {
  dialog ??= new Fit(page);
  await dialog.open();
}
