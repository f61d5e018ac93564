// Writes the two weights of Inter that the page uses, cut down to the characters it can show:
//   node cmake/fonts.mjs <folder>   →   <folder>/inter-400.ttf, <folder>/inter-600.ttf
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';

const weights = { 'inter-400.ttf': '400Regular/Inter_400Regular.ttf', 'inter-600.ttf': '600SemiBold/Inter_600SemiBold.ttf' };

// First and last code point. The one list of what text can be drawn: what a user types beyond it shows as a box.
const ranges = [
  [0x0020, 0x007e], // ASCII
  [0x00a0, 0x017f], // Latin of western and central Europe
  [0x0400, 0x045f], // Cyrillic: Russian, Belarusian, Ukrainian, Serbian, Bulgarian
  [0x0490, 0x0491], // Ґ ґ
  [0x2009, 0x200a], // thin and hair space
  [0x2010, 0x2015], // hyphens and dashes
  [0x2018, 0x201e], // quotation marks
  [0x2020, 0x2022], // daggers, bullet
  [0x2026, 0x2026], // …
  [0x202f, 0x202f], // narrow no-break space, which groups digits
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

const text = ranges
  .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)))
  .join('');

// A TrueType file without some of its tables: a directory of 16 bytes a table, each with its place, stands before them.
function withoutTables(font, tags) {
  const count = font.readUInt16BE(4);
  const entries = Array.from({ length: count }, (_, i) => font.subarray(12 + 16 * i, 28 + 16 * i))
    .filter((entry) => !tags.includes(entry.toString('latin1', 0, 4)));
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
  // Ligatures and alternates are out: neither Dear ImGui nor the page's style asks for them.
  const cut = await subsetFont(whole, text, { targetFormat: 'truetype', noLayoutClosure: true });
  // Kerning is out too: the canvas does not know it, and in its small sizes it is not worth 7 KB a weight. So are the tables
  // that say how glyphs are exchanged for each other and how styles are varied: there is neither one nor the other here.
  await writeFile(join(folder, name), withoutTables(cut, ['GPOS', 'GSUB', 'GDEF', 'STAT']));
}
