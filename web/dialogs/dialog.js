// What the dialogs of this folder share. Their style sheet is loaded with the first of them.
import { percentSign, number, translated } from '../text/language.js';
import { addStyle } from './style.js';

/** The element that `html` is, its texts in the page's language. */
export function element(html) {
  return translated(html).firstElementChild;
}

let styled = null;

/**
 * A dialog with a heading, `html` below it, and a way to close it. Its parts are found by their names. One that works for a
 * while has a <progress name="progress">, which work() shows with its number and a way to end the work.
 */
export class Dialog {
  #dialog;
  #work = null;

  constructor(id, title, html) {
    this.#dialog = element(`<dialog id="${id}" class="task" aria-labelledby="${id}-title"><form>
      <header><h2 id="${id}-title">${title}</h2><button type="button" name="close">Close</button></header>
      ${html}</form></dialog>`);
    document.body.append(this.#dialog);
    this.part('close').onclick = () => this.close();
    this.form.onsubmit = (event) => event.preventDefault();
    const progress = this.part('progress');
    if (!progress) return;
    this.#work = element('<p class="working" hidden><span></span> <button type="button">Cancel</button></p>');
    progress.replaceWith(this.#work);
    this.#work.prepend(progress);
    this.#dialog.addEventListener('close', () => this.work(null));
  }

  /** How far long work is, 0 to 1, and what ends it; without them it is over. @param {?number} share @param {() => void} [stop] */
  work(share, stop) {
    this.#work.hidden = share === null;
    if (share === null) return;
    this.part('progress').value = share;
    this.#work.querySelector('span').textContent = number(Math.floor(100 * share)) + percentSign();
    this.#work.querySelector('button').onclick = stop;
  }

  get form() { return this.#dialog.firstElementChild; }
  get element() { return this.#dialog; }

  /** The control, or other element, of this name. */
  part(name) {
    return this.#dialog.querySelector(`[name="${name}"], [data-name="${name}"]`);
  }

  /** Over the page; a figure of a post as a part of it. */
  async open() {
    await (styled ??= addStyle('dialogs', import.meta.url));
    if (this.#dialog.open) return;
    if (this.#dialog.classList.contains('figure')) this.#dialog.show();
    else this.#dialog.showModal();
  }

  /** In a post it stands where the canvas is. */
  standInPost() {
    const stage = document.getElementById('stage');
    stage.inert = true;
    stage.after(this.#dialog);
    this.#dialog.classList.add('figure');
  }

  close() {
    this.#dialog.close();
  }

  /** Says why something was not done; '' nothing. */
  refuse(text) {
    const line = this.part('refused');
    line.hidden = text === '';
    line.textContent = text;
    line.scrollIntoView({ block: 'nearest' });
  }
}

export const kRefused = '<p data-name="refused" class="refused" role="alert" hidden></p>';

/** Lets the page draw and hear between two pieces of work. */
export const idle = () => new Promise((next) => setTimeout(next));

/** Gives a file to the reader. */
export function save(blob, name) {
  const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);  // the browser reads it after the click
}

let core = null;

/** The headless core (web/headless/reshard-core.d.ts), loaded once. */
export function headlessCore() {
  core ??= import('../headless/reshard-core.mjs')
    .then(({ loadReshard }) => loadReshard({ wasm: new URL('../../reshard-core.wasm', import.meta.url).href }));
  core.catch(() => { core = null; });  // the next one may have a connection
  return core;
}

/** A table of texts: the first row is its head, the first cell of the others theirs. */
export function table(caption, [head, ...rows], marked = -1) {
  const made = element('<table><caption></caption><thead><tr></tr></thead><tbody></tbody></table>');
  made.caption.textContent = caption;
  const cell = (tag, text, scope) => Object.assign(document.createElement(tag), { textContent: text, ...(scope && { scope }) });
  made.tHead.rows[0].append(...head.map((text) => cell('th', text, 'col')));
  rows.forEach((texts, i) => {
    const row = made.tBodies[0].insertRow();
    row.append(...texts.map((text, column) => (column === 0 ? cell('th', text, 'row') : cell('td', text))));
    row.classList.toggle('marked', i === marked);
  });
  return made;
}
