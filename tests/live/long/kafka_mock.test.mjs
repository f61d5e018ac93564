// librdkafka: real consumers of groups on its own mock cluster, which join and leave. Takes some minutes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomGroups, saidOf } from '../kafka_groups.mjs';
import { folderOf, needs } from '../programs.mjs';
import { loadSystemsCore } from '../systems_core.mjs';
import { askMock } from './kafka_mock.mjs';

const core = await loadSystemsCore();
const kAssignors = ['cooperative_sticky', 'cooperative_sticky', 'cooperative_sticky', 'range', 'round_robin'];
const kWanted = 20;
const kTries = 8; // on a busy machine, most changes take another way than librdkafka's assignor alone says

test(
  'librdkafka’s consumers have the partitions that Reshard says',
  needs('/usr/include/librdkafka/rdkafka_mock.h'),
  async (t) => {
    const folder = folderOf(t);
    let compared = 0;
    for (let round = 0; round < kTries && compared < kWanted; ++round) {
      const asked = randomGroups(kAssignors.length, 23 + round, kAssignors, { changes: 6, most: 9 });
      const { groups, owners } = await askMock(asked, folder);
      groups.forEach((group, g) => assert.deepEqual(saidOf(core, group), owners[g], `${round}: ${group.assignor}`));
      compared += groups.reduce((sum, { steps }) => sum + steps.length, 0);
    }
    assert.ok(compared >= kWanted, `only ${compared} changes were not disturbed by a busy machine`);
  },
);
