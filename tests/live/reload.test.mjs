// The runbooks of nginx, HAProxy, twemproxy and python-memcached: the files pass the programs' own checks by the
// runbook's commands, and after its reload as many keys have changed their server as it says. Envoy has no package in
// Debian: its commands run nowhere here.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { kDefaults } from './haproxy.mjs';
import { ask, serve } from './memcached.mjs';
import { askHttp, atEnd, compareOwners, folderOf, freePorts, loadCore, needs, start } from './programs.mjs';
import { until } from './redis_runbook.mjs';
import { changed, Reload } from './reload_runbook.mjs';

const core = await loadCore();
const kKeys = Array.from({ length: 2000 }, (_, i) => Buffer.from(`/item/${i + 1}`));
// The share of 2,000 keys differs from that of 100,000 by 0.9% as a rule (a standard deviation); by four of them never.
const kFar = 0.036;

/** @param {number} port @param {Buffer[]} keys by their paths */
const askPaths = (port, keys) =>
  askHttp({ port, host: '127.0.0.1' }, keys, (key) =>
    Buffer.concat([Buffer.from('GET '), key, Buffer.from(' HTTP/1.1\r\nHost: x\r\n\r\n')]),
  );

/**
 * The servers of all keys once the program has taken a file into use: what served before closes its connections.
 * @param {number} port
 * @param {(?string)[]} said
 */
async function settled(port, said) {
  /** @type {string[]} */
  let owners = [];
  await until('all connections are new', async () => {
    owners = await askPaths(port, kKeys).catch(() => /** @type {string[]} */ ([]));
    return changed(said, owners) === 0;
  }).catch(() => {});
  compareOwners('after a reload', kKeys, said, owners);
  return owners;
}

/** @param {string[]} was @param {string[]} is @param {number} share that the runbook says */
function expectShare(was, is, share) {
  const counted = changed(was, is) / was.length;
  assert.ok(Math.abs(counted - share) < kFar, `${counted} of the keys have changed their server, not ${share}`);
}

test(
  'nginx takes the runbook’s file into use, and as many keys change their server as it says',
  needs('/usr/sbin/nginx'),
  async (t) => {
    const folder = folderOf(t);
    const [front, ...ports] = await freePorts(7);
    const names = ports.map((port) => `127.0.0.1:${port}`);
    const reload = new Reload(core, {
      ...{ folder, names },
      choice: { strategy: 'nginx', params: { dialect: 'consistent' } },
    });
    reload.command('nginx', `exec /usr/sbin/nginx -p ${folder} -e ${folder}/error -c ${folder}/nginx.conf "$@"`);
    mkdirSync(join(folder, 'conf.d'));
    writeFileSync(
      join(folder, 'nginx.conf'),
      `worker_processes 1; pid ${folder}/pid; error_log ${folder}/error notice;
    events { worker_connections 1024; }
    http { log_format own '$request $upstream_cache_status'; access_log ${folder}/access.log own;
      keepalive_requests 10000000; client_body_temp_path ${folder}/b; proxy_temp_path ${folder}/p;
      fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
      include ${folder}/conf.d/*.conf;
      server { ${names.map((name) => `listen ${name};`).join(' ')} access_log off; return 200 ''; }
      server { listen 127.0.0.1:${front};
        location / { proxy_pass http://backend; add_header X-Owner $upstream_addr always; } } }`,
    );
    const instead = { '/etc/nginx': folder, '/var/log/nginx': folder };
    const { change, share, runbook } = await reload.made();
    const [, write, check, first, others] = runbook.steps;

    await reload.runs(write.undo, instead);
    assert.match(await reload.runs(check.commands, instead), /syntax is ok[^]*test is successful/);
    await start(
      t,
      '/usr/sbin/nginx',
      ['-p', folder, '-e', `${folder}/error`, '-c', `${folder}/nginx.conf`, '-g', 'daemon off;'],
      {
        port: front,
        host: '127.0.0.1',
      },
    );
    const said = reload.owners(kKeys);
    const was = await askPaths(front, kKeys);
    compareOwners('before', kKeys, said.before, was);

    await reload.runs([...write.commands, ...check.commands, ...first.commands], instead);
    const is = await settled(front, said.after);
    expectShare(was, is, share);
    const listed = change.owners.map((/** @type {{key: string}} */ { key }) => Buffer.from(key));
    assert.deepEqual(
      await askPaths(front, listed),
      change.owners.map((/** @type {{after: string}} */ { after }) => after),
    );
    // what it prints before: how often each last word of the log occurs, here a dash
    const [log] = runbook.steps[0].commands.filter((/** @type {string} */ line) => line.startsWith('tail'));
    assert.match(await reload.runs([log], instead), /^\d{4,} -$/m);

    await reload.runs(others.undo, instead);
    await settled(front, said.before);
  },
);

test(
  'HAProxy takes the runbook’s file into use, and as many keys change their server as it says',
  needs('/usr/sbin/haproxy', '/usr/bin/socat'),
  async (t) => {
    const folder = folderOf(t);
    const [front, ...ports] = await freePorts(7);
    const names = ports.map((port) => `127.0.0.1:${port}`);
    const reload = new Reload(core, {
      ...{ folder, names },
      choice: { strategy: 'haproxy', params: { dialect: 'consistent', avalanche: 'true' } },
    });
    writeFileSync(
      join(folder, 'haproxy.cfg'),
      `${kDefaults.replace('global', `global\n    stats socket ${folder}/admin.sock level admin`)}
frontend servers
    ${names.map((name) => `bind ${name}`).join('\n    ')}
    http-request return status 200
frontend readers
    bind 127.0.0.1:${front}
    http-response set-header X-Owner %s
    default_backend caches
`,
    );
    const instead = { '/etc/haproxy': folder, '/run/haproxy': folder };
    const { share, runbook } = await reload.made();
    const [begin, write, check, first, others] = runbook.steps;

    await reload.runs(write.undo, instead);
    assert.match(await reload.runs(check.commands, instead), /Configuration file is valid/);
    const files = ['haproxy.cfg', 'caches.cfg'].flatMap((file) => ['-f', join(folder, file)]);
    const master = await start(t, '/usr/sbin/haproxy', ['-W', ...files], { port: front, host: '127.0.0.1' });
    // as haproxy.service reloads
    reload.command('systemctl', `[ "$*" = 'reload haproxy' ] && kill -USR2 ${master.pid}`);
    const said = reload.owners(kKeys);
    const was = await askPaths(front, kKeys);
    compareOwners('before', kKeys, said.before, was);
    const [stat] = begin.commands.filter((/** @type {string} */ line) => line.includes('show stat'));
    const shown = (await reload.runs([stat], instead)).split('\n');
    assert.equal(shown[0], '# pxname,svname,stot,status,weight,rate');
    assert.equal(shown.filter((line) => /^caches,127\.0\.0\.1:\d+,\d+,no check,1,\d+$/.test(line)).length, 5);

    await reload.runs([...write.commands, ...check.commands, ...first.commands], instead);
    const is = await settled(front, said.after);
    expectShare(was, is, share);

    await reload.runs(others.undo, instead);
    await settled(front, said.before);
  },
);

test(
  'twemproxy takes the runbook’s file into use, and as many keys change their server as it says',
  needs('/usr/sbin/nutcracker', '/usr/bin/nc'),
  async (t) => {
    const folder = folderOf(t);
    const [front, stats, ...ports] = await freePorts(8);
    const names = ports.map((port) => `127.0.0.1:${port}`);
    for (const name of names) await serve(t, { port: Number(name.split(':')[1]), host: '127.0.0.1' }, name);
    const reload = new Reload(core, {
      ...{ folder, names },
      choice: { strategy: 'ketama', params: { dialect: 'twemproxy' } },
    });
    const instead = { '/etc/nutcracker': folder, '127.0.0.1:22121': `127.0.0.1:${front}`, ' 22222': ` ${stats}` };
    const { share, runbook } = await reload.made();
    const [begin, write, check, first, others] = runbook.steps;
    // as nutcracker.service restarts
    const began = `/usr/sbin/nutcracker -d -c ${folder}/nutcracker.yml -p ${folder}/pid -s ${stats} -a 127.0.0.1`;
    const ended =
      `pid=$(cat ${folder}/pid 2>/dev/null) || pid=\n` +
      'if [ -n "$pid" ]; then kill $pid; while kill -0 $pid 2>/dev/null; do sleep 0.05; done; fi';
    reload.command('systemctl', `[ "$*" = 'restart nutcracker' ]\n${ended}\n${began}`);
    atEnd(t, () => reload.runs([ended], {}));
    const answers = () => ask(front, kKeys);
    const up = () =>
      until('twemproxy answers', () =>
        ask(front, kKeys.slice(0, 1)).then(
          () => true,
          () => false,
        ),
      );

    writeFileSync(join(folder, 'nutcracker.yml'), 'what the reader had\n');
    await reload.runs(write.undo, instead);
    assert.match(await reload.runs(check.commands, instead), /syntax is ok/);
    await reload.runs(first.commands, instead);
    await up();
    const said = reload.owners(kKeys);
    const was = await answers();
    compareOwners('before', kKeys, said.before, was);
    const [json] = begin.commands.filter((/** @type {string} */ line) => line.startsWith('nc '));
    assert.equal(JSON.parse(await reload.runs([json], instead)).service, 'nutcracker');

    await reload.runs([...write.commands, ...check.commands, ...first.commands], instead);
    await up();
    const is = await answers();
    compareOwners('after', kKeys, said.after, is);
    expectShare(was, is, share);

    await reload.runs(others.undo, instead);
    await up();
    compareOwners('back', kKeys, said.before, await answers());
  },
);

test(
  'memcached answers the runbook’s questions, is emptied by it, and python-memcached names its owners',
  needs('/usr/bin/memcached', '/usr/bin/nc', '/usr/lib/python3/dist-packages/memcache.py'),
  async (t) => {
    const folder = folderOf(t);
    const ports = await freePorts(3);
    const names = ports.map((port) => `127.0.0.1:${port}`);
    for (const port of ports)
      await start(t, '/usr/bin/memcached', ['-u', 'nobody', '-l', '127.0.0.1', '-p', String(port), '-U', '0'], {
        port,
        host: '127.0.0.1',
      });
    const reload = new Reload(core, {
      ...{ folder, names },
      choice: { strategy: 'modulo', params: { dialect: 'python_memcached' }, hash: 'crc32' },
    });
    reload.command('python3', 'exec /usr/bin/python3 "$@"'); // Debian's, with its packages
    const { runbook } = await reload.made();
    const [begin, write, check] = runbook.steps;
    const items = async () => Number(/curr_items (\d+)/.exec(await reload.runs(begin.commands.slice(0, 1), {}))?.[1]);
    assert.equal(await items(), 0);
    await reload.runs([`printf 'set a 0 0 1\\r\\nx\\r\\nquit\\r\\n' | nc -w 2 127.0.0.1 ${ports[2]}`], {});
    assert.equal(await items(), 1);
    const [flush] = begin.commands.filter((/** @type {string} */ line) => line.startsWith('# '));
    await reload.runs([flush.slice(2)], {});
    // flush_all empties lazily: what matters is that nobody gets the value
    assert.equal(
      (await reload.runs([`printf 'get a\\r\\nquit\\r\\n' | nc -w 2 127.0.0.1 ${ports[2]}`], {})).trim(),
      'END',
    );
    for (const [commands, side] of /** @type {const} */ ([
      [write.undo, 'before'],
      [write.commands, 'after'],
    ])) {
      const printed = await reload.runs([...commands, ...check.commands], {});
      const keys = ['item:1', 'item:2', 'item:3'];
      const named = keys.map((key) => new RegExp(`^${key} .*?(127\\.0\\.0\\.1:\\d+)`, 'm').exec(printed)?.[1] ?? '');
      assert.deepEqual(named, reload.owners(keys.map((key) => Buffer.from(key)))[side]);
    }
  },
);
