// `reshard rebalance FILE --runbook`: the plan as a runbook.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nodeScript, reshard } from './command.mjs';

const rebalance = (/** @type {string[]} */ words, input = '') =>
  reshard([nodeScript, 'rebalance', ...words], input, {}, process.execPath);

// 14 requests on two nodes, of which each may bear 7: only s2, 4 GB, takes enough off a. 200 s at 20 MB/s.
const kRows = 'shard,node,bytes,requests\ns1,a,9000000000,7\ns2,a,4000000000,6\ns3,b,3000000000,1\n';

test('--runbook prints the steps, bytes and hours of the plan as Markdown', async () => {
  const { code, text, error } = await rebalance(['--runbook', '-'], kRows);
  assert.equal(code, 0, error);
  for (const part of [
    '# Even out: move 1 shard\n',
    '- **What moves**: 1 of 3 shards\n',
    '- **Amount to copy**: 4.00 GB\n',
    '- **Total time**: 3 min 20 s, one copy after another at 20 MB/s\n',
    '- **Busiest node**: 1.86 times its share now, 1.00 in the end\n',
    '## 2. 1 shard from a to b (3 min 20 s, 4.00 GB)\n',
    '| s2 | a | b | 4.00 GB |\n',
    '```sql\n',
    `UPDATE "placement" SET "node" = 'a' WHERE "entry" = 's2' AND "node" = 'b';\n`,
  ])
    assert.ok(text.includes(part), part);
});

test('it excludes other forms of the plan', async () => {
  const { code, error } = await rebalance(['--runbook', '--commands', '-'], kRows);
  assert.equal(code, 2);
  assert.match(error, /exclude each other/);
});
