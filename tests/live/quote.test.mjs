// Each language's own reader reads what quote.js writes, and gets the original text.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as quote from '../../web/text/quote.js';
import { kHostile } from './hostile.mjs';
import { folderOf, needs, run } from './programs.mjs';

const kTexts = [
  ...kHostile,
  '',
  "it's",
  'tab\there',
  'line\nbreak',
  'return\r',
  'bell\u0007',
  'del\u007f',
  'nel\u0085',
  '\\',
  '"',
  "'",
  '\u{10ffff}',
  'a\u0000',
];
const withoutNul = kTexts.filter((text) => !text.includes('\0'));

const python = async (/** @type {string} */ script, /** @type {string[]} */ ...words) =>
  JSON.parse(
    (await run('/usr/bin/python3', ['-c', `import sys, json\n${script}`, ...words], { maxBuffer: 1 << 26 })).stdout,
  );

test('a shell reads every text back as one word', async (t) => {
  const folder = folderOf(t);
  const file = join(folder, 'words.sh');
  writeFileSync(file, withoutNul.map((text) => `printf '%s\\0' ${quote.shell(text)}\n`).join(''));
  await run('sh', ['-n', file]);
  for (const shell of ['sh', 'bash']) {
    const { stdout } = await run(shell, [file], { cwd: folder });
    assert.deepEqual(stdout.split('\0').slice(0, -1), withoutNul);
  }
  assert.equal(existsSync(join(folder, 'canary')), false);
});

test('JSON and JavaScript read every text back', async (t) => {
  for (const text of kTexts) assert.equal(JSON.parse(quote.json(text)), text);
  const file = join(folderOf(t), 'texts.mjs');
  writeFileSync(file, `export default [${kTexts.map(quote.javascript).join(', ')}];\n`);
  assert.deepEqual((await import(file)).default, kTexts);
  assert.deepEqual(JSON.parse(quote.jsonOf({ kTexts })), { kTexts });
});

test('YAML reads every text back', async () => {
  const text = `${kTexts.map((one) => `- ${quote.yaml(one)}\n`).join('')}`;
  assert.deepEqual(await python('import yaml\nprint(json.dumps(yaml.safe_load(sys.argv[1])))', text), kTexts);
});

test('Python reads every text back', async (t) => {
  const file = join(folderOf(t), 'texts.py');
  writeFileSync(file, `[${kTexts.map(quote.python).join(', ')}]`);
  assert.deepEqual(
    await python('import ast\nprint(json.dumps(ast.literal_eval(open(sys.argv[1]).read())))', file),
    kTexts,
  );
});

test('Ruby reads every text back', needs('/usr/bin/ruby'), async (t) => {
  const folder = folderOf(t);
  const texts = `[\n${kTexts.map((text) => `  ${quote.ruby(text)}, # ${quote.comment(text)}\n`).join('')}]`;
  writeFileSync(join(folder, 'texts.rb'), `require 'json'\nputs JSON.generate(${texts})\n`);
  await run('ruby', ['-wc', 'texts.rb'], { cwd: folder });
  assert.deepEqual(JSON.parse((await run('ruby', ['texts.rb'], { cwd: folder })).stdout), kTexts);
  assert.equal(existsSync(join(folder, 'canary')), false);
});

test('PHP reads every text back', needs('/usr/bin/php'), async (t) => {
  const folder = folderOf(t);
  const texts = kTexts.concat('?><?php touch("canary");', '$x', '{$x}', '${x}').map(quote.php);
  writeFileSync(join(folder, 'texts.php'), `<?php\necho json_encode([${texts.join(', ')}], JSON_THROW_ON_ERROR);\n`);
  const { stdout } = await run('php', ['texts.php'], { cwd: folder });
  assert.deepEqual(JSON.parse(stdout).slice(0, kTexts.length), kTexts);
  assert.deepEqual(JSON.parse(stdout).slice(kTexts.length), ['?><?php touch("canary");', '$x', '{$x}', '${x}']);
  assert.equal(existsSync(join(folder, 'canary')), false);
});

test('C and C++ read every text back', async (t) => {
  const folder = folderOf(t);
  const puts = withoutNul.map((text) => `  fputs(${quote.c(text)}, stdout); putchar(0);  // ${quote.comment(text)}\n`);
  const source = `#include <stdio.h>\nint main(void) {\n${puts.join('')}  return 0;\n}\n`;
  for (const [compiler, name, ...words] of [
    ['gcc', 'c', '-std=c99', '-trigraphs'],
    ['g++', 'cpp', '-std=c++20'],
    ['g++', 'cpp', '-std=c++14', '-trigraphs'],
  ]) {
    writeFileSync(join(folder, `texts.${name}`), source);
    await run(compiler, [...words, '-Wall', '-Werror', '-o', join(folder, 'texts'), join(folder, `texts.${name}`)]);
    assert.deepEqual((await run(join(folder, 'texts'))).stdout.split('\0').slice(0, -1), withoutNul);
  }
});

test('CSV reads every text back, and none is a formula', async () => {
  const rows = await python(
    'import csv, io\nprint(json.dumps(list(csv.reader(io.StringIO(sys.argv[1], newline="")))))',
    withoutNul.map((text) => `${quote.csv(text)},x\r\n`).join(''),
  );
  rows.forEach((/** @type {string[]} */ [field], /** @type {number} */ i) => {
    assert.ok(field === withoutNul[i] || field === `'${withoutNul[i]}`, field);
    assert.doesNotMatch(field, /^[=+\-@\t\r](?!\d+$)/);
  });
  assert.equal(quote.csv(-5), '-5');
  assert.equal(quote.csv('1,5'), '"1,5"');
});

// Each line of these files ends in a text and what stands for it, in hexadecimal.
const casesOf = (/** @type {string} */ file) =>
  [...readFileSync(new URL(`../vectors/${file}`, import.meta.url), 'utf8').matchAll(/,([0-9a-f]*),([0-9a-f]*)\n/g)].map(
    ([, ...bytes]) => bytes.map((hex) => Buffer.from(hex, 'hex').toString()),
  );

test('Python reads each case of CSV fields as its text, or as the text after an apostrophe', async () => {
  const cases = casesOf('csv_fields.csv');
  const rows = await python(
    'import csv, io\nprint(json.dumps(list(csv.reader(io.StringIO(sys.argv[1], newline="")))))',
    cases.map(([, field]) => `${field},x\r\n`).join(''),
  );
  assert.ok(cases.length > 40);
  rows.forEach((/** @type {string[]} */ [field], /** @type {number} */ i) =>
    assert.ok([cases[i][0], `'${cases[i][0]}`].includes(field), field),
  );
});

test('an XML parser reads what stands for each text, also where it refuses the text', async () => {
  const cases = casesOf('xml_text.csv');
  const script = `import xml.etree.ElementTree as tree
def read(text):
    try: return tree.fromstring(text).text or ''
    except tree.ParseError: return None
print(json.dumps([read('<t>' + text + '</t>') for text in json.loads(sys.argv[1])]))`;
  const asXml = (/** @type {string} */ text) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const plain = await python(script, JSON.stringify(cases.map(([text]) => asXml(text))));
  assert.ok(
    plain.filter((/** @type {?string} */ text) => text === null).length >= 5,
    'without the rule, these are no XML',
  );
  const kept = cases.map(([text]) =>
    text.replace(/(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu, '\ufffd').replaceAll('\r', '\n'),
  );
  assert.deepEqual(await python(script, JSON.stringify(cases.map(([, written]) => written))), kept);
});

test('HTML and SVG read every text back as text', async () => {
  const texts = withoutNul.filter((text) => !/(?![\t\n])\p{Cc}/u.test(text));
  const read = `from html.parser import HTMLParser
class Reader(HTMLParser):
    def __init__(self): super().__init__(); self.found = []; self.tags = 0
    def handle_starttag(self, tag, attributes):
        self.tags += 1; self.found.append(dict(attributes)['title']); self.text = ''
    def handle_data(self, data): self.text += data
    def handle_endtag(self, tag): self.found.append(self.text)
reader = Reader(); reader.feed(sys.argv[1]); print(json.dumps([reader.found, reader.tags]))`;
  const page = texts.map((text) => `<i title="${quote.html(text)}">${quote.html(text)}</i>`).join('');
  assert.deepEqual(await python(read, page), [texts.flatMap((text) => [text, text]), texts.length]);
  const svg = `<svg>${texts.map((text) => `<text id="${quote.svg(text)}">${quote.svg(text)}</text>`).join('')}</svg>`;
  const found = await python(
    'import xml.etree.ElementTree as tree\nprint(json.dumps([e.text or "" for e in tree.fromstring(sys.argv[1])]))',
    svg,
  );
  assert.deepEqual(found, texts);
  assert.doesNotThrow(() => quote.svg('\u0000\ud800'));
});

test('CQL reads every text back as one string', () => {
  for (const text of kTexts) {
    const [whole, inner] = /^'((?:[^']|'')*)'$/.exec(quote.cql(text));
    assert.equal(whole.length, inner.length + 2);
    assert.equal(inner.replaceAll("''", "'"), text);
  }
});

test('no text breaks out of a comment', () => {
  for (const text of kTexts) {
    const comment = quote.comment(text);
    assert.doesNotMatch(comment, /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|\*\/|[^"]$/u);
    // To Java, \\u000a is two backslashes and letters; with an odd number of backslashes it would be a line break.
    assert.doesNotMatch(comment, /(?<!\\)(?:\\\\)*\\u000[ad]/i);
  }
});

test('Markdown shows every text as it is, without a link, a tag or emphasis', () => {
  for (const text of kTexts) {
    const shown = quote.markdown(text);
    assert.doesNotMatch(shown, /[<>]|(?<!\\)(?:\\\\)*[`*_[\]|]/);
    assert.doesNotMatch(shown, /\n/);
  }
});
