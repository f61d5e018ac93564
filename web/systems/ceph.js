// Ceph: a CRUSH map as text, for `crushtool -c` and `ceph osd setcrushmap -i`. Commands would number the buckets in the
// order of the calls, and CRUSH would choose a host above each disk instead of the disk: here disks are below the root
// or their racks. A pool in a tree that is there is made by commands: its placement groups, and the rule of its failure
// domain.
import { t } from '../text/language.js';
import { comment } from '../text/quote.js';
import { Refused, lines } from './shared/rules.js';

const system = 'Ceph';
const covers = [{ strategy: 'straw2' }, { strategy: 'ceph_pool' }];

const kMostWeight = 100; // crushtool -c: “device weight limited to 100”
const kBucketName = /^[A-Za-z0-9_.-]+$/;
const kTunables = {
  choose_local_tries: 0,
  choose_local_fallback_tries: 0,
  choose_total_tries: 50,
  chooseleaf_descend_once: 1,
  chooseleaf_vary_r: 1,
  chooseleaf_stable: 1,
  straw_calc_version: 1,
  allowed_bucket_algs: 54,
};

// In units of 1 / 65536, as Ceph stores them; the minimum is one unit.
const fixedPoint = (/** @type {number} */ weight) => (weight === 0 ? 0 : Math.max(1, Math.floor(weight * 65_536)));
// crushtool truncates what it reads: a rounded decimal may be a unit less.
const written = (/** @type {number} */ units) => String(units / 65_536);

/** @typedef {{name: string, units: number}} Item of a bucket */
/** @typedef {import('./systems.js').Node & {disk: string, units: number}} Disk */

/**
 * @param {string} type
 * @param {string} name
 * @param {number} id
 * @param {Item[]} items
 */
function bucket(type, name, id, items) {
  return lines(
    `${type} ${name} {`,
    `\tid ${id}`,
    '\talg straw2',
    '\thash 0\t# rjenkins1',
    items.map(({ name: item, units }) => `\titem ${item} weight ${written(units)}`),
    '}',
  );
}

/** @param {Disk[]} nodes */
function racksOf(nodes) {
  /** @type {{name: string, id: number, nodes: Disk[]}[]} */
  const racks = [];
  for (const node of nodes) {
    const name = node.rack || 'no-rack';
    if (!kBucketName.test(name))
      throw new Refused(
        t('{0} allows letters, digits and -_. in rack names; “{1}” has other characters.', system, name),
      );
    const known = racks.find((rack) => rack.name === name);
    if (known) known.nodes.push(node);
    else racks.push({ name, id: node.rackId, nodes: [node] });
  }
  return racks;
}

// Ceph's own types. A zone, which is below data centres here and above them there, is a room.
/** @type {Record<string, string>} */
const kDomains = { osd: 'osd', host: 'host', rack: 'rack', zone: 'room', data_center: 'datacenter' };

/** @param {import('./systems.js').Setup} setup */
function pool({ params, replicas }) {
  const groups = Number(params.pg_num);
  return lines(
    `# Pools are numbered as they are made: objects are placed as here in pool ${params.pool}.`,
    `ceph osd crush rule create-replicated spread default ${kDomains[params.failure_domain]}`,
    `ceph osd pool create data ${groups} ${Number(params.pgp_num) || groups} replicated spread`,
    'ceph osd pool set data pg_autoscale_mode off',
    replicas > 1
      ? `ceph osd pool set data size ${replicas}`
      : ['ceph config set global mon_allow_pool_size_one true', 'ceph osd pool set data size 1 --yes-i-really-mean-it'],
  );
}

/** @type {import('./systems.js').Write} */
function write(setup) {
  const { nodes, params } = setup;
  if (setup.strategy === 'ceph_pool') return [{ file: 'pool.sh', language: 'shell', text: pool(setup) }];
  const heavy = nodes.find(({ weight }) => weight > kMostWeight);
  if (heavy) {
    const { name, weight } = heavy;
    throw new Refused(t('{0} accepts weights up to {1}; “{2}” has {3}.', system, kMostWeight, name, String(weight)));
  }
  const byRack = params.domain === 'rack';
  const disks = nodes.map((node) => ({ ...node, disk: `osd.${node.id}`, units: fixedPoint(node.weight) }));
  const item = (/** @type {Disk} */ { disk, units }) => ({ name: disk, units });
  const racks = byRack ? racksOf(disks) : [];
  const sum = (/** @type {{units: number}[]} */ items) => items.reduce((all, { units }) => all + units, 0);
  const top = byRack ? racks.map((rack) => ({ name: `rack-${rack.name}`, units: sum(rack.nodes) })) : disks.map(item);
  const rootId = Math.min(0, ...racks.map(({ id }) => id)) - 1;
  return [
    {
      file: 'crush.txt',
      language: 'crush',
      text: [
        lines('# crushtool -c crush.txt -o crush && ceph osd setcrushmap -i crush'),
        lines(Object.entries(kTunables).map(([key, value]) => `tunable ${key} ${value}`)),
        lines(disks.map(({ id, name }) => [`# ${comment(name)}`, `device ${id} osd.${id}`])),
        lines('type 0 osd', byRack ? 'type 1 rack' : null, 'type 2 root'),
        ...racks.map((rack) => bucket('rack', `rack-${rack.name}`, rack.id, rack.nodes.map(item))),
        bucket('root', 'default', rootId, top),
        lines(
          'rule spread {',
          '\tid 0',
          '\ttype replicated',
          '\tmin_size 1',
          '\tmax_size 10',
          '\tstep take default',
          byRack ? '\tstep chooseleaf firstn 0 type rack' : '\tstep choose firstn 0 type osd',
          '\tstep emit',
          '}',
        ),
      ].join('\n'),
    },
  ];
}

export default { system, covers, write };
