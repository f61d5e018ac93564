// Writes a Brotli-compressed copy beside each file that browsers fetch, for servers that send it to clients that accept
// it (nginx with brotli_static, Caddy with precompressed, web/serve). Node's programs and the offline files are read
// from a disk.
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const kTypes = new Set(['.html', '.js', '.mjs', '.css', '.json', '.svg', '.wasm', '.ttf']);
const kNotFetched = /^(bin|reshard-(offline|poster|duckdb))/;
const kLeastBytes = 1000; // in smaller files, the headers weigh as much as is saved

/** @param {string} path */
async function compress(path) {
  const bytes = await readFile(path);
  if (bytes.length < kLeastBytes) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, { params }));
}

/** Writes them all into dist/. @param {string} dist */
export async function writeBrotli(dist) {
  const entries = await readdir(dist, { withFileTypes: true, recursive: true });
  const paths = entries
    .filter((entry) => entry.isFile() && kTypes.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .filter((path) => !kNotFetched.test(relative(dist, path).split(sep)[0]));
  await Promise.all(paths.map(compress));
  await writeFile(join(dist, '.npmignore'), '*.br\n'); // a package is compressed as a whole
}
