// The runbook for the reader's own numbers: a form, and a page to take to the meeting.
import { number, percent, t } from '../../text/language.js';
import { refusalOf } from '../../text_view/parts.js';
import { copy } from '../../host/clipboard.js';
import { countedOf, lastMoveOf } from '../counted.js';
import { Dialog, kRefused, save } from '../dialog.js';
import { ask } from './client.js';
import { escaped } from './escaped.js';
import { runbookNumbers, runbookText } from './link.js';
import { commandsOf, markdownOf, runbookOf } from './runbook.js';
import { evenedOut, evenly, PasteError, readPasted } from './runbook_source.js';
import { presetTitle } from './sentence.js';
import { inputOfMove, protocolText, valueOf } from './spec.js';

// What a link stores; what was pasted stays in the page.
const kInLink = ['keys', 'bytes', 'before', 'after', 'protocol', 'link', 'throttle', 'requests', 'writes', 'lifetime', 'window', 'per-tb', 'per-hour'];
const kSample = 24_000;  // keys that stand for all, dealt over the nodes
const kRows = 100_000;   // the same for the page's own keys, weighted by their counts

const kHtml = `
  <div class="line">
    <label>Keys <input name="keys" type="number" min="1" step="1" value="2000000000" class="long" required></label>
    <label>Bytes per key and value <input name="bytes" type="number" min="1" step="1" value="1000" required></label>
    <label>Nodes now <input name="before" type="number" min="1" max="2000" step="1" value="12" required></label>
    <label>Nodes after <input name="after" type="number" min="1" max="2000" step="1" value="16" required></label>
    <label>Protocol <select name="protocol"></select></label>
  </div>
  <div class="line">
    <label>Bandwidth per node, MB/s <input name="link" type="number" min="1" step="any" value="1000" required></label>
    <label>Copy speed limit, MB/s <input name="throttle" type="number" min="0.001" step="any" value="200" required></label>
    <label>Requests per second <input name="requests" type="number" min="1" step="1" value="50000" required></label>
    <label>Share of writes <input name="writes" type="number" min="0" max="1" step="any" value="0.2" required></label>
  </div>
  <details class="door"><summary>More: windows, prices, what runs now</summary>
    <div class="line">
      <label>Lifetime of a value, hours <input name="lifetime" type="number" min="0.001" max="2400" step="any" value="24" required></label>
      <label>Working hours per day <input name="window" type="number" min="0.5" max="24" step="any" value="24" required></label>
      <label>Price per TB over the network <input name="per-tb" type="number" min="0" step="any" value="10" required></label>
      <label>Price per node and hour <input name="per-hour" type="number" min="0" step="any" value="1" required></label>
    </div>
    <label for="runbook-paste">What runs now: the answer of CLUSTER NODES, or rows of key,owner. It never leaves this page.</label>
    <textarea id="runbook-paste" name="paste" rows="4" spellcheck="false" autocomplete="off"></textarea>
  </details>
  <p data-name="table-says" class="quiet" hidden></p>
  ${kRefused}
  <p class="buttons"><button type="button" name="copy-text" class="primary">Copy as Markdown</button> <button type="button" name="markdown">Save as Markdown</button>
    <button type="button" name="json">Save as JSON</button> <button type="button" name="print">Print</button> <button type="button" name="copy-link">Copy link</button> <span data-name="told" role="status" class="quiet"></span></p>
  <article data-name="page" class="runbook" tabindex="0" aria-label="The runbook"></article>`;

class Runbook {
  #dialog = new Dialog('runbook', 'Runbook', kHtml);
  #presets = [];
  #move;
  #made = null;
  /** If the page's keys are the values of a table: what the last change moves of it. @type {any} */
  #table = null;
  #asked = 0;
  /** @type {(text: string) => void} */
  #tellNumbers = () => {};
  #part = (name) => this.#dialog.part(name);

  constructor() {
    const part = this.#part;
    this.#dialog.element.classList.add('wide');
    this.#dialog.form.oninput = (event) => { if (event.target !== part('paste')) this.#work(); };
    part('paste').onchange = () => this.#work();
    part('copy-text').onclick = () => copy(this.#markdown, (words) => { part('told').textContent = words; });
    part('markdown').onclick = () => save(new Blob([this.#markdown], { type: 'text/markdown' }), 'runbook.md');
    part('json').onclick = () => save(new Blob([JSON.stringify(this.#made, null, 1)], { type: 'application/json' }), 'runbook.json');
    part('print').onclick = () => print();
    this.#dialog.element.addEventListener('close', () => this.#tellNumbers(''));
  }

  /** @param {{page: any, move: any, presets: any[], numbers: string, onNumbers: (text: string) => void, onCopyLink: () => void}} given `numbers`: from a link */
  async open({ page, move, presets, numbers, onNumbers, onCopyLink }) {
    this.#presets = presets;
    this.#move = move;
    this.#tellNumbers = onNumbers;
    this.#part('copy-link').onclick = onCopyLink;
    const safe = presets.filter((preset) => preset.safe);
    const menu = this.#part('protocol');
    menu.replaceChildren(...safe.map(({ id }) => new Option(presetTitle(id), id)));
    menu.value = safe.some(({ id }) => id === move.protocol) ? move.protocol : 'double_write';
    this.#takeTable(page);
    this.#fill(runbookNumbers(numbers));
    await this.#dialog.open();
    await this.#work();
  }

  // Rows are what is copied. Keeps what the reader has typed as long as it is about the same move.
  #takeTable({ bridge, state }) {
    const part = this.#part, counted = countedOf(state()), before = this.#table;
    this.#table = counted && { ...counted, move: lastMoveOf(bridge, kRows) };
    if (!this.#table || (before && JSON.stringify(before) === JSON.stringify(this.#table))) return;
    const { move, rows, rowBytes } = this.#table;
    part('keys').value = String(rows);
    if (rowBytes) part('bytes').value = String(Math.max(1, Math.round(rowBytes)));
    if (!move) return;
    part('before').value = String(move.before.nodes.length);
    part('after').value = String(move.after.nodes.length);
  }

  // The page's own move, unless the reader wants other numbers of nodes.
  #moveOfTable(source) {
    const move = this.#table?.move, same = move && source === null && this.#part('before').valueAsNumber === move.before.nodes.length && this.#part('after').valueAsNumber === move.after.nodes.length;
    const says = this.#part('table-says');
    says.hidden = !this.#table || source !== null;
    says.textContent = says.hidden ? '' : same && move.moved > 0 ? t('A key here is a row. The move is the page’s last change: it moves {0} of {1} rows counted, {2}.', number(move.moved), number(move.all), percent(move.moved / move.all))
      : t('A key here is a row. The move is the least one between so many nodes.');
    return same && move.moved > 0 ? move : null;
  }

  // Leaves a field as it is if the link's value is invalid.
  #fill(numbers) {
    for (const name of kInLink) {
      const field = this.#part(name), before = field.value;
      if (!numbers.has(name)) continue;
      field.value = numbers.get(name);
      if (field.value === '' || !field.checkValidity()) field.value = before;
    }
  }

  get #markdown() {
    return markdownOf(this.#made.runbook, this.#made.commands);
  }

  async #work() {
    const asked = ++this.#asked;
    this.#dialog.refuse('');
    if (!this.#dialog.form.checkValidity()) return this.#dialog.refuse(t('Each field needs a number in its range.'));
    try {
      const made = await this.#make();
      if (asked !== this.#asked) return;
      this.#made = made;
      this.#show();
      this.#tellNumbers(runbookText(Object.fromEntries(kInLink.map((name) => [name, this.#part(name).value]))));
    } catch (error) {
      if (asked === this.#asked) this.#dialog.refuse(error instanceof PasteError ? error.message : refusalOf(error));
    }
  }

  async #make() {
    const value = (name) => this.#part(name).valueAsNumber;
    const pasted = this.#part('paste').value.trim();
    const source = pasted === '' ? null : readPasted(pasted);
    if (source) this.#part('before').value = String(source.nodes.length);
    const numbers = { keys: value('keys'), bytes: value('bytes'), before: value('before'), after: value('after'), throttle: value('throttle') * 1e6, link: value('link') * 1e6,
      requests: value('requests'), writes: value('writes'), lifetime: value('lifetime'), window: value('window'), perTb: value('per-tb'), perHour: value('per-hour') };
    const protocol = this.#part('protocol').value;
    const move = this.#moveOfTable(source);
    const now = source ?? move?.before ?? evenly(numbers.before, kSample - (kSample % (numbers.before * numbers.after)) || kSample);
    const after = move?.after ?? evenedOut(now, numbers.after);
    const preset = this.#presets.find(({ id }) => id === protocol);
    const { protocol: _, ...rest } = this.#move;
    const plan = { protocol, ...(rest.routing && { routing: rest.routing }), spread: valueOf(rest, 'spread'), clients: valueOf(rest, 'clients'), requests_per_second: numbers.requests,
      writes: numbers.writes, key_bytes: 1, value_bytes: numbers.bytes - 1, copy_bytes_per_second: Math.round(numbers.throttle), link_bytes_per_second: Math.round(numbers.link),
      ...(preset.text.includes('expired') && { ttl_us: Math.round(numbers.lifetime * 3.6e9) }),
      ...(preset.unit === 'section' && { section_keys: Math.max(1, Math.round(numbers.keys / 16_384)) }) };
    const flow = await ask('flow', { before: { nodes: now.nodes, owners: now.owners }, after, keys: numbers.keys, ...inputOfMove(/** @type {any} */ (plan)) });
    flow.keys = numbers.keys;
    const runbook = runbookOf({ text: protocolText(protocol, this.#presets), back: preset.back, flow, numbers });
    return { protocol, numbers, flow, runbook, commands: commandsOf(protocol, source, flow, numbers) };
  }

  #show() {
    const { runbook, commands } = this.#made;
    const list = (items) => `<ul>${items.map((line) => `<li>${escaped(line)}</li>`).join('')}</ul>`;
    const steps = runbook.steps.map((step, i) => `${step.noReturn ? `<p class="no-return"><strong>${t('Point of no return')}</strong></p>` : ''}
      <section><h3>${i + 1}. ${escaped(step.name)} <small>${escaped([step.time, step.bytes].filter(Boolean).join(', '))}</small></h3>
      <h4>${t('Do')}</h4>${list(step.does)}<h4>${t('Check before you go on')}</h4>${list(step.checks)}
      <p><strong>${t('Readers notice')}</strong>: ${escaped(step.readers)}</p>${step.copier ? `<p class="copier"><strong>${escaped(step.copier)}</strong></p>` : ''}
      <p><strong>${t('To roll back')}</strong>: ${escaped(step.back)}</p></section>`);
    this.#part('page').innerHTML = `<h2>${escaped(runbook.title)}</h2><dl>${runbook.facts.map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`).join('')}</dl>
      <p><strong>${t('Canary')}</strong>. ${escaped(runbook.canary)}</p>${steps.join('')}${commands.length > 0 ? `<h3>${t('Commands')}</h3><pre>${escaped(commands.join('\n'))}</pre>` : ''}`;
  }
}

let runbook = null;

/** @param {Parameters<Runbook['open']>[0]} given */
export async function openRunbook(given) {
  runbook ??= new Runbook();
  await runbook.open(given);
}
