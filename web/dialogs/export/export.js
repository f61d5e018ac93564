// All that can be exported from the page: a tag, pictures, tables, the scenario as a file (and back), code,
// configuration.
import { nextTurn } from '../../headless/next_turn.js';
import { copy } from '../../host/clipboard.js';
import { t } from '../../text/language.js';
import { cppOf } from './cpp.js';
import { openedTable } from '../files/opened_table.js';
import { Core } from '../tools/dialog_core.js';
import { Dialog, kRefused, save } from '../tools/dialog.js';
import { namesSystem } from '../../host/second_build.js';
import { jsOf } from './javascript.js';
import { firstNodes } from '../tools/first_nodes.js';
import { OwnFile, kOwnFileHtml } from './own_file.js';
import { aboutMoving, kPlaysHtml, lastChange, saveMoving, whyStill } from './last_change.js';
import { allUp, nodesOf } from '../tools/nodes.js';
import { embedCode, frameCode, pictureName, pngOf, svgOf } from '../tools/pictures.js';
import { inputOf, placing } from '../tools/plan.js';
import { csvRows } from '../../text/quote.js';
import { textOf } from '../../systems/systems.js';

const kRowsASlice = 20_000;
const kMostFileBytes = 16_000_000;

const kHtml = `
  ${kOwnFileHtml}
  <fieldset><legend>Embed in a page</legend>
    <div class="line"><label>Which picture <select name="view"><option value="">as on the page</option>
      <option value="structure">picture of the strategy</option><option value="load">keys per node</option>
      <option value="flows">where keys went</option><option value="map">key map</option>
      <option value="compare">side by side</option></select></label>
    <label>Readers may change <select name="controls"><option value="">everything</option>
      <option value="nodes,strategy">nodes and strategy</option><option value="nodes">nodes</option>
      <option value="strategy">strategy</option>
      <option value="none">nothing</option></select></label>
    <label>Preview before loading <select name="before"><option value="words">a sentence</option>
      <option value="picture">a picture file</option></select></label></div>
    <p data-name="picture-needed" class="quiet" hidden></p>
    <label for="take-tag">Paste this where you want the figure.
      <a href="embedding.html" target="_blank" rel="noopener">More about embedding</a></label>
    <textarea id="take-tag" name="tag" readonly rows="5" spellcheck="false"></textarea>
    <p class="buttons"><button type="button" name="copy-tag">Copy tag</button>
      <button type="button" name="copy-link">Copy link</button>
      <span data-name="told-of-tag" role="status" class="quiet"></span></p>
    <label for="take-frame">Or this line, where a page may not run scripts</label>
    <div class="line"><input id="take-frame" name="frame" readonly spellcheck="false">
      <button type="button" name="copy-frame">Copy line</button></div>
  </fieldset>
  <fieldset><legend>Pictures: for previews, mail and print</legend>
    <p class="buttons"><button type="button" name="svg">Save as SVG</button>
      <button type="button" name="png">Save as PNG</button></p>
    <div class="line"><button type="button" name="moving">Save as animated SVG</button>${kPlaysHtml}</div>
    <p data-name="about-moving" class="quiet"></p>
  </fieldset>
  <fieldset><legend>Tables, as CSV</legend>
    <p class="buttons"><button type="button" name="owners">Owners of all keys</button>
      <button type="button" name="counts">Keys per node</button>
      <button type="button" name="flows">What moved</button>
      <button type="button" name="comparison">Comparison</button></p>
    <progress name="progress" aria-label="Writing owners" max="1" value="0"></progress>
  </fieldset>
  <fieldset><legend>Scenario file</legend>
    <p class="buttons"><button type="button" name="save-scenario">Save as JSON</button></p>
    <label for="take-file">Open a file, drop it here, or paste it below</label>
    <input id="take-file" name="file" type="file" accept=".json,application/json">
    <textarea name="scenario" rows="3" aria-label="Scenario as JSON" spellcheck="false" autocomplete="off"></textarea>
    <p class="buttons"><button type="button" name="use-scenario" disabled>Use this scenario</button></p>
    ${kRefused}
  </fieldset>
  <fieldset><legend>Generated code and configuration</legend>
    <p class="quiet">Reshard writes these from what the page shows. None of them is your own file.</p>
    <div class="line"><label>Show <select name="language"></select></label></div>
    <textarea name="code" readonly rows="12" aria-label="Code" spellcheck="false"></textarea>
    <p class="buttons"><button type="button" name="copy-code">Copy code</button>
      <span data-name="told-of-code" role="status" class="quiet"></span></p>
  </fieldset>`;

// Headings of the comparison's figures, in their order. Programs read them, so they stay the same, whatever the page
// calls a figure. The one for requests is present if requests differ from keys.
const kOfRequests = 'Busiest to mean';
const kFigures = [
  'Moved',
  'Needlessly',
  'Spread',
  'Fullest to mean',
  kOfRequests,
  'Memory',
  'Lookup here',
  'Lookup with hashing here',
  'Least possible',
];

/** @typedef {import('../../host/page.js').Page} Page */
/** @typedef {import('../../api/shapes.js').State} State */
/** @typedef {import('../../api/shapes.js').ScenarioJson} ScenarioJson */

/** @param {string} text @param {string} name */
const saveText = (text, name, type = 'text/csv') => save(new Blob([text], { type: `${type};charset=utf-8` }), name);

class TakeAlong {
  #dialog = new Dialog('take-along', 'Export & share', kHtml);
  #core = new Core(
    new URL('../tools/configuration_engine.js', import.meta.url),
    () => import('../tools/configuration_engine.js'),
  );
  #page;
  #ownFile;
  /** @type {Map<string, string>} the code, by title */
  #texts = new Map();
  #writing = 0; // counts lists of owners: closing ends the work on one

  /** @param {Page} page */
  constructor(page) {
    this.#page = page;
    this.#ownFile = new OwnFile(this.#dialog, page);
    const part = (/** @type {string} */ name) => this.#dialog.part(name);
    const on = (/** @type {string} */ name, /** @type {() => void} */ act) => {
      part(name).onclick = () => act();
    };
    // Said in the dialog: while it is open, screen readers do not announce what changes behind it.
    const tell = (/** @type {string} */ name) => (/** @type {string} */ sentence) => {
      part(name).textContent = sentence;
    };
    on('copy-tag', () => copy(part('tag').value, tell('told-of-tag')));
    on('copy-frame', () => copy(part('frame').value, tell('told-of-tag')));
    on('copy-link', () => copy(page.address.fullPage, tell('told-of-tag')));
    const svg = (/** @type {'both' | 'own'} */ theme) => svgOf(page.bridge, part('view').value, theme);
    on('svg', () => save(new Blob([svg('both')], { type: 'image/svg+xml' }), `${this.#pictureName}.svg`));
    on('png', async () => save(await pngOf(svg('own')), `${this.#pictureName}.png`));
    on('moving', () => this.#saveMoving().catch(page.notLoaded));
    on('owners', () => this.#saveOwners());
    on('counts', () => this.#saveCounts());
    on('flows', () => this.#saveFlows());
    on('comparison', () => this.#saveComparison());
    on('save-scenario', () => saveText(`${page.bridge.text('scenario')}\n`, 'reshard.json', 'application/json'));
    on('use-scenario', () => this.#use(part('scenario').value));
    on('copy-code', () => copy(part('code').value, tell('told-of-code')));
    for (const name of ['view', 'controls', 'before']) part(name).onchange = () => this.#showTag();
    part('scenario').oninput = () => {
      part('use-scenario').disabled = part('scenario').value.trim() === '';
    };
    part('file').onchange = () => this.#useFile(part('file').files[0]);
    part('language').onchange = () => {
      part('code').value = this.#texts.get(part('language').value);
      part('told-of-code').textContent = ''; // it was another code that was copied
    };
    this.#dialog.element.addEventListener('close', () => {
      ++this.#writing;
    });
    this.#dialog.element.addEventListener('drop', (event) =>
      this.#useFile(/** @type {DataTransfer} */ (event.dataTransfer).files[0]),
    );
  }

  async open() {
    const shown = this.#page.state();
    this.#listPictures(shown);
    this.#showTag();
    this.#dialog.part('flows').disabled = shown.flows.length === 0;
    this.#showWhetherMoving(shown);
    this.#dialog.part('comparison').disabled = shown.compare.length < 2;
    this.#dialog.part('file').value = '';
    this.#dialog.part('told-of-code').textContent = '';
    this.#dialog.refuse('');
    this.#showCode(shown);
    this.#ownFile.show().catch(this.#page.notLoaded);
    await this.#dialog.open();
  }

  /** The first picture is called as on the page; two side by side need a second strategy. @param {State} shown */
  #listPictures({ compare }) {
    const menu = this.#dialog.part('view', HTMLSelectElement);
    const [, first, , , , beside] = menu.options;
    first.text = compare[0]?.title ?? t('picture of the strategy');
    beside.disabled = compare.length < 2;
    beside.text = beside.disabled ? t('side by side (needs a second strategy)') : t('side by side');
    if (beside.disabled && beside.selected) menu.value = '';
  }

  // The same in the tag and under “Save as SVG”, and another for each figure of a post.
  get #pictureName() {
    return pictureName(this.#page.state(), this.#dialog.part('view').value);
  }

  #showTag() {
    this.#dialog.part('told-of-tag').textContent = ''; // it was another tag that was copied
    const { address, state } = this.#page;
    const chosen = Object.fromEntries(['view', 'controls'].map((name) => [name, this.#dialog.part(name).value]));
    const picture = this.#dialog.part('before').value === 'picture' ? `${this.#pictureName}.svg` : '';
    this.#dialog.part('picture-needed').hidden = picture === '';
    this.#dialog.part('picture-needed').textContent = t(
      'The tag refers to {0}: save the picture under that name next to your page.',
      picture,
    );
    this.#dialog.part('tag').value = embedCode(address.fullPage, { ...chosen, poster: picture }, state().fact);
    this.#dialog.part('frame').value = frameCode(address.fullPage, chosen, state().fact);
  }

  /** @param {State} shown */
  #showWhetherMoving(shown) {
    const why = whyStill(shown);
    for (const name of ['moving', 'plays']) this.#dialog.part(name).disabled = why !== '';
    this.#dialog.part('about-moving').textContent = why || aboutMoving();
  }

  async #saveMoving() {
    // The button is disabled where there is none.
    const change = /** @type {import('./last_change.js').Shown} */ (await lastChange(this.#page, this.#core));
    saveMoving(change, this.#dialog.part('plays').value);
  }

  /** @param {State} shown */
  async #showCode(shown) {
    const scenario = this.#page.bridge.read('scenario');
    const [choice = { strategy: shown.strategy }] = scenario.strategies ?? [];
    const given = scenario.keys?.kind === 'given';
    const { replicas = 1, requests } = scenario;
    const { keys, ...cluster } = inputOf(scenario);
    const input = {
      ...placing({ ...cluster, keys: { ...keys, ...(scenario.keys && { count: scenario.keys.count }) } }, choice),
      ...(replicas > 1 && { replicas }),
      ...(requests && { requests }),
    };
    this.#texts = new Map([
      ['C++', cppOf(shown.link, given)],
      ['JavaScript', jsOf(shown.link, input, given, namesSystem(shown.link))],
    ]);
    this.#listTexts('C++');
    try {
      const generated = await firstNodes(this.#core, scenario);
      const known = await this.#core.ask('configuration', {
        up: { ...allUp(input), requests: undefined },
        strategy: shown.strategy,
        nodes: nodesOf(scenario, generated, shown.nodes),
        params: shown.params,
        hash: shown.hash,
        replicas,
        sqlTable: openedTable(shown.nodes),
      });
      if (!known) return;
      const title = t('{0} configuration', known.system);
      this.#texts = new Map([
        [title, known.refused === '' ? textOf(known.parts) : t('No configuration: {0}', known.refused)],
        ...this.#texts,
      ]);
      const { value } = this.#dialog.part('language');
      this.#listTexts(value === 'C++' ? title : value); // something else was chosen meanwhile
    } catch (error) {
      console.warn(/** @type {Error} */ (error).message); // the code is available all the same
    }
  }

  /** @param {string} shown */
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
    const cancel = () => {
      ++this.#writing;
      this.#dialog.work(null);
    };
    /** @type {BlobPart[]} */
    const parts = ['key,owner,owner before the last change\r\n'];
    for (let first = 0; first < keys; first += kRowsASlice) {
      parts.push(new Blob([bridge.text('owners_csv', first, kRowsASlice)]));
      this.#dialog.work(first / keys, cancel);
      await nextTurn();
      if (writing !== this.#writing || state().revision !== revision) break;
    }
    if (writing !== this.#writing) return;
    this.#dialog.work(null);
    if (state().revision === revision) save(new Blob(parts, { type: 'text/csv' }), 'reshard-owners.csv');
  }

  #saveCounts() {
    /** @type {{nodes: import('../../api/shapes.js').StateNode[]}} */
    const { nodes } = this.#page.state();
    saveText(
      csvRows([
        ['node', 'weight', 'keys', 'fair share'],
        ...nodes.map(({ name, weight, keys, fair }) => [name, weight, keys, fair]),
      ]),
      'reshard-nodes.csv',
    );
  }

  #saveFlows() {
    saveText(`from,to,keys\r\n${this.#page.bridge.text('flows_csv')}`, 'reshard-flows.csv');
  }

  #saveComparison() {
    /**
     * @type {{keys: number, compare: {title: string, setup: string, moved: number, needless: number, least: number,
     *   figures: {text: string}[]}[]}}
     */
    const { compare, keys } = this.#page.state();
    const labels = kFigures.filter((name) => name !== kOfRequests || compare[0].figures.length === kFigures.length);
    saveText(
      csvRows([
        ['strategy', 'setup', 'keys', 'moved keys', 'needless keys', 'least keys', ...labels],
        ...compare.map((row) => [
          row.title,
          row.setup,
          keys,
          row.moved,
          row.needless,
          row.least,
          ...row.figures.map(({ text }) => text.replace(/\s/gu, ' ')),
        ]),
      ]),
      'reshard-comparison.csv',
    );
  }

  /** @param {File | undefined} file */
  async #useFile(file) {
    if (!file) return;
    if (file.size > kMostFileBytes) {
      return this.#dialog.refuse(
        t('{0} has {1} bytes; the limit for a scenario is {2}.', file.name, file.size, kMostFileBytes),
      );
    }
    this.#use(await file.text());
  }

  /** @param {string} text */
  #use(text) {
    const refused = this.#page.bridge.ask('take_scenario', text);
    this.#page.wake();
    this.#dialog.refuse(refused ? t('{0}. Your scenario is unchanged.', refused.error) : '');
    if (refused) return;
    this.#dialog.part('scenario').value = '';
    this.#dialog.close();
    this.#page.announce(t('Opened the scenario from the file.'));
  }
}

/** @type {?TakeAlong} */
let dialog = null;

/** @param {Page} page */
export async function open(page) {
  dialog ??= new TakeAlong(page);
  await dialog.open();
}
