// A Redis Cluster on free ports of this machine, and which of its nodes has which slot.
import { createConnection } from 'node:net';
import { folderOf, freePorts, run, start } from './programs.mjs';
/** @import {Where} from './programs.mjs' */

export const kSlots = 16_384;

const bulk = (/** @type {Buffer} */ part) =>
  Buffer.concat([Buffer.from(`$${part.length}\r\n`), part, Buffer.from('\r\n')]);
export const command = (/** @type {(Buffer | string)[]} */ ...parts) =>
  Buffer.concat([Buffer.from(`*${parts.length}\r\n`), ...parts.map((part) => bulk(Buffer.from(part)))]);

/**
 * Redis's answers to commands that are each answered in one line.
 * @param {Where} where
 * @param {Buffer[]} commands
 * @returns {Promise<string[]>}
 */
export function ask(where, commands) {
  return new Promise((done, failed) => {
    let text = '';
    const socket = createConnection(where, () => socket.write(Buffer.concat(commands)));
    socket.on('error', failed);
    socket.on('data', (data) => {
      text += data.toString('latin1');
      const lines = text.split('\r\n');
      if (lines.length <= commands.length) return;
      done(lines.slice(0, commands.length));
      socket.destroy();
    });
  });
}

/** Waits until nothing is missing, for a minute at most. @param {() => Promise<string>} missing */
export async function until(missing) {
  const began = Date.now();
  for (let left; (left = await missing()) !== ''; ) {
    if (Date.now() - began > 60_000) throw new Error(`after a minute: ${left}`);
    await new Promise((next) => {
      setTimeout(next, 100);
    });
  }
}

/** What redis-cli prints. @param {number} port @param {...string} words */
export async function cli(port, ...words) {
  return (await run('redis-cli', ['-p', String(port), ...words])).stdout;
}

/**
 * Starts masters that know each other and have no slots yet. Returns their ports, in the order in which redis-cli lists
 * them when it is connected to the first. A master that has lost its last slot stays one: by default Redis 7 makes it a
 * replica at once, and a rebalance with moves to go then ends with “Please use SETSLOT only with masters”.
 * @param {import('./programs.mjs').Test} t @param {number} count
 */
export async function startMasters(t, count) {
  const folder = folderOf(t),
    ports = await freePorts(2 * count);
  await Promise.all(
    ports.slice(0, count).map((port, i) => {
      const words = [
        '--port',
        String(port),
        '--bind',
        '127.0.0.1',
        '--cluster-enabled',
        'yes',
        '--cluster-port',
        String(ports[count + i]),
        '--cluster-config-file',
        `nodes-${i}.conf`,
        '--cluster-node-timeout',
        '5000',
        '--cluster-allow-replica-migration',
        'no',
        '--save',
        '',
        '--loglevel',
        'warning',
      ];
      return start(t, 'redis-server', words, { port, host: '127.0.0.1' }, { cwd: folder });
    }),
  );
  for (let i = 0; i < count; ++i) await cli(ports[i], 'CLUSTER', 'SET-CONFIG-EPOCH', String(i + 1));
  for (let i = 1; i < count; ++i) {
    await cli(ports[0], 'CLUSTER', 'MEET', '127.0.0.1', String(ports[i]), String(ports[count + i]));
  }
  for (const port of ports.slice(0, count)) await untilInfo(port, `cluster_known_nodes:${count}`);
  return listedBy(ports[0]);
}

/** The ports of a node and of those that it knows, as redis-cli lists them. @param {number} port */
export async function listedBy(port) {
  const all = await listing(port);
  return [...all.filter(({ mine }) => mine), ...all.filter(({ mine }) => !mine)].map((node) => node.port);
}

/** Waits until CLUSTER INFO has these lines. @param {number} port @param {...string} lines */
export function untilInfo(port, ...lines) {
  return until(async () => {
    const told = await cli(port, 'CLUSTER', 'INFO');
    return lines.every((line) => told.includes(`${line}\r\n`)) ? '' : told;
  });
}

/**
 * Gives each slot to the node at its port, and waits until all nodes know it.
 * @param {number[]} owners by slot @param {number[]} ports of all nodes
 */
export async function dealSlots(owners, ports) {
  for (const owner of new Set(owners)) {
    const edges = [...owners.keys()].filter((slot) => (owners[slot] === owner) !== (owners[slot - 1] === owner));
    if (edges.length % 2 === 1) edges.push(kSlots);
    await cli(owner, 'CLUSTER', 'ADDSLOTSRANGE', ...edges.map((slot, i) => String(slot - (i % 2))));
  }
  const told = ['cluster_state:ok', `cluster_slots_assigned:${kSlots}`, `cluster_size:${new Set(owners).size}`];
  for (const port of ports) await untilInfo(port, ...told);
}

/** The lines of CLUSTER NODES. @param {number} port */
async function listing(port) {
  return (await cli(port, 'CLUSTER', 'NODES'))
    .trim()
    .split('\n')
    .map((line) => {
      const [id, address, flags, , , , , , ...slots] = line.split(' ');
      return { id, port: Number(/:(\d+)@/.exec(address)?.[1]), mine: flags.startsWith('myself'), slots };
    });
}

/** By slot, the port of the node that says that the slot is its own. @param {number[]} ports */
export async function ownersBySlot(ports) {
  const owners = new Array(kSlots).fill(null);
  for (const port of ports) {
    for (const range of (await listing(port)).find(({ mine }) => mine).slots) {
      const [first, last = first] = range.split('-').map(Number);
      owners.fill(port, first, last + 1);
    }
  }
  return owners;
}

/**
 * CRC-16 (XMODEM) modulo 16384, as in the Redis Cluster specification, for a key without a hash tag.
 * @param {string} key
 */
function slotOf(key) {
  let crc = 0;
  for (const letter of Buffer.from(key)) {
    crc ^= letter << 8;
    for (let i = 0; i < 8; ++i) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return crc % kSlots;
}

/** By slot, a key that has it. */
export function keysBySlot() {
  const keys = new Array(kSlots).fill(null);
  for (let i = 0, left = kSlots; left > 0; ++i) {
    const slot = slotOf(`k${i}`);
    if (keys[slot] === null) {
      keys[slot] = `k${i}`;
      --left;
    }
  }
  return keys;
}
