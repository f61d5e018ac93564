// A change as an animated SVG, for places that run no scripts: a README, a feed, a wiki. CSS alone animates it, so that
// it plays inside an <img> too; readers who want no motion see how it ends.
import { svg as escaped } from '../../text/quote.js';

const kWidth = 720;
const kMargin = 16;
const kTitleLine = 28;
const kTitleSigns = 60; // characters that fit on a line of the title, in any substitute for Inter
const kBoard = 4;
const kNamed = 14; // the most nodes that have room for names and counts below them
const kWidestStep = 12; // from dot to dot
const kGroups = 5; // of dots, which start one after another
/** What one picture shows at most. */
export const kMostNodes = 100;
export const kMostDots = 240;

// A node's colour by its number, on light and on dark, as in web/draw/theme.cpp.
const kPicked = [
  ['#242fac', '#819cfe'],
  ['#ce9310', '#d0960c'],
  ['#068e71', '#007f5a'],
  ['#6e2446', '#9c598d'],
  ['#1ba4ff', '#69e4fe'],
  ['#a64344', '#ce3812'],
  ['#987302', '#f1d407'],
  ['#7758de', '#735be1'],
  ['#fc5d88', '#f65e85'],
  ['#006775', '#22b7a0'],
  ['#33480a', '#beda9e'],
  ['#997eb2', '#ac88ba'],
];
const kLightness = [
  [0.56, 0.44, 0.62],
  [0.72, 0.84, 0.63],
];

/** For keys that no node has. */
export const kNowhere = { id: -1, colors: ['#b9bec8', '#596070'] };

const colorOf = ({ id, colors: own }, dark) =>
  own?.[dark] ?? kPicked[id]?.[dark] ?? `oklch(${kLightness[dark][id % 3]} 0.11 ${rounded((id * 137.50776405) % 360)})`;
const rounded = (value) => String(Math.round(value * 10) / 10);

/** Words in lines of at most `most` characters; a longer word has a line of its own. */
function linesOf(text, most) {
  return text.split(' ').reduce(
    (lines, word) => {
      const longer = `${lines.at(-1)} ${word}`.trim();
      return longer.length <= most || lines.at(-1) === '' ? [...lines.slice(0, -1), longer] : [...lines, word];
    },
    [''],
  );
}

const shortened = (text, most) =>
  [...text].length > most ? `${[...text].slice(0, Math.max(1, most - 1)).join('')}…` : text;

/** The largest step from dot to dot at which `most` of them fit into a column. */
function stepFor(most, width, height) {
  for (let step = kWidestStep; ; step *= 0.96) {
    const across = Math.floor(width / step);
    if (across > 0 && Math.ceil(most / across) * step <= height) return { step, across };
  }
}

const tally = (numbers, size) => {
  const counts = Array(size).fill(0);
  for (const each of numbers) counts[each] += 1;
  return counts;
};

/** Where each dot of a row is before and after: those that stay are at the bottom, in the same place both times. */
function placesOf(keys, columns, width, height) {
  const most = Math.max(
    ...tally(
      keys.map(({ from }) => from),
      columns,
    ),
    ...tally(
      keys.map(({ to }) => to),
      columns,
    ),
  );
  const each = width / columns;
  const { step, across } = stepFor(most, Math.max(3, each * 0.86), height);
  const filled = { from: Array(columns).fill(0), to: Array(columns).fill(0) };
  const place = (key, side) => {
    const column = key[side],
      at = filled[side][column]++;
    return [
      each * column + each / 2 + ((at % across) - (across - 1) / 2) * step,
      height - step / 2 - Math.floor(at / across) * step,
    ];
  };
  const ordered = [...keys].sort((a, b) => Number(a.from !== a.to) - Number(b.from !== b.to));
  return { step, dots: ordered.map((key) => ({ ...key, before: place(key, 'from'), after: place(key, 'to') })) };
}

function rowOf({ title, keys, before, after }, nodes, height) {
  const width = kWidth - 2 * kMargin,
    each = width / nodes.length,
    top = title ? 26 : 0;
  const { step, dots } = placesOf(keys, nodes.length, width, height);
  const still = dots.filter(({ from, to }) => from === to),
    moved = dots.filter(({ from, to }) => from !== to);
  const radius = Math.min(4.6, step * 0.4);
  const staying = nodes.map((_, node) => {
    const path = still
      .filter(({ to }) => to === node)
      .map(({ after: [x, y] }) => `M${rounded(x)} ${rounded(y)}h0`)
      .join('');
    return path && `<path class="s${node}" d="${path}"/>`;
  });
  const going = moved.map(
    ({ from, to, before: [x, y], after: [there, below] }, i) =>
      `<circle class="m g${i % kGroups} o${from} f${to}" cx="${rounded(there)}" cy="${rounded(below)}" r="${rounded(radius - 0.6)}" style="--x:${rounded(x - there)}px;--y:${rounded(y - below)}px"/>`,
  );
  const text = (x, y, words, className, more = '') =>
    `<text x="${rounded(x)}" y="${rounded(y)}" class="${className}"${more}>${escaped(words)}</text>`;
  const boards = nodes.map(({ name }, node) => {
    const x = each * node,
      middle = x + each / 2,
      gap = Math.min(3, each * 0.07),
      most = Math.floor(each / 8);
    const absent = [
      ['b', before],
      ['a', after],
    ]
      .map(([when, counts]) => (counts[node] === null ? ` no-${when}` : ''))
      .join('');
    const board = `<rect class="f${node}${absent}" x="${rounded(x + gap)}" y="${height + 2}" width="${rounded(each - 2 * gap)}" height="${kBoard}" rx="2"/>`;
    if (nodes.length > kNamed) return board;
    const counted = [
      ['b', before],
      ['a', after],
    ].map(([when, counts]) =>
      counts[node] === null ? '' : text(middle, height + 38, shortened(counts[node], most), `c q ${when}`),
    );
    return board + text(middle, height + 22, shortened(name, most), `c${absent}`) + counted.join('');
  });
  const heading = title ? text(0, 14, title, 't') : '';
  const line = (nodes.length > kNamed ? 14 : 46) + height;
  return {
    height: top + line,
    svg: `${heading}<g transform="translate(0 ${top})"><g class="still" stroke-width="${rounded(2 * radius)}">${staying.join('')}</g>${boards.join('')}${going.join('')}</g>`,
  };
}

// Every dot waits, moves for about a second and a half, and rests; the groups start a tenth of a second apart.
function motion(plays) {
  if (plays === 'still') return '';
  const groups = Array.from(
    { length: kGroups },
    (_, i) =>
      `@keyframes g${i}{0%,${20 + 3 * i}%{transform:translate(var(--x),var(--y));fill:var(--o)}${56 + 3 * i}%,100%{transform:none}}` +
      `.g${i}{animation-name:g${i}}`,
  );
  return `@media (prefers-reduced-motion:no-preference){.m,.a,.b,.no-b,.no-a{animation:4s ease-in-out ${plays === 'loop' ? 'infinite' : '1 both'}}.a{animation-name:a}.b{animation-name:b}.no-b{animation-name:n}.no-a{animation-name:l}
${groups.join('\n')}
@keyframes a{0%,20%{opacity:0}30%,100%{opacity:1}}@keyframes b{0%,20%{opacity:1}30%,100%{opacity:0}}@keyframes n{0%,20%{opacity:.25}30%,100%{opacity:1}}@keyframes l{0%,60%{opacity:1}70%,100%{opacity:.25}}}`;
}

function colors(nodes, dark) {
  const [ground, text, quiet] = dark ? ['#1c2027', '#e7eaf0', '#a2aab8'] : ['#fff', '#1b1f27', '#5a6270'];
  return `svg{--ground:${ground};--text:${text};--quiet:${quiet}}${nodes.map((node, i) => `.f${i}{fill:${colorOf(node, dark)}}.s${i}{stroke:${colorOf(node, dark)}}.o${i}{--o:${colorOf(node, dark)}}`).join('')}`;
}

/**
 * @param {object} change
 * @param {string} change.title the sentence above, and the picture's name @param {string} change.description everything
 * that it shows, in words
 * @param {[string, string]} change.when the captions: before, and after @param {string} change.note beside that
 * @param {{name: string, id: number, colors?: string[]}[]} change.nodes all that are there before or after
 * @param {{title: string, before: (string|null)[], after: (string|null)[], keys: {from: number, to: number}[]}[]}
 * change.rows one
 *   for each strategy: keys by node, in words, null where the node is not there; and some keys by the nodes that they
 *   are on
 * @param {'loop' | 'once' | 'still'} change.plays a picture in an <img> does not learn from the browser that its reader
 * wants
 *   no motion: a <picture> chooses the still one for such readers
 * @returns {string} an SVG document
 */
export function movingPicture({ title, description, when: [before, after], note, nodes, rows, plays }) {
  const heading = linesOf(title, kTitleSigns);
  let y = kMargin + kTitleLine * heading.length + 12;
  const drawn = rows.map((row) => {
    const { svg, height } = rowOf(row, nodes, rows.length > 1 ? 108 : 168);
    const at = y;
    y += height + 14;
    return `<g transform="translate(${kMargin} ${at})">${svg}</g>`;
  });
  const height = y + 22;
  const bottom = `x="${kMargin}" y="${height - 14}" class="t"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${kWidth}" height="${height}" viewBox="0 0 ${kWidth} ${height}" role="img" aria-labelledby="title desc">
<title id="title">${escaped(title)}</title>
<desc id="desc">${escaped(description)}</desc>
<style>text{font:13px Inter,system-ui,sans-serif;font-variant-numeric:tabular-nums;fill:var(--text)}.h{font-size:20px;font-weight:600}.t{font-weight:600}.c{text-anchor:middle}.q,.e{fill:var(--quiet)}.e{text-anchor:end}
.still{stroke-linecap:round}.m{stroke:var(--text);stroke-width:1.2}.b{opacity:0}.no-a{opacity:.25}
${colors(nodes, 0)}
@media (prefers-color-scheme:dark){${colors(nodes, 1)}}
${motion(plays)}</style>
<rect width="${kWidth}" height="${height}" rx="8" fill="var(--ground)"/>
${heading.map((line, i) => `<text x="${kMargin}" y="${kMargin + 20 + kTitleLine * i}" class="h">${escaped(line)}</text>`).join('')}
${drawn.join('\n')}
<text ${bottom.replace('class="t"', 'class="t b"')}>${escaped(before)}</text><text ${bottom.replace('class="t"', 'class="t a"')}>${escaped(after)}</text>
<text x="${kWidth - kMargin}" y="${height - 14}" class="e">${escaped(note)}</text>
</svg>
`;
}

/** Which of `count` keys a picture shows: evenly spaced, so that none is preferred. */
export const shownKeys = (count) =>
  Array.from({ length: Math.min(count, kMostDots) }, (_, i) => Math.floor((i * count) / Math.min(count, kMostDots)));
