// What commands for a Redis Cluster name: slots, masters, and a node that redis-cli asks.
import { t } from '../../text/language.js';
import { shell } from '../../text/quote.js';
import { kPort, kSlots } from '../redis_cluster.js';
import { addressOf, hostAndPort, Refused } from '../shared/rules.js';

/** @typedef {{host: string, port: string, id: string}} Master `id`: as a word of a shell */

/**
 * What commands say of a master. One that is new has no id in the text: the shell asks it for its own.
 * @param {{name: string, id?: string}[]} nodes all of them
 * @param {string} cli
 * @returns {(node: {name: string, id?: string}) => Master}
 */
export const masterIn = (nodes, cli) => (node) => masterOf(node, nodes.some(({ id }) => id !== undefined) ? cli : null);

/** @param {{name: string, id?: string}} node @param {?string} cli @returns {Master} */
function masterOf({ name, id }, cli) {
  const at = addressOf(name);
  if (at === null || at.socket !== null)
    throw new Refused(t('The commands need the address of each node: “{0}” is not one.', name));
  const [host, port] = [at.host, String(at.port ?? kPort)];
  if (id === undefined && cli !== null)
    return { host, port, id: `"$(${cli} -h ${shell(host)} -p ${port} CLUSTER MYID)"` };
  if (!/^[0-9a-f]{40}$/.test(id ?? ''))
    throw new Refused(
      t('The text has no ids of the masters, which the commands need. “redis-cli cluster nodes” prints them.'),
    );
  return { host, port, id: /** @type {string} */ (id) };
}

/** @param {string} entry */
export function slotIn(entry) {
  if (/^\d{1,5}$/.test(entry) && Number(entry) < kSlots) return Number(entry);
  throw new Refused(t('“{0}” is not a slot: slots are 0 to 16383.', entry));
}

/**
 * The first node that is up and has an address, as a word of a shell.
 * @param {{name: string, down?: boolean}[]} nodes
 */
export function viaOf(nodes) {
  for (const { name, down } of nodes) {
    const at = addressOf(name);
    if (!down && at !== null && at.socket === null) return shell(hostAndPort(at, kPort));
  }
  throw new Refused(t('The commands need the address of a node, and none has one.'));
}

/**
 * Ends when the nodes agree, every slot is covered and none is half moved; until then it says what is missing.
 * @param {string} cli
 * @param {string} via
 */
export const waitsFor = (cli, via) => `until ${cli} --cluster check ${via}; do sleep 2; done`;

/** The same between steps: not where one has stopped. @param {string} cli @param {string} via */
export const waitsBetween = (cli, via) => `until [ "$stopped" ] || ${cli} --cluster check ${via}; do sleep 2; done`;

/**
 * A function of a shell: whether a master has a slot, as it says itself. 2: it does not say.
 * @param {string} cli
 */
export const hasSlot = (cli) => [
  'has_slot() {',
  `  listed=$(${cli} -h "$2" -p "$3" CLUSTER NODES) || return 2`,
  `  printf '%s\\n' "$listed" | awk -v slot="$1" '$3 ~ /myself/ { mine = 1`,
  `    for (i = 9; i <= NF; ++i) { split($i "-" $i, ends, "-")`,
  `      if ($i ~ /^[0-9]/ && ends[1] + 0 <= slot + 0 && slot + 0 <= ends[2] + 0) found = 1 } }`,
  `    END { exit found ? 0 : mine ? 1 : 2 }'`,
  '}',
];

export const accessNote = () =>
  t(
    'If the cluster has a password, set REDISCLI_AUTH in the terminal first. If it uses TLS, add --tls to each command.',
  );
