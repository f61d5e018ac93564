// Configurations that `reshard read --write` changed: nginx, HAProxy and nutcracker take them, and nginx and HAProxy
// then place every key as the scenario's link does.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { askHaproxy, kDefaults } from './haproxy.mjs';
import { randomKeys } from './keys.mjs';
import { askHttp, compareOwners, folderOf, freePorts, needs, root, run, start } from './programs.mjs';
import { ownersBy, readText, writeText } from './readings.mjs';

/** A reading's link with changes of the nodes. @param {string | null} link @param {string[]} log */
const changed = (link, log) => `${link}&log=${log.join(',')}`;

test('nginx takes its changed file, and serves every key as the scenario says', needs('/usr/sbin/nginx'), async (t) => {
  const folder = folderOf(t);
  const [front, ...p] = await freePorts(6);
  const at = (/** @type {number} */ i) => `127.0.0.1:${p[i]}`;
  const text = `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error crit;
events { worker_connections 1024; }
http { access_log off; keepalive_requests 10000000; large_client_header_buffers 4 32k;
  client_body_temp_path ${folder}/b; proxy_temp_path ${folder}/p; fastcgi_temp_path ${folder}/f;
  uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
  upstream caches { # { of them
    hash $arg_k consistent;
\tserver ${at(0)} max_fails=0 weight=3; # the old one
    server "${at(1)}" max_fails=0; server ${at(2)} max_fails=0;
    server ${at(3)} max_fails=0 fail_timeout=9s down;
    keepalive 32;
  }
  server { ${p.map((port) => `listen 127.0.0.1:${port};`).join(' ')} return 200 ''; }
  server { listen 127.0.0.1:${front}; proxy_http_version 1.1; proxy_set_header Connection '';
    proxy_next_upstream off;
    location / { proxy_pass http://caches; add_header X-Owner $upstream_addr always; } } }`;
  const { link } = await readText(text);
  const log = [`-${at(1)}`, `+${at(4)}*2`, `*${at(0)}*7`, `!!${at(3)}`];
  const wanted = changed(link, log);
  const next = await writeText(text, wanted);
  assert.match(next, new RegExp(`\\n    server ${at(4)} weight=2 max_fails=0;\\n`));
  writeFileSync(join(folder, 'nginx.conf'), next);
  const words = ['-p', folder, '-e', `${folder}/error`, '-c', join(folder, 'nginx.conf')];
  const { stderr } = await run('/usr/sbin/nginx', ['-t', ...words]);
  assert.match(stderr, /test is successful/);
  await start(t, '/usr/sbin/nginx', words, { port: front, host: '127.0.0.1' });
  const keys = randomKeys({ seed: 700 }).map((key) => Buffer.from(escape(key.toString('latin1'))));
  const live = await askHttp({ port: front, host: '127.0.0.1' }, keys, (key) =>
    Buffer.from(`GET /?k=${key} HTTP/1.1\r\nHost: x\r\n\r\n`),
  );
  assert.equal(new Set(live).size, 4);
  compareOwners('caches', keys, await ownersBy(wanted, keys), live);
});

test(
  'HAProxy takes its changed file, and serves every key as the scenario says',
  needs('/usr/sbin/haproxy'),
  async (t) => {
    const folder = folderOf(t);
    const [server, ...fronts] = await freePorts(5);
    const at = `127.0.0.1:${server}`;
    /** By backend: its lines, and changes. @type {Record<string, {lines: string[], log: string[]}>} */
    const backends = {
      ring: {
        lines: [
          `hash-type consistent`,
          `server a ${at} weight 100`,
          `server b ${at} weight 50`,
          `server c ${at} weight 9`,
        ],
        log: ['-b', '+d*40', '*c*80'],
      },
      ids: {
        lines: [`hash-type consistent`, `server c ${at} id 3`, `server a ${at}`, `server b ${at} id 1 weight 8`],
        log: ['*a*30', '+d*20'],
      },
      map: {
        lines: ['hash-type map-based crc32', `server a ${at} weight 3`, `server z ${at} backup`, `server b ${at}`],
        log: ['-a', '+e', '+f*3'],
      },
      off: {
        lines: ['hash-type consistent djb2', `server a ${at} weight 20 disabled # x`, `server b ${at} weight 20`],
        log: ['!!a', '+c*20', '!c', '+d*20'],
      },
    };
    const all = Object.entries(backends);
    let text = `${kDefaults}frontend servers
    bind ${at}
    http-request return status 200
${all.map(([name], i) => `frontend f_${name}\n    bind 127.0.0.1:${fronts[i]}\n    default_backend ${name}`).join('\n')}
${all
  .map(
    ([name, { lines }]) =>
      `backend ${name}\n    balance hdr(key)\n    ${lines.join('\n    ')}\n    http-response set-header X-Owner %s`,
  )
  .join('\n')}
`;
    const links = /** @type {Record<string, string>} */ ({});
    for (const [name, { log }] of all) {
      const { link } = await readText(text, '--choose', name);
      links[name] = changed(link, log);
      const added = log.filter((one) => one.startsWith('+')).map((one) => one.slice(1).split('*')[0]);
      const addresses = added.flatMap((one) => ['--address', `${one}=${at}`]);
      text = await writeText(text, links[name], '--choose', name, ...addresses);
    }
    const path = join(folder, 'haproxy.cfg');
    writeFileSync(path, text);
    await run('/usr/sbin/haproxy', ['-c', '-f', path]);
    await start(t, '/usr/sbin/haproxy', ['-db', '-f', path], { port: fronts[0], host: '127.0.0.1' });
    for (const [i, [name]] of all.entries()) {
      await t.test(name, async () => {
        const keys = randomKeys({ seed: 710 + i, refused: ',' });
        const live = await askHaproxy(fronts[i], keys);
        assert.ok(new Set(live).size > 1);
        compareOwners(name, keys, await ownersBy(links[name], keys), live);
      });
    }
  },
);

test('nutcracker takes its changed file', needs('/usr/sbin/nutcracker'), async (t) => {
  const folder = folderOf(t);
  for (const name of ['pool-1-names.yml', 'pool-3-modula.yml', 'pools-2-several.yml']) {
    const text = readFileSync(join(root, 'tests/vectors/clusters/twemproxy', name), 'utf8');
    const { reading } = await readText(text);
    for (const choose of reading.choices ?? ['']) {
      const of = choose === '' ? [] : ['--choose', choose];
      const { reading: pool, link } = await readText(text, ...of);
      if (link === null) continue;
      const wanted = changed(link, [`-${pool.nodes[0].name}`, `*${pool.nodes[1].name}*9`, '+10.1.1.1:11219*3', '+new']);
      const next = await writeText(text, wanted, ...of, '--address', 'new=10.1.1.2:11219');
      assert.match(next, /10\.1\.1\.1:11219:3/);
      assert.match(next, /10\.1\.1\.2:11219:1 new/);
      const path = join(folder, 'nutcracker.yml');
      writeFileSync(path, next);
      const { stdout, stderr } = await run('/usr/sbin/nutcracker', ['-t', '-c', path]);
      assert.match(`${stdout}${stderr}`, /syntax is ok/, next);
    }
  }
});
