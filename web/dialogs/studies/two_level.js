// A map in two levels, without a move: how often the master and each directory server are queried, and what a second
// level costs in hops.
import { number, t } from '../../text/language.js';
import { bytesText } from '../tools/amounts.js';
import { Dialog, kRefused, studiesStyled, table } from '../tools/dialog.js';
import { drawnIn } from '../tools/drawn.js';
import { detailOf, settingsOf } from '../tools/settings.js';
import { connectStudy, kTakeHtml, tableOfCells } from '../tools/study.js';
import { curvesOf, kAxes, mapLoad } from './directory_rules.js';
import { logTicks, plotHeight, plotOf } from '../tools/plot.js';

/** @typedef {import('../../host/page.js').Page} Page */
/** @typedef {import('./directory_rules.js').MapSystem} MapSystem */
/** @typedef {import('./directory_rules.js').MapWay} MapWay */
/** @typedef {ReturnType<typeof mapLoad>} MapLoad */

const kMostWidth = 680;

const kFields = {
  clients: { least: 1, most: 1e7, usual: 1000 },
  rate: { least: 0.001, most: 1e6, usual: 10 },
  lifetime: { least: 0, most: 1e7, usual: 60 },
  sections: { least: 1, most: 65_536, usual: 1024 },
  servers: { least: 1, most: 64, usual: 4 },
  skew: { least: 0, most: 2, usual: 0 },
};
/** @type {(keyof typeof kAxes)[]} */
const kAlong = ['clients', 'rate', 'lifetime', 'sections', 'servers']; // a link has the index

const kHtml = `
  <p class="quiet">A client caches each answer for a while. With one level it asks the master for a section’s row; with
    two, the master for the list of directory servers and one of them for the row. Nothing moves here.</p>
  <div class="line">
    <label>Clients <input name="clients" type="number" min="1" max="10000000" step="1" required></label>
    <label>Requests per second, each client
      <input name="rate" type="number" min="0.001" max="1000000" step="any" required></label>
    <label>Cached for, s <input name="lifetime" type="number" min="0" max="10000000" step="any" required></label>
    <label>Sections <input name="sections" type="number" min="1" max="65536" step="1" required></label>
    <label>Directory servers <input name="servers" type="number" min="1" max="64" step="1" required></label>
    <label>Request skew (Zipf) <input name="skew" type="number" min="0" max="2" step="0.1" required></label>
    <label>Horizontal axis <select name="along">
      <option value="clients">Clients</option>
      <option value="rate">Requests per second, each client</option>
      <option value="lifetime">Cached for, s</option>
      <option value="sections">Sections</option>
      <option value="servers">Directory servers</option></select></label>
  </div>
  ${kRefused}
  <div class="studies">
    <p data-name="outcome" role="status"></p>
    <div data-name="picture"></div>
    <div data-name="tables" class="tables" tabindex="0" role="region" aria-label="The numbers"></div>
    <p class="quiet">Requests come at random. Each client asks for a row that it needs λ times a second and caches for T
      only λ / (1 + λT) times a second. A hop is a message and its answer; section mod servers is the directory server
      that has the row.</p>
  </div>
  ${kTakeHtml}`;

/** @param {number} value */
const rounded = (value) => number(value, value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 4, 0);
const hops = (/** @type {number} */ value) => number(value, 4, 0);

class TwoLevel {
  #dialog = new Dialog('two_level', 'Two-level map', kHtml);
  #draw = drawnIn(this.#dialog.part('picture'), kMostWidth, (width) => this.#drawAt(width));
  #page;

  /** @param {Page} page */
  constructor(page) {
    this.#page = page;
    this.#dialog.form.addEventListener('input', () => this.#show());
    connectStudy(this.#dialog, page, 'two_level', {
      argument: () => detailOf({ ...this.#settings(), along: kAlong.indexOf(this.#along) }),
      said: () => this.#dialog.part('outcome').textContent,
      tables: () => [tableOfCells(t('The plot'), this.#curveRows(String))],
    });
  }

  /** @param {string} [detail] settings of settings.js */
  async open(detail) {
    await Promise.all([studiesStyled(), this.#dialog.open()]);
    const { along, ...settings } = settingsOf(
      { ...kFields, along: { least: 0, most: kAlong.length - 1, usual: kAlong.indexOf('lifetime') } },
      detail,
    );
    for (const [name, value] of Object.entries(settings)) this.#dialog.part(name).value = value;
    this.#dialog.part('along').value = kAlong[Math.round(along)];
    this.#show();
  }

  #settings() {
    const values = Object.keys(kFields).map((name) => [name, this.#dialog.part(name).valueAsNumber]);
    return /** @type {MapSystem} */ (Object.fromEntries(values));
  }

  /** @returns {keyof typeof kAxes} */
  get #along() {
    return this.#dialog.part('along').value;
  }

  /** @returns {string} */
  get #title() {
    return this.#dialog.part('along').selectedOptions[0].text;
  }

  #show() {
    if (!this.#dialog.form.checkValidity()) {
      this.#dialog.refuse(
        t(
          'Clients from 1; requests above 0; cached for 0 s or more; 1 to 65,536 sections; 1 to 64 directory servers; skew from 0 to 2.',
        ),
      );
      return;
    }
    this.#dialog.refuse('');
    const settings = this.#settings();
    const load = mapLoad(settings);
    const busiest = Math.max(...load.levels.directories);
    this.#dialog.part('outcome').textContent = t(
      'One level: the master answers {0} requests per second. Two levels: it answers {1}, and the busiest of {2} directory servers {3}. The second level costs {4} hops per request on average, one more at worst.',
      rounded(load.rows.master),
      rounded(load.levels.master),
      settings.servers,
      rounded(busiest),
      hops(load.levels.hops - load.rows.hops),
    );
    this.#draw();
    this.#list(load);
  }

  /** @param {number} width in CSS pixels */
  #drawAt(width) {
    if (!this.#dialog.form.checkValidity()) return;
    const settings = this.#settings(),
      along = this.#along,
      { rows, master, server } = curvesOf(settings, along);
    const values = kAxes[along],
      last = values[values.length - 1];
    const at = Math.min(last, Math.max(values[0], settings[along]));
    const ticks = ['sections', 'servers'].includes(along) ? values : logTicks(values[0], last);
    this.#dialog.part('picture').innerHTML = plotOf({
      label: t('Requests per second on the master and on the busiest directory server; the numbers are in the table'),
      width,
      height: plotHeight(this.#page.embedded),
      lines: [
        { title: t('Busiest directory server'), points: server },
        { title: t('Master, one level'), points: rows },
        { title: t('Master, two levels'), points: master },
      ],
      here: { at, text: t('you are here: {0}', number(settings[along], 3, 0)) },
      x: { title: this.#title, ticks, text: rounded },
      y: { title: t('Requests per second'), text: rounded },
    });
  }

  /** @param {MapLoad} load */
  #list({ whole, rows, levels }) {
    const mean = levels.directories.reduce((sum, load) => sum + load, 0) / levels.directories.length;
    /** @type {(title: string, load: MapWay, server: string, most: string) => string[]} */
    const way = (title, { master, bytes, hops: mean_, worst }, server, most) => [
      title,
      rounded(master),
      server,
      most,
      `${bytesText(bytes)}`,
      hops(mean_),
      String(worst),
    ];
    this.#dialog
      .part('tables')
      .replaceChildren(
        table(t('Three ways to get the map'), [
          [
            t('Map'),
            t('Master, per s'),
            t('Each directory server, per s'),
            t('Busiest, per s'),
            t('Bytes per second'),
            t('Hops, mean'),
            t('Hops, worst'),
          ],
          way(t('whole, from the master'), whole, '–', '–'),
          way(t('one level: its rows'), rows, '–', '–'),
          way(t('two levels'), levels, rounded(mean), rounded(Math.max(...levels.directories))),
        ]),
        table(t('Directory servers, requests per second'), [
          [t('Directory server'), t('Requests per second')],
          ...levels.directories.map((load, i) => [String(i), rounded(load)]),
        ]),
        table(t('The plot'), this.#curveRows(rounded)),
      );
  }

  /** @param {(value: number) => string} text @returns {[string[], ...string[][]]} */
  #curveRows(text) {
    const { rows, master, server } = curvesOf(this.#settings(), this.#along);
    return [
      [this.#title, t('Master, one level'), t('Master, two levels'), t('Busiest directory server')],
      ...rows.map(([value, load], i) => [value, load, master[i][1], server[i][1]].map(text)),
    ];
  }
}

/** @type {?TwoLevel} */
let dialog = null;

/**
 * @param {Page} page
 * @param {string} [detail]
 */
export async function open(page, detail) {
  dialog ??= new TwoLevel(page);
  await dialog.open(detail);
}
