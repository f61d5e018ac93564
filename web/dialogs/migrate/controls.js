// The HTML of the view's controls, and how they show a move.
import { valueOf } from './spec.js';

/** Faults, one press each: what they set, for a run whose move begins at `start` and takes about `span`, in µs. */
export const faults = {
  none: () => ({}),
  cut_off: (start, span) => ({ cut_off: 0.3, cut_off_at_us: start, cut_off_us: Math.round(span * 0.5) }),
  copier: (start, span) => ({
    copier_down_at_us: start + Math.round(span * 0.3),
    copier_down_us: Math.round(span * 0.2),
  }),
  copier_again: (start, span) => ({
    copier_down_at_us: start + Math.round(span * 0.3),
    copier_down_us: Math.round(span * 0.2),
    copier_from_start: true,
  }),
  node: (start, span) => ({ node: 0, node_down_at_us: start + Math.round(span * 0.3), node_down_us: 1_000_000 }),
  node_tail: (start, span) => ({ ...faults.node(start, span), node_back: 'without_tail' }),
  node_empty: (start, span) => ({ ...faults.node(start, span), node_back: 'empty' }),
  holder: (start, span) => ({
    holder: 0,
    holder_down_at_us: start + Math.round(span * 0.3),
    holder_down_us: 1_000_000,
  }),
  late: () => ({ late: 0.01, late_us: 500_000 }),
};
export const kFaultKeys = [
  'cut_off',
  'cut_off_at_us',
  'cut_off_us',
  'copier_down_at_us',
  'copier_down_us',
  'copier_from_start',
  'node',
  'node_down_at_us',
  'node_down_us',
  'node_back',
  'node_tail_us',
  'holder',
  'holder_down_at_us',
  'holder_down_us',
  'late',
  'late_us',
  'clock_off',
  'clock_behind_us',
  'clock_ahead_us',
];

/** Which fault a move has. */
export function faultOf(move) {
  if (move.cut_off > 0) return 'cut_off';
  if (move.copier_down_us > 0) return move.copier_from_start ? 'copier_again' : 'copier';
  if (move.holder_down_us > 0) return 'holder';
  if (!(move.node_down_us > 0)) return move.late > 0 ? 'late' : 'none';
  return { without_tail: 'node_tail', empty: 'node_empty' }[move.node_back] ?? 'node';
}

/** A logarithmic slider: its position is 10 times the logarithm of MB/s. */
export const throttleOf = (position) => Math.round(10 ** (Number(position) / 10) * 1000) * 1000;
export const positionOf = (bytes) => Math.round(Math.log10(Math.max(1000, bytes) / 1e6) * 10);

export const kNumbers = [
  'clients',
  'proxies',
  'directories',
  'map_requests_per_second',
  'map_delay_us',
  'requests',
  'requests_per_second',
  'writes',
  'deletes',
  'ttl_us',
  'permanent',
  'skew',
  'value_bytes',
  'section_keys',
  'units_at_once',
  'page_rows',
  'page_delay_us',
  'verify_share',
  'turn_back_over',
  'grow',
  'node_requests_per_second',
  'link_bytes_per_second',
];

/** Fills the number fields, which are folded away, with a move's values. */
export function fillNumbers(move, part) {
  for (const key of kNumbers) part(key).value = String(valueOf(move, key));
  part('spread').value = valueOf(move, 'spread');
  part('cache').checked = valueOf(move, 'cache');
  part('seed').value = String(move.seed ?? 0);
}

export const kControlsHtml = `
  <div class="line knobs">
    <label>Routing <select name="routing"><option value="smart_client">smart clients</option><option value="proxy">proxies</option><option value="coordinator">coordinator</option><option value="two_level">directory servers</option></select></label>
    <label>Copy speed limit <input name="throttle" type="range" min="-10" max="30" step="1"> <output data-name="throttle-words"></output></label>
    <label>Break something <select name="fault"><option value="none">nothing</option><option value="cut_off">30% of map holders are cut off</option>
      <option value="copier">the copier crashes and resumes</option><option value="copier_again">the copier crashes and starts over</option>
      <option value="node">the first node is down for 1 s</option><option value="node_tail">the same, and it forgets its last second</option>
      <option value="node_empty">the same, and it comes back empty</option><option value="holder">the first client, proxy or coordinator dies for 1 s</option>
      <option value="late">1% of messages are 0.5 s late</option></select></label>
  </div>
  <details class="door"><summary>Details: phases, maps, workload</summary>
    <div class="line">
      <label>Maps spread by <select name="spread"><option value="push">push</option><option value="poll">poll</option><option value="on_error">errors only</option></select></label>
      <label>Delay or period, µs <input name="map_delay_us" type="number" min="0" step="1"></label>
      <label>Clients <input name="clients" type="number" min="1" max="10000" step="1"></label>
      <label>Proxies <input name="proxies" type="number" min="1" max="10000" step="1"></label>
      <label>Directory servers <input name="directories" type="number" min="1" max="64" step="1"></label>
      <label>Messages per second per map server (0 = unlimited) <input name="map_requests_per_second" type="number" min="0" step="1"></label>
    </div>
    <div class="line">
      <label>Requests <input name="requests" type="number" min="1" max="5000000" step="1"></label>
      <label>Requests per second <input name="requests_per_second" type="number" min="1" step="1"></label>
      <label>Share of writes <input name="writes" type="number" min="0" max="1" step="any"></label>
      <label>Share of deletes <input name="deletes" type="number" min="0" max="1" step="any"></label>
      <label>Lifetime of a value, µs (0 = none) <input name="ttl_us" type="number" min="0" step="1"></label>
      <label>Share of keys without a lifetime <input name="permanent" type="number" min="0" max="1" step="any"></label>
      <label>Skew, 0 to 2 <input name="skew" type="number" min="0" max="2" step="any"></label>
      <label>Bytes per value <input name="value_bytes" type="number" min="0" step="1"></label>
      <label class="check"><input name="cache" type="checkbox"> The nodes are a cache</label>
    </div>
    <div class="line">
      <label>Keys per part <input name="section_keys" type="number" min="1" step="1"></label>
      <label>Parts at once <input name="units_at_once" type="number" min="1" step="1"></label>
      <label>Rows that the copier reads at once <input name="page_rows" type="number" min="1" max="1000000" step="1"></label>
      <label>Time between reading and writing them, µs <input name="page_delay_us" type="number" min="0" step="1"></label>
      <label>Share of keys in a sample to compare <input name="verify_share" type="number" min="0" max="1" step="any"></label>
      <label>Roll back if a larger share of a second's requests goes wrong (0 = never) <input name="turn_back_over" type="number" min="0" max="1" step="any"></label>
      <label>Let shards grow: weight of the new ones (0 = keys move) <input name="grow" type="number" min="0" max="1000" step="1"></label>
      <label>Requests per second per node (0 = unlimited) <input name="node_requests_per_second" type="number" min="0" step="1"></label>
      <label>Bandwidth per node, bytes/s (0 = unlimited) <input name="link_bytes_per_second" type="number" min="0" step="1"></label>
      <label>Seed <input name="seed" inputmode="numeric" autocomplete="off"></label>
    </div>
    <fieldset><legend>Phases</legend><div class="tables phases" data-name="phases" tabindex="0" role="region" aria-label="Edit the phases"></div>
      <label for="migrate-text">The same as text</label>
      <textarea id="migrate-text" name="text" rows="3" spellcheck="false" autocomplete="off"></textarea>
      <p class="quiet"><button type="button" name="use-text">Use this text</button></p></fieldset>
  </details>`;
