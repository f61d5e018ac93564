// What happened to a key that moves, in the page's language: each of the engine's events becomes a step, with the place
// of its arrow in the picture and its words.
import { t } from '../../text/language.js';
import { phaseName } from './axis.js';

/** @typedef {import('../../headless/reshard-core.d.ts').StoryEvent} StoryEvent */
/** @typedef {'client' | 'map' | 'old' | 'new' | 'copier'} Place a column of the picture */
/**
 * @typedef {object} Said what an event says
 * @property {string} words
 * @property {Place} [from] where an arrow begins
 * @property {Place} [to] where it ends
 * @property {Place} [also] where another one ends
 * @property {Place} [at] where it happens without an arrow
 * @property {string} [short] the words beside the arrow or the dot
 * @property {boolean} [wrong]
 * @property {boolean} [faint]
 * @property {boolean} [note] a phase begins
 */
/** @typedef {Said & {time: number}} Step in ms of the run */

/** @param {string | undefined} name */
const version = (name = '') => (name === 'nothing' ? t('nothing') : name === 'a tombstone' ? t('a tombstone') : name);

/** @param {StoryEvent} event */
function operation({ operation: kind = 'read', number = 0 }) {
  const name = String(number); // it names one, it does not count
  const words = { write: t('write {0}', `v${name}`), delete: t('delete {0}', name), read: t('read {0}', name) };
  return words[kind];
}

const side = (/** @type {'old' | 'new' | undefined} */ name) => (name === 'new' ? t('new') : t('old'));

/** @param {StoryEvent} event @returns {Said} */
function sends(event) {
  const { client, phase = '', to = ['old'] } = event;
  const [first, also] = to;
  const args = [String(client), phaseName(phase), operation(event)];
  return {
    ...{ from: 'client', to: first, also, short: operation(event) },
    words: also
      ? t('Client {0} (phase “{1}”) sends {2} to both nodes', ...args)
      : t('Client {0} (phase “{1}”) sends {2} to {3}', ...args, side(first)),
  };
}

/** @param {StoryEvent} event @returns {Said} */
function landsCopy({ at, version: name, answer, dropped }) {
  return {
    ...{ at, short: name, faint: Boolean(dropped || answer) },
    words: dropped
      ? t('A copy of {0} reaches {1} and is dropped', version(name), side(at))
      : t('A copy of {0} is stored at {1}', version(name), side(at)),
  };
}

/** @param {StoryEvent} event */
function landsWords(event) {
  const { at, version: found, answer, dropped } = event;
  const [what, where] = [operation(event), side(at)];
  if (answer) {
    return t('{0} reaches {1}, which answers {2}', what, where, answer === 'refused' ? t('“refused”') : answer);
  }
  if (dropped) return t('{0} reaches {1} and is dropped: something newer is there', what, where);
  return found ? t('{0} finds {1} at {2}', what, version(found), where) : t('{0} takes effect at {1}', what, where);
}

/** @param {StoryEvent} event @returns {Said} */
function lands(event) {
  const { at, message, version: found, answer, dropped } = event;
  if (message === 'copy') return landsCopy(event);
  if (message === 'removal') return { at, short: t('removed'), words: t('The key is removed at {0}', side(at)) };
  const short = answer ?? (found ? version(found) : operation(event));
  return { at, short, words: landsWords(event), faint: Boolean(answer || dropped) };
}

/** @param {StoryEvent} event @returns {Said} */
function reads({ actor, at, version: name, differs }) {
  const arrow = { from: at, to: /** @type {Place} */ ('copier'), short: version(name) };
  if (actor === 'copier') return { ...arrow, words: t('The copier reads {0} at the old node', version(name)) };
  return {
    ...arrow,
    words: differs
      ? t('The verifier reads {0} at {1}: it differs', version(name), side(at))
      : t('The verifier reads {0} at {1}', version(name), side(at)),
  };
}

/** @param {StoryEvent} event @returns {Said} */
function puts({ actor, dropped }) {
  const repairs = actor === 'verifier';
  const words = repairs
    ? dropped
      ? t('The repair reaches new and is dropped')
      : t('The repair is put at new')
    : dropped
      ? t('The copy reaches the new node and is dropped')
      : t('The copy is stored at the new node');
  const short = dropped ? t('dropped') : repairs ? t('repaired') : t('copied');
  return { from: 'copier', to: 'new', short, faint: dropped === true, words };
}

/** @param {StoryEvent} event @returns {Said} */
function returns({ version: name, found }) {
  return {
    ...{ at: 'client', short: `← ${version(name)}`, wrong: found !== undefined },
    words: found
      ? t('A read returns {0}: {1}', version(name), anomalyWords(found))
      : t('A read returns {0}', version(name)),
  };
}

/**
 * Where the arrow of an event goes, and its words. Only the checker tells of the events that are missing.
 * @type {Partial<Record<StoryEvent['event'], (event: StoryEvent) => Said>>}
 */
const kEvents = {
  announced: ({ phase = '' }) => ({ at: 'map', note: true, words: t('Phase “{0}” is announced', phaseName(phase)) }),
  sends,
  lands,
  reads,
  puts,
  returns,
  asks_shards: ({ client, shards }) => ({
    ...{ at: 'client', short: '→' },
    words: t('Client {0} asks {1} {1|shard|shards}', String(client), Number(shards)),
  }),
  acknowledged: (event) => ({ at: 'client', short: '✓', words: t('{0} is acknowledged', operation(event)) }),
  tries_again: (event) => ({
    ...{ at: 'client', short: '↻', faint: true },
    words: t('The client will try again: {0}', operation(event)),
  }),
  gives_up: (event) => ({
    ...{ at: 'client', short: '…', faint: true },
    words: t('The client gives up waiting for {0}', operation(event)),
  }),
  migrates: ({ at }) => ({
    ...{ from: at === 'new' ? 'old' : 'new', to: at, short: t('migrated') },
    words: t('The key is migrated to {0}', side(at)),
  }),
  brings: ({ version: name, at }) => ({
    ...{ from: 'copier', to: at, short: version(name) },
    words: t('The log delivers {0}', version(name)),
  }),
  expires: ({ version: name, at }) => ({
    ...{ at, short: t('expired') },
    words: t('{0} has expired at {1}', version(name), side(at)),
  }),
  forgets: ({ at }) => ({
    ...{ at, short: t('forgotten') },
    words: t('{0} comes back and has forgotten what it held', side(at)),
  }),
};

/** What went wrong, in the page's language. @param {string} kind @returns {string} */
export function anomalyWords(kind) {
  /** @type {Record<string, string>} */
  const words = {
    'lost write': t('lost write'),
    'stale read': t('stale read'),
    'missed read': t('missed read'),
    'returned delete': t('returned delete'),
    'wrong order': t('wrong order'),
  };
  return words[kind] ?? kind;
}

/** @param {StoryEvent[]} events of a run @returns {Step[]} */
export function stepsOf(events) {
  return events.map((event) => {
    const say = kEvents[event.event];
    if (!say) throw new Error(`no words for ${event.event}`);
    return { time: event.atMs, ...say(event) };
  });
}
