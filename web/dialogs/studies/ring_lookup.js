// A ring's points in a sorted array, a search tree, Eytzinger order and with a table: the cost of lookups and changes
// and the memory as the number of nodes grows, measured on the reader's device.
import { number, t } from '../../text/language.js';
import { Asker } from '../../headless/asker.js';
import { bytesText } from '../tools/amounts.js';
import { Dialog, kRefused, studiesStyled, table } from '../tools/dialog.js';
import { drawnIn } from '../tools/drawn.js';
import { detailOf, settingsOf } from '../tools/settings.js';
import { connectStudy, kTakeHtml, tableOfCells } from '../tools/study.js';
import { plotHeight, plotOf } from '../tools/plot.js';
import { crossing, kKinds, kNodes } from './ring_rules.js';

/** @typedef {import('../../host/page.js').Page} Page */
/** @typedef {import('./ring_rules.js').Kind} Kind */
/** @typedef {import('./ring_lookup_engine.js').RingCosts} RingCosts */

const kMostWidth = 680;
const kPoints = [1, 10, 100];
const kFields = { points: { least: 1, most: 100, usual: 100 } };

const kOptions = kPoints.map((count) => `<option>${count}</option>`).join('');

const kHtml = `
  <p class="quiet">A ring’s points sorted in an array and found by binary search; in a red-black tree (std::map); in the
    order in which a binary search meets them (Eytzinger); and sorted, with a table from the first bits of a hash to its
    points.</p>
  <div class="line">
    <label>Virtual nodes per node <select name="points">${kOptions}</select></label>
    <button type="button" name="again">Measure again</button>
  </div>
  ${kRefused}
  <progress name="progress" aria-label="Measuring" max="1"></progress>
  <div class="studies">
    <p data-name="outcome" role="status"></p>
    <div data-name="lookUp"></div>
    <div data-name="change"></div>
    <div data-name="memory"></div>
    <div data-name="tables" class="tables" tabindex="0" role="region" aria-label="The numbers"></div>
    <p class="quiet">Lookup: the owner of a random hash. Change: a node that joins or leaves with all its points; the
      last two structures are rebuilt. Each time is the fastest of nine runs on this device, in WebAssembly.</p>
  </div>
  ${kTakeHtml}`;

const asker = new Asker(
  new URL('ring_lookup_engine.js', import.meta.url),
  () => import('./ring_lookup_engine.js'),
  'the measurement stopped',
);

const digits = (/** @type {number} */ value) => number(value, value >= 100 ? 0 : value >= 10 ? 1 : 2, 0);

/** @param {number} seconds */
function timeText(seconds) {
  if (seconds < 1e-6) return t('{0} ns', digits(seconds * 1e9));
  return seconds < 1e-3 ? t('{0} µs', digits(seconds * 1e6)) : t('{0} ms', digits(seconds * 1e3));
}

const kPlots = {
  lookUp: { title: 'Lookup', text: timeText },
  change: { title: 'Change', text: timeText },
  memory: { title: 'Memory', text: bytesText },
};

const kCosts = /** @type {(keyof typeof kPlots)[]} */ (Object.keys(kPlots));

// The texts of a plot's legend, by kind.
const names = () => [t('Sorted array'), t('Search tree'), t('Eytzinger'), t('Table')];

class RingLookup {
  #dialog = new Dialog('ring_lookup', 'Array or tree for a ring?', kHtml);
  #draw = drawnIn(this.#dialog.part('lookUp'), kMostWidth, (width) => this.#drawAt(width));
  #page;
  /** @type {?Record<Kind, RingCosts[]>} */
  #rows = null;
  #stop = new AbortController();

  /** @param {Page} page */
  constructor(page) {
    this.#page = page;
    const part = (/** @type {string} */ name) => this.#dialog.part(name);
    part('points').onchange = () => this.#measure();
    part('again').onclick = () => this.#measure();
    this.#dialog.element.addEventListener('close', () => this.#stop.abort());
    connectStudy(this.#dialog, page, 'ring_lookup', {
      argument: () => detailOf({ points: this.#points }),
      said: () => part('outcome').textContent,
      tables: () => [
        tableOfCells(
          t('Array or tree for a ring?'),
          this.#cells((value) => value),
        ),
      ],
    });
  }

  /** @param {string} [detail] settings of settings.js */
  async open(detail) {
    await Promise.all([studiesStyled(), this.#dialog.open()]);
    const { points } = settingsOf(kFields, detail);
    this.#dialog.part('points').value = kPoints.includes(points) ? points : kFields.points.usual;
    await this.#measure();
  }

  get #points() {
    return Number(this.#dialog.part('points').value);
  }

  async #measure() {
    this.#stop.abort();
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    const dialog = this.#dialog;
    dialog.refuse('');
    const cancel = () => {
      this.#stop.abort();
      dialog.work(null);
      dialog.part('outcome').textContent = t('Cancelled.');
    };
    dialog.part('outcome').textContent = '';
    dialog.work(0, cancel);
    try {
      const rows = await asker.ask(
        'ring',
        { points: this.#points },
        { signal, onProgress: (share) => signal.aborted || dialog.work(share, cancel) },
      );
      if (signal.aborted) return;
      this.#rows = rows;
      this.#write();
    } catch (error) {
      if (!signal.aborted) dialog.refuse(/** @type {Error} */ (error).message);
    }
    if (!signal.aborted) dialog.work(null);
  }

  #write() {
    this.#dialog.part('outcome').textContent = [this.#said('lookUp'), this.#said('change')].join(' ');
    this.#draw();
    this.#dialog
      .part('tables')
      .replaceChildren(
        ...kCosts.map((key) =>
          table(t(kPlots[key].title), [
            [t('Nodes'), ...names()],
            ...kNodes.map((nodes, at) => [
              number(nodes),
              ...kKinds.map((kind) => kPlots[key].text(this.#costsOf(kind, key)[at])),
            ]),
          ]),
        ),
      );
    this.#page.announce(this.#dialog.part('outcome').textContent);
  }

  /** @param {number} width in CSS pixels */
  #drawAt(width) {
    if (!this.#rows) return;
    for (const key of kCosts) {
      const { title, text } = kPlots[key];
      this.#dialog.part(key).innerHTML = plotOf({
        label: t('{0} by the number of nodes; the numbers are in the table', t(title)),
        width,
        height: plotHeight(this.#page.embedded),
        lines: kKinds.map((kind, i) => ({
          title: names()[i],
          points: this.#costsOf(kind, key).map((cost, at) => /** @type {[number, number]} */ ([kNodes[at], cost])),
        })),
        here: this.#crossed(key),
        x: { title: t('Nodes, {0} {0|virtual node|virtual nodes} each', this.#points), ticks: kNodes },
        y: { title: t(title), text },
      });
    }
  }

  /**
   * In kNodes' order; none before the first measurement.
   * @param {Kind} kind
   * @param {keyof typeof kPlots} key
   */
  #costsOf(kind, key) {
    return (this.#rows?.[kind] ?? []).map((row) => row[key]);
  }

  /** Where the array beats the tree, and up to what size. @param {keyof typeof kPlots} key */
  #won(key) {
    const of = (/** @type {Kind} */ kind) => this.#costsOf(kind, key);
    const until = crossing(kNodes, of('array'), of('tree')),
      from = crossing(kNodes, of('tree'), of('array'));
    const found = until.against <= from.against ? until : from;
    const who = found === until ? until.wins : { until: 'from', always: 'never', never: 'always' }[from.wins];
    return {
      who,
      at: Number(found.size.toPrecision(2)),
      times: t(
        '{0} against {1} at {2} nodes',
        timeText(of('array')[kNodes.length - 1]),
        timeText(of('tree')[kNodes.length - 1]),
        kNodes.at(-1),
      ),
      sizes: kNodes.length - found.against,
    };
  }

  /** @param {keyof typeof kPlots} key */
  #said(key) {
    const { who, at, times, sizes } = this.#won(key),
      title = t(kPlots[key].title);
    if (who === 'until')
      return t('{0}: the sorted array beats the tree up to about {1} {1|node|nodes} ({2}).', title, at, times);
    if (who === 'from')
      return t('{0}: the sorted array beats the tree from about {1} {1|node|nodes} on ({2}).', title, at, times);
    if (who === 'always')
      return t('{0}: the sorted array beats the tree at {1} of {2} sizes ({3}).', title, sizes, kNodes.length, times);
    return t('{0}: the tree beats the sorted array at {1} of {2} sizes ({3}).', title, sizes, kNodes.length, times);
  }

  /** The plot's mark where the two lines cross. @param {keyof typeof kPlots} key */
  #crossed(key) {
    if (key === 'memory') return undefined;
    const { who, at } = this.#won(key);
    return who === 'until' || who === 'from' ? { at, text: t('array and tree cross: {0}', at) } : undefined;
  }

  /**
   * Seconds and bytes, for programs.
   * @template Cell
   * @param {(value: number) => Cell} text
   * @returns {[string[], ...Cell[][]]}
   */
  #cells(text) {
    const columns = kCosts.flatMap((key) =>
      kKinds.map((kind, i) => ({ key, kind, title: `${t(kPlots[key].title)}: ${names()[i]}` })),
    );
    return [
      [t('Nodes'), ...columns.map(({ title }) => title)],
      ...(this.#rows
        ? kNodes.map((nodes, at) => [nodes, ...columns.map(({ key, kind }) => this.#costsOf(kind, key)[at])].map(text))
        : []),
    ];
  }
}

/** @type {?RingLookup} */
let dialog = null;

/**
 * @param {Page} page
 * @param {string} [detail]
 */
export async function open(page, detail) {
  dialog ??= new RingLookup(page);
  await dialog.open(detail);
}
