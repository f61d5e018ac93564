import { loadReshard } from '../../reshard-core.mjs';

const core = await loadReshard();
const keys = { kind: 'user', count: 10_000 };
const before = core.place({ strategy: 'ring', params: { vnodes: 200 }, nodes: ['a', 'b', 'c'], keys });
const after = core.place({ strategy: 'ring', params: { vnodes: 200 }, nodes: ['a', 'b', 'c', 'd'], keys });
const { moved, needless } = core.compare(before, after);

document.getElementById('placed').textContent = `${moved.length} keys moved, ${needless} unnecessarily`;
after.nodes.forEach((name, i) => {
  const row = document.getElementById('loads').insertRow();
  row.insertCell().textContent = name;
  row.insertCell().textContent = after.counts[i];
});
