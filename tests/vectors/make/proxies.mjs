// Writes squid_carp.csv, varnish_shard.csv and dnsdist.csv: what Debian's programs choose, under configurations written
// here. From the project's root:
//   node --test tests/vectors/make/proxies.mjs
import { test } from 'node:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerDns, askDns, randomNames } from '../../live/dns.mjs';
import { randomKeys } from '../../live/keys.mjs';
import { askHttp, folderOf, freePorts, root, start } from '../../live/programs.mjs';
import { createServer } from 'node:http';

const kCount = 400;
const kHost = '127.0.0.1';

/**
 * @param {string} file
 * @param {string} head
 * @param {string} key
 * @param {string[]} keys
 * @param {Record<string, (string | number)[]>} columns
 */
function writeRows(file, head, key, keys, columns) {
  const names = Object.keys(columns);
  const rows = keys.map((one, i) => [one, ...names.map((name) => columns[name][i])].join(','));
  writeFileSync(join(root, 'tests/vectors', file), `# ${head}\n${[key, ...names].join(',')}\n${rows.join('\n')}\n`);
}

test('Squid', async (t) => {
  const folder = folderOf(t);
  const servers = await Promise.all(
    [1, 2, 3, 4, 5].map(
      (number) =>
        /** @type {Promise<import('node:http').Server>} */ (
          new Promise((done) => {
            const server = createServer((_, response) => response.setHeader('X-Owner', `p${number}`).end());
            server.listen(0, kHost, () => done(server));
          })
        ),
    ),
  );
  t.after(() => servers.forEach((server) => server.close().closeAllConnections()));
  const uris = randomKeys({ count: kCount, seed: 7, longest: 120, bytes: false }).map(
    (key) => `http://cdn.example/${encodeURIComponent(key.toString())}`,
  );
  /** @type {Record<string, string[]>} */
  const columns = {};
  for (const weights of [
    [1, 1, 1],
    [1, 1, 1, 1, 1],
    [3, 1, 2],
    [5, 3, 8, 1, 2],
    [100, 50, 0, 7, 1],
  ]) {
    const [front] = await freePorts(1);
    const peers = weights.map((weight, i) => {
      if (weight === 0) return ''; // Squid would read it as 1
      const { port } = /** @type {import('node:net').AddressInfo} */ (servers[i].address());
      return `cache_peer ${kHost} parent ${port} 0 carp no-query no-digest name=p${i + 1} weight=${weight}\n`;
    });
    const file = join(folder, `${weights.join('_')}.conf`);
    writeFileSync(
      file,
      `http_port ${kHost}:${front}\nhttp_access allow all\ncache deny all\npinger_enable off\nnetdb_filename none
pid_filename none\naccess_log none\ncache_log /dev/null\ncoredump_dir /\nshutdown_lifetime 0 seconds
${peers.join('')}never_direct allow all\n`,
    );
    await start(t, '/usr/sbin/squid', ['-N', '-f', file], { port: front, host: kHost });
    const keys = uris.map((uri) => Buffer.from(uri));
    columns[`w${weights.join('_')}`] = await askHttp({ port: front, host: kHost }, keys, (uri) =>
      Buffer.from(`GET ${uri} HTTP/1.1\r\nHost: cdn.example\r\n\r\n`),
    );
  }
  writeRows(
    'squid_carp.csv',
    'Squid 5.7 (Debian), live: cache_peer ... carp name=p1.. weight=N; w<weights> = the parent asked; make/proxies.mjs',
    'key',
    uris,
    columns,
  );
});

test('Varnish', async (t) => {
  const folder = folderOf(t);
  const keys = randomKeys({ count: kCount, seed: 8, longest: 120 });
  /** @type {Record<string, string[]>} */
  const columns = {};
  for (const [weights, replicas] of /** @type {[number[], number][]} */ ([
    [[1, 1, 1], 67],
    [[1, 1, 1, 1, 1], 67],
    [[1, 2, 3], 67],
    [[1, 1.5, 2.25, 3.3], 67],
    [[1, 1], 1],
    [[1, 1, 1], 2],
  ])) {
    const [front] = await freePorts(1);
    const vcl = `vcl 4.1;
import directors;
${weights.map((_, i) => `backend b${i + 1} { .host = "${kHost}"; .port = "8${i}"; }`).join('\n')}
sub vcl_init {
  new d = directors.shard();
  ${weights.map((weight, i) => `d.add_backend(b${i + 1}, weight=${weight.toFixed(2)});`).join('\n  ')}
  d.reconfigure(replicas=${replicas});
}
sub vcl_recv {
  set req.backend_hint = d.backend(resolve=NOW, by=KEY, key=d.key(req.http.key));
  return (synth(200));
}
sub vcl_synth { set resp.http.X-Owner = req.backend_hint; return (deliver); }
`;
    const name = `w${weights.join('_')}_r${replicas}`;
    const file = join(folder, `${name}.vcl`);
    writeFileSync(file, vcl);
    mkdirSync(join(folder, name));
    await start(
      t,
      '/usr/sbin/varnishd',
      ['-F', '-j', 'none', '-n', join(folder, name), '-a', `${kHost}:${front}`, '-f', file, '-s', 'malloc,10m'],
      { port: front, host: kHost },
    );
    columns[name] = await askHttp({ port: front, host: kHost }, keys, (key) =>
      Buffer.concat([Buffer.from('GET / HTTP/1.1\r\nHost: x\r\nKey: '), key, Buffer.from('\r\n\r\n')]),
    );
  }
  writeRows(
    'varnish_shard.csv',
    'Varnish 7.1.1 (Debian), live: shard director, by=KEY, backends b1..; w<weights>_r<replicas> = the backend; ' +
      'make/proxies.mjs',
    'key_hex',
    keys.map((key) => key.toString('hex')),
    columns,
  );
});

test('dnsdist', async (t) => {
  const folder = folderOf(t);
  const addresses = await Promise.all([1, 2, 3, 4, 5].map((number) => answerDns(t, number)));
  const names = randomNames(kCount, 9);
  /** @type {Record<string, number[]>} */
  const columns = {};
  for (const [weights, perturbation] of /** @type {[number[], number][]} */ ([
    [[100, 100, 100], 0],
    [[100, 200, 300, 400, 500], 0],
    [[1, 1, 1, 1, 1], 12345],
  ])) {
    const [front] = await freePorts(1);
    const servers = weights.map((weight, i) => {
      const id = `00000000-0000-4000-8000-00000000000${i + 1}`;
      return `newServer({address="${addresses[i]}", id="${id}", weight=${weight}}):setUp()\n`;
    });
    const file = join(folder, `${weights.join('_')}.conf`);
    writeFileSync(
      file,
      `setLocal("${kHost}:${front}")\nsetSecurityPollSuffix("")\nsetServerPolicy(chashed)
setWHashedPertubation(${perturbation})\n${servers.join('')}`,
    );
    await start(t, '/usr/bin/dnsdist', ['--supervised', '--disable-syslog', '-C', file], { port: front, host: kHost });
    columns[`w${weights.join('_')}_p${perturbation}`] = await askDns(front, names);
  }
  writeRows(
    'dnsdist.csv',
    'dnsdist 1.7.3 (Debian), live: chashed, ids 00000000-0000-4000-8000-000000000001..; w<weights>_p<perturbation> = ' +
      'the number of the server asked; make/proxies.mjs',
    'key_hex',
    names.map((name) => Buffer.from(name).toString('hex')),
    columns,
  );
});
