// nginx with the configuration that the page exports, asked for every key. Keys are sent in a header; nginx hashes
// $http_key.
import { test } from 'node:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { kWeightings, randomKeys } from './keys.mjs';
import { askHttp, compareOwners, folderOf, freePorts, loadCore, needs, ownersOf, start } from './programs.mjs';
import { textOf } from './exports.mjs';

const core = await loadCore();
const kPortless = '127.0.0.77';

/** @type {Record<string, number[][]>} */
const downs = { consistent: [[1], [0, 4]], plain: [[1], [0, 4]] };

/** @param {string[]} names */
function casesOf(names) {
  /** @type {{dialect: string, nodes: {name: string, weight: number, down?: boolean}[]}[]} */
  const cases = [];
  for (const dialect of ['consistent', 'plain']) {
    for (const weights of kWeightings)
      cases.push({ dialect, nodes: names.map((name, i) => ({ name, weight: weights[i] })) });
    for (const down of downs[dialect]) {
      cases.push({
        dialect,
        nodes: names.map((name, i) => ({ name, weight: i + 1, ...(down.includes(i) && { down: true }) })),
      });
    }
    cases.push({ dialect, nodes: [...names, kPortless].map((name) => ({ name, weight: 1 })) });
  }
  return cases;
}

test('nginx serves every key from the server that Reshard names', needs('/usr/sbin/nginx'), async (t) => {
  const folder = folderOf(t);
  const [front, ...ports] = await freePorts(4);
  const v6 = await freePorts(1, '::1').catch(() => /** @type {?number[]} */ (null));
  const names = [
    ...ports.map((port) => `127.0.0.1:${port}`),
    v6 ? `[::1]:${v6[0]}` : `127.0.0.2:${ports[0]}`,
    `unix:${join(folder, 'a;b c.sock')}`,
  ];
  const cases = casesOf(names).map((one, i) => ({
    ...one,
    i,
    input: { strategy: 'nginx', params: { dialect: one.dialect }, nodes: one.nodes },
  }));
  const upstreams = cases.map(({ i, input }) =>
    textOf(core, input)
      .replace('upstream backend', `upstream backend_${i}`)
      .replace('$request_uri', '$http_key')
      .replace(`server ${kPortless};`, `server ${kPortless} max_fails=0;`)
      .replace(/\}\n$/, 'keepalive 32; }\n'),
  );
  const listen = (/** @type {string} */ name) => (name.startsWith('unix:') ? `"${name}"` : name);
  const locations = cases.map(
    ({ i }) =>
      `location = /${i} { proxy_pass http://backend_${i}; proxy_set_header Key ''; ` +
      'add_header X-Owner $upstream_addr always; }',
  );
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error crit;
    events { worker_connections 1024; }
    http { access_log off; keepalive_requests 10000000; underscores_in_headers on; large_client_header_buffers 4 32k;
      client_body_temp_path ${folder}/b; proxy_temp_path ${folder}/p; fastcgi_temp_path ${folder}/f;
      uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
      ${upstreams.join('\n')}
      server { ${names.map((name) => `listen ${listen(name)};`).join(' ')} return 200 ''; }
      server { listen 127.0.0.1:${front}; proxy_http_version 1.1; proxy_set_header Connection '';
        proxy_next_upstream off; proxy_connect_timeout 1s;
        ${locations.join('\n')} } }`,
  );
  await start(t, '/usr/sbin/nginx', ['-p', folder, '-e', `${folder}/error`, '-c', join(folder, 'nginx.conf')], {
    port: front,
    host: '127.0.0.1',
  });
  for (const { i, input, dialect, nodes } of cases) {
    const weights = nodes
      .map(({ name, weight, down }) => `${weight}${down ? ' down' : ''}${name === kPortless ? ' without a port' : ''}`)
      .join(', ');
    await t.test(`${dialect}, weights ${weights}`, async () => {
      const keys = randomKeys({ seed: i + 1, longest: i % 2 ? 250 : 4096 });
      const live = await askHttp({ port: front, host: '127.0.0.1' }, keys, (key) =>
        Buffer.concat([Buffer.from(`GET /${i} HTTP/1.1\r\nHost: x\r\nKey: `), key, Buffer.from('\r\n\r\n')]),
      );
      compareOwners(
        dialect,
        keys,
        ownersOf(core, input, keys),
        live.map((owner) => (owner === `${kPortless}:80` ? kPortless : owner)),
      );
    });
  }
});
