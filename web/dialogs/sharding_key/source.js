// The part of the view that chooses the rows (a built-in world, a file, or what was pasted) and which of their columns
// are judged.
import { onLanguage, t } from '../../text/language.js';
import { element } from '../tools/dialog.js';
import { bytesText } from '../tools/amounts.js';
import { limitsText } from '../files/doors.js';
import { kIds, kTimes } from './tied.js';

export const kMostCandidates = 6;
/** @type {Record<string, () => string>} */
const kNames = {
  shop: () => t('A shop: orders'),
  social: () => t('A social network: comments'),
  sensors: () => t('Sensors: readings'),
};

export const kSourceHtml = `
  <div class="line">
    <select name="world" aria-label="Rows"></select>
    <label class="button">Open a file… <input type="file" name="file" class="for-screen-readers"
      aria-label="Open a file of rows"></label>
  </div>
  <p data-name="rows-says" class="quiet"></p>
  <p data-name="limits" class="quiet"></p>
  <details data-name="pasted"><summary>Paste rows</summary>
    <p class="quiet">CSV or JSON lines, the names of the columns first. They stay in this page.</p>
    <textarea name="paste" rows="4" spellcheck="false" autocomplete="off" aria-label="Paste rows"></textarea>
    <p class="buttons"><button type="button" name="use-pasted">Use these rows</button></p>
  </details>
  <details data-name="settings"><summary>Shards, columns, time</summary>
    <div class="line">
      <label>Shards <input name="shards" type="number" min="1" max="1000" step="1" required></label>
      <label data-name="made">Rows <input name="count" type="number" min="1" max="10000000" step="1" required></label>
      <label data-name="seeded">Seed
        <input name="seed" type="number" min="0" max="4294967295" step="1" required></label>
      <label data-name="headed"><input name="header" type="checkbox"> First line is a header</label>
      <label>Time <select name="time"></select></label>
      <label>Table <select name="table"></select></label>
    </div>
    <fieldset data-name="candidates"><legend>Columns to judge, up to 6</legend><div class="boxes"></div></fieldset>
    <p data-name="shards-says" class="quiet"></p>
  </details>`;

/** The columns to judge if no query names any: those that look like identifiers first. @param {string[]} columns */
export function likely(columns) {
  const ids = columns.filter((name) => kIds.test(name)),
    others = columns.filter((name) => !kIds.test(name));
  return [...ids, ...others].slice(0, kMostCandidates);
}

/** The column that looks like a time. @param {string[]} columns */
export const likelyTime = (columns) => columns.find((name) => kTimes.test(name)) ?? '';

/**
 * @typedef {import('../../headless/reshard-profile.js').WorldInfo} WorldInfo
 * @typedef {import('./profile_engine.js').Source} Source
 * @typedef {import('./link.js').Settings} Settings
 *
 * @typedef {object} AtWorld
 * @property {WorldInfo['id']} world
 * @property {WorldInfo} info
 * @property {string[]} columns
 * @property {undefined} [file]
 * @property {undefined} [name]
 * @property {undefined} [rows]
 * @property {undefined} [header]
 * @property {undefined} [refused]
 *
 * @typedef {object} AtFile
 * @property {Blob} file
 * @property {string} name
 * @property {string} kind
 * @property {string[]} columns
 * @property {{name: string, refused: string}[]} refused columns that cannot be keys, and why
 * @property {?boolean} header
 * @property {?number} rows
 * @property {undefined} [world]
 * @property {undefined} [info]
 */

export class SourcePart {
  #dialog;
  #ask;
  #changed;
  #refuse;
  /** @type {WorldInfo[]} */
  worlds = [];
  /** @type {AtWorld | AtFile | null} */
  #at = null;
  /** Columns that somebody chose; null: those that the queries name. @type {?string[]} */
  chosen = null;

  /**
   * @param {import('../tools/dialog.js').Dialog} dialog
   * @param {import('./profile_engine.js').Ask} ask
   * @param {(what: 'rows' | 'settings') => void} changed
   */
  constructor(dialog, ask, changed) {
    this.#dialog = dialog;
    this.#ask = ask;
    this.#changed = changed;
    this.#refuse = (/** @type {unknown} */ error) => dialog.refuse(/** @type {Error} */ (error).message);
    const part = (/** @type {string} */ name) => dialog.part(name);
    part('world').onchange = () => {
      const { value } = part('world');
      if (value !== 'file') return this.useWorld(value, {}, true);
      this.say(); // nothing is chosen yet
      part('file').click();
    };
    part('file').onchange = () => part('file').files[0] && this.open(part('file').files[0], part('file').files[0].name);
    part('use-pasted').onclick = () =>
      part('paste').value.trim() !== '' && this.open(new Blob([part('paste').value]), t('pasted rows'));
    part('header').onchange = () => {
      const { file, name } = /** @type {AtFile} */ (this.at);
      return this.open(file, name, part('header').checked);
    };
    for (const name of ['shards', 'time', 'table'])
      part(name).onchange = () => part(name).checkValidity() && changed('settings');
    for (const name of ['count', 'seed']) part(name).onchange = () => part(name).reportValidity() && changed('rows');
    dialog.element.addEventListener('dragover', (/** @type {DragEvent} */ event) => event.preventDefault());
    dialog.element.addEventListener('drop', (/** @type {DragEvent} */ event) => {
      event.preventDefault();
      const [file] = /** @type {DataTransfer} */ (event.dataTransfer).files;
      if (file) this.open(file, file.name);
    });
    onLanguage(() => this.ready && this.say());
  }

  /** Whether something is judged. */
  get ready() {
    return this.#at !== null;
  }

  /** What is judged, once it is `ready`. */
  get at() {
    return /** @type {AtWorld | AtFile} */ (this.#at);
  }

  /** Asks once which worlds there are. */
  async load() {
    this.worlds = await this.#ask('worlds');
  }

  /**
   * @param {string} id
   * @param {Partial<Settings>} settings of a link
   */
  useWorld(id, settings, tell = false) {
    const info = this.worlds.find((world) => world.id === id) ?? this.worlds[0];
    const part = (/** @type {string} */ name) => this.#dialog.part(name);
    this.#at = { world: info.id, info, columns: info.columns };
    const { candidates } = settings;
    this.chosen = candidates?.every((name) => info.columns.includes(name)) ? candidates : null;
    part('count').value = settings.rows ?? info.rows;
    part('seed').value = settings.seed ?? 1;
    this.#offer(settings.time ?? info.time);
    if (tell) this.#changed('rows');
  }

  /** Rows that another dialog was given. @param {Blob} rows a file, or what was pasted */
  take(rows) {
    return this.open(rows, 'name' in rows ? String(rows.name) : t('pasted rows'));
  }

  /**
   * @param {Blob} file
   * @param {string} name
   * @param {?boolean} [header]
   */
  async open(file, name, header = null) {
    this.#dialog.refuse('');
    try {
      const { kind, columns, header: named, rows } = await this.#ask('look', { file, header });
      const usable = columns.filter(({ refused }) => refused === null).map((column) => column.name);
      if (usable.length === 0) throw new Error(t('None of its columns can be a key.'));
      const refused = columns.flatMap((column) =>
        column.refused === null ? [] : [{ name: column.name, refused: column.refused }],
      );
      this.#at = { file, name, kind, columns: usable, refused, header: named, rows };
    } catch (error) {
      this.#refuse(error);
      return;
    }
    this.chosen = null;
    this.#dialog.part('header').checked = this.at.header === true;
    this.#offer(likelyTime(this.at.columns));
    this.#changed('rows');
  }

  #offer(/** @type {string} */ time) {
    const part = (/** @type {string} */ name) => this.#dialog.part(name),
      { columns, file } = this.at;
    part('time').replaceChildren(
      new Option(t('order of the rows'), ''),
      ...columns.map((name) => new Option(name, name)),
    );
    part('time').value = columns.includes(time) ? time : '';
    part('made').hidden = part('seeded').hidden = Boolean(file);
    part('headed').hidden = this.at.header === undefined || this.at.header === null;
    this.say();
  }

  say() {
    const part = (/** @type {string} */ name) => this.#dialog.part(name),
      { file, name, info, rows } = this.at;
    const options = this.worlds.map(({ id }) => new Option(kNames[id]?.() ?? id, id));
    part('limits').textContent = [t('A file of any size is read, part by part.'), ...(file ? [limitsText()] : [])].join(
      ' ',
    );
    part('world').replaceChildren(...options, new Option(file ? name : t('A file of yours…'), 'file'));
    part('world').value = file ? 'file' : info.id;
    part('rows-says').textContent = file
      ? t(
          '{0}, {1}: {2} {2|column|columns}. It stays in this page.',
          name,
          bytesText(file.size),
          this.at.columns.length,
        ) + (rows ? ` ${t('{0} {0|row|rows}.', rows)}` : '')
      : t('Not real: {0} rows that the page makes from seed {1}.', this.count, this.seed);
  }

  get count() {
    return this.#dialog.part('count').valueAsNumber;
  }
  get seed() {
    return this.#dialog.part('seed').valueAsNumber;
  }
  get time() {
    return this.#dialog.part('time').value;
  }
  get shards() {
    return this.#dialog.part('shards').valueAsNumber;
  }
  get table() {
    return this.#dialog.part('table').value;
  }
  get columns() {
    return this.at.columns;
  }

  /** @returns {Source} as the engine takes it */
  get source() {
    const { world, file, header } = this.at;
    return file ? { file, header: header ?? null } : { world, rows: this.count, seed: this.seed };
  }

  /**
   * Shows which tables the queries name.
   * @param {string[]} names
   * @param {string} wanted
   */
  offerTables(names, wanted) {
    const select = this.#dialog.part('table');
    select.replaceChildren(...names.map((name) => new Option(name, name)));
    if (names.includes(wanted)) select.value = wanted;
    select.closest('label').hidden = names.length < 2;
  }

  /** A box for each column; those that are judged are ticked. @param {string[]} judged */
  offerCandidates(judged) {
    const boxes = this.columns.map((name) => {
      const label = element('<label><input type="checkbox"> <span></span></label>');
      label.querySelector('span').textContent = name;
      const input = label.querySelector('input');
      input.checked = judged.includes(name);
      input.disabled = !input.checked && judged.length >= kMostCandidates;
      input.onchange = () => {
        const chosen = this.columns.filter((column) => (column === name ? input.checked : judged.includes(column)));
        this.chosen = chosen.length === 0 ? null : chosen;
        this.#changed('settings');
      };
      return label;
    });
    this.#dialog
      .part('candidates')
      .querySelector('.boxes')
      .replaceChildren(...boxes);
  }
}
