// The last change as a moving picture, as it will be wherever it is taken to.
import { t } from '../../text/language.js';
import { Core } from '../tools/dialog_core.js';
import { Dialog } from '../tools/dialog.js';
import { aboutMoving, kPlaysHtml, lastChange, saveMoving, whyStill } from './last_change.js';
import { movingPicture } from './moving.js';

/** @typedef {import('../../host/page.js').Page} Page */

const kHtml = `
  <img data-name="picture" width="720" height="420" alt="">
  <div class="line"><button type="button" name="save" class="primary">Save as animated SVG</button>${kPlaysHtml}</div>
  <p data-name="about" class="quiet"></p>`;

class Animation {
  #dialog = new Dialog('animation', 'The last change, animated', kHtml);
  #core = new Core(
    new URL('../tools/configuration_engine.js', import.meta.url),
    () => import('../tools/configuration_engine.js'),
  );
  #page;
  /** @type {?import('./last_change.js').Shown} */
  #change = null;

  /** @param {Page} page */
  constructor(page) {
    this.#page = page;
    const part = (/** @type {string} */ name) => this.#dialog.part(name);
    part('plays').onchange = () => this.#show();
    part('save').onclick = () => {
      if (this.#change) saveMoving(this.#change, part('plays').value);
    };
  }

  async open() {
    const why = whyStill(this.#page.state());
    this.#change = why ? null : await lastChange(this.#page, this.#core);
    for (const name of ['save', 'plays']) this.#dialog.part(name).disabled = this.#change === null;
    // nodes that left have a place in the picture, too
    this.#dialog.part('about').textContent =
      why || (this.#change ? aboutMoving() : t('The last change concerns too many nodes for an animated SVG.'));
    this.#show();
    await this.#dialog.open();
  }

  #show() {
    const picture = this.#dialog.part('picture', HTMLImageElement);
    picture.hidden = this.#change === null;
    if (!this.#change) return;
    // a picture in an <img> does not learn that its reader wants no motion
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const svg = movingPicture({ ...this.#change, plays: still ? 'still' : this.#dialog.part('plays').value });
    const [, width, height] = /** @type {RegExpExecArray} */ (/viewBox="0 0 (\d+) (\d+)"/.exec(svg));
    Object.assign(picture, { width, height, alt: this.#change.description });
    picture.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  }
}

/** @type {?Animation} */
let dialog = null;

/** @param {Page} page */
export async function open(page) {
  dialog ??= new Animation(page);
  await dialog.open();
}
