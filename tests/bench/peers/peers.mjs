// The npm packages that users would pick instead: 100 nodes, a million keys. Prints one line of JSON for each:
//   {"name", "place_ms", "add_ms"}   all keys placed; a node added, all keys placed again and compared
import ConsistentHash from 'consistent-hash';
import HashRing from 'hashring';
import NodeHashRing from 'node-hashring';
import { jumpConsistentHash } from '@subspace/jump-consistent-hash';

const kKeys = Number(process.argv[2] ?? 1_000_000);
const names = Array.from({ length: 100 }, (_, n) => `node-${n}`);
const keys = Array.from({ length: kKeys }, (_, i) => `key-${i}`);

/** A library's ring with its defaults: 40 to 160 points per node. */
const ring = (library, make, add, owner) => ({
  name: library,
  make,
  add,
  place: (nodes) => keys.map((key) => owner(nodes, key)),
});

const rings = [
  ring(
    'npm hashring 3.2.0',
    () => new HashRing(names),
    (nodes, name) => nodes.add(name),
    (nodes, key) => nodes.get(key),
  ),
  ring(
    'npm node-hashring 1.0.2',
    () => new NodeHashRing(names),
    (nodes, name) => nodes.addNode(name),
    (nodes, key) => nodes.findNode(key),
  ),
  ring(
    'npm consistent-hash 1.2.2',
    () => names.reduce((nodes, name) => (nodes.add(name), nodes), new ConsistentHash()),
    (nodes, name) => nodes.add(name),
    (nodes, key) => nodes.get(key),
  ),
];

/** This library takes keys as 64-bit numbers in eight bytes. */
function jump() {
  const numbers = keys.map((_, i) => {
    const bytes = new DataView(new ArrayBuffer(8));
    bytes.setUint32(0, Math.imul(i, 0x9e3779b1) >>> 0);
    bytes.setUint32(4, i);
    return new Uint8Array(bytes.buffer);
  });
  let count = names.length;
  return {
    name: 'npm @subspace/jump-consistent-hash 1.1.1',
    make: () => null,
    add: () => ++count,
    place: () => numbers.map((key) => jumpConsistentHash(key, count)),
  };
}

/** Rendezvous hashing as a first draft would have it: FNV-1a of node and key, mixed, the highest wins. */
function rendezvous() {
  const score = (text) => {
    let h = 0x811c9dc5;
    for (let i = 0; i < text.length; ++i) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
    h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
    return (h ^ (h >>> 13)) >>> 0;
  };
  const best = (nodes, key) => {
    let winner = nodes[0];
    let highest = -1;
    for (const node of nodes) {
      const drawn = score(node + key);
      if (drawn > highest) [highest, winner] = [drawn, node];
    }
    return winner;
  };
  return {
    name: 'naive rendezvous in JavaScript',
    make: () => [...names],
    add: (nodes, name) => nodes.push(name),
    place: (nodes) => keys.map((key) => best(nodes, key)),
  };
}

for (const peer of [...rings, jump(), rendezvous()]) {
  const nodes = peer.make();
  let start = performance.now();
  const before = peer.place(nodes);
  const place = performance.now() - start;
  start = performance.now();
  peer.add(nodes, 'node-new');
  const after = peer.place(nodes);
  let moved = 0;
  for (let i = 0; i < after.length; ++i) moved += after[i] !== before[i] ? 1 : 0;
  const add = performance.now() - start;
  console.log(JSON.stringify({ name: peer.name, place_ms: place, add_ms: add, moved: moved / kKeys }));
}
