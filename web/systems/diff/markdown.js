// A difference for a pull request.
import { html } from '../../text/escaped.js';
import { t } from '../../text/language.js';
import { figuresOf, flowRows, copyRows, headlineOf, warningsOf } from './words.js';

/** @typedef {import('./form.js').Difference} Difference */

const kMost = 20;

/** Names are data: no mark of Markdown, HTML or a formula in them may take effect. @param {string} text */
const plain = (text) =>
  html(text.replace(/\p{Cc}/gu, ' ').replace(/[\\`*_{}[\]|~#]/g, (mark) => `\\${mark}`)).replace(/\$/g, '&#36;');

/** @param {string[][]} rows the first is the head @param {number} [names] columns before the numbers */
function table([head, ...rows], names = 1) {
  const line = (/** @type {string[]} */ cells) => `| ${cells.map(plain).join(' | ')} |`;
  return [line(head), `| ${head.map((_, i) => (i < names ? '---' : '--:')).join(' | ')} |`, ...rows.map(line)].join(
    '\n',
  );
}

/**
 * What both texts are of, where that is one system, with its topic, table or pool.
 * @param {Difference} difference @param {boolean} hidden
 */
function subjectOf({ before, after }, hidden) {
  if (before.title !== after.title) return '';
  const [name, other] = [before, after].map(({ choice = '', topic = choice }) => topic);
  return !hidden && name !== '' && name === other ? t('{0} “{1}”', before.title, name) : before.title;
}

/**
 * @param {Difference} difference
 * @param {{before: string, after: string, hidden?: boolean}} names of the two texts; '': they have none; `hidden`: nor
 *   is what they are of named
 */
export function markdownOf(difference, { before, after, hidden = false }) {
  const { flows, copies, back } = difference;
  const figures = figuresOf(difference);
  const subject = subjectOf(difference, hidden);
  const texts = before + after === '' ? '' : `${before} → ${after}`;
  const what = subject ? t('What moves in {0}', subject) : t('What changes');
  const title = `### ${plain(texts ? t('{0}: {1}', what, texts) : what)}`;
  const warnings = warningsOf(difference);
  const fence = '```';
  const parts = [
    title,
    `**${plain(headlineOf(difference))}**`,
    ...(warnings.length > 0 ? [warnings.map((text) => `- ${plain(text)}`).join('\n')] : []),
    ...(figures.length > 0 ? [table([[t('Figure'), t('Value')], ...figures], 2)] : []),
    ...(flows.length > 0 ? [table(flowRows(difference, kMost), 2)] : []),
    ...(flows.length > kMost ? [t('The {0} largest of {1} flows.', kMost, flows.length)] : []),
    ...(copies && copies.to.length > 0 ? [table(copyRows(difference, kMost))] : []),
    ...(back?.commands
      ? [`${t('Rollback')}: \`${back.commands.how}\``, `${fence}json\n${back.commands.text.trimEnd()}\n${fence}`]
      : []),
  ];
  return `${parts.join('\n\n')}\n`;
}
