// What people have to know before they believe a plan, or carry it out: of which entries the text has no figures, and
// which are in trouble already.
import { t } from '../../text/language.js';
import { wordsOf } from '../shared/kinds.js';

/** @typedef {import('./problem.js').Asked} Asked */
/** @typedef {import('./problem.js').Unwell} Unwell */

/** Said before anything else about the plan, since nothing is proven of the others. @param {Asked} asked */
export function partialText({ partial, kind }) {
  if (!partial) return '';
  const { known, all } = partial;
  return t(
    'A plan for {0} {1} alone: the text has no figures of the other {2}. They stay, and count as nothing.',
    ...[known, wordsOf(kind).of(all), wordsOf(kind).whole(all - known)],
  );
}

/** @type {Record<Unwell['what'], (count: number, names: string) => string>} */
const kUnwell = {
  under_replicated: (count, names) =>
    t('{0} {0|partition is|partitions are} under-replicated or without a leader: {1}.', count, names),
  not_started: (count, names) => t('{0} {0|shard has|shards have} copies that are not started: {1}.', count, names),
  not_clean: (count, names) => t('{0} placement {0|group is|groups are} not active+clean: {1}.', count, names),
};

/** @param {Asked} asked */
export function unwellText({ unwell }) {
  if (!unwell) return '';
  const { what, count, names } = unwell;
  return kUnwell[what](count, names.join(', ') + (count > names.length ? '…' : ''));
}

/** Nodes that were down when the text was written. @param {Asked} asked */
export function downText({ notes }) {
  const down = notes.find(({ what }) => what === 'down');
  if (!down) return '';
  return t(
    '{0} {0|node is|nodes are} down: {1}.',
    down.count,
    down.names.join(', ') + (down.count > down.names.length ? '…' : ''),
  );
}
