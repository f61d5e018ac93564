// The dialog that takes the reader's own keys, and the line that asks for those of a link. The text goes to the module
// in slices (web/api/bridge.cpp, core/model/key_reader.h), so that the page stays responsive, and nowhere else. From
// JSON lines and Parquet the module gets a column as text.

import { number, percentSign, t } from '../text/language.js';
import { element } from './dialog.js';
import { countedLines, kCountedForm } from './files/counted_lines.js';
import { handKeys } from './files/hand_keys.js';
import { asLines, openFile } from './files/open_file.js';
import { openRows } from './files/rows.js';

const kMaxBytes = 50_000_000, kMaxKeys = 5_000_000;  // as kMaxOwnBytes and kMaxOwnKeys in core/model/key_reader.h
const kMaxShown = 10_000;        // characters in the text field: browsers take seconds to lay out long ones
const kReadShare = 0.7;        // share of the progress bar for reading; then the module looks for repeated keys
const kSeparators = { '\t': 'tab', ',': 'comma', ';': 'semicolon' };

const kHtml = `<dialog id="own-keys" aria-labelledby="own-keys-title">
  <form>
    <h2 id="own-keys-title">Import keys</h2>
    <p id="own-keys-asked" hidden></p>
    <p>Up to 5,000,000 keys or 50 MB of UTF-8 text: one key per line, a column of CSV or Parquet, or a field of JSON lines; gzip too.
      They never leave this page: links carry only their number and fingerprint.</p>
    <label for="own-keys-file">Open a file, or drop it here</label>
    <input id="own-keys-file" type="file">
    <label for="own-keys-text">Or paste keys, one per line</label>
    <textarea id="own-keys-text" rows="6" spellcheck="false" autocomplete="off"></textarea>
    <div id="own-keys-columns" class="fields" hidden>
      <label>Key column <select id="own-keys-column"></select></label>
      <label>First line is a header <input id="own-keys-header" type="checkbox"></label>
      <label>Rows or requests per key <select id="own-keys-counts"></select></label>
    </div>
    <p id="own-keys-refused" class="refused" role="alert" hidden></p>
    <p id="own-keys-working" hidden><progress id="own-keys-progress" aria-label="Reading the keys" max="1" value="0"></progress>
      <span id="own-keys-share"></span></p>
    <p class="buttons">
      <button id="own-keys-use">Use these keys</button>
      <button type="button" id="own-keys-cancel">Cancel</button>
    </p>
  </form>
</dialog>`;

const byId = (id) => document.getElementById(`own-keys-${id}`);

export class OwnKeys {
  #dialog = element(kHtml);
  #banner = document.getElementById('keys-needed');
  #bridge;
  #state;
  #announce;
  #wake;
  #asked = null;   // the keys that the link asks for: {keys, fingerprint}
  #file = null;    // what to read: a File, or a Blob of what was pasted
  #opened = null;  // what is in it
  #opening = Promise.resolve(); // settled once that is known, or refused
  #reading = null; // the file that is being read; null stops it

  /** @param {{bridge: import('../api/bridge.js').Bridge, state: () => object, announce: (sentence: string) => void, wake: () => void}} page */
  constructor({ bridge, state, announce, wake }) {
    this.#bridge = bridge;
    this.#state = state;
    this.#announce = announce;
    this.#wake = wake;
    document.body.append(this.#dialog);
    this.#banner.querySelector('button').onclick = () => this.open(this.#missing());
    byId('file').onchange = ({ target }) => this.#take(target.files[0]);
    byId('text').oninput = ({ target }) => this.#take(new Blob([target.value]));
    this.#dialog.onpaste = (event) => this.#paste(event);
    byId('column').onchange = () => this.#offerCounts();
    byId('cancel').onclick = () => this.#dialog.close();
    this.#dialog.onclose = () => { this.#reading = null; };
    this.#dialog.querySelector('form').onsubmit = (event) => {
      event.preventDefault();
      this.#read(this.#file);
    };
    this.#tellWhereToDrop();
  }

  /** Opens the dialog: for any keys, or for those of the link. */
  open(asked = null) {
    if (this.#dialog.open) return;
    this.#asked = asked;
    byId('asked').hidden = !asked;
    byId('asked').textContent = asked ? t('The link needs {0} keys with fingerprint {1}.', asked.keys, asked.fingerprint) : '';
    byId('file').value = byId('text').value = byId('text').placeholder = '';
    this.#take(null);
    this.#dialog.showModal();
  }

  /** After a change: shows what the link still lacks. */
  update() {
    const missing = this.#missing();
    if (missing === null) {
      this.#banner.hidden = true;
      return;
    }
    const text = t('This link was made with {0} imported keys, fingerprint {1}. Until you open that file, as many generated keys stand in for them.',
      missing.keys, missing.fingerprint);
    const line = this.#banner.querySelector('p');
    if (!this.#banner.hidden && line.textContent === text) return;
    line.textContent = text;
    this.#banner.hidden = false;
    this.#announce(text);
  }

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
    addEventListener('dragover', ({ dataTransfer }) => this.#dialog.classList.toggle('over', Boolean(dataTransfer?.types.includes('Files'))));
    addEventListener('dragleave', () => this.#dialog.classList.remove('over'));
  }

  // A text may be pasted anywhere in the dialog. A long one is not shown, only mentioned.
  #paste(event) {
    const text = event.clipboardData.getData('text/plain');
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
  #take(file) {
    this.#file = file ?? null;
    this.#opened = null;
    this.#refuse('');
    byId('use').disabled = !file || file.size === 0;
    byId('columns').hidden = true;
    byId('header').checked = false;
    byId('column').replaceChildren();
    byId('counts').replaceChildren();
    if (!byId('use').disabled) this.#opening = this.#look(file);
  }

  // Finds out what is in the file, and the columns of its first line.
  async #look(file) {
    try {
      const opened = await openFile(file);
      if (file !== this.#file) return;
      this.#opened = opened;
    } catch (error) {
      if (file !== this.#file) return;
      this.#refuse(error.message);
      byId('use').disabled = true;
      return;
    }
    this.#offerColumns(this.#opened);
  }

  #offerColumns({ kind, head, columns, rows }) {
    byId('header').closest('label').hidden = kind !== 'text';
    if (kind === 'text') {
      this.#offerTextColumns(head);
    } else {
      columns.forEach(({ name, refused }, i) => {
        const option = new Option(refused ? t('{0} (no key: {1})', name, refused) : name, String(i));
        option.disabled = refused !== null;
        byId('column').append(option);
      });
      byId('column').value = String(columns.findIndex(({ refused }) => refused === null));
    }
    byId('columns').hidden = kind === 'text' && byId('column').length === 1;
    this.#offerCounts();
    byId('use').disabled = byId('column').selectedIndex < 0;
    if (byId('use').disabled) this.#refuse(t('None of its columns can be a key.'));
    if (rows > kMaxKeys) this.#refuse(t('The file has {0} rows, and a page holds up to {1} keys.', rows, kMaxKeys));
  }

  #offerTextColumns(head) {
    byId('column').append(new Option(t('whole line'), ''));
    const [first] = head.replace(/^\ufeff/, '').split(/\r?\n/, 1);
    for (const [separator, name] of Object.entries(kSeparators)) {
      if (!first.includes(separator)) continue;
      const columns = first.split(separator);
      columns.forEach((words, i) => {
        const title = words.replace(/^"|"$/g, '').slice(0, 40);
        byId('column').append(new Option(t('column {0} (separator: {1}), e.g. “{2}”', i + 1, t(name), title), `${separator.charCodeAt(0)},${i}`));
      });
    }
  }

  // The counts are another column of the same lines.
  #offerCounts() {
    const chosen = byId('column').value, [separator] = chosen.split(','), text = this.#opened.kind === 'text';
    const others = [...byId('column').options].filter(({ value, disabled }) => !disabled && value !== chosen && (!text || (value !== '' && value.split(',')[0] === separator)));
    byId('counts').replaceChildren(new Option(t('not known: all keys alike'), ''), ...others.map((option) => new Option(option.text, option.value)));
    byId('counts').closest('label').hidden = others.length === 0;
  }

  async #read(file) {
    if (!file || this.#reading) return;
    await this.#opening;
    if (file !== this.#file || !this.#opened || this.#reading || byId('use').disabled || !this.#dialog.open) return;
    this.#refuse('');
    const { kind } = this.#opened;
    if (kind === 'text' && file.size > kMaxBytes) return this.#refuse(t('The text has {0} bytes, the limit is {1}.', file.size, kMaxBytes));
    this.#reading = file;
    byId('use').disabled = true;
    this.#progress(0);
    let refused;
    try {
      refused = await this.#handOver(file, this.#opened);
    } catch (error) {
      // The file is gone, or may not be read, or a row has no key.
      refused = { error: error instanceof DOMException ? t('The file cannot be read: {0}', error.message) : error.message };
    }
    const cancelled = this.#reading !== file;
    this.#reading = null;
    this.#progress(null);
    byId('use').disabled = false;
    if (cancelled) return;
    const forgotten = this.#asked && byId('counts').length > 1 && byId('counts').value === '';
    if (refused) return this.#refuse(forgotten ? `${refused.error}\n${t('If these keys had rows or requests, choose that column too.')}` : refused.error);
    this.#dialog.close();
    this.#wake();
  }

  // Returns null, or {error}.
  async #handOver(file, opened) {
    const { kind, pieces, values } = opened;
    const chosen = byId('column').value, counts = byId('counts').value, text = kind === 'text';
    const [separator, column] = text && chosen ? chosen.split(',').map(Number) : [0, 0];
    const form = text || counts === '' ? [separator, column, text && byId('header').checked, counts === '' ? 0 : Number(counts.split(',')[1]) + 1] : kCountedForm;
    const lines = text ? pieces() : counts === '' ? asLines(values(Number(chosen))) : countedLines(await this.#rows(file, opened, [chosen, counts]));
    return handKeys(this.#bridge, form, lines, { wanted: this.#asked !== null, progress: (done) => this.#reading === file && this.#progress(kReadShare * done), ended: () => this.#reading !== file });
  }

  // Reads two columns of JSON lines or Parquet.
  async #rows(file, { kind, columns }, chosen) {
    const { columns: all, batches } = await openRows(file);
    const nameOf = (at) => columns[Number(at)].name.slice(kind === 'json' ? 1 : 0);
    return batches(chosen.map((at) => all.findIndex(({ name }) => name === nameOf(at))));
  }

  #progress(share) {
    byId('working').hidden = share === null;
    byId('progress').value = share ?? 0;
    byId('share').textContent = number(Math.floor(100 * share)) + percentSign();
  }

  #refuse(text) {
    const line = byId('refused');
    line.hidden = text === '';
    line.textContent = text;
    line.scrollIntoView({ block: 'nearest' });
  }
}
