// “Power down tiers (GreenCHT)”: a copy of each key in each tier, and which nodes may sleep while every key has a copy
// awake.
import { number, onLanguage, percent, percentSign, t } from '../../text/language.js';
import { refuse, StudyCore } from './study_core.js';
import { Dialog, element, kRefused } from '../tools/dialog.js';
import { drawnIn } from '../tools/drawn.js';
import { connectStudy, keysOfPage, kTakeHtml, numbersTable, shownTable } from '../tools/study.js';
import { boxesOf } from './tiers_pictures.js';
import { chanceOfLoss, linkOf, nodesOf } from './tiers_walk.js';

/** @typedef {import('../../host/page.js').Page} Page */
/** @typedef {ReturnType<typeof numbersTable>} NumbersTable */
/** @typedef {ReturnType<typeof import('./tiers_walk.js').sleep>} Counted */

const kMostWidth = 920;

const kHtml = `
  <p data-name="what" class="quiet"></p>
  <div class="line">
    <label>Tiers, and copies of each key
      <input name="tiers" type="number" min="2" max="5" step="1" value="3" required></label>
    <label>Nodes in a tier <input name="each" type="number" min="1" max="10" step="1" value="4" required></label>
  </div>
  ${kRefused}
  <section aria-labelledby="tiers-night">
    <h3 id="tiers-night">Which nodes sleep?</h3>
    <div data-name="sleepers" class="sleepers"></div>
    <p data-name="outcome" role="status"></p>
    <div data-name="boxes"></div>
    <p><a data-name="open">Open this state in the playground</a></p>
    <div data-name="nodes" class="tables" tabindex="0" role="region" aria-label="Nodes"></div>
  </section>
  <section aria-labelledby="tiers-modes">
    <h3 id="tiers-modes">How many nodes can sleep?</h3>
    <p data-name="most"></p>
    <div data-name="modes" class="tables" tabindex="0" role="region" aria-label="Power modes"></div>
  </section>
  <section aria-labelledby="tiers-paper">
    <h3 id="tiers-paper">What this shows of GreenCHT, and what it leaves out</h3>
    <p class="quiet">Zhao, Wan, Wang and Xie (MSST 2015; Frontiers of Information Technology & Electronic Engineering
      17(10), 2016) put the copies of each key on tiers of the ring that share no node, so that whole tiers can be
      powered down and every key stays available. That is what you see: Cassandra’s NetworkTopologyStrategy, with a rack
      for each tier, puts one copy on each.</p>
    <p class="quiet">Checked against the abstracts of both papers. Not here: the log on nodes that are awake, which
      takes the writes meant for sleeping copies; the scheduler, which predicts the load and chooses how many tiers to
      wake; the hash positions of Sheepdog, in which they built it.</p>
  </section>
  ${kTakeHtml}`;

const share = (/** @type {number} */ value) => number(100 * value, 2) + percentSign();

class Tiers {
  #dialog = new Dialog('tiers', 'Power down tiers (GreenCHT)', kHtml);
  #draw = drawnIn(this.#dialog.part('boxes'), kMostWidth, (width) => this.#drawAt(width));
  #core = new StudyCore();
  #page;
  #asked = 0; // counts questions: answers to earlier ones are not shown
  /** @type {?import('./study_core.js').StudyInput} */
  #input = null;
  /** @type {Set<number>} */
  #asleep = new Set();
  /** @type {?Counted} */
  #slept = null;
  /** @type {Record<string, NumbersTable[]>} by the part that shows them */
  #tables = {};
  #part = (/** @type {string} */ name) => this.#dialog.part(name);

  /** @param {Page} page */
  constructor(page) {
    this.#page = page;
    const part = this.#part;
    for (const name of ['tiers', 'each']) part(name).onchange = () => this.#resize();
    this.#dialog.element.addEventListener('close', () => {
      ++this.#asked;
      this.#core.end();
    });
    part('open').onclick = () => this.#dialog.close();
    connectStudy(this.#dialog, page, 'tiers', {
      argument: () => [part('tiers').value, part('each').value, [...this.#asleep].join('.')].join('/'),
      said: () => part('outcome').textContent,
      tables: () => Object.values(this.#tables).flat(),
    });
    onLanguage(() => this.#slept && this.#dialog.element.open && this.open());
  }

  /** @returns {number} */
  get #tiers() {
    return this.#part('tiers').valueAsNumber;
  }

  /** @returns {number} */
  get #each() {
    return this.#part('each').valueAsNumber;
  }

  /** @param {string} [argument] tiers, nodes in each, and the positions of those that sleep: “3/4/4.5.6.7” */
  async open(argument) {
    const [, tiers, each, asleep] = /^([2-5])\/(10|[1-9])(?:\/([\d.]*))?$/.exec(argument ?? '') ?? [];
    const part = this.#part;
    if (tiers) part('tiers').value = tiers;
    if (each) part('each').value = each;
    if (asleep !== undefined)
      this.#asleep = new Set(
        asleep
          .split('.')
          .filter(Boolean)
          .map(Number)
          .filter((node) => node < this.#tiers * this.#each),
      );
    else if (!this.#slept || tiers) this.#night();
    this.#dialog.refuse('');
    await this.#dialog.open();
    const { input, says } = keysOfPage(this.#page);
    this.#input = input;
    part('what').textContent = t('{0}. At night fewer nodes are enough: which of them can be switched off?', says);
    this.#sleepers();
    await this.#count();
  }

  // Puts all tiers but the first to sleep.
  #night() {
    this.#asleep = new Set(nodesOf(this.#tiers, this.#each).flatMap(({ tier }, node) => (tier > 0 ? [node] : [])));
  }

  #resize() {
    if (!['tiers', 'each'].every((name) => this.#part(name).validity.valid)) {
      this.#dialog.refuse(t('Tiers: 2 to 5; nodes in a tier: 1 to 10'));
      return;
    }
    this.#dialog.refuse('');
    this.#night();
    this.#sleepers();
    this.#count();
  }

  // A row of boxes to tick for each tier.
  #sleepers() {
    const rows = Array.from({ length: this.#tiers }, (_, tier) => this.#row(tier));
    this.#part('sleepers').replaceChildren(...rows);
  }

  /** A box for the tier, and one for each of its nodes. @param {number} tier */
  #row(tier) {
    const nodes = nodesOf(this.#tiers, this.#each);
    const row = element('<fieldset><legend></legend></fieldset>');
    row.querySelector('legend').textContent = t('Tier {0}', tier + 1);
    const boxes = nodes.flatMap((node, i) => (node.tier === tier ? [{ name: node.name, i }] : []));
    const whole = this.#box(t('all of it'), (on) =>
      boxes.forEach(({ i }) => (on ? this.#asleep.add(i) : this.#asleep.delete(i))),
    );
    const each = boxes.map(({ name, i }) =>
      this.#box(name, (on) => (on ? this.#asleep.add(i) : this.#asleep.delete(i))),
    );
    const tick = () => {
      each.forEach(({ input }, at) => {
        input.checked = this.#asleep.has(boxes[at].i);
      });
      whole.input.checked = boxes.every(({ i }) => this.#asleep.has(i));
    };
    tick();
    row.addEventListener('change', () => {
      tick();
      this.#count();
    });
    row.append(...[whole, ...each].map(({ label }) => label));
    return row;
  }

  /**
   * @param {string} name
   * @param {(on: boolean) => void} change
   */
  #box(name, change) {
    const label = element('<label><input type="checkbox"> <span></span></label>');
    label.querySelector('span').textContent = name;
    const input = label.querySelector('input');
    input.onchange = () => change(input.checked);
    return { label, input };
  }

  async #count() {
    const mine = ++this.#asked,
      asked = { tiers: this.#tiers, each: this.#each, asleep: [...this.#asleep].sort((a, b) => a - b) };
    this.#asleep = new Set(asked.asleep);
    this.#part('open').setAttribute('href', `#${linkOf(asked)}`);
    try {
      const slept = await this.#core.ask('sleep', { input: this.#input, ...asked });
      if (mine !== this.#asked) return;
      this.#slept = slept;
      this.#show(slept);
    } catch (error) {
      refuse(this.#dialog, error);
    }
  }

  /**
   * @param {string} name
   * @param {...NumbersTable} tables
   */
  #put(name, ...tables) {
    this.#tables[name] = tables;
    this.#part(name).replaceChildren(...tables.map((each) => shownTable(each)));
  }

  /** @param {Counted} slept */
  #show(slept) {
    const { keys, tiered, ordinary } = slept,
      nodes = nodesOf(this.#tiers, this.#each),
      count = nodes.length,
      asleep = this.#asleep.size;
    this.#part('outcome').textContent = t(
      '{0} of {1} nodes sleep. With tiers, {2} {2|key has|keys have} no copy awake ({3}); on an ordinary ring with as many copies, {4} ({5}; expected {6}).',
      asleep,
      count,
      tiered.lost,
      share(tiered.lost / keys),
      ordinary.lost,
      share(ordinary.lost / keys),
      share(chanceOfLoss(count, asleep, this.#tiers)),
    );
    this.#put(
      'nodes',
      numbersTable(
        t('Keys that each node serves'),
        [
          { title: t('Node') },
          { title: t('Tier') },
          { title: t('State') },
          { title: t('With tiers') },
          { title: t('Ordinary ring') },
        ],
        nodes.map(({ name, tier }, i) => [
          name,
          tier + 1,
          this.#asleep.has(i) ? t('asleep') : t('awake'),
          tiered.served[i],
          ordinary.served[i],
        ]),
      ),
    );
    this.#showModes(slept, count);
    this.#draw();
  }

  /**
   * @param {Counted} slept
   * @param {number} count of nodes
   */
  #showModes({ keys, tiered, ordinary }, count) {
    const quorum = Math.floor(this.#tiers / 2) + 1;
    this.#part('most').textContent = [
      t(
        'Switch nodes off one after another, as long as every key has a copy awake: {0} of {1} in tiers, all but one tier ({2}); {3} of {1} on an ordinary ring.',
        tiered.most.length,
        count,
        percent((this.#tiers - 1) / this.#tiers),
        ordinary.most.length,
      ),
      t('Where a read or a write needs a quorum of the copies, {0} tiers have to stay awake.', quorum),
    ].join(' ');
    const lost = (/** @type {number} */ value) => share(value / keys),
      times = (/** @type {number} */ value) => `${number(value, 2)}×`;
    this.#put(
      'modes',
      numbersTable(
        t('Power modes'),
        [
          { title: t('Tiers awake') },
          { title: t('Nodes awake'), shown: percent },
          { title: t('Without a copy: with tiers'), shown: lost },
          { title: t('Ordinary ring'), shown: lost },
          { title: t('Max / mean of those awake'), shown: times },
        ],
        tiered.modes.map(({ awake, lost: none, busiest }, i) => [
          String(awake),
          awake / this.#tiers,
          none,
          ordinary.modes[i].lost,
          busiest,
        ]),
      ),
    );
  }

  /** @param {number} width in CSS pixels */
  #drawAt(width) {
    const part = this.#part;
    if (!this.#slept) return;
    const { keys, tiered, ordinary } = this.#slept,
      names = nodesOf(this.#tiers, this.#each).map(({ name }) => name);
    if (tiered.served.length !== names.length) return; // another number of nodes is being counted
    /** @type {(words: string, counted: {lost: number}) => string} */
    const title = (words, { lost }) => t('{0}: {1} of the keys without a copy', words, share(lost / keys));
    part('boxes').innerHTML = boxesOf(
      {
        names,
        each: this.#each,
        asleep: this.#asleep,
        rings: [
          { title: title(t('With tiers'), tiered), served: tiered.served },
          { title: title(t('Ordinary ring'), ordinary), served: ordinary.served },
        ],
      },
      width,
    );
  }
}

/** @type {?Tiers} */
let dialog = null;

/**
 * @param {Page} page
 * @param {string} [argument]
 */
export async function open(page, argument) {
  dialog ??= new Tiers(page);
  await dialog.open(argument);
}
