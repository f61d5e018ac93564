// Figure 4: the same keys and the same change under six strategies. If a strategy cannot do it, its row says so.
import { kNewcomer, kNodes, kPrefix } from './arithmetic.js';
import { latest } from './story_core.js';
import { Figure } from './figure.js';
import { bars } from './pictures.js';
import { links } from './scenarios.js';
import { words as pageWords } from './story_words.js';

/** @typedef {'modulo' | 'ring' | 'jump' | 'rendezvous' | 'maglev' | 'slots'} Strategy */
/** @typedef {'join' | 'leave' | 'weigh'} Change */
/** @typedef {import('./answers.js').Moved} Moved */
/** @typedef {import('./answers.js').Questions} Questions */
/** @typedef {import('./answers.js').Answers} Answers */

/** @type {Strategy[]} */
export const kStrategies = ['modulo', 'ring', 'jump', 'rendezvous', 'maglev', 'slots'];
/** @type {import('../headless/reshard-core.d.ts').KeysInput} */
const kKeys = { kind: 'sequential', count: 100_000, prefix: kPrefix };
const kEnough = 0.0005; // share of the keys; less counts as none

// The least that each change must move, and which strategies the link shows side by side (at most four).
/** @type {Record<Change, {log: Questions['many']['log'], inLink: string, needed: number, shown: Strategy[]}>} */
const kChanges = {
  join: {
    log: [{ add: kNewcomer }],
    inLink: `+${kNewcomer}`,
    needed: 1 / 6,
    shown: ['ring', 'jump', 'rendezvous', 'maglev'],
  },
  leave: { log: [{ remove: 'C' }], inLink: '-C', needed: 1 / 5, shown: ['ring', 'rendezvous', 'maglev', 'slots'] },
  weigh: {
    log: [{ weigh: 'A', weight: 2 }],
    inLink: '*A*2',
    needed: 2 / 6,
    shown: ['ring', 'rendezvous', 'maglev', 'slots'],
  },
};

/**
 * @param {Change} change
 * @returns {Questions['many']}
 */
export const alternativesQuestion = (change) => ({
  inputs: kStrategies.map((strategy) => ({ strategy, nodes: kNodes, keys: kKeys })),
  log: kChanges[change].log,
});

/**
 * @param {Change} change
 * @param {Answers['many']} answers by strategy
 */
export function alternativesBars(change, answers, words = pageWords) {
  const { names, notes, moved, refused, cannot } = words.alternatives;
  const note = (/** @type {Moved} */ { share, needless, after }) => {
    if (change !== 'weigh') return needless > kEnough ? notes[change].needless(needless) : notes[change].none;
    return share === 0 ? notes.weigh.ignored : notes.weigh.got(after.counts[0] / after.keys);
  };
  return bars(
    kStrategies.map((strategy, i) => {
      const answer = answers[i];
      const row = { name: names[strategy] };
      if ('refused' in answer) return { ...row, value: 0, text: cannot, note: refused };
      if (change === 'weigh' && answer.share === 0) return { ...row, value: 0, text: cannot, note: note(answer) };
      return { ...row, value: answer.share, wasted: answer.needless, text: moved(answer.share), note: note(answer) };
    }),
  );
}

/** @param {Change} change */
export const alternativesSentence = (change, words = pageWords) =>
  words.alternatives.answer[change](kChanges[change].needed);

export class Alternatives extends Figure {
  #ask = latest();

  /** @param {HTMLElement} root */
  constructor(root) {
    super(root);
    for (const choice of this.parts('change')) choice.onchange = () => this.#show(/** @type {Change} */ (choice.value));
  }

  /** @param {Change} change */
  #show(change) {
    const { inLink, shown } = kChanges[change];
    this.setLink(links.alternatives(inLink, shown));
    this.exactly(this.#ask('many', alternativesQuestion(change)), (answers) => {
      this.part('bars').innerHTML = alternativesBars(change, answers);
      this.say(alternativesSentence(change));
      this.sayExactly(pageWords.alternatives.exactly);
    });
  }
}
