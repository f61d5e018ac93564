// The life of one key: reads the engine's event lines into steps, draws them as a sequence diagram, and says them in
// words.
import { t } from '../../text/language.js';
import { phaseName } from './axis.js';
import { svg as escaped } from '../../text/escaped.js';

/** @typedef {'client' | 'map' | 'old' | 'new' | 'copier'} Place a column of the picture */
/**
 * @typedef {object} Said what a line says
 * @property {string} words
 * @property {Place} [from] where an arrow begins
 * @property {Place} [to] where it ends
 * @property {Place} [also] where another one ends
 * @property {Place} [at] where it happens without an arrow
 * @property {string} [short] the words beside the arrow or the dot
 * @property {boolean} [wrong]
 * @property {boolean} [faint]
 * @property {boolean} [note] a phase begins
 * @property {boolean} [unread] no pattern knows the line
 */
/** @typedef {Said & {time: number}} Step in ms of the run */
/**
 * @typedef {(found: any[]) => Said} Reader takes what a pattern's groups found: texts, undefined, and names of places
 *   that only the pattern knows to be some
 */

const version = (/** @type {string} */ text) =>
  text === 'nothing' ? t('nothing') : text === 'a tombstone' ? t('a tombstone') : text;
const operation = (/** @type {string} */ text) =>
  text.replace(/^(write|delete|read) (.*)$/, (_, /** @type {'write' | 'delete' | 'read'} */ kind, name) => {
    const words = { write: t('write {0}', name), delete: t('delete {0}', name), read: t('read {0}', name) };
    return words[kind];
  });
const side = (/** @type {string} */ name) => (name === 'old' ? t('old') : t('new'));
/** @type {Record<string, string>} */
const reply = { ': refused': 'refused', ': MOVED': 'MOVED', ': ASK': 'ASK' };

/**
 * What each line means: where its arrow goes, and its words. The first pattern that matches applies.
 * @type {[RegExp, Reader][]}
 */
const kLines = [
  [
    /^phase “(.*)” is announced$/,
    ([name]) => ({ at: 'map', note: true, words: t('Phase “{0}” is announced', phaseName(name)) }),
  ],
  [
    /^holder (\d+) \(phase “(.*)”\) sends (.*) to (old|new)( and (old|new))?$/,
    ([holder, phase, what, to, , also]) => ({
      from: 'client',
      to,
      also,
      short: operation(what),
      words: also
        ? t('Client {0} (phase “{1}”) sends {2} to both nodes', holder, phaseName(phase), operation(what))
        : t('Client {0} (phase “{1}”) sends {2} to {3}', holder, phaseName(phase), operation(what), side(to)),
    }),
  ],
  [
    /^a copy of (\S+) lands at (old|new)(: refused|: MOVED|: ASK)?( and is dropped)?$/,
    ([name, to, said, dropped]) => ({
      at: to,
      short: name,
      words: dropped
        ? t('A copy of {0} reaches {1} and is dropped', version(name), side(to))
        : t('A copy of {0} is stored at {1}', version(name), side(to)),
      faint: Boolean(dropped || said),
    }),
  ],
  [
    /^the removal of (.*) lands at (old|new)(: refused|: MOVED|: ASK)?( and is dropped)?$/,
    ([, to]) => ({ at: to, short: t('removed'), words: t('The key is removed at {0}', side(to)) }),
  ],
  [
    /^the copy lands at new( and is dropped)?$/,
    ([dropped]) => ({
      from: 'copier',
      to: 'new',
      short: dropped ? t('dropped') : t('copied'),
      faint: Boolean(dropped),
      words: dropped ? t('The copy reaches the new node and is dropped') : t('The copy is stored at the new node'),
    }),
  ],
  [
    /^(.*) lands at (old|new)(: refused|: MOVED|: ASK)?( \((.*)\))?( and is dropped)?$/,
    ([what, to, said, , held, dropped]) => ({
      at: to,
      short: said ? reply[said] : held ? version(held) : operation(what),
      words: said
        ? t(
            '{0} reaches {1}, which answers {2}',
            operation(what),
            side(to),
            said === ': refused' ? t('“refused”') : reply[said],
          )
        : dropped
          ? t('{0} reaches {1} and is dropped: something newer is there', operation(what), side(to))
          : held
            ? t('{0} finds {1} at {2}', operation(what), version(held), side(to))
            : t('{0} takes effect at {1}', operation(what), side(to)),
      faint: Boolean(said || dropped),
    }),
  ],
  [
    /^the copier reads (.*) at old$/,
    ([name]) => ({
      from: 'old',
      to: 'copier',
      short: version(name),
      words: t('The copier reads {0} at the old node', version(name)),
    }),
  ],
  [
    /^the verifier reads (.*) at (old|new)(: it differs)?$/,
    ([name, at, differs]) => ({
      from: at,
      to: 'copier',
      short: version(name),
      words: differs
        ? t('The verifier reads {0} at {1}: it differs', version(name), side(at))
        : t('The verifier reads {0} at {1}', version(name), side(at)),
    }),
  ],
  [
    /^the repair lands at new( and is dropped)?$/,
    ([dropped]) => ({
      from: 'copier',
      to: 'new',
      short: dropped ? t('dropped') : t('repaired'),
      faint: Boolean(dropped),
      words: dropped ? t('The repair reaches new and is dropped') : t('The repair is put at new'),
    }),
  ],
  [
    /^(old|new) comes back and has forgotten what it held$/,
    ([at]) => ({ at, short: t('forgotten'), words: t('{0} comes back and has forgotten what it held', side(at)) }),
  ],
  [
    /^holder (\d+) asks (\d+) shards$/,
    ([holder, shards]) => ({
      at: 'client',
      short: '→',
      words: t('Client {0} asks {1} {1|shard|shards}', holder, Number(shards)),
    }),
  ],
  [
    /^the key is migrated to (old|new)$/,
    ([to]) => ({
      from: to === 'new' ? 'old' : 'new',
      to,
      short: t('migrated'),
      words: t('The key is migrated to {0}', side(to)),
    }),
  ],
  [
    /^the log brings (.*)$/,
    ([name]) => ({ from: 'copier', to: 'new', short: version(name), words: t('The log delivers {0}', version(name)) }),
  ],
  [
    /^(v\d+) has expired at (old|new)$/,
    ([name, at]) => ({ at, short: t('expired'), words: t('{0} has expired at {1}', version(name), side(at)) }),
  ],
  [
    /^(.*) is acknowledged$/,
    ([what]) => ({ at: 'client', short: '✓', words: t('{0} is acknowledged', operation(what)) }),
  ],
  [
    /^a read returns (.*?)(: (stale read|missed read|returned delete|wrong order|lost write))?$/,
    ([name, , kind]) => ({
      at: 'client',
      short: `← ${version(name)}`,
      wrong: Boolean(kind),
      words: kind
        ? t('A read returns {0}: {1}', version(name), anomalyWords(kind))
        : t('A read returns {0}', version(name)),
    }),
  ],
  [
    /^the client will try (.*) again$/,
    ([what]) => ({
      at: 'client',
      short: '↻',
      faint: true,
      words: t('The client will try again: {0}', operation(what)),
    }),
  ],
  [
    /^the client gives up waiting for (.*)$/,
    ([what]) => ({
      at: 'client',
      short: '…',
      faint: true,
      words: t('The client gives up waiting for {0}', operation(what)),
    }),
  ],
];

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

/** @param {string[]} story @returns {Step[]} */
export function stepsOf(story) {
  return story.map((line) => {
    const [, time, said] = /^([\d.]+) ms: (.*)$/.exec(line) ?? [null, '0', line];
    for (const [pattern, read] of kLines) {
      const found = pattern.exec(said);
      if (found) return { time: Number(time), ...read(found.slice(1)) };
    }
    return { time: Number(time), at: 'client', words: said, unread: true };
  });
}

const kMost = 26; // steps that are drawn
const kAfter = 4; // steps among them that are after the last phase
const kRow = 28;
const kRoomy = 340; // in less width, times and titles are closer
const kAside = 0.5; // columns’ widths that the last title needs on its left
/** @type {Place[]} */
const kColumns = ['client', 'map', 'old', 'new', 'copier'];

/** The steps nearest to the moment when it went wrong; if nothing did, those of the move. @param {Step[]} steps */
function stepsShown(steps) {
  const announced = steps.findLastIndex(({ note }) => note);
  const unharmed = announced >= 0 && !steps.some(({ wrong }) => wrong);
  const end = unharmed ? Math.max(kMost, announced + kAfter) : steps.length;
  return steps.slice(Math.max(0, Math.min(end, steps.length) - kMost), end);
}

/** @param {Place} place */
function titleOf(place) {
  const titles = { client: t('client'), map: t('map'), old: t('old'), new: t('new'), copier: t('copier') };
  return titles[place];
}

/**
 * One step, as a row of the picture.
 * @param {Step} step
 * @param {number} y of its line
 * @param {Record<Place, number>} x of the columns
 * @param {{width: number, left: number}} picture `left`: where the columns begin
 */
function rowSvg(step, y, x, { width, left }) {
  const style = step.wrong ? 'wrong' : step.faint ? 'faint' : '';
  const text = (/** @type {string} */ kind, /** @type {number[]} */ [at, line], anchor = 'middle', words = '') =>
    `<text class="${kind}" x="${at}" y="${line}" text-anchor="${anchor}">${escaped(words)}</text>`;
  const time = `<text class="time" x="4" y="${y + 4}">${step.time.toFixed(1)}</text>`;
  if (step.note) {
    const name = step.words.replace(/^[^“«]*/, '');
    return `${time}<path class="note" d="M${left} ${y}H${width}"/>${text('note-text', [left, y - 5], 'start', name)}`;
  }
  const { from, to, also, at = 'client', short = '' } = step;
  if (from && to) {
    const arrow = (/** @type {Place} */ end) => {
      const way = Math.sign(x[end] - x[from]);
      const head = `m${-6 * way} -4l${6 * way} 4l${-6 * way} 4`;
      return `<path class="arrow ${style}" d="M${x[from]} ${y}H${x[end] - 2 * way}${head}"/>`;
    };
    const words = text(style, [(x[from] + x[to]) / 2, y - 5], 'middle', short);
    return time + arrow(to) + (also ? arrow(also) : '') + words;
  }
  const dot = `<circle class="dot ${style}" cx="${x[at]}" cy="${y}" r="4"/>`;
  const cross = step.wrong ? `<path class="cross" d="M${x[at] - 6} ${y - 6}l12 12m0 -12l-12 12"/>` : '';
  const [aside, anchor] = at === 'copier' ? [-9, 'end'] : [9, 'start'];
  return time + dot + cross + text(style, [x[at] + aside, y + 4], anchor, short);
}

/**
 * The most telling steps, as SVG of this width.
 * @param {Step[]} steps
 * @param {number} width
 * @param {string} label
 */
export function lifeSvg(steps, width, label) {
  const shown = stepsShown(steps);
  const height = 38 + shown.length * kRow;
  const left = width < kRoomy ? 44 : 54;
  const x = /** @type {Record<Place, number>} */ (
    Object.fromEntries(
      kColumns.map((name, i) => [name, left + ((width - left) * (i + 0.5)) / (kColumns.length + kAside)]),
    )
  );
  const lanes = kColumns.map((name) => {
    const [at, anchor] = name === 'copier' ? [width, 'end'] : [x[name], 'middle'];
    const title = `<text class="title" x="${at}" y="14" text-anchor="${anchor}">${titleOf(name)}</text>`;
    return `${title}<path class="lane" d="M${x[name]} 22V${height}"/>`;
  });
  lanes.push(`<text class="time" x="4" y="14">${escaped(t('ms'))}</text>`);
  const rows = shown.map((step, i) => rowSvg(step, 42 + i * kRow, x, { width, left }));
  return (
    `<svg class="life" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"` +
    ` width="${width}" height="${height}" role="img" aria-label="${escaped(label)}">` +
    `${lanes.join('')}${rows.join('')}</svg>`
  );
}
