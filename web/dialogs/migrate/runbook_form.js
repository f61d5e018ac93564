// The runbook's form: fields for all protocols, those of one system, and what runs now.
import { number, t } from '../../text/language.js';
import { kRefused } from '../tools/dialog.js';
import { kMostNodes } from './cluster_nodes.js';
import { newMastersOf } from './new_masters.js';
import { kPace } from './runbook_redis_slots.js';
import { pastedWords, readPasted } from './runbook_source.js';

/** What a link stores; what was pasted or is an address stays in the page. */
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
];

export const kFormHtml = `
  <div class="line">
    <label>Protocol <select name="protocol"></select></label>
    <label data-for="log_catch_up">System <select name="system">
      <option value="vitess">Vitess</option><option value="other">another one</option></select></label>
    <label>Keys <input name="keys" type="number" min="1" step="1" value="2000000000" class="long" required></label>
    <label>Bytes per key and value <input name="bytes" type="number" min="1" step="1" value="1000" required></label>
    <label>Nodes now
      <input name="before" type="number" min="1" max="${kMostNodes}" step="1" value="12" required></label>
    <label>Nodes after
      <input name="after" type="number" min="1" max="${kMostNodes}" step="1" value="16" required></label>
  </div>
  <div class="line">
    <label data-for="redis">Keys moved per second
      <input name="keys-per-second" type="number" min="1" step="1" value="${kPace.keysPerSecond}" required></label>
    <label data-for="redis">Time per slot, ms
      <input name="slot-ms" type="number" min="0" step="any" value="${kPace.slotMs}" required></label>
    <label data-for="flow">Bandwidth per node, MB/s
      <input name="link" type="number" min="1" step="any" value="1000" required></label>
    <label data-for="flow">Copy speed limit, MB/s
      <input name="throttle" type="number" min="0.001" step="any" value="200" required></label>
    <label data-for="flow">Requests per second
      <input name="requests" type="number" min="1" step="1" value="50000" required></label>
    <label data-for="flow">Share of writes
      <input name="writes" type="number" min="0" max="1" step="any" value="0.2" required></label>
    <label data-for="vitess">Keyspace <input name="keyspace" value="commerce" pattern="[\\w\\-]+" required></label>
  </div>
  <p data-for="redis" class="quiet">Measured with Redis 7.0.15 on one machine, values of 1,000 bytes. Step “Move the
    slots” measures your own cluster.</p>
  <details class="door"><summary>More: windows, prices</summary>
    <div class="line">
      <label data-for="flow">Lifetime of a value, hours
        <input name="lifetime" type="number" min="0.001" max="2400" step="any" value="24" required></label>
      <label>Working hours per day
        <input name="window" type="number" min="0.5" max="24" step="any" value="24" required></label>
      <label>Price per TB over the network
        <input name="per-tb" type="number" min="0" step="any" value="10" required></label>
      <label>Price per node and hour
        <input name="per-hour" type="number" min="0" step="any" value="1" required></label>
    </div>
  </details>
  <label for="runbook-paste">What runs now: the answer of CLUSTER NODES, or rows of key,owner. It never leaves this
    page.</label>
  <textarea id="runbook-paste" name="paste" rows="4" spellcheck="false" autocomplete="off"></textarea>
  <p data-name="read" class="quiet" role="status" hidden></p>
  <div data-for="redis" class="redis">
    <label for="runbook-new">New masters, one a line: host:port, then the host:port of each of its replicas</label>
    <textarea id="runbook-new" name="new-masters" rows="2" spellcheck="false" autocomplete="off"
      placeholder="10.0.0.7:6379 10.0.0.8:6379"></textarea>
    <fieldset data-name="drained" hidden><legend>Masters to remove</legend><div></div></fieldset>
    <p class="buttons"><button type="button" name="example">Show an example</button></p>
  </div>
  <p data-name="table-says" class="quiet" hidden></p>
  ${kRefused}`;

// As redis-server 7.0.15 prints it: three masters with a replica each.
const kExample = [
  ['a', 'myself,master', '-', '0-5460'],
  ['b', 'master', '-', '5461-10922'],
  ['c', 'master', '-', '10923-16383'],
  ['d', 'slave', 'a', ''],
  ['e', 'slave', 'b', ''],
  ['f', 'slave', 'c', ''],
]
  .map(([letter, flags, of, slots], i) => {
    const master = of === '-' ? of : of.repeat(40);
    const node = `${letter.repeat(40)} 10.0.0.${i + 1}:6379@16379 ${flags} ${master}`;
    return `${node} 0 1700000000000 ${(i % 3) + 1} connected ${slots}`.trim();
  })
  .join('\n');

/**
 * @typedef {import('./runbook_source.js').Source} Source
 *
 * @typedef {object} Nodes what runs now, and which nodes join and leave
 * @property {?Source} source
 * @property {import('./new_masters.js').NewMaster[]} given
 * @property {number[]} drained
 * @property {number} added
 */

/** The fields that say which nodes there are and will be, kept in agreement with what was pasted. */
export class RunbookForm {
  #dialog;
  #part = (/** @type {string} */ name) => this.#dialog.part(name);
  #pasted = '';
  /** @type {?Source} */
  #source = null;
  /** Whether the reader, or a link, has said how many nodes there will be. */
  wantsAfter = false;

  /**
   * @param {import('../tools/dialog.js').Dialog} dialog
   * @param {(field: string) => void} onChange
   */
  constructor(dialog, onChange) {
    this.#dialog = dialog;
    dialog.form.oninput = ({ target }) => onChange(/** @type {HTMLInputElement} */ (target).name || 'drained');
    this.#part('example').onclick = () => {
      this.#part('paste').value = kExample;
      this.#part('new-masters').value = '10.0.0.7:6379 10.0.0.8:6379';
      onChange('new-masters');
    };
  }

  /** @returns {number} */
  value(/** @type {string} */ name) {
    return this.#part(name).valueAsNumber;
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
    const shown = [this.protocol, this.system, this.system === 'redis' ? '' : 'flow'];
    for (const each of this.#dialog.element.querySelectorAll('[data-for]'))
      each.hidden = !shown.includes(each.dataset.for);
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

  /**
   * Refuses what was pasted by throwing.
   * @param {string} changed the field that was
   * @returns {Nodes}
   */
  read(changed) {
    const part = this.#part,
      pasted = part('paste').value.trim(),
      isNew = pasted !== this.#pasted;
    part('read').hidden = true;
    if (isNew) {
      this.#pasted = '';
      this.#source = null;
      part('drained').hidden = true;
      this.#source = pasted === '' ? null : readPasted(pasted);
      this.#pasted = pasted;
      this.#listMasters();
    }
    const source = this.#source,
      cluster = source?.kind === 'redis' ? source : null;
    part('read').hidden = source === null;
    part('read').textContent = source ? pastedWords(source) : '';
    part('drained').hidden = cluster === null;
    if (source) part('before').value = String(source.nodes.length);
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
    // What the page shows is another cluster, and nobody is removed without being asked for.
    if (isNew && source && (!this.wantsAfter || after() < before)) set(before + Math.max(1, given.length));
    else if (changed === 'drained' || changed === 'new-masters') set(Math.max(1, room()));
    else if (cluster && (given.length === 0 ? after() < before : after() < room()))
      this.#drainTo(before + given.length - after());
    else if (cluster && changed === 'after' && given.length === 0) this.#drainTo(0);
    if (!cluster)
      return {
        source,
        given,
        added: Math.max(0, after() - before),
        drained: Array.from({ length: Math.max(0, before - after()) }, (_, i) => after() + i),
      };
    return { source, given, drained: drained(), added: after() - before + drained().length };
  }

  /** @returns {HTMLInputElement[]} */
  get #boxes() {
    return [...this.#part('drained').querySelectorAll('input')];
  }

  #listMasters() {
    const source = this.#source,
      box = this.#part('drained').querySelector('div');
    if (source?.kind !== 'redis') return box.replaceChildren();
    const counts = source.owners.reduce(
      (sums, owner) => {
        ++sums[owner];
        return sums;
      },
      source.nodes.map(() => 0),
    );
    return box.replaceChildren(
      ...source.nodes.map((address, i) => {
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
