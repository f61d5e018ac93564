// Rules about other people's text: each is written once, and the page's C++ follows the same ones.
import { test } from 'node:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { unescaped } from '../../../web/text/unescaped.js';
import { csv, csvRows, csvText } from '../../../web/text/quote.js';
import { svg } from '../../../web/text/escaped.js';
import { root } from '../../built.mjs';

// Each line of these files ends in a text and what stands for it, in hexadecimal; ui_tests reads them too.
const casesOf = (/** @type {string} */ file) =>
  [...readFileSync(join(root.pathname, 'tests/vectors', file), 'utf8').matchAll(/,([0-9a-f]*),([0-9a-f]*)\n/g)].map(
    ([, ...bytes]) => bytes.map((hex) => Buffer.from(hex, 'hex').toString()),
  );

/**
 * Texts of the signs that matter, all up to a length.
 * @param {string} signs
 * @param {number} most
 * @returns {Generator<string>}
 */
function* textsOf(signs, most, begun = '') {
  yield begun;
  if (begun.length < most) for (const sign of signs) yield* textsOf(signs, most, begun + sign);
}

test('a field of CSV is written by the rule, with a formula defused, and read back as the same text', () => {
  const cases = casesOf('csv_fields.csv');
  expect(cases.length).toBeGreaterThan(40);
  for (const [text, field] of cases) {
    expect(csv(text)).toBe(field);
    expect(csvText(field)).toBe(text);
  }
  expect(
    csvRows([
      ['a', -5],
      ['=x', "'=x"],
    ]),
  ).toBe("a,-5\r\n'=x,''=x\r\n");
});

test('no two texts have the same field of CSV, and none of them begins like a formula', () => {
  const seen = new Map();
  for (const text of textsOf('\'=-5e.\n",', 5)) {
    const field = csv(text);
    expect(csvText(field)).toBe(text);
    if (seen.has(field)) expect([seen.get(field), text]).toEqual([]);
    seen.set(field, text);
    const shown = field.replace(/^"/, '');
    if (/^[=+\-@\t\r\n]/.test(shown) && !Number.isFinite(Number(shown))) expect(text).toBe('a number');
  }
  expect(seen.size).toBeGreaterThan(50_000);
});

test('what older versions wrote for a text without an apostrophe at its beginning is still read as that text', () => {
  const older = (/** @type {string} */ text) => {
    // the rule until version 1: it marked formulas, and nothing else
    const marked = /^[=+\-@\t\r\n]/.test(text) && !/^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(marked) ? `"${marked.replaceAll('"', '""')}"` : marked;
  };
  for (const text of textsOf("'=-5,", 5)) if (!text.startsWith("'")) expect(csvText(older(text))).toBe(text);
});

test('a text in a picture is written by the rule, so that the picture is XML', () => {
  const cases = casesOf('xml_text.csv');
  expect(cases.length).toBeGreaterThan(15);
  for (const [text, written] of cases) expect(svg(text)).toBe(written);
  expect(svg('half \ud800 of a pair \udc00')).toBe('half \ufffd of a pair \ufffd');
  expect(svg(17)).toBe('17');
});

test('a text that cannot be decoded stays as it is', () => {
  for (const text of ['%', '%E2%82', '%zz', 'a%', '50%:reads=new']) expect(unescaped(text)).toBe(text);
  expect(unescaped('%D0%B0%2B+')).toBe('а++');
});

// What the page consists of, by path.
const sources = readdirSync(join(root.pathname, 'web'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(?:m?js|cpp|h)$/.test(entry.name))
  .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.pathname.length));

/** The files with a line that matches, and how many such lines. @param {RegExp} pattern */
function linesWith(pattern, of = /\.m?js$/) {
  /** @type {Record<string, number>} */
  const found = {};
  for (const file of sources.filter((path) => of.test(path))) {
    const lines = readFileSync(join(root.pathname, file), 'utf8')
      .split('\n')
      .filter((line) => pattern.test(line) && !/^\s*(?:\/\/|\*|\/\*)/.test(line));
    if (lines.length > 0) found[file] = lines.length;
  }
  return found;
}

test('one place decodes percent escapes, where a wrong one does not throw', () => {
  expect(linesWith(/\bdecodeURI(?:Component)?\b|(?<![\w.])unescape\(/)).toEqual({
    'web/text/unescaped.js': 1,
    'web/serve-static.mjs': 1,
  });
});

// Where an address is made of something else than the page's own text, and why an error cannot end the page.
const kAddresses = {
  'web/api/loader.js': 1, // names in the build
  'web/dialogs/tools/pictures.js': 1, // the page's own address
  'web/dialogs/library/presets.js': 1, // names in the build
  'web/embed/reshard-playground.js': 2, // caught; and the address that came out of there
  'web/headless/reshard-core.mjs': 1, // what a caller gives; an error is the answer
  'web/lessons/course.js': 1, // names in the build
  'web/lessons/editor.js': 1, // a link's own address
  'web/lessons/service_worker.js': 3, // its folder and files; a request's address, which is one
  'web/page/embedding.js': 1, // the page's own markup
  'web/poster/reshard-poster.mjs': 1, // its own files
  'web/serve-static.mjs': 1, // caught
};

test('an address is made of other people’s text only where an error is caught', () => {
  const made = linesWith(/new URL\((?!(?:'[^']*'|`[^`]*`|location\.href|import\.meta\.url)[,)])/);
  expect(made).toEqual(kAddresses);
});

test('CSV, HTML and XML are written in one place each, in JavaScript and in C++', () => {
  expect(linesWith(/replaceAll\('"', '""'\)/)).toEqual({
    'web/text/quote.js': 2, // a field of CSV, and a name in SQL
    'web/dialogs/files/counted_lines.js': 1, // what the page's own reader of rows takes; nobody opens it
    'web/dialogs/sharding_key/sql_text.js': 1, // a name in SQL
  });
  expect(linesWith(/&(?:amp|lt|gt|quot);['"`]/)).toEqual({ 'web/text/escaped.js': 1 });
  expect(linesWith(/c == '"' \? 2 : 1/, /\.cpp$/)).toEqual({ 'web/api/owners_csv.cpp': 1 });
  expect(linesWith(/&(?:amp|lt|gt|quot);/, /\.cpp$/)).toEqual({ 'web/draw/painter_svg.cpp': 4 });
});
