// core.migrate() of reshard-core.mjs, loaded when it is first called. Documented in reshard-core.d.ts.

const kMaxRequestBytes = 4 << 20;
const kNobody = 0xffffffff; // in place of a node's number
const kRounds = 16; // of about 4,096 events each: one slice, after which other work gets its turn

/** @typedef {import('./reshard-core.d.ts').MigrateInput} MigrateInput */
/** @typedef {import('./reshard-core.d.ts').PlaceInput} PlaceInput */
/** @typedef {string | URL | BufferSource | WebAssembly.Module} Source an address, bytes, or a compiled module */
/** @typedef {any} Calls what a module exports: functions and its memory, whose types only C++ knows */
/**
 * @typedef {object} Core what is needed of the core, which imports this file
 * @property {(input: PlaceInput) => Side} place
 * @property {object} tools
 * @property {new (refusal: Refusal) => Refusal} tools.ReshardError
 * @property {(code: string, field: string, ...args: (string | number)[]) => never} tools.refuse
 * @property {() => Promise<void>} tools.nextTurn
 * @property {(source: Source) => Promise<Calls>} tools.startModule
 */
/** @typedef {{code: string, field: string, message: string, template?: string, args?: string[]}} Refusal */
/**
 * @typedef {{nodes: string[], owners: Uint32Array, replicas: number, keys: number}} Side the placement of a running
 *   system: for each key, the positions of its nodes
 */
/** @typedef {import('./reshard-core.d.ts').SideInput} SideInput */
/**
 * @typedef {object} Flow
 * @property {string[]} nodes
 * @property {number} movedKeys
 * @property {number} copiedKeys
 * @property {number} copiedBytes
 * @property {{from: number, to: number, keys: number, bytes: number}[]} pairs positions in `nodes`
 * @property {number[]} nodeBytes
 * @property {number} busiestNode
 * @property {number} copySeconds
 * @property {number} replayed
 * @property {number} mapSeconds
 * @property {number} seconds
 * @property {number} writesWaitSeconds
 * @property {number[]} phaseSeconds
 * @property {number} storeRequests
 * @property {number} [verifiedKeys] if a phase compares
 * @property {number} [verifiedBytes]
 * @property {?number} [evenSeconds] if shards grow; null: never
 * @property {number} [shardsARead]
 */

/**
 * Lets the core place a part of the input; the field of an error begins with the name of that part.
 * @param {Core} core @param {string} part @param {PlaceInput} input
 */
function placed(core, part, input) {
  const { ReshardError } = core.tools;
  try {
    return core.place(input);
  } catch (error) {
    if (!(error instanceof ReshardError)) throw error;
    const field = error.field === 'input' ? part : `${part}.${error.field}`;
    const message = error.message.startsWith(error.field)
      ? field + error.message.slice(error.field.length)
      : error.message;
    throw new ReshardError({ code: error.code, field, message, template: error.template, args: error.args });
  }
}

/** @param {Core} core @param {string} part @param {SideInput} input @returns {Side} */
function sideOf(core, part, input) {
  const side = /** @type {?Side} */ (input);
  if (!(side?.owners instanceof Uint32Array)) return placed(core, part, /** @type {PlaceInput} */ (input));
  const { nodes, owners, replicas = 1 } = side;
  return { nodes, owners, replicas, keys: owners.length / replicas };
}

/**
 * One list of the nodes of both placements, and the owners of each placement's keys as positions in it.
 * @param {Core} core @param {Side} before @param {Side} after
 */
function matched({ tools: { refuse } }, before, after) {
  if (before.keys !== after.keys) {
    const why = `${after.keys} is not the ${before.keys} of before; keys are matched by position`;
    refuse('unsupported', 'after.keys', why);
  }
  const names = [...new Set([...before.nodes, ...after.nodes])];
  const number = new Map(names.map((name, i) => [name, i]));
  const owners = [before, after].map((side) => {
    const ids = Uint32Array.from(side.nodes, (name) => /** @type {number} */ (number.get(name)));
    return Uint32Array.from({ length: side.keys }, (_, i) => ids[side.owners[i * side.replicas]] ?? kNobody);
  });
  return { names, owners };
}

/** @param {Core} core @param {object} move */
function requestBytes({ tools: { refuse } }, move) {
  let text = '';
  try {
    text = JSON.stringify(move, (_, value) => (typeof value === 'bigint' ? String(value) : value));
  } catch {
    refuse('unsupported', 'input', 'what is not JSON cannot be read');
  }
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > kMaxRequestBytes) refuse('too_large', 'input', `${bytes.length} bytes as JSON`, kMaxRequestBytes);
  return bytes;
}

/**
 * The module with an input in its buffers.
 * @param {Core} core @param {MigrateInput} input @param {Source} source @param {AbortSignal} [signal]
 */
async function loaded(core, { before, after, ...move }, source, signal) {
  const request = requestBytes(core, move);
  const { names, owners } = matched(core, sideOf(core, 'before', before), sideOf(core, 'after', after));
  signal?.throwIfAborted();
  const calls = await core.tools.startModule(source);
  /**
   * @template {Uint8Array | Uint32Array} View
   * @param {new (buffer: ArrayBuffer, address: number, length: number) => View} Type
   * @param {number} address
   * @param {number} length
   */
  const view = (Type, address, length) => new Type(calls.memory.buffer, address >>> 0, length);
  const reply = (/** @type {number} */ address) => {
    const { value, error } = JSON.parse(
      new TextDecoder().decode(view(Uint8Array, address, calls.reshard_reply_size())),
    );
    if (error) throw new core.tools.ReshardError(error);
    return value;
  };
  owners.forEach((list, side) =>
    view(Uint32Array, calls.reshard_number_buffer(side, list.length), list.length).set(list),
  );
  view(Uint8Array, calls.reshard_request_buffer(request.length), request.length).set(request);
  return { names, calls, view, reply };
}

/**
 * How long a move takes and how much it transfers, from rates and bytes alone; the placed keys are a sample.
 * @param {Core} core
 * @param {MigrateInput & {keys: number}} input `keys`: the number of all keys
 * @param {Source} [source] reshard-migration.wasm
 * @returns {Promise<Flow>}
 */
export async function flow(core, input, source = 'reshard-migration.wasm') {
  const { names, calls, reply } = await loaded(core, input, source);
  return { nodes: names, ...reply(calls.reshard_flow(names.length)) };
}

/**
 * @param {Core} core
 * @param {MigrateInput} input
 * @param {{signal?: AbortSignal, onProgress?: (share: number) => void}} [options]
 * @param {Source} [source] reshard-migration.wasm
 * @returns {Promise<import('./reshard-core.d.ts').Migration>}
 */
export async function migrate(core, input, options = {}, source = 'reshard-migration.wasm') {
  const { signal, onProgress } = options;
  const { names, calls, view, reply } = await loaded(core, /** @type {MigrateInput} */ (input ?? {}), source, signal);
  const begun = reply(calls.reshard_begin(names.length));
  for (;;) {
    const done = calls.reshard_step(kRounds);
    onProgress?.(done);
    if (done >= 1) break;
    await core.tools.nextTurn();
    signal?.throwIfAborted();
  }
  const result = reply(calls.reshard_result());
  const held = view(Uint32Array, calls.reshard_numbers_out(), calls.reshard_numbers_out_size()).slice();
  return { nodes: names, ...result, owners: held, ...begun };
}
