// The language of the page. English texts are in the code that shows them. Another language is a table from each
// English text to its translation (assets/words/ru.json), fetched on first use: t() is for texts, translate() for HTML.

/** @typedef {Record<string, string>} Table each English text with its translation */

// Each language by its own name; all but English have a table, and the button switches to the next one.
/** @type {Record<string, string>} */
const kNames = { en: 'English', ru: 'Русский' };
export const languages = Object.keys(kNames);

const kPlace = 'reshard.language';
const kAttributes = ['aria-label', 'title', 'placeholder', 'label'];

let language = 'en';
let wanted = 'en';
/** @type {Table} */
let table = {};
/** @type {Record<string, Table>} */
const tables = {};
/** @type {((table: Table) => void)[]} */
const listeners = [];
/** @type {WeakMap<Node, {english: string, shown: string}>} text and attribute nodes of the page's HTML */
const written = new WeakMap();

export const currentLanguage = () => language;

// The translation of a text. The text may be a stranger's, so members that every object inherits do not count.
/** @param {string} english */
const inTable = (english) => (Object.hasOwn(table, english) ? table[english] : undefined);

// A number of four digits, and one with every mark, as the language's table writes them.
const kNumbers = '1,234; 12,345.6%';
const numbers = () => inTable(kNumbers) ?? kNumbers;

/** The mark between a number and its fraction. */
export const decimalMark = () => numbers()[numbers().lastIndexOf('6') - 1];

/** What follows a number: “17.2%”, in Russian with a space. */
export const percentSign = () => numbers().slice(numbers().lastIndexOf('6') + 1);

/** @param {unknown} text */
const numberOf = (text) => {
  const plain = String(text).replace(/\s/g, '');
  return Number(decimalMark() === ',' ? plain.replaceAll(',', '.') : plain.replaceAll(',', ''));
};
/** @type {Record<string, number>} */
const kForm = { one: 0, few: 1, many: 2, other: 1 };

/**
 * A number as the language, and the canvas, writes it: commas between groups of digits in English, narrow spaces in
 * Russian; trailing zeros only up to `least` digits.
 * @param {number | bigint} value
 */
export function number(value, digits = 0, least = digits) {
  /** @type {Intl.NumberFormatOptions} */
  const form = {
    minimumFractionDigits: least,
    maximumFractionDigits: digits,
    useGrouping: numbers().indexOf(';') > 4 ? true : 'min2',
  };
  return /** @type {number} */ (value).toLocaleString(language, form).replace(/\s/g, '\u202f');
}

/** A share, 0 to 1, as a percentage. @param {number} share */
export const percent = (share) => number(100 * share, 1) + percentSign();

/**
 * The text in the page's language, with {0}, {1}, … filled in. {0|key|keys} becomes the form that goes with the number
 * {0}: English has two forms, Russian three (as in web/text/words.h).
 * @param {string} english @param {...any} put
 */
export function t(english, ...put) {
  /** @param {string} _ @param {number} i @param {string} [forms] */
  const filled = (_, i, forms) => {
    if (forms === undefined) return typeof put[i] === 'number' ? number(put[i]) : put[i];
    return forms.split('|')[kForm[new Intl.PluralRules(language).select(numberOf(put[i]))]];
  };
  return (inTable(english) ?? english).replace(/\{(\d)(?:\|([^}]*))?\}/g, filled);
}

// Code is the same in every language.
/** @param {Node} node */
const notCode = (node) =>
  node.nodeName === 'CODE' || node.nodeName === 'PRE' ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT;

// The texts and attributes below a node that are still as they were; what a script has changed since then is skipped.
/** @param {Node} root @returns {Generator<Text | Attr>} */
function* nodesOf(root) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, notCode);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.nodeType === Node.TEXT_NODE) yield /** @type {Text} */ (node);
    if (!(node instanceof Element)) continue;
    for (const name of kAttributes) {
      if (node.hasAttribute(name)) yield /** @type {Attr} */ (node.getAttributeNode(name));
    }
  }
}

/** @param {Node} node */
function show(node) {
  const known = /** @type {{english: string, shown: string}} */ (written.get(node));
  if (node.nodeValue !== known?.shown) return; // also where there is none
  const [, before, words, after] = /** @type {RegExpExecArray} */ (/^(\s*)(.*?)(\s*)$/s.exec(known.english));
  const there = inTable(words.replace(/[ \n]+/g, ' '));
  node.nodeValue = known.shown = there === undefined ? known.english : before + there + after;
}

/**
 * Shows new HTML in the page's language, and from now on in every other language that is chosen.
 * @template {Node} Root @param {Root} root
 */
export function translate(root) {
  for (const node of nodesOf(root)) {
    const english = node.nodeValue ?? '';
    if (!/[a-z]/i.test(english)) continue;
    written.set(node, { english, shown: english });
    show(node);
  }
  return root;
}

/**
 * A document fragment made from `html`, with its texts in the page's language.
 * @param {string} html @returns {any} because only the HTML says which elements are in it
 */
export function translated(html) {
  const template = document.createElement('template');
  template.innerHTML = html;
  return translate(template.content);
}

/** The table of a language; English needs none. @param {string} name @returns {Promise<Table>} */
export async function tableOf(name) {
  if (name === 'en') return {};
  const answer = await fetch(new URL(`../../assets/words/${name}.json`, import.meta.url));
  if (!answer.ok) throw new Error(`assets/words/${name}.json: HTTP ${answer.status}`);
  return answer.json();
}

/** Sets what t() and number() use from now on; works without a page too. @param {string} name @param {Table} words */
export function useTable(name, words) {
  language = name;
  table = words;
}

/** Switches the page to this language. Fails if its table cannot be loaded. @param {string} next */
export async function speak(next) {
  wanted = next;
  const words = (tables[next] ??= await tableOf(next));
  if (wanted !== next) return; // another language was chosen meanwhile
  useTable(next, words);
  document.documentElement.lang = next;
  for (const node of nodesOf(document)) show(node);
  for (const listener of listeners) listener(table);
}

/**
 * @param {(table: Table) => void} listener called with the table of each language that is chosen; and now, unless it is
 * English
 */
export function onLanguage(listener) {
  listeners.push(listener);
  if (language !== 'en') listener(table);
}

const nextLanguage = () => languages[(languages.indexOf(language) + 1) % languages.length];

/**
 * Switches to the next language. The browser remembers it if it can; an address that asks for a language is updated.
 */
export async function switchLanguage() {
  const next = nextLanguage();
  await speak(next);
  try {
    localStorage.setItem(kPlace, next);
  } catch {
    // storage is forbidden: the choice lasts as long as the page
  }
  const address = new URL(location.href);
  if (!address.searchParams.has('lang')) return;
  address.searchParams.set('lang', next);
  history.replaceState(history.state, '', address);
}

/**
 * A button with the name of the next language, in that language.
 * @param {HTMLElement} button @param {(error: Error) => void} failed
 */
export function connectLanguageButton(button, failed) {
  const label = () => {
    button.lang = nextLanguage();
    button.textContent = kNames[button.lang];
  };
  button.onclick = () => switchLanguage().catch(failed);
  label();
  onLanguage(label);
}

function firstLanguage() {
  const asked = [new URLSearchParams(location.search).get('lang')];
  try {
    asked.push(localStorage.getItem(kPlace));
  } catch {
    // nothing is stored here
  }
  asked.push(...navigator.languages.map((tag) => tag.slice(0, 2)));
  return asked.find((tag) => tag !== null && languages.includes(tag)) ?? 'en';
}

/**
 * Puts the page into the reader's language; if its table cannot be loaded, the page stays English. Each page asks for
 * it by itself: to load this module must not touch a page that is written in its own language, as the story is.
 */
export function speakFirst() {
  translate(document);
  return speak(firstLanguage()).catch((error) => {
    document.documentElement.lang = language; // web/page/early.js expected the other language
    console.warn(error);
  });
}
