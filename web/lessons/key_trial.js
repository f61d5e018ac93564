// Measures a sharding key for lessons whose start opens “Choose a sharding key” (`dialog=sharding_key/…`): the lesson's
// world and queries, with only those of the learner's settings that the lesson leaves open. Loaded with the profiler
// when a lesson needs it. Its figures are those that the view shows.
import { ReshardError } from '../headless/reshard-core.mjs';
import { loadProfiler } from '../headless/reshard-profile.mjs';
import { detailOf, kWhole, settingsOf } from '../dialogs/sharding_key/link.js';
import { pairsOfText, pathsOfList, ratesOfKept } from '../dialogs/sharding_key/lists.js';
import { studyField, studyIn } from './links.js';

/** @typedef {import('../headless/reshard-profile.d.ts').Profiler} Profiler */
/** @typedef {import('../headless/reshard-profile.d.ts').Profile} Profile */
/** @typedef {import('../headless/reshard-profile.d.ts').ProfileInput} ProfileInput */
/** @typedef {import('../headless/reshard-profile.d.ts').WorldInfo} WorldInfo */
/** @typedef {import('../headless/reshard-profile.d.ts').WorldInput} WorldInput */
/** @typedef {import('../headless/reshard-profile.d.ts').Template} Template */
/** @typedef {import('../headless/reshard-profile.d.ts').CandidateJudgement} CandidateJudgement */
/** @typedef {import('../headless/reshard-profile.d.ts').CandidateProfile} CandidateProfile */
/** @typedef {import('../headless/reshard-profile.d.ts').SecondView} SecondView */
/** @typedef {import('./metrics.js').KeyFigures} KeyFigures */

/**
 * Settings of “Choose a sharding key” that a lesson reads (web/dialogs/sharding_key/link.js).
 * @typedef {object} Study
 * @property {string} [world]
 * @property {number} [rows]
 * @property {number} [seed]
 * @property {number} [shards]
 * @property {string} [time]
 * @property {'both' | 'first'} [pairs]
 * @property {string} [pick]
 * @property {string} [second]
 * @property {string} [sql]
 * @property {string[]} [candidates]
 * @property {string[]} [kept]
 * @property {string} [reference]
 * @property {string} [keys]
 * @property {string} [show]
 * @property {boolean} [file]
 */

/**
 * What the module returns for the start.
 * @typedef {object} Base
 * @property {string} link
 * @property {string} strategy
 * @property {Record<string, number>} params
 * @property {string} hash
 * @property {{nodes: number}[]} steps
 */

const kBatchRows = 20_000;
const kMaxRows = 100_000; // of a lesson: its check counts them again for each seed
const kMaxProfiles = 60; // so that a setup that is tried again is not counted again
const kMaxCandidates = 6;

/**
 * @param {string} field
 * @param {string} message with {0}, {1}, … for the arguments
 * @param {(string | number)[]} args
 * @returns {never}
 */
function refuse(field, message, ...args) {
  const template = `{field}: ${message}`;
  const filled = template.replace(/\{(field|\d)\}/g, (_, which) => (which === 'field' ? field : String(args[which])));
  throw new ReshardError({ code: 'unsupported', field, message: filled, template, args: args.map(String) });
}

/**
 * The page ignores unknown settings in a link; a lesson with such a setting is rejected, because it would check
 * something else.
 * @param {string} field
 * @param {string} fragment
 */
function settingsIn(field, fragment) {
  const detail = studyIn(fragment);
  if (detail === null) refuse(field, 'has no “dialog=sharding_key/…”');
  const settings = /** @type {Study} */ (settingsOf(detail));
  for (const part of detail.split('/')) {
    const [name] = part.split('~', 1);
    if (Object.hasOwn(settings, name)) continue;
    const given = part.slice(name.length + 1);
    const most = Object.hasOwn(kWhole, name) && kWhole[/** @type {keyof typeof kWhole} */ (name)];
    if (most) refuse(`${field}.${name}`, '{0} is outside {1} to {2}', given, name === 'seed' ? 0 : 1, most);
    refuse(field, '“{0}” is no setting of “Choose a sharding key”', part);
  }
  return settings;
}

/**
 * The lesson's settings, with the learner's where the lesson leaves the choice.
 * @param {Study} lesson
 * @param {Study} learner
 * @param {string[]} free
 * @param {string} seed
 * @returns {Study & {seed: number}}
 */
function chosenOf(lesson, learner, free, seed) {
  /** @type {Study & {seed: number} & Record<string, unknown>} */
  const settings = { ...lesson, seed: Number(seed) };
  for (const name of /** @type {(keyof Study)[]} */ (free))
    settings[/** @type {string} */ (name)] = learner[name] ?? (name === 'pick' ? lesson.pick : undefined);
  if (settings.second) settings.show = 'views'; // the part of the view that shows it
  return settings;
}

/**
 * @template Row
 * @param {Row[]} rows
 * @param {(row: Row) => number} of
 */
const sum = (rows, of) => rows.reduce((total, row) => total + of(row), 0);

export class KeyTrial {
  #profiler;
  #worlds;
  /** @type {Map<string, Profile>} */
  #profiles = new Map();

  /** @param {Profiler} profiler */
  constructor(profiler) {
    this.#profiler = profiler;
    /** @type {Map<string, WorldInfo>} */
    this.#worlds = new Map(profiler.worlds().map((world) => [world.id, world]));
  }

  /**
   * Measures a setup for one seed.
   * @param {import('./check.js').Request & {key: string[]}} request as in LessonsEngine.measure()
   * @param {Base} base
   * @returns {{link: string, key: KeyFigures}} `link`: the setup, with everything that is the lesson's restored
   */
  measure({ start, setup = '', commands = [], key: free, seed }, base) {
    if (commands.length > 0) refuse('commands', 'a lesson about a sharding key takes a link');
    const lesson = settingsIn('start', start);
    if (lesson.file) refuse('start.file', 'a lesson has the rows of a world, not of a file');
    if (lesson.sql) refuse('start.sql', 'a lesson has the queries of its world, each as often as “kept” says');
    const own = setup === '' || studyIn(setup) === null;
    const settings = chosenOf(lesson, own ? lesson : settingsIn('setup', setup), free, seed);
    return {
      link: `${base.link}&${studyField(detailOf(settings))}`,
      key: this.#figures(settings, own ? 'start' : 'setup', start, base),
    };
  }

  /**
   * @param {Study & {seed: number}} settings
   * @param {string} where the settings are from: a field
   * @param {string} start
   * @param {Base} base
   * @returns {KeyFigures}
   */
  #figures(settings, where, start, base) {
    const info =
      this.#worlds.get(/** @type {WorldInfo['id']} */ (settings.world ?? '')) ??
      refuse('start.world', '“{0}” is not one of {1}', settings.world ?? '', [...this.#worlds.keys()].join(', '));
    const rows = settings.rows ?? info.rows;
    if (rows > kMaxRows) refuse('start.rows', '{0} is outside {1} to {2} in a lesson', rows, 1, kMaxRows);
    const named = keysOf(settings, where, info);
    const views = [settings.pick, settings.second]
      .filter((id) => id !== undefined && id !== '')
      .map((id, i) => columnsOf(`${where}.${i === 0 ? 'pick' : 'second'}`, id ?? '', named));
    if (views.length === 0 || !settings.pick) refuse('start.pick', 'is missing');
    const ids = views.map((columns) => columns.join(', '));
    if (ids[0] === ids[1]) refuse(`${where}.second`, '“{0}” is the key already', ids[1]);

    const templates = templatesOf(info, settings.kept);
    const profile = this.#profile(
      { id: info.id, rows, seed: settings.seed },
      {
        columns: info.columns,
        candidates: [...new Set(views.flat())],
        pairs: /** @type {[string, string][]} */ (views.filter(({ length }) => length === 2)),
        ...timeOf(settings, info),
        shards: shardsOf(settings, start, base),
      },
    );
    const { pairs = 'both' } = settings;
    const judging = {
      profile,
      templates,
      table: info.table,
      pairs,
      reference: pathsOfList(settings.reference ?? info.reference.join(', ')),
      keys: pairsOfText(settings.keys ?? ''),
    };
    const { candidates } = this.#profiler.judge(judging);
    // the profile has every view
    const judged = ids.map(
      (id) => /** @type {CandidateJudgement} */ (candidates.find((candidate) => candidate.id === id)),
    );
    const both = ids.length > 1 ? this.#profiler.secondView({ ...judging, key: ids[0], second: ids[1] }) : null;
    // If only the first column of a pair decides, all rows with its value are on one shard.
    const placed = views.map((columns, i) => {
      const one = profile.candidates.find(({ id }) => id === (pairs === 'first' ? columns[0] : ids[i]));
      return /** @type {CandidateProfile} */ (one);
    });
    return {
      ...requestFigures(templates, judged, both),
      table_bytes: profile.rows * profile.rowBytes,
      copy_bytes: both?.bytes ?? 0,
      largest_share: Math.max(...placed.map(({ largest }) => largest.share)),
      max_to_mean: Math.max(...placed.map(({ spread }) => spread?.maxToMean ?? NaN)),
    };
  }

  /**
   * @param {WorldInput} world
   * @param {ProfileInput} input
   */
  #profile(world, input) {
    const id = JSON.stringify([world, input]);
    const known = this.#profiles.get(id);
    if (known) return known;
    const rows = this.#profiler.world(world);
    const open = this.#profiler.open(input);
    for (let batch = rows.next(kBatchRows); batch !== null; batch = rows.next(kBatchRows)) open.push(batch);
    const profile = open.finish();
    if (this.#profiles.size >= kMaxProfiles) this.#profiles.delete([...this.#profiles.keys()][0]);
    this.#profiles.set(id, profile);
    return profile;
  }
}

/**
 * The requests per second to the shards.
 * @param {Template[]} templates
 * @param {CandidateJudgement[]} judged for each view
 * @param {?SecondView} both for two views
 */
function requestFigures(templates, judged, both) {
  const kinds = new Map(templates.map(({ id, kind }) => [id, kind]));
  const queries = judged[0].templates.map(({ id, perSecond, shards }, i) => {
    const reads = kinds.get(id) === 'select',
      ones = judged.map((candidate) => candidate.templates[i].asks === 'one');
    // A read goes to the view in which it asks one shard; a write changes every view.
    return {
      reads,
      perSecond,
      one: reads ? ones.some(Boolean) : both === null && ones[0],
      asked: both === null ? shards : both.templates[i].withBoth,
    };
  });
  const reads = queries.filter((query) => query.reads),
    writes = queries.filter((query) => !query.reads);
  /** @typedef {typeof queries[number]} Query */
  const often = (/** @type {Query} */ { perSecond }) => perSecond;
  const ones = (/** @type {Query} */ { one, perSecond }) => (one ? perSecond : 0);
  const asked = (/** @type {Query} */ query) => query.perSecond * query.asked;
  return {
    requests: sum(queries, often),
    one: sum(queries, ones),
    reads: sum(reads, often),
    reads_one: sum(reads, ones),
    shard_requests: sum(queries, asked),
    writes: sum(writes, often),
    shard_writes: sum(writes, asked),
  };
}

/**
 * The columns that are judged: a key consists of one or two of them.
 * @param {Study} settings
 * @param {string} where
 * @param {WorldInfo} info
 */
function keysOf({ candidates }, where, info) {
  if (candidates === undefined) return info.candidates;
  const unknown = candidates.find((name) => !info.columns.includes(name));
  if (unknown !== undefined) refuse(`${where}.candidates`, '“{0}” is not one of {1}', unknown, info.columns.join(', '));
  if (candidates.length < 1 || candidates.length > kMaxCandidates)
    refuse(`${where}.candidates.length`, '{0} is outside {1} to {2}', candidates.length, 1, kMaxCandidates);
  return candidates;
}

/**
 * @param {string} field
 * @param {string} id a column, or two
 * @param {string[]} named columns that are judged
 */
function columnsOf(field, id, named) {
  const columns = pathsOfList(id);
  const fine =
    columns.length >= 1 &&
    columns.length <= 2 &&
    new Set(columns).size === columns.length &&
    columns.every((name) => named.includes(name));
  if (!fine) refuse(field, '“{0}” is not one of {1}, nor a pair of them', id, named.join(', '));
  return columns;
}

/**
 * @param {WorldInfo} info
 * @param {string[]} [kept]
 * @returns {Template[]}
 */
function templatesOf(info, kept) {
  if (kept === undefined) return info.templates;
  const rates = ratesOfKept(kept);
  const unknown = kept.find((each) => !info.templates.some(({ id }) => each.startsWith(`${id}:`) && rates.has(id)));
  if (unknown !== undefined) refuse('start.kept', '“{0}” is no query of {1} with a rate', unknown, info.id);
  return info.templates
    .filter(({ id }) => rates.has(id))
    .map((template) => ({ ...template, perSecond: /** @type {number} */ (rates.get(template.id)) }));
}

/**
 * @param {Study} settings
 * @param {WorldInfo} info
 */
function timeOf({ time }, info) {
  const named = time ?? info.time;
  return info.columns.includes(named) ? { time: named } : {};
}

/**
 * The same nodes as in the view: node-0 to node-(n - 1), as for a link that gives only their number.
 * @param {Study} settings
 * @param {string} start
 * @param {Base} base
 */
function shardsOf({ shards, seed }, start, { strategy, params, hash, steps }) {
  if (/(^|&)(log=|nodes=(?!\d+(&|$)))/.test(start))
    refuse('start.nodes', 'a lesson about a sharding key has a number of nodes, and no changes');
  return {
    strategy,
    params,
    hash,
    seed,
    nodes: Array.from({ length: shards ?? steps[0].nodes }, (_, i) => ({ name: `node-${i}` })),
  };
}

/** Starts it; `wasm` as in loadProfiler(), default: beside reshard-core.mjs. */
export async function loadKeyTrial(wasm = new URL('../../reshard-profile.wasm', import.meta.url)) {
  return new KeyTrial(await loadProfiler({ wasm }));
}
