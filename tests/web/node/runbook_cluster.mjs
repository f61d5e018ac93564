// A Redis Cluster of three masters, and the runbook of what a cluster prints.
import { built, fromTree } from '../../built.mjs';
import { clusterIn } from '../../running_cluster.mjs';

const { newMastersOf } = await fromTree('web/dialogs/migrate/new_masters.js');
const { redisRunbook } = await fromTree('web/dialogs/migrate/runbook_redis.js');
const { slotPlan } = await fromTree('web/dialogs/migrate/slot_plan.js');
const { loadReshard } = await built('reshard-core.mjs');

export const core = await loadReshard();
export const id = (/** @type {string} */ letter) => letter.repeat(40);
export const line = (
  /** @type {string} */ letter,
  /** @type {number} */ port,
  /** @type {string} */ flags,
  slots = '',
  { master = '-', link = 'connected', host = '10.0.0.1' } = {},
) => `${id(letter)} ${host}:${port}@1${port} ${flags} ${master} 0 1700000000000 ${port % 10} ${link} ${slots}`.trim();
// As redis-server 7.0.15 prints them: three masters with a third each, two replicas.
export const kThree = [
  line('a', 7001, 'myself,master', '0-5460'),
  line('b', 7002, 'master', '5461-10922'),
  line('c', 7003, 'master', '10923-16383'),
];
export const kReplicas = [
  line('d', 7004, 'slave', '', { master: id('a') }),
  line('e', 7005, 'slave', '', { master: id('b') }),
];
export const kNumbers = {
  keys: 16_384_000,
  bytes: 1000,
  keysPerSecond: 10_000,
  slotMs: 5,
  window: 24,
  perTb: 10,
  perHour: 1,
};
export const refusal = (/** @type {string[]} */ lines) => {
  try {
    clusterIn(lines.join('\n'));
    return '';
  } catch (error) {
    return error.message;
  }
};

/** The runbook of a cluster. @param {string[]} lines */
export function bookOf(
  lines,
  /** @type {{given?: string, drained?: number[]}} */ { given = '', drained = [] },
  numbers = kNumbers,
) {
  const cluster = clusterIn(lines.join('\n')),
    masters = given === '' ? [] : newMastersOf(given, cluster);
  const change = { masters: cluster.nodes.length, added: masters.length, drained };
  const plan = slotPlan(core, { ...change, owners: cluster.owners });
  return { plan, cluster, book: redisRunbook({ ...change, cluster, given: masters, plan, numbers }) };
}
