// Moves that people make: each a link that opens the running move, with what to notice in it.
import { t } from '../../text/language.js';
import { kGrowing, kPages } from './spec.js';

const adds = (/** @type {number} */ from, /** @type {number} */ to) =>
  Array.from({ length: to - from }, (_, i) => `%2Bnode-${from + i}`).join(',');

const kPaged = `~page_rows=${kPages.page_rows}~page_delay_us=${kPages.page_delay_us}`;
const kFast = '~copy_bytes_per_second=8000000';
const kSections =
  'v=1&nodes=8&log=%2Bnode-8&move=versioned_gate~section_keys=2~units_at_once=100~copy_bytes_per_second=8000000';

/** @typedef {{title: string, notice: string, link: string}} Story */

/** @returns {Story[]} */
const ofScripts = () => [
  {
    title: t('The naive script'),
    notice: t('Copy, then change the list: whatever is written to a key after its copy was made stays behind.'),
    link: `v=1&nodes=5&log=%2Bnode-5&move=copy_then_flip~copy_bytes_per_second=2000000${kPaged}`,
  },
  {
    title: t('The naive dual write'),
    notice: t(
      'Clients write to both nodes while a copier reads 1,000 rows at once and writes them 100 ms later. What clients wrote meanwhile is overwritten by the older copy. Under Details, let it read 1 row at once and write it at once: the harm hides from your tests, and stays in the protocol.',
    ),
    link: `v=1&nodes=5&log=%2Bnode-5&move=double_write_overwrite~copy_bytes_per_second=2000000${kPaged}`,
  },
  {
    title: t('Double a modulo, pair by pair'),
    notice: t(
      'From n to 2n every node gives half of its keys to one new node, and to no other: each pair moves by itself.',
    ),
    link: `v=1&nodes=4&log=${adds(4, 8)}&strategy=modulo&move=double_write${kFast}${kPaged}~unit=node`,
  },
];

/** @returns {Story[]} */
const ofSystems = () => [
  {
    title: t('Redis Cluster, 3 to 4 masters'),
    notice: t('Slots move one after another. MOVED and ASK redirect clients with an old map; nothing is lost.'),
    link: 'v=1&nodes=redis-0,redis-1,redis-2&log=%2Bredis-3&strategy=redis_slots&move=slot_by_slot~copy_bytes_per_second=3000000~section_keys=300',
  },
  {
    title: t('A memcached server joins all at once'),
    notice: t(
      'All its keys are missing at the same moment, and the store behind gets every one of these requests. Compare it with “Switch part by part”.',
    ),
    link: 'v=1&nodes=5&log=%2Bnode-5&strategy=ketama&move=flip~cache=1~writes=0.05',
  },
  {
    title: t('A memcached server joins gradually'),
    notice: t('The same misses, spread over time: the store sees a lower peak.'),
    link: 'v=1&nodes=5&log=%2Bnode-5&strategy=ketama&move=ramp~cache=1~writes=0.05~section_keys=250',
  },
  {
    title: t('PostgreSQL, 32 to 96 instances'),
    notice: t(
      'Every instance is split in three by copying and replaying its log, as Notion did. Writes wait only at the end.',
    ),
    link: `v=1&nodes=32&log=${adds(32, 96)}&strategy=modulo&move=log_catch_up~copy_bytes_per_second=8000000${kPaged}`,
  },
  {
    title: t('A thousand sections, maps pushed'),
    notice: t(
      'Clients keep the map and are told of each section that moves. Nodes refuse clients with an old map: that costs time, not writes.',
    ),
    link: `${kSections}~clients=50~map_delay_us=50000~requests=60000~requests_per_second=10000`,
  },
  {
    title: t('A thousand sections, maps polled'),
    notice: t(
      'The same, but clients ask for the map once a second. Each phase waits for the last of them, so the move takes many times as long.',
    ),
    link: `${kSections}~spread=poll~clients=50~map_delay_us=1000000~requests=60000~requests_per_second=2000`,
  },
  {
    title: t('Directory servers, when the master is hot'),
    notice: t(
      'Eight servers share the map, and each tells 200 clients of its own sections only. Under Details, set “Directory servers” to 1 to see one master do it all.',
    ),
    link: 'v=1&nodes=8&log=%2Bnode-8&move=versioned_gate~routing=two_level~clients=200~directories=8~map_requests_per_second=2000~map_delay_us=50000~section_keys=50~units_at_once=8~copy_bytes_per_second=8000000',
  },
  {
    title: t('Move on write, then sweep'),
    notice: t('Writes go to the new node and delete at the old one. Keys that nobody writes wait for the sweep.'),
    link: `v=1&nodes=5&log=%2Bnode-5&move=update_moves~writes=0.4~skew=1~copy_bytes_per_second=2000000${kPaged}`,
  },
  {
    title: t('A ClickHouse shard with a bigger weight'),
    notice: t(
      'Nothing moves: the new shard takes three times as many new rows as an old one until all hold equally many. Every read asks every shard, since nobody knows where a row is.',
    ),
    link: `v=1&nodes=3&log=%2Bnode-3&move=${kGrowing}~requests=90000~grow=3~writes=0.5~deletes=0`,
  },
  {
    title: t('Let it expire, on election night'),
    notice: t(
      'Two new servers take everything that is written, and six old ones empty themselves within four seconds: nothing is copied. But every read asks the new ones first, and the two are too few. Look at the latency; under Details, let a node serve 9,000 requests per second to see it calm.',
    ),
    link: 'v=1&nodes=6&log=%2Bnode-6,%2Bnode-7,-node-0,-node-1,-node-2,-node-3,-node-4,-node-5&move=expire~requests=80000~writes=0.4~ttl_us=4000000~skew=1~timeout_us=30000000~node_requests_per_second=4000',
  },
];

export const stories = () => [...ofScripts(), ...ofSystems()];
