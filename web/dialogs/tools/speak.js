// The language of an engine that answers in a worker: texts in its answers, such as errors, are the reader's.
import { currentLanguage, tableOf, useTable } from '../../text/language.js';

/** @param {string} language */
export async function speak(language) {
  if (language !== currentLanguage()) useTable(language, await tableOf(language));
}
