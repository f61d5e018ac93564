// In somebody else's page the wheel and a finger scroll that page until the reader clicks or taps the figure. A reader
// who tries to use the figure anyway is told how.
import { FigureWheel } from './figure_wheel.js';
import { t } from '../text/language.js';

const kShownMs = 1500;
const kMeantMs = 1000; // if the pointer came to rest here longer ago, the wheel is meant for the page

export class Hint {
  #element;
  #wheel;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #pointedAt = -Infinity;
  #served = false; // the reader has used the figure

  /** @param {HTMLElement} element @param {ConstructorParameters<typeof FigureWheel>} figure */
  constructor(element, ...figure) {
    this.#element = element;
    this.#wheel = new FigureWheel(...figure);
  }

  /** The pointer was moved over the figure, rather than the figure under the pointer. @param {PointerEvent} event */
  pointed(event) {
    if (event.movementX !== 0 || event.movementY !== 0) this.#pointedAt = performance.now();
  }

  /**
   * The wheel was turned over the figure by these steps.
   * @param {WheelEvent} event @param {boolean} active whether the figure has the focus
   * @param {number} x @param {number} y
   */
  wheel(event, active, x, y) {
    if (active && this.#wheel.scrolls(event, x, y)) event.preventDefault();
    else if (performance.now() - this.#pointedAt < kMeantMs) this.#show(t('Click the figure to use it'));
  }

  swipe() {
    this.#show(t('Tap the figure to use it'));
  }

  /** The figure is in use: it needs no hint any more. */
  serve() {
    this.#served = true;
    this.#hide();
  }

  /** @param {string} text */
  #show(text) {
    if (this.#served) return;
    this.#element.textContent = text;
    this.#element.hidden = false;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#hide(), kShownMs);
  }

  #hide() {
    clearTimeout(this.#timer);
    this.#element.hidden = true;
  }
}
