// HAProxy with a configuration that people write: numbers, backups, disabled servers, defaults. Each backend is read,
// and places every key as HAProxy does, or it says that Reshard cannot.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { askHaproxy, kDefaults } from './haproxy.mjs';
import { randomKeys } from './keys.mjs';
import { compareOwners, folderOf, freePorts, needs, start } from './programs.mjs';
import { ownersBy, readText } from './readings.mjs';

/** By backend: its lines, with @ for the address of a server. @type {Record<string, string[]>} */
const kBackends = {
  ring: ['hash-type consistent', 'server a @ weight 100', 'server b @ weight 50', 'server c @ weight 1'],
  first_backup: ['hash-type consistent', 'server z @ backup weight 9', 'server a @', 'server b @ weight 20'],
  backups: [
    'hash-type consistent djb2 avalanche',
    'server a @ weight 30',
    'server z1 @ backup',
    'server b @ weight 30',
    'server z2 @ weight 200 backup disabled',
    'server off @ weight 30 disabled',
    'server c @ weight 30',
    'server z3 @ backup',
  ],
  idle: [
    'hash-type consistent crc32',
    'server a @ weight 9',
    'server b @ weight 0',
    'server c @ disabled',
    'server d @',
  ],
  ids: ['hash-type consistent', 'server c @ id 3', 'server a @', 'server b @ id 1 weight 8', 'server d @'],
  ids_of_backups: [
    'hash-type consistent sdbm avalanche',
    'default-server weight 40',
    'server a @ id 2',
    'server z @ backup id 1',
    'server b @',
    'server c @ weight 7',
  ],
  map: [
    'hash-type map-based',
    'server a @ id 9 weight 3',
    'server z @ backup',
    'server b @ weight 5',
    'server c @ weight 1',
  ],
  map_off: [
    'server a @ weight 2',
    'server b @ disabled',
    'server z @ backup',
    'server c @ weight 4',
    'server d @ weight 0',
  ],
  holes: ['hash-type consistent', 'server a @ id 30', 'server b @ id 10', 'server c @'],
  hole_of_a_backup: ['hash-type consistent', 'server a @', 'server z @ backup id 7', 'server b @ id 3'],
  template: ['hash-type consistent', 'server-template t 2-5 @ weight 12', 'server last @ weight 12'],
};
/** What has no link, and why. @type {Record<string, string[]>} */
const kNone = {
  served_by_backups: ['server a @ disabled', 'server b @ weight 0', 'server z @ backup'],
};

test(
  'HAProxy serves every key from the server that its configuration, as it is read, names',
  needs('/usr/sbin/haproxy'),
  async (t) => {
    const folder = folderOf(t);
    const all = Object.entries({ ...kBackends, ...kNone });
    const [server, ...fronts] = await freePorts(1 + all.length);
    const backends = all.map(
      ([name, lines]) => `backend ${name}
    balance hdr(key)
    ${lines.join('\n    ').replaceAll('@', `127.0.0.1:${server}`)}
    http-response set-header X-Owner %s`,
    );
    const text = `${kDefaults}frontend servers
    bind 127.0.0.1:${server}
    http-request return status 200
${all.map(([name], i) => `frontend f_${name}\n    bind 127.0.0.1:${fronts[i]}\n    default_backend ${name}`).join('\n')}
${backends.join('\n')}
`;
    writeFileSync(join(folder, 'haproxy.cfg'), text);
    await start(t, '/usr/sbin/haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')], {
      port: fronts[0],
      host: '127.0.0.1',
    });
    for (const [i, [name]] of all.entries()) {
      await t.test(name, async () => {
        // hdr() takes what is before a comma.
        const keys = randomKeys({ seed: 400 + i, refused: ',' });
        const live = await askHaproxy(fronts[i], keys);
        const { reading, link, error } = await readText(text, '--choose', name);
        if (Object.hasOwn(kNone, name)) {
          const [why] = reading.needs;
          assert.match(error, /Reshard cannot express all of it \(haproxy: /);
          assert.equal(why, 'haproxy: backups serve');
          assert.deepEqual(new Set(live), new Set(reading.backups));
          return;
        }
        assert.ok(new Set(live).size > 1 && !live.some((owner) => /^z|^off$/.test(owner)), `${new Set(live)}`);
        compareOwners(name, keys, await ownersBy(link, keys), live);
      });
    }
  },
);
