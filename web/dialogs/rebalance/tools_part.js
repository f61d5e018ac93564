// The same problem as real tools solve it, by their own rules, beside the plan.
import { t } from '../../text/language.js';
import { kTheirs } from '../../systems/rebalance/theirs.js';
import { endOf } from '../../systems/rebalance/tools.js';
import { shownTable, numbersTable } from '../tools/study.js';
import { amountText, ratioText } from './sentence.js';

/** @typedef {import('./shown.js').Shown} Shown */
/** @typedef {import('./rebalance_engine.js').ToolAnswer} ToolAnswer */
/** @typedef {NonNullable<ToolAnswer['plan']>} ToolPlan */
/** @typedef {ToolAnswer & {mark: string, plan: ToolPlan}} Marked */

/** Those that have a plan, each with its number. @param {ToolAnswer[]} tools @returns {Marked[]} */
export const withPlan = (tools) =>
  tools
    .flatMap((tool) => (tool.plan ? [{ ...tool, plan: tool.plan }] : []))
    .map((tool, i) => ({
      ...tool,
      mark: String(i + 1),
    }));

/** Rules of textbooks and our own, which are no tools. */
const kRules = ['largest_first', 'least_moves'];

const knownText = (/** @type {ToolAnswer} */ { id, known }) =>
  id === kTheirs
    ? t('your own output')
    : kRules.includes(id)
      ? t('a simple rule, no tool')
      : known === 'run'
        ? t('compared with the running tool')
        : t('from its source or documentation');

/** @param {Shown} shown @param {Marked[]} tools @returns {import('../tools/study.js').NumbersTable} */
export function toolsTable({ replayed, plan, unit, by, kind }, tools) {
  const last = replayed.curve[replayed.curve.length - 1];
  const moved = (/** @type {number} */ amount) => amountText(amount, unit, kind);
  const left = (/** @type {number} */ amount) => (amount === 0 ? t('none') : amountText(amount, by, kind));
  return numbersTable(
    t('Compared with real tools and simple rules'),
    [
      { title: t('Tool or rule') },
      { title: t('Moved'), shown: moved },
      { title: t('Number of moves') },
      { title: t('Busiest node then'), shown: ratioText },
      { title: t('Left above the limits'), shown: left },
      { title: t('How we know what it does') },
    ],
    [
      [t('This plan'), last.bytes, plan.moves.length, last.worst, last.excess, ''],
      ...tools.map((tool) => {
        const { mark, title, plan: own } = tool;
        const { bytes, worst, excess } = endOf(own);
        return [`${mark} ${t(title)}`, bytes, own.moves.length, worst, excess, knownText(tool)];
      }),
    ],
  );
}

/** @param {(name: string) => any} part @param {Shown} shown @param {ToolAnswer[]} tools */
export function showTools(part, shown, tools) {
  const box = part('tools');
  const marked = withPlan(tools);
  box.classList.toggle('sizeless', shown.unit === 'entries');
  const made = shownTable(toolsTable(shown, marked), 0);
  made.caption?.remove(); // the heading above says it
  const rows = box.querySelector('.tables');
  rows.replaceChildren(made);
  rows.hidden = marked.length === 0;
  const refused = tools.filter(({ plan }) => plan === null);
  const details = part('about-tools');
  details.hidden = tools.every(({ id }) => id === kTheirs);
  details.querySelector('summary').textContent = t('About these tools and rules');
  details.querySelector('ul').replaceChildren(
    ...[
      ...marked
        .filter(({ id }) => id !== kTheirs)
        .map(({ mark, title, source, plan: { ignored } }) => {
          const left = ignored > 0 ? ` ${t('{0} {0|move|moves} would gain too little for it.', ignored)}` : '';
          return `${mark} ${t(title)}: ${t(source)}.${left}`;
        }),
      ...refused.map(({ title, refused: why }) => t('{0} cannot have this problem: {1}', t(title), why)),
    ].map((text) => Object.assign(document.createElement('li'), { textContent: text })),
  );
}
