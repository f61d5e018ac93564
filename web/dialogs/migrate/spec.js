// A move in the view: what it says besides the defaults. The core reads and writes it as the text of a link's move=,
// and has its tables (moves.js).
import { moves } from './moves.js';

/** @typedef {import('./moves.js').Settings} Settings */
/** @typedef {{protocol: string, seed?: string} & Settings} Move `protocol`: a preset's id, or phases as text */
/** @typedef {Omit<import('./moves.js').PhaseInput, 'until'> & {until?: string}} Phase `until`: “copied+verified” */
/** @typedef {{checks: boolean, phases: Phase[]}} Protocol */
/**
 * @template {keyof Settings} Key
 * @typedef {Key extends unknown ? (Required<Settings>[Key] extends number ? Key : never) : never} WithNumber
 */
/** @typedef {WithNumber<keyof Settings>} NumberKey */
/** @typedef {import('./moves.js').Preset} Preset */

/** How copiers of the field read and write: a SELECT of many rows, transformed and written some time later. */
export const kPages = { page_rows: 1000, page_delay_us: 100_000 };

/** The view's initial move: a copy slow enough to be seen. */
export const kFirst = { protocol: 'copy_then_flip', copy_bytes_per_second: 2_000_000, ...kPages };

/** @param {keyof Settings} key */
export const settingOf = (key) =>
  /** @type {import('./moves.js').Setting} */ (moves().tables.settings.find((each) => each.key === key));

/**
 * @template {keyof Settings} Key
 * @param {Settings} move
 * @param {Key} key
 */
export const valueOf = (move, key) => /** @type {NonNullable<Settings[Key]>} */ (move[key] ?? settingOf(key).default);

/** The same for a table whose keys have this many bytes on average, taking as long. @param {number} bytes */
export function firstOf(bytes) {
  const key = valueOf(kFirst, 'key_bytes'),
    usual = key + valueOf(kFirst, 'value_bytes'),
    { least = 0, most = Infinity } = settingOf('value_bytes'),
    value = Math.min(most, Math.max(least, Math.round(bytes) - key));
  return {
    ...kFirst,
    value_bytes: value,
    copy_bytes_per_second: Math.round((kFirst.copy_bytes_per_second * (key + value)) / usual),
  };
}

/** As a link says it. @param {Move} move */
export const moveText = (move) => moves().write(inputOfMove(move)).move;

/** Throws the core's refusal. @param {string} text @returns {Move} */
export function moveOfText(text) {
  const { protocol, seed, ...parts } = moves().read(text);
  const said = /** @type {Pick<Move, 'protocol' | 'seed'>} */ ({ protocol, ...(seed !== undefined && { seed }) });
  return Object.assign(said, ...Object.values(parts));
}

/** The input of core.migrate() without the keys. @param {Move} move @returns {import('./moves.js').MoveInput} */
export function inputOfMove(move) {
  /** @type {Record<import('./moves.js').Part, Settings>} */
  const parts = { system: {}, workload: {}, pace: {}, faults: {} };
  for (const { part, key } of moves().tables.settings)
    if (move[key] !== undefined) Object.assign(parts[part], { [key]: move[key] });
  return { protocol: move.protocol, ...(move.seed && { seed: move.seed }), ...parts };
}

/** The same at a fraction of the size; everything takes as long as before. @param {Move} move @param {number} by */
export function scaled(move, by) {
  const whole = (/** @type {NumberKey} */ key) => Math.max(1, Math.round(valueOf(move, key) * by));
  const rate = (/** @type {NumberKey} */ key) => (valueOf(move, key) > 0 ? whole(key) : 0);
  return {
    ...move,
    requests: whole('requests'),
    requests_per_second: whole('requests_per_second'),
    section_keys: whole('section_keys'),
    page_rows: whole('page_rows'),
    copy_bytes_per_second: whole('copy_bytes_per_second'),
    node_requests_per_second: rate('node_requests_per_second'),
    link_bytes_per_second: rate('link_bytes_per_second'),
  };
}

/** A protocol, given as text. Throws the core's refusal. @param {string} text @returns {Protocol} */
export function phasesOf(text) {
  const { checks, phases } = moves().write({ protocol: text });
  return {
    checks,
    phases: phases.map(({ until, ...phase }) => (until ? { ...phase, until: until.join('+') } : phase)),
  };
}

/** @param {Protocol} protocol @returns {import('./moves.js').MoveInput} */
const inputOfPhases = ({ checks, phases }) => ({
  protocol: phases.map(({ until, ...phase }) => ({
    ...phase,
    ...(until && { until: /** @type {import('./moves.js').PhaseInput['until']} */ (until.split('+')) }),
  })),
  system: { checks },
});

/**
 * What a move's `protocol` is if it has these phases: the id of a preset that has them, or the text as the core writes
 * it. Throws the core's refusal.
 * @param {string | Protocol} given
 */
export const protocolOf = (given) =>
  moves()
    .write(typeof given === 'string' ? { protocol: given } : inputOfPhases(given))
    .move.split('~')[0];

/** Whether a phase lasts until this has happened. @param {Phase} phase @param {string} what */
export const lastsUntil = ({ until = '' }, what) => until.split('+').includes(what);

const kLifetime = 3_000_000; // µs

/** Adds lifetimes if the protocol waits for their end. @param {Move} move @returns {Move} */
export function withLifetimes(move) {
  const waits = phasesOf(move.protocol).phases.some((phase) => lastsUntil(phase, 'expired'));
  return waits && valueOf(move, 'ttl_us') === 0 ? { ...move, ttl_us: kLifetime } : move;
}

/** How new shards join if keys stay where they are: everybody reads from them before anybody writes to them. */
export const kGrowing = 'start;ask+all:reads=new,barrier;fill:reads=new,writes=new,until=acknowledged';

/**
 * What a move with growing shards needs: nothing is copied or deleted, and no key is requested more than others.
 * @param {Move} move
 * @returns {Move}
 */
export function growing(move) {
  const { unit: _, ...rest } = move;
  return valueOf(move, 'grow') > 0
    ? { ...rest, protocol: kGrowing, deletes: 0, skew: 0, ttl_us: 0, cache: false }
    : move;
}

/**
 * The phases of a protocol as text, whether it is given as a preset's id or as text.
 * @param {string} protocol
 * @param {{id: string, text: string}[]} [presets]
 */
export const protocolText = (protocol, presets = moves().tables.presets) =>
  presets.find(({ id }) => id === protocol)?.text ?? protocol;

/**
 * The same protocol, with a barrier before every phase in which clients act differently than in the one before.
 * @param {string} text or a preset's id
 * @returns {Protocol}
 */
export function heldBack(text) {
  const { checks, phases } = phasesOf(text);
  const differs = (/** @type {Phase} */ a, /** @type {Phase} */ b) =>
    a.reads !== b.reads || a.writes !== b.writes || a.freeze !== b.freeze;
  return {
    checks,
    phases: phases.map((phase, i) => (i > 0 && differs(phase, phases[i - 1]) ? { ...phase, barrier: true } : phase)),
  };
}
