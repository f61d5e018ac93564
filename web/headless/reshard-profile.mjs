// Which column should be the sharding key: rows profiled in batches, and what queries ask of the shards. Documented in
// reshard-profile.d.ts; the module with the strategies in it is fetched by loadProfiler().
import { compile, refuse, ReshardError, startModule, startNow } from './reshard-core.mjs';

/** @typedef {import('./reshard-profile.d.ts').Profiler} Described */
/** @typedef {import('./reshard-profile.d.ts').ColumnValues} ColumnValues */
/** @typedef {any} Calls what the module exports: functions and its memory, whose types only C++ knows */
/** @typedef {any} Reply JSON that C++ has written, in the shape that reshard-profile.d.ts says for each call */

const kMaxRequestBytes = 4 << 20;
const kMaxBatchBytes = 256 << 20; // of one column
const kMaxBatchRows = 1_000_000;
const kMaxRanked = 1_000_000;
const kWorldRows = 20_000;
const kShownRows = 1_000;

const encoder = new TextEncoder(),
  decoder = new TextDecoder();

/** A request as JSON. A BigInt is written as text, as a seed may be. @param {unknown} value */
function requestBytes(value) {
  let text = '';
  try {
    text = JSON.stringify(value ?? null, (_, part) => (typeof part === 'bigint' ? String(part) : part));
  } catch {
    refuse('unsupported', 'input', 'what is not JSON cannot be read');
  }
  if (/\p{Surrogate}/u.test(text)) refuse('malformed', 'input', 'text with half a character', 'text');
  const bytes = encoder.encode(text);
  if (bytes.length > kMaxRequestBytes) refuse('too_large', 'input', `${bytes.length} bytes as JSON`, kMaxRequestBytes);
  return bytes;
}

/** @typedef {{bytes: Uint8Array, ends: Uint32Array}} Column `ends`: of each text, in `bytes` */

/** @param {string} field @param {(string | null)[]} texts of one column @returns {Column} */
function encodedColumn(field, texts) {
  let bytes = new Uint8Array(16 * texts.length + 64);
  const ends = new Uint32Array(texts.length);
  let size = 0;
  for (let i = 0; i < texts.length; ++i) {
    const text = texts[i];
    if (text !== null && typeof text !== 'string') refuse('malformed', `${field}[${i}]`, typeof text, 'text or null');
    if (text !== null) {
      if (size + 3 * text.length > bytes.length) {
        // UTF-8 needs at most 3 bytes for a unit of UTF-16
        const grown = new Uint8Array(Math.max(2 * bytes.length, size + 3 * text.length));
        grown.set(bytes.subarray(0, size));
        bytes = grown;
      }
      size += encoder.encodeInto(text, bytes.subarray(size)).written;
    }
    ends[i] = size;
  }
  return { bytes: bytes.subarray(0, size), ends };
}

/** @param {string} field @param {ColumnValues | undefined} given @returns {?Column} null: not read */
function columnOf(field, given) {
  if (given === null || given === undefined) return null;
  const { bytes, ends } = Array.isArray(given) ? encodedColumn(field, given) : given;
  if (!(bytes instanceof Uint8Array) || !(ends instanceof Uint32Array)) {
    refuse('malformed', field, typeof given, 'a list of texts, or bytes with the end of each');
  }
  if (ends.length < 1 || ends.length > kMaxBatchRows)
    refuse('out_of_range', `${field}.length`, ends.length, 1, kMaxBatchRows);
  if (bytes.length > kMaxBatchBytes) refuse('too_large', field, `${bytes.length} bytes`, kMaxBatchBytes);
  return { bytes, ends };
}

/** @implements {Described} */
class Profiler {
  #module;
  #calls;
  #opened = 0;
  #world = 0;

  /** @param {WebAssembly.Module} module @param {Calls} calls */
  constructor(module, calls) {
    this.#module = module;
    this.#calls = calls;
  }

  /**
   * A module that has stopped itself cannot be trusted: the next call gets a fresh one, and what was open has ended.
   * @template Result @param {string} field @param {() => Result} work @returns {Result}
   */
  #run(field, work) {
    try {
      return work();
    } catch (error) {
      if (error instanceof ReshardError) throw error;
      this.#calls = startNow(this.#module);
      ++this.#opened;
      ++this.#world;
      const { message } = /** @type {Error} */ (error);
      const [, why] = /^Reshard's core stopped: (?!out of memory)(.*)/s.exec(message) ?? [];
      return why === undefined
        ? refuse('too_large', field, 'more memory than there is', '2 GB')
        : refuse('stopped', field, why);
    }
  }

  /** @param {import('./reshard-profile.d.ts').ProfileInput} input */
  open(input) {
    this.#ask('reshard_open', input);
    const number = ++this.#opened;
    const columns = [...input.columns].length;
    let progress = { rows: 0, memoryBytes: 0, exact: true };
    const current = () => {
      if (number !== this.#opened) refuse('unsupported', 'push', 'the profile has ended');
    };
    return {
      push: (/** @type {ColumnValues[]} */ batch) => {
        current();
        if (!Array.isArray(batch)) refuse('malformed', 'batch', typeof batch, 'a list of columns');
        if (batch.length !== columns) refuse('out_of_range', 'batch.length', batch.length, columns, columns);
        const read = batch.map((column, i) => columnOf(`batch[${i}]`, column));
        progress = this.#run('batch', () => {
          read.forEach((column, i) => this.#write(i, column));
          return this.#reply(this.#calls.reshard_push());
        });
      },
      get progress() {
        return { ...progress };
      },
      finish: () => {
        current();
        const profile = this.#run('profile', () => this.#reply(this.#calls.reshard_finish()));
        ++this.#opened;
        return profile;
      },
    };
  }

  /** @param {import('./reshard-profile.d.ts').TemplateInput[]} templates */
  readTemplates(templates) {
    return this.#ask('reshard_templates', templates);
  }
  /** @param {import('./reshard-profile.d.ts').SuggestInput} input */
  suggest(input) {
    return this.#ask('reshard_suggest', input);
  }
  /** @param {import('./reshard-profile.d.ts').JudgeInput} input */
  judge(input) {
    return this.#ask('reshard_judge', input);
  }
  /** @param {import('./reshard-profile.d.ts').SecondViewInput} input */
  secondView(input) {
    return this.#ask('reshard_second_view', input);
  }
  /** @param {import('./reshard-profile.d.ts').SaltInput} input */
  salt(input) {
    return this.#ask('reshard_salt', input);
  }
  /** @param {import('./reshard-profile.d.ts').TailInput} input */
  tail(input) {
    return this.#ask('reshard_tail', input);
  }

  /** @param {ArrayLike<number>} a @param {ArrayLike<number>} b */
  rank(a, b) {
    [a, b].forEach((list, side) => {
      const field = 'ab'[side];
      if (!Array.isArray(list) && !ArrayBuffer.isView(list))
        refuse('malformed', field, typeof list, 'a list of numbers');
      const numbers = Float64Array.from(list);
      if (numbers.length > kMaxRanked) refuse('out_of_range', `${field}.length`, numbers.length, 0, kMaxRanked);
      const wrong = numbers.findIndex((number) => !Number.isFinite(number));
      if (wrong >= 0) refuse('malformed', `${field}[${wrong}]`, String(numbers[wrong]), 'a number');
      this.#run(field, () =>
        this.#view(Float64Array, this.#calls.reshard_rank_buffer(side, numbers.length), numbers.length).set(numbers),
      );
    });
    return this.#run('rank', () => this.#reply(this.#calls.reshard_rank()));
  }

  /** @param {import('./reshard-profile.d.ts').IdentifyInput} input */
  identify({ keys, owners, ...input }) {
    const columns = Object.entries({ keys, owners }).map(
      ([field, texts]) => /** @type {Column} */ (columnOf(field, texts ?? [])),
    );
    if (columns[0].ends.length !== columns[1].ends.length) {
      refuse('out_of_range', 'owners.length', columns[1].ends.length, columns[0].ends.length, columns[0].ends.length);
    }
    this.#ask('reshard_identify', input);
    ++this.#opened; // ends a profile
    this.#run('rows', () => {
      columns.forEach((column, i) => this.#write(i, column));
      this.#reply(this.#calls.reshard_identify_begin());
    });
    const number = this.#opened;
    const current = () => {
      if (number !== this.#opened) refuse('unsupported', 'identify', 'the search has ended');
    };
    return {
      step: () => {
        current();
        const done = this.#run('rows', () => this.#calls.reshard_identify_step());
        return done > 1 ? null : done;
      },
      finish: () => {
        current();
        ++this.#opened;
        return this.#run('rows', () => this.#reply(this.#calls.reshard_identify_finish()));
      },
    };
  }

  worlds() {
    return this.#run('worlds', () => this.#reply(this.#calls.reshard_worlds()));
  }

  /** @param {import('./reshard-profile.d.ts').WorldInput} input */
  world(input) {
    /** @type {import('./reshard-profile.d.ts').World['info']} */
    const info = this.#ask('reshard_world', input);
    const number = ++this.#world;
    let next = 0;
    /** @param {number} first @param {number} count @returns {Column[]} */
    const made = (first, count) => {
      if (number !== this.#world) refuse('unsupported', 'world', 'another world has begun');
      return this.#run('world', () => {
        const rows = this.#calls.reshard_world_rows(first, count);
        return info.columns.map((_, column) => ({
          bytes: this.#view(
            Uint8Array,
            this.#calls.reshard_world_bytes(column),
            this.#calls.reshard_world_size(column),
          ).slice(),
          ends: this.#view(Uint32Array, this.#calls.reshard_world_ends(column), rows).slice(),
        }));
      });
    };
    /** @param {string} field @param {number} value @param {number} least @param {number} most */
    const countOf = (field, value, least, most) => {
      if (!Number.isInteger(value)) refuse('malformed', field, String(value), 'a whole number');
      if (value < least || value > most) refuse('out_of_range', field, value, least, most);
      return value;
    };
    return {
      info,
      next: (rows = kWorldRows) => {
        countOf('rows', rows, 1, kMaxBatchRows);
        if (next >= info.rows) return null;
        const columns = made(next, rows);
        next += columns[0].ends.length;
        return columns;
      },
      rows: (/** @type {number} */ first, /** @type {number} */ count) => {
        countOf('first', first, 0, info.rows);
        countOf('count', count, 0, kShownRows);
        const columns = made(first, count).map(({ bytes, ends }) =>
          Array.from(ends, (end, i) => {
            const begin = i === 0 ? 0 : ends[i - 1];
            return begin === end ? null : decoder.decode(bytes.subarray(begin, end));
          }),
        );
        return columns[0].map((_, row) => columns.map((column) => column[row]));
      },
    };
  }

  /** @param {number} column @param {?Column} values */
  #write(column, values) {
    if (values === null) {
      this.#calls.reshard_column_bytes(column, 0, 0);
      return;
    }
    const { bytes, ends } = values;
    const address = this.#calls.reshard_column_bytes(column, bytes.length, ends.length);
    this.#view(Uint8Array, address, bytes.length).set(bytes);
    this.#view(Uint32Array, this.#calls.reshard_column_ends(column), ends.length).set(ends);
  }

  /** @param {string} what @param {unknown} input @returns {Reply} */
  #ask(what, input) {
    const bytes = requestBytes(input);
    return this.#run('input', () => {
      this.#view(Uint8Array, this.#calls.reshard_request_buffer(bytes.length), bytes.length).set(bytes);
      return this.#reply(this.#calls[what]());
    });
  }

  /**
   * @template {Uint8Array | Uint32Array | Float64Array} View
   * @param {new (buffer: ArrayBuffer, address: number, length: number) => View} Type
   * @param {number} address
   * @param {number} length
   */
  #view(Type, address, length) {
    return new Type(this.#calls.memory.buffer, address >>> 0, length);
  }

  /** @param {number} address @returns {Reply} */
  #reply(address) {
    const { value, error } = JSON.parse(
      decoder.decode(this.#view(Uint8Array, address, this.#calls.reshard_reply_size())),
    );
    if (error) throw new ReshardError(error);
    return value;
  }
}

/**
 * Starts a profiler; `wasm`: the address of reshard-profile.wasm, its bytes, or a compiled module.
 * @param {{wasm?: string | URL | BufferSource | WebAssembly.Module}} [options]
 */
export async function loadProfiler({ wasm = 'reshard-profile.wasm' } = {}) {
  const module = await compile(wasm);
  return new Profiler(module, await startModule(module));
}
