// Java: Guava's jump hash, spymemcached with the client that the page exports, and hostile names in javac.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { kHostile } from '../hostile.mjs';
import { kWeightings, randomKeys } from '../keys.mjs';
import { exportOf, offeredHashes, textOf } from '../exports.mjs';
import { kHashes } from '../../../web/systems/spymemcached.js';
import { compareOwners, folderOf, loadCore, needs, ownersOf, run } from '../programs.mjs';
import * as quote from '../../../web/text/quote.js';

const core = await loadCore();
const kJars = '/usr/share/java';

test(
  "Guava's consistentHash gives every number the bucket of jump",
  needs(`${kJars}/guava.jar`, '/usr/bin/javac'),
  async (t) => {
    const folder = folderOf(t);
    writeFileSync(
      join(folder, 'Jump.java'),
      `import com.google.common.hash.Hashing;
public final class Jump {
  public static void main(String[] words) {
    StringBuilder out = new StringBuilder();
    for (int n : new int[] {1, 2, 7, 100, 1000}) for (long i = 0; i < 20000; ++i)
      out.append(Hashing.consistentHash(i * 7919 * 104729, n)).append('\\n');
    System.out.print(out);
  }
}
`,
    );
    await run('javac', ['-cp', `${kJars}/guava.jar`, 'Jump.java'], { cwd: folder });
    const { stdout } = await run('java', ['-cp', `${kJars}/guava.jar:${kJars}/failureaccess.jar:.`, 'Jump'], {
      cwd: folder,
      maxBuffer: 1 << 26,
    });
    const live = stdout.trim().split('\n').map(Number);
    const keys = Array.from({ length: 20_000 }, (_, i) => String(BigInt(i) * 7919n * 104_729n));
    [1, 2, 7, 100, 1000].forEach((count, at) => {
      const { owners } = core.place({
        strategy: 'jump',
        hash: 'integer',
        nodes: Array.from({ length: count }, (_, i) => `n${i}`),
        keys,
      });
      assert.deepEqual([...owners], live.slice(at * 20_000, (at + 1) * 20_000));
    });
  },
);

test(
  'spymemcached sends every key to the server that Reshard names',
  needs(`${kJars}/spymemcached.jar`, '/usr/bin/javac'),
  async (t) => {
    const cases = offeredHashes(core, 'ketama', 'spymemcached', kHashes).flatMap((hash) =>
      (hash === 'md5' ? kWeightings : kWeightings.slice(0, 2)).map((weights) => ({ hash, weights })),
    );
    for (const [at, { hash, weights }] of cases.entries()) {
      const folder = folderOf(t);
      const nodes = weights.map((weight, i) => ({ name: `127.0.0.${i + 1}:${12_000 + i}`, weight }));
      const input = {
        strategy: 'ketama',
        hash,
        params: { dialect: 'spymemcached', failure_mode: ['redistribute', 'retry', 'cancel'][at % 3] },
        nodes,
      };
      writeFileSync(join(folder, 'Cache.java'), textOf(core, input));
      writeFileSync(
        join(folder, 'Ask.java'),
        `import java.nio.file.*;
import net.spy.memcached.*;
public final class Ask {
  public static void main(String[] words) throws Exception {
    System.setProperty("net.spy.log.LoggerImpl", "net.spy.memcached.compat.log.SLF4JLogger");
    MemcachedClient client = Cache.open();
    StringBuilder out = new StringBuilder();
    for (String key : Files.readString(Path.of("keys.txt")).split("\\n")) {
      java.net.InetSocketAddress at =
          (java.net.InetSocketAddress) client.getNodeLocator().getPrimary(key).getSocketAddress();
      out.append("@").append(at.getAddress().getHostAddress()).append(":").append(at.getPort()).append("\\n");
    }
    System.out.print(out);
    System.exit(0);
  }
}
`,
      );
      const keys = randomKeys({ seed: at + 1, bytes: false });
      writeFileSync(join(folder, 'keys.txt'), keys.map(String).join('\n'));
      await run('javac', ['-encoding', 'UTF-8', '-cp', `${kJars}/spymemcached.jar`, 'Cache.java', 'Ask.java'], {
        cwd: folder,
      });
      const { stdout } = await run(
        'java',
        [
          '-Dfile.encoding=UTF-8',
          '-cp',
          `${kJars}/spymemcached.jar:${kJars}/slf4j-api.jar:${kJars}/log4j-1.2.jar:.`,
          'Ask',
        ],
        { cwd: folder, maxBuffer: 1 << 26 },
      );
      const live = stdout
        .split('\n')
        .filter((line) => line.startsWith('@'))
        .map((line) => line.slice(1));
      compareOwners(`${hash}, weights ${weights.join(', ')}`, keys, ownersOf(core, input, keys), live);
    }
  },
);

test('javac accepts hostile names as strings and in comments, unchanged', needs('/usr/bin/javac'), async (t) => {
  const folder = folderOf(t);
  writeFileSync(
    join(folder, 'Texts.java'),
    `public final class Texts {
  public static void main(String[] words) throws Exception {
    for (String text : new String[] {${kHostile.map(quote.java).join(', ')}})
      System.out.write((text + "\\0").getBytes("UTF-8"));
    System.out.flush();
${kHostile.map((name) => `    // ${quote.comment(name)}`).join('\n')}
  }
}
`,
  );
  await run('javac', ['Texts.java'], { cwd: folder });
  assert.deepEqual(
    (await run('java', ['-cp', '.', 'Texts'], { cwd: folder })).stdout.split('\0').slice(0, -1),
    kHostile,
  );
  // Debian has no Jedis: the page's code for it is compiled against stubs of what it uses.
  mkdirSync(join(folder, 'redis/clients/jedis/util'), { recursive: true });
  writeFileSync(
    join(folder, 'redis/clients/jedis/util/Hashing.java'),
    'package redis.clients.jedis.util; public interface Hashing { Hashing MD5 = null, MURMUR_HASH = null; }',
  );
  writeFileSync(
    join(folder, 'redis/clients/jedis/JedisShardInfo.java'),
    'package redis.clients.jedis; public class JedisShardInfo { public JedisShardInfo(String h, int p, int c, int s, int w) {} public JedisShardInfo(String h, String n, int p, int t, int w) {} }',
  );
  writeFileSync(
    join(folder, 'redis/clients/jedis/ShardedJedis.java'),
    'package redis.clients.jedis; public class ShardedJedis { public ShardedJedis(java.util.List<JedisShardInfo> s, redis.clients.jedis.util.Hashing h) {} }',
  );
  for (const names of ['named', 'unnamed']) {
    const { parts } = exportOf(core, {
      strategy: 'jedis',
      params: { names },
      nodes: ['a', '10.0.0.1:7000', '[::1]:7000'],
    });
    writeFileSync(join(folder, 'Shards.java'), parts[0].text);
    await run('javac', ['Shards.java'], { cwd: folder });
  }
});
