// How a dialog asks its engine, which computes in the page's worker.
import { Asker } from '../../headless/asker.js';
import { currentLanguage } from '../../text/language.js';

/** One for each dialog, which ends only its own questions. */
export class Core extends Asker {
  /**
   * @param {URL} address of the engine, which exports `answer` (answering.js) @param {() => Promise<any>} onPage
   *   imports it on the page
   */
  constructor(address, onPage) {
    super(address, onPage, 'what computes for dialogs stopped');
  }

  /**
   * @param {string} what a question of the engine
   * @param {any} [input]
   * @param {import('../../headless/asker.js').Options} [options]
   */
  ask(what, input, options) {
    return super.ask(what, { language: currentLanguage(), input }, options);
  }
}
