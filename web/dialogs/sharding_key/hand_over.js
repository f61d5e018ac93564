// The chosen key's values as the page's own keys, each with its number of rows: through what “Import keys” gives them to the module by
// (own_keys.js).
import { number, percent, t } from '../../text/language.js';
import { noteTable } from '../counted.js';
import { kCountedForm } from '../files/counted_lines.js';

const kMost = { keys: 5_000_000, bytes: 49_999_997 };  // with a byte order mark, as kMaxOwnKeys and kMaxOwnBytes in core/model/key_reader.h
const kSlice = 1 << 20, kCheckMs = 12;
const pause = () => new Promise((next) => setTimeout(next));

/**
 * @param {any} page @param {any} candidate @param {number} rowBytes of a row, on the mean @param {(most: any, onProgress: (share: number) => void) => Promise<any>} read
 * @param {(share: number) => void} progress @param {() => boolean} ended
 * @returns {Promise<?string>} what was done, in words; null where it was ended
 */
export async function handOver({ bridge, wake }, candidate, rowBytes, read, progress, ended) {
  const { text: lines, keys, share, counted, rows, skipped } = await read(kMost, (done) => progress(0.6 * done));
  if (ended()) return null;
  if (keys === 0) throw new Error(t('No row has a value that can be a key.'));
  const text = new Blob(['\ufeff', lines]);  // the module takes one away, so that a key may begin with one
  const fail = (refused) => {
    if (refused?.error) throw new Error(refused.error);
  };
  bridge.call('own_keys_begin', ...kCountedForm);
  try {
    for (let at = 0; at < text.size; at += kSlice) {
      fail(bridge.askBytes('own_keys_add', new Uint8Array(await text.slice(at, at + kSlice).arrayBuffer())));
      progress(0.6 + 0.3 * (at / text.size));
      await pause();
      if (ended()) return null;
    }
    fail(bridge.read('own_keys_end'));
    for (;;) {
      const checked = bridge.read('own_keys_check', kCheckMs);
      fail(checked);
      if (checked !== null && checked !== false) break;
      await pause();
      if (ended()) return null;
    }
    fail(bridge.read('own_keys_use', false));
  } finally {
    bridge.call('own_keys_forget');
  }
  noteTable({ keys, counted, rows, share, rowBytes, of: candidate.id });
  wake();
  return [share === 1 ? t('The playground’s keys are the {0} values of {1}. A value with more rows gets more requests and has more bytes: {2} rows in all.', number(keys), candidate.id, number(rows))
    : t('The playground’s keys are {0} values of {1}, a sample of {2} by hash, with all of their rows: {3} of {4}. A value with more rows gets more requests and has more bytes.', number(keys), candidate.id, percent(share), number(counted), number(rows)),
  ...(skipped > 0 ? [t('{0} {0|row|rows} whose value has a line break were left out.', skipped)] : [])].join(' ');
}
