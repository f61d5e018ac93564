// Figure 3: many virtual nodes per node, and how the ring evens out.
import { kNodes, kPrefix, ringShares, spreadOf } from './arithmetic.js';
import { latest } from './story_core.js';
import { Figure, follow } from './figure.js';
import { bars, plot } from './pictures.js';
import { links } from './scenarios.js';
import { words as pageWords } from './story_words.js';

export const kStops = [1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200];
const kFull = 0.5; // the share at which a bar is full

/** @type {?import('./pictures.js').PlotPoint[]} the spread at each stop */
let measured = null;

const measure = () => (measured ??= kStops.map((vnodes) => ({ vnodes, spread: spreadOf(ringShares(kNodes, vnodes)) })));

/**
 * Bars and plot at a stop.
 * @param {number} vnodes
 * @param {number[]} shares of the nodes
 */
export function vnodesPicture(vnodes, shares, words = pageWords) {
  const rows = shares.map((share, node) => ({
    name: kNodes[node],
    node,
    value: share / kFull,
    text: words.percent(share),
  }));
  return {
    bars: bars(rows, { mark: 1 / kNodes.length / kFull }),
    plot: plot(measure(), vnodes, words.plot(vnodes, spreadOf(shares))),
  };
}

/**
 * @param {number} vnodes
 * @returns {import('./answers.js').PlaceInput}
 */
export const vnodesQuestion = (vnodes) => ({
  strategy: 'ring',
  params: { vnodes },
  nodes: kNodes,
  keys: { kind: 'sequential', count: 100_000, prefix: kPrefix },
});

/**
 * The sentence about it.
 * @param {number} vnodes
 * @param {number[]} shares
 */
export function vnodesSentence(vnodes, shares, words = pageWords) {
  const peak = Math.max(...shares);
  return words.vnodes.answer(vnodes, kNodes[shares.indexOf(peak)], peak * shares.length, spreadOf(shares));
}

export class Vnodes extends Figure {
  #ask = latest();

  /** @param {HTMLElement} root */
  constructor(root) {
    super(root);
    follow(this.part('vnodes'), () => this.#show());
  }

  #show() {
    const slider = this.part('vnodes');
    const vnodes = kStops[slider.valueAsNumber];
    const said = pageWords.vnodes.value(vnodes);
    slider.setAttribute('aria-valuetext', said);
    this.part('chosen').textContent = said;
    this.#draw(vnodes, ringShares(kNodes, vnodes));
    this.setLink(links.vnodes(vnodes));
    this.exactly(this.#ask('place', vnodesQuestion(vnodes)), ({ counts, keys, memoryBytes }) => {
      this.#draw(
        vnodes,
        counts.map((there) => there / keys),
      );
      this.sayExactly(pageWords.vnodes.exactly(keys, memoryBytes));
    });
  }

  /**
   * @param {number} vnodes
   * @param {number[]} shares
   */
  #draw(vnodes, shares) {
    const picture = vnodesPicture(vnodes, shares);
    this.part('bars').innerHTML = picture.bars;
    this.part('plot').innerHTML = picture.plot;
    this.say(vnodesSentence(vnodes, shares));
  }
}
