// The runbook of a cache router: its figures by hand, its files as its writer gives them, and what it says of them.
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { built, fromTree, root } from '../../built.mjs';
import { changeIn } from '../../cache_change.mjs';
import './moves.mjs';
/** @import {Json} from '../../types.d.ts' */

const { loadReshard } = await built('reshard-core.mjs');
const { kSystems } = await built('web/systems/systems.js');
const { useTable } = await fromTree('web/text/language.js');
const { costOf } = await fromTree('web/dialogs/migrate/runbook_misses.js');
const { kPrograms } = await fromTree('web/dialogs/migrate/runbook_programs.js');
const { reloadRunbook } = await fromTree('web/dialogs/migrate/runbook_reload.js');
const { madeOf } = await fromTree('web/dialogs/migrate/runbook_systems.js');
const { markdownOf } = await fromTree('web/systems/runbook/markdown.js');
const core = await loadReshard();

/** @type {Json} */
const kNumbers = {
  ...{ keys: 1_200_000, bytes: 1000, before: 5, after: 6, requests: 50_000, writes: 0.2, hitRate: 0.95 },
  ...{ lifetime: 24, perTb: 1000, perHour: 2, window: 24 },
};
const ips = (/** @type {number} */ count, weight = 1) =>
  Array.from({ length: count }, (_, i) => ({ name: `10.0.0.${i + 1}`, weight }));
const nginx = (/** @type {Json} */ more) => ({
  nodes: ips(5),
  strategies: [{ strategy: 'nginx', params: { dialect: 'consistent' } }],
  ...more,
});
const kGrown = { log: [{ add: '10.0.0.6' }] };
/** @param {Json} book @param {string} name */
const fact = (book, name) => new Map(book.facts).get(name);

// 5 to 6 equal servers: a sixth of the keys moves, 200,000 of 1,000 bytes. Of 50,000 requests 40,000 are reads: a sixth
// of them, 6,666.7, are for keys that move. The origin usually gets 5% of the reads, 2,000; at first also 95% of those
// 6,666.7, which are 6,333.3 more: 8,333.3, 4.17 times as many.
test('the figures of 5 to 6 servers are those worked out by hand', () => {
  const cost = costOf({ share: 1 / 6, fromRemoved: 0, removed: 0 }, kNumbers);
  for (const [name, value] of Object.entries({
    ...{ moved: 200_000, bytes: 200_000_000, oldBytes: 200_000_000, reads: 40_000, misses: 6666.667, usual: 2000 },
    ...{ peak: 8333.333, factor: 4.16667, seconds: 86_400, nodeHours: 0, money: 0.2 },
  }))
    expect(cost[name], name).toBeCloseTo(value, 3);
});

// One of five leaves with its fifth: no old copies stay on the others. It runs on for a day, at 2 an hour: 48. A fifth
// of 1.2 GB at 1,000 per TB: 0.24.
test('a server that leaves takes its old copies along, and runs until they have expired', () => {
  const cost = costOf({ share: 0.2, fromRemoved: 0.2, removed: 1 }, kNumbers);
  expect(cost.oldBytes).toBe(0);
  expect(cost.nodeHours).toBe(24);
  expect(cost.money).toBeCloseTo(48.24, 6);
});

test('with every read a hit, the origin gets the reads of moved keys, and no factor is made up', async () => {
  const book = reloadRunbook({ ...(await changeIn(core, nginx(kGrown))), share: 0.25 }, { ...kNumbers, hitRate: 1 });
  expect(fact(book, 'Requests per second to the origin')).toBe('0, at first 10,000');
});

test('the facts say keys, misses, the origin’s load, time, bytes and money', async () => {
  const book = reloadRunbook({ ...(await changeIn(core, nginx(kGrown))), share: 1 / 6 }, kNumbers);
  expect(book.title).toBe('nginx: from 5 to 6 servers');
  expect(book.facts).toEqual([
    ['Keys that move', '200,000 of 1,200,000 (16.7%)'],
    ['Misses per second at first', '6,667 of 40,000 reads'],
    ['Requests per second to the origin', '2,000, at first 8,333: 4.2 times as many'],
    ['Warm again', 'after 24.0 h at most, a value’s lifetime; much of it with the first read of each key'],
    ['Bytes that come in again', '200 MB'],
    ['Memory of old copies until they expire', '200 MB'],
    ['Money, in the currency of your prices', '0.20 (200 MB over the network)'],
  ]);
  // 95% of the reads hit, of which five sixths still do: 79.2%.
  expect(book.steps[3].checks[0]).toContain('falls from 95.0% to about 79.2%');
});

test('the share is the page’s own where it shows just this change, and else that of the keys placed', async () => {
  const place = (/** @type {Json[]} */ log) =>
    core.place({ strategy: 'nginx', params: { dialect: 'consistent' }, nodes: ips(5), log, keys: { count: 100_000 } });
  const [was, is] = [place([]), place(kGrown.log)];
  const moved = [...was.owners].filter((owner, key) => was.nodes[owner] !== is.nodes[is.owners[key]]).length;
  expect((await changeIn(core, nginx(kGrown))).share).toBe(moved / 100_000);
  const state = { keys: 1_000_000, moved: 171_717 };
  expect((await changeIn(core, nginx(kGrown), { state })).share).toBe(0.171717);
  // two changes at once are not the page's last one
  const twice = nginx({ log: [...kGrown.log, { at_once: false, add: '10.0.0.7' }] });
  expect((await changeIn(core, twice, { state })).share).toBeGreaterThan(0.25);
});

test('the files are what nginx needs before and after the change, written by a shell as they are', async () => {
  const block = (/** @type {number[]} */ servers) =>
    [
      'upstream backend {',
      '    hash $request_uri consistent;',
      ...servers.map((i) => `    server 10.0.0.${i}${i === 2 ? ' weight=3' : ''};`),
      '}',
      '',
    ].join('\n');
  const log = [
    { add: '10.0.0.6' },
    { at_once: true, remove: '10.0.0.4' },
    { at_once: true, weigh: '10.0.0.2', weight: 3 },
  ];
  const book = reloadRunbook(await changeIn(core, nginx({ log })), kNumbers);
  const folder = mkdtempSync(join(tmpdir(), 'reshard-'));
  try {
    const file = join(folder, 'backend.conf');
    const wrote = (/** @type {string[]} */ commands) => {
      execFileSync('sh', ['-e'], { input: commands.join('\n').replaceAll('/etc/nginx/conf.d', folder) });
      return readFileSync(file, 'utf8');
    };
    const [, write] = book.steps;
    expect(wrote(write.commands)).toBe(block([1, 2, 3, 5, 6]));
    expect(wrote(write.undo)).toBe(block([1, 2, 3, 4, 5]).replace(' weight=3', ''));
    wrote(write.commands);
    expect(readFileSync(`${file}.old`, 'utf8')).toBe(block([1, 2, 3, 4, 5]).replace(' weight=3', ''));
  } finally {
    rmSync(folder, { recursive: true });
  }
  expect(book.steps[1].checks[0]).toContain('+ 10.0.0.6, − 10.0.0.4, 10.0.0.2 1 → 3');
});

// npm's hashring takes any name; one that would end the file, or run, in a shell that does not quote it.
test('names with a shell’s signs stay text in the file', async () => {
  const names = ["'$(touch pwned)`touch pwned`", "END'; touch pwned; '"];
  const scenario = {
    nodes: names.map((name) => ({ name, weight: 1 })),
    strategies: [{ strategy: 'ketama', params: { dialect: 'hashring' } }],
    log: [{ add: 'c' }],
  };
  const { commands, undo } = reloadRunbook(await changeIn(core, scenario), kNumbers).steps[1];
  const folder = mkdtempSync(join(tmpdir(), 'reshard-'));
  try {
    for (const lines of [commands, undo]) execFileSync('sh', ['-e'], { cwd: folder, input: lines.join('\n') });
    expect(readdirSync(folder)).toEqual(['ring.cjs']);
    expect(readFileSync(join(folder, 'ring.cjs'), 'utf8')).toContain('$(touch pwned)');
  } finally {
    rmSync(folder, { recursive: true });
  }
  const { shellFile } = await fromTree('web/text/quote.js');
  expect(shellFile('a b', 'END\nx\n')).toEqual(["cat > 'a b' <<'END_'", 'END', 'x', 'END_']);
});

test('ten keys are listed with the servers that the core names before and after, and half of them move', async () => {
  const { owners } = await changeIn(core, nginx(kGrown));
  const place = (/** @type {Json[]} */ log) =>
    core.place({
      ...{ strategy: 'nginx', params: { dialect: 'consistent' }, nodes: ips(5), log },
      keys: owners.map((/** @type {Json} */ { key }) => key),
    });
  const named = (/** @type {Json} */ placed) => Array.from(placed.owners, (owner) => placed.nodes[Number(owner)]);
  expect(owners).toHaveLength(10);
  expect(owners.map((/** @type {Json} */ { before }) => before)).toEqual(named(place([])));
  expect(owners.map((/** @type {Json} */ { after }) => after)).toEqual(named(place(kGrown.log)));
  expect(owners.filter((/** @type {Json} */ { before, after }) => before !== after)).toHaveLength(5);
});

test('every cache router that has a writer has commands, and no store has the runbook of a cache', () => {
  const kStores = [
    'carbon',
    'Cassandra',
    'Ceph',
    'Citus',
    'ClickHouse',
    'Couchbase',
    'Elasticsearch',
    'Iceberg',
    'Kafka',
    'MariaDB',
    'MongoDB',
    'PostgreSQL',
    'Prometheus',
    'Vitess',
    'Redis Cluster',
    'OpenStack Swift',
  ];
  const written = kSystems.map((/** @type {{system: string}} */ { system }) => system);
  expect(Object.keys(kPrograms).sort()).toEqual(
    written.filter((/** @type {string} */ system) => !kStores.includes(system)).sort(),
  );
});

test('a strategy without a system, or with one that has no such runbook, gets none', async () => {
  for (const strategy of ['ring', 'redis_slots', 'elasticsearch', 'jump'])
    expect(
      await changeIn(core, { nodes: 5, log: [{ add: 'node-5' }], strategies: [{ strategy }] }),
      strategy,
    ).toBeNull();
});

test('without a change it is about one more node, and says so', async () => {
  const book = reloadRunbook(await changeIn(core, nginx({ log: [] })), kNumbers);
  expect(book.title).toBe('nginx: from 5 to 6 servers');
  expect(book.notes[0]).toContain('The page shows no change yet');
  expect(reloadRunbook(await changeIn(core, nginx(kGrown)), kNumbers).notes.join()).not.toContain('no change yet');
});

test('what the system refuses is said, and no command writes or reloads it', async () => {
  const scenario = {
    nodes: [...ips(4), { name: 'a-name-that-is-far-too-long:11211', weight: 1 }],
    strategies: [{ strategy: 'ketama', params: { dialect: 'libketama' } }],
    ...kGrown,
  };
  const book = reloadRunbook(await changeIn(core, scenario), kNumbers);
  expect(book.notes[0]).toMatch(/^Reshard cannot write this configuration: libketama keeps only 21 characters/);
  for (const { commands, undo } of book.steps.slice(1))
    expect([...commands, ...undo].filter((/** @type {string} */ line) => !line.startsWith('#'))).toEqual([]);
});

/** @type {[string, string][]} */
const kWeighted = Object.entries({
  'ketama twemproxy': 'ratio',
  'ketama libketama': 'ratio',
  'ketama libmemcached_weighted': 'ratio',
  'ketama hashring': 'ratio',
  'ketama hashring_python': 'ratio',
  'envoy_ring ': 'ratio',
  'maglev envoy': 'ratio',
  'serialx ': 'points',
  'jedis ': 'points',
  'nginx consistent': 'points',
  'haproxy consistent': 'points',
});
for (const [which, kind] of kWeighted) {
  test(`the advice on weights of ${which.trim()} holds: ${kind}`, async () => {
    const [strategy, dialect] = which.split(' ');
    const choice = { strategy, ...(dialect && { params: { dialect } }) };
    const place = (/** @type {number[]} */ weights) =>
      core.place({
        ...choice,
        nodes: weights.map((weight, i) => ({ name: `10.0.0.${i + 1}`, weight })),
        keys: { count: 20_000 },
      }).owners;
    const change = await changeIn(core, { nodes: ips(5), ...kGrown, strategies: [choice] });
    expect(change.weights).toBe(kind);
    const [once, tenfold] = [place([1, 2, 3, 1]), place([10, 20, 30, 10])];
    const moved = [...once].filter((owner, key) => owner !== tenfold[key]).length;
    const said = reloadRunbook(change, kNumbers).steps[0].does.join('\n');
    if (kind === 'ratio') {
      expect(moved).toBe(0);
      expect(said).toContain('all weights times ten move no key. Then change that of 10.0.0.6 in steps (3, 5, 10)');
      return;
    }
    expect(moved).toBeGreaterThan(1000);
    expect(said).toContain('to multiply all of them moves keys, too');
    // each step moves keys to the server whose weight is raised, and nowhere else
    const [low, high] = [place([10, 10, 10, 5]), place([10, 10, 10, 10])];
    expect([...low].filter((owner, key) => owner !== high[key] && high[key] !== 3)).toEqual([]);
  });
}

test('a server of weight 100 comes in steps, and one that leaves goes down in them', async () => {
  const of = async (/** @type {Json} */ log) =>
    reloadRunbook(await changeIn(core, nginx({ nodes: ips(5, 100), log })), kNumbers).steps[0].does.join('\n');
  expect(await of([{ add: { name: '10.0.0.6', weight: 100 } }])).toContain('weight of 10.0.0.6 in steps (25, 50, 100)');
  expect(await of([{ remove: '10.0.0.5' }])).toContain('weight of 10.0.0.5 in steps (50, 25)');
});

// The third of five leaves: HAProxy gives its number to the next one, so that far more than a fifth moves.
test('HAProxy’s runbook says how fewer keys would move when a server leaves, and only then', async () => {
  const haproxy = { nodes: ips(5), strategies: [{ strategy: 'haproxy', params: { dialect: 'consistent' } }] };
  const leaving = await changeIn(core, { ...haproxy, log: [{ remove: '10.0.0.3' }] });
  expect(leaving.share).toBeGreaterThan(0.4);
  expect(reloadRunbook(leaving, kNumbers).notes.join('\n')).toContain('only its own keys move');
  const joining = await changeIn(core, { ...haproxy, ...kGrown });
  expect(reloadRunbook(joining, kNumbers).notes.join('\n')).not.toContain('only its own keys move');
});

test('servers that come back are emptied first, by a line that nobody runs by pasting all', async () => {
  const scenario = { nodes: ips(5), strategies: [{ strategy: 'ketama', params: { dialect: 'twemproxy' } }] };
  const { steps } = reloadRunbook(await changeIn(core, { ...scenario, log: [{ remove: '10.0.0.5' }] }), kNumbers);
  expect(steps[4].undo[0]).toBe("# printf 'flush_all\\r\\nquit\\r\\n' | nc -w 2 10.0.0.5 11211");
  expect(steps[4].back).toContain('Servers that come back (10.0.0.5)');
  expect(steps[5].does.join()).toContain('Keep 10.0.0.5 running');
  expect(steps.flatMap((/** @type {Json} */ { commands }) => commands).join('\n')).not.toMatch(/^[^#]*flush_all/m);
  const redis = { nodes: ips(5), strategies: [{ strategy: 'jedis' }], log: [{ remove: '10.0.0.5' }] };
  expect(reloadRunbook(await changeIn(core, redis), kNumbers).steps[4].undo[0]).toBe(
    '# redis-cli -h 10.0.0.5 -p 6379 FLUSHALL',
  );
});

test('each program is checked and reloaded by its own commands, in this order', async () => {
  const of = async (/** @type {Json} */ choice) => {
    const book = reloadRunbook(await changeIn(core, { nodes: ips(5), ...kGrown, strategies: [choice] }), kNumbers);
    return [book.steps[2].commands, book.steps[3].commands];
  };
  expect(await of({ strategy: 'nginx' })).toEqual([['nginx -t'], ['nginx -s reload']]);
  expect(await of({ strategy: 'haproxy' })).toEqual([
    ['haproxy -c -f /etc/haproxy/haproxy.cfg -f /etc/haproxy/caches.cfg'],
    ['systemctl reload haproxy'],
  ]);
  const [check, restart] = await of({ strategy: 'ketama', params: { dialect: 'twemproxy' } });
  expect(check).toEqual(['nutcracker -t -c /etc/nutcracker/nutcracker.yml.new']);
  expect(restart.at(-1)).toBe('systemctl restart nutcracker');
  const [validate] = await of({ strategy: 'envoy_ring' });
  expect(validate.at(-1)).toBe('envoy --mode validate -c /etc/envoy/envoy.yaml');
});

test('no step of it is a point of no return; as JSON it has the system, the share, numbers and commands', async () => {
  const made = madeOf(await changeIn(core, nginx(kGrown)), kNumbers);
  expect(made).toMatchObject({ protocol: 'by_system', system: 'nginx', numbers: { hitRate: 0.95 } });
  expect(made.runbook.steps.map((/** @type {Json} */ { noReturn }) => noReturn)).toEqual(Array(6).fill(false));
  expect(made.commands).toContain('nginx -t');
  expect(JSON.parse(JSON.stringify(made))).toEqual(made);
});

test('as Markdown it has a heading for each step, the file in a block, and the keys in a table', async () => {
  const text = markdownOf(reloadRunbook(await changeIn(core, nginx(kGrown)), kNumbers));
  expect(text.match(/^## .*$/gm)).toEqual([
    '## 1. Start and measure',
    '## 2. Write the new configuration',
    '## 3. Check it',
    '## 4. One proxy first',
    expect.stringMatching(/^## 5\. All other proxies \(.* MB\)$/),
    '## 6. Afterwards (24.0 h)',
  ]);
  expect(text).toContain('```sh\n[ ! -f /etc/nginx/conf.d/backend.conf ] || cp -p');
  expect(text).toContain('| Key | Before | After |');
  expect(text.match(/^```/gm).length % 2).toBe(0);
  expect(text).not.toMatch(/undefined|NaN|\[object|\{\d/);
});

test('in Russian no sentence of it is left in English', async () => {
  useTable('ru', JSON.parse(readFileSync(new URL('assets/words/ru.json', root), 'utf8')));
  try {
    for (const [strategy, dialect] of kWeighted.map(([which]) => which.split(' '))) {
      const choice = { strategy, ...(dialect && { params: { dialect } }) };
      for (const log of [kGrown.log, [{ remove: '10.0.0.2' }]]) {
        const book = reloadRunbook(await changeIn(core, { nodes: ips(5), log, strategies: [choice] }), kNumbers);
        const said = [
          ...book.facts.flat(),
          ...book.notes,
          ...book.steps.flatMap((/** @type {Json} */ { name, does, checks, readers, copier, back }) =>
            [name, ...does, ...checks, readers, copier, back].filter(Boolean),
          ),
        ];
        for (const words of said) expect(words, `${strategy} ${dialect}`).toMatch(/[а-я]|^[\d\s,.]+$/i);
      }
    }
  } finally {
    useTable('en', {});
  }
});
