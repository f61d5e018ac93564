// ClickHouse's engine with a cluster of a test, whose Distributed tables keep the rows that are inserted: nothing is
// sent.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../live/programs.mjs';

const kEngines = process.env.RESHARD_ENGINES ?? '';

/**
 * The answers of the engine in a folder, from which it may read files.
 * @param {string} folder @param {string[]} statements @param {string} servers of the configuration
 * @returns {{out?: string, error?: string}[]}
 */
export function ask(folder, statements, servers) {
  writeFileSync(
    join(folder, 'config.xml'),
    `<clickhouse>${servers}<user_files_path>${folder}</user_files_path></clickhouse>`,
  );
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'tests/engines/ask.mjs'), kEngines, join(folder, 'config.xml'), join(folder, 'data')],
    { input: JSON.stringify(statements), encoding: 'utf8', maxBuffer: 1 << 28 },
  );
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout);
}
