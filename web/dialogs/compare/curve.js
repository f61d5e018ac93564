// How many virtual nodes: max / fair share by the number of virtual nodes (or tokens, points…), with its band over
// seeds, and the cost in memory and in time to build.
import { number, t } from '../../text/language.js';
import { CompareCore } from './compare_core.js';
import { kKeys, kPerNode, kSeeds } from './curve_rules.js';
import { Dialog, kRefused, table } from '../tools/dialog.js';
import { drawnIn } from '../tools/drawn.js';
import { inputOf } from '../tools/plan.js';
import { bytes, refusalOf } from '../../text_view/parts.js';

/** @typedef {import('../../host/page.js').Page} Page */
/** @typedef {import('../../headless/reshard-core.d.ts').StrategyInfo} StrategyInfo */
/** @typedef {import('./curve_rules.js').Point} Point */
/**
 * @typedef {import('../../headless/reshard-core.d.ts').ParamInfo & {min: number, max: number}} Spec of the number per
 *   node
 */

const kSteps = [1, 2, 3, 5, 10, 20, 30, 50, 100, 200, 300, 500, 1000];

const kMostWidth = 680,
  kHeight = 280,
  kLeft = 44,
  kBottom = 40,
  kTop = 12,
  kRight = 20;

const kHtml = `
  <p data-name="what" class="quiet"></p>
  <div data-name="picture"></div>
  <p data-name="here" role="status"></p>
  <progress name="progress" aria-label="Computing the curve" max="1" value="0"></progress>
  ${kRefused}
  <div data-name="tables" class="tables" tabindex="0" role="region" aria-label="The numbers"></div>`;

const times = (/** @type {number} */ value) => `${number(value, 2)}×`;
const milliseconds = (/** @type {number} */ value) => t('{0} ms', number(value, value < 10 ? 2 : 0));

/**
 * @typedef {object} Shown as much of the curve as is known
 * @property {Point[]} points
 * @property {number[]} counts in ascending order
 * @property {number} here the current number, one of `counts`
 * @property {string} label what is counted
 */

/**
 * @param {Shown} shown
 * @param {number} width in CSS pixels, of the screen, so that text keeps its size
 */
function pictureOf({ points, counts, here, label }, width) {
  const first = counts[0],
    last = counts[counts.length - 1];
  const most = Math.max(1.5, ...points.map(({ high }) => high));
  const x = (/** @type {number} */ count) =>
    kLeft + ((width - kLeft - kRight) * Math.log(count / first)) / Math.log(last / first);
  const y = (/** @type {number} */ value) =>
    kHeight - kBottom - ((kHeight - kBottom - kTop) * (value - 1)) / (most - 1);
  const line = (/** @type {(point: Point) => number} */ of) =>
    points.map((point) => `${x(point.count).toFixed(1)},${y(of(point)).toFixed(1)}`);
  const ticks = [1, 10, 100, 1000]
    .filter((count) => count >= first && count <= last)
    .map((count) => `<text x="${x(count)}" y="${kHeight - kBottom + 18}" text-anchor="middle">${count}</text>`);
  const step = most > 4 ? 1 : most > 2 ? 0.5 : 0.1;
  const levels = Array.from({ length: Math.floor((most - 1) / step) + 1 }, (_, i) => 1 + i * step).map(
    (level) => `<path class="grid" d="M${kLeft} ${y(level)}H${width - kRight}"/>
      <text x="${kLeft - 8}" y="${y(level) + 4}" text-anchor="end">${number(level, 1)}×</text>`,
  );
  const [dx, anchor] = here * 10 > last ? [-6, 'end'] : [6, 'start'];
  const said = t('Max / fair share of keys, by {0}; the numbers are in the table', label);
  return `<svg class="curve" viewBox="0 0 ${width} ${kHeight}" role="img" aria-label="${said}">
    ${levels.join('')}
    <polygon class="band" points="${[...line(({ high }) => high), ...line(({ low }) => low).reverse()].join(' ')}"/>
    <polyline class="median" points="${line(({ median }) => median).join(' ')}"/>
    <path class="here" d="M${x(here)} ${kTop}V${kHeight - kBottom}"/>
    <text class="here-label" x="${x(here) + Number(dx)}" y="${kTop + 12}"
      text-anchor="${anchor}">${t('you are here: {0}', here)}</text>
    ${ticks.join('')}
    <text x="${(kLeft + width) / 2}" y="${kHeight - 4}" text-anchor="middle">${label}</text></svg>`;
}

/** The numbers of virtual nodes to try: the steps that are allowed, and the current one. */
const countsOf = (/** @type {Spec} */ { min, max }, /** @type {number} */ here) =>
  [...new Set([...kSteps.filter((count) => count >= min && count <= max), here])].sort((a, b) => a - b);

class Curve {
  #dialog = new Dialog('curve', 'How many virtual nodes?', kHtml);
  #picture = drawnIn(this.#dialog.part('picture'), kMostWidth, (width) => this.#drawAt(width));
  /** @type {?Shown} */
  #shown = null;
  #core = new CompareCore();
  #page;
  #run = 0; // counts curves: closing ends the work on one
  #stop = new AbortController();

  /** @param {Page} page */
  constructor(page) {
    this.#page = page;
    this.#dialog.element.addEventListener('close', () => this.#end());
  }

  #end() {
    ++this.#run;
    this.#stop.abort();
  }

  async open() {
    this.#dialog.refuse('');
    await this.#dialog.open();
    this.#end();
    const run = this.#run;
    this.#stop = new AbortController();
    try {
      await this.#draw(run);
    } catch (error) {
      if (run !== this.#run) return;
      this.#dialog.refuse(refusalOf(error));
      this.#dialog.work(null);
    }
  }

  /** @param {number} run the curve that it counts as */
  async #draw(run) {
    const part = (/** @type {string} */ name) => this.#dialog.part(name);
    part('tables').replaceChildren();
    this.#shown = null;
    part('picture').replaceChildren();
    part('here').textContent = '';
    const cancel = () => {
      this.#end();
      this.#dialog.work(null);
      part('here').textContent = t('Cancelled.');
    };
    this.#dialog.work(0, cancel);
    /** @type {StrategyInfo[]} */
    const strategies = await this.#core.ask('strategies');
    if (run !== this.#run) return;
    const state = this.#page.state();
    const strategy = /** @type {StrategyInfo} */ (strategies.find(({ id }) => id === state.strategy));
    const spec = /** @type {Spec | undefined} */ (strategy.params.find(({ key }) => kPerNode.includes(key)));
    if (!spec) return this.#refer(strategy, strategies);
    part('what').textContent = t(
      '{0}, {1} nodes, {2} keys, {3} runs with different node names. Line: median; band: the middle 90%.',
      t(strategy.title),
      state.nodes.length,
      kKeys,
      kSeeds,
    );
    const here = Number(state.params[spec.key]);
    const counts = countsOf(spec, here);
    const points = await this.#compute(run, cancel, this.#asked(state, strategy, spec), counts, (known) => {
      this.#shown = { points: known, counts, here, label: t(spec.label).toLowerCase() };
      this.#picture();
    });
    if (!points) return;
    this.#dialog.work(null);
    this.#tell(points, here, t(spec.label));
  }

  /** @param {number} width in CSS pixels */
  #drawAt(width) {
    if (this.#shown) this.#dialog.part('picture').innerHTML = pictureOf(this.#shown, width);
  }

  /**
   * Names the strategies that have what this one has not.
   * @param {StrategyInfo} strategy
   * @param {StrategyInfo[]} strategies
   */
  #refer(strategy, strategies) {
    const others = strategies.filter(({ params }) => params.some(({ key }) => kPerNode.includes(key)));
    this.#dialog.part('what').textContent = t(
      '{0} has no virtual nodes to set. Strategies that do: {1}.',
      t(strategy.title),
      others.map(({ title }) => t(title)).join(', '),
    );
    this.#dialog.work(null);
  }

  /**
   * What curvePoint() takes, but for the count.
   * @param {import('../../api/shapes.js').State} state
   * @param {StrategyInfo} strategy
   * @param {Spec} spec
   */
  #asked(state, strategy, spec) {
    const { log: _, table: __, ...scenario } = inputOf(this.#page.bridge.read('scenario'));
    const input = {
      ...scenario,
      strategy: strategy.id,
      params: state.params,
      ...(strategy.hashFixed ? {} : { hash: state.hash }),
      keys: { ...scenario.keys, count: kKeys },
    };
    const nodes = /** @type {import('../../api/shapes.js').StateNode[]} */ (state.nodes);
    return { input, nodes: nodes.map(({ name, weight }) => ({ name, weight })), key: spec.key };
  }

  /**
   * Computes the points one after another; null if it was ended.
   * @param {number} run
   * @param {() => void} cancel
   * @param {object} asked
   * @param {number[]} counts
   * @param {(points: Point[]) => void} show called with those that are known
   */
  async #compute(run, cancel, asked, counts, show) {
    /** @type {Point[]} */
    const points = [];
    const onProgress = (/** @type {number} */ share) => {
      if (run === this.#run) this.#dialog.work((points.length + share) / counts.length, cancel);
    };
    for (const count of counts) {
      const signal = this.#stop.signal;
      const point = await this.#core.ask('curvePoint', { ...asked, count }, { signal, onProgress });
      if (run !== this.#run) return null;
      points.push(point);
      this.#dialog.work(points.length / counts.length, cancel);
      show(points);
    }
    return points;
  }

  /**
   * Says what the current number gives, and shows all points as a table.
   * @param {Point[]} points
   * @param {number} here
   * @param {string} label
   */
  #tell(points, here, label) {
    const at = points.findIndex(({ count }) => count === here);
    const { low, high, memory, build } = points[at];
    this.#dialog.part('here').textContent = t(
      'With {0}: the most loaded node holds {1} to {2} its fair share; {3} per client, built in {4} on this device.',
      here,
      times(low),
      times(high),
      bytes(memory),
      milliseconds(build),
    );
    const head = [label, t('5th percentile'), t('Median'), t('95th percentile'), t('Memory'), t('Build time')];
    const rows = points.map((point) => [
      String(point.count),
      times(point.low),
      times(point.median),
      times(point.high),
      bytes(point.memory),
      milliseconds(point.build),
    ]);
    this.#dialog.part('tables').append(table(t('Max / fair share of keys'), [head, ...rows], at));
  }
}

/** @type {?Curve} */
let dialog = null;

/** @param {Page} page */
export async function open(page) {
  dialog ??= new Curve(page);
  await dialog.open();
}
