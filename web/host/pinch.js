/** @typedef {{x: number, y: number, apart: number}} Fingers their middle and distance, in CSS pixels of the canvas */

/**
 * Two fingers on a picture zoom and move it. Elsewhere they zoom the page, and so they do anywhere while the page is
 * zoomed in, as otherwise there might be no way to zoom out again.
 */
export class Pinch {
  #canvas;
  #bridge;
  /** @type {?Fingers} where they were last; null between pinches */
  #last = null;
  #held = false; // until a finger comes down alone: the one that is left after a pinch drags nothing

  /** @param {HTMLCanvasElement} canvas @param {import('../api/bridge.js').Bridge} bridge */
  constructor(canvas, bridge) {
    this.#canvas = canvas;
    this.#bridge = bridge;
  }

  /** Follows a touch event on the canvas. True if SDL2 must not see it. @param {TouchEvent} event */
  follow(event) {
    const { type, targetTouches: touches } = event;
    if (type === 'touchend' || type === 'touchcancel') {
      this.#last = null;
      return false; // SDL2 releases the finger that it knows about
    }
    if (type === 'touchstart' && touches.length === 1) this.#held = false;
    if (type === 'touchstart' && touches.length === 2 && !this.#last) this.#begin(touches);
    if (!this.#held) return false;
    if (event.cancelable) event.preventDefault(); // the browser would zoom the page
    if (type === 'touchmove' && this.#last) this.#move(this.#last, touches);
    return true;
  }

  /** @param {TouchList} touches */
  #begin(touches) {
    if (/** @type {any} undefined is not more */ (window.visualViewport?.scale) > 1) return;
    const seen = this.#see(touches);
    if (!this.#bridge.call('magnify', seen.x, seen.y, 1, 0, 0)) return;
    this.#bridge.call('cancel_pointer'); // the first finger had pressed
    this.#held = true;
    this.#last = seen;
  }

  /** @param {Fingers} last @param {TouchList} touches */
  #move({ x, y, apart }, touches) {
    const now = (this.#last = this.#see(touches));
    this.#bridge.call('magnify', x, y, now.apart / apart, now.x - x, now.y - y);
  }

  /** @param {TouchList} touches two @returns {Fingers} */
  #see([one, other]) {
    const { left, top } = this.#canvas.getBoundingClientRect();
    return {
      x: (one.clientX + other.clientX) / 2 - left,
      y: (one.clientY + other.clientY) / 2 - top,
      apart: Math.max(1, Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY)),
    };
  }
}
