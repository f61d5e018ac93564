// The answer: keys, best first, each with its reason; for the selected one, what goes wrong with it, shown by its own
// rows.
import { number, percent, t } from '../../text/language.js';
import { element } from '../tools/dialog.js';
import { numbersTable, shownTable } from '../tools/study.js';
import { histogramOf, workOf } from './pictures.js';
import { becauseText, failureText, headline, hotUnitText, reasonText } from './key_words.js';

const kMostWidth = 720;

export const kResultHtml = `
  <p data-name="outcome" role="status" class="headline"></p>
  <div class="keys" data-name="keys" role="radiogroup" aria-label="Keys, best first"></div>
  <p data-name="not-judged" class="quiet" hidden></p>
  <section data-name="looked" aria-labelledby="sharding-key-looked" hidden>
    <h3 id="sharding-key-looked" data-name="looked-title"></h3>
    <div data-name="histogram"></div>
    <ul data-name="reasons"></ul>
    <div data-name="failure" class="failure" hidden><p></p>
      <div class="tables" tabindex="0" role="region" aria-label="Rows that show it"></div></div>
  </section>
  <details data-name="asked"><summary>Shards that each query asks</summary>
    <div data-name="asks" class="tables" tabindex="0" role="region" aria-label="Shards that each query asks"></div>
  </details>
  <details data-name="all"><summary>All figures</summary>
    <div data-name="figures" class="tables" tabindex="0" role="region" aria-label="All figures"></div></details>`;

/**
 * @typedef {import('../../headless/reshard-profile.js').Profile} Profile
 * @typedef {import('../../headless/reshard-profile.js').CandidateProfile} CandidateProfile
 * @typedef {import('../../headless/reshard-profile.js').Judgement} Judgement
 * @typedef {import('../../headless/reshard-profile.js').CandidateJudgement} CandidateJudgement
 * @typedef {import('../../headless/reshard-profile.js').Failure} Failure
 * @typedef {import('./profile_engine.js').Where} Where
 * @typedef {import('./profile_engine.js').Range} Range
 */

const times = (/** @type {number} */ value) => `${number(value, 2)}×`;
const plain = (/** @type {number} */ value) => number(value, 2, 0);
const shareOf = (/** @type {number} */ value) => percent(value);

/** Why there are no rows per shard. @param {CandidateProfile} counted */
function noSpreadText({ whyNoSpread, refused }) {
  if (whyNoSpread === 'sketch') return t('Too many values for a strategy that needs all of them: no rows per shard.');
  const { value, message } = /** @type {NonNullable<CandidateProfile['refused']>} */ (refused);
  return t('The strategy cannot place “{0}”: {1}', value, message);
}

/**
 * Which rows show a fault; null if only tables can.
 * @param {Failure} failure
 * @param {string[]} columns of the key
 * @param {Profile['time']} time
 * @returns {?Where}
 */
function whereOf(failure, columns, time) {
  const [column] = columns;
  if (failure.kind === 'celebrity' && columns.length === 1) return { column, value: failure.value };
  if (failure.kind === 'few_values' && columns.length === 1) return { column, value: failure.values[0] };
  if (failure.kind !== 'hot_newest' || !time.column) return null;
  const order = /** @type {Range['order']} */ (time.order); // 'rows' only without a column
  return { column: time.column, from: failure.from, to: failure.to, order };
}

/**
 * The reason beside a key. Queries may give a more important one, and its largest value still stays on its row.
 * @param {CandidateJudgement} candidate
 * @param {boolean} first whether it is the best
 * @param {Profile} profile
 * @param {number} shards
 */
function whyOf({ id, reasons }, first, { candidates, shards: names }, shards) {
  const reason = (first ? undefined : reasons.find(({ code }) => code !== 'one_shard')) ?? reasons[0];
  const counted = candidates.find((each) => each.id === id);
  const [top] = counted?.top ?? [];
  const share = counted?.largest.share ?? 0;
  // The profiler's own limit: half of what a shard has on average (core/sharding_key/verdict/verdict_reasons.cpp).
  const hot = reason?.code !== 'hot_unit' && reason?.code !== 'few_values' && top && share > 0.5 / shards;
  const shardName = top && top.shard !== null ? (names[top.shard] ?? null) : null;
  return [
    ...(reason ? [reasonText(reason)] : []),
    ...(hot ? [hotUnitText({ value: top.value, share, shardName })] : []),
  ].join(' ');
}

/** @param {CandidateJudgement} candidate */
const queriesOf = (candidate) =>
  numbersTable(
    t('Queries that ask the most shards'),
    [
      { title: t('Query') },
      { title: t('Per second'), shown: plain },
      { title: t('Shards asked'), shown: plain },
      { title: t('Why') },
    ],
    [...candidate.templates]
      .sort((a, b) => b.shards - a.shards || b.perSecond - a.perSecond)
      .slice(0, 5)
      .map(({ id, perSecond, shards, because }) => [t(id), perSecond, shards, becauseText(because)]),
  );

/** The shards that each query asks under each key. @param {Judgement} judgement */
function asksOf({ candidates, shards }) {
  const [first] = candidates;
  const asked = (/** @type {number} */ value) =>
    value >= shards - 1e-9 && shards > 1 ? t('all {0}', shards) : number(value, 2, 0);
  return numbersTable(
    t('Shards that each query asks, by key'),
    [
      { title: t('Query') },
      { title: t('Per second'), shown: plain },
      ...candidates.map(({ id }) => ({ title: id, shown: asked })),
    ],
    (first?.templates ?? []).map(({ id, perSecond }, i) => [
      t(id),
      perSecond,
      ...candidates.map(({ templates }) => templates[i].shards),
    ]),
  );
}

/**
 * @param {CandidateJudgement} each
 * @param {CandidateProfile} profile its own
 */
const figuresOf = (each, { distinct, largest, spread, rank, nulls, newest }) => [
  each.id,
  each.worthShards,
  each.meanShards,
  each.one,
  each.all,
  each.joinsOnOne,
  each.crossShardWrites,
  each.keyUpdates,
  distinct.exact ? distinct.value : `≈ ${number(distinct.value)}`,
  largest.share,
  spread?.maxToMean ?? null,
  rank.rho,
  nulls,
  newest?.share ?? null,
  each.uniqueWithoutKey.map((columns) => columns.join(' + ')).join(', ') || '–',
  each.globalIndexes.map(({ columns }) => columns.join(' + ')).join(', ') || '–',
];

/** @param {any[][]} rows from figuresOf() */
const figuresTable = (rows) =>
  numbersTable(
    t('Keys, best first'),
    [
      { title: t('Key') },
      { title: t('Work of shards'), shown: plain },
      { title: t('Shards per query'), shown: plain },
      { title: t('One shard'), shown: shareOf },
      { title: t('All shards'), shown: shareOf },
      { title: t('Joins on one'), shown: shareOf },
      { title: t('Writes on two, per second'), shown: plain },
      { title: t('Key updates per second'), shown: plain },
      { title: t('Different values') },
      { title: t('Largest unit'), shown: shareOf },
      { title: t('Max / mean'), shown: times },
      { title: t('Rank correlation with time'), shown: (/** @type {number} */ value) => number(value, 2) },
      { title: t('No value') },
      { title: t('Newest rows on one'), shown: shareOf },
      { title: t('Unique, not checked by one') },
      { title: t('Global indexes that help') },
    ],
    rows,
  );

export class ResultPart {
  #dialog;
  #picked;
  #examples;
  /** @type {?Judgement} */
  #judgement = null;
  /** @type {?Profile} of what was judged */
  #profile = null;
  /** The id of the selected key. */
  pick = '';
  #best = ''; // the id of the best key, at the last answer
  /** @type {ReturnType<typeof numbersTable>[]} */
  tables = [];

  /**
   * @param {import('../tools/dialog.js').Dialog} dialog
   * @param {() => void} picked
   * @param {(where: Where, signal: AbortSignal) => Promise<{rows: string[][], columns: string[]}>} examples rows that
   *   show a fault
   */
  constructor(dialog, picked, examples) {
    this.#dialog = dialog;
    this.#picked = picked;
    this.#examples = examples;
    const keys = dialog.part('keys');
    new ResizeObserver(() => this.draw()).observe(keys);
    keys.addEventListener('change', (/** @type {{target: HTMLInputElement}} */ { target }) => {
      this.pick = target.value;
      this.#look();
      this.#picked();
    });
  }

  get candidate() {
    return this.#judgement?.candidates.find(({ id }) => id === this.pick) ?? null;
  }

  /**
   * @param {Judgement} judgement
   * @param {Profile} profile
   * @param {string} notJudged which columns are no candidates
   */
  show(judgement, profile, notJudged) {
    this.#judgement = judgement;
    this.#profile = profile;
    const best = judgement.candidates[0]?.id ?? '';
    // whoever looks at the best key wants to see the best key
    if (!this.candidate || this.pick === this.#best) this.pick = best;
    this.#best = best;
    this.#say(...headline(judgement, new Map(profile.candidates.map(({ id, distinct }) => [id, distinct.value]))));
    this.#dialog.part('not-judged').textContent = notJudged;
    this.#dialog.part('not-judged').hidden = notJudged === '';
    const keys = judgement.candidates.map((candidate, i) => {
      const label = element(
        '<label class="key"><input type="radio" name="key"><span class="picture"></span><span class="why"></span></label>',
      );
      const input = label.querySelector('input');
      input.value = candidate.id;
      input.checked = candidate.id === this.pick;
      label.querySelector('.why').textContent = whyOf(candidate, i === 0, profile, judgement.shards);
      return label;
    });
    this.#dialog.part('keys').replaceChildren(...keys);
    this.#list();
    this.draw();
    this.#look();
  }

  /** There is nothing to show, or nothing any more. @param {string} text */
  clear(text) {
    this.#judgement = this.#profile = null;
    this.#say(text, '');
    this.#dialog.part('keys').replaceChildren();
    for (const name of ['not-judged', 'looked', 'asked', 'all']) this.#dialog.part(name).hidden = true;
  }

  /** What is selected, as a link says it; it may not be the best key. @param {string} id */
  take(id) {
    this.pick = id;
    this.#best = '';
  }

  #say(/** @type {string} */ text, /** @type {string} */ more) {
    const strong = Object.assign(document.createElement('strong'), { textContent: text });
    this.#dialog.part('outcome').replaceChildren(strong, ...(more ? [` ${more}`] : []));
  }

  get #counted() {
    return /** @type {Profile} */ (this.#profile).candidates.find(({ id }) => id === this.pick);
  }

  draw() {
    const keys = this.#dialog.part('keys');
    if (!this.#judgement || keys.clientWidth === 0) return;
    const { candidates, shards } = this.#judgement;
    for (const [i, box] of keys.querySelectorAll('.picture').entries())
      box.innerHTML = workOf(candidates[i], shards, Math.min(kMostWidth, box.clientWidth));
    this.#histogram();
  }

  #histogram() {
    const counted = this.#counted,
      box = this.#dialog.part('histogram');
    if (!counted?.spread) {
      box.replaceChildren();
      return;
    }
    const { counts, mean, max, largestShard, maxToMean } = counted.spread,
      names = /** @type {Profile} */ (this.#profile).shards;
    const [top] = counted.top;
    const unit =
      top && top.shard !== null && top.count > mean * 0.2
        ? { shard: top.shard, rows: top.count, value: top.value }
        : null;
    box.innerHTML = histogramOf(
      {
        names,
        counts,
        mean,
        unit,
        label: t(
          'Rows on each shard by {0}: {1} has the most, {2}, {3} of the mean',
          counted.id,
          names[largestShard] ?? '–',
          max,
          times(maxToMean),
        ),
      },
      Math.min(kMostWidth, this.#dialog.part('keys').clientWidth),
    );
  }

  async #look() {
    const part = (/** @type {string} */ name) => this.#dialog.part(name),
      candidate = this.candidate,
      counted = /** @type {CandidateProfile} */ (this.#counted);
    for (const name of ['looked', 'asked', 'all']) part(name).hidden = !candidate;
    if (!candidate) return;
    const said = counted.spread
      ? t('{0}: {1} rows on {2} shards', candidate.id, counted.rows, /** @type {Judgement} */ (this.#judgement).shards)
      : candidate.id;
    part('looked-title').textContent = said;
    const texts = candidate.reasons.map(reasonText);
    if (counted.whyNoSpread) texts.push(noSpreadText(counted));
    part('reasons').replaceChildren(
      ...texts.map((text) => Object.assign(document.createElement('li'), { textContent: text })),
    );
    this.#histogram();
    await this.#fail(candidate.failure, candidate, counted);
  }

  /** @type {?AbortController} */
  #stop = null;

  /** Stops looking for rows. */
  stop() {
    this.#stop?.abort();
  }

  /**
   * @param {?Failure} failure
   * @param {CandidateJudgement} candidate
   * @param {CandidateProfile} counted
   */
  async #fail(failure, candidate, counted) {
    this.stop();
    const box = this.#dialog.part('failure');
    box.hidden = failure === null;
    if (failure === null) return;
    box.querySelector('p').textContent = failureText(failure);
    const where = whereOf(failure, candidate.columns, /** @type {Profile} */ (this.#profile).time);
    const table = box.querySelector('.tables');
    table.replaceChildren();
    if (!where) {
      if (failure.kind === 'scatter') table.append(shownTable(queriesOf(candidate)));
      else
        table.append(
          shownTable(
            numbersTable(
              t('Most frequent values'),
              [{ title: t('Value') }, { title: t('Rows') }, { title: t('Share'), shown: shareOf }],
              counted.top.slice(0, 5).map(({ value, count, share }) => [value, count, share]),
            ),
          ),
        );
      return;
    }
    const { pick } = this;
    this.#stop = new AbortController();
    const found = await this.#examples(where, this.#stop.signal).catch(() => null);
    if (!found || found.rows.length === 0 || pick !== this.pick) return;
    table.replaceChildren(
      shownTable(
        numbersTable(
          t('Some of these rows'),
          found.columns.map((title) => ({ title })),
          found.rows,
        ),
      ),
    );
  }

  // The tables, which also go into a CSV.
  #list() {
    const judgement = /** @type {Judgement} */ (this.#judgement),
      { candidates } = judgement;
    const profiles = new Map(/** @type {Profile} */ (this.#profile).candidates.map((each) => [each.id, each]));
    const asks = asksOf(judgement);
    const figures = figuresTable(
      candidates.map((each) => figuresOf(each, /** @type {CandidateProfile} */ (profiles.get(each.id)))),
    );
    this.tables = [figures, asks];
    const part = (/** @type {string} */ name) => this.#dialog.part(name);
    const shownAsks = shownTable(asks);
    const texts = new Map(this.texts);
    [...shownAsks.tBodies[0].rows].forEach((row, i) => {
      row.title = texts.get(candidates[0].templates[i].id) ?? '';
      candidates.forEach(({ templates }, at) => row.cells[at + 2].classList.add(`asks-${templates[i].asks}`));
    });
    part('asks').replaceChildren(shownAsks);
    part('figures').replaceChildren(shownTable(figures));
  }

  /** The text of each query, by its id. @type {[string, string][]} */
  texts = [];
}
