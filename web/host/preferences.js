// What the reader prefers: theme, motion, size of targets. The system decides; ?theme= and the canvas may override it.

const kDark = matchMedia('(prefers-color-scheme: dark)');
const kReducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
const kCoarse = matchMedia('(pointer: coarse)');

const kOptions = new URLSearchParams(location.search);

/** A figure in somebody's page, or shown as one: ?embed. */
export const embedded = window.parent !== window || kOptions.has('embed');

/** Whether the timeline is below the canvas: a figure has it only if asked to. */
export const withTimeline = !embedded || kOptions.has('timeline');

// The key under which the reader's choice of controls is stored: in the browser, and, for a page that began with the
// simple ones, until it is closed, so that reloading changes nothing.
const kPlace = 'reshard.controls';

/** @param {() => Storage} storage */
function kept(storage) {
  try {
    return storage().getItem(kPlace);
  } catch {
    return null; // a browser that stores nothing
  }
}

/** @param {() => Storage} storage @param {string} controls */
function keep(storage, controls) {
  try {
    storage().setItem(kPlace, controls);
  } catch {
    // The choice lasts until the page is closed.
  }
}

/**
 * A page that was opened without a scenario asks a question first, unless its reader has chosen all controls before.
 */
function beginsSimple() {
  if (embedded) return false;
  if (location.hash.length > 1) return kept(() => sessionStorage) === 'simple';
  return kept(() => localStorage) !== 'all';
}

/** As Preferences::Controls in web/state/page.h. */
const kControls = { always: 0, all: 1, simple: 2 };

/**
 * @typedef {{dark: boolean, reducedMotion: boolean, coarsePointer: boolean, controls: number}} Wanted as
 *   web/state/page.h has them
 */

export class Preferences {
  #tell;
  #simple = beginsSimple();
  #theme = kOptions.get('theme'); // 'light', 'dark', or anything else: the system's

  /** @param {(preferences: Wanted) => void} tell called now and on each change */
  constructor(tell) {
    this.#tell = tell;
    if (this.#simple) keep(() => sessionStorage, 'simple');
    for (const query of [kDark, kReducedMotion, kCoarse]) query.addEventListener('change', () => this.#changed());
    this.#changed();
  }

  /** 'light', 'dark', or null for the system's. @param {?string} theme */
  setTheme(theme) {
    this.#theme = theme;
    this.#changed();
  }

  /** Whether the page shows a question and the few controls that answer it. */
  get simple() {
    return this.#simple;
  }

  /** @param {boolean} simple */
  setSimple(simple) {
    this.#simple = simple;
    for (const storage of [() => localStorage, () => sessionStorage]) keep(storage, simple ? 'simple' : 'all');
    this.#changed();
  }

  /**
   * Shows all controls, as a link or a lesson may need any of them, or the simple ones again after that; not remembered
   * as the reader's choice.
   */
  showControls(simple = false) {
    if (this.#simple === simple) return;
    this.#simple = simple;
    keep(() => sessionStorage, simple ? 'simple' : 'all');
    this.#changed();
  }

  #changed() {
    const dark = this.#theme === 'dark' || (this.#theme !== 'light' && kDark.matches);
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
    const controls = embedded ? kControls.always : this.#simple ? kControls.simple : kControls.all;
    document.documentElement.dataset.controls = this.#simple ? 'simple' : 'all';
    this.#tell({ dark, reducedMotion: kReducedMotion.matches, coarsePointer: kCoarse.matches, controls });
  }
}

/** Apple's devices use Command where others use Ctrl. */
export const appleKeys = /^(Mac|iP)/.test(navigator.platform);
