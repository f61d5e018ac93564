// A finger cannot type into a canvas: no screen keyboard comes up, and no input method works in it. So when a field in
// the canvas is touched, an HTML input with its text is laid over it, which hands the text back.

export class TextEntry {
  #input;
  #bridge;
  #frames;
  #touched = false; // the last pointer was a finger
  #place = ''; // where the field that was edited last is
  #left = ''; // the place just left, until the canvas has caught up: its queue takes a few frames

  /**
   * @param {HTMLInputElement} input
   * @param {HTMLElement} stage
   * @param {import('../api/bridge.js').Bridge} bridge
   * @param {import('./frames.js').Frames} frames
   */
  constructor(input, stage, bridge, frames) {
    this.#input = input;
    this.#bridge = bridge;
    this.#frames = frames;
    stage.addEventListener(
      'pointerdown',
      (event) => {
        this.#touched = event.pointerType === 'touch';
        // Before the canvas sees the finger: the text belongs to the field that still has the caret.
        if (event.target !== input) this.#close('commit_text');
      },
      { capture: true },
    );
    // iOS shows its keyboard only if the focus is set during the gesture.
    stage.addEventListener('touchend', () => frames.drawNow());
    input.addEventListener('blur', () => this.#close('commit_text'));
    input.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') this.#close('commit_text');
      if (event.key === 'Escape') this.#close('cancel_text');
    });
  }

  /** After each frame: opens over the field in which a finger has put the caret. */
  update() {
    if (!this.#touched || !this.#input.hidden) return;
    const field = this.#bridge.call('edits_text') ? this.#bridge.read('text_field') : null;
    if (!field) {
      this.#left = '';
      return;
    }
    this.#place = `${field.x},${field.y}`;
    if (this.#place !== this.#left) this.#open(field);
  }

  /**
   * @param {{x: number, y: number, w: number, h: number, text: string, numeric: boolean}} field lengths in CSS pixels
   */
  #open({ x, y, w, h, text, numeric }) {
    const input = this.#input;
    Object.assign(input.style, { left: `${x}px`, top: `${y}px`, width: `${w}px`, height: `${h}px` });
    input.value = text;
    input.inputMode = numeric ? 'decimal' : 'text';
    input.hidden = false;
    input.focus();
    input.select();
  }

  /** @param {'commit_text' | 'cancel_text'} how */
  #close(how) {
    const input = this.#input;
    if (input.hidden) return;
    input.hidden = true; // first: hiding it blurs it
    this.#left = this.#place;
    if (how === 'commit_text') this.#bridge.send(how, input.value);
    else this.#bridge.call(how);
    this.#frames.wake();
  }
}
