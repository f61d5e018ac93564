// Values as MongoDB's shells and mongoexport print them: JSON, extended JSON and JavaScript with calls such as
// Long('42'), ObjectId("…") and MinKey(). Numbers keep all digits.
import { Unreadable } from '../../reading/form.js';
import { templateIn } from '../../reading/pasted.js';

/** @typedef {import('../../reading/pasted.js').Line} Line */
/**
 * `name`: of a call, or of a word such as null. `text`: a string, or a number's digits.
 * @typedef {{kind: 'map' | 'list' | 'string' | 'number' | 'call' | 'word', line: number, text: string, name: string,
 *   items: Value[], members: Map<string, Value>}} Value
 */

const kNumber = /-?(?:\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+|Infinity)/y;
const kWord = /[A-Za-z_$][\w$.]*/y;
const kPattern = /\/(?:[^/\\\n]|\\.)+\/[a-z]*/y;
const kDeepest = 100;
/** @type {Record<string, string>} */
const kEscapes = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v', 0: '\0' };

export class Scanner {
  #text;
  #lines;
  #row = 0;
  #starts;
  at = 0;

  /** @param {Line[]} lines */
  constructor(lines) {
    this.#lines = lines;
    this.#text = lines.map(({ text }) => text).join('\n');
    let from = 0;
    this.#starts = lines.map(({ text }) => (from += text.length + 1) - text.length - 1);
  }

  /** The index of the line in which the scanner is. */
  get row() {
    while (this.#row + 1 < this.#starts.length && this.#starts[this.#row + 1] <= this.at) this.#row += 1;
    return this.#row;
  }

  get line() {
    return this.#lines[this.row]?.number ?? 1;
  }

  /** What is left of the line. */
  get tail() {
    const end = this.#text.indexOf('\n', this.at);
    return this.#text.slice(this.at, end < 0 ? undefined : end);
  }

  get done() {
    this.#blanks();
    return this.at >= this.#text.length;
  }

  /** @returns {never} */
  #refuse() {
    this.#blanks();
    if (this.at >= this.#text.length) {
      const last = this.#lines[this.#lines.length - 1];
      throw new Unreadable(last?.number ?? 1, 'the text ends too early, within brackets');
    }
    const mark = templateIn(this.#lines[this.row]?.text ?? '');
    const found = this.#text.slice(this.at, this.at + 20).split('\n')[0];
    throw new Unreadable(this.line, mark ? `template: ${mark}` : `“${found}” is no value`);
  }

  #blanks() {
    while (/\s/.test(this.#text[this.at] ?? '')) this.at += 1;
  }

  /** Whether this sign is next; it is left behind. @param {string} sign */
  takes(sign) {
    this.#blanks();
    if (this.#text[this.at] !== sign) return false;
    this.at += 1;
    return true;
  }

  /** @param {RegExp} pattern sticky */
  #match(pattern) {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  /** @param {string} quote */
  #string(quote) {
    const parts = [];
    this.at += 1;
    let from = this.at;
    for (;;) {
      const sign = this.#text[this.at];
      if (sign === undefined || sign === '\n') this.#refuse();
      if (sign === quote) break;
      if (sign === '\\') {
        parts.push(this.#text.slice(from, this.at), this.#escape());
        from = this.at;
      } else this.at += 1;
    }
    parts.push(this.#text.slice(from, this.at));
    this.at += 1;
    return parts.join('');
  }

  #escape() {
    const sign = this.#text[this.at + 1] ?? '';
    const digits = sign === 'u' ? 4 : sign === 'x' ? 2 : 0;
    const code = this.#text.slice(this.at + 2, this.at + 2 + digits);
    if (digits > 0 && !new RegExp(`^[0-9a-f]{${digits}}$`, 'i').test(code)) this.#refuse();
    this.at += 2 + digits;
    return digits > 0 ? String.fromCharCode(parseInt(code, 16)) : (kEscapes[sign] ?? sign);
  }

  /** @param {string} end @param {() => void} one */
  #all(end, one) {
    if (this.takes(end)) return;
    do {
      this.#blanks();
      if (this.#text[this.at] === end) break; // a comma at the end
      one();
    } while (this.takes(','));
    if (!this.takes(end)) this.#refuse();
  }

  /** @param {Map<string, Value>} members @param {number} deep */
  #member(members, deep) {
    this.#blanks();
    const quote = this.#text[this.at];
    const { line } = this;
    const name = quote === '"' || quote === "'" ? this.#string(quote) : (this.#match(kWord) ?? this.#match(kNumber));
    if (name === undefined || !this.takes(':')) this.#refuse();
    if (members.has(/** @type {string} */ (name)))
      throw new Unreadable(line, `the member “${String(name).slice(0, 40)}” is already there`);
    members.set(/** @type {string} */ (name), this.value(deep));
  }

  /** @param {number} [deep] @returns {Value} */
  value(deep = 0) {
    this.#blanks();
    const of = /** @type {Value} */ ({
      kind: 'word',
      line: this.line,
      text: '',
      name: '',
      items: [],
      members: new Map(),
    });
    if (deep > kDeepest) throw new Unreadable(of.line, 'brackets are nested too deeply');
    const sign = this.#text[this.at];
    if (sign === '{') {
      this.at += 1;
      this.#all('}', () => this.#member(of.members, deep + 1));
      return { ...of, kind: 'map' };
    }
    if (sign === '[') {
      this.at += 1;
      this.#all(']', () => of.items.push(this.value(deep + 1)));
      return { ...of, kind: 'list' };
    }
    if (sign === '"' || sign === "'") return { ...of, kind: 'string', text: this.#string(sign) };
    const number = this.#match(kNumber);
    if (number !== undefined) return { ...of, kind: 'number', text: number };
    if (sign === '/') return { ...of, kind: 'word', name: this.#match(kPattern) ?? this.#refuse() };
    let name = this.#match(kWord) ?? this.#refuse();
    if (name === 'new') {
      this.#blanks();
      name = this.#match(kWord) ?? this.#refuse();
    }
    if (this.#text[this.at] !== '(') return { ...of, kind: 'word', name };
    this.at += 1;
    this.#all(')', () => of.items.push(this.value(deep + 1)));
    return { ...of, kind: 'call', name };
  }
}

// ---- What a bound of a chunk is

// The order of BSON's types.
const kRanks = {
  min: -1,
  null: 0,
  number: 1,
  string: 2,
  map: 3,
  list: 4,
  bytes: 5,
  id: 6,
  bool: 7,
  date: 8,
  other: 9,
  max: 99,
};
/** @typedef {keyof typeof kRanks} Rank */
/** @typedef {{rank: Rank, text: string, shown: string, parts: Bound[]}} Bound `shown`: as people read it */

/** @param {Value | undefined} value */
const inner = (value) => value?.items[0]?.text || value?.text || '';

/** @type {Record<string, Rank>} */
const kCalls = {
  Long: 'number',
  NumberLong: 'number',
  NumberInt: 'number',
  Int32: 'number',
  Double: 'number',
  NumberDecimal: 'number',
  Decimal128: 'number',
  ObjectId: 'id',
  UUID: 'bytes',
  BinData: 'bytes',
  Binary: 'bytes',
  'Binary.createFromBase64': 'bytes',
  HexData: 'bytes',
  ISODate: 'date',
  Date: 'date',
  MinKey: 'min',
  MaxKey: 'max',
};
/** @type {Record<string, Rank>} */
const kExtended = {
  $numberLong: 'number',
  $numberInt: 'number',
  $numberDouble: 'number',
  $numberDecimal: 'number',
  $oid: 'id',
  $date: 'date',
  $binary: 'bytes',
  $uuid: 'bytes',
  $minKey: 'min',
  $maxKey: 'max',
};
/** @type {Record<string, string>} */
const kNames = { id: 'ObjectId', date: 'Date', bytes: 'BinData', other: 'value' };

/** @param {Rank} rank @param {string} text @returns {Bound} */
function bound(rank, text) {
  if (rank === 'min' || rank === 'max')
    return { rank, text: '', shown: rank === 'min' ? 'MinKey' : 'MaxKey', parts: [] };
  const digits = rank === 'number' ? text.replace(/^(-?\d+)\.0*$/, '$1') : text;
  const shown = rank in kNames ? `${kNames[rank]}(${text})` : rank === 'string' ? JSON.stringify(text) : digits;
  return { rank, text: digits, shown, parts: [] };
}

/** @param {Value} value @returns {string} */
const flat = (value) =>
  [value.text, value.name, ...value.items.map(flat), ...[...value.members].map(([k, v]) => `${k}=${flat(v)}`)]
    .filter((part) => part !== '')
    .join(' ');

/** @param {Value} value @returns {Bound} */
export function boundOf(value) {
  const { kind, name, text, items, members, line } = value;
  if (kind === 'number') return bound('number', text);
  if (kind === 'string') return bound('string', text);
  if (kind === 'call' || (kind === 'word' && (name === 'MinKey' || name === 'MaxKey'))) {
    const rank = kCalls[name] ?? 'other';
    const given =
      rank === 'bytes' || rank === 'other'
        ? `${rank === 'other' ? name : ''}${items.map(flat).join(' ')}`
        : inner(value);
    if (rank === 'number' && !/^-?(?:\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|Infinity|NaN)$/.test(given))
      throw new Unreadable(line, `“${given.slice(0, 40)}” is no number`);
    return bound(rank, given);
  }
  if (kind === 'word') {
    if (name === 'true' || name === 'false') return bound('bool', name);
    return name === 'null' || name === 'undefined' ? bound('null', 'null') : bound('other', name);
  }
  const [[first, only] = ['', undefined]] = members;
  if (members.size === 1 && only && Object.hasOwn(kExtended, first)) {
    const rank = kExtended[first];
    if (rank === 'number' && !/^-?(?:\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|Infinity|NaN)$/.test(only.text))
      throw new Unreadable(line, `“${only.text.slice(0, 40)}” is no number`);
    return bound(rank, only.text || flat(only));
  }
  const parts = kind === 'list' ? items.map(boundOf) : [...members.values()].map(boundOf);
  const names = [...members.keys()];
  const shown = parts.map((part, i) => (kind === 'list' ? part.shown : `${names[i]}: ${part.shown}`)).join(', ');
  return { rank: kind, text: '', shown: kind === 'list' ? `[${shown}]` : `{${shown}}`, parts };
}

const sign = (/** @type {boolean} */ less, /** @type {boolean} */ more) => (less ? -1 : Number(more));

/** @param {string} a @param {string} b */
function byNumber(a, b) {
  if (/^-?\d+$/.test(a) && /^-?\d+$/.test(b)) return sign(BigInt(a) < BigInt(b), BigInt(a) > BigInt(b));
  return sign(Number(a) < Number(b), Number(a) > Number(b));
}

/** In UTF-8's order, not that of 16-bit units. @param {string} a @param {string} b */
function byBytes(a, b) {
  const [one, other] = [Array.from(a), Array.from(b)];
  for (let i = 0; i < one.length && i < other.length; ++i) {
    const [x, y] = [one[i].codePointAt(0) ?? 0, other[i].codePointAt(0) ?? 0];
    if (x !== y) return x - y;
  }
  return one.length - other.length;
}

/** BSON's order; NaN: it is not known here. @param {Bound} a @param {Bound} b @returns {number} */
export function compare(a, b) {
  if (a.rank !== b.rank) return kRanks[a.rank] - kRanks[b.rank];
  if (a.shown === b.shown) return 0;
  if (a.rank === 'number') return byNumber(a.text, b.text);
  if (a.rank === 'string') return byBytes(a.text, b.text);
  if (a.rank === 'id' || a.rank === 'bool') return sign(a.text < b.text, a.text > b.text);
  if (a.rank === 'date') {
    const [x, y] = [a.text, b.text].map((text) => (/^-?\d+$/.test(text) ? Number(text) : Date.parse(text)));
    return x - y;
  }
  return NaN;
}

/** The bounds of a compound key, field by field. @param {Bound[]} a @param {Bound[]} b */
export function compareKeys(a, b) {
  for (let i = 0; i < a.length; ++i) {
    const found = compare(a[i], b[i]);
    if (found !== 0) return found;
  }
  return 0;
}
