// A runbook as Markdown.
import { t } from '../../text/language.js';
import { html } from '../../text/quote.js';
import { blocksOf } from './shown.js';

/** The fence's name of each language that is not the one that Markdown knows it by. @type {Record<string, string>} */
const kFences = { shell: 'sh' };

/**
 * Words with names in them, which may be anything: as text, without HTML, and legible in the Markdown itself, too.
 * @param {string} words
 */
const plain = (words) =>
  words
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_[\]|~$]/g, '\\$&')
    .replace(/^[#+=-]|(?<=^\d+)[.)](?= |$)/, '\\$&')
    .replace(/[&<>]/g, html);

/** @param {string[]} [commands] @param {string} [language] */
function block(commands = [], language = 'shell') {
  if (commands.length === 0) return [];
  const runs = commands.flatMap((line) => line.match(/`+/g) ?? []);
  const fence = '`'.repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
  return [`${fence}${kFences[language] ?? language}`, ...commands, fence, ''];
}

/** @param {string[][]} [table] */
function tableLines(table) {
  if (!table) return [];
  const row = (/** @type {string[]} */ cells) => `| ${cells.join(' | ')} |`;
  const [head, ...rows] = table.map((cells) => cells.map(plain));
  return [row(head), row(head.map(() => '---')), ...rows.map(row), ''];
}

/** The whole runbook as Markdown. @param {import('./form.js').Book} book */
export function markdownOf({ title, facts, notes, lists = [], steps, language, canary }) {
  const lines = [
    `# ${plain(title)}`,
    '',
    ...facts.map(([name, value]) => `- **${plain(name)}**: ${plain(value)}`),
    '',
    ...notes.flatMap((note) => [plain(note), '']),
    ...lists.flatMap((list) => [
      `**${plain(list.title)}**`,
      '',
      ...list.items.map((line, i) => `${list.ordered ? `${i + 1}.` : '-'} ${plain(line)}`),
      '',
    ]),
    ...(canary ? [`**${t('Canary')}.** ${plain(canary)}`, ''] : []),
  ];
  steps.forEach((step, i) => {
    if (step.noReturn) lines.push('---', '', `**${t('Point of no return')}**`, '');
    const size = [step.time, step.bytes].filter(Boolean).join(', ');
    lines.push(
      `## ${i + 1}. ${plain(step.name)}${size && ` (${plain(size)})`}`,
      '',
      ...step.does.map((line) => `- [ ] ${plain(line)}`),
      '',
      ...tableLines(step.moves),
      ...blocksOf(step).flatMap((commands, at) => [
        ...(at > 0 && step.trial ? [`**${plain(step.trial.says)}**`, ''] : []),
        ...block(commands, language),
      ]),
      `**${t('Check before you go on')}**`,
      ...step.checks.map((line) => `- [ ] ${plain(line)}`),
      '',
      ...block(step.proof, language),
      ...tableLines(step.table),
      `**${t('Clients notice')}**: ${plain(step.readers)}`,
      '',
    );
    if (step.copier) lines.push(`**${plain(step.copier)}**`, '', ...block(step.rescue, language));
    lines.push(`**${t('To roll back')}**: ${plain(step.back)}`, '', ...block(step.undo, language));
  });
  return lines.join('\n');
}
