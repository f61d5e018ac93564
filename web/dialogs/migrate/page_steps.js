// How much the page's own steps move, beside what is moved at once here.
import { number, percent, t } from '../../text/language.js';

/** @typedef {import('../../host/page.js').Page} Page */
/** @typedef {import('../../api/answers.js').HistoryStep & import('../../api/answers.js').StepCosts} Step */
/** @typedef {import('../../headless/reshard-core.d.ts').NodeInput} Node */
/**
 * @typedef {object} PageSteps
 * @property {number} count of the moves since the initial state, up to the step that is shown
 * @property {number} share of the keys that they move, as the timeline adds it up
 * @property {number} keys
 * @property {string} strategy
 * @property {number} before how many nodes there were
 * @property {string[]} added
 * @property {string[]} removed
 */

const nameOf = (/** @type {Node} */ node) => (typeof node === 'string' ? node : node.name);

/** @param {Pick<Page, 'bridge'>} page */
function namesBefore({ bridge }) {
  const { nodes = 5 } = bridge.read('scenario');
  return Array.isArray(nodes) ? nodes.map(nameOf) : Array.from({ length: nodes }, (_, i) => `node-${i}`);
}

/**
 * The nodes that the page has added.
 * @param {Pick<Page, 'bridge' | 'state'>} page
 */
export function addedNames(page) {
  const before = new Set(namesBefore(page));
  return (page.state().nodes ?? []).map(nameOf).filter((name) => !before.has(name));
}

/**
 * What the timeline says; null while it is not measured, and if nothing has moved yet, or something was set up between
 * moves.
 * @param {Pick<Page, 'bridge' | 'state'>} page
 * @returns {?PageSteps}
 */
export function stepsOf({ bridge, state }) {
  const { at, steps } = /** @type {{at: number, steps: Step[]}} */ (bridge.read('timeline'));
  const shown = steps.slice(0, at + 1);
  const done = shown
    .slice(shown.map(({ kind }) => kind).lastIndexOf('start') + 1)
    .filter(({ kind }) => kind !== 'compared');
  if (done.length === 0 || !done.every(({ kind, costs = [] }) => kind === 'move' && costs.length > 0)) return null;
  const before = namesBefore({ bridge });
  const after = (state().nodes ?? []).map(nameOf);
  return {
    count: done.length,
    // As movedUpTo() of the timeline's strip, which would come with all that dialogs share.
    share: done.reduce((sum, { costs, keys }) => sum + costs[0].moved / keys, 0),
    keys: done[0].keys,
    strategy: done[0].costs[0].strategy,
    before: before.length,
    added: after.filter((name) => !before.includes(name)),
    removed: before.filter((name) => !after.includes(name)),
  };
}

/**
 * Why the runbook of Redis Cluster shows another share than the page; '' if it shows the same, or other nodes.
 * @param {?PageSteps} steps
 * @param {{before: number, added: number, drained: (?string)[], share: number}} plan `drained`: who leaves, null where
 *   only their number is known; `share`: of the slots
 */
export function rebalanceWords(steps, { before, added, drained, share }) {
  if (!steps || steps.strategy !== 'redis_slots') return '';
  const { removed } = steps;
  const same = removed.length === drained.length && drained.every((name) => name === null || removed.includes(name));
  if (!same || steps.before !== before || steps.added.length !== added) return '';
  const [once, page] = [percent(share), percent(steps.share)];
  if (once === page) return '';
  if (steps.count === 1) return t('{0} of the slots move, and with them {1} of the page’s keys.', once, page);
  return t(
    'In one rebalance {0} of the slots move; in {1} steps, as on the page, {2} of its keys.',
    once,
    steps.count,
    page,
  );
}

/**
 * Why a sample moves another share than the page; '' if it is the same.
 * @param {?PageSteps} steps
 * @param {{moved: number, keys: number}} sample
 */
export function sampleWords(steps, { moved, keys }) {
  if (!steps) return '';
  const [sample, page] = [percent(moved / keys), percent(steps.share)];
  if (sample === page) return '';
  return steps.count === 1
    ? t('Of this sample of {0} keys, {1} move; of the page’s {2}, {3}.', keys, sample, number(steps.keys), page)
    : t(
        'Of this sample of {0} keys, {1} move at once; in {2} steps, as on the page, {3}.',
        keys,
        sample,
        steps.count,
        page,
      );
}
