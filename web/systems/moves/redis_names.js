// What commands for a Redis Cluster name: slots, masters, and a node that redis-cli asks.
import { t } from '../../text/language.js';
import { shell, shellComment } from '../../text/quote.js';
import { kPort, kSlots } from '../redis_cluster.js';
import { addressOf, hostAndPort, Refused } from '../shared/rules.js';

/** @typedef {{host: string, port: string, id: string}} Master `id`: as a word of a shell */

/**
 * What commands say of a master. One that is new has no id in the text, and none of the page's has one: the shell asks
 * it for its own.
 * @param {import('./form.js').Moving} moving
 * @returns {(node: {name: string, id?: string}) => Master}
 */
export const masterIn = ({ nodes, ofPage }) => {
  const asks = ofPage || nodes.some(({ id }) => id !== undefined);
  return (node) => {
    const at = addressOf(node.name);
    if (ofPage && (at === null || at.socket !== null || at.port === null)) throw new Refused(pasteWords(node.name));
    return masterOf(node, asks);
  };
};

/** @param {string} name */
const pasteWords = (name) =>
  t(
    'The page has only names of its nodes, and “{0}” is no address. For commands of a Redis Cluster, open it: paste what “redis-cli cluster nodes” prints there. Or name the nodes of the page as 10.0.0.1:6379.',
    name,
  );

/** @param {{name: string, id?: string}} node @param {boolean} asks whether the shell asks for an id that is missing */
function masterOf({ name, id }, asks) {
  const at = addressOf(name);
  if (at === null || at.socket !== null)
    throw new Refused(t('The commands need the address of each node: “{0}” is not one.', name));
  const [host, port] = [at.host, String(at.port ?? kPort)];
  if (id === undefined && asks) return { host, port, id: `"$(ask -h ${shell(host)} -p ${port} CLUSTER MYID)"` };
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
 * @param {Pick<import('./form.js').Moving, 'nodes' | 'ofPage'>} moving
 */
export function viaOf({ nodes, ofPage }) {
  for (const { name, down } of nodes) {
    const at = addressOf(name);
    if (!down && at !== null && at.socket === null && !(ofPage && at.port === null))
      return shell(hostAndPort(at, kPort));
  }
  throw new Refused(t('The commands need the address of a node, and none has one.'));
}

/**
 * The beginning of a script: who asks, and with what. The password is in the environment, where “ps” does not show it.
 * @param {string} cli
 */
export const access = (cli) => [
  shellComment(
    t(
      'If the cluster uses TLS, write its options here once, after {0}: {1}. The password is in {2}, and a user that is not the default one in {3}.',
      cli,
      '--tls --cacert FILE',
      'REDISCLI_AUTH',
      'REDIS_USER',
    ),
  ),
  `ask() { ${cli} \${REDIS_USER:+--user} \${REDIS_USER:+"$REDIS_USER"} "$@"; }`,
];

export const accessNote = () =>
  t(
    'If the cluster needs a password, set REDISCLI_AUTH in the terminal first, and REDIS_USER for a user that is not the default one. Options for TLS have one place, the line that begins with “ask()”.',
  );

/**
 * Functions of a shell: “agree” is whether the nodes agree, every slot is covered and none is half moved, and says what
 * is missing; “told_ok” whether a server answers OK, and says what it answers instead.
 * @param {string} via
 */
export const agreeing = (via) => [
  'agree() {',
  `  if said=$(ask --cluster check ${via} 2>&1); then printf '%s\\n' "$said" | grep -F '[OK]'; return 0; fi`,
  `  printf '%s\\n' "$said" | grep -E '\\[(ERR|WARNING)\\]' >&2 || echo "$said" >&2`,
  '  return 1',
  '}',
  'told_ok() { said=$(ask "$@") && [ "$said" = OK ] || { echo "$said" >&2; return 1; }; }',
];

/** Waits until the nodes agree: a minute is enough for them, so what is still wrong then has a cause. */
export const kAgree = 'unless_stopped within 60 2 agree';

/** A function of a shell: whether a master has a slot, as it says itself. 2: it does not say. */
export const kHasSlot = [
  'has_slot() {',
  '  listed=$(ask -h "$2" -p "$3" CLUSTER NODES) || return 2',
  `  printf '%s\\n' "$listed" | awk -v slot="$1" '$3 ~ /myself/ { mine = 1`,
  `    for (i = 9; i <= NF; ++i) { split($i "-" $i, ends, "-")`,
  `      if ($i ~ /^[0-9]/ && ends[1] + 0 <= slot + 0 && slot + 0 <= ends[2] + 0) found = 1 } }`,
  `    END { exit found ? 0 : mine ? 1 : 2 }'`,
  '}',
];
