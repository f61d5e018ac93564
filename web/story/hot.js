// Figure 5: keys are spread evenly, requests are not.
import { kNodes, kPrefix } from './arithmetic.js';
import { latest } from './story_core.js';
import { Figure, follow } from './figure.js';
import { bars } from './pictures.js';
import { links } from './scenarios.js';
import { words as pageWords } from './story_words.js';

const kKeys = 100_000;
const kFull = 0.65; // the share of requests at which a bar is full

/** @typedef {'ring' | 'bounded' | 'copies'} Remedy */
/** @typedef {import('./answers.js').Placed} Placed */
/** @typedef {import('./answers.js').PlaceInput} PlaceInput */

/**
 * The share of all requests that the hottest key gets.
 * @param {number} skew Zipf's exponent
 */
function hottestShare(skew) {
  let all = 0;
  for (let key = 1; key <= kKeys; ++key) all += key ** -skew;
  return 1 / all;
}

/**
 * @param {number} skew
 * @param {Remedy} remedy
 * @returns {PlaceInput}
 */
export const hotQuestion = (skew, remedy) => ({
  strategy: remedy === 'bounded' ? 'bounded_ring' : 'ring',
  nodes: kNodes,
  keys: { kind: 'sequential', count: kKeys, prefix: kPrefix },
  requests: { skew, spread: remedy === 'copies' ? 10 : 0 },
});

/** @param {Placed} placed */
export function hotBars({ requests, counts, keys }, words = pageWords) {
  const rows = kNodes.map((name, node) => ({
    name,
    node,
    value: requests[node] / kFull,
    tick: counts[node] / keys / kFull,
    text: words.hot.text(requests[node]),
  }));
  return bars(rows);
}

/**
 * @param {number} skew
 * @param {Remedy} remedy
 * @param {Placed} placed
 */
export function hotSentence(skew, remedy, { requests, stats }, words = pageWords) {
  const busiest = kNodes[requests.indexOf(Math.max(...requests))];
  return [
    words.hot.answer(busiest, stats.requestPeakToMean, hottestShare(skew)),
    words.hot.keys[remedy](stats.peakToMean),
  ];
}

export class Hot extends Figure {
  #ask = latest();

  /** @param {HTMLElement} root */
  constructor(root) {
    super(root);
    follow(this.part('skew'), () => this.#show());
    for (const choice of this.parts('remedy')) choice.onchange = () => this.#show();
  }

  #show() {
    const slider = this.part('skew');
    const skew = slider.valueAsNumber;
    const choice = /** @type {HTMLInputElement} */ (this.parts('remedy').find(({ checked }) => checked));
    const remedy = /** @type {Remedy} */ (choice.value);
    const said = pageWords.hot.value(skew);
    slider.setAttribute('aria-valuetext', said);
    this.part('chosen').textContent = said;
    this.setLink(links.hot(skew, remedy));
    this.exactly(this.#ask('place', hotQuestion(skew, remedy)), (placed) => {
      this.part('bars').innerHTML = hotBars(placed);
      const [sentence, ofKeys] = hotSentence(skew, remedy, placed);
      this.say(sentence);
      this.sayExactly(ofKeys);
    });
  }
}
