// What would help: a second copy of the table under another key, salt for hot units, pairs of columns, reference
// tables; and what a scatter costs in time. Each part is computed when it is opened.
import { number, percent, t } from '../../text/language.js';
import { bytesText } from '../tools/amounts.js';
import { drawnIn } from '../tools/drawn.js';
import { numbersTable, shownTable } from '../tools/study.js';
import { plotOf } from '../tools/plot.js';
import { pathsOfList, pairsOfText } from './lists.js';

const kMostWidth = 720,
  kPlotShards = [1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000];
const kQuantiles = [0.5, 0.9, 0.99, 0.999];

/** @type {Record<string, {title: () => string, fields: string[]}>} */
const kOne = {
  lognormal: { title: () => t('log-normal'), fields: ['median', 'p99'] },
  exponential: { title: () => t('exponential'), fields: ['mean'] },
  pareto: { title: () => t('Pareto'), fields: ['min', 'alpha'] },
  two_point: { title: () => t('fast, and sometimes slow'), fields: ['fast', 'slow', 'chance'] },
  measured: { title: () => t('measured times'), fields: ['times'] },
};

export const kRemediesHtml = `
  <details data-name="views"><summary>Two views: a copy under a second key</summary>
    <div class="line"><label>Second key <select name="second"></select></label></div>
    <p data-name="views-says" role="status"></p>
    <div data-name="views-table" class="tables" tabindex="0" role="region" aria-label="Queries with two views"></div>
  </details>
  <details data-name="salting"><summary>Salt: cut the hot units into parts</summary>
    <div class="line">
      <label>Parts of each <input name="salts" type="number" min="2" max="1000" step="1" value="8" required></label>
      <label>Units to cut <input name="units" type="number" min="1" max="10" step="1" value="1" required></label></div>
    <p data-name="salting-says" role="status"></p>
    <div data-name="salting-table" class="tables" tabindex="0" role="region" aria-label="Rows before and after"></div>
  </details>
  <details data-name="composed"><summary>Pairs: a composite key, or a hashed prefix</summary>
    <div class="line"><label>A pair is placed <select name="pairs">
      <option value="both">by the hash of both columns</option>
      <option value="first">by the hash of the first; rows in order of the second</option></select></label></div>
    <p class="quiet">By the first alone, as in hash(user_id), created_at, a query that gives the first column asks one
      shard, and a range of the second is read in order. By both, a hot value is spread, and a query must give both.</p>
  </details>
  <details data-name="together"><summary>Groups, reference tables, unique constraints</summary>
    <div class="stacked">
      <label>Tables that every node has in full <input name="reference" type="text" spellcheck="false"
        autocomplete="off" placeholder="countries, currencies"></label>
      <label>Keys of other tables <input name="keys-of" type="text" spellcheck="false" autocomplete="off"
        placeholder="customers: id; items: order_id"></label>
      <label>Unique constraints <input name="unique" type="text" spellcheck="false" autocomplete="off"
        placeholder="email; shop_id, number"></label>
    </div>
    <p class="quiet">Rows with one key belong together: tables that share a key are joined on one shard. A table without
      a key of its own here is taken to be sharded by the column that joins it, the best case. To check that a
      constraint holds, a shard needs the key in it.</p>
  </details>
  <details data-name="tail"><summary>How slow is a scatter?</summary>
    <div class="line">
      <label>Shards asked
        <input name="asked-shards" type="number" min="1" max="10000" step="1" value="5" required></label>
      <label>Time of one answer, ms <select name="one"></select></label>
      <label data-field="median">Median
        <input name="median" type="number" min="0.001" step="any" value="5" required></label>
      <label data-field="p99">99th percentile
        <input name="p99" type="number" min="0.001" step="any" value="50" required></label>
      <label data-field="mean">Mean <input name="mean" type="number" min="0.001" step="any" value="10" required></label>
      <label data-field="min">Least <input name="min" type="number" min="0.001" step="any" value="5" required></label>
      <label data-field="alpha">Alpha <input name="alpha" type="number" min="0.1" step="any" value="2" required></label>
      <label data-field="fast">Fast <input name="fast" type="number" min="0" step="any" value="10" required></label>
      <label data-field="slow">Slow <input name="slow" type="number" min="0" step="any" value="1000" required></label>
      <label data-field="chance">Chance of slow
        <input name="chance" type="number" min="0" max="1" step="any" value="0.01" required></label>
    </div>
    <label data-field="times">Times, separated by spaces or commas
      <textarea name="times" rows="3" spellcheck="false" autocomplete="off">4 5 5 6 6 7 8 9 12 40</textarea></label>
    <p data-name="tail-says" role="status"></p>
    <p data-name="tail-how" class="quiet"></p>
    <div data-name="tail-plot"></div>
    <div data-name="tail-table" class="tables" tabindex="0" role="region" aria-label="Time of the slowest answer"></div>
  </details>`;

const kParts = ['views', 'salting', 'composed', 'together', 'tail'];
const plain = (/** @type {number} */ value) => number(value, 2, 0);
const ms = (/** @type {number} */ value) => t('{0} ms', value >= 100 ? number(value) : number(value, 1));
const exactShare = (/** @type {number} */ value) => `${number(100 * value, 3, 0)}%`;

/**
 * @typedef {import('../../headless/reshard-profile.js').JudgeInput} JudgeInput
 * @typedef {import('../../headless/reshard-profile.js').Judgement} Judgement
 * @typedef {import('../../headless/reshard-profile.js').CandidateJudgement} CandidateJudgement
 * @typedef {import('../../headless/reshard-profile.js').TailInput} TailInput
 * @typedef {import('../../headless/reshard-profile.js').Tail} Tail
 * @typedef {import('./link.js').Settings} Settings
 * @typedef {ReturnType<typeof numbersTable>} Numbers
 *
 * @typedef {object} About what remedies are about
 * @property {JudgeInput} judging the last question
 * @property {Judgement} judgement its answer
 * @property {import('../../headless/reshard-profile.js').ProfileInput['shards']} shards
 * @property {string} pick the id of the selected key
 */

export class RemediesPart {
  #dialog;
  #ask;
  #about;
  #answered;
  #plot;
  #shown = 0;
  /** @type {?{tail: Tail, asked: number}} */
  #tail = null;
  /** @type {Record<string, Numbers[]>} by part */
  #tables = {};

  /**
   * @param {import('../tools/dialog.js').Dialog} dialog
   * @param {import('./profile_engine.js').Ask} ask
   * @param {() => ?About} about
   * @param {() => void} changed called when what a judgement depends on has changed
   * @param {() => void} answered called when all open parts are shown
   */
  constructor(dialog, ask, about, changed, answered) {
    this.#dialog = dialog;
    this.#ask = ask;
    this.#about = about;
    this.#answered = answered;
    const part = (/** @type {string} */ name) => dialog.part(name);
    for (const name of kParts)
      part(name).addEventListener('toggle', () => (part(name).open ? this.show() : this.#about() && answered()));
    for (const name of ['second', 'salts', 'units']) part(name).onchange = () => this.show();
    for (const name of ['reference', 'keys-of', 'unique', 'pairs']) part(name).onchange = changed;
    part('tail').addEventListener('change', () => {
      this.#fields();
      this.show();
    });
    this.#offerOne();
    this.#plot = drawnIn(part('tail-plot'), kMostWidth, (width) => this.#plotAt(width));
  }

  get tables() {
    return Object.values(this.#tables).flat();
  }

  clear() {
    this.#dialog.part('remedies').hidden = true;
  }

  /**
   * @param {Partial<Settings>} settings of a link
   * @param {?{reference: string[], unique: string[][]}} info of the world
   */
  take(settings, info) {
    const part = (/** @type {string} */ name) => this.#dialog.part(name);
    part('pairs').value = settings.pairs ?? 'both';
    part('reference').value = settings.reference ?? (info?.reference ?? []).join(', ');
    part('keys-of').value = settings.keys ?? '';
    part('unique').value = settings.unique ?? (info?.unique ?? []).map((columns) => columns.join(', ')).join('; ');
    this.#initial = { reference: part('reference').value, unique: part('unique').value };
    this.#wanted = settings.second ?? '';
    if (settings.show !== undefined) {
      const shown = settings.show.split('.');
      for (const name of kParts) part(name).open = shown.includes(name);
      this.#asked = ['outcome', ...kParts].find((name) => shown.includes(name));
    }
    if (settings.shards) part('asked-shards').value = settings.shards;
  }
  #initial = { reference: '', unique: '' };
  /** @type {string | undefined} */
  #asked; // the part that a link asks for, until it is shown
  #wanted = '';

  /** The settings that go into a link. */
  settings() {
    const part = (/** @type {string} */ name) => this.#dialog.part(name),
      kept = (/** @type {'reference' | 'unique'} */ name) =>
        part(name).value === this.#initial[name] ? '' : part(name).value;
    return {
      pairs: part('pairs').value === 'both' ? '' : part('pairs').value,
      reference: kept('reference'),
      keys: part('keys-of').value,
      unique: kept('unique'),
      second: part('views').open ? part('second').value : '',
      show: kParts.filter((name) => part(name).open).join('.'),
    };
  }

  /** The settings that a judgement depends on. */
  judging() {
    const part = (/** @type {string} */ name) => this.#dialog.part(name);
    const unique = /** @type {string} */ (part('unique').value)
      .split(';')
      .map(pathsOfList)
      .filter(({ length }) => length > 0);
    return {
      pairs: part('pairs').value,
      reference: pathsOfList(part('reference').value),
      keys: pairsOfText(part('keys-of').value),
      unique,
    };
  }

  async show() {
    const run = ++this.#shown,
      about = this.#about();
    if (!about) return;
    const open = (/** @type {string} */ name) => this.#dialog.part(name).open;
    this.#offerSecond(about);
    try {
      if (open('views')) await this.#views(about, run);
      if (open('salting')) await this.#salting(about, run);
      if (open('tail')) await this.#tailOf(run);
      if (run !== this.#shown) return;
      this.#dialog.refuse('');
      if (this.#asked)
        this.#dialog.part(this.#asked).scrollIntoView({ block: this.#asked === 'outcome' ? 'nearest' : 'start' });
      this.#asked = undefined;
      this.#answered();
    } catch (error) {
      const { name, message } = /** @type {Error} */ (error);
      if (run === this.#shown && name !== 'AbortError') this.#dialog.refuse(message);
    }
  }

  #put(/** @type {string} */ name, /** @type {Numbers[]} */ ...tables) {
    this.#tables[name] = tables;
    this.#dialog.part(`${name}-table`).replaceChildren(...tables.map((each) => shownTable(each)));
  }

  /**
   * Preselects the best of the others, by how many shards a query asks: one would try it first.
   * @param {About} about
   */
  #offerSecond({ judgement, pick }) {
    const select = this.#dialog.part('second'),
      others = judgement.candidates.filter(({ id }) => id !== pick);
    const before = this.#wanted || select.value;
    this.#wanted = '';
    select.replaceChildren(...others.map(({ id }) => new Option(id, id)));
    const ones = (/** @type {CandidateJudgement} */ { templates }) =>
      templates.filter(({ asks, perSecond }) => asks === 'one' && perSecond > 0).length;
    const best = others.reduce(
      (one, other) => (one && ones(one) >= ones(other) ? one : other),
      /** @type {?CandidateJudgement} */ (null),
    );
    select.value = others.some(({ id }) => id === before) ? before : (best?.id ?? '');
  }

  /**
   * @param {About} about
   * @param {number} run
   */
  async #views({ judging, pick }, run) {
    const second = this.#dialog.part('second').value;
    if (second === '') {
      this.#dialog.part('views-says').textContent = t('There is no other key to copy the table under.');
      return;
    }
    const view = await this.#ask('second', { ...judging, key: pick, second });
    if (run !== this.#shown) return;
    const turned = view.templates.filter(({ turnsIntoOne }) => turnsIntoOne);
    this.#dialog.part('views-says').textContent = [
      t(
        'A copy under {0} takes {1} more, and {2} writes per second become {3}.',
        second,
        bytesText(view.bytes),
        plain(view.writes),
        plain(view.writesWithBoth),
      ),
      turned.length > 0
        ? t(
            '{0} {0|query|queries} of several shards then {0|asks|ask} one: {1}.',
            turned.length,
            turned.map(({ id }) => t(id)).join(', '),
          )
        : t('No query of several shards then asks one.'),
      t(
        'Shards answer {0} requests per second instead of {1}.',
        plain(view.shardRequestsWithBoth),
        plain(view.shardRequests),
      ),
    ].join(' ');
    this.#put(
      'views',
      numbersTable(
        t('Shards that each query asks'),
        [
          { title: t('Query') },
          { title: t('With {0} alone', pick), shown: plain },
          { title: t('With both'), shown: plain },
          { title: t('Asked under') },
        ],
        view.templates.map(({ id, shards, withBoth, view: at }) => [t(id), shards, withBoth, at === 1 ? pick : second]),
      ),
    );
  }

  /**
   * @param {About} about
   * @param {number} run
   */
  async #salting({ judging, shards, pick }, run) {
    const part = (/** @type {string} */ name) => this.#dialog.part(name);
    if (!part('salts').reportValidity() || !part('units').reportValidity()) return;
    const salted = await this.#ask('salt', {
      profile: judging.profile,
      candidate: pick,
      salts: part('salts').valueAsNumber,
      units: part('units').valueAsNumber,
      shards,
    });
    if (run !== this.#shown) return;
    part('salting-says').textContent = [
      t(
        '“{0}” is on {1} {1|shard|shards} then, and the fullest shard has {2}× the mean instead of {3}×.',
        salted.units[0].value,
        new Set(salted.units[0].shards).size,
        number(salted.after.maxToMean, 2),
        number(salted.before.maxToMean, 2),
      ),
      t(
        'Who reads all of a salted unit asks {0} shards (expected {1}).',
        plain(salted.readShards),
        plain(salted.expectedReadShards),
      ),
    ].join(' ');
    this.#put(
      'salting',
      numbersTable(
        t('Rows on each shard'),
        [{ title: t('Shard') }, { title: t('Before') }, { title: t('After') }],
        judging.profile.shards.map((name, i) => [name, salted.before.counts[i], salted.after.counts[i]]),
      ),
    );
  }

  #offerOne() {
    const select = this.#dialog.part('one');
    select.replaceChildren(...Object.entries(kOne).map(([id, { title }]) => new Option(title(), id)));
    this.#fields();
  }

  #fields() {
    const { fields } = kOne[this.#dialog.part('one').value];
    for (const label of this.#dialog.part('tail').querySelectorAll('[data-field]'))
      label.hidden = !fields.includes(label.dataset.field);
  }

  async #tailOf(/** @type {number} */ run) {
    const part = (/** @type {string} */ name) => this.#dialog.part(name),
      kind = part('one').value,
      { fields } = kOne[kind];
    if (![...fields, 'asked-shards'].every((name) => part(name).reportValidity())) return;
    const value = (/** @type {string} */ name) =>
      name === 'times'
        ? part(name)
            .value.split(/[\s,;]+/)
            .filter(Boolean)
            .map(Number)
        : part(name).valueAsNumber;
    const asked = part('asked-shards').valueAsNumber;
    const shards = [...new Set([...kPlotShards, asked])].sort((a, b) => a - b);
    const given = { kind, ...Object.fromEntries(fields.map((name) => [name, value(name)])) };
    const one = /** @type {TailInput['one']} */ (given);
    const tail = await this.#ask('tail', { shards, one, quantiles: kQuantiles });
    if (run !== this.#shown) return;
    this.#tail = { tail, asked };
    this.#sayTail(tail, asked);
    this.#plot();
    this.#put(
      'tail',
      numbersTable(
        t('Time of the slowest answer, ms'),
        [
          { title: t('Shards asked') },
          ...kQuantiles.map((q) => ({
            title: exactShare(q),
            shown: (/** @type {number} */ time) => number(time, 1),
          })),
          { title: t('Delayed by a slow answer'), shown: percent },
        ],
        tail.rows.map((row) => [row.shards, ...row.times, row.slowerThanP99]),
      ),
    );
  }

  /**
   * @param {Tail} tail
   * @param {number} asked shards
   */
  #sayTail({ rows }, asked) {
    const part = (/** @type {string} */ name) => this.#dialog.part(name);
    const row = /** @type {Tail['rows'][number]} */ (rows.find((each) => each.shards === asked)),
      [one] = rows,
      at = kQuantiles.indexOf(0.99);
    part('tail-says').textContent = t(
      'Of {0} {0|answer|answers}, the slowest takes up to {1} in half of the cases and {2} in 99% of them. {3} of such queries meet an answer that is slower than 99% of single ones.',
      asked,
      ms(row.times[0]),
      ms(row.times[at]),
      percent(row.slowerThanP99),
    );
    part('tail-how').textContent = t(
      'All {0} are in time with chance F(x) to the power of {0}. So 99% of all queries need what {1} of single answers need: 0.99 to the power of 1/{0}. One answer alone: {2}.',
      asked,
      exactShare(row.quantileOfOne[at]),
      ms(one.times[at]),
    );
  }

  /** @param {number} width in CSS pixels */
  #plotAt(width) {
    if (!this.#tail) return;
    const { tail, asked } = this.#tail;
    const line = (/** @type {string} */ title, /** @type {number} */ at) => ({
      title,
      points: tail.rows.map(({ shards, times }) => /** @type {[number, number]} */ ([shards, times[at]])),
    });
    this.#dialog.part('tail-plot').innerHTML = plotOf({
      label: t('The slowest answer by the number of shards asked; the numbers are in the table'),
      width,
      height: 200,
      lines: [line(t('half of the queries'), 0), line(t('90% of them'), 1), line(t('99% of them'), 2)],
      here: { at: asked, text: t('{0} {0|shard|shards}', asked) },
      x: { title: t('Shards asked'), ticks: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000] },
      y: { title: t('The slowest answer, ms') },
    });
  }
}
