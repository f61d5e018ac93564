// What the first step of a cache's runbook says of the misses to come, and how to have fewer of them at once.
import { number, percent, t } from '../../text/language.js';
import { bytesText, timeText } from '../tools/amounts.js';

/**
 * @typedef {import('./runbook_reload_steps.js').Change} Change
 * @typedef {import('./runbook_misses.js').Cost} Cost
 * @typedef {import('./runbook.js').Numbers & {hitRate: number}} Numbers
 */

const kParts = [0.25, 0.5, 1]; // of a weight
const kTimes = 10; // so that a weight of 1 has steps below it
const whole = (/** @type {number} */ each) => number(each, each < 10 ? 1 : 0, 0);

/** The weights on the way to this one, or down from it. @param {number} weight @param {boolean} down */
function stepsTo(weight, down) {
  const steps = [...new Set(kParts.map((part) => Math.max(1, Math.round(part * weight))))];
  return (down ? steps.slice(0, -1).reverse() : steps).join(', ');
}

/**
 * How the servers that come or leave can do so little by little; '' if weights cannot do that.
 * @param {Change} change
 */
function weightWords({ weights, added, removed, before, after }) {
  const names = added.length > 0 ? added : removed,
    side = added.length > 0 ? after : before;
  if (weights === '' || names.length === 0) return '';
  const weight = Math.min(...names.map((name) => side.weights.get(name) ?? 1));
  const words = names.join(', ');
  const down = added.length === 0;
  if (weight > 1)
    return t(
      'Or change the weight of {0} in steps ({1}), each with all of this runbook.',
      words,
      stepsTo(weight, down),
    );
  if (weights === 'ratio')
    return t(
      'Or let weights do it: all weights times ten move no key. Then change that of {0} in steps ({1}), each with all of this runbook.',
      words,
      stepsTo(kTimes, down),
    );
  return t('Weights do not help here: 1 is the least, and to multiply all of them moves keys, too.');
}

/**
 * @param {Change} change
 * @param {Cost} cost
 * @param {Numbers} numbers
 * @returns {string[]}
 */
export function beforeWords(change, cost, { hitRate }) {
  const weights = weightWords(change);
  return [
    t(
      'Know what is to come: {0} of the keys move, and each is missed until its first read has brought it in. At first these are {1} misses per second.',
      percent(change.share),
      whole(cost.misses),
    ),
    t(
      'With a hit rate of {0} the origin gets {1} requests per second now, and up to {2} then. This lasts {3} at most, the lifetime of a value; {4} come in again.',
      percent(hitRate),
      whole(cost.usual),
      whole(cost.peak),
      timeText(cost.seconds),
      bytesText(cost.bytes),
    ),
    t(
      'If the origin cannot bear that, warm up: read the keys that are asked for most through a proxy or client that has the new configuration and no readers, no faster than the origin allows.',
    ),
    ...(weights ? [weights] : []),
  ];
}
