// How long plans of the sizes of rebalance_bench.cpp take in WebAssembly, each in a worker of its own as the page's is:
// until there is a plan, and until it is proven or its steps are spent, with the entries as JSON and as columns. The
// last column is the native planner's for a problem of the same kind, where build/bench/rebalance_bench exists. After
// web/serve --build:
//   node --no-experimental-fetch tests/bench/rebalance.mjs [--dist dist] [--runs 5] [--only slots]
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
/**
 * @typedef {{name: string, entries: number, replicas: number, nodes: number, fresh: number, sigma: number,
 *   withOrder: boolean}} Shape
 * @typedef {{first: number, whole: number, cpu: number, over: number, moves: number, excess: number, proven: boolean}}
 *   Took
 */

/** @type {Shape[]} */
const kShapes = [
  { name: 'slots', entries: 16_384, replicas: 1, nodes: 200, fresh: 20, sigma: 1.5, withOrder: true },
  { name: 'tablets', entries: 100_000, replicas: 3, nodes: 1000, fresh: 60, sigma: 1.2, withOrder: true },
  { name: 'million', entries: 1_000_000, replicas: 1, nodes: 1000, fresh: 50, sigma: 1.2, withOrder: false },
];

/** Uniform numbers from 0 to 1: mulberry32. @param {number} seed */
function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Old nodes are uneven, and new ones empty. @param {Shape} shape */
function columnsOf({ entries, replicas, nodes, fresh, sigma }) {
  const next = random(7),
    below = (/** @type {number} */ bound) => Math.floor(next() * bound),
    old = Math.floor((nodes - fresh) / replicas);
  const normal = () => {
    let sum = -6;
    for (let i = 0; i < 12; ++i) sum += next();
    return sum;
  };
  const bytes = new Float64Array(entries),
    load = new Float64Array(entries),
    holders = new Uint32Array(entries * replicas);
  for (let e = 0; e < entries; ++e) {
    for (let r = 0; r < replicas; ++r) {
      const one = below(old),
        other = below(old);
      holders[e * replicas + r] = (below(4) === 0 ? Math.min(one, other) : one) * replicas + r;
    }
    bytes[e] = 1 + Math.floor(5000 * Math.exp(0.8 * normal()));
    load[e] = 1 + Math.floor(200 * Math.exp(sigma * normal()));
  }
  const first = Uint32Array.from({ length: entries + 1 }, (_, i) => i * replicas);
  return { bytes, load, first, holders };
}

/** @param {Shape} shape @param {boolean} asColumns */
function problemOf(shape, asColumns) {
  const columns = columnsOf(shape),
    names = Array.from({ length: shape.nodes }, (_, i) => `n${i}`);
  const nodes = names.map((name, i) => ({ name, zone: `z${i % shape.replicas}` }));
  const options = { epsilon: 0.05, zones: shape.replicas > 1 ? 'distinct' : 'none' };
  if (asColumns) return { nodes, columns, options };
  const entries = Array.from(columns.bytes, (bytes, e) => ({
    id: String(e),
    bytes,
    load: columns.load[e],
    replicas: Array.from(columns.holders.subarray(columns.first[e], columns.first[e + 1]), (n) => names[n]),
  }));
  return { nodes, entries, options };
}

/** @param {{dist: string, shape: Shape, asColumns: boolean}} data @returns {Promise<Took>} */
async function plan({ dist, shape, asColumns }) {
  const { loadRebalancer } = await import(pathToFileURL(resolve(dist, 'reshard-rebalance.mjs')).href);
  const core = await loadRebalancer({ wasm: readFileSync(resolve(dist, 'reshard-rebalance.wasm')) });
  const problem = problemOf(shape, asColumns);
  let first = 0;
  const before = process.cpuUsage(),
    began = performance.now();
  const onPlan = () => {
    first ||= performance.now() - began;
  };
  const made = await core.plan(problem, { withOrder: shape.withOrder, onPlan });
  const whole = performance.now() - began,
    { user, system } = process.cpuUsage(before); // of all threads, so that the engine's compiling counts
  const { bytes, excess, proven, moves, bound } = made;
  return {
    first: first || whole,
    whole,
    cpu: (user + system) / 1000,
    over: 100 * (bytes / bound.cost - 1),
    moves: moves.length,
    excess,
    proven,
  };
}

const median = (/** @type {number[]} */ list) => list.sort((a, b) => a - b)[list.length >> 1] ?? NaN;

/** @param {string} name @returns {string} CPU milliseconds of the native planner */
function native(name) {
  const program = 'build/bench/rebalance_bench';
  if (!existsSync(program)) return '';
  const { stdout } = spawnSync(program, [`--benchmark_filter=^${name}/whole`, '--benchmark_format=json'], {
    encoding: 'utf8',
  });
  return JSON.parse(stdout).benchmarks[0].cpu_time.toFixed(0);
}

async function main() {
  const { values: options } = parseArgs({
    options: {
      dist: { type: 'string', default: 'dist' },
      runs: { type: 'string', default: '5' },
      only: { type: 'string' },
    },
  });
  console.log('| | as | first plan, ms | whole, ms | CPU, ms | over the bound | moves | native, CPU ms |');
  console.log('| --- | --- | --: | --: | --: | --: | --: | --: |');
  for (const shape of kShapes.filter(({ name }) => !options.only || name === options.only)) {
    for (const asColumns of [false, true]) {
      /** @type {Took[]} */
      const runs = [];
      for (let i = 0; i < Number(options.runs); ++i) {
        const worker = new Worker(fileURLToPath(import.meta.url), {
          workerData: { dist: options.dist, shape, asColumns },
        });
        runs.push(
          await new Promise((told, failed) => {
            worker.once('message', told);
            worker.once('error', failed);
          }),
        );
      }
      const [{ over, moves, excess, proven }] = runs;
      const of = (/** @type {(run: Took) => number} */ pick) => median(runs.map(pick)).toFixed(0);
      const how = `${over.toFixed(3)} %${proven ? ', proven' : ''}${excess ? `, excess ${excess}` : ''}`;
      const cells = [
        shape.name,
        asColumns ? 'columns' : 'JSON',
        of(({ first }) => first),
        of(({ whole }) => whole),
        of(({ cpu }) => cpu),
        how,
        moves,
      ];
      console.log(`| ${[...cells, native(shape.name)].join(' | ')} |`);
    }
  }
}

if (isMainThread) await main();
else parentPort?.postMessage(await plan(workerData));
