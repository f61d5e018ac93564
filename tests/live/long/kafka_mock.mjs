// Runs kafka_mock.c: consumer groups of librdkafka on its own mock cluster.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { run } from '../programs.mjs';
/** @import {Group} from '../kafka_groups.mjs' */

/** @typedef {{rebalances: number, members: string[], heard: Map<string, number>, owners: string[]}} Change */

/** @type {Record<string, string>} */
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
 * How many rebalances a change takes: a second one if a partition moves between members that were there before and
 * after.
 * @param {?string[]} before by partition, like `after` @param {string[]} after @param {string[]} members
 */
const roundsOf = (before, after, members) =>
  before?.some((member, p) => member !== after[p] && members.includes(member)) ? 2 : 1;

/**
 * By group, with the ids that the mock broker gave the members as their names, and by step the owner of each partition.
 * Rebalances depend on time. On a busy machine a member that has just joined is late, and says in the second rebalance
 * that it has nothing; or one loses its session, and the group rebalances more often. A group's steps end before the
 * first at which that happened.
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
  const said = groups.map(() => /** @type {Change[]} */ ([]));
  for (const line of text.trim().split('\n')) {
    const [group, step, rebalances, ...words] = line.split(' ');
    /** @type {string[]} */
    const owners = new Array(groups[Number(group)].partitions);
    const members = words.map((word) => word.split(':'));
    for (const [id, , list] of members) for (const p of list === '' ? [] : list.split(',')) owners[Number(p)] = id;
    said[Number(group)][Number(step)] = {
      rebalances: Number(rebalances),
      members: members.map(([id]) => id),
      heard: new Map(members.map(([id, heard]) => [id, Number(heard)])),
      owners,
    };
  }
  const kept = groups.map(({ assignor }, g) => {
    const late = said[g].findIndex(({ rebalances, members, heard, owners }, i) => {
      const before = said[g][i - 1];
      const more = assignor === 'cooperative_sticky' ? roundsOf(before?.owners, owners, members) : 1;
      const joined = members.filter((member) => !before?.members.includes(member));
      if (joined.some((member) => heard.get(member) < more)) return true;
      return rebalances !== (before?.rebalances ?? 1) + more; // a group begins with generation 1
    });
    return late < 0 ? said[g] : said[g].slice(0, late);
  });
  return {
    groups: groups.map((group, g) => ({ ...group, steps: kept[g].map(({ members }) => members) })),
    owners: kept.map((steps) => steps.map(({ owners }) => owners)),
  };
}
