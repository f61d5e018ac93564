// The figure as a file, for a preview before loading, for mail and for print; and the tag that embeds it in a post.

import { html as escaped } from '../../text/quote.js';
import { inBothThemes } from './both_themes.js';

const kWidth = 720; // of a picture, in CSS pixels: the width of a column of text
const kHeight = 420; // the default height of a figure
const kPngScale = 2;

/** @typedef {Record<string, string | undefined>} Attributes of a tag */

/**
 * The tag that shows the scenario at `page` in a post, with the `attributes` that are not empty. Before the start, and
 * for readers who cannot see or start it, it shows `words`; a `poster` among the attributes is a picture of the same.
 * @param {string} page @param {Attributes} attributes @param {string} words
 */
export function embedCode(page, attributes, words) {
  const script = new URL('reshard-playground.js', page);
  const more = Object.entries(attributes)
    .map(([name, value]) => (value ? ` ${name}="${escaped(value)}"` : ''))
    .join('');
  const { poster } = attributes;
  const way = (/** @type {string} */ shown) => `<a href="${escaped(page)}">${shown}</a>`;
  // Only some of the words are the link: a press on the others starts the figure.
  const content = poster
    ? way(`<img src="${escaped(poster)}" alt="${escaped(words)}">`)
    : `<p>${escaped(words)} ${way('Reshard')}</p>`;
  return `<script type="module" src="${escaped(script.href.split('#')[0])}"></script>
<reshard-playground link="${escaped(new URL(page).hash.slice(1))}"${more}>
  ${content}
</reshard-playground>`;
}

/**
 * A line that shows the scenario in a page without scripts: what readers change there stays there.
 * @param {string} page @param {Attributes} attributes @param {string} title
 */
export function frameCode(page, attributes, title) {
  const [address, scenario] = page.split('#');
  const chosen = Object.entries(attributes).filter(([, value]) => value);
  const kept = scenario.split('&').filter((part) => !chosen.some(([name]) => part.startsWith(`${name}=`)));
  const link = [...kept, ...chosen.map(([name, value]) => `${name}=${value}`)].join('&');
  const size = `width="${kWidth}" height="${kHeight}"`;
  return `<iframe src="${escaped(`${address}#${link}`)}" title="${escaped(title)}" ${size} loading="lazy"></iframe>`;
}

// The fields of a link that a file's name has as words, or that say nothing.
const kInName = new Set(['v', 'strategy', 's2', 's3', 's4', 'view']);

/**
 * The name of a picture's file, without its ending: its strategies, how many nodes, and the `view` if it is one of its
 * own. Whatever else the link says comes as a few letters, so that two pictures in one folder have two names.
 * @param {import('../../api/shapes.js').State} shown @param {string} view
 */
export function pictureName({ strategy, compare, nodes, link }, view) {
  const others = compare.slice(1).map((row) => row.strategy);
  const rest = link.split('&').filter((field) => !kInName.has(field.split('=')[0]) && !/^nodes=\d+$/.test(field));
  const mark = [...rest.join('&')].reduce(
    (sum, sign) => (sum * 31 + /** @type {number} */ (sign.codePointAt(0))) >>> 0,
    7,
  );
  const words = ['reshard', strategy, ...others, nodes.length, nodes.length === 1 ? 'node' : 'nodes', view];
  if (rest.length > 0) words.push(mark.toString(36).padStart(4, '0').slice(-4));
  return words
    .filter((word) => word !== '')
    .join('-')
    .replaceAll('_', '-');
}

/**
 * The pictures of the page, or those named in `view` as a link names them, as they are now: an SVG document, in the
 * colours of the page that will show it, or of this one.
 * @param {import('../../api/bridge.js').Bridge} bridge @param {string} view @param {'both' | 'own'} theme
 */
export function svgOf(bridge, view, theme) {
  const drawn = (/** @type {boolean} */ dark) => bridge.reply('picture', view, kWidth, kHeight, dark);
  return theme === 'both'
    ? inBothThemes(drawn(false), drawn(true))
    : drawn(document.documentElement.dataset.theme === 'dark');
}

/** @param {string} svg @returns {Promise<Blob>} */
export async function pngOf(svg, width = kWidth, height = kHeight) {
  const image = new Image(width * kPngScale, height * kPngScale);
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
  /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d')).drawImage(image, 0, 0, image.width, image.height);
  return new Promise((done, failed) => {
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('the picture is too large'))), 'image/png');
  });
}
