// The dialog that takes the reader's own keys, and the line that asks for those of a link. A worker reads them
// (files/reading.js); their text goes from there to the module in slices (web/api/bridge.cpp, core/model/key_reader.h),
// so that the page stays responsive, and nowhere else. From JSON lines and Parquet the module gets a column as text.

import { number, percentSign, t } from '../../text/language.js';
import { element } from '../tools/dialog.js';
import { kCountedForm } from '../files/counted_lines.js';
import { kMostOffered, limitsText } from '../files/doors.js';
import { giveRows, shownOf, takeRows } from '../files/given_rows.js';
import { handKeys } from '../files/hand_keys.js';
import { OwnReading } from './own_reading.js';
import { addForms } from '../../text_view/style.js';

/** Resolves when its style sheet is there. */
export const styled = addForms;

const kMaxKeys = 5_000_000; // as kMaxOwnKeys in core/model/key_reader.h
const kMaxShown = 10_000; // characters in the text field: browsers take seconds to lay out long ones
const kLong = 1_000_000; // bytes from which on reading says what it costs
const kReadShare = 0.7; // share of the progress bar for reading; then the module looks for repeated keys
/** @type {Record<string, string>} */
const kSeparators = { '\t': 'tab', ',': 'comma', ';': 'semicolon' };
const kEach = 'each'; // of the menu of columns: every value of the only line is a key

const kHtml = `<dialog id="own-keys" aria-labelledby="own-keys-title">
  <form>
    <h2 id="own-keys-title">Import keys</h2>
    <p id="own-keys-asked" hidden></p>
    <p>Up to 5,000,000 keys or 50 MB of UTF-8 text: one key per line, a column of CSV or Parquet, or a field of JSON
      lines; gzip too. They never leave this page: links carry only their number and fingerprint.</p>
    <label for="own-keys-file">Open a file, or drop it here</label>
    <input id="own-keys-file" type="file">
    <label for="own-keys-text">Or paste keys, one per line</label>
    <textarea id="own-keys-text" rows="6" spellcheck="false" autocomplete="off"></textarea>
    <div id="own-keys-columns" class="fields" hidden>
      <label>Key column <select id="own-keys-column"></select></label>
      <label hidden>Second column <select id="own-keys-second"></select></label>
      <label hidden>Third column <select id="own-keys-third"></select></label>
      <label hidden>Fourth column <select id="own-keys-fourth"></select></label>
      <label>First line is a header <input id="own-keys-header" type="checkbox"></label>
      <label>Rows or requests per key <select id="own-keys-counts"></select></label>
    </div>
    <p id="own-keys-joined" class="quiet" role="status" hidden>A key is these columns with a TAB between them. An
      empty field of CSV and null are NULL. Strategies for typed keys read each column by its type.</p>
    <p id="own-keys-read" class="quiet" role="status" hidden></p>
    <p id="own-keys-refused" class="refused" role="alert" hidden></p>
    <p id="own-keys-working" hidden>
      <progress id="own-keys-progress" aria-label="Reading the keys" max="1" value="0"></progress>
      <span id="own-keys-share"></span></p>
    <p id="own-keys-limits" class="quiet" hidden></p>
    <p class="buttons">
      <button id="own-keys-use">Use these keys</button>
      <button type="button" id="own-keys-rows" data-dialog="sharding_key" hidden>Choose a sharding key</button>
      <button type="button" id="own-keys-cancel">Cancel</button>
    </p>
  </form>
</dialog>`;

/**
 * What each id stands for, without its “own-keys-”.
 * @typedef {Record<'file' | 'header', HTMLInputElement> &
 *   Record<'column' | 'second' | 'third' | 'fourth' | 'counts', HTMLSelectElement> &
 *   Record<'use' | 'rows' | 'cancel', HTMLButtonElement> & {text: HTMLTextAreaElement, progress: HTMLProgressElement} &
 *   Record<'asked' | 'limits' | 'columns' | 'joined' | 'read' | 'refused' | 'working' | 'share', HTMLElement>} Parts
 */

/**
 * @template {keyof Parts} Id
 * @param {Id} id
 */
const byId = (id) => /** @type {Parts[Id]} */ (document.getElementById(`own-keys-${id}`));

const kFurther = /** @type {const} */ (['second', 'third', 'fourth']); // of a key that has several columns

/** Where a column is, from the value of its option. @param {string} value */
const positionOf = (value) => Number(value.split(',').at(-1));

/**
 * Fills a menu, which keeps what was chosen if that is still offered; it is hidden where there is nothing to choose.
 * @param {typeof kFurther[number] | 'counts'} id
 * @param {string} none what it says where nothing is chosen
 * @param {HTMLOptionElement[]} options
 */
function offer(id, none, options) {
  const menu = byId(id),
    { value } = menu;
  menu.replaceChildren(new Option(none, ''), ...options.map((option) => new Option(option.text, option.value)));
  menu.value = options.some((option) => option.value === value) ? value : '';
  /** @type {HTMLElement} */ (menu.closest('label')).hidden = options.length === 0;
}

// Why a file was refused: it is gone or may not be read, or what is in it is no key.
function wordsOf(/** @type {unknown} */ error) {
  const { name, message } = /** @type {Error} */ (error);
  return /^Not(?:Found|Readable)Error$/.test(name) ? t('The file cannot be read: {0}', message) : message;
}

/**
 * @typedef {import('../../host/page.js').Page} Page
 * @typedef {import('../files/keys_of_file.js').LookedText} LookedText
 * @typedef {LookedText | import('../files/keys_of_file.js').LookedRows} Looked
 * @typedef {{keys: number, fingerprint: string}} Missing the keys that the link asks for
 */

export class OwnKeys {
  /** @type {HTMLDialogElement} */
  #dialog = element(kHtml);
  #banner = /** @type {HTMLElement} */ (document.getElementById('keys-needed'));
  #bridge;
  #state;
  #announce;
  #wake;
  /** @type {?Missing} */
  #asked = null;
  /** @type {?Blob} what to read: a File, or what was pasted */
  #file = null;
  /** @type {?Looked} what is in it */
  #opened = null;
  #opening = Promise.resolve(); // settled once that is known, or refused
  /** @type {?Blob} the file that is being read; null stops it */
  #reading = null;
  #reader = new OwnReading();
  #stop = new AbortController(); // of what is being read, or looked into

  /** @param {Pick<Page, 'bridge' | 'state' | 'announce' | 'wake'>} page */
  constructor({ bridge, state, announce, wake }) {
    this.#bridge = bridge;
    this.#state = state;
    this.#announce = announce;
    this.#wake = wake;
    document.body.append(this.#dialog);
    /** @type {HTMLElement} */ (this.#banner.querySelector('button')).onclick = () => this.open(this.#missing());
    byId('file').onchange = () => this.#take(/** @type {FileList} */ (byId('file').files)[0]);
    byId('text').oninput = () => this.#take(new Blob([byId('text').value]));
    this.#dialog.onpaste = (event) => this.#paste(event);
    byId('column').onchange = () => this.#offerOthers();
    for (const id of kFurther) byId(id).onchange = () => this.#offerOthers();
    byId('cancel').onclick = () => this.#dialog.close();
    // the click goes on to the page, which opens that dialog
    byId('rows').onclick = () => {
      giveRows(this.#file);
      this.#dialog.close();
    };
    this.#dialog.onclose = () => {
      this.#reading = null;
      this.#stop.abort();
    };
    /** @type {HTMLFormElement} */ (this.#dialog.querySelector('form')).onsubmit = (event) => {
      event.preventDefault();
      this.#read(this.#file);
    };
    this.#tellWhereToDrop();
  }

  /** Opens the dialog: for any keys, or for those of the link. */
  open(/** @type {?Missing} */ asked = null) {
    if (this.#dialog.open) return;
    this.#asked = asked;
    byId('asked').hidden = !asked;
    byId('asked').textContent = asked
      ? t('The link needs {0} {0|key|keys} with fingerprint {1}.', asked.keys, asked.fingerprint)
      : '';
    byId('limits').textContent = limitsText();
    byId('file').value = byId('text').value = byId('text').placeholder = '';
    this.#take(null);
    this.#dialog.showModal();
    const rows = takeRows();
    if (rows) this.#takeGiven(rows).catch((error) => this.#refuse(wordsOf(error)));
  }

  // What another dialog was given.
  async #takeGiven(/** @type {Blob} */ rows) {
    Object.assign(byId('text'), await shownOf(rows, kMaxShown));
    this.#take(rows);
  }

  /** After a change: shows what the link still lacks. */
  update() {
    const missing = this.#missing();
    if (missing === null) {
      this.#banner.hidden = true;
      return;
    }
    const text = t(
      'This link was made with {0} imported keys, fingerprint {1}. Until you open that file, as many generated keys stand in for them.',
      missing.keys,
      missing.fingerprint,
    );
    const line = /** @type {HTMLElement} */ (this.#banner.querySelector('p'));
    if (!this.#banner.hidden && line.textContent === text) return;
    line.textContent = text;
    this.#banner.hidden = false;
    this.#announce(text);
  }

  /** @returns {?Missing} */
  #missing() {
    const { own_keys: own, keys } = this.#state();
    return own?.missing ? { keys, fingerprint: own.fingerprint } : null;
  }

  /** Takes files that were dropped on the page. @param {FileList} files */
  drop(files) {
    this.#dialog.classList.remove('over');
    if (document.querySelector('dialog[open]:not(#own-keys)')) return;
    this.open(this.#missing());
    byId('file').files = files;
    this.#take(files[0]);
  }

  #tellWhereToDrop() {
    addEventListener('dragover', ({ dataTransfer }) =>
      this.#dialog.classList.toggle('over', Boolean(dataTransfer?.types.includes('Files'))),
    );
    addEventListener('dragleave', () => this.#dialog.classList.remove('over'));
  }

  // A text may be pasted anywhere in the dialog. A long one is not shown, only mentioned.
  #paste(/** @type {ClipboardEvent} */ event) {
    const text = /** @type {DataTransfer} */ (event.clipboardData).getData('text/plain');
    const long = text.length > kMaxShown;
    if (text === '' || (!long && event.target === byId('text'))) return;
    event.preventDefault();
    byId('file').value = '';
    byId('text').value = long ? '' : text;
    byId('text').placeholder = long ? t('Pasted {0} characters.', text.length) : '';
    if (long) this.#announce(byId('text').placeholder);
    byId('text').focus();
    this.#take(new Blob([text]));
  }

  // Takes what was chosen. The button that uses it is enabled at once: Tab after a paste must not lead to Cancel.
  #take(/** @type {Blob | null | undefined} */ file) {
    this.#stop.abort();
    this.#reading = null;
    this.#file = file ?? null;
    this.#opened = null;
    this.#refuse('');
    this.#progress(null);
    const given = file && file.size > 0;
    byId('use').disabled = !given;
    byId('columns').hidden = byId('joined').hidden = byId('read').hidden = byId('rows').hidden = true;
    byId('header').checked = false;
    for (const id of [...kFurther, /** @type {const} */ ('column'), /** @type {const} */ ('counts')])
      byId(id).replaceChildren();
    if (given) this.#opening = this.#look(file);
  }

  // Finds out what is in the file, and the columns of its first line.
  async #look(/** @type {Blob} */ file) {
    this.#stop = new AbortController();
    /** @type {Looked} */
    let opened;
    try {
      opened = await this.#reader.ask(
        'look',
        { file },
        { signal: this.#stop.signal, onProgress: (share) => file === this.#file && share > 0 && this.#progress(share) },
      );
      if (file !== this.#file) return;
      this.#opened = opened;
    } catch (error) {
      if (file !== this.#file) return;
      this.#refuse(wordsOf(error));
      byId('use').disabled = true;
      return;
    } finally {
      if (file === this.#file) this.#progress(null);
    }
    this.#offerColumns(opened);
  }

  #offerColumns(/** @type {Looked} */ opened) {
    const { kind, more, rows, line } = opened;
    /** @type {HTMLElement} */ (byId('header').closest('label')).hidden = kind !== 'text';
    if (opened.kind === 'text') {
      this.#offerTextColumns(opened);
      byId('header').checked = opened.header;
      byId('rows').hidden = !opened.header;
    } else {
      const { columns } = opened;
      byId('column').append(
        ...columns.map(({ name, refused }, i) => {
          const option = new Option(refused ? t('{0} (no key: {1})', name, refused) : name, String(i));
          option.disabled = refused !== null;
          return option;
        }),
      );
      byId('column').value = String(columns.findIndex(({ refused }) => refused === null));
    }
    byId('columns').hidden = kind === 'text' && byId('column').length === 1;
    byId('read').hidden = !line && !more;
    byId('read').textContent = [
      ...(line
        ? [
            t(
              'The text is one line: each of its {0} values becomes a key. To take the line as one key, or a column, choose that as the key column.',
              line.count,
            ),
          ]
        : []),
      ...(more ? [t('The menu offers the first {0} columns.', kMostOffered)] : []),
    ].join(' ');
    this.#offerOthers();
    byId('use').disabled = byId('column').selectedIndex < 0;
    if (byId('use').disabled) this.#refuse(t('None of its columns can be a key.'));
    if (rows && rows > kMaxKeys)
      this.#refuse(t('The file has {0} rows, and a page holds up to {1} keys.', rows, kMaxKeys));
  }

  #offerTextColumns(/** @type {LookedText} */ { columns, line }) {
    const each = line
      ? [new Option(t('each value (separator: {0}), e.g. “{1}”', t(kSeparators[line.separator]), line.first), kEach)]
      : [];
    byId('column').append(
      ...each,
      new Option(t('whole line'), ''),
      ...columns.map(
        ({ separator, column, title }) =>
          new Option(
            t('column {0}: “{1}” (separator: {2})', column + 1, title, t(kSeparators[separator])),
            `${separator.charCodeAt(0)},${column}`,
          ),
      ),
    );
  }

  // Further columns of the key, and then the counts, are other columns of the same lines.
  #offerOthers() {
    const chosen = byId('column').value,
      [separator] = chosen.split(','),
      kind = /** @type {Looked} */ (this.#opened).kind;
    let others = [...byId('column').options].filter(
      ({ value, disabled }) =>
        !disabled &&
        value !== chosen &&
        (kind !== 'text' || (value.includes(',') && value.split(',')[0] === separator)),
    );
    let more = kind !== 'parquet';
    for (const id of kFurther) {
      offer(id, t('no such column'), more ? others : []);
      const { value } = byId(id);
      more = value !== '';
      others = others.filter((option) => option.value !== value);
    }
    byId('joined').hidden = byId('second').value === '';
    offer('counts', t('not known: all keys alike'), others);
  }

  /** The values of the chosen columns. */
  #columns() {
    return [byId('column'), ...kFurther.map(byId)].map(({ value }) => value).filter((value) => value !== '');
  }

  async #read(/** @type {?Blob} */ file) {
    if (!file || this.#reading) return;
    await this.#opening;
    if (file !== this.#file || !this.#opened || this.#reading || byId('use').disabled || !this.#dialog.open) return;
    this.#refuse('');
    this.#reading = file;
    byId('use').disabled = true;
    this.#progress(0);
    /** @type {?{error: string}} */
    let refused;
    try {
      refused = await this.#handOver(file, this.#opened);
    } catch (error) {
      refused = { error: wordsOf(error) };
    }
    const cancelled = this.#reading !== file;
    this.#reading = null;
    this.#progress(null);
    byId('use').disabled = false;
    if (cancelled) return;
    const forgotten = this.#asked && byId('counts').length > 1 && byId('counts').value === '';
    if (refused)
      return this.#refuse(
        forgotten
          ? `${refused.error}\n${t('If these keys had rows or requests, choose that column too.')}`
          : refused.error,
      );
    this.#dialog.close();
    this.#wake();
  }

  /**
   * @param {Blob} file
   * @param {Looked} opened
   */
  async #handOver(file, { kind, line }) {
    const chosen = byId('column').value,
      counts = byId('counts').value,
      text = kind === 'text',
      each = line && chosen === kEach ? line.separator : '';
    const [separator, column] = text && chosen && !each ? chosen.split(',').map(Number) : [0, 0];
    const several = byId('second').value !== '',
      asWritten = text && !several, // the module finds the columns itself
      header = byId('header').checked && !each;
    let form = asWritten ? [separator, column, header, counts === '' ? 0 : positionOf(counts) + 1] : [0, 0, false, 0];
    if (!asWritten && counts !== '') form = kCountedForm;
    const ended = () => this.#reading !== file;
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    const asked = {
      file,
      column: text ? 0 : Number(chosen),
      counts: counts === '' || asWritten ? null : positionOf(counts),
      each,
      tuple: several
        ? { columns: this.#columns().map(positionOf), separator: String.fromCharCode(separator), header }
        : null,
    };
    return handKeys(this.#bridge, form, this.#reader.pieces('keys', asked, { signal }), {
      wanted: this.#asked !== null,
      progress: (/** @type {number} */ done) => !ended() && this.#progress(kReadShare * done),
      ended,
    });
  }

  #progress(/** @type {?number} */ share) {
    byId('working').hidden = share === null;
    byId('limits').hidden = (share === null && byId('refused').hidden) || (this.#file?.size ?? 0) <= kLong;
    byId('progress').value = share ?? 0;
    byId('share').textContent = number(Math.floor(100 * (share ?? 0))) + percentSign();
  }

  #refuse(/** @type {string} */ text) {
    const line = byId('refused');
    line.hidden = text === '';
    line.textContent = text;
    line.scrollIntoView({ block: 'nearest' });
  }
}
