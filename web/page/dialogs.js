// Dialogs that most visits never open: each an ES module of web/dialogs/, fetched when it is first asked for.

import kDialogs from 'found:dialogs';
import { embedded } from '../host/preferences.js';

/** @typedef {import('../host/page.js').Page} Page */

/**
 * Dialogs are about results: a press before the first ones waits for them.
 * @param {Pick<Page, 'state'>} page @param {boolean} linked whether a link asks for the dialog
 */
async function shownResults({ state }, linked) {
  if (linked) await new Promise(requestAnimationFrame); // a link that was just opened is busy from the next frame on
  const working = () => !state()?.nodes || (linked && state().busy);
  while (working()) await new Promise(requestAnimationFrame);
}

const kFigures = /^(joining|jump|ring_lookup|sections|sharding_key|tiers|two_level)$/;
// What a link can open: “dialog=literature/gholt-2” calls open(page, 'gholt-2') of literature.js. The scenario ignores
// it. An embedded page opens only those of them that are figures.
const kAsked = RegExp(`(^|&)dialog=(${Object.keys(kDialogs).join('|')})(?:/([^&]*))?(?=&|$)`);

// “about=gholt-2” shows a note on that statement of the texts, above the canvas or in the dialog that is open.
const kAbout = /(^|&)about=([\w.-]*)(?=&|$)/;

/** The fragment without what it asks of the page: a dialog, a note. @param {string} fragment */
export const withoutDialog = (fragment) => fragment.replace(kAsked, '').replace(kAbout, '');

/** The statement that a fragment's note is about; '': none. @param {string} fragment */
export const aboutOf = (fragment) => kAbout.exec(fragment)?.[2] ?? '';

/**
 * A button with data-dialog="presets" calls open(page) of web/dialogs/library/presets.js; what follows a slash, as in a
 * link, is its second argument. data-subject says what it is about.
 * @param {Page} page
 * @returns {{of: (fragment: string) => void, named: (name: string, subject?: string) => void,
 *   offer: (given: Blob) => Promise<boolean>}} opens the dialog of a link, if it asks for one, or a dialog by its name,
 *   or the one that takes a placement
 */
export function connectDialogs(page) {
  /** @param {string} asked @param {boolean} linked @param {string} [subject] */
  const open = async (asked, linked, subject) => {
    const [, name, detail] = /** @type {RegExpExecArray} */ (/^(\w+)(?:\/(.*))?$/.exec(asked));
    const [module] = await Promise.all([kDialogs[name](), shownResults(page, linked)]);
    return module.open(page, detail, subject);
  };
  /** @param {string} name @param {string} [subject] */
  const named = (name, subject) => open(name, false, subject).catch(page.notLoaded);
  addEventListener('click', ({ target }) => {
    const button = /** @type {?HTMLButtonElement} */ (/** @type {Element} */ (target).closest?.('button[data-dialog]'));
    if (button) named(/** @type {string} */ (button.dataset.dialog), button.dataset.subject);
  });
  /** Whether “Open your cluster” takes what was pasted or dropped outside all fields. @param {Blob} given */
  const offer = async (given) =>
    !embedded &&
    !document.querySelector('dialog[open]') &&
    (await import('../dialogs/cluster/cluster.js')).offer(page, given);
  addEventListener('paste', ({ target, clipboardData }) => {
    const text = clipboardData?.getData('text/plain') ?? '';
    // a link says nothing of a cluster; what is no field gets no events of its own
    const at = /** @type {Element} */ (target);
    if (
      /^\s*(https?:.*)?$/.test(text) ||
      at.closest?.('input, textarea, [contenteditable]') ||
      (at.id === 'canvas' && page.bridge.call('takes_paste'))
    )
      return;
    offer(new Blob([text])).catch(page.notLoaded);
  });
  // a figure has no room to spare
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll('[data-dialog]')))
    button.hidden = embedded;
  const of = (/** @type {string} */ fragment) => {
    openAsked(fragment);
    const about = aboutOf(fragment);
    if (about && !embedded)
      import('../dialogs/library/literature.js').then((module) => module.tellOf(page, about)).catch(page.notLoaded);
  };
  const openAsked = (/** @type {string} */ fragment) => {
    const [, , name, detail] = kAsked.exec(fragment) ?? [];
    const [, move] = /(?:^|&)move=([^&]+)/.exec(fragment) ?? [];
    const figure = kFigures.test(name);
    // a figure has it in place of the canvas or not at all
    if (embedded && !figure && !/(^|&)view=migration(&|$)/.test(fragment)) return;
    if (figure || (name && !embedded))
      open(detail === undefined ? name : `${name}/${detail}`, true).catch(page.notLoaded);
    else if (move) open(`migrate/${move}`, true).catch(page.notLoaded);
  };
  return { of, named, offer };
}
