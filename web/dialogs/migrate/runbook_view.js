// The runbook for the reader's own numbers: a form, and a page to take to the meeting.
import { number, percent, t } from '../../text/language.js';
import { refusalOf } from '../../text_view/parts.js';
import { copy } from '../../host/clipboard.js';
import { countedOf, lastMoveOf } from '../tools/counted.js';
import { Dialog, save } from '../tools/dialog.js';
import { ask } from './ask_move.js';
import { runbookNumbers, runbookText } from './link.js';
import { kSlots } from './cluster_nodes.js';
import { PasteError } from './paste_error.js';
import { commandsOf } from './runbook.js';
import { markdownOf } from '../../systems/runbook/markdown.js';
import { newcomersOf, runningOf } from '../files/running_cluster.js';
import { connectCluster } from './runbook_begins.js';
import { addedNames, rebalanceWords, stepsOf } from './page_steps.js';
import { flowMade } from './runbook_flow.js';
import { kBySystem, kFormHtml, kInLink, RunbookForm } from './runbook_form.js';
import { bookStyled, showBook } from '../tools/book_page.js';
import { redisRunbook } from './runbook_redis.js';
import { shownOf } from '../../systems/runbook/shown.js';
import { presetTitle } from './sentence.js';

const kRows = 100_000; // the same for the page's own keys, weighted by their counts
const kUsual = 'double_write'; // the protocol that whoever chose none begins with
const kTakers = ['copy-text', 'markdown', 'json', 'print']; // need a runbook

const kHtml = `${kFormHtml}
  <p class="buttons"><button type="button" name="copy-text" class="primary">Copy as Markdown</button>
    <button type="button" name="markdown">Save as Markdown</button>
    <button type="button" name="json">Save as JSON</button> <button type="button" name="print">Print</button>
    <button type="button" name="copy-link">Copy link</button>
    <span data-name="told" role="status" class="quiet"></span></p>
  <article data-name="page" class="runbook" tabindex="0" aria-label="The runbook"></article>`;

/**
 * @typedef {import('../../host/page.js').Page} Page
 * @typedef {import('./cluster_nodes.js').RedisCluster} RedisCluster
 * @typedef {import('./spec.js').Move} Move
 * @typedef {import('./runbook_systems.js').Change} Change
 *
 * @typedef {object} Scene what the page shows
 * @property {number} before nodes
 * @property {number} after nodes
 * @property {number} keys
 * @property {number} bytes
 * @property {number} requests
 * @property {number} writes
 * @property {Sides} sides
 *
 * @typedef {import('./moves.js').Preset} Preset
 * @typedef {import('./move_engine.js').Sides} Sides
 *
 * @typedef {object} Given
 * @property {Page} page
 * @property {Move} move
 * @property {Scene} scene
 * @property {Preset[]} presets
 * @property {string} numbers from a link
 * @property {(text: string) => void} onNumbers
 * @property {() => Promise<Scene>} onOpened the page shows another scenario: asks for what that is
 *
 * @typedef {object} Made what is saved as JSON
 * @property {string} protocol
 * @property {string} [system] if its configuration is what changes
 * @property {number} [share] of the keys that move, then
 * @property {import('./runbook.js').Numbers} numbers
 * @property {import('./runbook.js').Flow} [flow]
 * @property {import('./runbook.js').Book} runbook
 * @property {string[]} commands
 */

class Runbook {
  #dialog = new Dialog('runbook', 'Runbook', kHtml);
  #form = new RunbookForm(
    this.#dialog,
    (changed) => this.#work(changed),
    () => this.#wait(),
  );
  /** @type {Preset[]} */
  #presets = [];
  /** @type {Move} */
  #move = { protocol: '' };
  /** @type {?Made} */
  #made = null;
  /**
   * If the page's keys are the values of a table: what the last change moves of it.
   * @type {?import('../tools/counted.js').Counted & {move: ReturnType<typeof lastMoveOf>}}
   */
  #table = null;
  /** @type {?Scene} */
  #scene = null;
  /** @type {?Given} */
  #given = null;
  /** @type {?Change} the page's change as one of a configuration, if it is one */
  #change = null;
  #asked = 0;
  /** @type {(text: string) => void} */
  #tellNumbers = () => {};
  #part = (/** @type {string} */ name) => this.#dialog.part(name);
  #tell = (/** @type {string} */ words) => {
    this.#part('told').textContent = words;
  };

  constructor() {
    const part = this.#part;
    this.#dialog.element.classList.add('wide');
    part('copy-text').onclick = () => copy(this.#markdown, this.#tell);
    part('markdown').onclick = () => save(new Blob([this.#markdown], { type: 'text/markdown' }), 'runbook.md');
    part('json').onclick = () =>
      save(new Blob([JSON.stringify(this.#made, null, 1)], { type: 'application/json' }), 'runbook.json');
    part('print').onclick = () => print();
    connectCluster(this.#dialog, (opens, isExample) => this.#reopen(opens, isExample));
    this.#dialog.element.addEventListener('close', () => this.#tellNumbers(''));
  }

  /**
   * Begins anew with what was opened, and keeps what the reader has typed.
   * @param {import('./runbook_begins.js').Opens} opens
   * @param {boolean} isExample
   */
  async #reopen(opens, isExample) {
    const { page, onOpened } = /** @type {Given} */ (this.#given);
    try {
      if (!(await opens(await import('../cluster/cluster.js'), page))) return;
      await this.#takePage(page, await onOpened(), isExample);
      await this.#work('');
      if (runningOf(page) && this.#part('new-masters').value === '') this.#part('new-masters').focus(); // comes next
    } catch (error) {
      page.notLoaded(error);
    }
  }

  /**
   * What the page shows now, but for what the reader has typed.
   * @param {Page} page
   * @param {Scene} scene
   * @param {boolean} isExample
   */
  async #takePage(page, scene, isExample) {
    const part = this.#part,
      kept = new Set([...this.#form.typed].filter((name) => name !== 'before'));
    this.#takeScene(scene, kept);
    this.#takeTable(page, kept);
    const running = runningOf(page);
    this.#form.begin(running, newcomersOf(page), isExample);
    const bySystem = await this.#offerSystem(page, scene);
    if (running) part('protocol').value = 'slot_by_slot';
    else if (bySystem && !kept.has('protocol')) part('protocol').value = kBySystem;
  }

  /**
   * Offers the runbook of the system whose configuration the page's change changes, if there is one.
   * @param {Page} page
   * @param {Scene} scene
   * @returns {Promise<boolean>} whether a reader who has chosen no protocol begins with it
   */
  async #offerSystem(page, scene) {
    const menu = this.#part('protocol'),
      wasChosen = menu.value === kBySystem;
    const { changeOf } = await import('./runbook_systems.js');
    const change = (this.#change = await changeOf(page, scene.sides).catch((error) => {
      console.warn(/** @type {Error} */ (error).message); // the protocols are there all the same
      return null;
    }));
    this.#form.kind = change && !change.program ? 'store' : 'cache';
    menu.querySelector(`[value=${kBySystem}]`)?.remove();
    const label = change?.program ? t('New configuration ({0})', change.system) : t('As {0} does it', change?.system);
    if (change) menu.prepend(new Option(label, kBySystem));
    if (wasChosen) menu.value = change ? kBySystem : kUsual;
    return change !== null && runningOf(page) === null;
  }

  /** @param {Given} given */
  async open(given) {
    const { page, move, scene, presets, numbers, onNumbers } = given;
    this.#given = given;
    this.#presets = presets;
    this.#move = move;
    this.#tellNumbers = onNumbers;
    this.#part('copy-link').onclick = () => copy(page.address.fullPage, this.#tell);
    const safe = presets.filter((preset) => preset.safe);
    const menu = this.#part('protocol'),
      last = menu.value,
      ofMove = safe.some(({ id }) => id === move.protocol);
    menu.replaceChildren(...safe.map(({ id }) => new Option(presetTitle(id), id)));
    menu.value = ofMove ? move.protocol : kUsual;
    this.#takeScene(scene);
    this.#takeTable(page);
    if (await this.#offerSystem(page, scene)) {
      if (this.#form.typed.has('protocol')) menu.value = last;
      else if (!ofMove) menu.value = kBySystem;
    }
    this.#form.begin(runningOf(page), newcomersOf(page), false);
    this.#fill(runbookNumbers(numbers));
    await this.#dialog.open();
    await this.#work('');
  }

  // The numbers of what the page shows. Keeps what the reader has typed as long as the page shows the same.
  /** @param {Scene} scene @param {Set<string>} [kept] fields that stay as they are, whatever it shows */
  #takeScene(scene, kept = new Set()) {
    const before = this.#scene;
    this.#scene = scene;
    if (before && JSON.stringify(before) === JSON.stringify(scene)) return;
    for (const name of /** @type {const} */ (['keys', 'bytes', 'before', 'after', 'requests', 'writes']))
      if (!kept.has(name)) this.#part(name).value = String(scene[name]);
    if (kept.size === 0) this.#form.typed.clear();
  }

  // Rows are what is copied. Keeps what the reader has typed as long as it is about the same move.
  /** @param {Page} page @param {Set<string>} [kept] as of #takeScene() */
  #takeTable({ bridge, state }, kept = new Set()) {
    const counted = countedOf(state()),
      before = this.#table;
    this.#table = counted && { ...counted, move: lastMoveOf(bridge, kRows) };
    if (!this.#table || (before && JSON.stringify(before) === JSON.stringify(this.#table))) return;
    const { move, rows, rowBytes } = this.#table;
    const set = (/** @type {string} */ name, /** @type {number} */ value) => {
      if (!kept.has(name)) this.#part(name).value = String(value);
    };
    set('keys', rows);
    if (rowBytes) set('bytes', Math.max(1, Math.round(rowBytes)));
    if (!move) return;
    set('before', move.before.nodes.length);
    set('after', move.after.nodes.length + (move.moved > 0 ? 0 : 1));
  }

  /**
   * The page's own move, unless the reader wants other numbers of nodes: of its rows if its keys have counts. Says
   * which one it is.
   * @param {?RedisCluster} cluster
   * @returns {?Sides}
   */
  #moveOfPage(cluster) {
    const table = this.#table,
      move = table?.move,
      scene = this.#scene,
      says = this.#part('table-says'),
      own = this.#form.system !== '';
    const same = (/** @type {number} */ before, /** @type {number} */ after) =>
      cluster === null && this.#form.value('before') === before && this.#form.value('after') === after;
    const ofTable = move && same(move.before.nodes.length, move.after.nodes.length) && move.moved > 0 ? move : null;
    const ofScene = !table && scene && same(scene.before, scene.after) ? scene : null;
    says.hidden = cluster !== null;
    const rows = table ? t('A key here is a row.') : '',
      asNow =
        ofScene && this.#form.value('keys') === ofScene.keys
          ? t('These are the numbers of the page. Put your own in their place.')
          : '';
    const which = own
      ? ''
      : ofTable
        ? t(
            'The move is the page’s last change: it moves {0} of {1} rows counted, {2}.',
            number(ofTable.moved),
            number(ofTable.all),
            percent(ofTable.moved / ofTable.all),
          )
        : ofScene
          ? t('The move is the one that the page shows.')
          : t('The move is the least one between so many nodes.');
    says.textContent = cluster ? '' : [rows, asNow, which].filter(Boolean).join(' ');
    return own ? null : (ofTable ?? ofScene?.sides ?? null);
  }

  // Leaves a field as it is if the link's value is invalid.
  #fill(/** @type {Map<string, string>} */ numbers) {
    for (const name of kInLink) {
      const field = this.#part(name),
        before = field.value;
      if (!numbers.has(name)) continue;
      if (name === 'after') this.#form.wantsAfter = true;
      field.value = numbers.get(name);
      this.#form.typed.add(name);
      if (field.value === '' || !field.checkValidity()) field.value = before;
    }
  }

  get #markdown() {
    return markdownOf(shownOf(/** @type {Made} */ (this.#made).runbook, this.#form.priced));
  }

  // Somebody types: the last runbook stays where it is, but nobody takes it.
  #wait() {
    ++this.#asked;
    this.#offer(false);
  }

  async #work(/** @type {string} */ changed) {
    const asked = ++this.#asked;
    this.#dialog.refuse('');
    try {
      this.#form.showFields();
      // a field of numbers cannot show where the thousands are
      const keys = this.#form.value('keys');
      this.#part('keys-said').textContent = keys > 0 ? t('{0} {0|key|keys}', keys) : '';
      const wrong = this.#form.wrong();
      if (wrong) throw new PasteError(wrong);
      this.#offer(false); // until there is the next one, nobody takes what is no longer asked for
      const [made, beside] = await this.#make(changed);
      if (asked !== this.#asked) return;
      this.#show(made);
      const says = this.#part('table-says');
      says.hidden &&= beside === '';
      says.textContent = [says.textContent, beside].filter(Boolean).join(' ');
      this.#tellNumbers(
        runbookText(Object.fromEntries(this.#form.inLink.map((name) => [name, this.#part(name).value]))),
      );
    } catch (error) {
      if (asked !== this.#asked) return;
      this.#show(null);
      this.#dialog.refuse(error instanceof PasteError ? error.message : refusalOf(error));
    }
  }

  /**
   * @param {string} changed the field that was
   * @returns {Promise<[Made, string]>} and why the page shows another share
   */
  async #make(changed) {
    if (this.#form.protocol === kBySystem) return [await this.#makeBySystem(), ''];
    const { cluster, given, drained, added } = this.#form.read(changed),
      { numbers } = this.#form;
    const { protocol, system } = this.#form,
      move = this.#moveOfPage(cluster);
    if (system === 'redis') {
      const change = { masters: numbers.before, added, drained };
      const plan = await ask('slots', { ...change, ...(cluster && { owners: cluster.owners }) });
      const runbook = redisRunbook({ ...change, cluster, given, newcomers: this.#newcomers(change), plan, numbers });
      return [
        { protocol, numbers, runbook, commands: commandsOf(runbook) },
        this.#beside({ ...change, cluster }, plan),
      ];
    }
    const made = await flowMade({
      system,
      preset: /** @type {Preset} */ (this.#presets.find(({ id }) => id === protocol)),
      numbers,
      move: this.#move,
      cluster,
      sides: move,
      rows: this.#rowsOn(numbers.before),
    });
    return [made, ''];
  }

  // The page's change is what it is about, so that no other numbers of nodes are asked for.
  async #makeBySystem() {
    const scene = /** @type {Scene} */ (this.#scene);
    this.#form.sayOfPage(scene.keys);
    const { madeOf } = await import('./runbook_systems.js');
    return madeOf(/** @type {Change} */ (this.#change), this.#form.numbersOf(scene));
  }

  /** Where the page has the rows that no change has moved yet, if on so many nodes. @param {number} count */
  #rowsOn(count) {
    const move = this.#table?.move;
    return move?.moved === 0 && move.after.nodes.length === count ? move.after : null;
  }

  /**
   * How the page calls the new nodes, if it has added as many to as many.
   * @param {{masters: number, added: number}} change
   */
  #newcomers({ masters, added }) {
    const { page } = /** @type {Given} */ (this.#given);
    const names = addedNames(page);
    return names.length === added && this.#scene?.before === masters ? names : [];
  }

  /**
   * Why the page shows that another share moves; '' if it does not.
   * @param {{masters: number, added: number, drained: number[], cluster: ?RedisCluster}} change
   * @param {import('./slot_plan.js').SlotPlan} plan
   */
  #beside({ masters, added, drained, cluster }, { moves }) {
    const slots = moves.reduce((sum, move) => sum + move.slots.length, 0);
    const leaving = drained.map((i) => cluster?.nodes[i] ?? null);
    const steps = stepsOf(/** @type {Given} */ (this.#given).page);
    return rebalanceWords(steps, { before: masters, added, drained: leaving, share: slots / kSlots });
  }

  // null: there is none, so that nobody takes one that belongs to what was there before.
  #show(/** @type {?Made} */ made) {
    const { element } = this.#dialog;
    element.style.minHeight = made ? '' : `${element.offsetHeight}px`; // a refusal moves no field
    this.#made = made;
    this.#offer(made !== null);
    if (made) showBook(this.#part('page'), shownOf(made.runbook, this.#form.priced));
    else {
      this.#part('page').replaceChildren();
      this.#part('table-says').hidden = true; // it is about another runbook
    }
  }

  #offer(/** @type {boolean} */ ready) {
    this.#part('told').textContent = '';
    this.#part('page').inert = !ready; // and grey
    for (const name of kTakers) this.#part(name).disabled = !ready;
  }
}

/** @type {?Runbook} */
let runbook = null;

/** @param {Given} given */
export async function openRunbook(given) {
  await bookStyled();
  runbook ??= new Runbook();
  await runbook.open(given);
}
