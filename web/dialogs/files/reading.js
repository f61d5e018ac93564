// How a dialog has something read that somebody opened or pasted: in a worker of its own (web/headless/asker.js), which
// is ended when it makes no progress.
import { Asker } from '../../headless/asker.js';
import { currentLanguage, t } from '../../text/language.js';

/** @typedef {import('../../headless/asker.js').Options} Options */

const silent = (/** @type {string} */ at) =>
  t(
    '{0}: from here on, nothing could be read for 5 seconds, so reading was stopped. The data may be damaged.',
    at || t('The beginning'),
  );

/** Asks a module of answers that reads. */
export class Reading extends Asker {
  /**
   * @param {URL} address
   * @param {() => Promise<import('../../headless/asker.js').Answers>} onPage as of Asker
   */
  constructor(address, onPage) {
    super(address, onPage, t('The computation stopped. The device may have run out of memory; a smaller file helps.'), {
      place: 'files',
      silent,
    });
  }

  /**
   * @param {string} what
   * @param {unknown} [input]
   * @param {Options} [options]
   */
  ask(what, input, options) {
    return super.ask(what, { language: currentLanguage(), input }, options);
  }

  /**
   * An answer that comes in pieces, each when it is asked for. Whoever stops asking withdraws the question.
   * @param {string} what
   * @param {unknown} input
   * @param {Options} options
   */
  async *pieces(what, input, { signal, onProgress }) {
    const withdrawn = new AbortController();
    const withdraw = () => withdrawn.abort(signal?.reason);
    signal?.addEventListener('abort', withdraw);
    /** @type {any[]} each reader has pieces of its own */
    const come = [];
    let over = false,
      wake = () => {},
      taken = () => {};
    const answer = this.ask(what, input, {
      onProgress,
      signal: withdrawn.signal,
      onPiece: (piece) =>
        new Promise((resolve) => {
          come.push(piece);
          taken = () => resolve(undefined);
          wake();
        }),
    }).finally(() => {
      over = true;
      wake();
    });
    answer.catch(() => {}); // reported below
    try {
      for (;;) {
        if (come.length === 0 && !over)
          await new Promise((resolve) => {
            wake = () => resolve(undefined);
          });
        if (come.length === 0) break;
        yield come.shift();
        taken();
      }
      await answer;
    } finally {
      signal?.removeEventListener('abort', withdraw);
      if (!over) {
        withdraw();
        taken();
      }
    }
  }
}
