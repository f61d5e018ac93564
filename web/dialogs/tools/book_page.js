// A runbook as a page: facts, steps, and each step's commands with a button that copies them.
import { t } from '../../text/language.js';
import { copy } from '../../host/clipboard.js';
import { svg as escaped } from '../../text/escaped.js';
import { addStyle } from '../../text_view/style.js';
import { blocksOf } from '../../systems/runbook/shown.js';

/** Loads the style sheet of a runbook. */
export const bookStyled = () => addStyle('book', import.meta.url);

const kToldFor = 2000; // ms

/** @param {string[]} items @param {boolean} [ordered] */
function list(items, ordered = false) {
  const rows = items.map((line) => `<li>${escaped(line)}</li>`).join('');
  return ordered ? `<ol>${rows}</ol>` : `<ul>${rows}</ul>`;
}

// A command that is too long for the line goes on in the next one: between its words, not after a hyphen in one.
const commandHtml = (/** @type {string} */ line) =>
  escaped(line).replace(/[^ ]*-[^ ]*/g, (word) => `<span>${word}</span>`);

// Each command is an element of its own, however many lines it takes.
function block(/** @type {string[]} */ commands) {
  if (commands.length === 0) return '';
  const lines = commands.map((line) => `<code>${commandHtml(line)}</code>`);
  return `<div class="commands"><pre tabindex="0">${lines.join('\n')}</pre>
  <button type="button">${t('Copy')}</button></div>`;
}

/** @param {string[][]} [table] */
function tableHtml(table) {
  if (!table) return '';
  const [head, ...rows] = table.map((row, i) => {
    const cells = row.map((cell, column) =>
      i === 0
        ? `<th scope="col">${escaped(cell)}</th>`
        : column === 0
          ? `<th scope="row">${escaped(cell)}</th>`
          : `<td>${escaped(cell)}</td>`,
    );
    return `<tr>${cells.join('')}</tr>`;
  });
  return `<table><thead>${head}</thead><tbody>${rows.join('')}</tbody></table>`;
}

/** A list may be long, and one reads on below it. @param {import('../../systems/runbook/form.js').Step} step */
const movesHtml = ({ name, moves }) =>
  moves ? `<div class="tables" tabindex="0" role="region" aria-label="${escaped(name)}">${tableHtml(moves)}</div>` : '';

/**
 * @param {import('../../systems/runbook/form.js').Step} step
 * @param {number} i
 */
function stepHtml(step, i) {
  const size = [step.time, step.bytes].filter(Boolean).join(', ');
  const says = step.trial ? `<p><strong>${escaped(step.trial.says)}</strong></p>` : '';
  const copier = `<p class="copier"><strong>${escaped(step.copier)}</strong></p>${block(step.rescue)}`;
  return `${step.noReturn ? `<p class="no-return"><strong>${t('Point of no return')}</strong></p>` : ''}
    <section><h3>${i + 1}. ${escaped(step.name)}${size ? ` <small>${escaped(size)}</small>` : ''}</h3>
    <h4>${t('Do')}</h4>${list(step.does)}${movesHtml(step)}${blocksOf(step).map(block).join(says)}
    <h4>${t('Check before you go on')}</h4>${list(step.checks)}${block(step.proof ?? [])}${tableHtml(step.table)}
    <p><strong>${t('Clients notice')}</strong>: ${escaped(step.readers)}</p>${step.copier ? copier : ''}
    <p><strong>${t('To roll back')}</strong>: ${escaped(step.back)}</p>${block(step.undo)}</section>`;
}

/**
 * @param {HTMLElement} article
 * @param {import('../../systems/runbook/form.js').Book} book
 */
export function showBook(article, { title, facts, notes, lists = [], steps, canary }) {
  const rows = facts.map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`);
  const said = notes.map((note) => `<p>${escaped(note)}</p>`);
  if (canary) said.push(`<p><strong>${t('Canary')}</strong>. ${escaped(canary)}</p>`);
  const of = lists.map((one) => `<h3 class="minor">${escaped(one.title)}</h3>${list(one.items, one.ordered)}`);
  article.innerHTML = `<h2>${escaped(title)}</h2><dl>${rows.join('')}</dl>
    ${said.join('')}${of.join('')}${steps.map(stepHtml).join('')}`;
  const blocks = steps
    .flatMap((step) => [...blocksOf(step), step.proof ?? [], step.copier ? step.rescue : [], step.undo])
    .filter((commands) => commands.length > 0);
  [...article.querySelectorAll('.commands button')].forEach((button, i) => {
    /** @type {HTMLElement} */ (button).onclick = () =>
      copy(`${blocks[i].join('\n')}\n`, (/** @type {string} */ words) => {
        button.textContent = words;
        setTimeout(() => {
          button.textContent = t('Copy');
        }, kToldFor);
      });
  });
}
