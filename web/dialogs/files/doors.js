// What the page's doors take, and the memory that reading holds at a time; each door says so beside it.
import { t } from '../../text/language.js';

/** Bytes of a file's data that are unpacked at a time: a row group's columns, a page, what a packed text becomes. */
const kMostUnpacked = 512_000_000;

/**
 * What is said beside a door: what reading costs at most, and what ends it. The single-file page has no worker to end:
 * opened from a disk, browsers allow none.
 */
export const limitsText = () =>
  location.protocol === 'file:'
    ? t(
        'Reading holds up to 512 MB in memory at a time. This page, opened from a disk, reads by itself: a damaged file may stop it, and then only closing the tab helps.',
      )
    : t('Reading holds up to 512 MB in memory at a time, and is ended after 5 seconds without progress.');

/** Bytes of a text that is read as a whole. */
export const kMostText = 20_000_000;

/** Characters of a text that is pasted into a small field: a node list, a runbook's new masters, a script. */
const kMostPasted = 2_000_000;

/** Refuses a longer one. @param {string} text */
export function checkPasted(text, most = kMostPasted) {
  if (text.length > most) throw new Error(t('The text has {0} characters, the limit is {1}.', text.length, most));
}

const kMostQuoted = 40;

/** As much of a text as an error quotes. @param {string} text */
export const excerpt = (text) => (text.length > kMostQuoted ? `${text.slice(0, kMostQuoted)}…` : text);

/**
 * Refuses what is larger than a door takes, before anything is read.
 * @param {number} bytes
 * @param {number} most
 */
export function checkSize(bytes, most) {
  if (bytes > most) throw new Error(t('The text has {0} bytes, the limit is {1}.', bytes, most));
}

/** Columns, or fields, that a menu offers. */
export const kMostOffered = 200;

/** Refuses what would not fit in memory, before it is made. @param {number} bytes */
export function checkUnpacked(bytes) {
  if (!(bytes >= 0 && bytes <= kMostUnpacked))
    throw new Error(t('{0} bytes to unpack at once, the limit is {1}', bytes, kMostUnpacked));
}
