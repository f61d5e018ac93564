// What a new configuration of a cache costs: keys that move are missed at first, and the origin has to answer instead.

/**
 * @typedef {object} Cost
 * @property {number} moved keys
 * @property {number} bytes of their values, which come in again
 * @property {number} oldBytes of their old copies, on servers that stay
 * @property {number} reads per second
 * @property {number} misses per second at first, of keys that move
 * @property {number} usual requests per second that the origin answers in normal operation
 * @property {number} peak the same at first
 * @property {number} factor by how much that is more; infinite if the origin usually answers none
 * @property {number} seconds until the last old copy has expired
 * @property {number} nodeHours of servers that leave, which stay until then
 * @property {number} money
 */

/**
 * Every read of a key that moves is a miss until one has brought its value back: of reads, the share h hits as a rule,
 * so that the origin gets 1 - h, and at first h times the moved share besides.
 * @param {{share: number, fromRemoved: number, removed: number}} change shares of all keys; `fromRemoved`: of those on
 *   servers that leave
 * @param {import('./runbook.js').Numbers & {hitRate: number}} numbers
 * @returns {Cost}
 */
export function costOf({ share, fromRemoved, removed }, numbers) {
  const { keys, bytes, requests, writes, hitRate, lifetime, perTb, perHour } = numbers;
  const reads = requests * (1 - writes),
    usual = reads * (1 - hitRate),
    peak = usual + reads * hitRate * share;
  const nodeHours = removed * lifetime,
    moved = keys * share;
  return {
    moved,
    bytes: moved * bytes,
    oldBytes: keys * Math.max(0, share - fromRemoved) * bytes,
    reads,
    misses: reads * share,
    usual,
    peak,
    factor: peak === 0 ? 1 : peak / usual,
    seconds: lifetime * 3600,
    nodeHours,
    money: ((moved * bytes) / 1e12) * perTb + nodeHours * perHour,
  };
}
