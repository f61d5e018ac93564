// “Jump, step by step”: the proof that it is even, on the page's keys; one key's draws in both loops; a failing node.
import { number, onLanguage, percentSign, t } from '../../text/language.js';
import { refuse, StudyCore } from './study_core.js';
import { Dialog, kRefused } from '../tools/dialog.js';
import { drawnIn } from '../tools/drawn.js';
import { barsOf, lanesOf } from './jump_pictures.js';
import { sharesAfterFailure } from './jump_walk.js';
import { connectStudy, keysOfPage, kTakeHtml, numbersTable, shownTable } from '../tools/study.js';
import { unescaped } from '../../text/unescaped.js';

/** @typedef {import('../../host/page.js').Page} Page */
/** @typedef {ReturnType<typeof numbersTable>} NumbersTable */
/** @typedef {ReturnType<typeof import('./jump_walk.js').walk>} Walked */
/** @typedef {ReturnType<typeof import('./jump_walk.js').lookUp>} LookedUp */
/** @typedef {ReturnType<typeof import('./jump_walk.js').afterFailure>} AfterFailure */
/** @typedef {{walk: Walked, lookUp: LookedUp, afterFailure: AfterFailure}} Answers */

const kMost = 20;
const kMostWidth = 920;

const kHtml = `
  <p data-name="what" class="quiet"></p>
  ${kRefused}
  <section aria-labelledby="jump-step">
    <h3 id="jump-step" data-name="step" aria-live="polite"></h3>
    <div class="line steps"><button type="button" name="back">Previous</button>
      <input name="nodes" type="range" min="1" max="${kMost - 1}" step="1" value="4"
        aria-label="Nodes before the step">
      <button type="button" name="forth">Next</button></div>
    <div data-name="bars"></div>
    <ol data-name="proof"></ol>
    <div data-name="counted" class="tables" tabindex="0" role="region" aria-label="Expected and counted"></div>
  </section>
  <section aria-labelledby="jump-key">
    <h3 id="jump-key">One key, coin by coin</h3>
    <div class="line"><label>Key
      <input name="key" maxlength="255" spellcheck="false" autocomplete="off" required></label></div>
    <div data-name="lanes"></div>
    <p data-name="draws" role="status"></p>
    <div data-name="drawn" class="tables two" tabindex="0" role="region" aria-label="Draws"></div>
    <p class="quiet">Both loops jump with the same probability. They draw different numbers, so a key may end on
      different nodes.</p>
  </section>
  <section aria-labelledby="jump-next">
    <h3 id="jump-next">Why the next jump lands at ⌊(b + 1)/r⌋</h3>
    <p>A key that has just come to node b stays when node i comes with probability i/(i + 1). That it is still there
      with j nodes has the probability of all of them together: the product of i/(i + 1) from i = b + 1 to j − 1. Each
      numerator cancels the denominator before it, and (b + 1)/j is left.</p>
    <p>So instead of tossing coins, draw one r, uniform in (0, 1]. The key is still there with j nodes if r ≤ (b + 1)/j,
      that is j ≤ (b + 1)/r. The first node that it jumps to is ⌊(b + 1)/r⌋. So ch(key, n + 1) = n if that is n; if it
      is more, ch(key, n + 1) = ch(key, n).</p>
    <div class="line"><label>Node b
      <input name="from" type="number" min="0" max="${kMost - 2}" step="1" value="0" required></label></div>
    <div data-name="staying" class="tables" tabindex="0" role="region" aria-label="Keys that stay"></div>
  </section>
  <section aria-labelledby="jump-failed">
    <h3 id="jump-failed">Nodes are never removed, only replaced</h3>
    <div class="line"><label>Node that fails
      <input name="failed" type="number" min="0" step="1" value="1" required></label></div>
    <div data-name="after" class="tables" tabindex="0" role="region" aria-label="After a failure"></div>
    <p class="quiet">A replacement takes the failed node’s number and its data, from a replica or a backup. Its keys are
      all that move, and every client still has the same number of nodes.</p>
  </section>
  ${kTakeHtml}`;

const share = (/** @type {number} */ value) => number(100 * value, 2) + percentSign();
const fraction = (/** @type {number} */ value) => number(value, 6, 6);
const kWays = {
  replaced: 'Replace it: the same number, the same data',
  last: 'Remove it as it is',
  swap_last: 'The last node takes its number',
  renumber: 'Each node after it gets the number before its own',
};

class Jump {
  #dialog = new Dialog('jump', 'Jump, step by step', kHtml);
  #draw = drawnIn(this.#dialog.part('bars'), kMostWidth, (width) => this.#walked && this.#drawAt(width));
  #core = new StudyCore();
  #page;
  #asked = { walk: 0, lookUp: 0, afterFailure: 0 }; // counts questions: answers to earlier ones are not shown
  /** @type {?import('./study_core.js').StudyInput} */
  #input = null;
  /** @type {?Walked} */
  #walked = null;
  /** @type {Record<string, NumbersTable[]>} by the part that shows them */
  #tables = {};
  #part = (/** @type {string} */ name) => this.#dialog.part(name);

  /** @param {Page} page */
  constructor(page) {
    this.#page = page;
    const part = this.#part,
      nodes = part('nodes');
    const go = (/** @type {number} */ by) => {
      nodes.valueAsNumber += by;
      this.#show();
    };
    part('back').onclick = () => go(-1);
    part('forth').onclick = () => go(1);
    nodes.oninput = () => this.#show();
    part('key').onchange = () => this.#showKey();
    part('from').onchange = () => this.#showStaying();
    part('failed').onchange = () => this.#showFailure();
    this.#dialog.element.addEventListener('close', () => {
      for (const what of /** @type {(keyof Answers)[]} */ (Object.keys(this.#asked))) ++this.#asked[what];
      this.#core.end();
    });
    connectStudy(this.#dialog, page, 'jump', {
      argument: () => `${nodes.value}/${encodeURIComponent(part('key').value)}`,
      said: () => this.#said(),
      tables: () => Object.values(this.#tables).flat(),
    });
    onLanguage(() => this.#walked && this.#dialog.element.open && this.open());
  }

  /** @param {string} [argument] nodes before the step and a key: “4/user:17” */
  async open(argument) {
    const [, nodes, key] = /^(\d+)(?:\/(.*))?$/.exec(argument ?? '') ?? [];
    const part = this.#part;
    if (nodes) part('nodes').value = nodes;
    if (key) part('key').value = unescaped(key);
    part('key').value ||= this.#page.state().inspected?.key || 'key-7';
    this.#dialog.refuse('');
    await this.#dialog.open();
    const { input, says } = keysOfPage(this.#page);
    const { strategy, hash } = this.#page.state();
    const own = strategy.startsWith('jump') ? { hash } : {};
    this.#input = { ...input, ...own };
    part('what').textContent = t(
      '{0}, placed by jump on nodes 0, 1, 2…: what the proof expects, and what is counted.',
      says,
    );
    await this.#ask('walk', { input: this.#input, most: kMost }, (walked) => {
      this.#walked = walked;
      this.#show();
    });
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
      const answer = await this.#core.ask(what, input);
      if (mine === this.#asked[what]) show(answer);
    } catch (error) {
      refuse(this.#dialog, error);
    }
  }

  // What is shown, once there is an answer.
  get #counted() {
    return /** @type {Walked} */ (this.#walked);
  }

  /** @returns {number} */
  get #n() {
    return this.#part('nodes').valueAsNumber;
  }

  #said() {
    const n = this.#n,
      { moved } = this.#counted.steps[n - 1],
      { keys } = this.#counted;
    return t(
      'From {0} to {1} nodes jump moves {2} of {3} keys ({4}; expected {5}), all to the new node.',
      n,
      n + 1,
      moved,
      keys,
      share(moved / keys),
      share(1 / (n + 1)),
    );
  }

  /**
   * @param {string} name
   * @param {...NumbersTable} tables
   */
  #put(name, ...tables) {
    this.#tables[name] = tables;
    this.#part(name).replaceChildren(...tables.map((each) => shownTable(each)));
  }

  #show() {
    const n = this.#n,
      part = this.#part;
    part('nodes').setAttribute('aria-valuetext', t('{0} → {1} nodes', n, n + 1));
    part('back').disabled = n === 1;
    part('forth').disabled = n === kMost - 1;
    part('step').textContent = t('From {0} to {1} nodes', n, n + 1);
    part('failed').max = String(n);
    if (part('failed').valueAsNumber > n) part('failed').value = String(n);
    this.#showProof();
    this.#showStaying();
    this.#draw();
    this.#showKey();
    this.#showFailure();
  }

  #showProof() {
    const n = this.#n,
      { keys, counts, steps } = this.#counted,
      { moved, needless } = steps[n - 1];
    const sigma = Math.sqrt(keys * (1 / (n + 1)) * (n / (n + 1)));
    const lines = [
      n === 1
        ? t('With one node, ch(key, 1) = 0: node 0 has every key, 1/1 of them.')
        : t('Suppose that with {0} nodes each has 1/{0} of the keys: the step before has shown it.', n),
      t(
        'Each key moves to node {0} with probability 1/{1}. Expected {2} keys; counted {3}, {4} unnecessarily.',
        String(n),
        n + 1,
        Math.round(keys / (n + 1)),
        moved,
        needless,
      ),
      t('So each of the old nodes keeps 1/{0} · {0}/{1} = 1/{1}.', n, n + 1),
      t(
        'The new node gets from each of nodes 0 to {0} a part 1/{1} · 1/{2}. There are {1} parts, so it has 1/{2} too.',
        String(n - 1),
        n,
        n + 1,
      ),
      t(
        'So with {0} nodes each has 1/{0}: {1} keys, give or take {2} by chance.',
        n + 1,
        Math.round(keys / (n + 1)),
        Math.round(sigma),
      ),
    ];
    this.#part('proof').replaceChildren(
      ...lines.map((line) => Object.assign(document.createElement('li'), { textContent: line })),
    );
    const rows = counts[n].map((count, node) => [
      String(node),
      node < n ? counts[n - 1][node] : 0,
      node < n ? steps[n - 1].from[node] : null,
      node < n ? keys / (n * (n + 1)) : null,
      count,
      keys / (n + 1),
    ]);
    const whole = (/** @type {number} */ value) => number(Math.round(value));
    this.#put(
      'counted',
      numbersTable(
        t('Expected and counted'),
        [
          { title: t('Node') },
          { title: t('Keys before') },
          { title: t('Given to the new node') },
          { title: t('Expected'), shown: whole },
          { title: t('Keys after') },
          { title: t('Expected'), shown: whole },
        ],
        rows,
      ),
    );
  }

  /** @param {number} width in CSS pixels */
  #drawAt(width) {
    const part = this.#part,
      n = this.#n,
      { keys, counts } = this.#counted;
    part('bars').innerHTML = barsOf({ n, before: counts[n - 1], after: counts[n], keys }, width);
    if (this.#drawn) part('lanes').innerHTML = lanesOf(this.#drawn, width);
  }

  /** @type {?Pick<LookedUp, 'coins' | 'jumps'>} */
  #drawn = null; // the draws of the key

  #showKey() {
    const part = this.#part,
      key = part('key').value,
      nodes = this.#n + 1;
    if (key === '') return;
    this.#ask('lookUp', { input: this.#input, key, nodes }, (drawn) => {
      this.#drawn = drawn;
      this.#tell(drawn, nodes);
      this.#draw();
    });
  }

  /**
   * @param {Pick<LookedUp, 'coins' | 'jumps'>} drawn
   * @param {number} nodes
   */
  #tell({ coins, jumps }, nodes) {
    const { steps, keys } = this.#counted;
    const average = 1 + steps.slice(0, nodes - 1).reduce((sum, { moved }) => sum + moved, 0) / keys;
    const expected = Array.from({ length: nodes }, (_, i) => 1 / (i + 1)).reduce((sum, each) => sum + each, 0);
    this.#part('draws').textContent = t(
      'With {0} nodes the naive loop tosses {1} {1|coin|coins} for any key. The jumping one draws {2} {2|time|times} for this key, and {3} times on average over all keys (expected {4}).',
      nodes,
      coins.length,
      jumps.length,
      number(average, 2),
      number(expected, 2),
    );
    const said = (/** @type {boolean} */ yes) => (yes ? t('jumps') : t('stays'));
    this.#put(
      'drawn',
      numbersTable(
        t('Naive: a coin for each node'),
        [
          { title: t('New node') },
          { title: t('Jumps below') },
          { title: t('Draw'), shown: fraction },
          { title: t('Outcome') },
          { title: t('Key at') },
        ],
        coins.map(({ node, draw, moves, at }) => [String(node), `1/${node + 1}`, draw, said(moves), String(at)]),
      ),
      numbersTable(
        t('Jumping: a draw for each jump'),
        [
          { title: t('At node b') },
          { title: t('Draw r'), shown: fraction },
          { title: '⌊(b + 1)/r⌋' },
          { title: t('Outcome') },
        ],
        jumps.map(({ from, draw, to }) => [
          String(from),
          draw,
          String(to),
          to < nodes ? said(true) : t('beyond the last node: stays'),
        ]),
      ),
    );
  }

  #showStaying() {
    const from = this.#part('from');
    if (!from.validity.valid) return;
    const b = from.valueAsNumber,
      { counts } = this.#counted,
      came = counts[b][b];
    const rows = counts
      .slice(b)
      .map((each, i) => [
        t('{0} {0|node|nodes}', b + 1 + i),
        `${b + 1}/${b + 1 + i}`,
        (b + 1) / (b + 1 + i),
        each[b] / came,
        each[b],
      ]);
    this.#put(
      'staying',
      numbersTable(
        t('Of the {0} keys that came to node {1}, how many are still there', came, String(b)),
        [
          { title: t('Number of nodes') },
          { title: '(b + 1)/j' },
          { title: t('Expected'), shown: share },
          { title: t('Counted'), shown: share },
          { title: t('Keys') },
        ],
        rows,
      ),
    );
  }

  #showFailure() {
    const failed = this.#part('failed'),
      nodes = this.#n + 1;
    if (!failed.validity.valid) return;
    const node = failed.valueAsNumber,
      shares = sharesAfterFailure(node, nodes);
    this.#ask('afterFailure', { input: this.#input, node, nodes }, (ways) => {
      const { keys } = this.#counted;
      const rows = ways.map(({ way, moved, needless, refused }) => [
        t(kWays[way]),
        shares[way],
        refused ? t('refused: only the last node can leave') : moved / keys,
        needless ?? null,
      ]);
      this.#put(
        'after',
        numbersTable(
          t('Node {0} of {1} nodes fails', String(node), nodes),
          [
            { title: t('What is done') },
            { title: t('Expected'), shown: share },
            { title: t('Keys moved'), shown: share },
            { title: t('Unnecessary moves') },
          ],
          rows,
        ),
      );
    });
  }
}

/** @type {?Jump} */
let dialog = null;

/**
 * @param {Page} page
 * @param {string} [argument]
 */
export async function open(page, argument) {
  dialog ??= new Jump(page);
  await dialog.open(argument);
}
