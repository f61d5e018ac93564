// The part of “Open your cluster” that compares the text with a second one, or the two placements of a plan.
import { copy } from '../../host/clipboard.js';
import { number, onLanguage, percent, t } from '../../text/language.js';
import { timed } from '../../systems/diff/figures.js';
import { markdownOf } from '../../systems/diff/markdown.js';
import {
  copyRows,
  countRows,
  figuresOf,
  flowRows,
  headlineOf,
  partitionRows,
  warningsOf,
} from '../../systems/diff/words.js';
import { flowsPicture } from '../own_data/flows.js';
import { Reading } from '../files/reading.js';
import { element, kRefused, save, studiesStyled, table } from '../tools/dialog.js';

/** @typedef {import('../../systems/diff/form.js').Difference} Difference */
/** @typedef {import('../../systems/diff/form.js').Flow} Flow */
/** @typedef {import('../../systems/diff/form.js').Commands} Commands */
/** @typedef {import('./diff_engine.js').Answer} Answer */
/** @typedef {import('./diff_engine.js').Asked} Asked */

const kMostShown = 20_000; // characters, as in the field of the first text
const kMostFlows = 100;
const kMostWidth = 720;
const kPauseMs = 250;

const kHtml = `<section class="comparing" aria-labelledby="cluster-comparing">
  <h3 id="cluster-comparing">What changes</h3>
  <details class="second"><summary>Compare with another text instead</summary><div>
    <p>The text above is the first. The second one is how it will be, or was on another day, or is on another host.</p>
    <label for="cluster-file-2">Open the second file, or drop it here</label>
    <input id="cluster-file-2" type="file" name="file-2">
    <label for="cluster-text-2">Or paste the second text</label>
    <textarea id="cluster-text-2" name="text-2" rows="5" spellcheck="false" autocomplete="off"
      autocapitalize="off"></textarea>
    <p class="line" hidden data-name="choices-2"><label for="cluster-choice-2">What to compare with</label>
      <select id="cluster-choice-2" name="choice-2"></select></p>
  </div></details>
  ${kRefused.replace('data-name="refused"', 'data-name="refused-2"')}
  <p data-name="headline" class="recognised" role="status"></p>
  <div data-name="result" hidden>
    <ul class="facts" data-name="warnings"></ul>
    <p class="line" data-name="pace"><label>Rate of one copy, MB/s
        <input name="mb" type="number" min="0" step="any" value="50" required></label>
      <label>Copies at once <input name="at-once" type="number" min="1" step="1" value="1" required></label></p>
    <dl data-name="figures-2"></dl>
    <div data-name="flows-picture"></div>
    <div class="tables" tabindex="0" role="region" aria-label="Flows" data-name="flows"></div>
    <details data-name="plan-file" hidden><summary>Reassignment</summary><pre><code></code></pre>
      <p><button type="button" name="save-plan">Save file</button></p></details>
    <details data-name="way-back" hidden><summary>Rollback</summary><pre><code></code></pre>
      <p><button type="button" name="save-back">Save file</button></p></details>
    <p class="buttons"><button type="button" name="copy-markdown">Copy as Markdown</button>
      <button type="button" name="save-json">Save JSON</button>
      <span data-name="told" role="status" class="quiet"></span></p>
  </div></section>`;

/**
 * @typedef {object} First
 * @property {() => ?Asked['first']} asked the first text, as it is read; null: it is not
 * @property {() => boolean} rename whether names are replaced
 * @property {() => boolean} plan whether the first text has two placements
 * @property {() => string} name of its file, or ''
 * @property {typeof import('./cluster_rules.js').refusalText} refusalText handed over, as an import would make this
 *   script and the dialog’s one
 */

/** @typedef {{before: string, after: string, hidden: boolean}} Names of both texts; '': none */
/** @typedef {{answer: Extract<Answer, {kind: 'compared'}>, names: Names}} Kept */

export class Comparing {
  #first;
  #box;
  #reader = new Reading(new URL('diff_engine.js', import.meta.url), () => import('./diff_engine.js'));
  /** @type {?Blob} */
  #given = null;
  #run = 0;
  #stop = new AbortController();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #pause;
  /** @type {?Answer} */
  #answer = null;
  #working = false;
  #choose = '';
  /** What was compared before a reload, of which the texts are gone. @type {?Kept} */
  #restored = null;
  #wasPlan = false;

  /** @param {HTMLElement} into @param {First} first */
  constructor(into, first) {
    this.#first = first;
    this.#box = /** @type {HTMLElement} */ (element(kHtml));
    into.append(this.#box);
    const on = (
      /** @type {string} */ name,
      /** @type {'oninput' | 'onchange' | 'onclick'} */ event,
      /** @type {() => void} */ done,
    ) => {
      this.#part(name)[event] = done;
    };
    on('text-2', 'oninput', () => this.#typed());
    on('file-2', 'onchange', () => this.#takeFile(this.#part('file-2').files[0]));
    on('choice-2', 'onchange', () => {
      this.#choose = this.#part('choice-2').value;
      this.compare();
    });
    on('mb', 'oninput', () => this.#show());
    on('at-once', 'oninput', () => this.#show());
    on('copy-markdown', 'onclick', () => this.#copy());
    on('save-json', 'onclick', () => this.#save());
    on('save-plan', 'onclick', () => this.#saveCommands(this.#difference()?.plan));
    on('save-back', 'onclick', () => this.#saveCommands(this.#difference()?.back?.commands));
    this.#box.onpaste = (event) => this.#paste(event);
    this.#acceptFiles();
    onLanguage(() => this.#show());
    void studiesStyled().then(() => this.#show());
  }

  /** The control or other element of this name. @param {string} name @returns {any} only the HTML says which it is */
  #part(name) {
    return this.#box.querySelector(`[name="${name}"], [data-name="${name}"]`);
  }

  /** Goes to where people go on: the second text, or what a plan changes. */
  focus() {
    if (this.#first.plan()) return this.focusResult();
    this.#part('text-2').focus();
    this.#box.scrollIntoView({ block: 'nearest' });
  }

  /** Goes to what changes. */
  focusResult() {
    const heading = /** @type {HTMLElement} */ (this.#box.querySelector('h3'));
    heading.setAttribute('tabindex', '-1');
    heading.focus({ preventScroll: true });
    const headline = this.#part('headline');
    (headline.textContent === '' || this.#first.plan() ? this.#box : headline).scrollIntoView({ block: 'start' });
  }

  /** What was compared, without the texts, to show it again after a reload. @returns {?Kept} */
  kept() {
    return this.#answer?.kind === 'compared' ? { answer: this.#answer, names: this.#names() } : null;
  }

  /** @param {Kept} kept */
  restore(kept) {
    this.end();
    this.#restored = kept;
    this.#answer = kept.answer;
    this.#show();
  }

  // The dialog takes what is pasted or dropped outside of this part for the first text.
  #acceptFiles() {
    const box = this.#box;
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
      this.#part('file-2').value = '';
      this.#takeFile(file);
    };
  }

  /** A long text is not shown, only mentioned. @param {ClipboardEvent} event */
  #paste(event) {
    event.stopPropagation();
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (text.length <= kMostShown || event.target !== this.#part('text-2')) return;
    event.preventDefault();
    const field = this.#part('text-2');
    field.value = '';
    field.placeholder = t('Pasted {0} characters.', text.length);
    this.#part('file-2').value = '';
    this.#take(new Blob([text]));
  }

  #typed() {
    const field = this.#part('text-2');
    field.placeholder = '';
    this.#part('file-2').value = '';
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => this.#take(field.value.trim() === '' ? null : new Blob([field.value])), kPauseMs);
  }

  /** @param {File | undefined} file */
  #takeFile(file) {
    if (!file) return;
    const field = this.#part('text-2');
    field.value = '';
    field.placeholder = t('The text of {0}', file.name);
    this.#take(file);
  }

  /** @param {?Blob} given */
  #take(given) {
    clearTimeout(this.#pause);
    this.#given = given;
    this.#choose = '';
    this.compare();
  }

  end() {
    ++this.#run;
    this.#stop.abort();
    this.#working = false;
  }

  /** @returns {?Asked} */
  #asked() {
    const first = this.#first.asked();
    const plan = this.#first.plan();
    const rename = this.#first.rename();
    if (first && plan && !this.#given) return { first: { ...first, choose: undefined }, second: null, rename };
    if (!first || !this.#given) return null;
    return { first, second: { file: this.#given, ...(this.#choose && { choose: this.#choose }) }, rename };
  }

  /** Both texts, as they are now. */
  async compare() {
    this.end();
    this.#restored = null;
    const run = this.#run;
    const asked = this.#asked();
    this.#answer = null;
    this.#working = asked !== null;
    this.#stop = new AbortController();
    this.#show();
    if (!asked) return;
    try {
      const answer = await this.#reader.ask('compare', asked, { signal: this.#stop.signal });
      if (run === this.#run) this.#answer = answer;
    } catch (error) {
      if (run !== this.#run) return;
      this.#working = false;
      this.#show();
      this.#refuse(/** @type {Error} */ (error).message);
    }
    if (run !== this.#run) return;
    this.#working = false;
    if (!this.#answer) return;
    this.#show();
    this.#part('headline').scrollIntoView({ block: 'nearest' }); // below a long text, or on a low screen
  }

  /** @param {string} text */
  #refuse(text) {
    const line = this.#part('refused-2');
    line.hidden = text === '';
    line.textContent = text;
  }

  #rate() {
    const [mb, atOnce] = ['mb', 'at-once'].map((name) => this.#part(name));
    if (!mb.validity.valid || !atOnce.validity.valid || mb.valueAsNumber === 0) return undefined;
    return { bytesPerSecond: mb.valueAsNumber * 1e6, atOnce: atOnce.valueAsNumber };
  }

  /** What was found, with the time at the rate that the fields say; null: nothing was. @returns {?Difference} */
  #difference() {
    const answer = this.#answer;
    if (answer?.kind !== 'compared') return null;
    return answer.difference.bytes ? timed(answer.difference, this.#rate()) : answer.difference;
  }

  #show() {
    const [answer, difference] = [this.#answer, this.#difference()];
    const [plan, box] = [this.#first.plan(), this.#box];
    const second = /** @type {HTMLDetailsElement} */ (box.querySelector('.second'));
    second.hidden = this.#restored !== null;
    second.classList.toggle('plain', !plan);
    if (!plan || this.#given) second.open = true;
    else if (plan !== this.#wasPlan) second.open = false;
    this.#wasPlan = plan;
    this.#part('save-json').hidden = this.#restored !== null; // it is made from the texts
    this.#refuse(this.#refusal());
    this.#part('headline').textContent = difference ? headlineOf(difference) : this.#working ? t('Comparing…') : '';
    this.#part('result').hidden = !difference;
    this.#part('told').textContent = '';
    this.#offer(answer?.kind === 'compared' ? answer.choices : [], difference?.after.choice ?? '');
    if (!difference || answer?.kind !== 'compared') return;
    const warnings = warningsOf(difference);
    if (answer.skipped > 0 && this.#given)
      warnings.push(t('{0} {0|line|lines} of the second text {0|was|were} skipped.', answer.skipped));
    this.#part('warnings').hidden = warnings.length === 0;
    this.#part('warnings').replaceChildren(
      ...warnings.map((text) => Object.assign(document.createElement('li'), { textContent: text })),
    );
    this.#part('pace').hidden = !difference.bytes || Number(difference.bytes.moved) === 0;
    const figures = figuresOf(difference);
    this.#part('figures-2').hidden = figures.length === 0;
    this.#part('figures-2').replaceChildren(
      ...figures.flatMap(([name, value]) => [
        Object.assign(document.createElement('dt'), { textContent: name }),
        Object.assign(document.createElement('dd'), { textContent: value }),
      ]),
    );
    this.#showFlows(difference, answer.flows);
    this.#showCommands('plan-file', difference.plan);
    this.#showCommands('way-back', difference.back?.commands);
  }

  #refusal() {
    const answer = this.#answer;
    if (answer?.kind === 'fits') return t('Several systems write such a text: {0}.', answer.titles.join(', '));
    if (answer?.kind !== 'refused') return '';
    return this.#first.refusalText({ ...answer, kind: 'refused', table: false, marks: [], control: '' });
  }

  /** What the second text offers. @param {string[]} choices @param {string} choice */
  #offer(choices, choice) {
    const menu = this.#part('choice-2');
    if (choices.length > 0 || !this.#working) menu.replaceChildren(...choices.map((name) => new Option(name, name)));
    if (choices.length > 0) menu.value = choice;
    this.#part('choices-2').hidden = menu.options.length < 2;
  }

  /** @param {Difference} difference @param {number} count of all flows */
  #showFlows(difference, count) {
    const { flows, copies, counts = [], assignment } = difference;
    const partitions = assignment?.partitions.length ?? 0;
    const width = Math.min(kMostWidth, this.#box.clientWidth || kMostWidth);
    const shown = flows.map(({ from, to, count: keys, share }) => ({
      ...{ from, to },
      sums: { keys: BigInt(share === undefined ? keys : Math.round(share * 1e9)) },
    }));
    const parts = new Map(flows.map((flow) => [pairOf(flow), flow]));
    const words = {
      label: t('What moves, by the node that gives (row) and the node that gets (column); the darker, the more'),
      told: (/** @type {string} */ from, /** @type {string} */ to, /** @type {Pick<Flow, 'from' | 'to'>} */ of) => {
        const { count: keys = 0, share } = parts.get(pairOf(of)) ?? {};
        return t('{0} from {1} to {2}', share === undefined ? number(keys) : percent(share), from, to);
      },
    };
    this.#part('flows-picture').innerHTML = count === flows.length ? flowsPicture(shown, width, words) : '';
    const tables = [
      ...(flows.length > 0
        ? [
            between(
              count > kMostFlows ? t('The {0} largest of {1} flows', kMostFlows, count) : t('Flows'),
              flowRows(difference, kMostFlows),
            ),
          ]
        : []),
      ...(copies && copies.to.length > 0 ? [table(t('Copies to make'), copyRows(difference, kMostFlows))] : []),
      ...(counts.length > 0 ? [table(t('Entries by node'), countRows(difference, kMostFlows))] : []),
      ...(partitions > 0
        ? [
            table(
              partitions > kMostFlows ? t('The first {0} of {1} partitions.', kMostFlows, partitions) : t('Partitions'),
              partitionRows(difference, kMostFlows),
            ),
          ]
        : []),
    ];
    this.#part('flows').hidden = tables.length === 0;
    this.#part('flows').replaceChildren(...tables);
  }

  /** A file, and what runs it. @param {string} name @param {?Commands} [commands] */
  #showCommands(name, commands) {
    const box = this.#part(name);
    box.hidden = !commands;
    if (!commands) return;
    const { text, how, then = [] } = commands;
    box.querySelector('code').textContent = `${[how, ...then].join('\n')}\n\n${text}`;
  }

  /** @returns {Names} */
  #names() {
    if (this.#restored) return this.#restored.names;
    const hidden = this.#first.rename();
    if (this.#first.plan() && !this.#given) return { before: t('now'), after: t('plan'), hidden };
    const file = /** @type {Partial<File>} */ (this.#given ?? {});
    const [before, after] = [this.#first.name(), file.name ?? ''];
    if (hidden || before + after === '') return { before: '', after: '', hidden };
    return { before: before || t('first text'), after: after || t('second text'), hidden };
  }

  /** @param {string} sentence */
  #tell(sentence) {
    const line = this.#part('told');
    line.textContent = sentence;
    line.scrollIntoView({ block: 'nearest' });
  }

  #copy() {
    const difference = this.#difference();
    if (difference) copy(markdownOf(difference, this.#names()), (sentence) => this.#tell(sentence));
  }

  /** @param {Blob} blob @param {string} name */
  #saveAs(blob, name) {
    save(blob, name);
    this.#tell(t('Saved {0}.', name));
  }

  async #save() {
    const asked = this.#asked();
    if (!asked) return;
    const difference = this.#difference();
    const rate = difference?.time ? this.#rate() : undefined;
    try {
      const blob = await this.#reader.ask('json', { ...asked, ...(rate && { rate }) }, { signal: this.#stop.signal });
      if (blob instanceof Blob) this.#saveAs(blob, 'reshard-diff.json');
    } catch (error) {
      this.#refuse(/** @type {Error} */ (error).message);
    }
  }

  /** @param {?Commands} [commands] */
  #saveCommands(commands) {
    if (commands) this.#saveAs(new Blob([commands.text], { type: 'application/json' }), commands.name);
  }
}

/** A table with names in its first two columns. @param {string} caption @param {string[][]} rows */
function between(caption, rows) {
  const made = table(caption, rows);
  made.classList.add('between');
  return made;
}

/** @param {Pick<Flow, 'from' | 'to'>} flow */
const pairOf = ({ from, to }) => JSON.stringify([from, to]);
