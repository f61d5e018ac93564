// Reads the CSV that the page's module writes (web/api/owners_csv.h): keys with their owners now and before, and flows.

const kField = '("(?:[^"]|"")*"|[^,]*)';
const kRow = new RegExp(`${kField},${kField},${kField}\r\n`, 'gs');

/** Each row's three fields, as they are written. */
export const rowsOf = (/** @type {string} */ text) => [...text.matchAll(kRow)].map(([, ...fields]) => fields);

// A text that a spreadsheet would take for a formula has an apostrophe before it, which is not part of it.
export function textOf(/** @type {string} */ field) {
  const text = field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field;
  return /^'(?:[=+@\t\r\n]|-(?!\d+(?:\.\d+)?$))/.test(text) ? text.slice(1) : text;
}

/** The page's first keys, by name. @param {import('../api/bridge.js').Bridge} bridge @param {number} count */
export const keysOf = (bridge, count) => rowsOf(bridge.text('owners_csv', 0, count)).map(([key]) => textOf(key));
