// Varnish with the shard director that the page exports, asked for every key: as a URL, and as a text in a header.
import { test } from 'node:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { kWeightings, randomKeys } from './keys.mjs';
import { askHttp, compareOwners, folderOf, freePorts, loadCore, needs, ownersOf, start } from './programs.mjs';
import { textOf } from './exports.mjs';

const core = await loadCore();

const kNames = [8001, 8002, 8003, 8004, 8005].map((port) => `127.0.0.1:${port}`);
const kCases = [
  ...kWeightings.map((weights) => ({ weights, replicas: 67, down: /** @type {number[]} */ ([]) })),
  { weights: [1, 1.5, 2.25, 3.3, 1.001], replicas: 67, down: [] },
  { weights: [1, 1], replicas: 1, down: [] },
  { weights: [1, 1, 1], replicas: 1, down: [] },
  { weights: [1, 1, 1, 1, 1], replicas: 2, down: [] },
  { weights: [10, 7, 3, 1, 1], replicas: 1000, down: [] },
  { weights: [3, 1, 4, 1, 5], replicas: 67, down: [1] },
  { weights: [3, 1, 4, 1, 5], replicas: 3, down: [0, 4] },
];

test('Varnish chooses the backend that Reshard names', needs('/usr/sbin/varnishd'), async (t) => {
  const folder = folderOf(t);
  for (const [i, { weights, replicas, down }] of kCases.entries()) {
    const how = `weights ${weights.join(', ')}, ${replicas} points${down.length ? `, down ${down.join(', ')}` : ''}`;
    await t.test(how, async (one) => {
      const [front] = await freePorts(1);
      const nodes = weights.map((weight, n) => ({
        name: kNames[n],
        weight,
        ...(down.includes(n) && { down: true }),
      }));
      const input = { strategy: 'varnish_shard', params: { replicas }, nodes };
      const inUse = nodes.filter(({ weight }) => weight > 0);
      const sick = (/** @type {string} */ all, /** @type {string} */ number) =>
        `${all} ${inUse[Number(number)].down ? '.probe = { .initial = 0; .interval = 1h; } ' : ''}`;
      const vcl = textOf(core, input)
        .replace(/backend b(\d+) \{/g, sick)
        .replace(
          'set req.backend_hint = shards.backend(by=URL);',
          `if (req.http.key) {
        set req.backend_hint = shards.backend(resolve=NOW, by=KEY, key=shards.key(req.http.key));
    } else {
        set req.backend_hint = shards.backend(resolve=NOW, by=URL);
    }
    return (synth(200));`,
        );
      const file = join(folder, `${i}.vcl`);
      writeFileSync(file, `${vcl}sub vcl_synth { set resp.http.X-Owner = req.backend_hint; return (deliver); }\n`);
      const place = join(folder, `n${i}`);
      mkdirSync(place);
      await start(
        one,
        '/usr/sbin/varnishd',
        [
          ...['-F', '-j', 'none', '-n', place, '-a', `127.0.0.1:${front}`, '-f', file, '-s', 'malloc,10m'],
          ...['-p', 'http_req_hdr_len=16k', '-p', 'http_req_size=64k', '-p', 'workspace_client=256k'],
        ],
        { port: front, host: '127.0.0.1' },
      );
      const named = (/** @type {string[]} */ live) => live.map((name) => inUse[Number(name.slice(1))]?.name ?? name);
      const keys = randomKeys({ seed: i + 1, longest: i % 2 ? 250 : 4096 });
      const live = await askHttp({ port: front, host: '127.0.0.1' }, keys, (key) =>
        Buffer.concat([Buffer.from('GET / HTTP/1.1\r\nHost: x\r\nKey: '), key, Buffer.from('\r\n\r\n')]),
      );
      compareOwners('by=KEY', keys, ownersOf(core, input, keys), named(live));
      const urls = keys.map((_, k) => Buffer.from(`/item/${(k * 7919) % 100_003}${k % 3 === 0 ? `?page=${k}` : ''}`));
      const ofUrls = await askHttp({ port: front, host: '127.0.0.1' }, urls, (url) =>
        Buffer.from(`GET ${url} HTTP/1.1\r\nHost: x\r\n\r\n`),
      );
      compareOwners('by=URL', urls, ownersOf(core, input, urls), named(ofUrls));
    });
  }
});
