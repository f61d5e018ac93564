// “Literature”: five texts on sharding, statement by statement. A link opens the scenario of a statement, and a note
// above the canvas leads from each statement to the next.
import { t } from '../text/language.js';
import { Dialog, element, kRefused } from './dialog.js';
import { linkOf } from './figures.js';
import { endMeasuring, figureOf, figuresOf, fill, inWords, texts } from './literature_list.js';
import { tell } from './note.js';

const kHtml = `
  <p class="quiet">What five texts say, in their order: their figure, what this page computes, and a link that opens it. Opening one replaces your scenario.</p>
  ${kRefused}
  <div data-name="texts" class="literature"></div>`;

class Literature {
  #dialog = new Dialog('literature', 'Literature', kHtml);
  #page;
  #steps = [];  // {text, statement, told}: what can be opened, in the texts' order
  #at = 0;
  #filled = null;

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
      this.#dialog.refuse(error.message);
      return;
    }
    for (const text of this.#dialog.element.querySelectorAll('details[open]')) text.dispatchEvent(new Event('toggle'));  // resumes stopped work
    const section = this.#dialog.element.querySelector(id ? `details:has([id="${CSS.escape(id)}"])` : 'details');
    if (!section) return;
    section.open = true;
    if (id) document.getElementById(id).scrollIntoView();
  }

  async #fill() {
    const all = await texts();
    this.#steps = all.flatMap((text) => text.statements.flatMap((statement) => (statement.cases ?? []).map((told) => ({ text, statement, told }))));
    await fill(this.#dialog.part('texts'), '', (_, told) => {
      if (told) this.#dialog.element.addEventListener('close', () => this.#show(this.#steps.findIndex((step) => step.told === told)), { once: true });
      this.#dialog.close();
    });
  }

  #go(at) {
    location.hash = linkOf(this.#steps[at].told.scenario);
    this.#show(at);
  }

  #button(html, press, enabled = true) {
    const made = element(html);
    made.onclick = press;
    made.disabled = !enabled;
    return made;
  }

  /** A key whose copies, one for each suffix, are on one node: looks up the one and the other in turn. */
  #sameNode(told, words, say) {
    let copy = 0;
    return this.#button('<button type="button">Look up such a key</button>', async () => {
      try {
        const [{ suffix: { example } }] = await figuresOf(told);
        if (!example) return;
        copy = copy === 1 ? 2 : 1;
        const [one, other] = [1, 2].map((each) => `${example.key}-${each}`);
        this.#page.run({ do: 'inspect', key: `${example.key}-${copy}` });
        const found = t('{0} and {1} are both on {2}.', one, other, example.node);
        say([...words, t('Here: {0}', await figureOf(told)), found].join(' '));
        this.#page.announce(found);
      } catch (error) {
        if (error.message !== 'ended') this.#page.notLoaded(error);
      }
    });
  }

  async #show(at) {
    this.#at = at;
    const { text, statement, told } = this.#steps[at];
    const title = `${inWords(text.author ?? text.title)}, ${statement.id.split('-').at(-1)}.`;
    const words = [inWords(statement.says), ...(told.figure ? [t('Text: {0}.', inWords(told.figure))] : [])];
    /** @type {(text: string) => void} */
    let say = () => {};
    say = tell(title, words.join(' '), [
      ...(told.as === 'suffix' ? [this.#sameNode(told, words, (more) => say(more))] : []),
      this.#button('<button type="button">Previous</button>', () => this.#go(at - 1), at > 0),
      this.#button('<button type="button">Next</button>', () => this.#go(at + 1), at + 1 < this.#steps.length),
      this.#button('<button type="button">Literature</button>', () => this.open(statement.id).catch(this.#page.notLoaded)),
    ]);
    this.#page.announce(`${title} ${words[0]}`);
    try {
      const figure = await figureOf(told);
      if (this.#at === at) say([...words, t('Here: {0}', figure)].join(' '));
    } catch (error) {
      if (error.message !== 'ended') this.#page.notLoaded(error);
    }
  }
}

let dialog = null;

export async function open(page, id) {
  dialog ??= new Literature(page);
  await dialog.open(id);
}
