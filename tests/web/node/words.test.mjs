// Each table of assets/words has a translation for every text of the JavaScript and HTML, and none that is no longer
// used. (tests/web/text/russian_test.cpp checks the canvas's texts.)
import { test } from 'node:test';
import { readdirSync, readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { dist, root } from '../../built.mjs';

const read = (/** @type {string} */ path) => readFileSync(new URL(path, root), 'utf8');

/**
 * @param {string} folder
 * @param {RegExp} types
 * @returns {string[]}
 */
function filesBelow(folder, types) {
  return readdirSync(new URL(`${folder}/`, root), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return filesBelow(path, types);
    return types.test(entry.name) ? [path] : [];
  });
}

// Scripts for other people's pages have their own words.
const scripts = filesBelow('web', /\.js$/).filter((path) => !/^web\/(embed|poster|samples)\//.test(path));

// Joins strings that are split into pieces, and removes escapes that only the source language needs.
const plain = (/** @type {string} */ source) =>
  source
    .replace(/'\s*\+\s*'/g, '')
    .replace(/"\s*\n\s*"/g, '')
    .replace(/\\(['"])/g, '$1')
    .replace(/\\u([0-9a-f]{4})/g, (_, code) => String.fromCharCode(parseInt(code, 16)))
    .replace(/\s*\n\s*/g, ' ');

/** The texts and named attributes of HTML; \0 stands for what a script puts in. @param {string} html */
function textsOf(html) {
  const shown = html.replace(/<!--.*?-->|<style.*?<\/style>|<script.*?<\/script>|<pre>.*?<\/pre>/gs, '');
  const texts = shown.split(/<[^>]*>/);
  const attributes = [...shown.matchAll(/ (?:aria-label|title|placeholder|label)="([^"]*)"/g)].map(([, text]) => text);
  return [...texts, ...attributes]
    .map((text) => text.trim().replace(/[ \n]+/g, ' '))
    .filter((text) => /[a-z]{2}/i.test(text));
}

/**
 * Finds the template string that begins at `at` and those nested in it, with \0 for each expression.
 * @param {string} source
 * @param {number} at
 * @param {string[]} found
 */
function templatesAt(source, at, found) {
  let text = '';
  for (let i = at + 1; i < source.length; ++i) {
    if (source[i] === '`') {
      found.push(text);
      return i;
    }
    if (source.startsWith('${', i)) {
      text += '\0';
      for (let depth = 0; ; ++i) {
        if (source[i] === '`') i = templatesAt(source, i, found);
        if (source[i] === '{') ++depth;
        if (source[i] === '}' && --depth === 0) break;
      }
    } else {
      text += source[i];
    }
  }
  throw new Error(`a template string has no end: ${source.slice(at, at + 60)}`);
}

/** The English texts that a script says: t('…'), HTML, and titles. @param {string} source */
function textsOfScript(source) {
  const said = [
    ...plain(source).matchAll(/\bt\('([^']*(?:'s [^']*)?)'[,)]/g),
    ...source.matchAll(/(?:\btitle: |\bshowNotice\(|\bnew Dialog\('[^']*', )'([^']+)'/g),
  ].map(([, text]) => text);
  /** @type {string[]} */
  const templates = [];
  // A tag that is too long for a line is written in pieces.
  const joined = source.replace(/`\s*\+\s*'([^'`]*)'/g, '$1`').replace(/`\s*\+\s*`/g, '');
  for (const { index } of joined.matchAll(/`\s*</g)) templatesAt(joined, index, templates);
  const html = [...templates, ...[...source.matchAll(/'(<[^']*)'/g)].map(([, text]) => text)];
  return [...said, ...html.filter((text) => /<\w/.test(text)).flatMap(textsOf)];
}

// Documentation without its code, citations and figures.
const prose = (/** @type {string} */ html) =>
  html.replace(/<(pre|code|em)\b.*?<\/\1>|<td class="number">.*?<\/td>/gs, '<i>');

// Names and examples, which no language changes.
const kSame = /^(\0*|add \[NAME\].*|user:1093,.*|Русский|C\+\+|JavaScript|#v=1.*|.*\.d\.ts)$/;

const missing = (/** @type {Iterable<string>} */ texts, /** @type {Record<string, string>} */ table) =>
  [...new Set(texts)].filter((text) => !kSame.test(text) && !Object.hasOwn(table, text));

// Whether any source contains a text, whole or as the parts between its arguments.
const sources = [
  ...filesBelow('core', /\.(cpp|h|def)$/),
  ...filesBelow('web', /\.(js|cpp|def)$/),
  'index.html',
  'web/page/teacher.html',
  'web/page/embedding.html',
  'core/strategies/README.md',
  'cmake/catalogue_page.mjs',
  'assets/presets/presets.json',
];
const all = sources
  .map((path) => plain(read(path)))
  .join('\n')
  .replace(/ +/g, ' ');
const parts = (/** @type {string} */ english) =>
  english
    .split(/\{\d\}/)
    .filter((part) => part !== '')
    .map((part) => part.replace(/ +/g, ' '));
const said = (/** @type {string} */ english) =>
  all.includes(english) || parts(english).every((part) => all.includes(`"${part}`) || all.includes(`${part}"`));

for (const file of readdirSync(new URL('assets/words/', root))) {
  const table = JSON.parse(read(`assets/words/${file}`));
  const lacks = (/** @type {Iterable<string>} */ texts) => missing(texts, table);

  test(`${file} has everything that the page says`, () => {
    for (const page of ['index.html', 'web/page/teacher.html']) expect(lacks(textsOf(read(page))), page).toEqual([]);
    const catalogue = new URL('catalogue.html', dist).href;
    for (const page of ['web/page/embedding.html', catalogue])
      expect(lacks(textsOf(prose(read(page)))), page).toEqual([]);
    for (const path of scripts) expect(lacks(textsOfScript(read(path))), path).toEqual([]);
    const ofProblems = ['problems', 'problem_words'].map((name) => plain(read(`web/host/${name}.js`))).join('');
    const problems = [...ofProblems.matchAll(/'([A-Z][^']{20,})'/g)].map(([, text]) => text);
    expect(problems.length).toBeGreaterThan(5);
    expect(lacks(problems)).toEqual([]);
    expect(
      lacks(
        JSON.parse(read('assets/presets/presets.json')).flatMap(
          (/** @type {{title: string, notice: string}} */ { title, notice }) => [title, notice],
        ),
      ),
    ).toEqual([]);
  });

  test(`${file} has no unused text`, () => {
    expect(Object.keys(table).filter((english) => !said(english))).toEqual([]);
  });
}

test('a missing text is found, wherever it occurs', () => {
  const { 'As text': _, Use: __, 'Copied.': ___, ...table } = JSON.parse(read('assets/words/ru.json'));
  expect(missing(textsOf(read('index.html')), table)).toEqual(['As text']);
  expect(missing(textsOfScript(read('web/dialogs/compare/chooser.js')), table)).toEqual(['Use']);
  expect(missing(textsOfScript(read('web/host/clipboard.js')), table)).toEqual(['Copied.']);
});

test('an unused text is found', () => {
  expect(said('Add node')).toBe(true);
  expect(said('This is said nowhere')).toBe(false);
});
