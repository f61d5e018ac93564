// The timeline below the canvas: each change is a step, each move with its cost. Press a step to go there; arrow keys
// move along; Replay plays them all. A change at an earlier step turns the later ones into a branch, which the menu
// brings back. Strategies shown beside the main one are no step here; undo takes them back all the same.
import { onLanguage, percent, t } from '../text/language.js';

const kPauseMs = 700; // in a replay, from the end of one step's animation to the next step
const kMaxTitles = 3; // of a branch, in the menu

/**
 * @typedef {import('../api/answers.js').Timeline} Line
 * @typedef {import('../api/answers.js').HistoryStep} Step
 * @typedef {import('../api/answers.js').StepCosts} Costs of every step but the first
 * @typedef {{steps: HTMLElement, sum: HTMLElement, restart: HTMLButtonElement, replay: HTMLButtonElement,
 *   branches: HTMLSelectElement}} Parts by id
 */

/**
 * What the steps up to `at` moved under the main strategy since the initial state, as a fraction of the keys.
 * @param {Step[]} steps @param {number} at
 */
export function movedUpTo(steps, at) {
  return /** @type {(Step & Costs)[]} */ (steps)
    .slice(1, at + 1)
    .reduce(
      (sum, { kind, costs, keys }) =>
        kind === 'start' ? 0 : sum + (kind === 'move' && costs.length > 0 ? costs[0].moved / keys : 0),
      0,
    );
}

/**
 * Brings a step into sight. A phone scrolls the whole strip.
 * @param {HTMLElement} step @param {HTMLElement} list
 */
function scrollTo(step, list) {
  const scroller = list.scrollWidth > list.clientWidth ? list : /** @type {HTMLElement} */ (list.parentElement);
  const place = step.getBoundingClientRect(),
    seen = scroller.getBoundingClientRect();
  if (place.left < seen.left) scroller.scrollLeft += place.left - seen.left - 8;
  if (place.right > seen.right) scroller.scrollLeft += place.right - seen.right + 8;
}

export class TimelineStrip {
  /** @template {keyof Parts} Name @param {Name} name */
  #part = (name) => /** @type {Parts[Name]} */ (document.getElementById(`timeline-${name}`));
  #bridge;
  #run;
  #revision = 0;
  /** @type {Line} */
  #line = { at: 0, steps: [], branches: [] };
  /** @type {number[]} the steps in the strip, by their places in the history */
  #places = [0];
  /** @type {?number} in a replay: the step that it went to last, by its place in the strip */
  #playing = null;
  /** @type {?ReturnType<typeof setTimeout>} */
  #timer = null;

  /** @param {Pick<import('../host/page.js').Page, 'bridge' | 'run'>} page */
  constructor({ bridge, run }) {
    this.#bridge = bridge;
    this.#run = run;
    bridge.call('measure_steps');
    this.#part('steps').onclick = ({ target }) =>
      this.#go(this.#stepOf(/** @type {Element} */ (target).closest('button')));
    this.#part('steps').onkeydown = (event) => this.#walk(event);
    this.#part('restart').onclick = () => {
      this.#run({ do: 'restart', keep_table: true });
      // the button has nothing more to do; the focus stays where steps are
      /** @type {HTMLElement} */ (this.#part('steps').children[this.#at].firstChild).focus();
    };
    this.#part('replay').onclick = () => (this.#playing === null ? this.#play() : this.#stop());
    this.#part('branches').onchange = ({ target }) => {
      this.#run({ do: 'switch_branch', branch: Number(/** @type {HTMLSelectElement} */ (target).value) });
    };
    document.addEventListener('visibilitychange', () => this.#schedule());
    onLanguage(() => this.#nameReplay()); // the rest is rewritten with the titles of the steps
  }

  /** The history that is shown (web/api/timeline.def). */
  get line() {
    return this.#line;
  }

  /** The current step's place in the strip. */
  get #at() {
    return this.#places.findLastIndex((place) => place <= this.#line.at);
  }

  /** After a frame. @param {boolean} busy */
  update(busy) {
    const revision = this.#bridge.call('timeline_revision');
    if (revision !== this.#revision) {
      this.#revision = revision;
      this.#line = this.#bridge.read('timeline') ?? this.#line;
      this.#show();
    }
    if (this.#playing !== null && this.#playing !== this.#at) this.#stop(); // somebody went elsewhere
    if (!busy) this.#schedule();
  }

  #show() {
    const { branches } = this.#line;
    this.#places = [...this.#line.steps.keys()].filter((i) => this.#line.steps[i].kind !== 'compared');
    const steps = this.#places.map((i) => this.#line.steps[i]),
      at = this.#at;
    const list = this.#part('steps');
    while (list.children.length > steps.length) /** @type {Element} */ (list.lastChild).remove();
    while (list.children.length < steps.length) list.append(makeStep());
    steps.forEach((step, i) => fillStep(/** @type {HTMLButtonElement} */ (list.children[i].firstChild), step, i, at));
    const current = /** @type {HTMLButtonElement} */ (list.children[at].firstChild);
    if (list.contains(document.activeElement)) current.focus({ preventScroll: true });
    // What was set up anew has no total, though it has a cost.
    const [moved, done] = [movedUpTo(steps, at), steps.slice(0, at + 1)];
    const setUp = moved === 0 && done.some(({ kind }) => kind === 'setup');
    const { net } = this.#line,
      { keys = 0 } = /** @type {Step & Partial<Costs>} */ (this.#line.steps[this.#line.at]);
    this.#part('sum').textContent = setUp
      ? ''
      : net === undefined
        ? t('Total moved {0}', percent(moved))
        : t('Total moved {0}, net {1}', percent(moved), percent(net / keys));
    this.#part('restart').disabled = steps[at].kind === 'start';
    this.#part('replay').disabled = steps.length === 1;
    const menu = this.#part('branches');
    menu.hidden = branches.length === 0;
    menu.replaceChildren(
      new Option(t('{0} other {0|branch|branches}', branches.length), ''),
      ...branches.map(({ fork, titles }, i) => {
        const step = this.#places.findLastIndex((own) => own <= fork);
        return new Option(branchTitle(step, titles), String(i));
      }),
    );
    scrollTo(current, list); // once everything beside it is as wide as it will be
  }

  /** @param {?HTMLElement} button */
  #stepOf(button) {
    return button ? [...this.#part('steps').children].indexOf(/** @type {Element} */ (button.parentElement)) : this.#at;
  }

  /** @param {number} at a place in the strip */
  #go(at) {
    this.#stop();
    if (at !== this.#at) this.#run({ do: 'go_to', step: this.#places[at] });
  }

  /** @param {KeyboardEvent} event */
  #walk(event) {
    const at = this.#at,
      last = this.#places.length - 1;
    /** @type {Record<string, number>} */
    const ways = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last };
    const to = ways[event.key];
    if (to === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    this.#go(Math.min(Math.max(to, 0), last));
  }

  #play() {
    this.#playing = this.#at;
    if (this.#playing === this.#places.length - 1)
      this.#playTo(0); // which must be seen before the next
    else this.#schedule();
    this.#nameReplay();
  }

  /** @param {number} at a place in the strip */
  #playTo(at) {
    const step = this.#places[at];
    this.#run({ do: 'go_to', step });
    this.#playing = at;
    this.#line.at = step;
  }

  // Schedules the next step, unless it is scheduled already. A hidden page waits.
  #schedule() {
    if (this.#playing === null || this.#timer !== null || document.hidden) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (this.#playing === null || document.hidden) return;
      if (this.#playing === this.#places.length - 1) this.#stop();
      else this.#playTo(this.#playing + 1);
    }, kPauseMs);
  }

  #stop() {
    clearTimeout(/** @type {any} null is no timer */ (this.#timer));
    this.#timer = null;
    this.#playing = null;
    this.#nameReplay();
  }

  #nameReplay() {
    this.#part('replay').textContent = this.#playing === null ? t('Replay') : t('Stop');
  }
}

/** @param {number} step @param {string[]} titles */
function branchTitle(step, titles) {
  const words = titles.slice(0, kMaxTitles).join(', '),
    more = titles.length - kMaxTitles;
  return more > 0 ? t('from step {0}: {1}, and {2} more', step, words, more) : t('from step {0}: {1}', step, words);
}

function makeStep() {
  const item = document.createElement('li');
  item.innerHTML =
    '<button type="button"><span class="title"></span> <span class="share"></span> <span class="needless"></span>' +
    '<svg class="moved-bar" viewBox="0 0 100 3" preserveAspectRatio="none" aria-hidden="true">' +
    '<path d="M0 1.5H100"/><path/><path/></svg></button>';
  return item;
}

/**
 * @param {HTMLButtonElement} button @param {Step} step @param {number} i its place
 * @param {number} at the current one's place
 */
function fillStep(button, { title, kind, costs = [], keys = 0 }, i, at) {
  const [name, share, needless, bar] = button.children;
  const cost = kind === 'move' ? costs[0] : undefined; // setting up is no move
  name.textContent = i === 0 ? t('Initial state') : title;
  share.textContent = cost ? percent(cost.moved / keys) : '';
  needless.textContent = cost && cost.needless > 0 ? t('{0} unnecessary', percent(cost.needless / keys)) : '';
  button.title = cost ? t('{0} of {1} keys moved, {2} unnecessarily', cost.moved, keys, cost.needless) : '';
  const [, useful, wasted] = bar.children;
  const needed = cost ? (100 * (cost.moved - cost.needless)) / keys : 0;
  useful.setAttribute('d', `M0 1.5H${needed}`);
  wasted.setAttribute('d', `M${needed} 1.5H${cost ? (100 * cost.moved) / keys : 0}`);
  button.classList.toggle('later', i > at);
  if (i === at) button.setAttribute('aria-current', 'step');
  else button.removeAttribute('aria-current');
  button.tabIndex = i === at ? 0 : -1; // one stop for Tab; the arrow keys move along
}
