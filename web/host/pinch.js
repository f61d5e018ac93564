/**
 * Two fingers on a picture zoom and move it. Elsewhere they zoom the page, and so they do anywhere while the page is
 * zoomed in, as otherwise there might be no way to zoom out again.
 */
export class Pinch {
  #canvas;
  #bridge;
  #last = null; // where the two fingers were last and how far apart, in CSS pixels of the canvas; null between pinches
  #held = false; // until a finger comes down alone: the one that is left after a pinch drags nothing

  constructor(canvas, bridge) {
    this.#canvas = canvas;
    this.#bridge = bridge;
  }

  /** Follows a touch event on the canvas. True if SDL2 must not see it. */
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
    if (type === 'touchmove' && this.#last) this.#move(touches);
    return true;
  }

  #begin(touches) {
    if (window.visualViewport?.scale > 1) return;
    const seen = this.#see(touches);
    if (!this.#bridge.call('magnify', seen.x, seen.y, 1, 0, 0)) return;
    this.#bridge.call('cancel_pointer'); // the first finger had pressed
    this.#held = true;
    this.#last = seen;
  }

  #move(touches) {
    const { x, y, apart } = this.#last;
    this.#last = this.#see(touches);
    this.#bridge.call('magnify', x, y, this.#last.apart / apart, this.#last.x - x, this.#last.y - y);
  }

  #see([one, other]) {
    const { left, top } = this.#canvas.getBoundingClientRect();
    return {
      x: (one.clientX + other.clientX) / 2 - left,
      y: (one.clientY + other.clientY) / 2 - top,
      apart: Math.max(1, Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY)),
    };
  }
}
