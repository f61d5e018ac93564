// Random keys that a strategy reads: of any bytes, of text, or numbers as text.
import { byteKeys, randomKeys } from '../live/keys.mjs';
/** @import {Core} from '../../web/headless/reshard-core.d.ts' */

/** @typedef {'bytes' | 'texts' | 'numbers'} Form */

/**
 * `count` keys of each form, and which form a strategy reads.
 * @param {Core} core @param {number} count @param {number} seed
 */
export function readableKeys(core, count, seed) {
  /** @type {Record<Form, Buffer[]>} */
  const keys = {
    bytes: byteKeys(count, seed),
    texts: randomKeys({ count, seed: seed + 1, bytes: false }),
    numbers: Array.from({ length: count }, (_, i) => Buffer.from(String(i * 7919 + seed))),
  };
  const reads = (/** @type {string} */ strategy, /** @type {Form} */ form) => {
    try {
      return core.place({ strategy, nodes: 3, keys: keys[form].map((key) => new Uint8Array(key)) }).owners.length > 0;
    } catch {
      return false;
    }
  };
  /** @type {Map<string, Form>} */
  const known = new Map([['elasticsearch', 'texts']]); // whose ids are text, which the headless core makes of any bytes
  /** The first form that the strategy reads. @param {string} strategy */
  const formOf = (strategy) => {
    const form =
      known.get(strategy) ?? (reads(strategy, 'bytes') ? 'bytes' : reads(strategy, 'texts') ? 'texts' : 'numbers');
    known.set(strategy, form);
    return form;
  };
  return { keys, formOf };
}
