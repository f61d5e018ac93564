// What to move so that every node is within its limit: core.rebalance() of reshard-core.mjs, loaded when it is first
// called, and loadRebalancer() of reshard-rebalance.mjs. Documented in reshard-rebalance.d.ts.

/** @typedef {import('./reshard-rebalance.d.ts').Rebalancer} Described */
/** @typedef {import('./reshard-rebalance.d.ts').Problem} Problem */
/** @typedef {import('./reshard-rebalance.d.ts').ColumnProblem} ColumnProblem */
/** @typedef {import('./reshard-rebalance.d.ts').PlanOptions} PlanOptions */
/** @typedef {import('./reshard-rebalance.d.ts').Move} Move */
/** @typedef {import('./reshard-rebalance.d.ts').Pace} Pace */
/** @typedef {any} Calls what the module exports: functions and its memory, whose types only C++ knows */
/** @typedef {string | URL | BufferSource | WebAssembly.Module} Source an address, bytes, or a compiled module */
/** @typedef {(code: string, field: string, ...args: (string | number)[]) => never} Refuse */
/**
 * @typedef {object} Tools what is needed of the core, which imports this file: it imports nothing, so that there is one
 *   core and one ReshardError
 * @property {(source: Source) => Promise<WebAssembly.Module>} compile
 * @property {Refuse} refuse
 * @property {new (refusal: {code: string, field: string, message: string}) => Error} ReshardError
 * @property {(source: Source) => Promise<Calls>} startModule
 * @property {(module: WebAssembly.Module) => Calls} startNow
 */
/** @typedef {any} Reply JSON that C++ has written, in the shape that reshard-rebalance.d.ts says for each call */

const kMaxBytes = 1 << 30; // of a problem as JSON
const kSliceMs = 32; // then other work has its turn
const kSteps = 20_000_000;
const kMost = Number.MAX_SAFE_INTEGER;
const kInParts = 10_000; // entries of a problem that become JSON at once

const nextTurn = () => new Promise((next) => setTimeout(next));

const encoder = new TextEncoder(),
  decoder = new TextDecoder();

/**
 * A problem as JSON, in parts, because a text has at most 2^29 characters.
 * @param {Problem} problem @param {Refuse} refuse
 */
function problemBytes(problem, refuse) {
  if (typeof problem !== 'object' || problem === null) refuse('malformed', 'problem', String(problem), 'an object');
  const { entries, ...rest } = problem;
  if (!Array.isArray(entries)) refuse('malformed', 'entries', typeof entries, 'a list');
  const parts = [];
  try {
    parts.push(encoder.encode(`${JSON.stringify(rest).slice(0, -1)},"entries":[`));
    for (let i = 0; i < entries.length; i += kInParts) {
      const text = JSON.stringify(entries.slice(i, i + kInParts)).slice(1, -1);
      parts.push(encoder.encode(i === 0 ? text : `,${text}`));
    }
  } catch {
    refuse('unsupported', 'problem', 'what is not JSON cannot be read');
  }
  parts.push(encoder.encode(']}'));
  const size = parts.reduce((sum, { length }) => sum + length, 0);
  if (size > kMaxBytes) refuse('too_large', 'problem', `${size} bytes as JSON`, kMaxBytes);
  return { parts, size };
}

/**
 * A problem whose entries are columns: these, and the rest as JSON.
 * @param {ColumnProblem} problem @param {Refuse} refuse
 */
function columnBytes({ columns, ...rest }, refuse) {
  const doubles = (/** @type {ArrayLike<number>} */ list) => new Float64Array(list ?? []);
  const bytes = doubles(columns.bytes),
    load = doubles(columns.load);
  if (load.length !== bytes.length)
    refuse('out_of_range', 'columns.load.length', load.length, bytes.length, bytes.length);
  const first = columns.first
    ? new Uint32Array(columns.first)
    : Uint32Array.from({ length: bytes.length + 1 }, (_, i) => i);
  if (first.length !== bytes.length + 1) {
    refuse('out_of_range', 'columns.first.length', first.length, bytes.length + 1, bytes.length + 1);
  }
  const holders = new Uint32Array(columns.holders);
  const { parts, size } = problemBytes({ ...rest, entries: [] }, refuse);
  const lists = [bytes, load, first, holders].map((list) => new Uint8Array(list.buffer));
  const all = lists.reduce((sum, { length }) => sum + length, size);
  if (all > kMaxBytes) refuse('too_large', 'problem', `${all} bytes`, kMaxBytes);
  return { parts: [...lists, ...parts], size: all, entries: bytes.length, holders: holders.length };
}

/** @param {string} field @param {number} value @param {Refuse} refuse */
function checkWhole(field, value, refuse) {
  if (!Number.isInteger(value)) refuse('malformed', field, String(value), 'a whole number');
  if (value < 0 || value > kMost) refuse('out_of_range', field, value, 0, kMost);
}

/** @implements {Described} */
class Rebalancer {
  #tools;
  #module;
  #calls;
  #turn = Promise.resolve(); // the module has one problem at a time

  /** @param {Tools} tools @param {WebAssembly.Module} module @param {Calls} calls */
  constructor(tools, module, calls) {
    this.#tools = tools;
    this.#module = module;
    this.#calls = calls;
  }

  tools() {
    return this.#run('tools', () => this.#reply(this.#calls.reshard_tools()));
  }

  /** @param {Problem | ColumnProblem} problem @param {PlanOptions} [options] */
  plan(problem, options = {}) {
    const planned = this.#turn.then(() => this.#plan(problem, options));
    this.#turn = planned.then(
      () => {},
      () => {},
    );
    return planned;
  }

  /** @param {Problem | ColumnProblem} problem @param {string} id @param {Record<string, string>} [options] */
  tool(problem, id, options = {}) {
    return this.#ask(problem, 'tool', { id, options }, () => this.#calls.reshard_tool());
  }

  /** @param {Problem | ColumnProblem} problem @param {Move[]} moves @param {Pace} pace */
  schedule(problem, moves, pace) {
    return this.#ask(problem, 'schedule', { moves, pace }, () => this.#calls.reshard_schedule());
  }

  /**
   * @param {Problem | ColumnProblem} problem @param {string} field @param {object} request
   * @param {() => number} call
   */
  #ask(problem, field, request, call) {
    const asked = this.#turn.then(() => {
      this.#open(problem);
      const bytes = encoder.encode(JSON.stringify(request));
      return this.#run(field, () => {
        this.#write([bytes], bytes.length);
        return this.#reply(call());
      });
    });
    this.#turn = asked.then(
      () => {},
      () => {},
    );
    return asked;
  }

  /** @param {Problem | ColumnProblem} problem @param {PlanOptions} options */
  async #plan(problem, { seed = 1, steps = kSteps, withOrder = true, signal, onPlan }) {
    checkWhole('seed', seed, this.#tools.refuse);
    checkWhole('steps', steps, this.#tools.refuse);
    signal?.throwIfAborted();
    this.#open(problem);
    this.#run('plan', () => this.#calls.reshard_begin(seed, steps, withOrder ? 1 : 0));
    const plan = () => this.#run('plan', () => this.#reply(this.#calls.reshard_plan()));
    let told = 0;
    for (let done = false; !done; ) {
      const end = performance.now() + kSliceMs;
      while (!done && performance.now() < end) done = this.#run('plan', () => this.#calls.reshard_step()) === 1;
      if (done) break;
      if (onPlan) {
        const tried = this.#run('plan', () => this.#calls.reshard_tried());
        if (tried > told) onPlan(plan());
        told = tried;
      }
      await nextTurn();
      if (signal?.aborted && !onPlan) signal.throwIfAborted();
      if (signal?.aborted) break; // what was found so far is the answer
    }
    return plan();
  }

  /** @param {Problem | ColumnProblem} problem */
  #open(problem) {
    const { refuse } = this.#tools;
    if (typeof problem === 'object' && problem !== null && 'columns' in problem) {
      const { parts, size, entries, holders } = columnBytes(problem, refuse);
      this.#run('problem', () => {
        this.#write(parts, size);
        return this.#reply(this.#calls.reshard_open_columns(entries, holders));
      });
      return;
    }
    const { parts, size } = problemBytes(/** @type {Problem} */ (problem), refuse);
    this.#run('problem', () => {
      this.#write(parts, size);
      return this.#reply(this.#calls.reshard_open());
    });
  }

  /**
   * A module that has stopped itself cannot be trusted: the next call gets a fresh one.
   * @template Result @param {string} field @param {() => Result} work @returns {Result}
   */
  #run(field, work) {
    try {
      return work();
    } catch (error) {
      const { refuse, ReshardError, startNow } = this.#tools;
      if (error instanceof ReshardError) throw error;
      this.#calls = startNow(this.#module);
      const { message } = /** @type {Error} */ (error);
      const [, why] = /^Reshard's core stopped: (?!out of memory)(.*)/s.exec(message) ?? [];
      return why === undefined
        ? refuse('too_large', field, 'more memory than there is', '2 GB')
        : refuse('stopped', field, why);
    }
  }

  /** @param {Uint8Array[]} parts @param {number} size */
  #write(parts, size) {
    const address = this.#calls.reshard_request_buffer(size) >>> 0;
    const buffer = new Uint8Array(this.#calls.memory.buffer, address, size);
    let at = 0;
    for (const part of parts) {
      buffer.set(part, at);
      at += part.length;
    }
  }

  /** @param {number} address @returns {Reply} */
  #reply(address) {
    const bytes = new Uint8Array(this.#calls.memory.buffer, address >>> 0, this.#calls.reshard_reply_size());
    const { value, error } = JSON.parse(decoder.decode(bytes));
    if (error) throw new this.#tools.ReshardError(error);
    return value;
  }
}

/**
 * What loadRebalancer() calls.
 * @param {Tools} tools @param {Source} [wasm]
 * @returns {Promise<Described>}
 */
export async function loadPlanner(tools, wasm = 'reshard-rebalance.wasm') {
  const module = await tools.compile(wasm);
  return new Rebalancer(tools, module, await tools.startModule(module));
}

/** @type {?Promise<Described>} */
let planner = null;

/**
 * What core.rebalance() calls.
 * @param {{tools: Tools}} core @param {Problem | ColumnProblem} problem @param {PlanOptions} [options]
 */
export async function rebalance({ tools }, problem, options) {
  planner ??= loadPlanner(tools);
  planner.catch(() => {
    planner = null; // the next call may have a connection
  });
  return (await planner).plan(problem, options);
}
