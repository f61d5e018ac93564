// On a narrow page the canvas's settings cover its picture, so what a lesson turns is also below its goals: the learner
// sees the picture change. The text view's controls; for those that the lesson's own examples set.
import { t } from '../text/language.js';
import { choose, grouped, paramControl, showHash, showParams } from '../text_view/parts.js';
import { el } from './dom.js';

/** @typedef {import('./lesson.js').Lesson} Lesson */
/** @typedef {import('../api/shapes.d.ts').State} State */
/** @typedef {import('../api/answers.d.ts').StrategyInfo} Strategy */

/**
 * What the examples of a lesson set: ids of parameters, and whether the strategy and the hash function.
 * @param {Lesson} lesson
 */
export function turnedIn({ solution, near_miss: nearMiss }) {
  const examples = [solution, nearMiss].flatMap((example) => (Array.isArray(example) ? example : []));
  const commands = /** @type {({do: string, key?: string})[]} */ (examples);
  const does = (/** @type {string} */ what) => commands.filter((command) => command.do === what);
  return {
    params: new Set(does('set_param').map(({ key = '' }) => key)),
    strategy: does('set_strategy').length > 0,
    hash: does('set_hash').length > 0,
  };
}

export class LessonControls {
  #page;
  #turned;
  #shown = ''; // the strategy whose parameters are shown
  #strategy = el('select', {});
  #hash = el('select', {});
  #hashWords = el('p', { className: 'quiet' });
  #params = el('div', { className: 'turned' });
  #refused = el('p', { className: 'refused', role: 'alert', hidden: true });

  /**
   * @param {import('./lessons.js').Page} page
   * @param {Lesson} lesson
   */
  constructor(page, lesson) {
    this.#page = page;
    this.#turned = turnedIn(lesson);
    const { strategy, hash } = this.#turned;
    this.#strategy.append(...grouped(page.registry().strategies));
    this.#strategy.onchange = () => this.#ask({ do: 'set_strategy', strategy: this.#strategy.value });
    this.#hash.onchange = () => this.#ask({ do: 'set_hash', hash: this.#hash.value });
    this.element = el(
      'div',
      { className: 'turned' },
      strategy && el('label', {}, `${t('Strategy')} `, this.#strategy),
      this.#params,
      hash && el('label', {}, `${t('Hash function')} `, this.#hash),
      hash && this.#hashWords,
      this.#refused,
    );
  }

  /** @param {import('../api/shapes.d.ts').Request} request */
  #ask(request) {
    const refused = this.#page.run(request)?.error ?? '';
    this.#refused.textContent = refused;
    this.#refused.hidden = refused === '';
  }

  /** @param {State} state */
  show(state) {
    if (!state.nodes) return; // nothing is computed yet
    const { strategies, hashes } = this.#page.registry();
    const known = /** @type {Strategy} */ (strategies.find(({ id }) => id === state.strategy));
    const params = known.params.filter(({ key }) => this.#turned.params.has(key));
    if (this.#shown !== known.id) {
      this.#shown = known.id;
      this.#params.replaceChildren(...params.map((spec) => paramControl(spec, (request) => this.#ask(request))));
    }
    this.element.hidden = state.controls.strategy !== 'free' || this.#nothing(params.length);
    choose(this.#strategy, known.id);
    showParams(this.#params, { params }, state);
    if (this.#turned.hash) showHash(this.#hash, this.#hashWords, hashes, state);
  }

  /** @param {number} params */
  #nothing(params) {
    return params === 0 && !this.#turned.strategy && !this.#turned.hash;
  }
}
