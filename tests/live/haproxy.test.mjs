// HAProxy with the configuration that the page exports, asked for every key: as the request's path, and as bytes of a
// header.
import { test } from 'node:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { askHaproxy, kDefaults } from './haproxy.mjs';
import { kWeightings, randomKeys } from './keys.mjs';
import { askHttp, compareOwners, folderOf, freePorts, loadCore, needs, ownersOf, start } from './programs.mjs';
import { textOf } from './exports.mjs';

const core = await loadCore();

/** @param {string[]} names */
function casesOf(names) {
  /** @type {{params: Record<string, string | number>, nodes: {name: string, weight: number, down?: boolean}[]}[]} */
  const cases = [];
  const of = (
    /** @type {Record<string, string | number>} */ params,
    /** @type {number[]} */ weights,
    /** @type {number[]} */ down = [],
  ) =>
    cases.push({
      params,
      nodes: names.map((name, i) => ({ name, weight: weights[i], ...(down.includes(i) && { down: true }) })),
    });
  for (const dialect of ['consistent', 'map']) {
    for (const weights of kWeightings) of({ dialect }, weights);
    for (const down of [[1], [0, 4]]) of({ dialect }, [3, 1, 4, 1, 5], down);
    for (const hash of ['sdbm', 'djb2', 'crc32'])
      for (const avalanche of ['false', 'true']) of({ dialect, function: hash, avalanche }, [1, 2, 1, 2, 1]);
  }
  return cases;
}

test('HAProxy serves every key from the server that Reshard names', needs('/usr/sbin/haproxy'), async (t) => {
  const folder = folderOf(t);
  const [a, b, c, ...fronts] = await freePorts(70);
  // Three servers on one host, whose names must differ.
  const names = [
    `127.0.0.1:${a}`,
    `127.0.0.1:${b}`,
    `127.0.0.2:${c}`,
    `localhost:${c}`,
    `unix:${join(folder, "it's a.sock")}`,
  ];
  const cases = casesOf(names).map(({ params, nodes }, i) => ({ i, input: { strategy: 'haproxy', params, nodes } }));
  const bySocket = (/** @type {string} */ name) =>
    name.startsWith('unix:') ? `'unix@${name.slice(5).replaceAll("'", "'\\''")}'` : name;
  const backends = cases.flatMap(({ i, input }) =>
    [
      ['path', 'balance uri whole'],
      ['bytes', 'balance hash req.fhdr(key)'],
    ].map(
      ([kind, rule], side) => `
frontend f_${kind}_${i}
    bind 127.0.0.1:${fronts[2 * i + side]}
    default_backend ${kind}_${i}
${textOf(core, input).replace('backend caches', `backend ${kind}_${i}`).replace('balance uri whole', rule)}
    http-response set-header X-Owner %s
`,
    ),
  );
  writeFileSync(
    join(folder, 'haproxy.cfg'),
    `${kDefaults}frontend servers
    ${[...names.slice(0, 3), `127.0.0.1:${c}`, names[4]].map((name) => `bind ${bySocket(name)}`).join('\n    ')}
    http-request return status 200
${backends.join('')}`,
  );
  await start(t, '/usr/sbin/haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')], {
    port: fronts[0],
    host: '127.0.0.1',
  });
  const shown = new Map(names.map((name) => [name.replace(/[^A-Za-z0-9_.:-]/g, '-'), name]));
  for (const { i, input } of cases) {
    const how =
      `${Object.values(input.params).join(' ')}, ` +
      `weights ${input.nodes.map(({ weight, down }) => `${weight}${down ? ' down' : ''}`).join(', ')}`;
    await t.test(how, async () => {
      const keys = randomKeys({ seed: i + 1, longest: i % 2 ? 250 : 4096 });
      const live = await askHaproxy(fronts[2 * i + 1], keys);
      compareOwners(
        how,
        keys,
        ownersOf(core, input, keys),
        live.map((name) => shown.get(name) ?? name),
      );
      const paths = keys.map((_, k) => Buffer.from(`/item/${(k * 7919) % 100_003}${k % 3 === 0 ? `?page=${k}` : ''}`));
      const ofPaths = await askHttp({ port: fronts[2 * i], host: '127.0.0.1' }, paths, (path) =>
        Buffer.from(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`),
      );
      compareOwners(
        how,
        paths,
        ownersOf(core, input, paths),
        ofPaths.map((name) => shown.get(name) ?? name),
      );
    });
  }
});
