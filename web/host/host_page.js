// The page in somebody else's: the messages between it and web/embed/reshard-playground.js, which has more about them.
// Received: open {link}, theme {theme}, language {language}, run {id, request}, state {id}. Sent: ready, change {link,
// headline}, moved {keys, moved, share, leastShare, needless}, error {message}, answer {id, value | error}.

import { languages } from '../text/language.js';
import { copy } from './clipboard.js';

const kVersion = 1;
const kMaxLinkLength = 1 << 20; // as kMaxLinkBytes in core/scenario/link.h
const kMaxRequestLength = 1 << 16;
const kUnseenMs = 200; // without a frame: nobody sees the page
const kThemes = ['light', 'dark', 'auto'];

/** @typedef {Record<string, unknown>} Message anything that the page around sends */
/**
 * @typedef {object} Figure what messages may do
 * @property {(link: string) => void} open
 * @property {(theme: ?string) => void} setTheme null: the system's
 * @property {(language: string) => void} speak
 * @property {import('./page.js').Page['run']} run
 * @property {() => import('../api/shapes.js').State} state
 * @property {() => number} frames how many are drawn
 * @property {() => number} work works for a while, and says whether there is more
 */

/** @type {Record<string, (message: Message) => ?string>} what a message may hold: null, or why it may not */
const checks = {
  open: ({ link }) =>
    typeof link === 'string' && link.length <= kMaxLinkLength
      ? null
      : `link: must be a text of at most ${kMaxLinkLength} characters`,
  theme: ({ theme }) => (isOneOf(kThemes, theme) ? null : `theme: must be one of ${kThemes.join(', ')}`),
  language: ({ language }) =>
    isOneOf(languages, language) ? null : `language: must be one of ${languages.join(', ')}`,
  run: ({ request }) =>
    isObject(request) && jsonLength(request) <= kMaxRequestLength
      ? null
      : `request: must be an object of at most ${kMaxRequestLength} characters as JSON`,
  state: () => null,
};

const isOneOf = (/** @type {unknown[]} */ all, /** @type {unknown} */ value) => all.includes(value);

/** @param {unknown} value @returns {boolean} */
function isObject(value) {
  return typeof value === 'object' && value !== null;
}

/** A message may hold what JSON cannot: a cycle, a BigInt. @param {unknown} value */
function jsonLength(value) {
  try {
    return JSON.stringify(value)?.length ?? Infinity;
  } catch {
    return Infinity;
  }
}

export class Host {
  #window;
  #page;
  #ready = false;
  /** @type {unknown[]} ids of requests for the state that came before there was one, or while the next was computed */
  #asked = [];

  /** If the page is not in a frame, it neither receives nor sends anything. @param {Figure} page */
  constructor(page) {
    this.#window = window.parent !== window ? window.parent : null;
    this.#page = page;
    if (this.#window) addEventListener('message', (event) => this.#receive(event));
  }

  /** From now on the page accepts messages. */
  ready() {
    this.#ready = true;
    this.#say('ready', {});
  }

  /** The work is done: answers those who asked for the state meanwhile. `unseen`: even if there is more to show. */
  shown(unseen = false) {
    if (this.#asked.length === 0) return;
    const value = this.#page.state();
    // a link with a log first shows the steps before the last one
    if (value && (!value.nodes || (value.busy && !unseen))) return;
    for (const id of this.#asked.splice(0)) this.#answer(id, value ? { value } : { error: 'the figure has stopped' });
  }

  // Off screen there are no frames, which would work and answer.
  #workUnseen(frames = this.#page.frames(), wait = kUnseenMs) {
    if (this.#asked.length === 0) return;
    setTimeout(() => {
      const unseen = this.#page.frames() === frames,
        works = unseen && this.#page.work() !== 0;
      if (unseen && !works) this.shown(true);
      this.#workUnseen(this.#page.frames(), works ? 0 : kUnseenMs);
    }, wait);
  }

  /** A change is complete: sends its link and its headline. @param {string} link */
  changed(link) {
    const state = this.#window && this.#page.state();
    if (!state) return; // nobody to tell, or nothing to tell any more
    const { headline, keys, moved, moved_share: share, least, needless } = state;
    this.#say('change', { link, headline });
    this.#say('moved', { keys, moved, share, leastShare: keys > 0 ? least / keys : 0, needless });
  }

  /** Sends, in words, what was refused and why. @param {string} message */
  refused(message) {
    this.#say('error', { message });
  }

  /** @param {string} type @param {object} content */
  #say(type, content) {
    this.#window?.postMessage({ reshard: kVersion, type, ...content }, '*');
  }

  /** @param {MessageEvent} event */
  #receive({ source, data }) {
    if (!this.#ready || source !== this.#window || !isObject(data) || data.reshard !== kVersion) return;
    if (typeof data.type !== 'string' || !Object.hasOwn(checks, data.type)) return; // not meant for us
    const problem = checks[data.type](data);
    if (problem) return this.#answer(data.id, { error: problem });
    if (data.type === 'open') this.#page.open(data.link);
    if (data.type === 'theme') this.#page.setTheme(data.theme === 'auto' ? null : data.theme);
    if (data.type === 'language') this.#page.speak(data.language);
    if (data.type === 'state') {
      this.#asked.push(data.id);
      this.shown();
      if (this.#asked.length === 1) this.#workUnseen();
    }
    if (data.type === 'run') {
      const refused = this.#page.run(data.request);
      this.#answer(data.id, refused ? { error: refused.error } : { value: null });
    }
  }

  /**
   * @param {unknown} id of the question; an error without one is told all the same
   * @param {{value?: unknown, error?: string}} content
   */
  #answer(id, content) {
    if (Number.isSafeInteger(id)) this.#say('answer', { id, ...content });
    else if (content.error) this.refused(content.error);
  }
}

/**
 * The link to the same scenario on a page of its own.
 * @param {import('./address.js').Address} address @param {(sentence: string) => void} announce
 */
export function connectFullPage(address, announce) {
  const link = /** @type {HTMLAnchorElement} */ (document.getElementById('full-page'));
  link.hidden = false;
  link.href = address.fullPage;
  // Updated before anybody can follow it, with any key or button.
  for (const type of ['focus', 'pointerenter', 'click']) {
    link.addEventListener(type, () => {
      link.href = address.fullPage;
    });
  }
  link.addEventListener('click', (event) => {
    event.preventDefault();
    const page = window.open(link.href, '_blank');
    if (page) page.opener = null;
    else copy(link.href, announce); // a sandbox that allows no popups
  });
}
