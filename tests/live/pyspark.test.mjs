// CPython's hash() of 5,000 random keys of every type, under the seed that Spark sets for its workers. Debian has no
// Spark: of a tuple it is PySpark's rule, in our words (tests/vectors/make/pyspark.py).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reshard, splitAtZeros } from '../command/command.mjs';
import { compareOwners, needs, root, run } from './programs.mjs';

const kPython = '/usr/bin/python3';
const kCounts = [3, 7, 16];

test('Python 3.11 hashes keys of all types as Reshard says', needs(kPython), async () => {
  const { stdout } = await run(kPython, [`${root}tests/vectors/make/pyspark.py`, '5000', '2026'], {
    env: { ...process.env, PYTHONHASHSEED: '0' },
    maxBuffer: 1 << 26,
  });
  const rows = stdout
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .slice(1)
    .map((line) => line.split(','));
  assert.equal(rows.length, 5000);
  /** @type {Map<string, string[][]>} */
  const byTypes = new Map();
  for (const row of rows) {
    const types = row.slice(0, 3).join(',');
    byTypes.set(types, [...(byTypes.get(types) ?? []), row]);
  }
  for (const [at, [types, some]] of [...byTypes].entries()) {
    const [type, type2, type3] = types.split(',');
    const more = `${type2 && `&type2=${type2}`}${type3 && `&type3=${type3}`}`;
    const which = at % kCounts.length;
    const nodes = Array.from({ length: kCounts[which] }, (_, i) => i);
    const keys = some.map((row) => Buffer.from(row[3], 'hex'));
    const { code, out, error } = await reshard(
      ['place', '-0', '-l', `v=1&nodes=${nodes}&strategy=partitions&dialect=pyspark&type=${type}${more}`],
      Buffer.concat(keys.flatMap((key) => [key, Buffer.from([0])])),
    );
    assert.equal(code, 0, error);
    const said = splitAtZeros(out)
      .filter((_, i) => i % 2 === 1)
      .map(String);
    compareOwners(
      `${types}, ${nodes.length} partitions`,
      keys,
      said,
      some.map((row) => row[5 + which]),
    );
  }
});
