// “Literature”: five texts on sharding, statement by statement. A link opens what shows a statement, with a note that
// says it and leads from each one to the next.
import { t } from '../../text/language.js';
import { Dialog, element, kRefused } from '../tools/dialog.js';
import { viewsOf } from './figures.js';
import { endMeasuring, figureOf, figuresOf, fill, inWords, texts, theirsOf } from './literature_list.js';
import { signed, tell } from '../tools/note.js';

/** @typedef {import('../../host/page.js').Page} Page */
/** @typedef {import('./figures.js').Case} Case */
/** @typedef {import('./figures.js').Figures} Figures */

const kHtml = `
  <p class="quiet">What five texts say, in their order: their figure, what this page computes, and a link that opens it.
    Opening one replaces your scenario.</p>
  ${kRefused}
  <div data-name="texts" class="literature"></div>`;

class Literature {
  #dialog = new Dialog('literature', 'Claims of five texts, recomputed', kHtml);
  #page;
  /** @type {?Promise<void>} */
  #filled = null;

  /** @param {Page} page */
  constructor(page) {
    this.#page = page;
    this.#dialog.element.addEventListener('close', endMeasuring);
  }

  /** @param {string} [id] of a statement */
  async open(id) {
    await this.#dialog.open();
    this.#filled ??= this.#fill();
    try {
      await this.#filled;
    } catch (error) {
      this.#filled = null;
      this.#dialog.refuse(/** @type {Error} */ (error).message);
      return;
    }
    // resumes stopped work
    for (const text of this.#dialog.element.querySelectorAll('details[open]')) text.dispatchEvent(new Event('toggle'));
    const section = /** @type {?HTMLDetailsElement} */ (
      this.#dialog.element.querySelector(id ? `details:has([id="${CSS.escape(id)}"])` : 'details')
    );
    if (!section) return;
    section.open = true;
    if (id) /** @type {HTMLElement} */ (document.getElementById(id)).scrollIntoView();
  }

  async #fill() {
    await fill(this.#dialog.part('texts'), '', (view) => {
      this.#dialog.close();
      // nothing changes
      if (location.hash.slice(1) === view.link) tellOf(this.#page, view.about).catch(this.#page.notLoaded);
    });
  }
}

let shown = ''; // the view whose note is shown

/**
 * @param {HTMLButtonElement} made
 * @param {() => void} press
 */
function button(made, press, enabled = true) {
  made.onclick = press;
  made.disabled = !enabled;
  return made;
}

const sentence = (/** @type {string} */ text) => (text.endsWith('.') ? text : `${text}.`);

/**
 * A key whose copies, one for each suffix, are on one node: looks up the one and the other in turn.
 * @param {Page} page
 * @param {Case} told worded as 'suffix'
 * @param {string[]} words that the note has
 * @param {(text: string) => void} say replaces them
 */
function sameNode(page, told, words, say) {
  let copy = 0;
  return button(element('<button type="button">Look up such a key</button>'), async () => {
    try {
      const [{ suffix }] = await figuresOf(told);
      const { example } = /** @type {NonNullable<Figures['suffix']>} */ (suffix);
      if (!example) return;
      copy = copy === 1 ? 2 : 1;
      const [one, other] = [1, 2].map((each) => `${example.key}-${each}`);
      page.run({ do: 'inspect', key: `${example.key}-${copy}` });
      const found = t('{0} and {1} are both on {2}.', one, other, example.node);
      say([...words, sentence(t('Here: {0}', await figureOf(told))), found].join(' '));
      page.announce(found);
    } catch (error) {
      if (/** @type {Error} */ (error).message !== 'ended') page.notLoaded(error);
    }
  });
}

/** Opens a link; a dialog that closes may still change the address. @param {{link: string}} view */
function go({ link }) {
  const shows = /** @type {?HTMLDialogElement} */ (document.querySelector('dialog.task[open]'));
  if (!shows) {
    location.hash = link;
    return;
  }
  shows.addEventListener('close', () => go({ link }), { once: true });
  shows.close();
}

/**
 * Says what a view is about, above the canvas or in the dialog that is open.
 * @param {Page} page
 * @param {string} about as links have it
 */
export async function tellOf(page, about) {
  const views = (await texts()).flatMap((text) =>
    text.statements.flatMap((statement) => viewsOf(statement).map((view) => ({ ...view, text, statement }))),
  );
  const at = views.findIndex((view) => view.about === about);
  if (at < 0) return;
  shown = about;
  const { text, statement, told, says } = views[at];
  const title = `${inWords(text.author ?? text.title)}, ${text.statements.indexOf(statement) + 1}.`;
  const words = [inWords(says), ...(told ? [inWords(told.says ?? ''), theirsOf(told)].filter(Boolean) : [])];
  /** @type {(text: string) => void} */
  let say = () => {};
  say = tell(title, words.join(' '), {
    more: [
      ...(told?.as === 'suffix' ? [sameNode(page, told, words, (more) => say(more))] : []),
      button(signed('Previous', '←'), () => go(views[at - 1]), at > 0),
      button(signed('Next', '→'), () => go(views[at + 1]), at + 1 < views.length),
      button(element('<button type="button">All claims</button>'), () =>
        open(page, statement.id).catch(page.notLoaded),
      ),
    ],
    gone: () => page.address.forgetAbout(),
  });
  page.announce(`${title} ${words[0]}`);
  if (!told) return;
  try {
    const figure = await figureOf(told);
    if (shown === about) say([...words, t('Here: {0}', figure)].join(' '));
  } catch (error) {
    if (/** @type {Error} */ (error).message !== 'ended') page.notLoaded(error);
  }
}

/** @type {?Literature} */
let dialog = null;

/** @param {Page} page @param {string} [id] of a statement */
export async function open(page, id) {
  dialog ??= new Literature(page);
  await dialog.open(id);
}
