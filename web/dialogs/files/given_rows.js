// Rows that one dialog hands to another, which opens next: what no reader knows may still be a table.
import { t } from '../../text/language.js';

/** @type {?Blob} */
let given = null;

/** @param {?Blob} rows a file, or what was pasted */
export function giveRows(rows) {
  given = rows;
}

/** What the dialog that opens now begins with; null: nothing was given. */
export function takeRows() {
  const taken = given;
  given = null;
  return taken;
}

/**
 * What a field of text shows of given rows: a short text itself, or words in its place.
 * @param {Blob} rows
 * @param {number} most characters that the field shows
 * @returns {Promise<{value: string, placeholder: string}>}
 */
export async function shownOf(rows, most) {
  if ('name' in rows) return { value: '', placeholder: t('The text of {0}', String(rows.name)) };
  const text = await rows.text();
  return text.length > most
    ? { value: '', placeholder: t('Pasted {0} characters.', text.length) }
    : { value: text, placeholder: '' };
}
