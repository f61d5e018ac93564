// A runbook as Markdown.
import { t } from '../../text/language.js';
import { blocksOf } from './shown.js';

/** The fence's name of each language that is not the one that Markdown knows it by. @type {Record<string, string>} */
const kFences = { shell: 'sh' };

/** @param {string[]} [commands] @param {string} [language] */
function block(commands = [], language = 'shell') {
  if (commands.length === 0) return [];
  return [`\`\`\`${kFences[language] ?? language}`, ...commands, '```', ''];
}

/** @param {string[][]} [table] */
function tableLines(table) {
  if (!table) return [];
  const row = (/** @type {string[]} */ cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const [head, ...rows] = table;
  return [row(head), row(head.map(() => '---')), ...rows.map(row), ''];
}

/** The whole runbook as Markdown. @param {import('./form.js').Book} book */
export function markdownOf({ title, facts, notes, lists = [], steps, language, canary }) {
  const lines = [
    `# ${title}`,
    '',
    ...facts.map(([name, value]) => `- **${name}**: ${value}`),
    '',
    ...notes.flatMap((note) => [note, '']),
    ...lists.flatMap((list) => [
      `**${list.title}**`,
      '',
      ...list.items.map((line, i) => `${list.ordered ? `${i + 1}.` : '-'} ${line}`),
      '',
    ]),
    ...(canary ? [`**${t('Canary')}.** ${canary}`, ''] : []),
  ];
  steps.forEach((step, i) => {
    if (step.noReturn) lines.push('---', '', `**${t('Point of no return')}**`, '');
    const size = [step.time, step.bytes].filter(Boolean).join(', ');
    lines.push(
      `## ${i + 1}. ${step.name}${size && ` (${size})`}`,
      '',
      ...step.does.map((line) => `- [ ] ${line}`),
      '',
      ...tableLines(step.moves),
      ...blocksOf(step).flatMap((commands, at) => [
        ...(at > 0 && step.trial ? [`**${step.trial.says}**`, ''] : []),
        ...block(commands, language),
      ]),
      `**${t('Check before you go on')}**`,
      ...step.checks.map((line) => `- [ ] ${line}`),
      '',
      ...block(step.proof, language),
      ...tableLines(step.table),
      `**${t('Readers notice')}**: ${step.readers}`,
      '',
    );
    if (step.copier) lines.push(`**${step.copier}**`, '', ...block(step.rescue, language));
    lines.push(`**${t('To roll back')}**: ${step.back}`, '', ...block(step.undo, language));
  });
  return lines.join('\n');
}
