// The chosen key's values as the page's own keys, each with its number of rows.
import { number, percent, t } from '../../text/language.js';
import { noteTable } from '../tools/counted.js';
import { kCountedForm } from '../files/counted_lines.js';
import { handKeys } from '../files/hand_keys.js';

// with a byte order mark, as kMaxOwnKeys and kMaxOwnBytes in core/model/key_reader.h
const kMost = { keys: 5_000_000, bytes: 49_999_997 };
const kSlice = 1 << 20,
  kReadShare = 0.6;

async function* slicesOf(/** @type {Blob} */ text) {
  for (let at = 0; at < text.size; at += kSlice)
    yield { bytes: new Uint8Array(await text.slice(at, at + kSlice).arrayBuffer()), done: at / text.size };
}

/**
 * @typedef {ReturnType<import('./distinct_values.js').DistinctValues['result']>} Values
 *
 * @param {Pick<import('../../host/page.js').Page, 'bridge' | 'wake'>} page
 * @param {{id: string}} candidate
 * @param {number} rowBytes mean bytes of a row
 * @param {(most: typeof kMost, onProgress: (share: number) => void) => Promise<Values>} read
 * @param {(share: number) => void} progress
 * @param {() => boolean} ended
 * @returns {Promise<?string>} what was done, in words; null if it was stopped
 */
export async function handOver({ bridge, wake }, candidate, rowBytes, read, progress, ended) {
  const { text: lines, keys, share, counted, rows, skipped } = await read(kMost, (done) => progress(kReadShare * done));
  if (ended()) return null;
  if (keys === 0) throw new Error(t('No row has a value that can be a key.'));
  const text = new Blob(['\ufeff', lines]); // the module removes one, so that a key may begin with one
  const refused = await handKeys(bridge, kCountedForm, slicesOf(text), {
    wanted: false,
    progress: (done) => progress(kReadShare + (1 - kReadShare) * done),
    ended,
  });
  if (refused) throw new Error(refused.error);
  if (ended()) return null;
  noteTable({ keys, counted, rows, share, rowBytes, of: candidate.id });
  wake();
  return [
    share === 1
      ? t(
          'The playground’s keys are the {0} values of {1}. A value with more rows gets more requests and has more bytes: {2} rows in all.',
          number(keys),
          candidate.id,
          number(rows),
        )
      : t(
          'The playground’s keys are {0} values of {1}, a sample of {2} by hash, with all of their rows: {3} of {4}. A value with more rows gets more requests and has more bytes.',
          number(keys),
          candidate.id,
          percent(share),
          number(counted),
          number(rows),
        ),
    ...(skipped > 0 ? [t('{0} {0|row|rows} whose value has a line break were left out.', skipped)] : []),
  ].join(' ');
}
