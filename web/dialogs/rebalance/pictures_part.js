// The pictures of a plan: each node now and after the moves, and the curve on which one may stop anywhere.
import { number, t } from '../../text/language.js';
import { axisText } from '../../systems/rebalance/amounts.js';
import { wordsOf } from '../../systems/shared/kinds.js';
import { trafficOf } from '../../systems/runbook/bearing.js';
import { numbersTable, shownTable } from '../tools/study.js';
import { barsPicture, rowsOf, shownRows, thinnest } from './bars.js';
import { curvePicture, stopAt as pressedAt } from './curve.js';
import { heldAfter } from './replay.js';
import { amountText, ratioText } from './sentence.js';
import { toolsTable, withPlan } from './tools_part.js';

/** @typedef {import('./shown.js').Shown} Shown */
/** @typedef {import('./rebalance_engine.js').ToolAnswer} ToolAnswer */
/** @typedef {import('../tools/study.js').NumbersTable} NumbersTable */

const kMostWidth = 860;
const kLeastWidth = 300;

export class PicturesPart {
  #part;
  /** @type {?Shown} */
  #shown = null;
  /** @type {number[]} after how many moves one may stop */
  #stops = [];

  /**
   * @param {(name: string) => any} part of the dialog
   * @param {{stopAt: (stop: number) => void, choose: (node: string, entry?: string) => void}} pressed
   */
  constructor(part, { stopAt, choose }) {
    this.#part = part;
    const slider = part('stop');
    part('curve').onclick = (/** @type {MouseEvent} */ event) => {
      const picture = /** @type {Element} */ (event.target).closest('svg');
      if (picture && this.#shown) stopAt(pressedAt(picture, event.clientX, this.#shown.replayed.curve));
    };
    part('bars').onclick = (/** @type {MouseEvent} */ event) => {
      const bar = /** @type {?SVGElement} */ (/** @type {Element} */ (event.target).closest('[data-node]'));
      if (bar) choose(bar.dataset.node ?? '', bar.dataset.entry);
    };
    slider.oninput = () => stopAt(this.#stops[Number(slider.value)]);
  }

  /** @param {Shown} shown @param {ToolAnswer[]} tools */
  show(shown, tools) {
    this.#shown = shown;
    this.#showSlider();
    const width = Math.round(Math.min(kMostWidth, Math.max(kLeastWidth, this.#part('bars').clientWidth || 700)));
    this.#showBars(width);
    const { replayed, stop, limit, plan, unit, kind } = shown;
    const reached = plan.excess === 0; // the bound is of such plans
    const movers = withPlan(tools).filter(({ plan: { moves } }) => moves.length > 0);
    const moved = [...replayed.curve, ...movers.flatMap(({ plan: own }) => own.curve)];
    const nothing = moved.every(({ bytes }) => bytes === 0);
    this.#part('curving').hidden = nothing;
    this.#part('curve').innerHTML = nothing
      ? ''
      : curvePicture({
          ...{ curve: replayed.curve, stop, limit, bound: reached ? plan.bytes_bound : 0, width },
          tools: movers.map(({ mark, title, plan: own }) => ({
            mark,
            title: t(title),
            points: own.curve.map(({ bytes, limits }) => ({ bytes, worst: limits[0].worst })),
          })),
          amount: (amount) => amountText(amount, unit, kind),
          axis: (ticks) => axisText(ticks, unit),
        });
    const table = shownTable(this.#nodesTable());
    table.caption?.remove(); // the summary says it
    this.#part('nodes').querySelector('.tables').replaceChildren(table);
  }

  #showSlider() {
    const { replayed, stop, plan } = /** @type {Shown} */ (this.#shown);
    this.#stops = replayed.curve.flatMap(({ moves, stops }) => (stops ? [moves] : []));
    const slider = this.#part('stop');
    slider.max = String(this.#stops.length - 1);
    slider.value = String(this.#stops.indexOf(stop));
    const all = t('{0} of {1} moves', number(stop), number(plan.moves.length));
    slider.ariaValueText = all;
    this.#part('stopping').querySelector('output').textContent = all;
    this.#part('stopping').hidden = plan.moves.length === 0;
  }

  /** @param {number} width */
  #showBars(width) {
    const { problem, replayed, plan, stop, limit, least } = /** @type {Shown} */ (this.#shown);
    const most = Math.max(limit, replayed.curve[0].worst, replayed.curve[stop].worst);
    const moves = plan.moves.slice(0, stop);
    const rows = rowsOf(problem, replayed, heldAfter(problem, []), heldAfter(problem, moves), thinnest(width, most));
    const shown = shownRows(rows);
    this.#part('bars').innerHTML = barsPicture(shown, { width, limit, least });
    this.#part('bars-say').textContent = [
      replayed.drained.includes(true)
        ? t('A node’s share: what it would bear if the nodes that stay were even, by their weights.')
        : t('A node’s share: what it would bear if all nodes were even, by their weights.'),
      t('Upper bar: now. Lower bar: after the moves. Hatched: what leaves, and what has come.'),
      t('Press a part of an upper bar to move it by hand.'),
      ...(shown.length < rows.length
        ? [t('{0} of {1} nodes: those that change most.', shown.length, rows.length)]
        : []),
    ].join(' ');
  }

  /** @returns {NumbersTable} */
  #nodesTable() {
    const { problem, replayed, plan, stop, by, unit, kind, bytesOf } = /** @type {Shown} */ (this.#shown);
    const moves = plan.moves.slice(0, stop);
    const loads = heldAfter(problem, moves).map((held) => held.reduce((sum, { load }) => sum + load, 0));
    const traffic = trafficOf(moves, bytesOf);
    const moved = (/** @type {number} */ amount) => amountText(amount, unit, kind);
    const borne = (/** @type {number} */ amount) => amountText(amount, by, kind);
    const share = (/** @type {number} */ load, /** @type {number} */ i) =>
      replayed.share[i] > 0 ? load / replayed.share[i] : null;
    return numbersTable(
      t('Nodes'),
      [
        { title: t('Node') },
        { title: t('Now'), shown: borne },
        { title: t('Then'), shown: borne },
        { title: t('Limit'), shown: borne },
        { title: t('Now, in its share'), shown: ratioText },
        { title: t('Then, in its share'), shown: ratioText },
        { title: t('Leaves'), shown: moved },
        { title: t('Arrives'), shown: moved },
      ],
      problem.nodes.map(({ name }, i) => [
        ...[name, replayed.before[i], loads[i], replayed.most[i]],
        ...[share(replayed.before[i], i), share(loads[i], i), traffic.get(name)?.out ?? 0, traffic.get(name)?.in ?? 0],
      ]),
    );
  }

  /** Of what is shown, for a file. @param {ToolAnswer[]} tools @returns {NumbersTable[]} */
  tables(tools) {
    if (!this.#shown) return [];
    const { replayed, plan, bytesOf, kind } = this.#shown;
    const moves = numbersTable(
      t('List of moves'),
      [
        ...[t('No.'), wordsOf(kind).one(), t('From node'), t('To node')],
        ...[t('Amount'), t('Moved so far'), t('Busiest node then')],
      ].map((title) => ({ title })),
      plan.moves.map(([id, from, to, lead], i) => {
        const { bytes, worst } = replayed.curve[i + 1];
        return [i + 1, id, from, to, lead ? 0 : bytesOf(id), bytes, worst];
      }),
    );
    return [moves, this.#nodesTable(), toolsTable(this.#shown, withPlan(tools))];
  }
}
