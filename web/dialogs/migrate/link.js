// What a link says beside move=, optional all of it: what moves (move.subject), the protocol beside the first one
// (move.beside), and the numbers of the runbook where it is open (move.runbook), “keys:2000000000,bytes:1000,…”.

/** @returns {{move: string, subject: string, beside: string, runbook: string}} '' where the fragment does not say it */
export function movePartsOf(fragment) {
  const values = new Map(fragment.split('&').map((field) => [field.split('=', 1)[0], field.slice(field.indexOf('=') + 1)]));
  const value = (key) => decodeURIComponent(values.get(key) ?? '');
  return { move: value('move'), subject: value('move.subject'), beside: value('move.beside'), runbook: value('move.runbook') };
}

/** @param {Record<string, string>} numbers by name */
export const runbookText = (numbers) => Object.entries(numbers).map(([name, value]) => `${name}:${value}`).join(',');

/** Those that are well written; what nobody knows is left to who reads them. @returns {Map<string, string>} */
export const runbookNumbers = (text) => new Map([...text.matchAll(/(?:^|,)([\w-]+):([\w.-]+)(?=,|$)/g)].map(([, name, value]) => [name, value]));

const kNotInFigures = ['lesson', 'controls', 'view', 'theme', 'move.beside', 'move.runbook'];

/** What of a fragment a figure of the move needs. */
export const scenarioWithMove = (fragment) => fragment.split('&').filter((field) => !kNotInFigures.includes(field.split('=', 1)[0])).join('&');
