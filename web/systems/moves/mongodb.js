// MongoDB 6.0 and later: ranges by sh.moveRange(), in mongosh, while the balancer rests.
import { t } from '../../text/language.js';
import { comment, javascript } from '../../text/quote.js';
import { Refused } from '../shared/rules.js';
import { movesBack, nodesOf, runsOf, sameWay } from './form.js';

/** @typedef {import('./form.js').Move} Move */

const kMostRanges = 10; // of a step

/**
 * A bound as the reader shows it, in mongosh's words: a whole number is a Long, which compares as any other number.
 * @param {string} shown
 * @param {string} entry
 */
function valueOf(shown, entry) {
  if (shown === 'MinKey' || shown === 'MaxKey') return `${shown}()`;
  if (/^-?\d{1,19}$/.test(shown)) return `Long(${javascript(shown)})`;
  const id = /^ObjectId\(([0-9a-f]{24})\)$/.exec(shown);
  if (id) return `ObjectId(${javascript(id[1])})`;
  if (/^"(?:[^"\\]|\\.)*"$/.test(shown)) return javascript(JSON.parse(shown));
  throw new Refused(t('Range {0}: the commands can have a bound that is one number, text or ObjectId.', entry));
}

/** "[5, 9)" as documents. @param {string} entry @param {string} field */
function boundsOf(entry, field) {
  const [, min, max] = /^\[((?:"(?:[^"\\]|\\.)*"|[^",])+), ((?:"(?:[^"\\]|\\.)*"|[^",])+)\)$/.exec(entry) ?? [];
  if (min === undefined)
    throw new Refused(t('Range {0}: the commands can have a bound that is one number, text or ObjectId.', entry));
  return [min, max].map((bound) => `{ ${javascript(field)}: ${valueOf(bound, entry)} }`).join(', ');
}

const endWords = () =>
  t('If “true” was printed in the beginning: {0}. It evens out bytes, and may move ranges back.', 'sh.startBalancer()');

/** @type {import('./form.js').Writer['write']} */
function write(moving) {
  const { of = '', key = [] } = moving;
  nodesOf(
    moving,
    ({ name }) => name,
    (name) => t('The plan names {0}, which is not one of the nodes.', name),
  );
  const dot = of.indexOf('.');
  if (dot < 1) throw new Refused(t('The commands need the collection’s name with its database, as shop.orders.'));
  if (key.length !== 1)
    throw new Refused(t('The commands need the shard key’s field. A key of several fields is not supported.'));
  const commandsOf = (/** @type {Move[]} */ run) =>
    run.map(([entry, , to]) => `sh.moveRange(${javascript(of)}, ${javascript(to)}, ${boundsOf(entry, key[0])})`);
  const collection = `db.getSiblingDB(${javascript(of.slice(0, dot))}).getCollection(${javascript(of.slice(dot + 1))})`;
  return {
    language: 'javascript',
    before: ['print(sh.getBalancerState())', 'sh.stopBalancer()'],
    steps: runsOf(moving.moves, kMostRanges, sameWay).map((run) => ({
      moves: run,
      commands: commandsOf(run),
      checks: [`${collection}.getShardDistribution()`],
      back: commandsOf(movesBack(run)),
    })),
    after: [`// ${comment(endWords())}`],
    files: [],
    notes: [],
    held: t('Written from the documentation. Not run.'),
  };
}

export default { system: 'mongodb', title: 'MongoDB', write };
