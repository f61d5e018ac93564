// What redis-cli and valkey-cli print of a reply: numbered lists, “1) 1) "id"”, with RESP3 also maps, “1# "id" => …”.
import { Unreadable } from '../../reading/form.js';

/**
 * A value of a reply: text as it was sent (numbers too), a list, or a map.
 * @typedef {string | null | ReplyList | ReplyMap} Reply
 * @typedef {{[at: number]: Reply} & Array<any>} ReplyList its members are of Reply, which a type cannot say of itself
 * @typedef {Map<string, any>} ReplyMap likewise
 */
/**
 * @typedef {{at: number, map: boolean, items: {key: string, value: Reply | Level | undefined}[]}} Level `at`: its
 * column
 */

const kMarker = /\s*(\d+)([)#]) ?/y;
const kQuoted = /"((?:\\.|[^"\\])*)"/y;
const kEscapes = /** @type {Record<string, string>} */ ({ n: '\n', r: '\r', t: '\t', a: '\u0007', b: '\b' });

/** @param {string} text between the quotes */
const unquoted = (text) =>
  text.replace(/\\(?:x([0-9a-f]{2})|(.))/g, (_, hex, one) =>
    hex ? String.fromCharCode(parseInt(hex, 16)) : (kEscapes[one] ?? one),
  );

/** @param {string} text after its markers @param {number} line @returns {Reply} */
function scalar(text, line) {
  const trimmed = text.trim();
  kQuoted.lastIndex = 0;
  const quoted = kQuoted.exec(trimmed);
  if (quoted && kQuoted.lastIndex === trimmed.length) return unquoted(quoted[1]);
  const [, kind, rest = ''] = /^\(([a-z ]+)\)\s*(.*)$/.exec(trimmed) ?? [];
  if (kind === 'integer' || kind === 'double') return rest;
  if (kind === 'nil') return null;
  if (kind?.startsWith('empty')) return [];
  if (kind === 'error') throw new Unreadable(line, 'the server answered with an error');
  throw new Unreadable(line, `“${trimmed.slice(0, 40)}” is no value of a reply`);
}

/** @param {Reply | Level | undefined} value @returns {Reply} */
function finished(value) {
  if (value === undefined) return null;
  const plain = value === null || typeof value === 'string' || Array.isArray(value) || value instanceof Map;
  if (plain) return /** @type {Reply} */ (value);
  if (value.map) return new Map(value.items.map(({ key, value: of }) => [key, finished(of)]));
  return value.items.map(({ value: of }) => finished(of));
}

/** Whether a line is one of a printed list. @param {string} text */
export const isReplyLine = (text) => /^\s*\d+[)#] /.test(text);

class Printed {
  /** @type {Level} */
  #top = { at: -1, map: false, items: [] };
  #open = [this.#top];

  /** The level at a column, which opens below the last item if it is new. @param {number} at @param {boolean} map */
  #level(at, map) {
    while (this.#open.length > 1 && this.#open[this.#open.length - 1].at > at) this.#open.pop();
    const last = this.#open[this.#open.length - 1];
    if (last.at === at) return last;
    /** @type {Level} */
    const level = { at, map, items: [] };
    if (last === this.#top) this.#top.items.push({ key: '', value: level });
    else last.items[last.items.length - 1].value = level;
    this.#open.push(level);
    return level;
  }

  /** @param {string} text @param {number} line */
  add(text, line) {
    let at = 0;
    for (;;) {
      kMarker.lastIndex = at;
      const marker = kMarker.exec(text);
      if (!marker) break;
      at = kMarker.lastIndex;
      const map = marker[2] === '#';
      const level = this.#level(at, map);
      const item = { key: '', value: /** @type {Reply | Level | undefined} */ (undefined) };
      level.items.push(item);
      if (!map) continue;
      kQuoted.lastIndex = at;
      const key = kQuoted.exec(text);
      if (!key) throw new Unreadable(line, 'a member of the reply has no name');
      item.key = unquoted(key[1]);
      const arrow = text.indexOf('=>', kQuoted.lastIndex);
      if (arrow < 0) throw new Unreadable(line, `the member ${item.key} has no value`);
      at = arrow + 2;
    }
    const level = this.#open[this.#open.length - 1];
    if (text.slice(at).trim() !== '') level.items[level.items.length - 1].value = scalar(text.slice(at), line);
  }

  finish() {
    return this.#top.items.map(({ value }) => finished(value))[0] ?? [];
  }
}

/** @param {import('../../reading/pasted.js').Line[]} lines @returns {Reply} */
export function printedReply(lines) {
  const printed = new Printed();
  for (const { number, text } of lines) printed.add(text, number);
  return printed.finish();
}

/** A list of names and values by turns, as RESP2 sends a map; a map as it is. @param {Reply} reply */
export function members(reply) {
  if (reply instanceof Map) return reply;
  /** @type {Map<string, Reply>} */
  const found = new Map();
  if (Array.isArray(reply)) for (let i = 0; i + 1 < reply.length; i += 2) found.set(String(reply[i]), reply[i + 1]);
  return found;
}
