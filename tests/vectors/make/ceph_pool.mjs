// Writes ceph_maps.csv, random CRUSH maps as they came about; ceph_groups.csv, osdmaptool's groups of each under every
// failure domain; and ceph_objects.csv, the groups of random objects.
//
//   apt-get install ceph-base; node tests/vectors/make/ceph_pool.mjs
//
// ceph_groups.csv has a digest of the OSDs of all groups (SHA-1 of lines "group a/b/c", groups in decimal) and those of
// the first ones.
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crushMap, groupsOf, groupsOfObjects, kPools, osdMap, randomMap } from '../../live/ceph_maps.mjs';
import { randomKeys } from '../../live/keys.mjs';

const folder = mkdtempSync(join(tmpdir(), 'reshard-ceph-'));
const vectors = new URL('..', import.meta.url).pathname;
const kMade = '# crushtool and osdmaptool 16.2.15 (Debian 12); made by make/ceph_pool.mjs';
const kShown = 4; // groups whose OSDs are written out

const maps = [`${kMade}\nmap,event,osd,weight,host,rack,room,datacenter`];
const groups = [`${kMade}; group "all": a digest of all\nmap,domain,pool,pg_num,pgp_num,replicas,out,group,osds`];
for (const kind of /** @type {const} */ (['flat', 'hosts', 'racks', 'uneven', 'full'])) {
  for (const seed of [1, 2]) {
    const { changes, domains } = randomMap(seed, kind);
    const map = `${kind}${seed}`;
    for (const { event, osd, weight, host, rack, room, datacenter } of changes) {
      maps.push([map, event, osd, weight, host, rack, room, datacenter].join());
    }
    for (const domain of domains) {
      const osdmap = osdMap(folder, crushMap(folder, changes, domain));
      for (const { pool, pg_num, pgp_num, replicas } of kPools) {
        const all = groupsOf(osdmap, pool);
        const heavy = Number(all[0].split('/')[0]);
        for (const out of pool === 2 ? [null, heavy] : [null]) {
          const osds = out === null ? all : groupsOf(osdmap, pool, out);
          const where = [map, domain, pool, pg_num, pgp_num, replicas, out ?? ''].join();
          const lines = osds.map((list, group) => `${group} ${list}\n`).join('');
          groups.push(`${where},all,${createHash('sha1').update(lines).digest('hex')}`);
          if (pool === 2) osds.slice(0, kShown).forEach((list, group) => groups.push(`${where},${group},${list}`));
        }
      }
    }
  }
}
writeFileSync(join(vectors, 'ceph_maps.csv'), `${maps.join('\n')}\n`);
writeFileSync(join(vectors, 'ceph_groups.csv'), `${groups.join('\n')}\n`);

const kAsked = kPools.filter(({ pool }) => [2, 4, 7].includes(pool));
const objects = randomKeys({ count: 500, seed: 50, longest: 120 });
const osdmap = osdMap(folder);
const columns = kAsked.map(({ pool }) => groupsOfObjects(osdmap, pool, objects));
const rows = objects.map((name, i) => [name.toString('hex'), ...columns.map((column) => column[i])].join());
const names = kAsked.map(({ pg_num }) => `pg${pg_num}`).join();
writeFileSync(join(vectors, 'ceph_objects.csv'), `${kMade}; key: in hexadecimal\nkey,${names}\n${rows.join('\n')}\n`);
rmSync(folder, { recursive: true });
