// The lessons about a sharding key, compared with figures counted here: from the world's rows, from the columns that
// its queries give in their SQL, and from the headless core's owners.
import { test } from 'node:test';
import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { built, dist, fromTree } from '../../built.mjs';
/** @import {Json} from '../../types.d.ts' */

const { loadLessonsEngine } = await built('web/lessons/lessons_engine.js');
const { checkSetup, seedsOf, setupOf, truthOf } = await fromTree('web/lessons/check.js');
const { parseLesson, readLesson } = await fromTree('web/lessons/lesson.js');
const { choiceIn, lessonIn, setupIn, studyIn, withChoice } = await fromTree('web/lessons/links.js');
const { codeOf, readCode } = await fromTree('web/lessons/codes.js');
const { faultOfExamples } = await fromTree('web/lessons/examples.js');
const { verify } = await fromTree('web/lessons/verify.js');
const { metrics } = await fromTree('web/lessons/metrics.js');
const { loadProfiler } = await built('reshard-profile.mjs');
const { loadReshard } = await built('reshard-core.mjs');

const core = await loadLessonsEngine();
const headless = await loadReshard();
const profiler = await loadProfiler({ wasm: new URL('reshard-profile.wasm', dist) });
const read = (/** @type {string} */ path) => readFileSync(new URL(`assets/lessons/${path}`, dist), 'utf8');
const schema = JSON.parse(read('schema.json'));
const lessonOf = (/** @type {string} */ id) => parseLesson(read(`key/${id}.json`), schema);
const [one, two] = ['one-shard-please', 'two-views'].map(lessonOf);
await core.prepare(one);

const kScene = 'v=1&nodes=8&keys=1000',
  kColumns = ['comment_id', 'post_author_id', 'author_id', 'post_id'];
const studied = (/** @type {string} */ detail) => `${kScene}&dialog=sharding_key/${detail}`;
const kKept = encodeURIComponent(
  'comments of a post:900|timeline:60|my comments:300|new comment:200|like:300|post with comments:150|comment by its number:300|moderation:3',
);
const kSocial = `world~social/rows~5000/shards~8/candidates~${kColumns.join('%7C')}/pick~post_id`;
const measure = (
  /** @type {string} */ detail,
  { start = `${kSocial}/kept~${kKept}`, key = ['pick', 'second'], seed = '5' } = {},
) => core.measure({ start: studied(start), ...(detail && { setup: studied(detail) }), key, seed });
const chosen = (/** @type {string} */ pick, second = '') =>
  `world~social/pick~${encodeURIComponent(pick)}${second && `/second~${encodeURIComponent(second)}`}`;

// The second lesson's queries, according to their SQL: [per second, reads, columns of the table that are given].
/** @type {Record<string, [number, boolean, string[]]>} */
const kQueries = {
  'comments of a post': [900, true, ['post_author_id', 'post_id']],
  timeline: [60, true, []], // fifty authors, not one
  'my comments': [300, true, ['author_id']],
  'new comment': [200, false, kColumns],
  like: [300, false, ['post_author_id', 'post_id', 'comment_id']],
  'post with comments': [150, true, ['post_author_id', 'post_id']],
  'comment by its number': [300, true, ['comment_id']],
  moderation: [3, true, []],
};

/**
 * @param {string} name
 * @param {string} key
 */
function shardsOf(name, key) {
  const given = kQueries[name][2];
  if (key.split(', ').every((column) => given.includes(column))) return 1;
  return name === 'timeline' && key === 'post_author_id' ? 8 * (1 - (7 / 8) ** 50) : 8;
}

/**
 * @param {string} pick
 * @param {string} [second]
 */
function requestsByHand(pick, second) {
  const sums = { requests: 0, one: 0, reads: 0, reads_one: 0, shard_requests: 0, writes: 0, shard_writes: 0 };
  for (const [name, [often, reads]] of Object.entries(kQueries)) {
    const alone = shardsOf(name, pick),
      other = second ? shardsOf(name, second) : null;
    const asked = other === null ? alone : reads ? Math.min(alone, other) : alone + other;
    sums.requests += often;
    sums.shard_requests += often * asked;
    if (asked === 1) sums.one += often;
    if (reads) sums.reads += often;
    if (reads && asked === 1) sums.reads_one += often;
    if (!reads) sums.shard_writes += often * asked;
    if (!reads) sums.writes += often;
  }
  return sums;
}

/** The world's rows under a seed, as text. @param {number} seed */
function rowsOf(seed, count = 5000) {
  const world = profiler.world({ id: 'social', rows: count, seed }),
    rows = [];
  for (let first = 0; first < count; first += 1000) rows.push(...world.rows(first, 1000));
  return { rows, columns: world.info.columns };
}

/** How often each value of a key occurs. @param {string} key */
function countsOf(/** @type {{rows: string[][], columns: string[]}} */ { rows, columns }, key) {
  const at = key.split(', ').map((name) => columns.indexOf(name)),
    counts = new Map();
  for (const row of rows) {
    const value = at.map((i) => row[i]).join('|');
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
}

/**
 * @param {Map<string, number>} counts
 * @param {number} seed
 */
function spreadByHand(counts, seed) {
  const nodes = Array.from({ length: 8 }, (_, i) => `node-${i}`),
    shards = nodes.map(() => 0);
  const { owners } = headless.place({ strategy: 'ring', nodes, keys: [...counts.keys()], seed });
  [...counts.values()].forEach((count, i) => {
    shards[owners[i]] += count;
  });
  return Math.max(...shards) / (shards.reduce((a, b) => a + b) / shards.length);
}

const kKeys = [...kColumns, 'post_author_id, post_id'];

test('the shards asked under each key, alone and with each copy, are those that the SQL implies', () => {
  for (const pick of kKeys) {
    for (const second of ['', ...kKeys.filter((key) => key !== pick)]) {
      const { key } = measure(chosen(pick, second)),
        wanted = requestsByHand(pick, second);
      for (const [name, value] of Object.entries(wanted))
        expect(key[name], `${name} by ${pick} with ${second}`).toBeCloseTo(value, 6);
    }
  }
});

test('the largest unit, the fullest shard and the bytes agree with the rows', () => {
  for (const seed of [5, 1414213562]) {
    const table = rowsOf(seed),
      bytes = table.rows.reduce((sum, row) => sum + row.reduce((all, text) => all + (text?.length ?? 0), 0), 0);
    for (const pick of kKeys) {
      const counts = countsOf(table, pick),
        { key } = measure(chosen(pick), { seed: String(seed) });
      expect(key.largest_share, `${pick}, seed ${seed}`).toBeCloseTo(Math.max(...counts.values()) / 5000, 12);
      expect(key.max_to_mean, `${pick}, seed ${seed}`).toBeCloseTo(spreadByHand(counts, seed), 12);
      expect(key.table_bytes).toBeCloseTo(bytes, 6);
      expect(key.copy_bytes).toBe(0);
    }
    const both = measure(chosen('post_id', 'author_id'), { seed: String(seed) }).key;
    const [first, second] = ['post_id', 'author_id'].map((name) => countsOf(table, name));
    expect(both.copy_bytes, 'a copy has every byte again').toBeCloseTo(bytes, 6);
    expect(both.max_to_mean, 'of two views the worse').toBeCloseTo(
      Math.max(spreadByHand(first, seed), spreadByHand(second, seed)),
      12,
    );
  }
});

test('control: the rows of another seed, and the queries of the plain world, give other figures', () => {
  const { key } = measure(chosen('post_author_id'));
  expect(key.largest_share).not.toBeCloseTo(Math.max(...countsOf(rowsOf(6), 'post_author_id').values()) / 5000, 4);
  expect(measure(chosen('post_id'), { start: kSocial }).key.reads).toBe(900 + 60 + 90 + 150 + 20 + 3);
});

test('a pair placed by its first column is as large a unit as that column', () => {
  const pair = `${kSocial.replace('pick~post_id', `pick~${encodeURIComponent('post_author_id, post_id')}`)}`;
  const by = (/** @type {string} */ how) =>
    measure('', { start: `${pair}/pairs~${how}`, key: ['pick'] }).key.largest_share;
  const table = rowsOf(5),
    largest = (/** @type {string} */ key) => Math.max(...countsOf(table, key).values()) / 5000;
  expect(by('both')).toBeCloseTo(largest('post_author_id, post_id'), 12);
  expect(by('first')).toBeCloseTo(largest('post_author_id'), 12);
});

test('only one key and one pair solve the first lesson', async () => {
  for (const pick of [...kColumns, 'lang', 'created_at', 'topic', 'post_author_id, post_id', 'author_id, created_at']) {
    const candidates = [...new Set([...pick.split(', '), 'comment_id'])].join('%7C');
    const setup = studied(`world~social/candidates~${candidates}/pick~${encodeURIComponent(pick)}`);
    const verdict = await checkSetup(core, one, 12345, { setup });
    expect([pick, verdict.refused, verdict.solved]).toEqual([
      pick,
      '',
      ['post_id', 'post_author_id, post_id'].includes(pick),
    ]);
    const largest = Math.max(...countsOf(rowsOf(12345), pick).values()) / 5000;
    expect(verdict.goals[1].values[0], 'the first seed is the learner’s own').toBeCloseTo(largest, 12);
  }
});

test('those of the second lesson’s keys pass that serve reads and writes, and par keeps units small', async () => {
  const passing = [],
    /** @type {string[]} */ atPar = [];
  for (const pick of kKeys) {
    for (const second of ['', ...kKeys.filter((key) => key !== pick)]) {
      const verdict = await checkSetup(core, two, 12345, { setup: studied(chosen(pick, second)) });
      const hand = requestsByHand(pick, second);
      const wanted = hand.reads_one / hand.reads >= 0.75 && hand.shard_writes / hand.writes <= 2;
      expect([pick, second, verdict.solved]).toEqual([pick, second, wanted]);
      if (verdict.solved) passing.push(`${pick} + ${second}`);
      if (verdict.parReached) atPar.push(`${pick} + ${second}`);
    }
  }
  expect(atPar.sort()).toEqual([
    'comment_id + post_author_id, post_id',
    'comment_id + post_id',
    'post_author_id, post_id + comment_id',
    'post_id + comment_id',
  ]);
  expect(passing.filter((each) => !atPar.includes(each)).sort()).toEqual([
    'comment_id + post_author_id',
    'post_author_id + comment_id',
  ]);
});

test('the prediction is measured with the right copy: 5,254 requests per second of 6,854', async () => {
  expect([requestsByHand('post_id').shard_requests, requestsByHand('post_id', 'comment_id').shard_requests]).toEqual([
    6854, 5254,
  ]);
  expect(await truthOf(core, two, 7)).toBe(5254);
  expect(requestsByHand('post_id', 'author_id').shard_requests, 'as the explanation says of the other').toBe(7354);
});

test('only those of a learner’s settings count that the lesson leaves open', () => {
  const own = measure('');
  const foreign =
    `world~shop/rows~10/shards~1/kept~${encodeURIComponent('like:1')}/seed~77/reference~posts/candidates~lang` +
    `/sql~${encodeURIComponent('3/s select 1')}/file~1`;
  expect(measure(`${foreign}/pick~post_id`).key).toEqual(own.key);
  expect(measure(`${foreign}/pick~post_id`).link).toBe(own.link);
  expect(measure(`${foreign}/pick~author_id`, { key: ['second'] }).key).toEqual(own.key);
  expect(measure(`${foreign}/pick~author_id`).key.one).toBe(500);
  expect(own.link, 'under the learner’s seed').toMatch(/&seed=5&dialog=sharding_key\/.*seed~5/);
});

test('a setup means the same after a round trip through its link', () => {
  for (const [pick, second] of [
    ['post_id', 'comment_id'],
    ['post_author_id, post_id', ''],
    ['lang', ''],
  ]) {
    const once = measure(chosen(pick, second), {
      key: ['candidates', 'pick', 'second'],
      start: kSocial.replace(/candidates~[^/]*/, `candidates~${[...kColumns, 'lang'].join('%7C')}`),
    });
    const again = measure(studyIn(once.link), { key: ['candidates', 'pick', 'second'], start: kSocial });
    expect([again.link.length > 0, again.key]).toEqual([true, once.key]);
    expect(measure(studyIn(again.link), { key: ['candidates', 'pick', 'second'], start: kSocial }).link).toBe(
      again.link,
    );
  }
});

test('an invalid setting is refused with the field and what is accepted', () => {
  const refusal = (/** @type {string} */ detail, /** @type {Json} */ options) => {
    try {
      measure(detail, options);
    } catch (error) {
      return error.message;
    }
    return 'taken';
  };
  const begin = (/** @type {string} */ detail) => refusal('', { start: detail });
  expect(refusal(chosen('post_id'))).toBe('taken');
  expect(refusal(chosen('colour'))).toBe(
    `setup.pick: “colour” is not one of ${kColumns.join(', ')}, nor a pair of them`,
  );
  expect(refusal(chosen('post_id, post_id'))).toContain('setup.pick: “post_id, post_id” is not one of');
  expect(refusal(chosen('post_id, author_id, comment_id'))).toContain('setup.pick');
  expect(refusal(chosen('post_id', 'lang'))).toContain('setup.second: “lang” is not one of');
  expect(refusal(chosen('post_id', 'post_id'))).toBe('setup.second: “post_id” is the key already');
  expect(refusal('pick~post_id/shards~1001')).toBe('setup.shards: 1001 is outside 1 to 1000');
  expect(refusal('pick~post_id/seed~-1')).toBe('setup.seed: -1 is outside 0 to 4294967295');
  expect(refusal('pick~post_id/colour~red')).toBe('setup: “colour~red” is no setting of “Choose a sharding key”');
  expect(refusal('candidates~colour/pick~colour', { key: ['candidates', 'pick'] })).toContain(
    'setup.candidates: “colour” is not one of comment_id, post_id,',
  );
  expect(
    refusal(`candidates~${[...kColumns, 'lang', 'likes', 'topic'].join('%7C')}/pick~lang`, {
      key: ['candidates', 'pick'],
    }),
  ).toBe('setup.candidates.length: 7 is outside 1 to 6');
  expect(begin('pick~post_id/file~1')).toContain('start.file: a lesson has the rows of a world');
  expect(begin('world~social/pick~post_id/sql~select')).toContain('start.sql: a lesson has the queries of its world');
  expect(begin('world~mars/pick~x')).toBe('start.world: “mars” is not one of shop, social, sensors');
  expect(begin('world~social/rows~100001/pick~post_id')).toBe('start.rows: 100001 is outside 1 to 100000 in a lesson');
  expect(begin('world~social/rows~500')).toBe('start.pick: is missing');
  expect(begin(`world~social/rows~500/pick~post_id/kept~${encodeURIComponent('moon:3')}`)).toBe(
    'start.kept: “moon:3” is no query of social with a rate',
  );
  expect(() =>
    core.measure({ start: `v=1&nodes=a,b&dialog=sharding_key/${kSocial}`, key: ['pick'], seed: '1' }),
  ).toThrow('start.nodes');
  expect(() =>
    core.measure({ start: studied(kSocial), commands: [{ do: 'add_node' }], key: ['pick'], seed: '1' }),
  ).toThrow('commands: a lesson about a sharding key takes a link');
});

test('a lesson that mixes a sharding key with something else is refused with the place', () => {
  const refusalOf = (/** @type {(lesson: Json) => void} */ change) => {
    const lesson = JSON.parse(read('key/two-views.json'));
    change(lesson);
    try {
      readLesson(lesson, schema);
    } catch (error) {
      return error.message;
    }
    return 'taken';
  };
  expect(refusalOf(() => {})).toBe('taken');
  expect(
    refusalOf((lesson) => {
      lesson.key = ['colour'];
    }),
  ).toContain('key[0]: is not one of candidates, pick');
  expect(
    refusalOf((lesson) => {
      lesson.key = [];
    }),
  ).toBe('key: must have at least 1');
  expect(
    refusalOf((lesson) => {
      delete lesson.key;
    }),
  ).toContain('key: is missing');
  expect(
    refusalOf((lesson) => {
      lesson.start = kScene;
    }),
  ).toBe('key: the start has no “dialog=sharding_key/…”');
  expect(
    refusalOf((lesson) => {
      lesson.start = kScene;
      delete lesson.key;
    }),
  ).toContain('which reads_one_shard measures');
  expect(
    refusalOf((lesson) => {
      lesson.start += '&move=flip';
    }),
  ).toContain('a lesson is about one of them');
  expect(
    refusalOf((lesson) => {
      lesson.trial = [{ do: 'add_node' }];
    }),
  ).toBe('trial: a lesson about a sharding key has none');
  expect(
    refusalOf((lesson) => {
      lesson.near_miss = kScene;
    }),
  ).toContain('near_miss: must be a link');
  expect(
    refusalOf((lesson) => {
      lesson.solution = [{ do: 'add_node' }];
    }),
  ).toContain('solution: must be a link');
});

test('examples that do not hold are recognised', async () => {
  const cancelled = () => false;
  expect(await faultOfExamples(core, one, cancelled)).toBe(null);
  expect(await faultOfExamples(core, { ...one, near_miss: one.solution }, cancelled)).toBe(
    'near_miss: reaches the goals, and must not',
  );
  expect(await faultOfExamples(core, { ...one, solution: one.near_miss }, cancelled)).toBe(
    'solution: does not reach the goals',
  );
  expect(await faultOfExamples(core, { ...one, solution: studied('pick~colour') }, cancelled)).toContain(
    'solution: setup.pick: “colour”',
  );
});

test('a result code about a key is only trusted after its choice is checked', async () => {
  const lessons = new Map([one, two].map((lesson) => [lesson.id, lesson])),
    seed = 99;
  const linkOf = async (/** @type {Json} */ lesson, /** @type {string} */ what) =>
    (await checkSetup(core, lesson, seed, setupOf(lesson[what]))).link;
  /** @type {Json} */
  const entry = { version: 1, prediction: null, hints: 0 };
  const rowsFor = async (/** @type {Json} */ done) =>
    verify(core, lessons, await readCode(await codeOf({ name: 'Ada', seed, done })));
  const sound = {
    [one.id]: { ...entry, link: await linkOf(one, 'solution') },
    [two.id]: { ...entry, link: await linkOf(two, 'solution') },
  };
  expect(await rowsFor(sound)).toMatchObject([
    { id: one.id, solved: true },
    { id: two.id, solved: true, par: true },
  ]);
  expect(await rowsFor({ [one.id]: { ...entry, link: await linkOf(one, 'near_miss') } })).toMatchObject([
    { solved: false, why: 'its setup does not reach the goals' },
  ]);
  // Fewer rows or other queries, which are not for the learner to choose, and another learner's seed.
  for (const [from, to] of [
    ['rows~5000', 'rows~10'],
    ['like%3A300', 'like%3A0'],
    ['seed~99', 'seed~98'],
  ]) {
    const link = sound[two.id].link.replace(from, to);
    expect(link).not.toBe(sound[two.id].link);
    expect(await rowsFor({ [two.id]: { ...entry, link } })).toMatchObject([
      { solved: false, why: 'its setup was not written by this page' },
    ]);
  }
});

test('a learner’s choice travels in the lesson’s field, whatever it is', () => {
  const choice = `world~social/pick~${encodeURIComponent('a, b/c&d%')}`;
  const link = withChoice('v=1&nodes=8&lesson=two-views&theme=dark', choice);
  expect([lessonIn(link), choiceIn(link), link.split('&').length]).toEqual(['two-views', choice, 4]);
  expect(choiceIn(withChoice(link, 'x~y'))).toBe('x~y');
  expect([lessonIn('lesson=warm-up'), choiceIn('lesson=warm-up'), choiceIn('v=1')]).toEqual(['warm-up', null, null]);
  expect([lessonIn('lesson=:AA-_'), lessonIn(withChoice('lesson=:AA-_', choice))]).toEqual([':AA-_', ':AA-_']);
  expect(setupIn(`${studied(choice)}&lesson=two-views`)).toBe(studied(choice));
  expect(setupIn('v=1&nodes=4&move=flip&view=load')).toBe('v=1&nodes=4&move=flip');
});

test('a check looks at as many seeds as the lesson says, each with rows of its own', async () => {
  const verdict = await checkSetup(core, one, 31, setupOf(one.near_miss));
  const byHand = seedsOf(one, 31).map(
    (/** @type {string} */ seed) => Math.max(...countsOf(rowsOf(Number(seed)), 'post_author_id').values()) / 5000,
  );
  verdict.goals[1].values.forEach((/** @type {number} */ value, /** @type {number} */ i) =>
    expect(value, `seed ${i}`).toBeCloseTo(byHand[i], 12),
  );
  expect(new Set(verdict.goals[1].values).size).toBeGreaterThan(1);
  expect(metrics.one_shard.of({ key: { one: 3, requests: 4 } })).toBe(0.75);
});
