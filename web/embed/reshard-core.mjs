// Reshard's core without the page, for posts, notebooks and tests: in browsers, workers and Node 18 or later.
// Documented in reshard-core.d.ts.

const UNPLACED = 0xffffffff;

/** What the core refused: `code` is stable, `field` is where in the input it lies, `message` is in English, made of
 *  `template` and `args` (core/base/errors.def). */
export class ReshardError extends Error {
  constructor({ code, field, message, template = message, args = [] }) {
    super(message);
    this.name = 'ReshardError';
    this.code = code;
    this.field = field;
    this.template = template;
    this.args = args;
  }
}

async function compile(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
  const url = new URL(source, import.meta.url);
  if (url.protocol === 'file:' && globalThis.process?.versions?.node) {
    const { readFile } = await import('node:fs/promises');
    return WebAssembly.compile(await readFile(url));
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} cannot be loaded: HTTP ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

// What the C++ runtime asks of a system. The core has no input and no clock; only a failed check prints a line.
function systemFor(memory) {
  let printed = '';
  const written = (list, count, total) => {
    const view = new DataView(memory().buffer);
    let bytes = 0;
    for (let i = 0; i < count; ++i) {
      const at = view.getUint32(list + 8 * i, true);
      const size = view.getUint32(list + 8 * i + 4, true);
      printed += new TextDecoder().decode(new Uint8Array(memory().buffer, at, size));
      bytes += size;
    }
    view.setUint32(total, bytes, true);
    return 0;
  };
  const end = () => {
    throw new Error(`Reshard's core stopped: ${printed.trim() || 'out of memory'}`);
  };
  const known = { fd_write: (_fd, list, count, total) => written(list, count, total), proc_exit: end, abort: end };
  return (name) => known[name] ?? (() => 0);
}

// The hottest keys come first; the first `spread` of them are answered by all nodes, wherever they live.
function requestShare(moved, keys, { skew = 0, spread = 0 }) {
  const asked = (key) => (key + 1) ** -skew;
  let all = 0, part = 0;
  for (let key = 0; key < keys; ++key) all += asked(key);
  for (const key of moved) part += key < spread ? 0 : asked(key);
  return part / all;
}

class Core {
  #calls;

  constructor(calls) {
    this.#calls = calls;
  }

  strategies() {
    return this.#reply(this.#calls.reshard_strategies());
  }

  hashes() {
    return this.#reply(this.#calls.reshard_hashes());
  }

  hash(name, input, seed = 0) {
    this.#bytes(typeof input === 'string' ? new TextEncoder().encode(input) : input);
    this.#request({ hash: name, seed: String(seed) });
    const hex = this.#reply(this.#calls.reshard_hash());
    return hex.startsWith('0x') ? BigInt(hex) : hex;
  }

  place(input) {
    const given = this.#input(input, (request) => request);
    const described = this.#reply(this.#calls.reshard_place(given));
    return { owners: this.#numbersOut(), ...described };
  }

  explain(input, key) {
    const given = this.#input(input, (request) => ({ input: request, key }));
    return this.#reply(this.#calls.reshard_explain(given));
  }

  compare(before, after, requests) {
    if (before.keys !== after.keys) {
      const message = `after.keys: ${after.keys} is not the ${before.keys} of before; keys are matched by position`;
      throw new ReshardError({ code: 'unsupported', field: 'after.keys', message });
    }
    const names = [...new Set([...before.nodes, ...after.nodes])];
    const number = new Map(names.map((name, i) => [name, i]));
    [before, after].forEach(({ nodes, owners, replicas }, side) => {
      const ids = Uint32Array.from(nodes, (name) => number.get(name));
      const to = this.#numbers(side, owners.length / replicas);
      for (let i = 0; i < to.length; ++i) to[i] = ids[owners[i * replicas]] ?? UNPLACED;
    });
    const told = this.#reply(this.#calls.reshard_compare(names.length));
    const name = (i) => (i === UNPLACED ? null : names[i]);
    const flow = told.flow.map(([from, to, keys]) => ({ from: name(from), to: name(to), keys }));
    const moved = this.#numbersOut();
    return { moved, ...told, flow, ...(requests && { requestShare: requestShare(moved, before.keys, requests) }) };
  }

  // Writes the request, and keys that are listed as bytes; answers whether they are.
  #input({ keys, ...rest }, wrap) {
    const given = Array.isArray(keys);
    if (given) this.#keys(keys);
    this.#request(wrap(given || keys === undefined ? rest : { keys, ...rest }));
    return given ? 1 : 0;
  }

  #keys(keys) {
    const encoder = new TextEncoder();
    const encoded = keys.map((key, i) => {
      if (typeof key === 'string') return encoder.encode(key);
      if (key instanceof Uint8Array) return key;
      throw new ReshardError({ code: 'malformed', field: `keys[${i}]`, message: `keys[${i}]: is neither a string nor a Uint8Array` });
    });
    const ends = new Uint32Array(encoded.length);
    let size = 0;
    encoded.forEach((key, i) => (ends[i] = size += key.length));
    const bytes = this.#view(Uint8Array, this.#calls.reshard_byte_buffer(size), size);
    encoded.forEach((key, i) => bytes.set(key, ends[i] - key.length));
    this.#numbers(0, ends.length).set(ends);
  }

  #view(Type, address, length) {
    return new Type(this.#calls.memory.buffer, address, length);
  }

  #bytes(bytes) {
    this.#view(Uint8Array, this.#calls.reshard_byte_buffer(bytes.length), bytes.length).set(bytes);
  }

  #numbers(which, length) {
    return this.#view(Uint32Array, this.#calls.reshard_number_buffer(which, length), length);
  }

  #numbersOut() {
    return this.#view(Uint32Array, this.#calls.reshard_numbers_out(), this.#calls.reshard_numbers_out_size()).slice();
  }

  #request(value) {
    const bytes = new TextEncoder().encode(JSON.stringify(value, (_, v) => (typeof v === 'bigint' ? String(v) : v)));
    this.#view(Uint8Array, this.#calls.reshard_request_buffer(bytes.length), bytes.length).set(bytes);
  }

  #reply(address) {
    const text = new TextDecoder().decode(this.#view(Uint8Array, address, this.#calls.reshard_reply_size()));
    const { value, error } = JSON.parse(text);
    if (error) throw new ReshardError(error);
    return value;
  }
}

/** Starts a module that asks the system for no more than the core does; gives its exports. */
export async function startModule(source) {
  const module = await compile(source);
  let instance;
  const system = systemFor(() => instance.exports.memory);
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) (imports[from] ??= {})[name] = system(name);
  instance = await WebAssembly.instantiate(module, imports);
  instance.exports._initialize?.();
  return instance.exports;
}

/** Starts a core. `wasm`: where reshard-core.wasm is, or its bytes, or a compiled module; beside this file if left out. */
export async function loadReshard({ wasm = 'reshard-core.wasm' } = {}) {
  return new Core(await startModule(wasm));
}
