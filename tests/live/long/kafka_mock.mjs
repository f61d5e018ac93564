// Runs kafka_mock.c: consumer groups of librdkafka on its own mock cluster.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { run } from '../programs.mjs';
/** @import {Group} from '../kafka_groups.mjs' */

const kNames = { range: 'range', round_robin: 'roundrobin', cooperative_sticky: 'cooperative-sticky' };

const commandsOf = (/** @type {Group[]} */ groups) =>
  groups
    .map(({ assignor, partitions, steps }) => {
      const words = steps.map((members, i) => {
        const before = i === 0 ? [] : steps[i - 1];
        const joining = members.filter((member) => !before.includes(member)).length;
        const leaving = before.flatMap((member, at) => (members.includes(member) ? [] : [` -${at}`]));
        return `step +${joining}${leaving.join('')}\n`;
      });
      return `group ${kNames[assignor]} ${partitions}\n${words.join('')}`;
    })
    .join('');

/**
 * By group, with the ids that the mock broker gave the members as their names, and by step the owner of each partition.
 * @param {Group[]} groups @param {string} folder for the program
 */
export async function askMock(groups, folder) {
  const program = join(folder, 'kafka_mock');
  const source = fileURLToPath(new URL('kafka_mock.c', import.meta.url));
  await run('cc', ['-O1', '-o', program, source, '-lrdkafka', '-lpthread']);
  const child = spawn(program, { stdio: ['pipe', 'pipe', 'pipe'] });
  let text = '',
    wrong = '';
  child.stdout.on('data', (more) => {
    text += more;
  });
  child.stderr.on('data', (more) => {
    wrong += more;
  });
  child.stdin.end(commandsOf(groups));
  const status = await new Promise((done) => {
    child.once('close', done);
  });
  if (status !== 0) throw new Error(`kafka_mock: ${wrong}`);
  const owners = groups.map(({ partitions, steps }) => steps.map(() => new Array(partitions)));
  const named = groups.map((group) => ({ ...group, steps: group.steps.map((members) => [...members]) }));
  for (const line of text.trim().split('\n')) {
    const [group, step, ...members] = line.split(' ');
    members.forEach((member, at) => {
      const [id, list] = member.split(':');
      named[group].steps[step][at] = id;
      for (const p of list === '' ? [] : list.split(',')) owners[group][step][p] = id;
    });
  }
  return { groups: named, owners };
}
