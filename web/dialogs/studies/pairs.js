// Modulo grown k-fold, and back: server i keeps its keys or gives them to i + p, i + 2p, … and to no other server.
// Which pairs exchange keys, what crosses each link, and how long the busiest takes, compared with adding one node.
import { number, percent, percentSign, t } from '../../text/language.js';
import { bytesText, timeText } from '../tools/amounts.js';
import { refuse, StudyCore } from './study_core.js';
import { Dialog, kRefused, table } from '../tools/dialog.js';
import { drawnIn } from '../tools/drawn.js';

/** @typedef {import('../../api/shapes.js').Flow} Flow */
/** @typedef {import('../library/figures.js').Figures} Found */
/** @typedef {Omit<Found, 'pairs'> & {pairs: Flow[], moved: number}} Figures of modulo, and of jump */
/** @typedef {{p: number, times: number, grow: boolean}} Change from p servers to p · times, or back */

const kKeys = 100_000; // on which shares are measured
const kMostServers = 60;
const kRow = 28,
  kWidth = 520,
  kRadius = 10,
  kLeft = 60,
  kColumn = 400;

const kHtml = `
  <p class="quiet">With hash mod p, growing to k · p servers splits each server: key hashes that are i mod p go to i,
    i + p, i + 2p… Each group exchanges keys among itself only, at the same time as all others.</p>
  <p class="quiet">Growing to k · p servers puts D (k − 1) / (k p) on each old server’s link, so a doubling D / (2p);
    one more server puts D / (p + 1) on the newcomer’s. The way back costs the same.</p>
  <div class="line">
    <label>Servers <input name="servers" type="number" min="1" max="30" step="1" value="5" required></label>
    <label>Factor <input name="times" type="number" min="2" max="10" step="1" value="2" required></label>
    <label>Direction <select name="direction">
      <option value="grow">grow</option><option value="shrink">shrink</option></select></label>
    <label>Data, GB <input name="data" type="number" min="0" step="any" value="1000" required></label>
    <label>Bandwidth of a link, MB/s
      <input name="bandwidth" type="number" min="0.001" step="any" value="100" required></label>
  </div>
  ${kRefused}
  <p data-name="outcome" role="status"></p>
  <div data-name="tables" class="tables" tabindex="0" role="region" aria-label="Pairs"></div>
  <div data-name="picture"></div>`;

/**
 * @param {number} x
 * @param {number} at
 * @param {number} i
 */
const circle = (x, at, i) =>
  `<circle cx="${x}" cy="${at}" r="${kRadius}"/><text x="${x}" y="${at + 4}" text-anchor="middle">${i}</text>`;

/**
 * The groups as an SVG picture: p servers on one side, and on the other those that they exchange keys with.
 * @param {Flow[]} flow
 * @param {Change} change
 * @param {number} width so that its numbers have one size on every screen
 */
function pictureOf(flow, { p, times, grow }, width) {
  const near = (kLeft * width) / kWidth,
    far = (kColumn * width) / kWidth;
  const rows = p * (times - 1);
  const y = (/** @type {number} */ row, /** @type {number} */ of) => kRow * ((row + 0.5) * (rows / of));
  const left = (/** @type {number} */ i) => y(i, p),
    right = (/** @type {number} */ i) => y(i - p, rows);
  const lines = flow
    .map(({ from, to }) => [Number(from), Number(to)])
    .map((pair) => [Math.min(...pair), Math.max(...pair)]);
  const label = grow
    ? t('Each server sends to its pairs only; the table has the keys')
    : t('Each server gets back from its pairs only; the table has the keys');
  return `<svg class="pairs" viewBox="0 0 ${width} ${rows * kRow}" role="img" aria-label="${label}">
    ${lines.map(([a, b]) => `<path d="M${near + kRadius} ${left(a)}L${far - kRadius} ${right(b)}"/>`).join('')}
    ${Array.from({ length: p }, (_, i) => circle(near, left(i), i)).join('')}
    ${Array.from({ length: rows }, (_, i) => circle(far, right(p + i), p + i)).join('')}</svg>`;
}

class Pairs {
  #dialog = new Dialog('pairs', 'Scale by a factor', kHtml);
  #core = new StudyCore();
  #run = 0;
  /** @type {?[Flow[], Change]} what the picture shows */
  #shown = null;
  #picture = drawnIn(this.#dialog.part('picture'), kWidth, (width) => {
    if (this.#shown) this.#dialog.part('picture').innerHTML = pictureOf(...this.#shown, width);
  });

  constructor() {
    this.#dialog.form.addEventListener('change', () => this.#show());
    this.#dialog.element.addEventListener('close', () => {
      ++this.#run;
      this.#core.end();
    });
  }

  async open() {
    await this.#dialog.open();
    await this.#show();
  }

  /** @param {string} name @returns {number} */
  #number(name) {
    return this.#dialog.part(name).valueAsNumber;
  }

  async #show() {
    const run = ++this.#run;
    const part = (/** @type {string} */ name) => this.#dialog.part(name);
    const [p, times] = ['servers', 'times'].map((name) => this.#number(name));
    const fields = ['servers', 'times', 'data', 'bandwidth'];
    if (!fields.every((name) => part(name).validity.valid) || p * times > kMostServers) {
      this.#dialog.refuse(
        t(
          'Servers: 1 to 30; factor: 2 to 10; together up to {0} servers; data from 0; bandwidth above 0',
          kMostServers,
        ),
      );
      return;
    }
    this.#dialog.refuse('');
    const grow = part('direction').value === 'grow';
    const servers = (/** @type {number} */ count) => `0..${count - 1}`;
    const change = grow
      ? { nodes: servers(p), log: `+${p}..${p * times - 1}` }
      : {
          nodes: servers(p * times),
          log: Array.from({ length: p * (times - 1) }, (_, i) => `-${p * times - 1 - i}`).join(','),
        };
    try {
      const all = await this.#measure('modulo', change);
      const one = await this.#measure(
        'jump',
        grow ? { nodes: servers(p), log: `+${p}` } : { nodes: servers(p + 1), log: `-${p}` },
      );
      if (run !== this.#run) return;
      this.#write(all, one, { p, times, grow });
    } catch (error) {
      refuse(this.#dialog, error);
    }
  }

  /**
   * @param {string} strategy
   * @param {{nodes: string, log: string}} change
   * @returns {Promise<Figures>}
   */
  async #measure(strategy, change) {
    const scenario = { ...change, keys: kKeys, strategies: [{ strategy }] };
    const [figures] = await this.#core.ask('measure', { as: 'pairs', scenario });
    return figures;
  }

  /**
   * @param {Figures} all
   * @param {Figures} one
   * @param {Change} change
   */
  #write(all, one, { p, times, grow }) {
    const bytes = this.#number('data') * 1e9,
      rate = this.#number('bandwidth') * 1e6;
    // A server's link carries all that it sends, or all that it receives: the busiest one decides.
    /** @type {Map<string, number>} */
    const sums = new Map();
    for (const { from, to, keys } of all.pairs)
      for (const end of [`>${from}`, `<${to}`]) sums.set(end, (sums.get(end) ?? 0) + keys);
    const busiest = Math.max(...sums.values()) / kKeys,
      newcomer = one.moved / kKeys;
    /** @type {(title: string, share: number, link: number) => string[]} */
    const figures = (title, share, link) => [
      title,
      bytesText(share * bytes),
      percent(share),
      bytesText(link * bytes),
      timeText((link * bytes) / rate),
    ];
    this.#dialog.part('outcome').textContent = t(
      '{0} of the data cross the network, each pair by itself; the busiest link needs {1}.',
      percent(all.moved / kKeys),
      timeText((busiest * bytes) / rate),
    );
    const way = (/** @type {number} */ few, /** @type {number} */ many) =>
      grow ? `${few} → ${many}` : `${many} → ${few}`;
    this.#dialog
      .part('tables')
      .replaceChildren(
        table(grow ? t('Compared with adding one node') : t('Compared with removing one node'), [
          [t('Change'), t('Moved'), t('Share'), t('Busiest link'), t('Time')],
          figures(`${way(p, p * times)}, modulo`, all.moved / kKeys, busiest),
          figures(`${way(p, p + 1)}, jump`, one.moved / kKeys, newcomer),
        ]),
        table(t('Pairs'), [
          [t('From node'), t('To node'), t('Share of all keys')],
          ...all.pairs.map(({ from, to, keys }) => [from, to, number((100 * keys) / kKeys, 2) + percentSign()]),
        ]),
      );
    this.#shown = [all.pairs, { p, times, grow }];
    this.#picture();
  }
}

/** @type {?Pairs} */
let dialog = null;

export async function open() {
  dialog ??= new Pairs();
  await dialog.open();
}
