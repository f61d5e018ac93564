// nginx with a configuration in several files: what `nginx -T` prints is read, and places every key as nginx does.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomKeys } from './keys.mjs';
import { askHttp, compareOwners, folderOf, freePorts, needs, run, start } from './programs.mjs';
import { ownersBy, readText } from './readings.mjs';

test(
  'nginx serves every key from the server that nginx -T, as it is read, names',
  needs('/usr/sbin/nginx'),
  async (t) => {
    const folder = folderOf(t);
    const [front, ...p] = await freePorts(5);
    const socket = `unix:${join(folder, 'a.sock')}`;
    const at = (/** @type {number} */ i) => `127.0.0.1:${p[i]}`;
    /** @type {Record<string, string>} */
    const upstreams = {
      ring: `hash $arg_k consistent; server ${at(0)}; server ${at(1)} weight=3; server ${at(2)} weight=20 max_fails=0;`,
      late: `server ${at(3)} weight=2; server ${at(0)} down; server "${socket}"; zone z 64k; hash $arg_k consistent;`,
      plain: `hash $arg_k;\n # server a;\n server ${at(2)} weight=5;\n server ${at(1)} max_conns=9 weight=2;\n`,
      some_down: `hash "$arg_k"; server ${at(0)}; server ${at(1)} down; server ${at(2)} weight=7; server ${at(3)};`,
      turns: `server ${at(0)}; server ${at(1)};`,
    };
    const hashed = Object.keys(upstreams).filter((name) => name !== 'turns');
    const blocks = Object.entries(upstreams).map(([name, of]) => `upstream ${name} { ${of} keepalive 32; }`);
    writeFileSync(join(folder, 'upstreams.conf'), blocks.join('\n').replaceAll('hash "$arg_k"', 'hash $arg_k'));
    writeFileSync(
      join(folder, 'nginx.conf'),
      `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error crit;
    events { worker_connections 1024; }
    http { access_log off; keepalive_requests 10000000; large_client_header_buffers 4 32k;
      client_body_temp_path ${folder}/b; proxy_temp_path ${folder}/p; fastcgi_temp_path ${folder}/f;
      uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
      include ${folder}/upstreams.conf;
      server { ${[0, 1, 2, 3].map((i) => `listen ${at(i)};`).join(' ')} listen ${socket}; return 200 ''; }
      server { listen 127.0.0.1:${front}; proxy_http_version 1.1; proxy_set_header Connection '';
        proxy_next_upstream off;
        ${hashed
          .map((name) => `location = /${name} { proxy_pass http://${name}; add_header X-Owner $upstream_addr always; }`)
          .join('\n')} } }`,
    );
    const words = ['-p', folder, '-e', `${folder}/error`, '-c', join(folder, 'nginx.conf')];
    const { stdout, stderr } = await run('/usr/sbin/nginx', ['-T', ...words]);
    await start(t, '/usr/sbin/nginx', words, { port: front, host: '127.0.0.1' });
    const { reading } = await readText(stdout);
    assert.match(stderr, /test is successful/);
    assert.deepEqual([reading.choices, Object.keys(reading.not_offered)], [hashed, ['turns']]);
    for (const [i, name] of hashed.entries()) {
      await t.test(name, async () => {
        const keys = randomKeys({ seed: 300 + i }).map((key) => Buffer.from(escape(key.toString('latin1'))));
        const live = await askHttp({ port: front, host: '127.0.0.1' }, keys, (key) =>
          Buffer.from(`GET /${name}?x=1&k=${key}&y=2 HTTP/1.1\r\nHost: x\r\n\r\n`),
        );
        assert.ok(new Set(live).size > 1);
        const { link } = await readText(stdout, '--choose', name);
        compareOwners(name, keys, await ownersBy(link, keys), live);
      });
    }
  },
);
