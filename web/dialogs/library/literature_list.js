// Five texts on sharding, statement by statement, as HTML: what each says, its figure, ours, and a link that shows it.
import { currentLanguage, number, onLanguage, percent, percentSign, t } from '../../text/language.js';
import { element } from '../tools/dialog.js';
import { Core } from '../tools/dialog_core.js';
import { viewsOf } from './figures.js';
import { bytes } from '../../text_view/parts.js';
import { bytesText } from '../tools/amounts.js';

/** @typedef {import('./figures.js').As} As */
/** @typedef {import('./figures.js').Case} Case */
/** @typedef {import('./figures.js').Figures} Figures */
/** @typedef {import('./figures.js').Scenario} Scenario */
/** @typedef {import('./figures.js').Statement} Statement */
/** @typedef {import('./figures.js').Strategy} Strategy */
/** @typedef {import('./figures.js').Text} Text */
/** @typedef {import('./figures.js').View} View */
/** @typedef {import('./figures.js').Words} Words */
/** @typedef {Required<Figures>} Found what a case needs of them is there: it depends on how the case is worded */
/** @typedef {(view: View) => void} Opened */

const core = new Core(new URL('figures_engine.js', import.meta.url), () => import('./figures_engine.js'));
const kFile = new URL('../../../assets/literature/literature.json', import.meta.url);

/** @type {?Promise<Text[]>} */
let loading = null;

/** The texts of assets/literature/literature.json. @returns {Promise<Text[]>} */
export function texts() {
  const mine = (loading ??= fetch(kFile).then((answer) => {
    if (!answer.ok) throw new Error(`${kFile}: HTTP ${answer.status}`);
    return answer.json();
  }));
  mine.catch(() => {
    loading = null;
  }); // the next press may have a connection
  return mine;
}

/** In the reader's language. @param {Words} text */
export const inWords = (text) =>
  typeof text === 'string' ? text : text[/** @type {keyof typeof text} */ (currentLanguage())];

const exact = (/** @type {number} */ share) => number(100 * share, 2) + percentSign();
const percentOf = (/** @type {number} */ share) => number(100 * share, share < 0.1 ? 2 : 1) + percentSign();
const plain = (/** @type {number} */ value) =>
  (currentLanguage() === 'ru' ? value.toFixed(2).replace('.', ',') : value.toFixed(2)) + percentSign();

/** @param {Found} figures */
const moved = ({ moved: count, keys, needless }) =>
  t('{0} of {1} keys moved ({2}), {3} unnecessarily.', count, keys, exact(count / keys), needless);

/** @param {Figures} figures */
const assigned = ({ least, most, mean }) =>
  t(
    '{0} to {1} assignments per node, target was {2}; {3} under and {4} over',
    ...[least, most, Math.round(mean)].map(String),
    plain(100 * (1 - least / mean)),
    plain(100 * (most / mean - 1)),
  );
const items = (/** @type {Found} */ { moved: count }) => t('{0} items moved', String(count));

/** Worded as in each text. @type {Record<As, (figures: Found) => string>} */
const kSaid = {
  moved,
  assigned,
  items,
  gholt: (figures) => `${assigned(figures)}; ${items(figures)}`,
  overlap: ({ moved: count, keys, stddev }) => t('overlap {0}, σ {1}', exact(1 - count / keys), number(stddev, 2)),
  spread: ({ least, most }) =>
    t('{0} to {1} keys per node', least, most) + (least > 0 ? t(', max / min {0}×', number(most / least, 2)) : ''),
  shares: ({ names, counts, keys }) => names.map((name, i) => `${name} ${percent(counts[i] / keys)}`).join(', '),
  memory: ({ memory }) => t('{0} per client', bytes(memory)),
  table: (figures) => {
    const sizes = [1, 1e3, 1e6].map((times) => bytesText(figures.memory * (figures.grows ? times : 1)));
    return `${moved(figures)} ${t('Table: {0} at 10⁶ keys, {1} at 10⁹, {2} at 10¹²', ...sizes)}`;
  },
  suffix: ({ title, keys, suffix, walk }) =>
    t(
      'with suffixes {0} of {1} keys have both replicas on one node, and {2} replicas move; as {3} places replicas, {4} and {5}',
      suffix.same,
      keys,
      suffix.moved,
      t(title),
      walk.same,
      walk.moved,
    ),
  owner: ({ owner }) => (owner.startsWith('node') ? owner : t('node {0}', owner)),
  heirs: ({ heirs }) =>
    t(
      '{0} {0|node takes|nodes take} over its {1} keys',
      heirs.length,
      heirs.reduce((sum, { keys }) => sum + keys, 0),
    ),
  pairs: (figures) =>
    `${moved(figures)} ${t(
      '{0} links carry them, the busiest {1}. One more node would put {2} on the newcomer’s link.',
      figures.links,
      figures.busiest,
      Math.round(figures.keys / (Math.min(figures.nodes, figures.nodesAfter) + 1)),
    )}`,
  requests: (/** @type {Figures} */ { requestPeak, requestPeakAfter: after, nodes, nodesAfter }) =>
    after === undefined
      ? t('the busiest node serves {0}× the mean', number(requestPeak, 2))
      : t(
          'the busiest of {0} nodes serves {1}× the mean; after the change the busiest of {2} serves {3}× the mean',
          nodes,
          number(requestPeak, 2),
          nodesAfter,
          number(after, 2),
        ),
  fullest: ({ most, mean }) =>
    t('the fullest node has {0}× the mean, so all wait {0} times as long as with equal parts', number(most / mean, 2)),
  units: ({ keys, nodes, cv }) =>
    t(
      '{0} units: coefficient of variation {1}, expected √((n − 1)/units) = {2}',
      keys,
      percentOf(cv),
      percentOf(Math.sqrt((nodes - 1) / keys)),
    ),
};

/**
 * The strategies' titles, and the settings that tell apart those of one title.
 * @param {Strategy[]} strategies
 * @param {Figures[]} figures
 */
function namesOf(strategies, figures) {
  return strategies.map(({ strategy, hash, params = {} }, i) => {
    const alike = strategies.filter((other, at) => at !== i && other.strategy === strategy);
    /** @template Value @param {(other: Strategy) => Value} of @param {Value} own */
    const differs = (of, own) => alike.some((other) => of(other) !== own);
    const settings = [
      ...(differs((other) => other.hash, hash) ? [hash] : []),
      ...Object.entries(params).flatMap(([key, value]) =>
        differs((other) => other.params?.[key], value) ? [value] : [],
      ),
    ];
    const shown = settings.map((value) => (typeof value === 'number' ? number(value) : value)).join(', ');
    return t(figures[i].title) + (shown && ` (${shown})`);
  });
}

/** The result of measure() of figures.js, in words. @param {Case} told @param {Figures[]} figures */
export function said({ as, scenario }, figures) {
  const names = as === 'suffix' ? [] : namesOf(scenario.strategies, figures);
  const each = figures.map(
    (found, i) => (names.length > 1 ? `${names[i]}: ` : '') + kSaid[as](/** @type {Found} */ (found)),
  );
  return each.map((text, i) => (i + 1 < each.length ? text.replace(/\.$/, '') : text)).join('; ');
}

/** Ends what is measured. */
export const endMeasuring = () => core.end();

/** @type {Map<string, Promise<Figures[]>>} by question */
const measured = new Map();

/** What the core measures, each once. @param {Case} told @returns {Promise<Figures[]>} */
export function figuresOf(told) {
  const key = JSON.stringify(told);
  const known = measured.get(key);
  if (known) return known;
  const asked = core.ask('measure', { as: told.as, scenario: told.scenario });
  asked.catch(() => measured.delete(key));
  measured.set(key, asked);
  return asked;
}

/** Our figure. @param {Case} told */
export const figureOf = async (told) => said(told, await figuresOf(told));

/** @param {string} name @param {string} text */
function line(name, text) {
  const made = element(`<p class="${name}"></p>`);
  made.textContent = text;
  return made;
}

/** The settings that distinguish one case from another, as links spell them. @param {Scenario} scenario */
const settings = ({ strategies, log = '' }) =>
  [
    ...strategies.map(({ strategy, hash, params = {} }) =>
      [strategy, hash, ...Object.entries(params).map(([key, value]) => `${key}=${value}`)].filter(Boolean).join(' '),
    ),
    log,
  ]
    .filter(Boolean)
    .join(', ');

/** What a text says of a case, or what follows from its formula. @param {Case} told */
export const theirsOf = ({ figure, formula }) =>
  figure ? t('Text: {0}.', inWords(figure)) : formula ? t('By its formula: {0}.', inWords(formula)) : '';

/** @param {Case} told */
function caseOf(told) {
  const made = element('<p class="case"><span class="theirs"></span> <output></output> <a>Open</a> <code></code></p>');
  made.querySelector('code').textContent = settings(told.scenario);
  made.querySelector('.theirs').textContent = [inWords(told.says ?? ''), theirsOf(told)].filter(Boolean).join(' ');
  return made;
}

/** A move while requests continue: its view shows the result. @param {import('./figures.js').Move} move */
function moveOf(move) {
  const made = element('<p class="case"><span></span> <a>Watch it move</a> <code></code></p>');
  made.querySelector('span').textContent = inWords(move.says);
  // phases are in the view
  if (!move.scenario.move.includes(';')) made.querySelector('code').textContent = move.scenario.move;
  return made;
}

/** The text of a link to a dialog. @type {Record<string, string>} */
const kDialogs = {
  pairs: '<p><a>The pairs as a picture</a></p>',
  ring_lookup: '<p><a>Array and tree, measured on this device</a></p>',
  sharding_key: '<p><a>Choose a sharding key</a></p>',
  sections: '<p><a>The number of sections as a plot</a></p>',
  two_level: '<p><a>Requests to the map as a plot</a></p>',
  table: '<p><a>All rows in one table</a></p>',
  jump: '<p><a>Jump, step by step</a></p>',
  joining: '<p><a>A node joins or fails on the ring</a></p>',
  tiers: '<p><a>Power down tiers (GreenCHT)</a></p>',
};

/** @param {View} view */
function partOf({ told, move, dialog = '' }) {
  if (told) return caseOf(told);
  if (move) return moveOf(move);
  return element(dialog ? kDialogs[dialog.split('/')[0]] : '<p><a>The lesson that measures it</a></p>');
}

/** @param {View} view @param {string} address @param {Opened} [opened] */
function viewOf(view, address, opened) {
  const made = partOf(view);
  const link = made.querySelector('a');
  link.href = `${address}#${view.link}`;
  link.onclick = (/** @type {MouseEvent} */ event) => {
    if (opened && !event.ctrlKey && !event.metaKey && !event.shiftKey) opened(view); // otherwise: in another tab
  };
  return made;
}

/** @param {Statement} statement @param {string} address @param {Opened} [opened] */
function statementOf(statement, address, opened) {
  const made = document.createElement('li');
  made.id = statement.id;
  made.append(
    line('says', inWords(statement.says)),
    ...viewsOf(statement).map((view) => viewOf(view, address, opened)),
  );
  if (statement.why) made.append(line('quiet', inWords(statement.why)));
  if (statement.lacks) made.append(line('quiet', `${t('Not here yet:')} ${inWords(statement.lacks)}`));
  return made;
}

/** @param {HTMLElement} section @param {Text} text */
async function compute(section, { statements }) {
  for (const { id, cases = [] } of statements) {
    const outputs = section.querySelectorAll(`[id="${id}"] output`);
    for (const [i, told] of cases.entries()) {
      try {
        const figure = await figureOf(told);
        outputs[i].textContent = t('Here: {0}', figure);
      } catch (error) {
        const { message } = /** @type {Error} */ (error);
        if (message === 'ended') return;
        outputs[i].textContent = message;
      }
    }
  }
}

/** @param {Text} text @param {string} address @param {Opened} [opened] */
function textOf(text, address, opened) {
  const { id, title, author, date, statements } = text;
  const section = element(
    '<details><summary><strong></strong> <span class="quiet"></span></summary><ol></ol></details>',
  );
  section.dataset.text = id;
  section.querySelector('strong').textContent = inWords(title);
  section.querySelector('span').textContent = [
    author && inWords(author),
    date && inWords(date),
    t('{0} {0|statement|statements}', statements.length),
  ]
    .filter(Boolean)
    .join(', ');
  section.querySelector('ol').append(...statements.map((statement) => statementOf(statement, address, opened)));
  section.addEventListener('toggle', () => {
    if (section.open) compute(section, text);
  });
  return section;
}

/**
 * Fills an element with all five texts. Figures are computed when a text is opened.
 * @param {Element} box
 * @param {string} address of the playground, from this page
 * @param {Opened} [opened] called with the view whose link is followed
 */
export async function fill(box, address, opened) {
  const all = await texts();
  const write = () => {
    const before = /** @type {NodeListOf<HTMLDetailsElement>} */ (box.querySelectorAll('details[open]'));
    const open = new Set([...before].map(({ dataset }) => dataset.text));
    box.replaceChildren(...all.map((text) => textOf(text, address, opened)));
    for (const section of box.querySelectorAll('details')) section.open = open.has(section.dataset.text);
  };
  write();
  onLanguage(write);
}
