// Reads the CSV that the page's module writes (web/api/owners_csv.h): keys with their owners now and before, and flows.
import { csvText } from '../../text/quote.js';

const kField = '("(?:[^"]|"")*"|[^",\r\n]*)';
const kRow = new RegExp(`${kField},${kField},${kField}\r\n`, 'gy');

/** Each row's three fields, as they are written; those before a row that is not written like that. */
export const rowsOf = (/** @type {string} */ text) => [...text.matchAll(kRow)].map(([, ...fields]) => fields);

/** The page's first keys, by name. @param {import('../../api/bridge.js').Bridge} bridge @param {number} count */
export const keysOf = (bridge, count) => rowsOf(bridge.text('owners_csv', 0, count)).map(([key]) => csvText(key));
