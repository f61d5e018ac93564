// Debian's python3-kafka: its assignors, called as a group's leader calls them, on random histories of groups.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { randomGroups, saidOf } from './kafka_groups.mjs';
import { needs } from './programs.mjs';
import { loadSystemsCore } from './systems_core.mjs';

const core = await loadSystemsCore();

test(
  'python3-kafka gives every partition to the consumer that Reshard names',
  needs('/usr/lib/python3/dist-packages/kafka'),
  () => {
    const groups = randomGroups(120, 11, ['range', 'round_robin', 'sticky', 'sticky'], { changes: 15, most: 30 });
    const script = fileURLToPath(new URL('kafka_assignors.py', import.meta.url));
    const input = JSON.stringify(groups);
    const owners = JSON.parse(execFileSync('/usr/bin/python3', [script], { input, maxBuffer: 1 << 28 }).toString());
    groups.forEach((group, g) => assert.deepEqual(saidOf(core, group), owners[g], `group ${g}: ${group.assignor}`));
  },
);
