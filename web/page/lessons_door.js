// Loads the lessons (web/lessons/) when somebody opens them or the link of one.
import { t } from '../text/language.js';
import { embedded } from '../host/preferences.js';

/** @typedef {import('../lessons/lessons.js').Lessons} Lessons */

export class LessonsDoor {
  #page;
  /** @type {?Promise<Lessons | undefined>} */
  #loading = null;
  /** @type {?Lessons} */
  #lessons = null;
  #followed = 0; // counts fragments: only the newest is followed

  /** @param {import('../lessons/lessons.js').Page} page */
  constructor(page) {
    this.#page = page;
    const button = /** @type {HTMLElement} */ (document.getElementById('lessons-open'));
    button.hidden = embedded; // a figure has no room for them
    button.onclick = async () => (await this.#load())?.showList();
  }

  /** Opens the lesson of a link, if it has one. @param {string} fragment */
  async follow(fragment) {
    const followed = ++this.#followed;
    if (embedded || !/(^|&)lesson(=|&|$)/.test(fragment)) return;
    const lessons = await this.#load();
    if (followed === this.#followed) lessons?.follow(fragment);
  }

  /** After each frame that settled something. */
  update() {
    this.#lessons?.update();
  }

  #load() {
    return (this.#loading ??= import('../lessons/lessons.js')
      .then(({ Lessons }) => Lessons.load(this.#page))
      .then((lessons) => (this.#lessons = lessons))
      .catch((error) => {
        this.#loading = null; // the next try may succeed
        console.error(error);
        this.#page.announce(t('The lessons did not load: {0}', error.message));
        return undefined;
      }));
  }
}
