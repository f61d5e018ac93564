// A difference for a pull request.
import { html } from '../../text/escaped.js';
import { t } from '../../text/language.js';
import { countRows, figuresOf, flowRows, copyRows, headlineOf, partitionRows, warningsOf } from './words.js';

/** @typedef {import('./form.js').Difference} Difference */
/** @typedef {import('./form.js').Commands} Commands */

const kMost = 20;
const kMostPartitions = 100;
const kFence = '```';

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

/** A file, and the commands that run it. @param {string} title @param {Commands} commands */
const fileOf = (title, { name, text, how, then = [] }) => [
  `${title}: ${name}`,
  `${kFence}json\n${text.trimEnd()}\n${kFence}`,
  `${kFence}sh\n${[how, ...then].join('\n')}\n${kFence}`,
];

/**
 * What both texts are of, where that is one system, with its topic, table or pool.
 * @param {Difference} difference @param {boolean} hidden
 */
function subjectOf({ before, after }, hidden) {
  if (before.title !== after.title) return '';
  const nameOf = (/** @type {import('./form.js').Side} */ { choice = '', topic = choice, topics = [topic] }) =>
    topics.length === 1 ? topics[0] : '';
  const [name, other] = [before, after].map(nameOf);
  return !hidden && name !== '' && name === other ? t('{0} “{1}”', before.title, name) : before.title;
}

/**
 * @param {Difference} difference
 * @param {{before: string, after: string, hidden?: boolean}} names of the two texts; '': they have none; `hidden`: nor
 *   is what they are of named
 */
export function markdownOf(difference, { before, after, hidden = false }) {
  const { flows, copies, back, plan, assignment, counts = [] } = difference;
  const changed = assignment?.partitions ?? [];
  const figures = figuresOf(difference);
  const subject = subjectOf(difference, hidden);
  const texts = before + after === '' ? '' : `${before} → ${after}`;
  const what = subject ? t('What moves in {0}', subject) : t('What changes');
  const title = `### ${plain(texts ? t('{0}: {1}', what, texts) : what)}`;
  const warnings = warningsOf(difference);
  const parts = [
    title,
    `**${plain(headlineOf(difference))}**`,
    ...(warnings.length > 0 ? [warnings.map((text) => `- ${plain(text)}`).join('\n')] : []),
    ...(figures.length > 0 ? [table([[t('Figure'), t('Value')], ...figures], 2)] : []),
    ...(flows.length > 0 ? [table(flowRows(difference, kMost), 2)] : []),
    ...(flows.length > kMost ? [t('The {0} largest of {1} flows.', kMost, flows.length)] : []),
    ...(copies && copies.to.length > 0 ? [table(copyRows(difference, kMost))] : []),
    ...(counts.length > 0 ? [table(countRows(difference, kMostPartitions))] : []),
    ...(counts.length > kMostPartitions
      ? [t('The {0} nodes with the largest changes of {1}.', kMostPartitions, counts.length)]
      : []),
    ...(changed.length > 0 ? [table(partitionRows(difference, kMostPartitions), 3)] : []),
    ...(changed.length > kMostPartitions
      ? [t('The first {0} of {1} partitions.', kMostPartitions, changed.length)]
      : []),
    ...(plan ? fileOf(t('Reassignment'), plan) : []),
    ...(back?.commands ? fileOf(t('Rollback'), back.commands) : []),
  ];
  return `${parts.join('\n\n')}\n`;
}
