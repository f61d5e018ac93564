// The answer: keys, best first, each with its reason; for the selected one, what goes wrong with it, shown by its own
// rows.
import { number, percent, t } from '../../text/language.js';
import { element } from '../tools/dialog.js';
import { numbersTable, shownTable } from '../tools/study.js';
import { histogramOf, workOf } from './pictures.js';
import { becauseText, failureText, headline, reasonText } from './key_words.js';

const kMostWidth = 720;

export const kResultHtml = `
  <p data-name="outcome" role="status" class="headline"></p>
  <div class="keys" data-name="keys" role="radiogroup" aria-label="Keys, best first"></div>
  <p data-name="not-judged" class="quiet" hidden></p>
  <section data-name="looked" aria-labelledby="sharding-key-looked" hidden>
    <h3 id="sharding-key-looked" data-name="looked-title"></h3>
    <div data-name="histogram"></div>
    <ul data-name="reasons"></ul>
    <div data-name="failure" class="failure" hidden><p></p><div class="tables" tabindex="0" role="region" aria-label="Rows that show it"></div></div>
  </section>
  <details data-name="asked"><summary>Shards that each query asks</summary><div data-name="asks" class="tables" tabindex="0" role="region" aria-label="Shards that each query asks"></div></details>
  <details data-name="all"><summary>All figures</summary><div data-name="figures" class="tables" tabindex="0" role="region" aria-label="All figures"></div></details>`;

const times = (value) => `${number(value, 2)}×`;
const plain = (value) => number(value, 2, 0);
const shareOf = (value) => percent(value);

export class ResultPart {
  #dialog;
  #picked;
  #examples;
  /** @type {any} */
  #judgement = null;
  /** @type {any} */
  #profile = null;
  /** The id of the selected key. */
  pick = '';
  #best = ''; // the id of the best key, at the last answer
  tables = /** @type {any[]} */ ([]);

  /**
   * @param {any} dialog
   * @param {() => void} picked
   * @param {(where: any, signal: AbortSignal) => Promise<any>} examples rows that show a fault
   */
  constructor(dialog, picked, examples) {
    this.#dialog = dialog;
    this.#picked = picked;
    this.#examples = examples;
    const part = (name) => dialog.part(name);
    new ResizeObserver(() => this.draw()).observe(part('keys'));
    part('keys').addEventListener('change', ({ target }) => {
      this.pick = target.value;
      this.#look();
      this.#picked();
    });
  }

  get candidate() {
    return this.#judgement?.candidates.find(({ id }) => id === this.pick) ?? null;
  }

  /** @param {any} judgement @param {any} profile @param {string} notJudged which columns are no candidates */
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
      const [reason] = i === 0 ? candidate.reasons : [...candidate.reasons].filter(({ code }) => code !== 'one_shard');
      label.querySelector('.why').textContent =
        (reason ?? candidate.reasons[0]) ? reasonText(reason ?? candidate.reasons[0]) : '';
      return label;
    });
    this.#dialog.part('keys').replaceChildren(...keys);
    this.#list();
    this.draw();
    this.#look();
  }

  /** There is nothing to show, or nothing any more. */
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

  #say(text, more) {
    const strong = Object.assign(document.createElement('strong'), { textContent: text });
    this.#dialog.part('outcome').replaceChildren(strong, ...(more ? [` ${more}`] : []));
  }

  get #counted() {
    return this.#profile.candidates.find(({ id }) => id === this.pick);
  }

  draw() {
    const keys = this.#dialog.part('keys');
    if (!this.#judgement || keys.clientWidth === 0) return;
    const width = Math.min(kMostWidth, keys.clientWidth - 56);
    keys.querySelectorAll('.picture').forEach((box, i) => {
      box.innerHTML = workOf(this.#judgement.candidates[i], this.#judgement.shards, width);
    });
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
      names = this.#profile.shards;
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
    const part = (name) => this.#dialog.part(name),
      candidate = this.candidate,
      counted = this.#counted;
    for (const name of ['looked', 'asked', 'all']) part(name).hidden = !candidate;
    if (!candidate) return;
    const said = counted.spread
      ? t('{0}: {1} rows on {2} shards', candidate.id, counted.rows, this.#judgement.shards)
      : candidate.id;
    part('looked-title').textContent = said;
    part('reasons').replaceChildren(
      ...candidate.reasons.map((reason) =>
        Object.assign(document.createElement('li'), { textContent: reasonText(reason) }),
      ),
      ...(counted.whyNoSpread
        ? [
            Object.assign(document.createElement('li'), {
              textContent:
                counted.whyNoSpread === 'sketch'
                  ? t('Too many values for a strategy that needs all of them: no rows per shard.')
                  : t('The strategy cannot place “{0}”: {1}', counted.refused.value, counted.refused.message),
            }),
          ]
        : []),
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

  async #fail(failure, candidate, counted) {
    this.stop();
    const box = this.#dialog.part('failure');
    box.hidden = failure === null;
    if (failure === null) return;
    box.querySelector('p').textContent = failureText(failure);
    const [column] = candidate.columns;
    const where =
      failure.kind === 'celebrity' && candidate.columns.length === 1
        ? { column, value: failure.value }
        : failure.kind === 'few_values' && candidate.columns.length === 1
          ? { column, value: failure.values[0] }
          : failure.kind === 'hot_newest' && this.#profile.time.column
            ? { column: this.#profile.time.column, from: failure.from, to: failure.to, order: this.#profile.time.order }
            : null;
    const table = box.querySelector('.tables');
    table.replaceChildren();
    if (!where) {
      if (failure.kind === 'scatter') table.append(shownTable(this.#asksOf(candidate)));
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

  #asksOf(candidate) {
    return numbersTable(
      t('Queries that ask the most shards'),
      [
        { title: t('Query') },
        { title: t('Per second'), shown: plain },
        { title: t('Shards asked'), shown: plain },
        { title: t('Why') },
      ],
      [...candidate.templates]
        .sort((a, b) => b.perSecond * b.shards - a.perSecond * a.shards)
        .slice(0, 5)
        .map(({ id, perSecond, shards, because }) => [t(id), perSecond, shards, becauseText(because)]),
    );
  }

  // The tables, which also go into a CSV.
  #list() {
    const { candidates, shards } = this.#judgement,
      profiles = new Map(this.#profile.candidates.map((each) => [each.id, each]));
    const [first] = candidates;
    const asked = (value) => (value >= shards - 1e-9 && shards > 1 ? t('all {0}', shards) : number(value, 2, 0));
    const asks = numbersTable(
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
    const figures = numbersTable(
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
        { title: t('Rank correlation with time'), shown: (value) => number(value, 2) },
        { title: t('No value') },
        { title: t('Newest rows on one'), shown: shareOf },
        { title: t('Unique, not checked by one') },
        { title: t('Global indexes that help') },
      ],
      candidates.map((each) => {
        const { distinct, largest, spread, rank, nulls, newest } = profiles.get(each.id);
        return [
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
      }),
    );
    this.tables = [figures, asks];
    const part = (name) => this.#dialog.part(name);
    const shownAsks = shownTable(asks);
    const texts = new Map(this.texts);
    [...shownAsks.tBodies[0].rows].forEach((row, i) => {
      row.title = texts.get(first.templates[i].id) ?? '';
      candidates.forEach(({ templates }, at) => row.cells[at + 2].classList.add(`asks-${templates[i].asks}`));
    });
    part('asks').replaceChildren(shownAsks);
    part('figures').replaceChildren(shownTable(figures));
  }

  /** The text of each query, by its id. @type {[string, string][]} */
  texts = [];
}
