// “Choose a sharding key”: rows and queries in, keys out, best first. The core's profiler counts in a worker.
import { onLanguage, t } from '../../text/language.js';
import { refusalOf } from '../../text_view/parts.js';
import { Dialog, kRefused, save } from '../tools/dialog.js';
import { Reading } from '../files/reading.js';
import { inputOf as placementOf } from '../tools/plan.js';
import { connectStudy, kTakeHtml } from '../tools/study.js';
import { detailOf, settingsOf } from './link.js';
import { kQueriesHtml, QueriesPart } from './queries.js';
import { kRemediesHtml, RemediesPart } from './remedies.js';
import { kResultHtml, ResultPart } from './result.js';
import { kMostCandidates, kSourceHtml, likely, SourcePart } from './source.js';
import { handOver } from './hand_over.js';
import { notJudged } from './key_words.js';
import { identifiersFirst } from './tied.js';

const kSpecFile = 'sharding-key.json';

const kHtml = `
  <p data-name="goal" class="goal" role="status" hidden></p>
  <p class="quiet intro">Which column decides the shard of a row? Rows and queries answer: a good key sends the queries
    that matter to one shard, and no shard gets too much.</p>
  <div class="sides">
    <div class="inputs">
      <section aria-labelledby="sharding-key-rows"><h3 id="sharding-key-rows">Rows</h3>${kSourceHtml}</section>
      <section aria-labelledby="sharding-key-queries">
        <h3 id="sharding-key-queries">Queries</h3>${kQueriesHtml}</section>
    </div>
    <div class="answer">
      ${kRefused}
      <progress name="progress" aria-label="Reading the rows" max="1" value="0"></progress>
      ${kResultHtml}
      <section data-name="remedies" aria-labelledby="sharding-key-remedies" hidden>
        <h3 id="sharding-key-remedies">What would help</h3>${kRemediesHtml}</section>
      <p class="buttons go">
        <button type="button" name="use" class="primary" disabled>Use this key in the playground</button>
        <button type="button" name="spec" disabled>Save for reshard profile</button></p>
      <p data-name="spec-says" class="quiet" role="status"></p>
    </div>
  </div>
  ${kTakeHtml}`;

/**
 * @typedef {import('../../host/page.js').Page} Page
 * @typedef {import('../../api/shapes.js').StateNode} StateNode
 * @typedef {import('../../headless/reshard-profile.js').Profile} Profile
 * @typedef {import('../../headless/reshard-profile.js').ProfileInput} ProfileInput
 * @typedef {import('../../headless/reshard-profile.js').JudgeInput} JudgeInput
 * @typedef {import('../../headless/reshard-profile.js').Judgement} Judgement
 * @typedef {import('../../headless/reshard-profile.js').TemplateInput} TemplateInput
 * @typedef {import('../../headless/reshard-core.js').PlaceInput} PlaceInput
 * @typedef {import('./profile_engine.js').Ask} Ask
 *
 * @typedef {object} Answered the last question to the profiler, and its answer
 * @property {JudgeInput} judging
 * @property {Judgement} judgement
 * @property {Omit<ProfileInput, 'columns'>} input of the profile
 */

/**
 * The table that the rows are most likely from, by how often queries name its columns.
 * @param {TemplateInput[]} templates
 * @param {string[]} tables
 * @param {string[]} columns
 */
function likeliest(templates, tables, columns) {
  const fits = (/** @type {string} */ name) =>
    templates
      .filter((template) => template.tables.some((table) => table.name === name))
      .reduce((sum, { equal = [], ranges = [], perSecond, tables: all }) => {
        const own = [...equal, ...ranges].filter(
          ({ column }) =>
            columns.includes(all.length === 1 ? column : column.slice(name.length + 1)) &&
            (all.length === 1 || column.startsWith(`${name}.`)),
        );
        return sum + own.length * (perSecond + 1e-9);
      }, 0);
  return [...tables].sort((a, b) => fits(b) - fits(a))[0] ?? '';
}

const refusalText = (/** @type {unknown} */ error) =>
  refusalOf(/** @type {import('../../headless/reshard-core.js').ReshardError} */ (error));

const isAbort = (/** @type {unknown} */ error) => /** @type {Error} */ (error).name === 'AbortError';

export class View {
  #dialog = new Dialog('sharding_key', 'Choose a sharding key', kHtml);
  #page;
  #told;
  #asker = new Reading(new URL('profile_engine.js', import.meta.url), () => import('./profile_engine.js'));
  /** @type {Ask} */
  #ask = (what, input, options) => this.#asker.ask(what, input, options);
  #source;
  #queries;
  #result;
  #remedies;
  #run = 0;
  /** @type {?AbortController} */
  #stop = null;
  /** @type {{key: string, profile: ?Profile}} `key`: of what the profile is */
  #profiled = { key: '', profile: null };
  /** @type {Partial<import('./link.js').Settings>} */
  #settings = {};
  /** @type {?Promise<void>} */
  #loaded = null;

  /**
   * @param {Page} page
   * @param {(detail: string, open: boolean) => void} told called with what is chosen, as in a link, after each answer
   *   and when the view is closed
   */
  constructor(page, told) {
    this.#page = page;
    this.#told = told;
    const part = (/** @type {string} */ name) => this.#dialog.part(name);
    this.#source = new SourcePart(this.#dialog, this.#ask, (what) => this.#sourceChanged(what));
    this.#queries = new QueriesPart(this.#dialog, this.#ask, () => this.#change());
    this.#result = new ResultPart(
      this.#dialog,
      () => this.#remedies.show(),
      (where, signal) =>
        this.#ask('examples', { source: this.#source.source, columns: this.#source.columns, where }, { signal }),
    );
    this.#remedies = new RemediesPart(
      this.#dialog,
      this.#ask,
      () => this.#judged(),
      () => this.#change(),
      () => this.#told(this.#argument(), true),
    );
    part('use').onclick = () => this.#use();
    part('spec').onclick = () => this.#saveSpec();
    part('adding').open = part('listed').open = innerWidth >= 900; // if there is room
    this.#dialog.element.addEventListener('close', () => {
      this.#cancel();
      if (this.#source.ready) this.#told(this.#argument(), false);
    });
    connectStudy(this.#dialog, page, 'sharding_key', {
      argument: () => this.#argument(),
      said: () => part('outcome').textContent,
      tables: () => [...this.#result.tables, ...this.#remedies.tables],
    });
    onLanguage(() => {
      this.#queries.show();
      if (this.#dialog.element.open) this.#change();
    });
  }

  /** @param {string} [detail] of a link @param {?Blob} [rows] that another dialog was given */
  async open(detail, rows = null) {
    await this.#dialog.open();
    this.#dialog.refuse('');
    try {
      await (this.#loaded ??= this.#source.load());
    } catch (error) {
      this.#loaded = null;
      this.#dialog.refuse(refusalText(error));
      return;
    }
    if (this.#source.ready && detail === undefined) return rows ? this.#source.take(rows) : this.#change();
    const settings = settingsOf(detail);
    this.#settings = settings;
    this.#last = null; // forget what was open before
    this.#offerUse(false);
    this.#dialog.part('shards').value = settings.shards ?? this.#pageNodes();
    this.#result.take(settings.pick ?? '');
    this.#source.useWorld(settings.world ?? 'shop', settings);
    const info = this.#useWorld();
    this.#remedies.take({ show: '', ...settings }, info);
    if (settings.kept || settings.sql || settings.file) this.#queries.keep(settings.file ? [] : (settings.kept ?? []));
    if (settings.sql) await this.#queries.read(new Blob([settings.sql]), false);
    if (settings.file) {
      this.#result.clear(t('This link has the queries, and not the rows: open the file that they are about.'));
      return;
    }
    await (rows ? this.#source.take(rows) : this.#change());
  }

  /** Shows a lesson's progress. @param {{text: string, reached: boolean}} goal */
  tellGoal({ text, reached }) {
    const line = this.#dialog.part('goal');
    line.hidden = text === '';
    if (line.textContent !== text) line.textContent = text;
    line.classList.toggle('reached', reached);
  }

  #pageNodes() {
    /** @type {{nodes: StateNode[]}} */
    const { nodes } = this.#page.state();
    return Math.max(1, Math.min(1000, nodes.filter(({ down }) => !down).length));
  }

  // Shows the queries of the world whose rows are judged.
  #useWorld() {
    const { world, info } = /** @type {import('./source.js').AtWorld} */ (this.#source.at);
    this.#world = world;
    this.#queries.useWorld(info.templates);
    return info;
  }

  #sourceChanged(/** @type {'rows' | 'settings'} */ what) {
    this.#profiled.key = '';
    if (what === 'rows' && this.#source.at.info && this.#queries.plain) {
      if (this.#world === this.#source.at.world) return this.#again(); // other rows of the same world
      this.#remedies.take({}, this.#useWorld());
    } else if (what === 'rows' && this.#source.at.file && this.#queries.plain) {
      this.#queries.clear(); // the world's
      this.#world = '';
      this.#remedies.take({}, null);
    }
    this.#again();
  }

  #world = ''; // the world whose queries are shown

  #again() {
    this.#source.say();
    this.#change();
  }

  #argument() {
    const { at, chosen } = this.#source,
      { info } = at,
      plain = this.#queries.plain;
    return detailOf({
      ...(info
        ? {
            world: info.id,
            rows: this.#source.count === info.rows ? '' : this.#source.count,
            seed: this.#source.seed === 1 ? '' : this.#source.seed,
          }
        : { file: true }),
      shards: this.#source.shards,
      time: info && this.#source.time === info.time ? '' : this.#source.time,
      table: info ? '' : this.#source.table,
      candidates: chosen ?? '',
      pick: this.#result.pick,
      ...this.#remedies.settings(),
      kept: plain || !info ? '' : [...this.#queries.kept, ...(this.#queries.list.length === 0 ? ['-'] : [])],
      sql: plain ? '' : this.#queries.sql,
    });
  }

  /**
   * The shards: the page's nodes and strategy; generated nodes if the reader wants another number of them.
   * @returns {NonNullable<ProfileInput['shards']>}
   */
  #shards() {
    /** @typedef {{nodes: number | PlaceInput['nodes'], log: PlaceInput['log'], seed?: PlaceInput['seed']}} Placing */
    const scenario = this.#page.bridge.read('scenario'),
      { nodes, log, seed } = /** @type {Placing} */ (placementOf(scenario));
    const [choice] = scenario.strategies ?? [{ strategy: 'ring' }];
    const asked = this.#source.shards,
      same = asked === this.#pageNodes();
    const list =
      typeof nodes === 'number'
        ? Array.from({ length: nodes }, (_, i) => ({ name: `node-${i}` }))
        : nodes.map((node) => (typeof node === 'string' ? { name: node } : node));
    this.#dialog.part('shards-says').textContent = same
      ? t('The page’s nodes, placed by its strategy: {0}.', this.#title(choice))
      : t('{0} nodes of equal weight, placed by the page’s strategy: {1}.', asked, this.#title(choice));
    return {
      ...choice,
      ...(seed !== undefined && { seed }),
      ...(same ? { nodes: list, log } : { nodes: Array.from({ length: asked }, (_, i) => ({ name: `node-${i}` })) }),
    };
  }

  #title(/** @type {{strategy: string}} */ { strategy }) {
    /** @type {{strategies: {id: string, title: string}[]}} */
    const { strategies } = this.#page.bridge.read('registry');
    return t(strategies.find(({ id }) => id === strategy)?.title ?? strategy);
  }

  #cancel() {
    ++this.#run;
    this.#stop?.abort();
    this.#stop = null;
    this.#result.stop();
    this.#dialog.work(null);
  }

  // Recomputes what must be recomputed.
  async #change() {
    this.#cancel();
    const run = this.#run,
      stop = (this.#stop = new AbortController());
    try {
      await this.#answer(run, stop);
    } catch (error) {
      const refused = run === this.#run && !isAbort(error);
      if (refused) this.#dialog.refuse(refusalText(error));
      if (refused && this.#profiled.key === '') {
        // what is shown is about other rows
        this.#result.clear('');
        this.#remedies.clear();
        this.#offerUse(false);
      }
    }
    if (run === this.#run) this.#dialog.work(null);
  }

  /**
   * @param {number} run
   * @param {AbortController} stop
   */
  async #answer(run, stop) {
    this.#dialog.refuse('');
    const columns = this.#source.columns,
      templates = this.#queries.inputs(columns);
    const tables = [...new Set(templates.flatMap((template) => template.tables.map(({ name }) => name)))];
    const { info } = this.#source.at;
    this.#source.offerTables(
      info ? [] : tables,
      this.#source.table || this.#settings.table || likeliest(templates, tables, columns),
    );
    const table = info?.table ?? (this.#source.table || undefined);
    const named =
      templates.length > 0
        ? await this.#ask('suggest', { columns, ...(table && { table }), templates })
        : { candidates: [], pairs: [] };
    if (run !== this.#run) return;
    const { candidates, pairs } = this.#candidates(named);
    this.#source.offerCandidates(candidates);
    const input = { candidates, pairs, ...(this.#source.time && { time: this.#source.time }), shards: this.#shards() };
    const profile = await this.#profileOf(input, run, stop);
    if (profile === null) return;
    const judging = {
      profile,
      templates,
      ...(table && { table }),
      ...this.#remedies.judging(),
    };
    const judgement = identifiersFirst(await this.#ask('judge', judging), profile);
    if (run !== this.#run) return;
    this.#result.texts = this.#queries.list.map(({ id, text }) => [id, text]);
    this.#last = { judging, judgement, input };
    this.#result.show(
      judgement,
      profile,
      this.#notJudged([...candidates, ...pairs.flat()], named.candidates.length > 0),
    );
    this.#offerUse(judgement.candidates.length > 0);
    this.#dialog.part('use').textContent = t('Use this key in the playground');
    this.#dialog.part('remedies').hidden = judgement.candidates.length === 0;
    await this.#remedies.show();
  }

  /**
   * Which columns are judged: those that somebody chose, or that queries name.
   * @param {{candidates: string[], pairs: [string, string][]}} named by queries
   */
  #candidates(named) {
    const { info } = this.#source.at,
      { chosen } = this.#source,
      ofWorld = this.#queries.plain ? info : undefined;
    const usual = named.candidates.length > 0 ? named.candidates : likely(this.#source.columns);
    const candidates = chosen ?? (ofWorld?.candidates ?? usual).slice(0, kMostCandidates);
    const pairs = (ofWorld?.pairs ?? named.pairs).filter(
      (pair) => chosen === null || pair.every((name) => candidates.includes(name)),
    );
    return { candidates, pairs };
  }

  /**
   * The profile of the rows: the last one, if it is still about them; null if another run has begun.
   * @param {Omit<ProfileInput, 'columns'>} input
   * @param {number} run
   * @param {AbortController} stop
   */
  async #profileOf(input, run, stop) {
    const { at, source, columns } = this.#source;
    const key = JSON.stringify([at.file ? at.name : source, input, columns]);
    if (this.#profiled.key === key) return this.#profiled.profile;
    const cancel = () => {
      this.#cancel();
      this.#profiled.key = '';
      this.#result.clear(t('Cancelled.'));
      this.#remedies.clear();
      this.#offerUse(false);
    };
    this.#dialog.work(0, cancel);
    const profile = await this.#ask(
      'profile',
      { source, columns, profile: input },
      { signal: stop.signal, onProgress: (share) => run === this.#run && this.#dialog.work(share, cancel) },
    );
    if (run !== this.#run) return null;
    this.#profiled = { key, profile };
    return profile;
  }

  /**
   * @param {string[]} judged
   * @param {boolean} byQueries whether queries name candidates
   */
  #notJudged(judged, byQueries) {
    const others = this.#source.columns.filter((name) => !judged.includes(name));
    const why =
      this.#source.chosen !== null
        ? t('They are not ticked under “Shards, columns, time”.')
        : byQueries || this.#source.at.info
          ? t('No query finds rows by them. Tick them under “Shards, columns, time”.')
          : t(
              '{0} columns are judged at once, those that look like ids first. Tick others under “Shards, columns, time”.',
              kMostCandidates,
            );
    return notJudged(others, why, this.#source.at.refused ?? []);
  }

  /** @type {?Answered} */
  #last = null;

  /** @param {boolean} answered whether there is a key to use */
  #offerUse(answered) {
    for (const name of ['use', 'spec']) this.#dialog.part(name).disabled = !answered;
    this.#dialog.part('spec-says').textContent = '';
  }

  // Saves the question in the form that the command takes, for a table that is too large for a page. A file's first
  // line names its columns there, too.
  #saveSpec() {
    const {
        input,
        judging: { profile: _profile, ...judge },
      } = /** @type {Answered} */ (this.#last),
      { header } = this.#source.at;
    const spec = { ...(header === false && { columns: this.#source.columns }), ...input, judge };
    save(new Blob([`${JSON.stringify(spec, null, 2)}\n`], { type: 'application/json' }), kSpecFile);
    this.#dialog.part('spec-says').textContent = t(
      'The command asks the same of a table of any size: {0}',
      `reshard profile --spec ${kSpecFile} rows.csv`,
    );
  }

  /** @returns {?import('./remedies.js').About} */
  #judged() {
    return this.#last && this.#result.candidate
      ? { ...this.#last, shards: this.#last.input.shards, pick: this.#result.pick }
      : null;
  }

  async #use() {
    const candidate = this.#result.candidate;
    if (!candidate) return;
    this.#cancel();
    const run = this.#run,
      stop = (this.#stop = new AbortController());
    const cancel = () => this.#cancel();
    this.#dialog.work(0, cancel);
    try {
      const said = await handOver(
        this.#page,
        candidate,
        /** @type {Profile} */ (this.#profiled.profile).rowBytes,
        (most, onProgress) =>
          this.#ask(
            'values',
            { source: this.#source.source, columns: candidate.columns, most },
            { signal: stop.signal, onProgress },
          ),
        (share) => run === this.#run && this.#dialog.work(share, cancel),
        () => run !== this.#run,
      );
      if (run !== this.#run || said === null) return;
      this.#dialog.work(null);
      this.#dialog.close();
      this.#page.announce(said);
      (await import('../tools/note.js')).tell(candidate.id, said, { overDialogs: false });
    } catch (error) {
      if (run === this.#run && !isAbort(error)) this.#dialog.refuse(refusalText(error));
    }
    if (run === this.#run) this.#dialog.work(null);
  }
}
