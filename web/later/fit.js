// Rows "key,owner" from production: how many of them the scheme on the page would place elsewhere, and which schemes and
// dialects placed them. Nothing leaves the page.
import { number, onLanguage, t } from '../language.js';
import { Dialog, element, headlessCore, idle, kRefused } from './dialog.js';
import { percent, refusalOf } from './text_parts.js';
import { agreement, bestFits, nodesOf, readRows } from './fit_rules.js';

const kMostBytes = 20_000_000;
const kShown = 8;
const kGood = 0.99;

const kHtml = `
  <p>Rows of a key and the node that owns it, one a line, as your system says: every scheme, dialect and hash function is tried
    on them. The nodes are the owners in the order of their names, all of weight 1. Some hundreds of rows are enough; they stay
    in this page.</p>
  <label for="fit-file">Open a file of at most 20 MB</label><input id="fit-file" type="file" name="file">
  <label for="fit-rows">Or paste rows</label>
  <textarea id="fit-rows" name="rows" rows="6" spellcheck="false" autocomplete="off" placeholder="user:1093,10.0.1.3:11211"></textarea>
  ${kRefused}
  <p class="buttons"><button type="button" name="fit" class="primary">Find the scheme</button></p>
  <progress name="progress" aria-label="Trying every scheme" max="1" value="0" hidden></progress>
  <p data-name="outcome" role="status"></p>
  <p data-name="alike" hidden></p>
  <div class="tables" tabindex="0" role="region" aria-label="Schemes that fit" hidden data-name="region">
    <table><thead><tr><th scope="col">Scheme</th><th scope="col">Hash function</th><th scope="col">Settings</th>
      <th scope="col">Rows alike</th><td></td></tr></thead><tbody data-name="fits"></tbody></table>
  </div>`;

class Fit {
  #dialog = new Dialog('fit', 'Which scheme placed these keys?', kHtml);
  #page;
  #run = 0;  // a number of its own for each search: another one, or closing, ends it

  constructor(page) {
    this.#page = page;
    this.#dialog.element.addEventListener('close', () => { ++this.#run; });
    this.#dialog.part('fit').onclick = () => this.#find();
    onLanguage(() => this.#clear());
    this.#dialog.part('file').onchange = ({ target }) => this.#read(target.files[0]);
  }

  open() {
    return this.#dialog.open();
  }

  #clear() {
    this.#dialog.part('outcome').textContent = '';
    this.#dialog.part('alike').hidden = true;
    this.#dialog.part('region').hidden = true;
  }

  async #read(file) {
    if (!file) return;
    if (file.size > kMostBytes) return this.#dialog.refuse(t('{0}: {1} bytes, at most {2}', file.name, file.size, kMostBytes));
    try {
      this.#dialog.part('rows').value = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
      this.#dialog.refuse('');
    } catch {
      this.#dialog.refuse(t('{0}: wanted text in UTF-8', file.name));
    }
  }

  async #find() {
    const run = ++this.#run;
    const part = (name) => this.#dialog.part(name);
    this.#dialog.refuse('');
    part('progress').hidden = false;
    try {
      const rows = readRows(part('rows').value);
      const core = await headlessCore();
      const found = await bestFits(core, rows, async (done) => {
        part('progress').value = done;
        await idle();
        return run === this.#run;
      });
      if (found) this.#show(core, rows, found);
    } catch (error) {
      this.#dialog.refuse(refusalOf(error));
    }
    part('progress').hidden = true;
  }

  #show(core, rows, { fits, alike }) {
    const part = (name) => this.#dialog.part(name);
    const { strategy, hash, params } = this.#page.state();
    const nodes = nodesOf(rows.owners);
    const shown = core.strategies().find(({ id }) => id === strategy);
    const agrees = agreement(core, { strategy: shown, hash, params }, rows, nodes);
    const best = fits[0].share;
    const found = best >= kGood ? t('Found.') : t('No scheme places them all alike: other weights, another order or settings of the nodes, or another system.');
    part('outcome').textContent = `${found} ${t('Of {0} rows on {1} nodes, {2} as it is set on the page places {3} elsewhere.', rows.keys.length, nodes.length, t(shown.title), percent(1 - agrees))}`;
    part('alike').hidden = alike < 2;
    part('alike').textContent = t('{0} settings fit equally well, and these rows cannot tell them apart: those nearest to the usual ones stand first.', alike);
    part('region').hidden = false;
    part('fits').replaceChildren(...fits.slice(0, kShown).map((fit) => this.#row(fit, nodes)));
  }

  // Of the hash function and the settings, as the menus of the page call them.
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
      location.hash = `v=1&nodes=${nodes.map(encodeURIComponent).join(',')}${fields.join('')}`;  // an entry of the browser's history
    };
    return row;
  }
}

let dialog = null;

export async function open(page) {
  dialog ??= new Fit(page);
  await dialog.open();
}
