// Short texts that contain JSON: result codes, and lessons in links. They are compressed and use only letters that mail
// and chat programs leave alone.

const kMaxUnpacked = 200_000; // characters: the code of a whole course has about 2,000
const kMaxPacked = 100_000;

/** Bytes of a file with a learner's code. */
export const kMaxSaved = 2 * kMaxPacked;

export class CodeError extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = 'CodeError';
  }
}

/**
 * @param {CompressionStream | DecompressionStream} stream
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {number} limit
 */
async function through(stream, bytes, limit) {
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
  let size = 0;
  const piped = new Blob([bytes]).stream().pipeThrough(stream);
  const reader = piped.getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > limit) {
      await reader.cancel();
      throw new CodeError('it is larger than any result');
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/**
 * Packs a value as a text.
 * @param {unknown} value
 */
export async function pack(value) {
  const text = new TextEncoder().encode(JSON.stringify(value));
  const bytes = await through(new CompressionStream('deflate'), text, Infinity);
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/**
 * Unpacks a text; throws a CodeError that says what is wrong with it.
 * @param {string} packed
 * @returns {Promise<unknown>}
 */
export async function unpack(packed) {
  if (packed.length > kMaxPacked) throw new CodeError('it is too long');
  if (!/^[\w-]+$/.test(packed)) throw new CodeError('it contains invalid characters');
  try {
    const binary = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(await through(new DecompressionStream('deflate'), bytes, kMaxUnpacked)));
  } catch (error) {
    if (error instanceof CodeError) throw error;
    throw new CodeError('it is incomplete or changed');
  }
}

// Result codes. ----------------------------------------------------------------------------------------------------

const kMark = 'RESHARD1.'; // makes a code recognisable, even in the middle of a mail

/** @typedef {import('./verify.js').Entry} Entry */
/**
 * @typedef {{name: string, seed: number, entries: Entry[]}} Code what a learner has solved: an entry for each lesson
 */
/** @typedef {[id: string, version: number, link: string, prediction: ?number, hints: number]} PackedEntry */

/**
 * @param {unknown} value
 * @param {number} most characters
 * @returns {value is string}
 */
const isText = (value, most) => typeof value === 'string' && value.length <= most;

/**
 * @param {unknown} value
 * @returns {value is number}
 */
const isSeed = (value) => Number.isInteger(value) && /** @type {number} */ (value) > 0;

/**
 * @param {unknown} entry
 * @returns {entry is PackedEntry}
 */
function isEntry(entry) {
  return (
    Array.isArray(entry) &&
    isText(entry[0], 60) &&
    Number.isInteger(entry[1]) &&
    isText(entry[2], 4000) &&
    (entry[3] === null || Number.isFinite(entry[3])) &&
    Number.isInteger(entry[4])
  );
}

/**
 * The code for what a learner has solved: it contains the setups themselves, so that anybody can try them again.
 * @param {Pick<import('./progress.js').Notes, 'name' | 'seed' | 'done'>} progress
 */
export async function codeOf({ name, seed, done }) {
  const entries = Object.entries(done).map(([id, { version, link, prediction, hints }]) => [
    id,
    version,
    link,
    prediction ?? null,
    hints ?? 0,
  ]);
  return kMark + (await pack({ n: name, s: seed, d: entries }));
}

/**
 * The code in what a learner saved: the code itself, or the text of a file with it (web/lessons/result_code.js).
 * @param {string} text
 */
export function codeOfSaved(text) {
  if (!text.trim().startsWith('{')) return text;
  try {
    return String(JSON.parse(text).code);
  } catch {
    throw new CodeError('the file is incomplete or changed');
  }
}

/**
 * Reads a code; throws a CodeError.
 * @param {string} text
 * @returns {Promise<Code>}
 */
export async function readCode(text) {
  const code = text.replace(/\s+/g, '');
  if (!code.startsWith(kMark)) throw new CodeError(`it does not begin with ${kMark}`);
  const value = await unpack(code.slice(kMark.length));
  const { n, s, d } = /** @type {{n?: unknown, s?: unknown, d?: unknown}} */ (value ?? {});
  if (!isText(n, 100) || !isSeed(s) || !Array.isArray(d) || d.length > 100 || !d.every(isEntry))
    throw new CodeError('its content is not a result');
  const entries = new Map(
    d.map(([id, version, link, prediction, hints]) => [id, { id, version, link, prediction, hints }]),
  );
  return { name: n, seed: s, entries: [...entries.values()] };
}
