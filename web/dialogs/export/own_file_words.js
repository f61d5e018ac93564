// Why a file is not written again, in the page's language.
import { t } from '../../text/language.js';
import { said } from '../files/reading_words.js';

/** Texts of systems/edit with a part that differs. @type {[RegExp, (...parts: string[]) => string][]} */
const kPatterns = [
  [/^(.+) is in the text twice: change it by hand$/s, (name) => t('{0} is in the text twice: change it by hand', name)],
  [
    /^(.+) is down: no line of this file can say so$/s,
    (name) => t('{0} is down: no line of this file can say so', name),
  ],
  [
    /^the weight of (.+) is (.+): only whole weights up to (\d+) can be written$/s,
    (name, weight, most) =>
      t('the weight of {0} is {1}: only whole weights up to {2} can be written', name, weight, Number(most)),
  ],
  [
    /^(.+) is (.+) \(the file has (.+)\), which no line of a server can say$/s,
    (what, is, was) => t('{0} is {1} (the file has {2}), which no line of a server can say', what, is, was),
  ],
  [/^(.+) has replicas: change it by hand$/s, (name) => t('{0} has replicas: change it by hand', name)],
  [/^“(.+)” is no address of a server$/s, (name) => t('“{0}” is no address of a server', name)],
  [/^“(.+)” is no server that twemproxy takes$/s, (name) => t('“{0}” is no server that twemproxy takes', name)],
  [
    /^(.+) is a backup, which takes no keys: change it by hand$/s,
    (name) => t('{0} is a backup, which takes no keys: change it by hand', name),
  ],
  [
    /^HAProxy accepts letters, digits and _-\.: in names, so not “(.+)”$/s,
    (name) => t('HAProxy accepts letters, digits and _-.: in names, so not “{0}”', name),
  ],
];

const kStrategy = /^strategy is (\w+) \(the file has (\w+)\)/;

/** @param {string} why @param {(id: string) => string} titleOf a strategy */
export function ownFileText(why, titleOf) {
  const [, is, was] = kStrategy.exec(why) ?? [];
  if (was !== undefined) {
    const words = 'the strategy is now {0} (the file has {1}), which no line of a server can say';
    return t(words, titleOf(is), titleOf(was));
  }
  for (const [pattern, words] of kPatterns) {
    const found = pattern.exec(why);
    if (found) return words(...found.slice(1));
  }
  return said(why);
}
