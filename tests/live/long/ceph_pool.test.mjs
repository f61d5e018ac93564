// Ceph's osdmaptool says in which group of a pool an object is, and on which OSDs, for random maps that crushtool
// built as OSDs came and went.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crushMap, groupsOf, groupsOfObjects, kPools, osdMap, randomMap, scenarioOf } from '../ceph_maps.mjs';
import { randomKeys } from '../keys.mjs';
import { folderOf, loadCore, needs } from '../programs.mjs';
/** @import {Change, Domain, Pool} from '../ceph_maps.mjs' */

const core = await loadCore();
const kKinds = /** @type {const} */ (['flat', 'hosts', 'racks', 'uneven', 'full']);
const kObjects = 5000;
const needsCeph = needs('/usr/bin/crushtool', '/usr/bin/osdmaptool');

/** @typedef {{names: Buffer[], groups: number[]}} Objects and the groups in which osdmaptool says that they are */

/** @type {Map<number, Objects>} */
const kAsked = new Map();

/**
 * Random objects of a pool, other ones than those of the others; the program is asked once.
 * @param {string} map @param {number} pool
 */
function objectsOf(map, pool) {
  const known = kAsked.get(pool);
  if (known) return known;
  const pools = kPools.map((one) => one.pool);
  const names = randomKeys({ count: kObjects, seed: 21, longest: 200 }).filter(
    (_, i) => pools[i % pools.length] === pool,
  );
  const groups = groupsOfObjects(map, pool, names);
  assert.equal(groups.length, names.length);
  kAsked.set(pool, { names, groups });
  return { names, groups };
}

/**
 * What Reshard says of each object: "3/1/2".
 * @param {Change[]} changes @param {Domain} domain @param {Pool} of @param {Buffer[]} keys
 */
function osdsOf(changes, domain, { pool, pg_num, pgp_num, replicas }, keys) {
  const { nodes, log } = scenarioOf(changes);
  const placed = core.place({
    strategy: 'ceph_pool',
    params: { pool, pg_num, pgp_num, failure_domain: domain },
    nodes,
    log,
    keys,
    replicas,
  });
  const numbers = placed.nodes.map((name) => /osd\.(\d+)$/.exec(name)?.[1] ?? '');
  return Array.from({ length: placed.owners.length / replicas }, (_, i) =>
    Array.from(placed.owners.subarray(i * replicas, (i + 1) * replicas), (owner) => numbers[owner] ?? '')
      .filter(Boolean)
      .join('/'),
  );
}

for (const kind of kKinds) {
  test(`objects are on the OSDs that osdmaptool names: ${kind}`, needsCeph, (t) => {
    const folder = folderOf(t);
    let compared = 0;
    for (const seed of [101, 102, 103]) {
      const { changes, domains } = randomMap(seed, kind);
      for (const domain of domains) {
        const map = osdMap(folder, crushMap(folder, changes, domain));
        for (const of of kPools) {
          const { names, groups } = objectsOf(map, of.pool);
          const live = groupsOf(map, of.pool);
          assert.equal(live.length, of.pg_num);
          const said = osdsOf(changes, domain, of, names);
          const differ = names.filter((_, i) => said[i] !== live[groups[i]]);
          const where = `seed ${seed}, ${domain}, pool ${of.pool}`;
          assert.equal(differ.length, 0, `${where}: ${differ.length} of ${names.length} differ, such as ${differ[0]}`);
          compared += names.length;
        }
      }
    }
    t.diagnostic(`${compared} compared, none differs`);
  });
}
