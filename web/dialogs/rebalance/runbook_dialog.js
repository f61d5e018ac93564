// The runbook of a plan, to read, copy and print.
import { copy } from '../../host/clipboard.js';
import { movesCsv } from '../../systems/runbook/csv.js';
import { markdownOf } from '../../systems/runbook/markdown.js';
import { planBook } from '../../systems/runbook/plan.js';
import { bookStyled, showBook } from '../tools/book_page.js';
import { Dialog, save } from '../tools/dialog.js';

const kHtml = `
  <p class="quiet">The runbook goes as far as the plan is carried out: “Stop after” says how far. Hours follow from the
    rate and the times of the day there; without a rate there are none.</p>
  <p class="buttons"><button type="button" name="copy-text" class="primary">Copy as Markdown</button>
    <button type="button" name="markdown">Save as Markdown</button>
    <button type="button" name="csv">Save moves as CSV</button>
    <button type="button" name="json">Save as JSON</button> <button type="button" name="print">Print</button>
    <button type="button" name="copy-link" hidden>Copy link</button>
    <span data-name="told" role="status" class="quiet"></span></p>
  <article data-name="page" class="runbook" tabindex="0" aria-label="The runbook"></article>`;

export class PlanRunbook {
  #dialog = new Dialog('rebalance-runbook', 'Runbook', kHtml);
  /** @type {?import('../../systems/runbook/form.js').Book} */
  #book = null;

  constructor() {
    const part = (/** @type {string} */ name) => this.#dialog.part(name);
    const tell = (/** @type {string} */ words) => void (part('told').textContent = words);
    this.#dialog.element.classList.add('wide');
    part('copy-text').onclick = () => copy(this.#markdown, tell);
    part('markdown').onclick = () => save(new Blob([this.#markdown], { type: 'text/markdown' }), 'runbook.md');
    part('csv').onclick = () => save(new Blob([movesCsv(this.#shown)], { type: 'text/csv' }), 'runbook-moves.csv');
    part('json').onclick = () =>
      save(new Blob([JSON.stringify(this.#book, null, 1)], { type: 'application/json' }), 'runbook.json');
    part('print').onclick = () => print();
  }

  get #shown() {
    return /** @type {import('../../systems/runbook/form.js').Book} */ (this.#book);
  }

  get #markdown() {
    return markdownOf(this.#shown);
  }

  get isOpen() {
    return this.#dialog.element.open;
  }

  /** @param {import('../../systems/runbook/plan.js').Carried} carried */
  show(carried) {
    this.#book = planBook(carried);
    showBook(this.#dialog.part('page'), this.#book);
  }

  /**
   * @param {import('../../systems/runbook/plan.js').Carried} carried
   * @param {?() => string} link to it; null: no link has the plan
   */
  async open(carried, link) {
    const part = (/** @type {string} */ name) => this.#dialog.part(name);
    part('told').textContent = '';
    part('copy-link').hidden = link === null;
    part('copy-link').onclick = () =>
      copy(link?.() ?? '', (/** @type {string} */ words) => void (part('told').textContent = words));
    await bookStyled();
    this.show(carried);
    await this.#dialog.open();
    this.#dialog.element.scrollTop = 0;
  }
}
