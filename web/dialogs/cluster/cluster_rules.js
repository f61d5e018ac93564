// What the dialog says of a reading: one sentence, a table, and what else people should know.
import { number, t } from '../../text/language.js';
import { bytesText, kUnits } from '../tools/amounts.js';
import { isLong } from './given_table.js';
import { openSlotFacts } from './open_slots.js';
import { entriesHeading, entriesText, nodesText, replicasText, said, settingsText } from '../files/reading_words.js';

/** @typedef {import('./reading_rules.js').Shown} Shown */
/** @typedef {import('./reading_rules.js').ShownNode} ShownNode */
/** @typedef {import('./reading_rules.js').Figure} Figure */
/** @typedef {import('./given_table.js').Table} Table */

const titleOf = (/** @type {Shown} */ { system, title, ofKeys }) => {
  if (ofKeys) return t('A table of keys');
  if (system === 'node_list') return t('A node list');
  return system === 'rows' ? t('A table of shards') : title;
};

/** What a text is of. @param {Shown} shown */
export const textTitle = (shown) =>
  shown.choice === undefined ? titleOf(shown) : t('{0} “{1}”', titleOf(shown), choiceText(shown.system, shown.choice));

/** What the page then says of it, in English: it may be shown after a reload. @param {Shown} shown */
export const openedText = ({ table }) =>
  table === null
    ? 'Opened from your text. The keys are generated samples, not your data.'
    : 'Opened from your text. Each key stands for one of its entries.';

const kBrokers = ': brokers';

/** A choice, as the system's users say it. @param {string} system @param {string} name @returns {string} */
export function choiceText(system, name) {
  if (system !== 'kafka') return name;
  if (name.endsWith(kBrokers)) return t('{0}, by its brokers', choiceText(system, name.slice(0, -kBrokers.length)));
  if (name === 'current') return t('current assignment');
  if (name === 'proposed') return t('proposed assignment');
  return name.replace(/: proposed$/, `: ${t('proposed assignment')}`);
}

/** What was recognised. @param {Shown} shown */
export function sentenceOf(shown) {
  const { system, entries, replicas, down, count } = shown;
  const { kind, without, moving } = entries;
  const parts = [
    ...(count > 0 || entries.count === 0 ? [nodesText(system, count)] : []),
    ...(replicas > 0 ? [replicasText(system, replicas)] : []),
    ...(entries.count > 0 ? [entriesText(kind, entries.count, system)] : []),
    ...(without > 0 && count > 0 ? [t('{0} without an owner', entriesText(kind, without))] : []),
    ...(moving > 0 ? [t('{0} on the move', entriesText(kind, moving))] : []),
    ...(down > 0 ? [t('{0} down', number(down))] : []),
  ];
  return t('{0}: {1}', textTitle(shown), parts.join(', '));
}

/** A figure of any length, with the language's marks. @param {Figure} figure */
const whole = (figure) => number(typeof figure === 'number' ? figure : BigInt(figure));

const sizeOf = (/** @type {number} */ bytes) => (bytes < 1000 ? `${number(bytes)} ${t('B')}` : bytesText(bytes));

/**
 * A column of the table: its heading, and what it says of a node; '': nothing.
 * @typedef {object} Column
 * @property {(shown: Shown) => string} heading
 * @property {(node: ShownNode) => string} cell
 * @property {(node: ShownNode, shown: Shown) => boolean} has
 */

/** @type {Column[]} */
const kColumns = [
  { heading: () => t('Name'), cell: ({ name }) => name, has: () => true },
  {
    heading: () => t('Weight'),
    cell: ({ weight }) => (weight === undefined ? '' : number(weight, 5, 0)),
    // PostgreSQL knows none: a partition's weight is how many remainders it has, which another column says
    has: ({ weight }, { system }) => weight !== undefined && system !== 'postgresql',
  },
  { heading: () => t('Place'), cell: ({ place = '' }) => place, has: ({ place }) => place !== undefined },
  {
    heading: () => t('State'),
    cell: ({ states }) => states.map(said).join(', '),
    has: ({ states }) => states.length > 0,
  },
  {
    heading: ({ system, entries }) => entriesHeading(entries.kind, system, entries.count),
    cell: ({ owned }) => (owned === undefined ? '' : number(owned)),
    has: ({ owned }) => owned !== undefined,
  },
  {
    heading: ({ system }) => (system === 'kafka' ? t('Followers') : t('Replicas')),
    cell: ({ replicas }) => (replicas === undefined ? '' : number(replicas)),
    has: ({ replicas }) => replicas !== undefined,
  },
  {
    heading: () => t('Bytes'),
    cell: ({ bytes }) => (bytes === undefined ? '' : sizeOf(Number(bytes))),
    has: ({ bytes }) => bytes !== undefined,
  },
  {
    heading: () => t('Keys'),
    cell: ({ keys }) => (keys === undefined ? '' : whole(keys)),
    has: ({ keys }) => keys !== undefined,
  },
  {
    heading: () => t('Requests'),
    cell: ({ requests }) => (requests === undefined ? '' : whole(requests)),
    has: ({ requests }) => requests !== undefined,
  },
];

/**
 * The nodes as a table of texts, with the columns that the text has; the first row is the head.
 * @param {Shown} shown
 */
export function tableOf(shown) {
  const columns = kColumns.filter(({ has }) => shown.nodes.some((node) => has(node, shown)));
  return [
    columns.map(({ heading }) => heading(shown)),
    ...shown.nodes.map((node) => columns.map(({ cell }) => cell(node))),
  ];
}

/** Names in a row, the longest lists cut. @param {string[]} names */
function named(names) {
  const kMost = 12;
  return names.length <= kMost
    ? names.join(', ')
    : t('{0} and {1} more', names.slice(0, kMost).join(', '), names.length - kMost);
}

/** One of a unit of bytes. @param {number} unit */
function unitText(unit) {
  const units = /** @type {[string, number][]} */ ([...kUnits, ['TB', 1e12], ['PB', 1e15]]);
  return `${number(1)} ${t(units.find(([, size]) => size === unit)?.[0] ?? '')}`;
}

/** How a table opens, and which figure of its entries the bars show. @param {Table} table @returns {string[]} */
function tableFacts({ figure, unit, lacking }) {
  const shown = {
    requests: () => t('The bars and flows show the requests of each entry.'),
    bytes: () => t('The bars and flows show the bytes of each entry.'),
  };
  const scaled = {
    requests: () => t('The bars and flows show the requests of each entry, in units of {0}.', unit),
    bytes: () => t('The bars and flows show the bytes of each entry, in units of {0}.', unitText(unit)),
  };
  return [
    t('The entries open as keys of the strategy Directory, each on its owner.'),
    figure === null
      ? t('Each entry counts as 1: the text has neither their bytes nor their requests.')
      : (unit > 1 ? scaled : shown)[figure](),
    ...(lacking > 0
      ? [t('{0} {0|entry|entries} with less than one unit, or without a figure, {0|counts|count} as 1.', lacking)]
      : []),
    t('Links carry only the number and the fingerprint of entries: whoever opens one also opens this text here.'),
  ];
}

/** What else people should know, each in one line. @param {Shown} shown @returns {string[]} */
export function factsOf(shown) {
  const {
    system,
    openSlots,
    warnings,
    notes,
    notOffered,
    others,
    backups,
    cannotKnow,
    count,
    nodes,
    entries,
    table,
    length,
    hashed = '',
    settings = '',
  } = shown;
  return [
    ...(system === 'node_list'
      ? [t('The list replaces the current nodes; a node that keeps its name stays the same node.')]
      : []),
    ...(table ? tableFacts(table) : []),
    ...(isLong(length)
      ? [t('The link has {0} characters: too long to share. Export saves a scenario file that holds it all.', length)]
      : []),
    ...warnings.map((text) => t('Does not agree: {0}', said(text))),
    ...(hashed ? [t('What is hashed: {0}', hashed)] : []),
    ...(settings ? [t('Settings: {0}', settingsText(system, settings))] : []),
    ...(count > nodes.length ? [t('The table shows the first {0} nodes of {1}.', nodes.length, count)] : []),
    ...(entries.moving > 0 && length > 0 ? [t('Entries on the move are opened where they are now.')] : []),
    ...openSlotFacts(openSlots, entries.moving),
    ...(backups.length > 0 ? [t('Backups, which serve only when others fail: {0}', named(backups))] : []),
    ...(others.length > 0 ? [t('Also in the text: {0}', named(others))] : []),
    ...(notOffered.length > 0
      ? [t('Not to choose: {0}', named(notOffered.map(([name, why]) => `${name} (${said(why)})`)))]
      : []),
    ...notes.map((text) => t('Note: {0}', said(text))),
    ...(cannotKnow.length > 0 ? [t('Not in the text: {0}', cannotKnow.map(said).join('; '))] : []),
  ];
}

/** A skipped line, with the reason. @param {import('./reading_rules.js').Skipped} skipped */
export const skippedText = ({ line, why }) => t('Line {0}: {1}', line, said(why));

/** Why nothing opens, and what to paste instead. @param {Shown} shown */
export function notOpenedText({ system, entries, why }) {
  if (system !== 'redis' || entries.count > 0) return said(why);
  const lacks = t('The text does not say which slots each master has.');
  return `${lacks} ${t('Paste all that “{0}” prints.', 'redis-cli cluster nodes')}`;
}

/** What people paste, by system. @type {[string, string, string][]} */
export const kPasted = [
  ['redis', 'Redis Cluster, Valkey', 'redis-cli cluster nodes'],
  ['nginx', 'nginx', 'nginx -T'],
  ['haproxy', 'HAProxy', 'cat haproxy.cfg'],
  ['envoy', 'Envoy', 'curl localhost:9901/config_dump?include_eds'],
  ['istio', 'Istio', 'kubectl get destinationrule,endpointslice -o yaml'],
  ['twemproxy', 'twemproxy', 'cat nutcracker.yml'],
  ['mcrouter', 'mcrouter', 'cat mcrouter.json'],
  ['cassandra', 'Cassandra, ScyllaDB', 'nodetool describering KEYSPACE'],
  ['ceph', 'Ceph', 'ceph pg dump pgs_brief'],
  ['swift', 'OpenStack Swift', 'swift-ring-builder object.builder'],
  ['elasticsearch', 'Elasticsearch, OpenSearch', 'curl localhost:9200/_cat/shards?v'],
  ['clickhouse', 'ClickHouse', 'select * from system.clusters'],
  ['cockroachdb', 'CockroachDB', 'SHOW RANGES FROM TABLE t WITH DETAILS'],
  ['tidb', 'TiDB', 'SHOW TABLE t REGIONS'],
  ['yugabytedb', 'YugabyteDB', 'yb-admin list_tablets ysql.DATABASE TABLE 0'],
  ['pgdog', 'PgDog', 'cat pgdog.toml'],
  ['pgcat', 'PgCat', 'cat pgcat.toml'],
  ['proxysql', 'ProxySQL', 'select * from runtime_mysql_servers'],
  ['shardingsphere', 'ShardingSphere', 'cat database-sharding.yaml'],
  ['consul', 'Consul', 'consul config read -kind service-resolver -name NAME'],
  ['couchbase', 'Couchbase', 'curl HOST:8091/pools/default/b/BUCKET'],
  ['kafka', 'Kafka', 'kafka-topics --describe; kafka-reassign-partitions --generate'],
  ['citus', 'Citus', 'select * from pg_dist_shard; table pg_dist_placement; table pg_dist_node'],
  ['postgresql', 'PostgreSQL', '\\d+ TABLE'],
  ['vitess', 'Vitess', 'vtctldclient FindAllShardsInKeyspace KEYSPACE'],
  ['mongodb', 'MongoDB', 'sh.status(true)'],
  ['rows', 'Anything else, as rows', 'shard,node,bytes,requests'],
  ['node_list', 'A list of nodes', 'one a line: name, or name,weight'],
];

/** Reasons that more of the text would mend, or another text. */
const kPartial = new RegExp(
  '\\b(?:ends?|missing|cut|too early|not in the text|there (?:is|are) no|another file|no (?:devices|OSDs)|' +
    'not their shards)\\b',
);

/** What can be done about a template. @param {import('./marks_rules.js').Found} found */
function templateText({ marks, control }) {
  if (control !== '')
    return t(
      '{0} repeats or leaves out lines, so that no value can stand for it. Paste the text as the program gets it.',
      control,
    );
  if (marks.length > 0) return t('Fill in what it stands for below, or paste the text as the program gets it.');
  return t('Paste the text with its values filled in, as the program gets it.');
}

/** Whether a line that the system itself refuses can go. @param {{why: string}} refused */
export const canDrop = ({ why }) => /^backup: /.test(why);

/**
 * Why a text is refused, and what to paste instead.
 * @param {import('./cluster_engine.js').RefusedText} refused
 */
export function refusalText(refused) {
  const { system, line, why, table, marks, control } = refused;
  const reason = line > 0 ? t('Line {0}: {1}.', line, said(why)) : `${said(why)}.`;
  if (/^(?:template|variable|macro): |^a template/.test(why)) return `${reason} ${templateText({ marks, control })}`;
  const command = kPasted.find(([name]) => name === system)?.[2];
  if (command && system !== 'rows' && kPartial.test(why)) {
    return `${reason} ${t('Paste all that “{0}” prints.', command)}`;
  }
  if (canDrop(refused)) return `${reason} ${t('Delete this line to go on.')}`;
  if (table) return `${reason} ${t('It looks like rows of a table.')}`;
  return system === null ? `${reason} ${t('See below what can be pasted.')}` : reason;
}
