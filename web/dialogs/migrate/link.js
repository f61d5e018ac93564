// What a link may say besides move=: what moves (move.subject), the protocol beside it (move.beside), and, if the
// runbook is open, its numbers (move.runbook), “keys:2000000000,bytes:1000,…”.

import { unescaped } from '../../text/unescaped.js';

/**
 * @param {string} fragment
 * @returns {{move: string, subject: string, beside: string, runbook: string}} '' if the fragment does not say it
 */
export function movePartsOf(fragment) {
  const values = new Map(
    fragment.split('&').map((field) => [field.split('=', 1)[0], field.slice(field.indexOf('=') + 1)]),
  );
  const value = (/** @type {string} */ key) => unescaped(values.get(key) ?? '');
  return {
    move: value('move'),
    subject: value('move.subject'),
    beside: value('move.beside'),
    runbook: value('move.runbook'),
  };
}

/** @param {Record<string, string>} numbers by name */
export const runbookText = (numbers) =>
  Object.entries(numbers)
    .map(([name, value]) => `${name}:${value}`)
    .join(',');

/** The well-formed ones; unknown names are left to the caller. @param {string} text @returns {Map<string, string>} */
export const runbookNumbers = (text) =>
  new Map([...text.matchAll(/(?:^|,)([\w-]+):([\w.-]+)(?=,|$)/g)].map(([, name, value]) => [name, value]));

const kNotInFigures = ['lesson', 'controls', 'view', 'theme', 'move.beside', 'move.runbook'];

/** The parts of a fragment that a figure of the move needs. @param {string} fragment */
export const scenarioWithMove = (fragment) =>
  fragment
    .split('&')
    .filter((field) => !kNotInFigures.includes(field.split('=', 1)[0]))
    .join('&');
