// Decides when a frame is drawn. Nothing is drawn while nothing happens, or while nobody can see it.

const kSettleFrames = 3; // frames that Dear ImGui needs after an input until its layout is stable
const kSlowMs = 30; // if frames come later than this, there is time to work between them
const kCaretMs = 400; // the caret is shown for 800 ms and hidden for 400

// As FrameFlags in web/api/bridge.h.
export const kBusy = 1;
const kCaret = 2;

/** @typedef {'loading' | 'hidden' | 'off-screen' | 'context lost' | 'stopped'} Reason not to draw */

export class Frames {
  count = 0; // frames drawn since the page was opened
  /** @type {?number} from navigation to the end of the first one */
  firstFrameMs = null;

  #draw;
  #work;
  #turn = new MessageChannel(); // posts a task of its own, so that clicks get in between
  #between = false; // such a task is pending
  #slow = false; // frames come late
  #drawnAt = 0; // when the last frame was drawn, if it asked for another
  /** @type {(flags: number) => void} */
  #afterFrame = () => {};
  #reasonsToRest = new Set(['loading']);
  #pending = 0; // the id from requestAnimationFrame
  #coming = 0; // modules being loaded
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #caretTimer;
  #framesToSettle = 0;

  /**
   * @param {() => number} draw draws one frame, returns FrameFlags
   * @param {() => number} work works for a few milliseconds on what frames wait for; returns 0 when it is done
   * @param {() => boolean} caretVisible
   */
  constructor(draw, work, caretVisible) {
    this.#draw = draw;
    this.#work = work;
    this.#turn.port1.onmessage = () => {
      this.#between = false;
      if (this.#pending !== 0 && this.#work() !== 0) this.#workBetween();
    };
    this.caretVisible = caretVisible;
  }

  /** Whether no frame will be drawn until something happens (or the caret blinks). */
  get settled() {
    return this.#pending === 0 && this.#coming === 0;
  }

  /**
   * Resolves as `loading` does: a module whose arrival will cause a frame.
   * @template Module @param {Promise<Module>} loading
   */
  async until(loading) {
    this.#coming += 1;
    try {
      return await loading;
    } finally {
      this.#coming -= 1;
    }
  }

  /** Called after each frame with its flags. @param {(flags: number) => void} callback */
  set afterFrame(callback) {
    this.#afterFrame = callback;
  }

  /** Something happened: draw until it has settled. */
  wake() {
    this.#framesToSettle = kSettleFrames;
    this.#request();
  }

  /** Draws at once, inside the event that needs the result (a resize, a copy, a tap that opens a keyboard). */
  drawNow() {
    if (this.#reasonsToRest.size > 0) return;
    cancelAnimationFrame(this.#pending);
    this.#frame();
  }

  /**
   * Nothing is drawn while there is a reason not to.
   * @param {Reason} reason
   */
  rest(reason) {
    this.#reasonsToRest.add(reason);
    cancelAnimationFrame(this.#pending);
    this.#pending = 0;
    clearTimeout(this.#caretTimer);
  }

  /** @param {Reason} reason */
  resume(reason) {
    if (this.#reasonsToRest.delete(reason)) this.wake();
  }

  #workBetween() {
    if (!this.#slow || this.#between) return;
    this.#between = true;
    this.#turn.port2.postMessage(null);
  }

  #request() {
    clearTimeout(this.#caretTimer);
    if (this.#pending === 0 && this.#reasonsToRest.size === 0) {
      this.#pending = requestAnimationFrame(() => this.#frame());
    }
  }

  #frame() {
    this.#pending = 0;
    const began = performance.now();
    this.#slow = this.#drawnAt !== 0 && began - this.#drawnAt > kSlowMs;
    const flags = this.#draw();
    this.#drawnAt = flags & kBusy ? began : 0;
    this.count += 1;
    this.firstFrameMs ??= performance.now();
    if (this.#reasonsToRest.size > 0) return; // the frame itself may have failed
    this.#afterFrame(flags);
    this.#framesToSettle -= 1;
    if (flags & kBusy || this.#framesToSettle > 0) {
      this.#request();
      this.#workBetween();
    } else if (flags & kCaret && this.caretVisible()) {
      clearTimeout(this.#caretTimer);
      this.#caretTimer = setTimeout(() => this.#request(), kCaretMs);
    }
  }
}

/**
 * Rests while the page is in the background or the stage is scrolled out of view, also in a frame of another site.
 * @param {Frames} frames @param {HTMLElement} stage
 */
export function restWhenUnseen(frames, stage) {
  /** @param {boolean} seen @param {Reason} reason */
  const obey = (seen, reason) => (seen ? frames.resume(reason) : frames.rest(reason));
  const visibility = () => obey(!document.hidden, 'hidden');
  document.addEventListener('visibilitychange', visibility);
  visibility();
  new IntersectionObserver((entries) => {
    const { isIntersecting } = /** @type {IntersectionObserverEntry} */ (entries.at(-1));
    obey(isIntersecting, 'off-screen');
  }).observe(stage);
}
