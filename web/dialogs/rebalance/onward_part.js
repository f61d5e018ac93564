// Where a plan goes on: its runbook, and the page, where Migrate shows how its entries move.
import { t } from '../../text/language.js';
import { refusalOf } from '../../text_view/parts.js';
import { carriedOf } from '../../systems/runbook/carried.js';
import { kGuides } from '../../systems/runbook/guides.js';
import { applyTo, isOpenedTable, wantedOn } from './onward_page.js';
import { PlanRunbook } from './runbook_dialog.js';
import { noteText } from './sentence.js';
import { newNodes } from './wish.js';

/** @typedef {import('../../host/page.js').Page} Page */
/** @typedef {import('./shown.js').Shown} Shown */
/**
 * @typedef {object} Of what the view knows besides
 * @property {import('../../systems/rebalance/problem.js').Asked} asked @property {import('./wish.js').Knobs} knobs
 * @property {string} title of the cluster @property {boolean} ofPage whether it is the page's own table
 * @property {import('./timing.js').Times} times when moves run
 * @property {() => string} link to the plan
 */

const kMostShared = 8000; // characters of a link that everything carries

/** Why the page does not show a plan, by page_change.js's word for it. @type {Record<string, () => string>} */
const kWhyNot = {
  other: () => t('The page has other entries, or has them elsewhere. Open this cluster on the page first.'),
  many: () => t('The plan needs more changes than the page can have. Stop after fewer moves.'),
  none: () => t('The page shows all of it already.'),
};

export class OnwardPart {
  #part;
  #page;
  #core;
  #commands;
  /** @type {?PlanRunbook} */
  #runbook = null;
  /** @type {?{shown: Shown, of: Of}} */
  #now = null;
  #wanted = false; // a link asks for the runbook

  /**
   * @param {(name: string) => any} part of the dialog @param {Page} page
   * @param {import('../tools/dialog_core.js').Core} core
   * @param {{system: string}} commands in whose commands it is shown
   */
  constructor(part, page, core, commands) {
    this.#part = part;
    this.#page = page;
    this.#core = core;
    this.#commands = commands;
    part('write-runbook').onclick = () => this.#open().catch(page.notLoaded);
    part('apply').onclick = () => this.#apply(false);
    part('watch').onclick = () => this.#apply(true);
  }

  /** A link asks for the runbook: it opens with the first plan. @param {boolean} wanted */
  want(wanted) {
    this.#wanted = wanted;
  }

  /** @param {Shown} shown @param {Of} of */
  show(shown, of) {
    this.#now = { shown, of };
    this.#part('onward').hidden = shown.stop === 0;
    const why = this.#whyNot();
    for (const name of ['apply', 'watch']) this.#part(name).hidden = why !== '';
    this.#tell(why);
    if (this.#runbook?.isOpen) this.#runbook.show(this.#carried);
    if (this.#wanted && shown.stop > 0) this.#open().catch(this.#page.notLoaded);
    this.#wanted = false;
  }

  /** @param {string} words */
  #tell(words) {
    if (this.#part('applying').textContent !== words) this.#part('applying').textContent = words;
  }

  /** Why the page cannot show the plan, as far as that is seen at once. */
  #whyNot() {
    const { shown, of } = /** @type {{shown: Shown, of: Of}} */ (this.#now);
    if (shown.problem.entries.some(({ replicas }) => replicas.length > 1))
      return t('The page shows one copy of each entry, so it cannot show where replicas move.');
    if (!of.ofPage && !isOpenedTable(this.#page, shown.reading))
      return t('The page shows something else. Open this cluster on the page, then it can show the plan, too.');
    return '';
  }

  get #carried() {
    const { shown, of } = /** @type {{shown: Shown, of: Of}} */ (this.#now);
    const { plan, stop, reading } = shown;
    const { knobs, asked, title, times } = of;
    const done = { moves: plan.moves.slice(0, stop), groups: plan.groups.slice(0, stop) };
    const chosen = { reading, asked, plan: done, system: this.#commands.system };
    return carriedOf(chosen, {
      of: title.replace(/\.$/, ''),
      added: newNodes(knobs.add).map(({ name }) => name),
      notes: asked.notes.map((note) => `${noteText(note, asked.kind).replace(/\.$/, '')}.`),
      ...{ pace: times.pace, schedule: times.schedule, atOnce: knobs.atOnce },
    });
  }

  async #open() {
    const { of } = /** @type {{of: Of}} */ (this.#now);
    this.#runbook ??= new PlanRunbook();
    await this.#runbook.open(this.#carried, of.ofPage ? () => `${of.link()}/runbook` : null);
  }

  /** Makes the plan the page's last change. @param {boolean} watches whether Migrate then opens */
  async #apply(watches) {
    const { shown, of } = /** @type {{shown: Shown, of: Of}} */ (this.#now);
    const buttons = ['apply', 'watch'].map((name) => this.#part(name));
    for (const button of buttons) button.disabled = true;
    this.#tell(t('Working…'));
    try {
      const wanted = wantedOn(this.#page, shown, of);
      const made = await this.#core.ask('change', wanted);
      if ('why' in made) return this.#tell(kWhyNot[made.why]?.() ?? '');
      const { state } = this.#page;
      const refused = await applyTo(this.#page, wanted.table.input.log ?? [], made);
      if (refused) return this.#tell(refused);
      for (const dialog of document.querySelectorAll('dialog[open]')) /** @type {HTMLDialogElement} */ (dialog).close();
      do await new Promise(requestAnimationFrame);
      while (!state()?.nodes || state().busy);
      this.#page.announce(this.#applied(state().link?.length ?? 0));
      if (watches) this.#migrate();
    } catch (error) {
      this.#tell(refusalOf(error));
    } finally {
      for (const button of buttons) button.disabled = false;
    }
  }

  /** @param {number} length of the page's link */
  #applied(length) {
    const done = t('The plan is the page’s last change. Undo takes it back.');
    return length > kMostShared
      ? `${done} ${t('The link has {0} characters: what carries links may cut it.', length)}`
      : done;
  }

  #migrate() {
    const door = this.#part('migrate');
    door.dataset.dialog = `migrate/${kGuides[this.#commands.system]?.protocol ?? kGuides.sql.protocol}`;
    door.dataset.subject = this.#page.state().own_keys ? 'own' : 'last';
    door.click();
  }
}
