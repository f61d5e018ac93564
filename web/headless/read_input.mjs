// Copies the caller's input into values of our own, reading each part once; only then is anything written into the
// core's memory. A getter of the caller's may throw, which is the caller's error, or call the core, which does no harm.
import { isList, outside, refuse, unreadable, UNPLACED, wellFormed } from './refusals.mjs';

// The limits of the core (core/model/node.h, core/model/keys.h, core/scenario/json.h), checked before copying anything.
const kMaxKeys = 10_000_000;
const kMaxKeyBytes = 4096;
const kMaxBytesOfKeys = 256 << 20; // of all keys together: the core holds them twice in its 2 GB
const kMaxNodes = 10_000;
const kMaxListed = 10_000; // nodes, or changes to them
const kMaxReplicas = 5;
const kMaxMembers = 100; // of one object
const kMaxDepth = 7;
const kMaxRequestBytes = 4 << 20;
const kMaxInputBytes = 256 << 20; // of one text or array to hash
const kMaxSkew = 2;
const kMaxSpread = 1000;

/** @param {string} field @param {unknown} value */
function textAt(field, value) {
  if (typeof value !== 'string') unreadable(field, value, 'text');
  if (!wellFormed(value)) refuse('malformed', field, 'text with half a character', 'text: a surrogate stands alone');
  return value;
}

/**
 * @param {string} field
 * @param {unknown} value
 * @param {number} least
 * @param {number} most
 * @returns {asserts value is number}
 */
function wholeAt(field, value, least, most) {
  if (typeof value !== 'number' || !Number.isInteger(value)) unreadable(field, value, 'a whole number');
  if (value < least || value > most) outside(field, value, least, most);
}

/** A seed has 64 bits, of which a number can hold 53. @param {string} field @param {unknown} value */
function seedAt(field, value) {
  if (typeof value === 'bigint')
    return value >= 0n && value < 2n ** 64n ? String(value) : outside(field, value, 0, 2n ** 64n - 1n);
  if (typeof value === 'string') return textAt(field, value).slice(0, 80);
  if (typeof value !== 'number') unreadable(field, value, 'a whole number');
  if (Number.isInteger(value) && !Number.isSafeInteger(value) && value > 0) {
    refuse('unsupported', field, `a number above 2^53 - 1 does not say which it is; give a BigInt or text`);
  }
  return String(value);
}

// The actual properties of a typed array, even if the caller has shadowed them; each has a type of its own.
const typedArray = Object.getPrototypeOf(Uint8Array.prototype);
const partOf = (/** @type {string | symbol} */ name) =>
  /** @type {() => any} */ (/** @type {PropertyDescriptor} */ (Object.getOwnPropertyDescriptor(typedArray, name)).get);
const kindOf = partOf(Symbol.toStringTag);
const [bufferOf, offsetOf, lengthOf] = ['buffer', 'byteOffset', 'length'].map(partOf);

/**
 * The same elements as a plain array of `Type`, without shadowed properties; null if the value is of another type.
 * @template {Uint8Array | Uint32Array} List
 * @param {{new (buffer: ArrayBuffer, offset: number, length: number): List, name: string}} Type
 * @param {ArrayBufferView} value
 * @returns {?List}
 */
function plainArray(Type, value) {
  if (kindOf.call(value) !== Type.name) return null;
  try {
    return new Type(bufferOf.call(value), offsetOf.call(value), lengthOf.call(value));
  } catch {
    return null; // its buffer was transferred
  }
}

/** @param {string} field @param {{length: unknown}} list @param {number} least @param {number} most */
function lengthAt(field, list, least, most) {
  const { length } = list;
  if (typeof length !== 'number' || !(length >= least && length <= most)) outside(field, length, least, most);
  return Math.trunc(length);
}

/** What a request may still hold, in characters and values; a text that occurs ten times counts ten times. */
class Room {
  #left = kMaxRequestBytes;

  /** @param {number} size */
  take(size) {
    this.#left -= size;
    if (this.#left < 0) refuse('too_large', 'input', `more than ${kMaxRequestBytes} bytes as JSON`, kMaxRequestBytes);
  }
}

const shownName = (/** @type {string} */ name) => (name === '' ? '""' : name.slice(0, 80));

/**
 * A value as JSON.stringify() would see it: undefined members are left out, and toJSON() is called.
 * @param {string} field
 * @param {any} given anything that a caller may give
 * @param {Room} room
 * @returns {any} JSON of any shape
 */
function plain(field, given, room, depth = 0) {
  let value = given;
  room.take(1);
  if (typeof value === 'object' && value !== null && typeof value.toJSON === 'function') value = value.toJSON();
  if (typeof value === 'string') {
    room.take(value.length);
    return textAt(field, value);
  }
  if (typeof value === 'bigint')
    return value >= -(2n ** 53n) && value <= 2n ** 53n ? Number(value) : unreadable(field, value, 'a number');
  if (typeof value === 'number') return Number.isFinite(value) ? value : unreadable(field, value, 'a number');
  if (typeof value === 'boolean' || value === null) return value;
  if (typeof value !== 'object' || ArrayBuffer.isView(value) || value instanceof ArrayBuffer)
    return unreadable(field, value, 'JSON');
  if (depth === kMaxDepth) return refuse('too_large', field, `more than ${kMaxDepth} levels`, kMaxDepth);
  if (isList(value)) {
    const length = lengthAt(`${field}.length`, value, 0, kMaxListed);
    const list = [];
    for (let i = 0; i < length; ++i) list.push(plain(`${field}[${i}]`, value[i], room, depth + 1));
    return list;
  }
  const names = Object.keys(value);
  if (names.length > kMaxMembers) return refuse('too_large', field, `${names.length} members`, kMaxMembers);
  return Object.fromEntries(
    names.flatMap((name) => {
      room.take(name.length);
      const path = `${field}.${shownName(textAt(field, name))}`;
      const member = value[name];
      return member === undefined ? [] : [[name, plain(path, member, room, depth + 1)]];
    }),
  );
}

/**
 * An object's members of these names, each read once.
 * @param {string} field @param {unknown} value @param {string[]} names
 */
function members(field, value, names) {
  if (typeof value !== 'object' || value === null || isList(value)) unreadable(field, value, 'an object');
  return Object.fromEntries(names.map((name) => [name, /** @type {Record<string, unknown>} */ (value)[name]]));
}

/** A byte buffer that grows. */
class Bytes {
  #bytes = new Uint8Array(1024);
  #encoder = new TextEncoder();
  size = 0;

  get written() {
    return this.#bytes.subarray(0, this.size);
  }

  /** @param {string} text */
  add(text) {
    this.#room(3 * text.length); // UTF-8 needs at most 3 bytes for a unit of UTF-16
    this.size += this.#encoder.encodeInto(text, this.#bytes.subarray(this.size)).written;
  }

  /** @param {Uint8Array} bytes */
  addBytes(bytes) {
    this.#room(bytes.length);
    this.#bytes.set(bytes, this.size);
    this.size += bytes.length;
  }

  /** @param {number} more */
  #room(more) {
    if (this.size + more <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(this.size + more, 2 * this.#bytes.length));
    grown.set(this.written);
    this.#bytes = grown;
  }
}

/**
 * A key as bytes: text in UTF-8, or the bytes of a Uint8Array.
 * @param {string} field @param {unknown} key @param {Bytes} bytes
 */
function addKey(field, key, bytes) {
  const from = bytes.size;
  if (typeof key === 'string') {
    if (key.length > kMaxKeyBytes) outside(`${field}.length`, key.length, 1, kMaxKeyBytes);
    bytes.add(textAt(field, key));
  } else {
    const array = ArrayBuffer.isView(key) ? plainArray(Uint8Array, key) : null;
    if (array === null) unreadable(field, key, 'a string or a Uint8Array');
    if (array.length > kMaxKeyBytes) outside(`${field}.length`, array.length, 1, kMaxKeyBytes);
    bytes.addBytes(array);
  }
  const size = bytes.size - from;
  if (size === 0) refuse('empty', field);
  if (size > kMaxKeyBytes) outside(`${field}.length`, size, 1, kMaxKeyBytes);
}

/** @typedef {{bytes: Uint8Array, ends: Uint32Array}} ListedKeys `ends`: of each key, in `bytes` */

/** @param {unknown[]} keys @returns {ListedKeys} */
function listedKeys(keys) {
  const length = lengthAt('keys', keys, 1, kMaxKeys);
  const bytes = new Bytes();
  const ends = new Uint32Array(length);
  for (let i = 0; i < length; ++i) {
    addKey(`keys[${i}]`, keys[i], bytes);
    if (bytes.size > kMaxBytesOfKeys)
      refuse('too_large', 'keys', `more than ${kMaxBytesOfKeys} bytes`, kMaxBytesOfKeys);
    ends[i] = bytes.size;
  }
  return { bytes: bytes.written, ends };
}

/** @param {object} value */
function requestBytes(value) {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  if (bytes.length > kMaxRequestBytes) refuse('too_large', 'input', `${bytes.length} bytes as JSON`, kMaxRequestBytes);
  return bytes;
}

/** @typedef {{request: Uint8Array, listed: ?ListedKeys}} Read an input, ready to be written; `request`: JSON */

/** The input of place(). @param {unknown} input @returns {Read} */
export function readInput(input) {
  if (typeof input !== 'object' || input === null || isList(input)) unreadable('input', input, 'an object');
  const names = Object.keys(input);
  if (names.length > kMaxMembers) refuse('too_large', 'input', `${names.length} members`, kMaxMembers);
  const request = Object.create(null); // a member may have any name
  const room = new Room();
  let listed = null;
  for (const name of names) {
    const value = /** @type {Record<string, unknown>} */ (input)[name];
    if (value === undefined) continue;
    if (name === 'keys' && isList(value)) listed = listedKeys(value);
    else if (name === 'keys') request.keys = readGenerated(value, room);
    else if (name === 'seed') request.seed = seedAt('seed', value);
    else request[textAt('input', name)] = plain(shownName(name), value, room);
  }
  return { request: requestBytes(request), listed };
}

/** @param {unknown} keys @param {Room} room */
function readGenerated(keys, room) {
  if (typeof keys !== 'object' || keys === null) return unreadable('keys', keys, 'a list or an object');
  if (ArrayBuffer.isView(keys)) return unreadable('keys', keys, 'a list: give the numbers as texts');
  const { seed, ...rest } = /** @type {Record<string, unknown>} */ (keys);
  const told = plain('keys', rest, room);
  return seed === undefined ? told : { ...told, seed: seedAt('keys.seed', seed) };
}

/**
 * One side of compare(): names, and the position of the first owner of each key.
 * @param {string} field @param {unknown} given
 */
export function readPlacement(field, given) {
  const { keys, replicas, nodes, owners } = members(field, given, ['keys', 'replicas', 'nodes', 'owners']);
  wholeAt(`${field}.keys`, keys, 1, kMaxKeys);
  wholeAt(`${field}.replicas`, replicas, 1, kMaxReplicas);
  if (!isList(nodes)) unreadable(`${field}.nodes`, nodes, 'a list of names');
  const names = [];
  for (let i = 0, length = lengthAt(`${field}.nodes.length`, nodes, 1, kMaxNodes); i < length; ++i) {
    names.push(textAt(`${field}.nodes[${i}]`, nodes[i]));
  }
  const array = ArrayBuffer.isView(owners) ? plainArray(Uint32Array, owners) : isList(owners) ? owners : null;
  if (array === null) unreadable(`${field}.owners`, owners, 'a Uint32Array');
  const length = lengthAt(`${field}.owners.length`, array, 0, kMaxKeys * kMaxReplicas);
  if (length !== keys * replicas) outside(`${field}.owners.length`, length, keys * replicas, keys * replicas);
  const first = new Uint32Array(keys);
  for (let at = 0; at < length; ++at) {
    const owner = /** @type {number} */ (array[at]);
    const known = typeof owner === 'number' && Number.isInteger(owner) && owner >= 0 && owner < names.length;
    if (!known && owner !== UNPLACED) outside(`${field}.owners[${at}]`, owner, 0, names.length - 1);
    if (at % replicas === 0) first[at / replicas] = owner;
  }
  return { keys, names, first };
}

/** @param {unknown} given */
export function readRequests(given) {
  if (given === undefined || given === null) return null;
  const { skew, spread } = /** @type {{skew?: number, spread?: number}} what it should be */ (
    members('requests', given, ['skew', 'spread'])
  );
  if (skew !== undefined && typeof skew !== 'number') unreadable('requests.skew', skew, 'a number');
  if (skew !== undefined && !(skew >= 0 && skew <= kMaxSkew)) outside('requests.skew', skew, 0, kMaxSkew);
  if (spread !== undefined) wholeAt('requests.spread', spread, 0, kMaxSpread);
  return { skew: skew ?? 0, spread: spread ?? 0 };
}

/** A key alone, as bytes. @param {unknown} key */
export function readKey(key) {
  const bytes = new Bytes();
  addKey('key', key, bytes);
  return bytes.written;
}

/**
 * The input of hash(): the request as JSON, and the bytes.
 * @param {unknown} name @param {unknown} input @param {unknown} seed
 */
export function readHash(name, input, seed) {
  return {
    request: requestBytes({ hash: textAt('hash', name).slice(0, 80), seed: seedAt('seed', seed) }),
    bytes: bytesToHash(input),
  };
}

/** @param {unknown} input */
function bytesToHash(input) {
  const bytes =
    typeof input === 'string'
      ? new TextEncoder().encode(textAt('input', input))
      : ArrayBuffer.isView(input)
        ? plainArray(Uint8Array, input)
        : null;
  if (bytes === null) return unreadable('input', input, 'a string or a Uint8Array');
  if (bytes.length > kMaxInputBytes) return outside('input.length', bytes.length, 0, kMaxInputBytes);
  return bytes;
}
