// What of a CRUSH map Reshard's `straw2` cannot say. It draws an OSD below the root, or a rack and an OSD in it, with
// today's tunables. OSDs have the ids 0, 1, 2 … and racks −1, −2, −3 … by their first OSD: straws are drawn with these
// ids, and the first of equal straws wins.

/** @typedef {import('./crush_map.js').CrushMap} CrushMap */
/** @typedef {import('./crush_map.js').Rule} Rule */
/** @typedef {import('./crush_map.js').Leaf} Leaf */
/** @typedef {import('./crush_map.js').Item} Item */

const kTunables = Object.entries({
  choose_local_tries: '0',
  choose_local_fallback_tries: '0',
  choose_total_tries: '50',
  chooseleaf_descend_once: '1',
  chooseleaf_vary_r: '1',
  chooseleaf_stable: '1',
});

/** In units of 1 / 65,536, as Ceph stores weights. @param {{weight: number}} item */
const unitsOf = ({ weight }) => Math.floor(weight * 65_536);

/** @param {Rule | undefined} rule @param {Leaf[]} leaves */
function isSimple(rule, leaves) {
  const [take, choose, emit, ...more] = rule?.steps ?? [];
  if (!rule || !take?.startsWith('take ') || emit !== 'emit' || more.length > 0) return false;
  const depths = new Set(leaves.map(({ path }) => path.size));
  if (depths.size > 1) return false;
  if (depths.has(1)) return /^choose(?:leaf)? firstn 0 type osd$/.test(choose);
  return choose === `chooseleaf firstn 0 type ${rule.domain}` && leaves.every(({ path }) => path.has(rule.domain));
}

/** Whether OSDs and racks are in straw2's order and have its numbers. @param {CrushMap} map @param {Leaf[]} leaves */
function isNumbered({ buckets }, leaves) {
  if (leaves.some(({ path }) => path.size === 1)) return leaves.every(({ device }, i) => device.id === i);
  const ids = leaves.map(({ device }) => device.id);
  const all = new Set(ids);
  if (all.size !== ids.length || ids.some((id) => id < 0 || id >= ids.length)) return false;
  const racks = /** @type {Map<string, number[]>} */ (new Map());
  for (const { device, path } of leaves) {
    const [, rack] = [...path.values()];
    racks.set(rack, [...(racks.get(rack) ?? []), device.id]);
  }
  const firsts = [...racks.values()].map(([first]) => first);
  const rises = (/** @type {number[]} */ list) => list.every((id, i) => i === 0 || id > list[i - 1]);
  const named = [...racks.keys()].every((rack, i) => Number(buckets.get(rack)?.id) === -1 - i);
  return named && rises(firsts) && [...racks.values()].every(rises);
}

/** Whether each bucket weighs in the root what its items weigh. @param {CrushMap} map @param {string} root */
const isSummed = ({ buckets }, root) =>
  (buckets.get(root)?.items ?? []).every((item) => {
    const inner = buckets.get(item.name);
    return !inner || inner.items.reduce((sum, one) => sum + unitsOf(one), 0) === unitsOf(item);
  });

/**
 * @param {CrushMap} map
 * @param {Rule | undefined} rule
 * @param {Leaf[]} leaves in the order of the map
 */
export function straw2Needs(map, rule, leaves) {
  const takes = rule?.takes ?? [];
  const deep = leaves.some(({ path }) => path.size > 2);
  const algs = [...map.buckets.values()].filter(({ alg }) => alg !== 'straw2').map(({ alg }) => `buckets of ${alg}`);
  const tuned = kTunables.every(([name, value]) => map.tunables.get(name) === value);
  return [
    ...(deep ? ['straw2: more than two levels'] : []),
    ...(deep || !isNumbered(map, leaves) ? ['straw2: given ids of buckets'] : []),
    ...(takes.some((take) => take.class !== '') ? ['straw2: device classes'] : []),
    ...(map.weightSets ? ['straw2: weight sets (choose_args)'] : []),
    ...new Set(algs),
    ...(deep || isSimple(rule, leaves) ? [] : ['straw2: this rule']),
    ...(tuned ? [] : ['straw2: other settings of CRUSH']),
    ...(takes.every(({ name }) => isSummed(map, name)) ? [] : ['straw2: given weights of buckets']),
  ];
}
