// Redis Cluster: assigns the slots of each master, by redis-cli.
import { comment, shell } from '../text/quote.js';
import { addressesOf, lines } from './shared/rules.js';

const system = 'Redis Cluster';
const covers = { strategy: 'redis_slots' };

export const kSlots = 16_384;
export const kPort = 6379;

/** Slots as ranges, each with its last one. @param {Iterable<number>} slots ascending */
export function slotRanges(slots) {
  /** @type {[number, number][]} */
  const ranges = [];
  for (const slot of slots) {
    const last = ranges.at(-1);
    if (last?.[1] === slot - 1) last[1] = slot;
    else ranges.push([slot, slot]);
  }
  return ranges;
}

// CRC-16/XMODEM, as Redis Cluster hashes keys.
/** @param {string} text */
function crc16(text) {
  let crc = 0;
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte << 8;
    for (let i = 0; i < 8; ++i) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc;
}

/** @type {?string[]} */
let keys = null;

/** One key for each slot: where these keys are placed is the slot table. */
export function keysOfSlots() {
  if (keys) return keys;
  keys = new Array(kSlots);
  for (let i = 0, found = 0; found < kSlots; ++i) {
    const slot = crc16(`k${i}`) % kSlots;
    if (keys[slot] !== undefined) continue;
    keys[slot] = `k${i}`;
    ++found;
  }
  return keys;
}

/** @type {import('./systems.js').Write} */
function write({ nodes, placeAll }) {
  const masters = addressesOf(system, nodes, true);
  const placed = placeAll(keysOfSlots());
  const slots = new Map(nodes.map(({ name }) => [name, /** @type {number[]} */ ([])]));
  placed.owners.forEach((owner, slot) => {
    slots.get(placed.nodes[owner])?.push(slot); // else nobody has it
  });
  /** @param {import('./shared/rules.js').Address} at */
  const way = ({ socket, host, port }) =>
    socket === null ? `-h ${shell(host)} -p ${port ?? kPort}` : `-s ${shell(socket)}`;
  return [
    {
      file: 'slots.sh',
      language: 'shell',
      text: lines(
        masters.map(({ node, at }) => {
          const own = slotRanges(slots.get(node.name) ?? [])
            .map((range) => range.join(' '))
            .join(' ');
          return own === ''
            ? `# ${comment(node.name)} has no slots`
            : `redis-cli ${way(at)} CLUSTER ADDSLOTSRANGE ${own}`;
        }),
      ),
    },
  ];
}

export default { system, covers, write };
