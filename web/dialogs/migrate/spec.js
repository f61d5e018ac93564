// A move in the view, as the text of a link's move= (core/migration/move_text.h), and as core.migrate() takes it.
import { unescaped } from '../../text/unescaped.js';

/** Where each number is in the input of core.migrate(), with the engine's default. */
const kParts = {
  system: {
    routing: 'smart_client',
    spread: 'push',
    cache: false,
    map_delay_us: 200_000,
    clients: 20,
    proxies: 3,
    directories: 4,
    map_requests_per_second: 0,
    latency_us: 250,
    jitter_us: 100,
    node_requests_per_second: 0,
    link_bytes_per_second: 0,
  },
  workload: {
    requests: 60_000,
    requests_per_second: 10_000,
    writes: 0.2,
    deletes: 0.02,
    ttl_us: 0,
    permanent: 0,
    skew: 0,
    key_bytes: 30,
    value_bytes: 1000,
    timeout_us: 1_000_000,
    retries: 0,
    backoff_us: 100_000,
  },
  pace: {
    start_us: 500_000,
    copy_bytes_per_second: 20_000_000,
    page_rows: 1,
    page_delay_us: 0,
    unit: 'all',
    section_keys: 1000,
    units_at_once: 1,
    turn_back_in: 0,
    turn_back_after_us: 0,
    turn_back_over: 0,
    verify_share: 0.1,
    grow: 0,
  },
  faults: {
    cut_off: 0,
    cut_off_at_us: 0,
    cut_off_us: 0,
    copier_down_at_us: 0,
    copier_down_us: 0,
    copier_from_start: false,
    node: 0,
    node_down_at_us: 0,
    node_down_us: 0,
    node_back: 'as_it_was',
    node_tail_us: 1_000_000,
    holder: 0,
    holder_down_at_us: 0,
    holder_down_us: 0,
    late: 0,
    late_us: 0,
    clock_off: 0,
    clock_behind_us: 0,
    clock_ahead_us: 0,
  },
};
const kDefaults = Object.assign({}, ...Object.values(kParts));
const kFlags = ['cache', 'copier_from_start'];
const kWords = ['routing', 'spread', 'unit', 'node_back'];

/** How copiers of the field read and write: a SELECT of many rows, transformed and written some time later. */
export const kPages = { page_rows: 1000, page_delay_us: 100_000 };

/** The view's initial move: a copy slow enough to be seen. */
export const kFirst = { protocol: 'copy_then_flip', copy_bytes_per_second: 2_000_000, ...kPages };

/** The same for a table whose keys have this many bytes on average, taking as long. @param {number} bytes */
export function firstOf(bytes) {
  const usual = kDefaults.key_bytes + kDefaults.value_bytes,
    value = Math.min(1e9, Math.max(0, Math.round(bytes) - kDefaults.key_bytes));
  return {
    ...kFirst,
    value_bytes: value,
    copy_bytes_per_second: Math.round((kFirst.copy_bytes_per_second * (kDefaults.key_bytes + value)) / usual),
  };
}

/** @typedef {{protocol: string} & Record<string, any>} Move `protocol`: a preset's id, or phases as text */

/** @param {Move} move @param {{id: string, unit: string}[]} presets */
export function moveText(move, presets) {
  const unit = presets.find(({ id }) => id === move.protocol)?.unit ?? 'all';
  const items = Object.entries(kDefaults)
    .map(([key, plain]) => [key, move[key] ?? (key === 'unit' ? unit : plain), key === 'unit' ? unit : plain])
    .filter(([, value, plain]) => value !== plain)
    .map(([key, value]) => `${key}=${kFlags.includes(key) ? Number(value) : value}`);
  return [move.protocol, ...items, ...(move.seed ? [`seed=${move.seed}`] : [])].join('~');
}

/** Leaves out what the engine does not know: it has already refused a link with it. @returns {Move} */
export function moveOfText(text) {
  const [protocol, ...items] = text.split('~');
  const move = { protocol };
  for (const item of items) {
    const [key, value] = item.split('=');
    if (key === 'seed') move.seed = value;
    if (!Object.hasOwn(kDefaults, key)) continue;
    move[key] = kWords.includes(key) ? value : kFlags.includes(key) ? value === '1' : Number(value);
  }
  return move;
}

/** The input of core.migrate() without the keys. @param {Move} move */
export function inputOfMove(move) {
  const input = { protocol: move.protocol, ...(move.seed && { seed: move.seed }) };
  for (const [part, defaults] of Object.entries(kParts)) {
    input[part] = Object.fromEntries(
      Object.keys(defaults)
        .filter((key) => move[key] !== undefined)
        .map((key) => [key, move[key]]),
    );
  }
  return input;
}

export const valueOf = (move, key) => move[key] ?? kDefaults[key];

/** The same at a fraction of the size; everything takes as long as before. @param {Move} move */
export function scaled(move, by) {
  const whole = (key) => Math.max(1, Math.round(valueOf(move, key) * by));
  const rate = (key) => (valueOf(move, key) > 0 ? whole(key) : 0);
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

// --- Phases: "name:key=value,flag;name:…", with a "!" in front if nodes check requests.

/** As kMaxProtocolBytes and kMaxPhases of core/migration: what is more is refused by the engine. */
export const kMostPhasesText = 8192,
  kMostPhases = 24;

/** @returns {{checks: boolean, phases: ({name: string} & Record<string, string | true>)[]}} */
export function phasesOf(text) {
  const checks = text.startsWith('!');
  const phases = text
    .slice(checks ? 1 : 0)
    .split(';')
    .map((each) => {
      const at = each.indexOf(':');
      // the engine refuses wrong escapes, and says where
      const name = unescaped((at < 0 ? each : each.slice(0, at)).replaceAll('+', ' '));
      const fields =
        at < 0
          ? []
          : each
              .slice(at + 1)
              .split(',')
              .map((field) => field.split('='));
      return { name, ...Object.fromEntries(fields.map(([key, value]) => [key, value ?? true])) };
    });
  return { checks, phases };
}

const nameText = (name) =>
  [...name]
    .map((letter) => (letter === ' ' ? '+' : /[\w.-]/.test(letter) ? letter : encodeURIComponent(letter)))
    .join('');

export function phasesText({ checks, phases }) {
  return (
    (checks ? '!' : '') +
    phases
      .map(({ name, ...fields }) => {
        const said = Object.entries(fields)
          .filter(([, value]) => value !== '')
          .map(([key, value]) => (value === true ? key : `${key}=${value}`));
        return nameText(name) + (said.length > 0 ? `:${said.join(',')}` : '');
      })
      .join(';')
  );
}

const kLifetime = 3_000_000; // µs

/** Adds lifetimes if the protocol waits for their end. @param {Move} move @returns {Move} */
export function withLifetimes(move, presets) {
  const waits = phasesOf(protocolText(move.protocol, presets)).phases.some(({ until }) =>
    String(until ?? '')
      .split('+')
      .includes('expired'),
  );
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

/** The phases of a protocol as text, whether it is given as a preset's id or as text. */
export function protocolText(protocol, presets) {
  return presets.find(({ id }) => id === protocol)?.text ?? protocol;
}

/** The same protocol, with a barrier before every phase in which clients act differently than in the one before. */
export function heldBack(text) {
  const { checks, phases } = phasesOf(text);
  const differs = (a, b) => ['reads', 'writes', 'freeze'].some((key) => (a[key] ?? '') !== (b[key] ?? ''));
  return phasesText({
    checks,
    phases: phases.map((phase, i) => (i > 0 && differs(phase, phases[i - 1]) ? { ...phase, barrier: true } : phase)),
  });
}
