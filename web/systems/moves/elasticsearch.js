// Elasticsearch and OpenSearch: shards by _cluster/reroute, while the cluster does not rebalance by itself.
import { t } from '../../text/language.js';
import { jsonOf, shell, shellComment } from '../../text/quote.js';
import { Refused } from '../shared/rules.js';
import { movesBack, nodesOf, runsAtOnce } from './form.js';
import { longestWait, quoted, unlessStopped } from './shell.js';

/** @typedef {import('./form.js').Move} Move */

const kMostShards = 10; // of a step
const kType = "-H 'Content-Type: application/json'";

/** "logs-2026.11/3", or "3" of the index that all are of. @param {string} entry @param {string} [of] */
function shardIn(entry, of) {
  const [, index = of, number] = /^(?:(.+)\/)?(\d+)$/.exec(entry) ?? [];
  if (number === undefined) throw new Refused(t('“{0}” is not a shard of an index, as logs/0 is.', entry));
  if (index === undefined || index === '') throw new Refused(t('The commands need the index of shard {0}.', entry));
  return { index, shard: Number(number) };
}

const kWaits = 'unless_stopped within "$longest" 2 settled';

/**
 * One move a request: a request of several is refused as a whole if one of its shards has moved already.
 * @param {Move} move @param {string} [of]
 */
const bodyOf = ([entry, from, to], of) => ({
  commands: [{ move: { ...shardIn(entry, of), from_node: from, to_node: to } }],
});

/**
 * Waits also for what was on its way when this step stopped. A copy that fails leaves its shard where it was, and the
 * cluster settled: then a dry run of the same move says that it can be made.
 * @param {Move[]} run @param {string} [of]
 */
function commandsOf(run, of) {
  const bodies = run.map((move) => shell(jsonOf(bodyOf(move, of), 0)));
  return [
    kWaits,
    ...bodies.map((body) => `unless_stopped move_shard ${body}`),
    kWaits,
    ...bodies.map((body) => `unless_stopped has_moved ${body}`),
  ];
}

// A shard that is not on the node from which it goes has moved before, and is passed over. Elasticsearch 8 answers 200
// where nothing has settled in time, older ones 408.
const functions = () => [
  ...unlessStopped(),
  `reroute() { curl -sS -X POST "$ES/_cluster/reroute?metric=none$1" ${kType} -d "$2"; }`,
  'move_shard() {',
  '  said=$(reroute "" "$1") || return 1',
  '  case $said in',
  `    *'"acknowledged":true'*) return 0 ;;`,
  '    *"failed to find it on node"*) return 0 ;;',
  '  esac',
  '  printf "%s\\n" "$said" >&2',
  `  : ${shell(t('A dry run says why a move is not allowed.'))}`,
  '  reroute "&dry_run=true&explain=true" "$1" >&2',
  '  return 1',
  '}',
  'has_moved() {',
  '  said=$(reroute "&dry_run=true" "$1") || return 1',
  '  case $said in *"failed to find it on node"*) return 0 ;; esac',
  `  echo "${quoted(t('This shard has not moved:'))} $1" >&2`,
  '  return 1',
  '}',
  'settled() {',
  `  curl -sS "$ES/_cluster/health?wait_for_no_relocating_shards=true&timeout=50s" | grep -q '"timed_out":false'`,
  '}',
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
    before: [
      'ES=http://localhost:9200',
      ...longestWait(),
      ...functions(),
      kWaits,
      'rebalancing() {',
      '  [ "$1" = null ] || set -- "\\"$1\\""',
      `  curl -fsS -X PUT "$ES/_cluster/settings" ${kType} -d '{"persistent":{"${kRebalance}":'"$1"'}}'`,
      '}',
      'curl -fsS "$ES/_cluster/settings?filter_path=*.cluster.routing.rebalance"',
      'unless_stopped rebalancing none',
    ],
    steps: runsAtOnce(moving, kMostShards).map((run) => ({
      moves: run,
      commands: commandsOf(run, moving.of),
      checks: [...new Set(run.map(([entry]) => shardIn(entry, moving.of).index))].map(
        (index) => `curl -fsS "$ES/_cat/shards/"${shell(encodeURIComponent(index))}'?v=true'`,
      ),
      back: commandsOf(movesBack(run), moving.of),
    })),
    after: [
      shellComment(
        t(
          'If the cluster showed no value before the first step: {0}. Else that value, as in {1}. It may then move shards back if its own weights say so.',
          'rebalancing null',
          'rebalancing primaries',
        ),
      ),
    ],
    files: [],
    notes: [
      t('Rebalancing is off meanwhile, but shards still leave nodes whose disks are above the high watermark.'),
      t(
        'If the cluster needs a user or has a certificate of its own, enter this first, with your files: {0}',
        'curl() { command curl --netrc-file FILE --cacert FILE "$@"; }',
      ),
    ],
    held: t('Written from the documentation. Not run.'),
  };
}

export default { system: 'elasticsearch', title: 'Elasticsearch', write };
