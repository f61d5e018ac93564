// What the dialogs of this folder share. Their style sheet is loaded with the first of them.
import { percentSign, number, translated } from '../../text/language.js';
import { addForms, addStyle } from '../../text_view/style.js';

/**
 * Makes an element from `html`, with its texts in the page's language.
 * @param {string} html @returns {any} because only the HTML says which element it is
 */
export function element(html) {
  return translated(html).firstElementChild;
}

/** Loads the style sheet of pictures and tables that several dialogs have. */
export const studiesStyled = () => addStyle('studies', import.meta.url);

/** The style sheets of dialogs, and of the note that may stand in one. */
export const dialogsStyled = () => Promise.all([addForms(), addStyle('dialogs', import.meta.url)]);

/** The event of a dialog that has opened; its detail is what had the focus before. */
export const kOpened = 'opened';

/**
 * A dialog with a heading, `html` below it, and a button to close it. Its parts are found by name. If it does long
 * work, it has a <progress name="progress">, which work() shows with a percentage and a button to stop.
 */
export class Dialog {
  /** @type {HTMLDialogElement} */
  #dialog;
  /** @type {?HTMLElement} only if it does long work */
  #work = null;

  /** @param {string} id @param {string} title @param {string} html */
  constructor(id, title, html) {
    this.#dialog = element(`<dialog id="${id}" class="task" aria-labelledby="${id}-title"><form>
      <header><h2 id="${id}-title">${title}</h2><button type="button" name="close">Close</button></header>
      ${html}</form></dialog>`);
    document.body.append(this.#dialog);
    this.part('close').onclick = () => this.close();
    this.form.onsubmit = (event) => event.preventDefault();
    const progress = /** @type {?HTMLProgressElement} */ (this.part('progress', HTMLProgressElement));
    if (!progress) return;
    const work = element('<p class="working" hidden><span></span> <button type="button">Cancel</button></p>');
    this.#work = work;
    progress.replaceWith(work);
    work.prepend(progress);
    this.#dialog.addEventListener('close', () => this.work(null));
  }

  /**
   * Shows the progress of long work, 0 to 1; `stop` ends it. Without them the work is over.
   * @param {?number} share
   * @param {() => void} [stop]
   */
  work(share, stop) {
    const work = /** @type {HTMLElement} */ (this.#work);
    work.hidden = share === null;
    if (share === null) return;
    this.part('progress', HTMLProgressElement).value = share;
    /** @type {Element} */ (work.querySelector('span')).textContent = number(Math.floor(100 * share)) + percentSign();
    /** @type {HTMLButtonElement} */ (work.querySelector('button')).onclick = /** @type {() => void} */ (stop);
  }

  get form() {
    return /** @type {HTMLFormElement} */ (this.#dialog.firstElementChild);
  }
  get element() {
    return this.#dialog;
  }

  /**
   * The control, or other element, of this name.
   * @template {Element} [Kind=any] unless it is told, only the dialog's HTML says which element it is
   * @param {string} name
   * @param {new () => Kind} [_kind] such as HTMLInputElement
   * @returns {Kind}
   */
  part(name, _kind) {
    return /** @type {Kind} */ (this.#dialog.querySelector(`[name="${name}"], [data-name="${name}"]`));
  }

  /** Opens it over the page, or, for a figure in a post, as a part of the page. */
  async open() {
    await dialogsStyled();
    if (this.#dialog.open) return;
    const detail = document.activeElement;
    if (this.#dialog.classList.contains('figure')) this.#dialog.show();
    else this.#dialog.showModal();
    this.#dialog.dispatchEvent(new CustomEvent(kOpened, { bubbles: true, detail }));
  }

  /** In a post it takes the place of the canvas. */
  standInPost() {
    const stage = /** @type {HTMLElement} */ (document.getElementById('stage'));
    stage.inert = true;
    stage.after(this.#dialog);
    this.#dialog.classList.add('figure');
  }

  close() {
    this.#dialog.close();
  }

  /** Says why something was refused; '': says nothing. @param {string} text */
  refuse(text) {
    const line = this.part('refused');
    line.hidden = text === '';
    line.textContent = text;
    line.scrollIntoView({ block: 'nearest' });
  }
}

export const kRefused = '<p data-name="refused" class="refused" role="alert" hidden></p>';

/** Saves a file on the reader's device. @param {Blob} blob @param {string} name */
export function save(blob, name) {
  const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // the browser reads it after the click
}

/**
 * A table of texts: the first row is the table's head, and the first cell of each other row is that row's head.
 * @param {string} caption
 * @param {string[][]} texts
 * @param {number} [marked] a row, counted from 0 below the head
 * @returns {HTMLTableElement}
 */
export function table(caption, [head, ...rows], marked = -1) {
  const made = element('<table><caption></caption><thead><tr></tr></thead><tbody></tbody></table>');
  made.caption.textContent = caption;
  /** @param {'th' | 'td'} tag @param {string} text @param {string} [scope] */
  const cell = (tag, text, scope) =>
    Object.assign(document.createElement(tag), { textContent: text, ...(scope && { scope }) });
  made.tHead.rows[0].append(...head.map((text) => cell('th', text, 'col')));
  rows.forEach((texts, i) => {
    const row = made.tBodies[0].insertRow();
    row.append(...texts.map((text, column) => (column === 0 ? cell('th', text, 'row') : cell('td', text))));
    row.classList.toggle('marked', i === marked);
  });
  return made;
}
