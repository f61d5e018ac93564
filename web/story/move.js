// Figure 6: what a move costs in bytes and time, and what a script loses that copies and then switches.
import { kNewcomer, kNodes, kPrefix, ringShares } from './arithmetic.js';
import { askCore } from './story_core.js';
import { Figure, follow } from './figure.js';
import { bars } from './pictures.js';
import { words as pageWords } from './story_words.js';

/** @typedef {'modulo' | 'ring'} Strategy */

/** @type {Strategy[]} */
const kStrategies = ['modulo', 'ring'];
const kWritesPerSecond = 1000;
const kVnodes = 100;

/**
 * Sliders take three steps per decade: 1, 2, 5, 10, … times the first value.
 * @param {number} first
 * @param {number} step
 */
const stepped = (first, step) => first * [1, 2, 5][step % 3] * 10 ** Math.floor(step / 3);
/** In bytes. @param {number} step */
export const sizeAt = (step) => stepped(1e9, step);
/** In bytes a second. @param {number} step */
export const speedAt = (step) => stepped(1e7, step);

/** @type {import('./answers.js').Questions['many']} */
export const moveQuestion = {
  inputs: kStrategies.map((strategy) => ({
    strategy,
    nodes: kNodes,
    keys: { kind: 'sequential', count: 100_000, prefix: kPrefix },
  })),
  log: [{ add: kNewcomer }],
};

/** The calculated shares of keys that move: 5 of 6 residues, and the newcomer's share of the ring. */
const kOwnShares = [5 / 6, ringShares([...kNodes, kNewcomer], kVnodes)[kNodes.length]];

/**
 * @param {number} share
 * @param {number} size in bytes
 * @param {number} speed in bytes a second
 */
const secondsOf = (share, size, speed) => (share * size) / speed;

/**
 * A key is equally likely to be copied at any moment of the copy. On average, half of the writes to the keys that move
 * come after that, and stay behind.
 * @param {number} share
 * @param {number} seconds
 */
const lostWrites = (share, seconds) => (kWritesPerSecond * share * seconds) / 2;

/**
 * @param {number[]} shares by strategy
 * @param {number} size
 * @param {number} speed
 */
export function moveBars(shares, size, speed, words = pageWords) {
  return bars(
    kStrategies.map((strategy, i) => ({
      name: words.move.names[strategy],
      value: shares[i],
      text: words.move.text(shares[i] * size, secondsOf(shares[i], size, speed)),
    })),
  );
}

/**
 * @param {number[]} shares by strategy
 * @param {number} size
 * @param {number} speed
 */
export function moveSentences(shares, size, speed, words = pageWords) {
  const seconds = shares.map((share) => secondsOf(share, size, speed));
  return [
    words.move.answer(seconds[0], seconds[1]),
    words.move.exactly(lostWrites(shares[0], seconds[0]), lostWrites(shares[1], seconds[1])),
  ];
}

/**
 * @param {import('./answers.js').Answers['many']} answers to moveQuestion: neither strategy refuses it
 */
export const sharesOf = (answers) => /** @type {import('./answers.js').Moved[]} */ (answers).map(({ share }) => share);

export class Move extends Figure {
  #shares = kOwnShares;
  #asked = false;

  /** @param {HTMLElement} root */
  constructor(root) {
    super(root);
    for (const name of /** @type {const} */ (['size', 'speed'])) follow(this.part(name), () => this.#changed());
  }

  #changed() {
    this.#show();
    if (this.#asked) return;
    this.#asked = true;
    this.exactly(askCore('many', moveQuestion), (answers) => {
      this.#shares = sharesOf(answers);
      this.#show();
    });
  }

  #show() {
    const size = sizeAt(this.part('size').valueAsNumber),
      speed = speedAt(this.part('speed').valueAsNumber);
    for (const [name, said] of /** @type {const} */ ([
      ['size', pageWords.move.size(size)],
      ['speed', pageWords.move.speed(speed)],
    ])) {
      this.part(`${name}-chosen`).textContent = said;
      this.part(name).setAttribute('aria-valuetext', said);
    }
    this.part('bars').innerHTML = moveBars(this.#shares, size, speed);
    const [stopped, served] = moveSentences(this.#shares, size, speed);
    this.say(stopped);
    this.sayExactly(served);
  }
}
