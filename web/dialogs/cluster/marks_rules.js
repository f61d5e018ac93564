// Marks of templates where a name or number must stand: which of them people can fill in, and the text with their
// values.

/** @typedef {import('../../systems/reading/read.js').Refused} Refused */
/** @typedef {[mark: string, value: string][]} Values */
/** @typedef {{marks: string[], control: string}} Found `marks`: to fill in; `control`: a loop or condition, or '' */

const kMost = 20;
const kLongest = 1_000_000; // characters of a text that is read once more for each mark
const kMark = /^(?:template|variable|macro): (.+)$/s;
// Lines that are there or not, or several times: Jinja, ERB, Terraform, Helm and Go, Mustache.
const kControl = [
  /^(?:\{%|<%(?!=))/,
  /^%\{~?\s*(?:for|endfor|if|else|endif)\b/,
  /^\{\{[-~]?\s*(?:[#/^]|(?:if|else|end|range|with|define|block|template)\b)/,
];

/** The mark that a refusal names, or null. @param {object} found */
function markIn(found) {
  if (!('refused' in found)) return null;
  const { why } = /** @type {Refused['refused']} */ (found.refused);
  return kMark.exec(why)?.[1] ?? null;
}

/** @param {string} text */
const literal = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Each mark replaced by its value: “$PORT” is no part of “$PORT_2”. @param {string} text @param {Values} values */
export function filled(text, values) {
  const longest = [...values].sort(([a], [b]) => b.length - a.length);
  return longest.reduce(
    (now, [mark, value]) =>
      now.replace(new RegExp(literal(mark) + (/\w$/.test(mark) ? '(?!\\w)' : ''), 'g'), () => value),
    text,
  );
}

/**
 * The marks that stand in the way of reading a text, found one after another.
 * @param {string} text
 * @param {object} first what reading it said
 * @param {(text: string) => Promise<object>} read
 * @returns {Promise<Found>}
 */
export async function marksOf(text, first, read) {
  const marks = /** @type {string[]} */ ([]);
  let now = text;
  let mark = text.length > kLongest ? null : markIn(first);
  while (mark && marks.length < kMost && now.includes(mark)) {
    const each = mark;
    if (kControl.some((control) => control.test(each))) return { marks, control: each };
    marks.push(each);
    // a number is a name, too; each its own, as no two servers are the same
    now = filled(now, [[each, `${marks.length}`]]);
    mark = markIn(await read(now));
  }
  return { marks, control: '' };
}
