// Exports of a run as a picture.
import { svg as escaped } from '../../text/escaped.js';

const kStyled = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'opacity',
  'fill-opacity',
  'font-size',
  'font-family',
  'font-weight',
  'text-anchor',
];

/** @typedef {{root: HTMLElement, canvas: HTMLCanvasElement}} Lane a run in its dialog: `canvas`: the stage */

/** @param {Lane} lane */
const groundOf = ({ root }) =>
  getComputedStyle(/** @type {HTMLDialogElement} */ (root.closest('dialog'))).backgroundColor;

/** The plots of a lane with their sentence, as a picture file that includes its styles. @param {Lane} lane */
export function pictureOf(lane) {
  const shown = /** @type {Element} */ (lane.root.querySelector('svg.axis'));
  const copy = /** @type {Element} */ (shown.cloneNode(true));
  const from = [...shown.querySelectorAll('*')];
  [...copy.querySelectorAll('*')].forEach((each, i) => {
    const style = getComputedStyle(from[i]);
    for (const name of kStyled) each.setAttribute(name, style.getPropertyValue(name));
    each.removeAttribute('class');
  });
  const [width, height] = [Number(shown.getAttribute('width')), Number(shown.getAttribute('height'))];
  const { color, fontFamily } = getComputedStyle(lane.root);
  const sentence = /** @type {Element} */ (lane.root.querySelector('[data-part="said"]'));
  const said = wrapped(sentence.textContent, Math.floor(width / 7.6));
  const top = 16 + said.length * 22;
  const ground = groundOf(lane);
  copy.setAttribute('y', String(top));
  copy.removeAttribute('class');
  const font = `font-size="16" font-weight="600" fill="${color}" font-family="${escaped(fontFamily)}"`;
  const lines = said.map((line, i) => `<text x="12" y="${24 + i * 22}" ${font}>${escaped(line)}</text>`).join('');
  const tall = height + top + 8;
  const size = `viewBox="0 0 ${width} ${tall}" width="${width}" height="${tall}"`;
  const back = `<rect width="100%" height="100%" fill="${ground}"/>`;
  const shapes = new XMLSerializer().serializeToString(copy);
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${back}${lines}${shapes}</svg>`;
}

/**
 * A text in lines of at most `most` characters; a longer word has a line of its own.
 * @param {string} text @param {number} most
 */
export function wrapped(text, most) {
  const lines = [''];
  for (const word of text.split(' ')) {
    if (/** @type {string} */ (lines.at(-1)).length + word.length > most) lines.push('');
    lines.push(`${lines.pop()} ${word}`.trim());
  }
  return lines;
}

/** The same with the stage above it. @param {Lane} lane @returns {Promise<Blob>} */
export async function pngOf(lane) {
  const picture = pictureOf(lane);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture)}`;
  await image.decode();
  const ratio = 2,
    stage = lane.canvas;
  const tall = (stage.clientHeight / stage.clientWidth) * image.width;
  const canvas = Object.assign(document.createElement('canvas'), {
    width: image.width * ratio,
    height: (image.height + tall) * ratio,
  });
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  context.fillStyle = groundOf(lane);
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(stage, 0, 0, image.width * ratio, tall * ratio);
  context.drawImage(image, 0, tall * ratio, image.width * ratio, image.height * ratio);
  return new Promise((done, failed) => {
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('the picture is too large'))), 'image/png');
  });
}
