// The HTML of the view's controls, how they show a move, and how they change it.
import { number, t } from '../../text/language.js';
import { moves } from './moves.js';
import { phasesTable } from './phases_table.js';
import { growing, protocolText, valueOf } from './spec.js';

/** @typedef {import('./spec.js').Move} Move */
/** @typedef {import('./spec.js').Protocol} Protocol */
/** @typedef {import('./spec.js').Settings} Settings */
/** @typedef {(name: string) => any} PartOf an element of the view by its name, whose type only its HTML knows */
/** @typedef {keyof typeof faults} Fault */
/** @typedef {import('./spec.js').NumberKey} NumberKey */

const copierDown = (/** @type {number} */ start, /** @type {number} */ span) => ({
  copier_down_at_us: start + Math.round(span * 0.3),
  copier_down_us: Math.round(span * 0.2),
});
const nodeDown = (/** @type {number} */ start, /** @type {number} */ span) => ({
  node: 0,
  node_down_at_us: start + Math.round(span * 0.3),
  node_down_us: 1_000_000,
});

/**
 * Faults, one press each: what they set, for a run whose move begins at `start` and takes about `span`, in µs.
 * @satisfies {Record<string, (start: number, span: number) => Settings>}
 */
export const faults = {
  none: () => ({}),
  cut_off: (start, span) => ({ cut_off: 0.3, cut_off_at_us: start, cut_off_us: Math.round(span * 0.5) }),
  copier: copierDown,
  copier_again: (start, span) => ({ ...copierDown(start, span), copier_from_start: true }),
  node: nodeDown,
  node_tail: (start, span) => ({ ...nodeDown(start, span), node_back: 'without_tail' }),
  node_empty: (start, span) => ({ ...nodeDown(start, span), node_back: 'empty' }),
  holder: (start, span) => ({
    holder: 0,
    holder_down_at_us: start + Math.round(span * 0.3),
    holder_down_us: 1_000_000,
  }),
  late: () => ({ late: 0.01, late_us: 500_000 }),
};

/** The move with this fault, and no other. @param {Move} move @param {Fault} fault @param {number} span in µs */
export function withFault(move, fault, span) {
  const whole = { ...move };
  for (const { part, key } of moves().tables.settings) if (part === 'faults') delete whole[key];
  return { ...whole, ...faults[fault](valueOf(move, 'start_us'), span) };
}

/** Which fault a move has. @param {Move} move @returns {Fault} */
export function faultOf(move) {
  if (valueOf(move, 'cut_off') > 0) return 'cut_off';
  if (valueOf(move, 'copier_down_us') > 0) return move.copier_from_start ? 'copier_again' : 'copier';
  if (valueOf(move, 'holder_down_us') > 0) return 'holder';
  if (!(valueOf(move, 'node_down_us') > 0)) return valueOf(move, 'late') > 0 ? 'late' : 'none';
  /** @type {Record<string, Fault>} */
  const back = { without_tail: 'node_tail', empty: 'node_empty' };
  return back[valueOf(move, 'node_back')] ?? 'node';
}

/** A logarithmic slider: its position is 10 times the logarithm of MB/s. @param {string | number} position */
export const throttleOf = (position) => Math.round(10 ** (Number(position) / 10) * 1000) * 1000;
/** @param {number} bytes per second */
export const positionOf = (bytes) => Math.round(Math.log10(Math.max(1000, bytes) / 1e6) * 10);

export const kControlsHtml = `
  <div class="line knobs">
    <label>Routing <select name="routing"></select></label>
    <label>Copy speed limit <input name="throttle" type="range" min="-10" max="30" step="1">
      <output data-name="throttle-words"></output></label>
    <label>Break something <select name="fault"><option value="none">nothing</option>
      <option value="cut_off">30% of map holders are cut off</option>
      <option value="copier">the copier crashes and resumes</option>
      <option value="copier_again">the copier crashes and starts over</option>
      <option value="node">the first node is down for 1 s</option>
      <option value="node_tail">the same, and it forgets its last second</option>
      <option value="node_empty">the same, and it comes back empty</option>
      <option value="holder">the first client, proxy or coordinator dies for 1 s</option>
      <option value="late">1% of messages are 0.5 s late</option></select></label>
  </div>
  <details class="door"><summary>Details: phases, maps, workload</summary>
    <div class="line">
      <label>Maps spread by <select name="spread"></select></label>
      <label>Delay or period, µs <input name="map_delay_us" type="number"></label>
      <label>Clients <input name="clients" type="number"></label>
      <label>Proxies <input name="proxies" type="number"></label>
      <label>Directory servers <input name="directories" type="number"></label>
      <label>Messages per second per map server (0 = unlimited)
        <input name="map_requests_per_second" type="number"></label>
    </div>
    <div class="line">
      <label>Requests <input name="requests" type="number"></label>
      <label>Requests per second <input name="requests_per_second" type="number"></label>
      <label>Share of writes <input name="writes" type="number"></label>
      <label>Share of deletes <input name="deletes" type="number"></label>
      <label>Lifetime of a value, µs (0 = none) <input name="ttl_us" type="number"></label>
      <label>Share of keys without a lifetime <input name="permanent" type="number"></label>
      <label>Skew, 0 to 2 <input name="skew" type="number"></label>
      <label>Bytes per value <input name="value_bytes" type="number"></label>
      <label class="check"><input name="cache" type="checkbox"> The nodes are a cache</label>
    </div>
    <div class="line">
      <label>Keys per part <input name="section_keys" type="number"></label>
      <label>Parts at once <input name="units_at_once" type="number"></label>
      <label>Rows that the copier reads at once <input name="page_rows" type="number"></label>
      <label>Time between reading and writing them, µs <input name="page_delay_us" type="number"></label>
      <label>Share of keys in a sample to compare <input name="verify_share" type="number"></label>
      <label>Roll back if a larger share of a second's requests goes wrong (0 = never)
        <input name="turn_back_over" type="number"></label>
      <label>Let shards grow: weight of the new ones (0 = keys move) <input name="grow" type="number"></label>
      <label>Requests per second per node (0 = unlimited) <input name="node_requests_per_second" type="number"></label>
      <label>Bandwidth per node, bytes/s (0 = unlimited) <input name="link_bytes_per_second" type="number"></label>
      <label>Seed <input name="seed" inputmode="numeric" autocomplete="off"></label>
    </div>
    <fieldset><legend>Phases</legend>
      <div class="tables phases" data-name="phases" tabindex="0" role="region" aria-label="Edit the phases"></div>
      <label for="migrate-text">The same as text</label>
      <textarea id="migrate-text" name="text" rows="3" spellcheck="false" autocomplete="off"></textarea>
      <p class="quiet"><button type="button" name="use-text">Use this text</button></p></fieldset>
  </details>`;

/** The settings that have a field for their number. */
export const kNumbers = /** @type {NumberKey[]} */ (
  [...kControlsHtml.matchAll(/name="(\w+)" type="number"/g)].map(([, key]) => key)
);

/** @returns {Record<string, Record<string, string>>} of the options of menus */
const wordsOf = () => ({
  routing: {
    smart_client: t('smart clients'),
    proxy: t('proxies'),
    coordinator: t('coordinator'),
    two_level: t('directory servers'),
  },
  spread: { push: t('push'), poll: t('poll'), on_error: t('errors only') },
});

/** Gives menus their options and fields their limits, as the core has them. @param {PartOf} part */
export function offerSettings(part) {
  const words = wordsOf();
  for (const { key, kind, least, most, options = [] } of moves().tables.settings) {
    if (words[key]) part(key).replaceChildren(...options.map((each) => new Option(words[key][each] ?? each, each)));
    if (kNumbers.includes(/** @type {NumberKey} */ (key)))
      Object.assign(part(key), { min: least, max: most, step: kind === 'fraction' ? 'any' : 1 });
  }
}

/**
 * Shows a move, in fields most of which are folded away.
 * @param {PartOf} part
 * @param {Move} move
 * @param {(phases: string | Protocol) => void} byHand is told phases that the reader changes
 */
export function fillSettings(part, move, byHand) {
  part('throttle').value = String(positionOf(valueOf(move, 'copy_bytes_per_second')));
  part('throttle-words').textContent = t('{0} MB/s', number(valueOf(move, 'copy_bytes_per_second') / 1e6, 1, 0));
  part('fault').value = faultOf(move);
  for (const key of kNumbers) part(key).value = String(valueOf(move, key));
  part('routing').value = valueOf(move, 'routing');
  part('spread').value = valueOf(move, 'spread');
  part('cache').checked = valueOf(move, 'cache');
  part('seed').value = String(move.seed ?? 0);
  const text = protocolText(move.protocol);
  part('text').value = text;
  part('phases').replaceChildren(phasesTable(text, byHand));
}

/**
 * @typedef {object} Changing
 * @property {() => Move} moveOf the move that is shown
 * @property {() => number} spanOf about how long its run takes, in ms
 * @property {(move: Move, all?: boolean) => void} change `all` is false while a knob is dragged
 * @property {() => void} dropped the knob was let go
 * @property {(phases: string | Protocol) => void} byHand
 */

/** Lets the controls change the move. @param {PartOf} part @param {Changing} view */
export function connectSettings(part, { moveOf, spanOf, change, dropped, byHand }) {
  part('throttle').oninput = () =>
    change({ ...moveOf(), copy_bytes_per_second: throttleOf(part('throttle').value) }, false);
  part('throttle').onchange = dropped;
  part('fault').onchange = () => change(withFault(moveOf(), part('fault').value, spanOf() * 1000));
  for (const key of kNumbers) {
    part(key).onchange = () => {
      if (part(key).checkValidity()) change({ ...moveOf(), [key]: part(key).valueAsNumber });
    };
  }
  part('grow').onchange = () => {
    if (part('grow').checkValidity()) change(growing({ ...moveOf(), grow: part('grow').valueAsNumber }));
  };
  for (const key of ['routing', 'spread']) part(key).onchange = () => change({ ...moveOf(), [key]: part(key).value });
  part('cache').onchange = () => change({ ...moveOf(), cache: part('cache').checked });
  part('seed').onchange = () => change({ ...moveOf(), seed: part('seed').value.trim() });
  part('use-text').onclick = () => byHand(part('text').value.trim());
}
