// The menu of a node, which the canvas draws: opened by the right button, a long press or the menu key. Away from
// nodes, and in a figure that nobody has clicked yet, the browser's own menu opens.

import { appleKeys } from './preferences.js';

const kHoldMs = 500;
const kStillPx = 8;

/** Whether a press of the mouse asks for a menu. @param {MouseEvent} event */
export const asksMenu = ({ button, ctrlKey }) => button === 2 || (appleKeys && button === 0 && ctrlKey);

export class NodeMenu {
  #bridge;
  #frames;
  /** @type {'key' | 'mouse' | 'touch' | null} what causes the browser's next contextmenu event; null: not ours */
  #cause = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} timer of a long press */
  #hold;
  /** @type {Touch | undefined} where the finger went down */
  #from;
  #held = false; // the menu was opened by the finger that is still down, which presses nothing more

  /** @param {import('../api/bridge.js').Bridge} bridge @param {import('./frames.js').Frames} frames */
  constructor(bridge, frames) {
    this.#bridge = bridge;
    this.#frames = frames;
  }

  key() {
    this.#cause = 'key';
  }

  /** @param {MouseEvent} event @param {boolean} active */
  press(event, active) {
    this.#cause = active ? 'mouse' : null;
    if (!active) event.preventDefault(); // it would focus the figure
  }

  /** The browser is about to open its own menu. @param {Event} event */
  open(event) {
    if (this.#cause === 'touch') return event.preventDefault();
    if (this.#cause === null) return;
    this.#frames.drawNow(); // the pointer may have moved here just now
    if (this.#bridge.call('node_menu', this.#cause === 'key')) event.preventDefault();
  }

  /** Follows a touch event. True if SDL2 must not see it. @param {TouchEvent} event @param {boolean} active */
  hold({ type, targetTouches: touches }, active) {
    const at = touches[0];
    const ends = type === 'touchend' || type === 'touchcancel';
    if (type === 'touchmove' && !this.#held && this.#moved(at)) clearTimeout(this.#hold);
    if (type === 'touchstart' || ends) clearTimeout(this.#hold);
    if (type !== 'touchstart') return this.#held && !ends;
    this.#cause = active ? 'touch' : null;
    this.#held = false;
    this.#from = at;
    if (active && touches.length === 1) this.#hold = setTimeout(() => this.#stayed(), kHoldMs);
    return false;
  }

  /** @param {Touch} touch */
  #moved({ clientX, clientY }) {
    const from = /** @type {Touch} */ (this.#from);
    return Math.hypot(clientX - from.clientX, clientY - from.clientY) > kStillPx;
  }

  #stayed() {
    if (this.#bridge.call('edits_text')) return; // which has a menu of its own
    this.#held = this.#bridge.call('node_menu', 0) !== 0;
    if (this.#held) this.#bridge.call('cancel_pointer');
    this.#frames.wake();
  }
}
