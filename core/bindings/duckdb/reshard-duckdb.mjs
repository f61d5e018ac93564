// reshard_owner() and reshard_moved() in DuckDB, for Node 18 or later; reshard-duckdb.d.ts documents them. For each
// chunk of rows, there is one call of wasm per link.
import { createRequire } from 'node:module';
import { BLOB, BOOLEAN, DuckDBScalarFunction, VARCHAR } from '@duckdb/node-api';
import { startModule } from './reshard-core.mjs';

const kMostOpen = 16; // scenarios, each at one moment
const kNobody = 0xffffffff;
// the most bytes inside a string_t, after its size; longer strings have a prefix and a pointer instead
const kInline = 12;
// Strings at most this far apart are read at once, with the bytes between them (where Parquet has sizes). Those bytes
// share a memory page with one of the strings, so they can be read; they are not used.
const kGap = 64;

const require = createRequire(import.meta.url);
/** @typedef {import('@duckdb/node-bindings')} Bindings */
/** @typedef {import('@duckdb/node-bindings').Vector} Vector */
/** @typedef {import('@duckdb/node-bindings').DataChunk} DataChunk */
/** @typedef {string | URL | BufferSource | WebAssembly.Module} Source an address, bytes, or a compiled module */
/** @typedef {any} Calls what the module exports: functions and its memory, whose types only C++ knows */

/** The layer below @duckdb/node-api, which gives access to raw vectors. @type {Bindings} */
const duckdb = createRequire(require.resolve('@duckdb/node-api'))('@duckdb/node-bindings');
const decoder = new TextDecoder();

class Refused extends Error {}

/** The strings of a vector, VARCHAR or BLOB, without a JavaScript string for each. */
class Strings {
  /** @param {DataChunk} chunk @param {number} column @param {number} rows */
  constructor(chunk, column, rows) {
    const vector = duckdb.data_chunk_get_vector(chunk, column);
    this.data = /** @type {Uint8Array<ArrayBuffer>} */ (duckdb.vector_get_data(vector, rows * 16));
    this.words = new Uint32Array(this.data.buffer, this.data.byteOffset, rows * 4);
    /** @type {?Uint8Array} null: no row is NULL */
    const validity = duckdb.vector_get_validity(vector, Math.ceil(rows / 64) * 8);
    this.validity = validity ? new Uint8Array(validity.buffer, validity.byteOffset, validity.byteLength) : null;
  }

  /** @param {number} row */
  isNull(row) {
    return this.validity !== null && (this.validity[row >> 3] & (1 << (row & 7))) === 0;
  }

  /** In bytes. @param {number} row */
  size(row) {
    return this.words[4 * row];
  }

  /**
   * Certain equality only: the same words, two of which are a pointer if the string is long.
   * @param {number} row @param {number} other
   */
  same(row, other) {
    const { words } = this;
    for (let i = 0; i < 4; ++i) if (words[4 * row + i] !== words[4 * other + i]) return false;
    return true;
  }

  /** @param {number} row */
  text(row) {
    return decoder.decode(this.#bytes(row, this.size(row)));
  }

  /** @param {number} row @param {number} size of the string, or of a run that begins with it */
  #bytes(row, size) {
    const at = this.data.byteOffset + 16 * row;
    if (this.size(row) <= kInline) return new Uint8Array(this.data.buffer, at + 4, size);
    return duckdb.get_data_from_pointer(this.data.buffer, at + 8, size);
  }

  /**
   * Whether the long string of `row` is stored shortly after that of `other`.
   * @param {number} row @param {number} other
   */
  #follows(row, other) {
    const { words } = this;
    if (words[4 * row] <= kInline || words[4 * other] <= kInline || words[4 * row + 3] !== words[4 * other + 3])
      return false;
    const gap = words[4 * row + 2] - words[4 * other + 2] - words[4 * other];
    return gap >= 0 && gap <= kGap;
  }

  /**
   * The end of a run of long strings that are stored close to one another, in ascending or descending order.
   * @param {number[]} rows @param {number} first
   */
  #runEnd(rows, first) {
    let end = first + 1;
    if (end === rows.length) return end;
    if (this.#follows(rows[end], rows[first]))
      while (end < rows.length && this.#follows(rows[end], rows[end - 1])) ++end;
    else while (end < rows.length && this.#follows(rows[end - 1], rows[end])) ++end;
    return end;
  }

  /** The most room that copy() may need, in bytes. @param {number[]} rows */
  room(rows) {
    return rows.reduce((sum, row) => sum + this.size(row) + kGap, 0);
  }

  /**
   * Copies strings, a run at a time: fetching one costs more than hashing it.
   * @param {number[]} rows
   * @param {Uint8Array} to
   * @param {Uint32Array} begins of the strings, in `to`
   * @param {Uint32Array} sizes
   */
  copy(rows, to, begins, sizes) {
    const { words } = this;
    let at = 0;
    for (let first = 0, end; first < rows.length; first = end) {
      const row = rows[first],
        size = this.size(row);
      if (size <= kInline) {
        for (let i = 0, from = 16 * row + 4; i < size; ++i) to[at + i] = this.data[from + i];
        begins[first] = at;
        sizes[first] = size;
        at += size;
        end = first + 1;
        continue;
      }
      end = this.#runEnd(rows, first);
      const up = words[4 * row + 2] <= words[4 * rows[end - 1] + 2];
      const lowest = up ? row : rows[end - 1],
        highest = up ? rows[end - 1] : row;
      const base = words[4 * lowest + 2];
      to.set(this.#bytes(lowest, words[4 * highest + 2] + words[4 * highest] - base), at);
      for (let i = first; i < end; ++i) {
        begins[i] = at + words[4 * rows[i] + 2] - base;
        sizes[i] = words[4 * rows[i]];
      }
      at += words[4 * highest + 2] + words[4 * highest] - base;
    }
  }
}

/** @typedef {{handle: number, names: (string | null)[]}} Opened a scenario at one moment; `names`: of its nodes */

/** The open scenarios of a module, the most recently used last. */
class Scenarios {
  /** @type {Map<string, Opened>} */
  #open = new Map();
  #source;
  /** @type {Calls} null while the module starts again */
  #calls;

  /** @param {Source} source @param {Calls} calls */
  constructor(source, calls) {
    this.#source = source;
    this.#calls = calls;
  }

  /** @param {string} link @param {boolean} before @returns {Opened} */
  get(link, before) {
    const id = `${before ? '<' : '>'}${link}`;
    let scenario = this.#open.get(id);
    if (scenario) this.#open.delete(id);
    else
      scenario = this.#run((calls) => {
        if (this.#open.size >= kMostOpen) {
          const [oldest, { handle: old }] = /** @type {[string, Opened]} */ (this.#open.entries().next().value);
          calls.reshard_close(old);
          this.#open.delete(oldest);
        }
        const text = new TextEncoder().encode(link);
        this.#view(Uint8Array, calls.reshard_byte_buffer(text.length), text.length).set(text);
        const handle = calls.reshard_open(before ? 1 : 0) >>> 0;
        if (handle === kNobody) throw new Refused(this.#reply());
        return { handle, names: JSON.parse(this.#reply()) };
      });
    this.#open.set(id, scenario);
    return scenario;
  }

  /**
   * The numbers of the keys' owners.
   * @param {Opened} scenario
   * @param {Strings} keys
   * @param {number[]} rows
   */
  place({ handle }, keys, rows) {
    return this.#run((calls) => {
      const longest = calls.reshard_max_key_bytes();
      const long = rows.find((row) => keys.size(row) > longest);
      if (long !== undefined) {
        calls.reshard_too_long(keys.size(long));
        throw new Refused(this.#reply());
      }
      const count = rows.length,
        room = keys.room(rows);
      const bytes = calls.reshard_byte_buffer(room),
        spans = calls.reshard_span_buffer(count);
      const numbers = this.#view(Uint32Array, spans, 2 * count);
      keys.copy(rows, this.#view(Uint8Array, bytes, room), numbers.subarray(0, count), numbers.subarray(count));
      if (calls.reshard_place(handle, count) >>> 0 !== kNobody) throw new Refused(this.#reply());
      return this.#view(Uint32Array, calls.reshard_owners(), count).slice();
    });
  }

  /**
   * After an error that ends a module, such as running out of memory, nothing in it can be trusted: starts another one.
   * @template Result @param {(calls: Calls) => Result} work @returns {Result}
   */
  #run(work) {
    if (!this.#calls) throw new Refused('Reshard starts again, since the memory did not suffice');
    try {
      return work(this.#calls);
    } catch (error) {
      if (error instanceof Refused) throw error;
      this.#calls = null;
      this.#open.clear();
      startModule(this.#source).then(
        (calls) => {
          this.#calls = calls;
        },
        () => {},
      );
      throw new Refused(`Reshard stopped: ${/** @type {Error} */ (error).message}`);
    }
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

  #reply() {
    return decoder.decode(this.#view(Uint8Array, this.#calls.reshard_reply(), this.#calls.reshard_reply_size()));
  }
}

/** @typedef {{link: string, moment: string, rows: number[]}} Group */

/**
 * Groups the rows without a NULL by link and moment, "after" or "before".
 * @param {Strings[]} columns links, keys and maybe moments
 * @param {number} rows
 * @param {Uint8Array} answered gets 1 for each row that is in a group
 */
function* groupsOf(columns, rows, answered) {
  const [links, , moments] = columns;
  /** @type {Map<string, Group>} */
  const groups = new Map();
  /** @type {Group | undefined} */
  let group,
    last = -1;
  for (let row = 0; row < rows; ++row) {
    if (columns.some((column) => column.isNull(row))) continue;
    answered[row] = 1;
    if (last < 0 || !links.same(row, last) || (moments && !moments.same(row, last))) {
      const link = links.text(row),
        moment = moments ? moments.text(row) : 'after';
      const id = `${moment} ${link}`;
      group = groups.get(id);
      if (!group) groups.set(id, (group = { link, moment, rows: [] }));
    }
    last = row;
    /** @type {Group} */ (group).rows.push(row);
  }
  yield* groups.values();
}

/** The strings of an output column: each name is written once, and its string_t copied to every row that has it. */
class Names {
  #bytes;
  #words;

  /** @param {Vector} vector @param {number} rows */
  constructor(vector, rows) {
    this.vector = vector;
    this.#bytes = new Uint8Array(rows * 16);
    this.#words = new Uint32Array(this.#bytes.buffer);
    this.#known = new Map();
  }

  /** @type {Map<string, number>} by name: the first row that has it */
  #known;

  /** @param {number} row @param {string} name */
  put(row, name) {
    const first = this.#known.get(name);
    if (first !== undefined) {
      this.#words.copyWithin(4 * row, 4 * first, 4 * first + 4);
      return;
    }
    this.#known.set(name, row);
    const text = new TextEncoder().encode(name);
    if (text.length <= kInline) {
      this.#words[4 * row] = text.length;
      this.#bytes.set(text, 16 * row + 4);
      return;
    }
    duckdb.vector_assign_string_element_len(this.vector, row, text);
    this.#bytes.set(duckdb.vector_get_data(this.vector, 16 * (row + 1)).subarray(16 * row), 16 * row);
  }

  end() {
    duckdb.copy_data_to_vector(this.vector, 0, this.#bytes.buffer, 0, this.#bytes.byteLength);
  }
}

/** @param {Vector} vector @param {Uint8Array} answered 0: the row is NULL */
function putNulls(vector, answered) {
  const bits = new Uint8Array(Math.ceil(answered.length / 64) * 8);
  let nulls = false;
  answered.forEach((is, row) => {
    if (is) bits[row >> 3] |= 1 << (row & 7);
    else nulls = true;
  });
  if (!nulls) return;
  duckdb.vector_ensure_validity_writable(vector);
  duckdb.copy_data_to_vector_validity(vector, 0, bits.buffer, 0, bits.byteLength);
}

/** @typedef {(scenarios: Scenarios, columns: Strings[], rows: number, out: Vector) => void} Answer of a function */

/** @type {Answer} */
function owners(scenarios, columns, rows, out) {
  const answered = new Uint8Array(rows),
    names = new Names(out, rows);
  for (const group of groupsOf(columns, rows, answered)) {
    if (group.moment !== 'after' && group.moment !== 'before')
      throw new Refused(`moment: “${group.moment}” is neither “before” nor “after”`);
    const scenario = scenarios.get(group.link, group.moment === 'before');
    const numbers = scenarios.place(scenario, columns[1], group.rows);
    group.rows.forEach((row, i) => {
      if (numbers[i] === kNobody) answered[row] = 0;
      else names.put(row, /** @type {string} an owner is there */ (scenario.names[numbers[i]]));
    });
  }
  names.end();
  putNulls(out, answered);
}

/** @type {Answer} */
function moves(scenarios, columns, rows, out) {
  const answered = new Uint8Array(rows),
    moved = new Uint8Array(rows);
  for (const group of groupsOf(columns, rows, answered)) {
    const after = scenarios.place(scenarios.get(group.link, false), columns[1], group.rows);
    const before = scenarios.place(scenarios.get(group.link, true), columns[1], group.rows);
    group.rows.forEach((row, i) => {
      moved[row] = after[i] === before[i] ? 0 : 1;
    });
  }
  duckdb.copy_data_to_vector(out, 0, moved.buffer, 0, rows);
  putNulls(out, answered);
}

/**
 * @param {import('@duckdb/node-api').DuckDBConnection} connection
 * @param {string} name
 * @param {import('@duckdb/node-api').DuckDBType[]} parameters
 * @param {import('@duckdb/node-api').DuckDBType} result
 * @param {Answer} answer
 * @param {Scenarios} scenarios
 */
function register(connection, name, parameters, result, answer, scenarios) {
  const made = new DuckDBScalarFunction();
  made.setName(name);
  for (const type of parameters) made.addParameter(type);
  made.setReturnType(result);
  made.setSpecialHandling(); // of NULL: rows that have one are skipped
  duckdb.scalar_function_set_function(made.scalar_function, (info, chunk, out) => {
    try {
      const rows = duckdb.data_chunk_get_size(chunk);
      answer(
        scenarios,
        parameters.map((_, column) => new Strings(chunk, column, rows)),
        rows,
        out,
      );
    } catch (error) {
      duckdb.scalar_function_set_error(info, `${name}: ${/** @type {Error} */ (error).message}`);
    }
  });
  connection.registerScalarFunction(made);
}

/** @type {typeof import('./reshard-duckdb.d.ts').registerReshard} */
export async function registerReshard(
  connection,
  { wasm = new URL('reshard-duckdb.wasm', import.meta.url).href } = {},
) {
  const scenarios = new Scenarios(wasm, await startModule(wasm));
  for (const key of [VARCHAR, BLOB]) {
    register(connection, 'reshard_owner', [VARCHAR, key], VARCHAR, owners, scenarios);
    register(connection, 'reshard_owner', [VARCHAR, key, VARCHAR], VARCHAR, owners, scenarios);
    register(connection, 'reshard_moved', [VARCHAR, key], BOOLEAN, moves, scenarios);
  }
}
