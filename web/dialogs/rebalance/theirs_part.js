// A plan that a tool has printed, on the same cluster: pasted or dropped, read on the page, and among the tools then.
import { currentLanguage, number, t } from '../../text/language.js';
import { Unreadable } from '../../systems/reading/form.js';
import { kTheirs, theirsOf } from '../../systems/rebalance/theirs.js';
import { theirsTexts } from '../../systems/rebalance/theirs_words.js';
import { said } from '../files/reading_words.js';

/** @typedef {import('./rebalance_engine.js').ToolAnswer} ToolAnswer */
/** @typedef {import('./result.js').Question} Question */

const kMostShown = 20_000; // characters in the text field: browsers take seconds to lay out long ones
const kPauseMs = 300; // after the last key

export const kTheirsHtml = `
  <details data-name="theirs"><summary>A tool’s own plan</summary>
    <p class="quiet" id="rebalance-theirs-says">What osdmaptool --upmap, kafka-reassign-partitions --generate or
      get_rebalance_table_shards_plan() has printed, rows of entry, from and to, or moves as JSON. It stays on this
      page.</p>
    <label for="rebalance-theirs">Paste it here, or drop a file</label>
    <textarea id="rebalance-theirs" name="theirs-text" rows="5" spellcheck="false" autocomplete="off"
      autocapitalize="off" aria-describedby="rebalance-theirs-says"></textarea>
    <p class="buttons"><label class="button">Open a file… <input type="file" name="theirs-file"
        class="for-screen-readers" aria-label="File with the plan"></label>
      <button type="button" name="theirs-clear" hidden>Clear</button></p>
    <p data-name="theirs-refused" class="refused" role="alert" hidden></p>
    <p data-name="theirs-read" class="quiet" role="status"></p>
    <ul class="facts" data-name="theirs-told"></ul></details>`;

/** Why a text is not read, in the page's language. @param {Unreadable} why */
const refusedText = ({ line, message }) =>
  line > 0 ? t('Line {0}: {1}.', number(line), said(message)) : `${said(message)}.`;

export class TheirsPart {
  #part;
  #changed;
  #text = '';
  /** What was read, and of what. @type {?{key: any[], answer: ?ToolAnswer, texts: string[], refused: string}} */
  #last = null;
  #pause = 0;

  /** @param {(name: string) => any} part of the dialog @param {() => void} changed another plan is there, or none */
  constructor(part, changed) {
    this.#part = part;
    this.#changed = changed;
    const [field, file, box] = ['theirs-text', 'theirs-file', 'theirs'].map(part);
    field.oninput = () => {
      clearTimeout(this.#pause);
      this.#pause = window.setTimeout(() => this.#take(field.value), kPauseMs);
    };
    field.onpaste = (/** @type {ClipboardEvent} */ event) => this.#paste(event);
    file.onchange = () => file.files[0] && this.#takeFile(file.files[0]);
    part('theirs-clear').onclick = () => {
      this.#put('');
      file.value = '';
      field.focus();
    };
    box.ondragover = (/** @type {DragEvent} */ event) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      box.classList.add('over');
    };
    box.ondragleave = () => box.classList.remove('over');
    box.ondrop = (/** @type {DragEvent} */ event) => {
      box.classList.remove('over');
      const dropped = event.dataTransfer?.files[0];
      if (!dropped) return;
      event.preventDefault();
      event.stopPropagation(); // it is not for the page
      file.value = '';
      this.#takeFile(dropped);
    };
  }

  /** @param {Blob} file */
  async #takeFile(file) {
    this.#put(await file.text());
  }

  /** A long text is not shown, only read. @param {ClipboardEvent} event */
  #paste(event) {
    event.stopPropagation();
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (text.length <= kMostShown) return;
    event.preventDefault();
    this.#put(text);
  }

  /** @param {string} text */
  #put(text) {
    const field = this.#part('theirs-text');
    const long = text.length > kMostShown;
    field.value = long ? '' : text;
    field.placeholder = long ? t('Pasted {0} characters.', text.length) : '';
    this.#take(text);
  }

  /** @param {string} text */
  #take(text) {
    clearTimeout(this.#pause);
    if (text === this.#text) return;
    this.#text = text;
    if (text.length <= kMostShown && this.#part('theirs-text').value === text)
      this.#part('theirs-text').placeholder = '';
    this.#part('theirs-clear').hidden = text === '';
    this.#changed();
  }

  /**
   * The tools, with this plan as the last of them, if there is one.
   * @param {ToolAnswer[]} tools @param {Pick<Question, 'reading' | 'asked'>} of
   */
  among(tools, { reading, asked: { problem } }) {
    const others = tools.filter(({ id }) => id !== kTheirs);
    const key = [this.#text, problem, currentLanguage()];
    if (this.#last?.key.some((one, i) => one !== key[i]) ?? true) this.#last = { key, ...this.#read(reading, problem) };
    const answer = this.#last?.answer;
    return answer ? [...others, answer] : others;
  }

  /**
   * @param {import('../../systems/reading/form.js').Reading} reading
   * @param {import('../../systems/rebalance/form.js').Problem} problem
   */
  #read(reading, problem) {
    const none = { answer: null, texts: [], refused: '' };
    if (!/\S/.test(this.#text)) return none;
    try {
      const theirs = theirsOf(this.#text, { reading, problem });
      const { plan } = theirs;
      /** @type {ToolAnswer} */
      const answer = {
        ...{ id: kTheirs, title: 'A tool’s own plan', source: '', known: 'given', options: '', plan, refused: '' },
      };
      return { answer, texts: theirsTexts(theirs), refused: '' };
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      return { ...none, refused: refusedText(error) };
    }
  }

  /** Says how it was read, and what is wrong with it. */
  show() {
    const { texts = [], refused = '' } = this.#last ?? {};
    const [first = '', ...more] = texts;
    const line = this.#part('theirs-refused');
    line.hidden = refused === '';
    for (const [name, text] of [
      ['theirs-refused', refused],
      ['theirs-read', first],
    ])
      if (this.#part(name).textContent !== text) this.#part(name).textContent = text;
    this.#part('theirs-told').replaceChildren(
      ...more.map((text) => Object.assign(document.createElement('li'), { textContent: text })),
    );
  }
}
