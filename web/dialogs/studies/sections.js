// How many sections: max / mean by the number of sections, placed by count and by load, and what the map costs clients.
import { number, percent, t } from '../../text/language.js';
import { refuse, StudyCore } from './study_core.js';
import { keysOf } from '../tools/csv_rows.js';
import { bytesText } from '../tools/amounts.js';
import { Dialog, kRefused, studiesStyled, table } from '../tools/dialog.js';
import { drawnIn } from '../tools/drawn.js';
import { inputOf } from '../tools/plan.js';
import { detailOf, settingsOf } from '../tools/settings.js';
import { connectStudy, kTakeHtml, tableOfCells } from '../tools/study.js';
import { barsOf, plotHeight, plotOf } from '../tools/plot.js';
import { kMostSections, kSections, mapTraffic } from './section_rules.js';

/** @typedef {import('../../host/page.js').Page} Page */
/** @typedef {import('../../api/shapes.js').StateNode} StateNode */
/** @typedef {ReturnType<typeof import('./section_rules.js').studySections>} Studied */
/** @typedef {Studied['rows'][number]} Row */
/** @typedef {{sections: number, skew: number, clients: number, poll: number, changes: number}} Settings */

const kMostWidth = 680;
const kMostBars = 40; // nodes; of more, the least loaded are left out

const kFields = {
  sections: { least: kSections[0], most: kMostSections, usual: 1024 },
  skew: { least: 0, most: 2, usual: 0 },
  clients: { least: 1, most: 1e7, usual: 1000 },
  poll: { least: 0.1, most: 86_400, usual: 60 },
  changes: { least: 0, most: 1e6, usual: 6 },
};

const kOptions = kSections.map((count) => `<option>${count}</option>`).join('');

const kHtml = `
  <p data-name="what" class="quiet"></p>
  <div class="line">
    <label>Sections <select name="sections">${kOptions}</select></label>
    <label>Request skew (Zipf) <input name="skew" type="number" min="0" max="2" step="0.1" required></label>
    <label>Clients <input name="clients" type="number" min="1" max="10000000" step="1" required></label>
    <label>Polled every, s <input name="poll" type="number" min="0.1" max="86400" step="any" required></label>
    <label>Changes per hour <input name="changes" type="number" min="0" max="1000000" step="any" required></label>
  </div>
  ${kRefused}
  <progress name="progress" aria-label="Computing the curve" max="1"></progress>
  <div class="studies">
    <p data-name="outcome" role="status"></p>
    <div data-name="picture"></div>
    <div data-name="bars"></div>
    <p data-name="traffic"></p>
    <div data-name="tables" class="tables" tabindex="0" role="region" aria-label="The numbers"></div>
    <p class="quiet">By count: every node gets the same number of sections, however busy they are. By load: the busiest
      section first, to the least loaded node. A section is never divided.</p>
  </div>
  ${kTakeHtml}`;

const times = (/** @type {number} */ value) => `${number(value, 2)}×`;
const perSecond = (/** @type {number} */ value) => t('{0}/s', bytesText(value));

class Sections {
  #dialog = new Dialog('sections', 'How many sections?', kHtml);
  #draw = drawnIn(this.#dialog.part('picture'), kMostWidth, (width) => this.#drawAt(width));
  #core = new StudyCore();
  #page;
  // Input for the worker: what does not change while the dialog is open.
  #asked = {
    input: /** @type {import('./study_core.js').StudyInput} */ ({}),
    spread: 0,
    weights: /** @type {number[]} */ ([]),
    names: /** @type {string[]} */ ([]),
  };
  /** @type {?Studied & {names: string[]}} */
  #study = null;
  #run = 0;

  /** @param {Page} page */
  constructor(page) {
    this.#page = page;
    this.#dialog.form.addEventListener('change', (/** @type {Event} */ { target }) =>
      this.#changed(['sections', 'skew'].includes(/** @type {HTMLInputElement} */ (target).name)),
    );
    this.#dialog.element.addEventListener('close', () => {
      ++this.#run;
      this.#core.end();
    });
    connectStudy(this.#dialog, page, 'sections', {
      argument: () => detailOf(this.#settings()),
      said: () => this.#dialog.part('outcome').textContent,
      tables: () => [
        tableOfCells(
          t('Max / mean by the number of sections'),
          this.#cells((value) => value),
        ),
      ],
    });
  }

  /** @param {string} [detail] settings of settings.js */
  async open(detail) {
    this.#study = null; // of the nodes that the page had
    await Promise.all([studiesStyled(), this.#dialog.open()]);
    const scenario = this.#page.bridge.read('scenario');
    const { skew = 0, spread = 0 } = scenario.requests ?? {};
    const settings = settingsOf({ ...kFields, skew: { ...kFields.skew, usual: skew } }, detail);
    if (!kSections.includes(settings.sections)) settings.sections = kFields.sections.usual;
    for (const [name, value] of Object.entries(settings)) this.#dialog.part(name).value = value;
    const state = this.#page.state();
    const { keys, seed } = inputOf(scenario);
    const nodes = /** @type {StateNode[]} */ (state.nodes).filter(({ weight }) => weight > 0);
    this.#asked = {
      input: {
        keys: state.own_keys ? keysOf(this.#page.bridge, keys.count) : keys,
        seed,
        ...(state.hash_fixed === undefined && { hash: state.hash }),
      },
      spread,
      weights: nodes.map(({ weight }) => weight),
      names: nodes.map(({ name }) => name),
    };
    this.#dialog.part('what').textContent = [
      t(
        '{0} nodes, {1} keys. A key’s section is its hash modulo the number of sections; a map gives each section its node.',
        nodes.length,
        keys.count,
      ),
      ...(keys.count < state.keys
        ? [t('The page has {0} keys; these are the first {1}.', state.keys, keys.count)]
        : []),
    ].join(' ');
    await this.#changed(true);
  }

  #settings() {
    const values = Object.keys(kFields).map((name) => [name, Number(this.#dialog.part(name).value)]);
    return /** @type {Settings} */ (Object.fromEntries(values));
  }

  /** @param {boolean} again whether the study depends on what has changed */
  async #changed(again) {
    if (!this.#dialog.form.checkValidity()) {
      this.#dialog.refuse(
        t(
          'Each field needs a number: skew from 0 to 2; at least 1 client; polled every 0.1 s or more; 0 or more changes.',
        ),
      );
      return;
    }
    this.#dialog.refuse('');
    if (!again && this.#study) return this.#write(this.#study);
    const run = ++this.#run;
    const cancel = () => {
      ++this.#run;
      this.#core.end();
      this.#dialog.work(null);
      this.#dialog.part('outcome').textContent = t('Cancelled.');
    };
    this.#dialog.work(0, cancel);
    try {
      const { names, ...asked } = this.#asked;
      const study = await this.#core.ask('sections', { ...asked, ...this.#settings() });
      if (run !== this.#run) return;
      const named = { ...study, names };
      this.#study = named;
      this.#write(named);
    } catch (error) {
      refuse(this.#dialog, error);
    }
    if (run === this.#run) this.#dialog.work(null);
  }

  /** @param {Studied & {names: string[]}} study */
  #write(study) {
    const part = (/** @type {string} */ name) => this.#dialog.part(name);
    const settings = this.#settings(),
      { rows } = study;
    const row = /** @type {Row} */ (rows.find(({ sections }) => sections === settings.sections));
    part('outcome').textContent = [
      t(
        '{0} sections: the most loaded node serves {1} the mean placed by count, {2} placed by load.',
        row.sections,
        times(row.count),
        times(row.load),
      ),
      row.floor > 1.005 ? t('The hottest section alone is {0} the mean: no map can do better.', times(row.floor)) : '',
      t('At most {0} {0|node|nodes} get work.', row.used),
    ]
      .filter(Boolean)
      .join(' ');
    const { map, push, pushed, polled } = mapTraffic(settings);
    part('traffic').textContent = t(
      'The map has {0}. Pushed to {1} clients it costs {2} a change, {3} at {4} changes per hour; polled whole, {5}.',
      bytesText(map),
      settings.clients,
      bytesText(push),
      perSecond(pushed),
      number(settings.changes, 2, 0),
      perSecond(polled),
    );
    this.#draw();
    this.#list(settings, study);
  }

  /** @param {number} width in CSS pixels */
  #drawAt(width) {
    if (!this.#study) return;
    const { rows, names, held } = this.#study,
      { sections } = this.#settings();
    /** @type {(title: string, key: keyof Row) => {title: string, points: [number, number][]}} */
    const line = (title, key) => ({
      title,
      points: rows.map((row) => /** @type {[number, number]} */ ([row.sections, row[key]])),
    });
    this.#dialog.part('picture').innerHTML = plotOf({
      label: t('The most loaded node against the mean, by the number of sections; the numbers are in the table'),
      width,
      height: plotHeight(this.#page.embedded),
      lines: [
        line(t('Keys, placed by count'), 'keys'),
        line(t('Requests, placed by count'), 'count'),
        line(t('Requests, placed by load'), 'load'),
        line(t('The hottest section alone'), 'floor'),
      ],
      here: { at: sections, text: t('you are here: {0}', sections) },
      x: { title: t('Sections'), ticks: kSections },
      y: { title: t('Max / mean'), least: 1, text: (value) => `${number(value, 2, 0)}×` },
    });
    const fair = this.#fair();
    const groups = names.map((name, i) => ({ name, values: [held.count[i] / fair[i], held.load[i] / fair[i]] }));
    const shown =
      groups.length > kMostBars ? groups.sort((a, b) => b.values[0] - a.values[0]).slice(0, kMostBars) : groups;
    this.#dialog.part('bars').innerHTML = barsOf({
      label: t('Requests of each node against its fair share, placed by count and by load'),
      width,
      titles: [t('Requests, placed by count'), t('Requests, placed by load')],
      groups: shown,
      text: (value) => `${number(value)}×`,
    });
  }

  // For each node, the requests that its weight entitles it to.
  #fair() {
    const { weights } = this.#asked;
    const all = weights.reduce((sum, weight) => sum + weight, 0);
    return weights.map((weight) => weight / all);
  }

  /**
   * @param {Settings} settings
   * @param {Studied & {names: string[]}} study
   */
  #list(settings, { rows, hottest, names }) {
    this.#dialog.part('tables').replaceChildren(
      table(
        t('Max / mean by the number of sections'),
        this.#cells((value, key) =>
          ['keys', 'count', 'load', 'floor'].includes(key)
            ? times(value)
            : ['map', 'push'].includes(key)
              ? bytesText(value)
              : number(value),
        ),
        rows.findIndex(({ sections }) => sections === settings.sections),
      ),
      table(t('The hottest sections'), [
        [t('Section'), t('Share of requests'), t('By count'), t('By load')],
        ...hottest.map(({ section, load, count, byLoad }) => [
          String(section),
          percent(load),
          names[count],
          names[byLoad],
        ]),
      ]),
    );
  }

  /**
   * @template Cell
   * @param {(value: number, key: string) => Cell} text
   * @returns {[string[], ...Cell[][]]}
   */
  #cells(text) {
    const settings = this.#settings();
    const keys = /** @type {const} */ (['sections', 'keys', 'count', 'load', 'floor', 'used', 'map', 'push']);
    const rows = (this.#study?.rows ?? []).map((row) => ({
      ...row,
      push: mapTraffic({ ...settings, sections: row.sections }).push,
    }));
    return [
      [
        t('Sections'),
        t('Keys'),
        t('Requests, by count'),
        t('Requests, by load'),
        t('Hottest section'),
        t('Largest cluster'),
        t('Map'),
        t('One push'),
      ],
      ...rows.map((row) => keys.map((key) => text(row[key], key))),
    ];
  }
}

/** @type {?Sections} */
let dialog = null;

/**
 * @param {Page} page
 * @param {string} [detail]
 */
export async function open(page, detail) {
  dialog ??= new Sections(page);
  await dialog.open(detail);
}
