// Figure 1: hash % n with one more node. A guess, a press, the answer; no core needed.
import { byRemainder, countsOf, kNodes, movedOf } from './arithmetic.js';
import { Figure, follow, still, travel } from './figure.js';
import { shelvesBoards, shelvesLayout } from './pictures.js';
import { kTenNodes, links } from './scenarios.js';
import { askCore } from './story_core.js';
import { words } from './story_words.js';

const kFirst = kNodes.length;

export class Modulo extends Figure {
  #nodes = kFirst;
  /** @type {?number} */
  #guess = null;

  /** @param {HTMLElement} root */
  constructor(root) {
    super(root);
    const guess = this.part('guess');
    follow(guess, (chosen) => {
      this.#guess = chosen ? guess.valueAsNumber : null;
      const said = chosen ? words.guess(guess.valueAsNumber) : words.noGuess;
      this.part('guessed').textContent = said;
      guess.setAttribute('aria-valuetext', said);
    });
    this.#veil();
    this.part('add').onclick = () => this.#show(this.#nodes === kFirst ? kFirst + 1 : kFirst);
    this.part('double').onclick = () => this.#show(2 * kFirst);
  }

  // The text below the figure gives the answer: it is covered, in its place, until the reader adds the node. A touch
  // of the slider is a guess, not yet the question.
  #veil() {
    const wait = Object.assign(document.createElement('p'), {
      className: 'veil',
      textContent: words.modulo.guessFirst,
    });
    this.#result.classList.add('veiled');
    this.#result.prepend(wait);
  }

  #unveil() {
    this.#result.classList.remove('veiled');
    this.#result.querySelector('.veil')?.remove();
  }

  get #result() {
    return /** @type {HTMLElement} */ (this.root.nextElementSibling);
  }

  /** @param {number} nodes */
  #show(nodes) {
    this.#unveil();
    const before = byRemainder(kFirst);
    const after = byRemainder(nodes);
    const moved = movedOf(before, after);
    this.#draw(before, after, nodes);
    this.#nodes = nodes;
    this.setLink(links.modulo(nodes));
    this.part('add').textContent = nodes === kFirst ? words.modulo.add : words.modulo.undo;
    this.part('double').hidden = nodes !== kFirst + 1;
    this.part('truth').toggleAttribute('hidden', nodes === kFirst);
    /** @type {Element} */ (this.part('truth').querySelector('rect')).setAttribute('x', `${moved.length}%`);
    if (nodes === kFirst) {
      this.say(words.modulo.back);
      this.sayExactly('');
    } else if (nodes === 2 * kFirst) {
      this.say(words.modulo.doubled(moved.length));
      this.part('claim').textContent = words.modulo.claimDoubled;
    } else {
      this.say(words.modulo.moved(moved.length, this.#guess));
      this.part('claim').textContent = words.modulo.claim;
    }
    if (nodes !== kFirst) this.#count(nodes);
  }

  /** @param {number} nodes */
  #count(nodes) {
    /** @type {import('./answers.js').PlaceInput} */
    const input = { strategy: 'modulo', nodes: kNodes, keys: { kind: 'sequential', count: 100_000, prefix: 'file-' } };
    const log = kTenNodes.slice(kFirst, nodes).map((name) => ({ add: name }));
    this.exactly(askCore('change', { input, log }), ({ share, leastShare }) => {
      if (this.#nodes === nodes) this.sayExactly(words.modulo.exactly(share, leastShare));
    });
  }

  /**
   * @param {number[]} before owners by key
   * @param {number[]} after
   * @param {number} nodes
   */
  #draw(before, after, nodes) {
    const names = kTenNodes.slice(0, Math.max(nodes, kFirst + 1));
    const moved = before.map((owner, key) => owner !== after[key]);
    const places = shelvesLayout(after, moved, names.length);
    const svg = /** @type {SVGSVGElement} */ (this.part('picture').querySelector('svg'));
    /** @type {Element} */ (svg.querySelector('.boards')).innerHTML = shelvesBoards(names, nodes === kFirst);
    svg.querySelectorAll('.keys circle').forEach((dot, key) => {
      const { x, y } = places[key];
      const from = { x: Number(dot.getAttribute('cx')), y: Number(dot.getAttribute('cy')) };
      dot.setAttribute('cx', String(x));
      dot.setAttribute('cy', String(y));
      dot.classList.toggle('moved', moved[key]);
      if (!still()) travel(dot, from, { x, y }, key * 3);
    });
    /** @type {[name: string, keys: number][]} */
    const counts = countsOf(after, names.length).map((keys, node) => [names[node], keys]);
    svg.setAttribute('aria-label', words.shelvesLabel(nodes !== kFirst, counts.slice(0, nodes)));
  }
}
