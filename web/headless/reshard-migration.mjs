// core.migrate() of reshard-core.mjs, loaded when it is first called. Documented in reshard-core.d.ts.
import { nextTurn, ReshardError, startModule } from './reshard-core.mjs';

const UNPLACED = 0xffffffff;
const kMaxRequestBytes = 4 << 20;
const kRounds = 16; // of about 4,096 events each: one slice, after which other work gets its turn

// Lets the core place a part of the input; the field of an error begins with the name of that part.
function placed(core, part, input) {
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

// What place() returned, or the placement of a running system: nodes, and for each key the position of its node.
function sideOf(core, part, input) {
  if (!(input?.owners instanceof Uint32Array)) return placed(core, part, input);
  const { nodes, owners, replicas = 1 } = input;
  return { nodes, owners, replicas, keys: owners.length / replicas };
}

function refuse(code, field, template, args) {
  throw new ReshardError({
    code,
    field,
    message: `${field}: ${args.length > 1 ? `needs ${args[0]}, the limit is ${args[1]}` : args[0]}`,
    template,
    args,
  });
}

// One list of the nodes of both placements, and the owners of each placement's keys as positions in it.
function matched(before, after) {
  if (before.keys !== after.keys) {
    refuse('unsupported', 'after.keys', '{field}: {0}', [
      `${after.keys} is not the ${before.keys} of before; keys are matched by position`,
    ]);
  }
  const names = [...new Set([...before.nodes, ...after.nodes])];
  const number = new Map(names.map((name, i) => [name, i]));
  const owners = [before, after].map((side) => {
    const ids = Uint32Array.from(side.nodes, (name) => number.get(name));
    return Uint32Array.from({ length: side.keys }, (_, i) => ids[side.owners[i * side.replicas]] ?? UNPLACED);
  });
  return { names, owners };
}

function requestBytes(move) {
  let text = '';
  try {
    text = JSON.stringify(move, (_, value) => (typeof value === 'bigint' ? String(value) : value));
  } catch {
    refuse('unsupported', 'input', '{field}: {0}', ['what is not JSON cannot be read']);
  }
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > kMaxRequestBytes) {
    refuse('too_large', 'input', '{field}: needs {0}, the limit is {1}', [
      `${bytes.length} bytes as JSON`,
      String(kMaxRequestBytes),
    ]);
  }
  return bytes;
}

/** The module with an input in its buffers. @param {{place: (input: any) => any}} core */
async function loaded(core, { before, after, ...move }, source, signal) {
  const request = requestBytes(move);
  const { names, owners } = matched(sideOf(core, 'before', before), sideOf(core, 'after', after));
  signal?.throwIfAborted();
  const calls = await startModule(source);
  const view = (Type, address, length) => new Type(calls.memory.buffer, address >>> 0, length);
  const reply = (address) => {
    const { value, error } = JSON.parse(
      new TextDecoder().decode(view(Uint8Array, address, calls.reshard_reply_size())),
    );
    if (error) throw new ReshardError(error);
    return value;
  };
  owners.forEach((list, side) =>
    view(Uint32Array, calls.reshard_number_buffer(side, list.length), list.length).set(list),
  );
  view(Uint8Array, calls.reshard_request_buffer(request.length), request.length).set(request);
  return { names, calls, view, reply };
}

/** The protocols that people use, with their phases as text: what `protocol` takes. */
export async function presets(/** @type {any} */ source = 'reshard-migration.wasm') {
  const calls = await startModule(source);
  const text = new Uint8Array(calls.memory.buffer, calls.reshard_presets() >>> 0, calls.reshard_reply_size());
  return JSON.parse(new TextDecoder().decode(text)).value;
}

/**
 * How long a move takes and how much it transfers, from rates and bytes alone; the placed keys are a sample.
 * @param {{place: (input: any) => any}} core @param {any} input that of migrate(), and `keys`: the number of all keys
 */
export async function flow(core, input, /** @type {any} */ source = 'reshard-migration.wasm') {
  const { names, calls, reply } = await loaded(core, input, source);
  return { nodes: names, ...reply(calls.reshard_flow(names.length)) };
}

/**
 * @param {{place: (input: any) => any}} core
 * @param {any} input
 * @param {{signal?: AbortSignal, onProgress?: (share: number) => void}} [options]
 * @param {any} [source] reshard-migration.wasm: its address, its bytes, or a compiled module
 */
export async function migrate(core, input, options = {}, source = 'reshard-migration.wasm') {
  const { signal, onProgress } = options;
  const { names, calls, view, reply } = await loaded(core, input ?? {}, source, signal);
  const begun = reply(calls.reshard_begin(names.length));
  for (;;) {
    const done = calls.reshard_step(kRounds);
    onProgress?.(done);
    if (done >= 1) break;
    await nextTurn();
    signal?.throwIfAborted();
  }
  const result = reply(calls.reshard_result());
  const held = view(Uint32Array, calls.reshard_numbers_out(), calls.reshard_numbers_out_size()).slice();
  return { nodes: names, ...result, owners: held, ...begun };
}
