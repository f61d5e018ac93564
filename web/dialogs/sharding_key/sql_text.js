// Cuts SQL as people paste it into statements: without comments, with parameters of every kind as $1, $2, …, and with
// each statement's rate if the text gives one: “120/s select …” or “-- 120/s” before it. Strings and quoted names stay
// as they are.

/**
 * @typedef {{sql: string, perSecond: ?number, hidden: boolean}} Statement `hidden`: pg_stat_statements left out values
 *   of a list
 */

const kRate = /^\s*(\d+(?:\.\d+)?)\s*\/\s*s(?:ec(?:ond)?)?\b\s*:?/i;

// What is taken as a whole from its first character on, beside what has quotes or is a comment.
const kWholes = [/\$\d+/y, /::|:=/y, /:[A-Za-z_][A-Za-z_0-9]*/y, /[A-Za-z_\u0080-\uffff][A-Za-z_0-9$\u0080-\uffff]*/y];
const kTag = /\$(?:[A-Za-z_][A-Za-z_0-9]*)?\$/y;
const kTags = /(?=(\$(?:[A-Za-z_][A-Za-z_0-9]*)?\$))/g;

/** The end of a comment, which may contain nested comments. */
function endOfComment(/** @type {string} */ text, /** @type {number} */ at) {
  let depth = 0;
  for (let i = at; i < text.length; ++i) {
    const [opens, ends] = [text.startsWith('/*', i), text.startsWith('*/', i)];
    if (!opens && !ends) continue;
    depth += opens ? 1 : -1;
    i += 1;
    if (depth === 0) return i + 1;
  }
  return text.length;
}

/**
 * The end of what begins with a quote, which is doubled inside; after an E, a backslash escapes. -1 if there is none.
 * @param {string} text
 * @param {number} open
 * @param {boolean} escapes
 */
function endOfQuoted(text, open, escapes) {
  const quote = text[open];
  for (let at = open + 1; at < text.length; ++at) {
    if (escapes && text[at] === '\\') at += 1;
    else if (text[at] === quote && text[at + 1] === quote) at += 1;
    else if (text[at] === quote) return at + 1;
  }
  return -1;
}

/**
 * Where the tags of dollar quotes are: each is looked up, not searched for, so that a text of unclosed ones takes no
 * longer.
 */
class Tags {
  /** @type {?Map<string, number[]>} */
  #places = null;
  #text;

  constructor(/** @type {string} */ text) {
    this.#text = text;
  }

  /** The end of what the tag at `open` begins, or -1. @param {number} open */
  endOf(open) {
    kTag.lastIndex = open;
    const tag = kTag.exec(this.#text)?.[0];
    if (!tag) return -1;
    if (!this.#places) {
      this.#places = new Map();
      for (const { 1: name, index } of this.#text.matchAll(kTags)) {
        const places = this.#places.get(name);
        if (places) places.push(index);
        else this.#places.set(name, [index]);
      }
      for (const places of this.#places.values()) places.reverse(); // the next one is the last
    }
    const places = /** @type {number[]} */ (this.#places.get(tag));
    while (places.length > 0 && /** @type {number} */ (places.at(-1)) < open + tag.length) places.pop();
    return places.length > 0 ? /** @type {number} */ (places.at(-1)) + tag.length : -1;
  }
}

/**
 * The end of what is taken as a whole at a place.
 * @param {string} text
 * @param {number} at
 * @param {Tags} tags
 * @param {string} last what came before
 */
function endAt(text, at, tags, last) {
  const letter = text[at];
  if (text.startsWith('/*', at)) return endOfComment(text, at);
  if (text.startsWith('--', at)) {
    const end = text.indexOf('\n', at);
    return end < 0 ? text.length : end;
  }
  const quoted =
    letter === "'" || letter === '"' || letter === '`'
      ? endOfQuoted(text, at, letter === "'" && last.toUpperCase() === 'E')
      : letter === '$'
        ? tags.endOf(at)
        : -1;
  if (quoted >= 0) return quoted;
  for (const pattern of kWholes) {
    pattern.lastIndex = at;
    if (pattern.test(text)) return pattern.lastIndex;
  }
  return at + 1;
}

/** @param {string} text */
export function statementsOf(text) {
  const statements = /** @type {Statement[]} */ ([]),
    tags = new Tags(text);
  // of the statement: what is written, and where what comes next begins
  let parts = /** @type {string[]} */ ([]),
    from = 0;
  let blank = true,
    last = '',
    rate = /** @type {?number} */ (null),
    parameters = 0,
    hidden = false;
  const instead = (/** @type {string} */ written, /** @type {number} */ at, /** @type {number} */ end) => {
    parts.push(text.slice(from, at), written);
    from = end;
  };
  const end = (/** @type {number} */ at) => {
    const sql = parts.join('') + text.slice(from, at),
      plain = kRate.exec(sql);
    const body = sql
      .slice(plain?.[0].length ?? 0)
      .trim()
      .replace(/\s+/g, (space) => (space.includes('\n') ? '\n' : ' '));
    if (body !== '') statements.push({ sql: body, perSecond: plain ? Number(plain[1]) : rate, hidden });
    [parts, from, blank, last, rate, parameters, hidden] = [[], at + 1, true, '', null, 0, false];
  };
  for (let at = 0; at < text.length; ) {
    const next = endAt(text, at, tags, last),
      letter = text[at];
    last = '';
    if (letter === ';') {
      end(at);
    } else if (text.startsWith('--', at) || text.startsWith('/*', at)) {
      const comment = text.slice(at, next),
        said = kRate.exec(comment.slice(2));
      if (said && blank) rate = Number(said[1]);
      if (/^\/\*\s*,\s*\.\.\.\s*\*\/$/.test(comment)) hidden = true;
      instead(' ', at, next);
    } else if (letter === '?' || (letter === ':' && /[A-Za-z_]/.test(text[at + 1] ?? ''))) {
      instead(`$${++parameters}`, at, next);
      blank = false;
    } else if (letter === '`' && next > at + 1) {
      instead(
        `"${text
          .slice(at + 1, next - 1)
          .replaceAll('``', '`')
          .replaceAll('"', '""')}"`,
        at,
        next,
      );
      blank = false;
    } else {
      if (next - at < 3) last = text.slice(at, next); // an E, as far as anybody asks
      blank &&= letter.trim() === '';
    }
    at = next;
  }
  end(text.length);
  return statements;
}
