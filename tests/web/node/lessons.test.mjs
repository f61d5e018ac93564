// The lessons as data, without a page: each is valid, its solution reaches the goals and par, and its near miss does
// not.
import { test } from 'node:test';
import { readdirSync, readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { built, dist, fromTree } from '../../built.mjs';
/** @import {Json} from '../../types.d.ts' */
/** @import {PlaceInput} from '../../../web/headless/reshard-core.d.ts' */

const { loadLessonsEngine } = await built('web/lessons/lessons_engine.js');
const { checkSetup, missedOf, setupOf, truthOf } = await fromTree('web/lessons/check.js');
const { LessonError, lessonOfFile, parseLesson, readLesson } = await fromTree('web/lessons/lesson.js');
const { codeOf, readCode } = await fromTree('web/lessons/codes.js');
const { written } = await fromTree('web/lessons/lesson_words.js');
const { verify } = await fromTree('web/lessons/verify.js');
const { loadReshard } = await built('reshard-core.mjs');
const { faultOf } = await fromTree('web/lessons/schema.js');
const { metrics } = await fromTree('web/lessons/metrics.js');

const core = await loadLessonsEngine();
const headless = await loadReshard();
const folder = new URL('assets/lessons/', dist);
const schema = JSON.parse(readFileSync(new URL('schema.json', folder), 'utf8'));
const read = (/** @type {string} */ path) => readFileSync(new URL(path, folder), 'utf8');
const courses = ['sharding', 'key', 'moving'].map((name) => ({
  name,
  ids: JSON.parse(read(`${name}/course.json`)).lessons,
}));
const course = { lessons: courses.flatMap(({ ids }) => ids) };
const textOf = (/** @type {string} */ id) => read(`${courses.find(({ ids }) => ids.includes(id)).name}/${id}.json`);
// seeds: learners see different scenarios, but the same answers must pass
const kParticipants = [1, 20261121, 1414213562];

test('each course names every lesson once, and each under its own id', () => {
  for (const { name, ids } of courses) {
    const files = readdirSync(new URL(`${name}/`, folder))
      .filter((file) => file.endsWith('.json') && file !== 'course.json')
      .map((file) => file.replace('.json', ''));
    expect([...ids].sort()).toEqual(files.sort());
  }
  expect(new Set(course.lessons).size, 'links and codes name them without their course').toBe(course.lessons.length);
  for (const id of course.lessons) expect(JSON.parse(textOf(id)).id).toBe(id);
});

for (const id of course.lessons) {
  test(`${id}: the solution passes and the near miss fails`, async () => {
    const lesson = parseLesson(textOf(id), schema);
    for (const seed of kParticipants) {
      const solution = await checkSetup(core, lesson, seed, setupOf(lesson.solution));
      expect(solution, `seed ${seed}`).toMatchObject({ refused: '', solved: true, parReached: Boolean(lesson.par) });
      const again = await checkSetup(core, lesson, seed, { setup: solution.link });
      expect(again.solved, 'what a result code carries').toBe(true);
      const miss = await checkSetup(core, lesson, seed, setupOf(lesson.near_miss));
      expect(miss, `near-miss, seed ${seed}`).toMatchObject({ refused: '', solved: false });
      expect((await checkSetup(core, lesson, seed, {})).solved, 'untouched').toBe(false);
      if (lesson.prediction) expect(await truthOf(core, lesson, seed)).not.toBeNaN();
    }
  });

  test(`${id}: every text is in both languages`, () => {
    /** @type {string[]} */
    const texts = [];
    JSON.parse(textOf(id), (_, value) => {
      if (value?.en !== undefined) texts.push(value);
      return value;
    });
    for (const text of texts) expect(Object.keys(text).sort()).toEqual(['en', 'ru']);
  });
}

test('an invalid lesson is refused with the place and the reason', () => {
  const sound = () => JSON.parse(textOf('enough-vnodes'));
  const refusalOf = (/** @type {(lesson: Json) => unknown} */ change) => {
    const lesson = sound();
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
      delete lesson.task;
    }),
  ).toBe('task: is missing');
  expect(
    refusalOf((lesson) => {
      lesson.extra = 1;
    }),
  ).toBe('extra: unknown field');
  expect(
    refusalOf((lesson) => {
      lesson.seeds = 1000;
    }),
  ).toBe('seeds: must be at most 100');
  expect(
    refusalOf((lesson) => {
      lesson.goals[0].metric = 'beauty';
    }),
  ).toContain('goals[0].metric: “beauty” is not one of moved,');
  expect(
    refusalOf((lesson) => {
      lesson.goals[0].value = 'much';
    }),
  ).toBe('goals[0].value: must be a number for peak_to_mean');
  expect(
    refusalOf((lesson) => {
      lesson.goals[0].operator = 'within';
    }),
  ).toContain('goals[0].tolerance');
  expect(
    refusalOf((lesson) => {
      lesson.title.en = 7;
    }),
  ).toBe('title.en: must be of type string');
  expect(
    refusalOf((lesson) => {
      lesson.start = 'v=1 #';
    }),
  ).toContain('start: does not match');
  expect(
    refusalOf((lesson) => {
      lesson.schema = 2;
    }),
  ).toBe('schema: must be 1');
  expect(
    refusalOf((lesson) => {
      lesson.goals[1].or = true;
    }),
  ).toBe('taken');
  expect(
    refusalOf((lesson) => {
      lesson.goals[0].or = true;
    }),
  ).toBe('goals[0].or: there is no goal before it');
  expect(
    refusalOf((lesson) => {
      lesson.par.or = true;
    }),
  ).toBe('par.or: unknown field');
  const refusalOfMove = (/** @type {(lesson: Json) => unknown} */ change) => {
    const lesson = JSON.parse(textOf('naive-script'));
    change(lesson);
    expect(() => readLesson(lesson, schema)).toThrow(LessonError);
    try {
      readLesson(lesson, schema);
    } catch (error) {
      return error.message;
    }
    return '';
  };
  expect(
    refusalOfMove((lesson) => {
      lesson.move = ['colour'];
    }),
  ).toContain('move[0]: is not one of protocol, routing');
  expect(
    refusalOfMove((lesson) => {
      lesson.start = 'v=1';
    }),
  ).toBe('move: the start has no “move”');
  expect(
    refusalOfMove((lesson) => {
      lesson.start = 'v=1';
      delete lesson.move;
    }),
  ).toBe('start: has no “move”, which lost_writes measures');
  expect(
    refusalOfMove((lesson) => {
      lesson.trial = [{ do: 'add_node' }];
    }),
  ).toBe('trial: a lesson about a move has none');
  expect(() => parseLesson('{', schema)).toThrow('not valid JSON');
  expect(() => lessonOfFile('warm-up', textOf('bad-hash'), schema)).toThrow(
    'warm-up.json: id: “bad-hash” is not the file',
  );
  expect(() => lessonOfFile('warm-up', textOf('warm-up').replace('"seeds": 1', '"seeds": 0'), schema)).toThrow(
    'warm-up.json: seeds: must be at least 1',
  );
  expect(() => parseLesson(' '.repeat(100_000), schema)).toThrow('the limit');
  expect(() => faultOf({}, { oneOf: [] })).toThrow('oneOf');
});

test('the core refuses an invalid start, setup or trial with its place', () => {
  const refusal = (/** @type {Json} */ request) => {
    try {
      core.measure(request);
    } catch (error) {
      return error.message;
    }
    return 'taken';
  };
  expect(refusal({ start: 'v=1&nodes=4' })).toBe('taken');
  expect(refusal({ start: 'v=1&nodes=0' })).toContain('start.nodes: 0 is outside 1');
  expect(refusal({ start: 'v=1', setup: 'v=1&strategy=none' })).toContain('setup.strategy');
  expect(refusal({ start: 'v=1', trial: [{ do: 'dance' }] })).toContain('trial[0].do');
  expect(refusal({ start: 'v=1&nodes=2', trial: [{ do: 'remove_node', node: '@2' }] })).toContain('trial[0].node');
  expect(refusal({ start: 'v=1', commands: [{ do: 'set_param', key: 'vnodes', value: 0 }] })).toContain('commands[0]');
  expect(refusal({ start: 'v=1&nodes=4&strategy=jump', trial: [{ do: 'remove_node', node: '@1' }] })).toContain(
    'trial[0].nodes',
  );
  expect(refusal({ start: 'v=1&nodes=4', trial: [{ do: 'cascade' }] })).toContain(
    'trial[0].do: the start sets no capacity',
  );
  expect(refusal({ start: 'v=1&nodes=4', commands: [{ do: 'cascade' }] })).toContain('commands[0].do');
});

// --- Moves: how they are measured.

const kMoved = 'v=1&nodes=4&log=%2Bnode-4&keys=2000&kind=random';
const kRun = 'requests=8000~requests_per_second=8000~copy_bytes_per_second=1000000';
const measureMove = (/** @type {string} */ move, { setup = '', choice = [], seed = '5' } = {}) =>
  core.measure({
    start: `${kMoved}&move=${move}`,
    ...(setup && { setup: `${kMoved}&move=${setup}` }),
    move: choice,
    seed,
  });

// A request with 30 bytes of key and 1,000 of value goes straight to the node, through a proxy, or after a question
// with a key and an answer with the node's name, as long as a key. Nothing is deleted, and in this protocol nothing is
// sent twice.
test('the bytes of routing are the sum of its legs', () => {
  const network = (/** @type {string} */ routing) =>
    measureMove(`flip~${kRun}~deletes=0~routing=${routing}`).move.network;
  expect(network('smart_client')).toBeCloseTo(1, 9);
  expect(network('proxy')).toBeCloseTo(2, 9);
  expect(network('coordinator')).toBeCloseTo(1 + 60 / 1030, 9);
});

test('a lesson’s figures of a move are those of core.migrate()', async () => {
  /** @satisfies {PlaceInput} */
  const side = {
    strategy: 'ring',
    nodes: ['node-0', 'node-1', 'node-2', 'node-3'],
    keys: { kind: 'random', count: 2000, seed: 0 },
  };
  const input = {
    before: side,
    after: { ...side, nodes: [...side.nodes, 'node-4'] },
    seed: '0',
    workload: { requests: 8000, requests_per_second: 8000 },
    pace: { copy_bytes_per_second: 1_000_000 },
  };
  for (const [protocol, cache] of /** @type {[string, boolean][]} */ ([
    ['copy_then_flip', false],
    ['flip', false],
    ['double_write', false],
    ['flip', true],
    ['ramp', true],
  ])) {
    const { totals, baseline } = await headless.migrate({ ...input, protocol, system: { cache } });
    const { move } = measureMove(`${protocol}~${kRun}${cache ? '~cache=1' : ''}`, { seed: '0' });
    expect(move, protocol).toMatchObject({
      moved_keys: totals.movedKeys,
      lost_writes: totals.lostWrites - baseline.lostWrites,
      old_only: totals.oldOnly,
      copied_keys: totals.copiedKeys,
      requests: 8000,
      arrived: true,
    });
    expect(move.seconds).toBeCloseTo(totals.durationMs / 1000, 9);
    expect(move.wrong_reads).toBe(
      /** @type {('stale' | 'missed' | 'returned' | 'wrongOrder')[]} */ ([
        'stale',
        'missed',
        'returned',
        'wrongOrder',
      ]).reduce((sum, key) => sum + Math.max(0, totals[key] - baseline[key]), 0),
    );
  }
});

test('the busiest second of the store is found in the series', async () => {
  /** @satisfies {PlaceInput} */
  const side = {
    strategy: 'ring',
    nodes: ['node-0', 'node-1', 'node-2', 'node-3'],
    keys: { kind: 'random', count: 2000, seed: 0 },
  };
  const both = {
    before: side,
    seed: '0',
    system: { cache: true },
    workload: { requests: 20_000, requests_per_second: 8000, deletes: 0 },
  };
  const { series } = await headless.migrate({
    ...both,
    after: { ...side, nodes: [...side.nodes, 'node-4'] },
    protocol: 'flip',
  });
  // Without deletes, every key is in the cache until the move begins, and without a move nobody would ask the store.
  const peak = Math.max(
    ...series.fromStore.map((_, i) => series.fromStore.slice(Math.max(0, i - 9), i + 1).reduce((a, b) => a + b)),
  );
  expect(series.widthMs).toBe(100);
  const { move } = measureMove('flip~cache=1~requests=20000~requests_per_second=8000~deletes=0', { seed: '0' });
  expect(move.store_peak).toBe(peak);
});

test('only those settings of a learner’s move count that the lesson leaves open', () => {
  const lesson = `copy_then_flip~${kRun}`;
  const own = measureMove(lesson).move;
  expect(own.lost_writes).toBeGreaterThan(10);
  const setup = 'double_write~writes=0~requests=1';
  expect(measureMove(lesson, { setup, choice: [] }).move).toEqual(own);
  expect(measureMove(lesson, { setup, choice: ['protocol'] }).move).toMatchObject({
    requests: 8000,
    lost_writes: 0,
    wrong_reads: 0,
  });
  expect(measureMove(lesson, { setup }).link, 'the setup as it was made, under the seed').toContain(
    '&move=double_write~requests=1~writes=0~seed=5',
  );
  expect(() => measureMove(lesson, { setup: 'teleport' })).toThrow('setup.move: “teleport” is not one of flip');
  expect(() => measureMove(lesson, { setup, choice: ['colour'] })).toThrow('there is no “colour”');
});

test('a move that never arrives has reached nothing', () => {
  const { move } = measureMove(`start;copy:copy=all,until=copied~${kRun}`);
  expect(move).toMatchObject({ arrived: false, lost_writes: 0, wrong_reads: 0 });
  const measured = { move };
  expect([
    metrics.left_behind.of(measured),
    metrics.move_seconds.of(measured),
    metrics.store_peak.of(measured),
  ]).toEqual([1, NaN, NaN]);
});

// Worked out by hand: modulo from 4 to 5 nodes keeps 4 of 20 remainders.
test('what a trial measures is what the core counts', () => {
  const { steps } = core.measure({
    start: 'v=1&nodes=4&strategy=modulo&keys=20000',
    trial: [{ do: 'add_node' }],
    seed: '5',
  });
  expect(steps.map((/** @type {{nodes: number}} */ { nodes }) => nodes)).toEqual([4, 4, 5]);
  expect(steps[1].moved).toBe(0);
  expect(steps[2].moved / 20_000).toBeCloseTo(0.8, 1);
  expect(steps[2].least + steps[2].needless).toBe(steps[2].moved);
});

test('one of two goals is enough where a lesson lets learners choose', async () => {
  const lesson = parseLesson(textOf('zones-and-quorum'), schema);
  const judged = async (/** @type {number} */ tokens) => {
    const commands = [
      { do: 'set_param', key: 'strategy', value: 'network_topology' },
      { do: 'set_param', key: 'num_tokens', value: tokens },
    ];
    const verdict = await checkSetup(core, lesson, 1, { commands });
    return [
      verdict.solved,
      verdict.goals.map((/** @type {{ok: boolean}} */ { ok }) => ok),
      missedOf(verdict.goals).map((/** @type {{rule: {metric: string}}} */ { rule }) => rule.metric),
    ];
  };
  expect(await judged(1)).toEqual([true, [true, true, true, false], []]);
  expect(await judged(256)).toEqual([true, [true, true, false, true], []]);
  expect(await judged(8)).toEqual([false, [true, true, false, false], ['breaking_pairs', 'replica_peak']]);
});

// The same, counted key by key from the headless core's owners.
const held = (/** @type {Json} */ input) => {
  const { owners } = headless.place(input);
  return input.nodes.map(
    (/** @type {unknown} */ _, /** @type {number} */ position) => owners.filter((owner) => owner === position).length,
  );
};

test('a cascade continues while nodes are above their capacity', () => {
  const endings = new Set();
  for (let seed = 1; seed <= 12; ++seed) {
    const nodes = [...'abcdefgh'].map((name) => ({ name, down: false }));
    const loads = () =>
      held({ strategy: 'ring', params: { vnodes: 16 }, nodes, keys: { kind: 'random', count: 2000, seed } });
    const first = loads();
    nodes[first.indexOf(Math.max(...first))].down = true;
    let waves = 0;
    for (
      let above;
      (above = loads().flatMap((/** @type {number} */ load, /** @type {number} */ i) =>
        load > (1.5 * 2000) / 8 ? [i] : [],
      )).length > 0;
      ++waves
    ) {
      for (const i of above) nodes[i].down = true;
    }
    const { steps } = core.measure({
      start: 'v=1&nodes=a,b,c,d,e,f,g,h&keys=2000&kind=random&strategy=ring&vnodes=16&node_capacity=1.5',
      trial: [{ do: 'set_node_state', node: '@hottest', state: 'down' }, { do: 'cascade' }],
      seed: String(seed),
    });
    const down = nodes.filter((node) => node.down).length;
    expect([steps.at(-1).down, steps.length - 3], `seed ${seed}`).toEqual([down, waves]);
    endings.add(down);
  }
  expect(endings.size, 'some hold, some do not').toBeGreaterThan(1);
});

test('the peak of replicas counts each of them', () => {
  const nodes = [...'abcdefghi'].map((name, i) => ({ name, data_center: 'eu', zone: 'xyz'[Math.floor(i / 3)] }));
  const places = nodes.map(({ name, data_center, zone }) => `${name}@${data_center}/${zone}`).join();
  const strategies = {
    token_ring: { num_tokens: 2, strategy: 'network_topology' },
    ring: { vnodes: 4 },
    rendezvous: {},
  };
  for (const [strategy, params] of Object.entries(strategies)) {
    for (const replicas of [2, 3]) {
      const counts = held({ strategy, params, nodes, replicas, keys: { kind: 'random', count: 3000, seed: 7 } });
      expect(counts.reduce((/** @type {number} */ sum, /** @type {number} */ count) => sum + count)).toBe(
        3000 * replicas,
      );
      const start = `v=1&nodes=${places}&keys=3000&kind=random&strategy=${strategy}&replicas=${replicas}`;
      const commands = Object.entries(params).map(([key, value]) => ({ do: 'set_param', key, value }));
      const { steps } = core.measure({ start, commands, seed: '7' });
      const peak = (Math.max(...counts) * nodes.length) / (3000 * replicas);
      expect(steps.at(-1).replica_peak_to_mean, `${strategy}, ${replicas} replicas`).toBeCloseTo(peak, 12);
    }
  }
});

test('a learner can spread hot keys only if there are some', () => {
  const under = (/** @type {number} */ skew) =>
    core.measure({
      start: `v=1&nodes=4&keys=2000&strategy=ring&vnodes=1&skew=${skew}`,
      commands: [{ do: 'set_requests', spread: 1000 }],
      seed: '3',
    });
  expect([under(0).spread, under(1).spread]).toEqual([0, 1000]);
});

test('what was solved while copiers read one row at a time is measured as it was then, and its result code is accepted', async () => {
  const lesson = parseLesson(textOf('naive-script'), schema);
  const before = { start: lesson.start.replace('~page_rows=200~page_delay_us=100000', ''), move: ['protocol'] };
  expect(before.start).not.toBe(lesson.start);
  const solved = lesson.solution.replace('~page_rows=200~page_delay_us=100000', '');
  for (const setup of [solved, solved.replace('double_write', 'double_write_overwrite')]) {
    const { move } = core.measure({ ...before, setup, trial: [], seed: '7' });
    expect(core.measure({ start: lesson.start, move: lesson.move, setup, trial: [], seed: '7' }).move).toEqual(move);
  }
  const { link } = core.measure({ ...before, setup: solved, trial: [], seed: '7' });
  const code = await codeOf({
    name: 'Ada',
    seed: 7,
    done: { 'naive-script': { version: lesson.version, link, prediction: 200, hints: 1 } },
  });
  expect(await verify(core, new Map([['naive-script', lesson]]), await readCode(code))).toMatchObject([
    { id: 'naive-script', solved: true, why: '' },
  ]);
});

test('the naive dual write of a copier that reads pages loses writes under most seeds', () => {
  const lesson = parseLesson(textOf('naive-script'), schema);
  const lost = [1, 2, 3, 4, 5].map(
    (seed) =>
      core.measure({ start: lesson.start, move: lesson.move, setup: lesson.near_miss, trial: [], seed: String(seed) })
        .move.lost_writes,
  );
  expect(Math.min(...lost)).toBeGreaterThan(10);
});

test('a result code is only trusted after its setups are checked', async () => {
  const lessons = new Map(course.lessons.map((id) => [id, parseLesson(textOf(id), schema)]));
  const link = 'v=1&nodes=10&keys=20000&seed=99&vnodes=180';
  /** @type {Json} */
  const entry = { version: lessons.get('enough-vnodes').version, prediction: null, hints: 0 };
  const sound = await readCode(await codeOf({ name: 'Ada', seed: 99, done: { 'enough-vnodes': { ...entry, link } } }));
  expect(await verify(core, lessons, sound)).toMatchObject([{ id: 'enough-vnodes', solved: true, par: true }]);
  const forged = await readCode(
    await codeOf({
      name: 'Eve',
      seed: 99,
      done: {
        'enough-vnodes': { ...entry, link: 'v=1&nodes=10&keys=20000&seed=99&vnodes=4' },
        'maglev-table': { ...entry, link: 'nonsense' },
        'no-such': { ...entry, link },
        'ring-pays': { ...entry, version: 77, link },
      },
    }),
  );
  const rows = await verify(core, lessons, forged);
  expect(rows.map((/** @type {{solved: boolean}} */ { solved }) => solved)).toEqual([false, false, false, false]);
  for (const { why } of rows) expect(why).not.toBe('');
  const code = await codeOf({ name: 'Ada', seed: 99, done: {} });
  for (const broken of ['', 'hello', code.slice(0, -4), code.replace('RESHARD1', 'RESHARD9'), `${code}!`]) {
    await expect(readCode(broken)).rejects.toThrow();
  }
});

test('values are written like numbers on the rest of the page', () => {
  expect([
    written('count', 65_537),
    written('share', 0.5),
    written('share', 0.5, true),
    written('times', 1.5, true),
  ]).toEqual(['65,537', '50%', '50.0%', '1.50']);
});
