// A unified diff of a file and the same with other servers: without lines around the change, and of a changed line only
// its servers, so that no password, comment or other setting of the file is in it.

/** @typedef {import('./source.js').Source} Source */
/** @typedef {import('./source.js').Splice} Splice */
/** @typedef {{from: number, to: number}} Span */
/** @typedef {(text: string) => string} Masked a server without what is nobody's business, in as many lines */

/**
 * What of a line is shown.
 * @param {Source} source @param {number} place @param {Span[]} items @param {Masked} masked
 */
function shownLine(source, place, items, masked) {
  const { from, to } = source.at(place);
  const inside = items.filter((item) => item.from < to && item.to > from);
  if (inside.length === 0) return source.textOf(place).trim() === '' ? '' : '…';
  const [first, last] = [inside[0], inside[inside.length - 1]];
  const [begin, end] = [Math.max(first.from, from), Math.min(last.to, to)];
  const [before, behind] = [source.text.slice(from, begin), source.text.slice(end, to)];
  const parts = inside.map((item, i) => {
    const at = Math.max(item.from, from);
    const gap = i === 0 ? '' : source.text.slice(inside[i - 1].to, at);
    const shown = gap.trim() === '' || gap.trim() === ',' ? gap : ' … ';
    const lines = masked(source.text.slice(item.from, item.to)).split(/\r\n|\n|\r/);
    return `${shown}${lines[place - source.placeOf(item.from)] ?? ''}`;
  });
  const lead = before.trim() === '' || /^\s*-\s*$/.test(before) ? before : `${/^\s*/.exec(before)?.[0] ?? ''}… `;
  return `${lead}${parts.join('')}${behind.trim() === '' ? '' : behind.trim() === ',' ? ',' : ' …'}`.trimEnd();
}

/** @typedef {{from: number, to: number, now: number, until: number}} Hunk lines of both texts, from 0, ends excluded */

/**
 * The lines that differ.
 * @param {Source} old @param {Source} next @param {Splice[]} splices
 */
function hunksOf(old, next, splices) {
  const hunks = /** @type {Hunk[]} */ ([]);
  let shift = 0;
  for (const { from, to, text } of splices) {
    const [first, last] = [old.placeOf(from), old.placeOf(to)];
    const [now, until] = [next.placeOf(from + shift), next.placeOf(from + shift + text.length)];
    shift += text.length - (to - from);
    const before = hunks[hunks.length - 1];
    if (before && first <= before.to) Object.assign(before, { to: last + 1, until: until + 1 });
    else hunks.push({ from: first, to: last + 1, now, until: until + 1 });
  }
  return hunks.flatMap((hunk) => differing(hunk, old, next));
}

const kMostCompared = 4_000_000;

/**
 * What differs of two runs of lines, by their longest common part.
 * @param {Hunk} hunk @param {Source} old @param {Source} next @returns {Hunk[]}
 */
function differing({ from, to, now, until }, old, next) {
  const linesOf = (/** @type {Source} */ source, /** @type {number} */ first, /** @type {number} */ end) =>
    Array.from({ length: end - first }, (_, i) =>
      source.text.slice(source.at(first + i).from, source.at(first + i).next),
    );
  const [a, b] = [linesOf(old, from, to), linesOf(next, now, until)];
  if (a.length * b.length > kMostCompared) return [{ from, to, now, until }];
  // How many lines are common from here to the end.
  const common = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; --i) {
    for (let j = b.length - 1; j >= 0; --j) {
      common[i][j] = a[i] === b[j] ? common[i + 1][j + 1] + 1 : Math.max(common[i + 1][j], common[i][j + 1]);
    }
  }
  const found = /** @type {Hunk[]} */ ([]);
  for (let [i, j] = [0, 0]; i < a.length || j < b.length; ) {
    const begin = [i, j];
    while ((i < a.length || j < b.length) && a[i] !== b[j]) {
      if (i < a.length && (j === b.length || common[i + 1][j] >= common[i][j + 1])) ++i;
      else ++j;
    }
    if (i > begin[0] || j > begin[1])
      found.push({ from: from + begin[0], to: from + i, now: now + begin[1], until: now + j });
    for (; i < a.length && a[i] === b[j]; ++i) ++j;
  }
  return found;
}

const rangeOf = (/** @type {number} */ from, /** @type {number} */ to) =>
  `${to === from ? from : from + 1}${to - from === 1 ? '' : `,${to - from}`}`;

/**
 * @param {{source: Source, items: Span[]}} old @param {{source: Source, items: Span[]}} next @param {Splice[]} splices
 * @param {{name: string, above: number, masked: Masked}} of the file: its name, how many lines stand before it
 * @returns {string} '': nothing differs
 */
export function diffOf(old, next, splices, { name, above, masked }) {
  const hunks = hunksOf(old.source, next.source, splices);
  if (hunks.length === 0) return '';
  const lines = hunks.flatMap(({ from, to, now, until }) => [
    `@@ -${rangeOf(from - above, to - above)} +${rangeOf(now - above, until - above)} @@`,
    ...Array.from({ length: to - from }, (_, i) => `-${shownLine(old.source, from + i, old.items, masked)}`),
    ...Array.from({ length: until - now }, (_, i) => `+${shownLine(next.source, now + i, next.items, masked)}`),
  ]);
  return `--- ${name}\n+++ ${name}\n${lines.join('\n')}\n`;
}
