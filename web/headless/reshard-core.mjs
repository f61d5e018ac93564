// Reshard's core without the page, for posts, notebooks and tests: in browsers, workers and Node 18 or later.
// Documented in reshard-core.d.ts.

import { ReshardError, inInput, refuse, UNPLACED } from './refusals.mjs';
import { readHash, readInput, readKey, readPlacement, readRequests } from './read_input.mjs';
import { Stopped, systemFor } from './system.mjs';
import { nextTurn } from './next_turn.js';

export { refuse, ReshardError };

/** @typedef {import('./reshard-core.d.ts').Core} Described */
/** @typedef {import('./reshard-core.d.ts').PlaceInput} PlaceInput */
/** @typedef {import('./reshard-core.d.ts').Placement} Placement */
/** @typedef {import('./reshard-core.d.ts').PlacementInput} PlacementInput */
/** @typedef {import('./reshard-rebalance.d.ts').Problem | import('./reshard-rebalance.d.ts').ColumnProblem} Problem */
/** @typedef {{skew: number, spread: number}} Demand for keys */
/** @typedef {{signal?: AbortSignal, onProgress?: (share: number) => void}} Options */
/** @typedef {string | URL | BufferSource | WebAssembly.Module} Source an address, bytes, or a compiled module */
/** @typedef {any} Calls what a module exports: functions and its memory, whose types only C++ knows */

/** @param {Source} source @returns {Promise<WebAssembly.Module>} */
export async function compile(source) {
  if (source instanceof WebAssembly.Module) return source;
  const held = source instanceof ArrayBuffer || ArrayBuffer.isView(source);
  if (held) return WebAssembly.compile(/** @type {BufferSource} */ (source));
  const url = new URL(source, import.meta.url);
  if (url.protocol === 'file:' && globalThis.process?.versions?.node) {
    const { readFile } = await import('node:fs/promises');
    return WebAssembly.compile(new Uint8Array(await readFile(url)));
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} cannot be loaded: HTTP ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

/**
 * The hottest keys come first; the first `spread` of them are answered by all nodes, wherever they live.
 * @param {Uint32Array} moved @param {number} keys @param {Demand} demand
 */
function requestShare(moved, keys, { skew, spread }) {
  const asked = (/** @type {number} */ key) => (key + 1) ** -skew;
  let all = 0,
    part = 0;
  for (let key = 0; key < keys; ++key) all += asked(key);
  for (const key of moved) part += key < spread ? 0 : asked(key);
  return part / all;
}

const kSliceMs = 16;

/** @implements {Described} */
class Core {
  #module;
  #calls;
  #migration;
  #turn = Promise.resolve(); // the module can place only one input in slices at a time

  /** @param {WebAssembly.Module} module @param {Calls} calls @param {Source} migration */
  constructor(module, calls, migration) {
    this.#module = module;
    this.#calls = calls;
    this.#migration = migration;
  }

  /** @returns {ReturnType<Described['strategies']>} */
  strategies() {
    return this.#run((calls) => this.#reply(calls.reshard_strategies()));
  }

  /** @returns {ReturnType<Described['hashes']>} */
  hashes() {
    return this.#run((calls) => this.#reply(calls.reshard_hashes()));
  }

  /** @param {string} name @param {string | Uint8Array} input @param {number | bigint | string} [seed] */
  hash(name, input, seed = 0) {
    const { request, bytes } = readHash(name, input, seed);
    const hex = this.#run((calls) => {
      this.#write(calls.reshard_byte_buffer, bytes);
      this.#write(calls.reshard_request_buffer, request);
      return this.#reply(calls.reshard_hash());
    });
    return hex.startsWith('0x') ? BigInt(hex) : hex;
  }

  /** @param {PlaceInput} input @returns {Placement} */
  place(input) {
    const { value, numbers: owners } = this.callWithKeys('reshard_place', input);
    return { owners, ...value };
  }

  /** @param {PlaceInput} input @param {Options} [options] @returns {Promise<Placement>} */
  async placeAsync(input, { signal, onProgress } = {}) {
    const read = readInput(input);
    const turn = this.#turn.then(() => this.#placeInSlices(read, signal, onProgress));
    this.#turn = turn.then(
      () => {},
      () => {},
    );
    return turn;
  }

  /**
   * @param {import('./read_input.mjs').Read} read
   * @param {Options['signal']} signal
   * @param {Options['onProgress']} onProgress
   */
  async #placeInSlices(read, signal, onProgress) {
    const ask = (/** @type {string} */ call, /** @type {number[]} */ ...words) =>
      this.#run((calls) => this.#reply(calls[call](...words), read.request));
    const begin = () => {
      ask(
        'reshard_place_begin',
        this.#run(() => this.#writeInput(read)),
      );
      return this.#calls;
    };
    signal?.throwIfAborted();
    let begun = begin();
    try {
      for (let looks = 1; ; ) {
        if (begun !== this.#calls) begun = begin(); // another call has stopped the module
        const began = performance.now(),
          placed = ask('reshard_place_step', looks);
        onProgress?.(placed);
        if (placed === 1) break;
        const took = performance.now() - began;
        if (took < kSliceMs / 2) looks *= 2;
        else if (took > kSliceMs) looks = Math.max(1, looks >> 1);
        await nextTurn();
        signal?.throwIfAborted();
      }
    } catch (error) {
      if (begun === this.#calls) begun.reshard_place_end(); // releases its memory
      throw error;
    }
    return this.#run((calls) => {
      const described = this.#reply(calls.reshard_place_end(), read.request);
      return { owners: this.#numbersOut(), ...described };
    });
  }

  /** @param {PlaceInput} input @param {string | Uint8Array} key @returns {ReturnType<Described['explain']>} */
  explain(input, key) {
    const read = readInput(input);
    const bytes = readKey(key);
    return this.#run((calls) => {
      const given = this.#writeInput(read);
      this.#write(calls.reshard_key_buffer, bytes);
      return this.#reply(calls.reshard_explain(given), read.request);
    });
  }

  /**
   * @param {PlacementInput} before @param {PlacementInput} after @param {PlaceInput['requests']} [requests]
   * @returns {ReturnType<Described['compare']>}
   */
  compare(before, after, requests) {
    const sides = [readPlacement('before', before), readPlacement('after', after)];
    const demand = readRequests(requests);
    const { keys } = sides[0];
    if (sides[1].keys !== keys) {
      refuse(
        'unsupported',
        'after.keys',
        `${sides[1].keys} is not the ${keys} of before; keys are matched by position`,
      );
    }
    const names = [...new Set(sides.flatMap((side) => side.names))];
    const number = new Map(names.map((name, i) => [name, i]));
    const owners = sides.map(({ names: own, first }) => {
      const ids = Uint32Array.from(own, (name) => /** @type {number} */ (number.get(name)));
      return first.map((owner) => (owner === UNPLACED ? UNPLACED : ids[owner]));
    });
    return this.#run((calls) => {
      owners.forEach((list, side) => this.#writeNumbers(side, list));
      const told = this.#reply(calls.reshard_compare(names.length));
      const name = (/** @type {number} */ i) => names[i] ?? null; // UNPLACED is beyond them
      /** @type {[from: number, to: number, moved: number][]} */
      const flows = told.flow;
      const flow = flows.map(([from, to, some]) => ({ from: name(from), to: name(to), keys: some }));
      const moved = this.#numbersOut();
      return { moved, ...told, flow, ...(demand && { requestShare: requestShare(moved, keys, demand) }) };
    });
  }

  /** @param {import('./reshard-core.d.ts').MigrateInput} input @param {Options} [options] */
  async migrate(input, options) {
    const { migrate } = await import('./reshard-migration.mjs');
    return migrate(this, input, options, this.#migration);
  }

  /** @param {Problem} problem @param {import('./reshard-rebalance.d.ts').PlanOptions} [options] */
  async rebalance(problem, options) {
    const { rebalance } = await import('./reshard-planner.mjs');
    return rebalance(this, problem, options);
  }

  /** What these two files take from here: they import nothing, so that there is one core and one ReshardError. */
  get tools() {
    return { nextTurn, refuse, ReshardError, startModule, startNow, compile };
  }

  /**
   * Calls what a larger module adds to the core's.
   * @param {string} name
   * @param {any} input JSON, which C++ reads
   * @returns {any} JSON that C++ has written
   */
  call(name, input) {
    return this.#run((calls) => {
      this.#write(calls.reshard_request_buffer, new TextEncoder().encode(JSON.stringify(input)));
      return this.#reply(calls[name]());
    });
  }

  /**
   * The same for a call that takes the input of place(); it also gives numbers.
   * @param {string} name
   * @param {PlaceInput} input and what the call takes beside it
   * @returns {{value: any, numbers: Uint32Array}} `value`: JSON that C++ has written
   */
  callWithKeys(name, input) {
    const read = readInput(input);
    return this.#run((calls) => {
      const given = this.#writeInput(read);
      const value = this.#reply(calls[name](given), read.request);
      return { value, numbers: this.#numbersOut() };
    });
  }

  /**
   * A module that has stopped itself cannot be trusted: the next call gets a fresh one.
   * @template Result @param {(calls: Calls) => Result} work @returns {Result}
   */
  #run(work) {
    try {
      return work(this.#calls);
    } catch (error) {
      if (error instanceof ReshardError) throw error;
      this.#calls = startNow(this.#module);
      if (!(error instanceof Stopped)) return refuse('too_large', 'input', 'more memory than there is', '2 GB');
      throw new ReshardError({ code: 'stopped', field: 'input', message: error.message });
    }
  }

  /** @param {import('./read_input.mjs').Read} read */
  #writeInput({ request, listed }) {
    const calls = this.#calls;
    if (listed) {
      this.#write(calls.reshard_byte_buffer, listed.bytes);
      this.#writeNumbers(0, listed.ends);
    }
    this.#write(calls.reshard_request_buffer, request);
    return listed ? 1 : 0;
  }

  /** @param {(size: number) => number} buffer makes room, and says where @param {Uint8Array} bytes */
  #write(buffer, bytes) {
    this.#view(Uint8Array, buffer(bytes.length), bytes.length).set(bytes);
  }

  /** @param {number} which @param {Uint32Array} numbers */
  #writeNumbers(which, numbers) {
    this.#view(Uint32Array, this.#calls.reshard_number_buffer(which, numbers.length), numbers.length).set(numbers);
  }

  /**
   * @template {Uint8Array | Uint32Array} View
   * @param {new (buffer: ArrayBuffer, address: number, length: number) => View} Type
   * @param {number} address
   * @param {number} length
   */
  #view(Type, address, length) {
    return new Type(this.#calls.memory.buffer, address >>> 0, length);
  }

  /** @returns {Uint32Array} */
  #numbersOut() {
    return this.#view(Uint32Array, this.#calls.reshard_numbers_out(), this.#calls.reshard_numbers_out_size()).slice();
  }

  /**
   * The core's JSON, in whatever shape the call has; throws what it refused.
   * @param {number} address @param {Uint8Array} [request] the input, if it has places
   */
  #reply(address, request) {
    const text = new TextDecoder().decode(this.#view(Uint8Array, address, this.#calls.reshard_reply_size()));
    const { value, error } = JSON.parse(text);
    if (error) throw new ReshardError(request ? inInput(error, JSON.parse(new TextDecoder().decode(request))) : error);
    return value;
  }
}

/**
 * The imports of a module, and a function that takes its instance: it initialises the module and returns the exports.
 * @param {WebAssembly.Module} module
 */
function prepare(module) {
  const started = { calls: /** @type {Calls} */ (null) };
  const system = systemFor(() => started.calls.memory);
  /** @type {WebAssembly.Imports} */
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) (imports[from] ??= {})[name] = system(name);
  const begin = (/** @type {{exports: Calls}} */ { exports }) => {
    started.calls = exports;
    exports._initialize?.();
    return exports;
  };
  return { imports, begin };
}

/**
 * Compiles and starts a module of this project, which needs no more of the system than the core does.
 * @param {Source} source @returns {Promise<Calls>}
 */
export async function startModule(source) {
  const module = await compile(source);
  const { imports, begin } = prepare(module);
  return begin(await WebAssembly.instantiate(module, imports));
}

/**
 * The same synchronously, if the browser allows that for large modules.
 * @param {WebAssembly.Module} module @returns {Calls}
 */
export function startNow(module) {
  const { imports, begin } = prepare(module);
  return begin(new WebAssembly.Instance(module, imports));
}

/**
 * Starts a core. `wasm`: the address of reshard-core.wasm, its bytes, or a compiled module; default: beside this file.
 * `migration`: the same for reshard-migration.wasm, which is fetched when migrate() is called.
 * @param {{wasm?: Source, migration?: Source}} [sources]
 */
export async function loadReshard({ wasm = 'reshard-core.wasm', migration = 'reshard-migration.wasm' } = {}) {
  const module = await compile(wasm);
  return new Core(module, await startModule(module), migration);
}
