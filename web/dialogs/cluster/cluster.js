// The dialog that reads what people paste or drop of a cluster that runs, says what it recognised, and opens it.
import { onLanguage, t } from '../../text/language.js';
import { limitsText } from '../files/doors.js';
import { takeRows } from '../files/given_rows.js';
import { Reading } from '../files/reading.js';
import { Dialog, table } from '../tools/dialog.js';
import { kHtml } from './cluster_html.js';
import { choiceText, factsOf, notOpenedText, refusalText, sentenceOf, skippedText, tableOf } from './cluster_rules.js';
import { Identifying } from './identifying.js';
import { Instead } from './instead.js';
import { MarksForm } from './marks_form.js';
import { openShown } from './open_shown.js';
import { linesOf } from './reading_rules.js';
import { Staying, comparedBefore } from './staying.js';
import { planOf } from '../../systems/diff/plan.js';

/** @typedef {import('../../host/page.js').Page} Page */
/** @typedef {import('./cluster_engine.js').Answer} Answer */
/** @typedef {import('./reading_rules.js').Shown} Shown */

const kMostShown = 20_000; // characters in the text field: browsers take seconds to lay out long ones
const kPauseMs = 250;
const kLong = 1_000_000; // bytes from which on progress is shown
const kFewSkipped = 3;
const kMostOffered = 20_000_000; // bytes of what is looked into before anybody has asked for it

class Cluster {
  #dialog = new Dialog('cluster', 'Open your cluster', kHtml);
  #reader = new Reading(new URL('cluster_engine.js', import.meta.url), () => import('./cluster_engine.js'));
  #page;
  /** @type {?Blob} what is read: a file, or what was typed or pasted */
  #given = null;
  #run = 0; // counts readings: a new one, or closing, ends the last
  #stop = new AbortController();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #pause;
  /** @type {?Answer} */
  #answer = null;
  #marks = new MarksForm(this.#dialog.part('marks'));
  #instead;
  #identifying;
  #staying;
  #listed = false; // what no reader reads is a list of nodes: this is what it was opened for
  #opened = false; // whether the page shows what was read since the dialog opened
  /** @type {?import('./comparing.js').Comparing} made when somebody asks for it */
  #comparing = null;
  #compares = false; // whether that part is open, also while there is nothing to compare
  #chose = false; // one of what the text offers; else all of it is compared, where that can be
  #restored = false; // it shows what was compared before a reload

  /** @param {Page} page */
  constructor(page) {
    this.#page = page;
    this.#instead = new Instead({
      ...{ dialog: this.#dialog, page },
      given: () => this.#given,
      read: (text) => this.#put(text),
    });
    this.#identifying = new Identifying({
      ...{ dialog: this.#dialog, page },
      rows: () => this.#reader.ask('rows', { file: this.#given, rename: false }),
    });
    this.#staying = new Staying({
      page,
      given: () => ({
        ...{ file: this.#given, name: this.#fileName(), choose: this.#chosen().choose },
        hidden: this.#dialog.part('rename').checked,
        read: this.#asWhole(),
      }),
      compared: () => (this.#compares ? (this.#comparing?.kept() ?? null) : null),
      back: () => this.openComparison(),
    });
    const { element: box } = this.#dialog;
    this.#on('text', 'oninput', () => this.#typed());
    this.#on('file', 'onchange', () => this.#takeFile(this.#dialog.part('file').files[0]));
    this.#on('system', 'onchange', () => this.#readAs(this.#dialog.part('system').value));
    this.#on('choice', 'onchange', () => {
      this.#chose = true;
      this.#read(this.#chosen());
    });
    this.#on('figure', 'onchange', () => this.#read(this.#chosen()));
    this.#on('rename', 'onchange', () => this.#read(this.#chosen()));
    this.#on('use', 'onclick', () => this.#use());
    this.#on('compare', 'onclick', () => this.#openComparing());
    this.#on('rebalance', 'onclick', () => this.#rebalance());
    this.#dialog.form.onsubmit = (event) => {
      event.preventDefault();
      this.#read(this.#chosen());
    };
    box.onpaste = (event) => this.#paste(event);
    this.#acceptFiles(box);
    box.addEventListener('close', () => {
      this.#end();
      this.#comparing?.end();
    });
    onLanguage(() => this.#show());
  }

  /** @param {boolean} [listed] whether it is opened for the page's list of nodes */
  async open(listed = false) {
    this.#listed = listed;
    this.#opened = false;
    this.#sayLimits(false);
    await this.#dialog.open();
    const field = this.#dialog.part('text');
    field.focus();
    const given = takeRows(); // of “Identify a strategy”
    if (given) await this.#giveIn(given);
    if (!listed) return;
    this.#put(linesOf(this.#page.state().nodes));
    field.select();
  }

  /** Opens where the last comparison is. */
  async openComparison() {
    await this.open();
    const kept = comparedBefore();
    if (kept && !this.#given) {
      this.#restored = await this.#loadComparing();
      if (this.#restored) this.#comparing?.restore(kept);
      this.#showComparison();
    }
    this.#comparing?.focusResult();
  }

  /**
   * Opens over another dialog, which waits for it.
   * @param {Blob} [given] what was pasted or dropped there
   * @returns {Promise<boolean>} whether the page shows another cluster now
   */
  async ask(given) {
    const closed = new Promise((end) => this.#dialog.element.addEventListener('close', end, { once: true }));
    await this.open();
    if (given) await this.#giveIn(given);
    this.#dialog.part('text').select(); // the next text takes the place of the last one
    await closed;
    return this.#opened;
  }

  /**
   * Opens a text as it is, as if somebody had pasted it and pressed Open.
   * @param {string} text
   * @returns {Promise<boolean>}
   */
  async openText(text) {
    const answer = await this.#reader.ask('read', { file: new Blob([text]), rename: false });
    const way = { ended: () => false, progress: () => {} };
    return answer.kind === 'read' && (await openShown(this.#page, answer, way)) === null;
  }

  /**
   * Opens with what was pasted outside all fields, or with a file that was dropped there, if a reader knows it.
   * @param {Blob} given
   * @returns {Promise<boolean>} whether it does
   */
  async offer(given) {
    const { size, name = '' } = /** @type {Partial<File> & Blob} */ (given);
    if (size > kMostOffered || (name !== '' && this.#page.state().own_keys?.missing)) return false;
    // a file that no reader knows has keys
    if (name !== '' && !(await this.#reader.ask('known', { file: given, rename: false }).catch(() => false)))
      return false;
    if (document.querySelector('dialog[open]')) return false;
    await this.open();
    await this.#giveIn(given);
    return true;
  }

  /** What the door takes, and while it reads much, what that costs. @param {boolean} reading */
  #sayLimits(reading) {
    const words = [t('Up to 100 MB of text; gzip too.'), ...(reading ? [limitsText()] : [])];
    this.#dialog.part('limits').textContent = words.join(' ');
  }

  /** @param {Blob} given a file, or what was pasted */
  async #giveIn(given) {
    if ('name' in given) this.#takeFile(/** @type {File} */ (given));
    else this.#put(await given.text());
  }

  /** @param {string} name @param {'oninput' | 'onchange' | 'onclick'} event @param {() => void} done */
  #on(name, event, done) {
    this.#dialog.part(name)[event] = done;
  }

  /** What is held over the dialog is for it, not for the page. @param {HTMLDialogElement} box */
  #acceptFiles(box) {
    const over = (/** @type {DragEvent} */ event, /** @type {boolean} */ is) => {
      if (event.dataTransfer?.types.includes('Files')) box.classList.toggle('over', is);
    };
    box.ondragover = (event) => over(event, true);
    box.ondragleave = (event) => over(event, false);
    box.ondrop = (event) => {
      over(event, false);
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      event.preventDefault();
      event.stopPropagation();
      this.#dialog.part('file').value = '';
      this.#takeFile(file);
    };
  }

  /**
   * A text may be pasted anywhere in the dialog. A long one is not shown, only mentioned.
   * @param {ClipboardEvent} event
   */
  #paste(event) {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    const field = this.#dialog.part('text');
    const long = text.length > kMostShown;
    if (text === '' || (!long && event.target === field)) return;
    event.preventDefault();
    this.#put(text);
    field.focus();
  }

  /** Takes a text, and shows it if it is not long. @param {string} text */
  #put(text) {
    const [field, long] = [this.#dialog.part('text'), text.length > kMostShown];
    this.#dialog.part('file').value = '';
    field.value = long ? '' : text;
    field.placeholder = long ? t('Pasted {0} characters.', text.length) : '';
    this.#take(text.trim() === '' ? null : new Blob([text]));
  }

  #typed() {
    const field = this.#dialog.part('text');
    this.#dialog.part('use').disabled = true; // it would open what was there before
    field.placeholder = '';
    this.#dialog.part('file').value = '';
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => this.#take(field.value.trim() === '' ? null : new Blob([field.value])), kPauseMs);
  }

  /** @param {File | undefined} file */
  #takeFile(file) {
    if (!file) return;
    const field = this.#dialog.part('text');
    field.value = '';
    field.placeholder = t('The text of {0}', file.name);
    this.#take(file);
  }

  /** @param {?Blob} given */
  #take(given) {
    clearTimeout(this.#pause);
    this.#given = given;
    this.#chose = false;
    this.#restored = false;
    this.#end();
    this.#answer = null;
    this.#marks.clear();
    this.#dialog.part('system').replaceChildren();
    this.#show();
    if (given) this.#read({});
  }

  /** @param {string} system one of several that fit; '': none yet */
  #readAs(system) {
    if (system !== '') this.#read({ system });
  }

  /** What was chosen of the text so far. */
  #chosen() {
    const answer = this.#answer;
    if (answer?.kind !== 'read') return {};
    const { system, choices } = answer;
    const list = system === 'node_list';
    return {
      ...(!list && { system }),
      ...(choices.length > 0 && { choose: this.#dialog.part('choice').value }),
      ...(answer.table && { figure: this.#dialog.part('figure').value }),
    };
  }

  #end() {
    ++this.#run;
    this.#stop.abort();
    this.#dialog.work(null);
  }

  /** @param {{system?: string, choose?: string, figure?: import('./given_table.js').Figure}} chosen */
  async #read(chosen) {
    const file = this.#given;
    if (!file) return;
    this.#end();
    const run = this.#run;
    this.#stop = new AbortController();
    const cancel = () => {
      this.#end();
      this.#dialog.part('recognised').textContent = t('Cancelled.');
    };
    const onProgress = (/** @type {number} */ share) => {
      if (run === this.#run && file.size > kLong) this.#dialog.work(share, cancel);
    };
    const rename = this.#dialog.part('rename').checked;
    this.#sayLimits(file.size > kLong);
    try {
      const answer = await this.#reader.ask(
        'read',
        { file, rename, list: this.#listed, values: this.#marks.values, ...chosen },
        { signal: this.#stop.signal, onProgress },
      );
      if (run !== this.#run) return;
      this.#answer = answer;
      this.#sayLimits(false);
      this.#show();
      if (this.#compares) this.#comparing?.compare();
    } catch (error) {
      if (run !== this.#run) return;
      this.#answer = null;
      this.#show();
      this.#dialog.refuse(/** @type {Error} */ (error).message);
    }
    if (run === this.#run) this.#dialog.work(null);
  }

  #show() {
    const answer = this.#answer;
    const shown = answer?.kind === 'read' ? answer : null;
    this.#dialog.refuse(answer?.kind === 'refused' ? refusalText(answer) : '');
    if (answer?.kind === 'refused') this.#marks.ask(answer.marks);
    this.#instead.offer(answer);
    this.#dialog.part('what').open = answer?.kind === 'refused' && answer.system === null && !answer.table;
    this.#say(answer);
    if (answer?.kind === 'fits')
      this.#offer(
        'system',
        answer.systems.map(({ system, title }) => [system, title]),
      );
    this.#dialog.part('systems').hidden = this.#dialog.part('system').options.length === 0;
    if (shown)
      this.#offer(
        'choice',
        shown.choices.map((name) => [name, choiceText(shown.system, name)]),
        shown.choice,
      );
    this.#dialog.part('choices').hidden = !shown || shown.choices.length === 0;
    this.#showFigures(shown?.table ?? null);
    this.#showNodes(shown);
    this.#showSkipped(shown);
    this.#showDoor(shown);
    this.#identifying.offer(shown);
    this.#showComparison();
  }

  /** A second text, or what the plan changes: the door to it, and what it shows of another first text. */
  #showComparison() {
    const part = (/** @type {string} */ name) => this.#dialog.part(name);
    const read = this.#answer?.kind === 'read' && this.#answer.system !== 'node_list';
    part('compare').hidden = !read;
    part('compare').textContent = this.#isPlan() ? t('Show what the plan moves') : t('Compare with another text…');
    part('comparing').hidden = this.#restored ? false : !read || !this.#compares;
    part('compare').ariaExpanded = `${this.#compares}`;
    part('door').hidden = part('use').hidden && !read;
  }

  /** Whether the text has two placements in itself. */
  #isPlan() {
    return this.#answer?.kind === 'read' && planOf(this.#answer).length > 0;
  }

  async #openComparing() {
    this.#compares = !this.#compares;
    this.#comparing?.end();
    if (this.#compares) this.#compares = await this.#loadComparing();
    this.#showComparison();
    if (!this.#compares) return;
    this.#comparing?.compare();
    this.#comparing?.focus();
  }

  /** @returns {Promise<boolean>} whether it is there */
  async #loadComparing() {
    const part = (/** @type {string} */ name) => this.#dialog.part(name);
    try {
      const { Comparing } = await import('./comparing.js');
      this.#comparing ??= new Comparing(part('comparing'), {
        asked: () => this.#asFirst(),
        rename: () => part('rename').checked,
        plan: () => this.#isPlan(),
        refusalText,
        name: () => this.#fileName(),
      });
      return true;
    } catch {
      this.#dialog.refuse(t('This part of the page did not load. Check your connection and try again.'));
      return false;
    }
  }

  #fileName() {
    return /** @type {Partial<File>} */ (this.#given ?? {}).name ?? '';
  }

  /** The text as it is read, for a comparison. */
  #asFirst() {
    const file = this.#given;
    if (!file || this.#answer?.kind !== 'read') return null;
    const { system, choose } = this.#chosen();
    return { file, system, ...(this.#chose && { choose }), values: this.#marks.values };
  }

  /** @param {?Answer} answer */
  #say(answer) {
    const line = this.#dialog.part('recognised');
    if (answer?.kind === 'fits') line.textContent = t('Several systems write such a text. Choose yours.');
    else line.textContent = answer?.kind === 'read' ? sentenceOf(answer) : '';
  }

  /** @param {string} name of a menu @param {[string, string][]} items value and text @param {string} [value] */
  #offer(name, items, value) {
    const first = name === 'system' ? [new Option(t('Choose…'), '')] : [];
    const menu = this.#dialog.part(name);
    menu.replaceChildren(...first, ...items.map(([of, text]) => new Option(text, of)));
    if (value !== undefined) menu.value = value;
  }

  /** A choice, where the entries of a table have both figures. @param {?import('./given_table.js').Table} shown */
  #showFigures(shown) {
    const { figures = [], figure = null } = shown ?? {};
    const words = { requests: t('requests'), bytes: t('bytes') };
    this.#offer(
      'figure',
      figures.map((one) => [one, words[one]]),
      figure ?? '',
    );
    this.#dialog.part('figures').hidden = figures.length < 2;
  }

  /** @param {?Shown} shown */
  #showNodes(shown) {
    const [region, list] = [this.#dialog.part('region'), this.#dialog.part('facts')];
    region.hidden = !shown || shown.nodes.length === 0;
    region.replaceChildren(...(shown ? [table(t('Nodes'), tableOf(shown))] : []));
    const facts = shown ? factsOf(shown) : [];
    list.hidden = facts.length === 0;
    list.replaceChildren(...facts.map((text) => this.#item(text)));
  }

  /** @param {string} text */
  #item(text) {
    return Object.assign(document.createElement('li'), { textContent: text });
  }

  /** @param {?Shown} shown */
  #showSkipped(shown) {
    const box = this.#dialog.part('skipped');
    const { first, count } = shown?.skipped ?? { first: [], count: 0 };
    box.hidden = count === 0;
    box.open = count <= kFewSkipped;
    box.querySelector('summary').textContent = t('{0} {0|line was|lines were} skipped', count);
    const more = count > first.length ? [this.#item(t('and {0} more', count - first.length))] : [];
    box.querySelector('ul').replaceChildren(...first.map((one) => this.#item(skippedText(one))), ...more);
  }

  /** The button that opens it, or why there is none. @param {?Shown} shown */
  #showDoor(shown) {
    const opens = shown !== null && (shown.link ?? shown.list ?? shown.table) !== null;
    this.#dialog.part('use').disabled = false;
    this.#dialog.part('use').hidden = !opens;
    this.#dialog.part('rebalance').hidden = !shown?.movable;
    this.#dialog.part('renaming').hidden = !opens || shown.nodes.length === 0;
    this.#dialog.part('by_name').hidden = !shown?.byName || !this.#dialog.part('rename').checked;
    const line = this.#dialog.part('not_opened');
    line.hidden = !shown || opens;
    line.textContent = shown && !opens ? notOpenedText(shown) : '';
  }

  /** What reads the text again, as it is chosen now, or all that it offers, for its entries. */
  #asWhole() {
    const { system, choose } = this.#chosen();
    const rename = this.#dialog.part('rename').checked;
    const asked = { file: this.#given, system, choose, rename, values: this.#marks.values };
    return (all = false) => this.#reader.ask('whole', { ...asked, all });
  }

  /** Plans moves between the nodes of what was read, in a dialog over this one. */
  async #rebalance() {
    const answer = this.#answer;
    if (!this.#given || answer?.kind !== 'read') return;
    try {
      const { openReading } = await import('../rebalance/rebalance.js');
      const read = this.#asWhole();
      await openReading(this.#page, { reading: await read(), read, title: sentenceOf(answer) });
    } catch (error) {
      this.#dialog.refuse(/** @type {Error} */ (error).message);
    }
  }

  async #use() {
    const answer = this.#answer;
    if (answer?.kind !== 'read') return;
    this.#end();
    const run = this.#run;
    const [ended, use] = [() => run !== this.#run, this.#dialog.part('use')];
    use.disabled = true;
    const stay = await this.#staying.begin(answer);
    const progress = (/** @type {number} */ share) => !ended() && this.#dialog.work(share, () => this.#end());
    const refused = await openShown(this.#page, answer, { ended, progress });
    use.disabled = false;
    if (ended()) return;
    if (refused) return this.#dialog.refuse(refused.error);
    this.#opened = true;
    this.#dialog.close();
    stay();
  }
}

/** @type {?Cluster} */
let dialog = null;

/**
 * @param {Page} page
 * @param {string} [_detail] of a link: none asks for it
 * @param {string} [subject] nodes: it shows those of the page as a list; comparison: the last one
 */
export async function open(page, _detail, subject) {
  dialog ??= new Cluster(page);
  if (subject === 'comparison') await dialog.openComparison();
  else await dialog.open(subject === 'nodes');
}

/** @param {Page} page @param {Blob} given pasted or dropped outside all fields; taken if a reader knows it */
export function offer(page, given) {
  dialog ??= new Cluster(page);
  return dialog.offer(given);
}

/** @param {Page} page @param {Blob} [given] opens over another dialog: as Cluster.ask() */
export function ask(page, given) {
  dialog ??= new Cluster(page);
  return dialog.ask(given);
}

/** @param {Page} page @param {string} text opens at once: as Cluster.openText() */
export function openText(page, text) {
  dialog ??= new Cluster(page);
  return dialog.openText(text);
}
