// How long redis-cli takes to move slots.
import { kSlots } from './cluster_nodes.js';

/**
 * What MIGRATE does through `redis-cli --cluster reshard`, which moves ten keys at a time and one slot after another.
 * Measured with redis-server 7.0.15 over loopback with values of 1,000 bytes.
 */
export const kPace = { keysPerSecond: 30_000, slotMs: 3 };

/**
 * @param {{keys: number, keysPerSecond: number, slotMs: number}} numbers `keys`: of all slots
 * @param {number} slots
 */
export const secondsOf = ({ keys, keysPerSecond, slotMs }, slots) =>
  slots * (keys / kSlots / keysPerSecond + slotMs / 1000);
