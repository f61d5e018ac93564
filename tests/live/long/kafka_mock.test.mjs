// librdkafka: real consumers of groups on its own mock cluster, which join and leave. Takes two minutes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomGroups, saidOf } from '../kafka_groups.mjs';
import { folderOf, needs } from '../programs.mjs';
import { loadSystemsCore } from '../systems_core.mjs';
import { askMock } from './kafka_mock.mjs';

const core = await loadSystemsCore();
const kCooperative = new Array(6).fill('cooperative_sticky');

test(
  'librdkafka’s consumers have the partitions that Reshard says',
  needs('/usr/include/librdkafka/rdkafka_mock.h'),
  async (t) => {
    const asked = randomGroups(8, 23, [...kCooperative, 'range', 'round_robin'], { changes: 8, most: 9 });
    const { groups, owners } = await askMock(asked, folderOf(t));
    groups.forEach((group, g) => assert.deepEqual(saidOf(core, group), owners[g], `group ${g}: ${group.assignor}`));
    const compared = groups.reduce((sum, { steps }) => sum + steps.length, 0);
    assert.ok(compared >= 20, `only ${compared} of 72 changes were not disturbed by a busy machine`);
  },
);
