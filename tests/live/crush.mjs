// Compares straw2 with ceph-base's crushtool: a million values of x for every map of tests/vectors/make/crush_maps.py.
//
//   apt-get install ceph-base; node tests/live/crush.mjs [values of x per map: 1000000] [folder of reshard-core.mjs:
//   dist]
//
// The exit status is 1 if a single replica of a single x differs.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const count = Number(process.argv[2] ?? 1_000_000);
const folder = resolve(process.argv[3] ?? `${root}/dist`);
const { loadReshard } = await import(pathToFileURL(`${folder}/reshard-core.mjs`).href);
const core = await loadReshard();

/** The disks of each map, as nodes. */
function readMaps() {
  const maps = new Map();
  for (const line of readFileSync(`${root}/tests/vectors/crush_maps.csv`, 'utf8').trim().split('\n').slice(2)) {
    const [map, weight, rack] = line.split(',');
    if (!maps.has(map)) maps.set(map, []);
    const nodes = maps.get(map);
    nodes.push({ name: `osd.${nodes.length}`, weight: Number(weight), ...(rack ? { rack } : {}) });
  }
  return maps;
}

const kSlice = 100_000; // values of x compared at once
let wrong = 0;
for (const [map, nodes] of readMaps()) {
  let differ = 0,
    first = '';
  for (let from = 0; from < count; from += kSlice) {
    const to = Math.min(from + kSlice, count);
    const script = `${root}/tests/vectors/make/crush_maps.py`;
    const theirs = execFileSync('python3', [script, map, from, to - 1].map(String), {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    })
      .trim()
      .split('\n');
    const keys = Array.from({ length: to - from }, (_, i) => String(from + i));
    const { owners } = core.place({
      strategy: 'straw2',
      hash: 'integer',
      params: { domain: nodes[0].rack ? 'rack' : 'node' },
      nodes,
      keys,
      replicas: 3,
    });
    if (theirs.length !== keys.length) throw new Error(`crushtool said ${theirs.length} of ${keys.length}`);
    keys.forEach((x, i) => {
      const ours = [...owners.subarray(3 * i, 3 * i + 3)].join('/');
      if (ours === theirs[i]) return;
      differ += 1;
      first ||= `, the first: x ${x} is ${theirs[i]}, here ${ours}`;
    });
  }
  console.log(`${map}: ${nodes.length} disks, ${count} x, 3 replicas, differences: ${differ || 'none'}${first}`);
  wrong += differ;
}
process.exit(wrong ? 1 : 0);
