// “A node joins or fails on the ring”: activates its virtual nodes a few at a time and shows what moves at each step;
// and shows which nodes take over from a node that fails, with 1 to 1,000 virtual nodes.
import { number, onLanguage, percent, percentSign, t } from '../../text/language.js';
import { refuse, StudyCore } from './study_core.js';
import { keysOf } from '../tools/csv_rows.js';
import { Dialog, kRefused } from '../tools/dialog.js';
import { drawnIn } from '../tools/drawn.js';
import { columnsOf, heirsOf } from './joining_pictures.js';
import { connectStudy, keysOfPage, kTakeHtml, numbersTable, shownTable } from '../tools/study.js';

/** @typedef {import('../../host/page.js').Page} Page */
/** @typedef {import('../../api/shapes.js').StateNode} StateNode */
/** @typedef {ReturnType<typeof numbersTable>} NumbersTable */
/** @typedef {ReturnType<typeof import('./ring_walk.js').activate>} Activated */
/** @typedef {import('./ring_walk.js').ActivationStep} ActivationStep */
/** @typedef {import('./ring_walk.js').Heirs} Heirs */
/** @typedef {{activate: Activated, heirs: Heirs[]}} Answers */

const kMostNodes = 100;
const kMostWidth = 920;
const kSteps = [1, 2, 5, 10, 25, 50, 100]; // percent at a time

/** @param {number} step */
const stepOption = (step) => `<option value="${step}"${step === 10 ? ' selected' : ''}>${step}%</option>`;

const kHtml = `
  <p data-name="what" class="quiet"></p>
  ${kRefused}
  <section aria-labelledby="joining-in">
    <h3 id="joining-in">A node joins</h3>
    <div class="line steps"><button type="button" name="back">Previous</button>
      <input name="active" type="range" min="0" max="100" step="10" value="50" aria-label="Active virtual nodes">
      <button type="button" name="forth">Next</button>
      <label>Activate per step <select name="by">${kSteps.map(stepOption).join('')}</select></label></div>
    <p data-name="now" role="status"></p>
    <div data-name="columns"></div>
    <div data-name="moved" class="tables two" tabindex="0" role="region" aria-label="What moves at this step"></div>
  </section>
  <section aria-labelledby="joining-out">
    <h3 id="joining-out">A node fails</h3>
    <div class="line"><label>Node that fails <select name="failed"></select></label></div>
    <p data-name="taken" role="status"></p>
    <div data-name="bars"></div>
    <div data-name="heirs" class="tables" tabindex="0" role="region" aria-label="Who takes over"></div>
  </section>
  ${kTakeHtml}`;

/** A name that no node has; if nodes are numbered, the next number. @param {string[]} names */
function newName(names) {
  if (names.every((name) => /^\d{1,12}$/.test(name))) return String(Math.max(...names.map(Number)) + 1);
  for (let i = names.length; ; ++i) if (!names.includes(`node-${i}`)) return `node-${i}`;
}

class Joining {
  #dialog = new Dialog('joining', 'A node joins or fails on the ring', kHtml);
  #draw = drawnIn(this.#dialog.part('columns'), kMostWidth, (width) => this.#drawAt(width));
  #core = new StudyCore();
  #page;
  #asked = { activate: 0, heirs: 0 }; // counts questions: answers to earlier ones are not shown
  /** @type {?import('./study_core.js').StudyInput} */
  #input = null;
  /** @type {{name: string, weight: number}[]} */
  #nodes = [];
  #newcomer = '';
  #vnodes = 100;
  /** @type {?Activated} */
  #activated = null;
  /** @type {?Heirs[]} */
  #heirs = null;
  /** @type {Record<string, NumbersTable[]>} by the part that shows them */
  #tables = {};
  #part = (/** @type {string} */ name) => this.#dialog.part(name);

  /** @param {Page} page */
  constructor(page) {
    this.#page = page;
    const part = this.#part,
      active = part('active');
    const go = (/** @type {number} */ by) => {
      active.valueAsNumber += by * this.#by;
      this.#show();
    };
    part('back').onclick = () => go(-1);
    part('forth').onclick = () => go(1);
    active.oninput = () => this.#show();
    part('by').onchange = () => this.#activate();
    part('failed').onchange = () => this.#fail();
    this.#dialog.element.addEventListener('close', () => {
      for (const what of /** @type {(keyof Answers)[]} */ (Object.keys(this.#asked))) ++this.#asked[what];
      this.#core.end();
    });
    connectStudy(this.#dialog, page, 'joining', {
      argument: () => `${active.value}/${part('by').value}`,
      said: () => part('now').textContent,
      tables: () => Object.values(this.#tables).flat(),
    });
    onLanguage(() => this.#activated && this.#dialog.element.open && this.open());
  }

  get #by() {
    return Number(this.#part('by').value);
  }

  /** @param {string} [argument] the percentage that is active, and the percentage per step: “40/10” */
  async open(argument) {
    const [, active, by] = /^(\d+)(?:\/(\d+))?$/.exec(argument ?? '') ?? [];
    const part = this.#part;
    if (kSteps.includes(Number(by))) part('by').value = by;
    part('active').step = part('by').value;
    for (const step of part('by').options) step.text = number(Number(step.value)) + percentSign();
    if (active) part('active').value = active;
    this.#dialog.refuse('');
    await this.#dialog.open();
    const { input, says } = keysOfPage(this.#page);
    const { strategy, params, hash, nodes } = this.#page.state();
    const own =
      strategy === 'ring'
        ? { hash, params: { label: params.label, successor: params.successor, bits: params.bits } }
        : {};
    this.#input = { ...input, ...own };
    this.#vnodes = strategy === 'ring' ? /** @type {number} */ (params.vnodes) : 100;
    this.#nodes = /** @type {StateNode[]} */ (nodes).slice(0, kMostNodes).map(({ name, weight }) => ({ name, weight }));
    this.#newcomer = newName(this.#names);
    const chosen = part('failed').value;
    part('failed').replaceChildren(...this.#names.map((name) => new Option(name, name)));
    if (this.#names.includes(chosen)) part('failed').value = chosen;
    part('what').textContent = [
      t(
        '{0} on a ring with {1} {1|virtual node|virtual nodes} for each of {2} {2|node|nodes}.',
        says,
        this.#vnodes,
        this.#names.length,
      ),
      ...(nodes.length > kMostNodes ? [t('The page has {0} nodes; these are the first of them.', nodes.length)] : []),
    ].join(' ');
    await Promise.all([this.#activate(), this.#fail()]);
  }

  get #names() {
    return this.#nodes.map(({ name }) => name);
  }

  /**
   * Shows an answer, unless meanwhile the dialog was closed or the question was asked again.
   * @template {keyof Answers} What
   * @param {What} what
   * @param {object} input
   * @param {(answer: Answers[What]) => void} show
   */
  async #ask(what, input, show) {
    const mine = ++this.#asked[what];
    try {
      const answer = await this.#core.ask(what, { input: this.#input, nodes: this.#nodes, ...input });
      if (mine === this.#asked[what]) show(answer);
    } catch (error) {
      refuse(this.#dialog, error);
    }
  }

  #activate() {
    const by = this.#by;
    this.#part('active').step = String(by);
    const stops = Array.from({ length: 100 / by }, (_, i) => Math.round((this.#vnodes * by * (i + 1)) / 100));
    return this.#ask('activate', { newcomer: this.#newcomer, vnodes: this.#vnodes, stops }, (activated) => {
      this.#activated = activated;
      this.#show();
    });
  }

  /**
   * @param {string} name
   * @param {...NumbersTable} tables
   */
  #put(name, ...tables) {
    this.#tables[name] = tables;
    this.#part(name).replaceChildren(...tables.map((each) => shownTable(each)));
  }

  get #at() {
    return Math.round(this.#part('active').valueAsNumber / this.#by) - 1;
  }

  #show() {
    if (!this.#activated) return;
    const part = this.#part,
      at = this.#at,
      { steps } = this.#activated;
    const active = part('active').valueAsNumber;
    part('back').disabled = active === 0;
    part('forth').disabled = at === steps.length - 1;
    const step = steps[at] ?? { active: 0, held: 0, moved: 0, needless: 0, from: [], shown: [] };
    part('active').setAttribute('aria-valuetext', t('{0}% active', active));
    part('now').textContent =
      at < 0
        ? t('{0} has joined, but none of its virtual nodes is active: it holds no keys.', this.#newcomer)
        : this.#said(step, this.#activated.keys);
    this.#showMoved(step, steps.slice(0, at + 1));
    this.#draw();
  }

  /**
   * @param {ActivationStep} step
   * @param {number} keys
   */
  #said(step, keys) {
    const others = this.#nodes.reduce((sum, { weight }) => sum + weight, 0) * this.#vnodes;
    return t(
      '{0}: {1} of {2} virtual nodes are active. This step moved {3} {3|key|keys} from {4} {4|node|nodes}, {5} unnecessarily. The newcomer holds {6} of all keys; its share of the virtual nodes is {7}.',
      this.#newcomer,
      step.active,
      this.#vnodes,
      step.moved,
      step.from.length,
      step.needless,
      percent(step.held / keys),
      percent(step.active / (others + step.active)),
    );
  }

  /**
   * @param {ActivationStep} step
   * @param {ActivationStep[]} steps up to this one
   */
  #showMoved(step, steps) {
    /** @type {Map<string, number>} */
    const sofar = new Map();
    for (const each of steps)
      for (const { from, keys: given } of each.from) sofar.set(from, (sofar.get(from) ?? 0) + given);
    const givers = [...sofar].sort(([, a], [, b]) => b - a);
    const names = this.#namesOf(step.shown.map(({ key }) => key));
    this.#put(
      'moved',
      numbersTable(
        t('Where the keys of {0} come from', this.#newcomer),
        [{ title: t('From node') }, { title: t('Keys of this step') }, { title: t('Keys so far') }],
        givers.map(([from, given]) => [from, step.from.find((each) => each.from === from)?.keys ?? 0, given]),
      ),
      numbersTable(
        t('The first keys of this step'),
        [{ title: t('Key') }, { title: t('From node') }],
        step.shown.map(({ from }, i) => [names[i], from]),
      ),
    );
  }

  /** The names of the keys at these positions. @param {number[]} positions */
  #namesOf(positions) {
    if (positions.length === 0) return [];
    const all = keysOf(this.#page.bridge, Math.max(...positions) + 1);
    return positions.map((key) => all[key]);
  }

  #fail() {
    const failed = this.#part('failed').value;
    return this.#ask('heirs', { failed }, (found) => {
      this.#heirs = found;
      this.#showHeirs(found, failed);
      this.#draw();
    });
  }

  /**
   * @param {Heirs[]} found
   * @param {string} failed
   */
  #showHeirs(found, failed) {
    const told = found.map(({ vnodes, heirs }) =>
      t('{0} {0|node|nodes} with {1} {1|virtual node|virtual nodes} each', heirs.length, vnodes),
    );
    this.#part('taken').textContent = t('{0} fails. Its keys go to: {1}.', failed, told.join('; '));
    const keysFor = (/** @type {string} */ name) =>
      found.map(({ heirs }) => heirs.find(({ heir }) => heir === name)?.keys ?? 0);
    const rows = this.#names.filter((name) => name !== failed).map((name) => [name, ...keysFor(name)]);
    const total = found.map(({ keys }) => keys),
      busiest = found.map(({ keys, heirs }) => (keys > 0 ? heirs[0].keys / keys : 0));
    this.#put(
      'heirs',
      numbersTable(
        t('Keys that each node takes over, by virtual nodes per node'),
        [{ title: t('Successor') }, ...found.map(({ vnodes }) => ({ title: number(vnodes) }))],
        [...rows, [t('All'), ...total]],
      ),
      numbersTable(
        t('The busiest successor'),
        [
          { title: t('Virtual nodes per node') },
          ...found.map(({ vnodes }) => ({
            title: number(vnodes),
            shown: (/** @type {number} */ value) => number(100 * value, 1) + percentSign(),
          })),
        ],
        [[t('its share of the keys'), ...busiest]],
      ),
    );
  }

  /** @param {number} width in CSS pixels */
  #drawAt(width) {
    const part = this.#part;
    const names = [...this.#names, this.#newcomer];
    if (this.#activated)
      part('columns').innerHTML = columnsOf({ steps: this.#activated.steps, at: this.#at, nodes: names }, width);
    if (this.#heirs) part('bars').innerHTML = heirsOf(this.#heirs, names, width);
  }
}

/** @type {?Joining} */
let dialog = null;

/**
 * @param {Page} page
 * @param {string} [argument]
 */
export async function open(page, argument) {
  dialog ??= new Joining(page);
  await dialog.open(argument);
}
