// The runbook's form: what it begins with, fields for all protocols, and those of one system.
import { number, t } from '../../text/language.js';
import { kRefused } from '../tools/dialog.js';
import { addressesIn } from '../files/running_cluster.js';
import { clusterOf, clusterWords, emptyOf, kMostNodes } from './cluster_nodes.js';
import { newMastersOf, withoutKnown } from './new_masters.js';
import { kBeginsHtml, kExampleMasters } from './runbook_begins.js';
import { kPace } from './runbook_redis_pace.js';

const kPrices = ['per-tb', 'per-hour'];
const kPauseMs = 600; // after which addresses are read that somebody types
const [kFewestRows, kMostRows] = [2, 16]; // of their box

/** The protocol of a system that takes a new configuration into use. */
export const kBySystem = 'by_system';

/** What a link stores; clusters and addresses stay in the page. */
export const kInLink = [
  'keys',
  'bytes',
  'before',
  'after',
  'protocol',
  'link',
  'throttle',
  'requests',
  'writes',
  'lifetime',
  'window',
  'per-tb',
  'per-hour',
  'keys-per-second',
  'slot-ms',
  'system',
  'keyspace',
  'hit-rate',
];
const kOnlyOfCaches = 'hit-rate';

export const kFormHtml = `
  ${kBeginsHtml}
  <div class="line">
    <label>Protocol <select name="protocol"></select></label>
    <label data-for="log_catch_up">System <select name="system">
      <option value="vitess">Vitess</option><option value="other">another one</option></select></label>
    <label>Keys <input name="keys" type="number" min="1" step="1" value="2000000000" class="long" required>
      <output name="keys-said" class="quiet"></output></label>
    <label>Bytes per key and value <input name="bytes" type="number" min="1" step="1" value="1000" required></label>
    <label data-for="redis flow">Nodes now
      <input name="before" type="number" min="1" max="${kMostNodes}" step="1" value="12" required></label>
    <label data-for="redis flow">Nodes after
      <input name="after" type="number" min="1" max="${kMostNodes}" step="1" value="16" required></label>
  </div>
  <div class="line">
    <label data-for="redis">Keys moved per second
      <input name="keys-per-second" type="number" min="1" step="1" value="${kPace.keysPerSecond}" required></label>
    <label data-for="redis">Time per slot, ms
      <input name="slot-ms" type="number" min="0" step="any" value="${kPace.slotMs}" required></label>
    <label data-for="flow store">Bandwidth per node, MB/s
      <input name="link" type="number" min="1" step="any" value="1000" required></label>
    <label data-for="flow store">Copy speed limit, MB/s
      <input name="throttle" type="number" min="0.001" step="any" value="200" required></label>
    <label data-for="flow cache">Requests per second
      <input name="requests" type="number" min="1" step="1" value="50000" required></label>
    <label data-for="flow cache">Share of writes
      <input name="writes" type="number" min="0" max="1" step="any" value="0.2" required></label>
    <label data-for="cache">Hit rate
      <input name="hit-rate" type="number" min="0" max="1" step="any" value="0.95" required></label>
    <label data-for="vitess">Keyspace <input name="keyspace" value="commerce" pattern="[\\w\\-]+" required></label>
  </div>
  <p data-for="redis" class="quiet">Measured with Redis 7.0.15 on one machine, values of 1,000 bytes. Step “Move the
    slots” measures your own cluster.</p>
  <details class="door"><summary>More: windows, prices</summary>
    <div class="line">
      <label data-for="flow cache">Lifetime of a value, hours
        <input name="lifetime" type="number" min="0.001" max="2400" step="any" value="24" required></label>
      <label data-for="redis flow store">Working hours per day
        <input name="window" type="number" min="0.5" max="24" step="any" value="24" required></label>
      <label>Price per TB over the network
        <input name="per-tb" type="number" min="0" step="any" value="10" required></label>
      <label>Price per node and hour
        <input name="per-hour" type="number" min="0" step="any" value="1" required></label>
    </div>
  </details>
  <div data-for="redis" class="redis">
    <label for="runbook-new">New masters, one a line: host:port, then the host:port of each of its replicas</label>
    <textarea id="runbook-new" name="new-masters" rows="2" spellcheck="false" autocomplete="off"
      placeholder="10.0.0.7:6379 10.0.0.8:6379"></textarea>
    <fieldset data-name="drained" hidden><legend>Masters to remove</legend><div></div></fieldset>
  </div>
  <p data-name="table-says" class="quiet" hidden></p>
  ${kRefused}`;

/**
 * @typedef {import('../files/running_cluster.js').Running} Running
 * @typedef {import('./cluster_nodes.js').RedisCluster} RedisCluster
 *
 * @typedef {object} Nodes what runs now, and which nodes join and leave
 * @property {?RedisCluster} cluster
 * @property {import('./new_masters.js').NewMaster[]} given
 * @property {number[]} drained
 * @property {number} added
 */

/** The fields that say which nodes there are and will be, kept in agreement with the cluster that is open. */
export class RunbookForm {
  #dialog;
  #part = (/** @type {string} */ name) => this.#dialog.part(name);
  #onChange;
  #onTyping;
  /** @type {ReturnType<typeof setTimeout> | undefined} while addresses are typed */
  #pause;
  #offered = ''; // the new masters that the page told
  #added = 0; // how many nodes the page has added to the cluster
  /** @type {?Running} the cluster that is open */
  #running = null;
  /** @type {?{of: Running, cluster: RedisCluster}} what was made of the one before */
  #known = null;
  /** @type {Set<string>} names of the fields that the reader, or a link, has filled in */
  typed = new Set();
  /** @type {string[]} new masters that were typed and are in the cluster that was opened then */
  #dropped = [];
  /** @type {?Running} the example, once it was opened */
  #example = null;
  #hasPrices = false; // the reader has typed one
  /** What the system is whose configuration changes, if that is the protocol. @type {'cache' | 'store'} */
  kind = 'cache';
  /** Whether the reader, or a link, has said how many nodes there will be. */
  wantsAfter = false;

  /**
   * @param {import('../tools/dialog.js').Dialog} dialog
   * @param {(field: string) => void} onChange
   * @param {() => void} onTyping a field is being typed into that will be read later
   */
  constructor(dialog, onChange, onTyping) {
    this.#dialog = dialog;
    this.#onTyping = onTyping;
    this.#onChange = onChange;
    dialog.form.oninput = ({ target }) => {
      const name = /** @type {HTMLInputElement} */ (target).name || 'drained';
      this.typed.add(name);
      if (kPrices.includes(name)) this.#hasPrices = true;
      this.#dropped = [];
      if (name === 'new-masters') return this.#typeAddresses();
      this.#judgeAddresses(); // before what follows from them
      onChange(name);
    };
    this.#part('new-masters').onchange = () => this.#judgeAddresses();
    dialog.element.addEventListener('close', () => {
      clearTimeout(this.#pause);
      this.#pause = undefined;
    });
  }

  // Addresses are read after a pause, or when their box is left: one that is not complete yet is no error.
  #typeAddresses() {
    this.#fitAddresses();
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => this.#judgeAddresses(), kPauseMs);
    this.#onTyping();
  }

  #judgeAddresses() {
    if (this.#pause === undefined) return;
    clearTimeout(this.#pause);
    this.#pause = undefined;
    this.#onChange('new-masters');
  }

  // As high as its lines.
  #fitAddresses() {
    const box = this.#part('new-masters');
    box.rows = Math.min(kMostRows, Math.max(kFewestRows, box.value.split('\n').length));
  }

  /**
   * Begins with the cluster that is open. The masters that the page has added take the place of none, or of those that
   * it told before.
   * @param {?Running} running
   * @param {string[]} newcomers on the page
   * @param {boolean} isExample
   */
  begin(running, newcomers, isExample) {
    const box = this.#part('new-masters'),
      offered = isExample ? kExampleMasters : addressesIn(newcomers).join('\n');
    this.#dropped = [];
    if (box.value === '' || box.value === this.#offered) box.value = offered;
    else if (running && running !== this.#running) [box.value, this.#dropped] = withoutKnown(box.value, running);
    this.#fitAddresses();
    this.#offered = offered;
    this.#added = newcomers.length;
    this.#running = running;
    if (isExample) this.#example = running;
  }

  /** @returns {number} */
  value(/** @type {string} */ name) {
    return this.#part(name).valueAsNumber;
  }

  /** @returns {import('./runbook.js').Numbers} */
  get numbers() {
    const value = (/** @type {string} */ name) => this.value(name);
    return {
      keys: value('keys'),
      bytes: value('bytes'),
      before: value('before'),
      after: value('after'),
      throttle: value('throttle') * 1e6,
      link: value('link') * 1e6,
      requests: value('requests'),
      writes: value('writes'),
      lifetime: value('lifetime'),
      window: value('window'),
      perTb: value('per-tb'),
      perHour: value('per-hour'),
      keysPerSecond: value('keys-per-second'),
      slotMs: value('slot-ms'),
      keyspace: this.#part('keyspace').value,
    };
  }

  /** Whether the reader, or a link, has given prices. */
  get priced() {
    return this.#hasPrices || kPrices.some((name) => this.#part(name).value !== this.#part(name).defaultValue);
  }

  /** Of the page's change. @param {{before: number, after: number}} nodes their numbers */
  numbersOf({ before, after }) {
    return { ...this.numbers, before, after, ...(this.kind === 'cache' && { hitRate: this.value('hit-rate') }) };
  }

  /** The fields that a link of this runbook has. */
  get inLink() {
    return kInLink.filter((name) => name !== kOnlyOfCaches || (this.protocol === kBySystem && this.kind === 'cache'));
  }

  get protocol() {
    return this.#part('protocol').value;
  }
  /** Whose texts and commands the runbook has; '': those of no system. */
  get system() {
    if (this.protocol === 'slot_by_slot') return 'redis';
    return this.protocol === 'log_catch_up' && this.#part('system').value === 'vitess' ? 'vitess' : '';
  }

  /** Shows the fields that this protocol has. */
  showFields() {
    const others = this.system === 'redis' ? '' : 'flow';
    const shown = this.protocol === kBySystem ? [this.kind] : [this.protocol, this.system, others];
    const all = /** @type {NodeListOf<HTMLElement>} */ (this.#dialog.element.querySelectorAll('[data-for]'));
    for (const each of all) each.hidden = !each.dataset.for?.split(' ').some((one) => shown.includes(one));
  }

  /** What is wrong with a field, '' if nothing is. */
  wrong() {
    const fields = /** @type {HTMLInputElement[]} */ ([...this.#dialog.form.elements]);
    const field = fields.find((each) => !each.closest('[hidden]') && !each.checkValidity());
    if (!field) return '';
    const name = (field.labels?.[0]?.textContent ?? '').trim(),
      limit = (/** @type {string} */ text) => number(Number(text), 3, 0);
    if (field.type !== 'number') return t('{0}: expected letters, digits, _ or -.', name);
    return field.max
      ? t('{0}: expected a number from {1} to {2}.', name, limit(field.min), limit(field.max))
      : t('{0}: expected a number of at least {1}.', name, limit(field.min));
  }

  /** Says what the runbook begins with. @param {?RedisCluster} cluster */
  #say(cluster) {
    const none =
      this.system === 'redis'
        ? t('No Redis Cluster is open: there are no commands yet.')
        : t('The runbook begins with the numbers below.');
    const isExample = this.#running === this.#example,
      known = cluster ? [clusterWords(cluster, isExample), ...this.#droppedWords()].join(' ') : '',
      words = cluster || this.#running ? known : none;
    const line = this.#part('read');
    if (line.textContent !== words) line.textContent = words;
    this.#part('example').hidden = this.#running !== null || this.system !== 'redis';
    this.#part('drained').hidden = cluster === null;
  }

  #droppedWords() {
    const dropped = this.#dropped;
    return dropped.length > 0
      ? [
          t(
            'No longer among the new masters, since {1|it is|they are} there already: {0}.',
            dropped.join(', '),
            dropped.length,
          ),
        ]
      : [];
  }

  /** Says that the runbook is about the page's change. @param {number} keys of the page */
  sayOfPage(keys) {
    this.#say(null);
    const says = this.#part('table-says');
    says.hidden = false;
    says.textContent = [
      this.value('keys') === keys ? t('These are the numbers of the page. Put your own in their place.') : '',
      t('The move is the one that the page shows.'),
    ]
      .filter(Boolean)
      .join(' ');
  }

  /** What the open cluster says; refuses by throwing what no plan can begin with. @returns {?RedisCluster} */
  #read() {
    const running = this.#running;
    try {
      if (this.#known?.of !== running) {
        this.#known = null;
        if (running) this.#known = { of: running, cluster: clusterOf(running) };
        if (this.#known) this.#listMasters(this.#known.cluster);
      }
      return this.#known?.cluster ?? null;
    } finally {
      this.#say(this.#known?.cluster ?? null);
    }
  }

  /**
   * Refuses by throwing.
   * @param {string} changed the field that was
   * @returns {Nodes}
   */
  read(changed) {
    const part = this.#part,
      known = this.#known?.of,
      cluster = this.#read(),
      isNew = cluster !== null && this.#known?.of !== known;
    if (cluster) part('before').value = String(cluster.nodes.length);
    const given = this.system === 'redis' ? newMastersOf(part('new-masters').value, cluster) : [];
    const before = this.value('before'),
      after = () => this.value('after'),
      set = (/** @type {number} */ count) => {
        part('after').value = String(count);
      };
    const boxes = this.#boxes,
      drained = () => boxes.flatMap((box, i) => (box.checked ? [i] : []));
    const room = () => before - drained().length + given.length;
    if (changed === 'after') this.wantsAfter = true;
    // Nobody is removed without being asked for.
    if (isNew && (!this.wantsAfter || after() < before))
      set(before + Math.max(emptyOf(cluster).length > 0 ? 0 : 1, given.length, this.#added));
    else if (changed === 'drained' || changed === 'new-masters') set(Math.max(1, room()));
    else if (cluster && (given.length === 0 ? after() < before : after() < room()))
      this.#drainTo(before + given.length - after());
    else if (cluster && changed === 'after' && given.length === 0) this.#drainTo(0);
    if (!cluster)
      return {
        cluster,
        given,
        added: Math.max(0, after() - before),
        drained: Array.from({ length: Math.max(0, before - after()) }, (_, i) => after() + i),
      };
    return { cluster, given, drained: drained(), added: after() - before + drained().length };
  }

  /** @returns {HTMLInputElement[]} */
  get #boxes() {
    return [...this.#part('drained').querySelectorAll('input')];
  }

  #listMasters(/** @type {RedisCluster} */ { nodes, owners }) {
    const counts = nodes.map(() => 0);
    for (const owner of owners) ++counts[owner];
    this.#part('drained')
      .querySelector('div')
      .replaceChildren(
        ...nodes.map((address, i) => {
          const label = document.createElement('label');
          label.append(
            Object.assign(document.createElement('input'), { type: 'checkbox' }),
            ` ${address} (${t('{0} {0|slot|slots}', number(counts[i]))})`,
          );
          return label;
        }),
      );
  }

  // Who leaves if only their number is known: those that the reader has chosen, then the last ones.
  #drainTo(/** @type {number} */ count) {
    const boxes = this.#boxes;
    let left = count;
    for (const box of boxes) box.checked = box.checked && left-- > 0;
    for (const box of boxes.reverse()) if (!box.checked && left-- > 0) box.checked = true;
  }
}
