// What index.html shows until the canvas is ready: the default scenario's question, its ring and its bars, as the core
// computes them, where the canvas will have them (web/page/page.css).

const kLink = 'v=1&nodes=5&view=structure';
const kSide = 2400; // of the poster that is read: large enough to make each arc exact
const kTurn = 4000; // units of the whole ring: one is less than half a pixel on most screens
const kQuestion = '*{0} {0|node|nodes}* {0|holds|hold} #{1}# {1|key|keys}. One more node joins: how many keys move?';
/** @type {Record<string, number>} by the number's category in English and Russian: which of the forms */
const kForms = { one: 0, few: 1, many: 2, other: 1 };

/**
 * As in web/text/language.js, with the emphasis of a headline.
 * @param {string} template @param {string} language @param {number[]} counts
 */
function sentence(template, language, counts) {
  const form = new Intl.PluralRules(language);
  return template
    .replace(/\*([^*]+)\*/, '<b>$1</b>')
    .replace(/#([^#]+)#/, '<b class="figure">$1</b>')
    .replace(
      /\{(\d)(?:\|([^}]*))?\}/g,
      (_, /** @type {number} */ i, /** @type {string | undefined} */ forms) =>
        forms?.split('|')[kForms[form.select(counts[i])]] ?? counts[i].toLocaleString(language),
    );
}

/** @typedef {{from: number, to: number, color: string}} Arc in units of kTurn from the top */

/**
 * Each node's arcs in the picture of a ring; colours are in the order of the nodes.
 * @param {string} svg @returns {Arc[]}
 */
function arcsOf(svg) {
  const sectors = [
    ...svg.matchAll(
      /<path d="M([\d.]+) ([\d.]+)A([\d.]+) [\d.]+ 0 0 1 ([\d.]+) ([\d.]+)" fill="none" stroke="(#\w{6})" /g,
    ),
  ].map(([, x, y, radius, toX, toY, color]) => ({
    x: Number(x),
    y: Number(y),
    radius: Number(radius),
    toX: Number(toX),
    toY: Number(toY),
    color,
  }));
  const [{ x: left, y: top, radius: ring }] = sectors; // the first begins at the top
  /** @param {number} x @param {number} y */
  const turn = (x, y) => ((Math.atan2(x - left, top + ring - y) / (2 * Math.PI) + 1) % 1) * kTurn;
  return sectors
    .filter(({ radius }) => radius === ring)
    .map(({ x, y, toX, toY, color }, i, all) => ({
      from: i === 0 ? 0 : turn(x, y),
      to: i === all.length - 1 ? kTurn : turn(toX, toY),
      color,
    }));
}

/** A node's colour, as in the legend. @param {string} svg @param {string} name */
function colorIn(svg, name) {
  const [, color] =
    new RegExp(`fill="(#\\w{6})"/>\\n<text[^>]*>[^<]*</text>\\n<text[^>]*>${name}</text>`).exec(svg) ?? [];
  if (!color) throw new Error(`the poster's legend names no ${name}`);
  return color;
}

/**
 * One circle per node: its arcs are the dashes, and the gaps are between them.
 * @param {Arc[]} arcs @param {string} color
 */
function circle(arcs, color) {
  let at = 0;
  const dashes = arcs.flatMap(({ from, to }) => {
    const gap = Math.round(from) - at,
      dash = Math.round(to) - Math.round(from);
    at = Math.round(to);
    return [gap, dash];
  });
  const dashed = `0 ${dashes.join(' ')} ${kTurn - at}`;
  return `<circle r="92" stroke="${color}" pathLength="${kTurn}" stroke-dasharray="${dashed}"/>`;
}

/**
 * @param {import('../web/headless/reshard-core.d.ts').Core} core
 * @param {typeof import('../web/poster/reshard-poster.d.ts').drawPoster} drawPoster
 * @param {Record<string, string>} russian
 */
export async function firstPicture(core, drawPoster, russian) {
  const [light, dark] = await Promise.all(
    /** @type {const} */ (['light', 'dark']).map(
      async (theme) => (await drawPoster(kLink, { width: kSide, height: kSide, theme })).svg,
    ),
  );
  const arcs = arcsOf(light);
  const { nodes, counts, keys } = core.place({
    strategy: 'ring',
    nodes: ['node-0', 'node-1', 'node-2', 'node-3', 'node-4'],
  });
  const colors = nodes.map((name) => [colorIn(light, name), colorIn(dark, name)]);
  const inBoth = (/** @type {number} */ node) => `light-dark(${colors[node].join()})`;
  const ring = nodes.map((_, node) =>
    circle(
      arcs.filter(({ color }) => color === colors[node][0]),
      inBoth(node),
    ),
  );
  const most = Math.max(...counts);
  const bars = nodes.map((name, node) => {
    const width = `${((100 * counts[node]) / most).toFixed(1)}%`;
    return `<span>${name}</span><svg><rect width="${width}" height="100%" rx="4" fill="${inBoth(node)}"/></svg>`;
  });
  /** @param {string} template @param {string} language */
  const said = (template, language) =>
    `<p lang="${language}">${sentence(template, language, [nodes.length, keys])}</p>`;
  return `<div id="picture" aria-hidden="true"><p>Reshard</p>
<div>${said(kQuestion, 'en')}${said(russian[kQuestion], 'ru')}</div><div></div>
<div><svg viewBox="-100 -100 200 200" fill="none"><g transform="rotate(-90)">${ring.join('')}</g></svg></div>
<div>${bars.join('')}</div></div>`;
}
