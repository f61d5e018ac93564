// Spells what people read with hunspell and the dictionaries of this folder: en.txt and ru.txt have the field's words, and
// names. Everything the page says is in assets/words/ru.json, in both languages (words.test.mjs and EveryLanguage.* hold that).
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const kDictionaries = { en: 'en_GB', ru: 'ru_RU' };
const kLetters = { en: /\p{Script=Latin}/u, ru: /\p{Script=Cyrillic}/u };

// Code is no prose, nor is what names things for machines: addresses, files, options, identifiers, units, links.
const kCode = /<(script|style|pre|code)\b.*?<\/\1>|<[^<>]*>|^ *```.*?^ *```|``[^`]*``|`[^`]*`|\]\([^)]*\)|&\w+;|https?:\S+|\{\d(?:\|([^}]*))?\}/gms;
const kNames = /[\p{L}\d_+$@%#{}()[\].:/\\=*&|<>^~-]*[\d_$@%#{}[\]:/\\=&<>^~][\p{L}\d_+$@%#{}()[\].:/\\=*&|<>^~-]*/gu;
const prose = (text) => text.replace(kCode, (_, __, forms) => (forms ? ` ${forms.replaceAll('|', ' ')} ` : ' '));

const words = (text) => prose(text).replaceAll('\u00ad', '').replace(/[—–…/]|:(?=\s)/g, ' ').replace(kNames, ' ').match(/\p{L}+(?:[’'-]\p{L}+)*\.?/gu) ?? [];

// FNV and wasm, camelCase and McIlroy: letters in upper case after the first are a name's.
const isName = (word) => /\p{L}\p{Lu}/u.test(word);
const partsOf = (word) => word.replace(/\.$/, '').replaceAll('’', "'").split('-').map((part) => part.replace(/'s?$/u, '')).filter((part) => [...part].length > 1);

/** Each word of a language in a text, once. @param {'en' | 'ru'} language */
export function wordsOf(text, language) {
  const parts = words(text).filter((word) => !isName(word)).flatMap(partsOf);
  return [...new Set(parts.filter((part) => kLetters[language].test(part)))];
}

/** The words that hunspell does not know. @param {string[]} list @param {'en' | 'ru'} language */
function unknown(list, language) {
  const { status, stdout, stderr, error } = spawnSync('hunspell', ['-i', 'utf-8', '-d', kDictionaries[language], '-l'], { input: `${list.join('\n')}\n`, encoding: 'utf8' });
  if (error || status !== 0) throw new Error(`hunspell with ${kDictionaries[language]}: ${error?.message ?? stderr}`);
  return stdout.split('\n').filter(Boolean);
}

const commentsOf = (source) => [...source.matchAll(/\/\*\*.*?\*\/|\/\/[^\n]*/gs)].map(([comment]) => comment.replace(/^ *\/?\*+\/?|@\w+( \{[^}]*\})?/gm, ' ')).join('\n');

/** Strings of a lesson or a course under the key of a language, wherever they are. */
function textsIn(value, language) {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (key === language && typeof inner === 'string' ? [inner] : textsIn(inner, language)));
}

/** What of a file is read in a language; '' for files that are not of it. */
function textOf(file, read, language) {
  if (file === 'assets/words/ru.json') return Object.entries(JSON.parse(read(file))).map(([english, russian]) => (language === 'en' ? english : russian)).join('\n');
  if (file.endsWith('.json')) return textsIn(JSON.parse(read(file)), language).join('\n');
  if (file === 'web/story/words.js') return [...read(file).matchAll(/(['`])((?:(?!\1)[^\\]|\\.)*)\1/g)].map(([, , text]) => text.replace(/\$\{[^}]*\}/g, ' ')).join('\n');
  if (file.endsWith('.ru.html') !== (language === 'ru')) return '';
  return file.endsWith('.d.ts') ? commentsOf(read(file)) : read(file);
}

/** Whether it is spelled: what readers, users of the core and contributors get, and both languages' texts. */
export const isRead = (file) => /^(?:README|CONTRIBUTING|CHANGELOG|(?:core|core\/strategies|core\/migration|web|web\/lessons)\/README)\.md$|^index\.html$|^web\/page\/[\w.]+\.html$|^web\/\S+\.d\.ts$|^assets\/(?:words\/ru|lessons\/(?:sharding|moving)\/[\w-]+)\.json$|^web\/story\/words\.js$/.test(file);

/**
 * What is misspelled in these files: one line each. A word of a dictionary that no file has is one too.
 * @param {string[]} files @param {(file: string) => string} read
 */
export function misspelled(files, read, dictionaries = { en: dictionary('en'), ru: dictionary('ru') }) {
  return /** @type {('en' | 'ru')[]} */ (['en', 'ru']).flatMap((language) => {
    const places = new Map();
    for (const file of files) for (const word of wordsOf(textOf(file, read, language), language)) places.set(word, [...places.get(word) ?? [], file]);
    const known = new Set(dictionaries[language]);
    const strange = unknown([...places.keys()], language);
    const used = (word) => known.has(word) || known.has(word.toLowerCase());
    const unused = dictionaries[language].filter((word) => !strange.some((each) => each === word || each.toLowerCase() === word));
    return [
      ...strange.filter((word) => !used(word)).map((word) => `${places.get(word).join(', ')}: “${word}” is in no dictionary: mend it, or add it to tests/spelling/${language}.txt`),
      ...unused.map((word) => `tests/spelling/${language}.txt: nothing has “${word}”, or hunspell knows it: take it out`),
    ];
  });
}

function dictionary(language) {
  return readFileSync(new URL(`${language}.txt`, import.meta.url), 'utf8').split('\n').filter(Boolean);
}

/** Whether the check sees: a text of each kind with a fault in it, of which each must be found. Gives those that are not. */
export function notFound() {
  const texts = {
    'README.md': 'A nodee holds `kees`.', 'index.html': '<p title="x">Add a nodde</p><code>kees</code>', 'web/headless/x.d.ts': '/** Placees keys. */ const kees = 1; // and moovs them',
    'web/page/story.ru.html': '<p>Узлел хранит ключи</p>', 'assets/words/ru.json': '{"Ad node {0|key|keyys}":"Добавит узелл"}', 'assets/lessons/sharding/x.json': '{"a":[{"en":"Gues","ru":"Угодай"}]}',
  };
  const faults = misspelled(Object.keys(texts), (file) => texts[file], { en: [], ru: [] }).join('\n');
  return ['nodee', 'nodde', 'Placees', 'moovs', 'Узлел', 'keyys', 'узелл', 'Gues', 'Угодай'].filter((word) => !faults.includes(`“${word}”`))
    .concat(faults.includes('kees') ? ['kees, which is code'] : []);
}
