// Values of a flat column of a Parquet file as texts, page by page. hyparquet decodes and unpacks the pages; a
// dictionary's values become text once, and whole numbers become digits without an object for each.
import { parquetHeader } from 'hyparquet/src/column.js';
import { decompressPage, readDataPage, readDataPageV2 } from 'hyparquet/src/datapage.js';
import { readRleBitPackedHybrid } from 'hyparquet/src/encoding.js';
import { readPlain } from 'hyparquet/src/plain.js';
import { compressors as unlimited } from 'hyparquet-compressors';
import { t } from '../../text/language.js';
import { ColumnBytes } from './column_bytes.js';
import { checkUnpacked } from './doors.js';
import { isDigits, isText } from './key_text.js';

/**
 * @typedef {{path: string[], element: import('hyparquet').SchemaElement, list: boolean}} Leaf
 * @typedef {import('hyparquet').PageHeader} Header
 * @typedef {import('hyparquet').DataReader} DataReader
 * @typedef {import('hyparquet').SchemaTree} SchemaTree
 * @typedef {import('hyparquet/src/types.js').ColumnDecoder} ColumnDecoder
 * @typedef {import('./key_text.js').ToText} ToText
 *
 * @typedef {(into: ColumnBytes, from: number, to: number) => void} Write writes a range of a page's values that are not
 * NULL
 *
 * @typedef {object} Page
 * @property {number} rows
 * @property {?ArrayLike<number>} present by row, 0 for NULL; null: all are there
 * @property {Write} write
 */

const kTypes = ['BOOLEAN', 'INT32', 'INT64', 'BYTE_ARRAY', 'FIXED_LEN_BYTE_ARRAY'];
const kSafe = 1 << 21; // the upper half of a number below 2^53
// at least, of a page that is being read: whether there is a value, and its place in the dictionary
const kBytesOfRow = 5;
const kFrame = 0xfd2fb528; // of zstd

/** Whether PageReader can read it: it is in no struct, and has no type that hyparquet converts. */
export const isFlat = (/** @type {Leaf} */ { path, element, list }) =>
  path.length === 1 && !list && kTypes.includes(element.type ?? '');

const viewOf = (/** @type {Uint8Array} */ { buffer, byteOffset, byteLength }) =>
  new DataView(buffer, byteOffset, byteLength);

// What a zstd frame says that it needs, in bytes (RFC 8878, 3.1.1.1): its contents or its window.
function bytesOfFrame(/** @type {Uint8Array} */ frame) {
  if (frame.length < 14 || viewOf(frame).getUint32(0, true) !== kFrame) return 0;
  const view = viewOf(frame),
    flags = frame[4],
    single = (flags >> 5) & 1;
  if (!single) return 2 ** (10 + (frame[5] >> 3)) * (1 + (frame[5] & 7) / 8);
  const at = 5 + [0, 1, 2, 4][flags & 3];
  return [
    () => frame[at],
    () => view.getUint16(at, true) + 256,
    () => view.getUint32(at, true),
    () => Number(view.getBigUint64(at, true)),
  ][flags >> 6]();
}

/** hyparquet's, which unpack no more than may be held in memory. @type {typeof unlimited} */
export const compressors = Object.fromEntries(
  Object.entries(unlimited).map(([codec, unpack]) => [
    codec,
    (/** @type {Uint8Array} */ packed, /** @type {number} */ length) => {
      checkUnpacked(length);
      if (codec === 'ZSTD') checkUnpacked(bytesOfFrame(packed));
      return unpack(packed, length);
    },
  ]),
);

/**
 * An error with its row, from 1. One that the browser has about the file itself stays.
 * @param {number} row
 * @param {unknown} error
 */
export const atRow = (row, error) =>
  error instanceof DOMException
    ? error
    : new Error(t('Row {0}: {1}.', row, /** @type {Error} */ (error).message.replace(/\.$/, '')));

/**
 * @param {Uint8Array} bytes
 * @param {number} offset of `count` numbers of 64 bits, each as its lower and its upper half
 * @param {number} count
 */
function halvesOf(bytes, offset, count) {
  const from = bytes.byteOffset + offset,
    end = from + 8 * count;
  return from % 4 === 0 ? new Int32Array(bytes.buffer, from, 2 * count) : new Int32Array(bytes.buffer.slice(from, end));
}

/** Reads one column of a row group, from its bytes. */
export class PageReader {
  /** @type {ColumnDecoder} as hyparquet's functions take it */
  #decoder;
  #optional;
  #toText;
  #reader;
  #read = 0; // rows
  #rows;
  /** @type {?import('./rows.js').Values} */
  #dictionary = null;
  /** @type {Page} */
  #page = { rows: 0, present: null, write: () => {} };
  #row = 0; // of the page
  #value = 0;

  /**
   * @param {ArrayBuffer} bytes of the column chunk
   * @param {import('hyparquet').ColumnMetaData} chunk
   * @param {SchemaTree[]} schemaPath the root's node and its own
   * @param {ToText} toText what a value is as a key
   * @param {number} rows of the row group
   */
  constructor(bytes, chunk, schemaPath, toText, rows) {
    const { element } = schemaPath[1];
    const decoder = { type: element.type, element, schemaPath, codec: chunk.codec, compressors };
    this.#decoder = /** @type {ColumnDecoder} */ (decoder);
    this.#optional = element.repetition_type !== 'REQUIRED';
    this.#toText = toText;
    this.#reader = { view: new DataView(bytes), offset: 0 };
    this.#rows = rows;
  }

  /**
   * Adds the texts of the next rows, an empty one for NULL.
   * @param {ColumnBytes} into
   * @param {number} rows
   * @param {number} row the first one's number in the file, from 0
   */
  fill(into, rows, row) {
    for (let left = rows; left > 0; ) {
      const began = into.rows;
      try {
        while (this.#row === this.#page.rows) this.#next();
        this.#write(into, Math.min(this.#page.rows, this.#row + left));
      } catch (error) {
        throw atRow(row + into.rows - began + 1, error);
      }
      left -= into.rows - began;
      row += into.rows - began;
    }
  }

  /** Writes the page's rows up to `to`. @param {ColumnBytes} into */
  #write(into, /** @type {number} */ to) {
    const { present, write } = this.#page;
    while (this.#row < to) {
      if (present !== null && present[this.#row] === 0) {
        into.end();
        this.#row += 1;
        continue;
      }
      let end = to;
      if (present !== null) for (end = this.#row + 1; end < to && present[end] !== 0; ) end += 1;
      write(into, this.#value, (this.#value += end - this.#row));
      this.#row = end;
    }
  }

  #next() {
    const reader = this.#reader,
      { codec, type, element } = this.#decoder;
    if (reader.offset >= reader.view.byteLength - 1) throw this.#fault();
    const header = parquetHeader(reader),
      size = header.compressed_page_size;
    if (!(size >= 0 && reader.offset + size <= reader.view.byteLength)) throw this.#fault();
    const packed = new Uint8Array(reader.view.buffer, reader.offset, size);
    reader.offset += size;
    if (header.type === 'DICTIONARY_PAGE') {
      const page = decompressPage(packed, header.uncompressed_page_size, codec, compressors);
      const count = header.dictionary_page_header?.num_values ?? -1;
      if (!(count >= 0 && count <= page.length)) throw this.#fault();
      this.#dictionary = this.#textsOf(readPlain({ view: viewOf(page), offset: 0 }, type, count, element.type_length));
      return;
    }
    const said = header.data_page_header ?? header.data_page_header_v2;
    if (!said || !(said.num_values >= 0 && said.num_values <= this.#rows - this.#read)) throw this.#fault();
    checkUnpacked(said.num_values * kBytesOfRow);
    this.#page = header.data_page_header ? this.#first(packed, header) : this.#second(packed, header);
    this.#read += this.#page.rows;
    this.#row = this.#value = 0;
  }

  #fault() {
    return new Error(t('A row group has {0} values and {1} rows.', this.#read, this.#rows));
  }

  /**
   * A page of the format's version 1: all of it is packed together.
   * @param {Uint8Array} packed
   * @param {Header} header
   * @returns {Page}
   */
  #first(packed, header) {
    const said = /** @type {import('hyparquet').DataPageHeader} */ (header.data_page_header);
    const { num_values: rows, encoding } = said;
    const page = decompressPage(packed, header.uncompressed_page_size, this.#decoder.codec, compressors);
    if (!known(encoding)) {
      const { definitionLevels, dataPage } = readDataPage(page, said, this.#decoder);
      const levels = /** @type {number[]} */ (definitionLevels);
      return { rows, present: levels.length > 0 ? levels : null, write: this.#stored(dataPage) };
    }
    const reader = { view: viewOf(page), offset: 0 };
    const present = this.#optional ? new Uint8Array(rows) : null;
    if (present) readRleBitPackedHybrid(reader, 1, present);
    return this.#values(page, reader, rows, present, encoding);
  }

  /**
   * A page of version 2: it says what is NULL before the packed part.
   * @param {Uint8Array} packed
   * @param {Header} header
   * @returns {Page}
   */
  #second(packed, header) {
    const said = /** @type {NonNullable<Header['data_page_header_v2']>} */ (header.data_page_header_v2),
      { num_values: rows, encoding } = said;
    if (!known(encoding)) {
      const { definitionLevels, dataPage } = readDataPageV2(packed, header, this.#decoder);
      return { rows, present: definitionLevels ?? null, write: this.#stored(dataPage) };
    }
    const before = said.repetition_levels_byte_length + said.definition_levels_byte_length;
    const present = this.#optional ? new Uint8Array(rows) : null;
    if (present)
      readRleBitPackedHybrid(
        { view: viewOf(packed), offset: said.repetition_levels_byte_length },
        1,
        present,
        said.definition_levels_byte_length,
      );
    const rest = packed.subarray(before);
    const page =
      said.is_compressed === false
        ? rest
        : decompressPage(rest, header.uncompressed_page_size - before, this.#decoder.codec, compressors);
    return this.#values(page, { view: viewOf(page), offset: 0 }, rows, present, encoding);
  }

  /**
   * @param {Uint8Array} page
   * @param {DataReader} reader where its values begin
   * @param {number} rows
   * @param {?Uint8Array} present
   * @param {string} encoding
   * @returns {Page}
   */
  #values(page, reader, rows, present, encoding) {
    let count = rows;
    if (present) for (let i = 0; i < rows; ++i) count -= 1 - present[i];
    if (count === rows) present = null;
    const write =
      count === 0 ? () => {} : encoding === 'PLAIN' ? this.#plain(page, reader, count) : this.#looked(reader, count);
    return { rows, present, write };
  }

  /** Values of a dictionary, looked up by their positions. @returns {Write} */
  #looked(/** @type {DataReader} */ reader, /** @type {number} */ count) {
    const width = reader.view.getUint8(reader.offset++),
      places = new Int32Array(count);
    if (width > 0) readRleBitPackedHybrid(reader, width, places, reader.view.byteLength - reader.offset);
    const { bytes, ends } = this.#dictionary ?? { bytes: new Uint8Array(), ends: new Uint32Array() };
    if (places.some((place) => place < 0 || place >= ends.length)) throw this.#fault();
    return (into, from, to) => {
      for (let at = from; at < to; ++at) {
        const place = places[at];
        into.part(bytes, place === 0 ? 0 : ends[place - 1], ends[place]);
        into.end();
      }
    };
  }

  /**
   * Values in the plain encoding, one after another.
   * @param {Uint8Array} page
   * @param {DataReader} reader
   * @param {number} count
   * @returns {Write}
   */
  #plain(page, reader, count) {
    const { type, element } = this.#decoder,
      toText = this.#toText;
    if (type === 'BYTE_ARRAY' && isText(toText)) {
      const { view } = reader;
      let offset = reader.offset;
      return (into, from, to) => {
        for (let at = from; at < to; ++at) {
          const begin = offset + 4;
          offset = begin + view.getUint32(offset, true);
          if (offset > page.length) throw new RangeError('parquet: a value goes beyond its page');
          into.part(page, begin, offset);
          into.end();
        }
      };
    }
    if (type !== 'INT64') return this.#stored(readPlain(reader, type, count, element.type_length));
    const halves = halvesOf(page, reader.offset, count),
      whole = new BigInt64Array(1),
      parts = new Int32Array(whole.buffer),
      digits = isDigits(toText);
    return (into, from, to) => {
      for (let at = from; at < to; ++at) {
        const low = halves[2 * at],
          high = halves[2 * at + 1];
        if (high >= 0 && high < kSafe) {
          const number = high * 4_294_967_296 + (low >>> 0);
          if (digits) into.addDigits(number);
          else into.addText(toText(number));
        } else {
          parts[0] = low;
          parts[1] = high;
          into.addText(toText(whole[0]));
        }
      }
    };
  }

  /**
   * Values as hyparquet decodes them.
   * @param {import('hyparquet').DecodedArray} values
   * @returns {Write}
   */
  #stored(values) {
    const toText = this.#toText;
    /** @type {(into: ColumnBytes, value: any) => void} the value as ToText takes it */
    const add = isText(toText)
      ? (into, value) => into.add(value)
      : isDigits(toText) && values instanceof Int32Array
        ? (into, value) => (value >= 0 ? into.addDigits(value) : into.addText(toText(value)))
        : (into, value) => into.addText(toText(value));
    return (into, from, to) => {
      for (let at = from; at < to; ++at) add(into, values[at]);
    };
  }

  /** @param {import('hyparquet').DecodedArray} values of a dictionary */
  #textsOf(values) {
    const into = new ColumnBytes();
    this.#stored(values)(into, 0, values.length);
    return into.take();
  }
}

const known = (/** @type {string} */ encoding) =>
  encoding === 'PLAIN' || encoding === 'PLAIN_DICTIONARY' || encoding === 'RLE_DICTIONARY';
