// Swift's ring builder accepts the commands that the page exports, and Swift hashes an object to the same partition as Reshard.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomKeys } from '../keys.mjs';
import { textOf } from '../exports.mjs';
import { folderOf, loadCore, needs, run } from '../programs.mjs';

const core = await loadCore();
const kNodes = [
  { name: '10.0.0.1:6200', weight: 100, zone: 'a' }, { name: '10.0.0.2:6200', weight: 50.5, zone: 'b' }, { name: '[fe80::1]:6201', weight: 100, zone: 'c', data_center: 'x' },
  { name: '10.0.0.4', weight: 0, zone: 'a' }, { name: '10.0.0.5', weight: 200, zone: 'b', data_center: 'x' },
];

test('swift-ring-builder makes a ring of the devices that the page names', needs('/usr/bin/swift-ring-builder'), async (t) => {
  const folder = folderOf(t);
  writeFileSync(join(folder, 'ring.sh'), textOf(core, { strategy: 'swift_ring', params: { part_power: 8, replicas: 3 }, nodes: kNodes }));
  // It exits with 1 after a mere warning.
  await run('sh', [join(folder, 'ring.sh')], { cwd: folder }).catch((error) => { if (error.code > 1) throw error; });
  const script = "import json, sys\\nfrom swift.common.ring import RingBuilder\\nb = RingBuilder.load('object.builder')\\nprint(json.dumps([[d['ip'], d['port'], d['weight'], d['zone'], d['region']] for d in b.devs]))".replaceAll('\\n', '\n');
  const { stdout } = await run('/usr/bin/python3', ['-c', script], { cwd: folder });
  assert.deepEqual(JSON.parse(stdout.split('\n').find((line) => line.startsWith('['))), [
    ['10.0.0.1', 6200, 100, 1, 1], ['10.0.0.2', 6200, 50.5, 2, 1], ['fe80::1', 6201, 100, 3, 2], ['10.0.0.4', 6200, 0, 1, 1], ['10.0.0.5', 6200, 200, 2, 2]]);
});

test("Swift gives an object the same partition as Reshard", needs('/usr/bin/swift-ring-builder'), async (t) => {
  const folder = folderOf(t);
  const keys = randomKeys({ count: 5000, bytes: false }).map((key) => key.toString()).filter((key) => !key.includes('/')).map((key) => `account/container/${key}`);
  writeFileSync(join(folder, 'keys.json'), JSON.stringify(keys));
  const script = `import json, struct, sys
from swift.common import utils
utils.HASH_PATH_PREFIX, utils.HASH_PATH_SUFFIX = b'', b'changeme'
def partition(path):
    return struct.unpack_from('>I', utils.hash_path(*path.split('/', 2), raw_digest=True))[0] >> 24
print(json.dumps([partition(key) for key in json.load(open('keys.json'))]))`;
  const { stdout } = await run('/usr/bin/python3', ['-c', script], { cwd: folder, maxBuffer: 1 << 24 });
  const live = JSON.parse(stdout.split('\n').find((line) => line.startsWith('[')));
  const input = { strategy: 'swift_ring', params: { part_power: 8 }, nodes: ['a', 'b', 'c'], keys: ['x'] };
  const placed = core.place({ ...input, keys });
  const owners = new Map();  // partition → owner, which must be one
  live.forEach((partition, i) => {
    const known = owners.get(partition) ?? owners.set(partition, placed.owners[i]).get(partition);
    assert.equal(placed.owners[i], known, keys[i]);
  });
  for (const key of keys.slice(0, 100)) {
    const step = core.explain(input, key).find(({ label }) => label === 'partition');
    assert.ok(step.value.endsWith(String(live[keys.indexOf(key)])), `${key}: ${step.value}`);
  }
});
