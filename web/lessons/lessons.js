// The panel of lessons beside the canvas, loaded when somebody presses Lessons or opens a lesson's link. Like the text
// view, it reads the link of the scenario that is shown, and opens other links.
import { currentLanguage, onLanguage, switchLanguage, t } from '../text/language.js';
import { addStyle } from '../text_view/style.js';
import { lessonsCore } from './lessons_core.js';
import { Course } from './course.js';
import { button, el } from './dom.js';
import { faultOfExamples } from './examples.js';
import { inLanguage } from './lesson.js';
import { LessonView } from './lesson_view.js';
import { lessonIn, hasScenario, leftOf, packedLesson, startOf } from './links.js';
import { ListView } from './list_view.js';
import { Progress } from './progress.js';

/** @typedef {import('./lesson.js').Lesson} Lesson */

/**
 * What lessons need from the page.
 * @typedef {object} Page
 * @property {() => import('../api/shapes.d.ts').State} state
 * @property {(fragment: string) => void} openLink
 * @property {() => void} startHere makes the current scenario the one that Reset leads to
 * @property {() => void} showSimple shows only the simple controls again
 * @property {(request: import('../api/shapes.d.ts').Request) => ?{error: string}} run
 * @property {() => import('../api/shapes.d.ts').Registry} registry
 * @property {(text: string) => void} announce
 * @property {(fragment: string) => void} openDialog opens the dialog of a fragment
 * @property {(error: Error) => void} notLoaded reports that a part did not load
 */

// So that a workshop can continue without a network. Service workers need https, and do not work from a disk.
function keepForLater() {
  if (location.protocol === 'file:') return;
  navigator.serviceWorker
    ?.register(new URL('../../service-worker.js', import.meta.url))
    .catch((error) => console.warn(`The lessons are not kept for later: ${error.message}`));
}

export class Lessons {
  #page;
  #section;
  /** @type {ListView | LessonView | null} */
  #view = null;
  #opened = 0; // counts requests: only the newest is shown
  #taken = false; // whether a lesson has taken the place of what was shown
  /** @type {?{link: string, simple: boolean}} what was shown before, to come back to; null if a link led here */
  #before = null;

  /**
   * Loads what lessons need.
   * @param {Page} page
   */
  static async load(page) {
    const styled = addStyle('lessons', import.meta.url);
    const [course] = await Promise.all([Course.load(), lessonsCore.prepare(), styled]);
    keepForLater();
    return new Lessons(page, course, lessonsCore);
  }

  /**
   * @param {Page} page
   * @param {Course} course
   * @param {typeof lessonsCore} core
   */
  constructor(page, course, core) {
    this.#page = page;
    this.course = course;
    this.core = core;
    this.progress = new Progress();
    this.#section = el('section', { id: 'lessons', 'aria-labelledby': 'lessons-title', hidden: true });
    /** @type {HTMLElement} */ (document.getElementById('stage')).after(this.#section);
    onLanguage(() => {
      if (this.open) this.#draw();
    });
    // A statement of the literature is no lesson: the reader has left it.
    addEventListener('hashchange', () => {
      const fragment = location.hash.slice(1);
      this.#forgetBefore(); // the reader has gone elsewhere; the browser's Back leads there
      if (this.open && /(^|&)about=/.test(fragment) && lessonIn(fragment) === null) this.#leave();
    });
  }

  get page() {
    return this.#page;
  }
  get open() {
    return !this.#section.hidden;
  }

  /**
   * A lesson's own text in the learner's language.
   * @param {import('./lesson.js').Text} text
   */
  text(text) {
    return inLanguage(text, currentLanguage());
  }

  /** Shows the list of lessons. */
  showList(note = '') {
    ++this.#opened;
    this.#show(new ListView(this, note));
  }

  /**
   * Opens a link's fragment: its lesson, from the start or where the link left off; or the list.
   * @param {string} fragment
   * @param {boolean} [fromList] the reader chose it there, and comes back to what is shown now
   * @returns {Promise<void>}
   */
  async follow(fragment, fromList = false) {
    const asked = ++this.#opened;
    const value = /** @type {string} */ (lessonIn(fragment)); // nobody calls it without one
    if (value === '') return this.showList();
    /** @type {Lesson} */
    let lesson;
    /** @type {string} */
    let start;
    try {
      lesson = await this.course.find(value);
      await this.core.prepare(lesson);
      start = await startOf(this.core, lesson, value, this.progress.seed);
    } catch (error) {
      if (asked === this.#opened)
        this.showList(t('This lesson cannot be opened. {0}', /** @type {Error} */ (error).message));
      return;
    }
    if (asked !== this.#opened) return;
    if (fromList) this.#keepBefore();
    this.#taken = true;
    this.#page.openLink(start);
    this.#page.startHere();
    if (hasScenario(fragment)) this.#page.openLink(fragment);
    this.#show(new LessonView(this, lesson, start));
    if (packedLesson(value) !== null) this.#tryExamples(lesson, asked);
  }

  /**
   * A lesson from a link may have examples that do not hold. Checking this takes a while, and the lesson is open
   * meanwhile.
   * @param {Lesson} lesson
   * @param {number} asked
   */
  async #tryExamples(lesson, asked) {
    const left = () => asked !== this.#opened;
    const fault = await faultOfExamples(this.core, lesson, left);
    if (fault !== null && !left()) this.showList(t('This lesson cannot be opened. {0}', fault));
  }

  /**
   * Starts a lesson of the course.
   * @param {Lesson} lesson
   */
  start(lesson) {
    return this.follow(`lesson=${lesson.id}`, true);
  }

  #leave() {
    ++this.#opened;
    this.#view?.leave();
    this.#view = null;
    this.#section.hidden = true;
  }

  // What is shown now; none of it if a lesson is.
  #keepBefore() {
    if (this.#taken) return;
    // An address that nothing was written to stays empty.
    const link = location.hash.length > 1 ? leftOf(this.#link) : '';
    this.#before = { link, simple: document.documentElement.dataset.controls === 'simple' };
  }

  #forgetBefore() {
    this.#taken = false;
    this.#before = null;
  }

  get #link() {
    return this.#page.state().link ?? location.hash.slice(1);
  }

  /** Whether there is a cluster to come back to. */
  get canGoBack() {
    return this.#before !== null;
  }

  /**
   * Closes the panel. A lesson is left with its limits, and what was shown before it comes back. In free play readers
   * have left the lesson already: they keep what is shown, unless they ask for what was there before.
   * @param {boolean} back
   */
  close(back = lessonIn(this.#link) !== null) {
    const link = this.#link;
    const before = this.#before;
    this.#leave();
    if (back && before) {
      this.#openPlain(before.link);
      if (before.simple) this.#page.showSimple();
      this.#page.announce(t('The lesson is closed. Your cluster is back.'));
    } else if (this.#taken || lessonIn(link) !== null) {
      this.#openPlain(leftOf(link));
    }
    this.#forgetBefore();
    const opener = /** @type {HTMLElement} */ (document.getElementById('lessons-open'));
    const menu = /** @type {HTMLDetailsElement} */ (opener.closest('details'));
    /** @type {HTMLElement} */ (menu.querySelector('summary')).focus();
  }

  /**
   * Opens a link that is no lesson's: Reset leads to the default scenario again.
   * @param {string} fragment
   */
  #openPlain(fragment) {
    this.#page.openLink('');
    this.#page.startHere();
    if (fragment !== '') this.#page.openLink(fragment);
  }

  async #changeLanguage() {
    try {
      await switchLanguage();
    } catch (error) {
      this.#page.announce(/** @type {Error} */ (error).message);
    }
    /** @type {HTMLElement} */ (this.#section.querySelector('.language')).focus();
  }

  /** Call after each change on the canvas. */
  update() {
    if (this.open) this.#view?.update();
  }

  /** @param {ListView | LessonView} view */
  #show(view) {
    this.#view?.leave();
    this.#view = view;
    this.#section.classList.remove('folded'); // a new task is to be read first
    this.#section.hidden = false;
    this.#draw();
    /** @type {HTMLElement} */ (this.#section.querySelector('h2')).focus();
    this.#section.scrollTop = 0;
  }

  // On a narrow page, a panel with only the title, the goals and their controls leaves room for the picture.
  #foldButton() {
    const fold = button('', () => toggle(!this.#section.classList.contains('folded')), { className: 'fold' });
    const toggle = (/** @type {boolean} */ folded) => {
      this.#section.classList.toggle('folded', folded);
      this.#section.scrollTop = 0;
      fold.setAttribute('aria-label', folded ? t('Show the whole lesson') : t('Show the goals only'));
    };
    toggle(this.#section.classList.contains('folded'));
    return fold;
  }

  // Something is shown while the panel is open.
  #draw() {
    const view = /** @type {ListView | LessonView} */ (this.#view);
    const header = el(
      'header',
      {},
      el(
        'div',
        { className: 'bar' },
        el('h2', { id: 'lessons-title', tabIndex: -1 }, view.title),
        view instanceof LessonView && this.#foldButton(),
        button(t('RU'), () => this.#changeLanguage(), { className: 'language', 'aria-label': t('Language: Russian') }),
        button(t('Close'), () => this.close()),
      ),
      view instanceof LessonView && view.banner,
    );
    this.#section.replaceChildren(header, view.draw());
    view.update();
  }
}
