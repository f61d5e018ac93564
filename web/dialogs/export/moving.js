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

/** @typedef {{name: string, id: number, colors?: string[]}} MovingNode `colors`: on light and on dark */
/** @typedef {{from: number, to: number}} Key the nodes that it is on, by their places in a list */
/**
 * @typedef {{title: string, before: (string | null)[], after: (string | null)[], keys: Key[]}} Row of a strategy: how
 *   many keys each node has, in words, null where the node is not there; and some of the keys
 */
/**
 * @typedef {object} Change
 * @property {string} title the sentence above, and the picture's name
 * @property {string} description everything that it shows, in words
 * @property {[string, string]} when the captions: before, and after
 * @property {string} note beside that
 * @property {MovingNode[]} nodes all that are there before or after
 * @property {Row[]} rows
 * @property {'loop' | 'once' | 'still'} plays a picture in an <img> does not learn from the browser that its reader
 *   wants no motion: a <picture> chooses the still one for such readers
 */

/** @param {Omit<MovingNode, 'name'>} node @param {0 | 1} dark */
const colorOf = ({ id, colors: own }, dark) =>
  own?.[dark] ?? kPicked[id]?.[dark] ?? `oklch(${kLightness[dark][id % 3]} 0.11 ${rounded((id * 137.50776405) % 360)})`;
const rounded = (/** @type {number} */ value) => String(Math.round(value * 10) / 10);

/**
 * Words in lines of at most `most` characters; a longer word has a line of its own.
 * @param {string} text @param {number} most
 */
function linesOf(text, most) {
  return text.split(' ').reduce(
    (lines, word) => {
      const longer = `${lines.at(-1)} ${word}`.trim();
      return longer.length <= most || lines.at(-1) === '' ? [...lines.slice(0, -1), longer] : [...lines, word];
    },
    [''],
  );
}

const shortened = (/** @type {string} */ text, /** @type {number} */ most) =>
  [...text].length > most ? `${[...text].slice(0, Math.max(1, most - 1)).join('')}…` : text;

/**
 * The largest step from dot to dot at which `most` of them fit into a column.
 * @param {number} most @param {number} width @param {number} height
 */
function stepFor(most, width, height) {
  for (let step = kWidestStep; ; step *= 0.96) {
    const across = Math.floor(width / step);
    if (across > 0 && Math.ceil(most / across) * step <= height) return { step, across };
  }
}

/** @param {number[]} numbers @param {number} size */
const tally = (numbers, size) => {
  const counts = Array(size).fill(0);
  for (const each of numbers) counts[each] += 1;
  return counts;
};

/**
 * Where each dot of a row is before and after: those that stay are at the bottom, in the same place both times.
 * @param {Key[]} keys @param {number} columns @param {number} width @param {number} height
 */
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
  /** @param {Key} key @param {'from' | 'to'} side */
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

/** @param {number} x @param {number} y @param {string} words @param {string} className */
const text = (x, y, words, className) =>
  `<text x="${rounded(x)}" y="${rounded(y)}" class="${className}">${escaped(words)}</text>`;

/**
 * The nodes of a row, each with a board below its dots, and if there is room its name and its keys.
 * @param {Row} row @param {MovingNode[]} nodes @param {number} each a node's width @param {number} height
 */
function boardsOf({ before, after }, nodes, each, height) {
  /** @type {[when: string, counts: (string | null)[]][]} */
  const sides = [
    ['b', before],
    ['a', after],
  ];
  return nodes.map(({ name }, node) => {
    const x = each * node,
      middle = x + each / 2,
      gap = Math.min(3, each * 0.07),
      most = Math.floor(each / 8);
    const absent = sides.map(([when, counts]) => (counts[node] === null ? ` no-${when}` : '')).join('');
    const box = `x="${rounded(x + gap)}" y="${height + 2}" width="${rounded(each - 2 * gap)}" height="${kBoard}"`;
    const board = `<rect class="f${node}${absent}" ${box} rx="2"/>`;
    if (nodes.length > kNamed) return board;
    const counted = sides.map(([when, counts]) => {
      const count = counts[node];
      return count === null ? '' : text(middle, height + 38, shortened(count, most), `c q ${when}`);
    });
    return board + text(middle, height + 22, shortened(name, most), `c${absent}`) + counted.join('');
  });
}

/** @param {Row} row @param {MovingNode[]} nodes @param {number} height */
function rowOf(row, nodes, height) {
  const { title, keys } = row;
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
  const going = moved.map(({ from, to, before: [x, y], after: [there, below] }, i) => {
    const circle = `cx="${rounded(there)}" cy="${rounded(below)}" r="${rounded(radius - 0.6)}"`;
    const way = `--x:${rounded(x - there)}px;--y:${rounded(y - below)}px`;
    return `<circle class="m g${i % kGroups} o${from} f${to}" ${circle} style="${way}"/>`;
  });
  const boards = boardsOf(row, nodes, each, height);
  const heading = title ? text(0, 14, title, 't') : '';
  const line = (nodes.length > kNamed ? 14 : 46) + height;
  const rest = `<g class="still" stroke-width="${rounded(2 * radius)}">${staying.join('')}</g>${boards.join('')}`;
  return {
    height: top + line,
    svg: `${heading}<g transform="translate(0 ${top})">${rest}${going.join('')}</g>`,
  };
}

// How captions and counts appear and disappear: those of after, of before, and of nodes that come and go.
const kAppearances = [
  '@keyframes a{0%,20%{opacity:0}30%,100%{opacity:1}}',
  '@keyframes b{0%,20%{opacity:1}30%,100%{opacity:0}}',
  '@keyframes n{0%,20%{opacity:.25}30%,100%{opacity:1}}',
  '@keyframes l{0%,60%{opacity:1}70%,100%{opacity:.25}}',
].join('');
const kAnimated = '.a{animation-name:a}.b{animation-name:b}.no-b{animation-name:n}.no-a{animation-name:l}';

// Every dot waits, moves for about a second and a half, and rests; the groups start a tenth of a second apart.
/** @param {Change['plays']} plays */
function motion(plays) {
  if (plays === 'still') return '';
  const groups = Array.from({ length: kGroups }, (_, i) => {
    const away = `0%,${20 + 3 * i}%{transform:translate(var(--x),var(--y));fill:var(--o)}`;
    return `@keyframes g${i}{${away}${56 + 3 * i}%,100%{transform:none}}.g${i}{animation-name:g${i}}`;
  });
  const times = plays === 'loop' ? 'infinite' : '1 both';
  const all = `.m,.a,.b,.no-b,.no-a{animation:4s ease-in-out ${times}}`;
  return `@media (prefers-reduced-motion:no-preference){${all}${kAnimated}
${groups.join('\n')}
${kAppearances}}`;
}

/** @param {MovingNode[]} nodes @param {0 | 1} dark */
function colors(nodes, dark) {
  const [ground, words, quiet] = dark ? ['#1c2027', '#e7eaf0', '#a2aab8'] : ['#fff', '#1b1f27', '#5a6270'];
  const own = nodes.map((node, i) => {
    const color = colorOf(node, dark);
    return `.f${i}{fill:${color}}.s${i}{stroke:${color}}.o${i}{--o:${color}}`;
  });
  return `svg{--ground:${ground};--text:${words};--quiet:${quiet}}${own.join('')}`;
}

const kStyle = [
  'text{font:13px Inter,system-ui,sans-serif;font-variant-numeric:tabular-nums;fill:var(--text)}',
  '.h{font-size:20px;font-weight:600}.t{font-weight:600}.c{text-anchor:middle}.q,.e{fill:var(--quiet)}',
  '.e{text-anchor:end}\n.still{stroke-linecap:round}.m{stroke:var(--text);stroke-width:1.2}.b{opacity:0}',
  '.no-a{opacity:.25}',
].join('');

/** @param {Change} change @returns {string} an SVG document */
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
  const size = `width="${kWidth}" height="${height}" viewBox="0 0 ${kWidth} ${height}"`;
  const headings = heading.map((line, i) => text(kMargin, kMargin + 20 + kTitleLine * i, line, 'h'));
  const caption = (/** @type {string} */ words, /** @type {string} */ when) =>
    text(kMargin, height - 14, words, `t ${when}`);
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" aria-labelledby="title desc">
<title id="title">${escaped(title)}</title>
<desc id="desc">${escaped(description)}</desc>
<style>${kStyle}
${colors(nodes, 0)}
@media (prefers-color-scheme:dark){${colors(nodes, 1)}}
${motion(plays)}</style>
<rect width="${kWidth}" height="${height}" rx="8" fill="var(--ground)"/>
${headings.join('')}
${drawn.join('\n')}
${caption(before, 'b')}${caption(after, 'a')}
${text(kWidth - kMargin, height - 14, note, 'e')}
</svg>
`;
}

/** Which of `count` keys a picture shows: evenly spaced, so that none is preferred. */
export const shownKeys = (/** @type {number} */ count) =>
  Array.from({ length: Math.min(count, kMostDots) }, (_, i) => Math.floor((i * count) / Math.min(count, kMostDots)));
