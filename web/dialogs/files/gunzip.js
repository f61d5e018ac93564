// Unpacks gzip, of one or more members. Built with pako into one file, which is loaded when a packed file is opened.
/// <reference path="./pako.d.ts" />
import { Inflate } from 'pako';
import { t } from '../../text/language.js';

const kSliceBytes = 1 << 18;
const kChunkBytes = 1 << 17;
const kStepBytes = 1 << 14; // which unpack to at most 16 MB: gzip shrinks a thousandfold

/** There may be zeros between members, because tapes are padded with them. */
function withoutZeros(/** @type {Uint8Array} */ bytes) {
  const first = bytes.findIndex((byte) => byte !== 0);
  return first < 0 ? bytes.subarray(bytes.length) : bytes.subarray(first);
}

/** What a packed file holds, in pieces. @param {Blob} file @returns {AsyncGenerator<import('./open_file.js').Piece>} */
export async function* gunzip(file) {
  let pieces = /** @type {Uint8Array<ArrayBuffer>[]} */ ([]);
  let member = /** @type {?Inflate} */ (null);
  const begun = () =>
    Object.assign(new Inflate({ chunkSize: kChunkBytes }), {
      onData: (/** @type {Uint8Array<ArrayBuffer>} */ piece) => pieces.push(piece),
    });
  for (let at = 0; at < file.size; at += kSliceBytes) {
    const slice = new Uint8Array(await file.slice(at, at + kSliceBytes).arrayBuffer());
    for (let step = 0; step < slice.length; step += kStepBytes) {
      let packed = /** @type {Uint8Array} */ (slice.subarray(step, step + kStepBytes));
      const done = (at + step + packed.length) / file.size;
      while ((packed = member ? packed : withoutZeros(packed)).length > 0) {
        member ??= begun();
        member.push(packed, false);
        if (member.err !== 0) throw new Error(t('The gzip data is damaged.'));
        const { ended, strm } = member;
        packed = packed.subarray(ended ? packed.length - strm.avail_in : packed.length);
        if (ended) member = null;
        for (const bytes of pieces) yield { bytes, done };
        pieces = [];
      }
    }
  }
  if (member) throw new Error(t('The gzip data ends too early.'));
}
