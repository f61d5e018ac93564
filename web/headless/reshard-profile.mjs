// Which column should be the sharding key: rows profiled in batches, and what queries ask of the shards. Documented in
// reshard-profile.d.ts; the module with the strategies in it is fetched by loadProfiler().
import { compile, ReshardError, startModule, startNow } from './reshard-core.mjs';

const kMaxRequestBytes = 4 << 20;
const kMaxBatchBytes = 256 << 20; // of one column
const kMaxBatchRows = 1_000_000;
const kMaxRanked = 1_000_000;
const kWorldRows = 20_000;
const kShownRows = 1_000;

const kTemplates = {
  out_of_range: '{field}: {0} is outside {1} to {2}',
  malformed: '{field}: “{0}” cannot be read as {1}',
  too_large: '{field}: needs {0}, the limit is {1}',
  unsupported: '{field}: {0}',
  stopped: '{field}: {0}',
};

function refuse(code, field, ...given) {
  const args = given.map(String);
  const template = kTemplates[code];
  const message = template.replace(/\{(field|\d)\}/g, (_, which) => (which === 'field' ? field : args[which]));
  throw new ReshardError({ code, field, message, template, args });
}

const encoder = new TextEncoder(),
  decoder = new TextDecoder();

/** A request as JSON. A BigInt is written as text, as a seed may be. */
function requestBytes(value) {
  let text;
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

/** The texts of one column as bytes, with the end of each text. */
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

function columnOf(field, given) {
  if (given === null || given === undefined) return null;
  const list = Array.isArray(given);
  const { bytes, ends } = list ? encodedColumn(field, given) : given;
  if (!(bytes instanceof Uint8Array) || !(ends instanceof Uint32Array)) {
    refuse('malformed', field, typeof given, 'a list of texts, or bytes with the end of each');
  }
  if (ends.length < 1 || ends.length > kMaxBatchRows)
    refuse('out_of_range', `${field}.length`, ends.length, 1, kMaxBatchRows);
  if (bytes.length > kMaxBatchBytes) refuse('too_large', field, `${bytes.length} bytes`, kMaxBatchBytes);
  return { bytes, ends };
}

class Profiler {
  #module;
  #calls;
  #opened = 0;
  #world = 0;

  constructor(module, calls) {
    this.#module = module;
    this.#calls = calls;
  }

  // A module that has stopped itself cannot be trusted: the next call gets a fresh one, and what was open has ended.
  #run(field, work) {
    try {
      return work();
    } catch (error) {
      if (error instanceof ReshardError) throw error;
      this.#calls = startNow(this.#module);
      ++this.#opened;
      ++this.#world;
      const [, why] = /^Reshard's core stopped: (?!out of memory)(.*)/s.exec(error.message) ?? [];
      return why === undefined
        ? refuse('too_large', field, 'more memory than there is', '2 GB')
        : refuse('stopped', field, why);
    }
  }

  open(input) {
    this.#ask('reshard_open', input);
    const number = ++this.#opened;
    const columns = [...input.columns].length;
    let progress = { rows: 0, memoryBytes: 0, exact: true };
    const current = () => {
      if (number !== this.#opened) refuse('unsupported', 'push', 'the profile has ended');
    };
    return {
      push: (batch) => {
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

  readTemplates(templates) {
    return this.#ask('reshard_templates', templates);
  }
  suggest(input) {
    return this.#ask('reshard_suggest', input);
  }
  judge(input) {
    return this.#ask('reshard_judge', input);
  }
  secondView(input) {
    return this.#ask('reshard_second_view', input);
  }
  salt(input) {
    return this.#ask('reshard_salt', input);
  }
  tail(input) {
    return this.#ask('reshard_tail', input);
  }

  rank(a, b) {
    [a, b].forEach((list, side) => {
      const field = 'ab'[side];
      if (!Array.isArray(list) && !ArrayBuffer.isView(list))
        refuse('malformed', field, typeof list, 'a list of numbers');
      const numbers = Float64Array.from(/** @type {any} */ (list));
      if (numbers.length > kMaxRanked) refuse('out_of_range', `${field}.length`, numbers.length, 0, kMaxRanked);
      const wrong = numbers.findIndex((number) => !Number.isFinite(number));
      if (wrong >= 0) refuse('malformed', `${field}[${wrong}]`, String(numbers[wrong]), 'a number');
      this.#run(field, () =>
        this.#view(Float64Array, this.#calls.reshard_rank_buffer(side, numbers.length), numbers.length).set(numbers),
      );
    });
    return this.#run('rank', () => this.#reply(this.#calls.reshard_rank()));
  }

  identify({ keys, owners, ...input }) {
    const columns = Object.entries({ keys, owners }).map(
      ([field, texts]) => /** @type {any} */ (columnOf(field, texts ?? [])),
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

  world(input) {
    const info = this.#ask('reshard_world', input);
    const number = ++this.#world;
    let next = 0;
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
      rows: (first, count) => {
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

  #ask(what, input) {
    const bytes = requestBytes(input);
    return this.#run('input', () => {
      this.#view(Uint8Array, this.#calls.reshard_request_buffer(bytes.length), bytes.length).set(bytes);
      return this.#reply(this.#calls[what]());
    });
  }

  #view(Type, address, length) {
    return new Type(this.#calls.memory.buffer, address >>> 0, length);
  }

  #reply(address) {
    const { value, error } = JSON.parse(
      decoder.decode(this.#view(Uint8Array, address, this.#calls.reshard_reply_size())),
    );
    if (error) throw new ReshardError(error);
    return value;
  }
}

/** Starts a profiler; `wasm`: the address of reshard-profile.wasm, its bytes, or a compiled module. */
export async function loadProfiler(/** @type {any} */ { wasm = 'reshard-profile.wasm' } = {}) {
  const module = await compile(wasm);
  return new Profiler(module, await startModule(module));
}
