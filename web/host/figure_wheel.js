// The wheel over a figure in somebody's page is that page's, unless what lies under the pointer scrolls that way: a
// list, a menu, the stack of pictures. The figure must have been pressed for that since the pointer came.

const kZoomed = ['picture:structure', 'picture:map'];

/**
 * Whether pictures lie below each other in a list that scrolls; as form_for() in web/app/layout.cpp.
 * @param {Element} canvas
 */
const stacked = ({ clientWidth, clientHeight }) => (clientHeight < 560 ? clientWidth < 560 : clientWidth < 1000);

/** @typedef {Record<string, {x: number, y: number, w: number, h: number} | undefined>} Controls their rectangles */

export class FigureWheel {
  #canvas;
  #bridge;
  #frames;
  #pressed = false; // since the pointer came

  /**
   * @param {HTMLCanvasElement} canvas @param {import('../api/bridge.js').Bridge} bridge
   * @param {import('./frames.js').Frames} frames
   */
  constructor(canvas, bridge, frames) {
    this.#canvas = canvas;
    this.#bridge = bridge;
    this.#frames = frames;
    canvas.addEventListener('pointerdown', () => {
      this.#pressed = true;
    });
    canvas.addEventListener('pointerleave', () => {
      this.#pressed = false;
    });
  }

  /**
   * Scrolls what is under the pointer, by steps as Dear ImGui counts them. False if nothing scrolls: the page does.
   * @param {WheelEvent} event @param {number} x @param {number} y
   */
  scrolls(event, x, y) {
    if (!this.#pressed || !event.cancelable) return false;
    // Where the post has been scrolled under a resting pointer, the canvas has not heard of it.
    const { clientX, clientY } = event;
    this.#canvas.dispatchEvent(new MouseEvent('mousemove', { clientX, clientY, bubbles: true }));
    this.#bridge.call('record_controls', 1);
    const before = this.#places();
    const scrolled = !this.#wouldZoom(JSON.parse(before), event) && this.#scrolled(before, x, y);
    this.#bridge.call('record_controls', 0);
    return scrolled;
  }

  /**
   * What scrolls has controls in it, which are elsewhere then.
   * @param {string} before @param {number} x @param {number} y
   */
  #scrolled(before, x, y) {
    this.#bridge.call('wheel', x, y);
    return this.#places() !== before;
  }

  /** Without Ctrl a picture in a post is not zoomed. @param {Controls} controls @param {WheelEvent} event */
  #wouldZoom(controls, { offsetX, offsetY }) {
    if (stacked(this.#canvas) || this.#bridge.call('escape_has_use')) return false; // a menu may lie over the picture
    return kZoomed.some((name) => {
      const { x, y, w, h } = controls[name] ?? { x: 0, y: 0, w: 0, h: 0 };
      return offsetX >= x && offsetX < x + w && offsetY >= y && offsetY < y + h;
    });
  }

  #places() {
    this.#frames.drawNow();
    return this.#bridge.text('controls');
  }
}
