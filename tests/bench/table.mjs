// Reads two reports of strategy_bench, native and wasm, and writes the table of tests/bench/RESULTS.md.
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

const [native, wasm] = process.argv.slice(2).map((file) => JSON.parse(readFileSync(file, 'utf8')));

/** Milliseconds of CPU time, the median of the repetitions, by benchmark. */
function medians(report) {
  const times = {};
  for (const run of report.benchmarks) {
    if (run.run_type !== 'iteration' || run.error_occurred) continue;
    (times[run.run_name] ??= []).push(run.cpu_time);
  }
  return Object.fromEntries(
    Object.entries(times).map(([name, values]) => [name, values.sort((a, b) => a - b)[values.length >> 1]]),
  );
}

const reports = [medians(native), medians(wasm)];
const columns = ['place', 'add', 'remove', 'tune', 'again'];
const strategies = Object.keys(reports[0]).filter((name) => name.startsWith('place/')).map((name) => name.slice(6));
const cell = (ms) => (ms === undefined ? '–' : ms.toPrecision(ms < 1 ? 2 : 3));
const both = (name) => `${cell(reports[0][name])} / ${cell(reports[1][name])}`;

const lines = [
  '# A million keys on 100 nodes',
  '',
  '<!-- Written by tests/bench/run; strategy_bench.cpp says what each column is. -->',
  '',
  `${cpus()[0].model}, ${cpus().length} cores, load ${native.context.load_avg[0].toFixed(1)} at the start.`,
  `Native: compiler ${native.context.compiler}. Wasm: ${wasm.context.compiler}, Node ${process.version}.`,
  '',
  'Milliseconds of CPU time, native / wasm, median of three. `place`: all keys, hashed already. `add`, `remove`, `tune`:',
  'from the command to published results with movement and load. `again`: the plain way to answer `add`, build, place',
  'all keys and compare two arrays.',
  '',
  `The floor of placing (read a hash, write an owner): ${both('floor')}. A std::map ring of 10,000 points: ${both('map_ring')}.`,
  '',
  `| strategy | ${columns.join(' | ')} |`,
  `| --- |${' ---: |'.repeat(columns.length)}`,
  ...strategies.map((id) => `| ${id} | ${columns.map((column) => both(`${column}/${id}`)).join(' | ')} |`),
];
console.log(lines.join('\n'));
