// Elasticsearch and OpenSearch: shards by _cluster/reroute, while the cluster does not rebalance by itself.
import { t } from '../../text/language.js';
import { jsonOf, shell, shellComment } from '../../text/quote.js';
import { Refused } from '../shared/rules.js';
import { movesBack, nodesOf, runsAtOnce } from './form.js';

/** @typedef {import('./form.js').Move} Move */

const kMostShards = 10; // of a step
const kType = "-H 'Content-Type: application/json'";

const post = (/** @type {string} */ method, /** @type {string} */ path, /** @type {unknown} */ body) =>
  `curl -fsS -X ${method} "$ES/${path}" ${kType} -d ${shell(jsonOf(body, 0))}`;

/** "logs-2026.11/3", or "3" of the index that all are of. @param {string} entry @param {string} [of] */
function shardIn(entry, of) {
  const [, index = of, number] = /^(?:(.+)\/)?(\d+)$/.exec(entry) ?? [];
  if (number === undefined) throw new Refused(t('“{0}” is not a shard of an index, as logs/0 is.', entry));
  if (index === undefined || index === '') throw new Refused(t('The commands need the index of shard {0}.', entry));
  return { index, shard: Number(number) };
}

/** @param {Move[]} run @param {string} [of] */
const bodyOf = (run, of) => ({
  commands: run.map(([entry, from, to]) => ({ move: { ...shardIn(entry, of), from_node: from, to_node: to } })),
});

/** @param {Move[]} run @param {string} [of] */
const commandsOf = (run, of) => [
  shellComment(t('A dry run first: it says why a move is not allowed.')),
  post('POST', '_cluster/reroute?dry_run=true&explain=true&metric=none', bodyOf(run, of)),
  post('POST', '_cluster/reroute?metric=none', bodyOf(run, of)),
];

const kRebalance = 'cluster.routing.rebalance.enable';

/** @type {import('./form.js').Writer['write']} */
function write(moving) {
  nodesOf(
    moving,
    ({ name }) => name,
    (name) => t('The plan names {0}, which is not one of the nodes.', name),
  );
  return {
    language: 'shell',
    before: ['ES=http://localhost:9200', post('PUT', '_cluster/settings', { persistent: { [kRebalance]: 'none' } })],
    steps: runsAtOnce(moving, kMostShards).map((run) => ({
      moves: run,
      commands: commandsOf(run, moving.of),
      checks: [
        shellComment(t('Repeat this until it lists no recovery.')),
        'curl -fsS "$ES/_cat/recovery?active_only=true&v=true"',
        ...[...new Set(run.map(([entry]) => shardIn(entry, moving.of).index))].map(
          (index) => `curl -fsS "$ES/_cat/shards/"${shell(encodeURIComponent(index))}"?v=true"`,
        ),
      ],
      back: commandsOf(movesBack(run), moving.of),
    })),
    after: [
      shellComment(t('Lets the cluster rebalance again. It may move shards back if its own weights say so.')),
      post('PUT', '_cluster/settings', { persistent: { [kRebalance]: null } }),
    ],
    files: [],
    notes: [t('Rebalancing is off meanwhile, but shards still leave nodes whose disks are above the high watermark.')],
    held: t('Written from the documentation. Not run.'),
  };
}

export default { system: 'elasticsearch', title: 'Elasticsearch', write };
