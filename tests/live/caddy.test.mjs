// Caddy with the configuration that the page exports, asked for every key, in a header; and for URIs.
import { test } from 'node:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomKeys } from './keys.mjs';
import { askHttp, compareOwners, folderOf, freePorts, loadCore, needs, ownersOf, start } from './programs.mjs';
import { textOf } from './exports.mjs';
import { answerAs } from './upstreams.mjs';

const core = await loadCore();

test('Caddy serves every key from the upstream that Reshard names', needs('/usr/bin/caddy'), async (t) => {
  const folder = folderOf(t);
  const ports = await freePorts(5);
  const names = [...ports.map((port) => `127.0.0.1:${port}`), `unix:${join(folder, 'a.sock')}`];
  await answerAs(t, names);
  const cases = [names, [...names].reverse(), names.slice(0, 2), names.slice(1, 4), names.slice(2)].map((some) => ({
    strategy: 'caddy',
    params: { dialect: 'v2_5' },
    nodes: some.map((name) => ({ name })),
  }));
  const down = names.map((name, i) => ({ name, down: i % 2 === 1 }));
  cases.push({ strategy: 'caddy', params: { dialect: 'v2_5' }, nodes: down });
  const fronts = await freePorts(2 * cases.length);
  const sites = cases.flatMap((input, i) =>
    ['header Key', 'uri_hash'].map((policy, side) => {
      const upstreams = input.nodes.filter((node) => !(/** @type {{down?: boolean}} */ (node).down));
      return textOf(core, { ...input, nodes: upstreams })
        .replace(':8080 {', `http://:${fronts[2 * i + side]} {\n    bind 127.0.0.1`)
        .replace('lb_policy uri_hash', `lb_policy ${policy}`);
    }),
  );
  writeFileSync(join(folder, 'Caddyfile'), `{\n  admin off\n  auto_https off\n}\n${sites.join('')}`);
  await start(
    t,
    '/usr/bin/caddy',
    ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')],
    { port: fronts[0], host: '127.0.0.1' },
    { env: { HOME: folder } },
  );
  for (const [i, input] of cases.entries()) {
    await t.test(`${input.nodes.length} upstreams, case ${i + 1}`, async () => {
      const keys = randomKeys({ seed: i + 1, longest: i % 2 ? 250 : 4096 });
      const live = await askHttp({ port: fronts[2 * i], host: '127.0.0.1' }, keys, (key) =>
        Buffer.concat([Buffer.from('GET / HTTP/1.1\r\nHost: x\r\nKey: '), key, Buffer.from('\r\n\r\n')]),
      );
      compareOwners('header', keys, ownersOf(core, input, keys), live);
      const uris = keys.map((_, k) => Buffer.from(`/item/${(k * 7919) % 100_003}${k % 3 === 0 ? `?page=${k}` : ''}`));
      const ofUris = await askHttp({ port: fronts[2 * i + 1], host: '127.0.0.1' }, uris, (uri) =>
        Buffer.from(`GET ${uri} HTTP/1.1\r\nHost: x\r\n\r\n`),
      );
      compareOwners('uri_hash', uris, ownersOf(core, input, uris), ofUris);
    });
  }
});
