// The part of the view for queries, each with its rate. They come with a world, as SQL, or from pg_stat_statements.
import { number, percent, t } from '../../text/language.js';
import { element } from '../tools/dialog.js';
import { ratesOfKept } from './lists.js';
import { inputOf } from './template_input.js';
import { whyText } from './key_words.js';

export const kMostQueries = 100;

export const kQueriesHtml = `
  <details data-name="listed"><summary data-name="queries-says"></summary>
    <ol data-name="queries" class="queries"></ol></details>
  <details data-name="adding"><summary>Add or replace queries</summary>
    <p class="quiet">SQL as you have it,
      each statement ended by a semicolon; “120/s” before it says how often it is asked. Or rows of pg_stat_statements
      as CSV, with query and calls. Up to 20 MB.</p>
    <textarea name="sql" rows="5" spellcheck="false" autocomplete="off" aria-label="SQL, or rows of pg_stat_statements"
      placeholder="120/s select * from orders where customer_id = $1;"></textarea>
    <div class="line">
      <label class="button">Open a file… <input type="file" name="sql-file" class="for-screen-readers"
        aria-label="Open a file of queries"></label>
      <label>Calls counted over, hours
        <input name="hours" type="number" min="0.01" max="100000" step="any" value="24" required></label>
    </div>
    <p class="buttons"><button type="button" name="replace">Use only these</button>
      <button type="button" name="add">Add these</button></p>
  </details>`;

/**
 * @typedef {import('../../headless/reshard-profile.js').Template} WorldTemplate
 * @typedef {import('../../headless/reshard-profile.js').TemplateInput} TemplateInput
 * @typedef {import('./sql_templates.js').Template} Template
 * @typedef {import('./sql_templates.js').Refused} Refused
 *
 * @typedef {object} Query
 * @property {string} id
 * @property {string} text
 * @property {number} perSecond
 * @property {WorldTemplate | Template | Refused} template
 * @property {boolean} [ofWorld]
 */

/** @param {Query['template']} template */
const refusedOf = (template) => ('code' in template ? template : null);

export class QueriesPart {
  #dialog;
  #ask;
  #changed;
  /** @type {Query[]} */
  list = [];
  /** Whether the list is the world's, unchanged. */
  plain = true;
  #left = { queries: 0, share: 0 }; // beyond the limit
  #next = 1;
  #stop = new AbortController(); // of the text that is being read

  /**
   * @param {import('../tools/dialog.js').Dialog} dialog
   * @param {import('./profile_engine.js').Ask} ask
   * @param {() => void} changed
   */
  constructor(dialog, ask, changed) {
    this.#dialog = dialog;
    this.#ask = ask;
    this.#changed = changed;
    dialog.part('replace').onclick = () => this.#take(true);
    dialog.part('add').onclick = () => this.#take(false);
    dialog.part('sql-file').onchange = async () => {
      const chosen = dialog.part('sql-file');
      const [file] = chosen.files;
      chosen.value = '';
      if (file && dialog.part('hours').reportValidity() && (await this.read(file, true))) this.#changed();
    };
  }

  /** Uses the queries of a world. @param {WorldTemplate[]} templates */
  useWorld(templates) {
    this.list = templates.map((template) => ({
      id: template.id,
      text: template.text,
      perSecond: template.perSecond,
      template,
      ofWorld: true,
    }));
    this.plain = true;
    this.#left = { queries: 0, share: 0 };
    this.show();
  }

  /** Removes all queries. */
  clear() {
    this.list = [];
    this.plain = false;
    this.#next = 1;
    this.#left = { queries: 0, share: 0 };
    this.show();
  }

  /** The queries that somebody added, as text for a link, which means the same when pasted. */
  get sql() {
    return this.list
      .filter(({ ofWorld }) => !ofWorld)
      .map(({ text, perSecond }) => `${perSecond}/s ${text}`)
      .join(';\n');
  }

  /** The world's queries that are left, each with its rate. */
  get kept() {
    return this.list.filter(({ ofWorld }) => ofWorld).map(({ id, perSecond }) => `${id}:${perSecond}`);
  }

  /** Keeps only these of the world's queries. @param {string[]} kept as above */
  keep(kept) {
    const rates = ratesOfKept(kept);
    this.list = this.list
      .filter(({ id }) => rates.has(id))
      .map((query) => ({ ...query, perSecond: /** @type {number} */ (rates.get(query.id)) }));
    this.plain = false;
    this.show();
  }

  async #take(/** @type {boolean} */ alone) {
    const text = this.#dialog.part('sql').value;
    if (text.trim() === '' || !this.#dialog.part('hours').reportValidity()) return;
    if (await this.read(new Blob([text]), alone)) {
      this.#dialog.part('sql').value = '';
      this.#changed();
    }
  }

  /**
   * @param {Blob} text SQL, or rows of pg_stat_statements
   * @param {boolean} alone whether to replace the current ones
   * @returns {Promise<boolean>}
   */
  async read(text, alone) {
    this.#stop.abort();
    const { signal } = (this.#stop = new AbortController());
    this.#dialog.refuse('');
    try {
      const seconds = this.#dialog.part('hours').valueAsNumber * 3600;
      const room = kMostQueries - (alone ? 0 : this.list.length);
      const stop = () => this.#stop.abort();
      const { templates, calls, left, share } = await this.#ask(
        'read',
        { text, room },
        { signal, onProgress: (done) => done > 0 && !signal.aborted && this.#dialog.work(done, stop) },
      );
      if (signal.aborted) return false;
      const read = templates
        .map((template, i) => ({
          template,
          text: template.sql,
          perSecond: template.perSecond ?? (calls ? calls[i] / seconds : 1),
        }))
        .filter(({ template }) => refusedOf(template)?.code !== 'rowless');
      if (read.length === 0)
        throw new Error(t('No statement found. Expected SQL such as “select * from orders where customer_id = $1”.'));
      if (alone) this.clear();
      this.#left = { queries: left, share };
      for (const each of read) {
        const same = this.list.find(({ text: other }) => other === each.text);
        if (same) same.perSecond += each.perSecond;
        else this.list.push({ ...each, id: this.#freeId() });
      }
      this.plain = false;
      this.show();
      return true;
    } catch (error) {
      if (!signal.aborted) this.#dialog.refuse(/** @type {Error} */ (error).message);
      return false;
    } finally {
      if (this.#stop.signal === signal) this.#dialog.work(null);
    }
  }

  #freeId() {
    while (this.list.some(({ id }) => id === `q${this.#next}`)) this.#next += 1;
    return `q${this.#next}`;
  }

  /**
   * As the profiler takes them.
   * @param {string[]} columns of the rows
   * @returns {TemplateInput[]}
   */
  inputs(columns) {
    return this.list.map(({ id, text, perSecond, template }) => {
      if ('equal' in template) return { ...template, id, text, perSecond };
      const refused = refusedOf(template);
      return inputOf(template, id, perSecond, columns, refused ? whyText(refused) : '');
    });
  }

  show() {
    const rows = this.list.map((query) => {
      const row = element(`<li>
        <label><input type="number" min="0" max="1000000000" step="any" required> <span>/s</span></label>
        <span class="told"><b></b> <code></code> <span class="note quiet"></span></span>
        <button type="button" class="plain">×</button></li>`);
      const input = row.querySelector('input');
      input.value = String(Number(query.perSecond.toPrecision(4)));
      input.setAttribute('aria-label', t('How often {0} is asked, per second', t(query.id)));
      input.onchange = () => {
        if (!input.checkValidity()) return;
        query.perSecond = input.valueAsNumber;
        this.plain = false;
        this.#changed();
      };
      row.querySelector('b').textContent = t(query.id);
      row.querySelector('code').textContent = query.text;
      const refused = refusedOf(query.template);
      const beside = 'beside' in query.template ? query.template.beside : [];
      const note = row.querySelector('.note');
      note.classList.toggle('refused', refused !== null);
      note.textContent = refused
        ? t('Not understood: {0}. It counts as a scatter.', whyText(refused))
        : beside.length > 0
          ? t('Says nothing about shards: {0}', beside.join('; '))
          : '';
      const remove = row.querySelector('button');
      remove.setAttribute('aria-label', t('Remove {0}', t(query.id)));
      remove.onclick = () => {
        this.list = this.list.filter((each) => each !== query);
        this.plain = false;
        this.show();
        this.#changed();
      };
      return row;
    });
    this.#dialog.part('queries').replaceChildren(...rows);
    const asked = this.list.reduce((sum, { perSecond }) => sum + perSecond, 0),
      unread = this.list.filter(({ template }) => refusedOf(template)).length;
    this.#dialog.part('queries-says').textContent = [
      this.list.length === 0
        ? t('No queries yet. Add the SQL that you ask most.')
        : t('{0} {0|query|queries}, {1} per second.', this.list.length, number(asked, 1, 0)),
      ...(unread > 0 ? [t('{0} not understood.', unread)] : []),
      ...(this.#left.queries > 0
        ? [t('{0} more, {1} of the calls, are left out.', this.#left.queries, percent(this.#left.share))]
        : []),
    ].join(' ');
  }
}
