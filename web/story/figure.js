// What all figures share: their parts, their answers, and their two ways out: a link and a tag to embed.
import { wakeCore } from './story_core.js';
import { embedTag } from './scenarios.js';
import { words } from './story_words.js';

const playground = () => new URL('./', document.baseURI).href;

/**
 * Writes a sentence; text between *stars* is emphasised.
 * @param {Element} element
 * @param {string} sentence
 */
export function tell(element, sentence) {
  element.replaceChildren(
    ...sentence.split('*').map((text, i) => {
      if (i % 2 === 0) return text;
      return Object.assign(document.createElement('b'), { textContent: text });
    }),
  );
}

export const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Animates an element of a picture from where it was to where it is now.
 * @param {Element} element
 * @param {import('./pictures.js').Point} from
 * @param {import('./pictures.js').Point} to
 * @param {number} delay in milliseconds
 */
export function travel(element, from, to, delay = 0) {
  if (from.x === to.x && from.y === to.y) return;
  element.animate([{ transform: `translate(${from.x - to.x}px, ${from.y - to.y}px)` }, { transform: 'none' }], {
    duration: 600,
    delay,
    easing: 'cubic-bezier(0.3, 0, 0.2, 1)',
    fill: 'backwards',
  });
}

/**
 * The elements of story.html by their data-part; each figure has some of them.
 * @typedef {Record<'guess' | 'vnodes' | 'skew' | 'size' | 'speed' | 'rate', HTMLInputElement> &
 *   Record<'nodes' | 'keys', HTMLTextAreaElement> & Record<'add' | 'double' | 'reset' | 'embed', HTMLButtonElement> &
 *   {open: HTMLAnchorElement, form: HTMLFormElement, truth: SVGSVGElement} &
 *   Record<'guessed' | 'chosen' | 'size-chosen' | 'speed-chosen', HTMLOutputElement> &
 *   Record<'claim' | 'answer' | 'exactly' | 'picture' | 'bars' | 'plot', HTMLElement>} Parts
 */

/**
 * Shows what a slider says. A finger that lands on one and then scrolls the page has moved it: that is undone.
 * @param {HTMLInputElement} slider
 * @param {(chosen: boolean) => void} show `chosen`: false if nobody has chosen a value yet
 */
export function follow(slider, show) {
  let chosen = false;
  let before = { value: slider.value, chosen };
  slider.oninput = () => {
    chosen = true;
    show(true);
  };
  // A press on the very value that it has is a choice, too, and no input event.
  slider.onclick = () => {
    if (chosen) return;
    chosen = true;
    show(true);
  };
  slider.onpointerdown = () => {
    before = { value: slider.value, chosen };
  };
  slider.onpointercancel = () => {
    if (slider.value === before.value) return;
    ({ value: slider.value, chosen } = before);
    show(chosen);
  };
}

export class Figure {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.link = /** @type {string} */ (this.part('open').getAttribute('href')).split('#')[1];
    const wake = () => {
      root.dataset.touched = 'yes';
      wakeCore();
    };
    for (const type of ['pointerdown', 'keydown']) root.addEventListener(type, wake, { once: true });
    this.part('embed').onclick = () => this.#embed();
  }

  /**
   * @template {keyof Parts} Name
   * @param {Name} name
   */
  part(name) {
    return /** @type {Parts[Name]} */ (this.root.querySelector(`[data-part="${name}"]`));
  }

  /** @param {'change' | 'remedy'} name of radio buttons */
  parts(name) {
    const found = /** @type {NodeListOf<HTMLInputElement>} */ (this.root.querySelectorAll(`[data-part="${name}"]`));
    return [...found];
  }

  /** @param {string} sentence */
  say(sentence) {
    tell(this.part('answer'), sentence);
  }

  /**
   * The second line of the answer: the core's result for many keys.
   * @param {string} sentence
   */
  sayExactly(sentence) {
    tell(this.part('exactly'), sentence);
  }

  /**
   * Passes the core's answer to `then`. Without the core, the figure keeps its own arithmetic and says so.
   * @template Value
   * @param {Promise<?Value>} question
   * @param {(value: Value) => void} then
   */
  async exactly(question, then) {
    try {
      const value = await question;
      if (value !== null) then(value);
    } catch (error) {
      this.sayExactly(words.noCore(/** @type {Error} */ (error).message));
    }
  }

  get claim() {
    return this.part('claim').textContent.trim();
  }

  /**
   * The scenario that is shown now.
   * @param {string} link
   */
  setLink(link) {
    this.link = link;
    this.part('open').setAttribute('href', `./#${link}`);
  }

  #embed() {
    const dialog = document.createElement('dialog');
    dialog.className = 'embed-dialog';
    const title = Object.assign(document.createElement('h2'), { textContent: words.embedTitle, id: 'embed-title' });
    const hint = Object.assign(document.createElement('p'), { textContent: words.embedHint });
    const text = Object.assign(document.createElement('textarea'), {
      readOnly: true,
      rows: 8,
      value: embedTag(playground(), this.link, this.claim),
      spellcheck: false,
    });
    text.setAttribute('aria-label', words.embedTitle);
    const told = document.createElement('span');
    told.setAttribute('role', 'status');
    const copy = Object.assign(document.createElement('button'), { type: 'button', textContent: words.copy });
    copy.onclick = async () => {
      try {
        await navigator.clipboard.writeText(text.value);
        told.textContent = words.copied;
      } catch {
        text.select();
        told.textContent = words.copyYourself;
      }
    };
    const close = Object.assign(document.createElement('button'), {
      type: 'button',
      className: 'quiet',
      textContent: words.close,
    });
    close.onclick = () => dialog.close();
    dialog.onclose = () => dialog.remove();
    dialog.setAttribute('aria-labelledby', 'embed-title');
    const row = document.createElement('p');
    row.className = 'buttons';
    row.append(copy, close, told);
    dialog.append(title, hint, text, row);
    document.body.append(dialog);
    dialog.showModal();
  }
}
