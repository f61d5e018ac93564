// The runbook of a protocol by phases: the flow engine runs the move of the reader's numbers.
import { ask } from './ask_move.js';
import { commandsOf, runbookOf } from './runbook.js';
import { evenedOut, evenly } from './runbook_source.js';
import { vitessRunbook, vitessSides } from './runbook_vitess.js';
import { inputOfMove, valueOf } from './spec.js';

const kSample = 24_000; // keys that stand for all, dealt over the nodes

/** @typedef {import('./spec.js').Move} Move */
/** @typedef {import('./moves.js').Preset} Preset */
/** @typedef {import('./move_engine.js').Sides} Sides */
/** @typedef {import('./runbook_source.js').Dealt} Dealt */
/** @typedef {import('./runbook.js').Numbers} Numbers */

/**
 * @param {object} given
 * @param {string} given.system whose commands it has; '': none
 * @param {Preset} given.preset
 * @param {Numbers} given.numbers
 * @param {Move} given.move whose clients move as these do
 * @param {?import('./cluster_nodes.js').RedisCluster} given.cluster
 * @param {?Sides} given.sides the page's own move, if it is the one that the reader wants
 * @param {?Dealt} given.rows where rows are that nothing has moved yet
 */
export async function flowMade({ system, preset, numbers, move, cluster, sides, rows }) {
  const shards = system === 'vitess' ? vitessSides(numbers.before, numbers.after, kSample) : null;
  const now =
    shards?.before ??
    cluster ??
    sides?.before ??
    rows ??
    evenly(numbers.before, kSample - (kSample % (numbers.before * numbers.after)) || kSample);
  const after = shards?.after ?? sides?.after ?? evenedOut(/** @type {Dealt} */ (now), numbers.after);
  const placed = cluster && !shards ? { nodes: cluster.nodes, owners: cluster.owners } : now;
  const flow = await ask('flow', {
    before: placed,
    after,
    keys: numbers.keys,
    ...inputOfMove(moveBy(preset, numbers, move)),
  });
  flow.keys = numbers.keys;
  const generic = runbookOf({ text: preset.text, back: preset.back, flow, numbers });
  const runbook = system === 'vitess' ? vitessRunbook({ generic, numbers }) : generic;
  return { protocol: preset.id, numbers, flow, runbook, commands: commandsOf(runbook) };
}

/**
 * The move of the reader's numbers, by clients as the page has them.
 * @param {Preset} preset
 * @param {Numbers} numbers
 * @param {Move} move
 */
function moveBy(preset, numbers, move) {
  const plan = {
    protocol: preset.id,
    ...(move.routing && { routing: move.routing }),
    spread: valueOf(move, 'spread'),
    clients: valueOf(move, 'clients'),
    requests_per_second: numbers.requests,
    writes: numbers.writes,
    key_bytes: 1,
    value_bytes: numbers.bytes - 1,
    copy_bytes_per_second: Math.round(numbers.throttle),
    link_bytes_per_second: Math.round(numbers.link),
    ...(preset.text.includes('expired') && { ttl_us: Math.round(numbers.lifetime * 3.6e9) }),
    ...(preset.unit === 'section' && { section_keys: Math.max(1, Math.round(numbers.keys / 16_384)) }),
  };
  return /** @type {Move} */ (plan);
}
