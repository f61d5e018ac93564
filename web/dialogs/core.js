// How a dialog asks the headless core.
import { Asker } from '../headless/asker.js';
import { currentLanguage } from '../text/language.js';

/** One for each dialog, which ends only its own questions. */
export class Core extends Asker {
  constructor() {
    super(new URL('answers.js', import.meta.url), () => import('./answers.js'), 'what computes for dialogs stopped');
  }

  /**
   * See web/dialogs/answers.js.
   * @param {string} what
   * @param {any} [input]
   * @param {import('../headless/asker.js').Options} [options]
   */
  ask(what, input, options) {
    return super.ask(what, { language: currentLanguage(), input }, options);
  }
}
