// A runbook as Markdown.
import { t } from '../../text/language.js';
import { blocksOf } from './runbook_shown.js';

const block = (/** @type {string[]} */ commands) => (commands.length > 0 ? ['```sh', ...commands, '```', ''] : []);

/** @param {string[][]} [table] */
function tableLines(table) {
  if (!table) return [];
  const row = (/** @type {string[]} */ cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const [head, ...rows] = table;
  return [row(head), row(head.map(() => '---')), ...rows.map(row), ''];
}

/** The whole runbook as Markdown. @param {import('./runbook.js').Book} book */
export function markdownOf({ title, facts, notes, steps, canary }) {
  const lines = [
    `# ${title}`,
    '',
    ...facts.map(([name, value]) => `- **${name}**: ${value}`),
    '',
    ...notes.flatMap((note) => [note, '']),
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
      ...blocksOf(step).flatMap((commands, at) => [
        ...(at > 0 && step.trial ? [`**${step.trial.says}**`, ''] : []),
        ...block(commands),
      ]),
      `**${t('Check before you go on')}**`,
      ...step.checks.map((line) => `- [ ] ${line}`),
      '',
      ...tableLines(step.table),
      `**${t('Readers notice')}**: ${step.readers}`,
      '',
    );
    if (step.copier) lines.push(`**${step.copier}**`, '', ...block(step.rescue));
    lines.push(`**${t('To roll back')}**: ${step.back}`, '', ...block(step.undo));
  });
  return lines.join('\n');
}
