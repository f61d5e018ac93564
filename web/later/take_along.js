// All that can be taken from the page: a tag, pictures, tables, the scenario as a file (and back), code, configuration.
import { copy } from '../clipboard.js';
import { t } from '../language.js';
import { cppOf, jsOf } from './code.js';
import { Dialog, headlessCore, idle, kRefused, save } from './dialog.js';
import { embedCode, pngOf, svgOf } from './pictures.js';
import { inputOf } from './plan.js';
import { configurationOf } from './systems.js';

const kRowsASlice = 20_000;
const kMostFileBytes = 16_000_000;
const kPicture = 'reshard.svg';

const kHtml = `
  <fieldset><legend>Put it in a post</legend>
    <div class="line"><label>Picture of <select name="view"><option value="">those of the page</option>
      <option value="structure">the structure</option><option value="load">keys per node</option>
      <option value="flows">where keys went</option><option value="map">the key map</option>
      <option value="compare">all side by side</option></select></label>
    <label>Readers may change <select name="controls"><option value="">everything</option>
      <option value="nodes,strategy">nodes and strategy</option><option value="nodes">nodes</option><option value="strategy">strategy</option>
      <option value="none">nothing</option></select></label>
    <label>Before the start, show <select name="before"><option value="words">what happened, in words</option>
      <option value="picture">a picture beside your page</option></select></label></div>
    <p data-name="picture-needed" class="quiet" hidden>The tag names reshard.svg: save the picture as that, and put it beside your page.</p>
    <label for="take-tag">Paste this where the figure shall be. <a href="embedding.html">More about figures</a></label>
    <textarea id="take-tag" name="tag" readonly rows="5" spellcheck="false"></textarea>
    <p class="buttons"><button type="button" name="copy-tag">Copy the tag</button>
      <button type="button" name="copy-link">Copy the link</button>
      <span data-name="told-of-tag" role="status" class="quiet"></span></p>
  </fieldset>
  <fieldset><legend>Pictures, for before the start, for mail and for print</legend>
    <p class="buttons"><button type="button" name="svg">Save as SVG</button>
      <button type="button" name="png">Save as PNG</button></p>
  </fieldset>
  <fieldset><legend>Tables, as CSV</legend>
    <p class="buttons"><button type="button" name="owners">Owners of all keys</button>
      <button type="button" name="counts">Keys per node</button>
      <button type="button" name="flows">What moved</button>
      <button type="button" name="comparison">Comparison</button></p>
    <progress name="progress" aria-label="Writing the owners" max="1" value="0" hidden></progress>
  </fieldset>
  <fieldset><legend>The scenario, as a file</legend>
    <p class="buttons"><button type="button" name="save-scenario">Save as JSON</button></p>
    <label for="take-file">Open one, drop it here, or paste it below</label>
    <input id="take-file" name="file" type="file" accept=".json,application/json">
    <textarea name="scenario" rows="3" aria-label="Scenario as JSON" spellcheck="false" autocomplete="off"></textarea>
    <p class="buttons"><button type="button" name="use-scenario" disabled>Use this scenario</button></p>
    ${kRefused}
  </fieldset>
  <fieldset><legend>As code</legend>
    <div class="line"><label>Show <select name="language"></select></label></div>
    <textarea name="code" readonly rows="12" aria-label="Code" spellcheck="false"></textarea>
    <p class="buttons"><button type="button" name="copy-code">Copy the code</button>
      <span data-name="told-of-code" role="status" class="quiet"></span></p>
  </fieldset>`;

const field = (value) => (/[",\r\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value));
const csv = (rows) => rows.map((row) => `${row.map(field).join(',')}\r\n`).join('');
const saveText = (text, name, type = 'text/csv') => save(new Blob([text], { type: `${type};charset=utf-8` }), name);

/** The nodes as a configuration names them, with the places that only the scenario's file has. */
function nodesOf(scenario, state) {
  const told = new Map();
  const note = (node) => told.set(node.name ?? node, { ...told.get(node.name ?? node), ...(node.name && node) });
  if (Array.isArray(scenario.nodes)) scenario.nodes.forEach(note);
  for (const event of scenario.log ?? []) {
    if (event.add) note(event.add);
    if (event.relocate) note({ ...event, name: event.relocate });
    if (event.rename) told.set(event.to, { ...told.get(event.rename) });
    if (event.down) note({ name: event.down, down: true });
    if (event.up) note({ name: event.up, down: false });
  }
  return state.nodes.map(({ name, weight }) => ({ ...told.get(name), name, weight }));
}

class TakeAlong {
  #dialog = new Dialog('take-along', 'Take along', kHtml);
  #page;
  #texts = new Map();  // of the code: title → text
  #writing = 0;        // a number of its own for each list of owners: closing ends it

  constructor(page) {
    this.#page = page;
    const part = (name) => this.#dialog.part(name);
    const on = (name, act) => { part(name).onclick = () => act(); };
    // Said in the dialog: while it is open, nobody is told of what changes behind it.
    const tell = (name) => (sentence) => { part(name).textContent = sentence; };
    on('copy-tag', () => copy(part('tag').value, tell('told-of-tag')));
    on('copy-link', () => copy(page.address.fullPage, tell('told-of-tag')));
    const svg = () => svgOf(page.bridge, part('view').value);
    on('svg', () => save(new Blob([svg()], { type: 'image/svg+xml' }), kPicture));
    on('png', async () => save(await pngOf(svg()), 'reshard.png'));
    on('owners', () => this.#saveOwners());
    on('counts', () => this.#saveCounts());
    on('flows', () => this.#saveFlows());
    on('comparison', () => this.#saveComparison());
    on('save-scenario', () => saveText(`${page.bridge.text('scenario')}\n`, 'reshard.json', 'application/json'));
    on('use-scenario', () => this.#use(part('scenario').value));
    on('copy-code', () => copy(part('code').value, tell('told-of-code')));
    for (const name of ['view', 'controls', 'before']) part(name).onchange = () => this.#showTag();
    part('scenario').oninput = () => { part('use-scenario').disabled = part('scenario').value.trim() === ''; };
    part('file').onchange = ({ target }) => this.#useFile(target.files[0]);
    part('language').onchange = ({ target }) => { part('code').value = this.#texts.get(target.value); };
    this.#dialog.element.addEventListener('close', () => { ++this.#writing; });
    this.#dialog.element.addEventListener('drop', (event) => this.#useFile(event.dataTransfer.files[0]));
  }

  async open() {
    const shown = this.#page.state();
    this.#showTag();
    this.#dialog.part('flows').disabled = shown.flows.length === 0;
    this.#dialog.part('comparison').disabled = shown.compare.length < 2;
    this.#dialog.part('file').value = '';
    for (const name of ['told-of-tag', 'told-of-code']) this.#dialog.part(name).textContent = '';
    this.#dialog.refuse('');
    this.#showCode(shown);
    await this.#dialog.open();
  }

  #showTag() {
    const { address, state } = this.#page;
    const chosen = Object.fromEntries(['view', 'controls'].map((name) => [name, this.#dialog.part(name).value]));
    const picture = this.#dialog.part('before').value === 'picture' ? kPicture : '';
    this.#dialog.part('picture-needed').hidden = picture === '';
    this.#dialog.part('tag').value = embedCode(address.fullPage, { ...chosen, poster: picture }, state().headline);
  }

  async #showCode(shown) {
    const scenario = this.#page.bridge.read('scenario');
    const [{ title: _, ...choice } = { strategy: shown.strategy }] = scenario.strategies ?? [];
    const input = { ...choice, ...inputOf(scenario), ...(scenario.keys?.count && { keys: inputOf(scenario).keys }) };
    this.#texts = new Map([['C++', cppOf(shown.link)], ['JavaScript', jsOf(shown.link, input)]]);
    this.#listTexts('C++');
    const nodes = nodesOf(scenario, shown);
    try {
      const core = await headlessCore();
      const place = (keys) => core.place({ ...input, keys });
      const params = Object.fromEntries(Object.entries(shown.params).map(([key, value]) => [key, value]));
      const known = configurationOf(shown.strategy, { nodes, params, replicas: scenario.replicas ?? 1, place });
      if (known) {
        const title = t('configuration of {0}', known.system);
        this.#texts = new Map([[title, known.text], ...this.#texts]);
        const { value } = this.#dialog.part('language');
        this.#listTexts(value === 'C++' ? title : value);  // another one was chosen meanwhile
      }
    } catch (error) {
      console.warn(error.message);  // the code is there all the same
    }
  }

  #listTexts(shown) {
    const menu = this.#dialog.part('language');
    menu.replaceChildren(...[...this.#texts.keys()].map((title) => new Option(title)));
    menu.value = shown;
    this.#dialog.part('code').value = this.#texts.get(shown);
  }

  // In slices: a million keys are 30 MB of text.
  async #saveOwners() {
    const { bridge, state } = this.#page;
    const writing = ++this.#writing;
    const { keys, revision } = state();
    const progress = this.#dialog.part('progress');
    progress.hidden = false;
    const parts = ['key,owner,owner before the last change\r\n'];
    for (let first = 0; first < keys; first += kRowsASlice) {
      parts.push(new Blob([bridge.text('owners_csv', first, kRowsASlice)]));
      progress.value = first / keys;
      await idle();
      if (writing !== this.#writing || state().revision !== revision) break;
    }
    progress.hidden = true;
    if (writing === this.#writing && state().revision === revision) save(new Blob(parts, { type: 'text/csv' }), 'reshard-owners.csv');
  }

  #saveCounts() {
    const { nodes } = this.#page.state();
    saveText(csv([['node', 'weight', 'keys', 'fair share'], ...nodes.map(({ name, weight, keys, fair }) => [name, weight, keys, fair])]), 'reshard-nodes.csv');
  }

  #saveFlows() {
    saveText(`from,to,keys\r\n${this.#page.bridge.text('flows_csv')}`, 'reshard-flows.csv');
  }

  #saveComparison() {
    const { compare, keys } = this.#page.state();
    const labels = compare[0].figures.map(({ label }) => label);
    saveText(csv([['strategy', 'setup', 'keys', 'moved keys', 'needless keys', 'least keys', ...labels],
      ...compare.map((row) => [row.title, row.setup, keys, row.moved, row.needless, row.least, ...row.figures.map(({ text }) => text.replace(/\s/gu, ' '))])]), 'reshard-comparison.csv');
  }

  async #useFile(file) {
    if (!file) return;
    if (file.size > kMostFileBytes) {
      return this.#dialog.refuse(t('{0} has {1} bytes; a scenario has at most {2}.', file.name, file.size, kMostFileBytes));
    }
    this.#use(await file.text());
  }

  #use(text) {
    const refused = this.#page.bridge.ask('take_scenario', text);
    this.#page.wake();
    this.#dialog.refuse(refused ? t('{0}. The scenario is as it was.', refused.error) : '');
    if (refused) return;
    this.#dialog.part('scenario').value = '';
    this.#dialog.close();
    this.#page.announce(t('The scenario of the file is shown.'));
  }
}

let dialog = null;

export async function open(page) {
  dialog ??= new TakeAlong(page);
  await dialog.open();
}
