// Reads for the dialogs of the reader's own data, mostly in the worker that reads (files/reading.js).
import { checkSize, kMostText } from '../files/doors.js';
import { keys, look } from '../files/keys_of_file.js';
import { loadDecoder, textOf } from '../files/open_file.js';
import { speak } from '../tools/speak.js';
import { readCounts } from './counts_rules.js';
import { readRows } from './identify_rules.js';

/** @typedef {import('../../headless/asker.js').Options} Options */

/**
 * A text that is read as a whole.
 * @template Read
 * @param {(text: string) => Read} read
 */
const ofText =
  (read) =>
  async (/** @type {{file: Blob}} */ { file }, /** @type {Options} */ { onProgress }) => {
    checkSize(file.size, kMostText);
    await loadDecoder(file);
    onProgress?.(0);
    const text = await textOf(file, kMostText, (done) => onProgress?.(done));
    onProgress?.(1);
    return read(text);
  };

/** @type {Record<string, (input: any, options: Options) => Promise<unknown>>} each has an input of its own */
const kAnswers = { look, keys, counts: ofText(readCounts), pairs: ofText(readRows) };

/**
 * @param {string} what one of the above
 * @param {{language: string, input: any}} asked as above
 * @param {Options} options
 */
export async function answer(what, { language, input }, options) {
  await speak(language);
  return kAnswers[what](input, options);
}
