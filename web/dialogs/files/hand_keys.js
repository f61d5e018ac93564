// Passes the reader's own keys to the page's module (web/api/bridge.cpp, core/model/key_reader.h): in slices, so that
// the page stays responsive.
import { nextTurn } from '../../headless/next_turn.js';

const kCheckMs = 12;

/** @typedef {{form: (number | boolean)[], text: Blob}} Handed keys as they were handed over */
/** @type {?Handed} */
let last = null;

/** The keys that the module was given last, if any. */
export const handed = () => last;

/**
 * @typedef {object} Way
 * @property {boolean} wanted only the keys that the page's link asks for are used
 * @property {(share: number) => void} progress of the text
 * @property {() => boolean} ended
 * @property {() => Promise<void>} [ready] waited for once the keys are known to be usable, before they are used
 *
 * @param {import('../../api/bridge.js').Bridge} bridge
 * @param {(number | boolean)[]} form as own_keys_begin takes it
 * @param {AsyncIterable<import('./open_file.js').Piece>} pieces of the text
 * @param {Way} way
 * @returns {Promise<?{error: string}>} null if they are used, or it was stopped
 */
export async function handKeys(bridge, form, pieces, { wanted, progress, ended, ready }) {
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
  try {
    bridge.call('own_keys_begin', ...form);
    for await (const { bytes, done } of pieces) {
      if (ended()) return null;
      parts.push(bytes);
      const refused = bridge.askBytes('own_keys_add', bytes);
      if (refused) return refused;
      progress(done);
      await nextTurn();
    }
    const refused = bridge.read('own_keys_end');
    if (refused) return refused;
    for (;;) {
      if (ended()) return null;
      const checked = bridge.read('own_keys_check', kCheckMs);
      if (checked === true) {
        await ready?.();
        const unused = bridge.read('own_keys_use', wanted);
        if (!unused) last = { form, text: new Blob(parts) };
        return unused;
      }
      if (checked !== false) return checked;
      await nextTurn();
    }
  } finally {
    bridge.call('own_keys_forget');
  }
}
