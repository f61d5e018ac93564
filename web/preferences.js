// What the reader prefers: theme, motion, size of targets. The system says, ?theme= and the canvas may overrule.

const kDark = matchMedia('(prefers-color-scheme: dark)');
const kReducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
const kCoarse = matchMedia('(pointer: coarse)');

const kOptions = new URLSearchParams(location.search);

/** A figure in somebody's page, or shown as one: ?embed. */
export const embedded = window.parent !== window || kOptions.has('embed');

/** Whether the strip of steps is below the canvas: a figure has it only where it was asked for. */
export const withTimeline = !embedded || kOptions.has('timeline');

export class Preferences {
  #tell;
  #theme = kOptions.get('theme');  // 'light', 'dark', or anything else: the system's

  /** @param {(preferences: object) => void} tell called now and on each change */
  constructor(tell) {
    this.#tell = tell;
    for (const query of [kDark, kReducedMotion, kCoarse]) query.addEventListener('change', () => this.#changed());
    this.#changed();
  }

  /** 'light', 'dark', or null for the system's. */
  setTheme(theme) {
    this.#theme = theme;
    this.#changed();
  }

  #changed() {
    const dark = this.#theme === 'dark' || (this.#theme !== 'light' && kDark.matches);
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
    this.#tell({ dark, reducedMotion: kReducedMotion.matches, coarsePointer: kCoarse.matches });
  }
}

/** Mac and its kin use Command where others use Ctrl. */
export const appleKeys = /^(Mac|iP)/.test(navigator.platform);
