// What people take along from a study: its numbers and its picture.
import { csvOf } from '../migrate/export.js';
import { save } from '../dialog.js';

const kStyled = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'font-size', 'font-family', 'text-anchor'];
const kGap = 12;

// A copy in which what style sheets say stands in it.
function styled(shown) {
  const copy = /** @type {SVGSVGElement} */ (shown.cloneNode(true));
  const from = [...shown.querySelectorAll('*')];
  [...copy.querySelectorAll('*')].forEach((each, i) => {
    const style = getComputedStyle(from[i]);
    for (const name of kStyled) each.setAttribute(name, style.getPropertyValue(name));
    each.removeAttribute('class');
  });
  copy.removeAttribute('class');
  return copy;
}

/** Pictures of the page as one file, below each other. @param {SVGSVGElement[]} pictures @returns {{text: string, width: number, height: number}} */
export function fileOf(pictures) {
  const sizes = pictures.map((shown) => shown.viewBox.baseVal);
  const width = Math.max(...sizes.map((size) => size.width)), height = sizes.reduce((sum, size) => sum + size.height + kGap, 0);
  let y = 0;
  const parts = pictures.map((shown, i) => {
    const copy = styled(shown);
    copy.setAttribute('y', String(y));
    y += sizes[i].height + kGap;
    return new XMLSerializer().serializeToString(copy);
  });
  const ground = getComputedStyle(pictures[0].closest('dialog')).backgroundColor;
  const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${ground}"/>${parts.join('')}</svg>`;
  return { text, width, height };
}

async function pngOf({ text, width, height }) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const ratio = 2;
  const canvas = Object.assign(document.createElement('canvas'), { width: width * ratio, height: height * ratio });
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, failed) => { canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('the picture is too large'))), 'image/png'); });
}

export const kSaveButtons = `<p class="buttons">
    <button type="button" name="csv">Save as CSV</button>
    <button type="button" name="svg">Save as SVG</button>
    <button type="button" name="png">Save as PNG</button>
    <button type="button" name="link">Copy link</button>
  </p>`;

/**
 * @param {{element: Element, part: (name: string) => any, refuse: (text: string) => void}} dialog @param {string} name of the files
 * @param {() => (string | number)[][]} rows plain texts and numbers
 */
export function connectSaving(dialog, name, rows) {
  const shown = () => /** @type {SVGSVGElement[]} */ ([...dialog.element.querySelectorAll('svg.study')]);
  dialog.part('csv').onclick = () => save(new Blob([csvOf(rows())], { type: 'text/csv' }), `${name}.csv`);
  dialog.part('svg').onclick = () => {
    if (shown().length > 0) save(new Blob([fileOf(shown()).text], { type: 'image/svg+xml' }), `${name}.svg`);
  };
  dialog.part('png').onclick = async () => {
    if (shown().length === 0) return;
    try {
      save(await pngOf(fileOf(shown())), `${name}.png`);
    } catch (error) {
      dialog.refuse(error.message);
    }
  };
}
