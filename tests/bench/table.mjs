// Reads from a folder the reports of strategy_bench, native and wasm, by size, and those of the peers, and prints the
// tables of tests/bench/RESULTS.md. Without reports of other sizes its last section stays as it is.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
/** @import {Json} from '../types.d.ts' */

const folder = process.argv[2];
const kMain = '1000000x100';
const kOthers = ['100000x10', '100000x100', '100000x1000', '1000000x10', '1000000x1000', '10000000x100'];

/**
 * A report of Google Benchmark: times by the benchmark's name.
 * @typedef {{context?: Json, times: Record<string, number>, counters: Record<string, Json>}} Report
 */

/**
 * A report's context, and for each benchmark its median CPU time in ms and its counters.
 * @param {string} kind
 * @param {string} size
 * @returns {Report}
 */
function report(kind, size) {
  const file = `${folder}/${kind}-${size}.json`;
  if (!existsSync(file)) return { times: {}, counters: {} };
  const { times: warm } = report(kind, `${size}-warm`);
  const { context, benchmarks } = JSON.parse(readFileSync(file, 'utf8'));
  /** @type {Record<string, number[]>} */
  const all = {};
  /** @type {Record<string, Json>} */
  const counters = {};
  for (const run of benchmarks) {
    if (run.run_type !== 'iteration' || run.error_occurred) continue;
    (all[run.run_name] ??= []).push(run.cpu_time);
    counters[run.run_name] = run;
  }
  const median = (/** @type {number[]} */ values) => values.sort((a, b) => a - b)[values.length >> 1];
  const times = Object.fromEntries(Object.entries(all).map(([name, values]) => [name, median(values)]));
  return { context, counters, times: { ...times, ...warm } };
}

const cell = (/** @type {number} */ ms) =>
  ms === undefined ? '–' : ms >= 1000 ? Math.round(ms) : ms.toPrecision(ms < 1 ? 2 : 3);
const both = (/** @type {Report[]} */ reports, /** @type {string} */ name) => {
  const [native, wasm] = reports.map(({ times }) => cell(times[name]));
  return native === '–' && wasm === '–' ? '–' : `${native} / ${wasm}`;
};
const at = (/** @type {string} */ size) => [report('native', size), report('wasm', size)];
const table = (/** @type {string[]} */ head, /** @type {(string | number)[][]} */ rows) => [
  `| ${head.join(' | ')} |`,
  `| --- |${' ---: |'.repeat(head.length - 1)}`,
  ...rows.map((row) => `| ${row.join(' | ')} |`),
];

const main = at(kMain);
const ids = Object.keys(main[0].times)
  .filter((name) => name.startsWith('place/'))
  .map((name) => name.slice(6));
const columns = ['place', 'add', 'remove', 'undo', 'tune', 'more', 'owners', 'again'];
const memory = (/** @type {string} */ id) => {
  const { client_bytes: client, bytes_per_key: key } = main[0].counters[`place/${id}`];
  return [(client / 1024).toFixed(1), key];
};

const peers = existsSync(`${folder}/peers.jsonl`)
  ? readFileSync(`${folder}/peers.jsonl`, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  : [];
/** Which of our strategies a peer is compared with. */
/** @type {Record<string, string>} */
const kOurs = { jump: 'jump', rendezvous: 'rendezvous', libmemcached: 'ketama', uhashring: 'ketama', '': 'ring' };
const ours = (/** @type {string} */ name) => kOurs[Object.keys(kOurs).find((part) => name.includes(part))];
const peer_row = (/** @type {{name: string, place_ms: number, add_ms: number}} */ { name, place_ms, add_ms }) => {
  const id = ours(name);
  const times = main.map((each) => each.times[`add/${id}`]);
  return [
    name,
    cell(place_ms),
    cell(add_ms),
    id,
    both(main, `add/${id}`),
    times.map((ms) => (ms ? Math.round(add_ms / ms) : '–')).join(' / '),
  ];
};

/** Goals are multiples of the floor of the same run, written as milliseconds on a machine whose wasm floor is this. */
const kGoalFloor = 0.263;
/**
 * The goals for wasm at a million keys and 100 nodes, in those ms, and the benchmark of the plain way to do the same.
 */
const kGoals = [
  ['ring, 100 points a node: place all', 'place/ring', 3.5, 'map_ring'],
  ['add', 'add/ring', 0.15, 'again/ring'],
  ['remove', 'remove/ring', 0.15, 'again/ring'],
  ['one point more', 'more/ring', 0.8, 'again/ring'],
  ['half as many points', 'tune/ring', 2, 'again/ring'],
  ['ring, 1000 points a node: place all', 'place/ring:vnodes=1000', 5],
  ['add', 'add/ring:vnodes=1000', 0.9, 'again/ring:vnodes=1000'],
  ['remove', 'remove/ring:vnodes=1000', 0.9, 'again/ring:vnodes=1000'],
  ['one point more (here fewer: 1000 are the most)', 'more/ring:vnodes=1000', 2, 'again/ring:vnodes=1000'],
  ['half as many points', 'tune/ring:vnodes=1000', 11.8, 'again/ring:vnodes=1000'],
  ['jump: place all', 'place/jump', 12],
  ['add, by a list of the keys that the next bucket takes', 'add/jump', 0.5, 'again/jump'],
  ['rendezvous: place all', 'place/rendezvous', 120],
  ['add', 'add/rendezvous', 1.4, 'again/rendezvous'],
  ['rendezvous, 32-bit scores: place all', 'place/rendezvous:dialect=fast32', 36],
  ['add', 'add/rendezvous:dialect=fast32', 0.6, 'again/rendezvous:dialect=fast32'],
  ['weighted rendezvous: place all', 'place/rendezvous_weighted', 2500],
  ['add', 'add/rendezvous_weighted', 30, 'again/rendezvous_weighted'],
  ['straw2: place all', 'place/straw2', 1000],
  ['add', 'add/straw2', 20, 'again/straw2'],
  ['maglev, 65,537 slots: build and add, by an index of the keys by slot', 'add/maglev', 2, 'again/maglev'],
];
const floors = main.map(({ times }) => times.floor);
const times_floor = (/** @type {number} */ ms, /** @type {number} */ floor) => cell(ms === undefined ? ms : ms / floor);
const goal_row = (/** @type {[string, string, number, string]} */ [title, name, goal, beside]) => {
  const [native, wasm] = main.map(({ times }) => times[name]);
  const { [beside]: plain } = main[1].times;
  return [
    title,
    times_floor(goal, kGoalFloor),
    times_floor(wasm, floors[1]),
    times_floor(native, floors[0]),
    cell(wasm),
    cell(native),
    plain && wasm ? `${(plain / wasm).toPrecision(2)} ×` : '–',
  ];
};

/** Strategies that score every node, with 20,000 keys on 9,999 nodes: at least one hash per pair. */
const kManyNodes = '20000x9999';
const many = at(kManyNodes);
const kPairs = 20_000 * 9_999;
const a_pair = (/** @type {Report[]} */ reports, /** @type {string} */ name, /** @type {number} */ pairs) =>
  reports
    .map(({ times }) => (times[name] === undefined ? '–' : ((times[name] * 1e6) / pairs).toPrecision(3)))
    .join(' / ');
const pair_row = (/** @type {string} */ id) => {
  const hash = many[0].times[`pairs/${id}`] === undefined ? '–' : a_pair(many, `pairs/${id}`, 64 * 9_999);
  return [id, both(many, `place/${id}`), a_pair(many, `place/${id}`, kPairs), hash, both(many, `add/${id}`)];
};

/** Multiples of the floor, by benchmark, which the next run is compared with. */
const kRecord = new URL('ratios.json', import.meta.url);
const ratios = Object.fromEntries(
  ['native', 'wasm'].map((kind, i) => [
    kind,
    Object.fromEntries(
      Object.entries(main[i].times).map(([name, ms]) => [name, Number((ms / floors[i]).toPrecision(3))]),
    ),
  ]),
);

/** Prints what takes over a fifth longer than when last recorded. */
function compare_with_record() {
  if (!existsSync(kRecord)) return;
  const recorded = JSON.parse(readFileSync(kRecord, 'utf8'));
  for (const [kind, now] of Object.entries(ratios)) {
    for (const [name, ratio] of Object.entries(now)) {
      const before = recorded[kind]?.[name];
      if (ratio > before * 1.2)
        console.error(`Slower than recorded, ${kind}: ${name} takes ${ratio} × the floor, was ${before}`);
    }
  }
}
compare_with_record();
writeFileSync(kRecord, `${JSON.stringify(ratios, null, 1)}\n`);

const kOtherSizes = '## Other numbers of keys × nodes';
const kept = () => {
  const results = readFileSync(new URL('RESULTS.md', import.meta.url), 'utf8');
  return results.slice(results.indexOf(kOtherSizes)).trimEnd();
};

const measured = kOthers
  .map((size) => /** @type {[string, Report[]]} */ ([size, at(size)]))
  .filter(([, reports]) => reports[0].context);
const grows = (/** @type {string} */ operation) => [
  '',
  `### ${operation}`,
  '',
  ...table(
    ['strategy', ...measured.map(([size]) => size.replace('x', ' × '))],
    ids.map((id) => [id, ...measured.map(([, reports]) => both(reports, `${operation}/${id}`))]),
  ),
];

console.log(
  [
    '# What placing and changing costs',
    '',
    '<!-- Written by tests/bench/run; strategy_bench.cpp says what each column is. -->',
    '',
    `${cpus()[0].model}, ${cpus().length} cores, load ${main[0].context.load_avg[0].toFixed(1)} at the start.`,
    `Native: compiler ${main[0].context.compiler}. Wasm: ${main[1].context.compiler}, Node ${process.version}.`,
    '',
    '## A million keys on 100 nodes',
    '',
    'Milliseconds of CPU time, native / wasm, median of three. `place`: all keys, hashed already. `add`, `remove`, `undo`',
    '(of the addition), `tune` (a parameter halved), `more` (it is one more): from the command to published results with',
    'movement and load. Rings and tables publish the ranges that moved, exact to the key, and give each key its owner once it is',
    'asked for: `owners` of all after `tune`. `again`: the plain way to answer `add`: build, place all keys and compare two arrays.',
    '`client`: the table that a client of the strategy holds, in KiB. `key`: the bytes that this engine holds for each key, with',
    'owners before and after.',
    '',
    `The floor of placing (read a hash, write an owner): ${both(main, 'floor')}. ` +
      `A std::map ring of 10,000 points: ${both(main, 'map_ring')}.`,
    '',
    ...table(
      ['strategy', ...columns, 'client', 'key'],
      ids.map((id) => [id, ...columns.map((column) => both(main, `${column}/${id}`)), ...memory(id)]),
    ),
    '',
    '## Goals',
    '',
    'How many times the floor of the same run: the goal in wasm, and what was measured in wasm and natively; then in',
    'milliseconds, and how many times faster than `again` wasm is (than a std::map ring, for placing). Machines differ and other',
    'work disturbs: the ratios are what holds. These strategies are measured over and over, for 20 ms each; elsewhere a figure',
    'is the median of three single runs.',
    '',
    ...table(['what', 'goal', 'wasm', 'native', 'wasm, ms', 'native, ms', 'plain way'], kGoals.map(goal_row)),
    '',
    ...(many[0].context === undefined
      ? []
      : [
          '## Strategies that ask every node, on 10,000 nodes',
          '',
          '20,000 keys: 200,000,000 pairs. No such strategy can do with less than one hash for each: `hash` is that alone, of so many',
          'ns a pair. `place` in ms, and in ns a pair; `add` in ms. Native / wasm.',
          '',
          ...table(
            ['strategy', 'place', 'a pair', 'hash', 'add'],
            ['rendezvous', 'rendezvous_weighted', 'straw2'].map(pair_row),
          ),
          '',
        ]),
    ...(peers.length === 0
      ? []
      : [
          '',
          '## Beside what users would pick instead',
          '',
          'Milliseconds on the same keys and nodes in the same run: `place` all, and `add` a node, place all again and compare,',
          'which is how they answer the question what moved. Beside them our strategy of the kind, native / wasm, and how many',
          'times faster it answers an addition.',
          '',
          ...table(['library', 'place', 'add', 'ours', 'add', 'times'], peers.map(peer_row)),
        ]),
    '',
    ...(measured.length === 0
      ? [kept()]
      : [
          kOtherSizes,
          '',
          `The same, once each, on ${measured[0][1][0].context.date.slice(0, 10)}; ` +
            '– where it was not measured, placing takes longer',
          'than ten seconds, or the strategy refuses so many.',
          ...['place', 'add', 'remove', 'tune'].flatMap(grows),
        ]),
  ].join('\n'),
);
