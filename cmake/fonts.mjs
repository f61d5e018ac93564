// Writes the two weights of Inter that the page uses, reduced to the characters that it can show, each in four files:
//   node cmake/fonts.mjs <folder>   →   <folder>/inter-400.ttf, inter-400-latin.ttf, -cyrillic, -signs, the same with
//   600 English needs only the first; web/api/fonts.js fetches the others for texts with their letters or signs.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { kOwnSigns } from '../web/api/fonts.js';

const weights = { 'inter-400': '400Regular/Inter_400Regular.ttf', 'inter-600': '600SemiBold/Inter_600SemiBold.ttf' };

/** @typedef {[first: number, last: number][]} Ranges of code points */

// These are the only lists of the characters that can be drawn, with kOwnSigns: any other that a user types shows as a
// question mark. web/api/fonts.js knows which letters and signs are in which part.
/** @type {Ranges} */
const ranges = [
  [0x0020, 0x007e], // ASCII
  [0x00a0, 0x00a0], // no-break space
  [0x00ad, 0x00ad], // soft hyphen
  [0x2009, 0x200a], // thin and hair space
  [0x202f, 0x202f], // narrow no-break space, which groups digits
];

/** @type {Ranges} */
const signs = [
  // beside kOwnSigns
  [0x00a1, 0x00ac], // those of Latin-1
  [0x00ae, 0x00bf],
  [0x00f7, 0x00f7], // ÷
  [0x2010, 0x2015], // hyphens and dashes
  [0x2018, 0x201e], // quotation marks
  [0x2020, 0x2022], // daggers, bullet
  [0x2026, 0x2026], // …
  [0x2030, 0x2030], // ‰
  [0x2032, 0x2033], // ′ ″
  [0x2039, 0x203a], // ‹ ›
  [0x2070, 0x2089], // superscript and subscript digits
  [0x20ac, 0x20ac], // €
  [0x2116, 0x2116], // №
  [0x2122, 0x2122], // ™
  [0x2190, 0x2199], // arrows
  [0x21a9, 0x21aa], // ↩ ↪
  [0x21b6, 0x21b7], // ↶ ↷
  [0x2200, 0x22ff], // Σ-like operators, √ ∞ ≈ ≠ ≤ ≥ −
  [0x25a0, 0x25ff], // squares, triangles, circles
  [0x2713, 0x2717], // check marks and crosses
];

/** @type {Ranges} */
const latin = [
  // of western and central Europe
  [0x00c0, 0x00d6],
  [0x00d8, 0x00f6],
  [0x00f8, 0x017f],
];
/** @type {Ranges} */
const cyrillic = [
  [0x0400, 0x045f], // Russian, Belarusian, Ukrainian, Serbian, Bulgarian
  [0x0490, 0x0491], // Ґ ґ
];

/** @param {Ranges} list */
const charactersOf = (list) =>
  list
    .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)))
    .join('');

const fontParts = {
  '': `${charactersOf(ranges)}${kOwnSigns}Русский`, // with the other languages' own names, by which readers choose them
  '-latin': charactersOf(latin),
  '-cyrillic': charactersOf(cyrillic),
  '-signs': [...charactersOf(signs)].filter((sign) => !kOwnSigns.includes(sign)).join(''),
};

/**
 * A TrueType file without some of its tables. Before them is a directory of 16 bytes per table, with its offset.
 * @param {Buffer} font @param {string[]} tags of the tables
 */
function withoutTables(font, tags) {
  const count = font.readUInt16BE(4);
  const entries = Array.from({ length: count }, (_, i) => font.subarray(12 + 16 * i, 28 + 16 * i)).filter(
    (entry) => !tags.includes(entry.toString('latin1', 0, 4)),
  );
  const head = Buffer.alloc(12 + 16 * entries.length);
  font.copy(head, 0, 0, 12);
  head.writeUInt16BE(entries.length, 4);
  const parts = [head];
  let end = head.length;
  for (const [i, entry] of entries.entries()) {
    const [offset, length] = [entry.readUInt32BE(8), entry.readUInt32BE(12)];
    entry.copy(head, 12 + 16 * i);
    head.writeUInt32BE(end, 12 + 16 * i + 8);
    const padded = Buffer.alloc((length + 3) & ~3);
    font.copy(padded, 0, offset, offset + length);
    parts.push(padded);
    end += padded.length;
  }
  return Buffer.concat(parts);
}

const folder = process.argv[2];
if (!folder) throw new Error('usage: node cmake/fonts.mjs <folder>');
await mkdir(folder, { recursive: true });
const resolve = createRequire(import.meta.url).resolve;
for (const [name, source] of Object.entries(weights)) {
  const whole = await readFile(resolve(`@expo-google-fonts/inter/${source}`));
  for (const [part, text] of Object.entries(fontParts)) {
    // Ligatures and alternates are out: neither Dear ImGui nor the page's style asks for them.
    const cut = await subsetFont(whole, text, { targetFormat: 'truetype', noLayoutClosure: true });
    // Kerning is out too: the canvas does not support it, and in its small sizes it is not worth 7 KB per weight. So
    // are the tables for glyph substitution and style variation, neither of which is used here.
    await writeFile(join(folder, `${name}${part}.ttf`), withoutTables(cut, ['GPOS', 'GSUB', 'GDEF', 'STAT']));
  }
}
