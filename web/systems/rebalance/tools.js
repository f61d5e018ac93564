// What real tools would do with a problem, by their own rules. What is known from memory alone is not among them.

/** @typedef {import('./form.js').Problem} Problem */
/** @typedef {import('./problem.js').Amount} Amount */
/** @typedef {import('../../headless/reshard-rebalance.d.ts').Rebalancer} Rebalancer */
/** @typedef {import('../../headless/reshard-rebalance.d.ts').Tool} Tool */
/** @typedef {import('../../headless/reshard-rebalance.d.ts').ToolPlan} ToolPlan */
/** @typedef {Tool & {plan: ?ToolPlan, why: ?Error}} Answer `why` there is no plan */

/** Whose tool it is; rows of any table are for all. @type {Record<string, string>} */
const kSystems = {
  redis_cli: 'redis',
  valkey_cli: 'redis',
  citus: 'citus',
  kafka_generate: 'kafka',
  mongodb: 'mongodb',
};

/** What Citus evens out, by what is evened out here. @type {Record<Amount, string>} */
const kCitus = {
  bytes: 'by_disk_size',
  count: 'by_shard_count',
  requests: 'by_load',
  keys: 'by_load',
  cpu: 'by_load',
  network: 'by_load',
};

/** @param {string} id of a tool @param {string} system */
const isFor = (id, system) => system === 'rows' || (kSystems[id] ?? system) === system;

/**
 * @param {Pick<Rebalancer, 'tools' | 'tool'>} planner
 * @param {{problem: Problem | import('../../headless/reshard-rebalance.d.ts').ColumnProblem, by: Amount,
 *   system: string}} asked
 * @param {AbortSignal} [signal]
 * @returns {Promise<Answer[]>}
 */
export async function toolsFor(planner, { problem, by, system }, signal) {
  const options = /** @type {Record<string, Record<string, string>>} */ ({ citus: { strategy: kCitus[by] } });
  const answers = [];
  for (const tool of planner.tools().filter(({ id }) => isFor(id, system))) {
    signal?.throwIfAborted();
    try {
      answers.push({ ...tool, plan: await planner.tool(problem, tool.id, options[tool.id]), why: null });
    } catch (error) {
      answers.push({ ...tool, plan: null, why: /** @type {Error} */ (error) });
    }
  }
  return answers;
}

/** What a tool's whole plan costs and leaves. @param {ToolPlan} plan */
export const endOf = ({ curve }) => {
  const { bytes, limits } = curve[curve.length - 1];
  return { bytes, ...limits[0] };
};
