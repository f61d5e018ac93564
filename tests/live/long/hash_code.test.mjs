// OpenJDK's hashCode() and Guava's Murmur3 of 5,000 random keys of each type, divided by the formulas of the systems
// that call them: Spark, Hadoop, ShardingSphere, Iceberg, Flink. Debian has none of these.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { reshard, splitAtZeros } from '../../command/command.mjs';
import { byteKeys, randomKeys, randomNumbers } from '../keys.mjs';
import { compareOwners, folderOf, needs, run } from '../programs.mjs';

const kJars = '/usr/share/java';
const kKeys = 5000;
const kCounts = [3, 7, 16, 100];

const kAsk = `import com.google.common.hash.*;
import java.nio.ByteBuffer;
import java.nio.file.*;
import java.time.*;
import java.util.*;
public final class Ask {
  static final int MAX = Integer.MAX_VALUE;
  static long epochMicros(String text) {
    LocalDateTime at = LocalDateTime.parse(text.replace(' ', 'T'));
    return at.toEpochSecond(ZoneOffset.UTC) * 1000000 + at.getNano() / 1000;
  }
  static Object read(String type, String key) {
    switch (type) {
      case "text": return key;
      case "bytes": return HexFormat.of().parseHex(key);
      case "int64": return Long.valueOf(key);
      case "int32": return Integer.valueOf(key);
      case "int16": return Short.valueOf(key);
      case "uuid": return UUID.fromString(key);
      case "bool": return Boolean.valueOf(key);
      case "float64": return Double.valueOf(key);
      case "float32": return Float.valueOf(key);
      case "date": return LocalDate.parse(key);
      default: return null;
    }
  }
  static byte[] bytes(UUID id) {
    return ByteBuffer.allocate(16).putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits()).array();
  }
  static HashCode bucket(String type, String key, Object value) {
    HashFunction murmur = Hashing.murmur3_32_fixed(0);
    switch (type) {
      case "text": return murmur.hashBytes(key.getBytes(java.nio.charset.StandardCharsets.UTF_8));
      case "bytes": return murmur.hashBytes((byte[]) value);
      case "uuid": return murmur.hashBytes(bytes((UUID) value));
      case "date": return murmur.hashLong(((LocalDate) value).toEpochDay());
      case "timestamp": return murmur.hashLong(epochMicros(key));
      default: return murmur.hashLong(((Number) value).longValue());
    }
  }
  static HashCode sparkSql(String type, String key, Object value) {
    HashFunction murmur = Hashing.murmur3_32_fixed(42);
    switch (type) {
      case "int64": return murmur.hashLong((Long) value);
      case "timestamp": return murmur.hashLong(epochMicros(key));
      case "date": return murmur.hashInt((int) ((LocalDate) value).toEpochDay());
      case "bool": return murmur.hashInt((Boolean) value ? 1 : 0);
      default: return murmur.hashInt(((Number) value).intValue());
    }
  }
  static int writable(String type, String key, Object value) {
    switch (type) {
      case "text": return Arrays.hashCode(key.getBytes(java.nio.charset.StandardCharsets.UTF_8));
      case "bytes": return Arrays.hashCode((byte[]) value);
      default: return ((Number) value).intValue();
    }
  }
  static int subtask(int code, int parallelism) {
    int groups = 128;
    while (groups < parallelism + parallelism / 2) groups *= 2;
    int hash = Hashing.murmur3_32_fixed(0).hashInt(code).asInt();
    int group = (hash == Integer.MIN_VALUE ? 0 : Math.abs(hash)) % groups;
    return group * parallelism / groups;
  }
  static long place(String system, String type, String key, int n) {
    Object value = read(type, key);
    switch (system) {
      case "spark_rdd": return Math.floorMod(value.hashCode(), n);
      case "hadoop": return (value.hashCode() & MAX) % n;
      case "shardingsphere": return Math.abs((long) value.hashCode()) % n;
      case "hadoop_writable": return (writable(type, key, value) & MAX) % n;
      case "spark_sql": return Math.floorMod(sparkSql(type, key, value).asInt(), n);
      case "iceberg": return (bucket(type, key, value).asInt() & MAX) % n;
      default: return subtask(value.hashCode(), n);
    }
  }
  public static void main(String[] words) throws Exception {
    StringBuilder out = new StringBuilder();
    for (String line : Files.readString(Path.of(words[0])).split("\\n")) {
      String[] fields = line.split(" ");
      String key = new String(HexFormat.of().parseHex(fields[3]), "UTF-8");
      out.append(place(fields[0], fields[1], key, Integer.parseInt(fields[2]))).append('\\n');
    }
    System.out.print(out);
  }
}
`;

/** Keys as people write them, by type. @returns {Record<string, string[]>} */
function typedKeys() {
  const next = randomNumbers(8);
  const some = (/** @type {(i: number) => string} */ write) => Array.from({ length: kKeys }, (_, i) => write(i));
  const two = (/** @type {number} */ number) => String(number).padStart(2, '0');
  const int = (/** @type {number} */ i) => (i % 2 ? (next() % 2001) - 1000 : next() | 0);
  const date = () => `${1900 + (next() % 200)}-${two(1 + (next() % 12))}-${two(1 + (next() % 28))}`;
  const real = (/** @type {number} */ i) =>
    i % 500 === 0 ? ['NaN', 'Infinity', '-Infinity', '0'][(i / 500) % 4] : String(int(i) / (1 + (next() % 1024)));
  return {
    text: randomKeys({ count: kKeys, bytes: false }).map(String),
    bytes: byteKeys(kKeys, 5).map((key) => key.toString('hex')),
    int64: some((i) => String(i % 2 ? int(i) : BigInt.asIntN(64, (BigInt(next()) << 32n) | BigInt(next())))),
    int32: some((i) => String(int(i))),
    int16: some(() => String((next() << 16) >> 16)),
    uuid: some(() =>
      [next(), next(), next(), next()]
        .map((word) => word.toString(16).padStart(8, '0'))
        .join('')
        .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
    ),
    bool: some(() => String(next() % 2 === 0)),
    float64: some(real),
    float32: some(real),
    date: some(date),
    timestamp: some(() => {
      const micros = String(next() % 1e6).padStart(6, '0');
      return `${date()} ${two(next() % 24)}:${two(next() % 60)}:${two(next() % 60)}.${micros}`;
    }),
  };
}

const kJava = ['text', 'int64', 'int32', 'int16', 'uuid', 'bool', 'float64', 'float32'];
/** @type {Record<string, string[]>} */
const kSystems = {
  spark_rdd: kJava,
  hadoop: kJava,
  hadoop_writable: ['text', 'bytes', 'int64', 'int32'],
  shardingsphere: ['text', 'int64', 'int32'],
  spark_sql: ['int64', 'int32', 'int16', 'bool', 'date', 'timestamp'],
  iceberg: ['text', 'bytes', 'int64', 'int32', 'uuid', 'date', 'timestamp'],
  key_groups: kJava,
};

test(
  'Java and Guava hash keys of all types as Reshard says',
  needs(`${kJars}/guava.jar`, '/usr/bin/javac'),
  async (t) => {
    const folder = folderOf(t);
    writeFileSync(join(folder, 'Ask.java'), kAsk);
    await run('javac', ['-cp', `${kJars}/guava.jar`, 'Ask.java'], { cwd: folder });
    const keys = typedKeys();
    const cases = Object.entries(kSystems).flatMap(([system, types]) =>
      types.map((type, i) => ({ system, type, count: kCounts[i % kCounts.length] })),
    );
    writeFileSync(
      join(folder, 'keys'),
      cases
        .flatMap(({ system, type, count }) =>
          keys[type].map((key) => `${system} ${type} ${count} ${Buffer.from(key).toString('hex')}`),
        )
        .join('\n'),
    );
    const { stdout } = await run('java', ['-cp', `${kJars}/guava.jar:${kJars}/failureaccess.jar:.`, 'Ask', 'keys'], {
      cwd: folder,
      maxBuffer: 1 << 26,
    });
    const live = stdout.trim().split('\n');
    assert.equal(live.length, cases.length * kKeys);
    for (const [at, { system, type, count }] of cases.entries()) {
      const nodes = Array.from({ length: count }, (_, i) => i);
      const strategy = system === 'key_groups' ? 'key_groups' : `partitions&dialect=${system}`;
      const { code, out, error } = await reshard(
        ['place', '-0', '-l', `v=1&nodes=${nodes}&strategy=${strategy}&type=${type}`],
        keys[type].map((key) => `${key}\0`).join(''),
      );
      assert.equal(code, 0, error);
      compareOwners(
        `${system}, ${type}, ${count} partitions`,
        keys[type].map((key) => Buffer.from(key)),
        splitAtZeros(out)
          .filter((_, i) => i % 2 === 1)
          .map(String),
        live.slice(at * kKeys, (at + 1) * kKeys),
      );
    }
  },
);
