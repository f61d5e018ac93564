// Reads the reports of strategy_bench, native and wasm, by size, and of the peers, from a folder; prints the tables of
// tests/bench/RESULTS.md. Its last section stays as it is where there are no reports of other sizes.
import { existsSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';

const folder = process.argv[2];
const kMain = '1000000x100';
const kOthers = ['100000x10', '100000x100', '100000x1000', '1000000x10', '1000000x1000', '10000000x100'];

/** A report's context, and by benchmark the median of its CPU time in ms, and its counters. */
function report(kind, size) {
  const file = `${folder}/${kind}-${size}.json`;
  if (!existsSync(file)) return { times: {}, counters: {} };
  const { times: warm } = report(kind, `${size}-warm`);
  const { context, benchmarks } = JSON.parse(readFileSync(file, 'utf8'));
  const all = {};
  const counters = {};
  for (const run of benchmarks) {
    if (run.run_type !== 'iteration' || run.error_occurred) continue;
    (all[run.run_name] ??= []).push(run.cpu_time);
    counters[run.run_name] = run;
  }
  const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];
  const times = Object.fromEntries(Object.entries(all).map(([name, values]) => [name, median(values)]));
  return { context, counters, times: { ...times, ...warm } };
}

const cell = (ms) => (ms === undefined ? '–' : ms >= 1000 ? Math.round(ms) : ms.toPrecision(ms < 1 ? 2 : 3));
const both = (reports, name) => {
  const [native, wasm] = reports.map(({ times }) => cell(times[name]));
  return native === '–' && wasm === '–' ? '–' : `${native} / ${wasm}`;
};
const at = (size) => [report('native', size), report('wasm', size)];
const table = (head, rows) => [`| ${head.join(' | ')} |`, `| --- |${' ---: |'.repeat(head.length - 1)}`, ...rows.map((row) => `| ${row.join(' | ')} |`)];

const main = at(kMain);
const ids = Object.keys(main[0].times).filter((name) => name.startsWith('place/')).map((name) => name.slice(6));
const columns = ['place', 'add', 'remove', 'undo', 'tune', 'owners', 'again'];
const memory = (id) => {
  const { client_bytes: client, bytes_per_key: key } = main[0].counters[`place/${id}`];
  return [(client / 1024).toFixed(1), key];
};

const peers = existsSync(`${folder}/peers.jsonl`)
  ? readFileSync(`${folder}/peers.jsonl`, 'utf8').trim().split('\n').map((line) => JSON.parse(line))
  : [];
/** Which of ours stands beside a peer. */
const kOurs = { jump: 'jump', rendezvous: 'rendezvous', libmemcached: 'ketama', uhashring: 'ketama', '': 'ring' };
const ours = (name) => kOurs[Object.keys(kOurs).find((part) => name.includes(part))];
const peer_row = ({ name, place_ms, add_ms }) => {
  const id = ours(name);
  const times = main.map((each) => each.times[`add/${id}`]);
  return [name, cell(place_ms), cell(add_ms), id, both(main, `add/${id}`), times.map((ms) => (ms ? Math.round(add_ms / ms) : '–')).join(' / ')];
};

/** What we want of wasm at a million keys and 100 nodes, in ms, and what the plain way to the same takes. */
const kTargets = [
  ['ring, 100 points a node: add', 'add/ring', 0.25, 'again/ring'],
  ['ring, 100 points a node: remove', 'remove/ring', 0.25, 'again/ring'],
  ['ring, 1000 points a node: add', 'add/ring:vnodes=1000', 1.2, 'again/ring:vnodes=1000'],
  ['ring, 1000 points a node: remove', 'remove/ring:vnodes=1000', 1.2, 'again/ring:vnodes=1000'],
  ['ring: from 100 points a node to 50', 'tune/ring', 4, 'again/ring'],
  ['ring: from 1000 points a node to 500', 'tune/ring:vnodes=1000', 16, 'again/ring:vnodes=1000'],
  ['ring: place all keys on 10,000 points', 'place/ring', 5, 'map_ring'],
  ['jump: place all', 'place/jump', 18],
  ['jump: add', 'add/jump', 1.2, 'again/jump'],
  ['rendezvous: place all', 'place/rendezvous', 160],
  ['rendezvous: add', 'add/rendezvous', 2.2, 'again/rendezvous'],
  ['rendezvous: remove', 'remove/rendezvous', 5, 'again/rendezvous'],
  ['rendezvous, 32-bit scores: place all', 'place/rendezvous:dialect=fast32', 45],
  ['rendezvous, 32-bit scores: add', 'add/rendezvous:dialect=fast32', 0.8, 'again/rendezvous:dialect=fast32'],
  ['rendezvous, 32-bit scores: remove', 'remove/rendezvous:dialect=fast32', 3, 'again/rendezvous:dialect=fast32'],
  ['maglev, 65,537 slots: build and add', 'add/maglev', 5, 'again/maglev'],
];
const target_row = ([title, name, most, beside]) => {
  const { [name]: ms, [beside]: plain } = main[1].times;
  return [title, most, cell(ms), cell(plain), plain && ms ? `${(plain / ms).toPrecision(2)} ×` : '–'];
};

const kOtherSizes = '## Other numbers of keys × nodes';
const kept = () => {
  const results = readFileSync(new URL('RESULTS.md', import.meta.url), 'utf8');
  return results.slice(results.indexOf(kOtherSizes)).trimEnd();
};

const measured = kOthers.map((size) => /** @type {[string, any[]]} */ ([size, at(size)])).filter(([, reports]) => reports[0].context);
const grows = (operation) => [
  '',
  `### ${operation}`,
  '',
  ...table(['strategy', ...measured.map(([size]) => size.replace('x', ' × '))],
    ids.map((id) => [id, ...measured.map(([, reports]) => both(reports, `${operation}/${id}`))])),
];

console.log([
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
  '(of the addition), `tune`: from the command to published results with movement and load. Rings publish the ranges that',
  'moved, exact to the key, and give each key its owner once it is asked for: `owners` of all after `tune`. `again`: the',
  'plain way to answer `add`: build, place all keys and compare two arrays. `client`: the table that a client of the',
  'strategy holds, in KiB. `key`: the bytes that this engine holds for each key, with owners before and after.',
  '',
  `The floor of placing (read a hash, write an owner): ${both(main, 'floor')}. A std::map ring of 10,000 points: ${both(main, 'map_ring')}.`,
  '',
  ...table(['strategy', ...columns, 'client', 'key'], ids.map((id) => [id, ...columns.map((column) => both(main, `${column}/${id}`)), ...memory(id)])),
  '',
  '## Against what we want',
  '',
  'Wasm, at most so many milliseconds; beside it `again` (a std::map ring for placing), and how many times faster. These',
  'strategies are measured over and over, for 20 ms each: elsewhere a figure is the median of three single runs.',
  '',
  ...table(['what', 'at most', 'measured', 'plain way', 'times'], kTargets.map(target_row)),
  ...(peers.length === 0 ? [] : [
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
  ...(measured.length === 0 ? [kept()] : [
    kOtherSizes,
    '',
    `The same, once each, on ${measured[0][1][0].context.date.slice(0, 10)}; – where it was not measured, placing takes longer`,
    'than ten seconds, or the strategy refuses so many.',
    ...['place', 'add', 'remove', 'tune'].flatMap(grows),
  ]),
].join('\n'));
