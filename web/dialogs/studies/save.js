// What people take along from a study: its numbers and its picture.
import { csvOf } from '../migrate/export.js';
import { save } from '../dialog.js';

const kStyled = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'font-size', 'font-family', 'text-anchor'];

/** A picture of the page as a file: what style sheets say stands in it. @param {SVGSVGElement} shown */
export function fileOf(shown) {
  const copy = /** @type {SVGSVGElement} */ (shown.cloneNode(true));
  const from = [...shown.querySelectorAll('*')];
  [...copy.querySelectorAll('*')].forEach((each, i) => {
    const style = getComputedStyle(from[i]);
    for (const name of kStyled) each.setAttribute(name, style.getPropertyValue(name));
    each.removeAttribute('class');
  });
  copy.removeAttribute('class');
  const ground = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  for (const [name, value] of Object.entries({ width: '100%', height: '100%', fill: getComputedStyle(shown.closest('dialog')).backgroundColor })) ground.setAttribute(name, value);
  copy.prepend(ground);
  return new XMLSerializer().serializeToString(copy);
}

async function pngOf(picture, width, height) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture)}`;
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
 * @param {{part: (name: string) => any, refuse: (text: string) => void}} dialog @param {string} name of the files
 * @param {() => (string | number)[][]} rows plain texts and numbers @param {() => ?SVGSVGElement} picture
 */
export function connectSaving(dialog, name, rows, picture) {
  dialog.part('csv').onclick = () => save(new Blob([csvOf(rows())], { type: 'text/csv' }), `${name}.csv`);
  dialog.part('svg').onclick = () => {
    if (picture()) save(new Blob([fileOf(picture())], { type: 'image/svg+xml' }), `${name}.svg`);
  };
  dialog.part('png').onclick = async () => {
    const shown = picture();
    if (!shown) return;
    try {
      save(await pngOf(fileOf(shown), shown.viewBox.baseVal.width, shown.viewBox.baseVal.height), `${name}.png`);
    } catch (error) {
      dialog.refuse(error.message);
    }
  };
}
