// Checks the spelling of what people read with hunspell and this folder's dictionaries: en.txt and ru.txt have the
// field's words and names. Everything that the page says is in assets/words/ru.json, in both languages (words.test.mjs
// and EveryLanguage.* test that).
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
/** @import {Json} from '../types.d.ts' */

const kDictionaries = { en: 'en_GB', ru: 'ru_RU' };
const kLetters = { en: /\p{Script=Latin}/u, ru: /\p{Script=Cyrillic}/u };

// Neither code nor names for machines are prose: addresses, files, options, identifiers, units, links.
const kCodes = [
  /<(script|style|pre|code)\b.*?<\/\1>/,
  /<[^<>]*>/,
  /^ *```.*?^ *```/,
  /``[^`]*``/,
  /`[^`]*`/,
  /\]\([^)]*\)/,
  /&\w+;/,
  /https?:\S+/,
  /\{\d(?:\|([^}]*))?\}/,
];
const kCode = new RegExp(kCodes.map(({ source }) => source).join('|'), 'gms');
const kNames = /[\p{L}\d_+$@%#{}()[\].:/\\=*&|<>^~-]*[\d_$@%#{}[\]:/\\=&<>^~][\p{L}\d_+$@%#{}()[\].:/\\=*&|<>^~-]*/gu;
const prose = (/** @type {string} */ text) =>
  text.replace(kCode, (_, __, forms) => (forms ? ` ${forms.replaceAll('|', ' ')} ` : ' '));

const words = (/** @type {string} */ text) =>
  prose(text)
    .replaceAll('\u00ad', '')
    .replace(/[—–…/]|:(?=\s)/g, ' ')
    .replace(kNames, ' ')
    .match(/\p{L}+(?:[’'-]\p{L}+)*\.?/gu) ?? [];

// FNV, camelCase, McIlroy: an upper-case letter after the first marks a name.
const isName = (/** @type {string} */ word) => /\p{L}\p{Lu}/u.test(word);
const partsOf = (/** @type {string} */ word) =>
  word
    .replace(/\.$/, '')
    .replaceAll('’', "'")
    .split('-')
    .map((part) => part.replace(/'s?$/u, ''))
    .filter((part) => [...part].length > 1);

/**
 * Each word of a language in a text, once.
 * @param {'en' | 'ru'} language
 * @param {string} text
 */
export function wordsOf(text, language) {
  const parts = words(text)
    .filter((word) => !isName(word))
    .flatMap(partsOf);
  return [...new Set(parts.filter((part) => kLetters[language].test(part)))];
}

/** The words that hunspell does not know. @param {string[]} list @param {'en' | 'ru'} language */
function unknown(list, language) {
  const { status, stdout, stderr, error } = spawnSync(
    'hunspell',
    ['-i', 'utf-8', '-d', kDictionaries[language], '-l'],
    { input: `${list.join('\n')}\n`, encoding: 'utf8' },
  );
  if (error || status !== 0) throw new Error(`hunspell with ${kDictionaries[language]}: ${error?.message ?? stderr}`);
  return stdout.split('\n').filter(Boolean);
}

const commentsOf = (/** @type {string} */ source) =>
  [...source.matchAll(/\/\*\*.*?\*\/|\/\/[^\n]*/gs)]
    .map(([comment]) => comment.replace(/^ *\/?\*+\/?|@\w+( \{[^}]*\})?/gm, ' '))
    .join('\n');

/**
 * Strings of a lesson or a course under the key of a language, wherever they are.
 * @param {Json} value
 * @param {string} language
 * @returns {string[]}
 */
function textsIn(value, language) {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === language && typeof inner === 'string' ? [inner] : textsIn(inner, language),
  );
}

/**
 * What people read of a file in a language; '' for files in the other language.
 * @param {string} file
 * @param {(file: string) => string} read
 * @param {string} language
 */
function textOf(file, read, language) {
  if (file === 'assets/words/ru.json')
    return Object.entries(JSON.parse(read(file)))
      .map(([english, russian]) => (language === 'en' ? english : russian))
      .join('\n');
  if (file.endsWith('.json')) return textsIn(JSON.parse(read(file)), language).join('\n');
  if (file === 'web/story/story_words.js')
    return [...read(file).matchAll(/(['`])((?:(?!\1)[^\\]|\\.)*)\1/g)]
      .map(([, , text]) => text.replace(/\$\{[^}]*\}/g, ' '))
      .join('\n');
  if (file.endsWith('.ru.html') !== (language === 'ru')) return '';
  return file.endsWith('.d.ts') ? commentsOf(read(file)) : read(file);
}

const kRead = [
  /^(?:README|CONTRIBUTING|CHANGELOG|(?:core|core\/strategies|core\/migration|web|web\/lessons)\/README)\.md$/,
  /^index\.html$/,
  /^web\/page\/[\w.]+\.html$/,
  /^web\/\S+\.d\.ts$/,
  /^assets\/(?:words\/ru|lessons\/(?:sharding|moving)\/[\w-]+)\.json$/,
  /^web\/story\/story_words\.js$/,
];

/**
 * Whether a file's spelling is checked: what readers, users of the core and contributors see, and both languages'
 * texts.
 * @param {string} file
 */
export const isRead = (file) => kRead.some((pattern) => pattern.test(file));

/**
 * The misspelled words of these files, one per line. Also lists words of a dictionary that occur in no file.
 * @param {string[]} files @param {(file: string) => string} read
 */
export function misspelled(files, read, dictionaries = { en: dictionary('en'), ru: dictionary('ru') }) {
  return /** @type {('en' | 'ru')[]} */ (['en', 'ru']).flatMap((language) => {
    const places = new Map();
    for (const file of files)
      for (const word of wordsOf(textOf(file, read, language), language))
        places.set(word, [...(places.get(word) ?? []), file]);
    const known = new Set(dictionaries[language]);
    const strange = unknown([...places.keys()], language);
    const used = (/** @type {string} */ word) => known.has(word) || known.has(word.toLowerCase());
    const unused = dictionaries[language].filter(
      (word) => !strange.some((each) => each === word || each.toLowerCase() === word),
    );
    return [
      ...strange
        .filter((word) => !used(word))
        .map(
          (word) =>
            `${places.get(word).join(', ')}: “${word}” is in no dictionary: ` +
            `mend it, or add it to tests/spelling/${language}.txt`,
        ),
      ...unused.map(
        (word) => `tests/spelling/${language}.txt: nothing has “${word}”, or hunspell knows it: take it out`,
      ),
    ];
  });
}

/** @param {string} language */
function dictionary(language) {
  return readFileSync(new URL(`${language}.txt`, import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean);
}

/** Tests the check itself with a fault in each kind of text. Returns the faults that it did not find. */
export function notFound() {
  /** @type {Record<string, string>} */
  const texts = {
    'README.md': 'A nodee holds `kees`.',
    'index.html': '<p title="x">Add a nodde</p><code>kees</code>',
    'web/headless/x.d.ts': '/** Placees keys. */ const kees = 1; // and moovs them',
    'web/page/story.ru.html': '<p>Узлел хранит ключи</p>',
    'assets/words/ru.json': '{"Ad node {0|key|keyys}":"Добавит узелл"}',
    'assets/lessons/sharding/x.json': '{"a":[{"en":"Gues","ru":"Угодай"}]}',
  };
  const faults = misspelled(Object.keys(texts), (file) => texts[file], { en: [], ru: [] }).join('\n');
  return ['nodee', 'nodde', 'Placees', 'moovs', 'Узлел', 'keyys', 'узелл', 'Gues', 'Угодай']
    .filter((word) => !faults.includes(`“${word}”`))
    .concat(faults.includes('kees') ? ['kees, which is code'] : []);
}
