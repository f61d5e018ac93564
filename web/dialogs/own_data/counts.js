// “Counts of your own data”: shows what the command counted, for any number of keys, in the page's terms and pictures.
import { number, onLanguage, percent, t } from '../../text/language.js';
import { bytesText } from '../tools/amounts.js';
import { setCounted } from './counted.js';
import { movementOf, share, spreadOf } from './counts_rules.js';
import { Dialog, kRefused, studiesStyled } from '../tools/dialog.js';
import { drawnIn } from '../tools/drawn.js';
import { OwnReading } from './own_reading.js';
import { connectStudy, kTakeFilesHtml, numbersTable, shownTable } from '../tools/study.js';
import { flowsPicture } from './flows.js';
import { barsOf } from '../tools/plot.js';

const kMostWidth = 860,
  kMostBars = 40,
  kMostFlows = 100;

const kHtml = `
  <p>This command counts keys where they are, billions of them, and nothing but the counts comes here. They never leave
    this page.</p>
  <pre class="example"><code data-name="example"></code></pre>
  <label for="counts-file">Open a file (up to 20 MB, unpacked)</label><input id="counts-file" type="file" name="file">
  <label for="counts-text">Or paste the JSON</label>
  <textarea id="counts-text" name="text" rows="4" spellcheck="false" autocomplete="off"></textarea>
  ${kRefused}
  <progress name="progress" aria-label="Reading the counts" max="1" value="0"></progress>
  <div class="studies" data-name="shown" hidden>
    <p data-name="outcome" role="status"></p>
    <p data-name="moves"></p>
    <p><a data-name="open">Open this scenario in the playground, on generated keys</a></p>
    <p data-name="uneven" hidden><button type="button" data-dialog="rebalance" data-subject="counts">Rebalance…</button>
      <span class="quiet">Each entry is taken to have an equal part of what its node has.</span></p>
    <div data-name="bars"></div>
    <div data-name="nodes" class="tables" tabindex="0" role="region" aria-label="Nodes"></div>
    <div data-name="flows-picture"></div>
    <div data-name="flows" class="tables" tabindex="0" role="region" aria-label="Flows"></div>
    <p class="quiet">Counts cannot tell: which keys move, or are asked for most; where replicas are; who would serve the
      keys of a node that fails. For one key, ask “reshard explain”; for a list of the keys that move, “reshard moved”;
      for how long the move takes, “reshard plan”.</p>
    ${kTakeFilesHtml}
  </div>`;

const shownBytes = (/** @type {bigint} */ value) => bytesText(Number(value));
/** @typedef {import('./counts_rules.js').Counts} Counts */
/** @typedef {import('./counts_rules.js').Measure} Measure */
/** @typedef {import('./counts_rules.js').Sums} Sums */
/** @typedef {ReturnType<typeof numbersTable>} Numbers */

/** @type {Record<Measure, (value: bigint) => string>} */
const kShown = { keys: number, bytes: shownBytes, requests: number };
const titleOf = { keys: () => t('Keys'), bytes: () => t('Bytes'), requests: () => t('Requests') };
const titleBefore = {
  keys: () => t('Keys before'),
  bytes: () => t('Bytes before'),
  requests: () => t('Requests before'),
};

class CountsDialog {
  #dialog = new Dialog('counts', 'Counts of your own data', kHtml);
  #draw = drawnIn(this.#dialog.part('bars'), kMostWidth, (width) => this.#drawAt(width));
  /** @type {?Counts} */
  #counts = null;
  /** @type {Numbers[]} */
  #tables = [];
  #page;
  #reader = new OwnReading();
  #stop = new AbortController(); // of what is being read

  /** @param {import('../../host/page.js').Page} page */
  constructor(page) {
    this.#page = page;
    const part = (/** @type {string} */ name) => this.#dialog.part(name);
    part('file').onchange = () => part('file').files[0] && this.#take(part('file').files[0]);
    part('text').oninput = () => part('text').value.trim() !== '' && this.#take(new Blob([part('text').value]));
    this.#dialog.element.addEventListener('close', () => this.#stop.abort());
    part('open').onclick = () => this.#dialog.close();
    connectStudy(this.#dialog, page, 'counts', {
      argument: () => '',
      said: () => part('outcome').textContent,
      tables: () => this.#tables,
    });
    onLanguage(() => this.#counts && this.#show());
  }

  async open() {
    this.#dialog.part('example').textContent =
      `reshard counts --json --link '${this.#page.state().link.replaceAll("'", '%27')}' keys.txt > counts.json`;
    await Promise.all([studiesStyled(), this.#dialog.open()]);
  }

  // What is shown stays until it can be replaced; a newer text takes the place of one that is being read.
  async #take(/** @type {Blob} */ file) {
    this.#stop.abort();
    const { signal } = (this.#stop = new AbortController());
    this.#dialog.refuse('');
    const stop = () => this.#stop.abort();
    try {
      const counts = await this.#reader.ask(
        'counts',
        { file },
        { signal, onProgress: (done) => done > 0 && !signal.aborted && this.#dialog.work(done, stop) },
      );
      if (signal.aborted) return;
      this.#counts = counts;
      this.#show();
    } catch (error) {
      if (!signal.aborted) this.#dialog.refuse(/** @type {Error} */ (error).message);
    } finally {
      if (this.#stop.signal === signal) this.#dialog.work(null);
    }
  }

  #show() {
    const counts = /** @type {Counts} */ (this.#counts);
    const part = (/** @type {string} */ name) => this.#dialog.part(name);
    const here = counts.nodes.filter(({ weight }) => weight !== null);
    const weighed = here.map(({ weight, after }) => ({ weight: Number(weight), keys: after.keys }));
    const { weighted, cv, peak } = spreadOf(weighed);
    const strategy = this.#titleOf(counts.strategy);
    const figures = [number(counts.records), here.length, strategy, number(peak, 2), percent(cv)];
    part('shown').hidden = false;
    part('outcome').textContent = [
      weighted
        ? t('{0} keys on {1} nodes under {2}: max / fair share {3}, spread around it {4}.', ...figures)
        : t('{0} keys on {1} nodes under {2}: max / mean {3}, spread (CV) {4}.', ...figures),
      ...(counts.nobody > 0n ? [t('{0} {0|key belongs|keys belong} to no node.', number(counts.nobody))] : []),
    ].join(' ');
    this.#tell(counts);
    part('open').hidden = counts.link === '';
    part('open').href = `#${counts.link}`;
    part('uneven').hidden = !this.#isShown(counts);
    setCounted({ counts, title: `${t('Counts of your own data')}: ${part('outcome').textContent}` });
    this.#tables = [this.#nodes(counts), ...(counts.flows === null ? [] : [this.#flows(counts.flows, counts.added)])];
    part('nodes').replaceChildren(shownTable(this.#tables[0]));
    part('flows').hidden = counts.flows === null;
    part('flows').replaceChildren(
      ...this.#tables.slice(1).map((table) => shownTable({ ...table, rows: table.rows.slice(0, kMostFlows) })),
    );
    this.#draw();
  }

  /** Whether the page shows these nodes under a strategy whose entries are moved one by one. @param {Counts} counts */
  #isShown({ nodes, strategy }) {
    const { nodes: own = [], entries = 0, strategy: shown } = this.#page.state();
    const here = new Set(nodes.flatMap(({ name, weight }) => (weight === null ? [] : [name])));
    return entries > 0 && shown === strategy && own.length === here.size && own.every(({ name }) => here.has(name));
  }

  #titleOf(/** @type {string} */ id) {
    /** @type {{strategies: {id: string, title: string}[]}} */
    const { strategies } = this.#page.bridge.read('registry');
    return t(strategies.find((strategy) => strategy.id === id)?.title ?? id);
  }

  #tell(/** @type {Counts} */ counts) {
    const movement = movementOf(counts),
      line = this.#dialog.part('moves');
    line.hidden = movement === null;
    if (movement === null) return;
    const { moved, least, needless, bytes } = movement;
    line.textContent = [
      t(
        'The last change moves {0} {0|key|keys} ({1}); the minimum is {2}, so {3} {3|is|are} unnecessary.',
        number(moved),
        percent(share(moved, counts.records)),
        number(least),
        number(needless),
      ),
      ...(bytes === null ? [] : [t('That is {0} to copy.', shownBytes(bytes))]),
    ].join(' ');
  }

  /** @param {Counts} counts */
  #nodes({ nodes, flows, records, added }) {
    /** @type {Measure[]} */
    const names = ['keys', ...added];
    const totals = nodes.reduce((sum, { weight }) => sum + (weight ?? 0), 0);
    const columns = [
      { title: t('Node') },
      ...names.map((name) => ({ title: titleOf[name](), shown: kShown[name] })),
      { title: t('Share of keys'), shown: percent },
      { title: t('Fair share'), shown: percent },
      ...(flows === null ? [] : names.map((name) => ({ title: titleBefore[name](), shown: kShown[name] }))),
    ];
    const rows = nodes.map(({ name, after, weight, before }) => [
      name,
      ...names.map((each) => (weight === null ? null : after[each])),
      weight === null ? null : share(after.keys, records),
      weight === null || totals === 0 ? null : weight / totals,
      ...(flows === null ? [] : names.map((each) => /** @type {Sums} */ (before)[each])),
    ]);
    return numbersTable(t('Nodes'), columns, rows);
  }

  /**
   * @param {import('./counts_rules.js').Flow[]} flows
   * @param {Counts['added']} added
   */
  #flows(flows, added) {
    /** @type {Measure[]} */
    const names = ['keys', ...added];
    const moved = flows.reduce((sum, { sums }) => sum + sums.keys, 0n);
    const columns = [
      { title: t('Giving node') },
      { title: t('Receiving node') },
      ...names.map((name) => ({ title: titleOf[name](), shown: kShown[name] })),
      { title: t('Share of the moved keys'), shown: percent },
    ];
    const end = (/** @type {?string} */ name) => name ?? t('no node');
    const rows = flows.map(({ from, to, sums }) => [
      end(from),
      end(to),
      ...names.map((name) => sums[name]),
      share(sums.keys, moved),
    ]);
    const caption =
      rows.length > kMostFlows
        ? t('The {0} largest of {1} flows; the CSV has all', kMostFlows, rows.length)
        : t('Flows');
    return numbersTable(caption, columns, rows);
  }

  /** @param {number} width in CSS pixels */
  #drawAt(width) {
    if (!this.#counts) return;
    const { nodes, flows, nobody, records } = this.#counts;
    const part = (/** @type {string} */ name) => this.#dialog.part(name);
    const mean = Number(records - nobody) / Math.max(1, nodes.filter(({ weight }) => weight !== null).length);
    const groups = nodes.map(({ name, after, before }) => ({
      name,
      values: [...(before ? [Number(before.keys) / mean] : []), Number(after.keys) / mean],
    }));
    const now = (/** @type {{values: number[]}} */ { values }) => /** @type {number} */ (values.at(-1));
    const most = [...groups].sort((a, b) => now(b) - now(a)).slice(0, kMostBars);
    const shown = groups.length > kMostBars ? most : groups;
    const label =
      groups.length > kMostBars
        ? t('Keys per node, the {0} fullest of {1}', kMostBars, groups.length)
        : t('Keys per node');
    const titles = flows === null ? [t('Keys / mean')] : [t('before / mean'), t('after / mean')];
    part('bars').innerHTML = barsOf({
      label,
      width,
      titles,
      groups: shown,
      text: (/** @type {number} */ value) => number(value),
    });
    part('flows-picture').innerHTML = flows === null ? '' : flowsPicture(flows, width);
  }
}

/** @type {?CountsDialog} */
let dialog = null;

/** @param {import('../../host/page.js').Page} page */
export async function open(page) {
  dialog ??= new CountsDialog(page);
  await dialog.open();
}
