// Hostile records, and checks that only whole records are written, each with what the command adds to it.
import { gzipSync } from 'node:zlib';
import { randomNumbers } from '../live/keys.mjs';

/**
 * A format of records, and what is added to each. The column and the only node are both called `owner`, so that a
 * header gets the same addition. @typedef
 * {{words: string[], added: (names: string[]) => string, end: string, ended: RegExp, csv?: boolean}} Form
 */
const columns = (/** @type {string[]} */ words, /** @type {string} */ delimiter, more = {}) => ({
  words,
  added: (/** @type {string[]} */ names) => names.map((name) => delimiter + name).join(''),
  end: '\n',
  ended: /^\r?\n/,
  ...more,
});
const json = (/** @type {string} */ path) => ({
  words: ['-k', path],
  added: (/** @type {string[]} */ names) => names.map((name) => `,"${name}":"${name}"`).join(''),
  end: '\n',
  ended: /^\}[ \t\r]*\n/,
});
/** @type {Form[]} */
export const kForms = [
  columns([], ','),
  { ...columns(['-0'], '\0'), end: '\0', ended: /^\0/ },
  columns(['-c', '1'], ',', { csv: true }),
  columns(['-c', 'id'], ',', { csv: true }),
  columns(['-c', '2', '-d', ';'], ';', { csv: true }),
  columns(['--tsv'], '\t'),
  columns(['--tsv', '-c', 'id'], '\t'),
  json('.id'),
  json('.a.b'),
];

const kPieces = [
  '"',
  '""',
  ',',
  ';',
  '\n',
  '\r\n',
  '\0',
  '\t',
  '\\',
  '\\N',
  '{',
  '}',
  '{"id":',
  '[',
  ']',
  ':',
  'id',
  '"id"',
  '1',
  '\u{feff}',
  'a',
  ' ',
  '\\u',
  'key',
  '{"id":"x"}\n',
  '{"a":{"b":1}}\n',
  '1,2\n',
  'x;y',
];

/** Random inputs from a seed. @param {number} seed */
export function hostile(seed) {
  const next = randomNumbers(seed);
  const below = (/** @type {number} */ n) => next() % n;
  const piece = () => (below(4) === 0 ? Buffer.from([below(256)]) : Buffer.from(kPieces[below(kPieces.length)]));
  const bytes = (/** @type {number} */ most) =>
    Buffer.concat(Array.from({ length: below(most) }, piece)).toString('latin1');
  return {
    below,
    piece,
    /**
     * One input, plain or gzipped, whole, truncated or damaged; and the text that can be read from it, null if unknown.
     */
    input() {
      const text = bytes(60);
      if (below(6) !== 0) return { input: Buffer.from(text, 'latin1'), text };
      const packed = gzipSync(Buffer.from(text, 'latin1'));
      const whole = below(2) === 0;
      const input = whole ? packed.subarray(0, below(packed.length + 1)) : packed;
      if (!whole) packed[below(packed.length)] ^= 1 << below(8);
      return { input, text: input[0] === 0x1f && input[1] === 0x8b ? (whole ? text : null) : input.toString('latin1') };
    },
    /**
     * Many records for one process. An open quote is soon closed, so that it does not swallow all that follow.
     * @param {number} count
     */
    records(/** @type {Form} */ form, count) {
      const line = form.end;
      const good = {
        '\n': [
          'key,1',
          '"a ""b""",2',
          'k;l',
          '\tx',
          '{"id":"\\u00e9","a":{"b":7}}',
          '{"id":1} ',
          '"two\nlines";"x\ny"',
          'a\\tb\tc',
        ],
        '\0': ['key', 'two\nlines'],
      }[line];
      const head = form.words.includes('id') ? [`id${form.words[0] === '--tsv' ? '\t' : ','}more`] : [];
      const one = () =>
        (below(3) === 0 ? Buffer.from(good[below(good.length)]).toString('latin1') : bytes(8)) +
        (below(8) === 0 ? `"${line}"` : '');
      return [...head, ...Array.from({ length: count }, one)].map((text) => text + line).join('');
    },
  };
}

/**
 * The records as they were read, recovered from the output (in Latin-1); null where part of a record was written as a
 * whole one.
 * @param {Form} form
 * @param {string} out
 */
export function recordsOf(form, out, names = ['owner']) {
  const parts = out.split(form.added(names));
  const ends = parts.slice(1).map((part) => form.ended.exec(part)?.[0]);
  if (ends.includes(undefined) || parts.at(-1) !== (ends.at(-1) ?? '')) return null;
  const records = ends.map((end, i) => (i === 0 ? parts[0] : parts[i].slice(ends[i - 1].length)) + end);
  return records.every((record) => !form.csv || record.split('"').length % 2 === 1) ? records : null;
}

/**
 * Whether a text is an interleaving of two lists of parts, each part whole and each list in order.
 * @param {string} text
 * @param {string[]} these
 * @param {string[]} those
 */
function isShuffle(text, these, those) {
  const sizes = (/** @type {string[]} */ parts) =>
    parts.reduce((all, { length }) => [...all, all.at(-1) + length], [0]);
  const [here, there] = [sizes(these), sizes(those)];
  if (here.at(-1) + there.at(-1) !== text.length) return false;
  /** @type {boolean[]} */
  let reached = [];
  for (let i = 0; i <= these.length; ++i) {
    const before = reached;
    reached = [];
    for (let j = 0; j <= those.length; ++j) {
      reached[j] =
        (i === 0 && j === 0) ||
        (i > 0 && before[j] && text.startsWith(these[i - 1], here[i - 1] + there[j])) ||
        (j > 0 && reached[j - 1] && text.startsWith(those[j - 1], here[i] + there[j - 1]));
    }
  }
  return reached.at(-1);
}

const ended = (/** @type {Form} */ form, /** @type {string} */ text) =>
  text === '' || text.endsWith(form.end) ? text : text + form.end;

/** A file's byte order mark is written before its first accepted record; `bare` removes it where both texts have it. */
const kMark = '\u00ef\u00bb\u00bf';
const bare = (/** @type {string} */ text, /** @type {string} */ other) =>
  text.startsWith(kMark) && other.startsWith(kMark) ? text.slice(kMark.length) : text;

/**
 * Whether all of a text was written: each record whole to the output, or unchanged to the rejects.
 * @param {Form} form
 * @param {string} text
 * @param {string} out
 * @param {string} rejected
 */
export function isAllWritten(form, text, out, rejected) {
  const records = recordsOf(form, bare(out, text)),
    refused = rejected.split(new RegExp(`(?<=${form.end})`)).filter(Boolean);
  const whole = ended(form, bare(text, out));
  // A quote left open swallows the last line end, and another one is written after it.
  return (
    records !== null &&
    (isShuffle(whole, records, refused) || (form.csv === true && isShuffle(`${whole}\n`, records, refused)))
  );
}

/**
 * Whether the output is a prefix of a text that ends with a record, and all of it where nothing was refused.
 * @param {Form} form
 * @param {string} text
 * @param {string} out
 * @param {boolean} whole
 */
export function isBeginning(form, text, out, whole) {
  const written = recordsOf(form, bare(out, text))?.join('');
  const all = ended(form, bare(text, out));
  return written !== undefined && (whole ? written === all : all.startsWith(written));
}
