// Keys from a Parquet file, one row group after another. Built with hyparquet into one file, which is loaded when a
// Parquet file is opened.
import { parquetMetadataAsync, parquetScan, parquetSchema } from 'hyparquet';
import { t } from '../../text/language.js';
import { ColumnBytes } from './column_bytes.js';
import { checkUnpacked } from './doors.js';
import { isText, keyTextOf, kindOf } from './key_text.js';
import { PageReader, atRow, compressors, isFlat } from './parquet_pages.js';

/**
 * @typedef {import('hyparquet').FileMetaData} Metadata
 * @typedef {import('hyparquet').SchemaElement} Element
 * @typedef {import('hyparquet').AsyncBuffer} Buffer
 * @typedef {import('./parquet_pages.js').Leaf & {leaf: number}} Leaf `leaf`: its position among all
 * @typedef {import('./key_text.js').ToText} ToText
 */

/** The leaves of a schema, as Parquet lists it: depth first, each with the number of its children. */
function leavesOf(/** @type {Element[]} */ schema) {
  /** @type {import('./parquet_pages.js').Leaf[]} */
  const leaves = [];
  let at = 0;
  /**
   * @param {?string[]} path null: the root
   * @param {boolean} inList
   * @param {?Element} variant that it is in
   */
  const walk = (path, inList, variant) => {
    const element = schema[at++];
    const own = path === null ? [] : [...path, element.name];
    const list = inList || element.repetition_type === 'REPEATED';
    const opaque = variant ?? (element.logical_type?.type === 'VARIANT' ? element : null);
    if (!element.num_children) leaves.push({ path: own, element: opaque ?? element, list });
    for (let i = 0; i < (element.num_children ?? 0); ++i) walk(own, list, opaque);
  };
  walk(null, false, null);
  return leaves;
}

/** The stored values, without hyparquet's conversions, which round decimals and times. */
const plain = (/** @type {Metadata} */ metadata) => ({
  ...metadata,
  schema: metadata.schema.map(({ converted_type: _c, logical_type: _l, ...element }) => element),
});

/** A file as hyparquet reads it. @param {Blob} file */
const bufferOf = (file) => ({
  byteLength: file.size,
  slice: async (/** @type {number} */ from, /** @type {number} */ to = file.size) => {
    checkUnpacked(to - from);
    return file.slice(from, to).arrayBuffer();
  },
});

// hyparquet reads the varints of this encoding as 32 bits, and DuckDB writes longer ones for unsigned 32-bit numbers.
function misread(/** @type {Metadata} */ metadata, /** @type {number} */ leaf) {
  const leaves = metadata.schema.filter((element) => !element.num_children);
  const { logical_type: logical, converted_type: converted } = leaves[leaf];
  const unsigned =
    converted === 'UINT_32' || (logical?.type === 'INTEGER' && logical.bitWidth === 32 && !logical.isSigned);
  return (
    unsigned &&
    metadata.row_groups.some(({ columns }) => columns[leaf].meta_data?.encodings.includes('DELTA_BINARY_PACKED'))
  );
}

/**
 * @param {any} value a struct as hyparquet reads it: the file says what it contains
 * @param {string[]} path
 */
const valueAt = (value, path) => path.reduce((inner, name) => inner?.[name], value);

/**
 * @param {Blob} file
 * @returns {Promise<import('./open_file.js').OpenedParquet>}
 */
export async function openParquet(file) {
  const buffer = bufferOf(file);
  const metadata = await parquetMetadataAsync(buffer, { geoparquet: false }).catch(() => {
    throw new Error(t('The file begins like Parquet, and its footer cannot be read.'));
  });
  const leaves = leavesOf(metadata.schema);
  const columns = leaves.map(({ path, element, list }, leaf) => ({
    name: path.join('.'),
    refused: list
      ? t('a list')
      : keyTextOf(element) === null
        ? kindOf(element)
        : misread(metadata, leaf)
          ? 'uint32, delta_binary_packed'
          : null,
  }));
  const uncompressed = metadata.row_groups.reduce(
    (sum, { columns: chunks }) =>
      sum + chunks.reduce((all, { meta_data: chunk }) => all + Number(chunk?.total_uncompressed_size ?? 0), 0),
    0,
  );
  return {
    kind: 'parquet',
    columns,
    rows: metadata.row_groups.length > 0 ? rowsOf(metadata) : 0,
    bytes: uncompressed,
    values: (column) => valuesOf(buffer, plain(metadata), { ...leaves[column], leaf: column }),
    batches: (wanted) =>
      batchesOf(
        buffer,
        plain(metadata),
        wanted.map((column) => ({ ...leaves[column], leaf: column })),
      ),
  };
}

const rowsOf = (/** @type {Metadata} */ metadata) =>
  Math.max(
    1,
    metadata.row_groups.reduce((sum, { num_rows: count }) => sum + Number(count), 0),
  );

const nanos = { timestampFromNanoseconds: (/** @type {bigint} */ value) => value };

/**
 * A column of a row group, as it is stored.
 * @param {Buffer} buffer
 * @param {Metadata} metadata
 * @param {{path: string[]}} leaf
 * @param {number} row the first
 * @param {number} rows how many
 */
async function columnOf(buffer, metadata, { path }, row, rows) {
  const scan = await parquetScan({
    file: buffer,
    metadata,
    columns: [path[0]],
    rowStart: row,
    rowEnd: row + rows,
    compressors,
    utf8: false,
    geoparquet: false,
    parsers: nanos,
  });
  const values = await scan.readColumn({ column: path[0], rowStart: row, rowEnd: row + rows });
  if (values.length !== rows) throw new Error(t('A row group has {0} values and {1} rows.', values.length, rows));
  return path.length === 1 ? values : Array.from(values, (value) => valueAt(value, path.slice(1)));
}

/**
 * Refuses columns of which a row group, with the one that is read ahead, does not fit in memory. Only flat columns stay
 * packed there.
 * @param {Metadata} metadata
 * @param {Leaf[]} leaves
 */
function checkGroups(metadata, leaves, packed = isFlat) {
  let before = 0;
  for (const [at, { columns }] of metadata.row_groups.entries()) {
    const bytesOf = (/** @type {Leaf} */ leaf) =>
      columns[leaf.leaf]?.meta_data?.[packed(leaf) ? 'total_compressed_size' : 'total_uncompressed_size'] ?? 0;
    const bytes = leaves.reduce((sum, leaf) => sum + Number(bytesOf(leaf)), 0);
    try {
      checkUnpacked(before + bytes);
    } catch (error) {
      throw new Error(
        t(
          'Row group {0}: {1}. Choose fewer columns, or write the file with smaller row groups.',
          at + 1,
          /** @type {Error} */ (error).message,
        ),
        { cause: error },
      );
    }
    before = bytes;
  }
}

const kBatchRows = 20_000;

/**
 * A reader of a column's values in a row group; each fill(into, rows, number of the first) gives the next ones.
 * @param {Buffer} buffer
 * @param {Metadata} metadata
 * @param {Leaf} leaf
 * @param {import('hyparquet').RowGroup} group
 * @param {number} first row
 */
async function readerOf(buffer, metadata, leaf, group, first) {
  const toText = /** @type {ToText} */ (keyTextOf(leaf.element));
  const rows = Number(group.num_rows),
    { meta_data: chunk, file_path: elsewhere } = group.columns[leaf.leaf];
  if (!isFlat(leaf) || !chunk || elsewhere)
    return new StoredReader(await columnOf(buffer, metadata, leaf, first, rows), toText);
  const from = Number(chunk.dictionary_page_offset || chunk.data_page_offset);
  const bytes = await buffer.slice(from, from + Number(chunk.total_compressed_size));
  const root = parquetSchema(metadata);
  const own = root.children.find(({ element }) => element.name === leaf.path[0]);
  return new PageReader(bytes, chunk, [root, /** @type {import('hyparquet').SchemaTree} */ (own)], toText, rows);
}

/**
 * Values of several columns as UTF-8, none for NULL.
 * @param {Buffer} buffer
 * @param {Metadata} metadata
 * @param {Leaf[]} leaves
 * @returns {AsyncGenerator<import('./rows.js').Batch>}
 */
async function* batchesOf(buffer, metadata, leaves) {
  checkGroups(metadata, leaves);
  const buffers = leaves.map(() => new ColumnBytes()),
    groups = metadata.row_groups,
    all = rowsOf(metadata);
  let first = 0;
  const opened = (/** @type {number} */ at, /** @type {number} */ row) => {
    const readers =
      at < groups.length
        ? Promise.all(leaves.map((leaf) => readerOf(buffer, metadata, leaf, groups[at], row)))
        : Promise.resolve([]);
    readers.catch(() => {}); // reported when its turn comes
    return readers;
  };
  let coming = opened(0, 0);
  for (const [at, { num_rows: count }] of groups.entries()) {
    const rows = Number(count),
      begin = first;
    const readers = await coming.catch((error) => {
      throw atRow(begin + 1, error);
    });
    coming = opened(at + 1, first + rows); // the file is read while its rows are counted
    for (let from = 0; from < rows; from += kBatchRows) {
      const to = Math.min(rows, from + kBatchRows);
      readers.forEach((reader, column) => reader.fill(buffers[column], to - from, first + from));
      yield {
        columns: buffers.map((into) => into.take()),
        rows: to - from,
        done: (first + to) / all,
        placeOf: (row) => t('Row {0}', begin + from + row + 1),
      };
    }
    first += rows;
  }
}

/** Gives the values that hyparquet has read. */
class StoredReader {
  #values;
  #toText;
  #at = 0;

  constructor(/** @type {import('hyparquet').DecodedArray} */ values, /** @type {ToText} */ toText) {
    this.#values = values;
    this.#toText = toText;
  }

  /**
   * As PageReader does.
   * @param {ColumnBytes} into
   * @param {number} rows
   * @param {number} row
   */
  fill(into, rows, row) {
    const values = this.#values,
      toText = this.#toText,
      plainText = isText(toText);
    for (let i = 0; i < rows; ++i) {
      const value = values[this.#at++];
      if (value === null || value === undefined) {
        into.end();
      } else if (plainText) {
        into.add(value);
      } else {
        try {
          into.addText(toText(value));
        } catch (error) {
          throw atRow(row + i + 1, error);
        }
      }
    }
  }
}

/**
 * Texts of the keys, a few thousand at a time.
 * @param {Buffer} buffer
 * @param {Metadata} metadata
 * @param {Leaf} leaf
 */
async function* valuesOf(buffer, metadata, leaf) {
  checkGroups(metadata, [leaf], () => false);
  const { path, element } = leaf;
  const toText = /** @type {ToText} */ (keyTextOf(element));
  let row = 0;
  for (const { num_rows: count } of metadata.row_groups) {
    const rows = Number(count);
    const begin = row;
    const values = await columnOf(buffer, metadata, { path }, row, rows).catch((error) => {
      throw atRow(begin + 1, error);
    });
    const texts = Array.from(values, (stored, i) => {
      if (stored === null || stored === undefined) throw new Error(t('Row {0}: NULL is not a key.', begin + i + 1));
      try {
        return toText(stored);
      } catch (error) {
        throw atRow(begin + i + 1, error);
      }
    });
    row += rows;
    yield { texts, row, done: row / rowsOf(metadata) };
  }
}
